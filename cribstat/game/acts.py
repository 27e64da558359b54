"""The acts of a game by name: what each does to a position, and which of its arguments chance may choose."""

from collections.abc import Callable, Mapping
from functools import cache
from inspect import Parameter, signature
from types import MappingProxyType
from typing import Any, NamedTuple

from cribstat.cards import as_cards
from cribstat.game import cutting, dealing, showing
from cribstat.game.irregularities import irregularity
from cribstat.rules import RuleError, is_whole

NUMBERS = frozenset({"by", "marked", "number", "player", "points"})
CARDS = frozenset({"card", "cards", "exposed", "pack"})
TEXTS = frozenset({"choice", "code"})
LISTS = frozenset({"counts", "seating"})  # of whole numbers
TRUTHS = frozenset({"lifted", "uncut"})
Does = Callable[..., dict[str, Any]]


@cache
def _arguments(does: Does) -> tuple[str, ...]:
    """Name the arguments of an act but the position and the chance."""
    return tuple(signature(does).parameters)[2:]


@cache
def _needed(does: Does) -> tuple[str, ...]:
    """Name the arguments that an act must be told."""
    given = signature(does).parameters
    return tuple(name for name in _arguments(does) if given[name].default is Parameter.empty)


class Act(NamedTuple):
    """One act: it changes a copy of the position and returns what its record tells."""

    does: Does
    chosen_by_chance: str | None = None
    settles: bool = True  # nobody can dispute the last marking any more

    @property
    def arguments(self) -> tuple[str, ...]:
        """The names of what the act is told, which are also names in its record."""
        return _arguments(self.does)

    @property
    def needed(self) -> tuple[str, ...]:
        """Those of its arguments that it must be told."""
        return _needed(self.does)


ACTS = MappingProxyType(
    {
        "cut": Act(cutting.cut, "card"),
        "choose_seats": Act(cutting.choose_seats),
        "three_for_last": Act(cutting.three_for_last, settles=False),
        "shuffle": Act(dealing.shuffle, "pack"),
        "cut_pack": Act(dealing.cut_pack, "number"),
        "deal": Act(dealing.deal),
        "lay_out": Act(dealing.lay_out),
        "from_pack": Act(dealing.from_pack),
        "cut_start": Act(dealing.cut_start, "number"),
        "play": Act(showing.play),
        "go": Act(showing.go),
        "show": Act(showing.show),
        "irregularity": Act(irregularity, "cards", settles=False),
    }
)


def check_arguments(act: str, arguments: Mapping[str, Any]) -> None:
    """Refuse what an act cannot be told: an unknown name, one too few, or a value of a wrong kind.

    Raises
    ------
    CardError, HandError
        Something that is to be cards is none.
    RuleError
        Anything else.
    """
    known = ACTS[act].arguments
    for name in arguments:
        if name not in known:
            raise RuleError(f"'{act}' takes {', '.join(known) or 'nothing'}, not '{name}'")
    for name in ACTS[act].needed:
        if name not in arguments or arguments[name] is None:
            raise RuleError(f"'{act}' must be told '{name}'")
    for name, value in arguments.items():
        if value is not None:
            _check_kind(name, value)


def _check_kind(name: str, value: Any) -> None:
    """Refuse a value of a wrong kind."""
    if name in NUMBERS and not is_whole(value):
        raise RuleError(f"'{name}' is a whole number, not {value!r}")
    if name in TEXTS and not isinstance(value, str):
        raise RuleError(f"'{name}' is text, not {value!r}")
    if name in TRUTHS and not isinstance(value, bool):
        raise RuleError(f"'{name}' is true or false, not {value!r}")
    if name in LISTS and not (isinstance(value, list | tuple) and all(map(is_whole, value))):
        raise RuleError(f"'{name}' is a list of whole numbers, not {value!r}")
    if name in CARDS:
        as_cards([value] if name == "card" and not isinstance(value, str) else value, what=name)
