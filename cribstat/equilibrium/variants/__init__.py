"""Habits of all seats that answer each other, for the games too large or too many-handed to solve by deals.

State: the cards a seat is dealt. Action: the cards it lays away. Value: its hand, plus the crib for the
owner's side, less the crib for the only other side, less half the crib for each of two others; points in one
deal.

A seat knows of the others only their habits (`cribstat.crib.seats`): how often they lay away cards of which
ranks, and how that changes with cards they cannot hold. All seats answer the average of the others' habits so
far, round after round, until the averages settle. **Approximate**: what a habit forgets of whole deals, and
of suits, is left out; with seven and eight cards the habits are **estimated** from a sample of deals, the
same in every round. What that costs is measured by dealing: see `check_seat`.
"""

from cribstat.equilibrium.variants.check import SeatFigures, check_seat, figures_csv
from cribstat.equilibrium.variants.recipe import solved_habits
from cribstat.equilibrium.variants.solve import Round, VariantSolution, solve_variant

__all__ = [
    "Round",
    "SeatFigures",
    "VariantSolution",
    "check_seat",
    "figures_csv",
    "solve_variant",
    "solved_habits",
]
