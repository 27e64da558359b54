"""What a game is worth to its winner, by the score of the loser."""

from dataclasses import dataclass
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from cribstat.rules import RuleError

SKUNK, DOUBLE_SKUNK = 31, 61
LEAST_DOUBLE = 121  # a double skunk is known at this target and above


@dataclass(frozen=True, slots=True)
class Stake:
    """A way to settle a game.

    Attributes
    ----------
    statement
        What the winner takes.
    game
        What he takes at least.
    lurch, skunk, double_skunk
        What he takes besides where the loser has less than half the target; is 31 or more behind; is 61 or
        more behind at a target of 121 or more.
    own_only
        A side counts what it wins; otherwise it pays what it loses, and counts the difference.
    """

    statement: str
    game: int = 1
    lurch: int = 0
    skunk: int = 0
    double_skunk: int = 0
    own_only: bool = False


STAKES = MappingProxyType(
    {
        "win": Stake("the chance of winning the game", own_only=True),
        "lurch": Stake("stakes won less stakes lost; a lurch pays double", lurch=1),
        "skunk": Stake(
            "stakes won less stakes lost; a skunk pays double, a double skunk triple", skunk=1, double_skunk=1
        ),
        "skunk4": Stake(
            "stakes won less stakes lost; a skunk pays double, a double skunk fourfold",
            skunk=1,
            double_skunk=2,
        ),
        "tournament": Stake("own game points: 2 for a game, 3 for a skunk", game=2, skunk=1, own_only=True),
    }
)


def prizes(stakes: str, target: int) -> NDArray[np.float64]:
    """Return what the winner takes by the score of the loser at that moment.

    Parameters
    ----------
    stakes
        A name in `STAKES`.
    target
        The score that wins.

    Returns
    -------
    numpy.ndarray
        float64, (target,).

    Raises
    ------
    RuleError
        Unknown stakes.

    Examples
    --------
    >>> [prizes("skunk", 121)[score].item() for score in (60, 61, 90, 91)]
    [3.0, 2.0, 2.0, 1.0]
    >>> prizes("lurch", 61)[[30, 31]].tolist()
    [2.0, 1.0]
    """
    stake = stake_named(stakes)
    score = np.arange(target)
    taken = stake.game + stake.lurch * (2 * score < target) + stake.skunk * (score <= target - SKUNK)
    if target >= LEAST_DOUBLE:
        taken = taken + stake.double_skunk * (score <= target - DOUBLE_SKUNK)
    return taken.astype(np.float64)


def stake_named(stakes: str) -> Stake:
    """Look stakes up by name.

    Raises
    ------
    RuleError
        Unknown stakes.
    """
    if stakes not in tuple(STAKES):
        raise RuleError(f"unknown stakes '{stakes}': {', '.join(STAKES)} are known")
    return STAKES[stakes]
