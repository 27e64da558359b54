"""Count the deals of the other side that share a rank multiset by what their suits bring.

What a deal brings beside the ranks of its keep and discard depends on few features of suits: jacks kept and
laid away, a keep of one suit, a discard of one suit. Deals with the same ranks laid away and the same
features are counted together, with a count for every card they hold: what is left of the sum are those that
leave a start.
"""

from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cribstat.kernels._jit import njit

RANKS, SUITS, PACK = 13, 4, 52
JACK = 10
HIGHEST = 8  # cards of a deal that the tables below have room for
# Features of suits: masks of jacks laid away and kept, the suit of a discard and of a keep (0: none).
JACK_MASKS, ONE_SUIT = 16, 5
FEATURES = JACK_MASKS * JACK_MASKS * ONE_SUIT * ONE_SUIT
TOTAL = PACK
LAID_AWAY = 2
# Groups of one multiset: at most 12 ways to part jacks, 25 pairs of suits, 15 pairs of ranks laid away.
MOST_GROUPS = 12 * ONE_SUIT * ONE_SUIT * 15
CHOOSE: NDArray[np.int64] = np.array(
    [[comb(n, k) for k in range(HIGHEST + 1)] for n in range(PACK + HIGHEST)], dtype=np.int64
)


class Other(NamedTuple):
    """The other side's policy for every deal (see `kernels.crib.expand`), its mixtures listed.

    Attributes
    ----------
    codes
        By colexicographic index, uint16: the number of a discard, or of a mixture plus that of all discards.
    positions
        Positions of each discard in the ascending deal, int64, (ways, laid out).
    first, ways, weights
        Where the shares of each mixture begin (m + 1), their discards and their weights, int64.
    denominator
        What the shares of a deal add up to, int64, (1).
    """

    codes: NDArray[np.uint16]
    positions: NDArray[np.int64]
    first: NDArray[np.int64]
    ways: NDArray[np.int64]
    weights: NDArray[np.int64]
    denominator: NDArray[np.int64]


class Deals(NamedTuple):
    """The deals of one rank multiset: a group for every rank, the lowest first.

    `shape` (4): groups, cards, position of the first jack, jacks; `rank`, `place` (the lowest position, and
    behind the last group the number of cards) and `choices` by group; `suits` (group, choice, card) and
    `steps` (group, choice), what the choice adds to the deal's colexicographic index.
    """

    shape: NDArray[np.int64]
    rank: NDArray[np.int64]
    place: NDArray[np.int64]
    choices: NDArray[np.int64]
    suits: NDArray[np.int64]
    steps: NDArray[np.int64]


class Groups(NamedTuple):
    """Deals counted together, within one rank multiset.

    `slot_of` (ways) numbers the ranks laid away; `keep`, `pair` (slots) are multiset indices of both parts;
    `row_of` (slots x features) the row of a feature, -1 where there is none yet; `feature` (rows) the other
    way round; `counts` (rows, 53) deals by card held, and all of them; `used` (2) how many slots and rows.
    """

    slot_of: NDArray[np.int64]
    keep: NDArray[np.int64]
    pair: NDArray[np.int64]
    row_of: NDArray[np.int32]
    feature: NDArray[np.int64]
    counts: NDArray[np.int32]
    used: NDArray[np.int64]


@njit
def lay_out(
    ranks: NDArray[np.uint8], free: NDArray[np.int64], choose: NDArray[np.int64], deals: Deals
) -> bool:
    """List the suits that each rank of a multiset can have, in place; tell whether there are any deals."""
    group, place, dealt = 0, 0, ranks.shape[0]
    deals.shape[1], deals.shape[2], deals.shape[3] = dealt, 0, 0
    while place < dealt:
        rank = np.int64(ranks[place])
        size = 1
        while place + size < dealt and ranks[place + size] == rank:
            size += 1
        found = 0
        for mask in range(1, 1 << SUITS):
            if mask & ~free[rank]:
                continue
            held, index = 0, 0
            for suit in range(SUITS):
                if mask >> suit & 1:
                    if held < size:
                        deals.suits[group, found, held] = suit
                        index += choose[SUITS * rank + suit, place + held + 1]
                    held += 1
            if held == size:
                deals.steps[group, found] = index
                found += 1
        if found == 0:
            return False
        if rank == JACK:
            deals.shape[2], deals.shape[3] = place, size
        deals.rank[group], deals.place[group], deals.choices[group] = rank, place, found
        place += size
        group += 1
    deals.place[group] = dealt
    deals.shape[0] = group
    return True


@njit
def _multiset(
    ranks: NDArray[np.uint8], taken: NDArray[np.bool_], which: bool, choose: NDArray[np.int64]
) -> int:
    """Return the index of the multiset of the ranks that are taken, or of those that are not."""
    index, size = 0, 0
    for place in range(ranks.shape[0]):
        if taken[place] == which:
            index += choose[np.int64(ranks[place]) + size, size + 1]
            size += 1
    return index


