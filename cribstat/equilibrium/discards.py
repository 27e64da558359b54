"""Predictive regret matching for the discards, each side answering the other in turn.

Every class of deals keeps for each discard the regret at not having made it, never below zero: to it is
added, in every round, what the discard is worth more than the shares played, against what the other side
plays now. The shares of the next round are in the proportion of the regrets after one more addition of the
same (the prediction that the other side stays as it is). Where nothing is regretted the best discard is
played. On such games the shares themselves converge, not only their averages; so the policies of the best
round are returned as they were played.

Shares are rounded to multiples of one part before they are played. The offset of the rounding runs evenly
through the classes, so over many classes it adds up to nothing; and what is traced, answered and returned
is the rounded policy. Crib sums are integers and everything else is done class by class: a run that was
stopped goes on as if it had not been, with any number of threads.

Before the regrets begin, `WARM_UP` rounds of plain best responses bring both sides near.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cribstat.cache import Message, read_checkpoint, write_checkpoint
from cribstat.equilibrium.game import DEALER, PONE, ClassPolicy, DiscardGame, Floats
from cribstat.kernels.crib import symmetric_policy

WARM_UP = 3
SEATS = (PONE, DEALER)
# Multiples of the golden section of one fill it evenly.
GOLDEN = 0.618033988749895
SAVE_SECONDS = 60.0
Policies = tuple[ClassPolicy, ClassPolicy]


class TraceRow(NamedTuple):
    """What two policies are worth against each other, in points a deal.

    Attributes
    ----------
    round
        Rounds played.
    exploitability
        Sum of both gains.
    dealer_gain, pone_gain
        What a best response to the other side's policy gains over the own.
    dealer_own, pone_own
        Mean worth of the discards apart from the crib: the hand, and what was added to it.
    crib
        Mean crib.
    """

    round: int
    exploitability: float
    dealer_gain: float
    pone_gain: float
    dealer_own: float
    pone_own: float
    crib: float


@dataclass
class DiscardState:
    """The state of a run; lists by seat."""

    policies: list[ClassPolicy]
    regrets: list[Floats]
    best: Policies
    trace: list[TraceRow] = field(default_factory=list)


@dataclass(frozen=True)
class Solution:
    """Two policies that answer each other.

    Attributes
    ----------
    policies
        Of pone and dealer, symmetric, as integers over a denominator.
    result
        The exploitability and means of these very policies, exact.
    trace
        The same for the policies of every round.
    """

    policies: Policies
    result: TraceRow
    trace: list[TraceRow]


def solve_discards(
    game: DiscardGame,
    *,
    target: float = 1e-6,
    rounds: int = 1000,
    parts: int = 60,
    checkpoint: Path | None = None,
    progress: Callable[[TraceRow], None] | None = None,
    threads: int = 1,
    say: Message | None = None,
) -> Solution:
    """Find policies of dealer and pone that answer each other.

    Parameters
    ----------
    game
        The game.
    target
        Stop at this exploitability, points a deal, or less.
    rounds
        Stop after this many rounds at the latest.
    parts
        Shares are multiples of 1/`parts` before mirror images share evenly.
    checkpoint
        File that keeps the state, written once a minute and at the end; a run of the same game goes on from
        it.
    progress
        Takes the trace's row of each round.
    threads
        Threads to work in; the result does not depend on it.
    say
        Takes a sentence where the checkpoint is of another run or damaged and the run begins afresh.

    Returns
    -------
    Solution
        The policies of the round with the smallest exploitability.

    Raises
    ------
    OSError
        The checkpoint cannot be written.

    Notes
    -----
    The policies are **approximate** equilibria; their exploitability is **exact**: both sides' best-response
    gains, every card removed, computed on the rounded policies that are returned. Predictive regret matching:
    Farina, Kroer and Sandholm 2021, https://arxiv.org/abs/2007.14358.
    """
    label = f"{game.fingerprint()} {parts}"
    state = resume_state(game, label, checkpoint, say) or start_state(game)
    seen = [crib_means(game, state.policies[1 - seat], threads) for seat in SEATS]
    saved = monotonic()
    while not _done(state.trace, target, rounds):
        answer_in_turn(game, state, seen, parts, threads)
        if progress:
            progress(state.trace[-1])
        if checkpoint and (monotonic() - saved > SAVE_SECONDS or _done(state.trace, target, rounds)):
            save_state(label, state, checkpoint)
            saved = monotonic()
    result = min(state.trace, key=lambda row: row.exploitability)
    return Solution(state.best, result, state.trace)


def answer_in_turn(
    game: DiscardGame, state: DiscardState, seen: list[Floats], parts: int, threads: int = 1
) -> None:
    """Play one round: each side answers the other, the dealer first; all in place.

    Parameters
    ----------
    game
        The game; what discards are worth may change from round to round.
    state
        Policies, regrets and trace.
    seen
        By seat, the mean cribs (n, discards) that it sees; replaced by those after the round.
    parts, threads
        As in `solve_discards`.
    """
    for seat in (DEALER, PONE):
        state.policies[seat] = _answer(game, state, seat, seen[seat], parts)
        seen[1 - seat] = crib_means(game, state.policies[seat], threads)
    _note(game, state, seen)


def exploitability(game: DiscardGame, policies: Policies, *, threads: int = 1) -> TraceRow:
    """Return what best responses gain against two symmetric policies (of pone and dealer), and their means.

    Notes
    -----
    **Exact** to the rounding of doubles.
    """
    seen = [crib_means(game, policies[1 - seat], threads) for seat in SEATS]
    return _row(game, 0, list(policies), seen)


def _done(trace: list[TraceRow], target: float, rounds: int) -> bool:
    """Tell whether a run has reached its target or its last round."""
    return bool(trace) and (trace[-1].exploitability <= target or trace[-1].round >= rounds)


def start_state(game: DiscardGame) -> DiscardState:
    """Let both sides begin with what is best apart from the crib, and regret nothing."""
    pone, dealer = (game.pure(game.own[seat].argmax(axis=1).astype(np.uint16)) for seat in SEATS)
    return DiscardState([pone, dealer], [np.zeros_like(own) for own in game.own], (pone, dealer))


def crib_means(game: DiscardGame, policy: ClassPolicy, threads: int) -> Floats:
    """Return the mean cribs (n, discards) that the other side of a policy sees."""
    means: Floats = game.crib_sums(policy, threads) / (float(game.pack.answers) * policy[2])
    return means


def policy_shares(policy: ClassPolicy) -> Floats:
    """Return the shares of all discards, (n, discards)."""
    codes, mix, whole = policy
    shares: Floats = np.concatenate([np.eye(mix.shape[1]), mix / whole])[codes]
    return shares


def _answer(game: DiscardGame, state: DiscardState, seat: int, means: Floats, parts: int) -> ClassPolicy:
    """Return a seat's next policy, and add to its regrets in place."""
    values = game.values(seat, means)
    if len(state.trace) < WARM_UP:
        return game.pure(values.argmax(axis=1).astype(np.uint16))
    regrets = state.regrets[seat]
    fresh = values - (policy_shares(state.policies[seat]) * values).sum(axis=1, keepdims=True)
    regrets += fresh
    np.maximum(regrets, 0.0, out=regrets)
    return _rounded(game, np.maximum(regrets + fresh, 0.0), values, parts)


