"""The games that discards are tested in, and how to find a row of a ranking."""

from __future__ import annotations

from fractions import Fraction

import naive
from cribstat import Ranking, variant
from cribstat.discards.ranking import DiscardRow
from cribstat.rules import Variant

# Variant and options, its seats with the share of the crib in their totals, and the cribs' unknown cards.
GAMES = {
    "five": ({}, {0: -1, 1: 1}, 2),
    "six": ({}, {0: -1, 1: 1}, 2),
    "seven": ({}, {0: -1, 1: 1}, 2),
    "seven from_pack": ({"from_pack": 1}, {0: -1, 1: 1}, 3),
    "eight": ({}, {0: -1, 1: 1}, 2),
    "eight laid_out": ({"laid_out": 3}, {0: -1, 1: 1}, 3),
    "three": ({}, {0: Fraction(-1, 2), 1: Fraction(-1, 2), 2: 1}, 3),
    "four": ({}, {0: -1, 1: 1, 2: -1, 3: 1}, 3),
}


def game(name: str) -> Variant:
    """Give the record of a game of `GAMES`."""
    return variant(name.split(maxsplit=1)[0], **GAMES[name][0])


def words(text: str) -> tuple[str, ...]:
    """Write cards the way rankings hold them, in the order given."""
    return tuple(naive.text([naive.card(word)]) for word in text.split())


def row_of(ranking: Ranking, discard: str) -> DiscardRow:
    """Find the row of a discard, whatever the order of its cards."""
    wanted = set(words(discard))
    (row,) = [row for row in ranking.rows if set(row.discard) == wanted]
    return row


def ids(cards: tuple[str, ...]) -> list[int]:
    """Read the cards of a ranking."""
    return naive.cards(" ".join(cards))
