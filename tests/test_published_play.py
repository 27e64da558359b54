"""The solved play beside published figures of people's, as data/README.md compares them."""

from __future__ import annotations

import numpy as np
import pytest

from cribstat.equilibrium.maxims import another_held, reply_contest, reply_kinds
from cribstat.policies.shipped import play_means
from cribstat.tables import strategy_table
from golden_files import PUBLISHED, published

README = (PUBLISHED.parent / "README.md").read_text(encoding="utf-8")
RANKS = "A23456789TJQK"
SOLVED = {row["keep"]: row for row in strategy_table("play_six")}
LEADS = {row["keep"]: row for row in strategy_table("leads_six")}
COLUMNS = ("as_pone_own", "as_pone_opponent", "as_dealer_own", "as_dealer_opponent")
OURS = ("pone_own", "pone_other", "dealer_own", "dealer_other")
# SOURCE: https://www.cribbagepro.net/pegging_quiz/pegging_data.js, single rows all over the table
ROWS = {
    "A-A-A-A": (0.72, 1.99, 2.23, 1.42),
    "5-5-6-6": (2.66, 3.91, 5.36, 2.16),
    "10-10-10-10": (1.04, 3.31, 2.50, 2.47),
    "2-6-9-Q": (1.71, 3.38, 3.07, 1.74),
}


def keep_of(text: str) -> str:
    return text.replace("10", "T").replace("-", " ")


def differences() -> dict[str, np.ndarray]:
    """Return solved less published points of each keep: own and other's as pone and as dealer."""
    return {
        keep_of(row["kept_hand"]): np.array(
            [
                float(SOLVED[keep_of(row["kept_hand"])][ours]) - float(row[theirs])
                for ours, theirs in zip(OURS, COLUMNS, strict=True)
            ]
        )
        for row in published("pegging_by_kept_hand_cribbagepro.csv")
    }


def test_points_by_keep_are_as_printed() -> None:
    rows = {row["kept_hand"]: row for row in published("pegging_by_kept_hand_cribbagepro.csv")}
    assert len(rows) == 32
    for keep, numbers in ROWS.items():
        assert tuple(float(rows[keep][column]) for column in COLUMNS) == numbers
    assert {len(keep.split("-")) for keep in rows} == {4}


def test_leads_are_as_printed() -> None:
    rows = published("pegging_leads.csv")
    nets = {row["card"]: float(row["pone_net"]) for row in rows if row["pone_net"]}
    assert nets == {"6": -1.69, "7": -1.76, "8": -1.46, "9": -1.75}
    assert all(row["source_url"] for row in rows)


def test_means_of_the_play() -> None:
    means = {}
    for role in ("pone", "dealer"):
        keeps = play_means(role)
        held = keeps.share > 0
        means[role] = float(keeps.share[held] @ keeps.own[held])
        assert f"{means[role]:.3f} points for pone" in README or f"{means[role]:.3f} for the dealer" in README
    assert {role: f"{mean:.3f}" for role, mean in means.items()} == {"pone": "1.961", "dealer": "3.265"}
    assert f"advantage ({means['dealer'] - means['pone']:.3f})" in README
    said = {
        (row["role"], row["value"])
        for row in published("averages.csv")
        if row["metric"] == "average pegging per deal"
    }
    assert said == {("pone", "2.0"), ("dealer", "3.5"), ("pone", "2.1")}


def test_points_by_keep() -> None:
    table = np.array(list(differences().values()))
    for side, role in enumerate(("pone", "dealer")):
        own, other = table[:, 2 * side], table[:, 2 * side + 1]
        means = [f"{column.mean():.3f}" for column in (own, other, own - other)]
        sizes = [f"{np.abs(column).mean():.3f}" for column in (own, other, own - other)]
        assert f"as {role}, mean | {' | '.join(means)} |" in README
        assert f"as {role}, mean size | {' | '.join(sizes)} |" in README


def test_largest_differences_by_keep() -> None:
    nets = {keep: (row[0] - row[1], row[2] - row[3]) for keep, row in differences().items()}
    (least, _), (_, most) = (
        min(nets.items(), key=lambda item: item[1][0]),
        max(nets.items(), key=lambda item: abs(item[1][1])),
    )
    assert least == "5 5 6 6"
    assert f"5-5-6-6 as pone ({nets[least][0]:.2f}" in README
    assert max(abs(net) for pair in nets.values() for net in pair) == -nets[least][0]
    assert f"A-2-3-4 as dealer ({most[1]:+.2f})" in README
    assert f"allows {float(SOLVED[least]['pone_own']):.2f})" in README


def test_points_by_lead() -> None:
    nets = [float(LEADS["6 7 8 9"][f"net_{rank}"]) for rank in "6789"]
    assert {f"{net:.3f}" for net in nets} == {"-1.568"}
    assert max(nets) - min(nets) < 0.0002
    six, four, five = (float(LEADS["4 5 6 6"][f"net_{rank}"]) for rank in "645")
    assert int(LEADS["4 5 6 6"]["6"]) == 10_000
    assert f"lead costs {six - four:.3f} points" in README.replace("\n ", "")
    assert f"and the five {six - five:.3f}." in README


@pytest.mark.parametrize("name", ["six", "five"])
def test_what_is_said_of_the_exploitability(name: str) -> None:
    last = strategy_table(f"{name}_trace")[-1]
    gain = f"{float(last['exploitability']):.5f}"
    (row,) = [line for line in README.splitlines() if line.startswith(f"| `{name}.npz`")]
    assert f"| {gain} |" in row
    front = (PUBLISHED.parents[1] / "README.md").read_text(encoding="utf-8")
    (row,) = [line for line in front.splitlines() if line.startswith("| leads, replies, what keeps bring")]
    assert gain in row


@pytest.mark.exhaustive
def test_what_a_lead_says_of_the_rest() -> None:
    chances = [f"{100 * chance:.1f}" for chance in another_held()]
    assert f"| solved | {' | '.join(chances)} |" in README
    people = [
        row["value"].rstrip("%") for row in published("pegging_leads.csv") if "can pair" in row["situation"]
    ]
    assert f"| people | {' | '.join(people)} |" in README
    assert [row["card"].replace("10", "T") for row in published("pegging_leads.csv")][4:17] == list(RANKS)


@pytest.mark.exhaustive
def test_what_playing_on_costs() -> None:
    kinds = reply_kinds()
    gain = reply_contest(kinds["on"], kinds["off"], kinds["pair"] | kinds["fifteen"]).over()[-1]
    assert f"costs the dealer {-gain:.3f} points" in README