def _rounded(game: DiscardGame, wanted: Floats, values: Floats, parts: int) -> ClassPolicy:
    """Return the policy with shares in the proportion of `wanted`, in parts; the best where nothing is."""
    totals = wanted.sum(axis=1)
    codes = np.where(totals > 0, wanted.argmax(axis=1), values.argmax(axis=1)).astype(np.uint16)
    mixing = np.flatnonzero(wanted.max(axis=1) < totals)
    edges = np.cumsum(wanted[mixing], axis=1) / totals[mixing, None]
    marks = np.floor(edges * parts + (mixing * GOLDEN % 1.0)[:, None])
    marks[:, -1] = parts
    rounded = np.diff(marks, axis=1, prepend=0.0).astype(np.int64)
    rows, places = np.unique(rounded, axis=0, return_inverse=True)
    codes[mixing] = wanted.shape[1] + places.reshape(-1)
    return symmetric_policy(codes, rows, parts, game.pack.orbits)


def _note(game: DiscardGame, state: DiscardState, seen: list[Floats]) -> None:
    """Add a row to the trace, and keep the policies if they are the best so far, in place."""
    row = _row(game, len(state.trace) + 1, state.policies, seen)
    if all(row.exploitability < earlier.exploitability for earlier in state.trace):
        state.best = (state.policies[PONE], state.policies[DEALER])
    state.trace.append(row)


def _row(game: DiscardGame, number: int, policies: list[ClassPolicy], seen: list[Floats]) -> TraceRow:
    """Return gains and means of two policies, given the mean cribs that each side sees."""
    gains, own, crib = [], [], 0.0
    for seat in SEATS:
        shares, values = policy_shares(policies[seat]), game.values(seat, seen[seat])
        gains.append(game.mean(values.max(axis=1) - (shares * values).sum(axis=1)))
        own.append(game.mean((shares * game.own[seat]).sum(axis=1)))
        crib = game.mean((shares * seen[seat]).sum(axis=1))
    return TraceRow(
        number, gains[PONE] + gains[DEALER], gains[DEALER], gains[PONE], own[DEALER], own[PONE], crib
    )


def save_state(label: str, state: DiscardState, path: Path) -> None:
    """Write the state beside `path` and put it in its place."""
    kept: dict[str, NDArray[Any]] = {"trace": np.array(state.trace)}
    for seat in SEATS:
        places = np.flatnonzero(state.regrets[seat])
        kept[f"places{seat}"], kept[f"regrets{seat}"] = places, state.regrets[seat].reshape(-1)[places]
        for name, policy in (("policy", state.policies[seat]), ("best", state.best[seat])):
            for part, array in zip(("codes", "mix", "whole"), policy, strict=True):
                kept[f"{name}_{part}{seat}"] = np.asarray(array)
    write_checkpoint(path, label, **kept)


def resume_state(
    game: DiscardGame, label: str, path: Path | None, say: Message | None = None
) -> DiscardState | None:
    """Return the state that `path` keeps, None where there is none to go on from (see `read_checkpoint`)."""

    def take(kept: Mapping[str, NDArray[Any]]) -> DiscardState:
        regrets, policies = [], {}
        for seat in SEATS:
            regrets.append(np.zeros_like(game.own[seat]))
            regrets[seat].reshape(-1)[kept[f"places{seat}"]] = kept[f"regrets{seat}"]
            for name in ("policy", "best"):
                codes, mix, whole = (kept[f"{name}_{part}{seat}"] for part in ("codes", "mix", "whole"))
                policies[name, seat] = (codes, mix, int(whole))
        trace = [TraceRow(int(row[0]), *row[1:].tolist()) for row in kept["trace"]]
        best = (policies["best", PONE], policies["best", DEALER])
        return DiscardState([policies["policy", seat] for seat in SEATS], regrets, best, trace)

    return read_checkpoint(path, label, take, say)
