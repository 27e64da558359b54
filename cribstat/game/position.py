"""Where a game stands: whose turn it is for what, the cards, the pegs.

A position is changed only by the acts of this room, each of which works on a copy; a refused act therefore
leaves the game as it was.
"""

from copy import copy
from dataclasses import dataclass
from typing import NamedTuple

from cribstat.game.board import Board
from cribstat.play import PlayState
from cribstat.rules import RuleError, Variant

PHASES = (
    "cut_deal",
    "three_for_last",
    "shuffle",
    "cut_pack",
    "deal",
    "lay_out",
    "from_pack",
    "cut_start",
    "play",
    "show",
    "over",
)
Cards = tuple[int, ...]


class Mark(NamedTuple):
    """Points that a side marked in one event, and for which part of the game."""

    side: int
    points: int
    part: str


class Marking(NamedTuple):
    """The last marking, which the other side may still dispute: what was due, what was marked, from where."""

    side: int
    player: int
    part: str
    due: int
    marked: int
    score: int


@dataclass(slots=True)
class Position:
    """The state of a game between two events.

    Attributes
    ----------
    variant
        The game's record.
    board
        The pegs of all sides; scores are kept nowhere else.
    seating
        Players in order round the table, to the left.
    stage
        One of `PHASES` but ``over``; what is due if nobody has won.
    cutters, cuts, ranks
        Who must still cut in this round; (player, card) of the round; every player's cuts so far, rank by
        rank, as later ones only part the tied.
    first_dealer, dealer
        Players; None before the cut.
    rightful
        Who ought to have dealt, where another dealt out of turn and the deal stood.
    deal
        Which deal, from 1; 0 before the first.
    pack
        The pack, or what is left of it, the top first.
    uncut
        The cards of this deal were dealt from a pack that was not cut.
    hands
        By player: cards dealt, then kept; the play does not take from them.
    laid_out
        By player: cards laid out.
    crib, start
        The crib; the turned card.
    play
        The play, seats in its own order: seat 0 on the dealer's left.
    shown
        Hands and crib shown so far in this deal.
    seats_due
        Whoever has cut for the deal and won it may still choose the seats.
    three_due
        The three for last are still to be marked.
    marking
        The last marking, until the next act.
    lost
        A side that has lost the game by a law.
    stood
        Codes of the laws called in this deal after which it was chosen to let it stand.
    marks
        What was marked in the event that is going on.
    """

    variant: Variant
    board: Board
    seating: tuple[int, ...]
    stage: str = "cut_deal"
    cutters: tuple[int, ...] = ()
    cuts: tuple[tuple[int, int], ...] = ()
    ranks: tuple[tuple[int, ...], ...] = ()
    first_dealer: int | None = None
    dealer: int | None = None
    rightful: int | None = None
    deal: int = 0
    pack: Cards = ()
    uncut: bool = False
    hands: tuple[Cards, ...] = ()
    laid_out: tuple[Cards, ...] = ()
    crib: Cards = ()
    start: int | None = None
    play: PlayState | None = None
    shown: int = 0
    seats_due: bool = False
    three_due: bool = False
    marking: Marking | None = None
    lost: int | None = None
    stood: tuple[str, ...] = ()
    marks: tuple[Mark, ...] = ()

    @property
    def winner(self) -> int | None:
        """The side that has reached the target, or is left when another has lost by a law."""
        if self.lost is None:
            return self.board.winner
        others = [side for side in range(self.variant.sides) if side != self.lost]
        return max(others, key=lambda side: self.board.scores[side])

    @property
    def phase(self) -> str:
        """What is due now, one of `PHASES`."""
        return self.stage if self.winner is None else "over"

    @property
    def dealing(self) -> int:
        """The dealer, where there is one."""
        if self.dealer is None:
            raise RuleError("nobody has the deal yet: the cut for it comes first")
        return self.dealer

    def copy(self) -> "Position":
        """Return a position of its own that goes on from here."""
        other = copy(self)
        if self.play is not None:
            other.play = self.play.copy()
        return other

    def side(self, player: int) -> int:
        """Return the side of a player: partners sit opposite, others play for themselves."""
        return self.seating.index(player) % self.variant.sides

    @property
    def partners_known(self) -> bool:
        """Whether it is known who plays with whom: with partners, after the cut."""
        return self.variant.players == self.variant.sides or self.dealer is not None

    def same_side(self, player: int, other: int) -> bool:
        """Tell whether two players, or one and himself, score together."""
        return self.side(player) == self.side(other)

    def seat(self, player: int) -> int:
        """Return a player's seat in this deal: 0 on the dealer's left, the dealer last."""
        place, dealer = self.seating.index(player), self.seating.index(self.dealing)
        return (place - dealer - 1) % self.variant.players

    def player(self, seat: int) -> int:
        """Return the player of a seat of this deal; seat -1 is the dealer, -2 on his right."""
        dealer = self.seating.index(self.dealing)
        return self.seating[(dealer + 1 + seat) % self.variant.players]

    def left_of(self, player: int) -> int:
        """Return the player on the left of another."""
        return self.seating[(self.seating.index(player) + 1) % self.variant.players]

    def expect(self, act: str, *stages: str) -> None:
        """Refuse an act that is not due.

        Raises
        ------
        RuleError
            The game is over, or at another stage.
        """
        if self.winner is not None:
            raise RuleError(f"'{act}' comes too late: side {self.winner} has won")
        if self.stage not in stages:
            raise RuleError(f"'{act}' is not due: the game is at '{self.stage}'")

    def expect_player(self, act: str, player: int | None, due: int) -> None:
        """Refuse an act of a player whose turn it is not; None goes for the one whose turn it is."""
        if player is not None and self.known(player) != due:
            raise RuleError(f"'{act}' is due from player {due}, not {player}")

    def known(self, player: int) -> int:
        """Return a player who is at this table.

        Raises
        ------
        RuleError
            There is no such player.
        """
        if type(player) is not int or not 0 <= player < self.variant.players:
            raise RuleError(f"a player of {self.variant.name} is 0 to {self.variant.players - 1}: {player!r}")
        return player

    def mark(self, side: int, points: int, part: str) -> None:
        """Mark points for a side, unless the game is won: nothing later counts.

        Parameters
        ----------
        side
            Who marks.
        points
            Holes; beyond the target the peg goes to the game hole.
        part
            ``heels``, ``play``, ``hand``, ``crib``, ``three for last`` or a law's code.
        """
        if points and self.winner is None:
            self.board = self.board.mark(side, points)
            self.marks = (*self.marks, Mark(side, points, part))

    def mark_due(self, player: int, due: int, part: str, marked: int | None) -> None:
        """Mark what a player says he has made, what is due without a word, and keep both in mind.

        Raises
        ------
        RuleError
            `marked` is no number of points.
        """
        if marked is None:
            marked = due
        elif type(marked) is not int or marked < 0:
            raise RuleError(f"points marked are a whole number from 0, not {marked!r}")
        side = self.side(player)
        self.marking = Marking(side, player, part, due, marked, self.board.scores[side])
        self.mark(side, marked, part)

    def put_back(self, side: int, holes: int, part: str) -> None:
        """Set a side's front peg back; a game won by it goes on."""
        if holes:
            self.board = self.board.change(side, self.board.pegs[side].put_back(holes))
            self.marks = (*self.marks, Mark(side, -holes, part))

    def void_deal(self, dealer: int | None = None) -> None:
        """Throw the cards of this deal together; the same dealer shuffles again, or the one named."""
        if dealer is not None:
            self.dealer = self.known(dealer)
        self.rightful = None
        self.stage = "shuffle"
        self.clear_cards()

    def clear_cards(self) -> None:
        """Take all cards from the table."""
        empty = ((),) * self.variant.players
        self.pack, self.hands, self.laid_out, self.crib = (), empty, empty, ()
        self.start, self.play, self.shown, self.stood, self.uncut = None, None, 0, (), False
