"""Hand and crib means of every discard of many deals at once."""

from math import comb
from pathlib import Path

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cribstat.crib import (
    DEFAULT_CRIB_MODEL,
    CribModel,
    Habits,
    ModelError,
    PairWeights,
    PolicyCrib,
    PublishedMeans,
)
from cribstat.discards.question import counts_play, seat_of
from cribstat.kernels import patterns
from cribstat.policies.opponents import opponent_model
from cribstat.policies.shipped import play_points, spread_keeps
from cribstat.rules import Variant
from cribstat.rules import variant as variant_record
from cribstat.scoring import checked_array, mean_hands, refuse_repeats

Floats = NDArray[np.float64]


def rank_deals(
    deals: ArrayLike,
    role: str | None = None,
    *,
    variant: str | Variant = "six",
    seat: int | None = None,
    crib_model: str | Path | CribModel = DEFAULT_CRIB_MODEL,
) -> tuple[Floats, Floats]:
    """Return mean hand and mean crib of every discard of many deals.

    Parameters
    ----------
    deals
        Card ids, shape (n, dealt), in any order within a row.
    role, variant, seat, crib_model
        As in `rank_discards`.

    Returns
    -------
    tuple of numpy.ndarray
        Mean hand and mean crib in points, each float64 of shape (n, discards); the crib is never
        negative. Discards stand in lexicographic order of positions in the deal as given:
        (0, 1), (0, 2), ... (4, 5) for six cards.

    Raises
    ------
    CardError, HandError
        A number is no card, a row holds a card twice, or the shape does not fit the variant.
    RuleError, ModelError
        As in `rank_discards`.

    Notes
    -----
    Hands exact; cribs as exact as the model (see `rank_discards`). Compiled on first use. What the play
    brings, which `rank_discards` counts in its totals for ``solved``, is told by `play_deals`.

    Examples
    --------
    >>> import numpy as np
    >>> hand, crib = rank_deals(np.array([[18, 23, 25, 24, 30, 49]]), "dealer", crib_model="hessel")
    >>> hand.shape, float(round(hand[0, 4], 4)), float(crib[0, 4])
    ((1, 15), 14.8696, 6.7)
    """
    record = variant_record(variant)
    place = seat_of(record, role, seat)
    model = opponent_model(crib_model, record)
    model.refuse(record)
    rows = checked_array(deals, "deals", record.dealt)
    refuse_repeats(rows, "deals")
    return mean_hands(rows, record.laid_out), _crib_means(rows, record, place, model)


def play_deals(
    deals: ArrayLike, role: str | None = None, *, variant: str | Variant = "six", seat: int | None = None
) -> Floats:
    """Return what the solved play brings to every discard of many deals.

    Parameters
    ----------
    deals, role, variant, seat
        As in `rank_deals`; two players, five or six cards.

    Returns
    -------
    numpy.ndarray
        Own points less the other's by the ranks kept, float64, (n, discards), as in `rank_deals`.

    Raises
    ------
    CardError, HandError, RuleError
        As in `rank_deals`.
    ModelError
        No play is solved for the game or its options.

    Notes
    -----
    **Approximate**: see `rank_discards`.

    Examples
    --------
    >>> import numpy as np
    >>> play_deals(np.array([[18, 23, 25, 24, 30, 49]]), "dealer").shape
    (1, 15)
    """
    record = variant_record(variant)
    place = seat_of(record, role, seat)
    counts_play(True, opponent_model("uniform", record), record)
    rows = checked_array(deals, "deals", record.dealt)
    refuse_repeats(rows, "deals")
    return spread_keeps(rows >> 2, play_points(record.role(place), record.dealt))


def _crib_means(deals: NDArray[np.uint8], variant: Variant, seat: int, model: CribModel) -> Floats:
    """Return the mean crib of every discard of checked deals, (n, discards)."""
    away, _ = patterns.split_positions(variant.dealt, variant.laid_out)
    if isinstance(model, PublishedMeans):
        ranks = deals[:, away] >> 2
        means: Floats = model.means(variant, seat)[ranks[..., 0], ranks[..., 1]]
        return means
    if isinstance(model, PairWeights):
        return _weighted_means(deals, variant, away, model)
    if isinstance(model, PolicyCrib):
        return model.many_means(seat, deals)
    if isinstance(model, Habits):
        return model.crib_means(variant, seat, deals)
    return _uniform_means(deals, variant, away)


def _uniform_means(deals: NDArray[np.uint8], variant: Variant, away: NDArray[np.intp]) -> Floats:
    """Mean cribs when any unseen cards are equally likely; the rank part once for each rank multiset."""
    from cribstat.kernels import unseen  # numba is imported only when asked for

    others = variant.others_in_crib
    positions = away.astype(np.int64)
    order = np.argsort(deals, axis=1, kind="stable")
    ranks = (np.take_along_axis(deals, order, axis=1) >> 2).astype(np.uint8)
    index = patterns.multiset_index(ranks)
    _, first, of_deal = np.unique(index, return_index=True, return_inverse=True)
    by_multiset = unseen.uniform_rank_sums(
        ranks[first],
        positions,
        patterns.crib_table(variant.laid_out, others),
        patterns.multisets(others),
        patterns.CHOOSE,
    )
    needs_start = variant.crib_flush == "all_agree"
    sums = unseen.uniform_suit_sums(deals, positions, others, needs_start)
    sums += np.take_along_axis(by_multiset[of_deal], patterns.ways_in_order(order, variant.laid_out), axis=1)
    free = 52 - variant.dealt
    cases = comb(free, others) * (free - others)
    means: Floats = sums / cases
    return means


def _weighted_means(
    deals: NDArray[np.uint8], variant: Variant, away: NDArray[np.intp], model: PairWeights
) -> Floats:
    """Mean cribs under weights of pairs of cards."""
    from cribstat.kernels import unseen  # numba is imported only when asked for

    needs_start = variant.crib_flush == "all_agree"
    sums, mass = unseen.weighted_sums(
        deals, away.astype(np.int64), patterns.crib_table(2, 2), model.weights, patterns.CHOOSE, needs_start
    )
    empty = np.flatnonzero(mass <= 0)
    if len(empty):
        raise ModelError(f"the weights of '{model.name}' leave no pair to the other side of deal {empty[0]}")
    means: Floats = sums / mass[:, None]
    return means
