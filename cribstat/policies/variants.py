"""The solved habits that ship, for the games that are not solved deal by deal: seven, eight, three and four.

A file holds the habits of both sides (`cribstat.crib.seats`): whose crib it is (``own`` for the owner's
side, ``other`` for the others), the ranks laid away, how often, and for every rank the lift of a card of it
that the player cannot hold.
"""

import csv
import io
from functools import cache

import numpy as np

from cribstat.cards import RANK_LETTERS
from cribstat.crib import CribModel
from cribstat.crib.seats import Habit, Habits, owns_crib, set_sizes
from cribstat.kernels.patterns import multisets
from cribstat.rules import SHOW_OPTIONS, Variant, changed_options
from cribstat.rules import variant as variant_record
from cribstat.tables import TableError, read_table

GAMES = ("seven", "eight", "three", "four")
SIDES = ("other", "own")
CRIB_OPTIONS = SHOW_OPTIONS - {"crib_flush"}
COLUMNS = ["crib", "laid_away", "share", *(f"lift_{letter}" for letter in RANK_LETTERS)]
STATEMENT = (
    "the others lay away by solved habits: ranks, changed by each card they cannot hold (yours, dead, start, "
    "crib); suits and the rest of their deals left out"
)


def solved_model(variant: Variant) -> CribModel | None:
    """Return the crib model of the solved habits of a game, None for the games that are solved deal by deal.

    Raises
    ------
    TableError
        The file of the habits is damaged.

    Notes
    -----
    **Approximate**: see the model's statement. A crib whose flush does not need the start is refused by the
    model, not here.

    Examples
    --------
    >>> from cribstat.rules import FOUR
    >>> model = solved_model(FOUR)
    >>> model.name, model.exactness
    ('solved', 'approximate')
    """
    return _model(solved_game(variant)) if variant.name in GAMES else None


def solved_game(variant: Variant) -> Variant:
    """Return the game whose habits answer for another: the same crib, other options by default."""
    options = changed_options(variant)
    return variant_record(variant.name, **{key: options[key] for key in options if key in CRIB_OPTIONS})


def habits_file(variant: Variant) -> str:
    """Return the name below ``data/`` of the habits of a game.

    Examples
    --------
    >>> habits_file(variant_record("seven", from_pack=1))
    'solved/habits_seven_from_pack_1.csv'
    """
    options = [f"{key}_{value}" for key, value in sorted(changed_options(solved_game(variant)).items())]
    return f"solved/habits_{'_'.join([variant.name, *options])}.csv"


def habits_to_csv(variant: Variant, habits: tuple[Habit, Habit]) -> str:
    """Write the habits of the others and of the owner's side as CSV, rounded as they ship."""
    lines = [",".join(COLUMNS)]
    for side, habit in zip(SIDES, habits, strict=True):
        shares = habit.weights * set_sizes(variant.laid_out)
        for ranks, share, lifts in zip(multisets(variant.laid_out), shares, habit.lifts, strict=True):
            cards = "-".join(RANK_LETTERS[rank] for rank in ranks)
            lines.append(",".join([side, cards, f"{share:.6e}", *(f"{lift:.5f}" for lift in lifts)]))
    return "\n".join(lines) + "\n"


def habits_from_csv(variant: Variant, text: str) -> tuple[Habit, Habit]:
    """Read the habits of the others and of the owner's side.

    Raises
    ------
    TableError
        The text does not hold every set of ranks once for each side, with weights and lifts above zero.
    """
    rows = list(csv.reader(io.StringIO(text)))
    kinds = ["-".join(RANK_LETTERS[rank] for rank in ranks) for ranks in multisets(variant.laid_out)]
    if rows[0] != COLUMNS or [row[:2] for row in rows[1:]] != [
        [side, kind] for side in SIDES for kind in kinds
    ]:
        raise TableError(f"the habits of {variant.name} hold other ranks than every set once for each side")
    numbers = np.array([row[2:] for row in rows[1:]], dtype=np.float64)
    if not (np.isfinite(numbers) & (numbers > 0)).all():
        raise TableError(f"the habits of {variant.name} hold a number that is not above zero")
    other, own = np.split(numbers, 2)
    sizes = set_sizes(variant.laid_out)
    return Habit(other[:, 0] / sizes, other[:, 1:]), Habit(own[:, 0] / sizes, own[:, 1:])


@cache
def _model(variant: Variant) -> Habits:
    """Read the model of a game."""
    habits = habits_from_csv(variant, read_table(habits_file(variant)).decode())
    seats = range(variant.players)
    return Habits(variant, tuple(habits[owns_crib(variant, seat)] for seat in seats), STATEMENT)
