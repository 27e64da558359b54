"""How hand and crib are distributed together, against every case laid down; the chance of points needed."""

from __future__ import annotations

import csv
import io
import json
from collections import Counter
from collections.abc import Callable
from itertools import combinations

import matplotlib as mpl
import numpy as np
import pytest
from matplotlib import pyplot as plt

import naive
from commands import Inside, check_mistake
from cribstat import CardError, HandError, RuleError, deal_distribution, plots, rank_discards
from cribstat.crib import ModelError, Uniform
from cribstat.discards import DealDistribution, PointsDistribution
from cribstat.policies.opponents import solved_crib
from cribstat.rules import FIVE, variant
from naive_policy import joint_counts

mpl.use("Agg")

DEAL = "5h 5d Js Qc 6c 7d"
GONE = "Ac 2c 3h 4c 4d 4h 4s 6d 8c 8d 8s 9c Td Tc Ks Kd As Ad 2d 9s 3d"
Joint = Counter[tuple[int, int]]


def lay_down(
    keep: str,
    discard: str,
    *,
    unknown: int = 2,
    dead: str = "",
    crib_flush: str = "all_agree",
    weigh: Callable[[tuple[int, ...], int], int] | None = None,
) -> Joint:
    """Count (hand, crib) over every start and every set of unknown crib cards."""
    kept, away, gone = naive.cards(keep), naive.cards(discard), naive.cards(dead)
    found: Joint = Counter()
    for start in naive.others(kept, away, gone):
        hand = naive.points(kept, start)
        for laid in combinations(naive.others(kept, away, gone, [start]), unknown):
            weight = 1 if weigh is None else weigh(laid, start)
            if weight:
                crib = naive.points([*away, *laid], start, crib=True, crib_flush=crib_flush)
                found[hand, crib] += weight
    return found


def agree(one: DealDistribution, twin: Joint) -> None:
    """Compare all weights, and what is said of them with plain sums."""
    kept = {pair: weight for pair, weight in np.ndenumerate(one.weights) if weight}
    scale = sum(kept.values()) / twin.total()
    assert kept == pytest.approx({pair: scale * weight for pair, weight in twin.items() if weight}, rel=1e-12)
    cases = twin.total()
    hand = sum(weight * h for (h, _), weight in twin.items()) / cases
    crib = sum(weight * c for (_, c), weight in twin.items()) / cases
    both = sum(weight * h * c for (h, c), weight in twin.items()) / cases
    assert one.covariance == pytest.approx(both - hand * crib, abs=1e-9)
    assert (one.hand.mean, one.crib.mean) == pytest.approx((hand, crib))
    assert one.total.mean == pytest.approx(hand + one.share * crib)
    for points in (-3, 0, 4, 12):
        reached = sum(weight for (h, c), weight in twin.items() if h + one.share * c >= points)
        assert one.total.at_least(points) == pytest.approx(reached / cases)


@pytest.mark.parametrize(
    ("keep", "discard", "role", "options"),
    [
        ("5h 5d Js Qc", "6c 7d", "dealer", {}),
        ("5h 5d 6c 7d", "Js Qs", "pone", {"dead": GONE}),
        ("2h 5h 6h 9h", "Kh Jh", "dealer", {"dead": GONE}),
        ("2h 5h 6h Jh", "Kc 3c", "pone", {"dead": GONE, "crib_flush": "hand_rule"}),
        ("5h 5d Js Qc", "6c 7c", "pone", {"dead": "8c 9c Jc"}),
    ],
)
def test_every_case_is_counted_once(keep: str, discard: str, role: str, options: dict[str, str]) -> None:
    flush = options.get("crib_flush", "all_agree")
    found = deal_distribution(
        f"{keep} {discard}",
        role,
        discard=discard,
        crib_model="uniform",
        dead=options.get("dead"),
        variant=variant("six", crib_flush=flush),
    )
    assert found.method == "exact"
    assert found.discard == tuple(discard.split())
    agree(found, lay_down(keep, discard, **options))


def test_five_cards_with_three_from_elsewhere_share_the_crib() -> None:
    """Among three each lays one card away, and one comes from the pack."""
    found = deal_distribution(
        "5h 5d Js Qc 6c", "dealer", discard="6c", variant="three", crib_model="uniform", dead=GONE
    )
    twin = lay_down("5h 5d Js Qc", "6c", unknown=3, dead=GONE)
    agree(found, twin)
    other = deal_distribution(
        "5h 5d Js Qc 6c", seat=0, discard="6c", variant="three", crib_model="uniform", dead=GONE
    )
    assert other.share == -0.5
    agree(other, twin)
    assert set((other.total.points % 1).tolist()) == {0.0, 0.5}


