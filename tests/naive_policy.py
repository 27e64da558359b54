"""Slow twins of what is done with whole policies, with nothing of cribstat in them.

A policy is a function from a sorted deal to a dictionary of shares: discard (two cards) to weight. Deals,
starts and renamings of suits are listed one by one. Cards as in `naive`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import chain, combinations, permutations
from math import comb

import numpy as np
from numpy.typing import NDArray

import naive

Deal = tuple[int, ...]
Shares = dict[Deal, Fraction]
Policy = Callable[[Deal], Shares]


def renamings(deal: Deal) -> list[Deal]:
    """List the cards, in the order given, under each of the 24 renamings of suits."""
    return [tuple(card // 4 * 4 + suits[card % 4] for card in deal) for suits in permutations(range(4))]


def symmetric(choose: Callable[[Deal], Deal]) -> Policy:
    """Turn a choice for one deal of each kind into a policy that treats all suits alike.

    The deal asked is the smallest among the renamings; its choice is carried back along every renaming that
    leads there, each with the same share.
    """

    @cache
    def policy(deal: Deal) -> tuple[tuple[Deal, Fraction], ...]:
        images = [(tuple(sorted(image)), dict(zip(image, deal, strict=True))) for image in renamings(deal)]
        smallest = min(image for image, _ in images)
        ways = [back for image, back in images if image == smallest]
        shares: Counter[Deal] = Counter()
        for back in ways:
            shares[tuple(sorted(back[card] for card in choose(smallest)))] += 1
        return tuple((discard, Fraction(count, len(ways))) for discard, count in shares.items())

    return lambda deal: dict(policy(deal))


def crib_total(
    own: Deal, discard: Deal, policy: Policy, pack: range, crib_flush: str = "all_agree"
) -> Fraction:
    """Add the crib up over every deal of the other side and every start that neither holds."""
    total = Fraction(0)
    unseen = [card for card in pack if card not in own]
    for other in combinations(unseen, len(own)):
        for laid, share in policy(other).items():
            crib = tuple(sorted((*discard, *laid)))
            total += share * sum(
                score_crib(crib, start, crib_flush) for start in unseen if start not in other
            )
    return total


@cache
def score_crib(crib: Deal, start: int, crib_flush: str = "all_agree") -> int:
    """Points of a crib with its start."""
    return naive.points(crib, start, crib=True, crib_flush=crib_flush)


@cache
def place_combinations(count: int, size: int) -> NDArray[np.int8]:
    """List the places of `size` out of `count` cards, one row each."""
    flat = chain.from_iterable(combinations(range(count), size))
    return np.fromiter(flat, np.int8, comb(count, size) * size).reshape(-1, size)


def joint_counts(
    known: Deal, codes: NDArray[np.uint16], shares: NDArray[np.int64], dealt: int
) -> NDArray[np.int64]:
    """Weigh (lower card laid away, upper card, start) over all deals without the known cards, in plain numpy.

    `shares` (codes, discards): row c holds the weights of a deal with code c, discards in lexicographic
    order.
    """
    cards = np.array([card for card in range(52) if card not in known])
    choose = np.array([[comb(card, i + 1) for card in range(52)] for i in range(dealt)])
    laid, kept = np.zeros(52 * 52), np.zeros(52 * 52 * 52)
    every = place_combinations(len(cards), dealt)
    pairs = np.array(list(combinations(range(dealt), 2)))
    # The discards that a code mixes, most weight first: the first term is there for every deal.
    terms = np.argsort(-shares, axis=1, kind="stable")
    for first in range(0, len(every), 1 << 20):
        deals = cards[every[first : first + (1 << 20)]]
        codes_here = codes[sum(choose[i][deals[:, i]] for i in range(dealt))]
        for way, weights in zip(terms.T, np.take_along_axis(shares, terms, axis=1).T, strict=True):
            rows = np.flatnonzero(weights[codes_here])
            if not len(rows):
                break
            held, weight = deals[rows], weights[codes_here[rows]]
            a, b = pairs[way[codes_here[rows]]].T
            lines = np.arange(len(rows))
            pair = held[lines, a] * 52 + held[lines, b]
            laid += np.bincount(pair, weight, 52 * 52)
            for j in range(dealt):
                kept += np.bincount(pair * 52 + held[:, j], weight, 52 * 52 * 52)
    out = (laid[:, None] - kept.reshape(-1, 52)).reshape(52, 52, 52).astype(np.int64)
    out[:, :, list(known)] = 0
    return out
