"""The acts of a game by name: what each does to a position, and which of its arguments chance may choose."""

from collections.abc import Callable
from functools import cache
from inspect import Parameter, signature
from types import MappingProxyType
from typing import Any, NamedTuple

from cribstat.game import cutting, dealing, showing
from cribstat.game.irregularities import irregularity

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
