"""What the race to a target needs to know of many simulated deals (see `cribstat.winprob`)."""

from collections.abc import Callable, Mapping
from functools import partial

import numpy as np
from numpy.typing import NDArray

from cribstat.kernels.race import CRIB, SIZE
from cribstat.kernels.simulation.races import count_races
from cribstat.policies.shipped import SOLVED
from cribstat.rules import RuleError, Variant
from cribstat.rules import variant as variant_record
from cribstat.simulation.chunks import Progress, Sums, add_parts
from cribstat.simulation.plays import Play
from cribstat.simulation.simulate import DEALS_A_PART, EXPECTATION, Choice, checked_number, seated_policies
from cribstat.simulation.table import Table

Counts = NDArray[np.int64]


def race_statistics(
    variant: str | Variant,
    deals: int,
    seed: int,
    *,
    first: int = 0,
    policies: Mapping[str, Choice] | Choice = SOLVED,
    play: str | Play = EXPECTATION,
    batches: int = 1,
    threads: int = 1,
    progress: Progress | None = None,
) -> tuple[Counts, Counts, Counts]:
    """Count how deals move two sides towards a target, in batches of consecutive deals.

    Parameters
    ----------
    variant
        A game of two sides: a name, or a record with options.
    deals
        How many deals in all, a multiple of `batches`.
    seed, first
        The seed, and the number of the first deal; the next run of a longer one begins at `first` + `deals`.
    policies, play, threads, progress
        As in `simulate`.
    batches
        How many batches, for standard errors.

    Returns
    -------
    tuple of numpy.ndarray
        `dealer_out` and `pone_out`, int64, (batches, 4, SIZE, SIZE), and `totals`, int64, (batches, SIZE,
        SIZE): see `cribstat.kernels.race`.

    Raises
    ------
    RuleError
        Three sides, or numbers out of range; and as in `simulate`.
    PolicyError, ModelError, TableError
        As in `simulate`.

    Notes
    -----
    **Estimated**: a sample of deals; the sums are exact and do not depend on threads.
    """
    record = variant_record(variant)
    table = Table.named(record, seated_policies(record, policies), play)
    return count_table(table, deals, seed, first=first, batches=batches, threads=threads, progress=progress)


def count_table(
    table: Table,
    deals: int,
    seed: int,
    *,
    first: int = 0,
    batches: int = 1,
    threads: int = 1,
    progress: Progress | None = None,
) -> tuple[Counts, Counts, Counts]:
    """Count the deals of a table; as `race_statistics`.

    Raises
    ------
    RuleError
        Three sides, or numbers out of range.
    """
    record = table.variant
    if record.sides != len(("pone", "dealer")):
        raise RuleError(f"the race is one of two sides: {record.name} has {record.sides}")
    checked_number(deals, "the number of deals", 1)
    checked_number(seed, "the seed", 0)
    checked_number(first, "the first deal", 0)
    if not 1 <= batches <= deals or deals % batches:
        raise RuleError(f"{deals} deals cannot be parted into {batches} equal batches")
    task = partial(_race_sums, table, seed)
    size = deals // batches
    found = [
        add_parts(
            task,
            size,
            DEALS_A_PART,
            first=first + batch * size,
            threads=threads,
            progress=_after(progress, batch * size, deals),
        )
        for batch in range(batches)
    ]
    dealer_out, pone_out, totals = (np.stack(counts) for counts in zip(*found, strict=True))
    return dealer_out, pone_out, totals


def _race_sums(table: Table, seed: int, first: int, count: int) -> Sums:
    """Count some deals."""
    dealer_out, pone_out = np.zeros((2, CRIB + 1, SIZE, SIZE), np.int64)  # by phase
    totals = np.zeros((SIZE, SIZE), np.int64)
    count_races(table.deal(seed, np.arange(first, first + count)).deals, dealer_out, pone_out, totals)
    return dealer_out, pone_out, totals


def _after(progress: Progress | None, before: int, total: int) -> Callable[[int, int], None] | None:
    """Tell of the progress of a batch what it means for the whole."""
    if progress is None:
        return None

    def tell(done: int, _: int) -> None:
        progress(before + done, total)

    return tell
