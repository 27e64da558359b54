"""The figures that data/README.md sets against those of others, worked out the long way."""

from __future__ import annotations

import csv
from math import comb, prod
from statistics import mean

import pytest

import naive
from cribstat.crib import crib_model
from cribstat.crib.means import crib_means
from cribstat.tables import strategy_table
from golden_files import PUBLISHED, crib_table, golden, published

README = (PUBLISHED.parent / "README.md").read_text(encoding="utf-8")
PAIRS = 12_994_800


def ways(ranks: tuple[int, ...]) -> int:
    """Count the sets of cards with these ranks."""
    return prod(comb(4, ranks.count(rank)) for rank in set(ranks))


def test_points_without_flush_and_nobs() -> None:
    """Every five cards shown are a hand and a start in five ways."""
    counts: dict[int, int] = {}
    for ranks in naive.rank_multisets(5):
        points = sum(naive.rank_parts(ranks))
        counts[points] = counts.get(points, 0) + 5 * ways(ranks)
    assert sum(counts.values()) == PAIRS
    for row in published("hand_score_frequency.csv"):
        assert counts.get(int(row["score"]), 0) == int(row["count_no_flush_no_nobs_recomputed"])


def test_share_of_worthless_hands() -> None:
    """Four cards alone are worth nothing when their ranks are and they are not of one suit."""
    worthless = [ranks for ranks in naive.rank_multisets(4) if not sum(naive.rank_parts(ranks))]
    flushes = 4 * sum(len(set(ranks)) == 4 for ranks in worthless)
    share = (sum(map(ways, worthless)) - flushes) / comb(52, 4)
    assert round(100 * share, 2) == 26.99
    with_start = next(
        int(row["count"]) for row in golden("enumeration.csv") if (row["held"], row["kind"]) == ("4", "hand")
    )
    assert round(100 * with_start / PAIRS, 2) == 7.76
    assert "26.99 %" in README
    assert "7.76 %" in README


def test_mean_hand_with_nobs_and_no_flushes() -> None:
    flush_points = 4 * comb(13, 4) * (9 * 5 + 39 * 4)
    assert round((61_974_180 - flush_points) / PAIRS, 4) == 4.7249
    (printed,) = [row["value"] for row in published("averages.csv") if row["metric"] == "mean hand score"]
    assert printed == "4.7249"


def test_rank_patterns_of_six_cards() -> None:
    patterns = sum(1 for _ in naive.rank_multisets(6))
    assert patterns == 18_395
    metric = "distinct six-card hands ignoring suit"
    assert [row["value"] for row in published("averages.csv") if row["metric"] == metric] == [str(patterns)]


def test_random_crib_flushes() -> None:
    assert round(comb(52, 5) / (4 * comb(13, 5))) == 505


def test_unsuited_mean_of_a_hand_people_kept() -> None:
    keep, away = naive.cards("AC 4S QC KD"), naive.cards("2D 3H")
    assert round(float(naive.hand(keep, away).mean), 2) == 6.26
    (row,) = [row for row in published("worked_examples.csv") if row["id"] == "CPQ-D1a"]
    assert float(row["avg_hand"]) == 6.99


@pytest.mark.parametrize(("role", "least", "most"), [("dealer", -0.43, -0.35), ("pone", 0.48, 0.64)])
def test_published_tables_lie_to_one_side_of_uniform(role: str, least: float, most: float) -> None:
    kinds: dict[tuple[int, int], list[float]] = {}
    for pair in crib_means(crib_model("uniform"), 1):
        kinds.setdefault((pair.low, pair.high), []).extend([pair.crib_ev] * (1 if pair.suited else 3))
    assert len(kinds) == 91
    for name in ("hessel", "schell", "rasmussen"):
        table = crib_table(name, role)
        assert least <= round(mean(table[pair] - mean(kinds[pair]) for pair in kinds), 2) <= most


def solved_shares(role: str) -> dict[str, float]:
    """Return the percent of solved deals in which at least one card of a rank is kept."""
    rows = [row for row in strategy_table("keeps", play=False) if row["role"] == role]
    return {
        letter: 100 * sum(float(row["share"]) for row in rows if letter in row["keep"])
        for letter in "A23456789TJQK"
    }


def test_solved_cribs_lie_near_those_of_hessel() -> None:
    for role, bound in (("dealer", 0.03), ("pone", 0.07)):
        hessel = crib_table("hessel", role)
        rows = [
            row for row in strategy_table("discards", play=False) if row["role"] == role and not row["suited"]
        ]
        gaps = {
            row["pair"]: float(row["crib_laid"])
            - hessel["A23456789TJQK".index(row["pair"][0]), "A23456789TJQK".index(row["pair"][1])]
            for row in rows
        }
        assert len(gaps) == 91
        assert max(map(abs, gaps.values())) < bound
        held = [float(row["crib_laid"]) - float(row["crib_held"]) for row in rows]
        assert min(held) > -0.04
        assert max(held) < 0.26
        assert sum(gap > 0 for gap in held) > 80


def test_solved_keeps_lie_near_those_of_hessel() -> None:
    counted = 0
    worst = dict.fromkeys(("hessel_pct", "schempp_pct", "rasmussen_pct"), 0.0)
    shares = {role: solved_shares(role) for role in ("dealer", "pone")}
    for row in published("card_frequency_kept.csv"):
        solved = shares[row["role"]][row["rank"].replace("10", "T")]
        for column in worst:
            if row[column]:
                worst[column] = max(worst[column], abs(float(row[column]) - solved))
                counted += column == "hessel_pct"
    assert counted == 22
    assert worst["hessel_pct"] < 0.07
    assert worst["schempp_pct"] < 1.4
    assert worst["rasmussen_pct"] < 1.7


def test_solved_discards_beside_those_of_carte_primus() -> None:
    for role, mean_gap in (("dealer", "0.16"), ("pone", "0.22")):
        text = (PUBLISHED / f"discard_frequency_carteprimus_{role}.csv").read_text(encoding="utf-8")
        table = list(csv.reader(text.splitlines()))
        ours = dict.fromkeys(((low, high) for high in range(13) for low in range(high + 1)), 0.0)
        for row in strategy_table("discards", play=False):
            if row["role"] == role:
                low, high = ("A23456789TJQK".index(letter) for letter in row["pair"])
                ours[low, high] += 100 * float(row["laid"])
        gaps = [abs(share - float(table[1 + low][1 + high])) for (low, high), share in ours.items()]
        assert f"{mean(gaps):.2f}" == mean_gap
        assert mean_gap in README
