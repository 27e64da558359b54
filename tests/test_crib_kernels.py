"""Crib sums against a policy: short packs and few unseen cards with plain twins, all deals exhaustively."""

from __future__ import annotations

import random
from functools import cache
from math import comb

import numpy as np
import pytest
from numpy.typing import NDArray

import naive_policy
from cribstat import score_hand
from cribstat.kernels import crib, enumeration, patterns
from naive_policy import Deal

NO_MIX = np.zeros((0, 15), np.int64)
# Deals of all kinds: pairs, triples, four of a rank, flushes, jacks, one suit, suits held alike.
KINDS = [
    [0, 5, 18, 19, 40, 47],
    [0, 1, 2, 3, 4, 5],
    [16, 17, 18, 40, 41, 42],
    [0, 4, 8, 12, 16, 20],
    [28, 32, 36, 40, 44, 48],
    [40, 41, 42, 43, 16, 20],
    [0, 4, 9, 13, 18, 22],
    [0, 1, 4, 5, 8, 9],
    [0, 1, 2, 4, 5, 6],
    [12, 16, 20, 13, 17, 21],
    [40, 44, 48, 41, 45, 49],
    [16, 17, 24, 28, 33, 38],
    [3, 7, 23, 27, 40, 44],
    [40, 16, 20, 25, 29, 51],
    [4, 8, 5, 9, 2, 3],
    [24, 25, 28, 29, 32, 33],
    [36, 37, 38, 39, 40, 44],
    [2, 10, 18, 26, 34, 42],
    [0, 13, 26, 39, 40, 1],
    [20, 24, 28, 17, 21, 25],
    [48, 49, 50, 44, 45, 46],
    [40, 41, 8, 9, 30, 31],
]


@cache
def pack(dealt: int, ranks: int = 13) -> crib.Pack:
    """Prepare a pack once for all tests."""
    return crib.crib_pack(patterns.crib_table(2, 2), dealt, ranks)


def random_policy(
    deals: crib.Pack, seed: int, mixed: float = 0.2
) -> tuple[NDArray[np.uint16], NDArray[np.int64], int]:
    """Draw a symmetric policy in which some classes mix."""
    rng = np.random.default_rng(seed)
    n, ways = deals.orbits.shape
    mix = rng.multinomial(10, np.full(ways, 1 / ways), size=20)
    pure, rows = rng.integers(0, ways, n), ways + rng.integers(0, 20, n)
    codes = np.where(rng.random(n) < mixed, rows, pure).astype(np.uint16)
    return crib.symmetric_policy(codes, mix, 10, deals.orbits)


def shares(codes: NDArray[np.uint16], mix: NDArray[np.int64], denominator: int) -> NDArray[np.int64]:
    """Write the weights of every deal out, (n, discards)."""
    return np.concatenate([denominator * np.eye(mix.shape[1], dtype=np.int64), mix])[codes]


def class_policy(deals: crib.Pack, seed: int) -> tuple[NDArray[np.uint16], naive_policy.Policy]:
    """Draw one discard a class, and say the same as a plain function of a deal."""
    rng = random.Random(seed)
    codes = np.empty(len(deals.deals), np.uint16)
    chosen: dict[Deal, Deal] = {}
    for place, row in enumerate(deals.deals.tolist()):
        images = naive_policy.renamings(tuple(row))
        image = min(images, key=lambda cards: tuple(sorted(cards)))
        code = rng.randrange(len(deals.positions))
        codes[place] = code
        chosen[tuple(sorted(image))] = tuple(sorted(image[position] for position in deals.positions[code]))
    return codes, naive_policy.symmetric(chosen.__getitem__)


@pytest.mark.parametrize(("dealt", "ranks"), [(4, 3), (4, 5), (5, 4), (6, 4)])
@pytest.mark.parametrize("crib_flush", ["all_agree", "hand_rule"])
def test_sums_of_short_packs_against_every_deal(dealt: int, ranks: int, crib_flush: str) -> None:
    deals = pack(dealt, ranks)
    codes, policy = class_policy(deals, 5)
    codes, mix, whole = crib.symmetric_policy(codes, NO_MIX[:, : len(deals.positions)], 1, deals.orbits)
    flush = (4, 1) if crib_flush == "hand_rule" else (0, 5)
    sums = crib.crib_sums(deals, codes, mix, whole, any_start=flush[0], suited_start=flush[1])
    rng = random.Random(1)
    for place in rng.sample(range(len(codes)), 4):
        own = tuple(deals.deals[place].tolist())
        for way in rng.sample(range(len(deals.positions)), 2):
            discard = tuple(own[position] for position in deals.positions[way])
            total = naive_policy.crib_total(own, discard, policy, range(4 * ranks), crib_flush)
            assert total * whole == sums[place, way]


