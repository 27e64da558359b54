"""Deal cards by counter-based random numbers, compiled.

A random number is a function of (seed, deal, step) alone: deal 17 is the same whether it is dealt first,
last or by another thread. Steps 0, 1, ... of a deal draw its cards; other choices take steps of their own.
The numbers are those of splitmix64 (Steele, Lea and Flood, "Fast splittable
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
def stream(seed: int, deal: int) -> np.uint64:
    """Return what the random numbers of a deal start from.

    Preconditions: seed and deal not negative.
    """
    return mix(mix(np.uint64(seed) + GOLDEN) ^ (np.uint64(deal) * GOLDEN + ONE))


@njit
def draw(state: np.uint64, step: int, below: int) -> int:
    """Return the number of a step of a stream, 0 to `below` - 1, every one alike.

    Preconditions: `state` of `stream`; step not negative, 0 < below < 2**32.
    """
    return int((mix(state + np.uint64(step + 1) * GOLDEN) >> S32) * np.uint64(below) >> S32)


@njit
def _deal_row(state: np.uint64, cards: NDArray[np.uint8], out: NDArray[np.uint8]) -> None:
    """Draw cards to `out` (k,) without putting back, from a pack `cards` (m,), both modified in place."""
    for place in range(out.shape[0]):
        drawn = place + draw(state, place, cards.shape[0] - place)
        out[place] = cards[drawn]
        cards[drawn] = cards[place]


@njit
def deal_cards(seed: int, first: int, pack: NDArray[np.uint8], out: NDArray[np.uint8]) -> None:
    """Draw cards without putting back: row i of `out` (n, k), modified in place, is deal `first` + i.

    Preconditions: `pack` (m) different cards, k <= m; seed and deals not negative. Cards of a row stand in
    the order in which they are drawn.
    """
    cards = pack.copy()
    for row in range(out.shape[0]):
        cards[:] = pack
        _deal_row(stream(seed, first + row), cards, out[row])


@njit
def deal_numbers(
    seed: int, deals: NDArray[np.int64], pack: NDArray[np.uint8], out: NDArray[np.uint8]
) -> None:
    """Draw cards as `deal_cards` does, row i of `out` (n, k), in place, for the deal `deals[i]`."""
    cards = pack.copy()
    for row in range(out.shape[0]):
        cards[:] = pack
        _deal_row(stream(seed, deals[row]), cards, out[row])
