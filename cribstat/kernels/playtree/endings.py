"""Payoffs of positions that decide themselves: one card each, or a player left alone.

They depend on the count, the turn and the tail of the series, so some 85,000 tables serve the five million
leaves of the six-card play. They are made when first asked for.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cribstat.kernels._jit import njit
from cribstat.kernels.play import LIMIT, rank_points, rank_value
from cribstat.kernels.playtree.multisets import KINDS, Tables

OUT_OF_TURN = -(1 << 20)
SLOTS = 1 << 18  # the six-card play fills 84,637 of them,
POOL = 1 << 24  # and 12.0 million payoffs; no pack of at most four of a rank has more


class Endings(NamedTuple):
    """Tables of payoffs by position, found by `position_key`.

    `keys` (SLOTS,) and `starts` (SLOTS,) hash table; `pool` (POOL,) the payoffs; `used` (1,).
    """

    keys: NDArray[np.int64]
    starts: NDArray[np.int64]
    pool: NDArray[np.int8]
    used: NDArray[np.int64]


def no_endings() -> Endings:
    """Make an empty set of tables."""
    return Endings(
        np.zeros(SLOTS, np.int64), np.zeros(SLOTS, np.int64), np.zeros(POOL, np.int8), np.zeros(1, np.int64)
    )


@njit
def whole(number: Any) -> int:
    """Widen an integer to 64 bits, so that kernels are compiled for one width only."""
    return int(np.int64(number))


@njit
def settle(
    turn: int,
    count: int,
    gone: bool,
    last: int,
    series: NDArray[np.uint8],
    length: int,
    single: bool,
    hands: NDArray[np.uint8],
    held: NDArray[np.int64],
    gains: NDArray[np.int64],
    laid: NDArray[np.uint8],
) -> int:
    """Return what the rest of a play pays if both lay their cards in the order given.

    A payoff is the points of pone times ``gains[0]`` plus those of the dealer times ``gains[1]``.
    `OUT_OF_TURN` is returned where a later card comes in and the next one does not.

    Preconditions: `series` (8 or more,) with `length` ranks that make `count`, longer places may be
    overwritten; `gone`: the other player says or has said go, or has no cards, in this series; `last` who
    laid the last card of the series (-1 at its start); `hands` (2, n) ranks in order, `held` (2,) how many;
    `laid` (8 or more,) scratch; `single`: the play stops with the series.
    """
    paid = 0
    first, second = 0, 0
    while first < held[0] or second < held[1]:
        at = first if turn == 0 else second
        rank = whole(hands[turn, at]) if at < held[turn] else whole(99)
        if rank < LIMIT and count + rank_value(rank) <= LIMIT:
            paid += gains[turn] * rank_points(series, length, count, rank)
            series[length] = rank
            length += 1
            count += rank_value(rank)
            last = turn
            first, second = first + (turn == 0), second + (turn == 1)
            if count == LIMIT:
                if single:
                    return whole(paid)
                series, length, count, gone = laid, 0, 0, False
                turn = 1 - turn
            elif not gone:
                turn = 1 - turn
            continue
        for later in range(at + 1, held[turn]):
            if count + rank_value(hands[turn, later]) <= LIMIT:
                return OUT_OF_TURN
        if gone:
            paid += gains[last]
            if single:
                return whole(paid)
            series, length, count, gone = laid, 0, 0, False
            turn, last = 1 - last, -1
        else:
            gone = True
            turn = 1 - turn
    return whole(paid + gains[last]) if count > 0 else whole(paid)


@njit
def best_alone(
    alone: int,
    turn: int,
    count: int,
    gone: bool,
    last: int,
    series: NDArray[np.uint8],
    length: int,
    single: bool,
    hands: NDArray[np.uint8],
    held: NDArray[np.int64],
    gains: NDArray[np.int64],
    laid: NDArray[np.uint8],
) -> int:
    """Return the payoff if the player `alone` lays his cards, up to four, in the order best for him.

    Preconditions: as for `settle`; the other holds nothing; the cards in `hands` ascend and are ordered so
    again. What is best is judged by his own points; the other's do not depend on the order.
    """
    own = np.zeros(2, np.int64)
    own[alone] = 1
    cards, number = hands[alone], held[alone]
    best, payoff = -1, 0
    while True:
        points = settle(turn, count, gone, last, series, length, single, hands, held, own, laid)
        if points > best:
            best = points
            payoff = settle(turn, count, gone, last, series, length, single, hands, held, gains, laid)
        if not next_order(cards, number):
            return payoff


@njit
def next_order(cards: NDArray[np.uint8], number: int) -> bool:
    """Put the first `number` cards into the next order, in place; after the last, ascending and False."""
    drop = number - 2
    while drop >= 0 and cards[drop] >= cards[drop + 1]:
        drop -= 1
    if drop >= 0:
        swap = number - 1
        while cards[swap] <= cards[drop]:
            swap -= 1
        cards[drop], cards[swap] = cards[swap], cards[drop]
    left, right = drop + 1, number - 1
    while left < right:
        cards[left], cards[right] = cards[right], cards[left]
        left, right = left + 1, right - 1
    return bool(drop >= 0)


@njit
def position_key(
    turn: int,
    count: int,
    gone: bool,
    last: int,
    series: NDArray[np.uint8],
    length: int,
    held: NDArray[np.int64],
) -> int:
    """Return a number that two positions share only if the rest pays the same in both, whatever is held.

    Of the series it keeps how many of its last cards are alike and the longest tail that can still be
    part of a run with the cards to come.

    Preconditions: as for `settle`.
    """
    seen, low, high, useful = 0, 13, -1, 0
    for size in range(1, length + 1):
        rank = whole(series[length - size])
        if seen >> rank & 1:
            break
        seen |= 1 << rank
        low, high = min(low, rank), max(high, rank)
        if high - low < size + held[0] + held[1]:
            useful = size
    alike = 0
    while alike < length and series[length - 1 - alike] == series[length - 1]:
        alike += 1
    key = whole(1)
    for size in range(1, useful + 1):
        key = key << 4 | whole(series[length - size])
    key = (key << 3 | alike) << 5 | count
    key = ((key << 1 | turn) << 1 | whole(gone)) << 2 | (last + 1)
    return whole((key << 3 | held[0]) << 3 | held[1])


@njit
def find_slot(key: int, keys: NDArray[np.int64]) -> int:
    """Return the place of a key in an open hash table, or the free place where it belongs.

    Preconditions: ``len(keys)`` a power of two, at least one place free (0).
    """
    mixed = np.uint64(key) * np.uint64(0x9E3779B97F4A7C15)
    slot = whole(mixed >> np.uint64(32)) & (keys.shape[0] - 1)
    while keys[slot] != 0 and keys[slot] != key:
        slot = (slot + 1) & (keys.shape[0] - 1)
    return whole(slot)


@njit
def ending(
    turn: int,
    count: int,
    gone: bool,
    last: int,
    series: NDArray[np.uint8],
    length: int,
    single: bool,
    held: NDArray[np.int64],
    gains: NDArray[np.int64],
    tables: Tables,
    endings: Endings,
) -> int:
    """Return where the payoffs of the rest begin in the pool; make them first if they are new.

    With one card each they are 13 x 13 by kinds of pone and dealer; with a player alone, by his multiset.

    Preconditions: `held` (1, 1), or one of them 0; otherwise as for `settle`; always the same `single` and
    `gains` for the same `endings`.
    """
    key = position_key(turn, count, gone, last, series, length, held)
    slot = find_slot(key, endings.keys)
    if endings.keys[slot] == key:
        return whole(endings.starts[slot])
    begin = endings.used[0]
    endings.keys[slot], endings.starts[slot] = key, begin
    hands, laid = np.zeros((2, 4), np.uint8), np.zeros(16, np.uint8)
    filled = begin
    if held[0] > 0 and held[1] > 0:
        for pair in range(KINDS * KINDS):
            hands[0, 0], hands[1, 0] = KINDS - 1 - pair // KINDS, KINDS - 1 - pair % KINDS
            endings.pool[filled] = settle(
                turn, count, gone, last, series, length, single, hands, held, gains, laid
            )
            filled += 1
    else:
        alone = 0 if held[0] > 0 else 1
        for hand in range(tables.sizes[held[alone], KINDS]):
            for place in range(held[alone]):
                hands[alone, held[alone] - 1 - place] = KINDS - 1 - tables.members[held[alone], hand, place]
            endings.pool[filled] = best_alone(
                alone, turn, count, gone, last, series, length, single, hands, held, gains, laid
            )
            filled += 1
    endings.used[0] = filled
    return whole(begin)
