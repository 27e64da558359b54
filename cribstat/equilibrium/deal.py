"""The whole deal: discards and play that answer each other.

Discards are made for hand, crib and play together; the play is between the keeps these discards leave. Both
learn in turn: each round every side's discards answer the other's (predictive regret matching, see
`discards`), with what the play brings each keep so far, and then the play goes on for some iterations
(see `play`) with the new keeps. Nothing is forgotten between rounds, so both come to rest together.

How far from perfect the result is, is computed: what a player could gain in all, by the best play of every
keep and the best discards on top of it. In the play a player knows the ranks he kept and what was laid; his
own discards and the start are left out there, as in `cribstat.equilibrium.play`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cribstat.cache import Message, read_checkpoint, write_checkpoint
from cribstat.equilibrium.discards import (
    DiscardState,
    Policies,
    answer_in_turn,
    crib_means,
    policy_shares,
    resume_state,
    save_state,
    start_state,
)
from cribstat.equilibrium.game import DEALER, PONE, ClassPolicy, Floats, points_game
from cribstat.equilibrium.play import PlayGame, PlaySolver, play_game
from cribstat.equilibrium.play.game import RARE_SHARE
from cribstat.kernels import patterns
from cribstat.kernels.crib import Pack
from cribstat.policies import deal_pack

SEATS = (PONE, DEALER)
NOTED_SHARE = 1e-5  # keeps with a smaller share do not count as moved
FIRST_ITERATIONS = 40  # of the play before the first round,
ITERATIONS = 10  # and in every round
Weights = tuple[int, int]
PARTS = 60  # shares of discards are multiples of 1/60


class DealTraceRow(NamedTuple):
    """What a round of both solvers has reached, in points a deal.

    Attributes
    ----------
    round
        Rounds done.
    exploitability
        Sum of both gains of the best play and the best discards on top.
    pone_gain, dealer_gain
        The gains.
    play_exploitability
        That of the play alone, for the keeps of this round.
    moved
        Largest change of a keep's net points in the play since the round before, in either role, among
        those with a share above 0.00001.
    play_value
        Mean points of pone less the dealer's in the play.
    pone_total, dealer_total
        Mean of hand plus net points in the play, less the crib for pone, plus it for the dealer.
    """

    round: int
    exploitability: float
    pone_gain: float
    dealer_gain: float
    play_exploitability: float
    moved: float
    play_value: float
    pone_total: float
    dealer_total: float


@dataclass
class DealSolution:
    """Discards and play of a whole deal.

    Attributes
    ----------
    discards
        Policies of pone and dealer by class of deals, with their regrets.
    play
        The solver of the play, with the keeps of these discards.
    values
        Net points in the play of every keep of pone and of the dealer, by `patterns.multisets` order.
    rare_share
        Share of keeps made at random in the play.
    weights
        What a point of pone and a point of the dealer is worth; everything above is in weighted points.
    trace
        A row for each round.
    """

    discards: DiscardState
    play: PlaySolver
    values: tuple[Floats, Floats]
    rare_share: float
    weights: Weights = (1, 1)
    trace: list[DealTraceRow] = field(default_factory=list)

    @property
    def policies(self) -> Policies:
        """Discards of pone and dealer."""
        pone, dealer = self.discards.policies
        return pone, dealer


def keep_frequencies(pack: Pack, policy: ClassPolicy) -> Floats:
    """Return the share of deals in which a discard policy keeps each rank multiset.

    Parameters
    ----------
    pack
        The classes of deals.
    policy
        A symmetric policy by class.

    Returns
    -------
    numpy.ndarray
        By `patterns.multisets` order of the cards kept; adds up to 1.

    Notes
    -----
    **Exact** to the rounding of doubles.
    """
    _, kept = patterns.split_positions(pack.dealt, 2)
    keeps = patterns.multiset_index(pack.deals[:, kept] >> 2)
    laid = pack.weights[:, None] * policy_shares(policy)
    number = len(patterns.multisets(pack.dealt - 2))
    deals = float(pack.weights.sum(dtype=np.int64))
    count: Floats = np.bincount(keeps.ravel(), laid.ravel(), minlength=number).astype(np.float64)
    return count / deals


def solve_deal(
    start: Policies,
    *,
    dealt: int = 6,
    target: float = 0.02,
    most_moved: float = 0.01,
    rounds: int = 100,
    rare_share: float = RARE_SHARE,
    weights: Weights = (1, 1),
    threads: int = 1,
    checkpoint: Path | None = None,
    progress: Callable[[DealTraceRow], None] | None = None,
    say: Message | None = None,
) -> DealSolution:
    """Solve discards and play together.

    Parameters
    ----------
    start
        Discards of pone and dealer to begin with, such as those solved for hand and crib.
    dealt
        Cards of a deal: 6, or 5 (three cards each, one series).
    target, most_moved
        Stop when the exploitability is at most `target` and no keep has moved by more than `most_moved`.
    rounds
        Stop after so many rounds in any case.
    rare_share
        As in `play_game`.
    weights
        What a point of pone and a point of the dealer is worth, whole numbers from 1 to 3: both sides then
        play for the weighted difference of the points, and values are in weighted points.
    threads
        Threads to work in; the result does not depend on it.
    checkpoint
        A folder for the state after each round, to go on from.
    progress
        Takes the row of each round.
    say
        Takes a sentence where the checkpoint is of another run or damaged and the run begins afresh.

    Raises
    ------
    OSError
        The checkpoint cannot be written.

    Notes
    -----
    **Exact** exploitability, to the rounding of doubles, of what is returned in the model named above, where
    a share of `rare_share` of the keeps in the play is made at random.
    """
    run = _Run(dealt, rare_share, weights, threads, checkpoint, say)
    solution = run.resume() or run.begin(start)
    seen = [
        crib_means(points_game(dealt), policy, threads) for policy in reversed(solution.discards.policies)
    ]
    while not _done(solution.trace, target, most_moved) and len(solution.trace) < rounds:
        run.round(solution, seen)
        if progress is not None:
            progress(solution.trace[-1])
    return solution


def _done(trace: list[DealTraceRow], target: float, most_moved: float) -> bool:
    """Tell whether the last round is good enough."""
    return bool(trace) and trace[-1].exploitability <= target and trace[-1].moved <= most_moved


@dataclass(frozen=True)
class _Run:
    """What does not change from round to round."""

    dealt: int
    rare_share: float
    weights: Weights
    threads: int
    checkpoint: Path | None
    say: Message | None

    def begin(self, start: Policies) -> DealSolution:
        """Solve the play for the discards to begin with."""
        play = PlaySolver(self.game(list(start)), self.threads)
        for _ in range(FIRST_ITERATIONS):
            play.iterate()
        discards = start_state(points_game(self.dealt, weights=self.weights))
        discards.policies = list(start)
        return DealSolution(discards, play, _net_values(play), self.rare_share, self.weights)

    def game(self, policies: list[ClassPolicy]) -> PlayGame:
        """Set up the play that discards lead to."""
        pone, dealer = (keep_frequencies(deal_pack(self.dealt), policy) for policy in policies)
        single = self.dealt == 5
        return play_game(
            pone,
            dealer,
            held=self.dealt - 2,
            single_series=single,
            rare_share=self.rare_share,
            weights=self.weights,
        )

    def round(self, solution: DealSolution, seen: list[Floats]) -> None:
        """Let the discards answer, then the play go on with their keeps; all in place."""
        game = points_game(self.dealt, solution.values, self.weights)
        answer_in_turn(game, solution.discards, seen, PARTS, self.threads)
        solution.play.change(self.game(solution.discards.policies))
        for _ in range(ITERATIONS):
            solution.play.iterate()
        before, solution.values = solution.values, _net_values(solution.play)
        solution.trace.append(self.measure(solution, before, seen))
        self.save(solution)

    def measure(
        self, solution: DealSolution, before: tuple[Floats, Floats], seen: list[Floats]
    ) -> DealTraceRow:
        """Find what both sides could gain in the whole deal, and how far the keeps have moved."""
        game = points_game(self.dealt, solution.values, self.weights)
        answers = _net_values(solution.play, best=True)
        best = points_game(self.dealt, answers, self.weights)
        gains, totals, moved = [], [], []
        for seat in SEATS:
            policy = solution.discards.policies[seat]
            reached = (policy_shares(policy) * game.values(seat, seen[seat])).sum(axis=1)
            totals.append(game.mean(reached))
            gains.append(game.mean(best.values(seat, seen[seat]).max(axis=1) - reached))
            noted = keep_frequencies(game.pack, policy) > NOTED_SHARE
            moved.append(float(np.abs(solution.values[seat] - before[seat])[noted].max()))
        mass = [solution.play.game.from_tree(m) for m in solution.play.game.mass]
        play_gains = [
            float(np.nansum((answers[seat] - solution.values[seat]) * mass[seat])) for seat in SEATS
        ]
        value = float(np.nansum(solution.values[PONE] * mass[PONE]))
        number = len(solution.trace) + 1
        return DealTraceRow(
            number,
            sum(gains),
            gains[PONE],
            gains[DEALER],
            sum(play_gains),
            max(moved),
            value,
            totals[PONE],
            totals[DEALER],
        )

    def label(self) -> str:
        """Name what a checkpoint belongs to."""
        weighted = "" if self.weights == (1, 1) else f" {self.weights}"
        return f"deal {self.dealt} {self.rare_share} {PARTS}{weighted}"

    def save(self, solution: DealSolution) -> None:
        """Write the state of a round; the file that names the round comes last."""
        if self.checkpoint is None:
            return
        save_state(self.label(), solution.discards, self.checkpoint / "discards.npz")
        solution.play.save(self.checkpoint / "play.npz")
        write_checkpoint(
            self.checkpoint / "deal.npz",
            self.label(),
            trace=np.array(solution.trace),
            values=np.array(solution.values),
        )

    def resume(self) -> DealSolution | None:
        """Return the state that the checkpoint keeps; None where there is none, or a round was cut short."""
        if self.checkpoint is None:
            return None
        heard = read_checkpoint(self.checkpoint / "deal.npz", self.label(), _trace_and_values, self.say)
        if heard is None:
            return None
        trace, values = heard
        game = points_game(self.dealt, weights=self.weights)
        discards = resume_state(game, self.label(), self.checkpoint / "discards.npz", self.say)
        if discards is None or len(discards.trace) != len(trace):
            return None
        play = PlaySolver(self.game(discards.policies), self.threads)
        return (
            DealSolution(discards, play, values, self.rare_share, self.weights, trace)
            if play.resume(self.checkpoint / "play.npz", self.say)
            else None
        )


def _trace_and_values(
    kept: Mapping[str, NDArray[Any]],
) -> tuple[list[DealTraceRow], tuple[Floats, Floats]]:
    """Read the trace and the points of the keeps from a checkpoint."""
    trace = [DealTraceRow(int(row[0]), *row[1:].tolist()) for row in kept["trace"]]
    values = kept["values"]
    return trace, (values[PONE], values[DEALER])


def _net_values(play: PlaySolver, *, best: bool = False) -> tuple[Floats, Floats]:
    """Return the net points of every keep in both roles."""
    solution = play.solution()
    return solution.net_values(PONE, best=best), solution.net_values(DEALER, best=best)
