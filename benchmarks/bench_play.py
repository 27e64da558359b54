"""Time the solver of the play: an iteration, a best answer, and the tree."""

import numpy as np
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from cribstat.equilibrium.play import PlayGame, PlaySolver, play_game
from cribstat.equilibrium.play.walker import ANSWER
from cribstat.kernels import patterns
from yardsticks import note

ENTRIES = 51_926_953  # of the six-card play
TOY = {5: 3, 6: 3, 9: 3}


def natural_game(held: int, copies: int | list[int] = 4, *, single_series: bool = False) -> PlayGame:
    """Set up a play of random keeps."""
    counts = patterns.rank_counts(patterns.multisets(held))
    ways = np.array([1, 4, 6, 4, 1])[counts].prod(axis=1)
    return play_game(ways, ways, held=held, copies=copies, single_series=single_series, rare_share=0.0)


@pytest.fixture
def solver(benchmark: BenchmarkFixture) -> PlaySolver:
    """Grow the six-card play where the clock runs, and a toy where it does not."""
    copies = 4 if benchmark.enabled else [TOY.get(rank, 0) for rank in range(13)]
    solver = PlaySolver(natural_game(4, copies))
    solver.iterate()
    assert not benchmark.enabled or solver.walker.entries == ENTRIES
    return solver


def test_iteration_of_the_six_card_play(benchmark: BenchmarkFixture, solver: PlaySolver) -> None:
    benchmark.pedantic(solver.iterate, rounds=3 if benchmark.enabled else 1)
    assert solver.iteration >= 2
    assert np.isfinite(solver.regret).all()
    note(
        benchmark,
        "an iteration of the six-card play, both sides, one thread; entries",
        items=2 * solver.walker.entries,
    )


def test_best_answer_of_the_six_card_play(benchmark: BenchmarkFixture, solver: PlaySolver) -> None:
    average = solver.average
    values = benchmark.pedantic(
        solver.walker.values, (0, ANSWER, average, average), rounds=3 if benchmark.enabled else 1
    )
    assert np.isfinite(values).all()
    note(benchmark, "pone's best answer to a strategy of the six-card play, one thread")


def test_five_card_play_to_a_thousandth(benchmark: BenchmarkFixture) -> None:
    game = natural_game(3, single_series=True)
    PlaySolver(game).iterate()

    def solve() -> float:
        solver = PlaySolver(game)
        for _ in range(40):
            solver.iterate()
        return solver.measure().exploitability

    assert benchmark.pedantic(solve, rounds=1) <= 0.001
    note(benchmark, "the five-card play solved to 0.001, the tree grown too")
