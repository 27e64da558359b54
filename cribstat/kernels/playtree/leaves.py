"""Values of leaves for one player, given how likely the other holds what.

Everywhere here `unseen` counts the copies of each kind not yet laid, and a value is the sum over the
other's hands of weight times payoff, times the falling factorial of `unseen` over both hands.
"""

import numpy as np
from numpy.typing import NDArray

from cribstat.kernels._jit import njit

Reals = NDArray[np.float64]
LANES = 16


@njit
def choice_for_actor(
    payoff: NDArray[np.int8],
    low: int,
    own: int,
    reach: Reals,
    unseen: NDArray[np.int64],
    factor: float,
    out: Reals,
) -> None:
    """Write what each (card laid, last card) is worth to the player who lays, in place.

    Preconditions: `payoff` (other, own - low, own) flat, `reach` (other,) of the other's card, `out`
    ((own - low) * own,); `low`, `own` bound the kinds that can be laid and held.
    """
    length = (own - low) * own
    others = reach.shape[0]
    out[:] = 0
    for his in range(others):
        weight = reach[his] * unseen[his]
        if weight != 0:
            line = payoff[his * length : (his + 1) * length]
            for at in range(length):
                out[at] += weight * line[at]
    for kind in range(low, own):
        base = (kind - low) * own
        copies = unseen[kind]
        if kind < others and reach[kind] != 0:  # the card laid is a copy the other cannot hold
            line = payoff[kind * length + base : kind * length + base + own]
            weight = reach[kind]
            for mine in range(own):
                out[base + mine] -= weight * line[mine]
        for mine in range(own):
            if mine < others:
                out[base + mine] -= reach[mine] * payoff[mine * length + base + mine]
            out[base + mine] *= factor * copies * (unseen[mine] - (mine == kind))


@njit
def choice_for_other(
    payoff: NDArray[np.int8],
    low: int,
    own: int,
    reach: Reals,
    unseen: NDArray[np.int64],
    factor: float,
    weighted: Reals,
    lanes: Reals,
    out: Reals,
) -> None:
    """Add what each card of the other player is worth to him to `out`, in place.

    Preconditions: as above; `reach` ((own - low) * own,) of (card laid, last card); `weighted` scratch as
    long; `lanes` (16,) scratch; `out` (other,).
    """
    length = (own - low) * own
    for kind in range(low, own):
        base = (kind - low) * own
        for mine in range(own):
            copies = unseen[kind] * (unseen[mine] - (mine == kind))
            weighted[base + mine] = reach[base + mine] * copies
    whole = length - length % LANES
    for his in range(out.shape[0]):
        line = payoff[his * length : (his + 1) * length]
        lanes[:] = 0
        for at in range(0, whole, LANES):
            for lane in range(LANES):
                lanes[lane] += weighted[at + lane] * line[at + lane]
        for at in range(whole, length):
            lanes[at - whole] += weighted[at] * line[at]
        total = 0.0
        for lane in range(LANES):
            total += lanes[lane]
        total *= unseen[his]
        if low <= his < own:
            base = (his - low) * own
            for mine in range(own):
                total -= weighted[base + mine] * line[base + mine]
        if his < own:
            for base in range(his, length, own):
                total -= weighted[base] * line[base]
        out[his] += factor * total


@njit
def take_out(members: NDArray[np.int8], held: int, unseen: NDArray[np.int64]) -> int:
    """Take the cards of a multiset out of `unseen`, in place; return the falling factorial.

    Where a kind runs out the factorial is 0 and `unseen` goes below it; `put_back` restores it.
    """
    factor = 1
    for place in range(held):
        kind = members[place]
        factor *= max(unseen[kind], 0)
        unseen[kind] -= 1
    return factor


@njit
def put_back(members: NDArray[np.int8], held: int, unseen: NDArray[np.int64]) -> None:
    """Undo `take_out`, in place."""
    for place in range(held):
        unseen[members[place]] += 1


@njit
def alone_for_holder(
    payoff: NDArray[np.int8],
    held: int,
    reach: float,
    unseen: NDArray[np.int64],
    factor: float,
    members: NDArray[np.int8],
    out: Reals,
) -> None:
    """Add what each hand of a player alone is worth to him to `out`, in place."""
    for hand in range(out.shape[0]):
        ways = take_out(members[held, hand], held, unseen)
        put_back(members[held, hand], held, unseen)
        out[hand] += factor * reach * ways * payoff[hand]


@njit
def alone_for_other(
    payoff: NDArray[np.int8],
    held: int,
    reach: Reals,
    unseen: NDArray[np.int64],
    factor: float,
    members: NDArray[np.int8],
    out: Reals,
) -> None:
    """Add what a position with the other player alone is worth to one without cards to ``out[0]``."""
    total = 0.0
    for hand in range(reach.shape[0]):
        if reach[hand] != 0:
            ways = take_out(members[held, hand], held, unseen)
            put_back(members[held, hand], held, unseen)
            total += reach[hand] * ways * payoff[hand]
    out[0] += factor * total


@njit
def ended(
    paid: int,
    own: int,
    other: int,
    reach: Reals,
    unseen: NDArray[np.int64],
    factor: float,
    members: NDArray[np.int8],
    out: Reals,
) -> None:
    """Add what a play that has ended with cards in both hands is worth to each hand to `out`, in place."""
    for hand in range(out.shape[0]):
        mine = members[own, hand]
        ways = take_out(mine, own, unseen)
        total = 0.0
        if ways > 0:
            for his in range(reach.shape[0]):
                if reach[his] != 0:
                    total += reach[his] * take_out(members[other, his], other, unseen)
                    put_back(members[other, his], other, unseen)
        put_back(mine, own, unseen)
        out[hand] += factor * ways * paid * total
