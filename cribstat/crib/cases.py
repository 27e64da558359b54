"""Gather the cases of a crib by what decides its points.

A case is a set of other crib cards and a start. The rank part of a crib depends on the ranks of the set
(its class, a rank multiset by index), the start's rank and one's own cards; suits only add a bonus to some
cases. All weights are laid out by (suit of the start, rank of the start, class).
"""

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from cribstat.cards import PACK_SIZE, Cards
from cribstat.crib.models import AnyCards, OtherCards
from cribstat.kernels.patterns import CHOOSE, JACK, RANKS, multiset_index, multisets, rank_counts

Floats = NDArray[np.float64]
SUITS = 4
_OF_FLUSH = np.arange(SUITS)[:, None]


@dataclass(frozen=True, slots=True)
class Cases:
    """Weights of cases by suit of the start, rank of the start and class of the other cards.

    Attributes
    ----------
    weights
        All cases, shape (4, 13, classes).
    nobs
        Those in which another's jack is of the start's suit, shape (4, 13, classes).
    one_suit
        Those in which the other cards are all of one suit, by that suit first and by the suits of the
        start that were asked for, shape (4, s, 13, classes).
    """

    weights: Floats
    nobs: Floats
    one_suit: Floats


def gather_cases(others: OtherCards | AnyCards, flush_starts: NDArray[np.intp]) -> Cases:
    """Gather what a crib model says of the other cards and the start into `Cases`.

    `flush_starts` holds, for every suit the other cards may be all of, suits of the start, shape (4, s).
    """
    if isinstance(others, AnyCards):
        return _equal_cases(others, flush_starts)
    return _weighted_cases(others, flush_starts)


def by_suit_and_rank(cards: Cards) -> NDArray[np.bool_]:
    """Mark the given cards by suit and rank, shape (4, 13)."""
    marks = np.zeros(PACK_SIZE, dtype=np.bool_)
    marks[cards] = True
    return marks.reshape(RANKS, SUITS).T


@cache
def held_ranks(size: int) -> NDArray[np.int64]:
    """Count the cards of each rank in every class of `size` cards, shape (13, classes)."""
    return np.ascontiguousarray(rank_counts(multisets(size)).T)


@cache
def _all_different(size: int) -> NDArray[np.bool_]:
    """Mark the classes of `size` cards without a pair, shape (classes)."""
    marks: NDArray[np.bool_] = held_ranks(size).max(axis=0) == 1
    return marks


def _equal_cases(others: AnyCards, flush_starts: NDArray[np.intp]) -> Cases:
    """Count the cases in which any unseen cards are laid away, from the unseen cards of each rank.

    One card of a rank turned leaves n - 1 of n, which divides the ways to take m of them by n / (n - m);
    a jack of a given suit is in m of n of the ways to take m jacks. All divisions come out even.
    """
    held = held_ranks(others.size)
    left, starts = by_suit_and_rank(others.unseen), by_suit_and_rank(others.starts).astype(np.float64)
    counts = left.sum(axis=0)[:, None]
    ways = CHOOSE[counts, held].prod(axis=0)
    by_rank = ways * (counts - held) / np.maximum(counts, 1)
    jack_in = by_rank * held[JACK] / max(counts[JACK, 0], 1)
    jack_in[JACK] = 0
    in_suit = left[:, multisets(others.size)].all(axis=2) & _all_different(others.size)
    still_there = (held == 0) | (flush_starts != _OF_FLUSH)[:, :, None, None]
    return Cases(
        weights=starts[:, :, None] * by_rank,
        nobs=(starts * left[:, JACK, None])[:, :, None] * jack_in,
        one_suit=starts[flush_starts][..., None] * (in_suit[:, None, None] & still_there),
    )


def _weighted_cases(others: OtherCards, flush_starts: NDArray[np.intp]) -> Cases:
    """Add up the joint weights of sets and starts by class."""
    sets, size = others.sets, others.size
    classes = len(multisets(size))
    class_of = multiset_index(sets >> 2)
    suits = sets & 3
    one_suit = np.flatnonzero((suits == suits[:, :1]).all(axis=1))
    with_jack = np.flatnonzero((sets >> 2 == JACK).any(axis=1))
    nobs = others.weights[with_jack] * _own_suit(sets[with_jack])
    groups = suits[one_suit, 0].astype(np.intp) * classes + class_of[one_suit]
    by_suit = _gather(groups, others.weights[one_suit], SUITS * classes)
    return Cases(
        weights=_by_start(_gather(class_of, others.weights, classes)),
        nobs=_by_start(_gather(class_of[with_jack], nobs, classes)),
        one_suit=np.stack([_by_start(part) for part in np.split(by_suit, SUITS)])[_OF_FLUSH, flush_starts],
    )


def _own_suit(sets: Cards) -> Floats:
    """Count the jacks of each set that are of a start's suit, by start, shape (p, 52)."""
    start_suits = np.arange(PACK_SIZE) & 3
    marks = np.zeros((len(sets), PACK_SIZE))
    for column in range(sets.shape[1]):
        card = sets[:, column : column + 1]
        marks += (card >> 2 == JACK) & (card & 3 == start_suits)
    return marks


def _gather(groups: NDArray[np.intp], weights: Floats, count: int) -> Floats:
    """Add up the rows of `weights` by group number; shape (count, columns)."""
    sums = np.zeros((count, weights.shape[1]))
    if len(groups):
        order = np.argsort(groups, kind="stable")
        ordered = groups[order]
        firsts = np.flatnonzero(np.concatenate([[True], ordered[1:] != ordered[:-1]]))
        sums[ordered[firsts]] = np.add.reduceat(weights[order], firsts, axis=0)
    return sums


def _by_start(weights: Floats) -> Floats:
    """Lay (classes, 52) weights out as (suit of the start, rank of the start, classes)."""
    return np.ascontiguousarray(weights.T.reshape(RANKS, SUITS, -1).transpose(1, 0, 2))