def test_against_the_solved_policy_deal_by_deal() -> None:
    """All deals of the other side in plain numpy, its codes read one by one."""
    deal, dead = "5h 5d Js Qc 6c", "Ah 2h 3h 4c 7c 7d 8s 9s Th Kd Ks Kh 2s 3s 4s"
    opponent = solved_crib("five").opponent(0)
    known = tuple(naive.cards(f"{deal} {dead}"))
    shares = np.concatenate([opponent.denominator * np.eye(10, dtype=np.int64), opponent.mix])
    counts = joint_counts(known, opponent.codes, shares, 5)
    found = deal_distribution(deal, "pone", discard="5d 6c", variant=FIVE, dead=dead)
    agree(
        found,
        lay_down(
            "5h Js Qc", "5d 6c", dead=dead, weigh=lambda laid, start: int(counts[min(laid), max(laid), start])
        ),
    )


def test_means_and_spreads_are_those_of_the_ranking() -> None:
    for role in ("dealer", "pone"):
        ranking = rank_discards(DEAL, role, crib_model="uniform")
        for row in (ranking.rows[0], ranking.rows[-1]):
            found = deal_distribution(DEAL, role, discard=" ".join(row.discard), crib_model="uniform")
            assert (found.hand.mean, found.crib.mean) == pytest.approx((row.hand_ev, row.crib_ev))
            assert (found.hand.sd, found.total.sd) == pytest.approx((row.hand_sd, row.total_sd))
            ends = found.total.points[[0, -1]].tolist()
            assert ends == [row.total_min, row.total_max]
            assert found.total.sd**2 == pytest.approx(
                found.hand.sd**2 + found.crib.sd**2 + 2 * found.share * found.covariance
            )
        assert deal_distribution(DEAL, role, crib_model="uniform").discard == ranking.rows[0].discard


def test_a_known_start_leaves_the_hand_certain() -> None:
    found = deal_distribution(DEAL, "dealer", discard="6c 7d", crib_model="uniform", start="5c")
    assert found.hand.points.tolist() == [float(naive.points(naive.cards("5h 5d Js Qc"), naive.card("5c")))]
    assert found.correlation is None
    assert found.to_dict()["start"] == "5c"


def test_quantiles() -> None:
    spread = PointsDistribution(np.array([0.0, 2.0, 5.0]), np.array([1.0, 2.0, 1.0]))
    shares = (0, 0.25, 0.26, 0.75, 0.76, 1)
    assert [spread.quantile(share) for share in shares] == [0, 0, 2, 2, 5, 5]
    assert (spread.at_least(2), spread.at_least(2.5), spread.at_least(6)) == (0.75, 0.25, 0)
    with pytest.raises(ValueError, match=r"1\.5"):
        spread.quantile(1.5)


# -- points needed ---------------------------------------------------------------------------------


@pytest.mark.parametrize("need", [4, 12])
def test_points_needed_are_counted_start_by_start(need: int) -> None:
    deal = "2h 5h 6h Jh Qc 5d"
    ranking = rank_discards(deal, "pone", need=need)
    assert (ranking.need, ranking.by) == (need, "need")
    for row in ranking.rows:
        kept, away = naive.cards(" ".join(row.keep)), naive.cards(" ".join(row.discard))
        shown = [naive.points(kept, start) for start in naive.others(kept, away)]
        assert row.need_prob == sum(points >= need for points in shown) / len(shown)
    keys = [(row.need_prob, row.total_ev) for row in ranking.rows]
    assert keys == sorted(keys, reverse=True)
    by_points = rank_discards(deal, "pone", need=need, by="points")
    assert [row.discard for row in by_points.rows] == [
        row.discard for row in rank_discards(deal, "pone").rows
    ]
    assert {row.discard: row.need_prob for row in by_points.rows} == {
        row.discard: row.need_prob for row in ranking.rows
    }
    assert min(row.regret for row in ranking.rows) == 0


