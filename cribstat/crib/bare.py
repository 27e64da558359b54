"""Deals of ranks alone: every suit assignment in which no keep holds a flush."""

from itertools import combinations, product

import numpy as np
from numpy.typing import NDArray

from cribstat.cards import Cards

SUITS = 4


def suit_assignments(ranks: NDArray[np.uint8], keep_size: int) -> tuple[tuple[Cards, ...], tuple[int, ...]]:
    """Return the suit assignments of ranks, one of each that differ by renaming suits only.

    Parameters
    ----------
    ranks
        Ranks as given, at most four of a rank.
    keep_size
        Cards in a keep; assignments with that many cards of one suit are left out, since some keep
        would hold a flush.

    Returns
    -------
    tuple
        The deals (cards in the order of `ranks`) and, for each, how many assignments it stands for.
    """
    groups = [np.flatnonzero(ranks == rank) for rank in np.unique(ranks)]
    found: dict[tuple[int, ...], int] = {}
    suits = np.empty(len(ranks), dtype=np.uint8)
    for chosen in product(*(combinations(range(SUITS), len(group)) for group in groups)):
        for group, held in zip(groups, chosen, strict=True):
            suits[group] = held
        if np.bincount(suits).max() < keep_size:
            form = _first_form(chosen)
            found[form] = found.get(form, 0) + 1
    deals: list[Cards] = []
    for form in found:
        for group, code in zip(groups, form, strict=True):
            suits[group] = [suit for suit in range(SUITS) if code >> suit & 1]
        deals.append((4 * ranks + suits).astype(np.uint8))
    return tuple(deals), tuple(found.values())


def _first_form(chosen: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
    """Rename suits so that those held alike come in one fixed order; the form is a bit set a rank."""
    held = [sum(1 << place for place, suits in enumerate(chosen) if suit in suits) for suit in range(SUITS)]
    order = sorted(range(SUITS), key=lambda suit: -held[suit])
    return tuple(
        sum(1 << new for new, old in enumerate(order) if held[old] >> place & 1)
        for place in range(len(chosen))
    )
