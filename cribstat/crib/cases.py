"""Gather the cases of a crib by what decides its points.

A case is a set of other crib cards and a start. The rank part of a crib depends on the rank multiset of
the set (its class), the start's rank and one's own cards; suits only add a bonus to some cases. All
weights are laid out by (suit of the start, class, rank of the start).
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cribstat.crib.models import OtherCards
from cribstat.kernels.patterns import JACK, RANKS, multiset_index, multisets

Floats = NDArray[np.float64]
SUITS = 4


@dataclass(frozen=True, slots=True)
class Cases:
    """Weights of cases by suit of the start, class of the other cards and rank of the start.

    Attributes
    ----------
    classes
        Multiset index of each class, shape (u,).
    every, jacks, plain
        Positions of all classes, of those that hold a jack, and of those that do not.
    weights
        All cases, shape (4, u, 13).
    nobs
        Those in which another's jack is of the start's suit, shape (4, u, 13).
    one_suit
        Those in which the other cards are all of one suit, by that suit first: shape (4, 4, u, 13).
    """

    classes: NDArray[np.intp]
    every: NDArray[np.intp]
    jacks: NDArray[np.intp]
    plain: NDArray[np.intp]
    weights: Floats
    nobs: Floats
    one_suit: Floats


def gather_cases(others: OtherCards) -> Cases:
    """Gather weighted sets of other cards, (p, 52) weights, into `Cases`."""
    sets = others.sets
    found, class_of = np.unique(multiset_index(sets >> 2), return_inverse=True)
    classes = found.astype(np.intp)
    jacks = (multisets(sets.shape[1])[classes] == JACK).any(axis=1)
    suits = sets & 3
    one_suit = np.flatnonzero((suits == suits[:, :1]).all(axis=1))
    with_jack = np.flatnonzero((sets >> 2 == JACK).any(axis=1))
    nobs = others.weights[with_jack] * _own_suit(sets[with_jack])
    by_suit = _gather(
        suits[one_suit, 0].astype(np.intp) * len(classes) + class_of[one_suit],
        others.weights[one_suit],
        SUITS * len(classes),
    )
    return Cases(
        classes,
        np.arange(len(classes)),
        np.flatnonzero(jacks),
        np.flatnonzero(~jacks),
        _by_start(_gather(class_of, others.weights, len(classes))),
        _by_start(_gather(class_of[with_jack], nobs, len(classes))),
        np.stack([_by_start(part) for part in by_suit.reshape(SUITS, len(classes), -1)]),
    )


def _own_suit(sets: NDArray[np.uint8]) -> Floats:
    """Mark the starts of the suit of a jack in each set, shape (p, 52)."""
    start_suits = np.arange(SUITS * RANKS) & 3
    marks = np.zeros((len(sets), SUITS * RANKS))
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
    """Lay (classes, 52) weights out as (suit of the start, classes, rank of the start)."""
    return np.ascontiguousarray(weights.reshape(len(weights), RANKS, SUITS).transpose(2, 0, 1))
