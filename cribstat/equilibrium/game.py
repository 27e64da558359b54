"""The discards of dealer and pone as a zero-sum game."""

import hashlib
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cribstat.kernels.crib import Pack, crib_sums, symmetric_policy
from cribstat.policies import deal_pack
from cribstat.policies.shipped import spread_keeps
from cribstat.scoring import mean_hands

Floats = NDArray[np.float64]
Codes = NDArray[np.uint16]
Integers = NDArray[np.int64]
ClassPolicy = tuple[Codes, Integers, int]
PONE, DEALER = 0, 1


@dataclass(frozen=True)
class DiscardGame:
    """What each side's discards are worth to it.

    A discard is worth `own` plus (dealer) or minus (pone) `crib_weight` times the mean crib.

    Attributes
    ----------
    pack
        The classes of deals and their discards; two cards of each side go into the crib.
    own
        For pone and dealer (in the order of seats), the worth of every class and discard apart from the crib:
        points a deal, (n, discards). Mirror-image discards must be worth the same.
    crib_weight
        Worth of a point in the crib.
    any_start, suited_start
        The crib's flush (see `kernels.crib.crib_sums`).
    """

    pack: Pack
    own: tuple[Floats, Floats]
    crib_weight: float = 1.0
    any_start: int = 0
    suited_start: int = 5

    def crib_sums(self, policy: ClassPolicy, threads: int = 1) -> Integers:
        """Return the crib sums that the other side of a symmetric policy sees (n, discards); exact."""
        codes, mix, whole = policy
        flush = (self.any_start, self.suited_start)
        return crib_sums(
            self.pack, codes, mix, whole, any_start=flush[0], suited_start=flush[1], threads=threads
        )

    def pure(self, choices: Codes) -> ClassPolicy:
        """Return the symmetric policy that lays one discard, or its mirror images, away."""
        none = np.zeros((0, len(self.pack.positions)), np.int64)
        return symmetric_policy(choices, none, 1, self.pack.orbits)

    def values(self, seat: int, crib_means: Floats) -> Floats:
        """Return the worth of every discard of a seat when these are its mean cribs."""
        sign = 1.0 if seat == DEALER else -1.0
        return self.own[seat] + sign * self.crib_weight * crib_means

    def mean(self, values: Floats) -> float:
        """Average values of the classes (n,) over all deals."""
        weights = self.pack.weights
        return float((weights * values).sum() / weights.sum(dtype=np.int64))

    def fingerprint(self) -> str:
        """Return a digest of everything the solution depends on."""
        digest = hashlib.sha256()
        for array in (self.pack.deals, *self.own):
            digest.update(np.ascontiguousarray(array).tobytes())
        digest.update(repr((self.pack.ranks, self.crib_weight, self.any_start, self.suited_start)).encode())
        return digest.hexdigest()


def keep_constants(pack: Pack, values: Floats) -> Floats:
    """Spread a value for each rank multiset of a keep to all classes and discards.

    Parameters
    ----------
    pack
        The classes of deals.
    values
        Points a deal by `patterns.multiset_index` of the ranks kept, such as the play brings.

    Returns
    -------
    numpy.ndarray
        Points a deal, float64, (n, discards), to be added to the worth of a role's discards.
    """
    return spread_keeps(pack.deals >> 2, values)


def points_game(
    dealt: int = 6,
    keep_values: tuple[Floats, Floats] | None = None,
    weights: tuple[int, int] = (1, 1),
) -> DiscardGame:
    """Return the game for points in one deal: hand plus crib for the dealer, hand less crib for pone.

    Parameters
    ----------
    dealt
        Cards of a deal, 6 or 5.
    keep_values
        For pone and dealer, what to add for the ranks kept (see `keep_constants`), weighted already; None for
        nothing.
    weights
        What a point of pone and a point of the dealer is worth.

    Notes
    -----
    **Exact** for points of hands and crib. Two for his heels come to the dealer whatever is laid away.
    """
    pack = deal_pack(dealt)
    hands = mean_hands(pack.deals, 2)
    pone, dealer = (weight * hands if weight != 1 else hands for weight in weights)
    if keep_values is not None:
        pone, dealer = (
            own + keep_constants(pack, values)
            for own, values in zip((pone, dealer), keep_values, strict=True)
        )
    return DiscardGame(pack, (pone, dealer), crib_weight=float(weights[DEALER]))