def test_points_needed_of_bare_ranks() -> None:
    deal = "5 5 J Q 6 7"
    row = next(
        row
        for row in rank_discards(deal, "dealer", crib_model="uniform", need=10).rows
        if row.keep == tuple("55JQ")
    )
    reached, cases = 0, 0
    for suited in naive.suit_assignments(naive.ranks(deal), 4):
        keep = [c for c in suited if c // 4 in naive.ranks("5 J Q")]
        shown = [naive.points(keep, start) for start in naive.others(suited)]
        reached, cases = reached + sum(points >= 10 for points in shown), cases + len(shown)
    assert row.need_prob == pytest.approx(reached / cases)


def test_the_column_is_there_where_it_is_asked() -> None:
    frame = rank_discards(DEAL, "dealer", crib_model="uniform", need=8).to_frame()
    place = frame.columns.get_loc("need_prob")
    assert list(frame.columns[place - 1 : place + 2]) == ["win_prob_se", "need_prob", "hand_sd"]
    assert "need_prob" not in rank_discards(DEAL, "dealer", crib_model="uniform").to_frame().columns


# -- refusals and the command ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("error", "named", "changes"),
    [
        (HandError, "8c", {"discard": "6c 8c"}),
        (HandError, "2 cards", {"discard": "6c"}),
        (CardError, "6x", {"discard": "6x 7d"}),
        (HandError, "suits", {"deal": "5 5 J Q 6 7"}),
        (ModelError, "hessel", {"crib_model": "hessel"}),
    ],
)
def test_refusals(error: type[Exception], named: str, changes: dict[str, str]) -> None:
    asked = {"deal": DEAL, "discard": "6c 7d", "crib_model": "uniform"} | changes
    with pytest.raises(error, match=named):
        deal_distribution(asked.pop("deal"), "dealer", **asked)


def test_orders_are_refused() -> None:
    with pytest.raises(RuleError, match="need"):
        rank_discards(DEAL, "dealer", crib_model=Uniform(), by="need")
    with pytest.raises(RuleError, match="0"):
        rank_discards(DEAL, "dealer", crib_model=Uniform(), need=0)


def test_command(inside: Inside) -> None:
    asked = ("distribution", DEAL, "--discard", "6c 7d", "--crib-model", "uniform")
    found = deal_distribution(DEAL, "pone", discard="6c 7d", crib_model="uniform")
    answer = json.loads(inside(*asked, "--pone", "--format", "json").out)
    assert answer == {"variant": "six", "deal": DEAL.split(), "answers": [found.to_dict()]}
    rows = list(csv.DictReader(io.StringIO(inside(*asked, "--pone", "--format", "csv").out)))
    assert [float(row["prob"]) for row in rows if row["of"] == "total"] == found.total.chances.tolist()
    assert {row["role"] for row in rows} == {"pone"}
    shown = inside(*asked).out
    assert "as dealer" in shown
    assert "as pone" in shown
    assert "correlation" in shown
    line = next(line for line in shown.splitlines() if line.split()[:1] == ["16"])
    assert f"{100 * found.hand.at_least(16):.2f}" in line.split()
    assert "| points |" in inside(*asked, "--pone", "--format", "markdown").out


def test_command_tells_points_needed(inside: Inside) -> None:
    done = inside("discard", DEAL, "--dealer", "--need", "12", "--top", "1", "--crib-model", "uniform")
    assert done.out.splitlines()[1].split()[:5] == ["#", "discard", "keep", "12+", "hand"]
    assert "73.9" in done.out
    text = inside(
        "discard", DEAL, "--dealer", "--need", "12", "--crib-model", "uniform", "--format", "csv"
    ).out
    assert float(next(csv.DictReader(io.StringIO(text)))["need_prob"]) == pytest.approx(34 / 46)


@pytest.mark.parametrize(
    ("args", "named"),
    [
        (("distribution", DEAL, "--discard", "6c 8c"), "8c"),
        (("distribution", DEAL, "--discard", ""), "--discard"),
        (("distribution", DEAL, "--crib-model", "schell"), "schell"),
        (("distribution", "5 5 J Q 6 7"), "suits"),
        (("distribution", DEAL, "--pone", "--variant", "three"), "pone"),
        (("discard", DEAL, "--need", "0"), "0"),
        (("discard", DEAL, "--need", "x"), "x"),
        (("discard", DEAL, "--by", "need"), "need"),
    ],
)
def test_mistakes(inside: Inside, args: tuple[str, ...], named: str) -> None:
    check_mistake(inside(*args), named)


def test_chart() -> None:
    one = deal_distribution(DEAL, "dealer", discard="6c 7d", crib_model="uniform")
    ax = plots.points_at_least([one])
    assert "points" in ax.get_xlabel()
    hand, total = ax.lines
    assert hand.get_xdata().tolist() == one.hand.points.tolist()
    assert total.get_ydata()[0] == 1
    assert [text.get_text()[:5] for text in ax.get_legend().get_texts()] == ["hand ", "total"]
    plt.close("all")
