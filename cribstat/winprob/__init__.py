"""The chance of winning from every pair of scores, and what a game is worth under other stakes."""

from cribstat.winprob.race import RaceErrors, RaceValues, solve_values, standard_errors
from cribstat.winprob.stakes import STAKES, Stake, prizes
from cribstat.winprob.statistic import RaceStatistic, Shares

__all__ = [
    "STAKES",
    "RaceErrors",
    "RaceStatistic",
    "RaceValues",
    "Shares",
    "Stake",
    "prizes",
    "solve_values",
    "standard_errors",
]
