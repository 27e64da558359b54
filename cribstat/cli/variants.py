"""``cribstat table variants``: every form of the game between good players, side by side."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cribstat.cli.options import format_options
from cribstat.cli.output import deliver, refuse_existing, show, to_json, to_markdown

if TYPE_CHECKING:
    from cribstat.game.forms import VariantRow

POINTS = ["game", "dealer", "others", "lead", "se"]
GAMES = ["game", "deals", "se", "first wins", "se", "lurches", "se"]


@click.command("variants")
@format_options()
def variants(form: str, output: Path | None, force: bool) -> None:
    """Every form of the game: points a deal, deals a game, the first dealer's chance, lurches."""
    refuse_existing(output, force=force)
    from cribstat.game.forms import COLUMNS, rows_to_csv, shipped_variants

    rows = list(shipped_variants())
    if form == "csv":
        deliver(rows_to_csv(rows), output, force=force)
        return
    if form == "json":
        method = dict.fromkeys(("mean", "se", "sd"), "estimated")
        told = [dict(zip(COLUMNS, map(_known, row), strict=True)) for row in rows]
        deliver(to_json({"method": method, "rows": told}), output, force=force)
        return
    games: dict[tuple[str, str], list[VariantRow]] = {}
    for row in rows:
        games.setdefault((row.variant, row.rule), []).append(row)
    tables = [
        (POINTS, [_points(_label(*game), of_game) for game, of_game in games.items()]),
        (GAMES, [_whole(_label(*game), of_game) for game, of_game in games.items()]),
    ]
    if form == "markdown":
        parts = [to_markdown(header, cells) for header, cells in tables]
        deliver("\n".join([*parts, "".join(f"{note}\n" for note in _notes(rows))]), output, force=force)
        return
    from rich.text import Text

    from cribstat.cli.tables import NumberTable

    notes = [Text(note, style="dim") for note in _notes(rows)]
    show([*(NumberTable(header, cells) for header, cells in tables), *notes], output, force=force)


def _known(value: Any) -> Any:
    """Return a value, None for nan."""
    return None if value != value else value


def _label(variant: str, rule: str) -> str:
    """Name a game."""
    return f"{variant}, no three" if rule == "three_for_last=no" else variant


def _points(label: str, rows: list["VariantRow"]) -> list[str]:
    """Return the printed points a deal of a game: of the dealer, the others in order, and the lead."""
    totals = {row.what: row for row in rows if row.part == "total"}
    lead = totals.pop("lead")
    dealer = totals.pop("dealer" if "dealer" in totals else max(totals))
    others = ", ".join(f"{row.mean:.3f}" for row in totals.values())
    return [label, f"{dealer.mean:.3f}", others, f"{lead.mean:.3f}", f"{lead.se:.3f}"]


def _whole(label: str, rows: list["VariantRow"]) -> list[str]:
    """Return the printed figures of whole games."""
    found = {row.what: row for row in rows}
    cells = [label]
    for what in ("deals_a_game", "first_dealer_wins", "lurches"):
        cells += [f"{found[what].mean:.4f}", f"{found[what].se:.4f}"]
    return cells


def _notes(rows: list["VariantRow"]) -> list[str]:
    """Say what the table holds."""
    return [
        "dealer, others: points a deal, seats in order of play; lead: of the dealer's",
        "side above the mean of the other sides. deals: a game; first wins: share of",
        "games that the first dealer (his side) wins; lurches: losers lurched a game.",
        f"estimated from {rows[0].games:,} games of each kind, se: standard error. solved",
        "discards, the expectation player in the play, all blind to the score.",
        "no three: without three for last.",
    ]
