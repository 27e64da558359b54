"""Discounted regret minimisation over the play, with checkpoints."""

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cribstat.cache import Message, read_checkpoint, write_checkpoint
from cribstat.equilibrium.play.game import DEALER, PONE, PlayGame
from cribstat.equilibrium.play.solution import PlaySolution
from cribstat.equilibrium.play.strategy import Position
from cribstat.equilibrium.play.walker import ANSWER, MEASURE, Numbers, Walker
from cribstat.kernels.playtree.choices import Rule

GAIN_POWER = 1.5  # positive regrets of before are multiplied by t^1.5 / (t^1.5 + 1) in iteration t + 1,
KEEP_LOSS = 0.0  # negative ones by this;
AVERAGE_POWER = 2.0  # iteration t counts t^2 in the average
MEASURE_EVERY = 10
SAVE_SECONDS = 120.0


class PlayTraceRow(NamedTuple):
    """What the average strategies are worth after some iterations, in points a deal.

    Attributes
    ----------
    iteration
        Iterations done.
    exploitability
        Sum of both gains.
    value
        Mean points of pone less those of the dealer.
    pone_gain, dealer_gain
        What a best response to the other side's strategy gains over the own.
    seconds
        Time spent by all runs together.
    """

    iteration: int
    exploitability: float
    value: float
    pone_gain: float
    dealer_gain: float
    seconds: float


class PlaySolver:
    """Regrets and sums of a play being solved.

    Parameters
    ----------
    game
        The play.
    threads
        How many parts of the tree are walked at the same time; results do not depend on it.
    history, start
        To solve the rest of a play only: the events that lead to it, and who holds what there.

    Attributes
    ----------
    iteration
        Iterations done.
    trace
        A row for each measurement.
    regret, average
        What is stored for each entry of the tree, float32.

    Notes
    -----
    Six-card play: 51,926,953 entries, 522,047,317 payoffs of one byte, 1.1 GB in all.
    """

    def __init__(
        self,
        game: PlayGame,
        threads: int = 1,
        history: Sequence[int] = (),
        start: Position | None = None,
    ) -> None:
        self.game, self.walker = game, Walker(game, threads, history=history, start=start)
        self.iteration, self.seconds = 0, 0.0
        self.trace: list[PlayTraceRow] = []
        self.regret: Numbers = np.zeros(self.walker.entries, np.float32)
        self.average: Numbers = np.zeros(self.walker.entries, np.float32)

    def iterate(self) -> None:
        """Update pone, then the dealer."""
        began = monotonic()
        discount = float(self.iteration) ** GAIN_POWER
        self.iteration += 1
        rule = Rule(discount / (discount + 1), KEEP_LOSS, float(self.iteration) ** AVERAGE_POWER)
        for seat in (PONE, DEALER):
            self.walker.learn(seat, self.regret, self.average, rule)
        self.seconds += monotonic() - began

    def measure(self) -> PlayTraceRow:
        """Find both best responses to the average strategies; add a row to the trace and return it.

        Notes
        -----
        **Exact** for the average strategies of the model. Of the rest of a play, points are times the chance
        that it comes to it (`PlaySolution.chance`).
        """
        began = monotonic()
        reach, average = self.walker.root.reach, self.average
        best = [
            float(reach[seat] @ self.walker.values(seat, ANSWER, average, average)) for seat in (PONE, DEALER)
        ]
        value = float(reach[PONE] @ self.walker.values(PONE, MEASURE, average, average))
        self.seconds += monotonic() - began
        row = PlayTraceRow(self.iteration, sum(best), value, best[0] - value, best[1] + value, self.seconds)
        self.trace.append(row)
        return row

    def change(self, game: PlayGame, *, restart: int | None = None) -> None:
        """Go on with other keep frequencies.

        Parameters
        ----------
        game
            The same play with other frequencies.
        restart
            Forget the averages, and let the regrets count for so many iterations from now on; None to go on
            as if nothing had happened. Older iterations lose their weight in either case.

        Raises
        ------
        ValueError
            The other play has another tree.
        """
        mine, other = self.game, game
        if _cards_and_rules(mine) != _cards_and_rules(other):
            raise ValueError("the play to go on with has other cards or rules: only frequencies may differ")
        self.game = self.walker.game = game
        if restart is not None:
            self.iteration, self.seconds, self.trace = restart, 0.0, []
            self.average[:] = 0

    def save(self, path: Path) -> None:
        """Write everything to one file, beside it first and then renamed."""
        state = {
            "iteration": self.iteration,
            "seconds": self.seconds,
            "trace": [list(row) for row in self.trace],
        }
        write_checkpoint(
            path,
            self.game.fingerprint(),
            state=np.array(json.dumps(state)),
            regret=self.regret,
            average=self.average,
        )

    def resume(self, path: Path, say: Message | None = None) -> bool:
        """Go on from a file of the same play; return whether there was one (see `read_checkpoint`)."""

        def take(kept: Mapping[str, NDArray[Any]]) -> bool:
            state: dict[str, Any] = json.loads(str(kept["state"]))
            regret, average = kept["regret"], kept["average"]
            if regret.shape != self.regret.shape or average.shape != self.average.shape:
                raise ValueError("arrays of another size")
            trace = [PlayTraceRow(*row) for row in state["trace"]]
            self.iteration, self.seconds = int(state["iteration"]), float(state["seconds"])
            self.regret[:], self.average[:], self.trace = regret, average, trace
            return True

        return read_checkpoint(path, self.game.fingerprint(), take, say) is not None

    def solution(self) -> PlaySolution:
        """Return the average strategies with what they are worth; arrays are shared, not copied."""
        return PlaySolution(self.walker, self.average, self.walker.root)


