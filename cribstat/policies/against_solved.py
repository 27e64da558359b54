"""The policies solved for hand and crib as a measure of logs and gains.

Logs are smoothed towards them, and gains are counted from them. Both are about hand and crib; so the measure
is ``solved-no-play``, which is at rest there.
"""

import hashlib
from functools import cache

import numpy as np
from numpy.typing import NDArray

from cribstat.policies.build import discard_values
from cribstat.policies.policy import ROLES, refuse_role
from cribstat.policies.solved import solved_policy


@cache
def solved_values(role: str, dealt: int = 6, threads: int = 1) -> NDArray[np.float64]:
    """Return what every discard of every class is worth to a role against the other's ``solved-no-play``.

    Points of hand and crib, (n, discards); exact, see `discard_values`. Not to be modified.

    Raises
    ------
    PolicyError
        An unknown role.
    """
    refuse_role(role)
    values = discard_values(solved_policy(ROLES[1 - ROLES.index(role)], dealt, play=False), threads=threads)
    values.setflags(write=False)
    return values


@cache
def solved_digest(dealt: int = 6) -> str:
    """Return the SHA-256 of the digests of both policies of ``solved-no-play``."""
    digests = (solved_policy(role, dealt, play=False).digest for role in ROLES)
    return hashlib.sha256("".join(digests).encode()).hexdigest()
