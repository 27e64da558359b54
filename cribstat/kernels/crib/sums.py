"""Sum the crib over every deal of the other side and every start, for all own deals at once.

For an own deal H of k cards and a discard d of it the wanted integer is

    S(H, d) = sum over deals O disjoint from H, starts s outside H and O, of weight(O) * points(d +
    discard(O); s)

with the other side's policy in integer weights over one denominator. Three steps make it cheap, all exact.

*Lanes.* What H and d need of O is linear in few numbers, here called lanes: for each of the 91 rank pairs the
rank points of a crib of that pair, O's discard and a start outside O, summed over the starts; for each of the
91 rank pairs whether O lays it away (to take back the starts that lie in H); the nobs of O's jacks; by suit
the jacks laid away, and the suited discards with and without the starts left in the suit.

*Inclusion and exclusion.* With N(T) the lanes summed over the deals O that contain the set T, the sum over
the deals disjoint from H is the sum of (-1)^|T| N(T) over T in H.

*Levels.* N(T) depends on the class of T alone. N(T) is the sum of N(T + x) over the cards x outside T,
divided by k - |T|; so one walk down the classes builds all of it. And with

    Y(U) = sum over T in U of (-1)^|T| (|U| - |T|)! / (k - |T|)! N(T),    Y(U) = (-1)^|U| N(U) / (k - |U|)!
    + sum of Y(U - x),

the sum over all proper subsets T of H is the sum of Y over the k sets U of k - 1 cards: k look-ups instead
of 2^k. Y is kept k! times too large, so that it is an integer.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cribstat.kernels._jit import njit

RANKS = 13
PAIRS = 91
LAID = PAIRS
NOBS = 2 * PAIRS
JACKS = NOBS + 1
SUITED_STARTS = JACKS + 4
SUITED = SUITED_STARTS + 4
LANES = SUITED + 4
JACK = 10


class CribTables(NamedTuple):
    """Rank points of cribs of two and two cards.

    Attributes
    ----------
    pairs : numpy.ndarray, (13, 13) int64
        Index of a rank pair, in either order.
    starts : numpy.ndarray, (91, 13, 91) int32
        Points at [one pair, start rank, other pair].
    sums : numpy.ndarray, (91, 91) int32
        The same summed over all starts of the pack.
    """

    pairs: NDArray[np.int64]
    starts: NDArray[np.int32]
    sums: NDArray[np.int32]


def crib_tables(points: NDArray[np.uint8], ranks: int = RANKS) -> CribTables:
    """Arrange `patterns.crib_table(2, 2)` (91, 91, 13) for the sums over a pack of `ranks` ranks.

    Notes
    -----
    **Exact.** Multisets of more than four of a rank have points as well; they are never counted.
    """
    low, high = np.sort(np.indices((RANKS, RANKS)), axis=0).astype(np.int64)
    starts = np.zeros((PAIRS, RANKS, PAIRS), np.int32)
    starts[:, :ranks] = points.transpose(1, 2, 0)[:, :ranks]
    return CribTables(low + high * (high + 1) // 2, starts, 4 * starts.sum(axis=1, dtype=np.int32))


def only_starts(tables: CribTables, rank: int) -> CribTables:
    """Return the tables with no points for starts of other ranks."""
    starts = np.zeros_like(tables.starts)
    starts[:, rank] = tables.starts[:, rank]
    return CribTables(tables.pairs, starts, 4 * starts.sum(axis=1, dtype=np.int32))


@njit
def _add_discard(
    deal: NDArray[np.uint8],
    first: int,
    second: int,
    weight: int,
    turned: int,
    pairs: NDArray[np.int64],
    starts: NDArray[np.int32],
    sums: NDArray[np.int32],
    free: NDArray[np.int32],
    row: NDArray[np.int64],
) -> None:
    """Add to the lanes `row` what a deal that lays away these two cards brings, `weight` times, in place.

    `free` (91) is room to work in.
    """
    a, b = deal[first], deal[second]
    other = pairs[a >> 2, b >> 2]
    for lane in range(PAIRS):
        free[lane] = sums[other, lane]
    for j in range(deal.shape[0]):
        rank = deal[j] >> 2
        for lane in range(PAIRS):
            free[lane] -= starts[other, rank, lane]
    for lane in range(PAIRS):
        row[lane] += np.int64(weight) * free[lane]
    row[LAID + other] += weight
    for card in (a, b):
        if card >> 2 == JACK:
            row[NOBS] += weight * _open_starts(deal, card & 3, turned)
            row[JACKS + (card & 3)] += weight
    if a & 3 == b & 3:
        row[SUITED_STARTS + (a & 3)] += weight * _open_starts(deal, a & 3, turned)
        row[SUITED + (a & 3)] += weight


@njit
def _held(deal: NDArray[np.uint8], suit: int, turned: int) -> int:
    """Count the cards of a suit whose rank is among `turned`, one bit a rank."""
    count = 0
    for j in range(deal.shape[0]):
        count += (deal[j] & 3) == suit and turned >> (deal[j] >> 2) & 1
    return count


@njit
def _open_starts(deal: NDArray[np.uint8], suit: int, turned: int) -> int:
    """Count the starts of a suit and of the ranks `turned` that a deal leaves."""
    count = 0
    for rank in range(RANKS):
        count += turned >> rank & 1
    return count - _held(deal, suit, turned)


@njit
def _deal_lanes(
    deal: NDArray[np.uint8],
    code: int,
    factor: int,
    mix: NDArray[np.int64],
    denominator: int,
    positions: NDArray[np.uint8],
    turned: int,
    pairs: NDArray[np.int64],
    starts: NDArray[np.int32],
    sums: NDArray[np.int32],
    free: NDArray[np.int32],
    row: NDArray[np.int64],
) -> None:
    """Write the lanes of one deal under its policy, `factor` times, to `row`, modified in place."""
    row[:] = 0
    ways = positions.shape[0]
    if code < ways:
        first, second = positions[code, 0], positions[code, 1]
        _add_discard(deal, first, second, factor * denominator, turned, pairs, starts, sums, free, row)
        return
    for way in range(ways):
        weight = factor * mix[code - ways, way]
        if weight:
            first, second = positions[way, 0], positions[way, 1]
            _add_discard(deal, first, second, weight, turned, pairs, starts, sums, free, row)


@njit
def _add_renamed(row: NDArray[np.int64], packed: int, out: NDArray[np.int64]) -> None:
    """Add the lanes `row` to those of the class reached by the renaming `packed`, in place."""
    for lane in range(JACKS):
        out[lane] += row[lane]
    for suit in range(4):
        target = packed >> 2 * suit & 3
        for block in range(JACKS, LANES, 4):
            out[block + target] += row[block + suit]


@njit
def spread_policy(
    deals: NDArray[np.uint8],
    weights: NDArray[np.uint8],
    links: NDArray[np.int32],
    suits: NDArray[np.uint8],
    codes: NDArray[np.uint16],
    mix: NDArray[np.int64],
    denominator: int,
    positions: NDArray[np.uint8],
    turned: int,
    pairs: NDArray[np.int64],
    starts: NDArray[np.int32],
    sums: NDArray[np.int32],
    out: NDArray[np.int64],
) -> None:
    """Add the lanes of every deal, as often as its class has deals, to the classes of one card less.

    Preconditions: `deals` .. `suits` of a `Level`; `codes`, `mix`, `denominator` a symmetric policy for it;
    `pairs`, `starts`, `sums` of `crib_tables`; `out` (classes of one card less, 195), modified in place.
    """
    row, free = np.empty(LANES, np.int64), np.empty(PAIRS, np.int32)
    for i in range(deals.shape[0]):
        weight = int(np.int64(weights[i]))
        _deal_lanes(
            deals[i], codes[i], weight, mix, denominator, positions, turned, pairs, starts, sums, free, row
        )
        for j in range(deals.shape[1]):
            _add_renamed(row, suits[i, j], out[links[i, j]])


@njit
def spread_level(
    lanes: NDArray[np.int64],
    weights: NDArray[np.uint8],
    links: NDArray[np.int32],
    suits: NDArray[np.uint8],
    out: NDArray[np.int64],
) -> None:
    """Add the lanes (n, 195) of a level, as often as each class has deals, to the level below, in place."""
    row = np.empty(LANES, np.int64)
    for i in range(lanes.shape[0]):
        row[:] = lanes[i]
        row *= weights[i]
        for j in range(links.shape[1]):
            _add_renamed(row, suits[i, j], out[links[i, j]])


@njit
def settle(
    lanes: NDArray[np.int64], deals: NDArray[np.uint8], weights: NDArray[np.uint8], divisor: int
) -> None:
    """Turn what was spread to a level (n, 195) into the numbers of one representative each, in place.

    Divide by the deals of the class and by `divisor` (how often each larger deal was met), and share lanes
    of suits held alike evenly: the renaming that brought them was one of several. Every division leaves no
    remainder.
    """
    masks = np.empty(4, np.int64)
    for i in range(lanes.shape[0]):
        masks[:] = 0
        for j in range(deals.shape[1]):
            masks[deals[i, j] & 3] |= 1 << (deals[i, j] >> 2)
        share = np.int64(weights[i]) * divisor
        for lane in range(JACKS):
            lanes[i, lane] //= share
        suit = 0
        while suit < 4:
            end = suit + 1
            while end < 4 and masks[end] == masks[suit]:
                end += 1
            for block in range(JACKS, LANES, 4):
                part = lanes[i, block + suit : block + end].sum() // (share * (end - suit))
                lanes[i, block + suit : block + end] = part
            suit = end


@njit
def gather_below(
    lanes: NDArray[np.int64],
    factor: int,
    links: NDArray[np.int32],
    suits: NDArray[np.uint8],
    below: NDArray[np.int64],
    divisor: int,
) -> None:
    """Turn N of a level into Y, in place.

    Take `factor` times N, add Y of the level below over all cards, and divide by `divisor`.
    """
    for i in range(lanes.shape[0]):
        row = lanes[i]
        row *= factor
        for j in range(links.shape[1]):
            _gather_renamed(below[links[i, j]], suits[i, j], row)
        if divisor > 1:
            row //= divisor


@njit
def _gather_renamed(row: NDArray[np.int64], packed: int, out: NDArray[np.int64]) -> None:
    """Add the lanes `row` of the class reached by the renaming `packed` to a deal's own, in place."""
    for lane in range(JACKS):
        out[lane] += row[lane]
    for suit in range(4):
        target = packed >> 2 * suit & 3
        for block in range(JACKS, LANES, 4):
            out[block + suit] += row[block + target]


