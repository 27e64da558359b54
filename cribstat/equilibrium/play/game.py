"""The play to be solved: how many cards, which pack, how often each side keeps what."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cribstat.kernels import patterns
from cribstat.kernels.enumeration import BINOMIALS
from cribstat.kernels.playtree.grow import Tree, grown
from cribstat.kernels.playtree.multisets import KINDS, kind_order, spread_weights, tables

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
RARE_SHARE = 0.001
MOST_WEIGHT = 3  # payoffs of the play are stored as single bytes
PONE, DEALER = 0, 1


@dataclass(frozen=True)
class PlayGame:
    """A play of two with random keeps.

    Attributes
    ----------
    held
        Cards each side holds, 2 to 4.
    single_series
        The play stops when the first series ends, as in five-card cribbage.
    copies
        Cards of each rank in the pack, 0 to 4, int64 (13,).
    frequencies
        For pone and dealer, how often each rank multiset is kept, in `patterns.multisets(held)` order; each
        adds up to 1. Given both keeps' frequencies, the suits of the two are drawn without replacement.
    gains
        What a point of pone and a point of the dealer counts for pone: 1 and -1 where points are all alike.
    """

    held: int
    single_series: bool
    copies: Integers
    frequencies: tuple[Floats, Floats]
    gains: tuple[int, int] = (1, -1)

    def grow(
        self, gains: tuple[int, int] | None = None, history: Sequence[int] = ()
    ) -> tuple[Tree, int, int]:
        """Grow the tree of public events; return it, the number of its entries and its levels.

        Parameters
        ----------
        gains
            What a point of pone and a point of the dealer counts in the payoffs; None for those of the play.
        history
            Events that lead to the root of the tree wanted (see `PlaySolution.step`).
        """
        copies = self.copies[::-1].copy()
        events = np.array([event if event < 0 else KINDS - 1 - event for event in history], dtype=np.int8)
        return grown(self.held, self.single_series, copies, events, np.array(gains or self.gains), tables())

    @cached_property
    def reach(self) -> tuple[Floats, Floats]:
        """Weights of the keeps of both sides at the root of the tree, in its own order of hands."""
        spread = spread_weights(self.held, self.copies[::-1])
        pone, dealer = (self.to_tree(values) * spread for values in self.frequencies)
        return pone, dealer

    @cached_property
    def mass(self) -> tuple[Floats, Floats]:
        """Share of deals in which each side holds each keep, in the tree's order; each adds up to 1.

        A keep is held less often than its frequency says if the other side likes the same ranks.
        """
        pone, dealer = self.reach
        together = self.together
        masses = pone * (together @ dealer), dealer * (together @ pone)
        return masses[0] / masses[0].sum(), masses[1] / masses[1].sum()

    @cached_property
    def scale(self) -> float:
        """One over the total weight of all pairs of keeps."""
        pone, dealer = self.reach
        return float(1.0 / (pone @ self.together @ dealer))

    @cached_property
    def together(self) -> Floats:
        """Product over the ranks of the copies taken by both keeps, (hands, hands), in the tree's order."""
        counts = patterns.rank_counts(patterns.multisets(self.held))
        together = np.ones((len(counts), len(counts)))
        for rank in range(KINDS):
            taken = np.arange(2 * self.held + 1)
            ways = np.cumprod(np.maximum(self.copies[rank] - taken, 0)).astype(np.float64)
            ways = np.concatenate([[1.0], ways[:-1]])
            together *= ways[counts[:, None, rank] + counts[None, :, rank]]
        order = np.empty_like(kind_order(self.held))
        order[kind_order(self.held)] = np.arange(len(order))
        return together[np.ix_(order, order)]

    @cached_property
    def joint(self) -> Floats:
        """Share of deals in which both hold two keeps, (pone, dealer), in `patterns.multisets` order."""
        pone, dealer = self.reach
        shares = self.scale * pone[:, None] * self.together * dealer
        return self.from_tree(self.from_tree(shares).T).T

    def to_tree(self, values: Floats) -> Floats:
        """Reorder values of rank multisets to the tree's order of hands."""
        out = np.empty_like(values)
        out[kind_order(self.held)] = values
        return out

    def from_tree(self, values: Floats) -> Floats:
        """Reorder values of the tree's hands to `patterns.multisets` order."""
        out: Floats = values[kind_order(self.held)]
        return out

    def fingerprint(self) -> str:
        """Return a digest of everything the solution depends on."""
        weighted = () if self.gains == (1, -1) else self.gains
        digest = hashlib.sha256(repr((self.held, self.single_series, *weighted)).encode())
        for array in (self.copies, *self.frequencies):
            digest.update(np.ascontiguousarray(array).tobytes())
        return digest.hexdigest()


