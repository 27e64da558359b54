"""Tables at which a side knows the score: it lays away and plays for the rate the score asks for."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cribstat.policies.by_score import BY_SCORE, TARGET, rates_by_score
from cribstat.policies.policy import ROLES
from cribstat.policies.rates import EVEN, RATES, Rate, rate_policy
from cribstat.rules import RuleError, Variant
from cribstat.simulation.plays import EVEN_WEIGHTS, KernelPlay, mixed_play
from cribstat.simulation.table import Table

Integers = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class TablesByScore:
    """A table for every pair of rates that pone and the dealer may choose.

    Attributes
    ----------
    tables
        By the places in `RATES` of pone's rate and the dealer's.
    places
        The place of the rate that pone and that the dealer choose at each pair of scores, at [dealer's,
        pone's]; the even rate's for who does not know the score.
    knows
        Whether pone and the dealer know the score.
    """

    tables: Mapping[tuple[int, int], Table]
    places: tuple[Integers, Integers]
    knows: tuple[bool, bool]

    @property
    def variant(self) -> Variant:
        """The game with its options."""
        return self._any.variant

    @property
    def player(self) -> str:
        """Who plays, in a word."""
        return self._any.player

    @property
    def _any(self) -> Table:
        return next(iter(self.tables.values()))

    def policy(self, seat: int) -> str:
        """Name who lays away for a seat."""
        return BY_SCORE if self.knows[seat] else self._any.policy(seat)

    def groups(self, scores: Integers) -> Iterator[tuple[Table, Integers]]:
        """Give each table with the rows of the scores (n, 2), pone's and the dealer's, that it serves."""
        pone, dealer = (places[scores[:, 1], scores[:, 0]] for places in self.places)
        for (pones, dealers), table in self.tables.items():
            rows = np.flatnonzero((pone == pones) & (dealer == dealers))
            if len(rows):
                yield table, rows


def seated_table(
    variant: Variant, policies: Sequence[Any], plays: Sequence[str], *, games: bool
) -> Table | TablesByScore:
    """Seat two policies and two players by name, of which ``by-score`` knows the score.

    Parameters
    ----------
    variant
        The game.
    policies
        Policies of pone and the dealer, as in `discards_of`, or ``by-score``.
    plays
        Players of pone and the dealer.
    games
        Whole games are played.

    Raises
    ------
    RuleError
        ``by-score`` where there is no score, in another game than six-card, or with another player
        than ``expectation``.
    PolicyError, ModelError, TableError
        As in `Table.named`.
    """
    knows = [policy == BY_SCORE for policy in policies]
    if not any(knows):
        return Table.named(variant, policies, mixed_play(plays, variant))
    if not games:
        raise RuleError(f"'{BY_SCORE}' needs games: a single deal has no score")
    refuse_by_score(variant, [play for play, knowing in zip(plays, knows, strict=True) if knowing])
    knowing = knows[0], knows[1]
    places = tuple(
        rates_by_score(role) if knows_it else np.full((TARGET, TARGET), RATES.index(EVEN))
        for role, knows_it in zip(ROLES, knows, strict=True)
    )
    chosen = [range(len(RATES)) if knows_it else [RATES.index(EVEN)] for knows_it in knows]
    tables = {
        (pone, dealer): rate_table(variant, (RATES[pone], RATES[dealer]), policies, plays, knowing)
        for pone in chosen[0]
        for dealer in chosen[1]
    }
    return TablesByScore(tables, (places[0], places[1]), knowing)


def rate_table(
    variant: Variant,
    rates: tuple[Rate, Rate],
    policies: Sequence[Any] = ("solved", "solved"),
    plays: Sequence[str] = ("expectation", "expectation"),
    knows: tuple[bool, bool] = (True, True),
) -> Table:
    """Seat players of whom some go by a rate, the worth of a point of the dealer's and of pone's.

    Parameters
    ----------
    variant
        Six-card cribbage.
    rates
        Pone's and the dealer's, from `RATES`.
    policies, plays
        Of pone and the dealer if they do not go by it; the players of both.
    knows
        Whether pone and the dealer go by it.
    """
    seated = [
        rate_policy(rate, role) if knows_it else policy
        for role, rate, knows_it, policy in zip(ROLES, rates, knows, policies, strict=True)
    ]
    (pones, dealers), even = rates, EVEN_WEIGHTS
    weights = np.array([pones[::-1] if knows[0] else even, dealers if knows[1] else even], dtype=np.float64)
    return Table.named(variant, seated, KernelPlay(variant, tuple(plays), weights))


def refuse_by_score(variant: Variant, plays: Sequence[str]) -> None:
    """Raise RuleError where the rates are not solved, or a player cannot follow one."""
    if variant.name != "six":
        raise RuleError(f"'{BY_SCORE}' plays six-card cribbage only, not {variant.name}")
    for play in plays:
        if play != "expectation":
            raise RuleError(f"'{BY_SCORE}' plays with 'expectation', not with '{play}'")
