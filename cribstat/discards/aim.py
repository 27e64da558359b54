"""What a ranking of discards aims at: points, so many points in the hand, or the game."""

from dataclasses import dataclass

from cribstat.rules import RuleError

POINTS, NEED = "points", "need"


@dataclass(frozen=True, slots=True)
class Aim:
    """What is asked beside means, and what decides the order.

    Attributes
    ----------
    need
        Points wanted from the hand, None where nobody asks.
    by
        ``points`` or ``need``.
    """

    need: int | None = None
    by: str = POINTS


def aim_of(need: int | None, by: str | None) -> Aim:
    """Check what is asked, and choose the order where it is not named: by what is asked.

    Raises
    ------
    RuleError
        So few points that every hand has them, or an order by what is not asked.
    """
    if need is not None and need < 1:
        raise RuleError(f"the points needed from the hand are 1 or more, not {need}")
    orders = [POINTS, *([NEED] if need is not None else [])]
    if by is not None and by not in orders:
        raise RuleError(f"the order may be by {' or '.join(orders)} here, not by '{by}'")
    return Aim(need, by or orders[-1])
