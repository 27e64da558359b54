"""One card of the play, with what it earned."""

from dataclasses import dataclass
from typing import Any

from cribstat.cards import format_card
from cribstat.play.points import Reasons


@dataclass(frozen=True, slots=True)
class PlayEvent:
    """One card as it was laid.

    Attributes
    ----------
    series
        Which series, from 1.
    seat
        Who laid it; seat 0 leads the first series, the last seat deals.
    card
        The card's id.
    count
        The count it made.
    points
        Its points, the sum of `reasons`.
    reasons
        (reason, points) for each of ``fifteen``, ``thirty-one``, ``pair``, ``pair royal``,
        ``double pair royal``, ``run``, ``flush``, ``go`` and ``last`` that it earned.
    totals
        Points of every seat in this play, this card included.
    sides
        The same by side; partners mark together.
    scores
        The side's scores on the board, where the play was begun with scores.
    passed
        Seats that hold cards and were passed over before this card since none of theirs came in.

    Notes
    -----
    Exact.
    """

    series: int
    seat: int
    card: int
    count: int
    points: int
    reasons: Reasons
    totals: tuple[int, ...]
    sides: tuple[int, ...]
    scores: tuple[int, ...] | None = None
    passed: tuple[int, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """Return the event as plain values; ``sides`` with partners and ``scores`` where there are any."""
        plain: dict[str, Any] = {
            "series": self.series,
            "seat": self.seat,
            "card": format_card(self.card),
            "count": self.count,
            "points": self.points,
            "reasons": [list(reason) for reason in self.reasons],
            "totals": list(self.totals),
        }
        if len(self.sides) < len(self.totals):
            plain["sides"] = list(self.sides)
        if self.scores is not None:
            plain["scores"] = list(self.scores)
        return plain
