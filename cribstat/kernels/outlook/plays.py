"""Play own keeps against keeps of the other side, compiled: scores when the play is over, or the game."""

import numpy as np
from numpy.typing import NDArray

from cribstat.kernels._jit import njit
from cribstat.kernels.player import Desk, PlayerTables, PlayRules, play_out

RANKS, SUITS = 13, 4
HEELS = 2


@njit
def _suit_up(ranks: NDArray[np.uint8], taken: NDArray[np.int64], hand: NDArray[np.uint8]) -> bool:
    """Give ranks the lowest suits not taken, in place; tell whether there were enough."""
    for place in range(ranks.shape[0]):
        rank = ranks[place]
        if taken[rank] == SUITS:
            return False
        hand[place] = SUITS * rank + taken[rank]
        taken[rank] += 1
    return True


@njit
def _mark(
    events: int,
    seat_out: NDArray[np.int8],
    points_out: NDArray[np.int8],
    own_seat: int,
    scores: NDArray[np.int64],
    target: int,
    heels: int,
    after: NDArray[np.int16],
) -> None:
    """Mark heels (0 or 2) and the events of a play in order, and stop when somebody is out, in place."""
    own, other = scores[0], scores[1]
    if own_seat == 1:
        own += heels
    else:
        other += heels
    for event in range(events):
        if own >= target or other >= target:
            break
        if seat_out[event] == own_seat:
            own += points_out[event]
        else:
            other += points_out[event]
    after[0], after[1] = own, other


@njit
def play_through(
    own_keeps: NDArray[np.uint8],
    other_keeps: NDArray[np.uint8],
    own_seat: int,
    scores: NDArray[np.int64],
    target: int,
    rules: PlayRules,
    players: NDArray[np.int64],
    weights: NDArray[np.float64],
    tables: PlayerTables,
    room: Desk,
    after: NDArray[np.int16],
    net: NDArray[np.int16],
) -> None:
    """Play every pair of keeps and write the scores when the play is over, in place.

    `net` (own keeps, other keeps): own points of the whole play less the other's.
    `after` (own keeps, other keeps, 2, 2): without heels, with heels; own score, other's. Whoever reaches the
    target first ends the game: his score is the target or more, and the other's is not. Pairs that the pack
    cannot make are left as they are.

    Preconditions: two seats, no points for flushes in the play; keeps are ranks ascending in a row; `scores`
    own, other's, below the target; no player of `players` is random; `room` made for two seats.
    """
    held = own_keeps.shape[1]
    hands = np.empty((2, held), np.uint8)
    seat_out, points_out = np.empty(2 * held, np.int8), np.empty(2 * held, np.int8)
    card_out, taken = np.empty(2 * held, np.uint8), np.empty(RANKS, np.int64)
    for mine in range(own_keeps.shape[0]):
        for theirs in range(other_keeps.shape[0]):
            taken[:] = 0
            if not _suit_up(own_keeps[mine], taken, hands[own_seat]):
                continue
            if not _suit_up(other_keeps[theirs], taken, hands[1 - own_seat]):
                continue
            events = play_out(
                hands, rules, players, weights, tables, np.uint64(0), room, seat_out, points_out, card_out
            )
            net[mine, theirs] = 0
            for event in range(events):
                sign = 1 if seat_out[event] == own_seat else -1
                net[mine, theirs] += sign * points_out[event]
            for heels in range(2):
                _mark(
                    events,
                    seat_out,
                    points_out,
                    own_seat,
                    scores,
                    target,
                    HEELS * heels,
                    after[mine, theirs, heels],
                )
