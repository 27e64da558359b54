"""Time the race to the target: the table from its counts, its errors, one answer by command."""

import numpy as np
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from cribstat.winprob import Shares, solve_values, standard_errors, win_prob
from cribstat.winprob.tables import shipped_race
from yardsticks import note

TARGET = 121


def plain_chances(shares: Shares) -> np.ndarray:
    """Solve the chances state by state with whole-array sums, in numpy."""
    dealer_out, pone_out, totals = (np.pad(part, (0, TARGET))[: TARGET + 1, : TARGET + 1] for part in shares)
    chance = np.zeros((TARGET + 1, TARGET + 1))  # at [dealer's need, pone's need]
    for total in range(2, 2 * TARGET + 1):
        for a in range(max(1, total - TARGET), min(TARGET, total - 1) + 1):
            b = total - a
            after = chance[b:0:-1, a:0:-1].T  # of the next dealer, who needs b less p
            here = totals[:a, :b]
            chance[a, b] = dealer_out[a, :b].sum() + here.sum() - (here * after).sum()
    assert pone_out.shape == totals.shape
    return chance[:0:-1, :0:-1]


def test_table_of_all_states(benchmark: BenchmarkFixture) -> None:
    shares = shipped_race("six")[0].shares()
    solve_values(shares, 5, ["win"])
    chance = benchmark(solve_values, shares, TARGET, ["win"])["win"].dealer
    np.testing.assert_allclose(chance, plain_chances(shares), atol=1e-12)
    assert chance[0, 0] == pytest.approx(win_prob(0, 0, "dealer").win_prob)
    note(
        benchmark,
        "chance of winning from all 14,641 pairs of scores, from the counts of the deals",
        items=TARGET * TARGET,
        yardstick="the same in numpy, state by state",
        call=lambda: plain_chances(shares),
    )


def test_errors_of_all_states(benchmark: BenchmarkFixture) -> None:
    statistic, errors = shipped_race("six")
    solve_values(statistic.shares(), 5, ["win"])
    args = (statistic, 61, ["win"])
    found = benchmark.pedantic(standard_errors, args, rounds=3)["win"]
    # The errors that ship are those of twice as many batches.
    ratio = found.dealer[20:50, 20:50] / errors["win"].dealer[80:110, 80:110]
    assert 0.75 < np.median(ratio) < 1.35
    note(benchmark, "standard errors of 3,721 pairs of scores, 12 batches left out in turn", items=61 * 61)
