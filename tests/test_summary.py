"""The strategy tables of two policies, and the table of all deals in the cache, on the five-card game."""

import random
from itertools import combinations, product
from pathlib import Path

import numpy as np
import pytest

import naive
from cribstat import rank_deals
from cribstat.kernels.enumeration import rank_combinations
from cribstat.kernels.patterns import multisets
from cribstat.policies import Policy, PolicyError, best_hand, deal_pack
from cribstat.policies.lookup import DamagedTableError, build_table, find_table, representative
from cribstat.policies.solved import solved_policy
from cribstat.policies.summary import (
    crib_by_start,
    crib_correlation,
    differing_share,
    discard_summary,
    hand_by_start,
    keep_summary,
)
from cribstat.scoring import mean_hands

DEALT = 5


@pytest.fixture(scope="module")
def pair() -> tuple[Policy, Policy]:
    """Two policies that differ: the best hand, and the worst."""
    hands = mean_hands(deal_pack(DEALT).deals, 2)
    worst = Policy.from_choices("worst-hand", "pone", "for tests", hands.argmin(axis=1), DEALT)
    return best_hand("dealer", DEALT), worst


def test_shares_add_up(pair: tuple[Policy, Policy]) -> None:
    for policy, other in (pair, pair[::-1]):
        discards = discard_summary(policy, other)
        assert len(discards) == 169
        assert sum(row.laid for row in discards) == pytest.approx(1, abs=1e-12)
        assert sum(row.held for row in discards) == pytest.approx(10, abs=1e-11)
        keeps = keep_summary(policy)
        assert [row.ranks for row in keeps] == [tuple(row) for row in multisets(3).tolist() if row[0] < 13]
        assert sum(row.share for row in keeps) == pytest.approx(1, abs=1e-12)


def test_both_sides_see_the_same_crib(pair: tuple[Policy, Policy]) -> None:
    means = [
        sum(row.laid * row.crib_laid for row in discard_summary(*sides) if row.laid)
        for sides in (pair, pair[::-1])
    ]
    assert means[0] == pytest.approx(means[1], abs=1e-9)


def test_keeps_and_starts_give_the_same_mean_hand(pair: tuple[Policy, Policy]) -> None:
    pack = deal_pack(DEALT)
    for policy in pair:
        direct = (
            pack.weights @ (policy.shares() * mean_hands(pack.deals, 2)).sum(axis=1)
        ) / pack.weights.sum()
        keeps = sum(row.share * row.hand for row in keep_summary(policy) if row.share)
        assert keeps == pytest.approx(direct, abs=1e-10)
        assert hand_by_start(policy).mean() == pytest.approx(direct, abs=1e-10)


def test_hand_by_start_against_random_deals(pair: tuple[Policy, Policy]) -> None:
    """A start of one rank, by the plain count, within five standard errors."""
    rng = random.Random(20)
    drawn = [rng.sample(range(52), DEALT + 1) for _ in range(4000)]
    laid = pair[1].laid_away(np.array(drawn, dtype=np.uint8)[:, :DEALT].copy())
    points: list[list[int]] = [[] for _ in range(13)]
    for (*deal, start), shares in zip(drawn, laid, strict=True):
        gone = rng.choices(list(combinations(range(DEALT), 2)), shares)[0]
        kept = [card for place, card in enumerate(deal) if place not in gone]
        points[start >> 2].append(naive.points(kept, start))
    for rank, mean in enumerate(hand_by_start(pair[1])):
        error = np.std(points[rank]) / np.sqrt(len(points[rank]))
        assert abs(np.mean(points[rank]) - mean) < 5 * error


@pytest.mark.exhaustive
def test_crib_by_start_averages_to_the_crib(pair: tuple[Policy, Policy]) -> None:
    whole = sum(row.laid * row.crib_laid for row in discard_summary(*pair) if row.laid)
    by_start = crib_by_start(*pair)
    assert by_start.mean() == pytest.approx(whole, abs=1e-10)
    assert by_start == pytest.approx(crib_by_start(*pair[::-1]), abs=1e-9)


def test_policies_that_cannot_meet(pair: tuple[Policy, Policy]) -> None:
    with pytest.raises(PolicyError, match="best-hand as dealer and best-hand as dealer cannot meet"):
        discard_summary(pair[0], pair[0])


