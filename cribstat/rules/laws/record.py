"""What a law is: one row of the table."""

from dataclasses import asdict, dataclass
from typing import Any

from cribstat.rules.variants import LAW_PROFILES

FRESH, STAND = "FRESH", "STAND"
# Points that are counted and not fixed.
EXCESS, LEAD, UNMARKED, CLAIMED = "excess", "lead", "unmarked", "claimed"
# The profiles in which a row of the old books holds.
HELD = tuple(profile for profile in LAW_PROFILES if profile != "off")


@dataclass(frozen=True, slots=True)
class Law:
    """One irregularity and what follows.

    Attributes
    ----------
    code
        Its name, such as ``DEAL-UNCUT``.
    sources
        The books it is taken from.
    situation
        What has happened.
    offender
        ``dealer``, ``pone``, ``cutter``, ``any`` player, ``bystander`` or ``nobody``. With more
        than two at the table pone means any non-dealer.
    when
        The phases of a game in which it may be called, such as ``lay_out`` and ``play``.
    points
        A number; or what is counted: ``excess`` (marked above what is due), ``lead`` (of the front peg over
        the back peg), ``unmarked`` (due and not marked) or ``claimed``.
    gains
        Who marks the points: each ``adversary`` of the offender, or ``nobody``.
    remedy
        What is done besides points and choice, in words; empty where that is nothing.
    effect
        The same as a word for a program: ``none``, ``cut_again``, ``redeal``, ``choice``, ``right_dealer``,
        ``choice_or_points``, ``hand``, ``put_back``, ``take_front``, ``lose_points``, ``pack_up``,
        ``muggins_false``, ``false_win``, ``false_claim`` or ``lose_game``.
    options
        Between what may be chosen: a ``FRESH`` deal by the same dealer, or to let the deal ``STAND``.
    chooser
        Who chooses: ``adversary``, ``dealer`` or ``nobody``.
    blind
        The choice is made before the chooser looks at his cards.
    forfeit
        The book says the points are forfeited: by the option ``forfeit`` the adversary gains them or the
        offender loses them.
    profiles
        The profiles in which it holds.
    """

    code: str
    sources: tuple[str, ...]
    situation: str
    offender: str
    when: tuple[str, ...]
    points: int | str = 0
    gains: str = "nobody"
    remedy: str = ""
    effect: str = "none"
    options: tuple[str, ...] = ()
    chooser: str = "nobody"
    blind: bool = False
    forfeit: bool = False
    profiles: tuple[str, ...] = HELD

    def to_dict(self) -> dict[str, Any]:
        """Return the row as plain values, lists for tuples."""
        return {
            name: list(value) if isinstance(value, tuple) else value for name, value in asdict(self).items()
        }
