"""The policy record: codes by class of deals, and what can be asked of it."""

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cribstat.kernels import enumeration, patterns
from cribstat.kernels.crib.all_deals import Pack, crib_pack, crib_sums
from cribstat.kernels.crib.expand import expand_policy, symmetric_policy

ROLES = ("pone", "dealer")  # by seat
DEALT = (5, 6)
Codes = NDArray[np.uint16]
Integers = NDArray[np.int64]


class PolicyError(ValueError):
    """A policy that is unknown, or not what it should be."""


@cache
def deal_pack(dealt: int = 6) -> Pack:
    """Return the classes of deals of five or six cards, and what sums over them need (about a second)."""
    return crib_pack(patterns.crib_table(2, 2), dealt)


@dataclass(frozen=True)
class Policy:
    """A discard policy for the dealer or for pone.

    Attributes
    ----------
    name
        The word for it in answers.
    role
        ``dealer`` or ``pone``: whose policy it is.
    statement
        One sentence on where it comes from.
    codes
        One code for each class of deals, uint16, in the order of `enumeration.distinct_deals`: a number
        below the number of discards is that discard (positions of the sorted representative, lexicographic),
        any other, less that number, a row of `mix`.
    mix
        Shares of the discards over `denominator`, int64, shape (m, discards).
    denominator
        What the shares of a deal add up to.
    dealt
        Cards of a deal, 6 or 5.

    Notes
    -----
    **Exact**: what is said of a policy is computed on these integers.
    """

    name: str
    role: str
    statement: str
    codes: Codes
    mix: Integers
    denominator: int
    dealt: int = 6

    @classmethod
    def from_choices(
        cls, name: str, role: str, statement: str, choices: NDArray[Any], dealt: int = 6
    ) -> "Policy":
        """Make a policy that lays one discard away for each class, or its mirror images evenly.

        Parameters
        ----------
        name, role, statement, dealt
            As in `Policy`.
        choices
            The number of the discard for each class, shape (n,).

        Raises
        ------
        PolicyError
            Another number of classes, or a number that is no discard.
        """
        pack = deal_pack(dealt)
        ways = len(pack.positions)
        if choices.shape != (len(pack.deals),):
            raise PolicyError(f"there are {len(pack.deals)} classes of deals, not {choices.shape}")
        if choices.dtype.kind not in "iu" or choices.min() < 0 or choices.max() >= ways:
            raise PolicyError(f"a choice is the number of a discard, 0 to {ways - 1}")
        none = np.zeros((0, ways), dtype=np.int64)
        codes = symmetric_policy(choices.astype(np.uint16), none, 1, pack.orbits)
        return cls(name, role, statement, *codes, dealt)

    @classmethod
    def from_shares(
        cls, name: str, role: str, statement: str, shares: NDArray[np.float64], dealt: int = 6, parts: int = 4
    ) -> "Policy":
        """Make a policy from shares of the discards for each class, rounded to multiples of 1/`parts`.

        Parameters
        ----------
        name, role, statement, dealt
            As in `Policy`.
        shares
            Shares of the discards, none negative, shape (n, discards); rows are scaled to one.
        parts
            The shares are rounded by systematic sampling within each class, with offsets spread evenly over
            the classes: sums over classes keep their means.

        Raises
        ------
        PolicyError
            Another shape, a negative share, or a row without any.
        """
        pack = deal_pack(dealt)
        if shares.shape != pack.orbits.shape:
            raise PolicyError(f"the shares have the shape {shares.shape}, not {pack.orbits.shape}")
        sums = shares.sum(axis=1)
        if not (np.isfinite(shares).all() and shares.min() >= 0 and sums.min() > 0):
            raise PolicyError(
                "shares are numbers of zero or more, and some share of every deal is above zero"
            )
        golden = (np.sqrt(5.0) - 1.0) / 2.0
        offsets = np.arange(1, len(shares) + 1) * golden % 1.0
        steps = np.floor(np.cumsum(shares / sums[:, None], axis=1) * parts + offsets[:, None])
        steps[:, -1] = parts + np.floor(offsets)
        rounded = np.diff(steps, axis=1, prepend=0.0).astype(np.int64)
        rows, codes = np.unique(rounded, axis=0, return_inverse=True)
        ways = len(pack.positions)
        mixed = symmetric_policy((ways + codes.reshape(-1)).astype(np.uint16), rows, parts, pack.orbits)
        return cls(name, role, statement, *mixed, dealt)

    @property
    def seat(self) -> int:
        """The seat whose policy it is."""
        return ROLES.index(self.role)

    def shares(self) -> NDArray[np.float64]:
        """Return the share of every discard of every class, shape (n, discards); exact to rounding."""
        ways = self.mix.shape[1]
        rows = np.concatenate([np.eye(ways), self.mix / self.denominator])
        return rows[self.codes]

    def expanded(self) -> tuple[Codes, Integers]:
        """Return codes for every deal by colexicographic index, and their mix (about a second)."""
        pack = deal_pack(self.dealt)
        return expand_policy(pack.deals, self.codes, self.mix, pack.positions)

    def crib_means(self, *, threads: int = 1) -> NDArray[np.float64]:
        """Return the mean crib of every class and discard of the *other* side against this policy.

        Points, shape (n, discards); every card of the own deal removed. Exact.
        """
        pack = deal_pack(self.dealt)
        sums = crib_sums(pack, self.codes, self.mix, self.denominator, threads=threads)
        means: NDArray[np.float64] = sums / (pack.answers * self.denominator)
        return means

    def laid_away(self, deals: NDArray[np.uint8]) -> NDArray[np.float64]:
        """Return the shares of the discards of many deals, (n, discards), positions of the deals as given.

        Preconditions: checked deals of the policy's size, in any order.
        """
        pack = deal_pack(self.dealt)
        classes, suits = enumeration.classes_of(deals)
        places = enumeration.places_in_class(deals, suits)
        number = {tuple(pair): way for way, pair in enumerate(pack.positions.tolist())}
        table = np.full((self.dealt, self.dealt), -1, dtype=np.intp)
        for (low, high), way in number.items():
            table[low, high] = table[high, low] = way
        ways = table[places[:, pack.positions[:, 0]], places[:, pack.positions[:, 1]]]
        return np.take_along_axis(self.shares()[classes], ways, axis=1)
