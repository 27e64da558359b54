"""Any policy as the opponent of a question: the crib model of playing against it."""

from collections.abc import Callable, Mapping
from functools import cache, partial

import numpy as np
from numpy.typing import NDArray

from cribstat.cards import Cards
from cribstat.crib import Opponent, PolicyCrib
from cribstat.crib.bare import suit_assignments
from cribstat.kernels.patterns import split_positions
from cribstat.policies.classes import LAID_AWAY, look_up
from cribstat.policies.names import named_policy
from cribstat.policies.policy import ROLES, Policy, PolicyError
from cribstat.policies.shipped import VARIANTS

PREFIX = "policy:"
Floats = NDArray[np.float64]
# A policy, policies by role, or what gives the policy of a role.
Policies = Policy | Mapping[str, Policy] | Callable[[str], Policy]


def policy_crib(
    policies: Policies,
    name: str = "policy",
    statement: str = "the other side plays a given policy, decided by its whole deal",
    *,
    dealt: int = 6,
    threads: int = 1,
) -> PolicyCrib:
    """Return the crib model of a player who knows the other side's policy.

    Parameters
    ----------
    policies
        The policy of one role (then the model answers the other role only), policies by role, or a
        function that gives the policy of a role; it is asked when a question needs it.
    name, statement
        For answers: the model's name, and one sentence on what it assumes.
    dealt
        Cards of a deal, 6 or 5.
    threads
        Threads to work in; no result depends on it.

    Returns
    -------
    PolicyCrib

    Raises
    ------
    PolicyError
        When a question is asked: there is no policy of the role that it needs, or it is for another number
        of cards.

    Notes
    -----
    **Exact**: the other side's discard is decided by its whole deal, every known card removed. A question
    walks its deals; bare ranks and many deals at once take the crib means of all deals, computed at first
    use (some seconds).

    Examples
    --------
    >>> import numpy as np
    >>> from cribstat import rank_discards
    >>> low = Policy.from_function("lowest", "pone", lambda deals: np.zeros(len(deals), dtype=int), 5)
    >>> model = policy_crib(low, "lowest", "pone lays away his two lowest cards", dealt=5)
    >>> ranking = rank_discards("Ac 2d 7h 8s Kc", "dealer", variant="five", crib_model=model, play=False)
    >>> ranking.rows[0].discard
    ('Ac', '2d')
    """
    policy_of = _by_role(policies)

    @cache
    def policy_against(seat: int) -> Policy:
        policy = policy_of(ROLES[1 - seat])
        if policy.dealt != dealt:
            raise PolicyError(f"the policy {policy.name} is for {policy.dealt} cards dealt, not {dealt}")
        return policy

    @cache
    def opponent(seat: int) -> Opponent:
        policy = policy_against(seat)
        return Opponent(*policy.expanded(), policy.denominator, dealt)

    @cache
    def crib_means(seat: int) -> Floats:
        return policy_against(seat).crib_means(threads=threads)

    def many_means(seat: int, deals: Cards) -> Floats:
        return look_up(crib_means(seat), deals)

    return PolicyCrib(
        name=name,
        statement=statement,
        variant=VARIANTS[dealt],
        opponent=opponent,
        bare_means=lambda seat, ranks: bare_average(partial(many_means, seat), ranks),
        many_means=many_means,
        looked_up=lambda _seat, _deal: None,
        counts_play=True,
        threads=threads,
    )


def named_crib(which: str, *, threads: int = 1) -> PolicyCrib:
    """Return the crib model ``policy:NAME``: the other side plays a named policy, or that of a file.

    Parameters
    ----------
    which
        ``policy:`` and what `named_policy` takes, such as ``policy:hessel``.
    threads
        Threads to work in; no result depends on it.

    Raises
    ------
    PolicyError
        The name does not begin with ``policy:``; and, when a question is asked, as in `named_policy`.
    """
    if not which.startswith(PREFIX):
        raise PolicyError(f"'{which}' is no policy as an opponent: 'policy:NAME' or 'policy:FILE'")
    name = which.removeprefix(PREFIX)
    statement = f"the other side plays the policy {name}, decided by its whole deal"
    return policy_crib(lambda role: named_policy(name, role), which, statement, threads=threads)


def bare_average(means_of: Callable[[Cards], Floats], ranks: Cards) -> Floats:
    """Average numbers of discards over the suits of bare ranks.

    Parameters
    ----------
    means_of
        Gives a number for every discard of many deals, (n, dealt) to (n, discards).
    ranks
        The ranks of a deal, in any order.

    Returns
    -------
    numpy.ndarray
        The mean for every discard, (discards,), positions as given: over the suit assignments in which no
        keep holds a flush, discards of the same ranks put together.
    """
    deals, weights = suit_assignments(ranks, len(ranks) - LAID_AWAY)
    means: Floats = np.average(means_of(np.stack(deals)), axis=0, weights=weights)
    away, _ = split_positions(len(ranks), LAID_AWAY)
    pairs = np.sort(ranks[away], axis=1)
    _, group = np.unique(pairs, axis=0, return_inverse=True)
    group = group.reshape(-1)
    joined: Floats = (np.bincount(group, means) / np.bincount(group))[group]
    return joined


def _by_role(policies: Policies) -> Callable[[str], Policy]:
    """Return what gives the policy of a role."""
    if isinstance(policies, Policy):
        policies = {policies.role: policies}
    if not isinstance(policies, Mapping):
        return policies
    known = dict(policies)

    def policy_of(role: str) -> Policy:
        if role not in known:
            raise PolicyError(f"there is no policy of the {role} to play against, only of {', '.join(known)}")
        return known[role]

    return policy_of
