"""The crib models: uniform, published means, weights of one's own."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias, Union

import numpy as np
from numpy.typing import NDArray

from cribstat.cards import PACK_SIZE, Cards
from cribstat.crib.weights import WeightsError, pair_weights, read_weights
from cribstat.rules import Variant
from cribstat.tables import PUBLISHED, published_crib_means

if TYPE_CHECKING:
    from cribstat.crib.seats import Habits

DEFAULT_CRIB_MODEL = "solved"


class ModelError(ValueError):
    """An unknown crib model, or one that does not fit the question."""


@dataclass(frozen=True, slots=True)
class OtherCards:
    """How likely every set of other crib cards is, together with every start.

    Attributes
    ----------
    sets
        Cards of each set, uint8, shape (p, others), ascending in a row.
    weights
        Joint weights of set and start card, float64 (whole numbers where they count cases), shape
        (p, 52); zero where the start is in the set or cannot be turned.
    """

    sets: Cards
    weights: NDArray[np.float64]

    @property
    def size(self) -> int:
        """Cards in a set."""
        return int(self.sets.shape[1])


@dataclass(frozen=True, slots=True)
class AnyCards:
    """Every set of `size` unseen cards with every start not in it, equally likely.

    Attributes
    ----------
    size
        Cards in a set.
    unseen
        Cards that may be in a set, uint8, ascending.
    starts
        Those of `unseen` that may be turned.
    """

    size: int
    unseen: Cards
    starts: Cards


@dataclass(frozen=True, slots=True)
class Uniform:
    """Any of the unseen cards, equally likely; exact for that model."""

    name: str = "uniform"
    exactness: str = "exact"
    statement: str = "the other crib cards and the start are any unseen cards, equally likely"

    def refuse(self, variant: Variant) -> None:
        """Fit every variant."""

    def other_cards(self, variant: Variant, seat: int, unseen: Cards, starts: Cards) -> AnyCards:  # noqa: ARG002
        """Weigh every set of unseen cards alike; `starts` are those of `unseen` that may be turned."""
        return AnyCards(variant.others_in_crib, unseen, starts)


@dataclass(frozen=True, slots=True)
class PairWeights:
    """Weights of one's own for the two cards the other side lays away; exact for that model.

    `weights` holds a weight for each of the 1,326 pairs of cards (index ``b*(b-1)/2 + a``, a < b),
    before pairs with seen cards drop out.
    """

    weights: NDArray[np.float64]
    name: str = "weights"
    exactness: str = "exact"
    statement: str = "the other side lays away pairs by the given weights; pairs with seen cards drop out"

    def refuse(self, variant: Variant) -> None:
        """Fit the variants in which the other side lays away the two other crib cards."""
        if variant.players != 2 or variant.others_in_crib != 2:
            raise ModelError(
                f"weights of pairs need a crib with two cards of the other side; "
                f"{variant.name} has {variant.others_in_crib} other cards"
            )

    def other_cards(self, variant: Variant, seat: int, unseen: Cards, starts: Cards) -> OtherCards:  # noqa: ARG002
        """Weigh the pairs that can still be laid away; every start that is left is equally likely."""
        sets = _subsets(unseen, 2)
        weights = self.weights[_pair_index(sets)]
        sets, weights = sets[weights > 0], weights[weights > 0]
        joint = weights[:, None] * _apart(sets, starts)
        if not joint.any():
            raise ModelError(f"the weights of '{self.name}' leave no pair that the other side could lay away")
        return OtherCards(sets, joint)


@dataclass(frozen=True, slots=True)
class PublishedMeans:
    """Mean cribs by rank pair from a published table; six-card game only, approximate."""

    name: str
    exactness: str = "approximate"
    statement: str = "published mean crib of the rank pair; suits, your kept cards and dead cards left out"

    def refuse(self, variant: Variant) -> None:
        """Fit the six-card game with its usual crib."""
        if variant.name != "six" or variant.crib_flush != "all_agree":
            raise ModelError(
                f"the table of {self.name} is for the six-card game with its usual crib flush only"
            )

    def means(self, variant: Variant, seat: int) -> NDArray[np.float64]:
        """Return the (13, 13) table of mean cribs for a seat."""
        return published_crib_means(self.name, variant.role(seat))


@dataclass(frozen=True)
class Opponent:
    """What a policy looks like to the other side.

    Attributes
    ----------
    codes, mix, denominator
        The policy for every deal, by colexicographic index (see `kernels.crib.expand`).
    dealt
        Cards of the policy's deals.
    """

    codes: NDArray[np.uint16]
    mix: NDArray[np.int64]
    denominator: int
    dealt: int


@dataclass(frozen=True)
class PolicyCrib:
    """The other side plays a stated policy, decided by its whole deal, every known card removed; exact.

    Attributes
    ----------
    name, statement
        For answers.
    variant
        The name of the game it is for.
    opponent
        Gives the policy that a seat plays against.
    bare_means
        Gives, for a seat and a deal of ranks, the mean crib of every discard over the suit assignments
        without a flush in hand.
    many_means
        Gives, for a seat and many deals (n, dealt), the mean crib of every discard, (n, discards).
    looked_up
        Gives, for a seat and a deal, the mean crib of every discard from a table, or None without one; asked
        only where nothing but means is wanted.
    counts_play
        Answers count the solved play too unless told otherwise: both policies were solved with it.
    threads
        Threads for walking the other side's deals; the result does not depend on it.
    """

    name: str
    statement: str
    variant: str
    opponent: Callable[[int], Opponent]
    bare_means: Callable[[int, Cards], NDArray[np.float64]]
    many_means: Callable[[int, Cards], NDArray[np.float64]]
    looked_up: Callable[[int, Cards], NDArray[np.float64] | None]
    counts_play: bool = False
    threads: int = 1
    exactness: str = "exact"

    def refuse(self, variant: Variant) -> None:
        """Fit the game the policies are for, with its usual crib."""
        if variant.name != self.variant or variant.crib_flush != "all_agree":
            raise ModelError(
                f"the crib model '{self.name}' is for {self.variant} with its usual crib flush only"
            )

    def other_cards(self, variant: Variant, seat: int, unseen: Cards, starts: Cards) -> OtherCards:  # noqa: ARG002
        """Count the other side's deals by the pair laid away and the start they leave."""
        from cribstat.kernels.crib.joint import opponent_joint  # numba is imported only when asked for

        other = self.opponent(seat)
        known = np.setdiff1d(np.arange(PACK_SIZE, dtype=np.uint8), unseen).astype(np.uint8)
        joint = opponent_joint(known, other.codes, other.mix, other.denominator, other.dealt, self.threads)
        weights = np.zeros(joint.shape)
        weights[:, starts] = joint[:, starts]
        found = weights.any(axis=1)
        return OtherCards(_every_pair()[found], weights[found])


