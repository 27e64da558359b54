"""Points and legality of one played card, compiled; tree walks and players are built on them.

A series is the cards played from count 0 on. What a card earns depends on the count it makes and on
the tail of the series alone. The point for a go or the last card is no property of a card and is left
to the caller. Everything here is exact.
"""

import numpy as np
from numpy.typing import NDArray

from cribstat.kernels._jit import njit

LIMIT = 31
FIFTEEN = 15
TENTH = 10
SHORTEST_RUN = 3
SHORTEST_FLUSH = 3


@njit
def rank_value(rank: int) -> int:
    """Return what a rank adds to the count: ace 1, two to ten their pips, court cards 10."""
    return min(rank + 1, TENTH)


@njit
def pair_points(ranks: NDArray[np.uint8], length: int, rank: int) -> int:
    """Points for pairs when `rank` is laid on the first `length` of `ranks`: 0, 2, 6 or 12.

    Preconditions: ``0 <= length <= len(ranks)``; no rank five times.
    """
    same = 0
    while same < length and ranks[length - 1 - same] == rank:
        same += 1
    return same * (same + 1)


@njit
def run_points(ranks: NDArray[np.uint8], length: int, rank: int) -> int:
    """Points for the longest run that `rank` completes on the first `length` of `ranks`, 0 or 3 and more.

    Preconditions: ``0 <= length <= len(ranks)``.
    """
    seen = np.int64(1) << np.int64(rank)
    low = np.int64(rank)
    high = np.int64(rank)
    longest = 0
    for size in range(2, length + 2):
        tail = np.int64(ranks[length + 1 - size])
        if seen >> tail & 1:
            break
        seen |= np.int64(1) << tail
        low = min(low, tail)
        high = max(high, tail)
        if high - low + 1 == size and size >= SHORTEST_RUN:
            longest = size
    return longest


@njit
def rank_points(ranks: NDArray[np.uint8], length: int, count: int, rank: int) -> int:
    """Points of `rank` laid on the first `length` of `ranks`, which stand at `count`.

    Fifteen, thirty-one, pairs and the longest run; no go, no last, no flush.

    Preconditions: ``0 <= length <= len(ranks)``; `count` is the sum of their values, and
    ``count + rank_value(rank) <= 31``.
    """
    made = count + rank_value(rank)
    points = 2 if made in (FIFTEEN, LIMIT) else 0
    return points + pair_points(ranks, length, rank) + run_points(ranks, length, rank)


@njit
def flush_points(cards: NDArray[np.uint8], length: int, card: int) -> int:
    """Points of `card` under the option ``flush_in_play``: the cards of one suit it ends, 0 or 3 and more.

    Preconditions: ``0 <= length <= len(cards)``.
    """
    suited = 1
    while suited <= length and cards[length - suited] & 3 == card & 3:
        suited += 1
    return suited if suited >= SHORTEST_FLUSH else 0


@njit
def legal_ranks(held: NDArray[np.uint8], count: int) -> int:
    """Return the ranks of a hand that come in at `count` as bits: bit r stands for rank r.

    Preconditions: `held` (13,) counts the cards of each rank; ``0 <= count <= 31``.
    """
    bits = 0
    for rank in range(held.shape[0]):
        if count + rank_value(rank) > LIMIT:
            break
        if held[rank] > 0:
            bits |= 1 << rank
    return bits
