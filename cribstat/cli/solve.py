"""``cribstat solve``: make the policies that answer each other, with their exploitability."""

import os
from pathlib import Path
from typing import Any

import click

from cribstat.cache import cache_folder
from cribstat.cli.options import format_options
from cribstat.cli.output import OutputError, deliver, refuse_existing, show, to_csv, to_json, to_markdown

DEALT = {"six": 6, "five": 5}
SHOWN = 12


@click.group("solve")
def command() -> None:
    """Solve the game: policies that answer each other, and how far from perfect they are."""


@command.command("discards")
@click.option("--variant", "name", type=click.Choice(tuple(DEALT)), default="six", show_default=True)
@click.option("--target", type=float, default=1e-6, show_default=True, help="Stop at this exploitability.")
@click.option("--rounds", type=click.IntRange(1), default=200, show_default=True, help="Rounds at the most.")
@click.option("--threads", type=click.IntRange(1), default=None, help="Threads; all processors by default.")
@click.option(
    "--policies", type=click.Path(path_type=Path), metavar="FILE", help="Keep both policies in a file."
)
@click.option("--fresh", is_flag=True, help="Do not go on from an earlier run.")
@format_options()
def discards(
    name: str,
    target: float,
    rounds: int,
    threads: int | None,
    policies: Path | None,
    fresh: bool,
    form: str,
    output: Path | None,
    force: bool,
) -> None:
    """Solve the discards for points in one deal, hand and crib.

    A run that is stopped goes on where it was. Prints the trace: exploitability (the sum of both
    best-response gains) and means in points a deal after every round.
    """
    from cribstat.equilibrium import points_game, solve_discards
    from cribstat.policies import Policy
    from cribstat.policies.files import save_policies

    refuse_existing(output, force=force and output is not None)
    if policies is not None and policies.exists() and not force:
        raise OutputError(f"'{policies}' exists; --force overwrites it")
    if target < 0:
        raise OutputError(f"--target may be zero or more, not {target}")
    checkpoint = cache_folder() / f"solve-discards-{name}.npz"
    if fresh:
        checkpoint.unlink(missing_ok=True)
    bar = _Bar(rounds, target)
    with bar:
        solution = solve_discards(
            points_game(DEALT[name]),
            target=target,
            rounds=rounds,
            checkpoint=checkpoint,
            progress=bar.advance,
            threads=threads or os.cpu_count() or 1,
        )
    if policies is not None:
        statement = f"solved for points in a deal; exploitability {solution.result.exploitability:.3g}"
        made = [
            Policy("solved", role, statement, *policy, DEALT[name])
            for role, policy in zip(("pone", "dealer"), solution.policies, strict=True)
        ]
        save_policies(policies, *made)
    _write_trace(
        name, [row._asdict() for row in solution.trace], solution.result._asdict(), form, output, force
    )


class _Bar:
    """A progress bar on standard error with the exploitability of the last round."""

    def __init__(self, rounds: int, target: float) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

        self._progress = Progress(
            TextColumn("round"),
            MofNCompleteColumn(),
            BarColumn(),
            TextColumn("exploitability {task.fields[gain]}"),
            TextColumn(f"target {target:.1e}"),
            TimeElapsedColumn(),
            console=Console(stderr=True),
        )
        self._task = self._progress.add_task("rounds", total=rounds, gain="-")

    def __enter__(self) -> None:
        self._progress.start()

    def __exit__(self, *reason: object) -> None:
        self._progress.stop()

    def advance(self, row: Any) -> None:
        """Show a round that has ended."""
        self._progress.update(self._task, completed=row.round, gain=f"{row.exploitability:.2e}")


def _write_trace(
    name: str,
    trace: list[dict[str, Any]],
    result: dict[str, Any],
    form: str,
    output: Path | None,
    force: bool,
) -> None:
    """Write the trace and the result."""
    names = list(result)
    if form == "json":
        deliver(to_json({"variant": name, "result": result, "trace": trace}), output, force=force)
        return
    if form == "csv":
        deliver(to_csv(names, [list(row.values()) for row in trace]), output, force=force)
        return
    cells = [
        [_cell(value) for value in row.values()] for row in (trace if form == "markdown" else trace[-SHOWN:])
    ]
    note = (
        f"policies of round {result['round']}: exploitability {result['exploitability']:.3g} points a deal, "
        "exact for the policies as rounded."
    )
    if form == "markdown":
        deliver(to_markdown(names, cells) + f"\n{note}\n", output, force=force)
        return
    from rich.text import Text

    from cribstat.cli.show import number_table

    show([number_table(names, cells), Text(note)], output, force=force)


def _cell(value: float) -> str:
    """Print a whole number as such, a gain by its size, a mean to six decimals."""
    if isinstance(value, int):
        return str(value)
    return f"{value:.2e}" if abs(value) < 0.1 else f"{value:.6f}"
