"""The race to the target, solved backwards from the counts of many deals.

State
    Before a deal: the scores of the dealer and of pone, that is, what each still needs: ``a`` and ``b``.
Action
    None. Both sides follow policies that do not know the score, so a deal moves every state in the same way.
Value
    ``D(a, b)``, what the dealer wins on average from here, and ``P(a, b)``, what pone wins: 1 where the
    chance of winning is asked for, else a prize ``z`` that depends on the loser's score when the game ends.

Within a deal points fall in a fixed order (heels, the play card by card, pone's hand, the dealer's hand, the
crib), and the first to reach the target wins at that moment. Let ``f(a, p)`` be the share of deals in which
the dealer comes to ``a`` points or more while pone has ``p``, ``g(b, d)`` the same of pone, and ``t(d, p)``
the share of deals that end with ``d`` and ``p`` points. Then, with ``s`` for the loser's score,

    D(a, b) = sum_{p < b} f(a, p) z(s) + sum_{d < a, p < b} t(d, p) P(b - p, a - d)
    P(a, b) = sum_{d < a} g(b, d) z(s) + sum_{d < a, p < b} t(d, p) D(b - p, a - d)

for the deal passes to the other side. Every deal pays somebody (the last card counts one), so ``t(0, 0)`` is
0, needs shrink, and the recursion has no loops.

Exact: the recursion, for given shares. Estimated: the shares, from a sample of deals, and with them the
values. One deal of the sample bears on every state along the way, so states do not err independently; the
standard error is the delete-one jackknife over batches of deals through the whole recursion.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cribstat.winprob.stakes import prizes, stake_named
from cribstat.winprob.statistic import RaceStatistic, Shares

Floats = NDArray[np.float64]
Kinds = NDArray[np.int64]


class RaceValues(NamedTuple):
    """What a game is worth to both sides from every pair of scores before a deal.

    Attributes
    ----------
    dealer, pone
        float64, (target, target), at [dealer's score, pone's score]: a chance of winning, or stakes, or game
        points.
    """

    dealer: Floats
    pone: Floats


class RaceErrors(NamedTuple):
    """Standard errors of `RaceValues`, of the same shapes."""

    dealer: Floats
    pone: Floats


def solve_values(shares: Shares, target: int, stakes: Sequence[str]) -> dict[str, RaceValues]:
    """Solve the race for given shares of deals.

    Parameters
    ----------
    shares
        How one deal moves both sides.
    target
        The score that wins, 1 or more.
    stakes
        Names in `STAKES`.

    Returns
    -------
    dict
        Values by stakes.

    Raises
    ------
    ValueError
        Unknown stakes, or a target below 1.

    Notes
    -----
    **Exact** for the shares.
    """
    from cribstat.kernels.race import RaceShares, solve_race  # the compiler is not wanted before

    if target < 1:
        raise ValueError(f"a target is 1 or more, not {target}")
    only = RaceShares(*shares.stacked())
    kinds = np.zeros((target, target), np.int64)
    won, taken = solve_race(only, only, (kinds, kinds), np.array([prizes(name, target) for name in stakes]))
    return {
        name: RaceValues(won[place], taken[place])
        if stake_named(name).own_only
        else RaceValues(won[place] - taken[place], taken[place] - won[place])
        for place, name in enumerate(stakes)
    }


def solve_kinds(dealing: Shares, leading: Shares, kinds: tuple[Kinds, Kinds]) -> RaceValues:
    """Return one player's chance of winning where the scores before a deal tell which kind of deal is played.

    Parameters
    ----------
    dealing, leading
        How deals of each kind move both sides when the player deals, and when the other does: arrays (kinds,
        rows, columns). They differ where the two players are not alike.
    kinds
        The kind at each pair of scores when the player deals, and when the other does: int64, (target,
        target), at [dealer's score, pone's score].

    Returns
    -------
    RaceValues
        `dealer` where the player deals next, `pone` where the other does.

    Raises
    ------
    ValueError
        A kind of which there are no deals.

    Notes
    -----
    **Exact** for the shares.
    """
    from cribstat.kernels.race import RaceShares, solve_race  # the compiler is not wanted before

    for chosen, shares in zip(kinds, (dealing, leading), strict=True):
        last = len(shares.totals) - 1
        if not 0 <= chosen.min() <= chosen.max() <= last:
            raise ValueError(f"kinds {chosen.min()} to {chosen.max()}: there are deals of kinds 0 to {last}")
    won, taken = solve_race(RaceShares(*dealing), RaceShares(*leading), kinds, np.ones((1, len(kinds[0]))))
    return RaceValues(won[0], taken[0])


def choose_kinds(dealing: Shares, leading: Shares, target: int) -> tuple[Kinds, Kinds]:
    """Return which kind of deal a player chooses at every pair of scores to win most often.

    Parameters
    ----------
    dealing, leading
        How deals move both sides when the player deals, and when the other does, by the kind he chooses.
    target
        The score that wins.

    Returns
    -------
    tuple of numpy.ndarray
        As `solve_kinds` takes them.

    Notes
    -----
    **Exact** for the shares; of kinds that win equally often the first.
    """
    from cribstat.kernels.race import RaceShares, best_kinds  # the compiler is not wanted before

    return best_kinds(RaceShares(*dealing), RaceShares(*leading), target)


def standard_errors(statistic: RaceStatistic, target: int, stakes: Sequence[str]) -> dict[str, RaceErrors]:
    """Return the standard errors of the values that all deals together give.

    Parameters
    ----------
    statistic
        Counts in two batches or more.
    target, stakes
        As in `solve_values`.

    Returns
    -------
    dict
        Standard errors by stakes.

    Raises
    ------
    ValueError
        Fewer than two batches, unknown stakes, or a target below 1.

    Notes
    -----
    **Estimated**: the delete-one jackknife over batches, every state through the whole recursion.
    """
    count = statistic.batches
    if count < 2:
        raise ValueError("standard errors need two batches or more")
    centre = solve_values(statistic.shares(), target, stakes)
    sums = {name: np.zeros((2, 2, target, target)) for name in stakes}
    for batch in range(count):
        without = solve_values(statistic.shares_without(batch), target, stakes)
        for name in stakes:
            apart = np.array(without[name]) - np.array(centre[name])
            sums[name][0] += apart
            sums[name][1] += apart**2
    return {
        name: RaceErrors(*np.sqrt((count - 1) / count * np.maximum(squares - total**2 / count, 0.0)))
        for name, (total, squares) in sums.items()
    }
