"""Measure fast players of the play against a solved one, in the solved game."""

from typing import NamedTuple

import numpy as np

from cribstat.equilibrium.play.game import DEALER, PONE, PlayGame
from cribstat.equilibrium.play.walker import ANSWER, MEASURE, Numbers, Walker
from cribstat.kernels.player import PlayerTables, PlayRules, desk
from cribstat.kernels.player.tree import write_choices
from cribstat.kernels.playtree.grow import Tree
from cribstat.kernels.playtree.multisets import tables as hand_tables


class PlayerFigures(NamedTuple):
    """What a player is worth in a game, in points a deal.

    Attributes
    ----------
    pone_loss, dealer_loss
        What he loses against the solved player in the role, beside one who plays as solved himself.
    pone_given, dealer_given
        What the best response to him gains in the other role over the solved value: his worst case as
        pone and as dealer.
    """

    pone_loss: float
    dealer_loss: float
    pone_given: float
    dealer_given: float

    @property
    def exploitability(self) -> float:
        """What best responses to him gain in both roles together."""
        return self.pone_given + self.dealer_given


def player_numbers(
    game: PlayGame,
    tree: Tree,
    entries: int,
    player: int,
    tables: PlayerTables,
    weights: tuple[float, float] = (1.0, 1.0),
) -> Numbers:
    """Return the strategy of a player in both roles: 1 for every entry it lays, 0 for the others.

    Parameters
    ----------
    game, tree, entries
        The play, its tree and the number of its entries.
    player
        EXPECTATION or GREEDY of `cribstat.kernels.player`.
    tables
        Of the expectation player.
    weights
        What it counts for a point of its own and of the other's.

    Notes
    -----
    **Exact**: every hand is asked at every choice; it sees its ranks, what was laid in order, and the goes.
    """
    out = np.zeros(entries, np.float32)
    rules = PlayRules(2, game.single_series, False, False, False)
    copies = game.copies[::-1].copy()
    write_choices(
        tree, hand_tables(), game.held, copies, rules, player, np.array([weights, weights]), tables,
        desk(2, game.held), out,
    )  # fmt: skip
    return out


def player_figures(walker: Walker, solved: Numbers, numbers: Numbers) -> PlayerFigures:
    """Measure a player's strategy against a solved one.

    Parameters
    ----------
    walker
        The tree of the play.
    solved, numbers
        The solved strategies and the player's, numbers of all entries.

    Notes
    -----
    **Exact** in the model of `cribstat.equilibrium.play`. A side that is alone with its cards lays
    them in the best order. Best responses are to the player as it is.
    """
    reach = walker.root.reach

    def worth(seat: int, task: int, own: Numbers, other: Numbers) -> float:
        return float(reach[seat] @ walker.values(seat, task, own, other))

    value = worth(PONE, MEASURE, solved, solved)
    return PlayerFigures(
        value - worth(PONE, MEASURE, numbers, solved),
        -value - worth(DEALER, MEASURE, numbers, solved),
        worth(DEALER, ANSWER, numbers, numbers) + value,
        worth(PONE, ANSWER, numbers, numbers) - value,
    )
