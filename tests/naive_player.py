"""Slow twin of the expectation player, written from its description: plain Python on cards and lists.

It knows nothing of the kernels. `Seen` is what a player sees: own cards, and what was laid in order, with
goes. Tables are those of `cribstat.policies.player.player_tables`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import prod
from typing import Any

from cribstat.play import PlayState
from cribstat.policies.player import player_tables
from cribstat.rules import Variant
from naive_play import LIMIT, points_of, value_of


@dataclass
class Twin:
    """The others' hands as the expectation player believes in them, and the table he sits at."""

    tables: Any
    seats: int
    sides: int
    held: int
    flush: bool = False
    single: bool = False
    own: float = 1.0
    other: float = 1.0
    laid: list[tuple[int, int]] = field(default_factory=list)
    series: list[int] = field(default_factory=list)
    gone: set[int] = field(default_factory=set)
    barred: dict[int, set[int]] = field(default_factory=dict)

    def left(self, seat: int) -> int:
        """Count the cards a seat still holds."""
        return self.held - sum(1 for other, _ in self.laid if other == seat)

    def lay(self, seat: int, card: int) -> None:
        """See a card laid."""
        self.laid.append((seat, card))
        self.series.append(card)

    def go(self, seat: int) -> None:
        """Hear a go."""
        self.gone.add(seat)
        room = LIMIT - value_of(self.series)
        self.barred.setdefault(seat, set()).update(r for r in range(13) if value_of([4 * r]) <= room)

    def end(self, asked: Sequence[int]) -> None:
        """See the series turned aside, since none of the seats `asked` had a card that came in, or at 31."""
        if value_of(self.series) < LIMIT:
            for seat in asked:
                self.go(seat)
        self.series, self.gone = [], set()

    def choose(self, seat: int, hand: Sequence[int]) -> int:
        """Return the card to lay."""
        coming = [card for card in sorted(hand) if value_of([*self.series, card]) <= LIMIT]
        best = coming[0]
        for card in coming[1:]:
            if self.value(seat, hand, card) > self.value(seat, hand, best) + 1e-9:
                best = card
        return best

    def value(self, seat: int, hand: Sequence[int], card: int) -> float:
        """Value a card."""
        rest = sorted(set(hand) - {card})
        series = [*self.series, card]
        value = self.own * sum(points_of(series, flush=self.flush).values())
        turns = [(seat + step) % self.seats for step in range(1, self.seats)]
        speaks = next((other for other in turns if self.left(other) and other not in self.gone), None)
        lone = not any(self.left(other) for other in turns)
        full = value_of(series) == LIMIT
        if full:
            value += self.own if lone and not self.single else 0
        elif speaks is None:
            value += self.own * self.alone(series, rest, lone and not self.single)
        else:
            reply, stuck = self.reply(speaks, hand, series)
            value += reply * (self.own if speaks % self.sides == seat % self.sides else -self.other)
            value += self.own * stuck
        if lone or len(rest) > 3:
            return value
        more = speaks is not None and self.left(speaks) > len(rest)
        net = (self.own + self.other) / 2
        return value + net * self.worth(more, 0 if full else value_of(series), card, rest)

    def alone(self, series: list[int], rest: list[int], goes_on: bool, depth: int = 2) -> float:
        """Give the most points of the next two cards of a series, with one point for a series after it."""
        best = 1.0 + (goes_on and len(rest) > 0)
        for card in rest if depth else []:
            after = [*series, card]
            others = [other for other in rest if other != card]
            if value_of(after) > LIMIT:
                continue
            earned = sum(points_of(after).values())
            if value_of(after) == LIMIT:
                earned += goes_on and len(others) > 0
            elif depth == 1:
                earned += 1 + (goes_on and len(others) > 0)
            else:
                earned += self.alone(after, others, goes_on, depth - 1)
            best = max(best, earned)
        return best

    def reply(self, other: int, hand: Sequence[int], series: list[int]) -> tuple[float, float]:
        """Give the mean of the best card of a hand drawn rank by rank, and the chance that none comes in."""
        known = [*hand, *(card for _, card in self.laid)]
        weights = []
        for rank in range(13):
            copies = 4 - sum(card // 4 == rank for card in known)
            lifts = prod(self.tables.lift[card // 4, rank] for by, card in self.laid if by == other)
            barred = rank in self.barred.get(other, set())
            weights.append(0.0 if barred else copies * self.tables.prior[other, rank] * lifts)
        total = sum(weights)
        cards = self.left(other)
        worth = [
            sum(points_of([*series, 4 * rank]).values()) if value_of([*series, 4 * rank]) <= LIMIT else -1
            for rank in range(13)
        ]
        mean = 0.0
        for points in range(1, 24):
            below = sum(weight for weight, earned in zip(weights, worth, strict=True) if earned < points)
            mean += 1 - (below / total) ** cards
        stuck = sum(weight for weight, earned in zip(weights, worth, strict=True) if earned < 0) / total
        return mean, stuck**cards

    def worth(self, more: bool, made: int, card: int, rest: list[int]) -> float:
        """Value what is left, by the tables."""
        size = len(rest) - 1
        ranks = [other // 4 for other in rest]
        worth = self.tables.laid[made, card // 4]
        worth += sum(self.tables.rest[int(more), size, made, rank] for rank in ranks)
        worth += sum(self.tables.beside[size, card // 4, rank] for rank in ranks)
        pairs = [(a, b) for place, a in enumerate(ranks) for b in ranks[:place]]
        return float(worth + sum(self.tables.pairs[size, a, b] for a, b in pairs))


def asked_at_the_end(record: Variant, state: PlayState, twin: Twin, last: int) -> list[int]:
    """List who is known to hold nothing that comes in when a series ends; by some rules not all are asked."""
    seats = [(last + step) % record.players for step in range(1, record.players + 1)]
    if record.multi_go != "bicycle":
        return seats
    speaks = next((seat for seat in seats if state.hands[seat] and seat not in twin.gone), None)
    return [] if speaks is None else [speaks, (speaks + 1) % record.players]


def twin_play(
    record: Variant, hands: list[list[int]], own: float = 1.0, other: float = 1.0
) -> list[tuple[int, int]]:
    """Let the twin choose for every seat, the rules kept by PlayState."""
    state = PlayState(hands, record)
    twin = Twin(
        player_tables(record), record.players, record.sides, record.hand_size,
        record.flush_in_play, record.single_series, own, other,
    )  # fmt: skip
    while not state.over:
        seat, number = state.turn, state.number
        if not state.legal():
            state.go()
            twin.go(seat)
            continue
        card = twin.choose(seat, state.hands[seat])
        state.play(card)
        twin.lay(seat, card)
        if state.number != number:
            twin.end(asked_at_the_end(record, state, twin, seat))
    return [(event.seat, event.card) for event in state.events]
