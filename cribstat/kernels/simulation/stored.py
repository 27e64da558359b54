"""Play many deals of two out by a solved strategy, compiled: walk its tree and draw at every choice.

Kinds run backwards from ranks (kind = 12 - rank), as in `playtree`. Where the tree ends the rest decides
itself: each has one card at most, or one player is alone and lays his cards in the order that earns most.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cribstat.kernels._jit import njit
from cribstat.kernels.dealing import draw, stream
from cribstat.kernels.play import LIMIT, rank_points, rank_value
from cribstat.kernels.playtree.grow import ACTOR, ALONE, EDGE, END, ENDED, ENTRY, FIRST, GO, HELD, KIND, LOW

HIGHEST = 12  # the rank of kind 0
FIRST_STEP = 80  # the step of the first card's choice
NOWHERE = -1
_TURN, _COUNT, _LENGTH, _SILENT, _LAST, _LAID = range(6)


class StoredTree(NamedTuple):
    """A tree of the play and its strategy.

    `shape`, `links` as in `playtree.grow.Tree`; `shares`, for every entry, what its probability is in
    proportion to, uint16, none 0; `choose` as `patterns.CHOOSE`.
    """

    shape: NDArray[np.int8]
    links: NDArray[np.int64]
    shares: NDArray[np.uint16]
    choose: NDArray[np.int64]


class Hands(NamedTuple):
    """Two hands and a series in play.

    `ranks` (2, held) descending in a row, `left` (2,) how many of them; `series` the ranks laid; `state`
    turn, count, cards of the series, players silent since the last card, who laid it, and all cards laid.
    """

    ranks: NDArray[np.int64]
    left: NDArray[np.int64]
    series: NDArray[np.uint8]
    state: NDArray[np.int64]


@njit
def _below(tree: StoredTree, node: int, edge: int) -> int:
    """Return the node behind an edge, `NOWHERE` if the tree ends there."""
    child, end = node + 1, tree.links[node, END]
    while child < end:
        if tree.shape[child, EDGE] == edge:
            return int(child)
        child = tree.links[child, END]
    return NOWHERE


@njit
def _rest_index(ranks: NDArray[np.int64], left: int, without: int, choose: NDArray[np.int64]) -> int:
    """Return the index of a hand's kinds without the card at a place."""
    index, number = 0, 0
    for place in range(left):
        if place != without:
            index += choose[HIGHEST - ranks[place] + number, number + 1]
            number += 1
    return index


@njit
def _comes_in(hands: Hands, seat: int) -> int:
    """Return the first place from which on the cards of a seat come in; ranks descend."""
    place = 0
    while place < hands.left[seat] and hands.state[_COUNT] + rank_value(hands.ranks[seat, place]) > LIMIT:
        place += 1
    return place


@njit
def _draw_place(tree: StoredTree, node: int, hands: Hands, seat: int, key: np.uint64) -> int:
    """Draw the card that a seat lays at a choice; some card comes in."""
    line, ranks, left = tree.shape[node], hands.ranks[seat], hands.left[seat]
    first, low = np.int64(line[FIRST + seat]), np.int64(line[LOW])
    held = np.int64(line[HELD + seat])
    rests = tree.choose[first + held - 2, held - 1] if held > 1 else 1
    total = 0
    weights = np.zeros(left, np.int64)
    for place in range(_comes_in(hands, seat), left):
        if place == 0 or ranks[place] != ranks[place - 1]:
            kind = HIGHEST - ranks[place]
            entry = tree.links[node, ENTRY] + (kind - low) * rests
            weights[place] = tree.shares[entry + _rest_index(ranks, left, place, tree.choose)]
            total += weights[place]
    drawn, chosen = draw(key, FIRST_STEP + hands.state[_LAID], total), 0
    while drawn >= weights[chosen]:
        drawn -= weights[chosen]
        chosen += 1
    return chosen


@njit
def _lay(
    hands: Hands, seat: int, place: int, row: int, seats: NDArray[np.int8], points: NDArray[np.int8]
) -> int:
    """Lay a card of a seat and write what it earns; return its rank."""
    ranks, state = hands.ranks[seat], hands.state
    rank = ranks[place]
    seats[row, state[_LAID]] = seat
    points[row, state[_LAID]] = rank_points(hands.series, state[_LENGTH], state[_COUNT], rank)
    hands.series[state[_LENGTH]] = rank
    hands.left[seat] -= 1
    for after in range(place, hands.left[seat]):
        ranks[after] = ranks[after + 1]
    state[_COUNT] += rank_value(rank)
    state[_LENGTH] += 1
    state[_LAID] += 1
    state[_SILENT], state[_LAST], state[_TURN] = 0, seat, 1 - seat
    return int(rank)


@njit
def _close(hands: Hands, row: int, points: NDArray[np.int8]) -> bool:
    """End the series if it is at an end, the point for the last card given; return whether it was."""
    state = hands.state
    out = hands.left[0] + hands.left[1] == 0
    if state[_COUNT] < LIMIT and state[_SILENT] < 2 and not out:
        return False
    if state[_COUNT] < LIMIT:
        points[row, state[_LAID] - 1] += 1
    state[_COUNT], state[_LENGTH], state[_SILENT], state[_TURN] = 0, 0, 0, 1 - state[_LAST]
    return True


