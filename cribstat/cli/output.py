"""Where an answer goes: the terminal, a pipe or a file, as table, JSON, CSV or Markdown."""

import csv
import io
import json
import os
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.text import Text

FORMATS = ("table", "json", "csv", "markdown")
PIPE_WIDTH = 160
SUIT_STYLES = {"c": "green", "d": "yellow", "h": "red", "s": "cyan"}
_CARD = re.compile(r"\b[A2-9TJQK]([cdhs])\b")


class OutputError(ValueError):
    """An output that cannot be written."""


def show(renderables: Iterable["RenderableType"], output: Path | None, *, force: bool = False) -> None:
    """Print rich renderables, or write them to a file as plain text.

    On a terminal suits are coloured (``NO_COLOR`` is respected); a pipe gets plain text.
    """
    if output is not None:
        deliver(_to_text(renderables), output, force=force)
        return
    target = console()
    for renderable in renderables:
        target.print(renderable)


def console() -> "Console":
    """Return a console on standard output; a pipe of no stated width is wide enough for every table."""
    from rich.console import Console

    found = Console(highlight=False, soft_wrap=False)
    if not found.is_terminal and "COLUMNS" not in os.environ:
        found.width = PIPE_WIDTH
    return found


def _to_text(renderables: Iterable["RenderableType"]) -> str:
    """Render rich renderables to plain text."""
    from rich.console import Console

    stream = io.StringIO()
    plain = Console(file=stream, width=PIPE_WIDTH, highlight=False, no_color=True)
    for renderable in renderables:
        plain.print(renderable)
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
    import tempfile  # only wanted for a file

    refuse_existing(output, force=force)
    try:
        handle, beside = tempfile.mkstemp(dir=output.parent, prefix=f".{output.name}.")
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(text)
            Path(beside).chmod(0o666 & ~_umask())
            Path(beside).replace(output)
        except BaseException:
            Path(beside).unlink()
            raise
    except OSError as error:
        raise OutputError(f"'{output}' cannot be written: {error.strerror}") from error


def notice(sentence: str) -> None:
    """Say on standard error what takes a moment; an answer never holds it."""
    click.echo(f"cribstat: {sentence}", err=True)


def refuse_existing(output: Path | None, *, force: bool) -> None:
    """Raise OutputError when a file would be overwritten without being told to.

    Raises
    ------
    OutputError
        The file exists, or `force` is given without a file.
    """
    if output is None:
        if force:
            raise OutputError("--force has no effect without --output")
    elif output.exists() and not force:
        raise OutputError(f"'{output}' exists; --force overwrites it")


def _umask() -> int:
    """Return the process's umask."""
    mask = os.umask(0)
    os.umask(mask)
    return mask
