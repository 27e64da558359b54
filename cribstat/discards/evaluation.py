"""Hands, cribs and totals of every discard of one deal, added up exactly and divided once."""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from cribstat.cards import Cards, unseen
from cribstat.crib import PolicyCrib, PublishedMeans
from cribstat.crib.cases import by_suit_and_rank
from cribstat.crib.outcomes import Outcomes, hand_points, outcomes
from cribstat.discards.question import Question
from cribstat.kernels.patterns import RANKS, split_positions

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Evaluation:
    """Numbers for each discard (first axis), in points.

    `*_ev` are means, `*_sd` standard deviations of the population; `total_*` are nan where the crib
    model gives nothing but a mean. `hand_by_rank` and `crib_by_rank` (discards, 13) are means by rank of
    the start, nan for ranks that no start can have; `starts_by_rank` (13) counts the starts.
    """

    hand_ev: Floats
    hand_sd: Floats
    hand_min: Floats
    hand_max: Floats
    crib_ev: Floats
    total_sd: Floats
    total_min: Floats
    total_max: Floats
    hand_by_rank: Floats
    crib_by_rank: Floats
    starts_by_rank: Floats


@dataclass(slots=True)
class _Tally:
    """Sums and extremes for each discard; `cases` and `starts` say over how many (weighted) cases."""

    cases: Floats
    sums: Floats
    squares: Floats
    low: Floats
    high: Floats
    by_rank: Floats
    starts: Floats

    def scaled(self, weight: float) -> "_Tally":
        """Return the tally with every sum multiplied by a weight."""
        changed = {name: weight * getattr(self, name) for name in _SUMMED}
        return replace(self, **changed)

    def grouped(self, groups: list[NDArray[np.intp]]) -> "_Tally":
        """Return the tally with the discards of each group put together and given to each of them."""
        group_of = np.empty(len(self.cases), dtype=np.intp)
        for number, rows in enumerate(groups):
            group_of[rows] = number
        changed = {
            name: np.stack([getattr(self, name)[rows].sum(axis=0) for rows in groups])[group_of]
            for name in _SUMMED
        }
        low = np.array([self.low[rows].min() for rows in groups])[group_of]
        high = np.array([self.high[rows].max() for rows in groups])[group_of]
        return _Tally(low=low, high=high, **changed)


_SUMMED = ("cases", "sums", "squares", "by_rank", "starts")


def evaluate(question: Question) -> Evaluation:
    """Evaluate a question's deal, or the mean over the suit assignments of a bare deal."""
    hands: list[_Tally] = []
    totals: list[_Tally] = []
    cribs: list[_Tally] = []
    known = _known_means(question)
    for cards in question.deals:
        hand, total, crib = _tallies(question, cards, with_crib=known is None)
        hands.append(hand)
        totals.append(total)
        cribs.append(crib)
    hand, total, crib = (_merge(question, parts) for parts in (hands, totals, cribs))
    with np.errstate(invalid="ignore"):
        hand_by_rank, crib_by_rank = hand.by_rank / hand.starts, crib.by_rank / crib.starts
    return Evaluation(
        hand_ev=hand.sums / hand.cases,
        hand_sd=_spread(hand),
        hand_min=hand.low,
        hand_max=hand.high,
        crib_ev=crib.sums / crib.cases if known is None else known,
        total_sd=_spread(total),
        total_min=total.low,
        total_max=total.high,
        hand_by_rank=hand_by_rank,
        crib_by_rank=crib_by_rank,
        starts_by_rank=hands[0].starts[0],
    )


def need_chances(question: Question, points: int) -> Floats:
    """Return the chance of at least so many points of the hand for every discard, in lexicographic order.

    Exact: every start that may be turned counts once, suits included; a deal of ranks alone counts its suit
    assignments without a flush in hand, discards of the same ranks together.
    """
    _, kept = split_positions(question.variant.dealt, question.variant.laid_out)
    reached, cases = np.zeros(len(kept)), 0
    for cards, weight in zip(question.deals, question.deal_weights, strict=True):
        starts = unseen(cards, question.dead) if question.start is None else question.start
        shown = hand_points(np.sort(cards[kept], axis=1))[:, starts & 3, starts >> 2]
        reached += weight * (shown >= points).sum(axis=1)
        cases += weight * len(starts)
    if question.bare:
        for rows in _alike(question):
            reached[rows] = reached[rows].mean()
    chances: Floats = reached / cases
    return chances


