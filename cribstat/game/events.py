"""One event of a game, as a record."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from cribstat.game.position import Mark


@dataclass(frozen=True, slots=True)
class Event:
    """One act as it was done.

    Attributes
    ----------
    number
        Which event of the game, from 1.
    deal
        Which deal, from 1; 0 before the first.
    act
        Its name, that of the method of `Game`.
    told
        What it was told and what came of it, plain values by name: ``player``, ``card``, ``pack`` ...; cards
        are text. ``drawn`` is there where chance chose.
    marks
        (side, points, part) of everything marked in it; points set back are negative.
    scores
        Scores by side after it.

    Notes
    -----
    Exact.
    """

    number: int
    deal: int
    act: str
    told: Mapping[str, Any]
    marks: tuple[Mark, ...]
    scores: tuple[int, ...]

    @property
    def player(self) -> int | None:
        """The player who acted, where one did."""
        return self.told.get("player")

    def to_dict(self) -> dict[str, Any]:
        """Return the event as plain values, the record of a line of a game's file."""
        return {
            "event": self.number,
            "deal": self.deal,
            "act": self.act,
            **self.told,
            "marks": [list(mark) for mark in self.marks],
            "scores": list(self.scores),
        }
