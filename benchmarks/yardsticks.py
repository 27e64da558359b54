"""What every benchmark notes, and the yardsticks: plain ways to the same numbers, in the same run."""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from pathlib import Path

import numba
import numpy as np
from numpy.typing import NDArray
from pytest_benchmark.fixture import BenchmarkFixture

from cribstat.kernels import patterns

JACK = 10
KEEPS = np.array([[p for p in range(6) if p not in away] for away in combinations(range(6), 2)])


def note(
    benchmark: BenchmarkFixture,
    work: str,
    *,
    items: int = 1,
    yardstick: str = "",
    yardstick_seconds: float = 0.0,
) -> None:
    """Write down what was timed, for the table of measure.py.

    `items` is what one call works through, `yardstick_seconds` what the yardstick takes for as much.
    """
    benchmark.extra_info.update(
        work=work, items=items, yardstick=yardstick, yardstick_seconds=yardstick_seconds
    )


def seconds(call: Callable[[], object], rounds: int = 3) -> float:
    """Return the shortest time of a few calls."""
    times = []
    for _ in range(rounds):
        began = time.perf_counter()
        call()
        times.append(time.perf_counter() - began)
    return min(times)


def run_python(arguments: Sequence[str], environ: Mapping[str, str] | None = None) -> str:
    """Run this Python as a process of its own; return what it wrote to standard output."""
    done = subprocess.run(
        [sys.executable, *arguments],
        env={**os.environ, **(environ or {})},
        capture_output=True,
        text=True,
        check=True,
        timeout=300,
    )
    return done.stdout


def fresh_caches(folder: Path) -> dict[str, str]:
    """Return an environment in which nothing has been compiled or stored yet."""
    return {"NUMBA_CACHE_DIR": str(folder / "numba"), "XDG_CACHE_HOME": str(folder / "cache")}


def rank_cube() -> NDArray[np.uint8]:
    """Return the rank points of five cards by their five ranks, shape (13, 13, 13, 13, 13)."""
    five = np.indices((13,) * 5, dtype=np.uint8).reshape(5, -1).T
    return patterns.points_table(5)[patterns.multiset_index(np.sort(five, axis=1))].reshape((13,) * 5)


@numba.njit(cache=True)  # type: ignore[untyped-decorator]
def plain_keep_sums(
    deals: NDArray[np.uint8], keeps: NDArray[np.int64], cube: NDArray[np.uint8]
) -> NDArray[np.int32]:
    """Count all keeps of six-card deals the plain way: a look-up for each of the 46 starts."""
    sums = np.zeros((len(deals), len(keeps)), dtype=np.int32)
    seen = np.zeros(52, dtype=np.bool_)
    for row in range(len(deals)):
        seen[:] = False
        for place in range(6):
            seen[deals[row, place]] = True
        for way in range(len(keeps)):
            a, b, c, d = (
                deals[row, keeps[way, 0]],
                deals[row, keeps[way, 1]],
                deals[row, keeps[way, 2]],
                deals[row, keeps[way, 3]],
            )
            suited = a & 3 == b & 3 and a & 3 == c & 3 and a & 3 == d & 3
            line = cube[a >> 2, b >> 2, c >> 2, d >> 2]
            total = 0
            for start in range(52):
                if seen[start]:
                    continue
                total += line[start >> 2]
                for card in (a, b, c, d):
                    total += card >> 2 == JACK and card & 3 == start & 3
                if suited:
                    total += 5 if a & 3 == start & 3 else 4
            sums[row, way] = total
    return sums
