"""``cribstat table deals``: the best discard of every deal, both roles, into a file."""

import os
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

import click
import numpy as np
from numpy.typing import NDArray

from cribstat.cards import format_card
from cribstat.cli.output import OutputError, naming, notice, refuse_existing
from cribstat.cli.strategy import variant_option

if TYPE_CHECKING:
    import pandas as pd

CHUNK = 50_000
ROLES = ("dealer", "pone")


@click.command("deals", short_help="The best discard of every deal.")
@click.option(
    "--output",
    type=click.Path(path_type=Path),
    required=True,
    metavar="FILE",
    help="A .parquet or .csv file.",
)
@variant_option
@click.option(
    "--values", is_flag=True, help="The value of every discard, in lexicographic order of positions."
)
@click.option("--force", is_flag=True, help="Overwrite the file.")
@click.option("--threads", type=click.IntRange(1), default=None, help="Threads; all processors by default.")
def deals(output: Path, variant: str, values: bool, force: bool, threads: int | None) -> None:
    """Best discard of all suit-distinct deals against the solved opponent, as dealer and as pone.

    There are 962,988 such deals of six cards, and 134,459 of five.

    Columns: deal, deals (how many it stands for), role, discard, keep, hand_ev, crib_ev, play_ev, total_ev,
    second_regret (what the second best gives up), and with --values total_01 to total_45 (total_34 of five
    cards). Hands and cribs exact, the play approximate.
    """
    refuse_existing(output, force=force)
    if output.suffix not in (".csv", ".parquet"):
        raise OutputError(f"'{output}' must end in .parquet or .csv")
    if output.suffix == ".parquet" and find_spec("pyarrow") is None:
        raise OutputError(
            "a .parquet file needs pyarrow: pip install 'cribstat[parquet]', or write a .csv file"
        )
    from cribstat.cache import write_beside

    with naming(output), write_beside(output) as file:
        _write(file, output.suffix, variant, values, threads or os.cpu_count() or 1)


def _write(file: BinaryIO, suffix: str, variant: str, values: bool, threads: int) -> None:
    """Write all rows to a file, with a progress bar on standard error."""
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True)) as progress:
        task = progress.add_task("deals", total=None)
        frames = _frames(
            variant, values, threads, lambda done, total: progress.update(task, completed=done, total=total)
        )
        if suffix == ".csv":
            for number, frame in enumerate(frames):
                file.write(frame.to_csv(header=number == 0, index=False).encode())
            return
        import pyarrow as pa
        from pyarrow.parquet import ParquetWriter

        writer = None
        for frame in frames:
            table = pa.Table.from_pandas(frame, preserve_index=False)
            writer = writer or ParquetWriter(file, table.schema)
            writer.write_table(table)
        if writer is not None:
            writer.close()


def _frames(
    variant: str, values: bool, threads: int, report: Callable[[int, int], None]
) -> Iterator["pd.DataFrame"]:
    """Yield the rows of both roles, some classes at a time."""
    import pandas as pd

    from cribstat.policies.classes import deal_pack
    from cribstat.policies.opponents import build_deals_table
    from cribstat.policies.shipped import DEALT, play_points, spread_keeps
    from cribstat.scoring import mean_hands

    dealt = DEALT[variant]
    pack = deal_pack(dealt)
    hands = mean_hands(pack.deals, 2)
    names = np.array([format_card(card) for card in range(52)])
    places = list(combinations(range(dealt), 2))
    total, done = len(ROLES) * len(pack.deals), 0
    for role in ROLES:
        cribs = build_deals_table(variant, role, say=notice, threads=threads).rows[:, :-1].view(np.float64)
        for first in range(0, len(pack.deals), CHUNK):
            part = slice(first, first + CHUNK)
            cards, hand, crib = pack.deals[part], hands[part], cribs[part]
            play = spread_keeps(cards >> 2, play_points(role, dealt))
            totals = (hand + crib if role == "dealer" else hand - crib) + play
            order = np.argsort(-totals, axis=1, kind="stable")
            rows, best = np.arange(len(cards)), order[:, 0]
            away = np.array(places)[best]
            kept = np.array([[p for p in range(dealt) if p not in pair] for pair in places])[best]
            columns: dict[str, Any] = {
                "deal": _texts(names, cards),
                "deals": pack.weights[part],
                "role": role,
                "discard": _texts(names, np.take_along_axis(cards, away, axis=1)),
                "keep": _texts(names, np.take_along_axis(cards, kept, axis=1)),
                "hand_ev": hand[rows, best],
                "crib_ev": crib[rows, best],
                "play_ev": play[rows, best],
                "total_ev": totals[rows, best],
                "second_regret": totals[rows, best] - totals[rows, order[:, 1]],
            }
            if values:
                columns |= {f"total_{a}{b}": totals[:, way] for way, (a, b) in enumerate(places)}
            done += len(cards)
            report(done, total)
            yield pd.DataFrame(columns)


def _texts(names: NDArray[np.str_], cards: NDArray[np.uint8]) -> list[str]:
    """Write rows of cards as text."""
    return [" ".join(row) for row in names[cards].tolist()]
