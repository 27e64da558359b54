"""``cribstat solve play`` and ``cribstat solve deal``: the play alone, and discards and play together."""

import os
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cribstat.cache import cache_folder
from cribstat.cli.options import format_options
from cribstat.cli.output import OutputError, notice, refuse_existing
from cribstat.cli.solve_trace import Bar, write_trace
from cribstat.policies.shipped import DEALT, SOLVED

if TYPE_CHECKING:
    from cribstat.equilibrium.deal import DealSolution
    from cribstat.equilibrium.play import PlaySolver

variant_option = click.option(
    "--variant", "name", type=click.Choice(tuple(DEALT)), default="six", show_default=True
)
threads_option = click.option(
    "--threads", type=click.IntRange(1), default=None, help="Threads; all processors by default."
)
fresh_option = click.option("--fresh", is_flag=True, help="Do not go on from an earlier run.")


@click.command("play")
@variant_option
@click.option("--target", type=float, default=0.002, show_default=True, help="Stop at this exploitability.")
@click.option(
    "--iterations", type=click.IntRange(1), default=1000, show_default=True, help="Iterations at the most."
)
@threads_option
@fresh_option
@format_options()
def play(
    name: str,
    target: float,
    iterations: int,
    threads: int | None,
    fresh: bool,
    form: str,
    output: Path | None,
    force: bool,
) -> None:
    """Solve the play for the keeps of the solved discards, and keep the whole strategy in the cache.

    A run that is stopped goes on where it was. Prints the trace: exploitability (the sum of both
    best-response gains) and value in points a deal. play-advice then needs no solving. Six cards
    take some minutes and 1.5 GB.
    """
    refuse_existing(output, force=force)
    _refuse_target(target)
    from cribstat.equilibrium.advice import solved_game
    from cribstat.equilibrium.play import solve_play

    checkpoint = cache_folder() / f"solve-play-{name}.npz"
    if fresh:
        checkpoint.unlink(missing_ok=True)
    bar = Bar("iteration", iterations, target)
    with bar:
        solver = solve_play(
            solved_game(DEALT[name]),
            target=target,
            iterations=iterations,
            threads=threads or os.cpu_count() or 1,
            checkpoint=checkpoint,
            say=notice,
            progress=lambda row: bar.advance(row.iteration, row.exploitability),
        )
    last = solver.trace[-1]
    _keep(name, solver, last.exploitability)
    note = (
        f"after {last.iteration} iterations: exploitability {last.exploitability:.3g} points a deal, exact "
        "for the average strategies in a model of ranks only, own discards and the start left out."
    )
    write_trace(name, [row._asdict() for row in solver.trace], last._asdict(), note, form, output, force)


@click.command("deal")
@variant_option
@click.option("--target", type=float, default=0.02, show_default=True, help="Stop at this exploitability,")
@click.option(
    "--moved",
    type=float,
    default=0.01,
    show_default=True,
    help="and when no keep's points in the play moved by more.",
)
@click.option("--rounds", type=click.IntRange(1), default=100, show_default=True, help="Rounds at the most.")
@threads_option
@click.option(
    "--policies",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Keep both discard policies in a file.",
)
@fresh_option
@format_options()
def deal(
    name: str,
    target: float,
    moved: float,
    rounds: int,
    threads: int | None,
    policies: Path | None,
    fresh: bool,
    form: str,
    output: Path | None,
    force: bool,
) -> None:
    """Solve discards and play together, from the discards solved for hand and crib.

    A run that is stopped goes on where it was. Prints the trace: exploitability of the whole deal, gains
    and means in points a deal. The whole strategy of the play is kept in the cache. Six cards take
    some minutes, then about one a round, and 3 GB.
    """
    refuse_existing(output, force=force and output is not None)
    refuse_existing(policies, force=force and policies is not None)
    _refuse_target(target)
    from cribstat.equilibrium.deal import solve_deal
    from cribstat.policies.solved import solved_policy

    checkpoint = cache_folder() / f"solve-deal-{name}"
    if fresh and checkpoint.exists():
        shutil.rmtree(checkpoint)
    pone, dealer = (solved_policy(role, DEALT[name], play=False) for role in ("pone", "dealer"))
    bar = Bar("round", rounds, target)
    with bar:
        solution = solve_deal(
            (pone.parts, dealer.parts),
            dealt=DEALT[name],
            target=target,
            most_moved=moved,
            rounds=rounds,
            threads=threads or os.cpu_count() or 1,
            checkpoint=checkpoint,
            say=notice,
            progress=lambda row: bar.advance(row.round, row.exploitability),
        )
    last = solution.trace[-1]
    _keep(name, solution.play, last.play_exploitability)
    if policies is not None:
        _save_policies(policies, DEALT[name], solution)
    note = (
        f"after {last.round} rounds: exploitability of the whole deal {last.exploitability:.3g} points, "
        f"exact in a model of the play by ranks only, with {solution.rare_share:.1%} of keeps made at random."
    )
    write_trace(name, [row._asdict() for row in solution.trace], last._asdict(), note, form, output, force)


def _save_policies(path: Path, dealt: int, solution: "DealSolution") -> None:
    """Write the discards of a solved deal to a file."""
    from cribstat.policies import Policy
    from cribstat.policies.files import save_policies

    gain = solution.trace[-1].exploitability
    statement = f"solved for hand, crib and play; exploitability of the whole deal {gain:.3g}"
    made = [
        Policy(SOLVED, role, statement, *policy, dealt)
        for role, policy in zip(("pone", "dealer"), solution.policies, strict=True)
    ]
    save_policies(path, *made)


def _keep(name: str, solver: "PlaySolver", exploitability: float) -> None:
    """Keep the strategy of the play in the cache."""
    from cribstat.equilibrium.play.stored import keep_play

    folder = keep_play(name, solver.solution(), exploitability)
    notice(f"the solved play is kept in {folder}")


def _refuse_target(target: float) -> None:
    """Raise OutputError for a target below zero."""
    if target < 0:
        raise OutputError(f"--target may be zero or more, not {target}")
