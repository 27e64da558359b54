"""The expectation player: points of a card, less the expected best reply, with the worth of what is left.

**Approximate**: own discards and the start are forgotten; the ranks of an unknown hand are taken to be drawn
apart from each other, with weights of kept cards; the next player is taken to lay his best-paid card. The
worth of the cards left is a sum of learnt parts (see `PlayerTables`).
"""

import numpy as np
from numpy.typing import NDArray

from cribstat.kernels._jit import njit
from cribstat.kernels.play import LIMIT, TENTH, flush_points, rank_points, rank_value
from cribstat.kernels.player.desk import RANKS, Desk, PlayerTables, PlayRules
from cribstat.kernels.player.series import points_of, reply_points
from cribstat.kernels.playtree.endings import whole

_LEAST = 1e-9  # by which a value must be higher to count as higher
_SIZES = 3  # of what is left: of more cards nothing is learnt


@njit
def next_seat(left: NDArray[np.int64], gone: NDArray[np.bool_], seat: int) -> int:
    """Return the next seat in rotation that holds cards and has not said go; -1 if there is none."""
    seats = left.shape[0]
    for step in range(1, seats + 1):
        following = (seat + step) % seats
        if left[following] > 0 and not gone[following]:
            return whole(following)
    return -1


@njit
def _weigh(
    hand: NDArray[np.uint8],
    left: int,
    unseen: NDArray[np.int64],
    belief: NDArray[np.float64],
    likely: NDArray[np.float64],
    below: NDArray[np.float64],
) -> bool:
    """Write how likely a card of another hand is of each rank, in place; False if it can be of none."""
    for rank in range(RANKS):
        likely[rank] = unseen[rank]
    for place in range(left):
        likely[hand[place] >> 2] -= 1.0
    total = 0.0
    for rank in range(RANKS):
        likely[rank] *= belief[rank]
        total += likely[rank]
    if total <= 0:
        return False
    chance, scale = 0.0, 1.0 / total
    for rank in range(RANKS):
        likely[rank] *= scale
        chance += likely[rank]
        below[rank_value(rank)] = chance
    return True


@njit
def _power(base: float, exponent: int) -> float:
    """Return a power with a small whole exponent, 0 for a base below 0."""
    power = 1.0
    for _ in range(exponent):
        power *= max(base, 0.0)
    return power


@njit
def _reply(
    ranks: NDArray[np.uint8],
    length: int,
    count: int,
    cards: int,
    likely: NDArray[np.float64],
    level: NDArray[np.float64],
) -> float:
    """Return the mean points of the best reply of a hand of unknown cards."""
    base, runs = reply_points(ranks, length, count)
    top, both = 0, base | runs
    for rank in range(RANKS):
        if count + rank_value(rank) > LIMIT:
            break
        if both >> 4 * rank & 15:
            points = points_of(base, runs, rank)
            level[points] += likely[rank]
            top = max(top, points)
    mean, missing, without = 0.0, 1.0, 1.0
    for points in range(top, 0, -1):
        if level[points] > 0:
            without -= level[points]
            level[points] = 0.0
            before, missing = missing, _power(without, cards)
            mean += points * (before - missing)
    return mean


@njit
def _closing(ranks: NDArray[np.uint8], length: int, count: int, rank: int) -> int:
    """Return the points of the last card of a series."""
    return rank_points(ranks, length, count, rank) + (1 if count + rank_value(rank) < LIMIT else 0)


@njit
def _alone(
    ranks: NDArray[np.uint8],
    length: int,
    count: int,
    hand: NDArray[np.uint8],
    left: int,
    place: int,
    goes_on: bool,
) -> float:
    """Return the most points of two more cards of one who goes on alone in the series, the last included.

    `place` has been laid; a third and later card is not looked at, but for the one point of a new series
    that a player is sure of who alone has cards (`goes_on`). `ranks` has room for one more.
    """
    best = 2.0 if goes_on and left > 1 else 1.0
    third, fourth = 1.0 if goes_on and left > 2 else 0.0, 1.0 if goes_on and left > 3 else 0.0
    for one in range(left):
        rank = whole(hand[one] >> 2)
        made = count + rank_value(rank)
        if made > LIMIT:
            break
        if one == place:
            continue
        more = third
        if made < LIMIT:
            ranks[length] = rank
            more += 1.0
            for two in range(left):
                last = whole(hand[two] >> 2)
                if made + rank_value(last) > LIMIT:
                    break
                if two not in (one, place):
                    more = max(more, _closing(ranks, length + 1, made, last) + fourth)
        best = max(best, rank_points(ranks, length, count, rank) + more)
    return best