def play_game(
    pone: ArrayLike,
    dealer: ArrayLike,
    *,
    held: int = 4,
    single_series: bool = False,
    copies: ArrayLike = 4,
    rare_share: float = RARE_SHARE,
    weights: tuple[int, int] = (1, 1),
) -> PlayGame:
    """Set up a play from keep frequencies.

    Parameters
    ----------
    pone, dealer
        How often each keep is made in the role, in any unit: one number for each rank multiset in
        `cribstat.kernels.patterns.multisets(held)` order (1,820 of four cards).
    held
        Cards each side holds, 2 to 4.
    single_series
        Stop the play with the first series.
    copies
        Cards of each rank in the pack, one number or 13, 0 to 4.
    rare_share
        Share of deals in which each side holds a random keep instead, so that keeps that are never made
        have values too.
    weights
        What a point of pone and a point of the dealer is worth, whole numbers from 1 to 3: the play is then
        for the weighted difference.

    Raises
    ------
    ValueError
        Wrong lengths, negative or not finite frequencies, nothing that can be held, or a number of cards,
        copies, a share or a weight out of range.
    """
    if not 2 <= held <= 4:
        raise ValueError(f"a hand of {held} cards: 2 to 4 can be solved")
    if not 0 <= rare_share < 1:
        raise ValueError(f"rare_share {rare_share}: at least 0 and below 1 is allowed")
    if not all(1 <= weight <= MOST_WEIGHT for weight in weights):
        raise ValueError(f"weights {weights}: whole numbers from 1 to {MOST_WEIGHT} are allowed")
    pack = np.broadcast_to(np.asarray(copies, dtype=np.int64), (KINDS,)).copy()
    if pack.min() < 0 or pack.max() > 4:
        raise ValueError(f"copies {pack.tolist()}: 0 to 4 of each rank are allowed")
    ways = _suit_ways(held, pack)
    frequencies = [_shares(np.asarray(given, dtype=np.float64), ways, rare_share) for given in (pone, dealer)]
    gains = weights[PONE], -weights[DEALER]
    return PlayGame(held, single_series, pack, (frequencies[0], frequencies[1]), gains)


def _suit_ways(held: int, copies: Integers) -> Floats:
    """Count the cards that make each rank multiset."""
    counts = patterns.rank_counts(patterns.multisets(held))
    ways: Floats = BINOMIALS[copies, counts].prod(axis=1).astype(np.float64)
    return ways


def _shares(given: Floats, ways: Floats, rare_share: float) -> Floats:
    """Turn frequencies into shares that add up to 1, the random keeps among them."""
    if given.shape != ways.shape:
        raise ValueError(f"keep frequencies of shape {given.shape}: {ways.shape} is needed")
    if not np.isfinite(given).all() or given.min() < 0:
        raise ValueError("keep frequencies must be finite and not negative")
    possible = np.where(ways > 0, given, 0.0)
    if possible.sum() <= 0:
        raise ValueError("no keep that the pack can make has a frequency")
    shares: Floats = (1 - rare_share) * possible / possible.sum() + rare_share * ways / ways.sum()
    return shares
