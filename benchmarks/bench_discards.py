"""Time the discard question: one deal, and all deals."""

import numpy as np
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from cribstat import rank_deals, rank_discards
from cribstat.kernels.enumeration import distinct_deals
from cribstat.scoring import mean_hands
from yardsticks import KEEPS, note, plain_keep_sums, rank_cube

DEALS = 962_988
STARTS = 46
ROUNDS = 10  # the machine is shared: the shortest of few would be a matter of luck
SLICE = 20  # every so many deals are compared with the plain loop
BEST_KEEP = 7_767_205_480 / (
    STARTS * 20_358_520
)  # points of the best keeps, summed over all deals and starts


@pytest.fixture(scope="module")
def world() -> tuple[np.ndarray, np.ndarray]:
    """All suit-distinct six-card deals and how many deals each stands for."""
    return distinct_deals(6)


def test_one_deal(benchmark: BenchmarkFixture) -> None:
    ranking = benchmark(rank_discards, "5H 6S 7D 7C 8H KD", "dealer", crib_model="uniform")
    best = ranking.rows[0]
    assert best.total_ev == pytest.approx(14.869565 + 7.0275, abs=1e-4)
    note(benchmark, "`rank_discards`: one deal, uniform crib")


def test_hands_of_all_deals(benchmark: BenchmarkFixture, world: tuple[np.ndarray, np.ndarray]) -> None:
    deals, weights = world
    mean_hands(deals[:1], 2)
    hand = benchmark(mean_hands, deals, 2)
    cube = rank_cube()
    plain_keep_sums(deals[:1], KEEPS, cube)
    assert len(deals) == DEALS
    assert np.array_equal(hand[::SLICE], plain_keep_sums(deals[::SLICE], KEEPS, cube) / STARTS)
    assert np.average(hand.max(axis=1), weights=weights) == pytest.approx(BEST_KEEP, abs=1e-11)
    note(
        benchmark,
        "mean hand of all 15 keeps of all 962,988 deals",
        items=len(deals),
        yardstick="a plain compiled loop over the 46 starts",
        call=lambda: plain_keep_sums(deals, KEEPS, cube) / STARTS,
    )


def test_hands_and_cribs_of_all_deals(
    benchmark: BenchmarkFixture, world: tuple[np.ndarray, np.ndarray]
) -> None:
    deals, weights = world
    rank_deals(deals[:1], "dealer", crib_model="uniform")
    hand, crib = benchmark.pedantic(rank_deals, (deals, "dealer"), {"crib_model": "uniform"}, rounds=3)
    assert np.average(hand.max(axis=1), weights=weights) == pytest.approx(BEST_KEEP, abs=1e-11)
    for row in (0, DEALS // 2, DEALS - 1):
        ranking = rank_discards(deals[row], "dealer", crib_model="uniform")
        assert (hand[row] + crib[row]).max() == pytest.approx(ranking.rows[0].total_ev, abs=1e-12)
    note(benchmark, "`rank_deals`: hands and uniform cribs of all 962,988 deals", items=len(deals))
