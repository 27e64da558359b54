"""The act of calling a law: what is checked, what is told, and which remedy does what."""

from collections.abc import Callable
from typing import Any

from numpy.typing import ArrayLike

from cribstat.cards import RANK_LETTERS
from cribstat.game.chance import Chance
from cribstat.game.irregularities import hands, marks
from cribstat.game.irregularities.call import Call
from cribstat.game.position import Position
from cribstat.rules import RuleError
from cribstat.rules.laws import FRESH, STAND, law

Remedy = Callable[[Call], None]
KNAVE = RANK_LETTERS.index("J")


def irregularity(
    position: Position,
    chance: Chance,
    *,
    code: str,
    player: int | None = None,
    by: int | None = None,
    choice: str | None = None,
    points: int | None = None,
    lifted: bool = False,
    cards: str | ArrayLike | None = None,
) -> dict[str, Any]:
    """Call a law by its code, as the game's law profile has it, and do what it says.

    Parameters
    ----------
    position, chance
        What is changed, and the random numbers of this event.
    code
        Such as ``DEAL-UNCUT``.
    player
        Who offends; dealer, pone of two and the one who marked last need not be named.
    by
        Who claims or chooses, where more than one could.
    choice
        ``FRESH`` or ``STAND``, where the law leaves it.
    points
        What is claimed by muggins; for other laws they follow.
    lifted
        Whether the one who chooses had lifted his cards; for ``DEAL-TURN`` the non-dealer, for
        ``FIX-DEALER-OVER`` the dealer, so that pone may look at what he draws.
    cards
        Cards put back from a hand that has too many.

    Returns
    -------
    dict
        What the record tells.

    Raises
    ------
    RuleError
        An unknown code, a law that the profile does not have or that is not for this phase, or something
        that the machine knows to be otherwise.
    """
    row = law(code, position.variant.law_profile)
    if position.phase not in row.when:
        raise RuleError(f"'{row.code}' is for {', '.join(row.when)}: the game is at '{position.phase}'")
    _check_told(position, player, by, choice, points, lifted)
    call = Call(position, chance, row, player, by, choice, points, lifted, cards, {"code": row.code})
    _check_unused(call)
    if lifted and not any(position.hands):
        raise RuleError("no cards have been dealt that could have been lifted")
    _find_offender(call)
    _REMEDIES[row.effect](call)
    if call.lifted:
        call.told["lifted"] = True
    return call.told


def _check_told(
    position: Position,
    player: int | None,
    by: int | None,
    choice: str | None,
    points: int | None,
    lifted: bool,
) -> None:
    """Refuse what is no player, no choice, no number of points, or neither true nor false."""
    for told in (player, by):
        if told is not None:
            position.known(told)
    if choice not in (None, FRESH, STAND):
        raise RuleError(f"a choice is {FRESH} or {STAND}, not {choice!r}")
    if points is not None and (type(points) is not int or points < 1):
        raise RuleError(f"points claimed are a whole number from 1, not {points!r}")
    if type(lifted) is not bool:
        raise RuleError(f"'lifted' is true or false, not {lifted!r}")


def _check_unused(call: Call) -> None:
    """Refuse what a law has no use for."""
    effect, code = call.law.effect, call.law.code
    uses = {
        "choice": effect in ("choice", "choice_or_points", "redeal"),
        "lifted": effect == "right_dealer" or code in (*hands.MISCOUNTS, "FIX-DEALER-OVER") or call.law.blind,
        "points": effect in ("put_back", "false_win", "false_claim", "lose_points", "muggins_false"),
        "cards": effect == "hand",
        "by": effect in ("choice", "choice_or_points", "redeal", "put_back", "false_claim", "lose_points"),
    }
    given = {
        "choice": call.choice is not None,
        "lifted": call.lifted,
        "points": call.points is not None,
        "cards": call.cards is not None,
        "by": call.by is not None,
    }
    for name, is_given in given.items():
        if is_given and not uses[name]:
            raise RuleError(f"'{code}' has no use for '{name}'")


def _find_offender(call: Call) -> None:
    """Name the offender where the law says who he is, and keep him in the record."""
    position, row = call.position, call.law
    if row.offender in ("nobody", "bystander") and row.effect != "hand" and call.player is not None:
        raise RuleError(f"'{row.code}' is no player's fault")
    if row.offender == "dealer" and row.effect != "right_dealer":
        if call.player not in (None, position.dealing):
            raise RuleError(f"'{row.code}' is the dealer's fault, player {position.dealing}'s")
        call.player = position.dealing
    if row.offender == "pone":
        if call.player is None and position.variant.players == 2:
            call.player = position.player(0)
        if call.offender == position.dealing:
            raise RuleError(f"'{row.code}' is a non-dealer's fault, and player {call.player} deals")
    if row.offender == "any" and row.effect in ("none", "lose_game", "take_front", "muggins_false"):
        call.player = call.offender
    if call.player is not None:
        call.told["player"] = call.player


def _note(call: Call) -> None:
    """Mark the fixed points of the law, if it gives any, and let the game go on."""
    if call.law.code == "X-HEELS-LATE":
        _check_heels(call.position)
    if call.law.code == "PEG-TOUCH":
        _check_touch(call)
    if call.law.gains == "adversary" and isinstance(call.law.points, int):
        call.penalize(call.law.points)


def _cut_again(call: Call) -> None:
    """Let the same player cut again; a cut for the deal that he has made in this round is void."""
    position = call.position
    if position.stage != "cut_deal":
        return
    cutter = call.offender
    if cutter in position.cutters:
        return
    if all(cutter != player for player, _ in position.cuts):
        raise RuleError(f"player {cutter} does not cut in this round")
    position.cuts = tuple(cut for cut in position.cuts if cut[0] != cutter)
    position.cutters = tuple(sorted((*position.cutters, cutter)))


def _lose_game(call: Call) -> None:
    """Let the offender's side lose the game."""
    call.position.lost = call.position.side(call.offender)


def _check_heels(position: Position) -> None:
    """Refuse a complaint of late heels where no knave lies, or the dealer has not played."""
    if position.start is None or position.start >> 2 != KNAVE:
        raise RuleError("the start is no knave: there are no heels to mark")
    if position.play is None or all(
        position.player(event.seat) != position.dealing for event in position.play.events
    ):
        raise RuleError("the dealer has not played yet: he may still mark his heels")


def _check_touch(call: Call) -> None:
    """Refuse a complaint of pegs touched by one who has points to mark: the three for last."""
    position = call.position
    if position.stage == "three_for_last" and call.offender == position.left_of(position.dealing):
        raise RuleError(f"player {call.offender} has three for last to mark: he must touch his pegs")


_REMEDIES: dict[str, Remedy] = {
    "none": _note,
    "cut_again": _cut_again,
    "redeal": hands.redeal,
    "choice": hands.choose,
    "choice_or_points": hands.choose_deal_or_points,
    "right_dealer": hands.put_dealer_right,
    "hand": hands.put_hand_right,
    "put_back": marks.put_back_excess,
    "take_front": marks.take_front_peg,
    "lose_points": marks.lose_points,
    "pack_up": marks.pack_up,
    "muggins_false": marks.muggins_false,
    "false_win": marks.win_falsely,
    "false_claim": marks.claim_falsely,
    "lose_game": _lose_game,
}
