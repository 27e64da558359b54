"""Crib sums of many deals when the other cards are drawn from the unseen ones, compiled.

Two models: every set of unseen cards alike (`uniform_*`), and weights by pair of cards (`weighted_sums`).
The rank part of `uniform_*` depends on the deal's rank multiset alone and is worked out once for each.
Discards are positions in the deal; `table` is `patterns.crib_table(laid out, others)`.
"""

import numpy as np
from numpy.typing import NDArray

from cribstat.kernels._jit import njit

JACK = 10
RANKS = 13


@njit
def _small_choose(n: int, k: int) -> int:
    """Binomial coefficient of small numbers."""
    ways = 1
    for step in range(k):
        ways = ways * (n - step) // (step + 1)
    return ways if n >= k else 0


@njit
def uniform_rank_sums(
    ranks: NDArray[np.uint8],
    discards: NDArray[np.int64],
    table: NDArray[np.uint8],
    sets: NDArray[np.uint8],
    choose: NDArray[np.int64],
) -> NDArray[np.int64]:
    """Rank part of the crib, summed over all sets of other cards and starts; int64 (n, discards).

    Preconditions: `ranks` (n, dealt) ascending in a row; `discards` (d, laid out) ascending positions;
    `sets` the rank multisets of the other cards in index order.
    """
    n, dealt = ranks.shape
    ways, laid = discards.shape
    kinds, size = sets.shape
    sums = np.zeros((n, ways), dtype=np.int64)
    left = np.empty(RANKS, dtype=np.int64)
    weights = np.empty((kinds, RANKS), dtype=np.int32)
    for row in range(n):
        left[:] = 4
        for place in range(dealt):
            left[ranks[row, place]] -= 1
        for kind in range(kinds):
            for start in range(RANKS):
                left[start] -= 1
                cases = left[start] + 1
                place = 0
                while place < size and cases:
                    rank = sets[kind, place]
                    held = 1
                    while place + held < size and sets[kind, place + held] == rank:
                        held += 1
                    cases *= _small_choose(left[rank], held)
                    place += held
                left[start] += 1
                weights[kind, start] = cases
        for way in range(ways):
            index = 0
            for place in range(laid):
                index += choose[ranks[row, discards[way, place]] + place, place + 1]
            total = np.int64(0)
            for kind in range(kinds):
                here = np.int32(0)
                for start in range(RANKS):
                    here += np.int32(table[index, kind, start]) * weights[kind, start]
                total += here
            sums[row, way] = total
    return sums


@njit
def uniform_suit_sums(
    deals: NDArray[np.uint8], discards: NDArray[np.int64], others: int, needs_start: bool
) -> NDArray[np.int64]:
    """Nobs and flushes of the crib, summed over all sets of other cards and starts; int64 (n, discards).

    Preconditions: `deals` (n, dealt) as given, `discards` positions in them.
    """
    n, dealt = deals.shape
    ways, laid = discards.shape
    size = laid + others
    free = 52 - dealt
    own_jack = _small_choose(free - 1, others)
    other_jack = _small_choose(free - 2, others - 1)
    sums = np.zeros((n, ways), dtype=np.int64)
    left = np.empty(4, dtype=np.int64)
    jack = np.empty(4, dtype=np.int64)
    for row in range(n):
        left[:] = 13
        jack[:] = 1
        for place in range(dealt):
            card = deals[row, place]
            left[card & 3] -= 1
            jack[card & 3] -= card >> 2 == JACK
        theirs = np.int64(0)
        for suit in range(4):
            theirs += jack[suit] * (left[suit] - 1) * other_jack
        for way in range(ways):
            total = theirs
            suit = deals[row, discards[way, 0]] & 3
            suited = True
            for place in range(laid):
                card = deals[row, discards[way, place]]
                suited = suited and (card & 3) == suit
                if card >> 2 == JACK:
                    total += left[card & 3] * own_jack
            if suited:
                agreeing = _small_choose(left[suit], others)
                total += (size + 1) * agreeing * (left[suit] - others)
                if not needs_start:
                    total += size * agreeing * (free - left[suit])
            sums[row, way] = total
    return sums


