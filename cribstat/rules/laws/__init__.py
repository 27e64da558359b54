"""The laws as a table: what is done when a player breaks the order of the game.

Each `Law` is one row: an irregularity by its code, with its offender, the points it gives, who gains them
and what may be chosen. Books differ, so a profile names the one that is followed: ``foster``, ``newhoyle``,
``enquire``, ``modern``, ``acc`` or ``off``. Where its book says nothing the row stands as it is, whatever
book it comes from. Laws whose code begins with ``X-`` are of later books and hold in the profiles that use
them. With ``off`` none holds.

The profile ``acc`` follows the tournament rules of the American Cribbage Congress (cribbage.org/rules, in
effect August 2010), as far as their text was seen: rules 2.1, 4.4, 5.1, 5.2, 6.2, 6.3, 7.3, 8.4, 9.3 and 10.
"""

from cribstat.rules.laws.profiles import differences, law, laws
from cribstat.rules.laws.record import CLAIMED, EXCESS, FRESH, LEAD, STAND, UNMARKED, Law

__all__ = [
    "CLAIMED",
    "EXCESS",
    "FRESH",
    "LEAD",
    "STAND",
    "UNMARKED",
    "Law",
    "differences",
    "law",
    "laws",
]
