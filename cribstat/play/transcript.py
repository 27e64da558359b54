"""A play written down: follow it card by card."""

import re
from collections.abc import Sequence

from numpy.typing import ArrayLike

from cribstat.cards import as_cards, format_card, parse_cards
from cribstat.play.events import PlayEvent
from cribstat.play.points import LIMIT, card_reasons, card_value
from cribstat.play.seats import Hands
from cribstat.play.state import PlayState
from cribstat.rules import RuleError, Variant

GO = "go"
_GOES = re.compile(r"(?<![^\s,])(go)(?![^\s,])", re.IGNORECASE)


def replay(
    hands: Hands,
    plays: str | Sequence[int | str],
    variant: str | Variant = "six",
    *,
    scores: Sequence[int] | None = None,
) -> list[PlayEvent]:
    """Follow a play and return what every card earned.

    Parameters
    ----------
    hands
        The kept cards of every seat in order of play, text or ids: seat 0 leads, the last seat deals.
    plays
        The cards in the order they were laid, as text or as a list of ids and texts. Goes are implied;
        ``go`` is written only where a rule makes it a choice (``go_obligation=may``).
    variant
        A name or a record with options.
    scores
        Scores by side before the play; the game then stops on the card that reaches the target.

    Returns
    -------
    list of PlayEvent
        One a card, in order. The play may stop before its end.

    Raises
    ------
    CardError, HandError
        Something is no card, a card stands twice, or the number of hands or cards is wrong.
    RuleError
        A card that the seat on turn does not hold or that passes 31, a go that is no choice, a card too many.

    Notes
    -----
    Exact.

    Examples
    --------
    >>> events = replay(["7s 8d 6h", "th 5s tc"], "7s th 8d 5s", "five")
    >>> events[-1].reasons, events[-1].totals
    ((('last', 1),), (0, 1))
    """
    return list(follow(hands, plays, variant, scores=scores).events)


def follow(
    hands: Hands,
    plays: str | Sequence[int | str],
    variant: str | Variant = "six",
    *,
    scores: Sequence[int] | None = None,
) -> PlayState:
    """Follow a play as `replay` does and return the state after it."""
    state = PlayState(hands, variant, scores=scores)
    for act in _acts(plays):
        if act == GO:
            state.go()
        else:
            state.play(act)
        _pass_stuck(state)
    return state


def peg(cards: str | ArrayLike, *, flush_in_play: bool = False) -> list[PlayEvent]:
    """Mark the points of one series card by card, two seats in turn from count 0.

    Parameters
    ----------
    cards
        The cards in the order they are laid, text or ids.
    flush_in_play
        Count three or more successive cards of one suit, a point each.

    Raises
    ------
    CardError, HandError
        Something is no card, or a card stands twice.
    RuleError
        A card passes 31.

    Notes
    -----
    Exact. No point for go or last: that depends on what the players still hold.

    Examples
    --------
    >>> [event.points for event in peg("4d 6c 5h")]
    [0, 0, 5]
    """
    laid = as_cards(cards).tolist()
    events: list[PlayEvent] = []
    count, totals = 0, [0, 0]
    for place, card in enumerate(laid):
        count += card_value(card)
        if count > LIMIT:
            raise RuleError(
                f"{format_card(card)} would make {count}, past {LIMIT}: peg takes the cards of one series"
            )
        reasons = card_reasons(laid[: place + 1], flush_in_play=flush_in_play)
        points = sum(earned for _, earned in reasons)
        seat = place % 2
        totals[seat] += points
        both = (totals[0], totals[1])
        events.append(PlayEvent(1, seat, card, count, points, reasons, both, both))
    return events


def _acts(plays: str | Sequence[int | str]) -> list[int | str]:
    """Split a written play into card ids and goes."""
    if not isinstance(plays, str):
        return [GO if isinstance(act, str) and act.strip().lower() == GO else act for act in plays]
    acts: list[int | str] = []
    for part in _GOES.split(plays):
        acts.extend([GO] if part.lower() == GO else parse_cards(part).tolist())
    return acts


def _pass_stuck(state: PlayState) -> None:
    """Say the goes that a rule leaves no choice in."""
    while not state.over and not state.legal():
        state.go()
