"""Add up hand and crib together over every start and every set of other crib cards, exactly.

With A the part of a total that depends on the start alone (the hand, nobs of one's own jack in the
crib), R the rank part of the crib and b the bonus of a case (nobs of another's jack, a flush), all by
case, the total is ``A + share * (R + b)``. Its first two moments are expanded, so that only sums over
classes and start ranks are needed; the bonus falls in few cases. Weights that count cases give sums
that are exact in double precision. Start-only numbers have the shape (discards, 4, 13): suit and rank.
"""

from dataclasses import dataclass

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


@dataclass(frozen=True, slots=True)
class _Flushes:
    """The discards that are all of one suit, and the flushes of every suit that may come of them.

    Attributes
    ----------
    rows, suits
        Those discards and their suits, shape (n).
    starts
        By suit of the flush, the suits of the start with which there may be one, shape (4, s).
    points
        What it counts with each of them, shape (4, s, 1, 1).
    weights
        The cases with a flush, shape (4, s, 13, classes).
    with_nobs
        Those of them in which another's jack is of the start's suit.
    """

    rows: NDArray[np.intp]
    suits: NDArray[np.uint8]
    starts: NDArray[np.intp]
    points: NDArray[np.int16]
    weights: Floats
    with_nobs: Floats


def _flushes(cases: Cases, discards: Cards, others: int, needs_start: bool) -> _Flushes:
    """Find the discards that are all of one suit and their flushes, beside so many other cards."""
    suits = discards & 3
    rows = np.flatnonzero((suits == suits[:, :1]).all(axis=1))
    of_flush = np.arange(SUITS)[:, None]
    starts = of_flush if needs_start else np.arange(SUITS) + 0 * of_flush
    agrees = (starts == of_flush)[:, :, None, None]
    points = (discards.shape[1] + others + agrees).astype(np.int16)
    weights = cases.one_suit[of_flush, starts]
    with_nobs = weights * (agrees & (held_ranks(others)[JACK] > 0))
    return _Flushes(rows, suits[rows, 0], starts, points, weights, with_nobs)


def _moments(ranks: Floats, cases: Cases, flushes: _Flushes) -> tuple[Floats, Floats]:
    """Add up points of the crib by start, (d, 4, 13), and their squares, (d); one's own nobs left out.

    `ranks` is the rank part of the crib, shape (d, 13, classes).
    """
    flat = ranks.reshape(len(ranks), -1)
    points = np.matmul(ranks.transpose(1, 0, 2), cases.weights.transpose(1, 2, 0)).transpose(1, 2, 0)
    points = points + cases.nobs.sum(axis=2)
    nobs = cases.nobs.sum(axis=0).ravel()
    squares = (flat * flat) @ cases.weights.sum(axis=0).ravel() + 2 * (flat @ nobs) + nobs.sum()

    rows, suits = flushes.rows, flushes.suits
    bonus = flushes.points * flushes.weights
    points[rows[:, None], flushes.starts[suits]] += bonus.sum(axis=3)[suits]
    crossed = bonus.sum(axis=1).reshape(SUITS, -1)[suits]
    own_squares = (flushes.points * (bonus + 2 * flushes.with_nobs)).sum(axis=(1, 2, 3))
    squares[rows] += 2 * (flat[rows] * crossed).sum(axis=1) + own_squares[suits]
    return points, squares


def _crib_extremes(
    ranks: NDArray[np.int16], cases: Cases, flushes: _Flushes
) -> tuple[NDArray[np.int16], NDArray[np.int16]]:
    """Return the least and most points of the crib by start, without one's own nobs; (d, 4, 13) each.

    Starts without a case get numbers to be ignored.
    """
    rest, nobs = cases.weights - cases.nobs, cases.nobs
    least, most = _bonuses([(0, rest), (1, nobs)])
    low, high = (ranks[:, None] + least).min(axis=3), (ranks[:, None] + most).max(axis=3)

    both, starts, suits = flushes.with_nobs, flushes.starts, flushes.suits
    alone = flushes.weights - both
    least, most = _bonuses(
        [
            (0, rest[starts] - alone),
            (1, nobs[starts] - both),
            (flushes.points, alone),
            (flushes.points + np.int16(1), both),
        ]
    )
    ranks, at = ranks[flushes.rows][:, None], (flushes.rows[:, None], starts[suits])
    low[at], high[at] = (ranks + least[suits]).min(axis=3), (ranks + most[suits]).max(axis=3)
    return low, high


def _bonuses(layers: list[tuple[int | NDArray[np.int16], Floats]]) -> list[NDArray[np.int16]]:
    """Return the least and the greatest bonus of any case, from ascending bonuses and their cases."""
    found: list[NDArray[np.int16]] = []
    for unreached, ordered in ((UNREACHED, layers[::-1]), (-UNREACHED, layers)):
        bonus = np.full(layers[0][1].shape, unreached, dtype=np.int16)
        for points, weights in ordered:
            np.copyto(bonus, points, where=weights > 0)
        found.append(bonus)
    return found
