"""Any policy as the opponent: questions against it, and what a best responder gains; mostly five cards."""

from __future__ import annotations

from functools import cache, partial
from itertools import combinations

import numpy as np
import pytest
from numpy.typing import NDArray

import naive
from cribstat import rank_deals, rank_discards
from cribstat.crib import ModelError, PolicyCrib
from cribstat.policies import Policy, PolicyError, best_hand, best_response, deal_pack
from cribstat.policies.against import bare_average, named_crib, policy_crib
from cribstat.policies.classes import look_up
from cribstat.policies.gains import Exploit, exploit, exploitability, game_value, mean_hand
from cribstat.policies.solved import solved_policy
from random_policies import FIVE, MIRRORED, hand_mean, mean_crib, mixed, pure

OTHER = {"dealer": "pone", "pone": "dealer"}


@cache
def five_model() -> PolicyCrib:
    """Return the crib model of playing five-card against the two policies at random."""
    both = {"dealer": mixed("dealer"), "pone": pure("pone")}
    return policy_crib(both, "at random", "both lay away at random", dealt=5)


def test_a_question_against_every_deal_of_the_other_side() -> None:
    deal, policy = naive.cards("5C JC QD 6H JD"), mixed("dealer")
    unseen = np.array([card for card in range(52) if card not in deal], dtype=np.uint8)
    others = unseen[np.array(list(combinations(range(47), 5)))]
    shares = policy.laid_away(others)
    laid, kept = np.zeros(52 * 52), np.zeros(52**3)
    for way, (a, b) in enumerate(FIVE):
        pairs = others[:, a].astype(int) * 52 + others[:, b]
        laid += np.bincount(pairs, shares[:, way], 52 * 52)
        for held in others.T:
            kept += np.bincount(pairs * 52 + held, shares[:, way], 52**3)
    joint = laid.reshape(52, 52, 1) - kept.reshape(52, 52, 52)
    joint[:, :, deal] = 0
    ranking = rank_discards(deal, "pone", variant="five", crib_model=five_model())
    for gone in [deal[:2], deal[1:5:3]]:
        points = sum(
            joint[a, b, start] * naive.points([*gone, a, b], start, crib=True)
            for a, b, start in np.argwhere(joint).tolist()
        )
        row = next(row for row in ranking.rows if row.discard == tuple(naive.text(gone).split()))
        assert row.crib_ev == pytest.approx(points / joint.sum(), abs=1e-9)


@pytest.mark.parametrize("role", ["dealer", "pone"])
def test_many_deals_equal_one_by_one(role: str) -> None:
    rng = np.random.default_rng(2)
    deals = np.array(
        [rng.permutation(52)[:5] for _ in range(8)] + [naive.cards(text) for text in MIRRORED[:2]]
    )
    _, cribs = rank_deals(deals, role, variant="five", crib_model=five_model())
    for deal, crib in zip(deals.tolist(), cribs, strict=True):
        ranking = rank_discards(deal, role, variant="five", crib_model=five_model())
        means = {row.discard: row.crib_ev for row in ranking.rows}
        want = [means[tuple(naive.text(gone).split())] for gone in combinations(deal, 2)]
        assert crib.tolist() == pytest.approx(want, abs=1e-12)


@pytest.mark.parametrize("ranks", ["5 5 5 J J", "J 5 Q 5 6", "A 2 3 4 K"])
def test_bare_ranks_equal_the_mean_over_their_suits(ranks: str) -> None:
    ranking = rank_discards(ranks, "dealer", variant="five", crib_model=five_model())
    deal = naive.ranks(ranks)
    every = np.array(
        [
            [4 * rank + suit for rank, suit in zip(deal, suits, strict=True)]
            for suits in ([card % 4 for card in cards] for cards in naive.suit_assignments(deal, 3))
        ]
    )
    _, cribs = rank_deals(every, "dealer", variant="five", crib_model=five_model())
    names = [tuple(naive.RANKS[deal[place]] for place in pair) for pair in FIVE]
    for row in ranking.rows:
        alike = [way for way, name in enumerate(names) if sorted(name) == sorted(row.discard)]
        assert row.crib_ev == pytest.approx(cribs[:, alike].mean(), abs=1e-12)


def test_an_average_over_suits_by_hand() -> None:
    table = np.broadcast_to(np.arange(10.0), (134459, 10))
    got = bare_average(partial(look_up, table), np.array([0, 0, 5, 7, 12], dtype=np.uint8))
    assert got.tolist() == pytest.approx([0, 2.5, 3.5, 4.5, 2.5, 3.5, 4.5, 7, 8, 9])


