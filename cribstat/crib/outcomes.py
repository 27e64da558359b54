"""Add up hand and crib together over every start and every set of other crib cards, exactly.

With A the part of a total that depends on the start alone (the hand, nobs of one's own jack in the
crib), R the rank part of the crib and b the bonus of a case (nobs of another's jack, a flush), all by
case, the total is ``A + share * (R + b)``. Its first two moments are expanded, so that only sums over
classes and start ranks are needed; the bonus falls in few cases. Weights that count cases give sums
that are exact in double precision. Start-only numbers have the shape (discards, 4, 13): suit and rank.
"""

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from cribstat.cards import Cards
from cribstat.crib.cases import SUITS, Cases, Floats, gather_cases
from cribstat.crib.models import OtherCards
from cribstat.kernels.patterns import JACK, RANKS, crib_table, multiset_index, show_table

UNREACHED = 1000
_START_RANKS = np.arange(RANKS)
_START_SUITS = np.arange(SUITS)[:, None]


@dataclass(frozen=True, slots=True)
class Outcomes:
    """What the crib and the total come to over all cases, a number for each discard.

    `crib_sum`, `total_sum` and `total_squares` are sums over cases by weight, `weight` the sum of the
    weights; `total_min` and `total_max` the extremes among cases with a weight. `crib_by_rank` (d, 13)
    splits the crib's sum, `weight_by_rank` (13) the weight, by rank of the start.
    """

    weight: float
    crib_sum: Floats
    total_sum: Floats
    total_squares: Floats
    total_min: Floats
    total_max: Floats
    crib_by_rank: Floats
    weight_by_rank: Floats


@dataclass(frozen=True, slots=True)
class _Layer:
    """Cases in which suits add `points` to the crib: of the given classes, weights (4, classes, 13)."""

    points: int
    classes: NDArray[np.intp]
    weights: Floats


def hand_points(keeps: Cards) -> NDArray[np.int64]:
    """Points of each keep (k, size) with each start, shape (k, 4, 13); kept cards give numbers to be ignored.

    Preconditions: cards ascending in a row.
    """
    points = show_table(keeps.shape[1])[multiset_index(keeps >> 2)].astype(np.int64)[:, None, :] + own_nobs(
        keeps
    )
    suits = keeps & 3
    suited = np.flatnonzero((suits == suits[:, :1]).all(axis=1))
    if len(suited):
        points[suited] += keeps.shape[1] + (suits[suited, :1, None] == _START_SUITS)
    return points


def own_nobs(cards: Cards) -> NDArray[np.int64]:
    """Count the jacks in each row of `cards` by the suit of the start, shape (k, 4, 1)."""
    jacks = (cards >> 2 == JACK)[:, None, :] & ((cards & 3)[:, None, :] == _START_SUITS)
    counts: NDArray[np.int64] = jacks.sum(axis=2, dtype=np.int64)[:, :, None]
    return counts


def outcomes(
    hand: NDArray[np.int64], discards: Cards, others: OtherCards, *, share: float, needs_start: bool
) -> Outcomes:
    """Add up crib and total of each discard over all cases.

    Parameters
    ----------
    hand
        Points of the keep that goes with each discard, by start, shape (d, 4, 13).
    discards
        Own cards in the crib, ascending in a row, shape (d, laid out).
    others
        The other crib cards and the start, weighted.
    share
        What a point in the crib counts in the total.
    needs_start
        The flush rule of the crib: True where the start must agree.
    """
    cases = gather_cases(others)
    table = crib_table(discards.shape[1], others.sets.shape[1])
    ranks = table[multiset_index(discards >> 2)][:, cases.classes]
    nobs = own_nobs(discards)
    layers = _layers(cases, discards, discards.shape[1] + others.sets.shape[1], needs_start)
    crib, squares = _moments(hand + share * nobs, ranks.astype(np.float64), cases, layers, share)
    by_start = cases.weights.sum(axis=1)
    crib = crib + nobs * by_start
    crib_sum = crib.sum(axis=(1, 2))
    low, high = _crib_extremes(ranks.astype(np.int16), layers)
    reached = low < UNREACHED // 2
    if share < 0:
        low, high = high, low
    return Outcomes(
        weight=float(by_start.sum()),
        crib_sum=crib_sum,
        total_sum=(hand * by_start).sum(axis=(1, 2)) + share * crib_sum,
        total_squares=squares,
        total_min=np.where(reached, hand + share * (low + nobs), np.inf).min(axis=(1, 2)),
        total_max=np.where(reached, hand + share * (high + nobs), -np.inf).max(axis=(1, 2)),
        crib_by_rank=crib.sum(axis=1),
        weight_by_rank=by_start.sum(axis=0),
    )


