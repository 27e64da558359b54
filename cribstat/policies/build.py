"""Policies from rules, from published tables, and from the answers to other policies."""

import numpy as np
from numpy.typing import NDArray

from cribstat.policies.classes import class_hands, deal_pack
from cribstat.policies.policy import ROLES, Policy, PolicyError, refuse_role
from cribstat.tables import PUBLISHED, published_crib_means

EQUAL_DECIMALS = 9
Floats = NDArray[np.float64]


def best_hand(role: str, dealt: int = 6) -> Policy:
    """Return the policy that keeps the best mean hand, whatever goes into the crib; equal hands are mixed.

    Raises
    ------
    PolicyError
        An unknown role.
    """
    statement = "keeps the best mean hand and does not look at the crib"
    return lay_best_away("best-hand", role, statement, class_hands(dealt), dealt)


def by_published_table(name: str, role: str) -> Policy:
    """Return the policy of a player who trusts a published table of mean cribs (six cards).

    Raises
    ------
    PolicyError
        There is no such table, or an unknown role.
    """
    statement = f"keeps the best mean hand and mean crib of the table of {name}"
    return lay_best_away(name, role, statement, published_values(name, role), 6)


def published_values(name: str, role: str) -> Floats:
    """Return what every discard of every class of six cards is worth by a published table, (n, discards).

    Points: hand plus crib for the dealer, hand less crib for pone. Hands exact, cribs as the table has them.

    Raises
    ------
    PolicyError
        There is no such table, or an unknown role.
    """
    refuse_role(role)
    if name not in PUBLISHED:
        raise PolicyError(f"unknown table '{name}': {', '.join(PUBLISHED)} are known")
    pack = deal_pack(6)
    ranks = pack.deals >> 2
    crib = published_crib_means(name, role)[ranks[:, pack.positions[:, 0]], ranks[:, pack.positions[:, 1]]]
    values: Floats = class_hands(6) + crib_sign(role) * crib
    return values


def best_response(policy: Policy, *, threads: int = 1) -> Policy:
    """Return the policy of the other role that gains most against a policy; equal discards are mixed evenly.

    Notes
    -----
    **Exact**: values over all unseen cards; equal means equal to nine decimals.
    """
    statement = f"answers {policy.name} as {policy.role} best"
    values = discard_values(policy, threads=threads)
    role = ROLES[1 - policy.seat]
    return lay_best_away(f"answer to {policy.name}", role, statement, values, policy.dealt)


def discard_values(policy: Policy, *, threads: int = 1) -> Floats:
    """Return what every discard of every class of the other role is worth against a policy, (n, discards).

    Points: hand plus crib for the dealer, hand less crib for pone. Exact: hands over all unseen starts,
    cribs over all deals of the policy's side and all starts.
    """
    sign = crib_sign(ROLES[1 - policy.seat])
    return class_hands(policy.dealt) + sign * policy.crib_means(threads=threads)


def crib_sign(role: str) -> int:
    """Return what a point of the crib counts for a role."""
    return 1 if role == "dealer" else -1


def lay_best_away(name: str, role: str, statement: str, values: Floats, dealt: int) -> Policy:
    """Return the policy that lays away what is worth most, equal values (nine decimals) evenly.

    Raises
    ------
    PolicyError
        An unknown role.
    """
    best = best_discards(values)
    ways = best.shape[1]
    _, first, codes = np.unique(best @ (1 << np.arange(ways)), return_index=True, return_inverse=True)
    shares = best[first].astype(np.int64)
    whole = int(np.lcm.reduce(shares.sum(axis=1)))
    mix = shares * (whole // shares.sum(axis=1, keepdims=True))
    return Policy.from_rows(name, role, statement, ways + codes, mix, whole, dealt)


def best_discards(values: Floats) -> NDArray[np.bool_]:
    """Tell which discards are worth most, (n, discards); values equal to nine decimals are equal."""
    rounded = np.round(values, EQUAL_DECIMALS)
    best: NDArray[np.bool_] = rounded == rounded.max(axis=1, keepdims=True)
    return best
