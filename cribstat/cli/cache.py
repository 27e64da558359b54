"""``cribstat cache``: what is kept in the user's cache folder."""

import os
import shutil

import click

from cribstat.cache import RECEIPT, cache_folder
from cribstat.cli.output import notice


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
    """List what is in the cache folder, with its size."""
    folder = cache_folder()
    click.echo(str(folder))
    for entry in sorted(folder.iterdir()) if folder.is_dir() else ():
        if (entry / RECEIPT).is_file():
            size = sum(file.stat().st_size for file in entry.iterdir())
            click.echo(f"  {entry.name:<24}{size / 1e6:>8.1f} MB")


@command.command("clear")
def clear() -> None:
    """Remove everything that cribstat keeps in the cache folder; it is made again when it is asked for."""
    folder = cache_folder()
    for entry in sorted(folder.iterdir()) if folder.is_dir() else ():
        if (entry / RECEIPT).is_file():
            shutil.rmtree(entry)
            click.echo(f"removed {entry.name}")
