"""Count how deals move two sides towards the target, and solve the race backwards, compiled.

A deal is a list of points in the order they fall. What a race to any target needs of it is the path of both
totals: at which points of the other side each total was reached, and both totals at the end. `add_points` and
`end_deal` count these over many deals; `solve_race` works from the target backwards. The mathematics stand in
`cribstat.winprob`.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cribstat.kernels._jit import njit

HEELS, PLAY, HAND, CRIB = 0, 1, 2, 3
PHASES = 4
SIZE = 128  # points of one side in one deal stay below it
PONE, DEALER = 0, 1
Counts = NDArray[np.int64]
Floats = NDArray[np.float64]


@njit
def add_points(
    side: int,
    phase: int,
    points: int,
    standing: Counts,
    dealer_out: Counts,
    pone_out: Counts,
) -> None:
    """Count points that fall to a side, and move its total; `standing` and the counts are modified in place.

    Parameters
    ----------
    side
        0 for the side that does not deal, 1 for the dealer's.
    phase
        `HEELS`, `PLAY`, `HAND` or `CRIB`.
    points
        Points, 0 or more.
    standing
        int64, (2,): points of both sides in this deal so far, by side; zeros before a deal.
    dealer_out
        int64, (4, SIZE, SIZE): deals in which the dealer's side comes to a points or more in a phase while
        the other side has p, at ``[phase, a, p]``.
    pone_out
        The same of the other side: ``[phase, b, d]``.

    Preconditions: no side makes `SIZE` points or more in one deal.
    """
    before, other = standing[side], standing[1 - side]
    standing[side] = before + points
    for reached in range(before + 1, before + points + 1):
        if side == DEALER:
            dealer_out[phase, reached, other] += 1
        else:
            pone_out[phase, reached, other] += 1


@njit
def end_deal(standing: Counts, totals: Counts) -> None:
    """Count a deal by the points of both sides, in `totals` (SIZE, SIZE) at [dealer's, pone's], in place."""
    totals[standing[DEALER], standing[PONE]] += 1


@njit
def add_deal(
    sides: NDArray[np.int64],
    phases: NDArray[np.int64],
    points: NDArray[np.int64],
    n: int,
    dealer_out: Counts,
    pone_out: Counts,
    totals: Counts,
) -> None:
    """Count a deal of `n` events in the order they fall; the counts are modified in place.

    Preconditions: as in `add_points`, of which each event is one.
    """
    standing = np.zeros(2, dtype=np.int64)
    for event in range(n):
        add_points(sides[event], phases[event], points[event], standing, dealer_out, pone_out)
    end_deal(standing, totals)


class RaceShares(NamedTuple):
    """How deals move both sides, for some kinds of deals, as shares of their number.

    Attributes
    ----------
    dealer_out, pone_out
        Shares of deals as in `add_points`, over all phases, float64, (kinds, rows, columns).
    totals
        Shares of deals by the points of the dealer and of pone, float64, (kinds, rows, columns).
    """

    dealer_out: Floats
    pone_out: Floats
    totals: Floats


@njit
def solve_race(
    dealing: RaceShares, leading: RaceShares, kinds: tuple[Counts, Counts], prizes: Floats
) -> tuple[Floats, Floats]:
    """Return what one player wins on average from every pair of scores, when he deals and when he does not.

    Parameters
    ----------
    dealing, leading
        How a deal goes when the player deals, and when the other deals.
    kinds
        Which kind of deal is played at each pair of scores when the player deals, and when the other does:
        int64, (target, target), at [dealer's, pone's].
    prizes
        What the winner takes by the loser's score, float64, (n, target).

    Returns
    -------
    tuple of numpy.ndarray
        As dealer and as pone, float64, (n, target, target), at [prize, dealer's score, pone's score].

    Preconditions: every deal brings somebody a point, so ``totals[kind, 0, 0]`` is 0.
    """
    n, target = prizes.shape
    # What is won by needs, at [pone's need, dealer's need]: the next deal is then read along a row.
    needs = np.zeros((target + 1, target + 1, 2 * n))
    for total in range(2, 2 * target + 1):
        for a in range(max(1, total - target), min(target, total - 1) + 1):
            b = total - a
            own, other = kinds[0][target - a, target - b], kinds[1][target - a, target - b]
            _solve_state(a, b, own, other, dealing, leading, prizes, needs)
    dealer, pone = np.empty((n, target, target)), np.empty((n, target, target))
    for a in range(1, target + 1):
        for b in range(1, target + 1):
            for prize in range(n):
                dealer[prize, target - a, target - b] = needs[b, a, prize]
                pone[prize, target - a, target - b] = needs[b, a, n + prize]
    return dealer, pone


@njit
def _solve_state(
    a: int,
    b: int,
    own: int,
    other: int,
    dealing: RaceShares,
    leading: RaceShares,
    prizes: Floats,
    needs: Floats,
) -> None:
    """Add what is won where the dealer needs `a` points and pone `b` to `needs`, in place.

    Preconditions: `own` and `other` the kinds of deals; zeros stand there before.
    """
    n, target = prizes.shape
    won = needs[b, a]
    outs = dealing.dealer_out[own]
    if a < outs.shape[0]:
        for p in range(min(b, outs.shape[1])):
            for prize in range(n):
                won[prize] += outs[a, p] * prizes[prize, target - b + p]
    outs = leading.pone_out[other]
    if b < outs.shape[0]:
        for d in range(min(a, outs.shape[1])):
            for prize in range(n):
                won[n + prize] += outs[b, d] * prizes[prize, target - a + d]
    mine, his = dealing.totals[own], leading.totals[other]
    for d in range(min(a, mine.shape[0], his.shape[0])):
        for p in range(min(b, mine.shape[1], his.shape[1])):
            after = needs[a - d, b - p]
            for prize in range(n):
                won[prize] += mine[d, p] * after[n + prize]
                won[n + prize] += his[d, p] * after[prize]


@njit
def best_kinds(dealing: RaceShares, leading: RaceShares, target: int) -> tuple[Counts, Counts]:
    """Return which kind of deal wins a player most often at every pair of scores.

    Parameters
    ----------
    dealing, leading
        How a deal goes when the player deals, and when the other deals, by the kind he chooses.
    target
        The score that wins.

    Returns
    -------
    tuple of numpy.ndarray
        When the player deals, and when the other does: int64, (target, target), at [dealer's, pone's score].
    """
    prizes, needs = np.ones((1, target)), np.zeros((target + 1, target + 1, 2))
    own, other = np.zeros((target, target), np.int64), np.zeros((target, target), np.int64)
    for total in range(2, 2 * target + 1):
        for a in range(max(1, total - target), min(target, total - 1) + 1):
            b = total - a
            best, second = -1.0, -1.0
            for kind in range(dealing.totals.shape[0]):
                needs[b, a] = 0.0
                _solve_state(a, b, kind, kind, dealing, leading, prizes, needs)
                if needs[b, a, 0] > best:
                    best, own[target - a, target - b] = needs[b, a, 0], kind
                if needs[b, a, 1] > second:
                    second, other[target - a, target - b] = needs[b, a, 1], kind
            needs[b, a, 0], needs[b, a, 1] = best, second
    return own, other
