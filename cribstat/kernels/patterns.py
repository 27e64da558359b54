"""Rank points of shown cards, by rank multiset (numpy alone: nothing here is compiled).

Fifteens, pairs and runs depend only on the multiset of ranks. A multiset of k ranks
``r1 <= ... <= rk`` has the index ``sum C(r_i + i - 1, i)`` (i from 1), which runs over
0 .. C(12 + k, k) - 1 in colexicographic order; multisets that hold a rank five times or more
have an index too and are never asked for. Everything here is exact.
"""

from functools import cache
from itertools import chain, combinations, combinations_with_replacement
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

RANKS = 13
FIFTEEN = 15
JACK = 10

# CHOOSE[n, k] for the index of multisets of up to eight ranks, a whole eight-card deal.
CHOOSE = np.array([[comb(n, k) for k in range(9)] for n in range(RANKS + 8)], dtype=np.int64)


@cache
def multisets(size: int) -> NDArray[np.uint8]:
    """Return all multisets of `size` ranks in index order, sorted ascending, (C(12+size, size), size)."""
    ranks = chain.from_iterable(combinations_with_replacement(range(RANKS), size))
    every = np.fromiter(ranks, dtype=np.uint8).reshape(-1, size)
    ordered = np.empty_like(every)
    ordered[multiset_index(every)] = every
    return ordered


@cache
def split_positions(dealt: int, laid_out: int) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return the positions of every discard, in lexicographic order, and of the keeps that go with them."""
    away = list(combinations(range(dealt), laid_out))
    kept = [[place for place in range(dealt) if place not in gone] for gone in away]
    return np.array(away, dtype=np.intp), np.array(kept, dtype=np.intp)


def ways_in_order(order: NDArray[np.intp], laid_out: int) -> NDArray[np.intp]:
    """Return which discard of a sorted deal each discard of the deal as given is, (n, discards).

    Preconditions: `order` (n, dealt) sorts the deals (`argsort`); discards in the order of `split_positions`.
    """
    dealt = order.shape[1]
    away, _ = split_positions(dealt, laid_out)
    way_of = np.full(1 << dealt, -1, dtype=np.intp)
    way_of[(1 << away).sum(axis=1)] = np.arange(len(away))
    place_of = np.argsort(order, axis=1)
    ways = np.empty((len(order), len(away)), dtype=np.intp)
    for way, gone in enumerate(away):
        ways[:, way] = way_of[(1 << place_of[:, gone]).sum(axis=1)]
    return ways


def multiset_index(ranks: NDArray[Any]) -> NDArray[np.int64]:
    """Return the index of each multiset along the last axis.

    Preconditions: ranks ascending along the last axis, at most eight of them.
    """
    index = np.zeros(ranks.shape[:-1], dtype=np.int64)
    for place in range(ranks.shape[-1]):
        index += CHOOSE[place:, place + 1].take(ranks[..., place])
    return index


def rank_counts(ranks: NDArray[Any]) -> NDArray[np.int64]:
    """Count each rank along the last axis: shape (..., n) to (..., 13)."""
    counts: NDArray[np.int64] = (ranks[..., None] == np.arange(RANKS, dtype=np.uint8)).sum(axis=-2)
    return counts


def fifteen_points(counts: NDArray[np.int64]) -> NDArray[np.int64]:
    """Points for fifteens of rank counts (m, 13): two for every subset of cards that adds to 15."""
    by_value = [counts[:, value - 1] for value in range(1, 10)] + [counts[:, 9:].sum(axis=1)]
    ways = np.zeros((FIFTEEN + 1, len(counts)), dtype=np.int32)
    ways[0] = 1
    for value, held in enumerate(by_value, start=1):
        fresh = ways.copy()
        for taken in range(1, min(FIFTEEN // value, held.max(initial=0)) + 1):
            fresh[value * taken :] += _choose(held, taken) * ways[: FIFTEEN + 1 - value * taken]
        ways = fresh
    points: NDArray[np.int64] = 2 * ways[FIFTEEN].astype(np.int64)
    return points


def _choose(held: NDArray[np.int64], taken: int) -> NDArray[np.int32]:
    """Binomial coefficients of small counts; zero where `taken` exceeds `held`."""
    ways = np.array([comb(n, taken) for n in range(20)], dtype=np.int32)
    return ways[held]


def pair_points(counts: NDArray[np.int64]) -> NDArray[np.int64]:
    """Points for pairs of rank counts (m, 13): c cards of a rank give c(c-1)."""
    points: NDArray[np.int64] = (counts * (counts - 1)).sum(axis=1)
    return points


def run_points(counts: NDArray[np.int64]) -> NDArray[np.int64]:
    """Points for runs of rank counts (m, 13): each block of three or more, length times multiplicity."""
    points = np.zeros(len(counts), dtype=np.int64)
    length = np.zeros_like(points)
    ways = np.ones_like(points)
    for rank in range(RANKS + 1):
        held = counts[:, rank] if rank < RANKS else np.zeros_like(points)
        ended = held == 0
        points += np.where(ended & (length >= 3), length * ways, 0)
        length = np.where(ended, 0, length + 1)
        ways = np.where(ended, 1, ways * held)
    return points


def rank_points(counts: NDArray[np.int64]) -> NDArray[np.int64]:
    """Points for fifteens, pairs and runs of rank counts (m, 13)."""
    return fifteen_points(counts) + pair_points(counts) + run_points(counts)


@cache
def points_table(size: int) -> NDArray[np.uint8]:
    """Rank points of every multiset of `size` ranks, uint8, in index order."""
    return rank_points(rank_counts(multisets(size))).astype(np.uint8)


@cache
def show_table(size: int) -> NDArray[np.uint8]:
    """Rank points of `size` cards shown with a start: shape (multisets of `size`, 13), uint8."""
    held = multisets(size)
    starts = np.broadcast_to(np.arange(RANKS, dtype=np.uint8), (len(held), RANKS))
    together = np.concatenate(
        [np.broadcast_to(held[:, None, :], (len(held), RANKS, size)), starts[..., None]], axis=2
    )
    return points_table(size + 1)[multiset_index(np.sort(together, axis=2))]


@cache
def show_sums(size: int) -> NDArray[np.int64]:
    """Sum the rank points of each multiset of `size` over the starts of a pack that lacks its cards."""
    table = show_table(size).astype(np.int64)
    sums: NDArray[np.int64] = 4 * table.sum(axis=1) - np.take_along_axis(
        table, multisets(size).astype(np.intp), 1
    ).sum(axis=1)
    return sums


@cache
def crib_table(own: int, others: int) -> NDArray[np.uint8]:
    """Rank points of a crib: own cards by multiset, the other cards by multiset, start rank.

    Shape (multisets of `own`, multisets of `others`, 13), uint8; 107,653 numbers for two and two.
    """
    mine, theirs = multisets(own), multisets(others)
    shape = (len(mine), len(theirs))
    cards = np.concatenate(
        [
            np.broadcast_to(mine[:, None, :], (*shape, own)),
            np.broadcast_to(theirs[None, :, :], (*shape, others)),
        ],
        axis=2,
    )
    return show_table(own + others)[multiset_index(np.sort(cards, axis=2))]


@cache
def crib_table_by_start(own: int, others: int) -> NDArray[np.int16]:
    """Return `crib_table` laid out by own multiset, start rank and the others' multiset, int16."""
    return np.ascontiguousarray(crib_table(own, others).transpose(0, 2, 1), dtype=np.int16)