def test_opponents_that_cannot_be_asked() -> None:
    alone = policy_crib(mixed("dealer"), "alone", "a dealer", dealt=5)
    assert rank_discards("5C JC QD 6H JD", "pone", variant="five", crib_model=alone).rows
    with pytest.raises(PolicyError, match=r"policy of the pone.*only of dealer"):
        rank_discards("5C JC QD 6H JD", "dealer", variant="five", crib_model=alone)
    with pytest.raises(ModelError, match="five"):
        rank_discards("5C JC QD 6H JD AH", "pone", crib_model=alone)
    six = policy_crib(mixed("dealer"), "of six", "of five cards")
    with pytest.raises(PolicyError, match="5 cards dealt, not 6"):
        rank_discards("5C JC QD 6H JD AH", "pone", crib_model=six)
    with pytest.raises(PolicyError, match="policy:NAME"):
        named_crib("hessel")


def test_a_named_opponent_in_the_six_card_game() -> None:
    model = named_crib("policy:best-hand")
    ranking = rank_discards("5H 5D JS QC 6C 7D", "dealer", crib_model=model, start="2S", dead="KC")
    assert ranking.crib_model == "policy:best-hand"
    assert ranking.method["crib_ev"] == "exact"
    assert "best-hand" in ranking.statement
    assert all(row.total_sd is not None for row in ranking.rows)


# -- gains -----------------------------------------------------------------------------------------


@cache
def exploited(role: str) -> Exploit:
    return exploit(mixed(role))


@cache
def answered(role: str) -> Policy:
    return best_response(mixed(role))


def worth(own: Policy, other: Policy) -> float:
    """Return what `own` gets against `other`, counting the crib from the other's side."""
    sign = 1 if own.role == "dealer" else -1
    return mean_hand(own) - mean_hand(other) + sign * mean_crib(other, own)


@pytest.mark.parametrize("role", ["dealer", "pone"])
def test_gains_seen_from_the_other_side(role: str) -> None:
    policy = mixed(role)
    found = exploited(role)
    answer, reference = answered(role), solved_policy(OTHER[role], 5, play=False)
    assert (answer.role, found.role, found.policy) == (OTHER[role], role, "mixed")
    assert found.best_ev == pytest.approx(worth(answer, policy), abs=1e-9)
    assert found.solved_ev == pytest.approx(worth(reference, policy), abs=1e-9)
    assert found.game_ev == pytest.approx(worth(reference, solved_policy(role, 5, play=False)), abs=1e-9)
    assert found.best_gain > found.solved_gain > 0
    assert found.hand_ev == mean_hand(policy)


def test_exploitability_is_the_sum_of_both_gains() -> None:
    dealer, pone = (exploited(role) for role in ("dealer", "pone"))
    gains = [
        worth(answered(role), mixed(role)) - worth(mixed(OTHER[role]), mixed(role))
        for role in ("dealer", "pone")
    ]
    assert exploitability(dealer, pone) == pytest.approx(sum(gains), abs=1e-9)
    assert exploitability(dealer, pone) == pytest.approx(dealer.best_gain + pone.best_gain, abs=1e-9)
    assert game_value(5) == pytest.approx(
        worth(solved_policy("dealer", 5, play=False), solved_policy("pone", 5, play=False)), abs=1e-9
    )


def test_mean_hand_against_every_start() -> None:
    rng = np.random.default_rng(4)
    pack, policy = deal_pack(5), pure("dealer")
    picked = rng.choice(len(pack.deals), 40, replace=False)
    shares = policy.shares(picked)
    want = [
        sum(
            share * hand_mean(tuple(card for place, card in enumerate(deal) if place not in pair), deal)
            for pair, share in zip(FIVE, row, strict=True)
        )
        for deal, row in zip(pack.deals[picked].tolist(), shares, strict=True)
    ]
    only = Policy.from_choices("first", "dealer", "", np.zeros(len(pack.deals), dtype=int), 5)
    assert mean_hand(only) != mean_hand(policy)
    hands_of = policy.shares(picked) * hand_table()[picked]
    assert hands_of.sum(axis=1).tolist() == pytest.approx(want, abs=1e-12)
    weights = pack.weights / pack.weights.sum(dtype=float)
    assert mean_hand(policy) == pytest.approx(float(weights @ (policy.shares() * hand_table()).sum(axis=1)))


def hand_table() -> NDArray[np.float64]:
    """Return the mean hands of all classes from the many-deals question."""
    hands_of, _ = rank_deals(deal_pack(5).deals, "pone", variant="five", crib_model="uniform")
    return hands_of


def test_nothing_beats_a_best_response_by_its_own_game() -> None:
    answer = best_response(pure("pone"))
    other = Policy.from_choices("other", "dealer", "", np.random.default_rng(5).integers(0, 10, 134459), 5)
    assert worth(other, pure("pone")) < worth(answer, pure("pone"))
    assert worth(best_hand("dealer", 5), pure("pone")) < worth(answer, pure("pone"))
