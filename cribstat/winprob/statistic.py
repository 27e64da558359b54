"""What a race to any target needs to know of many deals: counts, in batches, and as shares."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cribstat.kernels.race import PHASES

Counts = NDArray[np.int64]
Floats = NDArray[np.float64]


class Shares(NamedTuple):
    """Shares of deals, over all phases: the arguments of the kernel that solves the race.

    Attributes
    ----------
    dealer_out, pone_out
        Deals in which a side comes to so many points or more (rows from 0; row 0 is empty) while the other
        side has so many (columns), float64.
    totals
        Deals by the points of the dealer (rows) and of pone (columns) at the end, float64.
    """

    dealer_out: Floats
    pone_out: Floats
    totals: Floats


@dataclass(frozen=True, eq=False)
class RaceStatistic:
    """How often one deal moves both sides how far, counted in batches of deals.

    Attributes
    ----------
    dealer_out
        Deals in which the dealer's side comes to ``a`` points or more in a phase (heels, play, hand, crib)
        while the other side has ``p``: int64, (batches, 4, rows, columns), at ``[batch, phase, a, p]``.
    pone_out
        The same of the other side: ``[batch, phase, b, d]``.
    totals
        Deals by the points of both at the end: int64, (batches, rows, columns), at ``[batch, d, p]``.

    Notes
    -----
    **Estimated** where the deals are a sample; batches of equal size give the standard errors.
    """

    dealer_out: Counts
    pone_out: Counts
    totals: Counts

    def __post_init__(self) -> None:
        """Refuse counts that no deals can have.

        Raises
        ------
        ValueError
            Other shapes or numbers of batches, an empty batch, batches of unequal size, or deals in which
            nobody gets a point.
        """
        if self.dealer_out.ndim != 4 or self.pone_out.ndim != 4 or self.totals.ndim != 3:
            raise ValueError(
                "counts of a race are (batches, phases, rows, columns) and (batches, rows, columns)"
            )
        if len({len(self.dealer_out), len(self.pone_out), len(self.totals)}) != 1:
            raise ValueError("the counts of a race have different numbers of batches")
        if {self.dealer_out.shape[1], self.pone_out.shape[1]} != {PHASES}:
            raise ValueError(f"the counts of a race have {PHASES} phases")
        deals = self.totals.sum(axis=(1, 2))
        if not len(deals) or deals.min() < 1 or deals.min() != deals.max():
            raise ValueError(
                f"batches hold equally many deals, one or more, not {sorted(set(deals.tolist()))}"
            )
        if self.totals[:, 0, 0].any():
            raise ValueError("in every deal somebody gets a point, and these counts hold deals without any")

    @property
    def batches(self) -> int:
        """Number of batches."""
        return len(self.totals)

    @property
    def deals(self) -> int:
        """Number of deals."""
        return int(self.totals.sum())

    def pooled(self) -> "RaceStatistic":
        """Return all deals as one batch."""
        return RaceStatistic(*(counts.sum(axis=0, keepdims=True) for counts in self._counts()))

    def part(self, batches: slice) -> "RaceStatistic":
        """Return some of the batches."""
        return RaceStatistic(*(counts[batches] for counts in self._counts()))

    def trimmed(self) -> "RaceStatistic":
        """Return the counts without the empty rows and columns at their ends."""
        return RaceStatistic(*(_trim(counts) for counts in self._counts()))

    def shares(self) -> Shares:
        """Return all deals as shares of their number."""
        return self.shares_without(None)

    def shares_without(self, batch: int | None) -> Shares:
        """Return all deals but those of one batch (none: all) as shares of their number."""
        dealer_out, pone_out, totals = (
            counts.sum(axis=0) - (0 if batch is None else counts[batch]) for counts in self._counts()
        )
        count = totals.sum()
        return Shares(dealer_out.sum(axis=0) / count, pone_out.sum(axis=0) / count, totals / count)

    def _counts(self) -> tuple[Counts, Counts, Counts]:
        """Return the three arrays."""
        return self.dealer_out, self.pone_out, self.totals


def _trim(counts: Counts) -> Counts:
    """Leave out the rows and columns at the end in which no batch counts a deal."""
    filled: NDArray[np.bool_] = counts.reshape(-1, *counts.shape[-2:]).sum(axis=0) > 0
    rows, columns = (1 + max(np.flatnonzero(filled.any(axis=axis)), default=0) for axis in (1, 0))
    return np.ascontiguousarray(counts[..., :rows, :columns])
