"""Time the solved opponent: one question, all deals at once, a round of the solver, the first use."""

from itertools import combinations
from math import comb

import numba
import numpy as np
import pytest
from numpy.typing import NDArray
from pytest_benchmark.fixture import BenchmarkFixture

from cribstat.equilibrium import points_game, solve_discards
from cribstat.kernels import crib
from cribstat.kernels.enumeration import classes_of, discard_positions, distinct_deals, unrank_combinations
from cribstat.policies import Policy, deal_pack
from cribstat.policies.solved import solved_policy
from cribstat.tables import manifest
from yardsticks import note

DEALS = 962_988
OTHERS = comb(46, 6)
OWN = np.array([0, 5, 18, 19, 40, 47], dtype=np.uint8)
PAIRS = np.array(list(combinations(range(6), 2)))


@pytest.fixture(scope="module")
def pone() -> Policy:
    """Return the solved policy of pone."""
    return solved_policy("pone")


@pytest.fixture(scope="module")
def every(pone: Policy) -> tuple[NDArray[np.uint16], NDArray[np.int64]]:
    """Write it out for every deal."""
    deals, positions = distinct_deals(6)[0], discard_positions(6, 2)
    return crib.expand_policy(deals, pone.codes, pone.mix, positions, threads=2)


@numba.njit(cache=True)  # type: ignore[untyped-decorator]
def plain_joint(
    cards: NDArray[np.int64],
    codes: NDArray[np.uint16],
    shares: NDArray[np.int64],
    pairs: NDArray[np.int64],
    choose: NDArray[np.int64],
) -> NDArray[np.int64]:
    """Count pairs laid away and starts left the plain way: every deal, every share, every start."""
    out = np.zeros((52, 52, 52), dtype=np.int64)
    deal = np.arange(6)
    held = np.empty(6, dtype=np.int64)
    while True:
        index = 0
        for place in range(6):
            held[place] = cards[deal[place]]
            index += choose[held[place], place + 1]
        for way in range(len(pairs)):
            weight = shares[codes[index], way]
            if weight:
                row = out[held[pairs[way, 0]], held[pairs[way, 1]]]
                for card in cards:
                    row[card] += weight
                for card in held:
                    row[card] -= weight
        place = 0
        while place < 5 and deal[place] + 1 == deal[place + 1]:
            deal[place] = place
            place += 1
        deal[place] += 1
        if deal[5] == len(cards):
            return out


def test_one_question(
    benchmark: BenchmarkFixture, pone: Policy, every: tuple[NDArray[np.uint16], NDArray[np.int64]]
) -> None:
    codes, mix = every
    crib.opponent_joint(np.arange(40, dtype=np.uint8), codes, mix, pone.denominator)
    joint = benchmark(crib.opponent_joint, OWN, codes, mix, pone.denominator, threads=2)
    assert joint.sum() == pone.denominator * OTHERS * 40
    shares = np.concatenate([pone.denominator * np.eye(15, dtype=np.int64), mix])
    cards = np.setdiff1d(np.arange(52), OWN)
    choose = np.array([[comb(n, k) for k in range(7)] for n in range(52)])
    lower, upper = unrank_combinations(np.arange(1326), 2).T
    assert np.array_equal(joint, plain_joint(cards, codes, shares, PAIRS, choose)[lower, upper])
    note(
        benchmark,
        "one question: every pair laid away with every start, 9,366,819 deals",
        items=OTHERS,
        yardstick="a plain compiled loop over the same deals",
        call=lambda: plain_joint(cards, codes, shares, PAIRS, choose),
    )


def test_cribs_of_all_deals(
    benchmark: BenchmarkFixture, pone: Policy, every: tuple[NDArray[np.uint16], NDArray[np.int64]]
) -> None:
    pack = deal_pack(6)
    args = (pack, pone.codes, pone.mix, pone.denominator)
    small = deal_pack(5)
    five = solved_policy("pone", 5)
    crib.crib_sums(small, five.codes, five.mix, five.denominator)
    sums = benchmark.pedantic(crib.crib_sums, args, {"threads": 2}, rounds=3)
    dealer = solved_policy("dealer")
    means = sums / (pack.answers * pone.denominator)
    crib_ev = np.average((dealer.shares() * means).sum(axis=1), weights=pack.weights)
    assert crib_ev == pytest.approx(manifest()["solved/six.npz"]["crib"], abs=1e-11)
    note(
        benchmark,
        "mean cribs of all 962,988 deals x 15 discards against the solved pone",
        items=DEALS,
        yardstick="one question, 962,988 times",
        call=lambda: crib.opponent_joint(OWN, *every, pone.denominator, threads=2),
        times=DEALS,
    )


def test_first_use(benchmark: BenchmarkFixture, pone: Policy) -> None:
    deals, positions = distinct_deals(6)[0], discard_positions(6, 2)
    args = (deals, pone.codes, pone.mix, positions)
    codes, mix = benchmark.pedantic(crib.expand_policy, args, {"threads": 2}, rounds=3, warmup_rounds=1)
    assert len(codes) == comb(52, 6)
    assert (mix.sum(axis=1) == pone.denominator).all()
    note(benchmark, "a policy of all 962,988 classes written out for 20,358,520 deals", items=len(codes))


def test_classes_of_many_deals(benchmark: BenchmarkFixture) -> None:
    deals = distinct_deals(6)[0]
    classes_of(deals[:1])
    classes, _ = benchmark(classes_of, deals)
    assert np.array_equal(classes, np.arange(DEALS))
    note(benchmark, "the class of each of 962,988 deals", items=DEALS)


def test_rounds_of_the_solver(benchmark: BenchmarkFixture) -> None:
    game = points_game(5)
    options = {"target": 0.0, "rounds": 3, "threads": 2}
    solution = benchmark.pedantic(solve_discards, (game,), options, rounds=3)
    assert solution.result.exploitability < 3e-4
    note(benchmark, "three rounds of the solver, five-card deals", items=3)
