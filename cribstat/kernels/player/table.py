"""Play whole deals by the rules.

Under ``go_obligation = may`` no seat here uses its liberty to stop: more cards alone cost nothing.
"""

import numpy as np
from numpy.typing import NDArray

from cribstat.kernels._jit import njit
from cribstat.kernels.dealing import GOLDEN, S32, mix
from cribstat.kernels.play import LIMIT, flush_points, rank_points, rank_value
from cribstat.kernels.player.choice import choose, next_seat
from cribstat.kernels.player.desk import RANKS, Desk, PlayerTables, PlayRules
from cribstat.kernels.playtree.endings import whole

EXPECTATION, GREEDY, RANDOM = range(3)


@njit
def _comes_in(hands: NDArray[np.uint8], left: NDArray[np.int64], seat: int, count: int) -> bool:
    """Tell whether a seat holds a card that comes in; hands are ascending."""
    return left[seat] > 0 and count + rank_value(hands[seat, 0] >> 2) <= LIMIT


@njit
def _nobody_follows(
    hands: NDArray[np.uint8], left: NDArray[np.int64], bicycle: bool, turn: int, count: int
) -> bool:
    """Tell whether a series ends though 31 is not reached, `turn` being the seat to speak next."""
    if turn < 0:
        return True
    seats = left.shape[0]
    if bicycle:
        return not (_comes_in(hands, left, turn, count) or _comes_in(hands, left, (turn + 1) % seats, count))
    stuck = True
    for seat in range(seats):
        stuck = stuck and not _comes_in(hands, left, seat, count)
    return stuck


@njit
def _greedy(desk: Desk, rules: PlayRules, seat: int, length: int, count: int) -> int:
    """Return the place of the card that earns most now, the highest of them."""
    best, chosen = -1, -1
    for place in range(desk.left[seat]):
        card = desk.hands[seat, place]
        if count + rank_value(card >> 2) > LIMIT:
            break
        points = rank_points(desk.ranks, length, count, card >> 2)
        if rules.flush:
            points += flush_points(desk.laid, length, card)
        if points >= best:
            best, chosen = points, place
    return chosen


@njit
def _random(desk: Desk, seat: int, count: int, number: np.uint64) -> int:
    """Return the place of a card that comes in, all alike; `number` is a random one."""
    cards = 0
    while cards < desk.left[seat] and count + rank_value(desk.hands[seat, cards] >> 2) <= LIMIT:
        cards += 1
    return whole((number >> S32) * np.uint64(cards) >> S32)


@njit
def begin(desk: Desk, tables: PlayerTables, held: int) -> None:
    """Lay out a desk for as many cards a seat, in place; the hands are left as they are."""
    for seat in range(desk.left.shape[0]):
        desk.left[seat], desk.gone[seat] = held, False
        for rank in range(RANKS):
            desk.belief[seat, rank] = tables.prior[seat, rank]
    desk.unseen[:] = 4


@njit
def lay_open(
    laid: NDArray[np.uint8],
    ranks: NDArray[np.uint8],
    unseen: NDArray[np.int64],
    belief: NDArray[np.float64],
    lift: NDArray[np.float64],
    seat: int,
    card: int,
    length: int,
) -> None:
    """Add a card to the series on a desk, in place, and change what everybody believes of the seat's rest."""
    rank = card >> 2
    laid[length], ranks[length] = card, rank
    unseen[rank] -= 1
    for other in range(RANKS):
        belief[seat, other] *= lift[rank, other]


@njit
def _take_from_hand(hands: NDArray[np.uint8], left: NDArray[np.int64], seat: int, place: int) -> int:
    """Take a card out of a hand, in place; return it."""
    card = whole(hands[seat, place])
    left[seat] -= 1
    for after in range(place, left[seat]):
        hands[seat, after] = hands[seat, after + 1]
    return card


@njit
def pick(
    desk: Desk,
    rules: PlayRules,
    player: int,
    seat: int,
    length: int,
    count: int,
    weights: NDArray[np.float64],
    tables: PlayerTables,
) -> int:
    """Return the place in its hand of the card that a seat's EXPECTATION or GREEDY player lays.

    Preconditions: a card comes in; `weights` (seats, 2) of own points and the others'.
    """
    if player == EXPECTATION:
        return choose(desk, rules, tables, seat, length, count, weights[seat, 0], weights[seat, 1])
    return _greedy(desk, rules, seat, length, count)


