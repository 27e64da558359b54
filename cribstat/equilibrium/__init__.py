"""Policies that answer each other, with the exploitability of what is returned.

State: the cards a side is dealt. Action: the cards it lays away. Value: what the deal brings it in points.
The discards of dealer and pone are a zero-sum game of two private deals: what the one gets from the crib
the other loses, and everything else depends on one side alone. So best responses are exact, and so is the
**exploitability**, the sum of what both sides could gain by a best response, in points a deal.
"""

from cribstat.equilibrium.discards import Solution, TraceRow, exploitability, solve_discards
from cribstat.equilibrium.game import DiscardGame, keep_constants, points_game

__all__ = [
    "DiscardGame",
    "Solution",
    "TraceRow",
    "exploitability",
    "keep_constants",
    "points_game",
    "solve_discards",
]
