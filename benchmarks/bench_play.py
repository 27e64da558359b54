"""Time the solver of the play (an iteration, a best answer, the tree) and the fast players."""

import numpy as np
import pytest
from numpy.typing import NDArray
from pytest_benchmark.fixture import BenchmarkFixture

from cribstat.equilibrium.play import PlayGame, PlaySolver, play_game
from cribstat.equilibrium.play.walker import ANSWER
from cribstat.kernels import patterns
from cribstat.kernels.dealing import deal_cards
from cribstat.kernels.player import desk, play_deals
from cribstat.policies.player import PLAYERS, play_deal, play_rules, player_tables
from cribstat.rules import SIX
from naive_player import twin_play
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


@pytest.fixture
def hands() -> NDArray[np.uint8]:
    """Deal four cards each to two players, often."""
    cards = np.empty((20_000, 8), np.uint8)
    deal_cards(7, 0, np.arange(52, dtype=np.uint8), cards)
    return np.sort(cards.reshape(-1, 2, 4), axis=2)


@pytest.mark.parametrize("player", ["expectation", "greedy"])
def test_six_card_plays_of_a_fast_player(
    benchmark: BenchmarkFixture, hands: NDArray[np.uint8], player: str
) -> None:
    rules, beliefs, points = play_rules("six"), player_tables("six"), np.zeros((len(hands), 2), np.int64)
    modes, weights = np.full(2, PLAYERS[player]), np.ones((2, 2))
    benchmark(play_deals, hands, rules, modes, weights, beliefs, 0, desk(2, 4), points)
    some = hands[:10].tolist()
    for row, pair in zip(points, some, strict=False):
        assert row.tolist() == list(play_deal(pair, player)[-1].totals)

    def plain() -> None:
        for pair in some:
            twin_play(SIX, pair)

    yardstick = "the plain Python twin of the expectation player"
    note(
        benchmark, f"six-card plays of two {player} players, one thread; plays", items=len(hands),
        yardstick=yardstick, call=plain if player == "expectation" else None, times=len(hands) / len(some),
    )  # fmt: skip
