"""Time what the score and the risk cost: a scored discard question, hand and crib of a deal together."""

import os
from itertools import combinations
from math import comb

import numpy as np
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from cribstat import deal_distribution, rank_discards
from cribstat.policies.opponents import solved_crib
from cribstat.scoring import score_hands
from yardsticks import note

# Five cards where no clock runs: the same work on a sixth of the deals.
DEALS = {"six": "5h 5d Js Qc 6c 7d", "five": "5h 5d Js Qc 6c"}
SCORES = {"six": (96, 101), "five": (45, 50)}
OTHERS = {"six": comb(46, 6) * 40, "five": comb(47, 5) * 42}
MOST_ERROR = 0.0005


@pytest.fixture
def variant(benchmark: BenchmarkFixture) -> str:
    """Choose the six-card game where the clock runs, else the small one."""
    return "six" if benchmark.enabled else "five"


def test_scored_question(benchmark: BenchmarkFixture, variant: str) -> None:
    model = solved_crib(variant, threads=os.cpu_count() or 1)
    asked = {"variant": variant, "crib_model": model, "scores": SCORES[variant]}
    rank_discards(DEALS[variant], "pone", **asked)
    ranking = benchmark.pedantic(rank_discards, (DEALS[variant], "pone"), asked, rounds=3)
    chances = [row.win_prob for row in ranking.rows]
    assert chances == sorted(chances, reverse=True)
    assert all(0 < row.win_prob_se <= MOST_ERROR for row in ranking.rows)
    work = "`rank_discards` by the score: every discard against all deals of the other side and all starts"
    note(benchmark, work, items=len(chances) * OTHERS[variant])


def plain_distribution(keep: str, discard: str) -> np.ndarray:
    """Count hand and crib over every start and every pair of unseen cards, one start at a time."""
    own, away = ([card_id(card) for card in cards.split()] for cards in (keep, discard))
    free = [card for card in range(52) if card not in (*own, *away)]
    counts = np.zeros((30, 30), dtype=np.int64)
    for start in free:
        pairs = np.array(list(combinations([card for card in free if card != start], 2)), dtype=np.uint8)
        starts = np.full(len(pairs), start, dtype=np.uint8)
        hand = score_hands(np.array([own]), starts[:1])[0]
        cribs = np.column_stack([np.tile(np.array(away, dtype=np.uint8), (len(pairs), 1)), pairs])
        counts[hand] += np.bincount(score_hands(cribs, starts, crib=True), minlength=30)
    return counts


def card_id(text: str) -> int:
    """Read one card."""
    return 4 * "A23456789TJQK".index(text[0]) + "cdhs".index(text[1])


def test_distribution_of_one_deal(benchmark: BenchmarkFixture) -> None:
    asked = {"discard": "6c 7d", "crib_model": "uniform"}
    found = benchmark(deal_distribution, DEALS["six"], "dealer", **asked)
    plain = plain_distribution("5h 5d Js Qc", "6c 7d")
    hands, cribs = found.weights.shape
    assert np.array_equal(plain[:hands, :cribs], found.weights)
    assert plain.sum() == found.weights.sum()
    note(
        benchmark,
        "`deal_distribution`: hand and crib of one discard together, uniform crib",
        items=int(plain.sum()),
        yardstick="`score_hands` on every case",
        call=lambda: plain_distribution("5h 5d Js Qc", "6c 7d"),
    )
