"""Slow twin of the simulation, with nothing of cribstat in it: one deal after the other.

Random numbers are splitmix64 in whole numbers. Who lays away is a function of the deal; the players take the
most points at once and of equal cards the highest. Cards are ``4*rank + suit``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import naive
from naive_play import LIMIT, points_of, value_of

WORD = (1 << 64) - 1
GOLDEN = 0x9E3779B97F4A7C15
CHOICES = 64  # the step of seat 0's choice
A_GAME = 1024

# A sorted deal, the seat, and numbers below any bound: the cards laid away.
LayOut = Callable[[Sequence[int], int, Callable[[int], int]], Sequence[int]]


def mixed(number: int) -> int:
    """Scramble 64 bits."""
    number = (number ^ number >> 30) * 0xBF58476D1CE4E5B9 & WORD
    number = (number ^ number >> 27) * 0x94D049BB133111EB & WORD
    return number ^ number >> 31


def number(seed: int, deal: int, step: int, below: int) -> int:
    """Give the random number of a step of a deal."""
    key = mixed(seed + GOLDEN & WORD)
    state = mixed(key ^ (deal * GOLDEN + 1 & WORD))
    return (mixed(state + (step + 1) * GOLDEN & WORD) >> 32) * below >> 32


@dataclass
class Game:
    """What is dealt, kept and counted, and who lays away."""

    players: int
    dealt: int
    laid_out: int
    lay_out: LayOut
    from_pack: int = 0
    single: bool = False
    sides: int = 2
    target: int = 121
    head_start: int = 0

    def points(self, seed: int, deal: int) -> list[tuple[int, str, int]]:
        """Play a deal and list who earned what, in the order it fell."""
        pack = list(range(52))
        for place in range(self.players * self.dealt + self.from_pack + 1):
            drawn = place + number(seed, deal, place, 52 - place)
            pack[place], pack[drawn] = pack[drawn], pack[place]
        hands, crib = [], []
        for seat in range(self.players):
            own = sorted(pack[seat * self.dealt : (seat + 1) * self.dealt])
            step = CHOICES + seat
            away = self.lay_out(own, seat, lambda below, step=step: number(seed, deal, step, below))
            crib += away
            hands.append([card for card in own if card not in away])
        dealer, after = self.players - 1, self.players * self.dealt
        crib += pack[after : after + self.from_pack]
        start = pack[after + self.from_pack]
        events = [(dealer, "heels", 2)] if start // 4 == naive.JACK else []
        events += [
            (seat, "play", earned) for seat, earned in play([list(hand) for hand in hands], self.single)
        ]
        events += [(seat, "hand", naive.points(hand, start)) for seat, hand in enumerate(hands)]
        return [*events, (dealer, "crib", naive.points(crib, start, crib=True))]


def play(hands: list[list[int]], single: bool) -> list[tuple[int, int]]:
    """Play hands out and list who earned what with every card, go and last included."""
    earned: list[tuple[int, int]] = []
    series: list[int] = []
    seat, last, silent = 0, 0, 0
    while any(hands):
        fitting = [card for card in hands[seat] if value_of([*series, card]) <= LIMIT]
        if fitting:
            card = max(fitting, key=lambda card: (sum(points_of([*series, card]).values()), card))
            hands[seat].remove(card)
            series.append(card)
            earned.append((seat, sum(points_of(series).values())))
            last, silent = seat, 0
        else:
            silent += 1
        if value_of(series) == LIMIT or silent == len(hands) or not any(hands):
            if value_of(series) < LIMIT:
                earned[-1] = (last, earned[-1][1] + 1)
            if single:
                break
            series, silent, seat = [], 0, last
        seat = (seat + 1) % len(hands)
    return earned


@dataclass
class Played:
    """A game: who won, the scores, how many deals; points by seat and part over all of them."""

    winner: int
    scores: list[int]
    deals: int
    points: dict[tuple[int, str], int] = field(default_factory=dict)


def play_game(game: Game, seed: int, which: int) -> Played:
    """Play a whole game: player 0 deals first, player 1 sits on his left."""
    scores = [0] * game.sides
    scores[1] += game.head_start
    winner, deal = -1, 0
    points: dict[tuple[int, str], int] = {}
    while winner < 0:
        for seat, part, earned in game.points(seed, which * A_GAME + deal):
            points[seat, part] = points.get((seat, part), 0) + earned
            if winner < 0:
                side = (seat + deal + 1) % game.players % game.sides
                scores[side] = min(scores[side] + earned, game.target)
                winner = side if scores[side] == game.target else -1
        deal += 1
    return Played(winner, scores, deal, points)
