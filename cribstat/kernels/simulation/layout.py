"""Lay out many deals: by a policy over classes, or by what is best of each discard's value.

A policy that mixes draws its discard by the random number of the deal's stream at the step of the seat, so
that a choice depends on seed, deal and seat alone.
"""

import numpy as np
from numpy.typing import NDArray

from cribstat.kernels._jit import njit
from cribstat.kernels.dealing import draw, stream
from cribstat.kernels.enumeration import class_index, sorted_suits

FIRST_STEP = 64  # the step of seat 0's discard; no deal draws so many cards
_ORIGINAL = 6  # bits of a card
SUITS = 4


@njit
def _discard_of(code: int, mix: NDArray[np.int64], denominator: int, state: np.uint64, step: int) -> int:
    """Return the discard of a code: itself, or one drawn by a row of shares."""
    ways = mix.shape[1]
    if code < ways:
        return code
    left, way = draw(state, step, denominator), 0
    while left >= mix[code - ways, way]:
        left -= mix[code - ways, way]
        way += 1
    return way


@njit
def _order_in_class(
    deal: NDArray[np.uint8], keys: tuple[int, int, int, int], ordered: NDArray[np.int64]
) -> None:
    """Write the cards in the order of the representative: its card << 6 | own card; `ordered` in place."""
    suits = 0
    for suit in range(SUITS):
        suits |= suit << 2 * (3 - (keys[suit] & 3))
    for place in range(deal.shape[0]):
        card = np.int64(deal[place])
        key = ((card & ~3) | (suits >> 2 * (card & 3) & 3)) << _ORIGINAL | card
        at = place
        while at > 0 and ordered[at - 1] > key:
            ordered[at] = ordered[at - 1]
            at -= 1
        ordered[at] = key


@njit
def lay_out_by_class(
    seed: int,
    deals: NDArray[np.int64],
    step: int,
    cards: NDArray[np.uint8],
    codes: NDArray[np.uint16],
    mix: NDArray[np.int64],
    denominator: int,
    sizes: NDArray[np.uint8],
    places: NDArray[np.int64],
    offsets: NDArray[np.int64],
    keeps: NDArray[np.uint8],
    away: NDArray[np.uint8],
) -> None:
    """Lay two cards of each deal away by a policy: `keeps` (n, held) and `away` (n, 2), both in place.

    Preconditions: `deals` (n,) the numbers of the deals; `cards` (n, dealt) in any order; `codes`, `mix`,
    `denominator` a policy by class (see `crib.classes`); `sizes`, `places` of `enumeration.mask_tables()`,
    `offsets` of `enumeration.shape_offsets(dealt)`.
    """
    n, dealt = cards.shape
    ordered = np.empty(dealt, np.int64)
    for row in range(n):
        keys = sorted_suits(cards[row], sizes)
        code = int(codes[class_index(keys, places, offsets)])
        way = _discard_of(code, mix, denominator, stream(seed, deals[row]), step)
        _order_in_class(cards[row], keys, ordered)
        first = 0
        while way >= dealt - 1 - first:
            way -= dealt - 1 - first
            first += 1
        second = first + 1 + way
        held = 0
        for place in range(dealt):
            card = np.uint8(ordered[place] & 63)
            if place == first:
                away[row, 0] = card
            elif place == second:
                away[row, 1] = card
            else:
                keeps[row, held] = card
                held += 1


@njit
def lay_out_ways(
    cards: NDArray[np.uint8],
    ways: NDArray[np.int64],
    discards: NDArray[np.int64],
    kept: NDArray[np.int64],
    keeps: NDArray[np.uint8],
    away: NDArray[np.uint8],
) -> None:
    """Lay the discards `ways` (n,) away: `keeps` (n, held) and `away` (n, laid out), both in place.

    Preconditions: `discards` (d, laid out) and `kept` (d, held) positions in `cards` (n, dealt).
    """
    for row in range(cards.shape[0]):
        for place in range(discards.shape[1]):
            away[row, place] = cards[row, discards[ways[row], place]]
        for place in range(kept.shape[1]):
            keeps[row, place] = cards[row, kept[ways[row], place]]
