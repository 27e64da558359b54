"""Crib cards of the other seats by solved habits: every variant but five and six cards.

State: own deal, dead cards. The start is any unseen card. Every other seat lays away a set of cards by its
habit: a weight by the ranks of the set, and for every rank a lift, the factor by which that weight changes
for each card of the rank that the seat cannot hold: own cards, dead cards, the start and the other crib
cards. The seats are independent but for that and for taking different cards; cards from the pack are any.

Approximate: another seat's deal enters by what it lays away on average over all deals. The lifts of
several cards multiply, and suits are left out.
"""

from dataclasses import dataclass, field
from functools import cache
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from cribstat.cards import Cards
from cribstat.crib.models import ModelError
from cribstat.kernels import patterns
from cribstat.rules import SHOW_OPTIONS, Variant, changed_options

RANKS = patterns.RANKS
SUITS = 4
ROWS_AT_ONCE = 64
Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class RankedCards:
    """Sets of `size` unseen cards weighted by their ranks, beside every start alike.

    Attributes
    ----------
    size
        Cards in a set.
    unseen
        Cards that may be in a set, uint8, ascending.
    starts
        Those of `unseen` that may be turned, equally likely; the sets without it share its probability.
    weights
        The weight of a set by the index of its rank multiset and the start's rank, (multisets, 13).
    """

    size: int
    unseen: Cards
    starts: Cards
    weights: Floats


@dataclass(frozen=True, slots=True)
class Habit:
    """What a seat lays away, by the index of the rank multiset of the cards.

    Attributes
    ----------
    weights
        Weight of a set of cards of the full pack, (multisets).
    lifts
        Factor for each card of a rank that the seat cannot hold, (multisets, 13).
    """

    weights: Floats
    lifts: Floats


@dataclass(frozen=True, slots=True)
class SeatTables:
    """Mean cribs by rank multiset of the deal, and what nobs and flushes need beside them.

    Attributes
    ----------
    means
        Rank part of the mean crib of every discard of the ascending deal, (rows, discards).
    jacks, flushes
        Probabilities, (rows, 13) and (rows, 2**dealt): see `kernels.seats`.
    """

    means: Floats
    jacks: Floats
    flushes: Floats


@dataclass(frozen=True, eq=False)
class Habits:
    """The other seats lay away by solved habits; for one variant, approximate.

    Attributes
    ----------
    variant
        The game the habits are for.
    by_seat
        The habit of each seat.
    """

    variant: Variant
    by_seat: tuple[Habit, ...]
    statement: str
    name: str = "solved"
    exactness: str = field(default="approximate", init=False)

    def refuse(self, variant: Variant) -> None:
        """Fit the game the habits are for, with the same cards in the crib and the same flush."""
        for option in sorted(SHOW_OPTIONS | {"name"}):
            if getattr(variant, option) != getattr(self.variant, option):
                raise ModelError(
                    f"the crib model '{self.name}' was solved for {spell_game(self.variant)}, "
                    f"not for {spell_game(variant)}; 'uniform' answers"
                )

    def other_cards(self, variant: Variant, seat: int, unseen: Cards, starts: Cards) -> RankedCards:
        """Weigh the sets of unseen cards by their ranks; `starts` are those that may be turned."""
        known = SUITS - np.bincount(unseen >> 2, minlength=RANKS)
        weights = set_weights(variant, seat, self.by_seat, known[None])[0]
        return RankedCards(variant.others_in_crib, unseen, starts, weights)

    def crib_means(self, variant: Variant, seat: int, deals: NDArray[np.uint8]) -> Floats:
        """Return mean cribs of many checked deals, points, (n, discards); discards by position as given."""
        order = np.argsort(deals, axis=1, kind="stable")
        ordered = np.take_along_axis(deals, order, axis=1)
        index = patterns.multiset_index(ordered >> 2)
        _, first, rows = np.unique(index, return_index=True, return_inverse=True)
        tables = seat_tables((ordered[first] >> 2).astype(np.uint8), variant, seat, self.by_seat)
        ascending = seat_means(tables, ordered, rows.reshape(-1), variant)
        means: Floats = np.take_along_axis(ascending, patterns.ways_in_order(order, variant.laid_out), axis=1)
        return means


def set_sizes(cards: int) -> Floats:
    """Count the sets of so many cards of a full pack with each rank multiset."""
    ranks = patterns.rank_counts(patterns.multisets(cards))
    sizes: Floats = patterns.CHOOSE[SUITS, ranks].prod(axis=1).astype(np.float64)
    return sizes


