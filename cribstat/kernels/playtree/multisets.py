"""Tables of multisets of kinds (kind = 12 - rank), in the order of `patterns.multisets` on kinds."""

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cribstat.kernels import patterns

KINDS = patterns.RANKS
LARGEST = 4  # cards a hand


class Tables(NamedTuple):
    """What the walk looks up of multisets of m kinds.

    `sizes` (5, 14): how many multisets use the first n kinds only. `join` (5, 13, 455): the index of
    kind k and multiset s of m - 1 together. `even` (5, 14, 1820): one over the number of different kinds
    from `low` on, 0 if none. `members` (5, 1820, 4): the kinds, ascending.
    """

    sizes: NDArray[np.int64]
    join: NDArray[np.int16]
    even: NDArray[np.float64]
    members: NDArray[np.int8]


@cache
def tables() -> Tables:
    """Make the tables for hands of up to four cards; exact."""
    sizes = np.zeros((LARGEST + 1, KINDS + 1), dtype=np.int64)
    for held in range(LARGEST + 1):
        sizes[held] = [patterns.CHOOSE[n + held - 1, held] if n + held else 1 for n in range(KINDS + 1)]
    sizes[0], sizes[1:, 0] = 1, 0
    longest, before = int(sizes[LARGEST, KINDS]), int(sizes[LARGEST - 1, KINDS])
    join = np.full((LARGEST + 1, KINDS, before), -1, dtype=np.int16)
    even = np.zeros((LARGEST + 1, KINDS + 1, longest), dtype=np.float64)
    members = np.zeros((LARGEST + 1, longest, LARGEST), dtype=np.int8)
    for held in range(1, LARGEST + 1):
        hands = patterns.multisets(held)
        rests = patterns.multisets(held - 1) if held > 1 else np.zeros((1, 0), dtype=np.uint8)
        members[held, : len(hands), :held] = hands
        for kind in range(KINDS):
            together = np.insert(rests, 0, kind, axis=1)
            join[held, kind, : len(rests)] = patterns.multiset_index(np.sort(together, axis=1))
        counts = patterns.rank_counts(hands)
        for low in range(KINDS + 1):
            kinds = (counts[:, low:] > 0).sum(axis=1)
            even[held, low, : len(hands)] = np.where(kinds, 1 / np.maximum(kinds, 1), 0)
    return Tables(sizes, join, even, members)


@cache
def kind_order(held: int) -> NDArray[np.int64]:
    """Return, for every rank multiset in `patterns.multisets` order, its index as a multiset of kinds."""
    kinds = np.sort(KINDS - 1 - patterns.multisets(held).astype(np.int64), axis=1)
    return patterns.multiset_index(kinds)


def spread_weights(held: int, copies: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return the factor that turns the frequency of a keep into its initial weight of the walk.

    The walk multiplies by falling factorials of the copies for both hands together; this takes out the
    factors of one hand: 1 / (product over ranks of copies (copies - 1) ...), 0 for a keep that needs
    more cards of a rank than there are. Order of kinds; `copies` (13,) by kind.
    """
    counts = patterns.rank_counts(patterns.multisets(held))
    ways = np.ones(len(counts), dtype=np.float64)
    for taken in range(held):
        ways *= np.where(counts > taken, np.maximum(copies - taken, 0), 1).prod(axis=1)
    return np.divide(1.0, ways, out=np.zeros_like(ways), where=ways > 0)
