"""Points of many shown hands at once, and of every keep of many deals, compiled.

All kernels take the rank table of `patterns.show_table` and `patterns.CHOOSE` as arguments and add
flushes and nobs themselves. `needs_start` is the flush rule: False for a hand (all kept cards of one
suit, one more with the start), True for a crib (the start must agree as well). Sums are exact integers.
"""

import numpy as np
from numpy.typing import NDArray

from cribstat.kernels._jit import njit

JACK = 10


@njit
def _multiset(choose: NDArray[np.int64], ranks: NDArray[np.int64], size: int) -> int:
    """Return the multiset index of the first `size` of `ranks`, which must be ascending."""
    index = 0
    for place in range(size):
        index += choose[ranks[place] + place, place + 1]
    return index


@njit
def score_many(
    hands: NDArray[np.uint8],
    starts: NDArray[np.uint8],
    table: NDArray[np.uint8],
    choose: NDArray[np.int64],
    needs_start: bool,
) -> NDArray[np.int64]:
    """Points of each hand (n, size) with its start (n,); returns int64 (n,).

    Preconditions: `table` is the show table of `size`; no card twice in a row, its start included.
    """
    n, size = hands.shape
    points = np.empty(n, dtype=np.int64)
    ranks = np.empty(size, dtype=np.int64)
    for row in range(n):
        start = starts[row]
        suit = hands[row, 0] & 3
        suited = True
        total = 0
        for place in range(size):
            card = hands[row, place]
            rank = np.int64(card >> 2)
            suited = suited and (card & 3) == suit
            total += rank == JACK and (card & 3) == (start & 3)
            at = place
            while at > 0 and ranks[at - 1] > rank:
                ranks[at] = ranks[at - 1]
                at -= 1
            ranks[at] = rank
        total += table[_multiset(choose, ranks, size), start >> 2]
        if suited:
            agrees = (start & 3) == suit
            if agrees:
                total += size + 1
            elif not needs_start:
                total += size
        points[row] = total
    return points


@njit
def points_histogram(
    size: int, table: NDArray[np.uint8], choose: NDArray[np.int64], needs_start: bool
) -> NDArray[np.int64]:
    """Count the points of every hand of `size` cards with every start; returns int64 (4, 128).

    Preconditions: `table` is the show table of `size`. The counts are kept apart by the suit of the
    start (first axis), so that successive additions do not wait for each other; sum them.
    """
    counts = np.zeros((4, 128), dtype=np.int64)
    hand = np.arange(size)
    ranks = np.empty(size, dtype=np.int64)
    bonus = np.empty(4, dtype=np.int64)
    while True:
        held = np.uint64(0)
        suited = True
        bonus[:] = 0
        for place in range(size):
            card = hand[place]
            held |= np.uint64(1) << np.uint64(card)
            ranks[place] = card >> 2
            suited = suited and (card & 3) == (hand[0] & 3)
            if card >> 2 == JACK:
                bonus[card & 3] += 1
        if suited:
            bonus[hand[0] & 3] += size + 1
            if not needs_start:
                for suit in range(4):
                    bonus[suit] += size * (suit != (hand[0] & 3))
        row = table[_multiset(choose, ranks, size)]
        for rank in range(13):
            here = np.int64(row[rank])
            free = ~(held >> np.uint64(4 * rank))
            for suit in range(4):
                counts[suit, here + bonus[suit]] += np.int64((free >> np.uint64(suit)) & np.uint64(1))
        place = size - 1
        while place >= 0 and hand[place] == 52 - size + place:
            place -= 1
        if place < 0:
            return counts
        hand[place] += 1
        for after in range(place + 1, size):
            hand[after] = hand[after - 1] + 1


@njit
def keep_sums(
    deals: NDArray[np.uint8],
    keeps: NDArray[np.int64],
    away: NDArray[np.int64],
    column_of: NDArray[np.int64],
    table: NDArray[np.uint8],
    base: NDArray[np.int64],
    choose: NDArray[np.int64],
) -> NDArray[np.int32]:
    """Points of every keep of every deal, summed over all unseen starts; returns int32 (n, keeps).

    Preconditions: `deals` (n, dealt) without repeats in a row; `keeps` (k, size) the kept positions of
    every keep, ascending, positions counted in the sorted deal, and `away` (k, laid out) the others;
    `column_of` (2**dealt) the column of the result for the kept positions, one bit each, counted in the
    deal as given; `table` is the show table of `size`, `base` its sums over the starts of a pack that
    lacks the kept cards only.
    """
    n, dealt = deals.shape
    ways, size = keeps.shape
    laid = away.shape[1]
    sums = np.empty((n, ways), dtype=np.int32)
    cards = np.empty(dealt, dtype=np.int64)
    bits = np.empty(dealt, dtype=np.int64)
    ranks = np.empty(dealt, dtype=np.int64)
    nobs = np.empty(dealt, dtype=np.int64)
    terms = np.empty((size, dealt), dtype=np.int64)
    unseen = np.empty(4, dtype=np.int64)
    for row in range(n):
        unseen[:] = 13
        for place in range(dealt):
            card = np.int64(deals[row, place])
            unseen[card & 3] -= 1
            at = place
            while at > 0 and cards[at - 1] > card:
                cards[at] = cards[at - 1]
                bits[at] = bits[at - 1]
                at -= 1
            cards[at] = card
            bits[at] = 1 << place
        for place in range(dealt):
            ranks[place] = cards[place] >> 2
            nobs[place] = unseen[cards[place] & 3] * (ranks[place] == JACK)
            for kept in range(size):
                terms[kept, place] = choose[ranks[place] + kept, kept + 1]
        may_flush = unseen.min() <= 13 - size
        for way in range(ways):
            index = total = column = 0
            for kept in range(size):
                place = keeps[way, kept]
                index += terms[kept, place]
                total += nobs[place]
                column |= bits[place]
            total += base[index]
            for gone in range(laid):
                total -= table[index, ranks[away[way, gone]]]
            if may_flush:
                suit = cards[keeps[way, 0]] & 3
                suited = True
                for kept in range(1, size):
                    suited = suited and (cards[keeps[way, kept]] & 3) == suit
                if suited:
                    total += size * (52 - dealt) + unseen[suit]
            sums[row, column_of[column]] = total
    return sums
