"""The expectation player: points of a card, less what it lets the next players expect.

**Approximate**: own discards and the start are forgotten; the ranks of an unknown hand are taken to be drawn
apart from each other, with weights of kept cards; the next player is taken to lay his best-paid card.
"""

import numpy as np
from numpy.typing import NDArray

from cribstat.kernels._jit import njit
from cribstat.kernels.play import LIMIT, rank_points, rank_value
from cribstat.kernels.player.desk import RANKS, Desk, PlayRules
from cribstat.kernels.player.series import points_of, reply_points

_MOST = 24  # more than a card can earn


@njit
def next_seat(desk: Desk, seat: int) -> int:
    """Return the next seat in rotation that holds cards and has not said go; -1 if there is none."""
    seats = desk.left.shape[0]
    for step in range(1, seats + 1):
        following = (seat + step) % seats
        if desk.left[following] > 0 and not desk.gone[following]:
            return following
    return -1


@njit
def _own_view(desk: Desk, seat: int, other: int, own: NDArray[np.float64]) -> float:
    """Write how likely a card of `other` is of each rank as `seat` sees it, in place; return the sum."""
    total = 0.0
    for rank in range(RANKS):
        own[rank] = desk.unseen[rank]
    for place in range(desk.left[seat]):
        own[desk.hands[seat, place] >> 2] -= 1.0
    for rank in range(RANKS):
        own[rank] *= desk.belief[other, rank]
        total += own[rank]
    return total


@njit
def _expected_reply(
    ranks: NDArray[np.uint8],
    length: int,
    count: int,
    likely: NDArray[np.float64],
    total: float,
    cards: int,
) -> tuple[float, float]:
    """Return the mean of the best reply of a hand of `cards`, and the chance that none of it comes in."""
    base, runs = reply_points(ranks, length, count)
    level = np.zeros(_MOST)
    comes = 0.0
    for rank in range(RANKS):
        if count + rank_value(rank) > LIMIT:
            break
        level[points_of(base, runs, rank)] += likely[rank]
        comes += likely[rank]
    mean, missing = 0.0, 1.0
    without = total
    for points in range(_MOST - 1, 0, -1):
        if level[points] > 0:
            without -= level[points]
            before, missing = missing, max(without / total, 0.0) ** cards
            mean += points * (before - missing)
    return mean, max(1.0 - comes / total, 0.0) ** cards


@njit
def choose(
    desk: Desk, rules: PlayRules, seat: int, length: int, count: int, own_weight: float, other_weight: float
) -> int:
    """Return the place in its hand of the card that the expectation player lays.

    Preconditions: `seat` holds a card that comes in.
    """
    best, chosen = -1e30, -1
    other = next_seat(desk, seat)
    alone = other == seat
    total = 1.0
    if not alone:
        total = _own_view(desk, seat, other, desk.own)
    reply_weight = own_weight if other % rules.sides == seat % rules.sides else -other_weight
    for place in range(desk.left[seat]):
        rank = np.int64(desk.hands[seat, place] >> 2)
        made = count + rank_value(rank)
        if made > LIMIT:
            break
        value = own_weight * rank_points(desk.ranks, length, count, rank)
        if made < LIMIT and not alone and total > 0:
            desk.ranks[length] = rank
            reply, stuck = _expected_reply(desk.ranks, length + 1, made, desk.own, total, desk.left[other])
            value += reply_weight * reply + own_weight * stuck
        if value > best + 1e-9:
            best, chosen = value, place
    return chosen
