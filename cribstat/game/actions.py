"""What may be done now: every act that is allowed, by whom, and what there is to choose from."""

from dataclasses import dataclass

from cribstat.game.position import Position
from cribstat.game.showing import next_of_show, playing


@dataclass(frozen=True, slots=True)
class Action:
    """An act that is allowed.

    Attributes
    ----------
    act
        Its name, that of the method of `Game`.
    player
        Who does it.
    cards
        Where a card or cards are chosen: those to choose from.
    count
        How many of them.
    numbers
        Where cards are lifted: how many may be.
    """

    act: str
    player: int
    cards: tuple[int, ...] = ()
    count: int = 0
    numbers: range | None = None


def due_actions(position: Position) -> tuple[Action, ...]:
    """List every act that is allowed in a position; none when the game is over."""
    if position.winner is not None:
        return ()
    actions = _at_stage(position)
    if _may_mark_three(position):
        actions = (*actions, Action("three_for_last", position.left_of(position.first_dealer or 0)))
    return actions


def _at_stage(position: Position) -> tuple[Action, ...]:
    """List what is due at this stage."""
    stage, record = position.stage, position.variant
    if stage == "cut_deal":
        out = {card for _, card in position.cuts}
        left = tuple(card for card in range(52) if card not in out)
        return tuple(Action("cut", player, left, 1) for player in position.cutters)
    if stage == "three_for_last":
        return (Action("three_for_last", position.left_of(position.dealing)),)
    if stage in ("shuffle", "deal", "from_pack"):
        return (Action(stage, position.dealing),)
    if stage == "cut_pack":
        return (Action(stage, position.player(-2), numbers=_numbers(position, record.min_cut_deal)),)
    if stage == "cut_start":
        return (Action(stage, position.player(0), numbers=_numbers(position, record.min_cut_start)),)
    if stage == "lay_out":
        waiting = [player for player in position.seating if not position.laid_out[player]]
        if any(len(position.hands[player]) != record.dealt for player in waiting):
            return ()
        return tuple(Action(stage, player, position.hands[player], record.laid_out) for player in waiting)
    if stage == "play":
        return _in_play(position)
    return (Action("show", next_of_show(position)[0]),)


def _in_play(position: Position) -> tuple[Action, ...]:
    """List the cards and the go of the player on turn."""
    state = playing(position)
    mover = position.player(state.turn or 0)
    cards = state.legal()
    plays = (Action("play", mover, cards, 1),) if cards else ()
    return (*plays, Action("go", mover)) if state.may_go() else plays


def _may_mark_three(position: Position) -> bool:
    """Tell whether deferred three for last may be marked: outside a score in dispute."""
    if (
        position.variant.three_for_last != "deferred"
        or not position.three_due
        or position.first_dealer is None
    ):
        return False
    marking = position.marking
    return marking is None or marking.due == marking.marked


def _numbers(position: Position, least: int) -> range:
    """Return how many cards may be lifted."""
    return range(least, len(position.pack) - least + 1)
