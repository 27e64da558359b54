"""Compiled players that lay the cards of a whole deal, two to four seats, in every variant.

`table.play_out` plays a deal by the rules and asks for every seat one of three players: the
`EXPECTATION` player (points of the card, less what it lets the others expect), the `GREEDY` player (most
points now) and the `RANDOM` one. All of them know their own cards and what was laid, nothing else.
Points are exact; the expectations are **approximate** (`choice` says what is left out).
"""

from cribstat.kernels.player.desk import Desk, PlayerTables, PlayRules, desk
from cribstat.kernels.player.table import EXPECTATION, GREEDY, RANDOM, play_deals, play_out

__all__ = [
    "EXPECTATION",
    "GREEDY",
    "RANDOM",
    "Desk",
    "PlayRules",
    "PlayerTables",
    "desk",
    "play_deals",
    "play_out",
]
