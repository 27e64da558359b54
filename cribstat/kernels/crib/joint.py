"""Count, for the cards one side knows, which pair the other side lays away and which starts that leaves.

The walk meets every deal O of the cards not known, 9,366,819 of them for six of 46 cards, in index order:
the lowest card runs fastest, so the codes are read almost in sequence. For each O it adds one to the pair
laid away and one to (pair, card) for the cards kept; what a start can be is the difference. Counts are
integers and each thread has its own, so the result does not depend on the threads.
"""

from concurrent.futures import ThreadPoolExecutor
from math import comb

import numpy as np
from numpy.typing import NDArray

from cribstat.kernels import enumeration
from cribstat.kernels._jit import njit

PACK = 52
CARD_PAIRS = comb(PACK, 2)
# One row of 64 a pair: column c counts the deals that keep card c, column 52 all deals that lay the pair
# away; a deal of five keeps three cards and counts a fourth in column 53, which nobody reads.
WIDTH, TOTAL_COLUMN = 64, 52
STRIDE, TOTAL, SPARE, FOUR, ONE, NONE = (np.uint64(n) for n in (WIDTH, TOTAL_COLUMN, 53, 4, 1, 0))
_UNSIGNED: NDArray[np.uint64] = enumeration.BINOMIALS.astype(np.uint64)


@njit
def _walk(
    cards: NDArray[np.uint64],
    outer: NDArray[np.int64],
    left: int,
    codes: NDArray[np.uint16],
    order: NDArray[np.int64],
    reach: NDArray[np.int64],
    kept: NDArray[np.uint64],
    starts: NDArray[np.int64],
    share_ways: NDArray[np.uint64],
    weights: NDArray[np.int64],
    pure: NDArray[np.int32],
    mixed: NDArray[np.int64],
) -> None:
    """Count a stretch of the deals out of `cards`, in place.

    Preconditions: `cards` ascending; `outer` (k) places in `cards` of the first deal but its lowest card,
    ascending from 1 on, modified in place; `left` how many deals to meet; `order`, `reach`, `kept` of
    `_plan`, `starts`, `share_ways`, `weights` of `_sparse`; `pure`, `mixed` flat (1326 x 64), counts of
    deals with one discard and shares of the others.
    """
    k, ways = outer.shape[0], np.uint64(order.shape[0])
    held, card_rows, pair_rows = np.zeros(k + 1, np.uint64), np.zeros(k, np.uint64), np.zeros(k, np.uint64)
    held[k] = SPARE
    high = np.zeros(k + 1, np.uint64)
    base, pending = np.zeros(order.shape[0], np.uint64), np.zeros(TOTAL_COLUMN, np.uint64)
    moved, lowest_ways = k - 1, np.uint64(k - 1)
    while left > 0:
        left -= outer[1]
        for j in range(moved, 0, -1):
            held[j] = cards[outer[j]]
            card_rows[j] = held[j] * STRIDE
            pair_rows[j] = _UNSIGNED[held[j], 2] * STRIDE
            high[j] = high[j + 1] + _UNSIGNED[held[j], j + 1]
        for i in range(reach[moved]):
            base[order[i, 0]] = card_rows[order[i, 1]] + pair_rows[order[i, 2]]
        top, waiting = high[1], 0
        for i in range(outer[1]):
            held[0] = cards[i]
            code = np.uint64(codes[top + held[0]])
            if code < ways:
                row = base[code] + (held[0] * STRIDE if code < lowest_ways else NONE)
                pure[row + TOTAL] += 1
                place = code * FOUR
                pure[row + held[kept[place]]] += 1
                pure[row + held[kept[place + ONE]]] += 1
                pure[row + held[kept[place + ONE + ONE]]] += 1
                pure[row + held[kept[place + ONE + ONE + ONE]]] += 1
            else:
                pending[waiting] = cards[i]
                waiting += 1
        for i in range(waiting):
            held[0] = pending[i]
            row_of_shares = np.uint64(codes[top + held[0]]) - ways
            for share in range(starts[row_of_shares], starts[row_of_shares + ONE]):
                _add_share(share_ways[share], weights[share], held, base, lowest_ways, kept, mixed)
        moved = 1
        while moved < k - 1 and outer[moved] + 1 == outer[moved + 1]:
            outer[moved] = moved
            moved += 1
        outer[moved] += 1


@njit
def _add_share(
    way: np.uint64,
    weight: int,
    held: NDArray[np.uint64],
    base: NDArray[np.uint64],
    lowest_ways: np.uint64,
    kept: NDArray[np.uint64],
    mixed: NDArray[np.int64],
) -> None:
    """Add the share of one discard of a deal that mixes, in place (arguments as in `_walk`)."""
    row = base[way] + (held[0] * STRIDE if way < lowest_ways else NONE)
    mixed[row + TOTAL] += weight
    for j in range(way * FOUR, way * FOUR + FOUR):
        mixed[row + held[kept[j]]] += weight


