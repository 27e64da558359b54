"""Policies from rules, from published tables, from functions, and from the answers to other policies."""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cribstat.kernels.crib.expand import symmetric_policy
from cribstat.policies.policy import ROLES, Policy, PolicyError, deal_pack
from cribstat.scoring import mean_hands
from cribstat.tables import PUBLISHED, published_crib_means

EQUAL_DECIMALS = 9
Floats = NDArray[np.float64]
# Deals (n, dealt) to the number of a discard (n,), or to shares (n, discards).
PolicyFunction = Callable[[NDArray[np.uint8]], NDArray[Any]]


def best_hand(role: str, dealt: int = 6) -> Policy:
    """Return the policy that keeps the best mean hand, whatever goes into the crib; equal hands are mixed."""
    values = mean_hands(deal_pack(dealt).deals, 2)
    return _best("best-hand", role, "keeps the best mean hand and does not look at the crib", values, dealt)


def by_published_table(name: str, role: str) -> Policy:
    """Return the policy of a player who trusts a published table of mean cribs (six cards).

    Raises
    ------
    PolicyError
        There is no such table.
    """
    if name not in PUBLISHED:
        raise PolicyError(f"unknown table '{name}': {', '.join(PUBLISHED)} are known")
    pack = deal_pack(6)
    ranks = pack.deals >> 2
    crib = published_crib_means(name, role)[ranks[:, pack.positions[:, 0]], ranks[:, pack.positions[:, 1]]]
    values = mean_hands(pack.deals, 2) + _sign(role) * crib
    return _best(name, role, f"keeps the best mean hand and mean crib of the table of {name}", values, 6)


def by_function(name: str, role: str, function: PolicyFunction, dealt: int = 6) -> Policy:
    """Return the policy of a function over many deals.

    Parameters
    ----------
    name, role
        As in `Policy`.
    function
        Takes card ids (n, dealt), one deal of each class, ascending in a row; returns the number of the
        discard (n,) or shares of all discards (n, discards), in lexicographic order of positions.
    dealt
        Cards of a deal.

    Raises
    ------
    PolicyError
        The function returns something else.
    """
    pack = deal_pack(dealt)
    answer = np.asarray(function(np.sort(pack.deals, axis=1)))
    statement = "laid away by a function of the user's"
    if answer.ndim == 1:
        return Policy.from_choices(name, role, statement, answer, dealt)
    return Policy.from_shares(name, role, statement, answer.astype(np.float64), dealt)


def best_response(policy: Policy, *, threads: int = 1) -> Policy:
    """Return the policy that gains most against another; equal discards are mixed evenly. Exact."""
    role = ROLES[1 - policy.seat]
    values = discard_values(policy, threads=threads)
    statement = f"answers {policy.name} as {policy.role} best"
    return _best(f"answer to {policy.name}", role, statement, values, policy.dealt)


def discard_values(policy: Policy, *, threads: int = 1) -> Floats:
    """Return points of every class and discard against a policy, (n, discards): hand plus or minus crib.

    Exact: hands over all unseen starts, cribs over all deals of the other side and starts.
    """
    hands = mean_hands(deal_pack(policy.dealt).deals, 2)
    return hands - _sign(policy.role) * policy.crib_means(threads=threads)


def _sign(role: str) -> int:
    """Return what a point of the crib counts for a role."""
    if role not in ROLES:
        raise PolicyError(f"unknown role '{role}': dealer or pone")
    return 1 if role == "dealer" else -1


def _best(name: str, role: str, statement: str, values: Floats, dealt: int) -> Policy:
    """Return the policy that lays away what is worth most, equal values evenly."""
    _sign(role)
    rounded = np.round(values, EQUAL_DECIMALS)
    best = rounded == rounded.max(axis=1, keepdims=True)
    rows, codes = np.unique(np.packbits(best, axis=1), axis=0, return_inverse=True)
    ways = best.shape[1]
    shares = np.unpackbits(rows, axis=1, count=ways).astype(np.int64)
    whole = int(np.lcm.reduce(shares.sum(axis=1)))
    mix = shares * (whole // shares.sum(axis=1, keepdims=True))
    mixed = symmetric_policy(
        (ways + codes.reshape(-1)).astype(np.uint16), mix, whole, deal_pack(dealt).orbits
    )
    return Policy(name, role, statement, *mixed, dealt)
