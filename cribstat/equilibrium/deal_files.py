"""Make the files of a solved deal below ``data/solved/``: discards, keeps in the play, leads, replies."""

import csv
import io
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cribstat.cache import file_sha256, write_beside
from cribstat.cards import RANK_LETTERS
from cribstat.equilibrium.deal import DealSolution, DealTraceRow
from cribstat.equilibrium.play.game import Floats
from cribstat.equilibrium.play.tables import PARTS, PlayTables, play_tables
from cribstat.kernels import patterns
from cribstat.policies import Policy
from cribstat.policies.classes import class_average
from cribstat.policies.files import save_policies
from cribstat.policies.gains import mean_hand
from cribstat.policies.shipped import NO_VALUE, SOLVED, THOUSAND, VARIANTS, solved_file

Entry = dict[str, Any]
COST = {6: 70, 5: 2}
KEEP_COLUMNS = ("keep", "pone_own", "pone_other", "pone_share", "dealer_own", "dealer_other", "dealer_share")


def write_deal(data: Path, dealt: int, solution: DealSolution) -> dict[str, Entry]:
    """Write the files of a solved deal.

    Parameters
    ----------
    data
        The folder of tables.
    dealt
        Cards of a deal, 6 or 5.
    solution
        The solution.

    Returns
    -------
    dict
        Entries of the manifest by path below `data`.
    """
    name, last = VARIANTS[dealt], solution.trace[-1]
    gain = f"{last.exploitability:.3g}"
    statement = f"solved for hand, crib and play; best play and discards together gain {gain} points a deal"
    made = [
        Policy(SOLVED, role, statement, *policy, dealt)
        for role, policy in zip(("pone", "dealer"), solution.policies, strict=True)
    ]
    save_policies(data / solved_file(dealt), *made)
    tables = play_tables(solution.play.solution())
    with write_beside(data / f"solved/replies_{name}.npz") as file:
        np.savez_compressed(file, replies=tables.replies, nets=in_thousandths(tables.reply_net))
    texts = {
        f"solved/{name}_trace.csv": _csv(
            DealTraceRow._fields, ([repr(value) for value in row] for row in solution.trace)
        ),
        f"solved/play_{name}.csv": keeps_csv(tables),
        f"solved/leads_{name}.csv": leads_csv(tables),
        f"solved/lead_means_{name}.csv": lead_means_csv(tables),
        f"solved/reply_means_{name}.csv": reply_means_csv(tables, solution.play.game.joint),
    }
    for path, text in texts.items():
        with write_beside(data / path) as file:
            file.write(text.encode())
    return _entries(data, dealt, solution, _figures(*made))


def in_thousandths(points: Floats) -> NDArray[np.int16]:
    """Round points to thousandths, nan to `NO_VALUE`.

    Examples
    --------
    >>> in_thousandths(np.array([1.2346, -0.5, np.nan])).tolist()
    [1235, -500, -32768]
    """
    return np.where(np.isnan(points), NO_VALUE, np.rint(points * THOUSAND)).astype(np.int16)


def keeps_csv(tables: PlayTables) -> str:
    """Write what every keep brings in the play as CSV, points to six places."""
    rows = []
    for index, keep in enumerate(_keeps(tables)):
        if keep is not None:
            numbers = [
                f"{float(column[index]):.{places}f}"
                for side in (tables.pone, tables.dealer)
                for column, places in ((side.own, 6), (side.other, 6), (side.share, 9))
            ]
            rows.append([keep, *numbers])
    return _csv(KEEP_COLUMNS, rows)


def leads_csv(tables: PlayTables) -> str:
    """Write pone's leads for every keep as CSV: parts of 10,000 by rank, and what each lead is worth."""
    rows = (
        [keep, *tables.leads[index].tolist(), *map(_net, tables.lead_net[index])]
        for index, keep in enumerate(_keeps(tables))
        if keep is not None
    )
    return _csv(("keep", *RANK_LETTERS, *(f"net_{letter}" for letter in RANK_LETTERS)), rows)


