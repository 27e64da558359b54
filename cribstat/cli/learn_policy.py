"""``cribstat learn-policy``: what a log of deals and discards tells of a player."""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cribstat.cli.output import (
    FORMATS,
    OutputError,
    deliver,
    refuse_existing,
    show,
    to_csv,
    to_json,
    to_markdown,
)

if TYPE_CHECKING:
    from cribstat.policies.learning import Learnt

DEALT = {"six": 6, "five": 5}
ROLES = ("dealer", "pone")
SUITED = {True: "suited", False: "unsuited"}


@click.command("learn-policy")
@click.argument("log", type=click.Path(path_type=Path), metavar="DEALS.CSV")
@click.option("--role", type=click.Choice(ROLES), help="Learn one role's discards only.")
@click.option(
    "--variant", "name", type=click.Choice(tuple(DEALT)), default="six", show_default=True, help="The game."
)
@click.option(
    "--smoothing",
    type=float,
    default=10.0,
    show_default=True,
    metavar="N",
    help="How many discards as the model has them are mixed into each class of pairs.",
)
@click.option("--threads", type=click.IntRange(1), default=None, help="Threads; all processors by default.")
@click.option("--format", "form", type=click.Choice(FORMATS), default="table", show_default=True)
@click.option(
    "--output", type=click.Path(path_type=Path), metavar="FILE", help="Keep the policy here (JSON)."
)
@click.option("--force", is_flag=True, help="Overwrite the file.")
def command(
    log: Path,
    role: str | None,
    name: str,
    smoothing: float,
    threads: int | None,
    form: str,
    output: Path | None,
    force: bool,
) -> None:
    """Learn a policy from a log, and print how often each class of pairs is laid away.

    DEALS.CSV has the columns role (dealer or pone), deal (the cards) and discard (two of them). The policy is
    kept in the file of --output, for `cribstat exploit FILE` and as the opponent `policy:FILE`.
    """
    refuse_existing(output, force=force)
    if not 0 < smoothing < float("inf"):
        raise OutputError(f"--smoothing is a number above zero, not {smoothing}")
    from cribstat.policies.learning import learn_policy
    from cribstat.policies.learnt import describe_learnt
    from cribstat.policies.log import read_log

    logs = read_log(log, DEALT[name])
    click.echo("cribstat: counting what every discard of all deals is worth ...", err=True)
    learnt = [
        learn_policy(
            logs[one].deals,
            logs[one].discards,
            one,
            smoothing=smoothing,
            threads=threads or os.cpu_count() or 1,
        )
        for one in ([role] if role else ROLES)
    ]
    text = to_json(describe_learnt(learnt))
    if output is not None:
        deliver(text, output, force=force)
    if form == "json":
        deliver(text, None)
    else:
        _print(learnt, form)


def _print(learnt: Sequence["Learnt"], form: str) -> None:
    """Print the classes of pairs as CSV, Markdown or tables."""
    if form == "csv":
        rows = [[one.role, *row.values()] for one in learnt for row in _rows(one)]
        deliver(to_csv(["role", *_rows(learnt[0])[0]], rows), None)
        return
    tables = [(_heading(one), *_cells(one)) for one in learnt]
    if form == "markdown":
        parts = [f"{heading}\n\n{to_markdown(header, cells)}\n" for heading, header, cells in tables]
        deliver("".join(parts) + "\n".join(_notes(learnt[0])) + "\n", None)
        return
    from rich.text import Text

    from cribstat.cli.tables import NumberTable

    notes = [Text(note, style="dim") for note in _notes(learnt[0])]
    show([*[NumberTable(header, cells, heading) for heading, header, cells in tables], *notes], None)


def _rows(one: "Learnt") -> list[dict[str, Any]]:
    """Return the numbers of every class of pairs by name."""
    from cribstat.policies.learnt import describe_pair

    rows = [describe_pair(pair, one.smoothing) for pair in one.pairs]
    return [{**row, "suited": SUITED[row["suited"]]} for row in rows]


def _heading(one: "Learnt") -> str:
    """Say whose shares they are, and the temperature."""
    between = f"{one.temperature_low:.3g} to {one.temperature_high:.3g}"
    return f"as {one.role}: {one.deals_n} deals, temperature {one.temperature:.3g} points ({between})"


def _cells(one: "Learnt") -> tuple[list[str], list[list[str]]]:
    """Return the header and the classes of pairs as text, shares in percent."""
    header = ["pair", "suits", "held", "laid", "share %", "se", "expected %", "smoothed %", "factor"]
    cells = [
        [
            row["pair"],
            row["suited"],
            str(row["held_n"]),
            str(row["laid_n"]),
            *[_percent(row[name]) for name in ("share", "share_se", "expected_share", "smoothed_share")],
            f"{row['factor']:.3f}",
        ]
        for row in _rows(one)
    ]
    return header, cells


def _percent(share: float | None) -> str:
    """Print a share in percent, nothing where there is none."""
    return "" if share is None else f"{100 * share:.2f}"


def _notes(one: "Learnt") -> list[str]:
    """Say what the numbers are."""
    shares = "share: of the deals that hold such a pair, estimated, with its standard error"
    smoothed = f"smoothed: with {one.smoothing:g} more deals as the solved policy plays them"
    return [
        f"{shares}. expected: the same if the solved policy had played these deals, exact.",
        f"{smoothed}. factor: by which the model's shares (a softmax of points) are multiplied.",
    ]
