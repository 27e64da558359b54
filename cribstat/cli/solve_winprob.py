"""``cribstat solve winprob``: make the table of winning chances from simulated deals."""

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cribstat.cache import cache_folder
from cribstat.cli.options import format_options
from cribstat.cli.output import OutputError, notice, refuse_existing
from cribstat.cli.simulate import progress_bar, read_policies
from cribstat.cli.strategy import Column, write_rows
from cribstat.policies.shipped import SOLVED
from cribstat.rules import VARIANTS
from cribstat.winprob.stakes import STAKES
from cribstat.winprob.tables import TWO_SIDED

if TYPE_CHECKING:
    from cribstat.winprob.race import RaceErrors, RaceValues

DEALS, BATCHES = 4_800_000, 24


def _number(value: float) -> str:
    """Print a value."""
    return f"{value:.6f}"


COLUMNS = (
    Column("stakes", "stakes", str),
    Column("dealer", "first dealer", _number),
    Column("dealer_se", "se", _number),
    Column("pone", "first pone", _number),
    Column("pone_se", "se", _number),
    Column("largest_se", "largest se", _number),
)


@click.command("winprob")
@click.option("--variant", "name", type=click.Choice(TWO_SIDED), default="six", show_default=True)
@click.option("--deals", type=click.IntRange(2), default=DEALS, show_default=True, help="Deals to simulate.")
@click.option(
    "--batches",
    type=click.IntRange(2),
    default=BATCHES,
    show_default=True,
    help="Equal batches of deals; the standard errors come from what parts them.",
)
@click.option(
    "--policy",
    "policies",
    multiple=True,
    metavar="[ROLE=]POLICY",
    help="Who lays away, as in simulate.  [default: solved]",
)
@click.option("--play", default="expectation", show_default=True, metavar="PLAYER", help="Who plays.")
@click.option(
    "--seed", type=click.IntRange(0), default=1, show_default=True, help="Seed of the random numbers."
)
@click.option("--threads", type=click.IntRange(1), default=None, help="Threads; all processors by default.")
@click.option(
    "--race", type=click.Path(path_type=Path), metavar="FILE", help="Keep counts and errors in a file."
)
@click.option("--fresh", is_flag=True, help="Do not go on from an earlier run.")
@format_options()
def winprob(
    name: str,
    deals: int,
    batches: int,
    policies: tuple[str, ...],
    play: str,
    seed: int,
    threads: int | None,
    race: Path | None,
    fresh: bool,
    form: str,
    output: Path | None,
    force: bool,
) -> None:
    """Solve the race to the target backwards from simulated deals, with standard errors at every state.

    A run that is stopped goes on where it was. Prints what the game is worth to the first dealer and to
    the first pone, and the largest standard error of all pairs of scores.
    """
    refuse_existing(output, force=force and output is not None)
    refuse_existing(race, force=force and race is not None)
    if deals % batches:
        raise OutputError(f"{deals} deals cannot be parted into {batches} equal batches")
    record = VARIANTS[name]
    from cribstat.simulation.long_races import count_long_race
    from cribstat.winprob.files import save_race
    from cribstat.winprob.race import solve_values, standard_errors

    checkpoint = cache_folder() / f"solve-winprob-{name}.npz"
    if fresh:
        checkpoint.unlink(missing_ok=True)
    with progress_bar("deals") as progress:
        statistic = count_long_race(
            record,
            deals,
            seed,
            batches=batches,
            policies=read_policies(policies, record),
            play=play,
            checkpoint=checkpoint,
            say=notice,
            threads=threads or os.cpu_count() or 1,
            progress=progress,
        )
    values = solve_values(statistic.shares(), record.target, tuple(STAKES))
    errors = standard_errors(statistic, record.target, tuple(STAKES))
    if race is not None:
        save_race(race, statistic, errors)
    start = (0, 3) if record.three_for_last != "no" else (0, 0)
    rows = [_row(key, values[key], errors[key], start) for key in STAKES]
    head = {"variant": name, "deals": deals, "batches": batches, "seed": seed, "method": "estimated"}
    asked = ", ".join(policies) or SOLVED
    notes = [
        f"{name}, {deals:,} deals in {batches} batches, seed {seed}; discards {asked}, play {play}.",
        f"first deal with the dealer at {start[0]}, pone at {start[1]}; estimated, with standard errors.",
    ]
    write_rows(head, COLUMNS, rows, notes, form, output, force=force)


def _row(stakes: str, values: "RaceValues", errors: "RaceErrors", start: tuple[int, int]) -> dict[str, Any]:
    """Return what a game is worth before the first deal, and the largest standard error anywhere."""
    return {
        "stakes": stakes,
        "dealer": float(values.dealer[start]),
        "dealer_se": float(errors.dealer[start]),
        "pone": float(values.pone[start]),
        "pone_se": float(errors.pone[start]),
        "largest_se": float(max(errors.dealer.max(), errors.pone.max())),
    }
