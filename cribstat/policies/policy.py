"""The policy record: codes by class of deals, and what can be asked of it."""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from math import comb
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cribstat.crib import ModelError
from cribstat.kernels import enumeration
from cribstat.kernels.crib.all_deals import crib_sums
from cribstat.kernels.crib.expand import HIGHEST_CODE, expand_policy, symmetric_policy
from cribstat.policies.classes import deal_pack, ways_in_class

ROLES = ("pone", "dealer")  # by seat
DEALT = (5, 6)
PARTS = 4
Codes = NDArray[np.uint16]
Integers = NDArray[np.int64]
# Deals (n, dealt) to the number of a discard (n,), or to shares (n, discards).
PolicyFunction = Callable[[NDArray[np.uint8]], NDArray[Any]]


class PolicyError(ModelError):
    """A policy that is unknown, or not what it should be."""


@dataclass(frozen=True, eq=False)
class Policy:
    """A discard policy for the dealer or for pone, in a two-player game with two cards laid away.

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

    Raises
    ------
    PolicyError
        The parts do not fit together: an unknown role or size of deal, another number of classes, a code
        without meaning, or shares that are negative or do not add up to the denominator.

    Notes
    -----
    **Exact**: what is said of a policy is computed on these integers. Deals that differ by a renaming of
    suits are treated alike; discards that are mirror images of each other must have even shares, as the
    constructors `from_choices`, `from_shares` and `from_function` see to. Arrays are not to be modified.
    """

    name: str
    role: str
    statement: str
    codes: Codes
    mix: Integers
    denominator: int
    dealt: int = 6

    def __post_init__(self) -> None:
        """Refuse parts that do not fit together."""
        refuse_role(self.role)
        if self.dealt not in DEALT:
            raise PolicyError(f"a policy is for deals of {DEALT[1]} or {DEALT[0]} cards, not {self.dealt}")
        classes, ways = enumeration.class_count(self.dealt), comb(self.dealt, 2)
        if self.codes.shape != (classes,) or self.codes.dtype != np.uint16:
            raise PolicyError(
                f"there are {classes} classes of deals and a uint16 code for each, "
                f"not {self.codes.shape} {self.codes.dtype}"
            )
        if self.mix.ndim != 2 or self.mix.shape[1] != ways or self.mix.dtype != np.int64:
            raise PolicyError(f"shares are int64 with {ways} in a row, not {self.mix.shape} {self.mix.dtype}")
        if self.codes.max() >= ways + len(self.mix):
            raise PolicyError(
                f"the code {self.codes.max()} is neither one of {ways} discards nor one of "
                f"{len(self.mix)} rows of shares"
            )
        if self.denominator < 1 or (self.mix < 0).any() or (self.mix.sum(axis=1) != self.denominator).any():
            raise PolicyError(f"shares are zero or more and add up to {self.denominator} in every row")

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
            The number of the discard for each class, shape (n,), positions of the sorted representative.

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
        return cls.from_rows(name, role, statement, choices, none, 1, dealt)

    @classmethod
    def from_shares(
        cls,
        name: str,
        role: str,
        statement: str,
        shares: NDArray[np.float64],
        dealt: int = 6,
        parts: int = PARTS,
    ) -> "Policy":
        """Make a policy from shares of the discards for each class, rounded to multiples of 1/`parts`.

        Parameters
        ----------
        name, role, statement, dealt
            As in `Policy`.
        shares
            Shares of the discards, none negative, shape (n, discards); rows are scaled to one.
        parts
            How fine the shares are: 1 to 12.

        Raises
        ------
        PolicyError
            Another shape, a negative share, a row without any, or more different mixtures than can be kept
            (then with fewer parts).

        Notes
        -----
        Rounding is by systematic sampling within each class: `parts` evenly spaced marks fall on the
        shares laid end to end, the first at an offset that runs evenly (by the golden ratio) through the
        classes. A share is off by less than 1/`parts` in one class, and sums over many classes keep their
        means. A share of zero stays zero. Mirror images are then evened out.
        """
        pack = deal_pack(dealt)
        if shares.shape != pack.orbits.shape:
            raise PolicyError(f"the shares have the shape {shares.shape}, not {pack.orbits.shape}")
        if parts not in range(1, 13):
            raise PolicyError(f"shares are rounded to 1 to 12 parts, not {parts}")
        if not (np.isfinite(shares).all() and shares.min() >= 0 and shares.any(axis=1).all()):
            raise PolicyError(
                "shares are numbers of zero or more, and some share of every deal is above zero"
            )
        rounded = _round_shares(shares, parts)
        ways = shares.shape[1]
        keys, first, codes = np.unique(
            rounded @ (parts + 1) ** np.arange(ways), return_index=True, return_inverse=True
        )
        if ways + len(keys) > HIGHEST_CODE:
            raise PolicyError(f"{len(keys)} different mixtures are too many: give fewer parts than {parts}")
        return cls.from_rows(name, role, statement, ways + codes, rounded[first], parts, dealt)

    @classmethod
    def from_function(cls, name: str, role: str, function: PolicyFunction, dealt: int = 6) -> "Policy":
        """Make a policy of a function over many deals at once.

        Parameters
        ----------
        name, role, dealt
            As in `Policy`.
        function
            Takes card ids, uint8, (n, dealt), one deal of each class, ascending in a row; returns the
            number of the discard (n,) or shares of all discards (n, discards), in lexicographic order of
            positions: (0, 1), (0, 2), ... (4, 5) for six cards.

        Raises
        ------
        PolicyError
            The function returns something else.

        Examples
        --------
        The two lowest cards go, whatever they are:

        >>> import numpy as np
        >>> low = Policy.from_function("lowest", "pone", lambda deals: np.zeros(len(deals), dtype=int), 5)
        >>> low.laid_away(np.array([[0, 5, 20, 30, 49]], dtype=np.uint8))[0, :3].tolist()
        [1.0, 0.0, 0.0]
        """
        answer = np.asarray(function(deal_pack(dealt).deals.copy()))
        statement = "laid away by a function of the user's"
        if answer.ndim == 1:
            return cls.from_choices(name, role, statement, answer, dealt)
        return cls.from_shares(name, role, statement, answer.astype(np.float64), dealt)

    @classmethod
    def from_rows(
        cls,
        name: str,
        role: str,
        statement: str,
        codes: NDArray[Any],
        mix: Integers,
        denominator: int,
        dealt: int = 6,
    ) -> "Policy":
        """Make a policy from codes and integer shares (see `Policy`), mirror images evened out.

        Raises
        ------
        PolicyError
            As `Policy`, or more different mixtures than codes can name.
        """
        mixed = symmetric_policy(codes.astype(np.uint16), mix, denominator, deal_pack(dealt).orbits)
        if comb(dealt, 2) + len(mixed[1]) > HIGHEST_CODE + 1:
            raise PolicyError(f"{len(mixed[1])} different mixtures are more than codes can name")
        return cls(name, role, statement, *mixed, dealt)

    @property
    def seat(self) -> int:
        """The seat whose policy it is: 0 leads (pone), 1 deals."""
        return ROLES.index(self.role)

    @property
    def digest(self) -> str:
        """SHA-256 of role, size of deal and shares; the same for policies that lay the same away."""
        found = hashlib.sha256(f"{self.role} {self.dealt} {self.denominator} {self.mix.shape}".encode())
        for array in (self.codes.astype("<u2"), self.mix.astype("<i8")):
            found.update(array.tobytes())
        return found.hexdigest()

    @property
    def parts(self) -> tuple[Codes, Integers, int]:
        """Codes, mix and denominator: what kernels and solvers take of a policy."""
        return self.codes, self.mix, self.denominator

    def shares(self, classes: NDArray[Any] | slice = slice(None)) -> NDArray[np.float64]:
        """Return the share of every discard of every class, or of some, (n, discards); exact to rounding."""
        ways = self.mix.shape[1]
        rows = np.concatenate([np.eye(ways), self.mix / self.denominator])
        return rows[self.codes[classes]]

    def expanded(self) -> tuple[Codes, Integers]:
        """Return codes for every deal by colexicographic index, and their mix (about a second).

        Raises
        ------
        PolicyError
            The policy mixes in more ways than codes can name once suits are renamed.
        """
        pack = deal_pack(self.dealt)
        try:
            return expand_policy(pack.deals, self.codes, self.mix, pack.positions)
        except OverflowError as error:
            raise PolicyError(f"the policy {self.name} mixes in too many ways: {error}") from error

    def crib_means(self, *, threads: int = 1) -> NDArray[np.float64]:
        """Return the mean crib of every class and discard of the *other* side against this policy.

        Points, shape (n, discards); every card of the own deal removed. Exact.
        """
        pack = deal_pack(self.dealt)
        sums = crib_sums(pack, *self.parts, threads=threads)
        means: NDArray[np.float64] = sums / (pack.answers * self.denominator)
        return means

    def laid_away(self, deals: NDArray[np.uint8]) -> NDArray[np.float64]:
        """Return the shares of the discards of many deals, (n, discards), positions of the deals as given.

        Preconditions: checked deals of the policy's size, in any order.
        """
        classes, ways = ways_in_class(deals)
        return np.take_along_axis(self.shares(classes), ways, axis=1)

    def save(self, path: str | Path) -> None:
        """Write the policy to a file (see `cribstat.policies.files`), whole or not at all.

        Raises
        ------
        OSError
            The file cannot be written.
        """
        from cribstat.policies.files import save_policies

        save_policies(path, self)


def refuse_role(role: str) -> None:
    """Raise PolicyError for what is neither ``dealer`` nor ``pone``."""
    if role not in ROLES:
        raise PolicyError(f"unknown role '{role}': dealer or pone")


def _round_shares(shares: NDArray[np.float64], parts: int) -> Integers:
    """Round shares (n, discards) to integers that add up to `parts` in each row, without bias over rows."""
    golden = (np.sqrt(5.0) - 1.0) / 2.0
    offsets = (np.arange(1, len(shares) + 1) * golden % 1.0)[:, None]
    ends = np.cumsum(shares, axis=1)
    marks = np.floor(ends / ends[:, -1:] * parts + offsets).astype(np.int64)
    rounded: Integers = np.diff(marks, axis=1, prepend=0)
    return rounded
