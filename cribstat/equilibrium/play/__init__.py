"""The play of two as a game of hidden ranks: strategies that answer each other, and what they are worth.

State: the cards laid so far in order with the goes, and the ranks a player still holds. Action: a card
that comes in (a go where there is none). Value: points of pone less points of the dealer, to the end of the
play. Both keeps are random, with given frequencies for each role and every card of the one removed from
the other.

Suits, own discards and the start are left out: a player knows the ranks he kept and what he saw laid.
For that game everything here is exact for the strategies returned: their value, and their
**exploitability**, the sum of what both sides could gain by a best response, in points a deal.

Method: discounted counterfactual regret minimisation (Brown and Sandholm 2019, "Solving
imperfect-information games via discounted regret minimization", https://arxiv.org/abs/1809.04040) over the
whole tree, sides in turn, with vectors over all hands (see `cribstat.kernels.playtree`).
"""

from cribstat.equilibrium.play.game import PlayGame, play_game
from cribstat.equilibrium.play.solution import PlaySolution
from cribstat.equilibrium.play.solver import PlaySolver, PlayTraceRow, solve_play
from cribstat.equilibrium.play.stored import StoredPlay, play_arrays
from cribstat.equilibrium.play.strategy import PlayStrategy

__all__ = [
    "PlayGame",
    "PlaySolution",
    "PlaySolver",
    "PlayStrategy",
    "PlayTraceRow",
    "StoredPlay",
    "play_arrays",
    "play_game",
    "solve_play",
]
