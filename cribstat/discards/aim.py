"""What a ranking of discards aims at: points, so many points in the hand, or the game."""

from collections.abc import Sequence
from dataclasses import dataclass

from cribstat.rules import RuleError, Variant, is_list, is_whole

POINTS, NEED, WIN, STAKE = "points", "need", "win", "stake"


@dataclass(frozen=True, slots=True)
class Aim:
    """What is asked beside means, and what decides the order.

    Attributes
    ----------
    need
        Points wanted from the hand, None where nobody asks.
    scores
        Own score and the other's, None where nobody asks.
    stakes
        What a game is played for, a name in `winprob.STAKES`.
    by
        ``points``, ``need``, ``win`` or ``stake``.
    """

    need: int | None = None
    scores: tuple[int, int] | None = None
    stakes: str = WIN
    by: str = POINTS


def aim_of(
    variant: Variant,
    need: int | None = None,
    scores: Sequence[int] | None = None,
    stakes: str = WIN,
    by: str | None = None,
) -> Aim:
    """Check what is asked, and choose the order where it is not named: by what is asked.

    Raises
    ------
    RuleError
        So few points that every hand has them, scores that no deal begins with, unknown stakes or stakes
        without a score, or an order by what is not asked.
    """
    if need is not None and not (is_whole(need) and 1 <= need <= variant.most_points):
        raise RuleError(f"the points needed from the hand are 1 to {variant.most_points} here, not {need!r}")
    if stakes != WIN:
        _refuse_stakes(stakes, scored=scores is not None)
    known = None if scores is None else _checked_scores(variant, scores)
    asked = {NEED: need is not None, WIN: known is not None, STAKE: stakes != WIN}
    orders = [POINTS, *(name for name, wanted in asked.items() if wanted)]
    if by is not None and by not in orders:
        raise RuleError(f"the order may be by {' or '.join(orders)} here, not by '{by}'")
    return Aim(need, known, stakes, by or orders[-1])


def _refuse_stakes(stakes: str, *, scored: bool) -> None:
    """Raise RuleError where stakes are unknown, or there is no score that they are played from."""
    from cribstat.winprob.stakes import stake_named  # not wanted for points

    stake_named(stakes)
    if not scored:
        raise RuleError(f"the stakes '{stakes}' have no effect without a score")


def _checked_scores(variant: Variant, scores: Sequence[int]) -> tuple[int, int]:
    """Return own score and the other's as plain numbers."""
    if not is_list(scores) or len(scores) != 2:
        raise RuleError(f"a score is own score and the other's, two numbers, not {scores!r}")
    if not all(map(is_whole, scores)):
        raise RuleError(f"scores are whole numbers, not {scores[0]!r}-{scores[1]!r}")
    own, other = map(int, scores)
    for score in (own, other):
        if not 0 <= score < variant.target:
            raise RuleError(f"a score before a deal is 0 to {variant.target - 1} here, not {score}")
    return own, other
