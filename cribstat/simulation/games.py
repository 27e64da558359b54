"""Whole games: deals in turn from 0 to 0 until a side is at the target.

The player who deals first has the number 0, the one on his left 1, and so on; sides are players modulo the
number of sides. The deals of a game have numbers of their own, so that a game is the same whoever else plays.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cribstat.kernels.simulation.games import PARTS, advance_games, tally_deals
from cribstat.simulation.by_score import TablesByScore
from cribstat.simulation.table import Table

DEALS_A_GAME = 1024  # more than a game can have: every deal brings a point, and no target is above 241
HEAD_START = 3  # three for last
Integers = NDArray[np.int64]


class Games(NamedTuple):
    """Games that are played out.

    Attributes
    ----------
    winners
        The side that won, (n,).
    scores
        Scores by side at the end, (n, sides).
    lengths
        Deals begun, (n,).
    points
        Points and their squares over all deals, (players + 3, 5, 2), see `kernels.simulation.games`.
    """

    winners: Integers
    scores: Integers
    lengths: Integers
    points: Integers


def play_games(
    tables: Sequence[Table | TablesByScore],
    seed: int,
    first: int,
    count: int,
    start: Sequence[int] | None = None,
) -> Games:
    """Play games of consecutive numbers.

    Parameters
    ----------
    tables
        Who sits where: the first deal of a game is played at the first table, the next at the second, and
        round again.
    seed, first, count
        The seed, the number of the first game, and how many there are.
    start
        Scores by side before the first deal, the first dealer's first; None for the beginning of a game,
        three for last included.

    Notes
    -----
    **Exact** for the choices made. The points of a game's last deal count in full in `points`, as if it had
    been played out: so their mean over the deals is that of a deal.
    """
    variant = tables[0].variant
    scores = np.zeros((count, variant.sides), np.int64)
    if start is not None:
        scores[:] = start
    elif variant.three_for_last != "no":
        scores[:, 1] = HEAD_START
    winners, lengths = np.full(count, -1, np.int64), np.zeros(count, np.int64)
    points = no_points(variant.players)
    barred = variant.heels_out == "last_three_barred"
    playing, turn = np.arange(count), 0
    while len(playing):
        leader = (turn + 1) % variant.players
        by_seat = np.roll(scores[playing], -leader, axis=1)
        for table, rows in tables[turn % len(tables)].groups(by_seat):
            deals = table.deal(seed, (first + playing[rows]) * DEALS_A_GAME + turn).deals
            tally_deals(deals, variant.sides, points)
            advance_games(deals, playing[rows], leader, variant.target, barred, scores, winners)
        lengths[playing] += 1
        playing, turn = playing[winners[playing] < 0], turn + 1
    return Games(winners, scores, lengths, points)


def no_points(players: int) -> Integers:
    """Return sums of points of no deals."""
    return np.zeros((players + 3, PARTS, 2), np.int64)
