"""Mean crib by the pair of ranks laid away, under a crib model, nothing else seen."""

from dataclasses import dataclass

import numpy as np

from cribstat.cards import unseen
from cribstat.crib.models import CribModel, JointModel, ModelError, PolicyCrib, PublishedMeans
from cribstat.crib.outcomes import hand_points, outcomes
from cribstat.kernels.patterns import RANKS
from cribstat.rules import SIX, Variant


@dataclass(frozen=True, slots=True)
class PairMean:
    """The mean crib of one class of pairs, in points; `suited` is None where the model does not tell."""

    low: int
    high: int
    suited: bool | None
    crib_ev: float


def crib_means(model: CribModel, seat: int, variant: Variant = SIX) -> list[PairMean]:
    """Return the mean crib of every pair of ranks laid away, by suitedness where the model tells.

    Parameters
    ----------
    model
        A crib model for a game in which two cards are laid away.
    seat
        The seat that lays the pair away.
    variant
        The game.

    Returns
    -------
    list of PairMean
        91 pairs of ranks for published tables, 169 classes otherwise: low rank, high rank, unsuited
        before suited.

    Raises
    ------
    ModelError
        The model does not fit the variant.

    Notes
    -----
    As exact as the model; the other two cards and the start come from the 50 cards not laid away.
    """
    model.refuse(variant)
    if isinstance(model, PolicyCrib):
        raise ModelError(f"the crib model '{model.name}' looks at your whole deal: it has no table by pair")
    pairs = [(low, high) for low in range(RANKS) for high in range(low, RANKS)]
    if isinstance(model, PublishedMeans):
        table = model.means(variant, seat)
        return [PairMean(low, high, None, float(table[low, high])) for low, high in pairs]
    kinds = [(low, high, suited) for low, high in pairs for suited in (False, True)[: 1 + (low != high)]]
    return [PairMean(*kind, _mean(model, *kind, seat, variant)) for kind in kinds]


def _mean(model: JointModel, low: int, high: int, suited: bool, seat: int, variant: Variant) -> float:
    """Return the mean crib of one pair, taken in clubs, or in clubs and diamonds."""
    pair = np.array([[4 * low, 4 * high + (0 if suited else 1)]], dtype=np.uint8)
    free = unseen(pair[0])
    found = outcomes(
        np.zeros_like(hand_points(pair)),
        pair,
        model.other_cards(variant, seat, free, free),
        share=1.0,
        needs_start=variant.crib_flush == "all_agree",
    )
    return float(found.crib_sum[0] / found.weight)