@njit
def _earned_alone(
    ranks: NDArray[np.int64],
    left: int,
    order: int,
    series: NDArray[np.uint8],
    length: int,
    count: int,
    single: bool,
) -> tuple[int, int]:
    """Return what a player alone earns in an order of his cards, and the place of the first he lays.

    `order` counts the orders in mixed radix; of the cards left the next in order that comes in is laid.
    """
    places = np.arange(left)
    for done in range(left):
        other = done + order % (left - done)
        order //= left - done
        places[done], places[other] = places[other], places[done]
    laid, earned, first = 0, 0, NOWHERE
    while laid < left:
        at = 0
        while at < left and (places[at] < 0 or count + rank_value(ranks[places[at]]) > LIMIT):
            at += 1
        if at == left:
            earned += 1
            length, count = 0, 0
            if single:
                return earned, first
            continue
        rank = ranks[places[at]]
        first = places[at] if first == NOWHERE else first
        earned += rank_points(series, length, count, rank)
        series[length] = rank
        length, count, laid = length + 1, count + rank_value(rank), laid + 1
        places[at] = NOWHERE
        if count == LIMIT:
            length, count = 0, 0
            if single:
                return earned, first
    return earned + (count > 0), first


@njit
def _best_alone(hands: Hands, seat: int, single: bool) -> int:
    """Return the place of the card that begins the order which earns most."""
    left, length = hands.left[seat], hands.state[_LENGTH]
    if left == 1:
        return 0
    most, chosen, orders = -1, 0, 1
    series = np.empty(hands.series.shape[0], np.uint8)
    for number in range(2, left + 1):
        orders *= number
    for order in range(orders):
        series[:length] = hands.series[:length]
        earned, first = _earned_alone(
            hands.ranks[seat], left, order, series, length, hands.state[_COUNT], single
        )
        if earned > most:
            most, chosen = earned, first
    return chosen


@njit
def _next_place(tree: StoredTree, node: int, hands: Hands, single: bool, key: np.uint64) -> int:
    """Return the place of the card that the player in turn lays, `NOWHERE` where none comes in."""
    seat = hands.state[_TURN]
    first = _comes_in(hands, seat)
    if first == hands.left[seat]:
        return NOWHERE
    if hands.left[1 - seat] == 0:
        return _best_alone(hands, seat, single)
    if hands.left[seat] == 1:
        return 0
    return _draw_place(tree, node, hands, seat, key)


@njit
def _play_row(
    tree: StoredTree,
    hands: Hands,
    single: bool,
    key: np.uint64,
    row: int,
    seats: NDArray[np.int8],
    points: NDArray[np.int8],
) -> int:
    """Play a deal out; return how many cards were laid."""
    state = hands.state
    state[:] = 0
    node = 0
    while hands.left[0] + hands.left[1] > 0:
        seat = state[_TURN]
        place = _next_place(tree, node, hands, single, key)
        walks = node != NOWHERE and tree.shape[node, KIND] not in (ALONE, ENDED)
        if place == NOWHERE:
            if walks and tree.shape[node, ACTOR] == seat:
                node = _below(tree, node, GO)
            state[_SILENT] += 1
            state[_TURN] = 1 - seat
        else:
            rank = _lay(hands, seat, place, row, seats, points)
            node = _below(tree, node, HIGHEST - rank) if walks else NOWHERE
        if _close(hands, row, points) and single:
            break
    return int(state[_LAID])


@njit
def play_stored(
    seed: int,
    deals: NDArray[np.int64],
    keeps: NDArray[np.uint8],
    tree: StoredTree,
    single: bool,
    seats: NDArray[np.int8],
    points: NDArray[np.int8],
    numbers: NDArray[np.int64],
) -> None:
    """Play many deals of two out by a stored strategy; write who earned what with every card, in place.

    Preconditions: `deals` (n,) the numbers of the deals; `keeps` (2, n, held) the cards kept, in any order,
    as many as the tree is for; `single` one series only. `seats` and `points` (n, 2 * held) take the events,
    `numbers` (n,) how many.
    """
    _, n, held = keeps.shape
    hands = Hands(
        np.empty((2, held), np.int64),
        np.empty(2, np.int64),
        np.empty(2 * held, np.uint8),
        np.zeros(6, np.int64),
    )
    for row in range(n):
        for seat in range(2):
            hands.left[seat] = held
            for place in range(held):
                rank, at = np.int64(keeps[seat, row, place] >> 2), place
                while at > 0 and hands.ranks[seat, at - 1] < rank:
                    hands.ranks[seat, at] = hands.ranks[seat, at - 1]
                    at -= 1
                hands.ranks[seat, at] = rank
        numbers[row] = _play_row(tree, hands, single, stream(seed, deals[row]), row, seats, points)
