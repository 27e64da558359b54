"""Crib sums of every class of deals against one policy: the steps of `sums` in their order."""

from concurrent.futures import ThreadPoolExecutor
from math import comb, factorial, lcm
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cribstat.kernels import enumeration
from cribstat.kernels.crib import sums
from cribstat.kernels.crib.classes import Level, levels


class Pack(NamedTuple):
    """What the sums need of a pack and a size of deal, whatever the policies.

    Attributes
    ----------
    ranks : int
        Ranks of the pack, ace upwards, in four suits.
    levels : tuple of Level
        Classes of 0 to `dealt` cards.
    positions : numpy.ndarray, (discards, 2) uint8
        Positions of each discard.
    orbits : numpy.ndarray, (n, discards) uint8
        First mirror image of each discard (`enumeration.discard_orbits`).
    order : numpy.ndarray, (n,) int64
        The classes, those of the same ranks together.
    tables : sums.CribTables
        Rank points of cribs.
    """

    ranks: int
    levels: tuple[Level, ...]
    positions: NDArray[np.uint8]
    orbits: NDArray[np.uint8]
    order: NDArray[np.int64]
    tables: sums.CribTables

    @property
    def dealt(self) -> int:
        """Cards of one deal."""
        return len(self.levels) - 1

    @property
    def deals(self) -> NDArray[np.uint8]:
        """Representatives of the classes of deals, (n, dealt)."""
        return self.levels[-1].deals

    @property
    def weights(self) -> NDArray[np.uint8]:
        """Number of deals of each class, (n,)."""
        return self.levels[-1].weights

    @property
    def answers(self) -> int:
        """Return how many (deal of the other side, start) go with one own deal."""
        unseen = 4 * self.ranks - self.dealt
        return comb(unseen, self.dealt) * (unseen - self.dealt)


def crib_pack(points: NDArray[np.uint8], dealt: int = 6, ranks: int = 13) -> Pack:
    """Prepare a pack of `ranks` ranks for deals of `dealt` cards of which two are laid away.

    Parameters
    ----------
    points : numpy.ndarray, (91, 91, 13) uint8
        `patterns.crib_table(2, 2)`.
    dealt : int
        Cards of a deal; twice as many and a start must be in the pack.
    ranks : int
        Ranks in the pack, from the ace upwards.

    Notes
    -----
    **Exact.** One second for the full pack, once its kernels are compiled.
    """
    every = levels(dealt, ranks)
    positions = enumeration.discard_positions(dealt, 2)
    deals = every[-1].deals
    keys = (deals >> 2).astype(np.int64) @ 13 ** np.arange(dealt)
    orbits = enumeration.discard_orbits(deals, positions)
    order = np.argsort(keys, kind="stable")
    return Pack(ranks, every, positions, orbits, order, sums.crib_tables(points, ranks))


def _table_below(
    pack: Pack,
    codes: NDArray[np.uint16],
    mix: NDArray[np.int64],
    denominator: int,
    turned: int,
    tables: sums.CribTables,
) -> tuple[NDArray[np.int64], int]:
    """Return the table Y of the classes of one card less than a deal, and how many times too large it is."""
    k = pack.dealt
    lanes = [np.zeros((len(level.deals), sums.LANES), np.int64) for level in pack.levels[:k]]
    top, positions = pack.levels[k], pack.positions
    sums.spread_policy(*top, codes, mix, denominator, positions, turned, *tables, lanes[k - 1])
    for size in range(k - 1, -1, -1):
        level = pack.levels[size]
        sums.settle(lanes[size], level.deals, level.weights, k - size)
        if size:
            sums.spread_level(lanes[size], level.weights, level.links, level.suits, lanes[size - 1])
    scale = lcm(*range(1, k + 1))
    for size in range(1, k):
        level = pack.levels[size]
        factor = (-1) ** size * factorial(k) // factorial(k - size)
        divisor = factorial(k) // scale if size == k - 1 else 1
        sums.gather_below(lanes[size], factor, level.links, level.suits, lanes[size - 1], divisor)
    return lanes[k - 1], scale


def crib_sums(
    pack: Pack,
    codes: NDArray[np.uint16],
    mix: NDArray[np.int64],
    denominator: int,
    *,
    any_start: int = 0,
    suited_start: int = 5,
    start_rank: int | None = None,
    threads: int = 1,
) -> NDArray[np.int64]:
    """Sum the crib over every deal of the other side and every start, for every own class and discard.

    Parameters
    ----------
    pack : Pack
        The pack (`crib_pack`).
    codes, mix, denominator
        The other side's policy over the classes, symmetric (`symmetric_policy`).
    any_start, suited_start : int
        Points of a crib of four cards of one suit, and those more if the start is of the suit too: 0 and 5
        where all five must agree, 4 and 1 where a crib counts as a hand does.
    start_rank : int or None
        Add up the starts of this rank only (with `any_start` 0); None for all.
    threads : int
        Threads to work in; the result does not depend on it.

    Returns
    -------
    numpy.ndarray, (n, discards) int64
        Divide by `pack.answers * denominator` for the mean crib.

    Notes
    -----
    **Exact** integers for denominators up to 50,000 (they pass through doubles below 2^53). Inclusion and
    exclusion over the own cards, see `sums`.
    """
    ranks = tuple(range(pack.ranks)) if start_rank is None else (start_rank,)
    turned = sum(1 << rank for rank in ranks)
    tables = pack.tables if start_rank is None else sums.only_starts(pack.tables, start_rank)
    below, scale = _table_below(pack, codes, mix, denominator, turned, tables)
    per_start = comb(4 * pack.ranks - pack.dealt - 1, pack.dealt) * denominator * scale
    out = np.empty((len(codes), len(pack.positions)), np.int64)
    top = pack.levels[-1]
    bounds = [len(codes) * part // threads for part in range(threads + 1)]

    def work(part: int) -> None:
        sums.sum_cribs(
            pack.order[bounds[part] : bounds[part + 1]],
            top.deals,
            top.links,
            top.suits,
            codes,
            mix,
            denominator,
            pack.positions,
            turned,
            *tables,
            below,
            scale,
            per_start,
            any_start,
            suited_start,
            out,
        )

    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(work, range(threads)))
    return out
