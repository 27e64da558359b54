"""Mean cribs when the other crib cards weigh by their ranks and every unseen start is alike, compiled.

The model: the start is any unseen card; a set of other crib cards, none of them the start, has a weight by
its multiset of ranks and the rank of the start, which may depend on the ranks of the own deal. The rank part
of the crib then depends on the rank multiset of the deal alone and is worked out once for each
(`rank_means`); nobs and flushes need the suits (`add_suits`). Discards are positions in the ascending deal.
Sums run in a fixed order, so results do not depend on threads.
"""

import numpy as np
from numpy.typing import NDArray

from cribstat.kernels._jit import njit

PACK = 52
RANKS = 13
SUITS = 4
JACK = 10
Floats = NDArray[np.float64]


@njit
def _set_ways(counts: NDArray[np.int64], kind: NDArray[np.uint8]) -> int:
    """Count the sets of the ranks `kind` (ascending) where `counts` cards of each rank are left."""
    ways = 1
    held = 0
    for place in range(kind.shape[0]):
        held = held + 1 if place > 0 and kind[place] == kind[place - 1] else 1
        ways = ways * (counts[kind[place]] - held + 1) // held
    return max(ways, 0)


@njit
def _set_shares(
    counts: NDArray[np.int64],
    kinds: NDArray[np.uint8],
    weights: Floats,
    shares: Floats,
    jacks: Floats,
    scale: Floats,
) -> None:
    """Write the probability of every kind of set and start rank to `shares` (kinds, 13), in place.

    `scale` (13) becomes the probability of a start card and a set of weight one; `jacks` (13) that of a
    start card together with a set that holds a given unseen jack. All are zero for ranks that are gone.
    """
    whole, with_jacks = np.zeros(RANKS), np.zeros(RANKS)
    for kind in range(kinds.shape[0]):
        ways = _set_ways(counts, kinds[kind])
        held = 0
        for start in range(RANKS):
            shares[kind, start] = weights[kind, start] * ways
        for place in range(kinds.shape[1]):
            rank = kinds[kind, place]
            held += rank == JACK
            shares[kind, rank] -= weights[kind, rank] * ways / max(counts[rank], 1)
        for start in range(RANKS):
            whole[start] += shares[kind, start]
            with_jacks[start] += held * shares[kind, start]
    for start in range(RANKS):
        scale[start] = 1.0 / (counts.sum() * whole[start]) if counts[start] > 0 else 0.0
        others = start != JACK and counts[JACK] > 0
        jacks[start] = with_jacks[start] * scale[start] / counts[JACK] if others else 0.0
    for kind in range(kinds.shape[0]):
        for start in range(RANKS):
            shares[kind, start] *= counts[start] * scale[start]


@njit
def _contract(points: Floats, shares: Floats) -> float:
    """Return the sum of products of two arrays (kinds, 13), in four strands."""
    first, second, third, fourth, last = 0.0, 0.0, 0.0, 0.0, 0.0
    for kind in range(points.shape[0]):
        for start in range(0, RANKS - 1, 4):
            first += points[kind, start] * shares[kind, start]
            second += points[kind, start + 1] * shares[kind, start + 1]
            third += points[kind, start + 2] * shares[kind, start + 2]
            fourth += points[kind, start + 3] * shares[kind, start + 3]
        last += points[kind, RANKS - 1] * shares[kind, RANKS - 1]
    return (first + second) + (third + fourth) + last


@njit
def _add_flushes(
    bits: NDArray[np.int64], kinds: NDArray[np.uint8], weights: Floats, scale: Floats, flushes: Floats
) -> None:
    """Write the probability that start and set are of one given suit to `flushes` (2**dealt), in place.

    By which of the deal's ranks are *not* held in that suit; `bits` (13) is the bit of each rank of the deal.
    """
    flushes[:] = 0.0
    for kind in range(kinds.shape[0]):
        held, different, pattern = 0, True, 0
        for place in range(kinds.shape[1]):
            rank = kinds[kind, place]
            different = different and not held >> rank & 1
            held |= 1 << rank
            pattern |= bits[rank]
        if different:
            for start in range(RANKS):
                if not held >> start & 1:
                    flushes[pattern | bits[start]] += weights[kind, start] * scale[start]
    step = 1
    while step < flushes.shape[0]:
        for pattern in range(flushes.shape[0]):
            if pattern & step:
                flushes[pattern] += flushes[pattern ^ step]
        step *= 2


