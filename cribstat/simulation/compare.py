"""Two sides on the same cards: every game or deal twice, the sides having changed places."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from cribstat.kernels.simulation.games import side_points
from cribstat.policies.shipped import SOLVED
from cribstat.rules import RuleError, Variant
from cribstat.rules import variant as variant_record
from cribstat.simulation.by_score import TablesByScore, seated_table
from cribstat.simulation.chunks import Progress, Sums, add_parts
from cribstat.simulation.figures import Figure, figure
from cribstat.simulation.games import play_games
from cribstat.simulation.simulate import (
    DEALS_A_PART,
    EXPECTATION,
    GAMES_A_PART,
    Choice,
    checked_number,
    one_number,
    role_names,
    seated_policies,
)
from cribstat.simulation.table import Table

Integers = NDArray[np.int64]


@dataclass(frozen=True)
class Comparison:
    """What mirrored games or deals came to.

    Attributes
    ----------
    variant, seed
        As in `simulate`.
    policies, against
        Who laid away for the one side and for the other, by role.
    play, against_play
        Who played for them.
    pairs
        How many games (or deals) there were, each played twice.
    deals
        Deals in all.
    games
        Whole games were played.
    wins
        Share of games the one side won; None for single deals.
    win_difference
        That share less the other side's; None for single deals.
    points_difference
        What the one side makes in a deal more than the other, both places taken; None for whole games.

    Notes
    -----
    **Estimated**, with standard errors over the pairs: a pair shares its cards, so the luck of the deal is
    mostly gone.
    """

    variant: Variant
    seed: int
    policies: dict[str, str]
    against: dict[str, str]
    play: str
    against_play: str
    pairs: int
    deals: int
    games: bool
    wins: Figure | None
    win_difference: Figure | None
    points_difference: Figure | None


def compare(
    variant: str | Variant = "six",
    games: int | None = None,
    *,
    deals: int | None = None,
    policies: Mapping[str, Choice] | Choice = SOLVED,
    play: str = EXPECTATION,
    against: Mapping[str, Choice] | Choice = SOLVED,
    against_play: str = EXPECTATION,
    seed: int = 7,
    threads: int = 1,
    progress: Progress | None = None,
) -> Comparison:
    """Compare two players of a two-player game on the same cards.

    Parameters
    ----------
    variant
        ``five``, ``six``, ``seven`` or ``eight``, or a record of one.
    games, deals
        How many games or single deals; one of the two. Each is played twice, the sides having changed
        places: first the one side deals, then the other, with the same cards in every place.
    policies, play, against, against_play
        The one side and the other; policies and players as in `simulate`. In six-card games a policy may be
        ``by-score``: it lays away and plays for the rate of exchange that the score asks for (see
        `cribstat.policies.by_score`).
    seed, threads, progress
        As in `simulate`.

    Raises
    ------
    RuleError, PolicyError, ModelError, TableError
        As in `simulate`; and for a game of more than two players.

    Examples
    --------
    >>> found = compare("five", deals=500, play="greedy", against_play="greedy")
    >>> found.points_difference
    Figure(mean=0.0, se=0.0)
    """
    record = variant_record(variant)
    if record.players != 2:
        raise RuleError(f"two players are compared: {record.name} has {record.players}")
    total, whole = one_number(games, deals)
    checked_number(seed, "the seed", 0)
    sides = [seated_policies(record, policies), seated_policies(record, against)]
    plays = [play, against_play]
    # tables[s]: the side s deals.
    tables = [
        seated_table(
            record,
            [sides[1 - dealer][0], sides[dealer][1]],
            [plays[1 - dealer], plays[dealer]],
            games=whole,
        )
        for dealer in (0, 1)
    ]
    if whole:
        task = partial(_game_pairs, tables, seed)
    else:
        task = partial(_deal_pairs, [table for table in tables if isinstance(table, Table)], seed)
    size = GAMES_A_PART if whole else DEALS_A_PART
    (sums,) = add_parts(task, total, size, threads=threads, progress=progress)
    won, won_squares, points, point_squares, played = sums.tolist()
    names = [
        dict(
            zip(
                role_names(record),
                (tables[1 - side].policy(0), tables[side].policy(1)),
                strict=True,
            )
        )
        for side in (0, 1)
    ]
    return Comparison(
        record,
        seed,
        names[0],
        names[1],
        play,
        against_play,
        total,
        played,
        whole,
        figure(total, won + total, won_squares + 2 * won + total, unit=2) if whole else None,
        figure(total, won, won_squares) if whole else None,
        None if whole else figure(total, points, point_squares, unit=2),
    )


def _game_pairs(tables: list[Table | TablesByScore], seed: int, first: int, count: int) -> Sums:
    """Add up what the one side won more than the other in a pair of games, halved, its square, and deals."""
    one = play_games(tables, seed, first, count)
    other = play_games(tables[::-1], seed, first, count)
    ahead = (one.winners == 0).astype(np.int64) - (other.winners == 0)
    deals = int(one.lengths.sum() + other.lengths.sum())
    return (np.array([ahead.sum(), (ahead**2).sum(), 0, 0, deals]),)


def _deal_pairs(tables: list[Table], seed: int, first: int, count: int) -> Sums:
    """Add up the points of the one side less the other's in a pair of deals, and their squares."""
    numbers = np.arange(first, first + count)
    dealing, leading = (side_points(table.deal(seed, numbers).deals, 2) for table in tables)
    ahead = (dealing[:, 1] - dealing[:, 0]) - (leading[:, 1] - leading[:, 0])
    return (np.array([0, 0, ahead.sum(), (ahead**2).sum(), 2 * count]),)