@njit
def name_slots(
    ranks: NDArray[np.uint8], positions: NDArray[np.int64], choose: NDArray[np.int64], groups: Groups
) -> None:
    """Give a number to each of the ranks that can be laid away of a multiset, in place."""
    taken = np.zeros(ranks.shape[0], np.bool_)
    slots = 0
    for way in range(positions.shape[0]):
        taken[:] = False
        for place in positions[way]:
            taken[place] = True
        pair = _multiset(ranks, taken, True, choose)
        slot = 0
        while slot < slots and groups.pair[slot] != pair:
            slot += 1
        if slot == slots:
            groups.pair[slot], groups.keep[slot] = pair, _multiset(ranks, taken, False, choose)
            slots += 1
        groups.slot_of[way] = slot
    groups.used[0], groups.used[1] = slots, 0


@njit
def _feature(
    suits: NDArray[np.int64],
    first: int,
    second: int,
    tally: int,
    held: int,
    jacks: tuple[int, int, int],
    minded: int,
) -> int:
    """Return the number of a deal's features of suits.

    `suits` of the cards of the ascending deal, `first` and `second` the positions laid away, `tally` the
    cards of each suit (eight bits a suit), `jacks` position of the first one, of the card behind the last,
    and the mask of their suits; `minded` masks the suits in which a discard of one suit matters.
    """
    one, other = suits[first], suits[second]
    away = one + 1 if one == other and minded >> one & 1 else 0
    tally -= (1 << 8 * one) + (1 << 8 * other)
    kept = 0
    if tally == held:
        kept = 1
    elif tally == held << 8:
        kept = 2
    elif tally == held << 16:
        kept = 3
    elif tally == held << 24:
        kept = 4
    in_crib = 0
    if jacks[0] <= first < jacks[1]:
        in_crib |= 1 << one
    if jacks[0] <= second < jacks[1]:
        in_crib |= 1 << other
    return ((in_crib * JACK_MASKS + (jacks[2] ^ in_crib)) * ONE_SUIT + away) * ONE_SUIT + kept


@njit
def _count(groups: Groups, way: int, feature: int, cards: NDArray[np.int64], weight: int) -> None:
    """Count a deal that lays a way away, in place."""
    place = groups.slot_of[way] * FEATURES + feature
    row = groups.row_of[place]
    if row < 0:
        row = np.int32(groups.used[1])
        groups.used[1] += 1
        groups.row_of[place], groups.feature[row] = row, place
        for card in range(PACK + 1):
            groups.counts[row, card] = 0
    groups.counts[row, TOTAL] += weight
    for place in range(cards.shape[0]):
        groups.counts[row, cards[place]] += weight


@njit
def count_deals(deals: Deals, policy: Other, minded: int, groups: Groups) -> None:
    """Count every deal of a multiset by group, in place."""
    ways, last = policy.positions.shape[0], deals.shape[0] - 1
    jack, behind, held = deals.shape[2], deals.shape[2] + deals.shape[3], deals.shape[1] - LAID_AWAY
    suits, cards = np.empty(deals.shape[1], np.int64), np.empty(deals.shape[1], np.int64)
    choice, above = np.zeros(last + 1, np.int64), np.zeros(last + 2, np.int64)
    tally, masks = np.zeros(last + 2, np.int64), np.zeros(last + 2, np.int64)
    group = last
    choice[last] = -1
    while group <= last:
        choice[group] += 1
        chosen = choice[group]
        if chosen == deals.choices[group]:
            group += 1
            continue
        begin, many, mask = deals.place[group], tally[group + 1], masks[group + 1]
        for place in range(begin, deals.place[group + 1]):
            suit = deals.suits[group, chosen, place - begin]
            suits[place], cards[place] = suit, SUITS * deals.rank[group] + suit
            many += 1 << 8 * suit
            if jack <= place < behind:
                mask |= 1 << suit
        tally[group], masks[group] = many, mask
        above[group] = above[group + 1] + deals.steps[group, chosen]
        if group > 0:
            group -= 1
            choice[group] = -1
            continue
        code, jacks = int(policy.codes[above[0]]), (jack, behind, mask)
        if code < ways:
            first, second = policy.positions[code, 0], policy.positions[code, 1]
            feature = _feature(suits, first, second, many, held, jacks, minded)
            _count(groups, code, feature, cards, policy.denominator[0])
            continue
        for share in range(policy.first[code - ways], policy.first[code - ways + 1]):
            way = int(policy.ways[share])
            first, second = policy.positions[way, 0], policy.positions[way, 1]
            feature = _feature(suits, first, second, many, held, jacks, minded)
            _count(groups, way, feature, cards, policy.weights[share])


def room(dealt: int, ways: int) -> tuple[Deals, Groups]:
    """Make room for the deals of one multiset, and for counting them."""
    deals = Deals(
        np.zeros(4, np.int64),
        np.zeros(dealt, np.int64),
        np.zeros(dealt + 1, np.int64),
        np.zeros(dealt, np.int64),
        np.zeros((dealt, 1 << SUITS, SUITS), np.int64),
        np.zeros((dealt, 1 << SUITS), np.int64),
    )
    groups = Groups(
        np.zeros(ways, np.int64),
        np.zeros(ways, np.int64),
        np.zeros(ways, np.int64),
        np.full(ways * FEATURES, -1, np.int32),
        np.zeros(MOST_GROUPS, np.int64),
        np.zeros((MOST_GROUPS, PACK + 1), np.int32),
        np.zeros(2, np.int64),
    )
    return deals, groups