@pytest.mark.parametrize(
    ("crib_flush", "own"),
    [
        ("all_agree", (0, 4, 12, 21)),
        ("hand_rule", (0, 1, 8, 9)),
        pytest.param("all_agree", (0, 1, 8, 9), marks=pytest.mark.exhaustive),
        pytest.param("hand_rule", (0, 4, 12, 21), marks=pytest.mark.exhaustive),
    ],
)
def test_flush_of_a_short_pack_against_every_deal(crib_flush: str, own: tuple[int, ...]) -> None:
    deals = pack(4, 6)
    codes, policy = class_policy(deals, 6)
    codes, mix, whole = crib.symmetric_policy(codes, NO_MIX[:, :6], 1, deals.orbits)
    any_start, suited_start = {"all_agree": (0, 5), "hand_rule": (4, 1)}[crib_flush]
    sums = crib.crib_sums(deals, codes, mix, whole, any_start=any_start, suited_start=suited_start)
    place, suits = enumeration.classes_of(np.array([own], dtype=np.uint8))
    position = enumeration.places_in_class(np.array([own], dtype=np.uint8), suits)[0]
    index = int((deals.deals == enumeration.distinct_deals(4)[0][place]).all(axis=1).argmax())
    for way, (a, b) in enumerate(deals.positions.tolist()):
        discard = tuple(own[position.tolist().index(j)] for j in (a, b))
        total = naive_policy.crib_total(own, tuple(sorted(discard)), policy, range(24), crib_flush)
        assert total * whole == sums[index, way]


def test_expanded_policy_against_renaming_every_deal() -> None:
    deals = pack(4)
    codes, policy = class_policy(deals, 7)
    codes, mix, whole = crib.symmetric_policy(codes, NO_MIX[:, :6], 1, deals.orbits)
    every, rows = crib.expand_policy(deals.deals, codes, mix, deals.positions, threads=2)
    assert len(every) == comb(52, 4)
    assert (rows.sum(axis=1) == whole).all()
    rng = np.random.default_rng(2)
    picked = np.concatenate([rng.choice(len(every), 1500), np.flatnonzero(every >= 6)[::40]])
    written = shares(every[picked], rows, whole)
    cards = enumeration.unrank_combinations(picked, 4)
    for deal, weights in zip(cards.tolist(), written.tolist(), strict=True):
        found = {
            tuple(deal[position] for position in pair): weight
            for pair, weight in zip(deals.positions, weights, strict=True)
            if weight
        }
        assert found == {discard: share * whole for discard, share in policy(tuple(deal)).items()}


def test_expansion_does_not_depend_on_threads() -> None:
    deals = pack(5)
    codes, mix, _ = random_policy(deals, 3)
    one = crib.expand_policy(deals.deals, codes, mix, deals.positions, threads=1)
    three = crib.expand_policy(deals.deals, codes, mix, deals.positions, threads=3)
    assert np.array_equal(one[0], three[0])
    assert np.array_equal(one[1], three[1])


def test_too_many_mixtures_are_refused() -> None:
    deals = pack(5)
    mix = np.arange(10 * 66_000, dtype=np.int64).reshape(66_000, 10)
    codes = (10 + np.arange(len(deals.deals)) % 65_000).astype(np.uint16)
    with pytest.raises(OverflowError, match="different mixtures"):
        crib.expand_policy(deals.deals, codes, mix, deals.positions)


@pytest.mark.parametrize("dealt", [5, 6])
def test_joint_of_few_unseen_cards_against_plain_numpy(dealt: int) -> None:
    rng = np.random.default_rng(dealt)
    ways = comb(dealt, 2)
    mix = rng.multinomial(12, np.full(ways, 1 / ways), size=30)
    codes = rng.integers(0, ways + 30, comb(52, dealt)).astype(np.uint16)
    table = np.concatenate([12 * np.eye(ways, dtype=np.int64), mix])
    for count in (dealt + 24, 52 - dealt - 1):
        known = rng.permutation(52)[:count].astype(np.uint8)
        joint = crib.opponent_joint(known, codes, mix, 12, dealt)
        expected = naive_policy.joint_counts(tuple(known.tolist()), codes, table, dealt)
        lower, upper = enumeration.unrank_combinations(np.arange(1326), 2).T
        assert np.array_equal(joint, expected[lower, upper])
        assert joint.sum() == 12 * comb(52 - count, dealt) * (52 - count - dealt)
        assert np.array_equal(joint, crib.opponent_joint(known, codes, mix, 12, dealt, threads=3))


def own_mean(
    sums: NDArray[np.int64], deals: crib.Pack, policy: tuple[NDArray[np.uint16], NDArray[np.int64], int]
) -> float:
    """Average the crib over all own deals under one's own policy."""
    weights = deals.weights.astype(np.int64)
    total = (sums / deals.answers * shares(*policy)).sum(axis=1) @ weights
    return float(total / weights.sum())


def mean_of_both_sides(dealt: int) -> None:
    """Assert that dealer and pone see the same mean crib."""
    deals = pack(dealt)
    dealer, pone = random_policy(deals, 1), random_policy(deals, 2)
    seen_by_dealer = own_mean(crib.crib_sums(deals, *pone, threads=2), deals, dealer) / pone[2] / dealer[2]
    seen_by_pone = own_mean(crib.crib_sums(deals, *dealer), deals, pone) / pone[2] / dealer[2]
    assert 3 < seen_by_dealer < 7
    assert abs(seen_by_dealer - seen_by_pone) < 1e-9


