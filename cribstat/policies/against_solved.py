"""The solved policies as a measure: logs are smoothed towards them, gains are counted from their game."""

import hashlib
from functools import cache

import numpy as np
from numpy.typing import NDArray

from cribstat.policies.build import discard_values
from cribstat.policies.policy import ROLES, refuse_role
from cribstat.policies.solved import solved_policy


@cache
def solved_values(role: str, dealt: int = 6, threads: int = 1) -> NDArray[np.float64]:
    """Return what every discard of every class is worth to a role against the other's solved policy.

    Points, (n, discards); exact, see `discard_values`. Not to be modified.

    Raises
    ------
    PolicyError
        An unknown role.
    """
    refuse_role(role)
    values = discard_values(solved_policy(ROLES[1 - ROLES.index(role)], dealt), threads=threads)
    values.setflags(write=False)
    return values


@cache
def solved_digest(dealt: int = 6) -> str:
    """Return the SHA-256 of the digests of both solved policies."""
    return hashlib.sha256("".join(solved_policy(role, dealt).digest for role in ROLES).encode()).hexdigest()
