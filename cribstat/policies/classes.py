"""The classes of deals that policies are kept by, and what belongs to them whatever the policy."""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from cribstat.kernels import enumeration, patterns
from cribstat.kernels.crib.all_deals import Pack, crib_pack
from cribstat.scoring import mean_hands

LAID_AWAY = 2
PAIR_KINDS = 2 * patterns.RANKS * patterns.RANKS
Floats = NDArray[np.float64]


@cache
def deal_pack(dealt: int = 6) -> Pack:
    """Return the classes of deals of five or six cards, and what sums over them need (about a second)."""
    return crib_pack(patterns.crib_table(2, 2), dealt)


@cache
def class_hands(dealt: int = 6) -> Floats:
    """Return the mean hand of every class and discard, (n, discards), points; exact. Not to be modified."""
    hands = mean_hands(deal_pack(dealt).deals, LAID_AWAY)
    hands.setflags(write=False)
    return hands


def class_average(dealt: int, values: Floats) -> float:
    """Return the mean over all deals of a number for each class (n,); exact to the rounding of doubles."""
    weights = deal_pack(dealt).weights
    return float((weights * values).sum() / weights.sum(dtype=np.int64))


def ways_in_class(deals: NDArray[np.uint8]) -> tuple[NDArray[np.int32], NDArray[np.intp]]:
    """Find the class of each deal, and which discard of its representative each discard is.

    Parameters
    ----------
    deals
        Checked deals of five or six cards, uint8, (n, dealt), in any order within a row.

    Returns
    -------
    tuple of numpy.ndarray
        The classes (n,), and the numbers of discards (n, discards): column d stands for the d-th pair of
        positions of the deal as given, in lexicographic order.
    """
    dealt = deals.shape[1]
    positions = enumeration.discard_positions(dealt, LAID_AWAY)
    classes, suits = enumeration.classes_of(deals)
    places = enumeration.places_in_class(deals, suits)
    way_of = np.zeros((dealt, dealt), dtype=np.intp)
    first, second = positions.T
    way_of[first, second] = way_of[second, first] = np.arange(len(positions))
    return classes, way_of[places[:, first], places[:, second]]


def look_up(table: Floats, deals: NDArray[np.uint8]) -> Floats:
    """Return a table by class and discard, (classes, discards), for deals as in `ways_in_class`."""
    classes, ways = ways_in_class(deals)
    return table[classes[:, None], ways]


def pair_kinds(deals: NDArray[np.uint8]) -> NDArray[np.int64]:
    """Return the class of pairs of every discard, (n, discards), positions of the deals as given.

    A class has the number ``2 * (13 * low + high) + suited``; of `PAIR_KINDS` numbers 169 occur.
    """
    positions = enumeration.discard_positions(deals.shape[1], LAID_AWAY)
    one, other = (deals[:, column] for column in positions.T)
    low, high = np.minimum(one, other) >> 2, np.maximum(one, other) >> 2
    suited = (one & 3) == (other & 3)
    kinds: NDArray[np.int64] = 2 * (patterns.RANKS * low.astype(np.int64) + high) + suited
    return kinds


def kind_sums(kinds: NDArray[np.int64], numbers: Floats) -> Floats:
    """Add up numbers (n, discards) by class of pairs, (`PAIR_KINDS`,)."""
    sums: Floats = np.bincount(kinds.ravel(), numbers.ravel(), minlength=PAIR_KINDS).astype(np.float64)
    return sums
