"""The play as it goes on: who is on turn, which cards come in, what each card earns."""

from collections.abc import Sequence
from copy import copy

from numpy.typing import ArrayLike

from cribstat.cards import as_cards, format_card, format_cards
from cribstat.play.events import PlayEvent
from cribstat.play.points import LIMIT, Reasons, card_reasons, card_value, comes_in
from cribstat.play.seats import Hands, read_hands, read_scores, read_seat
from cribstat.rules import RuleError, Variant
from cribstat.rules import variant as variant_record


class PlayState:
    """The play of one deal, card by card, for two, three or four seats.

    Parameters
    ----------
    hands
        The kept cards of every seat in order of play, text or ids: seat 0 leads, the last seat deals.
    variant
        A name or a record; its options ``go_obligation``, ``multi_go``, ``series_leader``,
        ``flush_in_play`` and (with scores) ``stink_hole`` are kept to.
    series
        To begin midway: the cards of the series on the table, in order. The hands then hold what is left.
    turn
        To begin midway: the seat on turn; without it the one on the left of `last`.
    last
        To begin midway: the seat that laid the last card of `series`.
    gone
        To begin midway: the seats that have said go in this series.
    number
        To begin midway: which series is on the table, from 1.
    scores
        Scores by side before the play; the game then stops on the card that reaches the target.

    Attributes
    ----------
    turn
        The seat on turn; None when the play is over.
    last
        The seat that laid the last card; None before the first.
    gone
        Seats that have said go in the series on the table.
    number
        Which series is on the table, from 1.
    events
        One `PlayEvent` a card laid.
    totals
        Points of each seat in this play.

    Raises
    ------
    CardError, HandError
        Something is no card, a card stands twice, or the number of hands or cards is wrong.
    RuleError
        An unknown variant, seat, score or an impossible position; from `play` and `go` an act that the
        rules do not allow, after which nothing is changed.

    Notes
    -----
    Exact. The state knows all hands, so a series ends with the card after which nobody can play: its one
    point for go or last is marked with that card, and the goes that end a series need not be said. A
    series that nobody can add to when a play begins midway is turned aside unmarked: points of cards
    laid before are not this play's.

    Examples
    --------
    >>> state = PlayState(["4c 4d 7h 9s", "7d js 5c 8h"])
    >>> for card in ("4c", "7d", "4d", "js"):
    ...     event = state.play(card)
    >>> event.count, state.turn, state.legal()
    (25, 0, ())
    >>> state.go()
    >>> state.play("5c").reasons
    (('go', 1),)
    """

    def __init__(
        self,
        hands: Hands,
        variant: str | Variant = "six",
        *,
        series: str | ArrayLike = "",
        turn: int | None = None,
        last: int | None = None,
        gone: Sequence[int] = (),
        number: int = 1,
        scores: Sequence[int] | None = None,
    ) -> None:
        self.variant = variant_record(variant)
        whole = turn is None and last is None
        *self._hands, self._series = read_hands(hands, series, self.variant, whole=whole)
        self._scores = None if scores is None else read_scores(scores, self.variant)
        self.number = number
        self.events: tuple[PlayEvent, ...] = ()
        self.totals = (0,) * self.variant.players
        self.last: int | None = None
        self.gone: frozenset[int] = frozenset()
        self.turn: int | None = None
        self._take_up(turn, last, gone)

    @property
    def hands(self) -> tuple[tuple[int, ...], ...]:
        """The cards each seat still holds."""
        return tuple(map(tuple, self._hands))

    @property
    def series(self) -> tuple[int, ...]:
        """The cards of the series on the table."""
        return tuple(self._series)

    @property
    def count(self) -> int:
        """The running total of the series on the table."""
        return sum(map(card_value, self._series))

    @property
    def over(self) -> bool:
        """Whether nothing more is played."""
        return self.turn is None

    @property
    def sides(self) -> tuple[int, ...]:
        """Points of each side in this play."""
        return tuple(sum(self.totals[side :: self.variant.sides]) for side in range(self.variant.sides))

    @property
    def scores(self) -> tuple[int, ...] | None:
        """Scores by side, none past the target; None when the play was begun without."""
        if self._scores is None:
            return None
        pairs = zip(self._scores, self.sides, strict=True)
        return tuple(min(before + points, self.variant.target) for before, points in pairs)

    @property
    def winner(self) -> int | None:
        """The side that has reached the target in this play; None without scores."""
        scores = self.scores or ()
        return scores.index(self.variant.target) if self.variant.target in scores else None

    def legal(self) -> tuple[int, ...]:
        """Return the cards that the seat on turn may lay; none when it must say go or the play is over."""
        return () if self.turn is None else self._playable(self.turn)

    def may_go(self) -> bool:
        """Tell whether the seat on turn may say go: it has to, or a rule leaves it the choice."""
        return self.turn is not None and (not self.legal() or self._at_liberty())

    def play(self, card: int | str) -> PlayEvent:
        """Lay a card from the hand of the seat on turn, mark its points, and pass the turn.

        Raises
        ------
        CardError, HandError
            `card` is not one card.
        RuleError
            The play is over, the card is not held or does not come in. Nothing is changed.
        """
        seat = self._mover()
        chosen = self._chosen(seat, card)
        passed = self._passed(seat)
        self._hands[seat].remove(chosen)
        self._series.append(chosen)
        self.last = seat
        count = self.count
        closing = count == LIMIT or self._nobody_follows(self._after(seat))
        ending = closing and (self.variant.single_series or not any(self._hands))
        reasons = card_reasons(self._series, flush_in_play=self.variant.flush_in_play)
        if closing and count < LIMIT:
            reasons = self._with_end(reasons, "last" if ending else "go")
        self._record(self.number, seat, chosen, reasons, passed)
        if ending or self.winner is not None:
            self.turn = None
        elif closing:
            self._next_series()
        else:
            self.turn = self._after(seat)
        return self.events[-1]

    def go(self) -> PlayEvent | None:
        """Say go for the seat on turn.

        Returns
        -------
        PlayEvent or None
            Where a go by choice ends the play: the event of the last card, which now has its point.

        Raises
        ------
        RuleError
            The play is over, or the seat holds a card that comes in and has no choice. Nothing is changed.
        """
        seat = self._mover()
        playable = self.legal()
        if playable and not self._at_liberty():
            raise RuleError(
                f"seat {seat} can play {format_cards(playable)} at {self.count} and may not say go"
            )
        self.gone |= {seat}
        if not playable:
            self.turn = self._after(seat)
            return None
        self.turn = None
        if not self.events:
            return None
        last = self.events[-1]
        self.events = self.events[:-1]
        self.totals = _added(self.totals, last.seat, -last.points)
        self._record(last.series, last.seat, last.card, self._with_end(last.reasons, "last"), last.passed)
        return self.events[-1]

    def copy(self) -> "PlayState":
        """Return a state of its own that goes on from here."""
        other = copy(self)
        other._hands = [list(hand) for hand in self._hands]
        other._series = list(self._series)
        return other

    def __eq__(self, other: object) -> bool:
        return vars(self) == vars(other) if isinstance(other, PlayState) else NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        hands = " / ".join(map(format_cards, self._hands))
        return f"<PlayState {self.variant.name}: {format_cards(self._series)} at {self.count}, held {hands}>"

    def _take_up(self, turn: int | None, last: int | None, gone: Sequence[int]) -> None:
        """Set who laid the last card, who has said go and who is on turn when the play begins."""
        if last is not None:
            self.last = read_seat(last, self.variant, "last")
        elif self._series:
            raise RuleError("cards are on the table: `last` must say who laid the last of them")
        self.gone = frozenset(read_seat(seat, self.variant, "gone") for seat in gone)
        for seat in sorted(self.gone):
            if self._playable(seat):
                raise RuleError(f"seat {seat} can play {format_cards(self._playable(seat))} and is not gone")
        if turn is None:
            turn = self._after(-1 if self.last is None else self.last)
        elif not self._hands[read_seat(turn, self.variant, "turn")] and any(self._hands):
            raise RuleError(f"seat {turn} holds no card and is not on turn")
        elif turn in self.gone:
            raise RuleError(f"seat {turn} has said go and is not on turn")
        if not self._series:
            self.turn = turn if any(self._hands) else None
        elif self.count < LIMIT and not self._nobody_follows(turn):
            self.turn = turn
        elif any(self._hands) and not self.variant.single_series:
            self._next_series()

    def _next_series(self) -> None:
        """Turn the cards aside and give the lead: left of the last player, or the next eldest hand."""
        self.number += 1
        self._series = []
        self.gone = frozenset()
        if self.last is None or self.variant.series_leader == "next_eldest":
            self.turn = self._after(self.number - 2)
        else:
            self.turn = self._after(self.last)

    def _after(self, seat: int) -> int | None:
        """Return the next seat in rotation that holds cards and has not said go, `seat` itself the last."""
        players = self.variant.players
        for step in range(1, players + 1):
            following = (seat + step) % players
            if self._hands[following] and following not in self.gone:
                return following
        return None

    def _nobody_follows(self, turn: int | None) -> bool:
        """Tell whether the series ends though 31 is not reached, `turn` being the seat to speak next.

        Under ``bicycle`` a go ends the series unless the very next seat can play.
        """
        if turn is None:
            return True
        if self.variant.multi_go == "bicycle":
            neighbour = (turn + 1) % self.variant.players
            return not (self._playable(turn) or self._playable(neighbour))
        return not any(self._playable(seat) for seat in range(self.variant.players))

    def _at_liberty(self) -> bool:
        """Tell whether the seat on turn need not play on: the option, after all others have said go."""
        others = {seat for seat, hand in enumerate(self._hands) if hand and seat != self.turn}
        return self.variant.go_obligation == "may" and bool(others) and others <= self.gone

    def _playable(self, seat: int) -> tuple[int, ...]:
        """Return the cards of a seat that come in."""
        count = self.count
        return tuple(card for card in self._hands[seat] if comes_in(card, count))

    def _passed(self, seat: int) -> tuple[int, ...]:
        """Return the seats with cards between the last player of this series and `seat`."""
        if not self._series or self.last is None:
            return ()
        players = self.variant.players
        between = (seat - self.last - 1) % players
        seats = [(self.last + step) % players for step in range(1, between + 1)]
        return tuple(other for other in seats if self._hands[other])

    def _mover(self) -> int:
        """Return the seat on turn."""
        if self.turn is None:
            won = f": side {self.winner} has reached {self.variant.target}" if self.winner is not None else ""
            raise RuleError(f"the play is over{won}")
        return self.turn

    def _chosen(self, seat: int, card: int | str) -> int:
        """Return the id of a card that `seat` may lay."""
        chosen = int(as_cards(card if isinstance(card, str) else [card], count=1, what="played card")[0])
        held = self._hands[seat]
        if chosen not in held:
            raise RuleError(f"seat {seat} does not hold {format_card(chosen)} but {format_cards(held)}")
        if not comes_in(chosen, self.count):
            cards = format_cards(self._playable(seat))
            can = f"can play {cards}" if cards else "must say go"
            made = self.count + card_value(chosen)
            raise RuleError(f"{format_card(chosen)} would make {made}, past {LIMIT}: seat {seat} {can}")
        return chosen

    def _with_end(self, reasons: Reasons, name: str) -> Reasons:
        """Add the one point for go or last, but for one who stands in the stink hole."""
        if self.variant.stink_hole and self._scores is not None:
            side = self.variant.side(self.last or 0)
            standing = self._scores[side] + self.sides[side] + sum(points for _, points in reasons)
            if standing == self.variant.target - 1:
                return reasons
        return (*reasons, (name, 1))

    def _record(self, number: int, seat: int, card: int, reasons: Reasons, passed: tuple[int, ...]) -> None:
        """Mark the points of the card last laid and write its event down."""
        points = sum(earned for _, earned in reasons)
        self.totals = _added(self.totals, seat, points)
        marks = (self.totals, self.sides, self.scores)
        event = PlayEvent(number, seat, card, self.count, points, reasons, *marks, passed)
        self.events = (*self.events, event)


def _added(totals: tuple[int, ...], seat: int, points: int) -> tuple[int, ...]:
    """Add points to one seat's total."""
    return tuple(total + points * (place == seat) for place, total in enumerate(totals))
