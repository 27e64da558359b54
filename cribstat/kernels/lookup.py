"""Gather the rows of many deals from a table by class, discards in the order of each deal, compiled."""

import numpy as np
from numpy.typing import NDArray

from cribstat.kernels._jit import njit


@njit
def gather_discards(
    rows: NDArray[np.float64],
    words: NDArray[np.uint64],
    classes: NDArray[np.int32],
    places: NDArray[np.uint8],
    out: NDArray[np.float64],
) -> int:
    """Write the values of each deal's discards to `out` (n, discards), modified in place.

    Preconditions: `rows` (classes, discards + 1) with a check word at the end of each, `words` the same bits;
    `places` (n, k) where each card stands in its representative. Returns the number of deals whose row
    disagrees with its check word.
    """
    n, dealt = places.shape
    ways = rows.shape[1] - 1
    damaged = 0
    for i in range(n):
        row = classes[i]
        check = np.uint64(0)
        for column in range(ways + 1):
            check ^= words[row, column]
        damaged += check != np.uint64(0)
        way = 0
        for first in range(dealt):
            for second in range(first + 1, dealt):
                a = np.int64(min(places[i, first], places[i, second]))
                b = np.int64(max(places[i, first], places[i, second]))
                out[i, way] = rows[row, a * (2 * dealt - a - 1) // 2 + b - a - 1]
                way += 1
    return damaged
