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
from cribstat.crib.seats import RankedCards
from cribstat.kernels.patterns import JACK, crib_table_by_start, multiset_index, show_table

UNREACHED = 1000
_START_SUITS = np.arange(SUITS)[:, None]
_JACKS = SUITS * JACK + _START_SUITS
# Bonuses of a crib, ascending, each with the weights of its cases.
_Layers = list[tuple[int | NDArray[np.int16], Floats]]


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


def hand_points(keeps: Cards) -> Floats:
    """Points of each keep (k, size) with each start, shape (k, 4, 13); kept cards give numbers to be ignored.

    Preconditions: cards ascending in a row.
    """
    by_ranks = show_table(keeps.shape[1])[multiset_index(keeps >> 2)]
    points = by_ranks[:, None, :] + own_nobs(keeps)
    suited = _suited(keeps)
    if len(suited):
        points[suited] += keeps.shape[1] + (keeps[suited, :1, None] & 3 == _START_SUITS)
    return points


def own_nobs(cards: Cards) -> Floats:
    """Count the jack of the start's suit in each row of `cards`, by that suit, shape (k, 4, 1)."""
    marks: Floats = (cards[:, None, :] == _JACKS).any(axis=2, keepdims=True).astype(np.float64)
    return marks


def _suited(cards: Cards) -> NDArray[np.intp]:
    """Find the rows of `cards` that are all of one suit."""
    return np.flatnonzero(((cards ^ cards[:, :1]) & 3 == 0).all(axis=1))


def outcomes(
    hand: Floats,
    discards: Cards,
    others: OtherCards | AnyCards | RankedCards,
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
    flushes = _flushes(discards, others.size, needs_start)
    cases = gather_cases(others, flushes.suits, flushes.starts)
    ranks = crib_table_by_start(discards.shape[1], others.size)[multiset_index(discards >> 2)]
    nobs = own_nobs(discards)
    alone = hand + share * nobs
    by_start = cases.weights.sum(axis=2)[cases.kinds] * cases.starts
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
        total_min=np.where(turned, alone + share * low, np.inf).min(axis=(1, 2)),
        total_max=np.where(turned, alone + share * high, -np.inf).max(axis=(1, 2)),
        crib_by_rank=crib.sum(axis=1),
        weight_by_rank=by_start.sum(axis=0),
    )


def joint_points(
    hand: Floats, discards: Cards, others: OtherCards | AnyCards | RankedCards, *, needs_start: bool
) -> Floats:
    """Weigh every pair of points of hand and crib that a discard may bring.

    Parameters
    ----------
    hand, discards, others, needs_start
        As in `outcomes`.

    Returns
    -------
    numpy.ndarray
        Weights by discard, points of the hand and points of the crib, (d, hands, cribs), from 0 points to
        more than any case brings; each discard's add up to the weight of all cases.
    """
    flushes = _flushes(discards, others.size, needs_start)
    cases = gather_cases(others, flushes.suits, flushes.starts)
    ranks = crib_table_by_start(discards.shape[1], others.size)[multiset_index(discards >> 2)]
    nobs = own_nobs(discards).astype(np.intp)[..., None]
    turned = cases.starts[..., None]
    usual = [(points, weights[cases.kinds] * turned) for points, weights in _usual_layers(cases)]
    with_flush = _flush_layers(cases, flushes)
    hands, cribs = int(hand.max()) + 1, int(ranks.max()) + discards.shape[1] + others.size + 4
    joint = np.zeros((len(discards), hands * cribs))
    flush_of = dict(zip(flushes.rows.tolist(), flushes.which.tolist(), strict=True))
    for row in range(len(joint)):
        cells = hand[row].astype(np.intp)[..., None] * cribs + ranks[row] + nobs[row]
        layers: _Layers = list(usual)
        if row in flush_of:
            which = flush_of[row]
            suits = flushes.starts[which]
            for place, (_, weights) in enumerate(usual):
                mended = weights.copy()
                mended[suits] = with_flush[place][1][which] * turned[suits]
                layers[place] = (place, mended)
            bonus, weights = with_flush[-1]
            at = cells[suits] + np.asarray(bonus)[which]
            joint[row] += _weigh(at, weights[which] * turned[suits], hands * cribs)
        for points, weights in layers:
            joint[row] += _weigh(cells + points, weights, hands * cribs)
    return joint.reshape(-1, hands, cribs)


def _weigh(cells: NDArray[np.intp], weights: Floats, size: int) -> Floats:
    """Add weights up by cell, (size), where there is any."""
    found = np.nonzero(weights > 0)
    sums: Floats = np.bincount(cells[found], weights[found], minlength=size).astype(np.float64)
    return sums


