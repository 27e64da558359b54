"""What a ranking of discards holds: rows by place, and what was asked."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from cribstat.cards import RANK_LETTERS

if TYPE_CHECKING:
    import pandas as pd

NEAR_TIE = 0.05


@dataclass(frozen=True, slots=True)
class DiscardRow:
    """One discard of a ranking; points unless said otherwise, None where nothing is known.

    Attributes
    ----------
    place
        1 for the best; equal totals share a place.
    discard, keep
        Cards as text (or ranks, for a deal of ranks).
    hand_ev, crib_ev, play_ev, total_ev
        Means of the hand, of the crib (never negative), of the play (own less the other's, by the ranks
        kept), and together.
    regret
        What the discard gives up against the best total.
    near_tie
        A discard other than the best by points that gives up 0.05 or less.
    win_prob, win_prob_se
        Chance of winning in [0, 1] and its standard error.
    stake_ev, stake_se
        Mean of what the game brings under the stakes asked for, and its standard error.
    need_prob
        Chance in [0, 1] that the hand has the points needed.
    hand_sd, hand_min, hand_max
        Spread (population) and extremes of the hand over the starts.
    total_sd, total_min, total_max
        The same of hand and crib together, over starts and crib cards, without the play.
    """

    place: int
    discard: tuple[str, ...]
    keep: tuple[str, ...]
    hand_ev: float
    crib_ev: float
    play_ev: float | None
    total_ev: float
    regret: float
    near_tie: bool
    win_prob: float | None
    win_prob_se: float | None
    stake_ev: float | None
    stake_se: float | None
    need_prob: float | None
    hand_sd: float
    hand_min: int
    hand_max: int
    total_sd: float | None
    total_min: float | None
    total_max: float | None

    def to_dict(self) -> dict[str, Any]:
        """Return the row as a dictionary of plain values, unrounded; `ASKED` where they are there."""
        row = {key: value for key, value in asdict(self).items() if value is not None or key not in ASKED}
        return row | {"discard": list(self.discard), "keep": list(self.keep)}


@dataclass(frozen=True, slots=True)
class StartPoints:
    """What each start rank makes of one discard.

    `ranks` are the ranks 0..12 that can be turned, `counts` their unseen cards (a mean over suit
    assignments for bare ranks), `hand` and `crib` the mean points with a start of that rank; `crib` is
    None where the model does not tell.
    """

    discard: tuple[str, ...]
    keep: tuple[str, ...]
    ranks: tuple[int, ...]
    counts: tuple[float, ...]
    hand: tuple[float, ...]
    crib: tuple[float, ...] | None

    def to_dict(self) -> dict[str, Any]:
        """Return the record as a dictionary of plain values, a row for each start rank."""
        crib = self.crib or (None,) * len(self.ranks)
        rows = zip(self.ranks, self.counts, self.hand, crib, strict=True)
        starts = [{"rank": RANK_LETTERS[r], "count": n, "hand_ev": h, "crib_ev": c} for r, n, h, c in rows]
        return {"discard": list(self.discard), "keep": list(self.keep), "starts": starts}


@dataclass(frozen=True, slots=True, eq=False)
class StartTable:
    """Points by rank of the start, from which a ranking makes its `StartPoints` when asked.

    Attributes
    ----------
    counts
        Unseen cards of each rank that may be turned, shape (13).
    hand, crib
        Mean points with a start of each rank, for each row of the ranking, shape (rows, 13); nan where
        nothing is known.
    """

    counts: NDArray[np.float64]
    hand: NDArray[np.float64]
    crib: NDArray[np.float64]

    def points(self, rows: tuple[DiscardRow, ...]) -> tuple[StartPoints, ...]:
        """Return a record for each of the given rows."""
        ranks = np.flatnonzero(self.counts > 0)
        counts, hand, crib = self.counts[ranks].tolist(), self.hand[:, ranks], self.crib[:, ranks]
        return tuple(
            StartPoints(
                discard=row.discard,
                keep=row.keep,
                ranks=tuple(ranks.tolist()),
                counts=tuple(counts),
                hand=tuple(shown.tolist()),
                crib=None if np.isnan(laid_away).any() else tuple(laid_away.tolist()),
            )
            for row, shown, laid_away in zip(rows, hand, crib, strict=True)
        )


@dataclass(frozen=True, slots=True)
class Ranking:
    """All discards of one deal for one seat, best first.

    Attributes
    ----------
    variant, role, seat
        The game, ``dealer``, ``pone``, ``partner`` or ``non-dealer``, and the seat (0 leads, the last deals).
    deal
        The cards (or ranks) asked about, as text, in the order given.
    crib_model, statement
        The crib model's name, and what it assumes.
    start, dead
        The start that was given, and the cards known to be elsewhere, as text.
    bare
        The deal was given by ranks alone: means are over suit assignments without a flush in hand.
    score
        The score that was given, own first.
    need, stakes, by
        The points needed from the hand, what the game is played for (with a score), and what decides the
        order: ``points``, ``need``, ``win`` or ``stake``.
    policies
        With a score, what both sides lay away and how they play, in this deal and the later ones.
    method
        For each mean ``exact``, ``estimated``, ``approximate`` or None (not there).
    rows
        The discards, best first.
    start_table
        What `starts` is made of.
    """

    variant: str
    role: str
    seat: int
    deal: tuple[str, ...]
    crib_model: str
    statement: str
    start: str | None
    dead: tuple[str, ...]
    bare: bool
    score: tuple[int, int] | None
    need: int | None
    stakes: str | None
    by: str
    policies: Mapping[str, str] | None
    method: Mapping[str, str | None]
    rows: tuple[DiscardRow, ...]
    start_table: StartTable = field(repr=False, compare=False)

    @property
    def starts(self) -> tuple[StartPoints, ...]:
        """Points by start rank for every row, in the order of the rows."""
        return self.start_table.points(self.rows)

    def to_dict(self) -> dict[str, Any]:
        """Return the answer as a dictionary of plain values, as the command prints it in JSON.

        The points needed, the stakes, the order and the policies stand there where they were asked for.
        """
        asked: dict[str, Any] = {} if self.need is None else {"need": self.need}
        if self.score is not None:
            asked |= {"stakes": self.stakes, "policies": dict(self.policies or {})}
        if asked:
            asked["by"] = self.by
        return {
            "role": self.role,
            "seat": self.seat,
            "crib_model": self.crib_model,
            "start": self.start,
            "dead": list(self.dead),
            "score": None if self.score is None else list(self.score),
            **asked,
            "method": dict(self.method),
            "rows": [row.to_dict() for row in self.rows],
        }

    def to_frame(self) -> "pd.DataFrame":
        """Return a pandas frame, a row for each discard, best first.

        Columns: place, variant, role, deal, discard, keep, start, hand_ev, crib_ev, play_ev, total_ev,
        regret, near_tie, win_prob, win_prob_se, hand_sd, hand_min, hand_max, total_sd, total_min,
        total_max, and `ASKED` before hand_sd where they are asked; cards as text with a blank between
        them, points unrounded.
        """
        import pandas as pd  # heavy, and only wanted here

        return pd.DataFrame([flat_row(self, row) for row in self.rows], columns=list(frame_columns(self)))


_EVERY_COLUMN = (
    "place",
    "variant",
    "role",
    "deal",
    "discard",
    "keep",
    "start",
    *(field.name for field in fields(DiscardRow) if field.name not in ("place", "discard", "keep")),
)
ASKED = ("stake_ev", "stake_se", "need_prob")  # stand only where they are asked
FRAME_COLUMNS = tuple(name for name in _EVERY_COLUMN if name not in ASKED)


def frame_columns(ranking: Ranking) -> tuple[str, ...]:
    """Name the columns of a ranking's frame: those that apply."""
    first = ranking.rows[0]
    return tuple(name for name in _EVERY_COLUMN if name not in ASKED or getattr(first, name) is not None)


def flat_row(ranking: Ranking, row: DiscardRow) -> dict[str, Any]:
    """Return one row of a frame or of CSV: cards as text, the question beside the answer."""
    asked = {
        "variant": ranking.variant,
        "role": ranking.role,
        "deal": " ".join(ranking.deal),
        "start": ranking.start,
    }
    cards = {"discard": " ".join(row.discard), "keep": " ".join(row.keep)}
    merged = asdict(row) | asked | cards
    return {column: merged[column] for column in frame_columns(ranking)}
