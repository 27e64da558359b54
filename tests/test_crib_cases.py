"""The cases of a crib: counted from the unseen cards, or added up from sets of cards, they are the same."""

from __future__ import annotations

from itertools import combinations

import numpy as np
from hypothesis import example, given, settings
from hypothesis import strategies as st

import naive
from cribstat.crib import AnyCards, OtherCards
from cribstat.crib.cases import Cases, gather_cases

ALL_CARDS = list(range(52))
JACKS_LAST = [card for card in ALL_CARDS if card // 4 != 10] + [40, 41, 42, 43]


def every_set(size: int, unseen: list[int], starts: list[int]) -> OtherCards:
    """Lay down every set of unseen cards, with weight one for each start outside it."""
    sets = list(combinations(unseen, size))
    weights = [[float(card in starts and card not in chosen) for card in range(52)] for chosen in sets]
    return OtherCards(np.array(sets, dtype=np.uint8), np.array(weights))


def by_suit(cases: Cases, weights: np.ndarray) -> np.ndarray:
    """Lay weights by kind of start out by suit, those of starts that may be turned only."""
    return weights[cases.kinds] * cases.starts[:, :, None]


@given(
    size=st.sampled_from([2, 3]),
    order=st.permutations(ALL_CARDS),
    left=st.integers(4, 47),
    suits=st.sets(st.integers(0, 3)).map(lambda suits: np.array(sorted(suits), dtype=np.intp)),
    same_suit=st.booleans(),
    data=st.data(),
)
@example(size=2, order=ALL_CARDS, left=46, suits=np.arange(4), same_suit=False, data=None)
@example(size=3, order=JACKS_LAST, left=5, suits=np.arange(4), same_suit=True, data=None)
@settings(max_examples=40, deadline=None)
def test_counted_and_added_up_cases_are_equal(
    size: int, order: list[int], left: int, suits: np.ndarray, same_suit: bool, data: st.DataObject | None
) -> None:
    unseen = sorted(order[-left:])
    starts = unseen if data is None or data.draw(st.booleans()) else [data.draw(st.sampled_from(unseen))]
    equal = AnyCards(size, np.array(unseen, dtype=np.uint8), np.array(starts, dtype=np.uint8))
    flush_starts = suits[:, None] if same_suit else np.tile(np.arange(4), (len(suits), 1))
    counted = gather_cases(equal, suits, flush_starts)
    added = gather_cases(every_set(size, unseen, starts), suits, flush_starts)
    assert np.array_equal(by_suit(counted, counted.weights), by_suit(added, added.weights))
    assert np.array_equal(by_suit(counted, counted.nobs), by_suit(added, added.nobs))
    assert np.array_equal(counted.one_suit, added.one_suit)


def test_cases_of_five_cards_by_hand() -> None:
    """Of J♣ J♦ 5♣ 5♦ A♣, two are laid away and one is turned: thirty cases."""
    unseen = np.array(sorted(naive.cards("JC JD 5C 5D AC")), dtype=np.uint8)
    cases = gather_cases(AnyCards(2, unseen, unseen), np.arange(4), np.tile(np.arange(4), (4, 1)))
    weights, nobs = by_suit(cases, cases.weights), by_suit(cases, cases.nobs)
    clubs, diamonds, ace, five = 0, 1, 0, 4
    assert weights.sum() == 30
    assert weights[clubs, ace].sum() == 6
    assert weights[diamonds, ace].sum() == 0
    assert nobs[clubs, five].sum() == 3
    assert nobs[diamonds, five].sum() == 3
    assert nobs.sum() == 9
    assert cases.one_suit[clubs, diamonds].sum() == 6
    assert cases.one_suit[diamonds].sum() == 3