# Every model has a name, its exactness (``exact`` for the model as stated, or ``approximate``), a
# statement of what it assumes, and refuses the variants it does not fit.
JointModel: TypeAlias = Union[Uniform, PairWeights, PolicyCrib, "Habits"]
CribModel: TypeAlias = JointModel | PublishedMeans

_NAMED: dict[str, CribModel] = {"uniform": Uniform(), **{name: PublishedMeans(name) for name in PUBLISHED}}


def model_names() -> tuple[str, ...]:
    """Return the names that `crib_model` knows, besides files."""
    return tuple(_NAMED)


def crib_model(which: str | Path | CribModel) -> CribModel:
    """Return a crib model from its name, from a file of weights, or unchanged.

    Raises
    ------
    ModelError
        No such name and no such file, or a file that holds no weights.

    Examples
    --------
    >>> crib_model("hessel").exactness
    'approximate'
    """
    if not isinstance(which, str | Path):
        if not hasattr(which, "refuse"):
            raise ModelError(f"a crib model is a name, a file or a model, not {which!r}")
        return which
    if isinstance(which, str) and which in _NAMED:
        return _NAMED[which]
    path = Path(which)
    if not path.is_file():
        raise ModelError(
            f"unknown crib model '{which}': {', '.join(_NAMED)} or a file of weights (.csv, .json)"
        )
    try:
        weights = pair_weights(read_weights(path))
    except WeightsError as error:
        raise ModelError(str(error)) from error
    return PairWeights(weights, name=str(which))


@lru_cache(maxsize=16)
def _positions(n: int, size: int) -> NDArray[np.intp]:
    """All ways to choose `size` of `n` positions, lexicographic."""
    return np.array(list(combinations(range(n), size)), dtype=np.intp).reshape(-1, size)


def _subsets(cards: Cards, size: int) -> Cards:
    """All sets of `size` of the given ascending cards, shape (p, size)."""
    return cards[_positions(len(cards), size)]


@cache
def _every_pair() -> Cards:
    """All pairs of cards of the pack by colexicographic index, shape (1326, 2)."""
    return np.array([(low, high) for high in range(PACK_SIZE) for low in range(high)], dtype=np.uint8)


def _apart(sets: Cards, starts: Cards) -> NDArray[np.float64]:
    """Weigh every set with each start not in it by one, every other card by zero; shape (p, 52)."""
    weights = np.zeros((len(sets), PACK_SIZE))
    weights[:, starts] = 1.0
    np.put_along_axis(weights, sets.astype(np.intp), 0.0, axis=1)
    return weights


def _pair_index(pairs: Cards) -> NDArray[np.intp]:
    """Index of ascending pairs of cards."""
    low, high = pairs[:, 0].astype(np.intp), pairs[:, 1].astype(np.intp)
    return high * (high - 1) // 2 + low
