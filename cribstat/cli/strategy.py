"""The strategy tables of the solved game: cribs, discards, keeps and starts."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from cribstat.cards import RANK_LETTERS
from cribstat.cli.options import format_options
from cribstat.cli.output import (
    OutputError,
    deliver,
    refuse_existing,
    show,
    to_csv,
    to_json,
    to_markdown,
)
from cribstat.policies.shipped import DEALT, NO_PLAY
from cribstat.policies.shipped import SOLVED as WITH_PLAY
from cribstat.tables import strategy_square, strategy_table, summary_name

if TYPE_CHECKING:
    from rich.console import RenderableType

F = TypeVar("F", bound=Callable[..., Any])
ROLES = ("dealer", "pone")


@dataclass(frozen=True)
class Column:
    """A column: its name in CSV and JSON, its heading, and how a value is printed."""

    name: str
    heading: str
    text: Callable[[Any], str]


def points(value: float | None) -> str:
    """Print points to three decimals; nothing where there are none."""
    return "" if value is None else f"{value:.3f}"


def percent(value: float) -> str:
    """Print a share in percent to three decimals."""
    return f"{100 * value:.3f}"


def number(text: str) -> float | None:
    """Read a number of a table; empty cells hold none."""
    return float(text) if text else None


def hyphenated(ranks: str) -> str:
    """Print ranks with hyphens."""
    return "-".join(ranks)


DISCARDS = (
    Column("pair", "pair", hyphenated),
    Column("suited", "suited", lambda suited: "yes" if suited else "no"),
    Column("laid", "laid %", percent),
    Column("held", "held %", percent),
    Column("crib_laid", "crib, laid", points),
    Column("crib_held", "crib, held", points),
)
KEEPS = (
    Column("keep", "keep", hyphenated),
    Column("share", "share %", percent),
    Column("hand_ev", "hand", points),
)
STARTS = (
    Column("start", "start", str),
    Column("hand_dealer", "dealer's hand", points),
    Column("hand_pone", "pone's hand", points),
    Column("crib", "crib", points),
)
TEXTS = ("pair", "keep", "start")


def policies_option(function: F) -> F:
    """Add ``--policies``."""
    return click.option(
        "--policies",
        type=click.Choice((WITH_PLAY, NO_PLAY)),
        default=WITH_PLAY,
        show_default=True,
        help="Solved for hand, crib and play, or for hand and crib alone.",
    )(function)


def variant_option(function: F) -> F:
    """Add ``--variant`` of the games whose discards and play are solved."""
    return click.option(
        "--variant", "variant", type=click.Choice(tuple(DEALT)), default="six", show_default=True
    )(function)


def solved_note(policies: str) -> str:
    """Say what the policies of a table are, and how exact it is."""
    kind = "hand, crib and play" if policies == WITH_PLAY else "hand and crib"
    return f"policies solved to answer each other for {kind}; exact for them, every card removed"


def role_rows(name: str, role: str, policies: str, variant: str) -> list[dict[str, Any]]:
    """Return the rows of a table for one role, numbers read."""
    table = strategy_table(summary_name(name, variant), play=policies == WITH_PLAY)
    return [_read(row) for row in table if row["role"] == role]


def _read(row: dict[str, str]) -> dict[str, Any]:
    """Read the cells of a row."""
    kept = {key: text for key, text in row.items() if key not in ("role", "suited")}
    read: dict[str, Any] = {key: text if key in TEXTS else number(text) for key, text in kept.items()}
    if "suited" in row:
        read["suited"] = row["suited"] == "suited"
    return read


def write_rows(
    head: dict[str, Any],
    columns: Sequence[Column],
    rows: list[dict[str, Any]],
    notes: list[str],
    form: str,
    output: Path | None,
    *,
    force: bool,
) -> None:
    """Write the rows of a table in a format; `head` goes before the rows of JSON."""
    names = [column.name for column in columns]
    if form == "json":
        deliver(
            to_json({**head, "rows": [{name: row[name] for name in names} for row in rows]}),
            output,
            force=force,
        )
        return
    if form == "csv":
        deliver(to_csv(names, [[row[name] for name in names] for row in rows]), output, force=force)
        return
    header = [column.heading for column in columns]
    cells = [[column.text(row[column.name]) for column in columns] for row in rows]
    if form == "markdown":
        deliver(
            to_markdown(header, cells) + "\n" + "".join(f"{note}\n" for note in notes), output, force=force
        )
        return
    from rich.text import Text

    from cribstat.cli.tables import NumberTable

    lines: list[RenderableType] = [NumberTable(header, cells), *(Text(note, style="dim") for note in notes)]
    show(lines, output, force=force)


def top_rows(rows: list[dict[str, Any]], key: str, top: int | None) -> list[dict[str, Any]]:
    """Order rows by a column, largest first, and keep the first `top`."""
    if top is not None and not 1 <= top <= len(rows):
        raise OutputError(f"--top may be 1 to {len(rows)} here, not {top}")
    return sorted(rows, key=lambda row: -row[key])[:top]


def _by_role(
    name: str, text: str, short: str, columns: Sequence[Column], key: str, who: str, most: str, *notes: str
) -> click.Command:
    """Make the command of a table by role, ordered by a share; notes name the role as ``{role}``."""

    @click.command(name, help=text, short_help=short)
    @click.option("--role", type=click.Choice(ROLES), required=True, help=who)
    @click.option("--top", type=int, metavar="N", help=most)
    @variant_option
    @policies_option
    @format_options()
    def table(
        role: str,
        top: int | None,
        variant: str,
        policies: str,
        form: str,
        output: Path | None,
        force: bool,
    ) -> None:
        refuse_existing(output, force=force)
        rows = top_rows(role_rows(name, role, policies, variant), key, top)
        told = [*(note.format(role=role) for note in notes), f"{solved_note(policies)}."]
        write_rows(_head(policies, variant, role), columns, rows, told, form, output, force=force)

    return table


discards = _by_role(
    "discards",
    "How often each pair is laid away in the solved game, and the mean crib it leads to.",
    "How often pairs are laid away, and their cribs.",
    DISCARDS,
    "laid",
    "Who lays away.",
    "The N pairs laid away most often.",
    "laid: share of deals in which the {role} lays such a pair away; held: pairs of the kind in a deal.",
    "mean crib over the deals in which it is laid away, and over all that hold it.",
)
keeps = _by_role(
    "keeps",
    "How often each four ranks (three of five cards) are kept in the solved game, and their mean hand.",
    "How often ranks are kept together, and their hands.",
    KEEPS,
    "share",
    "Who keeps.",
    "The N keeps made most often.",
    "share of all deals in which the {role} keeps these ranks, and their mean hand then.",
)


@click.command("starts", short_help="Hands and crib by rank of the start.")
@variant_option
@policies_option
@format_options()
def starts(variant: str, policies: str, form: str, output: Path | None, force: bool) -> None:
    """Mean hands and crib by the rank of the start in the solved game."""
    refuse_existing(output, force=force)
    rows = [_read(row) for row in strategy_table(summary_name("starts", variant), play=policies == WITH_PLAY)]
    notes = [f"mean points with a start of each rank (his heels not counted). {solved_note(policies)}."]
    write_rows(_head(policies, variant), STARTS, rows, notes, form, output, force=force)


def _head(policies: str, variant: str, role: str | None = None) -> dict[str, Any]:
    """Return what stands before the rows of a table in JSON."""
    head = {"variant": variant, "policies": policies}
    return head if role is None else head | {"role": role}


def solved_squares(role: str, policies: str, variant: str) -> list[tuple[str, list[str], list[list[str]]]]:
    """Return the mean cribs of the solved game as two squares: pairs laid away, and pairs held."""
    squares: list[tuple[str, list[str], list[list[str]]]] = []
    for column, title in (
        ("crib_laid", "over the deals in which the pair is laid away"),
        ("crib_held", "over all deals that hold the pair"),
    ):
        square = strategy_square(role, column, play=policies == WITH_PLAY, variant=variant)
        lines = zip(RANK_LETTERS, square.tolist(), strict=True)
        rows = [
            [letter, *("-" if math.isnan(value) else f"{value:.2f}" for value in line)]
            for letter, line in lines
        ]
        squares.append((title, ["", *RANK_LETTERS], rows))
    return squares
