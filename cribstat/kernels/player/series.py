"""Points of all thirteen ranks on a series at once, packed four bits a rank into two words."""

import numpy as np
from numpy.typing import NDArray

from cribstat.kernels._jit import njit
from cribstat.kernels.play import FIFTEEN, LIMIT, SHORTEST_RUN, TENTH
from cribstat.kernels.playtree.endings import whole

_TENS = sum(2 << 4 * rank for rank in range(TENTH - 1, 13))


@njit
def _count_points(need: int) -> int:
    """Pack two points for the ranks that add `need` to the count."""
    if need < 1 or need > TENTH:
        return 0
    return _TENS if need == TENTH else whole(2) << whole(4 * (need - 1))


@njit
def _run_points(ranks: NDArray[np.uint8], length: int) -> int:
    """Pack the points of the longest run that each rank completes on the first `length` of `ranks`."""
    packed = whole(0)
    seen = whole(0)
    low, high = whole(99), whole(-1)
    for size in range(1, length + 1):
        tail = whole(ranks[length - size])
        if seen >> tail & 1:
            break
        seen |= whole(1) << tail
        low, high = min(low, tail), max(high, tail)
        span = high - low + 1
        if size + 1 < SHORTEST_RUN or span > size + 1:
            continue
        if span == size:
            if low > 0:
                packed = _with_run(packed, low - 1, size + 1)
            if high < 12:
                packed = _with_run(packed, high + 1, size + 1)
        else:
            hole = low + 1
            while seen >> hole & 1:
                hole += 1
            packed = _with_run(packed, hole, size + 1)
    return packed


@njit
def _with_run(packed: int, rank: int, points: int) -> int:
    """Put the points of a longer run in place of a shorter one."""
    return packed & ~(whole(15) << 4 * rank) | whole(points) << 4 * rank


@njit
def reply_points(ranks: NDArray[np.uint8], length: int, count: int) -> tuple[int, int]:
    """Pack what each rank earns on the first `length` of `ranks`: fifteen, 31 and pairs; runs.

    As `cribstat.kernels.play.rank_points`; of ranks that do not come in the numbers mean nothing. Exact.
    """
    base = _count_points(FIFTEEN - count) + _count_points(LIMIT - count)
    if length > 0:
        rank = whole(ranks[length - 1])
        same = 1
        while same < length and ranks[length - 1 - same] == rank:
            same += 1
        base += whole(same * (same + 1)) << 4 * rank
    return base, _run_points(ranks, length)


@njit
def points_of(base: int, runs: int, rank: int) -> int:
    """Unpack the points of a rank."""
    return (base >> 4 * rank & 15) + (runs >> 4 * rank & 15)
