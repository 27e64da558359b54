"""A table: who lays away in each seat and who plays, and the deals that are played there."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cribstat.kernels import dealing, patterns, scoring
from cribstat.kernels.simulation.games import Deals
from cribstat.policies import Policy
from cribstat.rules import Variant
from cribstat.simulation.discards import Discards, discards_of
from cribstat.simulation.plays import Play, named_play

PACK = np.arange(52, dtype=np.uint8)
Cards = NDArray[np.uint8]


class Dealt(NamedTuple):
    """Deals as they were played.

    Attributes
    ----------
    keeps
        The cards each seat keeps, uint8, (players, n, held).
    cribs
        The cards of the cribs, uint8, (n, crib size).
    deals
        What they brought, for the kernels.
    """

    keeps: Cards
    cribs: Cards
    deals: Deals


@dataclass(frozen=True, eq=False)
class Table:
    """Players round a table.

    Attributes
    ----------
    variant
        The game with its options.
    discards
        Who lays away, by seat.
    play
        Who plays.
    """

    variant: Variant
    discards: tuple[Discards, ...]
    play: Play

    @classmethod
    def named(
        cls, variant: Variant, policies: Sequence[str | Path | Policy], play: str | Play = "expectation"
    ) -> "Table":
        """Seat policies, one a seat, and a player by name.

        Raises
        ------
        PolicyError, ModelError, TableError
            As in `discards_of`.
        RuleError
            No such player, or one that cannot follow the rules.
        """
        seated = tuple(discards_of(policy, variant, seat) for seat, policy in enumerate(policies))
        return cls(variant, seated, named_play(play, variant) if isinstance(play, str) else play)

    @property
    def player(self) -> str:
        """Who plays, in a word."""
        return self.play.name

    def policy(self, seat: int) -> str:
        """Name who lays away for a seat."""
        return self.discards[seat].name

    def groups(self, scores: NDArray[np.int64]) -> "Iterator[tuple[Table, NDArray[np.int64]]]":
        """Give this table with all rows: whatever the scores (n, sides), it serves."""
        yield self, np.arange(len(scores))

    def deal(self, seed: int, numbers: NDArray[np.int64]) -> Dealt:
        """Deal, lay out, play and show the deals of these numbers (n,); exact for the choices made.

        The cards of a deal are drawn in this order: those of every seat, those from the pack to the crib,
        the start.
        """
        variant, n = self.variant, len(numbers)
        in_hands = variant.players * variant.dealt
        cards = np.empty((n, in_hands + variant.from_pack + 1), np.uint8)
        dealing.deal_numbers(seed, numbers, PACK, cards)
        keeps = np.empty((variant.players, n, variant.hand_size), np.uint8)
        parts = []
        for seat, discards in enumerate(self.discards):
            own = np.ascontiguousarray(cards[:, seat * variant.dealt : (seat + 1) * variant.dealt])
            away = np.empty((n, variant.laid_out), np.uint8)
            discards.lay_out(seed, numbers, seat, own, keeps[seat], away)
            parts.append(away)
        cribs = np.concatenate([*parts, cards[:, in_hands:-1]], axis=1)
        starts = np.ascontiguousarray(cards[:, -1])
        events = self.play.play_out(seed, numbers, keeps)
        shown = np.empty((variant.players, n), np.int64)
        for seat in range(variant.players):
            shown[seat] = _points(keeps[seat], starts, needs_start=False)
        needs_start = variant.crib_flush == "all_agree"
        return Dealt(
            keeps, cribs, Deals(starts, *events, shown, _points(cribs, starts, needs_start=needs_start))
        )


def _points(hands: Cards, starts: Cards, *, needs_start: bool) -> NDArray[np.int64]:
    """Count hands or cribs with their starts."""
    table = patterns.show_table(hands.shape[1])
    return scoring.score_many(hands, starts, table, patterns.CHOOSE, needs_start)
