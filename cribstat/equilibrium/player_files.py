"""Make the files of the expectation player below ``data/solved/``: what it has learnt, what it loses."""

import csv
import io
from pathlib import Path
from typing import Any

import numpy as np

from cribstat.cache import file_sha256, write_beside
from cribstat.equilibrium.play.players import PlayerFigures, player_figures, player_numbers
from cribstat.equilibrium.play.solution import PlaySolution
from cribstat.equilibrium.play.worths import learn_worths
from cribstat.kernels.player import EXPECTATION, GREEDY
from cribstat.policies.player import WORTHS, beliefs, player_tables
from cribstat.policies.shipped import THOUSAND, VARIANTS

Entry = dict[str, Any]
FIGURES = "solved/players_six.csv"
COLUMNS = ("player", "role", "loss", "given")


def write_worths(data: Path, dealt: int, solution: PlaySolution) -> dict[str, Entry]:
    """Write what the expectation player learns from a solved play; return the manifest's entry.

    Parameters
    ----------
    data
        The folder of tables.
    dealt
        Cards of a deal, 6 or 5.
    solution
        The solved play.
    """
    name = VARIANTS[dealt]
    worths, path = learn_worths(solution, *beliefs(name)), WORTHS[name]
    parts: dict[str, Any] = {
        name: np.rint(table * THOUSAND).astype(np.int16) for name, table in worths.items()
    }
    with write_beside(data / path) as file:
        np.savez_compressed(file, **parts)
    entry = {
        "sha256": file_sha256(data / path),
        "method": "approximate",
        "content": f"what the cards left are worth to the expectation player of {name} cards, "
        "thousandths of a point",
        "sources": ["cribstat.equilibrium.play.worths.learn_worths"],
        "recipe": f"cribstat.recipes.player_worths(data{'' if dealt == 6 else ', 5'})",
        "cost": "two minutes of processor time, with the solved play in the user's cache",
        "seed": "none",
        "assumes": f"the solved {name}-card play, suits and discards left out; made to lose little",
    }
    return {path: entry}


def write_figures(data: Path, solution: PlaySolution) -> dict[str, Entry]:
    """Write what fast players lose against the solved six-card play; return the manifest's entry.

    Parameters
    ----------
    data
        The folder of tables.
    solution
        The solved six-card play.
    """
    walker, tables = solution.walker, player_tables("six")
    figures = {
        name: player_figures(
            walker,
            solution.numbers,
            player_numbers(solution.game, walker.tree, walker.entries, player, tables),
        )
        for name, player in (("expectation", EXPECTATION), ("greedy", GREEDY))
    }
    with write_beside(data / FIGURES) as file:
        file.write(figures_csv(figures).encode())
    entry = {
        "sha256": file_sha256(data / FIGURES),
        "method": "exact",
        "content": "points a deal that fast players lose to the solved play and to a best response",
        "sources": ["cribstat.equilibrium.play.players.player_figures"],
        "recipe": "cribstat.recipes.player_figures(data)",
        "cost": "three minutes of processor time, with the solved play in the user's cache",
        "seed": "none",
        "assumes": "keeps of the policies 'solved'; ranks only, own discards and the start forgotten",
    }
    return {FIGURES: entry}


def figures_csv(figures: dict[str, PlayerFigures]) -> str:
    """Write figures of players as CSV, a row for each player and role, points to six places."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(COLUMNS)
    for name, row in figures.items():
        writer.writerow([name, "pone", f"{row.pone_loss:.6f}", f"{row.pone_given:.6f}"])
        writer.writerow([name, "dealer", f"{row.dealer_loss:.6f}", f"{row.dealer_given:.6f}"])
    return stream.getvalue()
