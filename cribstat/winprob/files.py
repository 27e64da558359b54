"""A race's counts and the standard errors of its values as one file."""

import io
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from cribstat.cache import write_beside
from cribstat.tables import TableError
from cribstat.winprob.race import RaceErrors
from cribstat.winprob.statistic import RaceStatistic

COUNTS = ("dealer_out", "pone_out", "totals", "dealer_phases", "pone_phases")
STEPS = 100  # a standard error is kept in so many steps of the largest of its table


def save_race(path: Path, statistic: RaceStatistic, errors: Mapping[str, RaceErrors]) -> None:
    """Write counts, and standard errors by stakes, to an ``.npz`` file.

    Parameters
    ----------
    path
        Where to; the file is replaced when it is whole.
    statistic
        Counts in batches.
    errors
        Standard errors by stakes, all for one target. They are rounded up to a hundredth of the largest.

    Raises
    ------
    OSError
        The file cannot be written.
    """
    arrays: dict[str, NDArray[Any]] = {}
    for name in COUNTS:
        arrays[name] = _to_planes(getattr(statistic, name))
    for stakes, pair in errors.items():
        unit = max(pair.dealer.max(), pair.pone.max()) / STEPS
        steps = [np.ceil(part / unit - 1e-9).astype(np.uint8) for part in pair]
        # What one side wins the other loses, in all but a tournament: then one table says both.
        arrays[f"unit_{stakes}"] = np.array(unit)
        arrays[f"steps_{stakes}"] = np.stack(steps[:1] if np.array_equal(*steps) else steps)
    with write_beside(path) as file:
        np.savez_compressed(file, allow_pickle=False, **arrays)


def read_race(content: bytes, what: str) -> tuple[RaceStatistic, dict[str, RaceErrors]]:
    """Read what `save_race` wrote.

    Parameters
    ----------
    content
        The bytes of the file.
    what
        Name of the file in messages.

    Raises
    ------
    TableError
        The file is damaged or another one.
    """
    try:
        with np.load(io.BytesIO(content), allow_pickle=False) as kept:
            statistic = RaceStatistic(*(_from_planes(kept[name]) for name in COUNTS))
            names = [name.removeprefix("unit_") for name in kept.files if name.startswith("unit_")]
            errors = {name: _errors(kept[f"steps_{name}"], float(kept[f"unit_{name}"])) for name in names}
    except (OSError, ValueError, KeyError, EOFError, BadZipFile) as error:
        raise TableError(f"'{what}' holds no race: {error}") from error
    return statistic, errors


def _errors(steps: NDArray[np.uint8], unit: float) -> RaceErrors:
    """Return standard errors of dealer and pone, which may be the same."""
    return RaceErrors(steps[0] * unit, steps[-1] * unit)


def _to_planes(counts: NDArray[np.int64]) -> NDArray[np.uint8]:
    """Part counts into their bytes, the lowest first, each in a plane of its own: so they pack best."""
    width = (int(counts.max()).bit_length() + 7) // 8
    return np.stack([(counts >> 8 * place & 255).astype(np.uint8) for place in range(width)])


def _from_planes(planes: NDArray[np.uint8]) -> NDArray[np.int64]:
    """Put counts together again."""
    places = 256 ** np.arange(len(planes), dtype=np.int64)
    counts: NDArray[np.int64] = np.tensordot(places, planes.astype(np.int64), axes=1)
    return counts
