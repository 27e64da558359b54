"""Count how deals move two sides towards the target, and solve the race backwards, compiled.

A deal is a list of points in the order they fall. What a race to any target needs of it is the path of both
totals: at which points of the other side each total was reached, and both totals at the end. `add_points` and
`end_deal` count these over many deals; `solve_race` works from the target backwards. The mathematics stand in
`cribstat.winprob`.
"""

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


@njit
def solve_race(dealer_out: Floats, pone_out: Floats, totals: Floats, prizes: Floats) -> tuple[Floats, Floats]:
    """Return what dealer and pone win on average from every pair of scores before a deal.

    Parameters
    ----------
    dealer_out, pone_out
        Shares of deals as in `add_points`, over all phases, float64, (rows, columns).
    totals
        Shares of deals by the points of the dealer and of pone, float64, (rows, columns).
    prizes
        What the winner takes by the loser's score, float64, (n, target).

    Returns
    -------
    tuple of numpy.ndarray
        Of the dealer and of pone, float64, (n, target, target), at [prize, dealer's score, pone's score].

    Preconditions: every deal brings somebody a point, so ``totals[0, 0]`` is 0.
    """
    n, target = prizes.shape
    # What is won by needs, at [pone's need, dealer's need]: the next deal is then read along a row.
    needs = np.zeros((target + 1, target + 1, 2 * n))
    for total in range(2, 2 * target + 1):
        for a in range(max(1, total - target), min(target, total - 1) + 1):
            _solve_state(a, total - a, dealer_out, pone_out, totals, prizes, needs)
    dealer, pone = np.empty((n, target, target)), np.empty((n, target, target))
    for a in range(1, target + 1):
        for b in range(1, target + 1):
            for prize in range(n):
                dealer[prize, target - a, target - b] = needs[b, a, prize]
                pone[prize, target - a, target - b] = needs[b, a, n + prize]
    return dealer, pone


@njit
def _solve_state(
    a: int, b: int, dealer_out: Floats, pone_out: Floats, totals: Floats, prizes: Floats, needs: Floats
) -> None:
    """Write what is won where the dealer needs `a` points and pone `b` to `needs`, in place."""
    n, target = prizes.shape
    won = needs[b, a]
    if a < dealer_out.shape[0]:
        for p in range(min(b, dealer_out.shape[1])):
            for prize in range(n):
                won[prize] += dealer_out[a, p] * prizes[prize, target - b + p]
    if b < pone_out.shape[0]:
        for d in range(min(a, pone_out.shape[1])):
            for prize in range(n):
                won[n + prize] += pone_out[b, d] * prizes[prize, target - a + d]
    for d in range(min(a, totals.shape[0])):
        for p in range(min(b, totals.shape[1])):
            share = totals[d, p]
            if share > 0.0:
                after = needs[a - d, b - p]
                for prize in range(n):
                    won[prize] += share * after[n + prize]
                    won[n + prize] += share * after[prize]
