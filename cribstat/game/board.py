"""The marks: two pegs a side on a board of sixty holes a lap, and the two coins of the oldest book.

The front peg tells the score; the hinder one stands where the side was before its last marking and jumps
ahead of the front peg at the next. Holes run up the outer row of thirty and down the inner one, in
blocks of five; after the laps of the variant comes the game hole, beyond which nothing counts. All of it is
exact. Sources: Hoffmann for pegs and board, Foster for the coins, Enquire Within for a peg put back.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from cribstat.rules import HOLES_A_LAP, RuleError, Variant, is_whole, variant

HOLES_A_ROW = 30
HOLES_A_BLOCK = 5
ROWS = ("outer", "inner")
TEN = 10


class Coins(NamedTuple):
    """A score marked by two coins: silver for the tens, copper for the units."""

    silver: int
    copper: int


@dataclass(frozen=True, slots=True)
class Hole:
    """Where a score stands on the board.

    Attributes
    ----------
    score
        From 0, before the first hole, to the target, the game hole.
    kind
        ``start``, ``hole`` or ``game hole``; what follows is None but for a ``hole``.
    lap, street
        Lap of sixty holes and street of thirty, both counted through the game from 1.
    row, hole, block
        ``outer`` or ``inner`` row; the hole of the row as it is passed, 1 to 30; its block of five holes.
    """

    score: int
    kind: str
    lap: int | None = None
    street: int | None = None
    row: str | None = None
    hole: int | None = None
    block: int | None = None


def hole_of(score: int, target: int) -> Hole:
    """Find a score on the board.

    Raises
    ------
    RuleError
        The score is none of a game to `target`.

    Notes
    -----
    **Exact.**

    Examples
    --------
    >>> hole = hole_of(96, 121)
    >>> hole.lap, hole.street, hole.row, hole.hole
    (2, 4, 'inner', 6)
    >>> hole_of(61, 61).kind
    'game hole'
    """
    if not is_whole(score) or not 0 <= score <= target:
        raise RuleError(f"a score of a game to {target} is 0 to {target}, not {score!r}")
    if score in (0, target):
        return Hole(score, "start" if score == 0 else "game hole")
    before = score - 1
    in_row = before % HOLES_A_ROW
    return Hole(
        score,
        "hole",
        lap=before // HOLES_A_LAP + 1,
        street=before // HOLES_A_ROW + 1,
        row=ROWS[before // HOLES_A_ROW % 2],
        hole=in_row + 1,
        block=in_row // HOLES_A_BLOCK + 1,
    )


@dataclass(frozen=True, slots=True)
class Pegs:
    """The two pegs of one side, never in one hole but before the start.

    Attributes
    ----------
    target
        The game hole.
    front, back
        The score, and the score before the last marking.

    Raises
    ------
    RuleError
        The pegs are out of order or off the board.

    Examples
    --------
    >>> pegs = Pegs(121).mark(8).mark(12)
    >>> pegs.front, pegs.back
    (20, 8)
    >>> pegs.mark(110).front
    121
    """

    target: int
    front: int = 0
    back: int = 0

    def __post_init__(self) -> None:
        at_start = self.front == self.back == 0
        if not (at_start or 0 <= self.back < self.front <= self.target):
            raise RuleError(
                f"the back peg stands behind the front peg, both from 0 to {self.target}:"
                f" not {self.back} and {self.front}"
            )

    @property
    def won(self) -> bool:
        """Whether the front peg is in the game hole."""
        return self.front == self.target

    @property
    def to_go(self) -> int:
        """Holes to the game hole."""
        return self.target - self.front

    @property
    def hole(self) -> Hole:
        """Where the front peg stands."""
        return hole_of(self.front, self.target)

    @property
    def back_hole(self) -> Hole:
        """Where the back peg stands."""
        return hole_of(self.back, self.target)

    @property
    def coins(self) -> Coins:
        """The score as Foster's two coins show it."""
        return Coins(*divmod(self.front, TEN))

    def mark(self, points: int) -> "Pegs":
        """Return the pegs after marking points: the hinder jumps that far ahead, at most into the game hole.

        Raises
        ------
        RuleError
            Fewer than no points, or the side has won.
        """
        if points < 0:
            raise RuleError(f"{points} points cannot be marked")
        if points == 0:
            return self
        if self.won:
            raise RuleError("the front peg is in the game hole: nothing is marked after that")
        return replace(self, front=min(self.front + points, self.target), back=self.front)

    def put_back(self, holes: int) -> "Pegs":
        """Return the pegs after the front one is set back, as for an overcount.

        Where it comes to the hole of the back peg or behind it, the back peg stands one hole behind it.

        Raises
        ------
        RuleError
            Fewer than no holes, or more than the score.
        """
        if not 0 <= holes <= self.front:
            raise RuleError(f"a peg at {self.front} cannot be set back {holes} holes")
        front = self.front - holes
        return replace(self, front=front, back=min(self.back, max(front - 1, 0)))

    def take_front(self) -> "Pegs":
        """Return the pegs after a side has taken out its own front peg: that goes behind the other one.

        Notes
        -----
        The score falls to the hole of the back peg; the other peg then stands one hole behind it.
        Source: Enquire Within.

        Examples
        --------
        >>> Pegs(121, 28, 20).take_front()
        Pegs(target=121, front=20, back=19)
        """
        return self.put_back(self.front - self.back)


