"""Many deals at once: the same numbers as one by one, in the order of positions."""

from __future__ import annotations

import numpy as np
import pytest

import naive
from cribstat import rank_deals, rank_discards, score_hands
from cribstat.cards import CardError, HandError
from cribstat.rules import RuleError
from games import GAMES, game, row_of


def random_deals(dealt: int, count: int, seed: int) -> np.ndarray:
    rng = np.random.default_rng(seed)
    return np.array([rng.permutation(52)[:dealt] for _ in range(count)], dtype=np.uint8)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("role", ["dealer", "seat 0"])
def test_bulk_equals_one_by_one(name: str, role: str) -> None:
    record = game(name)
    who = {"role": "dealer"} if role == "dealer" else {"role": None, "seat": 0}
    deals = random_deals(record.dealt, 12, seed=record.dealt)
    hands, cribs = rank_deals(deals, variant=record, crib_model="uniform", **who)
    assert hands.dtype == cribs.dtype == np.float64
    assert (cribs >= 0).all()
    for deal, hand, crib in zip(deals.tolist(), hands, cribs, strict=True):
        ranking = rank_discards(deal, variant=record, crib_model="uniform", **who)
        for column, (away, _) in enumerate(naive.discards(deal, record.laid_out)):
            row = row_of(ranking, naive.text(away))
            assert hand[column] == row.hand_ev
            assert crib[column] == pytest.approx(row.crib_ev, abs=1e-12)


@pytest.mark.parametrize("model", ["hessel", "schell", "rasmussen"])
@pytest.mark.parametrize("role", ["dealer", "pone"])
def test_bulk_with_a_table(model: str, role: str) -> None:
    deals = random_deals(6, 50, seed=1)
    _, cribs = rank_deals(deals, role, crib_model=model)
    for deal, crib in zip(deals.tolist(), cribs, strict=True):
        ranking = rank_discards(deal, role, crib_model=model)
        assert [
            row_of(ranking, naive.text(away)).crib_ev for away, _ in naive.discards(deal, 2)
        ] == crib.tolist()


def test_bulk_order_of_discards_is_that_of_positions() -> None:
    deal = naive.cards("KD 5H 8H 6S 7D 7C")
    hands, cribs = rank_deals([deal], "dealer", crib_model="uniform")
    assert hands.shape == (1, 15)
    assert round(hands[0, 0], 6) == 14.869565
    assert round(cribs[0, 0], 4) == 7.0275
    assert round(hands[0, 1], 6) == 11.782609
    assert round(hands[0, 14], 6) == 4.521739


def test_bulk_of_nothing() -> None:
    hands, cribs = rank_deals(np.empty((0, 6), dtype=np.uint8), "pone")
    assert hands.shape == cribs.shape == (0, 15)


@pytest.mark.parametrize(
    ("deals", "options", "error"),
    [
        ([[1, 2, 3, 4, 5]], {"role": "dealer"}, HandError),
        ([1, 2, 3, 4, 5, 6], {"role": "dealer"}, HandError),
        ([[1, 2, 3, 4, 5, 5]], {"role": "dealer"}, HandError),
        ([[1, 2, 3, 4, 5, 52]], {"role": "dealer"}, CardError),
        ([[1, 2, 3, 4, 5, 6.0]], {"role": "dealer"}, CardError),
        ([[1, 2, 3, 4, 5, 6]], {"role": None}, RuleError),
        ([[1, 2, 3, 4, 5, 6]], {"role": "banker"}, RuleError),
        ([[1, 2, 3, 4, 5, 6]], {"role": "dealer", "variant": "five"}, HandError),
        ([[1, 2, 3, 4, 5]], {"role": "dealer", "variant": "five", "crib_model": "hessel"}, ValueError),
    ],
)
def test_bulk_refusals(deals: object, options: dict[str, object], error: type[Exception]) -> None:
    with pytest.raises(error):
        rank_deals(deals, **options)


def test_bulk_hands_agree_with_bulk_scores() -> None:
    """Two ways to the same mean: sums over starts, and every hand scored with every start."""
    deals = random_deals(6, 200, seed=3)
    hands, _ = rank_deals(deals, "dealer", crib_model="hessel")
    for deal, means in zip(deals.tolist(), hands, strict=True):
        starts = np.array(naive.others(deal), dtype=np.uint8)
        for column, (_, keep) in enumerate(naive.discards(deal, 2)):
            rows = np.broadcast_to(np.array(keep, dtype=np.uint8), (46, 4))
            assert means[column] == score_hands(rows, starts).sum() / 46
