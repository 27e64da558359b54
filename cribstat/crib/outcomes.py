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
from cribstat.crib.cases import SUITS, Cases, Floats, gather_cases, held_ranks
from cribstat.crib.models import AnyCards, OtherCards
from cribstat.kernels.patterns import JACK, crib_table_by_start, multiset_index, show_table

UNREACHED = 1000
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
    hand: NDArray[np.int64],
    discards: Cards,
    others: OtherCards | AnyCards,
    *,
    share: float,
    needs_start: bool,
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
    ranks = crib_table_by_start(discards.shape[1], others.size)[multiset_index(discards >> 2)]
    nobs = own_nobs(discards)
    flushes = _flushes(cases, discards, others.size, needs_start)
    alone = hand + share * nobs
    by_start = cases.weights.sum(axis=2)
    crib, squares = _moments(ranks.astype(np.float64), cases, flushes)
    total_squares = (alone * (alone * by_start + 2 * share * crib)).sum(axis=(1, 2)) + share**2 * squares
    crib += nobs * by_start
    crib_sum = crib.sum(axis=(1, 2))
    low, high = _crib_extremes(ranks, cases, flushes)
    if share < 0:
        low, high = high, low
    turned = by_start > 0
    return Outcomes(
        weight=float(by_start.sum()),
        crib_sum=crib_sum,
        total_sum=(hand * by_start).sum(axis=(1, 2)) + share * crib_sum,
        total_squares=total_squares,
        total_min=(alone + share * low)[:, turned].min(axis=1),
        total_max=(alone + share * high)[:, turned].max(axis=1),
        crib_by_rank=crib.sum(axis=1),
        weight_by_rank=by_start.sum(axis=0),
    )


_Layers: TypeAlias = list[tuple[int | NDArray[np.int16], Floats]]


@dataclass(frozen=True, slots=True)
class _Flush:
    """The flushes of the discards that are all of one suit.

    Attributes
    ----------
    rows
        Those discards, shape (n, 1).
    suits
        Suits of the start with which there may be a flush, shape (s).
    points
        What it counts with each of them, shape (s, 1, 1).
    weights
        The cases with a flush, shape (s, 13, classes).
    with_nobs
        Those of them in which another's jack is of the start's suit.
    """

    rows: NDArray[np.intp]
    suits: NDArray[np.intp]
    points: NDArray[np.int16]
    weights: Floats
    with_nobs: Floats


def _flushes(cases: Cases, discards: Cards, others: int, needs_start: bool) -> list[_Flush]:
    """Find the flushes of every suit that some discard is all of, beside so many other cards."""
    crib_size = discards.shape[1] + others
    suits = discards & 3
    suit_of = np.where((suits == suits[:, :1]).all(axis=1), suits[:, 0], SUITS)
    jacks = held_ranks(others)[JACK] > 0
    found: list[_Flush] = []
    for suit in sorted(set(suit_of.tolist()) - {SUITS}):
        starts = np.array([suit]) if needs_start else np.arange(SUITS)
        agrees = (starts == suit)[:, None, None]
        weights = cases.one_suit[suit, starts]
        rows = np.flatnonzero(suit_of == suit)[:, None]
        points = (crib_size + agrees).astype(np.int16)
        found.append(_Flush(rows, starts, points, weights, weights * (agrees & jacks)))
    return found


def _moments(ranks: Floats, cases: Cases, flushes: list[_Flush]) -> tuple[Floats, Floats]:
    """Add up points of the crib by start, (d, 4, 13), and their squares, (d); one's own nobs left out.

    `ranks` is the rank part of the crib, shape (d, 13, classes).
    """
    flat = ranks.reshape(len(ranks), -1)
    points = np.matmul(ranks.transpose(1, 0, 2), cases.weights.transpose(1, 2, 0)).transpose(1, 2, 0)
    points = points + cases.nobs.sum(axis=2)
    nobs = cases.nobs.sum(axis=0).ravel()
    squares = (flat * flat) @ cases.weights.sum(axis=0).ravel() + 2 * (flat @ nobs) + nobs.sum()
    for flush in flushes:
        rows, bonus = flush.rows[:, 0], flush.points * flush.weights
        points[flush.rows, flush.suits] += bonus.sum(axis=2)
        squares[rows] += 2 * (flat[rows] @ bonus.sum(axis=0).ravel())
        squares[rows] += (flush.points * (bonus + 2 * flush.with_nobs)).sum()
    return points, squares


def _crib_extremes(
    ranks: NDArray[np.int16], cases: Cases, flushes: list[_Flush]
) -> tuple[NDArray[np.int16], NDArray[np.int16]]:
    """Return the least and most points of the crib by start, without one's own nobs; (d, 4, 13) each.

    Starts without a case get numbers to be ignored.
    """
    rest, nobs = cases.weights - cases.nobs, cases.nobs
    low, high = _with_bonus(ranks, [(0, rest), (1, nobs)])
    for flush in flushes:
        at, suits, points, both = (flush.rows, flush.suits), flush.suits, flush.points, flush.with_nobs
        alone = flush.weights - both
        layers: _Layers = [
            (0, rest[suits] - alone),
            (1, nobs[suits] - both),
            (points, alone),
            (points + 1, both),
        ]
        low[at], high[at] = _with_bonus(ranks[flush.rows[:, 0]], layers)
    return low, high


def _with_bonus(ranks: NDArray[np.int16], layers: _Layers) -> tuple[NDArray[np.int16], NDArray[np.int16]]:
    """Return the least and most points over classes, by start, shape (n, s, 13) each.

    `layers` are bonuses, ascending, with the cases (s, 13, classes) in which they fall.
    """
    least = np.full(layers[0][1].shape, UNREACHED, dtype=np.int16)
    most = -least
    for (bonus, weights), (more, weights_of_more) in zip(reversed(layers), layers, strict=True):
        np.copyto(least, bonus, where=weights > 0)
        np.copyto(most, more, where=weights_of_more > 0)
    points = ranks[:, None]
    return (points + least).min(axis=3), (points + most).max(axis=3)
