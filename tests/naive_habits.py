"""Slow twins of habits: what the other seats lay away by ranks, with nothing of cribstat in them.

A habit maps ascending ranks to (weight, thirteen lifts). Starts, sets of crib cards and the ways to share a
set among the seats are listed one by one. Cards as in `naive`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from math import comb, prod

import naive

Habit = Mapping[tuple[int, ...], tuple[float, Sequence[float]]]


def shared_out(cards: Sequence[int], seats: int, each: int) -> Iterator[list[tuple[int, ...]]]:
    """List the ways to give every seat so many of the cards; the rest is the pack's."""
    if seats == 0:
        yield []
        return
    for mine in combinations(cards, each):
        for others in shared_out([card for card in cards if card not in mine], seats - 1, each):
            yield [mine, *others]


def set_weight(laid: Sequence[int], known: Sequence[int], habits: Sequence[Habit], each: int) -> float:
    """Weigh one set of other crib cards: every seat cannot hold what is known or another's."""
    total = 0.0
    for hands in shared_out(laid, len(habits), each):
        ways = 1.0
        for habit, mine in zip(habits, hands, strict=True):
            weight, lifts = habit[tuple(sorted(card // 4 for card in mine))]
            elsewhere = [*known, *(card for card in laid if card not in mine)]
            ways *= weight * prod(lifts[card // 4] for card in elsewhere)
        total += ways
    return total


def cribs(
    deal: Sequence[int],
    discards: Sequence[Sequence[int]],
    dead: Sequence[int],
    habits: Sequence[Habit],
    each: int,
    others: int,
    start: int | None = None,
) -> list[float]:
    """Count the mean crib of every discard: each start alike, each set with it by its weight."""
    free = naive.others(deal, dead)
    starts = free if start is None else [start]
    means = [0.0] * len(discards)
    for turned in starts:
        sets = list(combinations([card for card in free if card != turned], others))
        weights = [set_weight(laid, [*deal, *dead, turned], habits, each) for laid in sets]
        for place, discard in enumerate(discards):
            points = [naive.points([*discard, *laid], turned, crib=True) for laid in sets]
            total = sum(weight * point for weight, point in zip(weights, points, strict=True))
            means[place] += total / sum(weights) / len(starts)
    return means


def habit_of(laid: Sequence[tuple[Sequence[int], Sequence[int]]]) -> Habit:
    """Learn a habit from (cards laid away, cards kept) of equally likely deals, of the sets that occur.

    The lift of a rank: the chance that a certain card of it is not among the kept ones, against the chance
    of that at random.
    """
    found = {}
    hand, each = len(laid[0][1]), len(laid[0][0])
    for kind in {tuple(sorted(card // 4 for card in away)) for away, _ in laid}:
        keeps = [keep for away, keep in laid if tuple(sorted(card // 4 for card in away)) == kind]
        lifts = []
        for rank in range(13):
            left = 4 - kind.count(rank)
            held = sum(card // 4 == rank for keep in keeps for card in keep) / len(keeps)
            lifts.append((1 - held / left) / (1 - hand / (52 - each)) if left else 1.0)
        sets = prod(comb(4, kind.count(rank)) for rank in set(kind))
        found[kind] = (len(keeps) / len(laid) / sets, lifts)
    return found