@njit
def _known_starts(
    deal: NDArray[np.uint8],
    positions: NDArray[np.uint8],
    pairs: NDArray[np.int64],
    starts: NDArray[np.int32],
    out: NDArray[np.float64],
) -> None:
    """Write the rank points of each discard with each other pair, summed over the deal's cards as start.

    `out` (91, discards), modified in place, depends on the ranks of the deal alone.
    """
    out[:] = 0
    for way in range(positions.shape[0]):
        own = pairs[deal[positions[way, 0]] >> 2, deal[positions[way, 1]] >> 2]
        for j in range(deal.shape[0]):
            for other in range(PAIRS):
                out[other, way] += starts[own, deal[j] >> 2, other]


@njit
def _take_back(laid: NDArray[np.int64], known: NDArray[np.float64], out: NDArray[np.float64]) -> None:
    """Write to `out` (discards), modified in place, the sum of `laid` (91) times `known` (91, discards).

    All are integers below 2^53, so the order of the additions does not matter.
    """
    out[:] = 0
    for other in range(0, PAIRS, 7):
        a, b, c = float(laid[other]), float(laid[other + 1]), float(laid[other + 2])
        d, e, f, g = (
            float(laid[other + 3]),
            float(laid[other + 4]),
            float(laid[other + 5]),
            float(laid[other + 6]),
        )
        for way in range(out.shape[0]):
            out[way] += (
                (a * known[other, way] + b * known[other + 1, way])
                + (c * known[other + 2, way] + d * known[other + 3, way])
                + (e * known[other + 4, way] + f * known[other + 5, way])
                + g * known[other + 6, way]
            )


