"""Count the scores at the end of a deal over every deal of the other side and every start, compiled.

The walk goes through the rank multisets of the other side's deals (`groups` counts the deals of one).
Each group is added to every own discard: points in the order they fall, until somebody is out. All counts
are integers.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cribstat.kernels._jit import njit
from cribstat.kernels.outlook.groups import (
    FEATURES,
    JACK,
    JACK_MASKS,
    LAID_AWAY,
    ONE_SUIT,
    SUITS,
    TOTAL,
    Deals,
    Groups,
    Other,
    count_deals,
    lay_out,
    name_slots,
)

FLUSH = 5  # points of a crib of four cards with the start
# Bonuses: of the other's hand (0..6), nobs in the crib, the start's suit where the other's discard is of it.
HAND_BONUSES, CRIB_BONUSES = 7, 2 * ONE_SUIT
BONUSES = HAND_BONUSES * CRIB_BONUSES


class Starts(NamedTuple):
    """The starts; those that no own discard tells apart are of one kind.

    `cards` that may be turned and their `kinds` (n); `ranks` of the kinds; `minded` (1) masks the suits in
    which the other's discard of one suit matters, since an own one may be of it.
    """

    cards: NDArray[np.int64]
    kinds: NDArray[np.int64]
    ranks: NDArray[np.int64]
    minded: NDArray[np.int64]


class OwnCards(NamedTuple):
    """What every own discard brings, first axis discards, by kind of the start where there is a second.

    `hand` points of the keep; `crib` points for a jack laid away of the start's suit; `suit` of a discard of
    one suit, or -1; `pair` index of the rank multiset laid away; `keep` which row of the table of plays
    belongs to the keep. All int64.
    """

    hand: NDArray[np.int64]
    crib: NDArray[np.int64]
    suit: NDArray[np.int64]
    pair: NDArray[np.int64]
    keep: NDArray[np.int64]


class ShowPoints(NamedTuple):
    """Rank points: of a keep with a start (`patterns.show_table`), of a crib (`patterns.crib_table`)."""

    show: NDArray[np.uint8]
    cribs: NDArray[np.uint8]


@njit
def _by_kind(
    groups: Groups, starts: Starts, held: int, cells: NDArray[np.int64], occurring: NDArray[np.int64]
) -> int:
    """Add the groups up by ranks laid away, kind of the start and bonus, in place; `held` cards are kept.

    Return how many bonuses occur; they are written to `occurring`.
    """
    bonuses, seen = np.empty(SUITS, np.int64), np.zeros(BONUSES, np.bool_)
    for row in range(groups.used[1]):
        place = groups.feature[row]
        groups.row_of[place] = -1
        slot, feature = place // FEATURES, place % FEATURES
        kept, feature = feature % ONE_SUIT, feature // ONE_SUIT
        away, feature = feature % ONE_SUIT, feature // ONE_SUIT
        in_hand, in_crib = feature % JACK_MASKS, feature // JACK_MASKS
        for suit in range(SUITS):
            bonus = (in_hand >> suit & 1) + (held + (kept - 1 == suit) if kept > 0 else 0)
            bonuses[suit] = bonus * CRIB_BONUSES + ONE_SUIT * (in_crib >> suit & 1)
            bonuses[suit] += away if away - 1 == suit else 0
            seen[bonuses[suit]] = True
        total = groups.counts[row, TOTAL]
        for place in range(starts.cards.shape[0]):
            card = starts.cards[place]
            cells[slot, starts.kinds[place], bonuses[card & 3]] += total - groups.counts[row, card]
    found = 0
    for bonus in range(BONUSES):
        if seen[bonus]:
            occurring[found] = bonus
            found += 1
    return found


@njit
def _finish(
    mine: int, theirs: int, own: int, other: int, crib: int, own_deals: bool, target: int
) -> tuple[int, int]:
    """Count pone's hand, the dealer's and the crib, until somebody is out; return own and other's score."""
    if mine < target and theirs < target:
        if own_deals:
            theirs += other
            if theirs < target:
                mine += own + crib
        else:
            mine += own
            if mine < target:
                theirs += other + crib
    return min(mine, target), min(theirs, target)


@njit
def _score(
    groups: Groups,
    starts: Starts,
    own: OwnCards,
    own_deals: bool,
    points: ShowPoints,
    after: NDArray[np.int16],
    bonuses: NDArray[np.int64],
    cells: NDArray[np.int64],
    scores: NDArray[np.int64],
    held: NDArray[np.int64],
) -> None:
    """Add the cells of a multiset to the scores of every discard and to its keep, in place; empty them."""
    discards, target = own.pair.shape[0], scores.shape[1] - 1
    for slot in range(groups.used[0]):
        keep, pair = groups.keep[slot], groups.pair[slot]
        for kind in range(starts.ranks.shape[0]):
            rank = starts.ranks[kind]
            heels = np.int64(rank == JACK)
            for bonus in bonuses:
                number = cells[slot, kind, bonus]
                if number == 0:
                    continue
                cells[slot, kind, bonus] = 0
                held[keep] += number
                other = np.int64(points.show[keep, rank]) + bonus // CRIB_BONUSES
                nobs, agrees = bonus // ONE_SUIT & 1, bonus % ONE_SUIT - 1
                for way in range(discards):
                    crib = np.int64(points.cribs[own.pair[way], pair, rank]) + own.crib[way, kind] + nobs
                    if agrees >= 0 and own.suit[way] == agrees:
                        crib += FLUSH
                    mine, theirs = _finish(
                        after[own.keep[way], keep, heels, 0],
                        after[own.keep[way], keep, heels, 1],
                        own.hand[way, kind],
                        other,
                        crib,
                        own_deals,
                        target,
                    )
                    scores[way, mine, theirs] += number


@njit
def count_scores(
    multisets: NDArray[np.uint8],
    free: NDArray[np.int64],
    starts: Starts,
    policy: Other,
    deals: Deals,
    groups: Groups,
    own: OwnCards,
    own_deals: bool,
    points: ShowPoints,
    after: NDArray[np.int16],
    choose: NDArray[np.int64],
    scores: NDArray[np.int64],
    held: NDArray[np.int64],
) -> None:
    """Count the scores at the end of the deal for every own discard, in place.

    Adds to `scores` (discards, target + 1, target + 1), by own score and the other's: shares over the
    policy's denominator of deals of the other side with a start. A score of the target is out; the other is
    then the score at that moment. Adds the same shares to `held` (keeps) by the other side's keep.

    Preconditions: `multisets` (n, dealt) of ranks, ascending; `free` (13) masks of the suits that the other
    side may hold of each rank; no start is known; `own_deals` the crib is the own side's, two cards are laid
    away, and the denominator is below 500,000; `after` (own keeps, other keeps, 2, 2)
    the scores when the play is over, or the game, without heels and with them; `choose` is `groups.CHOOSE`;
    `deals` and `groups` room for this thread (`groups.room`), changed.
    """
    size, ways = multisets.shape[1] - LAID_AWAY, policy.positions.shape[0]
    bonuses = np.zeros(BONUSES + 1, np.int64)
    cells = np.zeros((ways, starts.ranks.shape[0], BONUSES), np.int64)
    for row in range(multisets.shape[0]):
        ranks = multisets[row]
        if not lay_out(ranks, free, choose, deals):
            continue
        name_slots(ranks, policy.positions, choose, groups)
        count_deals(deals, policy, starts.minded[0], groups)
        occurring = bonuses[: _by_kind(groups, starts, size, cells, bonuses)]
        _score(groups, starts, own, own_deals, points, after, occurring, cells, scores, held)