@njit
def say_go(gone: NDArray[np.bool_], belief: NDArray[np.float64], seat: int, count: int) -> None:
    """Note that a seat holds nothing that comes in."""
    gone[seat] = True
    for rank in range(RANKS):
        if count + rank_value(rank) <= LIMIT:
            belief[seat, rank] = 0.0


@njit
def _say_last_goes(desk: Desk, rules: PlayRules, turn: int, count: int) -> None:
    """Note what the end of a series below 31 tells: nobody who was asked holds a card that comes in."""
    seats = desk.left.shape[0]
    for seat in range(seats):
        asked = not rules.bicycle or seat in (turn, (turn + 1) % seats)
        if count < LIMIT and desk.left[seat] > 0 and not desk.gone[seat] and asked:
            say_go(desk.gone, desk.belief, seat, count)


@njit
def play_out(
    hands: NDArray[np.uint8],
    rules: PlayRules,
    players: NDArray[np.int64],
    weights: NDArray[np.float64],
    tables: PlayerTables,
    key: np.uint64,
    desk: Desk,
    seat_out: NDArray[np.int8],
    points_out: NDArray[np.int8],
    card_out: NDArray[np.uint8],
) -> int:
    """Play a deal to its end; return the number of cards laid.

    Event i of the outputs, written in place: `card_out[i]` was laid by `seat_out[i]`, who marked
    `points_out[i]`, the one for go or last included.

    Preconditions: `hands` (seats, cards) ascending in every row, seat 0 leads, the last deals; `players`
    (seats,) EXPECTATION, GREEDY or RANDOM; `weights` (seats, 2) what a seat's expectation player counts for a
    point of its own side and of the others; `key` any number, for RANDOM; `desk` made for as many seats and
    cards; outputs as long as all cards.
    """
    seats, held = hands.shape
    begin(desk, tables, held)
    desk.hands[:] = hands
    cards, left, gone, belief = desk.hands, desk.left, desk.gone, desk.belief
    laid, ranks, unseen, lift = desk.laid, desk.ranks, desk.unseen, tables.lift
    events, turn, count, length, series = 0, 0, 0, 0, 0
    while turn >= 0:
        if length > 0 and not _comes_in(cards, left, turn, count):
            say_go(gone, belief, turn, count)
            turn = next_seat(left, gone, turn)
            continue
        if left[turn] == 1:
            place = 0
        elif players[turn] == RANDOM:
            place = _random(desk, turn, count, mix(key + np.uint64(events + 1) * GOLDEN))
        else:
            place = pick(desk, rules, players[turn], turn, length, count, weights, tables)
        card = _take_from_hand(cards, left, turn, place)
        rank = card >> 2
        points = rank_points(ranks, length, count, rank)
        lay_open(laid, ranks, unseen, belief, lift, turn, card, length)
        if rules.flush:
            points += flush_points(laid, length, card)
        count += rank_value(rank)
        length += 1
        last, turn = turn, next_seat(left, gone, turn)
        closing = count == LIMIT or _nobody_follows(cards, left, rules.bicycle, turn, count)
        seat_out[events], card_out[events] = last, card
        points_out[events] = points + (closing and count < LIMIT)
        events += 1
        if closing:
            if rules.single_series:
                break
            _say_last_goes(desk, rules, turn, count)
            count, length, series = 0, 0, series + 1
            gone[:] = False
            turn = next_seat(left, gone, (series - 1) % seats if rules.next_eldest else last)
    return events


@njit
def play_deals(
    hands: NDArray[np.uint8],
    rules: PlayRules,
    players: NDArray[np.int64],
    weights: NDArray[np.float64],
    tables: PlayerTables,
    first: int,
    desk: Desk,
    points: NDArray[np.int64],
) -> None:
    """Play many deals; write the points of every seat, (deals, seats), in place.

    Preconditions: as `play_out`, `hands` (deals, seats, cards); `first` numbers the first deal, for RANDOM.
    """
    seats, held = hands.shape[1:]
    seat_out, points_out = np.empty(seats * held, np.int8), np.empty(seats * held, np.int8)
    card_out = np.empty(seats * held, np.uint8)
    points[:] = 0
    for deal in range(hands.shape[0]):
        key = mix(np.uint64(first + deal) * GOLDEN)
        events = play_out(
            hands[deal], rules, players, weights, tables, key, desk, seat_out, points_out, card_out
        )
        for event in range(events):
            points[deal, seat_out[event]] += points_out[event]
