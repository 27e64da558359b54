"""Hang the classes of 0, 1, ... k cards together: what each becomes when one card is taken out.

Everything that is summed over whole decks of deals here is symmetric in the suits, so a number that belongs
to a set of cards is kept once for its class. A number that belongs to a set of cards and a suit is kept for
the four suits of the class's representative, and follows the cards through the renaming that leads there.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cribstat.kernels import enumeration
from cribstat.kernels._jit import njit

IDENTITY = 0b11100100


class Level(NamedTuple):
    """The classes of k cards.

    Attributes
    ----------
    deals : numpy.ndarray, (n, k) uint8
        Representatives, sorted, in the order of `enumeration.distinct_deals`.
    weights : numpy.ndarray, (n,) uint8
        How many deals each stands for.
    links : numpy.ndarray, (n, k) int32
        Class of k - 1 cards that is left when card j is taken out.
    suits : numpy.ndarray, (n, k) uint8
        Renaming to that class's representative: suit s becomes `suits >> 2 * s & 3`.
    """

    deals: NDArray[np.uint8]
    weights: NDArray[np.uint8]
    links: NDArray[np.int32]
    suits: NDArray[np.uint8]


@njit
def _link(
    deals: NDArray[np.uint8],
    sizes: NDArray[np.uint8],
    places: NDArray[np.int64],
    offsets: NDArray[np.int64],
    short: NDArray[np.int32],
    links: NDArray[np.int32],
    suits: NDArray[np.uint8],
) -> None:
    """Fill `links` and `suits` (n, k), modified in place.

    Preconditions: `sizes`, `places` of `mask_tables()`, `offsets` of `shape_offsets(k - 1)`; `short` gives
    the place of a class of k - 1 cards in the list in use.
    """
    n, k = deals.shape
    rest = np.empty(k - 1, np.uint8)
    for i in range(n):
        for j in range(k):
            for place in range(k - 1):
                rest[place] = deals[i, place + (place >= j)]
            keys = enumeration.sorted_suits(rest, sizes)
            links[i, j] = short[enumeration.class_index(keys, places, offsets)]
            packed = 0
            for place in range(4):
                packed |= place << 2 * (3 - (keys[place] & 3))
            suits[i, j] = packed


def levels(dealt: int, ranks: int = 13) -> tuple[Level, ...]:
    """Return the levels of 0 to `dealt` cards of a pack of `ranks` ranks, ace upwards, in four suits.

    Notes
    -----
    **Exact.** A short pack keeps the order of the full one; level `dealt` of the full pack lists the deals of
    `enumeration.distinct_deals(dealt)`.
    """
    empty = np.zeros((1, 0))
    out = [
        Level(empty.astype(np.uint8), np.ones(1, np.uint8), empty.astype(np.int32), empty.astype(np.uint8))
    ]
    short = np.zeros(1, np.int32)
    sizes, places = enumeration.mask_tables()
    for k in range(1, dealt + 1):
        deals, weights = enumeration.distinct_deals(k)
        kept = deals[:, -1] < 4 * ranks
        deals, weights = deals[kept], weights[kept]
        links, suits = np.zeros(deals.shape, np.int32), np.full(deals.shape, IDENTITY, np.uint8)
        if k > 1:
            _link(deals, sizes, places, enumeration.shape_offsets(k - 1), short, links, suits)
        out.append(Level(deals, weights, links, suits))
        short = np.cumsum(kept, dtype=np.int32) - 1
    return tuple(out)
