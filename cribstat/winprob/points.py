"""What one point is worth, and where a game is even."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cribstat.rules import Variant
from cribstat.winprob.tables import value_tables

HOLES_A_STREET = 30
Floats = NDArray[np.float64]


class PointWorth(NamedTuple):
    """What one point more adds to the chance of winning, or to what a game is worth under other stakes.

    Attributes
    ----------
    own, other
        A point of one's own (never negative) and one of the other side's (never positive): float64, (target,
        target), at [own score, other score].
    """

    own: Floats
    other: Floats


def game_values(role: str, variant: str | Variant = "six", stakes: str = "win") -> Floats:
    """Return what a game is worth at [own score, other score], with the games that are won and lost.

    Parameters
    ----------
    role
        ``dealer`` if the own side deals next, ``pone`` if the other does.
    variant
        Name or record of a game of two sides.
    stakes
        ``win`` for the chance of winning, or another name in `STAKES`.

    Returns
    -------
    numpy.ndarray
        float64, (target + 1, target + 1): games won in the last row, lost in the last column, nan where both
        meet.

    Raises
    ------
    RuleError, ValueError, TableError
        As `value_tables`.

    Notes
    -----
    **Estimated**, as `value_tables`.
    """
    tables = value_tables(variant, stakes)
    whole = np.pad(tables.dealer if role == "dealer" else tables.pone.T, (0, 1))
    whole[-1, :-1] = tables.prizes
    if not tables.own_only:
        whole[:-1, -1] = -tables.prizes
    whole[-1, -1] = np.nan
    return whole


def point_worth(role: str, variant: str | Variant = "six", stakes: str = "win") -> PointWorth:
    """Return what one point more before the coming deal adds to what a game is worth.

    Parameters
    ----------
    role, variant, stakes
        As in `game_values`.

    Raises
    ------
    RuleError, ValueError, TableError
        As `value_tables`.

    Notes
    -----
    **Estimated**, as `value_tables`; both states err nearly alike, so a difference errs by far less.
    """
    values = game_values(role, variant, stakes)
    return PointWorth(np.diff(values, axis=0)[:, :-1], np.diff(values, axis=1)[:-1])


def street_worth(role: str, variant: str | Variant = "six") -> Floats:
    """Return what a point of one's own is worth on average by the streets of both sides.

    Parameters
    ----------
    role, variant
        As in `game_values`.

    Returns
    -------
    numpy.ndarray
        float64, (streets, streets), at [own street, other street]; a street has thirty holes, and the hole
        before the first is counted with it. Every pair of scores has the same weight.
    """
    own = point_worth(role, variant).own
    target = len(own)
    edges = [0, *range(HOLES_A_STREET + 1, target, HOLES_A_STREET)]
    sums = np.add.reduceat(np.add.reduceat(own, edges, axis=0), edges, axis=1)
    sizes = np.diff([*edges, target])
    means: Floats = sums / np.outer(sizes, sizes)
    return means


def even_scores(role: str, variant: str | Variant = "six") -> Floats:
    """Return, by one's own score, the other side's score at which the game is even.

    Parameters
    ----------
    role, variant
        As in `game_values`.

    Returns
    -------
    numpy.ndarray
        float64, (target,), interpolated between scores; nan where no score of the other side makes it even.

    Notes
    -----
    **Estimated**, as `value_tables`.
    """
    chances = game_values(role, variant)[:-1]
    found = np.full(len(chances), np.nan)
    for own, row in enumerate(chances):
        if row[0] >= 0.5:
            found[own] = np.interp(-0.5, -row, np.arange(len(row)))
    return found


def worth_when_even(role: str, variant: str | Variant = "six") -> Floats:
    """Return, by one's own score, what a point is worth where the other side's score makes the game even.

    Parameters
    ----------
    role, variant
        As in `game_values`.

    Returns
    -------
    numpy.ndarray
        float64, (target,), interpolated between scores; nan where no score of the other side makes it even.

    Notes
    -----
    **Estimated**, as `value_tables`. The peaks are the holes at which a point more or less decides most.
    """
    own = point_worth(role, variant).own
    found = np.full(len(own), np.nan)
    for score, other in enumerate(even_scores(role, variant)):
        if not np.isnan(other):
            found[score] = np.interp(other, np.arange(own.shape[1]), own[score])
    return found
