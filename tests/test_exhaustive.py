"""The whole world counted: every hand with every start, every suit-distinct deal, every rank pattern."""

from __future__ import annotations

from itertools import combinations
from math import comb, sqrt

import naive
import numpy as np
import pytest
from golden_files import cases, golden, published

from cribstat import score_hands

PAIRS = {3: 1_082_900, 4: 12_994_800}


def all_hands(held: int) -> np.ndarray:
    """List every set of `held` cards, a row each."""
    flat = np.fromiter((c for cards in combinations(range(52), held) for c in cards), dtype=np.uint8)
    return flat.reshape(-1, held)


def count_points(held: int, *, crib: bool) -> np.ndarray:
    """Count the points of every (cards, start) pair, start by start."""
    hands = all_hands(held)
    counts = np.zeros(80, dtype=np.int64)
    for start in range(52):
        free = np.ascontiguousarray(hands[(hands != start).all(axis=1)])
        points = score_hands(free, np.full(len(free), start, dtype=np.uint8), crib=crib)
        counts += np.bincount(points, minlength=80)
    return counts


@pytest.fixture(scope="module")
def counted() -> dict[tuple[int, str], np.ndarray]:
    return {
        (held, kind): count_points(held, crib=kind == "crib") for held, kind in ((3, "hand"), (4, "hand"), (4, "crib"))
    }


@pytest.mark.parametrize(("held", "kind"), [(3, "hand"), (4, "hand"), (4, "crib")])
def test_enumeration_counts(counted: dict[tuple[int, str], np.ndarray], held: int, kind: str) -> None:
    expected = np.zeros(80, dtype=np.int64)
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
    points = np.arange(80)
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
    assert expected["S004"] == int(hands @ np.arange(80))
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
    assert float(figures["mean hand score (random 4 cards + starter)"]) == round(int(hands @ np.arange(80)) / PAIRS[4], 2)