@njit
def _suit_part(
    deal: NDArray[np.uint8],
    a: int,
    b: int,
    row: NDArray[np.int64],
    turned: int,
    starts: int,
    per_start: int,
    any_start: int,
    suited_start: int,
) -> int:
    """Return what the suits of one discard add: nobs of its own jacks and flushes (see `sum_cribs`).

    `starts` is how many starts both deals leave.
    """
    total = 0
    for card in (a, b):
        if card >> 2 == JACK:
            total += per_start * _open_starts(deal, card & 3, turned)
    if a & 3 == b & 3:
        suit = a & 3
        total += suited_start * (row[SUITED_STARTS + suit] - _held(deal, suit, turned) * row[SUITED + suit])
        total += any_start * starts * row[SUITED + suit]
    return total


@njit
def sum_cribs(
    order: NDArray[np.int64],
    deals: NDArray[np.uint8],
    links: NDArray[np.int32],
    suits: NDArray[np.uint8],
    codes: NDArray[np.uint16],
    mix: NDArray[np.int64],
    denominator: int,
    positions: NDArray[np.uint8],
    turned: int,
    pairs: NDArray[np.int64],
    starts: NDArray[np.int32],
    sums: NDArray[np.int32],
    below: NDArray[np.int64],
    scale: int,
    per_start: int,
    any_start: int,
    suited_start: int,
    out: NDArray[np.int64],
) -> None:
    """Write the crib sums of the deals `order` to their rows of `out` (n, discards), modified in place.

    Preconditions: `order` keeps deals of the same ranks together; `below` the table Y of one card less,
    `scale` times too large; `per_start` the number of deals O for one start, times the denominator and the
    scale; `turned` the ranks that may start, one bit each; `any_start` the points of a one-suited crib of
    four (only where all ranks may start) and `suited_start` those more with a start of the suit.
    """
    k = deals.shape[1]
    open_starts = -2 * k
    for rank in range(RANKS):
        open_starts += 4 * (turned >> rank & 1)
    row, free = np.empty(LANES, np.int64), np.empty(PAIRS, np.int32)
    known, back = np.empty((PAIRS, positions.shape[0])), np.empty(positions.shape[0])
    last = order[0]
    factor = scale if k % 2 == 0 else -scale
    for at in range(order.shape[0]):
        i = order[at]
        deal = deals[i]
        same = at > 0
        for j in range(k):
            same = same and deal[j] >> 2 == deals[last, j] >> 2
        if not same:
            _known_starts(deal, positions, pairs, starts, known)
        last = i
        _deal_lanes(
            deal, codes[i], factor, mix, denominator, positions, turned, pairs, starts, sums, free, row
        )
        for j in range(k):
            _gather_renamed(below[links[i, j]], suits[i, j], row)
        nobs = row[NOBS]
        for j in range(k):
            nobs -= (turned >> (deal[j] >> 2) & 1) * row[JACKS + (deal[j] & 3)]
        _take_back(row[LAID:NOBS], known, back)
        for way in range(positions.shape[0]):
            a, b = deal[positions[way, 0]], deal[positions[way, 1]]
            total = row[pairs[a >> 2, b >> 2]] + nobs - np.int64(back[way])
            total += _suit_part(deal, a, b, row, turned, open_starts, per_start, any_start, suited_start)
            out[i, way] = total // scale
