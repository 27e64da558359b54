"""A table of the mean crib of every discard of every deal, kept in the user's cache: a question is a look-up.

One row for each class of deals, in the order of `enumeration.distinct_deals`: the mean cribs of the
discards of the class's representative, and a check word, the exclusive or of the others' bits. A class is
found by the colexicographic index of its representative. Looking one deal up needs no compiled code.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from cribstat.cache import RECEIPT, cache_folder, cached_arrays

SUITS = 4
DAMAGED = "the table of deals in the cache is damaged: 'cribstat cache build' makes it again"
Floats = NDArray[np.float64]


class DamagedTableError(RuntimeError):
    """A row of the table in the cache is not what was written."""


@dataclass(frozen=True)
class DealsTable:
    """The table for one role: `keys` ascending, the class of each key, and the rows with their check word."""

    keys: NDArray[np.uint32]
    classes: NDArray[np.int32]
    rows: NDArray[np.uint64]

    def means(self, deal: NDArray[np.uint8]) -> Floats:
        """Return the mean crib of every discard of one deal, positions as given; exact to rounding.

        Raises
        ------
        DamagedTableError
            The row does not agree with its check word.
        """
        key, places = representative(deal.tolist())
        row = self.rows[self.classes[np.searchsorted(self.keys, key)]]
        if np.bitwise_xor.reduce(row) != 0:
            raise DamagedTableError(DAMAGED)
        pairs = {pair: way for way, pair in enumerate(combinations(range(len(deal)), 2))}
        ways = [pairs[min(a, b), max(a, b)] for a, b in combinations(places, 2)]
        means: Floats = row[:-1].view(np.float64)[ways]
        return means

    def bulk(self, deals: NDArray[np.uint8]) -> Floats:
        """Return the mean crib of every discard of many checked deals, (n, discards), positions as given.

        Raises
        ------
        DamagedTableError
            A row does not agree with its check word.
        """
        from cribstat.kernels import enumeration, lookup  # numba is imported only when asked for

        classes, suits = enumeration.classes_of(deals)
        places = enumeration.places_in_class(deals, suits)
        means = np.empty((len(deals), self.rows.shape[1] - 1))
        if lookup.gather_discards(self.rows.view(np.float64), self.rows, classes, places, means):
            raise DamagedTableError(DAMAGED)
        return means


def representative(deal: list[int]) -> tuple[int, list[int]]:
    """Return the index of the representative of a deal's class, and the place of each card in it.

    The suit that holds most cards comes first; suits that hold equally many by their ranks as bits, larger
    first (see `kernels.enumeration`).
    """
    held = [sum(1 << (card >> 2) for card in deal if card & 3 == suit) for suit in range(SUITS)]
    order = sorted(range(SUITS), key=lambda suit: (-held[suit].bit_count(), -held[suit]))
    renamed = [(card & ~3) | order.index(card & 3) for card in deal]
    ascending = sorted(renamed)
    key = sum(comb(card, place + 1) for place, card in enumerate(ascending))
    return key, [ascending.index(card) for card in renamed]


def table_name(variant: str, role: str) -> str:
    """Return the name of a table's entry in the cache."""
    return f"deals-{variant}-{role}"


def find_table(variant: str, role: str, key: str) -> DealsTable | None:
    """Return the table of a role from the cache, or None where there is none for this key."""
    folder = cache_folder() / table_name(variant, role)
    try:
        if json.loads((folder / RECEIPT).read_bytes())["key"] != key:
            return None
        arrays = (np.load(folder / f"{name}.npy", mmap_mode="r") for name in ("keys", "classes", "rows"))
        return DealsTable(*arrays)
    except (OSError, ValueError, KeyError, TypeError):
        return None


def build_table(
    variant: str,
    role: str,
    key: str,
    deals: NDArray[np.uint8],
    means: Callable[[], Floats],
    say: Callable[[str], None] | None = None,
) -> DealsTable:
    """Make the table of a role in the cache, or find it there whole.

    Parameters
    ----------
    variant, role
        Whose discards it tells.
    key
        What the numbers depend on.
    deals
        The representatives of all classes, in their order.
    means
        Gives the mean crib of every class and discard, (n, discards).
    say
        Takes sentences for the user.
    """

    def build() -> dict[str, NDArray[np.generic]]:
        from cribstat.kernels import enumeration  # numba is imported only when asked for

        index = enumeration.rank_combinations(deals).astype(np.uint32)
        order = np.argsort(index)
        values = np.ascontiguousarray(means())
        rows = np.empty((len(values), values.shape[1] + 1), dtype=np.uint64)
        rows[:, :-1] = values.view(np.uint64)
        rows[:, -1] = np.bitwise_xor.reduce(rows[:, :-1], axis=1)
        return {"keys": index[order], "classes": order.astype(np.int32), "rows": rows}

    arrays = cached_arrays(table_name(variant, role), key, build, say)
    return DealsTable(arrays["keys"], arrays["classes"], arrays["rows"])
