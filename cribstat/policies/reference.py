"""The policies that others are measured against: logs are smoothed towards them, gains counted from them."""

import hashlib
from functools import cache

import numpy as np
from numpy.typing import NDArray

from cribstat.policies.build import best_hand, best_response, discard_values
from cribstat.policies.policy import ROLES, Policy, refuse_role


@cache
def reference_policy(role: str, dealt: int = 6) -> Policy:
    """Return the reference policy of a role, for deals of six or five cards.

    Raises
    ------
    PolicyError
        An unknown role.

    Notes
    -----
    Pone answers a dealer who keeps the best hand, the dealer answers that pone; both answers are exact.
    """
    refuse_role(role)
    return best_response(best_hand("dealer", dealt) if role == "pone" else reference_policy("pone", dealt))


@cache
def reference_values(role: str, dealt: int = 6, threads: int = 1) -> NDArray[np.float64]:
    """Return what every discard of every class is worth to a role against the reference policy of the other.

    Points, (n, discards); exact, see `discard_values`. Not to be modified.

    Raises
    ------
    PolicyError
        An unknown role.
    """
    refuse_role(role)
    values = discard_values(reference_policy(ROLES[1 - ROLES.index(role)], dealt), threads=threads)
    values.setflags(write=False)
    return values


@cache
def reference_digest() -> str:
    """Return the SHA-256 of the digests of both reference policies for six cards."""
    return hashlib.sha256("".join(reference_policy(role).digest for role in ROLES).encode()).hexdigest()
