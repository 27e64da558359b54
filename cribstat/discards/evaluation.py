"""Hands, cribs and totals of every discard of one deal, added up exactly."""

from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray

from cribstat.cards import PACK_SIZE, Cards, unseen
from cribstat.crib import PublishedMeans
from cribstat.crib.outcomes import hand_points, outcomes
from cribstat.discards.question import Question, discard_positions
from cribstat.kernels.patterns import RANKS

SUITS = 4
Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Evaluation:
    """Numbers for each discard (first axis), in points.

    `*_ev` and `*_second` are means and mean squares; `total_*` are nan where the crib model gives
    nothing but a mean. The `*_by_rank` arrays have the shape (discards, 13), nan for ranks that no
    start can have; `starts_by_rank` (13) counts the starts.
    """

    hand_ev: Floats
    hand_second: Floats
    hand_min: Floats
    hand_max: Floats
    crib_ev: Floats
    total_first: Floats
    total_second: Floats
    total_min: Floats
    total_max: Floats
    hand_by_rank: Floats
    crib_by_rank: Floats
    starts_by_rank: Floats


def evaluate(question: Question) -> Evaluation:
    """Evaluate a question's deal, or the mean over the suit assignments of a bare deal."""
    parts = [_evaluate_deal(question, cards) for cards in question.deals]
    if len(parts) == 1:
        return parts[0]
    weights = np.array(question.deal_weights, dtype=np.float64)
    return Evaluation(**{field.name: _merge(field.name, parts, weights) for field in fields(Evaluation)})


def _merge(name: str, parts: list[Evaluation], weights: Floats) -> Floats:
    """Merge one field of the evaluations of several assignments."""
    stacked = np.stack([getattr(part, name) for part in parts])
    if name.endswith("_min"):
        least: Floats = stacked.min(axis=0)
        return least
    if name.endswith("_max"):
        most: Floats = stacked.max(axis=0)
        return most
    mean: Floats = np.tensordot(weights, stacked, axes=1) / weights.sum()
    return mean


def _evaluate_deal(question: Question, cards: Cards) -> Evaluation:
    """Evaluate one deal with suits."""
    variant = question.variant
    away, kept = discard_positions(variant.dealt, variant.laid_out)
    discards, keeps = np.sort(cards[away], axis=1), np.sort(cards[kept], axis=1)
    free = unseen(cards, question.dead)
    starts = free if question.start is None else question.start
    possible = np.zeros(PACK_SIZE, dtype=np.bool_)
    possible[starts] = True
    may_start = possible.reshape(RANKS, SUITS).T
    hand = hand_points(keeps)
    shown = hand[:, may_start]
    by_rank = may_start.sum(axis=0)
    with np.errstate(invalid="ignore"):
        hand_by_rank = (hand * may_start).sum(axis=1) / by_rank
    mean_hand = shown.mean(axis=1)
    own = {
        "hand_ev": mean_hand,
        "hand_second": (shown * shown).mean(axis=1),
        "hand_min": shown.min(axis=1).astype(np.float64),
        "hand_max": shown.max(axis=1).astype(np.float64),
        "hand_by_rank": hand_by_rank,
        "starts_by_rank": by_rank.astype(np.float64),
    }
    return Evaluation(**own, **_crib_fields(question, hand, discards, free, starts))


def _crib_fields(
    question: Question, hand: NDArray[np.int64], discards: Cards, free: Cards, starts: Cards
) -> dict[str, Floats]:
    """Return the fields of an evaluation that depend on the crib."""
    variant, model = question.variant, question.model
    if isinstance(model, PublishedMeans):
        ranks = discards >> 2
        unknown = np.full(len(discards), np.nan)
        return {
            "crib_ev": model.means(variant, question.seat)[ranks[:, 0], ranks[:, 1]],
            "total_first": unknown,
            "total_second": unknown,
            "total_min": unknown,
            "total_max": unknown,
            "crib_by_rank": np.full((len(discards), RANKS), np.nan),
        }
    found = outcomes(
        hand,
        discards,
        model.other_cards(variant, free, starts),
        share=variant.crib_share(question.seat),
        needs_start=variant.crib_flush == "all_agree",
    )
    return {
        "crib_ev": found.crib_ev,
        "total_first": found.total_ev,
        "total_second": found.total_second,
        "total_min": found.total_min,
        "total_max": found.total_max,
        "crib_by_rank": found.crib_by_rank,
    }
