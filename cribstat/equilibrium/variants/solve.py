"""Fictitious play between the habits of the owner's side and of the others."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cribstat.crib.seats import Habit, owns_crib, seat_means, seat_tables, set_sizes
from cribstat.kernels import dealing, enumeration, patterns, seats
from cribstat.rules import Variant
from cribstat.scoring import mean_hands

PACK = 52
SUITS = 4
RANKS = patterns.RANKS
# A habit knows every set of cards: so much of it is laid away at random.
AT_RANDOM = 1e-6
DEALS = 400_000
FULL_PACK: NDArray[np.uint8] = np.arange(PACK, dtype=np.uint8)
Floats = NDArray[np.float64]
# By side: False for the others, True for the owner of the crib.
SIDES = (False, True)


class Round(NamedTuple):
    """What the seats lay away in one round.

    Attributes
    ----------
    round
        Rounds played.
    change_other, change_own
        By how much the answers of the others and of the owner's side differ from the average before: half the
        sum of the differences of the shares of sets of ranks.
    hand_other, hand_own
        Mean hand of the answers, points.
    crib_other, crib_own
        Mean crib at the answers, points, as the habits have it.
    """

    round: int
    change_other: float
    change_own: float
    hand_other: float
    hand_own: float
    crib_other: float
    crib_own: float


@dataclass(frozen=True)
class VariantSolution:
    """Habits that answer each other.

    Attributes
    ----------
    variant
        The game.
    habits
        Of the others and of the owner's side.
    trace
        A row for each round.
    """

    variant: Variant
    habits: tuple[Habit, Habit]
    trace: list[Round]


@dataclass(frozen=True)
class _Counts:
    """How a side's deals are laid away: shares of the sets, and of the cards of each rank held beside them.

    Attributes
    ----------
    shares
        By rank multiset of the set, (multisets); they add up to one.
    held
        Mean number of cards of each rank kept beside a set, times its share, (multisets, 13).
    """

    shares: Floats
    held: Floats

    def moved(self, other: "_Counts", step: float) -> "_Counts":
        """Return the counts a part of the way to others."""
        return _Counts(
            self.shares + step * (other.shares - self.shares), self.held + step * (other.held - self.held)
        )


@dataclass(frozen=True)
class Sample:
    """The deals that are played in every round, ascending, with their probabilities.

    `rows` numbers the rank multiset of each deal, `first` finds a deal of each; `laid` the multiset of each
    discard (n, discards), `ranks` counts the ranks of each deal (n, 13), `hands` the mean hands; `every`
    tells that these are all deals.
    """

    deals: NDArray[np.uint8]
    mass: Floats
    rows: NDArray[np.int64]
    first: NDArray[np.int64]
    laid: NDArray[np.int64]
    ranks: NDArray[np.int64]
    hands: Floats
    every: bool


def solve_variant(
    variant: Variant,
    *,
    rounds: int = 16,
    deals: int = DEALS,
    seed: int = 1,
    progress: Callable[[Round], None] | None = None,
) -> VariantSolution:
    """Find habits of all seats that answer each other.

    Parameters
    ----------
    variant
        A game with any number of players; its crib's flush needs the start.
    rounds
        Rounds of answers; the weight of a round grows with its number.
    deals
        Deals in the sample, where the deals are more than five cards; five-card deals are all taken.
    seed
        Seed of the sample.
    progress
        Takes the row of each round.

    Returns
    -------
    VariantSolution

    Notes
    -----
    **Approximate** (see the package); with more than five cards **estimated** besides. Seats of one side
    have one habit: what they lay away counts alike, and the order of play does not matter to it. The result
    does not depend on the threads.
    """
    sample = take_sample(variant, deals, seed)
    averages = tuple(_at_random(variant) for _ in SIDES)
    trace: list[Round] = []
    for number in range(1, rounds + 1):
        habits = tuple(_habit(counts, variant) for counts in averages)
        answers = [_answer(sample, variant, owner, (habits[0], habits[1])) for owner in SIDES]
        changes = [
            float(np.abs(answer.shares - average.shares).sum() / 2)
            for (answer, _, _), average in zip(answers, averages, strict=True)
        ]
        averages = tuple(
            average.moved(answer, min(1.0, 2.0 / (number + 1)))
            for (answer, _, _), average in zip(answers, averages, strict=True)
        )
        (_, *other), (_, *own) = answers
        trace.append(Round(number, changes[0], changes[1], other[0], own[0], other[1], own[1]))
        if progress:
            progress(trace[-1])
    return VariantSolution(variant, (_habit(averages[0], variant), _habit(averages[1], variant)), trace)


def by_seat(variant: Variant, habits: tuple[Habit, Habit]) -> tuple[Habit, ...]:
    """Return the habit of every seat from those of the two sides."""
    return tuple(habits[owns_crib(variant, seat)] for seat in range(variant.players))


def draw_deals(count: int, dealt: int, seed: int) -> NDArray[np.uint8]:
    """Deal that many times from the full pack, (count, dealt), ascending in a row."""
    out = np.empty((count, dealt), dtype=np.uint8)
    dealing.deal_cards(seed, 0, FULL_PACK, out)
    out.sort(axis=1)
    return out


def take_sample(variant: Variant, count: int = DEALS, seed: int = 1) -> Sample:
    """Take one deal of each class of five cards, or a sample of deals of more cards."""
    if variant.dealt == 5:
        classes, weights = enumeration.distinct_deals(5)
        deals, mass = np.sort(classes, axis=1), weights / weights.sum(dtype=np.int64)
    else:
        deals, mass = draw_deals(count, variant.dealt, seed), np.full(count, 1.0 / count)
    away, _ = patterns.split_positions(variant.dealt, variant.laid_out)
    ranks = deals >> 2
    _, first, rows = np.unique(patterns.multiset_index(ranks), return_index=True, return_inverse=True)
    return Sample(
        deals,
        mass,
        rows.reshape(-1),
        first,
        patterns.multiset_index(ranks[:, away]),
        patterns.rank_counts(ranks),
        mean_hands(deals, variant.laid_out),
        variant.dealt == 5,
    )


def answers(
    sample: Sample, variant: Variant, seat: int, habits: tuple[Habit, Habit]
) -> tuple[NDArray[np.int64], Floats, Floats]:
    """Return the best discard of every deal against habits, and its mean hand and crib, each (n,)."""
    ranks = (sample.deals[sample.first] >> 2).astype(np.uint8)
    tables = seat_tables(ranks, variant, seat, by_seat(variant, habits))
    cribs = seat_means(tables, sample.deals, sample.rows, variant)
    best, _ = seats.best_ways(sample.hands, cribs, variant.crib_share(seat))
    at = np.arange(len(best))
    return best, sample.hands[at, best], cribs[at, best]


def _answer(
    sample: Sample, variant: Variant, owner: bool, habits: tuple[Habit, Habit]
) -> tuple[_Counts, float, float]:
    """Let one side answer the habits best; return what it lays away, and its mean hand and crib."""
    seat = next(seat for seat in range(variant.players) if owns_crib(variant, seat) == owner)
    best, hands, cribs = answers(sample, variant, seat, habits)
    laid = sample.laid[np.arange(len(best)), best]
    kinds = patterns.rank_counts(patterns.multisets(variant.laid_out))
    held = [
        np.bincount(laid, sample.mass * (sample.ranks[:, rank] - kinds[laid, rank]), len(kinds))
        for rank in range(RANKS)
    ]
    shares = np.bincount(laid, sample.mass, len(kinds)).astype(np.float64)
    counts = _Counts(shares, np.stack(held, axis=1).astype(np.float64))
    return counts, float(sample.mass @ hands), float(sample.mass @ cribs)


def _at_random(variant: Variant) -> _Counts:
    """Return the counts of a side that lays away cards at random."""
    sizes = set_sizes(variant.laid_out)
    shares = sizes / sizes.sum()
    kinds = patterns.rank_counts(patterns.multisets(variant.laid_out))
    kept = variant.hand_size / (PACK - variant.laid_out)
    return _Counts(shares, shares[:, None] * (SUITS - kinds) * kept)


def _habit(counts: _Counts, variant: Variant) -> Habit:
    """Turn counts into a habit.

    The lift of a rank is the chance not to hold one certain card of it, given the set laid away, against the
    same chance at random. What is never laid away has the habit of cards taken at random.
    """
    random = _at_random(variant)
    mixed = counts.moved(random, AT_RANDOM)
    kinds = patterns.rank_counts(patterns.multisets(variant.laid_out))
    left = np.maximum(SUITS - kinds, 1)
    lacking = 1.0 - mixed.held / (mixed.shares[:, None] * left)
    usual = 1.0 - variant.hand_size / (PACK - variant.laid_out)
    lifts = np.where(kinds < SUITS, lacking / usual, 1.0)
    return Habit(mixed.shares / set_sizes(variant.laid_out), lifts)
