"""Every form of the game between good players, side by side: the table ``solved/variants.csv``."""

import csv
import hashlib
import io
import math
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from cribstat.cache import write_beside
from cribstat.rules import Variant, changed_options
from cribstat.rules import variant as variant_record
from cribstat.simulation.figures import Figure
from cribstat.simulation.simulate import EXPECTATION, Simulation, simulate
from cribstat.tables import read_table

FILE = "solved/variants.csv"
COLUMNS = ("variant", "rule", "games", "deals", "what", "part", "mean", "se", "sd")
GAMES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("five", {}),
    ("five", {"three_for_last": "no"}),
    ("six", {}),
    ("seven", {}),
    ("eight", {}),
    ("three", {}),
    ("four", {}),
)
WHOLE = ("first_dealer_wins", "deals_a_game", "margin", "lurches")
LEAD = "lead"


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


def variant_games() -> list[Variant]:
    """Return the games of the table in its order."""
    return [variant_record(name, **options) for name, options in GAMES]


def variant_rows(found: Simulation) -> list[VariantRow]:
    """Return the rows of a simulation of whole games."""
    if found.games is None:
        raise ValueError("single deals make no row of games")
    options = changed_options(found.variant).items()
    head = (found.variant.name, " ".join(f"{key}={value}" for key, value in options))
    size = found.games.games, found.deals
    rows = [
        VariantRow(*head, *size, what, part, *value)
        for what, points in {**found.roles, LEAD: found.lead}.items()
        for part, value in points.items()
    ]
    for what in WHOLE:
        value: Figure | None = getattr(found.games, what)
        if value is not None:
            rows.append(VariantRow(*head, *size, what, "", *value, float("nan")))
    return rows


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


def variants_table(
    data: Path,
    *,
    games: int,
    seed: int = 7,
    threads: int = 1,
    progress: Callable[[Simulation], Any] | None = None,
) -> dict[str, dict[str, Any]]:
    """Simulate every form of the game and write the table below ``data/``.

    Parameters
    ----------
    data
        The folder of tables.
    games
        Games of each form.
    seed, threads
        As in `simulate`.
    progress
        Takes each simulation.

    Returns
    -------
    dict
        The entry of the manifest, by path below `data`.
    """
    rows = []
    for record in variant_games():
        found = simulate(record, games, seed=seed, threads=threads)
        rows += variant_rows(found)
        if progress is not None:
            progress(found)
    text = rows_to_csv(rows)
    with write_beside(data / FILE) as file:
        file.write(text.encode())
    entry = {
        "sha256": hashlib.sha256(text.encode()).hexdigest(),
        "method": "estimated",
        "content": "every form of the game between good players: points a deal, length, first deal's worth",
        "assumes": f"discards: solved; play: {EXPECTATION}; both blind to the score",
        "sources": ["cribstat.simulation"],
        "recipe": f"cribstat.recipes.variants_table(data, games={games}, seed={seed})",
        "cost": f"{sum({row[:4]: row.deals for row in rows}.values()) // 1_000_000} million deals",
        "seed": f"{seed}",
    }
    return {FILE: entry}