def test_both_sides_see_the_same_mean_crib_five_cards() -> None:
    mean_of_both_sides(5)


@pytest.mark.exhaustive
def test_both_sides_see_the_same_mean_crib_six_cards() -> None:
    mean_of_both_sides(6)


def walked(own: NDArray[np.uint8], way: int, joint: NDArray[np.int64], dealt: int) -> int:
    """Sum a crib from the joint weights, scoring each crib with the plain twin."""
    pair = enumeration.discard_positions(dealt, 2)[way]
    discard = [int(own[position]) for position in pair]
    total = 0
    for index, (a, b) in enumerate(enumeration.unrank_combinations(np.arange(1326), 2).tolist()):
        for start in np.flatnonzero(joint[index]).tolist():
            crib_cards = tuple(sorted((*discard, a, b)))
            total += int(joint[index, start]) * naive_policy.score_crib(crib_cards, start)
    return total


def test_five_card_sums_against_the_walk_and_what_mirror_images_do() -> None:
    deals = pack(5)
    # Lay away a one-suited pair that has a mirror image wherever there is one.
    suited = (deals.deals[:, deals.positions[:, 0]] & 3) == (deals.deals[:, deals.positions[:, 1]] & 3)
    mirrored = (deals.orbits[:, :, None] == deals.orbits[:, None, :]).sum(axis=2) > 1
    codes = (suited & mirrored).argmax(axis=1).astype(np.uint16)
    mixed = crib.symmetric_policy(codes, NO_MIX[:, :10], 1, deals.orbits)
    every, rows = crib.expand_policy(deals.deals, mixed[0], mixed[1], deals.positions, threads=2)
    lopsided = every.copy()
    lopsided[every >= 10] = (rows > 0).argmax(axis=1)[every[every >= 10] - 10]
    sums = crib.crib_sums(deals, *mixed)
    own = deals.deals[np.flatnonzero((suited & mirrored).any(axis=1))[40]]
    place = int(enumeration.classes_of(own[None])[0][0])
    ways = np.flatnonzero(suited[place]).tolist()
    even = [walked(own, way, crib.opponent_joint(own, every, rows, mixed[2], 5), 5) for way in ways]
    uneven = [walked(own, way, crib.opponent_joint(own, lopsided, rows, mixed[2], 5), 5) for way in ways]
    assert even == sums[place, ways].tolist()
    assert uneven != even


@pytest.mark.exhaustive
def test_six_card_sums_against_direct_enumeration() -> None:
    deals = pack(6)
    codes, mix, whole = random_policy(deals, 11, 0.02)
    sums = crib.crib_sums(deals, codes, mix, whole, threads=2)
    every, rows = crib.expand_policy(deals.deals, codes, mix, deals.positions, threads=2)
    table = np.concatenate([whole * np.eye(15, dtype=np.int64), rows])
    lower, upper = enumeration.unrank_combinations(np.arange(1326), 2).T
    for number, cards in enumerate(KINDS):
        place, _ = enumeration.classes_of(np.array([cards], dtype=np.uint8))
        own = deals.deals[place[0]]
        plain = naive_policy.joint_counts(tuple(own.tolist()), every, table, 6)[lower, upper]
        assert np.array_equal(plain, crib.opponent_joint(own, every, rows, whole, 6, threads=2))
        way = (7 * number + 4) % 15
        mean = walked(own, way, plain, 6) / (deals.answers * whole)
        assert abs(mean - sums[place[0], way] / (deals.answers * whole)) < 1e-12


@pytest.mark.parametrize("ranks", [4, 11])
def test_sums_by_start_rank_add_up_to_all_starts(ranks: int) -> None:
    deals = pack(4, ranks)
    policy = random_policy(deals, 12)
    by_rank = [crib.crib_sums(deals, *policy, start_rank=rank) for rank in range(ranks)]
    assert all(sums.any() for sums in by_rank)
    assert (sum(by_rank) == crib.crib_sums(deals, *policy)).all()


def test_sums_of_one_start_rank_against_the_walk() -> None:
    deals = pack(5)
    codes, mix, whole = random_policy(deals, 13)
    every, rows = crib.expand_policy(deals.deals, codes, mix, deals.positions)
    lower, upper = enumeration.unrank_combinations(np.arange(1326), 2).T
    place, rank = 100_000, 7
    own = deals.deals[place]
    joint = crib.opponent_joint(own, every, rows, whole, 5)
    sums = crib.crib_sums(deals, codes, mix, whole, start_rank=rank)
    for way in (0, 4, 9):
        discard = own[deals.positions[way]]
        total = 0
        for pair in np.flatnonzero(joint[:, 4 * rank : 4 * rank + 4].any(axis=1)):
            cards = [*discard.tolist(), int(lower[pair]), int(upper[pair])]
            for start in range(4 * rank, 4 * rank + 4):
                if joint[pair, start]:
                    total += int(joint[pair, start]) * score_hand(cards, start, crib=True)
        assert total == sums[place, way]
