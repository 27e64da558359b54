"""What the players of a simulation lay away: policies by class, and the best by solved habits."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from cribstat.crib.seats import owns_crib
from cribstat.kernels import enumeration, patterns, seats
from cribstat.kernels.simulation.layout import FIRST_STEP, lay_out_by_class, lay_out_ways
from cribstat.policies import Policy, PolicyError, named_policy
from cribstat.policies.build import best_hand
from cribstat.policies.shipped import DEALT, NO_PLAY, SOLVED
from cribstat.policies.solved import solved_policy
from cribstat.rules import Variant
from cribstat.scoring import mean_hands
from cribstat.simulation.habits import HabitTables, habit_tables
from cribstat.tables import PUBLISHED

BEST_HAND = "best-hand"
Cards = NDArray[np.uint8]
Numbers = NDArray[np.int64]


class Discards(Protocol):
    """Whoever lays away for a seat."""

    @property
    def name(self) -> str:
        """The word for it in answers."""

    def lay_out(self, seed: int, deals: Numbers, seat: int, cards: Cards, keeps: Cards, away: Cards) -> None:
        """Lay cards of many deals away.

        Parameters
        ----------
        seed, deals
            The seed, and the number of each deal (n,).
        seat
            Who lays away.
        cards
            The cards dealt to him, (n, dealt), in any order.
        keeps, away
            Modified in place: what he keeps (n, held) and lays away (n, laid out).
        """


@dataclass(frozen=True, eq=False)
class ClassDiscards:
    """A policy over classes of deals; it mixes by the random numbers of the deal."""

    policy: Policy

    @property
    def name(self) -> str:
        """The policy's name."""
        return self.policy.name

    def lay_out(self, seed: int, deals: Numbers, seat: int, cards: Cards, keeps: Cards, away: Cards) -> None:
        """Lay two cards of many deals away (see `Discards`)."""
        policy, tables = self.policy, enumeration.mask_tables()
        offsets = enumeration.shape_offsets(policy.dealt)
        step, shares = FIRST_STEP + seat, policy.parts
        lay_out_by_class(seed, deals, step, cards, *shares, *tables, offsets, keeps, away)


@dataclass(frozen=True, eq=False)
class ValueDiscards:
    """What is worth most of mean hand and mean crib, the first of equal discards.

    Attributes
    ----------
    name
        The word for it in answers.
    variant
        The game.
    share
        What a point of the crib counts.
    tables
        The mean cribs as the solved habits have them; None to look at the hand alone.
    """

    name: str
    variant: Variant
    share: float
    tables: HabitTables | None

    def lay_out(
        self,
        seed: int,  # noqa: ARG002
        deals: Numbers,  # noqa: ARG002
        seat: int,  # noqa: ARG002
        cards: Cards,
        keeps: Cards,
        away: Cards,
    ) -> None:
        """Lay cards of many deals away (see `Discards`)."""
        ordered = np.sort(cards, axis=1)
        hands = mean_hands(ordered, self.variant.laid_out)
        cribs = np.zeros_like(hands) if self.tables is None else self.tables.crib_means(ordered)
        best, _ = seats.best_ways(hands, cribs, self.share)
        discards, kept = patterns.split_positions(self.variant.dealt, self.variant.laid_out)
        lay_out_ways(ordered, best, discards.astype(np.int64), kept.astype(np.int64), keeps, away)


def discards_of(which: str | Path | Policy, variant: Variant, seat: int) -> Discards:
    """Return who lays away for a seat.

    Parameters
    ----------
    which
        A policy, or the name of one: ``solved`` and ``best-hand`` in every game, ``solved-no-play`` and
        files of policies with five and six cards, ``hessel``, ``schell`` and ``rasmussen`` with six.
    variant
        The game.
    seat
        0 leads, the last deals.

    Raises
    ------
    PolicyError
        No such policy, one of another role, or one that does not fit the game.
    ModelError
        No habits are solved for the game's options.
    TableError
        A table is damaged.
    """
    if variant.name in DEALT:
        policy = which if isinstance(which, Policy) else _named(str(which), variant.role(seat), variant.dealt)
        if policy.dealt != variant.dealt:
            raise PolicyError(
                f"the policy {policy.name} is for {policy.dealt} cards dealt, not the {variant.dealt} of "
                f"{variant.name}"
            )
        if policy.role != variant.role(seat):
            raise PolicyError(
                f"the policy {policy.name} is the {policy.role}'s, not the {variant.role(seat)}'s"
            )
        return ClassDiscards(policy)
    if which == SOLVED:
        return ValueDiscards(
            SOLVED, variant, variant.crib_share(seat), _tables(variant, owns_crib(variant, seat))
        )
    if which == BEST_HAND:
        return ValueDiscards(BEST_HAND, variant, 0.0, None)
    name = which.name if isinstance(which, Policy) else which
    raise PolicyError(f"in {variant.name} a policy is '{SOLVED}' or '{BEST_HAND}', not '{name}'")


@cache
def _named(which: str, role: str, dealt: int) -> Policy:
    """Return a named policy of six or five cards, or that of a file."""
    of_five: dict[str, Callable[[], Policy]] = {
        SOLVED: lambda: solved_policy(role, dealt),
        NO_PLAY: lambda: solved_policy(role, dealt, play=False),
        BEST_HAND: lambda: best_hand(role, dealt),
    }
    if dealt != DEALT["five"]:
        return named_policy(which, role)
    if which in PUBLISHED:
        raise PolicyError(f"the policy {which} is for six cards dealt: {', '.join(of_five)} or a file")
    return of_five[which]() if which in of_five else named_policy(which, role)


@cache
def _tables(variant: Variant, owner: bool) -> HabitTables:
    """Return the tables of a game for the owner's side or the others, once a process."""
    return habit_tables(variant, owner=owner)
