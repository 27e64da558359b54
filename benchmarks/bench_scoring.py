"""Time the counting of hands."""

import numpy as np
from pytest_benchmark.fixture import BenchmarkFixture

import naive
from cribstat import score_hand, score_hands
from cribstat.kernels import patterns
from cribstat.kernels.scoring import points_histogram
from yardsticks import note

ALL_HANDS = 12_994_800
SAMPLE = 1_000


def some_hands(n: int) -> tuple[np.ndarray, np.ndarray]:
    """Draw n hands of four cards and their starts."""
    rng = np.random.default_rng(2)
    cards = rng.permuted(np.tile(np.arange(52, dtype=np.uint8), (n, 1)), axis=1)
    return np.ascontiguousarray(cards[:, :4]), np.ascontiguousarray(cards[:, 4])


def count_with_the_twin() -> list[int]:
    """Count a sample of hands with the plain twin, its memory of rank patterns emptied."""
    hands, starts = some_hands(SAMPLE)
    naive.rank_parts.cache_clear()
    return [naive.points(hand, start) for hand, start in zip(hands.tolist(), starts.tolist(), strict=True)]


def test_every_hand(benchmark: BenchmarkFixture) -> None:
    table, choose = patterns.show_table(4), patterns.CHOOSE
    points_histogram(4, table, choose, False)
    counts = benchmark(points_histogram, 4, table, choose, False).sum(axis=0)
    assert counts.sum() == ALL_HANDS
    assert (counts[0], counts[29], int(counts @ np.arange(128))) == (1_009_008, 4, 61_974_180)
    note(
        benchmark,
        "points of all 12,994,800 hands with their start",
        items=ALL_HANDS,
        yardstick="the plain twin in Python",
        call=count_with_the_twin,
        times=ALL_HANDS / SAMPLE,
    )


def test_a_million_given_hands(benchmark: BenchmarkFixture) -> None:
    hands, starts = some_hands(1_000_000)
    score_hands(hands[:1], starts[:1])
    points = benchmark(score_hands, hands, starts)
    assert points[:SAMPLE].tolist() == count_with_the_twin()
    note(
        benchmark,
        "`score_hands`: a million given hands",
        items=len(hands),
        yardstick="the plain twin in Python",
        call=count_with_the_twin,
        times=len(hands) / SAMPLE,
    )


def test_one_hand(benchmark: BenchmarkFixture) -> None:
    assert benchmark(score_hand, "5h 5d 5s Jc", "5c") == 29
    note(benchmark, "`score_hand`: one hand from text")
