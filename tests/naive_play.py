"""Slow twin of the play, written from the rule book, with nothing of cribstat in it.

The table is walked the way players sit at it: every seat speaks in turn, lays a card, says go or is
silent, and the point for the last card is given when nobody has laid one for a whole round. Cards are
``4*rank + suit``; ranks 0..12 are ace to king.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

LIMIT = 31
PAIRS = {2: ("pair", 2), 3: ("pair royal", 6), 4: ("double pair royal", 12)}

Chooser = Callable[[Sequence[int]], int]


@dataclass
class Row:
    """One card laid: who, what could have been laid, what it counted and earned."""

    series: int
    seat: int
    card: int
    fitting: list[int]
    count: int
    earned: dict[str, int]
    stopped: bool = False

    @property
    def points(self) -> int:
        """Add up what the card earned."""
        return sum(self.earned.values())


@dataclass
class Table:
    """The rules at this table and the hands round it."""

    hands: list[list[int]]
    choose: Chooser
    single_series: bool = False
    bicycle: bool = False
    next_eldest: bool = False
    flush: bool = False
    stops: Callable[[], bool] | None = None
    rows: list[Row] = field(default_factory=list)

    def play_out(self) -> list[Row]:
        """Play until no cards are left, or one series where there is no more."""
        seats = len(self.hands)
        series, leader = 0, 0
        while any(self.hands):
            series += 1
            last = self._one_series(series, leader)
            over = self.single_series or not any(self.hands)
            if self.rows[-1].count < LIMIT:
                self.rows[-1].earned["last" if over else "go"] = 1
            if over:
                break
            leader = (series % seats) if self.next_eldest else (last + 1) % seats
        return self.rows

    def _one_series(self, series: int, seat: int) -> int:
        """Go round from `seat` until 31 or until nobody lays a card; return who laid the last."""
        seats = len(self.hands)
        laid: list[int] = []
        gone: set[int] = set()
        last, silent = seat, 0
        while silent < seats and value_of(laid) < LIMIT:
            fitting = self._fitting(seat, laid)
            if fitting and self._stops(seat, gone):
                self.rows[-1].stopped = True
                break
            if fitting:
                card = self.choose(fitting)
                self.hands[seat].remove(card)
                laid.append(card)
                earned = points_of(laid, flush=self.flush)
                self.rows.append(Row(series, seat, card, fitting, value_of(laid), earned))
                last, silent = seat, 0
            else:
                says_go = bool(self.hands[seat]) and seat not in gone
                if says_go:
                    gone.add(seat)
                if says_go and self.bicycle and not self._fitting((seat + 1) % seats, laid):
                    break
                silent += 1
            seat = (seat + 1) % seats
        return last

    def _fitting(self, seat: int, laid: Sequence[int]) -> list[int]:
        """List the cards of a seat that come in."""
        return [card for card in self.hands[seat] if value_of([*laid, card]) <= LIMIT]

    def _stops(self, seat: int, gone: set[int]) -> bool:
        """Ask whether a seat at liberty stops here: the other has said go."""
        return self.stops is not None and gone == {1 - seat} and self.stops()


def value_of(cards: Sequence[int]) -> int:
    """Count cards: pips, ten for court cards."""
    return sum(10 if card // 4 > 8 else card // 4 + 1 for card in cards)


def points_of(laid: Sequence[int], *, flush: bool = False) -> dict[str, int]:
    """Points of the last card laid, without go or last."""
    earned: dict[str, int] = {}
    if value_of(laid) == 15:
        earned["fifteen"] = 2
    if value_of(laid) == 31:
        earned["thirty-one"] = 2
    for length in (4, 3, 2):
        if len(laid) >= length and len({card // 4 for card in laid[-length:]}) == 1:
            name, points = PAIRS[length]
            earned[name] = points
            break
    runs = [k for k in range(3, len(laid) + 1) if _neighbours([card // 4 for card in laid[-k:]])]
    if runs:
        earned["run"] = max(runs)
    suited = [k for k in range(3, len(laid) + 1) if len({card % 4 for card in laid[-k:]}) == 1]
    if flush and suited:
        earned["flush"] = max(suited)
    return earned


def _neighbours(ranks: Sequence[int]) -> bool:
    """Tell whether ranks are one after the other in some order."""
    ordered = sorted(ranks)
    return all(after - before == 1 for before, after in pairwise(ordered))
