"""Solve discards and play for the rates of exchange of `cribstat.policies.rates`, and write the file.

With weights for a point of the dealer's and one of pone's a deal is still a zero-sum game, so the solvers of
the whole deal serve. The file keeps, for every class of deals, where the most frequent discard differs from
that of the even rate.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from cribstat.cache import file_sha256, write_beside
from cribstat.equilibrium.deal import DealSolution, DealTraceRow, solve_deal
from cribstat.equilibrium.discards import exploitability
from cribstat.equilibrium.game import points_game
from cribstat.policies import Policy
from cribstat.policies.policy import ROLES
from cribstat.policies.rates import EVEN, RATES, RATES_FILE, Rate, most_frequent, rate_name
from cribstat.policies.solved import solved_policy

Entry = dict[str, Any]
TARGET = 0.02  # points a deal, times the larger weight


def solve_rate(
    rate: Rate,
    *,
    target: float = TARGET,
    rounds: int = 40,
    checkpoint: Path | None = None,
    progress: Callable[[DealTraceRow], None] | None = None,
    threads: int = 1,
) -> DealSolution:
    """Solve six-card discards and play for a rate, from the discards solved for plain points.

    Parameters
    ----------
    rate
        Worth of a point of the dealer's and of one of pone's, from 1 to 3.
    target
        Stop at this exploitability of the whole deal, in weighted points over the larger weight.
    rounds, checkpoint, progress, threads
        As in `solve_deal`.

    Notes
    -----
    **Exact** exploitability as in `solve_deal`; some ten minutes of processor time and 3 GB.
    """
    start = solved_policy("pone").parts, solved_policy("dealer").parts
    return solve_deal(
        start,
        target=target * max(rate),
        most_moved=np.inf,
        rounds=rounds,
        weights=(rate[1], rate[0]),
        threads=threads,
        checkpoint=checkpoint,
        progress=progress,
    )


def solved_rates(
    data: Path,
    *,
    checkpoint: Path | None = None,
    progress: Callable[[DealTraceRow], None] | None = None,
    threads: int = 1,
) -> dict[str, Entry]:
    """Solve every rate but the even one and write the file of their discards.

    Parameters
    ----------
    data
        The folder of tables.
    checkpoint
        A folder for the states of the solvers, to go on from.
    progress, threads
        As in `solve_deal`; the file does not depend on the threads.

    Returns
    -------
    dict
        The entry of the manifest by path below `data`: for each rate the exploitability of the solution and
        what best discards gain against the discards of the file, in weighted points.

    Notes
    -----
    An hour of processor time, 3 GB.
    """
    arrays, solved, shipped = {}, {}, {}
    for rate in RATES:
        if rate == EVEN:
            continue
        folder = None if checkpoint is None else checkpoint / rate_name(rate)
        solution = solve_rate(rate, checkpoint=folder, progress=progress, threads=threads)
        solved[rate_name(rate)] = solution.trace[-1].exploitability
        pure = [
            Policy.from_choices(rate_name(rate), role, "", most_frequent(Policy("", role, "", *policy)))
            for role, policy in zip(ROLES, solution.policies, strict=True)
        ]
        game = points_game(keep_values=solution.values, weights=solution.weights)
        both = pure[0].parts, pure[1].parts
        shipped[rate_name(rate)] = exploitability(game, both, threads=threads).exploitability
        for role, policy in zip(ROLES, pure, strict=True):
            changes = most_frequent(policy) ^ most_frequent(solved_policy(role))
            arrays[f"{role}_{rate[0]}_{rate[1]}"] = changes.astype(np.uint8)
    path = data / RATES_FILE
    with write_beside(path) as file:
        np.savez_compressed(file, allow_pickle=False, **arrays)
    return {RATES_FILE: _entry(path, solved, shipped)}


def _entry(path: Path, solved: dict[str, float], shipped: dict[str, float]) -> Entry:
    """Return what the manifest says of the file."""
    return {
        "sha256": file_sha256(path),
        "method": "exact",
        "content": "discards of dealer and pone by rate of exchange, where they differ from the even rate's",
        "sources": ["cribstat.equilibrium.rates.solved_rates"],
        "recipe": "cribstat.recipes.solved_rates(data)",
        "cost": "an hour of processor time",
        "seed": "none",
        "exploitability_as_solved": [f"{name} {value:.6f}" for name, value in solved.items()],
        "discards_gain_on_file": [f"{name} {value:.6f}" for name, value in shipped.items()],
        "assumes": (
            "weighted points in one deal, hand, crib and play; an approximate equilibrium; the file has the "
            "most frequent discard of each deal; gains in weighted points, with the play as solved"
        ),
    }
