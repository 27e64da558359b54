"""Two opinions compared, on the five-card game: means by pair, losses, largest changes; squares of ranks."""

import random
from itertools import combinations

import numpy as np
import pytest

import naive
from cribstat.policies import best_hand, deal_pack, exploit
from cribstat.policies.against_solved import solved_values
from cribstat.policies.build import best_discards
from cribstat.policies.classes import class_average, class_hands
from cribstat.policies.comparison import (
    advice_loss,
    chosen_mean,
    largest_changes,
    largest_losses,
    pair_means,
    part_ways,
)
from cribstat.policies.solved import solved_policy
from cribstat.policies.summary import discard_summary
from cribstat.tables import strategy_square, strategy_table

DEALT = 5
RANKS = "A23456789TJQK"


def test_means_by_pair_are_those_of_the_summary() -> None:
    dealer, pone = (solved_policy(role, DEALT) for role in ("dealer", "pone"))
    means = pair_means(DEALT, pone.crib_means())
    rows = {(row.low, row.high, row.suited): row.crib_held for row in discard_summary(dealer, pone)}
    rng, deals = random.Random(5), deal_pack(DEALT).deals.tolist()
    for place in rng.sample(range(len(deals)), 100):
        for way, (one, other) in enumerate(combinations(deals[place], 2)):
            key = min(one, other) >> 2, max(one, other) >> 2, one & 3 == other & 3
            assert means[place, way] == pytest.approx(rows[key], abs=1e-12)


def test_a_mean_by_pair_knows_two_cards_only() -> None:
    """Against a random sample of whole deals, the own cards not kept in mind, within five errors."""
    rng = random.Random(11)
    pair = naive.cards("5C TD")
    rest = [card for card in range(52) if card not in pair]
    policy, points = solved_policy("pone", DEALT), []
    drawn = [rng.sample(rest, DEALT + 1) for _ in range(4000)]
    laid = policy.laid_away(np.array(drawn, dtype=np.uint8)[:, :DEALT].copy())
    for (*deal, start), shares in zip(drawn, laid, strict=True):
        away = rng.choices(list(combinations(deal, 2)), shares)[0]
        points.append(naive.points([*pair, *away], start, crib=True))
    deals = deal_pack(DEALT).deals
    means = pair_means(DEALT, policy.crib_means())
    found = {
        round(float(means[place, way]), 12)
        for place in np.flatnonzero(((deals >> 2 == 4).any(axis=1)) & ((deals >> 2 == 9).any(axis=1)))[:200]
        for way, (one, other) in enumerate(combinations(deals[place].tolist(), 2))
        if (one >> 2, other >> 2) in {(4, 9), (9, 4)} and one & 3 != other & 3
    }
    assert len(found) == 1
    assert abs(np.mean(points) - found.pop()) < 5 * np.std(points) / np.sqrt(len(points))


def test_losses_of_made_up_opinions() -> None:
    values = np.array([[3.0, 1.0, 2.0], [1.0, 1.0, 0.0], [0.0, 5.0, 4.0]])
    advice = np.array([[0.0, 9.0, 9.0], [2.0, 0.0, 0.0], [0.0, 1.0, 1.0 - 1e-12]])
    assert advice_loss(values, advice).tolist() == [1.5, 0.0, 0.5]
    assert advice_loss(values, values).tolist() == [0.0, 0.0, 0.0]
    assert part_ways(values, advice).tolist() == [True, False, False]
    assert chosen_mean(advice, values).tolist() == pytest.approx([0.0, 1.0, 1.0])


@pytest.mark.parametrize("role", ["dealer", "pone"])
def test_the_loss_of_a_player_is_the_gain_of_the_solved_opponent(role: str) -> None:
    loss = class_average(DEALT, advice_loss(solved_values(role, DEALT), class_hands(DEALT)))
    assert loss > 0.01
    assert loss == pytest.approx(exploit(best_hand(role, DEALT)).solved_gain, abs=1e-8)


def test_largest_changes() -> None:
    hands = class_hands(DEALT)
    second = hands.copy()
    deals = deal_pack(DEALT).deals
    second[70, 3] -= 2.0
    second[71, 4] += 1.0
    second[90_000, 0] += 1.5
    second[90_001, 9] += 7.0
    among = np.ones(hands.shape, dtype=bool)
    among[90_001] = False
    cases = largest_changes(DEALT, hands, second, among, count=9)
    assert [round(case.change, 9) for case in cases][:2] == [-2.0, 1.5]
    assert len(cases) == (2 if (deals[70] >> 2 == deals[71] >> 2).all() else 3)
    cards = [naive.cards(text.upper()) for text in (cases[0].deal, cases[0].discard)]
    assert cards == [deals[70].tolist(), deals[70][[0, 4]].tolist()]
    assert (cases[0].first, cases[0].second) == (hands[70, 3], second[70, 3])
    assert len(largest_changes(DEALT, hands, second, among, count=1)) == 1
    assert largest_changes(DEALT, hands, hands, best_discards(hands)) == []


def test_largest_losses() -> None:
    deals = deal_pack(DEALT).deals
    values = np.tile(np.arange(10.0), (len(deals), 1))
    advice = values.copy()
    advice[500, 7] += 5.0
    advice[120_000, 0] += 30.0
    losses = largest_losses(DEALT, values, advice, count=5)
    assert [case.loss for case in losses] == [9.0, 2.0]
    far, near = deals[120_000].tolist(), deals[500].tolist()
    assert naive.cards(losses[0].deal.upper()) == far
    assert naive.cards(losses[0].best.upper()) == far[3:]
    assert naive.cards(losses[0].followed.upper()) == far[:2]
    assert naive.cards(losses[1].followed.upper()) == [near[2], near[3]]
    assert largest_losses(DEALT, values, advice, count=1) == losses[:1]


@pytest.mark.parametrize("role", ["dealer", "pone"])
def test_squares_hold_every_row_of_the_table(role: str) -> None:
    square = strategy_square(role, "laid")
    rows = [row for row in strategy_table("discards") if row["role"] == role]
    assert np.nansum(square) == pytest.approx(1, abs=1e-9)
    assert np.isfinite(square).sum() == len(rows) == 169
    value = {(row["pair"], bool(row["suited"])): float(row["laid"]) for row in rows}
    assert square[RANKS.index("K"), RANKS.index("T")] == value["TK", False]
    assert square[RANKS.index("T"), RANKS.index("K")] == value["TK", True]