def _plan(k: int) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.uint64]]:
    """Return how the walk over deals of k cards goes about the discards.

    `order` (discards, 3): discard and its two positions, by the lowest position but 0 that it holds;
    `reach` (k): how many hold one up to this position; `kept` flat, four positions a discard, k standing
    for none.
    """
    positions = enumeration.discard_positions(k, 2).astype(np.int64)
    lowest = np.where(positions[:, 0] > 0, positions[:, 0], positions[:, 1])
    reach = (lowest[:, None] <= np.arange(k)).sum(axis=0)
    kept = [sorted(set(range(k)) - set(pair)) + [k] * (6 - k) for pair in positions.tolist()]
    order = np.column_stack([np.arange(len(positions)), positions])[np.argsort(lowest, kind="stable")]
    return order, reach, np.array(kept, dtype=np.uint64).reshape(-1)


def _sparse(mix: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.uint64], NDArray[np.int64]]:
    """Return where the shares of each row begin (m + 1), their discards and their weights."""
    rows, ways = np.nonzero(mix)
    return np.searchsorted(rows, np.arange(len(mix) + 1)), ways.astype(np.uint64), mix[rows, ways]


def _parts(n: int, k: int, parts: int) -> list[tuple[NDArray[np.int64], int]]:
    """Return where each part of the deals of k out of n cards begins, and how many deals it has.

    A part begins with the lowest of the deals that share all cards but the lowest.
    """
    begins = [[*range(k)]]
    for part in range(1, parts):
        index, places = comb(n, k) * part // parts, [0] * k
        for size in range(k, 1, -1):
            place = size - 1
            while comb(place + 1, size) <= index:
                place += 1
            places[size - 1] = place
            index -= comb(place, size)
        begins.append(places)
    indices = [sum(comb(place, j + 1) for j, place in enumerate(places)) for places in begins]
    counts = [end - start for start, end in zip(indices, [*indices[1:], comb(n, k)], strict=True)]
    return [(np.array(places), count) for places, count in zip(begins, counts, strict=True)]


def opponent_joint(
    known: NDArray[np.uint8],
    codes: NDArray[np.uint16],
    mix: NDArray[np.int64],
    denominator: int,
    dealt: int = 6,
    threads: int = 1,
) -> NDArray[np.int64]:
    """Weigh every pair the other side may lay away together with every start.

    Parameters
    ----------
    known : numpy.ndarray, (m,) uint8
        Cards the other side cannot hold: one's own and the dead, different, in any order.
    codes, mix : numpy.ndarray
        The other side's policy for every deal (`expand_policy`).
    denominator : int
        What each deal's shares add up to.
    dealt : int
        Cards dealt to the other side, 5 or 6.
    threads : int
        Threads to work in; the result does not depend on it.

    Returns
    -------
    numpy.ndarray, (1326, 52) int64
        `denominator` times the number of deals of the other side that lay away this pair (colexicographic
        index) and leave this start unseen; zero for starts that are known. All of it adds up to
        `denominator * C(52 - m, dealt) * (52 - m - dealt)`.

    Notes
    -----
    **Exact.** All deals of the other side are equally likely beforehand; the start is drawn from what
    neither holds.
    """
    cards = np.setdiff1d(np.arange(PACK), known).astype(np.uint64)
    order, reach, kept = _plan(dealt)
    starts, ways, weights = _sparse(mix)
    # One type of array for what is mapped and what is not, so that there is one machine code.
    codes = codes.view()
    codes.flags.writeable = False

    def count(part: tuple[NDArray[np.int64], int]) -> NDArray[np.int64]:
        pure, mixed = np.zeros(CARD_PAIRS * WIDTH, np.int32), np.zeros(CARD_PAIRS * WIDTH, np.int64)
        _walk(cards, *part, codes, order, reach, kept, starts, ways, weights, pure, mixed)
        return denominator * pure.astype(np.int64) + mixed

    with ThreadPoolExecutor(threads) as pool:
        counts = np.sum(list(pool.map(count, _parts(len(cards), dealt, threads))), axis=0)
    counts = counts.reshape(CARD_PAIRS, WIDTH)
    out = counts[:, TOTAL_COLUMN, None] - counts[:, :PACK]
    upper = np.repeat(np.arange(PACK), np.arange(PACK))
    pairs = np.arange(CARD_PAIRS)
    lower = pairs - upper * (upper - 1) // 2
    out[pairs, lower] = out[pairs, upper] = out[:, known] = 0
    return np.ascontiguousarray(out)
