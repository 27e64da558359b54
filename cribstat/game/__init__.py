"""A whole game: cut, deal, lay out, start, play, show; marks on the board; broken laws; stakes.

State: `Position`, what is on the table and on the board. Action: an act with a name, done by a method of
`Game`; each is checked first and leaves one `Event`. Value: the points an act earns, marked at once. All of
it is exact; chance comes from a seed or is given.
"""

from cribstat.game.actions import Action
from cribstat.game.board import Board, Coins, Hole, Pegs, hole_of
from cribstat.game.dealing import stacked_pack
from cribstat.game.events import Event
from cribstat.game.game import Game
from cribstat.game.match import Match
from cribstat.game.rounds import advance, play_game
from cribstat.game.stakes import Account, Line, Loss, Payment, loss_of, next_first_dealer

__all__ = [
    "Account",
    "Action",
    "Board",
    "Coins",
    "Event",
    "Game",
    "Hole",
    "Line",
    "Loss",
    "Match",
    "Payment",
    "Pegs",
    "advance",
    "hole_of",
    "loss_of",
    "next_first_dealer",
    "play_game",
    "stacked_pack",
]
