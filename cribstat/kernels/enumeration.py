"""Number the combinations of a pack, and the deals that are alike but for the names of the suits.

Combinations: the k cards `c_0 < c_1 < ... < c_(k-1)` have the index `sum C(c_i, i + 1)` (colexicographic
order: the lowest card runs fastest, and the combinations of the first n cards come first).

Classes: two deals are alike if a renaming of suits turns one into the other. A deal is four sets of ranks,
one a suit, kept as 13-bit masks; its class is the multiset of the four. Order the four by (number of cards,
mask), largest first: that is the class's representative, suit 0 holding the largest. The numbers of cards
form a *shape* (4, 2, 0, 0); within a run of suits with equally many cards the masks are a multiset out of
C(13, size). So the index of a class needs no search: shapes in descending order, then the runs as the
digits of a mixed radix, the last run fastest, each run the colexicographic index of its multiset of masks.

A class stands for 24 / g deals, g being the number of renamings that leave its representative as it is.
"""

from functools import lru_cache
from itertools import combinations, groupby
from math import comb, factorial, prod

import numpy as np
from numpy.typing import NDArray

from cribstat.kernels._jit import njit

RANKS = 13
SUITS = 4
PACK = 52
LARGEST = 8
BINOMIALS: NDArray[np.int64] = np.array([[comb(n, k) for k in range(LARGEST + 1)] for n in range(PACK + 1)])


@njit
def rank_combination(cards: NDArray[np.uint8]) -> int:
    """Return the colexicographic index of one combination.

    Preconditions: `cards` (k,) ascending, different, k <= 8.
    """
    index = 0
    for i in range(cards.shape[0]):
        index += BINOMIALS[cards[i], i + 1]
    return index


@njit
def rank_combinations(cards: NDArray[np.uint8]) -> NDArray[np.int64]:
    """Return the colexicographic index (n,) of each row of `cards` (n, k).

    Preconditions: rows ascending, cards of a row different, k <= 8.
    """
    out = np.empty(cards.shape[0], np.int64)
    for i in range(cards.shape[0]):
        out[i] = rank_combination(cards[i])
    return out


@njit
def unrank_combination(index: int, out: NDArray[np.uint8]) -> None:
    """Write the combination with this index to `out` (k,), modified in place.

    Preconditions: 0 <= index < C(52, k), k <= 8.
    """
    card = PACK
    for i in range(out.shape[0] - 1, -1, -1):
        card -= 1
        while BINOMIALS[card, i + 1] > index:
            card -= 1
        out[i] = card
        index -= BINOMIALS[card, i + 1]


@njit
def unrank_combinations(indices: NDArray[np.int64], k: int) -> NDArray[np.uint8]:
    """Return the combinations (n, k), rows ascending, with these indices (n,).

    Preconditions: 0 <= indices < C(52, k), k <= 8.
    """
    out = np.empty((indices.shape[0], k), np.uint8)
    for i in range(indices.shape[0]):
        unrank_combination(indices[i], out[i])
    return out


@lru_cache
def discard_positions(dealt: int, away: int) -> NDArray[np.uint8]:
    """Return the positions laid away (n, away) for every discard, in lexicographic order.

    Notes
    -----
    **Exact.** The order of discards everywhere: (0, 1), (0, 2), ... (4, 5) for two cards out of six.

    Examples
    --------
    >>> discard_positions(3, 2).tolist()
    [[0, 1], [0, 2], [1, 2]]
    """
    return np.array(list(combinations(range(dealt), away)), dtype=np.uint8)


