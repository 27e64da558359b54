"""Deals of ranks alone: means over every suit assignment in which no keep holds a flush."""

from __future__ import annotations

import pytest

import naive
from cribstat import Ranking, rank_discards
from cribstat.cards import CardError, HandError
from cribstat.discards.ranking import DiscardRow
from games import GAMES, game


@pytest.mark.parametrize(
    ("name", "ranks", "rows"),
    [
        ("six", "5 5 J J 6 6", 6),
        ("five", "J J Q 5 K", 6),
        ("three", "4 5 J J 10", None),
        ("four", "5 5 5 J J", None),
        pytest.param("six", "5 5 J J 6 6", None, marks=pytest.mark.exhaustive),
        pytest.param("six", "5 5 5 J J 6", None, marks=pytest.mark.exhaustive),
        pytest.param("five", "J J Q 5 K", None, marks=pytest.mark.exhaustive),
        pytest.param("six", "5 9 J Q 6 7", 4, marks=pytest.mark.exhaustive),
    ],
)
def test_bare_hands_equal_the_twin(name: str, ranks: str, rows: int | None) -> None:
    check_bare_hands(name, ranks, rows)


def check_bare_hands(name: str, ranks: str, rows: int | None) -> None:
    """Compare keeps of bare ranks with all starts of all its suit assignments."""
    record = game(name)
    ranking = rank_discards(ranks, "dealer", variant=record, crib_model="uniform")
    deal = naive.ranks(ranks)
    assert ranking.deal == tuple(naive.RANKS[rank] for rank in deal)
    assert ranking.bare
    seen = set()
    for row in ranking.rows[:rows]:
        keep, away = (naive.ranks(" ".join(part)) for part in (row.keep, row.discard))
        assert sorted(keep + away) == sorted(deal)
        key = (tuple(keep), tuple(away))
        if key in seen:
            continue
        seen.add(key)
        hand = naive.bare_hand(keep, away)
        assert row.hand_ev == pytest.approx(float(hand.mean), abs=1e-12)
        assert row.hand_sd == pytest.approx(hand.sd, abs=1e-9)
        assert (row.hand_min, row.hand_max) == (hand.least, hand.most)


@pytest.mark.parametrize(
    ("name", "keep", "discard", "seat"),
    [
        ("six", "5 5 5 5", "J J", 1),
        ("six", "5 5 J J", "5 5", 0),
        ("five", "6 6 J", "6 6", 1),
    ],
)
def test_bare_cribs_equal_the_twin(name: str, keep: str, discard: str, seat: int) -> None:
    share = GAMES[name][1][seat]
    ranking = rank_discards(f"{keep} {discard}", seat=seat, variant=name, crib_model="uniform")
    row = next(row for row in ranking.rows if sorted(row.discard) == sorted(discard.split()))
    shown = naive.bare_show(naive.ranks(keep), naive.ranks(discard), share=share)
    assert row.crib_ev == pytest.approx(float(shown.crib.mean), abs=1e-12)
    assert row.total_ev == pytest.approx(float(shown.total.mean), abs=1e-12)
    assert row.total_sd == pytest.approx(shown.total.sd, abs=1e-9)
    assert (row.total_min, row.total_max) == (shown.total.least, shown.total.most)


def test_bare_deals_hold_no_flush() -> None:
    """Without jacks and flushes a hand depends on ranks alone: any mixed suits give the mean."""
    row = row_of_ranks(rank_discards("2 4 6 8 10 Q", "dealer", crib_model="uniform"), "T Q")
    mixed = naive.hand(naive.cards("2C 4D 6H 8S"), naive.cards("TC QD"))
    assert row.hand_ev == pytest.approx(float(mixed.mean), abs=1e-12)
    assert (row.hand_min, row.hand_max) == (mixed.least, mixed.most)


def test_equal_ranks_of_a_bare_deal_are_worth_the_same() -> None:
    ranking = rank_discards("J J Q 5 K", "dealer", variant="five", crib_model="uniform")
    values: dict[tuple[str, ...], set[tuple[float, ...]]] = {}
    for row in ranking.rows:
        values.setdefault(row.discard, set()).add(
            (row.place, row.hand_ev, row.hand_sd, row.crib_ev, row.total_sd)
        )
    assert len(ranking.rows) == 10
    assert {discard: len(found) for discard, found in values.items()} == dict.fromkeys(values, 1)


def row_of_ranks(ranking: Ranking, discard: str) -> DiscardRow:
    return next(row for row in ranking.rows if row.discard == tuple(discard.split()))


def test_bare_deals_with_a_table() -> None:
    ranking = rank_discards("A 2 7 9 J Q", "dealer", crib_model="hessel")
    assert row_of_ranks(ranking, "J Q").crib_ev == 4.90
    assert row_of_ranks(ranking, "J Q").total_sd is None


@pytest.mark.parametrize(
    ("deal", "options", "error", "named"),
    [
        ("5h 5 J Q 6 7", {}, CardError, "5"),
        ("5 5 5 5 5 7", {}, HandError, "5"),
        ("5 5 J Q 6", {}, HandError, "6"),
        ("5 5 J Q 6 x", {}, CardError, "x"),
        ("5 5 J Q 6 7", {"start": "2c"}, ValueError, "start"),
        ("5 5 J Q 6 7", {"dead": "2c"}, ValueError, "dead"),
    ],
)
def test_bare_refusals(deal: str, options: dict[str, str], error: type[Exception], named: str) -> None:
    with pytest.raises(error) as caught:
        rank_discards(deal, "dealer", **options)
    assert named in str(caught.value)
