"""The table of every form of the game between good players: its rows, written and read.

Reading it needs neither a compiler nor a simulation; `cribstat.simulation.variants` makes it.
"""

import csv
import io
import math
from functools import cache
from typing import NamedTuple

from cribstat.tables import read_table

FILE = "solved/variants.csv"
COLUMNS = ("variant", "rule", "games", "deals", "what", "part", "mean", "se", "sd")


class VariantRow(NamedTuple):
    """One figure of one game.

    Attributes
    ----------
    variant, rule
        The game, and the option it is played with, ``key=value``, empty where all are the usual ones.
    games, deals
        How many games, and deals in them, were simulated.
    what
        A role, or a seat by number: his points a deal; ``lead``: points a deal of the dealer's side above the
        mean of the other sides; or a figure of whole games.
    part
        Of points: ``heels``, ``play``, ``hand``, ``crib`` or ``total``; else empty.
    mean, se, sd
        The mean, its standard error, and the standard deviation of a deal's points, nan of games.
    """

    variant: str
    rule: str
    games: int
    deals: int
    what: str
    part: str
    mean: float
    se: float
    sd: float


def rows_to_csv(rows: list[VariantRow]) -> str:
    """Write rows as they ship, numbers to eight places."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(COLUMNS)
    for row in rows:
        numbers = ["" if math.isnan(value) else f"{value:.8f}" for value in (row.mean, row.se, row.sd)]
        writer.writerow([*row[:6], *numbers])
    return stream.getvalue()


def rows_from_csv(text: str) -> list[VariantRow]:
    """Read rows as `rows_to_csv` wrote them."""
    rows = []
    for variant, rule, games, deals, what, part, *cells in list(csv.reader(io.StringIO(text)))[1:]:
        mean, se, sd = (float(cell or "nan") for cell in cells)
        rows.append(VariantRow(variant, rule, int(games), int(deals), what, part, mean, se, sd))
    return rows


@cache
def shipped_variants() -> tuple[VariantRow, ...]:
    """Return the rows of the table that ships.

    Raises
    ------
    TableError
        The table is missing or damaged.

    Notes
    -----
    **Estimated**: whole games between players of ``solved`` discards and the expectation player in the play.
    """
    return tuple(rows_from_csv(read_table(FILE).decode()))
