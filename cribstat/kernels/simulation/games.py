"""Count many deals that are played out, and move the scores of games by them, compiled.

Points fall in this order: heels, the play card by card, hands from seat 0 to the dealer, the crib.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cribstat.kernels._jit import njit

JACK = 10
HEELS_POINTS = 2
HEELS, PLAY, HAND, CRIB, TOTAL = range(5)
PARTS = 5
BARRED = 3  # heels do not count in so many last holes where a rule says so


class Deals(NamedTuple):
    """Deals that are played out.

    `starts` (n,) cards; `seats`, `points` (n, e) int8 the events of the play and `numbers` (n,) how many;
    `hands` (players, n) and `cribs` (n,) points.
    """

    starts: NDArray[np.uint8]
    seats: NDArray[np.int8]
    points: NDArray[np.int8]
    numbers: NDArray[np.int64]
    hands: NDArray[np.int64]
    cribs: NDArray[np.int64]


@njit
def tally_deals(deals: Deals, sides: int, sums: NDArray[np.int64]) -> None:
    """Add points and their squares to `sums` (players + 3, 5, 2), in place.

    Rows: the seats, the other sides together, the dealer's side, and the lead of the dealer's side times the
    number of other sides. Columns: heels, play, hand, crib, total.
    """
    players, n = deals.hands.shape
    rows = np.zeros((players + 3, PARTS), np.int64)
    dealer = players - 1
    for row in range(n):
        rows[:] = 0
        rows[dealer, HEELS] = HEELS_POINTS * (deals.starts[row] >> 2 == JACK)
        for event in range(deals.numbers[row]):
            rows[deals.seats[row, event], PLAY] += deals.points[row, event]
        for seat in range(players):
            rows[seat, HAND] = deals.hands[seat, row]
        rows[dealer, CRIB] = deals.cribs[row]
        for seat in range(players):
            own = seat % sides == dealer % sides
            for part in range(TOTAL):
                rows[seat, TOTAL] += rows[seat, part]
            for part in range(PARTS):
                rows[players + own, part] += rows[seat, part]
                rows[players + 2, part] += (sides - 1 if own else -1) * rows[seat, part]
        for line in range(players + 3):
            for part in range(PARTS):
                sums[line, part, 0] += rows[line, part]
                sums[line, part, 1] += rows[line, part] ** 2


@njit
def side_points(deals: Deals, sides: int) -> NDArray[np.int64]:
    """Return the points of the others and of the dealer's side in every deal, (n, 2)."""
    players, n = deals.hands.shape
    out = np.zeros((n, 2), np.int64)
    dealer = players - 1
    for row in range(n):
        out[row, 1] += deals.cribs[row] + HEELS_POINTS * (deals.starts[row] >> 2 == JACK)
        for event in range(deals.numbers[row]):
            own = deals.seats[row, event] % sides == dealer % sides
            out[row, int(own)] += deals.points[row, event]
        for seat in range(players):
            out[row, int(seat % sides == dealer % sides)] += deals.hands[seat, row]
    return out


@njit
def _mark(scores: NDArray[np.int64], side: int, points: int, target: int) -> bool:
    """Mark points on the board of one game, in place; return whether the side is out."""
    scores[side] = min(scores[side] + points, target)
    return bool(scores[side] == target)


@njit
def _deal_ends(
    deals: Deals, row: int, first: int, target: int, heels_barred: bool, scores: NDArray[np.int64]
) -> int:
    """Mark the points of one deal on the board of one game, in place; return the side that is out, or -1.

    Preconditions: `first` the player in seat 0; players and sides have the same numbers, modulo the sides.
    """
    players, sides = deals.hands.shape[0], scores.shape[0]
    dealer = (first + players - 1) % players % sides
    barred = heels_barred and scores[dealer] >= target - BARRED
    if deals.starts[row] >> 2 == JACK and not barred and _mark(scores, dealer, HEELS_POINTS, target):
        return int(dealer)
    for event in range(deals.numbers[row]):
        side = (first + deals.seats[row, event]) % players % sides
        if _mark(scores, side, deals.points[row, event], target):
            return int(side)
    for seat in range(players):
        side = (first + seat) % players % sides
        if _mark(scores, side, deals.hands[seat, row], target):
            return int(side)
    return int(dealer) if _mark(scores, dealer, deals.cribs[row], target) else -1


@njit
def advance_games(
    deals: Deals,
    games: NDArray[np.int64],
    first: int,
    target: int,
    heels_barred: bool,
    scores: NDArray[np.int64],
    winners: NDArray[np.int64],
) -> None:
    """Move the scores (g, sides) of games by a deal each; write who wins to `winners` (g,), both in place.

    Preconditions: `games` (n,) the rows of `scores` and `winners` that the deals belong to; `first` the
    player in seat 0; `winners` is -1 for games that go on. A game ends the moment a side is at the target.
    """
    for row in range(games.shape[0]):
        game = games[row]
        winners[game] = _deal_ends(deals, row, first, target, heels_barred, scores[game])
