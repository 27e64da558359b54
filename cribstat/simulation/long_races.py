"""Count the race of millions of deals batch by batch; a run that is stopped goes on where it was."""

import json
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cribstat.cache import Message, read_checkpoint, write_checkpoint
from cribstat.policies.shipped import SOLVED
from cribstat.rules import Variant
from cribstat.rules import variant as variant_record
from cribstat.simulation.chunks import Progress
from cribstat.simulation.plays import Play
from cribstat.simulation.races import race_statistics
from cribstat.simulation.simulate import EXPECTATION, Choice
from cribstat.winprob.statistic import RaceStatistic

Counts = tuple[NDArray[np.int64], ...]


def count_long_race(
    variant: str | Variant,
    deals: int,
    seed: int,
    *,
    batches: int,
    policies: Mapping[str, Choice] | Choice = SOLVED,
    play: str | Play = EXPECTATION,
    checkpoint: Path | None = None,
    threads: int = 1,
    progress: Progress | None = None,
    say: Message | None = None,
) -> RaceStatistic:
    """Count how deals move two sides towards a target, one batch after the other.

    Parameters
    ----------
    variant, deals, seed, batches, policies, play, threads, progress
        As in `race_statistics`.
    checkpoint
        A file that holds the batches made so far. If it is of the same run, only the others are made; if it
        is not, or damaged, it is written anew.
    say
        Takes a sentence where the checkpoint is of another run or damaged and the run begins afresh.

    Returns
    -------
    RaceStatistic

    Raises
    ------
    RuleError
        Three sides, or deals that do not part into equal batches.
    PolicyError, ModelError, TableError
        As in `race_statistics`.

    Notes
    -----
    **Estimated**: a sample of deals. Neither threads nor interruptions change the counts.
    """
    record, size = variant_record(variant), deals // batches
    if size * batches != deals:
        raise ValueError(f"{deals} deals cannot be parted into {batches} equal batches")
    key = json.dumps([asdict(record), size, seed, str(policies), str(play)])
    made = (read_checkpoint(checkpoint, key, _batches, say) or [])[:batches]
    for batch in range(len(made), batches):
        counts = race_statistics(
            record,
            size,
            seed,
            first=batch * size,
            policies=policies,
            play=play,
            threads=threads,
            progress=None if progress is None else _after(progress, batch * size, deals),
        )
        made.append(counts)
        if checkpoint is not None:
            _write(checkpoint, key, made)
    return RaceStatistic.counted(*(np.concatenate(parts) for parts in zip(*made, strict=True)))


def _after(progress: Progress, before: int, total: int) -> Progress:
    """Tell of the progress of a batch what it means for the whole."""
    return lambda done, _: progress(before + done, total)


def _batches(kept: Mapping[str, NDArray[Any]]) -> list[Counts]:
    """Return the batches that a checkpoint holds."""
    counts: list[Any] = [kept[name] for name in ("dealer_out", "pone_out", "totals")]
    return [tuple(part[batch : batch + 1] for part in counts) for batch in range(len(counts[0]))]


def _write(checkpoint: Path, key: str, made: list[Counts]) -> None:
    """Write the batches made so far."""
    dealer_out, pone_out, totals = (np.concatenate(parts) for parts in zip(*made, strict=True))
    write_checkpoint(checkpoint, key, dealer_out=dealer_out, pone_out=pone_out, totals=totals)
