"""Chance at the table: the cuts and shuffles of a game with a seed.

A counter-based generator (Philox) is keyed by the seed and by the number of the event that needs it, and only
its raw 64-bit words are used. So a game resumed from its file draws what it would have drawn uninterrupted,
on every machine and with every version of numpy.
"""

from collections.abc import Sequence

import numpy as np

from cribstat.rules import RuleError

SEED_LIMIT = 1 << 64
_WORD = 64


class Chance:
    """The random numbers of one event.

    Parameters
    ----------
    seed
        0 to 2**64 - 1; None where cuts and packs are given by hand.
    number
        Which event of the game, from 1.

    Raises
    ------
    RuleError
        The seed is no such number; from the draws, there is none.

    Notes
    -----
    A number below n is the high word of n times a random word: even to within n in 2**64.

    Examples
    --------
    >>> Chance(7, 1).below(52) == Chance(7, 1).below(52)
    True
    """

    def __init__(self, seed: int | None, number: int) -> None:
        if seed is not None and (type(seed) is not int or not 0 <= seed < SEED_LIMIT):
            raise RuleError(f"a seed is a whole number from 0 to 2**64 - 1, not {seed!r}")
        self._key = None if seed is None else seed + (number << _WORD)
        self._words: np.random.Philox | None = None

    @property
    def drawn(self) -> bool:
        """Whether a number has been drawn."""
        return self._words is not None

    def below(self, limit: int) -> int:
        """Draw a number from 0 to `limit` - 1."""
        if self._key is None:
            raise RuleError("this game has no seed: cuts and packs must be given")
        if self._words is None:
            self._words = np.random.Philox(key=self._key)
        return int(self._words.random_raw()) * limit >> _WORD

    def shuffled(self, cards: Sequence[int]) -> list[int]:
        """Return cards in random order, every order as likely as another."""
        order = list(cards)
        for place in range(len(order) - 1, 0, -1):
            other = self.below(place + 1)
            order[place], order[other] = order[other], order[place]
        return order