@njit
def rank_means(
    ranks: NDArray[np.uint8],
    discards: NDArray[np.int64],
    points: Floats,
    kinds: NDArray[np.uint8],
    weights: Floats,
    choose: NDArray[np.int64],
    means: Floats,
    jacks: Floats,
    flushes: Floats,
) -> None:
    """Write the mean rank part of the crib of every discard to `means` (n, discards), in place.

    And what `add_suits` needs: `jacks` (n, 13), the probability of a start card of each rank together with
    a set that holds a given unseen jack, and `flushes` (n, 2**dealt), that of a start and a set of one suit,
    by the set of the deal's different ranks, one bit each in ascending order, not held in that suit.

    Preconditions: `ranks` (n, dealt) ascending in a row; `discards` (d, laid out) ascending positions;
    `kinds` (k, others) the rank multisets of the other cards in index order, `weights` (n, k, 13) of a set
    of each by the start's rank; `points` is `patterns.crib_table(laid out, others)` as float64.
    """
    n, dealt = ranks.shape
    ways, laid = discards.shape
    counts, bits = np.empty(RANKS, np.int64), np.empty(RANKS, np.int64)
    places = np.empty(ways, np.int64)
    shares, scale = np.empty((kinds.shape[0], RANKS)), np.empty(RANKS)
    for row in range(n):
        counts[:] = SUITS
        for place in range(dealt):
            counts[ranks[row, place]] -= 1
        _number_ranks(ranks[row], bits)
        _set_shares(counts, kinds, weights[row], shares, jacks[row], scale)
        _add_flushes(bits, kinds, weights[row], scale, flushes[row])
        for way in range(ways):
            index = 0
            for place in range(laid):
                index += choose[ranks[row, discards[way, place]] + place, place + 1]
            places[way] = index
            before = 0
            while places[before] != index:
                before += 1
            means[row, way] = means[row, before] if before < way else _contract(points[index], shares)


@njit
def _number_ranks(ranks: NDArray[np.uint8], bits: NDArray[np.int64]) -> int:
    """Write one bit for each different rank, ascending, to `bits` (13), in place; return all of them."""
    bits[:] = 0
    number = 0
    for place in range(ranks.shape[0]):
        if bits[ranks[place]] == 0:
            bits[ranks[place]] = 1 << number
            number += 1
    return (1 << number) - 1


@njit
def add_suits(
    deals: NDArray[np.uint8],
    discards: NDArray[np.int64],
    rows: NDArray[np.int64],
    jacks: Floats,
    flushes: Floats,
    begins: NDArray[np.int64],
    others: int,
    means: Floats,
) -> None:
    """Add nobs and flushes to `means` (n, discards), modified in place; a flush needs the start.

    Preconditions: `deals` (n, dealt) ascending, `discards` positions in them; `rows` (n) the row of `jacks`
    (see `rank_means`) for each deal's rank multiset; the row's flushes begin at `begins[row]` in `flushes`.
    """
    n, dealt = deals.shape
    ways, laid = discards.shape
    left, lacking, bits = np.empty(SUITS, np.int64), np.empty(SUITS, np.int64), np.empty(RANKS, np.int64)
    for row in range(n):
        lacking[:] = _number_ranks(deals[row] >> 2, bits)
        left[:] = RANKS
        for place in range(dealt):
            lacking[deals[row, place] & 3] ^= bits[deals[row, place] >> 2]
            left[deals[row, place] & 3] -= 1
        theirs = _other_nobs(deals[row], jacks[rows[row]])
        for way in range(ways):
            total = theirs
            suit = deals[row, discards[way, 0]] & 3
            suited = True
            for place in range(laid):
                card = deals[row, discards[way, place]]
                suited = suited and (card & 3) == suit
                if card >> 2 == JACK:
                    total += left[card & 3] / (PACK - dealt)
            if suited:
                total += (laid + others + 1) * flushes[begins[rows[row]] + lacking[suit]]
            means[row, way] += total


