"""What one played card earns, reason by reason.

Exact, and a function of the series alone: the count the card makes and the tail it ends. The point
for a go or for the last card depends on what the others hold and is marked by `PlayState`.
"""

from collections.abc import Sequence
from typing import TypeAlias

Reasons: TypeAlias = tuple[tuple[str, int], ...]

LIMIT = 31
FIFTEEN = 15
TENTH = 10
SHORTEST_RUN = 3
SHORTEST_FLUSH = 3
_PAIR_NAMES = {2: "pair", 3: "pair royal", 4: "double pair royal"}
_COUNT_NAMES = {FIFTEEN: "fifteen", LIMIT: "thirty-one"}


def card_value(card: int) -> int:
    """Return what a card adds to the count: ace 1, two to ten their pips, court cards 10."""
    return min((card >> 2) + 1, TENTH)


def comes_in(card: int, count: int) -> bool:
    """Tell whether a card can be laid at a count without passing 31."""
    return count + card_value(card) <= LIMIT


def card_reasons(series: Sequence[int], *, flush_in_play: bool = False) -> Reasons:
    """Return what the last card of a series earns, as (reason, points).

    Parameters
    ----------
    series
        Card ids from count 0 up to the card asked about, at least one.
    flush_in_play
        Count three or more successive cards of one suit, a point each.

    Notes
    -----
    Exact. Only the largest pair and the longest run count; both are uninterrupted and end in the card.
    A count of 31 earns its two here; the point for a go or the last card is not for a card alone.

    Examples
    --------
    >>> card_reasons([12, 20, 16])  # 4c 6c 5c
    (('fifteen', 2), ('run', 3))
    """
    reasons: list[tuple[str, int]] = []
    count = sum(map(card_value, series))
    if count in _COUNT_NAMES:
        reasons.append((_COUNT_NAMES[count], 2))
    ranks = [card >> 2 for card in series]
    same = _tail_alike(ranks)
    if same in _PAIR_NAMES:
        reasons.append((_PAIR_NAMES[same], same * (same - 1)))
    run = _longest_run(ranks)
    if run:
        reasons.append(("run", run))
    suited = _tail_alike([card & 3 for card in series])
    if flush_in_play and suited >= SHORTEST_FLUSH:
        reasons.append(("flush", suited))
    return tuple(reasons)


def _tail_alike(values: Sequence[int]) -> int:
    """Count how many values at the end are equal."""
    alike = 0
    for value in reversed(values):
        if value != values[-1]:
            break
        alike += 1
    return alike


def _longest_run(ranks: Sequence[int]) -> int:
    """Return the length of the longest run that ends the series in any order, 0 below three."""
    for size in range(len(ranks), SHORTEST_RUN - 1, -1):
        tail = ranks[-size:]
        if len(set(tail)) == size and max(tail) - min(tail) == size - 1:
            return size
    return 0