@dataclass(frozen=True, slots=True)
class _Flushes:
    """The discards that are all of one suit, and the flushes that may come of them.

    Attributes
    ----------
    rows, which
        Those discards, and the position of the suit of each in `suits`, shape (n).
    suits
        The suits, shape (t).
    starts
        By suit of the flush, the suits of the start with which there may be one, shape (t, s).
    points, nobs
        What it counts with each of them, shape (t, s, 1, 1), and whether another's jack among the cards
        of each class adds one, shape (t, s, 1, classes).
    """

    rows: NDArray[np.intp]
    which: NDArray[np.intp]
    suits: NDArray[np.intp]
    starts: NDArray[np.intp]
    points: NDArray[np.int16]
    nobs: NDArray[np.int16]


def _flushes(discards: Cards, others: int, needs_start: bool) -> _Flushes:
    """Find the discards that are all of one suit, and what flushes count beside so many other cards."""
    rows = _suited(discards)
    suit_of = discards[rows, 0] & 3
    suits = np.array(sorted(set(suit_of.tolist())), dtype=np.intp)
    starts = suits[:, None] if needs_start else np.tile(np.arange(SUITS), (len(suits), 1))
    agrees = (starts == suits[:, None]).astype(np.int16)[:, :, None, None]
    nobs = agrees * (held_ranks(others)[JACK] > 0)
    return _Flushes(
        rows, np.searchsorted(suits, suit_of), suits, starts, discards.shape[1] + others + agrees, nobs
    )


def _moments(ranks: Floats, cases: Cases, flushes: _Flushes) -> tuple[Floats, Floats]:
    """Add up points of the crib by start, (d, 4, 13), and their squares, (d); one's own nobs left out.

    `ranks` is the rank part of the crib, shape (d, 13, classes).
    """
    nobs = cases.nobs.sum(axis=2)
    points = _over_classes(ranks, cases.weights) + nobs
    squared = _over_classes(ranks * ranks, cases.weights) + 2 * _over_classes(ranks, cases.nobs) + nobs
    points, squared = (part[:, cases.kinds] * cases.starts for part in (points, squared))
    squares = squared.sum(axis=(1, 2))

    rows, which = flushes.rows, flushes.which
    bonus = flushes.points * cases.one_suit
    points[rows[:, None], flushes.starts[which]] += bonus.sum(axis=3)[which]
    crossed = ranks[rows] * bonus.sum(axis=1)[which]
    own = (bonus * (flushes.points + 2 * flushes.nobs)).sum(axis=(1, 2, 3))
    squares[rows] += 2 * crossed.sum(axis=(1, 2)) + own[which]
    return points, squares


def _over_classes(ranks: Floats, weights: Floats) -> Floats:
    """Add up rank points (d, 13, classes) by weights (k, 13, classes) over classes, shape (d, k, 13)."""
    sums: Floats = np.matmul(ranks.transpose(1, 0, 2), weights.transpose(1, 2, 0)).transpose(1, 2, 0)
    return sums


def _crib_extremes(
    ranks: NDArray[np.int16], cases: Cases, flushes: _Flushes
) -> tuple[NDArray[np.int16], NDArray[np.int16]]:
    """Return the least and most points of the crib by start, without one's own nobs; (d, 4, 13) each.

    Starts without a case get numbers to be ignored.
    """
    least, most = _bonuses(_usual_layers(cases))
    low = (ranks[:, None] + least).min(axis=3)[:, cases.kinds]
    high = (ranks[:, None] + most).max(axis=3)[:, cases.kinds]

    least, most = _bonuses(_flush_layers(cases, flushes))
    ranks, which = ranks[flushes.rows][:, None], flushes.which
    at = flushes.rows[:, None], flushes.starts[which]
    low[at], high[at] = (ranks + least[which]).min(axis=3), (ranks + most[which]).max(axis=3)
    return low, high


def _usual_layers(cases: Cases) -> _Layers:
    """Part the cases by their bonus where no flush can be: by kind of the start's suit, (k, 13, classes)."""
    return [(0, cases.weights - cases.nobs), (1, cases.nobs)]


def _flush_layers(cases: Cases, flushes: _Flushes) -> _Layers:
    """Part the cases by their bonus where there may be a flush, by its suit and the start's.

    Weights have the shape (t, s, 13, classes).
    """
    (_, rest), (_, nobs) = _usual_layers(cases)
    kinds, flush = cases.kinds[flushes.starts], cases.one_suit
    both = flush * flushes.nobs
    return [
        (0, rest[kinds] - (flush - both)),
        (1, nobs[kinds] - both),
        (flushes.points + flushes.nobs, flush),
    ]


def _bonuses(
    layers: _Layers,
) -> tuple[NDArray[np.int16], NDArray[np.int16]]:
    """Return the least and the greatest bonus of any case, from ascending bonuses and their cases."""
    least = np.full(layers[0][1].shape, UNREACHED, dtype=np.int16)
    most = -least
    reached = [(points, weights > 0) for points, weights in layers]
    for points, where in reached:
        np.copyto(most, points, where=where)
    for points, where in reached[::-1]:
        np.copyto(least, points, where=where)
    return least, most
