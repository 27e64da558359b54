"""Mean cribs by the solved habits for any deal of a game at once: tables by the ranks of the deal.

The same numbers as `cribstat.crib.seats` gives for a question, worked out beforehand for every rank multiset
of a deal and kept in the user's cache: some seconds at the first use of a game.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cribstat.cache import Message, cached_arrays
from cribstat.crib import ModelError
from cribstat.crib.seats import Habits, owns_crib, seat_tables
from cribstat.kernels import patterns, seats
from cribstat.policies.variants import habits_file, solved_model
from cribstat.rules import Variant
from cribstat.tables import file_digest

FORM = 1  # to be raised when the form of what is kept changes
ROWS = 1024
Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class HabitTables:
    """Mean cribs of a side by the rank multiset of the deal.

    Attributes
    ----------
    variant
        The game.
    means, jacks
        As in `crib.seats.SeatTables`, a row for each multiset of `patterns.multisets`.
    flushes, begins
        The rows of `SeatTables.flushes` end to end, each as long as its ranks need, and where each begins.
    """

    variant: Variant
    means: Floats
    jacks: Floats
    flushes: Floats
    begins: NDArray[np.int64]

    def crib_means(self, deals: NDArray[np.uint8]) -> Floats:
        """Return the mean crib of every discard of ascending deals (n, dealt), points, (n, discards)."""
        rows = patterns.multiset_index(deals >> 2)
        away, _ = patterns.split_positions(self.variant.dealt, self.variant.laid_out)
        means = self.means[rows]
        others = self.variant.others_in_crib
        seats.add_suits(
            deals, away.astype(np.int64), rows, self.jacks, self.flushes, self.begins, others, means
        )
        return means


def habit_tables(variant: Variant, *, owner: bool, say: Message | None = None) -> HabitTables:
    """Return the tables of a game, from the user's cache where they are kept.

    Parameters
    ----------
    variant
        Seven, eight, three or four.
    owner
        For the side whose crib it is, or for the others.
    say
        Takes sentences for the user.

    Raises
    ------
    ModelError
        The game has no habits, or they were solved for other options.
    TableError
        The file of the habits is damaged.
    """
    model = solved_model(variant)
    if not isinstance(model, Habits):
        raise ModelError(f"{variant.name} is solved deal by deal, not by habits")
    model.refuse(variant)
    seat = next(seat for seat in range(variant.players) if owns_crib(variant, seat) == owner)
    file = habits_file(variant)
    name = (
        f"{file.removeprefix('solved/').removesuffix('.csv').replace('_', '-')}-{'own' if owner else 'other'}"
    )
    arrays = cached_arrays(name, f"{file_digest(file)} {FORM}", lambda: _build(variant, seat, model), say)
    return HabitTables(variant, arrays["means"], arrays["jacks"], arrays["flushes"], arrays["begins"])


def _build(variant: Variant, seat: int, model: Habits) -> dict[str, NDArray[np.generic]]:
    """Work the tables of a seat out, some rows at a time."""
    ranks = patterns.multisets(variant.dealt)
    possible = patterns.rank_counts(ranks).max(axis=1) <= len("cdhs")
    ranks = np.where(possible[:, None], ranks, np.arange(variant.dealt, dtype=np.uint8)).astype(np.uint8)
    different = 1 + (np.diff(ranks, axis=1) > 0).sum(axis=1)
    means, jacks, flushes = [], [], []
    for begin in range(0, len(ranks), ROWS):
        rows = slice(begin, begin + ROWS)
        found = seat_tables(ranks[rows], variant, seat, model.by_seat)
        used = np.arange(found.flushes.shape[1]) < (1 << different[rows])[:, None]
        means.append(found.means)
        jacks.append(found.jacks)
        flushes.append(found.flushes[used])
    begins = np.concatenate([[0], np.cumsum(1 << different)[:-1]])
    return {
        "means": np.concatenate(means),
        "jacks": np.concatenate(jacks),
        "flushes": np.concatenate(flushes),
        "begins": begins.astype(np.int64),
    }
