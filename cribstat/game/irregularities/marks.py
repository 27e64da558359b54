"""Laws of the marks: too many and too few of them, muggins, pegs out of place, hands packed unmarked."""

from cribstat.game.irregularities.call import Call
from cribstat.game.position import Mark, Marking
from cribstat.game.showing import next_of_show, show
from cribstat.rules import RuleError

OVERCOUNT_PENALTY = 2
FALSE_CLAIM_PENALTY = 15
NOT_FOR_MUGGINS = ("heels", "three for last")


def put_back_excess(call: Call) -> None:
    """Put back what was marked above what was due; the claimant marks as the option overcount says."""
    holes = _excess(call, whole=call.position.variant.overcount_of == "marking")
    by, rule = call.claimant, call.position.variant.overcount
    call.position.put_back(call.position.side(call.offender), holes, call.law.code)
    call.position.marking = None
    gained = {"put_back_and_take": holes, "put_back_and_two": OVERCOUNT_PENALTY, "put_back": 0}[rule]
    call.position.mark(call.position.side(by), gained, call.law.code)
    call.told |= {"by": by, "points": holes}


def win_falsely(call: Call) -> None:
    """Put back what was marked too much for a game that is not won; the offender has lost it."""
    holes, side = _excess(call), call.position.side(call.offender)
    if call.position.winner != side:
        raise RuleError(f"side {side} has not marked the game as won")
    call.position.put_back(side, holes, call.law.code)
    call.position.marking = None
    call.position.lost = side


def claim_falsely(call: Call) -> None:
    """Put back what was claimed too much, let the adversary mark it, and set the offender back further."""
    holes, position, side = _excess(call), call.position, call.position.side(call.offender)
    if position.winner != side:
        raise RuleError(f"side {side} has not marked the game as won")
    by = call.claimant
    position.put_back(side, holes, call.law.code)
    position.put_back(side, min(FALSE_CLAIM_PENALTY, position.board.scores[side]), call.law.code)
    position.marking = None
    position.mark(position.side(by), holes, call.law.code)
    call.told |= {"by": by, "points": holes}


def lose_points(call: Call) -> None:
    """Let points that were not marked be lost or, with muggins, be taken: no more than are there."""
    marking = call.disputed
    _of_offender(call, marking)
    missed = marking.due - marking.marked
    if missed <= 0:
        raise RuleError(f"nothing is left unmarked: {marking.marked} of {marking.due} are marked")
    call.position.marking = None
    if call.points is None:
        return
    variant = call.position.variant
    if not variant.muggins or marking.part in NOT_FOR_MUGGINS:
        why = f"not for {marking.part}" if variant.muggins else "only with the option muggins"
        raise RuleError(f"points left unmarked are taken {why}")
    by = call.claimant
    call.position.mark(call.position.side(by), min(call.points, missed), call.law.code)
    call.told |= {"by": by, "points": call.points}


def muggins_false(call: Call) -> None:
    """Let the one who was accused wrongly of having missed points mark what was claimed."""
    marking = call.disputed
    if not call.position.variant.muggins:
        raise RuleError("muggins is called only with the option muggins")
    if call.points is None:
        raise RuleError(f"'{call.law.code}' must be told 'points', what was claimed")
    if marking.marked < marking.due:
        raise RuleError(f"{marking.due - marking.marked} are left unmarked: muggins is rightly called")
    side = call.position.side(call.offender)
    if side == marking.side:
        raise RuleError(f"player {call.offender} marked himself: the other side calls muggins")
    call.position.mark(marking.side, call.points, call.law.code)
    call.told["points"] = call.points


def take_front_peg(call: Call) -> None:
    """Put the offender's front peg behind his other one."""
    position, side = call.position, call.position.side(call.offender)
    pegs = position.board.pegs[side]
    if not pegs.front:
        raise RuleError(f"the pegs of side {side} stand before the first hole: there is no front peg")
    position.board = position.board.change(side, pegs.take_front())
    position.marks = (*position.marks, Mark(side, pegs.back - pegs.front, call.law.code))
    if position.marking is not None and position.marking.side == side:
        position.marking = None


def pack_up(call: Call) -> None:
    """Take the next hand or the crib from the table unmarked."""
    owner, part = next_of_show(call.position)
    if call.player not in (None, owner):
        raise RuleError(f"it is for player {owner} to show his {part}, not for player {call.player}")
    show(call.position, call.chance, player=owner, marked=0)
    call.told |= {"player": owner, "part": part, "due": call.disputed.due}


def _excess(call: Call, *, whole: bool = False) -> int:
    """Return how many holes the disputed marking went too far, or all its holes if it did."""
    marking = call.disputed
    _of_offender(call, marking)
    reached, right = (
        min(marking.score + points, call.position.variant.target) for points in (marking.marked, marking.due)
    )
    if reached <= right:
        raise RuleError(f"nothing is marked too many: {marking.marked} of {marking.due} that are due")
    holes = reached - (marking.score if whole else right)
    if call.points not in (None, holes):
        raise RuleError(f"{holes} holes are too many, not {call.points}")
    return holes


def _of_offender(call: Call, marking: Marking) -> None:
    """Refuse a dispute with another player than the one who marked last."""
    if call.player is None:
        call.player = marking.player
        call.told["player"] = marking.player
    if call.player != marking.player:
        raise RuleError(f"player {marking.player} marked last, not player {call.player}")
