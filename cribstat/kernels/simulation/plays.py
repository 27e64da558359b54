"""Play many deals out with the compiled players."""

import numpy as np
from numpy.typing import NDArray

from cribstat.kernels._jit import njit
from cribstat.kernels.dealing import stream
from cribstat.kernels.player import Desk, PlayerTables, PlayRules, play_out


@njit
def play_many(
    seed: int,
    deals: NDArray[np.int64],
    keeps: NDArray[np.uint8],
    rules: PlayRules,
    players: NDArray[np.int64],
    weights: NDArray[np.float64],
    tables: PlayerTables,
    room: Desk,
    seats: NDArray[np.int8],
    points: NDArray[np.int8],
    numbers: NDArray[np.int64],
) -> None:
    """Play many deals out; write who earned what with every card, in place.

    Preconditions: `deals` (n,) the numbers of the deals; `keeps` (players, n, held) the cards kept, in any
    order; `players` (players,), `weights` (players, 2), `tables` and `room` as in `player.play_out`.
    `seats` and `points` (n, players * held) take the events, `numbers` (n,) how many.
    """
    table, n, held = keeps.shape
    hands, laid = np.empty((table, held), np.uint8), np.empty(table * held, np.uint8)
    for row in range(n):
        for seat in range(table):
            for place in range(held):
                card, at = keeps[seat, row, place], place
                while at > 0 and hands[seat, at - 1] > card:
                    hands[seat, at] = hands[seat, at - 1]
                    at -= 1
                hands[seat, at] = card
        key = stream(seed, deals[row])
        numbers[row] = play_out(
            hands, rules, players, weights, tables, key, room, seats[row], points[row], laid
        )
