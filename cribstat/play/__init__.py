"""The play: the cards laid in turn after the start is turned, and their points.

State: the cards every seat holds, the series on the table, who is on turn, who laid the last card, who
has said go. Action: a card that comes in, or go where none does (and, by an option of five-card, where
all others have gone). Value: points of a card by the count it makes and the tail it ends, and one for
the last card of a series below 31. All of it is exact. A state knows all hands and hides none.
"""

from cribstat.play.events import PlayEvent
from cribstat.play.points import card_reasons, card_value, comes_in
from cribstat.play.state import PlayState
from cribstat.play.transcript import follow, peg, replay

__all__ = ["PlayEvent", "PlayState", "card_reasons", "card_value", "comes_in", "follow", "peg", "replay"]