_Layers: TypeAlias = list[tuple[NDArray[np.intp], list[_Layer]]]


def _layers(cases: Cases, discards: Cards, crib_size: int, needs_start: bool) -> _Layers:
    """Split the cases by what suits add to the crib (one's own nobs apart), for each group of discards.

    A group is the discards of one suit, or those of several suits; its layers hold every case once.
    """
    suits = discards & 3
    group_of = np.where((suits == suits[:, :1]).all(axis=1), suits[:, 0].astype(np.intp), -1)
    return [
        (np.flatnonzero(group_of == group), _split(cases, int(group), crib_size, needs_start))
        for group in np.unique(group_of)
    ]


def _split(cases: Cases, suit: int, crib_size: int, needs_start: bool) -> list[_Layer]:
    """Split the cases for discards all of `suit`, or of several suits where it is negative."""
    every, jacks, plain_classes = cases.every, cases.jacks, cases.plain
    rest, nobs = cases.weights - cases.nobs, cases.nobs[:, jacks]
    if suit < 0:
        return [_Layer(0, every, rest), _Layer(1, jacks, nobs)]
    flush = np.zeros_like(rest)
    flush[suit] = cases.one_suit[suit, suit]
    layers = [
        _Layer(crib_size + 1, plain_classes, flush[:, plain_classes]),
        _Layer(crib_size + 2, jacks, flush[:, jacks]),
    ]
    rest[:, plain_classes] -= flush[:, plain_classes]
    nobs = nobs - flush[:, jacks]
    if not needs_start:
        off = cases.one_suit[suit] - flush
        layers.append(_Layer(crib_size, every, off))
        rest -= off
    return [_Layer(0, every, rest), _Layer(1, jacks, nobs), *layers]


def _moments(
    alone: Floats, ranks: Floats, cases: Cases, layers: _Layers, share: float
) -> tuple[Floats, Floats]:
    """Return the crib's points by start without one's own nobs, (d, 4, 13), and squared totals added up.

    `alone` is the part of the total that depends on the start alone, `ranks` the rank part of the crib,
    shape (d, classes, 13).
    """
    by_start = cases.weights.sum(axis=1)
    by_class = cases.weights.sum(axis=0).ravel()
    flat = ranks.reshape(len(ranks), -1)
    crib = np.matmul(ranks.transpose(2, 0, 1), cases.weights.transpose(2, 1, 0)).transpose(1, 2, 0)
    second = (alone * (alone * by_start + 2 * share * crib)).sum(axis=(1, 2)) + share**2 * (
        (flat * flat) @ by_class
    )
    for rows, split in layers:
        for layer in split:
            if layer.points:
                here = layer.points * layer.weights.sum(axis=1)
                theirs = layer.weights.sum(axis=0).ravel() * layer.points
                inside = ranks[rows][:, layer.classes].reshape(len(rows), -1) @ theirs
                second[rows] += 2 * share * ((alone[rows] * here).sum(axis=(1, 2)) + share * inside)
                second[rows] += share**2 * layer.points * here.sum()
                crib[rows] += here
    return crib, second


def _crib_extremes(ranks: NDArray[np.int16], layers: _Layers) -> tuple[NDArray[np.int16], NDArray[np.int16]]:
    """Return the least and most points of the crib by start, without one's own nobs; (d, 4, 13) each.

    Starts without a case keep `UNREACHED` as least, its negative as most.
    """
    shape = (len(ranks), SUITS, RANKS)
    low = np.full(shape, UNREACHED, dtype=np.int16)
    high = np.full(shape, -UNREACHED, dtype=np.int16)
    for rows, split in layers:
        for layer in split:
            suits = np.flatnonzero(layer.weights.any(axis=(1, 2)))
            if len(suits):
                barred = np.where(layer.weights[suits] > 0, np.int16(layer.points), np.int16(UNREACHED))
                points = ranks[rows][:, None, layer.classes]
                at = np.ix_(rows, suits)
                low[at] = np.minimum(low[at], (points + barred).min(axis=2))
                barred[barred == UNREACHED] = -UNREACHED
                high[at] = np.maximum(high[at], (points + barred).max(axis=2))
    return low, high
