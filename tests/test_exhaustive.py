"""The whole world counted: every hand with every start, every suit-distinct deal, every rank pattern."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from math import comb, sqrt

import numpy as np
import pytest

import naive
from cribstat import rank_deals, score_hands
from cribstat.kernels import patterns, scoring
from cribstat.kernels.enumeration import class_count, distinct_deals, unrank_combinations
from golden_files import cases, golden, published

PAIRS = {3: 1_082_900, 4: 12_994_800}


@cache
def all_hands(held: int) -> np.ndarray:
    """List every set of `held` cards, a row each."""
    return np.array(list(combinations(range(52), held)), dtype=np.uint8)


def count_points(held: int, *, crib: bool) -> np.ndarray:
    """Count the points of every (cards, start) pair, start by start."""
    hands = all_hands(held)
    counts = np.zeros(80, dtype=np.int64)
    for start in range(52):
        free = np.ascontiguousarray(hands[(hands != start).all(axis=1)])
        points = score_hands(free, np.full(len(free), start, dtype=np.uint8), crib=crib)
        counts += np.bincount(points, minlength=80)
    return counts


def histogram(held: int, *, crib: bool = False) -> np.ndarray:
    """Let the kernel that counts everything by itself count."""
    counts = scoring.points_histogram(held, patterns.show_table(held), patterns.CHOOSE, crib).sum(axis=0)
    assert counts.sum() == comb(52, held) * (52 - held)
    return counts


@pytest.fixture(scope="module")
def counted() -> dict[tuple[int, str], np.ndarray]:
    return {
        (held, kind): histogram(held, crib=kind == "crib")
        for held, kind in ((3, "hand"), (4, "hand"), (4, "crib"))
    }


@pytest.mark.parametrize(("held", "kind"), [(3, "hand"), (4, "hand"), (4, "crib")])
def test_enumeration_counts(counted: dict[tuple[int, str], np.ndarray], held: int, kind: str) -> None:
    expected = np.zeros(128, dtype=np.int64)
    for row in golden("enumeration.csv"):
        if (int(row["held"]), row["kind"]) == (held, kind):
            expected[int(row["points"])] = int(row["count"])
    assert expected.sum() == PAIRS[held]
    assert counted[held, kind].tolist() == expected.tolist()


def test_published_frequencies(counted: dict[tuple[int, str], np.ndarray]) -> None:
    rows = published("hand_score_frequency.csv")
    assert [int(row["score"]) for row in rows] == list(range(30))
    hand, crib = counted[4, "hand"][:30].tolist(), counted[4, "crib"][:30].tolist()
    assert [int(row["hand_count_published"]) for row in rows] == hand
    assert [int(row["hand_count_recomputed"]) for row in rows] == hand
    assert [int(row["crib_count_recomputed"]) for row in rows] == crib
    assert int(rows[0]["crib_count_published"]) == crib[0] == 1_022_208


def test_means(counted: dict[tuple[int, str], np.ndarray]) -> None:
    points = np.arange(128)
    sums = {key: int(counts @ points) for key, counts in counted.items()}
    assert sums == {(3, "hand"): 2_807_256, (4, "hand"): 61_974_180, (4, "crib"): 61_528_020}
    assert round(sums[4, "hand"] / PAIRS[4], 9) == 4.769152276
    assert round(sums[4, "crib"] / PAIRS[4], 9) == 4.734818543
    squares = int(counted[4, "hand"] @ points**2)
    assert round(sqrt(squares / PAIRS[4] - (sums[4, "hand"] / PAIRS[4]) ** 2), 6) == 3.125437


def test_cases_of_counting(counted: dict[tuple[int, str], np.ndarray]) -> None:
    expected = {row["id"]: int(row["expected"]) for row in cases("f")}
    hands = counted[4, "hand"]
    assert expected["S003"] == hands[18]
    assert expected["S004"] == int(hands @ np.arange(128))
    assert expected["S007"] == sum(1 for _ in naive.rank_multisets(5))


def test_impossible_points(counted: dict[tuple[int, str], np.ndarray]) -> None:
    assert [p for p in range(30) if not counted[4, "hand"][p]] == [19, 25, 26, 27]
    assert counted[4, "hand"][29] == 4
    assert np.flatnonzero(counted[3, "hand"]).max() == 20


def test_published_odds(counted: dict[tuple[int, str], np.ndarray]) -> None:
    figures = {row["metric"]: row["value"] for row in published("averages.csv")}
    hands = counted[4, "hand"]
    assert float(figures["odds of a 29, two players"]) == PAIRS[4] / int(hands[29]) / comb(6, 4)
    assert float(figures["odds of a 29, 3 or 4 players"]) == PAIRS[4] / int(hands[29]) / comb(5, 4)
    assert float(figures["share of zero hands"]) == round(100 * int(hands[0]) / PAIRS[4], 4)
    assert float(figures["zero cribs"]) == counted[4, "crib"][0]
    assert float(figures["mean hand score (random 4 cards + starter)"]) == round(
        int(hands @ np.arange(128)) / PAIRS[4], 2
    )


@pytest.mark.parametrize(
    ("held", "kind"),
    [
        (3, "hand"),
        pytest.param(4, "crib", marks=pytest.mark.exhaustive),
        pytest.param(4, "hand", marks=pytest.mark.exhaustive),
    ],
)
def test_bulk_scores_of_every_pair(counted: dict[tuple[int, str], np.ndarray], held: int, kind: str) -> None:
    """Score every pair as it is given: another code than the kernel that counts by itself."""
    assert count_points(held, crib=kind == "crib").tolist() == counted[held, kind][:80].tolist()


@pytest.mark.exhaustive
def test_bulk_scores_of_every_five_cards_and_start() -> None:
    assert histogram(5)[:80].tolist() == count_points(5, crib=False).tolist()


@pytest.mark.parametrize(
    ("held", "most"), [(3, 20), (4, 29), (5, 46), pytest.param(6, 72, marks=pytest.mark.exhaustive)]
)
def test_maxima(held: int, most: int) -> None:
    assert np.flatnonzero(histogram(held)).max() == most


@pytest.mark.parametrize(
    ("shown", "most"), [(4, 20), (5, 28), (6, 46), pytest.param(7, 72, marks=pytest.mark.exhaustive)]
)
def test_rank_points_of_every_pattern(shown: int, most: int) -> None:
    """Compare every rank pattern of a pack with subsets listed one by one."""
    rows = list(naive.rank_multisets(shown))
    table = patterns.points_table(shown)
    found = table[patterns.multiset_index(np.array(rows, dtype=np.uint8))].tolist()
    assert found == [sum(naive.rank_parts(row)) for row in rows]
    assert max(found) == most


@pytest.fixture(scope="module")
def keeps_of_all_deals() -> tuple[np.ndarray, np.ndarray]:
    """Sum the 15 keeps of every suit-distinct deal over 46 starts; give the weights too."""
    deals, weights = distinct_deals(6)
    means, _ = rank_deals(deals, "dealer", crib_model="hessel")
    sums = np.rint(means * 46).astype(np.int64)
    assert (sums / 46 == means).all()
    return sums, weights.astype(np.int64)


def test_suit_distinct_deals(keeps_of_all_deals: tuple[np.ndarray, np.ndarray]) -> None:
    sums, weights = keeps_of_all_deals
    (expected,) = [int(row["expected"]) for row in cases("f") if row["id"] == "S006"]
    assert sums.shape == (expected, 15)
    assert expected == class_count(6) == 962_988
    assert weights.sum() == comb(52, 6) == 20_358_520


def test_all_keeps_of_all_deals_hold_every_hand_equally_often(
    keeps_of_all_deals: tuple[np.ndarray, np.ndarray],
) -> None:
    """Each (hand, start) pair comes up with every two other cards laid away."""
    sums, weights = keeps_of_all_deals
    assert int(sums.sum(axis=1) @ weights) == 61_974_180 * comb(47, 2)


def test_mean_of_the_best_keep(keeps_of_all_deals: tuple[np.ndarray, np.ndarray]) -> None:
    """8.293937528 points; the 8.293937522 that was noted earlier is 6 points in 7.8 thousand million short.

    The sum below also comes out without classes, deal by deal (see the exhaustive test that follows).
    """
    sums, weights = keeps_of_all_deals
    total = int(sums.max(axis=1) @ weights)
    assert total == 7_767_205_480
    assert round(total / (46 * comb(52, 6)), 9) == 8.293937528


def test_extremes_of_the_best_keep(keeps_of_all_deals: tuple[np.ndarray, np.ndarray]) -> None:
    sums, weights = keeps_of_all_deals
    best = sums.max(axis=1)
    assert (best.min(), weights[best == best.min()].sum()) == (98, 3_480)
    assert (best.max(), weights[best == best.max()].sum()) == (1_048, 496)


@pytest.mark.exhaustive
def test_mean_of_the_best_keep_without_classes() -> None:
    total, step = 0, 500_000
    for first in range(0, comb(52, 6), step):
        deals = unrank_combinations(np.arange(first, min(first + step, comb(52, 6))), 6)
        means, _ = rank_deals(deals, "dealer", crib_model="hessel")
        total += int(np.rint(means * 46).astype(np.int64).max(axis=1).sum())
    assert total == 7_767_205_480


@pytest.mark.exhaustive
def test_sums_of_keeps_equal_every_start_scored(keeps_of_all_deals: tuple[np.ndarray, np.ndarray]) -> None:
    """Every fourth suit-distinct deal, 15 keeps, 46 starts."""
    sums = keeps_of_all_deals[0][::4]
    deals = distinct_deals(6)[0][::4]
    for first in range(0, len(deals), 20_000):
        block = deals[first : first + 20_000]
        unseen = np.ones((len(block), 52), dtype=bool)
        np.put_along_axis(unseen, block.astype(np.int64), False, axis=1)
        starts = np.nonzero(unseen)[1].astype(np.uint8)
        for column, away in enumerate(combinations(range(6), 2)):
            kept = [place for place in range(6) if place not in away]
            points = score_hands(np.repeat(block[:, kept], 46, axis=0), starts)
            assert (points.reshape(-1, 46).sum(axis=1) == sums[first : first + 20_000, column]).all()
