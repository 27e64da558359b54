"""Policies as objects: what they lay away, the crib they bring, what is refused. Mostly with five cards."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import combinations, permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

import naive
from cribstat.policies import Policy, PolicyError, best_hand, by_published_table, deal_pack
from cribstat.policies.names import named_policy
from golden_files import crib_table
from random_policies import FIVE, MIRRORED, hand_mean, mean_crib, mixed, pure, random_choices, random_shares
from strategies import hands, renamed, suit_renamings


@cache
def places() -> dict[tuple[int, ...], int]:
    """Return the place of every representative in the list of classes."""
    return {tuple(row): place for place, row in enumerate(deal_pack(5).deals.tolist())}


def twin_shares(deal: list[int], rows: Callable[[int], list[float]]) -> list[float]:
    """Go through all renamings of suits that lead to the representative; share its discards evenly."""
    found: dict[tuple[int, int], list[float]] = {pair: [] for pair in FIVE}
    for suits in permutations(range(4)):
        image = renamed(deal, suits)
        place = places().get(tuple(sorted(image)))
        if place is not None:
            row = rows(place)
            for one, other in FIVE:
                gone = sorted([sorted(image).index(image[one]), sorted(image).index(image[other])])
                found[one, other].append(row[FIVE.index((gone[0], gone[1]))])
    return [sum(parts) / len(parts) for parts in found.values()]


# -- what is laid away -----------------------------------------------------------------------------


@given(hands(5))
def test_choices_equal_the_twin_in_any_order(deal: list[int]) -> None:
    choices = random_choices(7)
    got = pure("pone").laid_away(np.array([deal], dtype=np.uint8))[0]
    assert got.tolist() == pytest.approx(twin_shares(deal, lambda place: np.eye(10)[choices[place]].tolist()))


@pytest.mark.parametrize("text", MIRRORED)
@pytest.mark.parametrize("suits", list(permutations(range(4)))[::5])
def test_choices_in_mirrored_deals_equal_the_twin(text: str, suits: tuple[int, ...]) -> None:
    deal = renamed(naive.cards(text), suits)
    choices = random_choices(7)
    got = pure("dealer").laid_away(np.array([deal], dtype=np.uint8))[0]
    want = twin_shares(deal, lambda place: np.eye(10)[choices[place]].tolist())
    assert got.tolist() == pytest.approx(want, abs=1e-12)


@given(hands(5), suit_renamings, st.permutations(range(5)))
def test_renaming_suits_and_dealing_in_another_order_change_nothing(
    deal: list[int], renaming: tuple[int, ...], order: list[int]
) -> None:
    moved = [renamed(deal, renaming)[place] for place in order]
    rows = mixed("dealer").laid_away(np.array([deal, moved], dtype=np.uint8))
    assert rows.sum(axis=1) == pytest.approx([1, 1])
    first, second = (
        {frozenset((cards[a], cards[b])): share for (a, b), share in zip(FIVE, row, strict=True)}
        for cards, row in ((renamed(deal, renaming), rows[0]), (moved, rows[1]))
    )
    assert first == second


def test_mirror_images_share_evenly() -> None:
    deal = naive.cards("5c 5d 6c 6d Jh")
    row = mixed("pone").laid_away(np.array([deal], dtype=np.uint8))[0]
    share = {naive.text((deal[a], deal[b])): row[way] for way, (a, b) in enumerate(FIVE)}
    assert share["5c Jh"] == share["5d Jh"]
    assert share["6c Jh"] == share["6d Jh"]
    assert share["5c 6c"] == share["5d 6d"]
    assert share["5c 6d"] == share["5d 6c"]


def test_shares_are_rounded_as_the_twin_rounds() -> None:
    shares, parts = random_shares(6), 4
    policy = Policy.from_shares("mixed", "dealer", "", shares, 5, parts=parts)
    orbits = deal_pack(5).orbits
    for place in range(0, len(shares), 997):
        offset = (place + 1) * ((5**0.5 - 1) / 2) % 1
        ends = np.cumsum(shares[place]) / shares[place].sum()
        counts = np.zeros(10)
        for mark in range(1, parts + 1):
            counts[np.searchsorted(ends, (mark - offset) / parts)] += 1 / parts
        even = [counts[orbits[place] == label].mean() for label in orbits[place]]
        assert policy.shares(slice(place, place + 1))[0].tolist() == pytest.approx(even, abs=1e-12)


@pytest.mark.parametrize("parts", [1, 4])
def test_rounding_shares_is_without_bias(parts: int) -> None:
    """Sums over groups of classes are off by no more than rounding each class on its own would bring."""
    shares = random_shares(6)
    pack = deal_pack(5)
    policy = Policy.from_shares("mixed", "dealer", "", shares, 5, parts=parts)
    exact, rounded = shares / shares.sum(axis=1, keepdims=True), policy.shares()
    plain = (pack.orbits == np.arange(10)).all(axis=1)
    assert rounded[plain][exact[plain] == 0].max() == 0
    assert np.abs(rounded - exact)[plain].max() < 1 / parts
    low, high = (pack.deals[:, column] >> 2 for column in pack.positions.T)
    pairs = 13 * low.astype(np.intp) + high
    weights = pack.weights[:, None] / pack.weights.sum(dtype=float)
    for groups in (np.broadcast_to(np.arange(10), pairs.shape), pairs):
        gaps = np.bincount(groups.ravel(), (weights * (rounded - exact)).ravel())
        spread = np.sqrt(np.bincount(groups.ravel(), np.broadcast_to(weights**2, groups.shape).ravel())) / 2
        assert (np.abs(gaps) <= 4 * spread / parts).all()
    alike = np.tile([0.05, 0.35, 0.0, 0.1, 0.1, 0.0, 0.21, 0.09, 0.06, 0.04], (len(shares), 1))
    means = Policy.from_shares("alike", "dealer", "", alike, 5, parts=parts).shares()[plain].mean(axis=0)
    assert means.tolist() == pytest.approx(alike[0].tolist(), abs=1e-3)


def test_a_function_sees_ascending_deals_and_may_answer_with_shares() -> None:
    seen: list[NDArray[np.uint8]] = []

    def highest(deals: NDArray[np.uint8]) -> NDArray[np.float64]:
        seen.append(deals)
        shares = np.zeros((len(deals), 10))
        shares[:, 9], shares[:, 8] = 3.0, 1.0
        return shares

    policy = Policy.from_function("highest", "pone", highest, 5)
    assert (np.diff(seen[0].astype(int), axis=1) > 0).all()
    assert policy.laid_away(np.array([[0, 9, 22, 31, 48]], dtype=np.uint8))[0].tolist() == [0] * 8 + [
        0.25,
        0.75,
    ]


def test_best_hand_keeps_the_best_mean_hand() -> None:
    policy = best_hand("pone")
    for text in ("5H 5D JS QC 6C 7D", "AC 2C 3C 4C 9H KD", "7H 8H 9S 9D JC QC", "3C 3D 3H 3S TC JD"):
        check_best(naive.cards(text), policy, lambda keep, gone: hand_mean(keep, [*keep, *gone]))


@pytest.mark.parametrize(("table", "role"), [("hessel", "dealer"), ("schell", "pone")])
def test_the_player_of_a_table_follows_it(table: str, role: str) -> None:
    policy, cribs = by_published_table(table, role), crib_table(table, role)
    sign = 1 if role == "dealer" else -1
    for text in ("5H 5D JS QC 6C 7D", "AC 2C 3C 4C 9H KD", "7H 8H 9S 9D JC QC"):
        deal = naive.cards(text)

        def worth(keep: tuple[int, ...], gone: tuple[int, ...], deal: list[int] = deal) -> float:
            low, high = sorted(card // 4 for card in gone)
            return hand_mean(keep, deal) + sign * cribs[low, high]

        check_best(deal, policy, worth)


def check_best(
    deal: list[int], policy: Policy, worth: Callable[[tuple[int, ...], tuple[int, ...]], float]
) -> None:
    """Expect that all that is laid away is worth most, and all of it evenly."""
    row = policy.laid_away(np.array([deal], dtype=np.uint8))[0]
    values = [worth(tuple(card for card in deal if card not in gone), gone) for gone in combinations(deal, 2)]
    best = [round(value, 9) == round(max(values), 9) for value in values]
    assert row.tolist() == pytest.approx([flag / sum(best) for flag in best])


# -- crib means ------------------------------------------------------------------------------------


def test_both_sides_see_the_same_crib() -> None:
    dealer, pone = mixed("dealer"), pure("pone")
    assert mean_crib(dealer, pone) == pytest.approx(mean_crib(pone, dealer), abs=1e-9)


@pytest.mark.exhaustive
def test_both_sides_see_the_same_crib_with_six_cards() -> None:
    dealer, pone = named_policy("hessel", "dealer"), named_policy("best-hand", "pone")
    assert mean_crib(dealer, pone) == pytest.approx(mean_crib(pone, dealer), abs=1e-9)


def test_the_two_sides_differ_where_mirror_images_are_not_mixed() -> None:
    pack = deal_pack(5)
    none = np.zeros((0, 10), dtype=np.int64)
    first = np.zeros(len(pack.deals), dtype=np.uint16)
    lopsided = Policy("first", "dealer", "", first, none, 1, 5)
    assert abs(mean_crib(lopsided, pure("pone")) - mean_crib(pure("pone"), lopsided)) > 1e-9


# -- what is refused -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"role": "banker"}, "banker"),
        ({"dealt": 7}, "7"),
        ({"codes": np.zeros(5, np.uint16)}, "134459"),
        ({"codes": np.zeros(134459, np.int64)}, "int64"),
        ({"codes": np.full(134459, 11, np.uint16)}, "11"),
        ({"mix": np.zeros((1, 9), np.int64)}, r"\(1, 9\)"),
        ({"mix": np.full((1, 10), 0.1)}, "float64"),
        ({"mix": np.full((1, 10), 1, np.int64)}, "add up to 12"),
        ({"mix": np.array([[-1, 13, *[0] * 8]])}, "zero or more"),
        ({"denominator": 0}, "add up to 0"),
    ],
)
def test_parts_that_do_not_fit(change: dict[str, object], said: str) -> None:
    parts = {
        "codes": np.zeros(134459, np.uint16),
        "mix": np.array([[5, 7, *[0] * 8]]),
        "denominator": 12,
        "dealt": 5,
        "role": "dealer",
    }
    assert Policy(name="fits", statement="", **parts).seat == 1  # type: ignore[arg-type]
    with pytest.raises(PolicyError, match=said):
        Policy(name="fits not", statement="", **(parts | change))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "answer",
    [
        lambda deals: np.full(len(deals), 10),
        lambda deals: np.full(len(deals), -1),
        lambda deals: np.full(len(deals), 1.0),
        lambda deals: np.zeros(len(deals) - 1, dtype=int),
        lambda deals: np.zeros((len(deals), 10)),
        lambda deals: np.full((len(deals), 10), np.nan),
        lambda deals: np.full((len(deals), 10), -1.0),
        lambda deals: np.ones((len(deals), 15)),
    ],
)
def test_functions_that_answer_wrongly(answer: Callable[[NDArray[np.uint8]], NDArray[np.float64]]) -> None:
    with pytest.raises(PolicyError):
        Policy.from_function("wrong", "pone", answer, 5)


def test_more_mixtures_than_codes_can_name() -> None:
    with pytest.raises(PolicyError, match="fewer parts than 12"):
        Policy.from_shares("fine", "pone", "", random_shares(1), 5, parts=12)
    with pytest.raises(PolicyError, match="not 0"):
        Policy.from_shares("coarse", "pone", "", random_shares(1), 5, parts=0)
