"""``cribstat solve``: make the policies that answer each other, with their exploitability."""

import os
from pathlib import Path

import click

from cribstat.cache import cache_folder
from cribstat.cli import solve_play, solve_winprob
from cribstat.cli.options import format_options
from cribstat.cli.output import OutputError, notice, refuse_existing
from cribstat.cli.solve_trace import Bar, write_trace
from cribstat.policies.shipped import DEALT, NO_PLAY


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
    """Solve the discards for hand and crib of one deal, the play left out.

    A run that is stopped goes on where it was. Prints the trace: exploitability (the sum of both
    best-response gains) and means in points a deal after every round.
    """
    from cribstat.equilibrium import points_game, solve_discards
    from cribstat.policies import Policy
    from cribstat.policies.files import save_policies

    refuse_existing(output, force=force and output is not None)
    refuse_existing(policies, force=force and policies is not None)
    if target < 0:
        raise OutputError(f"--target may be zero or more, not {target}")
    checkpoint = cache_folder() / f"solve-discards-{name}.npz"
    if fresh:
        checkpoint.unlink(missing_ok=True)
    bar = Bar("round", rounds, target)
    with bar:
        solution = solve_discards(
            points_game(DEALT[name]),
            target=target,
            rounds=rounds,
            checkpoint=checkpoint,
            say=notice,
            progress=lambda row: bar.advance(row.round, row.exploitability),
            threads=threads or os.cpu_count() or 1,
        )
    if policies is not None:
        statement = f"solved for points in a deal; exploitability {solution.result.exploitability:.3g}"
        made = [
            Policy(NO_PLAY, role, statement, *policy, DEALT[name])
            for role, policy in zip(("pone", "dealer"), solution.policies, strict=True)
        ]
        save_policies(policies, *made)
    result = solution.result._asdict()
    note = (
        f"policies of round {result['round']}: exploitability {result['exploitability']:.3g} points a deal, "
        "exact for the policies as rounded."
    )
    write_trace(name, [row._asdict() for row in solution.trace], result, note, form, output, force)


command.add_command(solve_play.play)
command.add_command(solve_play.deal)
command.add_command(solve_winprob.winprob)