@njit
def _other_nobs(deal: NDArray[np.uint8], jacks: Floats) -> float:
    """Return the mean nobs of the other crib cards: over unseen starts whose jack is unseen."""
    own_jacks, total = 0, 0.0
    for card in deal:
        own_jacks |= (card >> 2 == JACK) << (card & 3)
    for suit in range(SUITS):
        if not own_jacks >> suit & 1:
            total += jacks.sum()
    for card in deal:
        if not own_jacks >> (card & 3) & 1:
            total -= jacks[card >> 2]
    return total


@njit
def best_ways(hands: Floats, cribs: Floats, share: float) -> tuple[NDArray[np.int64], Floats]:
    """Return the first best discard (n) of each deal, and its value: hand + share * crib.

    Values that differ by less than 1e-9 are equal: the first of them in the order of discards is taken.
    """
    n, ways = hands.shape
    best, value = np.empty(n, np.int64), np.empty(n)
    for row in range(n):
        top = -1.0e9
        for way in range(ways):
            here = hands[row, way] + share * cribs[row, way]
            if here > top + 1.0e-9:
                top = here
                best[row] = way
        value[row] = top
    return best, value


@njit
def _multiset_of(cards: NDArray[np.uint8], ranks: NDArray[np.int64], choose: NDArray[np.int64]) -> int:
    """Return the index of the rank multiset of some cards; `ranks` (as many) is scratch space."""
    index = 0
    for place in range(cards.shape[0]):
        rank = np.int64(cards[place] >> 2)
        at = place
        while at > 0 and ranks[at - 1] > rank:
            ranks[at] = ranks[at - 1]
            at -= 1
        ranks[at] = rank
    for place in range(cards.shape[0]):
        index += choose[ranks[place] + place, place + 1]
    return index


@njit
def _count_starts(cards: NDArray[np.uint8], by_rank: NDArray[np.int64], by_suit: NDArray[np.int64]) -> None:
    """Take cards from the counts of starts by rank and by suit, in place."""
    for card in cards:
        by_rank[card >> 2] -= 1
        by_suit[card & 3] -= 1


@njit
def mean_cribs(
    deal: NDArray[np.uint8],
    discards: NDArray[np.int64],
    others: NDArray[np.uint8],
    gone: NDArray[np.uint8],
    table: NDArray[np.uint8],
    choose: NDArray[np.int64],
) -> Floats:
    """Mean points of every discard's crib over the starts that are left, (n, discards).

    Preconditions: `deal` (dealt) own cards, `discards` positions in them; `others` (n, o) the other crib
    cards; `gone` (n, g) all cards besides the deal that cannot be turned, the others among them; `table` is
    the show table of the crib's size. A flush needs the start.
    """
    n, extra = others.shape
    ways, laid = discards.shape
    size = laid + extra
    left = PACK - deal.shape[0] - gone.shape[1]
    out = np.zeros((n, ways))
    by_rank, by_suit = np.empty(RANKS, np.int64), np.empty(SUITS, np.int64)
    crib, ranks = np.empty(size, np.uint8), np.empty(size, np.int64)
    for row in range(n):
        for rank in range(RANKS):
            by_rank[rank] = SUITS
        for suit in range(SUITS):
            by_suit[suit] = RANKS
        _count_starts(deal, by_rank, by_suit)
        _count_starts(gone[row], by_rank, by_suit)
        for place in range(extra):
            crib[laid + place] = others[row, place]
        for way in range(ways):
            for place in range(laid):
                crib[place] = deal[discards[way, place]]
            index = _multiset_of(crib, ranks, choose)
            total, suited = 0, True
            for card in crib:
                total += by_suit[card & 3] * (card >> 2 == JACK)
                suited = suited and (card & 3) == (crib[0] & 3)
            for rank in range(RANKS):
                total += by_rank[rank] * table[index, rank]
            if suited:
                total += (size + 1) * by_suit[crib[0] & 3]
            out[row, way] = total / left
    return out
