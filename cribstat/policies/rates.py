"""Discards for other rates of exchange between a point of the dealer's and a point of pone's.

Far from the end a game's chance of winning is nearly linear in both scores, so the score tells a player no
more than what a point of one's own is worth against one of the other side's. For each of a handful of rates
both sides' discards are solved with the play (see `cribstat.equilibrium.rates`); the score chooses between
them. A rate is a pair of whole numbers: the worth of a point of the dealer's and of one of pone's.
"""

import io
from functools import cache, partial

import numpy as np
from numpy.typing import NDArray

from cribstat.policies.classes import deal_pack
from cribstat.policies.policy import Policy, PolicyError, refuse_role
from cribstat.policies.solved import solved_policy
from cribstat.tables import read_table

Rate = tuple[int, int]
EVEN: Rate = (1, 1)
# From a point of pone's that is worth most to a point of the dealer's that is.
RATES: tuple[Rate, ...] = ((1, 2), (2, 3), EVEN, (3, 2), (2, 1))
RATES_FILE = "solved/rates_six.npz"


def rate_name(rate: Rate) -> str:
    """Return the name of the policies of a rate.

    Examples
    --------
    >>> rate_name((2, 1))
    'rate-2-1'
    """
    return f"rate-{rate[0]}-{rate[1]}"


def most_frequent(policy: Policy) -> NDArray[np.int64]:
    """Return the discard a policy lays away most often from each class of deals.

    Mirror images count together, and the first of them is named; of equally frequent discards too.
    """
    pack = deal_pack(policy.dealt)
    rows, shares, together = np.arange(len(pack.orbits)), policy.shares(), np.zeros(pack.orbits.shape)
    for way, first in enumerate(pack.orbits.T):
        together[rows, first] += shares[:, way]
    choices: NDArray[np.int64] = together.argmax(axis=1)
    return choices


@cache
def _even_choices(role: str) -> NDArray[np.int64]:
    """Return the most frequent discards of the even rate, from which the file tells the differences."""
    return most_frequent(solved_policy(role))


@cache
def rate_policy(rate: Rate, role: str) -> Policy:
    """Return the discards of a role for a rate, the most frequent of each deal; for 1 to 1, those solved.

    Parameters
    ----------
    rate
        One of `RATES`.
    role
        ``dealer`` or ``pone``.

    Raises
    ------
    PolicyError
        Another rate, or an unknown role.
    TableError
        The file is missing or damaged.

    Notes
    -----
    An **approximate** equilibrium for the weighted difference of the points of one deal. The solution mixes;
    what ships lays the most frequent discard of each deal away, and the manifest says what that costs.
    """
    refuse_role(role)
    if rate not in RATES:
        raise PolicyError(f"no rate {rate}: {', '.join(map(str, RATES))} are there")
    if rate == EVEN:
        return solved_policy(role)
    with np.load(io.BytesIO(read_table(RATES_FILE))) as kept:
        changes = kept[f"{role}_{rate[0]}_{rate[1]}"]
    statement = (
        f"solved for points of the dealer's worth {rate[0]} and of pone's worth {rate[1]}, play included"
    )
    return Policy.from_choices(rate_name(rate), role, statement, _even_choices(role) ^ changes)


NAMED_RATES = {rate_name(rate): partial(rate_policy, rate) for rate in RATES if rate != EVEN}