def class_count(k: int) -> int:
    """Count the classes of k cards by Burnside's lemma over the 24 renamings of suits.

    Notes
    -----
    **Exact.** A renaming with suit cycles of lengths l fixes as many deals as the product of (1 + x^l)^13
    has at x^k.

    Examples
    --------
    >>> [class_count(k) for k in (5, 6, 7, 8)]
    [134459, 962988, 6009159, 32819436]
    """
    total = 0
    for number, cycles in ((1, (1, 1, 1, 1)), (6, (1, 1, 2)), (3, (2, 2)), (8, (1, 3)), (6, (4,))):
        series = [1] + [0] * k
        for length in cycles:
            factor = [comb(RANKS, i // length) if i % length == 0 else 0 for i in range(k + 1)]
            series = [sum(series[j] * factor[i - j] for j in range(i + 1)) for i in range(k + 1)]
        total += number * series[k]
    return total // factorial(SUITS)


def _shapes(k: int) -> list[tuple[int, ...]]:
    """List the ways to share k cards among four suits, most cards first, in descending order."""
    counts = range(min(k, RANKS), -1, -1)
    four = ((a, b, c, k - a - b - c) for a in counts for b in counts if b <= a for c in counts if c <= b)
    return [shape for shape in four if 0 <= shape[3] <= shape[2]]


def _runs(shape: tuple[int, ...]) -> list[tuple[int, int]]:
    """Return the (size, length) of each run of suits with equally many cards."""
    return [(size, len(list(run))) for size, run in groupby(shape)]


def _multisets(n: int, k: int) -> NDArray[np.int64]:
    """List the multisets of k out of n in colexicographic order, largest member first."""
    rows = np.arange(n)[:, None]
    for size in range(2, k + 1):
        parts = [rows[: comb(x + size - 1, size - 1)] for x in range(n)]
        largest = np.repeat(np.arange(n), [len(part) for part in parts])
        rows = np.column_stack([largest, np.concatenate(parts)])
    return rows


@lru_cache
def mask_tables() -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """Return the number of ranks in each 13-bit mask and its place among those of that number, each (8192,).

    Notes
    -----
    **Exact.** Masks of one size are placed in numerical order from 0.
    """
    masks = np.arange(1 << RANKS)
    sizes = (masks[:, None] >> np.arange(RANKS) & 1).sum(axis=1).astype(np.uint8)
    places = np.empty(len(masks), np.int64)
    for size in range(RANKS + 1):
        members = np.flatnonzero(sizes == size)
        places[members] = np.arange(len(members))
    return sizes, places


@lru_cache
def shape_offsets(k: int) -> NDArray[np.int64]:
    """Return the index of the first class of each shape (a, b, c, k - a - b - c) at [a, b, c], else -1."""
    out = np.full((LARGEST + 1,) * 3, -1, dtype=np.int64)
    offset = 0
    for shape in _shapes(k):
        out[shape[:3]] = offset
        offset += prod(comb(comb(RANKS, size) + length - 1, length) for size, length in _runs(shape))
    return out


@njit
def _write_cards(masks: NDArray[np.uint16], cards: NDArray[np.uint8], weights: NDArray[np.uint8]) -> None:
    """Write the sorted cards and the number of deals of each class with these suit masks (n, 4), in place."""
    for i in range(masks.shape[0]):
        filled = 0
        for rank in range(RANKS):
            for suit in range(SUITS):
                if masks[i, suit] >> rank & 1:
                    cards[i, filled] = SUITS * rank + suit
                    filled += 1
        alike, run = 1, 1
        for suit in range(1, SUITS):
            run = run + 1 if masks[i, suit] == masks[i, suit - 1] else 1
            alike *= run
        weights[i] = 24 // alike


def distinct_deals(k: int) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """List the suit-distinct deals of k cards and how many deals each stands for.

    Parameters
    ----------
    k : int
        Number of cards, 1 to 8.

    Returns
    -------
    deals : numpy.ndarray, (n, k) uint8
        One representative a class, sorted ascending, in the order of the module's docstring.
    weights : numpy.ndarray, (n,) uint8
        Number of deals in the class, 1 to 24; they add up to C(52, k). Sum them as int64.

    Notes
    -----
    **Exact.** The place of a deal's class in the list is what `classes_of` returns.

    Examples
    --------
    >>> deals, weights = distinct_deals(2)
    >>> len(deals), int(weights.sum(dtype="int64"))
    (169, 1326)
    """
    n = class_count(k)
    deals, weights = np.empty((n, k), np.uint8), np.empty(n, np.uint8)
    sizes, _ = mask_tables()
    by_size = [np.flatnonzero(sizes == size).astype(np.uint16) for size in range(k + 1)]
    start = 0
    for shape in _shapes(k):
        runs = [by_size[size][_multisets(comb(RANKS, size), length)] for size, length in _runs(shape)]
        grid = np.indices([len(run) for run in runs], dtype=np.int32).reshape(len(runs), -1)
        masks = np.hstack([run[digit] for run, digit in zip(runs, grid, strict=True)])
        end = start + len(masks)
        _write_cards(masks, deals[start:end], weights[start:end])
        start = end
    return deals, weights


@njit
def _order(first: int, second: int) -> tuple[int, int]:
    """Return the two, larger first."""
    return (first, second) if first >= second else (second, first)


@njit
def sorted_suits(deal: NDArray[np.uint8], sizes: NDArray[np.uint8]) -> tuple[int, int, int, int]:
    """Return a key for each suit of a deal, largest first: number of cards << 15 | mask << 2 | 3 - suit.

    Preconditions: different cards, any order; `sizes` of `mask_tables()`.
    """
    packed = 0
    for i in range(deal.shape[0]):
        packed |= 1 << (RANKS * (deal[i] & 3) + (deal[i] >> 2))
    c, d, h, s = packed & 8191, packed >> 13 & 8191, packed >> 26 & 8191, packed >> 39
    c, d = _order(int(sizes[c]) << 15 | c << 2 | 3, int(sizes[d]) << 15 | d << 2 | 2)
    h, s = _order(int(sizes[h]) << 15 | h << 2 | 1, int(sizes[s]) << 15 | s << 2)
    c, h = _order(c, h)
    d, s = _order(d, s)
    d, h = _order(d, h)
    return c, d, h, s


@njit
def _multichoose(n: int, k: int) -> int:
    """Return the number of multisets of k out of n kinds, 1 <= k <= 4."""
    if k == 1:
        return n
    if k == 2:
        return n * (n + 1) // 2
    if k == 3:
        return n * (n + 1) * (n + 2) // 6
    return n * (n + 1) * (n + 2) * (n + 3) // 24


@njit
def class_index(
    keys: tuple[int, int, int, int], places: NDArray[np.int64], offsets: NDArray[np.int64]
) -> int:
    """Return the index of the class of a deal with these suits.

    Preconditions: `keys` of `sorted_suits`; `places` of `mask_tables()`, `offsets` of `shape_offsets(k)`.
    """
    index, digit, length, radix = 0, 0, 0, 1
    for i in range(SUITS - 1, -1, -1):
        size = keys[i] >> 15
        length += 1
        digit += _multichoose(places[keys[i] >> 2 & 8191], length)
        if i == 0 or keys[i - 1] >> 15 != size:
            index += digit * radix
            radix *= _multichoose(BINOMIALS[RANKS, size], length)
            digit, length = 0, 0
    return int(offsets[keys[0] >> 15, keys[1] >> 15, keys[2] >> 15]) + index


@njit
def _classes_of(
    deals: NDArray[np.uint8], sizes: NDArray[np.uint8], places: NDArray[np.int64], offsets: NDArray[np.int64]
) -> tuple[NDArray[np.int32], NDArray[np.uint8]]:
    """Find class and renaming of every row (see `classes_of`)."""
    classes = np.empty(deals.shape[0], np.int32)
    suits = np.empty((deals.shape[0], SUITS), np.uint8)
    for i in range(deals.shape[0]):
        keys = sorted_suits(deals[i], sizes)
        classes[i] = class_index(keys, places, offsets)
        for j in range(SUITS):
            suits[i, 3 - (keys[j] & 3)] = j
    return classes, suits


def classes_of(deals: NDArray[np.uint8]) -> tuple[NDArray[np.int32], NDArray[np.uint8]]:
    """Find the class of each deal and the renaming of suits that leads to its representative.

    Parameters
    ----------
    deals : numpy.ndarray, (n, k) uint8
        Different cards in every row, in any order; k from 1 to 8.

    Returns
    -------
    classes : numpy.ndarray, (n,) int32
        Place in `distinct_deals(k)`.
    suits : numpy.ndarray, (n, 4) uint8
        Suit s of the deal is suit `suits[i, s]` of the representative.

    Notes
    -----
    **Exact.** Suits held alike keep their order; any order of them would do as well, which is why what is
    stored for a class must not depend on it (`discard_orbits`).

    Examples
    --------
    >>> classes, suits = classes_of(np.array([[0, 7], [3, 4]], dtype=np.uint8))
    >>> bool(classes[0] == classes[1]), suits[:, [0, 3]].tolist()
    (True, [[1, 0], [0, 1]])
    """
    sizes, places = mask_tables()
    return _classes_of(np.ascontiguousarray(deals), sizes, places, shape_offsets(deals.shape[1]))


@njit
def places_in_class(deals: NDArray[np.uint8], suits: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return where each card of a deal stands in the sorted representative of its class ((n, k)).

    Preconditions: `suits` (n, 4) of `classes_of(deals)`.
    """
    n, k = deals.shape
    out = np.zeros((n, k), np.uint8)
    renamed = np.empty(k, np.uint8)
    for i in range(n):
        for j in range(k):
            renamed[j] = (deals[i, j] & 252) | suits[i, deals[i, j] & 3]
        for j in range(k):
            for other in range(k):
                out[i, j] += renamed[other] < renamed[j]
    return out


@njit
def discard_orbits(deals: NDArray[np.uint8], positions: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return, for every deal and discard, the first discard that is its mirror image ((n, discards)).

    Two discards of a deal are mirror images if a renaming of suits that leaves the deal as it is turns one
    into the other. A policy over classes gives all of them the same weight.

    Preconditions: `deals` (n, k) sorted rows; `positions` of `discard_positions(k, away)`.
    """
    n, k = deals.shape
    count, away = positions.shape
    out = np.empty((n, count), np.uint8)
    swap = np.empty(k, np.int64)
    codes = np.zeros(count, np.int64)
    for d in range(count):
        for j in range(away):
            codes[d] |= 1 << positions[d, j]
    masks = np.empty(SUITS, np.int64)
    for i in range(n):
        masks[:] = 0
        for j in range(k):
            masks[deals[i, j] & 3] |= 1 << (deals[i, j] >> 2)
        for d in range(count):
            out[i, d] = d
        for low in range(SUITS):
            for high in range(low + 1, SUITS):
                if masks[low] != 0 and masks[low] == masks[high]:
                    _swap_positions(deals[i], low, high, swap)
                    _join_orbits(out[i], codes, swap)
    return out


@njit
def _swap_positions(deal: NDArray[np.uint8], low: int, high: int, swap: NDArray[np.int64]) -> None:
    """Write where each card of the deal goes if suits `low` and `high` change places, in place."""
    for j in range(deal.shape[0]):
        suit = deal[j] & 3
        target = (deal[j] & 252) + (high if suit == low else low if suit == high else suit)
        for other in range(deal.shape[0]):
            if deal[other] == target:
                swap[j] = other


@njit
def _join_orbits(labels: NDArray[np.uint8], codes: NDArray[np.int64], swap: NDArray[np.int64]) -> None:
    """Give every discard and its image under `swap` the same, smallest label, in place."""
    for d in range(codes.shape[0]):
        image = 0
        for j in range(swap.shape[0]):
            if codes[d] >> j & 1:
                image |= 1 << swap[j]
        for e in range(d + 1, codes.shape[0]):
            if codes[e] == image and labels[e] != labels[d]:
                keep, drop = min(labels[d], labels[e]), max(labels[d], labels[e])
                for other in range(codes.shape[0]):
                    if labels[other] == drop:
                        labels[other] = keep
