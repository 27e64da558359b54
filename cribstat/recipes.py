"""Make the files of ``data/`` again: every table there that is computed has its recipe here.

A recipe writes its files and returns what the manifest says of them, digests included; `manifest_text`
writes that as the manifest has it.
"""

import csv
import hashlib
import io
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from cribstat.cache import write_beside
from cribstat.equilibrium import Solution, TraceRow, points_game, solve_discards
from cribstat.equilibrium.strategy import strategy_tables
from cribstat.equilibrium.variants import solved_habits
from cribstat.policies import Policy
from cribstat.policies.files import save_policies
from cribstat.policies.solved import VARIANTS, solved_file, solved_policy

__all__ = [
    "manifest_text",
    "solved_discards",
    "solved_habits",
    "solved_strategy",
    "trace_text",
    "write_solution",
]

Entry = dict[str, Any]
COST = {6: 10, 5: 1}


def solved_discards(
    data: Path,
    dealt: int = 6,
    *,
    target: float = 0.0,
    rounds: int = 80,
    checkpoint: Path | None = None,
    progress: Callable[[TraceRow], None] | None = None,
    threads: int = 1,
) -> dict[str, Entry]:
    """Solve the discards for points in one deal; write both policies and the trace.

    Parameters
    ----------
    data
        The folder of tables.
    dealt
        Cards of a deal, 6 or 5.
    target, rounds, checkpoint, progress, threads
        As in `solve_discards`; the files do not depend on the threads.

    Returns
    -------
    dict
        Entries of the manifest by path below `data`.

    Notes
    -----
    The six-card game takes some ten seconds of processor time a round.
    """
    solution = solve_discards(
        points_game(dealt),
        target=target,
        rounds=rounds,
        checkpoint=checkpoint,
        progress=progress,
        threads=threads,
    )
    return write_solution(data, dealt, solution)


def solved_strategy(data: Path, *, threads: int = 1) -> dict[str, Entry]:
    """Write the strategy tables of the solved six-card discards; return their entries of the manifest."""
    dealer, pone = (solved_policy(role) for role in ("dealer", "pone"))
    contents = {
        "discards": "how often each pair of cards is laid away and held, and the mean crib then",
        "keeps": "how often each four ranks are kept, and their mean hand",
        "starts": "mean hands and crib by rank of the start",
    }
    entries: dict[str, Entry] = {}
    for name, text in strategy_tables(dealer, pone, threads=threads).items():
        path = data / "solved" / f"{name}.csv"
        with write_beside(path) as file:
            file.write(text.encode())
        entries[f"solved/{name}.csv"] = {
            "sha256": _digest(path),
            "method": "exact",
            "content": contents[name],
            "sources": ["cribstat.equilibrium.strategy.strategy_tables"],
            "recipe": "cribstat.recipes.solved_strategy(data)",
            "cost": "three minutes of processor time",
            "seed": "none",
            "assumes": "both sides play the solved six-card policies; exact for them, every card removed",
        }
    return entries


def write_solution(data: Path, dealt: int, solution: Solution) -> dict[str, Entry]:
    """Write the files of a solution of the points game; return their entries of the manifest."""
    variant, result = VARIANTS[dealt], solution.result
    gain = f"{result.exploitability:.3g}"
    statement = f"solved for points in one deal; both best responses together gain {gain} points a deal"
    made = [
        Policy("solved", role, statement, *policy, dealt)
        for role, policy in zip(("pone", "dealer"), solution.policies, strict=True)
    ]
    path = data / solved_file(dealt)
    save_policies(path, *made)
    trace = path.with_name(f"{variant}_trace.csv")
    with write_beside(trace) as file:
        file.write(trace_text(solution.trace).encode())
    count = len(solution.trace)
    facts = {
        "method": "exact",
        "sources": ["cribstat.equilibrium.solve_discards"],
        "recipe": f"cribstat.recipes.solved_discards(data, {dealt}, rounds={count})",
        "cost": f"{count} rounds of {COST[dealt]} s of processor time",
        "seed": "none",
    }
    policies = {
        "content": f"policies of dealer and pone for deals of {dealt} cards that answer each other",
        "exploitability": result.exploitability,
        "dealer_hand": result.dealer_own,
        "pone_hand": result.pone_own,
        "crib": result.crib,
        "assumes": "points in one deal, hand and crib; exact exploitability, approximate equilibrium",
    }
    rows = {
        "content": "exploitability and means of the policies after every round",
        "assumes": "gains and means in points a deal, exact for the policies of the round as rounded",
    }
    return {
        solved_file(dealt): {"sha256": _digest(path), **facts, **policies},
        f"solved/{trace.name}": {"sha256": _digest(trace), **facts, **rows},
    }


def trace_text(trace: list[TraceRow]) -> str:
    """Return the rows of a trace as CSV, numbers as they are read back."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(TraceRow._fields)
    writer.writerows([repr(value) for value in row] for row in trace)
    return stream.getvalue()


def manifest_text(entries: Mapping[str, Entry]) -> str:
    """Return entries as the manifest has them, in TOML."""
    blocks = []
    for name, entry in entries.items():
        lines = [f"{key} = {json.dumps(value)}" for key, value in entry.items()]
        blocks.append("\n".join([f'[files."{name}"]', *lines]) + "\n")
    return "\n".join(blocks)


def _digest(path: Path) -> str:
    """Return the SHA-256 of a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()