@njit
def _worth(
    rest: NDArray[np.float64],
    pairs: NDArray[np.float64],
    beside: NDArray[np.float64],
    made: int,
    hand: NDArray[np.uint8],
    left: int,
    place: int,
) -> float:
    """Return the net points of what is left of a hand after a card, by the tables for so many cards."""
    laid = hand[place] >> 2
    worth = 0.0
    for one in range(left):
        if one != place:
            rank = hand[one] >> 2
            worth += rest[made, rank] + beside[laid, rank]
            for two in range(one):
                if two != place:
                    worth += pairs[hand[two] >> 2, rank]
    return worth


@njit
def _only_one(left: NDArray[np.int64]) -> bool:
    """Tell whether no more than one seat holds cards."""
    holding = 0
    for seat in range(left.shape[0]):
        holding += 1 if left[seat] > 0 else 0
    return holding <= 1


@njit
def card_values(
    desk: Desk,
    rules: PlayRules,
    tables: PlayerTables,
    seat: int,
    length: int,
    count: int,
    own_weight: float,
    other_weight: float,
) -> int:
    """Write the value of each card that comes in to `desk.values`; return how many of the hand they are.

    Preconditions: `seat` holds two cards or more.
    """
    hand, left, values, ranks = desk.hands[seat], desk.left[seat], desk.values, desk.ranks
    likely, below, level = desk.likely, desk.below, desk.level
    other = next_seat(desk.left, desk.gone, seat)
    met = other != seat and _weigh(hand, left, desk.unseen, desk.belief[other], likely, below)
    friend = other % rules.sides == seat % rules.sides
    reply_weight = own_weight if friend else -other_weight
    cards, net = desk.left[other], 0.5 * (own_weight + other_weight)
    more = 1 if other != seat and cards >= left else 0
    lone = other == seat and _only_one(desk.left)
    goes_on, learnt = lone and not rules.single_series, not lone and left - 1 <= _SIZES
    size = min(left - 1, _SIZES) - 1
    rest, pairs, beside = tables.rest[more, size], tables.pairs[size], tables.beside[size]
    place = 0
    while place < left and count + rank_value(hand[place] >> 2) <= LIMIT:
        rank = whole(hand[place] >> 2)
        made = count + rank_value(rank)
        if place > 0 and hand[place - 1] >> 2 == rank and not rules.flush:
            values[place] = values[place - 1]
            place += 1
            continue
        value = own_weight * rank_points(ranks, length, count, rank)
        if rules.flush:
            value += own_weight * flush_points(desk.laid, length, hand[place])
        if made == LIMIT:
            made = 0
            value += own_weight if goes_on else 0.0
        else:
            ranks[length] = rank
            if met:
                value += reply_weight * _reply(ranks, length + 1, made, cards, likely, level)
                if LIMIT - made < TENTH:
                    value += own_weight * _power(1.0 - below[LIMIT - made], cards)
            else:
                value += own_weight * _alone(ranks, length + 1, made, hand, left, place, goes_on)
        if learnt:
            worth = _worth(rest, pairs, beside, made, hand, left, place)
            value += net * (worth + tables.laid[made, rank])
        values[place] = value
        place += 1
    return place


@njit
def choose(
    desk: Desk,
    rules: PlayRules,
    tables: PlayerTables,
    seat: int,
    length: int,
    count: int,
    own_weight: float,
    other_weight: float,
) -> int:
    """Return the place in its hand of the card that the expectation player lays; the lowest of equal ones.

    Preconditions: as `card_values`; a card comes in.
    """
    cards = card_values(desk, rules, tables, seat, length, count, own_weight, other_weight)
    chosen = 0
    for place in range(1, cards):
        if desk.values[place] > desk.values[chosen] + _LEAST:
            chosen = place
    return chosen
