"""Every form of the game between good players, side by side: the table ``solved/variants.csv``."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from cribstat.cache import file_sha256, write_beside
from cribstat.game.forms import FILE, VariantRow, rows_to_csv
from cribstat.rules import Variant, changed_options
from cribstat.rules import variant as variant_record
from cribstat.simulation.figures import Figure
from cribstat.simulation.simulate import EXPECTATION, Simulation, simulate

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
        "sha256": file_sha256(data / FILE),
        "method": "estimated",
        "content": "every form of the game between good players: points a deal, length, first deal's worth",
        "assumes": f"discards: solved; play: {EXPECTATION}; both blind to the score",
        "sources": ["cribstat.simulation"],
        "recipe": f"cribstat.recipes.variants_table(data, games={games}, seed={seed})",
        "cost": f"{sum({row[:4]: row.deals for row in rows}.values()) // 1_000_000} million deals",
        "seed": f"{seed}",
    }
    return {FILE: entry}
