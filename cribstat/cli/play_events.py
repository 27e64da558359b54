"""How the cards of a play look, on the terminal and as JSON."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from cribstat.cards import format_card, format_cards
from cribstat.cli.output import cards_text, to_json
from cribstat.play import PlayEvent, PlayState
from cribstat.rules import SIX, Variant, changed_options

if TYPE_CHECKING:
    from rich.console import RenderableType

    from cribstat.cli.tables import NumberTable

LEFT = ("card", "seat", "for", "after go of")


def events_json(events: Sequence[PlayEvent]) -> str:
    """Write events as a JSON list."""
    return to_json([event.to_dict() for event in events])


def seat_name(seat: int, variant: Variant) -> str:
    """Name a seat: pone and dealer, or its number where there are more than two."""
    role = variant.role(seat)
    return role if role in ("pone", "dealer") else f"seat {seat}"


def side_names(variant: Variant) -> list[str]:
    """Name the sides: partners by their seats."""
    if variant.sides == variant.players:
        return [seat_name(seat, variant) for seat in range(variant.players)]
    seats = [range(side, variant.players, variant.sides) for side in range(variant.sides)]
    return ["seats " + "+".join(map(str, held)) for held in seats]


def events_table(events: Sequence[PlayEvent], variant: Variant, *, seats: Sequence[str]) -> "NumberTable":
    """Make a table of events, one row a card; `seats` are the names of the seats."""
    from cribstat.cli.tables import NumberTable

    scored = any(event.scores is not None for event in events)
    gone = any(event.passed for event in events)
    header = ["series", "seat", "card", "count", "points", "for", *(["after go of"] if gone else [])]
    sides = list(seats) if len(seats) == variant.sides else side_names(variant)
    totals = [f"{name} at" if scored else name for name in sides]
    rows = []
    for event in events:
        after = [", ".join(seats[seat] for seat in event.passed)] if gone else []
        rows.append(
            [
                str(event.series),
                seats[event.seat],
                format_card(event.card),
                str(event.count),
                str(event.points),
                ", ".join(f"{name} {points}" for name, points in event.reasons),
                *after,
                *map(str, event.scores or event.sides),
            ]
        )
    return NumberTable([*header, *totals], rows, keys=3, left=LEFT)


def replay_lines(state: PlayState) -> Iterator["RenderableType"]:
    """Yield what is printed for a play: the game, the cards, what is left and how it stands."""
    from rich.text import Text

    variant = state.variant
    names = [seat_name(seat, variant) for seat in range(variant.players)]
    changed = ", ".join(f"{key}={value}" for key, value in changed_options(variant).items())
    if variant != SIX:
        kind = "card" if variant.players == 2 else "handed"
        yield Text(f"{variant.name}-{kind} cribbage{' with ' if changed else ''}{changed}")
    yield events_table(state.events, variant, seats=names)
    left = [f"{name} {format_cards(hand)}" for name, hand in zip(names, state.hands, strict=True) if hand]
    if left:
        yield cards_text(f"not played: {'; '.join(left)}")
    yield Text(_standing(state, names), style="dim")


def _standing(state: PlayState, names: Sequence[str]) -> str:
    """Say how a play stands."""
    if state.winner is not None:
        return f"{side_names(state.variant)[state.winner]} has won: the game stops on the last card shown."
    if state.turn is None:
        return "the play is over: points are exact; go or last is marked with the card that ends a series."
    return f"the play is not over: {names[state.turn]} is on turn at {state.count}."
