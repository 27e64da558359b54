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
from cribstat.crib.seats import RankedCards
from cribstat.kernels.patterns import CHOOSE, JACK, RANKS, multiset_index, multisets, rank_counts

Floats = NDArray[np.float64]
SUITS = 4


@dataclass(frozen=True, slots=True)
class Cases:
    """Weights of cases by suit of the start, rank of the start and class of the other cards.

    Suits of the start that differ only in which ranks may be turned are of one kind and share weights.

    Attributes
    ----------
    starts
        1 where a card may be turned, 0 where not, by suit and rank, shape (4, 13).
    kinds
        The kind of each suit, shape (4).
    weights
        All cases of a start, if it may be turned, by kind of its suit, shape (k, 13, classes).
    nobs
        Those in which another's jack is of the start's suit, shape (k, 13, classes).
    one_suit
        Those with a start that may be turned in which the other cards are all of one suit: by that suit
        and by suits of the start, as asked for, shape (t, s, 13, classes).
    """

    starts: Floats
    kinds: NDArray[np.intp]
    weights: Floats
    nobs: Floats
    one_suit: Floats


def gather_cases(
    others: OtherCards | AnyCards | RankedCards, suits: NDArray[np.intp], flush_starts: NDArray[np.intp]
) -> Cases:
    """Gather what a crib model says of the other cards and the start into `Cases`.

    Asked for are cases with all other cards of one of `suits` (t), each with suits of the start (t, s).
    """
    if isinstance(others, OtherCards):
        return _weighted_cases(others, suits, flush_starts)
    return _ranked_cases(others, suits, flush_starts)


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
def _held_singly(size: int) -> Floats:
    """Count the ranks held in every class without a pair, nothing in the others, shape (13, classes)."""
    held = held_ranks(size)
    return np.where(held.max(axis=0) == 1, held, 0).astype(np.float64)


def _ranked_cases(
    others: AnyCards | RankedCards, suits: NDArray[np.intp], flush_starts: NDArray[np.intp]
) -> Cases:
    """Weigh the cases in which cards are laid away by their ranks, from the unseen cards of each rank.

    One card of a rank turned leaves n - 1 of n, which divides the ways to take m of them by n / (n - m);
    a jack of a given suit is in m of n of the ways to take m jacks. All divisions come out even. Suits of
    the start are of one or two kinds, as their jack is seen or unseen.
    """
    held = held_ranks(others.size)
    left: Floats = by_suit_and_rank(others.unseen).astype(np.float64)
    starts: Floats = by_suit_and_rank(others.starts).astype(np.float64)
    counts = left.sum(axis=0).astype(np.intp)[:, None]
    ways = CHOOSE[counts, held].prod(axis=0) * (counts - held) / np.maximum(counts, 1)
    each = _set_chances(others, ways)
    weights = ways * each
    jack_in = weights * (held[JACK] / max(counts[JACK, 0], 1))
    jack_in[JACK] = 0
    in_suit = (left[suits] @ _held_singly(others.size) == others.size)[:, None, None]
    seen_or_not = np.array(sorted(set(left[:, JACK].tolist())))
    still_there = (held == 0) | (flush_starts != suits[:, None])[:, :, None, None]
    return Cases(
        starts=starts,
        kinds=np.searchsorted(seen_or_not, left[:, JACK]),
        weights=np.full((len(seen_or_not), *weights.shape), weights),
        nobs=seen_or_not[:, None, None] * jack_in,
        one_suit=starts[flush_starts][..., None] * (in_suit & still_there) * each,
    )


def _set_chances(others: AnyCards | RankedCards, ways: Floats) -> Floats:
    """Return what each set of a class counts by rank of the start: one, or the chance of it with that start.

    `ways` counts the sets of each class that leave a start card of each rank, shape (13, classes).
    """
    if isinstance(others, AnyCards):
        return np.ones((1, 1))
    weights = others.weights.T
    sums = (ways * weights).sum(axis=1, keepdims=True)
    chances: Floats = np.divide(weights, sums, out=np.zeros(weights.shape), where=sums > 0)
    return chances


def _weighted_cases(others: OtherCards, suits: NDArray[np.intp], flush_starts: NDArray[np.intp]) -> Cases:
    """Add up the joint weights of sets and starts by class; every suit of the start is of its own kind."""
    sets, size = others.sets, others.size
    classes = len(multisets(size))
    class_of = multiset_index(sets >> 2)
    suit_of = sets & 3
    one_suit = np.flatnonzero((suit_of == suit_of[:, :1]).all(axis=1))
    with_jack = np.flatnonzero((sets >> 2 == JACK).any(axis=1))
    nobs = others.weights[with_jack] * _own_suit(sets[with_jack])
    groups = suit_of[one_suit, 0].astype(np.intp) * classes + class_of[one_suit]
    by_suit = np.split(_gather(groups, others.weights[one_suit], SUITS * classes), SUITS)
    weights = _by_start(_gather(class_of, others.weights, classes))
    return Cases(
        starts=np.asarray(weights.any(axis=2), dtype=np.float64),
        kinds=np.arange(SUITS),
        weights=weights,
        nobs=_by_start(_gather(class_of[with_jack], nobs, classes)),
        one_suit=np.stack([_by_start(part) for part in by_suit])[suits[:, None], flush_starts],
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
