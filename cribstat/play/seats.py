"""Check what a play begins with: hands, the series on the table, scores."""

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from cribstat.cards import HandError, as_cards, format_card, format_cards
from cribstat.play.points import LIMIT, card_value
from cribstat.rules import RuleError, Variant, is_list, is_whole

Hands: TypeAlias = Sequence[str | ArrayLike]


def read_hands(hands: Hands, series: str | ArrayLike, variant: Variant, *, whole: bool) -> list[list[int]]:
    """Return the cards of every seat, in the order given, and last those of the series.

    Raises
    ------
    CardError, HandError
        Something is no card, a card stands twice, or the number of hands or cards is wrong.
    RuleError
        The series passes 31.
    """
    if not isinstance(hands, str | Sequence | np.ndarray):
        raise HandError(f"hands are a list, one for every seat, not {hands!r}")
    if isinstance(hands, str) or len(hands) != variant.players:
        given = 1 if isinstance(hands, str) else len(hands)
        raise HandError(f"{variant.name} is played with {variant.players} hands, not {given}")
    count = variant.hand_size if whole else None
    read = [as_cards(hand, count=count, what=f"hand of seat {seat}") for seat, hand in enumerate(hands)]
    groups = [cards.tolist() for cards in (*read, as_cards(series, what="series"))]
    for seat, group in enumerate(groups[:-1]):
        if len(group) > variant.hand_size:
            raise HandError(f"seat {seat} holds {len(group)} cards, and {variant.hand_size} are kept")
    _refuse_shared(groups)
    total = sum(map(card_value, groups[-1]))
    if total > LIMIT:
        raise RuleError(f"the series {format_cards(groups[-1])} counts {total}: {LIMIT} is the most")
    return groups


def read_seat(seat: int, variant: Variant, what: str) -> int:
    """Return a seat that is at this table.

    Raises
    ------
    RuleError
        There is no such seat.
    """
    if not is_whole(seat) or not 0 <= seat < variant.players:
        raise RuleError(f"{what} may be seat 0 to {variant.players - 1} in {variant.name}, not {seat}")
    return seat


def read_scores(scores: Sequence[int], variant: Variant) -> tuple[int, ...]:
    """Return scores by side, checked.

    Raises
    ------
    RuleError
        Not one score a side, or one that is negative or has reached the target.
    """
    if not is_list(scores):
        raise RuleError(f"scores are a list, one a side, not {scores!r}")
    if len(scores) != variant.sides:
        raise RuleError(f"{variant.name} has {variant.sides} scores, one a side, not {len(scores)}")
    for score in scores:
        if not is_whole(score) or not 0 <= score < variant.target:
            raise RuleError(f"a score before the play may be 0 to {variant.target - 1}, not {score!r}")
    return tuple(scores)


def _refuse_shared(groups: Sequence[Sequence[int]]) -> None:
    """Raise HandError when a card is in two places."""
    seen: set[int] = set()
    for group in groups:
        for card in group:
            if card in seen:
                raise HandError(f"{format_card(card)} is there twice")
            seen.add(card)
