"""The play and the show: cards laid in turn, then the hands from the dealer's left, his own, and the crib.

Every marking is the last word for the side that has reached the target: the game ends there.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from cribstat.cards import format_card, format_cards
from cribstat.game.chance import Chance
from cribstat.game.position import Position
from cribstat.play import PlayState
from cribstat.play.points import Reasons
from cribstat.rules import RuleError
from cribstat.scoring import break_down

ENDS = ("go", "last")


def play(
    position: Position,
    chance: Chance,
    *,
    card: str | int,
    player: int | None = None,
    marked: int | None = None,
) -> dict[str, Any]:
    """Lay a card and mark what it earns."""
    del chance
    state, mover = _on_turn(position, "play", player)
    with _spoken_to(mover):
        event = state.play(card)
    reasons = _but_in_stink_hole(position, mover, event.reasons)
    _end_play(position, state)
    position.mark_due(mover, sum(points for _, points in reasons), "play", marked)
    return {
        "player": mover,
        "card": format_card(event.card),
        "series": event.series,
        "count": event.count,
        "reasons": [list(reason) for reason in reasons],
    }


def go(position: Position, chance: Chance, *, player: int | None = None) -> dict[str, Any]:
    """Say go; one by choice ends the play of five-card, and the last card laid gets its point."""
    del chance
    state, mover = _on_turn(position, "go", player)
    with _spoken_to(mover):
        event = state.go()
    _end_play(position, state)
    position.marking = None
    if event is None:
        return {"player": mover}
    last = position.player(event.seat)
    reasons = _but_in_stink_hole(position, last, event.reasons[-1:])
    position.mark_due(last, sum(points for _, points in reasons), "play", None)
    return {"player": mover, "last": last, "reasons": [list(reason) for reason in reasons]}


def show(
    position: Position, chance: Chance, *, player: int | None = None, marked: int | None = None
) -> dict[str, Any]:
    """Show the next hand, or at last the crib, and mark it; after the crib the deal passes on."""
    del chance
    position.expect("show", "show")
    variant = position.variant
    crib = position.shown == variant.players
    owner = position.dealing if crib else position.player(position.shown)
    position.expect_player("show", player, owner)
    cards = position.crib if crib else position.hands[owner]
    counted = break_down(list(cards), position.start, crib=crib, crib_flush=variant.crib_flush)
    position.shown += 1
    position.mark_due(owner, counted.points, "crib" if crib else "hand", marked)
    if crib:
        _pass_the_deal(position)
    return {
        "player": owner,
        "part": "crib" if crib else "hand",
        "cards": format_cards(cards),
        "reasons": [[part.name, part.points] for part in counted.parts],
    }


def next_of_show(position: Position) -> tuple[int, str]:
    """Return who shows next, and whether hand or crib."""
    if position.shown == position.variant.players:
        return position.dealing, "crib"
    return position.player(position.shown), "hand"


def playing(position: Position) -> PlayState:
    """Return the play that is going on."""
    if position.play is None:
        raise RuleError("no cards are being played")
    return position.play


def _on_turn(position: Position, act: str, player: int | None) -> tuple[PlayState, int]:
    """Return the play and the player on turn."""
    position.expect(act, "play")
    state = playing(position)
    mover = position.player(state.turn if state.turn is not None else 0)
    position.expect_player(act, player, mover)
    return state, mover


@contextmanager
def _spoken_to(player: int) -> Iterator[None]:
    """Name the player in what the play refuses, which knows seats only."""
    try:
        yield
    except RuleError as error:
        raise RuleError(f"player {player}: {error}") from error


def _end_play(position: Position, state: PlayState) -> None:
    """Go on to the show when no more cards are played."""
    if state.over:
        position.stage = "show"


def _but_in_stink_hole(position: Position, player: int, reasons: Reasons) -> Reasons:
    """Take the point for go or last from one who stands a hole before the target, by an option."""
    if not position.variant.stink_hole or not reasons or reasons[-1][0] not in ENDS:
        return reasons
    before = position.board.scores[position.side(player)] + sum(points for _, points in reasons[:-1])
    return reasons[:-1] if before == position.variant.target - 1 else reasons


def _pass_the_deal(position: Position) -> None:
    """Give the deal to the next player: left of the one who dealt or, by an option, who ought to have."""
    dealt = position.dealing
    if position.rightful is not None and position.variant.deal_out_of_turn == "restore":
        dealt = position.rightful
    position.dealer = position.left_of(dealt)
    position.rightful = None
    position.stage = "shuffle"
