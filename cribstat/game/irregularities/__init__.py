"""Laws applied to a game: penalties, choices, fresh deals, hands put right, pegs put back.

A law is called by its code while the game is at one of its phases; the game's ``law_profile`` says how
it reads. What the machine knows is checked: hands of a wrong number, what was due and what was marked. What
only the players have seen, such as a card shown in dealing, is taken at their word. Penalties are marked at
once and can win the game; each side that did not offend gains them, from the offender's left.
"""

from cribstat.game.irregularities.act import irregularity

__all__ = ["irregularity"]
