"""What a race to any target needs to know of many deals: counts, in batches, and as shares."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

PHASES = ("heels", "play", "hand", "crib")  # in the order of the kernels
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

    def stacked(self) -> "Shares":
        """Return the shares as those of the only kind of deals there is."""
        return Shares(*(part[None] for part in self))


@dataclass(frozen=True, eq=False)
class RaceStatistic:
    """How often one deal moves both sides how far, counted in batches of deals.

    Attributes
    ----------
    dealer_out
        Deals in which the dealer's side comes to ``a`` points or more while the other side has ``p``: int64,
        (batches, rows, columns), at ``[batch, a, p]``.
    pone_out
        The same of the other side: ``[batch, b, d]``.
    totals
        Deals by the points of both at the end: int64, (batches, rows, columns), at ``[batch, d, p]``.
    dealer_phases, pone_phases
        `dealer_out` and `pone_out` over all batches, by phase (heels, play, hand, crib): int64, (4, rows,
        columns).

    Notes
    -----
    **Estimated** where the deals are a sample; batches of equal size give the standard errors.
    """

    dealer_out: Counts
    pone_out: Counts
    totals: Counts
    dealer_phases: Counts
    pone_phases: Counts

    def __post_init__(self) -> None:
        """Refuse counts that no deals can have.

        Raises
        ------
        ValueError
            Other numbers of batches or phases, batches of unequal size, deals in which nobody gets a point,
            or phases that do not add up to the whole.
        """
        if len({len(self.dealer_out), len(self.pone_out), len(self.totals)}) != 1:
            raise ValueError("the counts of a race have different numbers of batches")
        deals = self.totals.sum(axis=(1, 2))
        if not len(deals) or deals.min() < 1 or deals.min() != deals.max():
            raise ValueError(
                f"batches hold equally many deals, one or more, not {sorted(set(deals.tolist()))}"
            )
        if self.totals[:, 0, 0].any():
            raise ValueError("in every deal somebody gets a point, and these counts hold deals without any")
        for out, phases in ((self.dealer_out, self.dealer_phases), (self.pone_out, self.pone_phases)):
            if len(phases) != len(PHASES) or not np.array_equal(out.sum(axis=0), phases.sum(axis=0)):
                raise ValueError(f"the {len(PHASES)} phases of a race do not add up to the whole")

    @classmethod
    def counted(cls, dealer_out: Counts, pone_out: Counts, totals: Counts) -> "RaceStatistic":
        """Return the statistic of counts as the kernels make them, without the empty ends.

        Parameters
        ----------
        dealer_out, pone_out
            By batch and phase, int64, (batches, 4, SIZE, SIZE): see `cribstat.kernels.race`.
        totals
            By batch, int64, (batches, SIZE, SIZE).

        Raises
        ------
        ValueError
            As for the statistic itself.
        """
        dealer, pone = _trim(dealer_out), _trim(pone_out)
        return cls(dealer.sum(axis=1), pone.sum(axis=1), _trim(totals), dealer.sum(axis=0), pone.sum(axis=0))

    @property
    def batches(self) -> int:
        """Number of batches."""
        return len(self.totals)

    @property
    def deals(self) -> int:
        """Number of deals."""
        return int(self.totals.sum())

    def merged(self, together: int) -> "RaceStatistic":
        """Return the statistic with so many batches made one; their number must part into such groups."""
        dealer_out, pone_out, totals = (
            counts.reshape(-1, together, *counts.shape[1:]).sum(axis=1) for counts in self._counts()
        )
        return RaceStatistic(dealer_out, pone_out, totals, self.dealer_phases, self.pone_phases)

    def shares(self, batches: slice | None = None) -> Shares:
        """Return deals as shares of their number: all, or those of some batches."""
        return _as_shares(*(counts[batches or slice(None)].sum(axis=0) for counts in self._counts()))

    def shares_without(self, batch: int) -> Shares:
        """Return all deals but those of one batch as shares of their number."""
        return _as_shares(*(counts.sum(axis=0) - counts[batch] for counts in self._counts()))

    def _counts(self) -> tuple[Counts, Counts, Counts]:
        """Return the arrays that have batches."""
        return self.dealer_out, self.pone_out, self.totals


def _as_shares(dealer_out: Counts, pone_out: Counts, totals: Counts) -> Shares:
    """Divide counts by the number of deals."""
    deals = totals.sum()
    return Shares(dealer_out / deals, pone_out / deals, totals / deals)


def _trim(counts: Counts) -> Counts:
    """Leave out the rows and columns at the end in which no batch counts a deal."""
    filled: NDArray[np.bool_] = counts.reshape(-1, *counts.shape[-2:]).sum(axis=0) > 0
    rows, columns = (1 + max(np.flatnonzero(filled.any(axis=axis)), default=0) for axis in (1, 0))
    return counts[..., :rows, :columns]
