"""Deals and whole games between policies, played by the million.

State: the scores, who deals, and the cards of a deal, drawn by numbers keyed by (seed, deal). Action: the
discards of a policy, the cards of a player. Value: points a deal by role and part, games won, lengths,
margins. All of it is **estimated**, with standard errors; sums are whole numbers, and no result depends on
threads.
"""

from cribstat.simulation.compare import Comparison, compare
from cribstat.simulation.races import race_statistics
from cribstat.simulation.simulate import GameFigures, Simulation, simulate

__all__ = ["Comparison", "GameFigures", "Simulation", "compare", "race_statistics", "simulate"]