def _known_means(question: Question) -> Floats | None:
    """Return mean cribs that need no adding up: published, for ranks alone, or looked up; None otherwise."""
    model = question.model
    if isinstance(model, PublishedMeans):
        away, _ = split_positions(question.variant.dealt, question.variant.laid_out)
        ranks = question.deals[0][away] >> 2
        means: Floats = model.means(question.variant, question.seat)[ranks[:, 0], ranks[:, 1]]
        return means
    if not isinstance(model, PolicyCrib):
        return None
    if question.bare:
        return model.bare_means(question.seat, (question.deals[0] >> 2).astype(np.uint8))
    if not (question.spread or question.start is not None or len(question.dead)):
        return model.looked_up(question.seat, question.deals[0])
    return None


def _merge(question: Question, parts: list[_Tally]) -> _Tally:
    """Put the tallies of all suit assignments together, each with its number of assignments.

    Assignments whose cases weigh differently count by their means; equal weights keep whole numbers whole.
    """
    if not question.bare:
        return parts[0]
    first, scaled = parts[0], []
    for part, weight in zip(parts, question.deal_weights, strict=True):
        scaled.append(part.scaled(weight * first.cases[0] / part.cases[0]))
    added = {name: np.sum([getattr(part, name) for part in scaled], axis=0) for name in _SUMMED}
    low, high = np.min([part.low for part in parts], axis=0), np.max([part.high for part in parts], axis=0)
    whole = _Tally(low=low, high=high, **added)
    return whole.grouped(_alike(question))


def _alike(question: Question) -> list[NDArray[np.intp]]:
    """Group the discards of a bare deal that are the same ranks."""
    away, _ = split_positions(question.variant.dealt, question.variant.laid_out)
    ranks = ["".join(sorted(question.text[place] for place in gone)) for gone in away]
    return [np.flatnonzero([other == found for other in ranks]) for found in dict.fromkeys(ranks)]


def _spread(tally: _Tally) -> Floats:
    """Return the standard deviation of the population for each discard."""
    mean = tally.sums / tally.cases
    spread: Floats = np.sqrt(np.maximum(tally.squares / tally.cases - mean * mean, 0.0))
    return spread


def _tallies(question: Question, cards: Cards, *, with_crib: bool) -> tuple[_Tally, _Tally, _Tally]:
    """Add up hand, total and crib of every discard of one deal with suits."""
    variant = question.variant
    away, kept = split_positions(variant.dealt, variant.laid_out)
    discards, keeps = np.sort(cards[away], axis=1), np.sort(cards[kept], axis=1)
    free = unseen(cards, question.dead)
    starts = free if question.start is None else question.start
    points = hand_points(keeps)
    hand = _hand_tally(points, by_suit_and_rank(starts))
    if isinstance(question.model, PublishedMeans) or not with_crib:
        unknown = _unknown(len(discards))
        return hand, unknown, unknown
    found = outcomes(
        points,
        discards,
        question.model.other_cards(variant, question.seat, free, starts),
        share=variant.crib_share(question.seat),
        needs_start=variant.crib_flush == "all_agree",
    )
    return hand, *_crib_tallies(found, len(discards))


def _hand_tally(points: Floats, may_start: NDArray[np.bool_]) -> _Tally:
    """Add up hands over the starts that may be turned, each once."""
    shown = points[:, may_start]
    n, cases = shown.shape
    return _Tally(
        np.full(n, float(cases)),
        shown.sum(axis=1),
        (shown * shown).sum(axis=1),
        shown.min(axis=1),
        shown.max(axis=1),
        (points * may_start).sum(axis=1),
        np.full((n, RANKS), may_start.sum(axis=0), dtype=np.float64),
    )


def _crib_tallies(found: Outcomes, discards: int) -> tuple[_Tally, _Tally]:
    """Put the outcomes with the crib into tallies of the total and of the crib."""
    cases = np.full(discards, found.weight)
    starts = np.full((discards, RANKS), found.weight_by_rank)
    nothing = np.zeros((discards, RANKS))
    total = _Tally(
        cases, found.total_sum, found.total_squares, found.total_min, found.total_max, nothing, starts
    )
    unknown = np.full(discards, np.nan)
    return total, _Tally(cases, found.crib_sum, unknown, unknown, unknown, found.crib_by_rank, starts)


def _unknown(discards: int) -> _Tally:
    """Return a tally of nothing: a published mean tells no more than itself."""
    nan = np.full(discards, np.nan)
    by_rank = np.full((discards, RANKS), np.nan)
    return _Tally(np.ones(discards), nan, nan, nan, nan, by_rank, np.ones_like(by_rank))