def test_representatives_are_those_of_the_classes() -> None:
    pack = deal_pack(DEALT)
    keys = rank_combinations(pack.deals)
    rng = random.Random(3)
    for place in rng.sample(range(len(keys)), 300):
        suits = rng.sample(range(4), 4)
        deal = [(card & ~3) | suits[card & 3] for card in pack.deals[place].tolist()]
        rng.shuffle(deal)
        key, places = representative(deal)
        assert key == keys[place]
        ordered = pack.deals[place].tolist()
        assert [ordered[p] >> 2 for p in places] == [card >> 2 for card in deal]


def test_looking_up_and_damage(
    pair: tuple[Policy, Policy], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CRIBSTAT_CACHE", str(tmp_path))
    pack, means = deal_pack(DEALT), pair[1].crib_means()
    assert find_table("five", "dealer", "key") is None
    build_table("five", "dealer", "key", pack.deals, lambda: means)
    assert find_table("five", "dealer", "another key") is None
    table = find_table("five", "dealer", "key")
    assert table is not None
    places = np.random.default_rng(4).integers(0, len(means), 500)
    assert (table.bulk(pack.deals[places]) == means[places]).all()
    for place in places[:40]:
        shuffled = np.random.default_rng(place).permutation(DEALT)
        deal = pack.deals[place][shuffled]
        assert (table.means(deal) == table.bulk(deal[None])[0]).all()
        number = {pair: way for way, pair in enumerate(combinations(range(DEALT), 2))}
        for way, (first, second) in enumerate(combinations(shuffled.tolist(), 2)):
            expected = means[place][number[min(first, second), max(first, second)]]
            assert table.means(deal)[way] == pytest.approx(expected, abs=1e-12)
    path = tmp_path / "deals-five-dealer" / "rows.npy"
    content = bytearray(path.read_bytes())
    content[-8 * 11 * (len(means) - int(places[0]))] ^= 1
    path.write_bytes(content)
    damaged = find_table("five", "dealer", "key")
    assert damaged is not None
    with pytest.raises(DamagedTableError, match="cache build"):
        damaged.means(pack.deals[places[0]])
    with pytest.raises(DamagedTableError, match="cache build"):
        damaged.bulk(pack.deals[places])


def test_how_roles_differ_by_a_plain_count(pair: tuple[Policy, Policy]) -> None:
    """A plain walk over the deals; both numbers are the same whichever role is named first."""
    pack = deal_pack(DEALT)
    first, second = (policy.shares() for policy in pair)
    own, fed = pair[1].crib_means(), pair[0].crib_means()
    apart, n, x, y, xx, yy, xy = (0.0,) * 7
    for deal, weight in enumerate(pack.weights.tolist()):
        for a, b in product(np.flatnonzero(first[deal]), np.flatnonzero(second[deal])):
            apart += weight * float(first[deal, a] * second[deal, b]) * (a != b)
        u, v = own[deal], fed[deal]
        n, x, y = n + weight * len(u), x + weight * u.sum(), y + weight * v.sum()
        xx, yy, xy = xx + weight * (u @ u), yy + weight * (v @ v), xy + weight * (u @ v)
    deals = sum(pack.weights.tolist())
    correlation = (n * xy - x * y) / ((n * xx - x * x) * (n * yy - y * y)) ** 0.5
    for sides in (pair, pair[::-1]):
        assert differing_share(*sides) == pytest.approx(apart / deals, abs=1e-12)
        assert crib_correlation(*sides, threads=2) == pytest.approx(correlation, abs=1e-9)


# The maxims of the five-card chapter, for the policies that ship.
@pytest.mark.parametrize(("play", "share", "correlation"), [(True, 0.5556, 0.962), (False, 0.5622, 0.980)])
def test_five_card_maxims(play: bool, share: float, correlation: float) -> None:
    sides = (solved_policy("dealer", 5, play=play), solved_policy("pone", 5, play=play))
    assert differing_share(*sides) == pytest.approx(share, abs=5e-5)
    assert crib_correlation(*sides, threads=2) == pytest.approx(correlation, abs=5e-4)


def test_dealer_and_pone_differ_by_hand_and_crib_alone() -> None:
    """Against a crib of any two other cards it is 55.6 % too, and worth and cost are one."""
    pack = deal_pack(5)
    (hand, own), (_, fed) = (
        rank_deals(pack.deals, role, variant="five", crib_model="uniform") for role in ("dealer", "pone")
    )
    assert np.array_equal(own, fed)
    differs = (hand + own).argmax(axis=1) != (hand - fed).argmax(axis=1)
    assert np.average(differs, weights=pack.weights) == pytest.approx(0.5556, abs=5e-5)
