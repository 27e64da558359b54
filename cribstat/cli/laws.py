"""``cribstat laws``: what is done when a law is broken, all of them or one."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cribstat.cli.options import format_options
from cribstat.cli.output import deliver, refuse_existing, show, to_csv, to_json, to_markdown
from cribstat.rules import LAW_PROFILES
from cribstat.rules.laws import Law, differences, law, laws

if TYPE_CHECKING:
    from rich.console import RenderableType

COLUMNS = ("code", "offender", "points", "choice", "what has happened, what is done")
# Points that are counted, in words.
COUNTED = {
    "excess": "as many as were marked too many",
    "lead": "as many as the front peg was ahead",
    "unmarked": "what was not marked",
    "claimed": "what was claimed",
}
MOST_PHASES = 10
NOTE = (
    "points go to each adversary of the offender; what may be chosen: a FRESH deal, or to let the deal STAND;"
    " blind: before looking at the cards."
)


@click.command("laws")
@click.argument("codes", nargs=-1, metavar="[CODE]...")
@click.option("--profile", help=f"{', '.join(LAW_PROFILES)}; all rows as they stand without.")
@format_options()
def command(codes: tuple[str, ...], profile: str | None, form: str, output: Path | None, force: bool) -> None:
    """Tell what is done when a law of the game is broken.

    Without CODE all laws are listed; with --profile those that hold by one book, as it has them. Codes that
    begin with X- are of later books.
    """
    refuse_existing(output, force=force)
    rows = [law(code, profile) for code in codes] if codes else list(laws(profile))
    if form == "json":
        deliver(to_json([_values(row, profile) for row in rows]), output, force=force)
    elif form == "csv":
        header = list(laws()[0].to_dict())
        cells = [[_plain(value) for value in row.to_dict().values()] for row in rows]
        deliver(to_csv(header, cells), output, force=force)
    elif form == "markdown":
        text = [[*cells, row.situation, row.remedy] for row, cells in _cells(rows)]
        deliver(to_markdown((*COLUMNS[:-1], "situation", "remedy"), text), output, force=force)
    else:
        show(_one_by_one(rows, profile) if codes else _listed(rows, profile), output, force=force)


def _values(row: Law, profile: str | None) -> dict[str, Any]:
    """Return a law as plain values, with what profiles change where none is chosen."""
    values = row.to_dict()
    return values if profile is not None else values | {"differences": differences(row.code)}


def _plain(value: Any) -> Any:
    """Write a list as one cell."""
    return " ".join(value) if isinstance(value, list) else value


def _cells(rows: Sequence[Law]) -> Iterator[tuple[Law, list[str]]]:
    """Yield each law with its first columns."""
    for row in rows:
        yield row, [row.code, row.offender, str(row.points), _choice(row)]


def _choice(row: Law) -> str:
    """Write what may be chosen."""
    return f"{' or '.join(row.options)}{', blind' if row.blind else ''}"


def _listed(rows: Sequence[Law], profile: str | None) -> Iterator["RenderableType"]:
    """Yield a table of laws that fits into 80 columns, and a note."""
    from rich import box
    from rich.table import Table
    from rich.text import Text

    if not rows:
        yield Text(f"no law holds in the profile '{profile}'")
        return
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 1, 0, 0))
    for name in COLUMNS:
        table.add_column(name, no_wrap=name == "code", justify="right" if name == "points" else "left")
    for row, cells in _cells(rows):
        cells[-1] = cells[-1].replace(" or ", "\n").replace(", ", "\n")
        remedy = f"\n— {row.remedy}" if row.remedy else ""
        table.add_row(*cells, Text.assemble(row.situation, (remedy, "dim")))
    yield table
    yield Text(NOTE, style="dim")


def _one_by_one(rows: Sequence[Law], profile: str | None) -> Iterator["RenderableType"]:
    """Yield laws in full."""
    from rich.table import Table
    from rich.text import Text

    for row in rows:
        yield Text.assemble((row.code, "bold"), f"  {row.situation}")
        grid = Table.grid(padding=(0, 2, 0, 0))
        for name, value in _facts(row):
            grid.add_row(f"  {name}", value)
        for book in differences(row.code) if profile is None else ():
            there = law(row.code, book)
            words = [_points(there), _choice(there), there.remedy]
            grid.add_row(f"  by {book}", "; ".join(word for word in words if word))
        yield grid


def _facts(row: Law) -> Iterator[tuple[str, str]]:
    """Yield what is told of a law, name and value."""
    yield "offender", row.offender
    yield "points", _points(row)
    if row.options:
        yield "choice", _choice(row)
    if row.remedy:
        yield "then", row.remedy
    yield "called at", "any time" if len(row.when) >= MOST_PHASES else ", ".join(row.when)
    yield "source", ", ".join(row.sources)
    yield "profiles", ", ".join(row.profiles)


def _points(row: Law) -> str:
    """Write the points of a law, and who gets or loses them."""
    if row.points == 0:
        return "no points"
    what = COUNTED.get(str(row.points), str(row.points))
    forfeit = " (or lost by him: option forfeit)" if row.forfeit else ""
    return f"{what}, {'to each adversary' if row.gains == 'adversary' else 'lost by the offender'}{forfeit}"
