"""What an advice in the play says, and the advice on leads: from the table that ships, without a compiler."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import floor, log10

import numpy as np

from cribstat.kernels.patterns import multiset_index
from cribstat.policies.shipped import lead_table

MOST_DECIMALS = 3


@dataclass(frozen=True, slots=True)
class PlayAdvice:
    """What every rank that comes in is worth.

    Attributes
    ----------
    values
        Points of the rest of the play in the player's own view by rank, best first; None where a single card
        comes in and nothing is to be chosen. Empty where none comes in: the player says go.
    source
        ``table`` (the leads that ship), ``stored`` (the whole strategy in the cache), ``again`` (the rest
        solved again) or ``certain`` (the other side has no cards left, or there is no choice).
    exploitability
        Of the stored or solved play, points; None where it does not matter.
    margin
        How far apart the values of two solutions of such an exploitability are, points; None where the
        values are certain or of a table that ships. No digit beyond it is worth printing.
    """

    values: dict[int, float | None]
    source: str
    exploitability: float | None = None
    margin: float | None = None

    @property
    def decimals(self) -> int:
        """How many decimals of the values the margin earns, at most three."""
        if not self.margin:
            return MOST_DECIMALS
        return min(max(floor(-log10(self.margin)), 0), MOST_DECIMALS)


def lead_advice(hand: Sequence[int], dealt: int = 6) -> PlayAdvice:
    """Return what every lead is worth to pone against the solved dealer, from the table that ships.

    Parameters
    ----------
    hand
        The ranks kept, 4 or 3.
    dealt
        Cards of a deal, 6 or 5.

    Notes
    -----
    **Approximate**: exact for the solved play (see `cribstat.policies.shipped.lead_table`).
    """
    nets = lead_table(dealt)[1][multiset_index(np.sort(np.array(hand)))]
    return PlayAdvice(best_first({rank: float(nets[rank]) for rank in set(hand)}), "table")


def best_first(values: dict[int, float | None]) -> dict[int, float | None]:
    """Order values, best first, equal ones by rank."""
    return dict(sorted(values.items(), key=lambda item: (-(item[1] or 0.0), item[0])))
