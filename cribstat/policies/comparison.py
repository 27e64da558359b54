"""Two opinions of the same deals compared: where they choose differently, and what that costs.

An opinion is a value for every discard of every class of deals, (n, discards), in points: hand plus crib
for the dealer, hand less crib for pone.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cribstat.cards import format_cards
from cribstat.kernels.patterns import split_positions
from cribstat.policies.build import best_discards
from cribstat.policies.classes import deal_pack, kind_sums, pair_kinds

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Case:
    """One discard of one deal that two opinions value differently.

    Attributes
    ----------
    deal, discard
        Cards as text.
    first, second
        What the two opinions say of it, points.
    """

    deal: str
    discard: str
    first: float
    second: float

    @property
    def change(self) -> float:
        """The second value less the first."""
        return self.second - self.first


@dataclass(frozen=True)
class Mistake:
    """One deal in which another opinion leads astray: cards as text, and the points it loses."""

    deal: str
    best: str
    followed: str
    loss: float


def pair_means(dealt: int, cribs: Floats) -> Floats:
    """Return the mean crib of each discard over all deals that hold a pair of its kind, (n, discards).

    Parameters
    ----------
    dealt
        Cards of a deal, 6 or 5.
    cribs
        Mean crib of every class and discard, (n, discards), points.

    Notes
    -----
    Exact as the cribs are. With cribs that know the whole deal this is the mean crib for one who only knows
    the two cards laid away: over all deals that hold them, the others are any cards.
    """
    pack = deal_pack(dealt)
    kinds = pair_kinds(pack.deals)
    weights = np.broadcast_to(pack.weights[:, None].astype(np.float64), kinds.shape)
    held, sums = kind_sums(kinds, weights), kind_sums(kinds, weights * cribs)
    means: Floats = np.divide(sums, held, out=np.zeros(len(held)), where=held > 0)[kinds]
    return means


def part_ways(values: Floats, others: Floats) -> NDArray[np.bool_]:
    """Tell for each class whether no discard is best in both opinions, (n,)."""
    shared: NDArray[np.bool_] = np.any(best_discards(values) & best_discards(others), axis=1)
    return ~shared


def advice_loss(values: Floats, advice: Floats) -> Floats:
    """Return what is lost in each class by laying away what another opinion holds best, (n,), points.

    Parameters
    ----------
    values
        What the discards are worth, (n, discards).
    advice
        The opinion that is followed, (n, discards); discards equal in it (nine decimals) are mixed evenly.

    Returns
    -------
    numpy.ndarray
        Zero or more, in the points of `values`; exact as these are.
    """
    followed = best_discards(advice)
    got = (values * followed).sum(axis=1) / followed.sum(axis=1)
    loss: Floats = np.maximum(values.max(axis=1) - got, 0.0)
    return loss


def chosen_mean(numbers: Floats, values: Floats) -> Floats:
    """Return for each class the mean of numbers over the discards that an opinion holds best, (n,)."""
    chosen = best_discards(values)
    means: Floats = (numbers * chosen).sum(axis=1) / chosen.sum(axis=1)
    return means


def largest_changes(
    dealt: int, first: Floats, second: Floats, among: NDArray[np.bool_], count: int = 5
) -> list[Case]:
    """Return the discards whose values differ most in two opinions, the largest change first.

    Parameters
    ----------
    dealt
        Cards of a deal, 6 or 5.
    first, second
        Values of every discard of every class, (n, discards), points.
    among
        Which discards are looked at, (n, discards).
    count
        How many cases; a deal gives one at most, and deals of the same ranks give one.
    """
    pack = deal_pack(dealt)
    changes = np.where(among, np.abs(second - first), 0.0)
    ways = changes.argmax(axis=1)
    away, _ = split_positions(dealt, 2)
    return [
        Case(
            format_cards(pack.deals[row]),
            format_cards(pack.deals[row][away[ways[row]]]),
            float(first[row, ways[row]]),
            float(second[row, ways[row]]),
        )
        for row in _largest_rows(pack.deals, changes.max(axis=1), count)
    ]


def largest_losses(dealt: int, values: Floats, advice: Floats, count: int = 5) -> list[Mistake]:
    """Return the deals in which following another opinion loses most (see `advice_loss`), largest first.

    Of discards that an opinion holds equal the first is told. Deals of the same ranks give one.
    """
    pack = deal_pack(dealt)
    losses = advice_loss(values, advice)
    best, followed = (best_discards(opinion).argmax(axis=1) for opinion in (values, advice))
    away, _ = split_positions(dealt, 2)
    return [
        Mistake(
            format_cards(pack.deals[row]),
            format_cards(pack.deals[row][away[best[row]]]),
            format_cards(pack.deals[row][away[followed[row]]]),
            float(losses[row]),
        )
        for row in _largest_rows(pack.deals, losses, count)
    ]


def _largest_rows(deals: NDArray[np.uint8], sizes: Floats, count: int) -> list[int]:
    """Return the classes with the largest sizes above zero, one for the same ranks."""
    rows: list[int] = []
    seen: set[bytes] = set()
    for row in np.argsort(-sizes, kind="stable").tolist():
        ranks = np.sort(deals[row] >> 2).tobytes()
        if sizes[row] <= 0 or len(rows) == count:
            break
        if ranks not in seen:
            seen.add(ranks)
            rows.append(row)
    return rows