def owns_crib(variant: Variant, seat: int) -> bool:
    """Tell whether the crib counts for a seat: the dealer's side."""
    return variant.side(seat) == variant.side(variant.dealer_seat)


def set_weights(variant: Variant, seat: int, habits: tuple[Habit, ...], known: NDArray[np.int64]) -> Floats:
    """Return the weight of every set of other crib cards as a seat sees it.

    Parameters
    ----------
    variant
        The game.
    seat
        The seat that asks.
    habits
        Of every seat.
    known
        How many cards of each rank are known to be elsewhere, (n, 13).

    Returns
    -------
    numpy.ndarray
        float64, (n, multisets of the other crib cards, 13): by the start's rank. All ways to share the
        cards of a set among the seats and the pack are added up.
    """
    others = [habit for other, habit in enumerate(habits) if other != seat]
    seen = [habit.weights * np.exp(known @ np.log(habit.lifts).T) for habit in others]
    kinds = patterns.multisets(variant.others_in_crib)
    ways, factors = [], []
    for hands in _shared_out(variant.others_in_crib, len(others), variant.laid_out):
        way, factor = np.ones((len(known), len(kinds))), np.ones((len(kinds), RANKS))
        for habit, weights, mine in zip(others, seen, hands, strict=True):
            index = patterns.multiset_index(kinds[:, mine])
            way *= weights[:, index]
            factor *= habit.lifts[index]
            for place in set(range(variant.others_in_crib)) - set(mine):
                factor *= habit.lifts[index, kinds[:, place]][:, None]
        ways.append(way)
        factors.append(factor)
    total: Floats = np.matmul(np.stack(ways, axis=2).transpose(1, 0, 2), np.stack(factors, axis=1))
    return np.ascontiguousarray(total.transpose(1, 0, 2))


@cache
def _shared_out(cards: int, seats: int, each: int) -> list[list[list[int]]]:
    """List all ways to give each seat so many of the places of a set; places left over are the pack's."""
    ways = {
        tuple(tuple(sorted(places[each * seat : each * seat + each])) for seat in range(seats))
        for places in permutations(range(cards))
    }
    return [[list(mine) for mine in way] for way in sorted(ways)]


def seat_tables(
    ranks: NDArray[np.uint8], variant: Variant, seat: int, habits: tuple[Habit, ...]
) -> SeatTables:
    """Work out the tables for deals with these ranks (n, dealt), ascending in a row."""
    from cribstat.kernels import seats  # numba is imported only when asked for

    away, _ = patterns.split_positions(variant.dealt, variant.laid_out)
    others = variant.others_in_crib
    points = patterns.crib_table(variant.laid_out, others).astype(np.float64)
    n = len(ranks)
    tables = SeatTables(np.empty((n, len(away))), np.empty((n, RANKS)), np.empty((n, 1 << variant.dealt)))
    for begin in range(0, n, ROWS_AT_ONCE):
        own = slice(begin, begin + ROWS_AT_ONCE)
        part = np.ascontiguousarray(ranks[own])
        seats.rank_means(
            part,
            away.astype(np.int64),
            points,
            patterns.multisets(others),
            set_weights(variant, seat, habits, patterns.rank_counts(part)),
            patterns.CHOOSE,
            tables.means[own],
            tables.jacks[own],
            tables.flushes[own],
        )
    return tables


def seat_means(
    tables: SeatTables, deals: NDArray[np.uint8], rows: NDArray[np.int64], variant: Variant
) -> Floats:
    """Return mean cribs of ascending deals (n, dealt) whose ranks stand in these rows of the tables."""
    from cribstat.kernels import seats  # numba is imported only when asked for

    away, _ = patterns.split_positions(variant.dealt, variant.laid_out)
    means = tables.means[rows]
    seats.add_suits(
        deals,
        away.astype(np.int64),
        rows,
        tables.jacks,
        tables.flushes.reshape(-1),
        np.arange(len(tables.flushes)) * tables.flushes.shape[1],
        variant.others_in_crib,
        means,
    )
    return means


def spell_game(variant: Variant) -> str:
    """Name a variant and the options that change its cribs."""
    changed = {key: value for key, value in changed_options(variant).items() if key in SHOW_OPTIONS}
    options = ", ".join(f"{key}={value}" for key, value in sorted(changed.items()))
    return f"{variant.name} with {options}" if options else variant.name
