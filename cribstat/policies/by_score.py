"""Which rate of exchange the score asks for: the player who knows the score.

Away from the end the chance of winning is nearly linear in both scores. So a player who knows the score lays
away and plays for a weighted difference of points: by one of the rates of `cribstat.policies.rates`. Which
one wins most often from a pair of scores against a player who does not know the score is a table that ships
(see `cribstat.simulation.knowing`).
"""

import io
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cribstat.policies.policy import PolicyError, refuse_role
from cribstat.tables import read_table

BY_SCORE = "by-score"
BY_SCORE_FILE = "solved/by_score.npz"
TARGET = 121
PARTS = 100_000  # of a chance in the file
NOBODY, ONE, BOTH = WHO = ("nobody", "one", "both")


class KnowingChance(NamedTuple):
    """Chances of winning where some know the score, at [dealer's score, pone's score].

    Attributes
    ----------
    win_prob
        The chance, float64, (121, 121).
    gain, gain_se
        What it is above the chance where nobody knows the score, and the standard error of that.
    """

    win_prob: NDArray[np.float64]
    gain: NDArray[np.float64]
    gain_se: NDArray[np.float64]


@cache
def _tables() -> dict[str, NDArray[np.int64]]:
    """Return the arrays of the file, read-only."""
    with np.load(io.BytesIO(read_table(BY_SCORE_FILE)), allow_pickle=False) as kept:
        found = {name: array.astype(np.int64) for name, array in kept.items()}
    for array in found.values():
        array.setflags(write=False)
    return found


def rates_by_score(role: str) -> NDArray[np.int64]:
    """Return the place in `RATES` that a role chooses at every pair of six-card scores.

    Parameters
    ----------
    role
        ``dealer`` or ``pone``.

    Returns
    -------
    numpy.ndarray
        int64, (121, 121), at [dealer's score, pone's score]; not to be modified.

    Raises
    ------
    PolicyError
        An unknown role.
    TableError
        The table is missing or damaged.

    Notes
    -----
    **Estimated**: the rate that wins most often in a sample of deals; near each other rates differ little.
    """
    refuse_role(role)
    return _tables()[f"{role}_rates"]


def knowing_chance(role: str, who: str = ONE) -> KnowingChance:
    """Return the chance of winning at six-card before a deal where some know the score.

    Parameters
    ----------
    role
        ``dealer`` or ``pone``: whose chance.
    who
        ``one`` if he knows the score and the other does not, ``both``, or ``nobody``.

    Raises
    ------
    PolicyError
        An unknown role, or others who know.
    TableError
        The table is missing or damaged.

    Notes
    -----
    **Estimated** from deals of its own, fewer than those of `cribstat.winprob`: rounded to 0.00001, standard
    errors up. Who knows the score goes by `rates_by_score`.
    """
    refuse_role(role)
    if who not in WHO:
        raise PolicyError(f"'{who}' knows the score: {', '.join(WHO)} may")
    tables = _tables()
    chance, before = (tables[f"{role}_{name}"] / PARTS for name in (who, NOBODY))
    error = tables.get(f"{role}_{who}_se", np.zeros((TARGET, TARGET), np.int64)) / PARTS
    return KnowingChance(chance, chance - before, error)
