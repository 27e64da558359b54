"""Deal cards by counter-based random numbers, compiled.

A random number is a function of (seed, deal, step) alone: deal 17 is the same whether it is dealt first,
last or by another thread. The numbers are those of splitmix64 (Steele, Lea and Flood, "Fast splittable
pseudorandom number generators", 2014), started from a mix of seed and deal. A number below n is the upper
half of a 64-bit number times n, shifted; its bias is below 2**-26.
"""

import numpy as np
from numpy.typing import NDArray

from cribstat.kernels._jit import njit

GOLDEN, FIRST, SECOND = (
    np.uint64(number) for number in (0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB)
)
ONE, S27, S30, S31, S32 = (np.uint64(number) for number in (1, 27, 30, 31, 32))


@njit
def mix(number: np.uint64) -> np.uint64:
    """Return the splitmix64 finaliser of a 64-bit number."""
    number = (number ^ (number >> S30)) * FIRST
    number = (number ^ (number >> S27)) * SECOND
    return number ^ (number >> S31)


@njit
def deal_cards(seed: int, first: int, pack: NDArray[np.uint8], out: NDArray[np.uint8]) -> None:
    """Draw cards without putting back: row i of `out` (n, k), modified in place, is deal `first` + i.

    Preconditions: `pack` (m) different cards, k <= m; seed and deals not negative. Cards of a row stand in
    the order in which they are drawn.
    """
    n, k = out.shape
    m = pack.shape[0]
    cards = pack.copy()
    key = mix(np.uint64(seed) + GOLDEN)
    for row in range(n):
        state = mix(key ^ (np.uint64(first + row) * GOLDEN + ONE))
        cards[:] = pack
        for place in range(k):
            state += GOLDEN
            drawn = place + np.int64((mix(state) >> S32) * np.uint64(m - place) >> S32)
            out[row, place] = cards[drawn]
            cards[drawn] = cards[place]
