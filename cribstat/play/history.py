"""What a history of cards laid means: who laid them, where a go was said, which points were made.

A history is the ranks laid in order, with `GO` where a go was said. Goes may be left out: then every reading
of the cards is tried that agrees with the cards the player asked for still holds; one that needs no go before
the last card is taken before others. With a go written anywhere, all are taken to be written, but those that
an earlier go makes certain and those after the last card.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from cribstat.cards import RANK_LETTERS
from cribstat.play import card_reasons, card_value, comes_in
from cribstat.play.points import LIMIT, TENTH
from cribstat.rules import RuleError

GO = -1
SEATS = ("pone", "dealer")
Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Moment:
    """A moment of the play of two as both sides see it.

    Attributes
    ----------
    held
        Cards that pone and dealer still hold.
    turn
        Who is in turn: 0 pone, 1 dealer.
    series
        The ranks of the series on the table.
    gone
        The player not in turn has said go in this series.
    last
        Who laid the last card of the series, -1 before the first.
    known
        For each side, a value that all its cards are above: it has said go.
    net
        Points of pone less those of the dealer so far.
    events
        The history as `PlayStrategy.follow` takes it.
    over
        Nothing more can be laid.
    """

    held: Pair
    turn: int = 0
    series: tuple[int, ...] = ()
    gone: bool = False
    last: int = -1
    known: Pair = (0, 0)
    net: int = 0
    events: tuple[int, ...] = ()
    over: bool = False

    @property
    def room(self) -> int:
        """What may still be added to the count."""
        return LIMIT - sum(card_value(4 * rank) for rank in self.series)

    def may_lay(self, rank: int) -> bool:
        """Tell whether the player in turn can hold a rank and lay it."""
        value = card_value(4 * rank)
        return self.held[self.turn] > 0 and self.known[self.turn] < value and value <= self.room

    def may_pass(self) -> bool:
        """Tell whether the player in turn can be without a card that comes in."""
        return self.held[self.turn] == 0 or self.room < TENTH

    def passes_surely(self) -> bool:
        """Tell whether it is certain that no card of the player in turn comes in."""
        return self.held[self.turn] == 0 or self.room <= self.known[self.turn]

    def lay(self, rank: int, *, single: bool) -> "Moment":
        """Return the moment after the player in turn has laid a rank; see `may_lay`."""
        turn, series = self.turn, (*self.series, rank)
        held = _changed(self.held, turn, self.held[turn] - 1)
        points = sum(earned for _, earned in card_reasons([4 * laid for laid in series]))
        full, out = self.room == card_value(4 * rank), held == (0, 0)
        after = replace(self, held=held, series=series, last=turn, events=(*self.events, rank))
        after = after.paid(turn, points + (out and not full))
        if full:
            after = after.next_series(1 - turn, over=single)
        elif not self.gone:
            after = replace(after, turn=1 - turn)
        return replace(after, over=after.over or out)

    def pass_on(self, *, single: bool) -> "Moment":
        """Return the moment after the player in turn has laid nothing; see `may_pass`."""
        turn, after = self.turn, self
        if self.held[turn] > 0:
            if not self.passes_surely() and self.held[1 - turn] > 0:
                after = replace(after, events=(*self.events, GO))
            after = replace(after, known=_changed(self.known, turn, max(self.known[turn], self.room)))
        if not self.gone:
            return replace(after, gone=True, turn=1 - turn)
        return after.paid(self.last, 1).next_series(1 - self.last, over=single)

    def paid(self, seat: int, points: int) -> "Moment":
        """Return the moment with points more for a side."""
        return replace(self, net=self.net + (points if seat == 0 else -points))

    def next_series(self, leader: int, *, over: bool) -> "Moment":
        """Return the moment at the start of the next series."""
        return replace(self, turn=leader, series=(), gone=False, last=-1, over=over)


def read_history(
    history: Sequence[int], hand: Sequence[int], seat: int, *, held: int, single: bool = False
) -> Moment:
    """Find the moment that a history leads to, in which a player is in turn.

    Parameters
    ----------
    history
        Ranks laid, 0 to 12, and `GO` where a go is written.
    hand
        The ranks the player still holds.
    seat
        The player: 0 pone, 1 dealer.
    held
        Cards each side held at the start.
    single
        The play ends with the first series.

    Raises
    ------
    RuleError
        The history can be read in no way, or in several, or it ends the play.

    Examples
    --------
    >>> moment = read_history([3, 6], [3, 6, 8], 0, held=4)
    >>> moment.held, moment.room, moment.events
    ((3, 3), 20, (3, 6))
    """
    text = " ".join("go" if event == GO else RANK_LETTERS[event] for event in history)
    readings = {
        moment.events: moment
        for moment in _readings(Moment((held, held)), tuple(history), seat, single, GO in history)
        if moment.held[seat] == len(hand) and all(card_value(4 * rank) > moment.known[seat] for rank in hand)
    }
    plain = {events: moment for events, moment in readings.items() if GO not in events[: len(history)]}
    readings = plain or readings
    asked = f"{SEATS[seat]} to play with {len(hand)} of {held} cards left"
    if not readings:
        raise RuleError(f"the history '{text}' does not lead to {asked}")
    if len(readings) > 1:
        raise RuleError(f"the history '{text}' leads to {asked} in several ways: write go where it was said")
    (moment,) = readings.values()
    return moment


def _readings(
    moment: Moment, history: tuple[int, ...], seat: int, single: bool, written: bool
) -> Iterator[Moment]:
    """Yield every moment in which the player may be in turn after a history."""
    if moment.over:
        return
    if not history and moment.turn == seat:
        yield moment
        return
    if history and history[0] == GO:
        if moment.may_pass():
            yield from _readings(moment.pass_on(single=single), history[1:], seat, single, written)
        return
    if history and moment.may_lay(history[0]):
        yield from _readings(moment.lay(history[0], single=single), history[1:], seat, single, written)
    if moment.may_pass() and (not history or not written or moment.passes_surely()):
        yield from _readings(moment.pass_on(single=single), history, seat, single, written)


def _changed(pair: Pair, seat: int, value: int) -> Pair:
    """Return a pair with one side's number changed."""
    return (value, pair[1]) if seat == 0 else (pair[0], value)


def alone(moment: Moment, hand: tuple[int, ...], *, single: bool) -> dict[int, int]:
    """Return what each card earns a player whose other side has none left, the best order from there on.

    Parameters
    ----------
    moment
        The moment, the player in turn.
    hand
        The ranks he holds.
    single
        The play ends with the first series.

    Returns
    -------
    dict
        Points of the rest of the play in his own view, by rank that comes in; exact.
    """
    sign = 1 if moment.turn == 0 else -1
    worth: dict[int, int] = {}
    for rank in sorted(set(hand)):
        if comes_in(4 * rank, LIMIT - moment.room):
            place = hand.index(rank)
            after = moment.lay(rank, single=single)
            rest = _best_alone(after, moment.turn, hand[:place] + hand[place + 1 :], single)
            worth[rank] = sign * (after.net - moment.net) + rest
    return worth


def _best_alone(moment: Moment, seat: int, hand: tuple[int, ...], single: bool) -> int:
    """Return the most that a player alone can still earn."""
    sign, net = (1 if seat == 0 else -1), moment.net
    while not moment.over and (
        moment.turn != seat or not any(card_value(4 * rank) <= moment.room for rank in hand)
    ):
        moment = moment.pass_on(single=single)
    gained = sign * (moment.net - net)
    return gained if moment.over else gained + max(alone(moment, hand, single=single).values())
