"""Numbers of combinations and suit-distinct deals, against itertools and against all 24 renamings."""

from functools import lru_cache
from itertools import combinations, permutations
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from cribstat.kernels import enumeration

COUNTS = {1: 13, 2: 169, 3: 1_755, 4: 16_432, 5: 134_459, 6: 962_988, 7: 6_009_159, 8: 32_819_436}


@lru_cache
def six_card_deals() -> NDArray[np.uint8]:
    """List the six-card deals once for all examples."""
    return enumeration.distinct_deals(6)[0]


def renamings(deal: tuple[int, ...]) -> list[tuple[int, ...]]:
    """List the deal under each of the 24 renamings of suits, sorted."""
    orders = permutations(range(4))
    return [tuple(sorted(card // 4 * 4 + suits[card % 4] for card in deal)) for suits in orders]


def test_colex_order_is_the_order_of_reversed_tuples() -> None:
    deals = sorted(combinations(range(14), 5), key=lambda deal: deal[::-1])
    array = np.array(deals, dtype=np.uint8)
    assert enumeration.rank_combinations(array).tolist() == list(range(comb(14, 5)))
    assert np.array_equal(enumeration.unrank_combinations(np.arange(len(deals)), 5), array)


@given(st.sets(st.integers(0, 51), min_size=1, max_size=8))
def test_unrank_inverts_rank(cards: set[int]) -> None:
    row = np.array([sorted(cards)], dtype=np.uint8)
    index = enumeration.rank_combinations(row)
    assert 0 <= index[0] < comb(52, len(cards))
    assert np.array_equal(enumeration.unrank_combinations(index, len(cards)), row)


def test_last_combination_has_the_last_index() -> None:
    for k in range(1, 9):
        row = np.arange(52 - k, 52, dtype=np.uint8)[None]
        assert enumeration.rank_combinations(row)[0] == comb(52, k) - 1


@pytest.mark.parametrize(("k", "count"), COUNTS.items())
def test_burnside_counts(k: int, count: int) -> None:
    assert enumeration.class_count(k) == count


@pytest.mark.parametrize("k", [1, 2, 3])
def test_classes_are_the_orbits_of_all_renamings(k: int) -> None:
    deals, weights = enumeration.distinct_deals(k)
    orbits = {min(renamings(deal)): set(renamings(deal)) for deal in combinations(range(52), k)}
    representatives = [tuple(row) for row in deals.tolist()]
    assert {min(renamings(row)) for row in representatives} == orbits.keys()
    assert [len(orbits[min(renamings(row))]) for row in representatives] == weights.tolist()


@pytest.mark.parametrize("k", [4, 5, 6])
def test_list_of_classes_is_complete_and_in_order(k: int) -> None:
    deals, weights = enumeration.distinct_deals(k)
    assert len(deals) == COUNTS[k]
    assert weights.sum(dtype=np.int64) == comb(52, k)
    assert (np.diff(deals.astype(np.int64), axis=1) > 0).all()
    classes, suits = enumeration.classes_of(deals)
    assert np.array_equal(classes, np.arange(len(deals)))
    assert np.array_equal(suits, np.broadcast_to(np.arange(4), suits.shape))


@pytest.mark.exhaustive
def test_seven_card_classes() -> None:
    deals, weights = enumeration.distinct_deals(7)
    assert weights.sum(dtype=np.int64) == comb(52, 7)
    assert np.array_equal(enumeration.classes_of(deals)[0], np.arange(COUNTS[7]))


@given(st.sets(st.integers(0, 51), min_size=2, max_size=7), st.permutations(range(4)))
def test_renaming_and_order_keep_the_class(cards: set[int], suits: list[int]) -> None:
    deal = sorted(cards)
    renamed = [card // 4 * 4 + suits[card % 4] for card in deal]
    classes, _ = enumeration.classes_of(np.array([deal, renamed, renamed[::-1]], dtype=np.uint8))
    assert classes[0] == classes[1] == classes[2]


@given(st.sets(st.integers(0, 51), min_size=6, max_size=6))
def test_returned_renaming_leads_to_the_representative(cards: set[int]) -> None:
    row = np.array([sorted(cards)], dtype=np.uint8)
    classes, suits = enumeration.classes_of(row)
    representative = six_card_deals()[classes[0]]
    renamed = row[0] // 4 * 4 + suits[0][row[0] % 4]
    assert sorted(renamed) == representative.tolist()
    places = enumeration.places_in_class(row, suits)
    assert np.array_equal(representative[places[0]], renamed)


def naive_orbit(deal: tuple[int, ...], discard: tuple[int, ...]) -> set[tuple[int, ...]]:
    """List what the discard becomes under the renamings that leave the deal as it is."""
    images = set()
    for suits in permutations(range(4)):
        renamed = [card // 4 * 4 + suits[card % 4] for card in deal]
        if sorted(renamed) == list(deal):
            images.add(tuple(sorted(deal.index(renamed[position]) for position in discard)))
    return images


@pytest.mark.parametrize(("dealt", "away"), [(6, 2), (5, 2), (5, 1)])
def test_orbits_against_all_renamings(dealt: int, away: int) -> None:
    deals, weights = enumeration.distinct_deals(dealt)
    positions = enumeration.discard_positions(dealt, away)
    symmetric = np.flatnonzero(weights < 24)
    step, plain_step = len(symmetric) // 300, len(deals) // 50
    picked = deals[np.concatenate([symmetric[::step], np.arange(0, len(deals), plain_step)])]
    labels = enumeration.discard_orbits(picked, positions)
    order = [tuple(row) for row in positions.tolist()]
    for deal, row in zip(picked.tolist(), labels.tolist(), strict=True):
        orbits = [naive_orbit(tuple(deal), discard) for discard in order]
        assert row == [min(order.index(image) for image in orbit) for orbit in orbits]
    assert (labels != np.arange(len(positions))).any()
