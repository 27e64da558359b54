"""Time the simulation: deals a second with solved discards and the expectation player, and whole games."""

import os
from collections.abc import Callable, Sequence

import numpy as np
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

import naive_simulation as twin
from cribstat import variant
from cribstat.policies.solved import solved_policy
from cribstat.simulation import Simulation, simulate
from yardsticks import note

THREADS = os.cpu_count() or 1
PLAIN = 20  # deals of the plain twin


def lay_out(deal: Sequence[int], seat: int, _: Callable[[int], int]) -> list[int]:
    """Lay away what the solved policy lays away most."""
    policy = solved_policy(("pone", "dealer")[seat])
    way = int(policy.laid_away(np.array([deal], dtype=np.uint8))[0].argmax())
    return [[deal[one], deal[two]] for one in range(6) for two in range(one + 1, 6)][way]


def plain_deals() -> None:
    """Play deals out in plain Python, a greedy player in the play."""
    game = twin.Game(2, 6, 2, lay_out)
    for deal in range(PLAIN):
        game.points(7, deal)


@pytest.mark.parametrize("threads", sorted({1, THREADS}))
def test_deals_of_six(benchmark: BenchmarkFixture, threads: int) -> None:
    deals = 400_000 if benchmark.enabled else 8192
    simulate("six", deals=100)
    found = benchmark.pedantic(
        simulate, ("six",), {"deals": deals, "threads": threads}, rounds=3 if benchmark.enabled else 1
    )
    assert isinstance(found, Simulation)
    assert abs(found.roles["dealer"]["hand"].mean - 7.987) < 5 * found.roles["dealer"]["hand"].se
    note(
        benchmark,
        f"deals of six, solved discards, expectation player, {threads} thread{'s' * (threads > 1)}",
        items=deals,
        yardstick=f"{PLAIN} deals of the plain twin with a greedy player, as many times",
        call=plain_deals,
        times=deals / PLAIN,
    )


@pytest.mark.parametrize("name", ["five", "seven", "eight", "three", "four"])
def test_deals_of_other_games(benchmark: BenchmarkFixture, name: str) -> None:
    deals = 50_000 if benchmark.enabled else 100
    record = variant(name)
    # The tables of the habits take seconds to make: only where the clock runs.
    policies = "solved" if benchmark.enabled else "best-hand"
    simulate(record, deals=100, policies=policies)
    asked = {"deals": deals, "threads": THREADS, "policies": policies}
    found = benchmark.pedantic(simulate, (record,), asked, rounds=3 if benchmark.enabled else 1)
    heels = found.roles["dealer" if record.players == 2 else str(record.dealer_seat)]["heels"]
    assert abs(heels.mean - 2 / 13) <= 5 * heels.se
    note(benchmark, f"deals of {name}, solved discards, expectation player, {THREADS} threads", items=deals)


def test_games_of_six(benchmark: BenchmarkFixture) -> None:
    games = 40_000 if benchmark.enabled else 100
    simulate("six", 10)
    found = benchmark.pedantic(
        simulate, ("six", games), {"threads": THREADS}, rounds=3 if benchmark.enabled else 1
    )
    assert found.games is not None
    assert 8 < found.games.deals_a_game.mean < 10
    note(benchmark, f"whole games of six, {THREADS} threads", items=games)
