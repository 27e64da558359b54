"""What counting the play in the discard is worth: the solved discards with it and without."""

from typing import NamedTuple

import numpy as np

from cribstat.policies.build import Floats, discard_values
from cribstat.policies.classes import class_average, deal_pack
from cribstat.policies.comparison import Mistake, advice_loss, largest_losses, part_ways
from cribstat.policies.policy import ROLES, refuse_role
from cribstat.policies.shipped import play_points, spread_keeps
from cribstat.policies.solved import solved_policy

CASES = 5


class PlayWorth(NamedTuple):
    """What it is worth to count the play, for one role of one game.

    Attributes
    ----------
    changed
        Share of deals in which no discard is best with the play and without.
    loss
        Points a deal that one loses who lays away what is best for hand and crib alone.
    cases
        The deals in which that loses most, the largest loss first.
    """

    changed: float
    loss: float
    cases: list[Mistake]


def values_with_play(role: str, dealt: int = 6, *, threads: int = 1) -> Floats:
    """Return what every discard of every class is worth against ``solved``, the play counted, (n, discards).

    Points: hand plus crib for the dealer, hand less crib for pone, and net points of the play.

    Raises
    ------
    PolicyError
        An unknown role.

    Notes
    -----
    Hand and crib are **exact**; the play is **approximate** (see `play_points`).
    """
    refuse_role(role)
    other = solved_policy(ROLES[1 - ROLES.index(role)], dealt)
    plays = spread_keeps(deal_pack(dealt).deals >> 2, play_points(role, dealt))
    values: Floats = discard_values(other, threads=threads) + plays
    return values


def play_worth(role: str, dealt: int = 6, *, cases: int = CASES, threads: int = 1) -> PlayWorth:
    """Return how often the best discard changes when the play is counted, and what that is worth.

    Parameters
    ----------
    role
        ``dealer`` or ``pone``.
    dealt
        Cards of a deal, 6 or 5.
    cases
        How many of the deals in which most is lost.
    threads
        Threads to work in; the answer does not depend on it.

    Raises
    ------
    PolicyError
        An unknown role.

    Notes
    -----
    With the play: the best discards against ``solved``. Without: the best against ``solved-no-play`` in hand
    and crib. Losses are counted against ``solved``, with the play.
    """
    values = values_with_play(role, dealt, threads=threads)
    other = solved_policy(ROLES[1 - ROLES.index(role)], dealt, play=False)
    without = discard_values(other, threads=threads)
    return PlayWorth(
        class_average(dealt, part_ways(values, without).astype(np.float64)),
        class_average(dealt, advice_loss(values, without)),
        largest_losses(dealt, values, without, cases),
    )
