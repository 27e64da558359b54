"""Who plays the deals of a simulation out."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from cribstat.kernels import patterns
from cribstat.kernels.player import PlayerTables, PlayRules, desk
from cribstat.kernels.simulation.plays import play_many
from cribstat.kernels.simulation.stored import StoredTree, play_stored
from cribstat.play.kept import COMMAND, kept_play_arrays
from cribstat.policies.player import PLAYERS, play_rules, player_tables
from cribstat.policies.shipped import DEALT, SOLVED
from cribstat.rules import PLAY_OPTIONS, RuleError, Variant, changed_options

Cards = NDArray[np.uint8]
Numbers = NDArray[np.int64]
Events = tuple[NDArray[np.int8], NDArray[np.int8], Numbers]
Weights = NDArray[np.float64]
EVEN_WEIGHTS = (1.0, 1.0)  # what a point of the own side and of the others counts


class Play(Protocol):
    """Whoever plays a table's deals out."""

    @property
    def name(self) -> str:
        """The word for it in answers."""

    def play_out(self, seed: int, deals: Numbers, keeps: Cards) -> Events:
        """Play many deals out.

        Parameters
        ----------
        seed, deals
            The seed, and the number of each deal (n,).
        keeps
            The cards kept, (players, n, held), in any order.

        Returns
        -------
        tuple of numpy.ndarray
            Seats and points (n, e) of the events in the order they fell, and how many there are (n,).
        """


@dataclass(frozen=True, eq=False)
class KernelPlay:
    """A compiled player in every seat.

    Attributes
    ----------
    variant
        The game with its options.
    players
        ``expectation``, ``greedy`` or ``random`` for each seat.
    weights
        What a point of the own side and of the others counts for each seat, (players, 2); None for alike.
    """

    variant: Variant
    players: tuple[str, ...]
    weights: Weights | None = None

    @property
    def name(self) -> str:
        """The player's name, or the names by seat."""
        return self.players[0] if len(set(self.players)) == 1 else ",".join(self.players)

    @cached_property
    def _rules(self) -> PlayRules:
        return play_rules(self.variant)

    @cached_property
    def _tables(self) -> PlayerTables:
        return player_tables(self.variant)

    def play_out(self, seed: int, deals: Numbers, keeps: Cards) -> Events:
        """Play many deals out (see `Play`)."""
        players, n, held = keeps.shape
        weights = np.array([EVEN_WEIGHTS] * players) if self.weights is None else self.weights
        modes = np.array([PLAYERS[name] for name in self.players])
        seats, points = np.empty((2, n, players * held), np.int8)
        numbers = np.empty(n, np.int64)
        room = desk(players, held)
        play_many(
            seed,
            deals,
            keeps,
            self._rules,
            modes,
            weights,
            self._tables,
            room,
            seats,
            points,
            numbers,
        )
        return seats, points, numbers


@dataclass(frozen=True, eq=False)
class StoredStrategy:
    """Both players play a solved strategy, drawing every card by its probability.

    Attributes
    ----------
    arrays
        What `cribstat.equilibrium.play.play_arrays` makes of a solved play of two.
    name
        The word for it in answers.
    """

    arrays: Mapping[str, NDArray[Any]]
    name: str = SOLVED

    @cached_property
    def _tree(self) -> StoredTree:
        shape, links, shares = (
            np.ascontiguousarray(self.arrays[part]) for part in ("shape", "links", "shares")
        )
        return StoredTree(shape, links, shares, patterns.CHOOSE)

    def play_out(self, seed: int, deals: Numbers, keeps: Cards) -> Events:
        """Play many deals out (see `Play`)."""
        _, n, held = keeps.shape
        seats, points = np.empty((2, n, 2 * held), np.int8)
        numbers = np.empty(n, np.int64)
        single = bool(self.arrays["game"][1])
        play_stored(seed, deals, keeps, self._tree, single, seats, points, numbers)
        return seats, points, numbers


def named_play(which: str, variant: Variant) -> Play:
    """Return who plays a game's deals out, the same in all seats, by name.

    Raises
    ------
    RuleError
        As in `mixed_play`; or the play is not solved for the game, or not kept in the user's cache.
    """
    return _solved_play(variant) if which == SOLVED else mixed_play([which] * variant.players, variant)


def _solved_play(variant: Variant) -> StoredStrategy:
    """Return the solved play that the user's cache keeps."""
    changed = sorted(set(changed_options(variant)) & PLAY_OPTIONS)
    if variant.name not in DEALT or changed:
        options = f" with {changed[0]}={getattr(variant, changed[0])}" if changed else ""
        raise RuleError(f"the play is solved for {' and '.join(DEALT)}, not for {variant.name}{options}")
    arrays = kept_play_arrays(variant.name)
    if arrays is None:
        raise RuleError(f"the solved play is not in the cache: '{COMMAND} --variant {variant.name}' makes it")
    return StoredStrategy(arrays)


def mixed_play(which: Sequence[str], variant: Variant) -> Play:
    """Return who plays a game's deals out, a player for each seat, by name.

    Raises
    ------
    RuleError
        No such player, or an option that no player can follow.
    """
    for name in which:
        if name not in PLAYERS:
            raise RuleError(f"'{name}' is no player for one seat: {', '.join(PLAYERS)}")
    if variant.go_obligation == "may":
        raise RuleError("the players lay every card that comes in: 'go_obligation' may not be 'may' here")
    return KernelPlay(variant, tuple(which))
