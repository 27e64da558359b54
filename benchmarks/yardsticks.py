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


def seconds(call: Callable[[], object], rounds: int = 5) -> float:
    """Return the shortest time of a few calls."""
    times = []
    for _ in range(rounds):
        began = time.perf_counter()
        call()
        times.append(time.perf_counter() - began)
    return min(times)


def note(
    benchmark: BenchmarkFixture,
    work: str,
    *,
    items: int = 1,
    yardstick: str = "",
    call: Callable[[], object] | None = None,
    times: float = 1.0,
) -> None:
    """Write down what was timed, and time the yardstick where the clock runs.

    `items` is what one round works through; `call` runs the yardstick, `times` such calls do the same work.
    """
    clocked = benchmark.enabled and call is not None
    benchmark.extra_info.update(
        work=work,
        items=items,
        yardstick=yardstick,
        yardstick_seconds=seconds(call) * times if clocked else 0.0,
    )


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
    ranks, suits = np.empty(46, dtype=np.uint64), np.empty(46, dtype=np.uint64)
    extra = np.empty(4, dtype=np.int64)  # what nobs and a flush add, by the suit of the start
    for row in range(len(deals)):
        seen[:] = False
        for place in range(6):
            seen[deals[row, place]] = True
        filled = 0
        for card in range(52):
            if not seen[card]:
                ranks[filled], suits[filled] = card >> 2, card & 3
                filled += 1
        for way in range(len(keeps)):
            a, b = deals[row, keeps[way, 0]], deals[row, keeps[way, 1]]
            c, d = deals[row, keeps[way, 2]], deals[row, keeps[way, 3]]
            flush = a & 3 == b & 3 and a & 3 == c & 3 and a & 3 == d & 3
            for suit in range(4):
                extra[suit] = flush * (4 + (a & 3 == suit))
            for card in (a, b, c, d):
                extra[card & 3] += card >> 2 == JACK
            line = cube[a >> 2, b >> 2, c >> 2, d >> 2]
            total = 0
            for start in range(46):
                total += line[ranks[start]] + extra[suits[start]]
            sums[row, way] = total
    return sums
