"""Hypothesis strategies for cards, deals and ways of writing them."""

from __future__ import annotations

from itertools import permutations

from hypothesis import strategies as st

import naive

SIGNS = "♣♦♥♠"

card_ids = st.integers(0, 51)
suit_renamings = st.sampled_from(list(permutations(range(4))))


def hands(least: int, most: int | None = None) -> st.SearchStrategy[list[int]]:
    """Different cards in any order, from `least` to `most` of them."""
    return st.lists(card_ids, min_size=least, max_size=least if most is None else most, unique=True)


def shown() -> st.SearchStrategy[list[int]]:
    """Three to six cards and, last, a start."""
    return hands(4, 7)


def renamed(cards: list[int], renaming: tuple[int, ...]) -> list[int]:
    """Give every card's suit another name."""
    return [c // 4 * 4 + renaming[c % 4] for c in cards]


@st.composite
def spelled(draw: st.DrawFn, cards: list[int]) -> str:
    """Write cards in one of the many ways people do."""
    text = draw(st.sampled_from(["", " ", "\t"]))
    for c in cards:
        rank = naive.RANKS[c // 4]
        if rank == "T":
            rank = draw(st.sampled_from(["T", "t", "10"]))
        rank = draw(st.sampled_from([rank, rank.lower()]))
        suit = naive.SUITS[c % 4]
        suit = draw(st.sampled_from([suit, suit.lower(), SIGNS[c % 4]]))
        text += rank + suit + draw(st.sampled_from(["", " ", ",", ", ", "  ", "\t"]))
    return text
