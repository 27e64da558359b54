"""The discards of a toy pack as a linear programme, with nothing of cribstat in it.

Both sides get a few cards of a short pack and lay two away. A move of a side is a discard of a deal up to a
renaming of suits; its share is split evenly over the discards that a renaming makes of it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable
from functools import cache
from itertools import combinations, permutations

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linprog
from scipy.sparse import coo_array

from naive_policy import Deal, score_crib

Move = tuple[Deal, Deal]
Own = Callable[[Deal, Deal], float]


@cache
def move_of(deal: Deal, discard: Deal) -> Move:
    """Return the smallest of the moves that a renaming of suits makes of this one."""
    images = []
    for suits in permutations(range(4)):
        renamed = [
            tuple(sorted(card // 4 * 4 + suits[card % 4] for card in cards)) for cards in (deal, discard)
        ]
        images.append((renamed[0], renamed[1]))
    return min(images)


def game_value(pack: range, dealt: int, dealer_own: Own, pone_own: Own) -> float:
    """Return the value of the game for the dealer: own worth plus crib, less what pone's own keep is worth.

    The dealer's shares x (given its deals, per move) maximise own worth plus the sum over pone's deals of
    t, where t is at most the crib less pone's worth, whatever pone's move.
    """
    deals = list(combinations(pack, dealt))
    moves = sorted({move_of(deal, discard) for deal in deals for discard in combinations(deal, 2)})
    kinds = sorted({deal for deal, _ in moves})
    number = {move: place for place, move in enumerate(moves)}
    kind = {deal: place for place, deal in enumerate(kinds)}
    weights: Counter[Deal] = Counter(move_of(deal, deal[:2])[0] for deal in deals)
    n = len(moves)
    cribs = _crib_matrix(pack, dealt, moves, number)
    share = np.array([weights[deal] / len(deals) for deal, _ in moves])
    dealer = np.array([dealer_own(deal, discard) for deal, discard in moves])
    pone = np.array([pone_own(deal, discard) for deal, discard in moves])
    objective = np.concatenate([-share * dealer, -np.ones(len(kinds))])
    of_kind = coo_array((np.ones(n), (np.arange(n), [kind[deal] for deal, _ in moves])), (n, len(kinds)))
    upper = np.hstack([-share[:, None] * cribs, of_kind.toarray()])
    equal = np.hstack([of_kind.toarray().T, np.zeros((len(kinds), len(kinds)))])
    bounds = [(0, None)] * n + [(None, None)] * len(kinds)
    found = linprog(objective, upper, -share * pone, equal, np.ones(len(kinds)), bounds)
    assert found.status == 0
    return -float(found.fun)


def _crib_matrix(pack: range, dealt: int, moves: list[Move], number: dict[Move, int]) -> NDArray[np.float64]:
    """Return the mean crib of pone's moves (rows) where the dealer's deals make the move of the column."""
    orbit: dict[tuple[Deal, int], list[Deal]] = defaultdict(list)
    out = np.zeros((len(moves), len(moves)))
    for row, (own, laid) in enumerate(moves):
        unseen = [card for card in pack if card not in own]
        others = list(combinations(unseen, dealt))
        for other in others:
            orbit.clear()
            for discard in combinations(other, 2):
                orbit[other, number[move_of(other, discard)]].append(discard)
            starts = [card for card in unseen if card not in other]
            for (_, column), images in orbit.items():
                cribs = [tuple(sorted((*laid, *image))) for image in images]
                total = sum(score_crib(crib, start) for crib in cribs for start in starts)
                out[row, column] += total / (len(images) * len(starts) * len(others))
    return out