@njit
def _unseen_cards(
    deal: NDArray[np.uint8], left: NDArray[np.int64], suits: NDArray[np.int64]
) -> NDArray[np.int64]:
    """Return the cards not in `deal`; `left` by rank and `suits` by suit are modified in place."""
    seen = np.zeros(52, dtype=np.bool_)
    left[:] = 4
    suits[:] = 13
    for card in deal:
        seen[card] = True
        left[card >> 2] -= 1
        suits[card & 3] -= 1
    return np.flatnonzero(~seen)


@njit
def _pair_cases(
    cards: NDArray[np.int64],
    left: NDArray[np.int64],
    suits: NDArray[np.int64],
    pair_weights: NDArray[np.float64],
    choose: NDArray[np.int64],
    weights: NDArray[np.float64],
    by_suit: NDArray[np.float64],
    flush: NDArray[np.float64],
) -> tuple[float, float]:
    """Gather weighted pairs of unseen cards; return their weight, and that of nobs by a jack of theirs.

    `weights` (rank pair, start rank), `by_suit` (cards of each suit in the pairs) and `flush` (pairs of a
    suit: with a start of it, without) are modified in place.
    """
    every = 0.0
    nobs = 0.0
    for upper in range(len(cards)):
        high = cards[upper]
        for lower in range(upper):
            low = cards[lower]
            weight = pair_weights[high * (high - 1) // 2 + low]
            if weight == 0.0:
                continue
            every += weight
            kind = choose[low >> 2, 1] + choose[(high >> 2) + 1, 2]
            for start in range(RANKS):
                weights[kind, start] += weight * left[start]
            weights[kind, low >> 2] -= weight
            weights[kind, high >> 2] -= weight
            by_suit[low & 3] += weight
            by_suit[high & 3] += weight
            same = (low & 3) == (high & 3)
            nobs += weight * (low >> 2 == JACK) * (suits[low & 3] - 1 - same)
            nobs += weight * (high >> 2 == JACK) * (suits[high & 3] - 1 - same)
            if same:
                flush[low & 3, 0] += weight * (suits[low & 3] - 2)
                flush[low & 3, 1] += weight * (len(cards) - suits[low & 3])
    return every, nobs


@njit
def weighted_sums(
    deals: NDArray[np.uint8],
    discards: NDArray[np.int64],
    table: NDArray[np.uint8],
    pair_weights: NDArray[np.float64],
    choose: NDArray[np.int64],
    needs_start: bool,
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Sum the points of two-and-two cribs over weighted pairs and starts; (n, discards), and weights (n,).

    Preconditions: `pair_weights` by pair index ``b*(b-1)/2 + a``; `table` is `crib_table(2, 2)`.
    """
    n = len(deals)
    sums = np.zeros((n, len(discards)))
    mass = np.zeros(n)
    left = np.empty(RANKS, dtype=np.int64)
    suits = np.empty(4, dtype=np.int64)
    weights = np.empty((len(table), RANKS))
    by_suit = np.empty(4)
    flush = np.empty((4, 2))
    for row in range(n):
        cards = _unseen_cards(deals[row], left, suits)
        weights[:] = 0.0
        by_suit[:] = 0.0
        flush[:] = 0.0
        every, nobs = _pair_cases(cards, left, suits, pair_weights, choose, weights, by_suit, flush)
        mass[row] = every * (len(cards) - 2)
        for way in range(len(discards)):
            first = min(deals[row, discards[way, 0]], deals[row, discards[way, 1]])
            second = max(deals[row, discards[way, 0]], deals[row, discards[way, 1]])
            index = choose[first >> 2, 1] + choose[(second >> 2) + 1, 2]
            total = nobs
            for kind in range(len(table)):
                for start in range(RANKS):
                    total += table[index, kind, start] * weights[kind, start]
            for card in (first, second):
                if card >> 2 == JACK:
                    total += suits[card & 3] * every - by_suit[card & 3]
            if (first & 3) == (second & 3):
                total += 5.0 * flush[first & 3, 0]
                if not needs_start:
                    total += 4.0 * flush[first & 3, 1]
            sums[row, way] = total
    return sums, mass
