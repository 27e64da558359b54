"""The chance of winning from every pair of scores, and what a game is worth under other stakes."""

from cribstat.winprob.endgame import Endgame, PhaseOut, endgame
from cribstat.winprob.race import RaceErrors, RaceValues, solve_values, standard_errors
from cribstat.winprob.stakes import STAKES, Stake, prizes
from cribstat.winprob.statistic import RaceStatistic, Shares
from cribstat.winprob.tables import StakeValue, ValueTables, WinProb, value_tables, win_prob

__all__ = [
    "STAKES",
    "Endgame",
    "PhaseOut",
    "RaceErrors",
    "RaceStatistic",
    "RaceValues",
    "Shares",
    "Stake",
    "StakeValue",
    "ValueTables",
    "WinProb",
    "endgame",
    "prizes",
    "solve_values",
    "standard_errors",
    "value_tables",
    "win_prob",
]