def solve_play(
    game: PlayGame,
    *,
    target: float = 0.002,
    iterations: int = 1000,
    minutes: float | None = None,
    threads: int = 1,
    checkpoint: Path | None = None,
    progress: Callable[[PlayTraceRow], None] | None = None,
    measure_every: int = MEASURE_EVERY,
    say: Message | None = None,
) -> PlaySolver:
    """Solve a play until its exploitability is at most `target`.

    Parameters
    ----------
    game
        The play (see `play_game`).
    target
        Exploitability in points a deal at which to stop.
    iterations, minutes
        Stop after so many iterations or minutes of this run in any case.
    threads
        How many parts of the tree are walked at the same time; the result does not depend on it.
    checkpoint
        File to save to at every measurement and to go on from; None for none.
    progress
        Called with every new row of the trace.
    measure_every
        Iterations between measurements; each takes about as long as two iterations.
    say
        Takes a sentence where the checkpoint is of another run or damaged and the run begins afresh.

    Returns
    -------
    PlaySolver
        Its `trace` ends with a measurement of what it holds; `solution()` gives the strategies.

    Raises
    ------
    OSError
        The checkpoint cannot be written.
    """
    solver = PlaySolver(game, threads)
    if checkpoint is not None:
        solver.resume(checkpoint, say)
    run_solver(solver, target, iterations, minutes, checkpoint, progress, measure_every)
    return solver


def run_solver(
    solver: PlaySolver,
    target: float,
    iterations: int,
    minutes: float | None = None,
    checkpoint: Path | None = None,
    progress: Callable[[PlayTraceRow], None] | None = None,
    measure_every: int = MEASURE_EVERY,
) -> None:
    """Iterate, measure and save until a limit of `solve_play` is reached."""
    began = monotonic()
    while not (solver.trace and solver.trace[-1].iteration == solver.iteration) or (
        solver.trace[-1].exploitability > target
        and solver.iteration < iterations
        and (minutes is None or monotonic() - began < 60 * minutes)
    ):
        for _ in range(min(measure_every, max(iterations - solver.iteration, 0))):
            solver.iterate()
        row = solver.measure()
        if checkpoint is not None:
            solver.save(checkpoint)
        if progress is not None:
            progress(row)


def _cards_and_rules(game: PlayGame) -> tuple[int, ...]:
    """Return what two plays must share to have the same tree."""
    return game.held, game.single_series, *game.copies.tolist(), *game.gains