def lead_means_csv(tables: PlayTables) -> str:
    """Write the means by lead as CSV: share of deals, points of pone and of the dealer."""
    columns = tables.lead_means
    rows = (
        [RANK_LETTERS[rank], f"{share:.6f}", f"{own:.4f}", f"{other:.4f}"]
        for rank, (share, own, other) in enumerate(zip(*columns, strict=True))
    )
    return _csv(("lead", "share", "pone_own", "dealer_own"), rows)


def reply_means_csv(tables: PlayTables, joint: Floats) -> str:
    """Write how often the dealer replies with each rank to each lead as CSV, over all deals with the lead.

    Parameters
    ----------
    tables
        Tables of the play.
    joint
        Share of deals in which pone and dealer hold two keeps (see `PlayGame.joint`).
    """
    met = tables.leads.T @ joint
    replied = np.einsum("lk,lkr->lr", met, tables.replies)
    shares = replied / replied.sum(axis=1, keepdims=True)
    rows = ([RANK_LETTERS[lead], *(f"{share:.6f}" for share in line)] for lead, line in enumerate(shares))
    return _csv(("lead", *RANK_LETTERS), rows)


def _keeps(tables: PlayTables) -> list[str | None]:
    """Write every keep as text; None for those the pack cannot make."""
    held = {91: 2, 455: 3, 1820: 4}[len(tables.leads)]
    return [
        None if np.isnan(own) else " ".join(RANK_LETTERS[rank] for rank in ranks)
        for own, ranks in zip(tables.pone.own.tolist(), patterns.multisets(held).tolist(), strict=True)
    ]


def _net(value: float) -> str:
    """Write net points to six places; nothing for a rank that is not held."""
    return "" if np.isnan(value) else f"{value:.6f}"


def _csv(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Write rows as CSV."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(rows)
    return stream.getvalue()


def _figures(pone: Policy, dealer: Policy) -> dict[str, float]:
    """Return the mean hands and crib where two policies meet."""
    crib = (dealer.shares() * pone.crib_means()).sum(axis=1)
    return {
        "dealer_hand": mean_hand(dealer),
        "pone_hand": mean_hand(pone),
        "crib": class_average(dealer.dealt, crib),
    }


def _entries(data: Path, dealt: int, solution: DealSolution, figures: dict[str, float]) -> dict[str, Entry]:
    """Return what the manifest says of the files."""
    name, last, rare = VARIANTS[dealt], solution.trace[-1], f"{solution.rare_share:g}"
    model = (
        "points in one deal; in the play ranks only, own discards and the start forgotten, "
        f"and {rare} of the other side's keeps made at random"
    )
    shared: Entry = {
        "method": "exact",
        "sources": ["cribstat.equilibrium.deal"],
        "recipe": f"cribstat.recipes.solved_deal(data, {dealt}, rounds={len(solution.trace)})",
        "cost": f"{len(solution.trace)} rounds of {COST[dealt]} s of processor time",
        "seed": "none",
        "assumes": f"{model}; exact for the strategies as solved, an approximate equilibrium",
    }
    contents: dict[str, Entry] = {
        f"{name}.npz": {
            "content": "discards of dealer and pone solved for hand, crib and play",
            "exploitability": last.exploitability,
            "play_exploitability": last.play_exploitability,
            **figures,
        },
        f"{name}_trace.csv": {"content": "exploitability and means after every round"},
        f"play_{name}.csv": {
            "content": "own and other's points in the play and share of deals by keep and role"
        },
        f"leads_{name}.csv": {
            "content": f"pone's leads by keep, in parts of {PARTS}, and their net points with best play on"
        },
        f"replies_{name}.npz": {
            "content": f"dealer's replies by lead, keep and rank, in parts of {PARTS}, and their net points "
            "with best play on, in thousandths"
        },
        f"lead_means_{name}.csv": {"content": "share of deals and points of both sides by lead"},
        f"reply_means_{name}.csv": {"content": "share of each of the dealer's replies by lead"},
    }
    return {
        f"solved/{file}": {
            "sha256": file_sha256(data / "solved" / file),
            **own,
            **shared,
        }
        for file, own in contents.items()
    }
