"""Where an answer goes: the terminal, a pipe or a file, as table, JSON, CSV or Markdown."""

import csv
import io
import json
import os
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cribstat.cache import is_special, write_beside

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.text import Text

FORMATS = ("table", "json", "csv", "markdown")
PIPE_WIDTH = 160
SUIT_STYLES = {"c": "green", "d": "yellow", "h": "red", "s": "cyan"}
_CARD = re.compile(r"\b[A2-9TJQK]([cdhs])\b")


class OutputError(ValueError):
    """An output that cannot be written."""


def show(renderables: Iterable["RenderableType"], output: Path | None, *, force: bool = False) -> None:
    """Print rich renderables, or write them to a file as plain text.

    On a terminal suits are coloured (``NO_COLOR`` is respected); a pipe gets plain text, wide enough for
    every table unless ``COLUMNS`` says how wide it is.
    """
    from rich.console import Console

    target = Console(highlight=False, soft_wrap=False)
    if output is not None or not target.is_terminal:
        deliver(_to_text(renderables), output, force=force)
        return
    for renderable in renderables:
        target.print(renderable, crop=False)


def _to_text(renderables: Iterable["RenderableType"]) -> str:
    """Render rich renderables to plain text, without blanks at the ends of lines."""
    from rich.console import Console

    stream = io.StringIO()
    stated = os.environ.get("COLUMNS", "")
    width = int(stated) if stated.isdecimal() and int(stated) else PIPE_WIDTH
    plain = Console(file=stream, width=width, highlight=False, no_color=True)
    for renderable in renderables:
        plain.print(renderable, crop=False)
    return "\n".join(line.rstrip() for line in stream.getvalue().splitlines()) + "\n"


def cards_text(cards: Sequence[str] | str) -> "Text":
    """Return cards as text with coloured suits."""
    from rich.text import Text

    plain = cards if isinstance(cards, str) else " ".join(cards)
    text = Text(plain)
    for match in _CARD.finditer(plain):
        text.stylize(SUIT_STYLES[match[1]], *match.span())
    return text


def to_json(answer: Any) -> str:
    """Write an answer as JSON, numbers unrounded."""
    return json.dumps(answer, indent=2, ensure_ascii=False, allow_nan=False) + "\n"


def to_csv(header: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    """Write rows as CSV, numbers unrounded."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(header)
    writer.writerows(rows)
    return stream.getvalue()


def to_markdown(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Write rows as a Markdown table."""
    lines = [header, ["---"] * len(header), *rows]
    return "".join("| " + " | ".join(line) + " |\n" for line in lines)


def deliver(text: str, output: Path | None, *, force: bool = False) -> None:
    """Print text, or write it to a file: beside it first, then renamed, never half a file.

    Raises
    ------
    OutputError
        The file exists and `force` is not given, or it cannot be written.
    """
    if output is None:
        click.echo(text, nl=False)
        return
    refuse_existing(output, force=force)
    with naming(output), write_beside(output) as file:
        file.write(text.encode())


@contextmanager
def naming(output: Path) -> Iterator[None]:
    """Turn what the system says of a file that cannot be written into an OutputError that names it."""
    try:
        yield
    except OSError as error:
        raise OutputError(f"'{output}' cannot be written: {error.strerror or error}") from error


def notice(sentence: str) -> None:
    """Say on standard error what takes a moment; an answer never holds it."""
    click.echo(f"cribstat: {sentence}", err=True)


def refuse_existing(output: Path | None, *, force: bool) -> None:
    """Look, before any work is done, whether an output can be written where it is asked for.

    Raises
    ------
    OutputError
        The file exists and `force` is not given, its folder is missing or closed, it is a folder itself, or
        `force` is given without a file.
    """
    if output is None:
        if force:
            raise OutputError("--force has no effect without --output")
        return
    with naming(output):
        if is_special(output):
            return
        if output.is_dir():
            raise OutputError(f"'{output}' is a folder: name a file in it")
        if output.exists() and not force:
            raise OutputError(f"'{output}' exists; --force overwrites it")
        folder = Path(os.path.realpath(output)).parent
        if not folder.is_dir():
            raise OutputError(f"'{output}' cannot be written: there is no folder '{folder}'")
        if not os.access(folder, os.W_OK | os.X_OK):
            raise OutputError(f"'{output}' cannot be written: the folder '{folder}' is closed to you")
