"""Do a long job in parts of fixed size, on several threads, and add the parts up in their order."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from numpy.typing import NDArray

Sums = tuple[NDArray[np.int64], ...]
Progress = Callable[[int, int], Any]  # how many are done, of how many


def add_parts(
    task: Callable[[int, int], Sums],
    total: int,
    size: int,
    *,
    first: int = 0,
    threads: int = 1,
    progress: Progress | None = None,
) -> Sums:
    """Return the sum of the results of all parts.

    Parameters
    ----------
    task
        Takes the number of a part's first item and how many there are; returns integer arrays.
    total, size, first
        How many items there are, how many make a part, and the number of the first.
    threads
        Parts worked at together; the sum does not depend on it.
    progress
        Told after every part how many items are done, and of how many.
    """
    starts = range(first, first + total, size)
    counts = [min(size, first + total - start) for start in starts]
    added: Sums = ()
    done = 0
    with ThreadPoolExecutor(max_workers=threads) as pool:
        try:
            for count, found in zip(counts, pool.map(task, starts, counts), strict=True):
                added = tuple(a + b for a, b in zip(added, found, strict=True)) if added else found
                done += count
                if progress is not None:
                    progress(done, total)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    return added
