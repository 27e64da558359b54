"""How hand and crib of one discard are distributed together.

State: own deal, the discard, dead cards. Unknown: the start and the other crib cards, weighted together
by the crib model. Hand and crib share the start, so their points are not independent; every case is
counted with both. What the play brings is left out.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cribstat.cards import HandError, as_cards, format_card, format_cards, unseen
from cribstat.crib import DEFAULT_CRIB_MODEL, CribModel, ModelError, PublishedMeans
from cribstat.crib.outcomes import hand_points, joint_points
from cribstat.discards.answer import rank_question
from cribstat.discards.question import Question, ask
from cribstat.rules import Variant

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class PointsDistribution:
    """How likely each number of points is.

    Attributes
    ----------
    points
        Ascending, float64, (n); halves are possible where only half the crib counts.
    weights
        Weights of the cases, whole numbers where they count cases, float64, (n).
    """

    points: Floats
    weights: Floats

    @cached_property
    def chances(self) -> Floats:
        """The chance of each number of points, float64, (n)."""
        chances: Floats = self.weights / self.weights.sum()
        return chances

    @property
    def mean(self) -> float:
        """Mean, in points."""
        return float((self.points * self.weights).sum() / self.weights.sum())

    @property
    def sd(self) -> float:
        """Standard deviation of the population, in points."""
        apart = self.points - self.mean
        return sqrt(float((apart * apart * self.weights).sum() / self.weights.sum()))

    def at_least(self, points: float) -> float:
        """Return the chance of at least so many points."""
        return float(self.weights[self.points >= points].sum() / self.weights.sum())

    def quantile(self, share: float) -> float:
        """Return the fewest points that are not passed with a chance of at least `share`.

        Raises
        ------
        ValueError
            `share` is not from 0 to 1.
        """
        if not 0 <= share <= 1:
            raise ValueError(f"a quantile is taken at 0 to 1, not at {share}")
        reached = np.searchsorted(np.cumsum(self.weights), share * self.weights.sum(), side="left")
        return float(self.points[min(int(reached), len(self.points) - 1)])


@dataclass(frozen=True, eq=False)
class DealDistribution:
    """Hand and crib of one discard, point by point.

    Attributes
    ----------
    variant, role, seat, deal, crib_model, statement, start, dead
        The question, as in `Ranking`.
    method
        ``exact`` for the crib model as stated, or ``approximate``.
    discard, keep
        Cards as text.
    share
        What a point of the crib counts in the total: 1 for its owner, -1 for pone, -1/2 for a non-dealer
        among three.
    weights
        Weights of the cases by points of the hand (rows, from 0) and of the crib (columns, from 0).
    """

    variant: str
    role: str
    seat: int
    deal: tuple[str, ...]
    crib_model: str
    statement: str
    start: str | None
    dead: tuple[str, ...]
    method: str
    discard: tuple[str, ...]
    keep: tuple[str, ...]
    share: float
    weights: Floats = field(repr=False)

    @property
    def joint(self) -> Floats:
        """The chance of every pair of points, float64, (hands, cribs)."""
        chances: Floats = self.weights / self.weights.sum()
        return chances

    @cached_property
    def hand(self) -> PointsDistribution:
        """The hand."""
        return _spread_of(np.arange(len(self.weights), dtype=np.float64), self.weights.sum(axis=1))

    @cached_property
    def crib(self) -> PointsDistribution:
        """The crib itself, whoever owns it."""
        return _spread_of(np.arange(self.weights.shape[1], dtype=np.float64), self.weights.sum(axis=0))

    @cached_property
    def total(self) -> PointsDistribution:
        """Hand and crib together, the crib by its share."""
        hands, cribs = np.indices(self.weights.shape)
        points, place = np.unique(hands + self.share * cribs, return_inverse=True)
        return _spread_of(points, np.bincount(place.ravel(), self.weights.ravel(), len(points)))

    @property
    def covariance(self) -> float:
        """Covariance of hand and crib over the common start, in points squared."""
        hands, cribs = np.indices(self.weights.shape)
        apart = (hands - self.hand.mean) * (cribs - self.crib.mean)
        return float((apart * self.weights).sum() / self.weights.sum())

    @property
    def correlation(self) -> float | None:
        """Correlation of hand and crib, None where one of them never varies."""
        spread = self.hand.sd * self.crib.sd
        return self.covariance / spread if spread > 0 else None

    def to_dict(self) -> dict[str, Any]:
        """Return the answer as a dictionary of plain values, as the command prints it in JSON."""
        pairs = [
            {"hand": hand, "crib": crib, "prob": prob}
            for (hand, crib), prob in np.ndenumerate(self.joint)
            if prob > 0
        ]
        return {
            "role": self.role,
            "seat": self.seat,
            "crib_model": self.crib_model,
            "start": self.start,
            "dead": list(self.dead),
            "method": self.method,
            "discard": list(self.discard),
            "keep": list(self.keep),
            **{name: _described(getattr(self, name)) for name in PARTS},
            "covariance": self.covariance,
            "correlation": self.correlation,
            "joint": pairs,
        }


PARTS = ("hand", "crib", "total")
QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)


def deal_distribution(
    deal: str | ArrayLike,
    role: str | None = None,
    *,
    discard: str | Sequence[int] | None = None,
    variant: str | Variant = "six",
    seat: int | None = None,
    crib_model: str | Path | CribModel = DEFAULT_CRIB_MODEL,
    start: str | int | None = None,
    dead: str | ArrayLike | None = None,
) -> DealDistribution:
    """Return how hand and crib are distributed together after one discard.

    Parameters
    ----------
    deal, role, variant, seat, crib_model, start, dead
        As in `rank_discards`; the deal with its suits, and a crib model that knows more than means.
    discard
        The cards laid away, text or ids; None takes the best by points (`rank_discards`).

    Returns
    -------
    DealDistribution
        Chances of every pair of points, of the hand, the crib and the total; quantiles, covariance.

    Raises
    ------
    CardError, HandError, RuleError, ModelError
        As in `rank_discards`; or a discard that is not of the deal, a deal of ranks alone, or a published
        table, which tells means only.

    Notes
    -----
    **Exact** for the crib model as stated where that is exact: all starts and all sets of other crib
    cards, or all deals of the other side under its policy, are counted together, with suits. The play
    and heels are left out.

    Examples
    --------
    >>> found = deal_distribution(
    ...     "5h 5d Js Qc 6c 7d", "dealer", discard="6c 7d", crib_model="uniform"
    ... )
    >>> round(found.hand.at_least(12), 4), found.hand.quantile(0.5), round(found.covariance, 4)
    (0.3478, 11.0, -2.1102)
    """
    question = ask(deal, role, variant, seat, crib_model, start, dead, play=None)
    if question.bare:
        raise HandError(f"a distribution needs suits, not ranks alone: '{' '.join(question.text)}'")
    if isinstance(question.model, PublishedMeans):
        raise ModelError(f"the table of {question.model.name} tells means only; the uniform model tells more")
    away = _best(question) if discard is None else _chosen(question, discard)
    return _counted(question, away)


def _best(question: Question) -> list[int]:
    """Return the positions of the best discard by points."""
    best = rank_question(question).rows[0].discard
    return [question.text.index(card) for card in best]


def _chosen(question: Question, discard: str | Sequence[int]) -> list[int]:
    """Return the positions of the cards laid away.

    Raises
    ------
    HandError
        A card is not of the deal, or there are too many or too few.
    """
    cards = as_cards(discard, what="discard")
    held = question.deals[0].tolist()
    for card in cards.tolist():
        if card not in held:
            raise HandError(f"the discard's {format_card(card)} is not in the deal '{format_cards(held)}'")
    laid_out = question.variant.laid_out
    if len(cards) != laid_out:
        raise HandError(
            f"{laid_out} cards are laid away in {question.variant.name}, not {len(cards)}: "
            f"'{format_cards(cards)}'"
        )
    return sorted(held.index(card) for card in cards.tolist())


def _counted(question: Question, away: list[int]) -> DealDistribution:
    """Count the cases of one discard, given by positions."""
    variant, cards = question.variant, question.deals[0]
    if isinstance(question.model, PublishedMeans):
        raise TypeError("a table of means was to be refused before")
    kept = [place for place in range(len(cards)) if place not in away]
    free = unseen(cards, question.dead)
    starts = free if question.start is None else question.start
    weights = joint_points(
        hand_points(np.sort(cards[kept])[None]),
        np.sort(cards[away])[None],
        question.model.other_cards(variant, question.seat, free, starts),
        needs_start=variant.crib_flush == "all_agree",
    )[0]
    hands, cribs = np.nonzero(weights)
    return DealDistribution(
        variant=variant.name,
        role=variant.role(question.seat),
        seat=question.seat,
        deal=question.text,
        crib_model=question.model.name,
        statement=question.model.statement,
        start=None if question.start is None else format_cards(question.start),
        dead=tuple(format_card(card) for card in question.dead),
        method=question.model.exactness,
        discard=tuple(question.text[place] for place in away),
        keep=tuple(question.text[place] for place in kept),
        share=float(variant.crib_share(question.seat)),
        weights=weights[: hands.max() + 1, : cribs.max() + 1],
    )


def _spread_of(points: Floats, weights: NDArray[Any]) -> PointsDistribution:
    """Keep the points that occur."""
    found = weights > 0
    return PointsDistribution(points[found], weights[found])


def _described(spread: PointsDistribution) -> dict[str, Any]:
    """Return a distribution as plain values."""
    rows = zip(spread.points.tolist(), spread.chances.tolist(), strict=True)
    return {
        "mean": spread.mean,
        "sd": spread.sd,
        "min": float(spread.points[0]),
        "max": float(spread.points[-1]),
        "quantiles": {f"{share:g}": spread.quantile(share) for share in QUANTILES},
        "points": [
            {"points": points, "prob": prob, "at_least_prob": spread.at_least(points)}
            for points, prob in rows
        ],
    }
