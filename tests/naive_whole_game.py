"""Slow twin of a whole game, with nothing of cribstat in it: a loop over deals and a list of markings.

Every deal is dealt, played and shown to its end, and its markings are written down in the order of the rule
book; only then the pegs are moved, one marking after the other, until a side reaches the target. So the
end of a game is found here by reading a list, not by stopping.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import naive
import naive_play

# players, sides, dealt, laid out, from the pack, target
SIZES = {
    "five": (2, 2, 5, 2, 0, 61),
    "six": (2, 2, 6, 2, 0, 121),
    "seven": (2, 2, 7, 2, 0, 181),
    "eight": (2, 2, 8, 2, 0, 241),
    "three": (3, 3, 5, 1, 1, 61),
    "four": (4, 2, 5, 1, 0, 121),
}
Mark = tuple[int, int, str]


@dataclass
class Deal:
    """What was left to chance and to the players in one deal: all that is not rule."""

    pack: list[int]
    lifted: int = 0
    start_lifted: int = 0
    laid_out: dict[int, list[int]] = field(default_factory=dict)
    plays: list[int] = field(default_factory=list)
    stops: bool = False


@dataclass
class Told:
    """The house rules and the deals of one game; players sit in the order of their numbers."""

    name: str
    dealer: int
    deals: list[Deal]
    target: int
    three: bool = False
    packet: int = 1
    crib_flush: str = "all_agree"
    flush_in_play: bool = False
    bicycle: bool = False
    next_eldest: bool = False
    stink_hole: bool = False
    may_stop: bool = False
    heels_barred: bool = False


def tell(told: Told) -> tuple[list[Mark], list[int]]:
    """Return the markings that count and the scores at the end, for a game or as much of it as is told."""
    players, sides = SIZES[told.name][:2]
    scores = [0] * sides
    marks: list[Mark] = []
    for player, due, part in _markings(told, players):
        side = player % sides
        points = due(scores[side])
        if points:
            marks.append((side, points, part))
            scores[side] = min(scores[side] + points, told.target)
        if told.target in scores:
            break
    return marks, scores


def _markings(told: Told, players: int) -> Iterator[tuple[int, Callable[[int], int], str]]:
    """Yield who marks, how much (given his score) and for what, deal after deal."""
    if told.three:
        yield (told.dealer + 1) % players, lambda _: 3, "three for last"
    for number, deal in enumerate(told.deals):
        yield from _one_deal(told, deal, (told.dealer + number) % players, players)


def _one_deal(
    told: Told, deal: Deal, dealer: int, players: int
) -> Iterator[tuple[int, Callable[[int], int], str]]:
    """Deal, play and show."""
    _, _, dealt, _, from_pack, _ = SIZES[told.name]
    order = [(dealer + 1 + seat) % players for seat in range(players)]
    pack = deal.pack[deal.lifted :] + deal.pack[: deal.lifted]
    hands: dict[int, list[int]] = {player: [] for player in order}
    for _ in range(dealt // told.packet):
        for player in order:
            hands[player] += [pack.pop(0) for _ in range(told.packet)]
    crib: list[int] = []
    for player, cards in deal.laid_out.items():
        crib += cards
        hands[player] = [card for card in hands[player] if card not in cards]
    crib += [pack.pop(0) for _ in range(from_pack)]
    start = pack[deal.start_lifted]
    if start // 4 == 10:
        yield dealer, lambda score: 0 if told.heels_barred and score >= told.target - 3 else 2, "heels"
    table = naive_play.Table(
        [list(hands[player]) for player in order],
        lambda fitting: deal.plays.pop(0) if deal.plays else fitting[0],
        single_series=told.name == "five",
        bicycle=told.bicycle,
        next_eldest=told.next_eldest,
        flush=told.flush_in_play,
        stops=(lambda: deal.stops and not deal.plays) if told.may_stop else None,
    )
    for row in table.play_out():
        ends = row.earned.get("go", 0) + row.earned.get("last", 0)
        yield order[row.seat], _with_end(told, row.points - ends, ends), "play"
    for player in order:
        points = naive.points(hands[player], start)
        yield player, lambda _, points=points: points, "hand"  # type: ignore[misc]
    points = naive.points(crib, start, crib=True, crib_flush=told.crib_flush)
    yield dealer, lambda _: points, "crib"


def _with_end(told: Told, points: int, ends: int) -> Callable[[int], int]:
    """Count a card with its point for go or last, which is lost a hole before the target by an option."""

    def due(score: int) -> int:
        dead = told.stink_hole and score + points == told.target - 1
        return points + (0 if dead else ends)

    return due
