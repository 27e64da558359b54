"""Which rate of exchange the score asks for: the player who knows the score.

Away from the end the chance of winning is nearly linear in both scores. So a player who knows the score lays
away and plays for a weighted difference of points: by one of the rates of `cribstat.policies.rates`. Which
one wins most often from a pair of scores against a player who does not know the score is a table that ships
(see `cribstat.simulation.knowing`).
"""

import io
from functools import cache

import numpy as np
from numpy.typing import NDArray

from cribstat.policies.policy import ROLES, refuse_role
from cribstat.tables import read_table

BY_SCORE = "by-score"
BY_SCORE_FILE = "solved/by_score.npz"
TARGET = 121


@cache
def _tables() -> dict[str, NDArray[np.int64]]:
    """Return the table of each role, read-only."""
    with np.load(io.BytesIO(read_table(BY_SCORE_FILE)), allow_pickle=False) as kept:
        found = {role: kept[f"{role}_rates"].astype(np.int64) for role in ROLES}
    for places in found.values():
        places.setflags(write=False)
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
    return _tables()[role]
