"""Deal whole deals: what the solved habits bring, and what a best responder who knows them could gain.

For a sample of own deals all other seats are dealt many times; each plays its solved habit on the cards it
really has, and hand and crib are counted by the rules over every start that is left. So the mean crib of
every own discard is estimated without the model. A responder who knew these means exactly would gain their
greatest total less that of the solved discard. Taking the greatest of estimates is too hopeful, which makes
an upper bound in the mean (`gain_high`); letting one half of the dealings choose and the other half judge
is too modest, which makes a lower one (`gain_low`).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cribstat.crib.seats import Habit, Habits, SeatTables, seat_means, seat_tables, spell_game
from cribstat.equilibrium.variants.solve import (
    FULL_PACK,
    Floats,
    Round,
    Sample,
    answers,
    by_seat,
    draw_deals,
    take_sample,
)
from cribstat.kernels import dealing, patterns, seats
from cribstat.rules import Variant
from cribstat.scoring import mean_hands


class SeatFigures(NamedTuple):
    """What a seat has of solved habits; points a deal, each with its standard error.

    Attributes
    ----------
    variant, seat
        The game, with the options that change its cribs, and the seat.
    hand_ev, hand_se
        Mean hand; the error is zero where all deals are counted.
    crib_ev, crib_se
        Mean crib, whoever owns it: what the habits say of all deals, less `crib_error`.
    crib_error, crib_error_se
        Mean crib as the habits have it less mean crib as dealt, at the solved discards: what they leave out.
    gain_low, gain_low_se, gain_high, gain_high_se
        Bounds of what a best responder gains, right in the mean.
    own_deals, dealings, seed
        How many own deals, dealings of the others for each, and the seed.
    """

    variant: str
    seat: int
    hand_ev: float
    hand_se: float
    crib_ev: float
    crib_se: float
    crib_error: float
    crib_error_se: float
    gain_low: float
    gain_low_se: float
    gain_high: float
    gain_high_se: float
    own_deals: int
    dealings: int
    seed: int


def check_seat(
    variant: Variant,
    habits: tuple[Habit, Habit],
    seat: int,
    *,
    own_deals: int = 1000,
    dealings: int = 4000,
    seed: int = 1001,
    sample: Sample | None = None,
) -> SeatFigures:
    """Measure by dealing what a seat has of solved habits, and what it could gain by a best response.

    Parameters
    ----------
    variant, habits
        The game, and the habits of the others and of the owner's side.
    seat
        The seat that is measured and that responds.
    own_deals, dealings, seed
        Size and seed of the experiment; every seat has random numbers of its own.
    sample
        Deals for the mean hand and what the habits say of the crib; by default as in `solve_variant`.

    Notes
    -----
    **Estimated**, with standard errors over the own deals; the same dealings serve all discards.
    """
    means = _means(sample or take_sample(variant), variant, seat, habits)
    model = Habits(variant, by_seat(variant, habits), "")
    share, seed = variant.crib_share(seat), seed + seat
    own = draw_deals(own_deals, variant.dealt, seed)
    hands, thought = mean_hands(own, variant.laid_out), model.crib_means(variant, seat, own)
    best, _ = seats.best_ways(hands, thought, share)
    dealt = _dealt_cribs(variant, model.by_seat, seat, own, dealings, seed)
    at = np.arange(own_deals)
    first, second = hands + share * dealt
    whole = (first + second) / 2
    low = (second[at, first.argmax(axis=1)] - second[at, best]) / 2
    low += (first[at, second.argmax(axis=1)] - first[at, best]) / 2
    error, error_se = _mean_and_error(thought[at, best] - dealt.mean(axis=0)[at, best])
    (hand, hand_se), (crib, crib_se) = means
    return SeatFigures(
        spell_game(variant),
        seat,
        hand,
        hand_se,
        crib - error,
        float(np.hypot(crib_se, error_se)),
        error,
        error_se,
        *_mean_and_error(low),
        *_mean_and_error(whole.max(axis=1) - whole[at, best]),
        own_deals,
        dealings,
        seed,
    )


def figures_csv(rows: Sequence[SeatFigures | Round]) -> str:
    """Write the figures of seats, or the rounds of a solution, as CSV; numbers with five decimals."""
    cells = [[f"{cell:.5f}" if isinstance(cell, float) else str(cell) for cell in row] for row in rows]
    return "".join(",".join(line) + "\n" for line in [rows[0]._fields, *cells])


def _means(
    sample: Sample, variant: Variant, seat: int, habits: tuple[Habit, Habit]
) -> list[tuple[float, float]]:
    """Return mean hand and mean crib as the habits have it, with their standard errors over the sample."""
    _, *columns = answers(sample, variant, seat, habits)
    found = []
    for column in columns:
        mean = float(sample.mass @ column)
        spread = 0.0 if sample.every else float(np.sqrt(sample.mass @ (column - mean) ** 2 / len(column)))
        found.append((mean, spread))
    return found


def _dealt_cribs(
    variant: Variant,
    habits: tuple[Habit, ...],
    seat: int,
    own: NDArray[np.uint8],
    dealings: int,
    seed: int,
) -> Floats:
    """Return the mean crib of every discard in either half of the dealings, (2, own deals, discards)."""
    away, _ = patterns.split_positions(variant.dealt, variant.laid_out)
    others = [other for other in range(variant.players) if other != seat]
    players = [_Player.at(variant, other, habits) for other in others]
    table = patterns.show_table(variant.crib_size)
    cards = np.empty((dealings, len(others) * variant.dealt + variant.from_pack), dtype=np.uint8)
    means = np.empty((2, len(own), len(away)))
    for row, deal in enumerate(own):
        free = np.setdiff1d(FULL_PACK, deal)
        dealing.deal_cards(seed, (row + 1) * dealings, free, cards)
        hands = cards[:, : len(others) * variant.dealt].reshape(dealings, len(others), variant.dealt)
        laid = [player.lay_away(hands[:, place]) for place, player in enumerate(players)]
        crib = np.concatenate([*laid, cards[:, len(others) * variant.dealt :]], axis=1)
        points = seats.mean_cribs(deal, away.astype(np.int64), crib, cards, table, patterns.CHOOSE)
        means[:, row] = points.reshape(2, dealings // 2, -1).mean(axis=1)
    return means


@dataclass(frozen=True)
class _Player:
    """A seat that plays its habit: tables for every deal's ranks."""

    variant: Variant
    seat: int
    tables: SeatTables

    @classmethod
    def at(cls, variant: Variant, seat: int, habits: tuple[Habit, ...]) -> "_Player":
        """Prepare a seat for any deal."""
        ranks = patterns.multisets(variant.dealt)
        possible = patterns.rank_counts(ranks).max(axis=1) <= 4
        ranks = np.where(possible[:, None], ranks, np.arange(variant.dealt, dtype=np.uint8))
        return cls(variant, seat, seat_tables(ranks, variant, seat, habits))

    def lay_away(self, deals: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """Return the cards laid away of many deals, (n, laid out)."""
        variant, ordered = self.variant, np.sort(deals, axis=1)
        cribs = seat_means(self.tables, ordered, patterns.multiset_index(ordered >> 2), variant)
        hands = mean_hands(ordered, variant.laid_out)
        best, _ = seats.best_ways(hands, cribs, variant.crib_share(self.seat))
        away, _ = patterns.split_positions(variant.dealt, variant.laid_out)
        return np.take_along_axis(ordered, away[best], axis=1)


def _mean_and_error(sample: Floats) -> tuple[float, float]:
    """Return the mean of a sample and its standard error."""
    return float(sample.mean()), float(sample.std(ddof=1) / np.sqrt(len(sample)))
