"""``cribstat cache``: what is kept in the user's cache folder."""

import os
import shutil
from pathlib import Path

import click

from cribstat.cache import RECEIPT, cache_folder
from cribstat.cli.output import OutputError, notice

CHECKPOINTS = "solve-"  # names of the states of long runs begin so
LOCK = ".lock"


@click.group("cache")
def command() -> None:
    """Build, list or clear what is kept in the user's cache folder."""


@command.command("build")
@click.option("--variant", type=click.Choice(("six", "five")), default="six", show_default=True)
@click.option("--threads", type=click.IntRange(1), default=None, help="Threads; all processors by default.")
def build(variant: str, threads: int | None) -> None:
    """Make the table of all deals against the solved opponent, both roles: a question is a look-up then."""
    from cribstat.policies.opponents import build_deals_table

    for role in ("dealer", "pone"):
        table = build_deals_table(variant, role, say=notice, threads=threads or os.cpu_count() or 1)
        click.echo(f"{variant}, {role}: {len(table.rows):,} classes of deals in {cache_folder()}")


@command.command("list")
def entries() -> None:
    """List what cribstat keeps in the cache folder, with its size: tables, checkpoints of runs, locks."""
    click.echo(str(cache_folder()))
    whole = 0
    for entry, what in _kept():
        size = sum(file.stat().st_size for file in [entry, *entry.rglob("*")] if file.is_file())
        whole += size
        click.echo(f"  {entry.name:<28}{what:<12}{size / 1e6:>8.1f} MB")
    click.echo(f"  {'in all':<40}{whole / 1e6:>8.1f} MB")


@command.command("clear")
def clear() -> None:
    """Remove all that cribstat keeps in the cache folder: tables, checkpoints of stopped runs and locks.

    What is not cribstat's stays. It is made again when it is asked for; a stopped run begins afresh.
    """
    for entry, what in _kept():
        try:
            if entry.is_dir():
                shutil.rmtree(entry)
            else:
                entry.unlink()
        except OSError as error:
            raise OutputError(f"'{entry}' cannot be removed: {error.strerror or error}") from error
        click.echo(f"removed {entry.name} ({what})")


def _kept() -> list[tuple[Path, str]]:
    """Return what cribstat keeps in the folder, and what each is."""
    folder = cache_folder()
    found = []
    for entry in sorted(folder.iterdir()) if folder.is_dir() else ():
        if (entry / RECEIPT).is_file():
            found.append((entry, "table"))
        elif entry.name.startswith(CHECKPOINTS):
            found.append((entry, "checkpoint"))
        elif entry.name.endswith(LOCK):
            found.append((entry, "lock"))
        elif entry.name.startswith(f".{CHECKPOINTS}"):
            found.append((entry, "unfinished"))
    return found
