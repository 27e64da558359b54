"""The race to the target, plainly: slow twins of `cribstat.winprob`, written from the rules alone.

A deal is a list of (side, points) in the order they fall, side 1 the dealer's; every deal is walked through
from every state.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache

Deal = tuple[tuple[int, int], ...]
Prize = Callable[[int], int]


def play_deal(deal: Deal, target: int, dealer: int, pone: int) -> tuple[int | None, int, int]:
    """Move both scores; give the side that is out (or None) and the scores when the deal or the game ends."""
    scores = [pone, dealer]
    for side, points in deal:
        scores[side] += points
        if scores[side] >= target:
            return side, scores[1], scores[0]
    return None, scores[1], scores[0]


def solver(
    deals: Sequence[Deal], weights: Sequence[int], target: int, prize: Prize
) -> Callable[[int, int], tuple[Fraction, Fraction]]:
    """Give a function of both scores (dealer's, pone's): what dealer and pone win on average, exactly."""
    whole = sum(weights)

    @cache
    def won(dealer: int, pone: int) -> tuple[Fraction, Fraction]:
        sums = [Fraction(0), Fraction(0)]
        for deal, weight in zip(deals, weights, strict=True):
            mine, other = outcome(deal, target, dealer, pone, prize, won)
            sums[0] += weight * mine
            sums[1] += weight * other
        return sums[0] / whole, sums[1] / whole

    return won


def outcome(
    deal: Deal,
    target: int,
    dealer: int,
    pone: int,
    prize: Prize,
    won: Callable[[int, int], tuple[Fraction, Fraction]],
) -> tuple[Fraction, Fraction]:
    """Give what dealer and pone win when the next deal is this one and the rest is worth `won`."""
    out, mine, other = play_deal(deal, target, dealer, pone)
    if out == 1:
        return Fraction(prize(other)), Fraction(0)
    if out == 0:
        return Fraction(0), Fraction(prize(mine))
    next_dealer, next_pone = won(other, mine)
    return next_pone, next_dealer


def variances(deals: Sequence[Deal], weights: Sequence[int], target: int) -> dict[tuple[int, int], float]:
    """Give the variance of the dealer's estimated chance from every state, times the number of deals sampled.

    By the influence of one deal of the sample: it bears on its own state and on all states that follow.
    """
    whole = sum(weights)
    shares = [weight / whole for weight in weights]
    exact = solver(deals, weights, target, lambda _: 1)
    chance = {(a, b): float(exact(a, b)[0]) for a in range(target) for b in range(target)}
    ends = {state: [play_deal(deal, target, *state) for deal in deals] for state in chance}

    def after(end: tuple[int | None, int, int]) -> float:
        out, mine, other = end
        return 1.0 - chance[other, mine] if out is None else float(out)

    bearing: dict[tuple[int, int], list[float]] = {}
    for state in sorted(chance, key=sum, reverse=True):
        bearing[state] = [after(end) - chance[state] for end in ends[state]]
        for share, (out, mine, other) in zip(shares, ends[state], strict=True):
            if out is None:
                later = bearing[other, mine]
                bearing[state] = [own - share * x for own, x in zip(bearing[state], later, strict=True)]
    return {
        state: sum(share * x * x for share, x in zip(shares, row, strict=True))
        for state, row in bearing.items()
    }


def simulate(
    deals: Sequence[Deal],
    weights: Sequence[int],
    target: int,
    dealer: int,
    pone: int,
    games: int,
    seed: int,
) -> float:
    """Play games from a pair of scores before a deal; give the share that the dealer of that deal wins."""
    drawn = random.Random(seed)
    wins = 0
    for _ in range(games):
        scores, deals_so_far = [dealer, pone], 0
        while True:
            (deal,) = drawn.choices(deals, weights)
            first = deals_so_far % 2
            out, scores[first], scores[1 - first] = play_deal(deal, target, scores[first], scores[1 - first])
            if out is not None:
                wins += (first if out == 1 else 1 - first) == 0
                break
            deals_so_far += 1
    return wins / games