@dataclass(frozen=True, slots=True)
class Board:
    """The pegs of all sides.

    Attributes
    ----------
    pegs
        One pair for each side, in the order of sides, to one target.

    Examples
    --------
    >>> board = Board.start("six").mark(0, 8).mark(1, 12).mark(0, 4)
    >>> board.scores, board.backs
    ((12, 12), (8, 0))
    """

    pegs: tuple[Pegs, ...]

    def __post_init__(self) -> None:
        if len({pegs.target for pegs in self.pegs}) != 1:
            raise RuleError("the sides of a board play to one target")
        if sum(pegs.won for pegs in self.pegs) > 1:
            raise RuleError(f"the game ends with the first side at {self.target}: only one can stand there")

    @classmethod
    def start(cls, game: str | Variant = "six") -> "Board":
        """Return the board of a variant before the first marking."""
        record = variant(game)
        return cls((Pegs(record.target),) * record.sides)

    @classmethod
    def of(cls, scores: Sequence[int], backs: Sequence[int] | None = None, *, target: int = 121) -> "Board":
        """Return a board with the sides at given scores.

        Parameters
        ----------
        scores
            Front pegs, in the order of sides.
        backs
            Back pegs; None sets each one hole behind, as a peg that was out of place is set.
        target
            The game hole.

        Raises
        ------
        RuleError
            Fewer than two or more than three sides, pegs out of order, or two sides in the game hole.
        """
        if len(scores) not in (2, 3):
            raise RuleError(f"a board has 2 or 3 sides, not {len(scores)}")
        for score in (*scores, *(backs or ())):
            hole_of(score, target)
        behind = [max(score - 1, 0) for score in scores] if backs is None else list(backs)
        if len(behind) != len(scores):
            raise RuleError(f"{len(scores)} sides have {len(scores)} back pegs, not {len(behind)}")
        pairs = zip(scores, behind, strict=True)
        return cls(tuple(Pegs(target, front, back) for front, back in pairs))

    @property
    def target(self) -> int:
        """The game hole."""
        return self.pegs[0].target

    @property
    def laps(self) -> int:
        """Laps to the game hole."""
        return (self.target - 1) // HOLES_A_LAP

    @property
    def scores(self) -> tuple[int, ...]:
        """Front pegs, in the order of sides."""
        return tuple(pegs.front for pegs in self.pegs)

    @property
    def backs(self) -> tuple[int, ...]:
        """Back pegs, in the order of sides."""
        return tuple(pegs.back for pegs in self.pegs)

    @property
    def winner(self) -> int | None:
        """The side in the game hole."""
        return next((side for side, pegs in enumerate(self.pegs) if pegs.won), None)

    def change(self, side: int, pegs: Pegs) -> "Board":
        """Return the board with the pegs of one side changed."""
        return Board((*self.pegs[:side], pegs, *self.pegs[side + 1 :]))

    def mark(self, side: int, points: int) -> "Board":
        """Return the board after a side has marked points.

        Raises
        ------
        RuleError
            Fewer than no points, or a side has won.
        """
        if points > 0 and self.winner is not None:
            raise RuleError("the game is won: nothing is marked after that")
        return self.change(side, self.pegs[side].mark(points))


def refuse_unprintable(names: Iterable[str]) -> None:
    """Refuse names that no terminal or file can show.

    Raises
    ------
    RuleError
        A name is empty, or holds a control character or half of a surrogate pair.
    """
    for name in names:
        if not name.strip() or not name.isprintable():
            raise RuleError(f"a name is of letters that can be printed, not {name!r}")
