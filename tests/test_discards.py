"""Every discard of a deal: the issue's figures, articles, reported cases, the plain twin and laws."""

from __future__ import annotations

from itertools import combinations
from math import comb

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import naive
import strategies
from cribstat import Ranking, best_discard, rank_deals, rank_discards, variant
from cribstat.cards import CardError, HandError
from cribstat.discards.ranking import DiscardRow
from cribstat.rules import RuleError
from games import GAMES, game, ids, row_of, words
from golden_files import PUBLISHED, cases, golden, published

COLUMNS = [
    "place",
    "variant",
    "role",
    "deal",
    "discard",
    "keep",
    "start",
    "hand_ev",
    "crib_ev",
    "play_ev",
    "total_ev",
    "regret",
    "near_tie",
    "win_prob",
    "win_prob_se",
    "hand_sd",
    "hand_min",
    "hand_max",
    "total_sd",
    "total_min",
    "total_max",
]
ISSUE_DEAL = "5H 6S 7D 7C 8H KD"
NOT_MATCHED = {"ROTW02-2", "CPQ-D1a", "CPQ-D1b", "CPQ-D2a", "CPQ-D2b", "CPQ-P1a", "CPQ-P1b"}


def agree_with_twin(row: DiscardRow, shown: naive.Show, hand: naive.Moments) -> None:
    """Compare a row with the twin: means to the last bit, spreads to rounding."""
    assert row.hand_ev == float(hand.mean)
    assert row.hand_sd == pytest.approx(hand.sd, abs=1e-9)
    assert (row.hand_min, row.hand_max) == (hand.least, hand.most)
    assert row.crib_ev == float(shown.crib.mean)
    assert row.total_ev == pytest.approx(float(shown.total.mean), abs=1e-12)
    assert row.total_sd == pytest.approx(shown.total.sd, abs=1e-9)
    assert (row.total_min, row.total_max) == (shown.total.least, shown.total.most)
    assert row.play_ev is None
    assert row.win_prob is None
    assert row.win_prob_se is None


# -- figures of others -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("discard", "hand", "crib"),
    [("5H KD", 14.869565, 7.0275), ("8H KD", 11.782609, 3.2183), ("7D 7C", 4.521739, 5.7825)],
)
@pytest.mark.parametrize("role", ["dealer", "pone"])
def test_the_deal_of_the_plan(discard: str, hand: float, crib: float, role: str) -> None:
    row = row_of(rank_discards(ISSUE_DEAL, role, crib_model="uniform"), discard)
    assert round(row.hand_ev, 6) == hand
    assert round(row.crib_ev, 4) == crib
    assert row.total_ev == row.hand_ev + (row.crib_ev if role == "dealer" else -row.crib_ev)


def setting(row: dict[str, str], key: str) -> str:
    """Read ``key=value`` of a case."""
    found = dict(part.split("=") for part in row["variant"].split("|") if "=" in part)
    return found[key]


@pytest.mark.parametrize("row", cases("c"), ids=lambda row: row["id"])
def test_cases_of_discards(row: dict[str, str]) -> None:
    deal, role, expected, unit = row["input"], row["role"] or "dealer", row["expected"], row["unit"]
    ranking = rank_discards(deal, role, crib_model="uniform")
    if unit == "best_discard":
        assert words(expected) == ranking.rows[0].discard
        for table in ("hessel", "schell", "rasmussen"):
            assert words(expected) == best_discard(deal, role, crib_model=table).discard
        return
    away = setting(row, "toss") if "toss=" in row["variant"] else None
    if away is None:
        away = " ".join(set(deal.split()) - set(setting(row, "keep").split()))
    found = row_of(ranking, away)
    if unit == "range_total":
        assert f"{found.total_min}..{found.total_max}" == expected
        return
    values = {
        "mean_total_uniform": found.total_ev,
        "stdev_total_uniform": found.total_sd,
        "mean_hand": found.hand_ev,
        "mean_crib_uniform": found.crib_ev,
        "sum_hand": found.hand_ev * 46,
    }
    assert round(values[unit], 4) == float(expected)


def worked_deals() -> dict[str, str]:
    return {row["hand"]: row["deal"] for row in golden("worked_deals.csv")}


def worked_row(row: dict[str, str], model: str) -> DiscardRow:
    """Find our row for an article's discard, in the suits of the golden file."""
    deal = worked_deals()[row["hand"]]
    away = [naive.RANKS[rank] for rank in naive.ranks(row["toss"])]
    places = [i for i, word in enumerate(deal.split()) if word[0] in away]
    assert len(places) == 2
    return row_of(
        rank_discards(deal, row["role"], crib_model=model), " ".join(deal.split()[i] for i in places)
    )


def test_25_rows_on_7_deals() -> None:
    rows = published("worked_examples.csv")
    assert len(rows) == 25
    assert {row["hand"] for row in rows} == set(worked_deals())
    assert {row["id"] for row in rows} > NOT_MATCHED
    for hand, deal in worked_deals().items():
        assert naive.ranks(hand) == [card // 4 for card in naive.cards(deal)]


@pytest.mark.parametrize("row", published("worked_examples.csv"), ids=lambda row: row["id"])
def test_published_worked_deals(row: dict[str, str]) -> None:
    named = [name for name in ("hessel", "schell", "rasmussen") if f"crib source = {name}" in row["note"]]
    found = worked_row(row, named[0] if named else "hessel")
    if row["id"] in NOT_MATCHED:
        assert round(found.hand_ev, 2) != float(row["avg_hand"])
        assert row["id"].split("-")[0] in (PUBLISHED.parent / "README.md").read_text(encoding="utf-8")
        return
    assert round(found.hand_ev, 2) == float(row["avg_hand"])
    if named:
        assert found.crib_ev == float(row["avg_crib"])
    if named and row["expected_avg"]:
        assert round(found.total_ev, 2) == float(row["expected_avg"])


def test_no_suits_give_the_printed_mean_of_rotw02_2() -> None:
    means = set()
    for suits in ("CDHSCD", "CDCSCD", "CDHSHD", "CDHSSD", "DDHDCS"):
        deal = " ".join(rank + suit for rank, suit in zip("2589JK", suits, strict=True))
        row = row_of(rank_discards(deal, "dealer"), f"8{suits[2]} 9{suits[3]}")
        means.add(round(row.hand_ev, 2))
    assert means == {6.35, 6.37, 6.39}


# -- the twin --------------------------------------------------------------------------------------


@given(
    data=st.data(),
    name=st.sampled_from(sorted(GAMES)),
    crib_flush=st.sampled_from(["all_agree", "hand_rule"]),
)
@settings(max_examples=50)
def test_every_row_equals_the_twin_in_a_small_pack(data: st.DataObject, name: str, crib_flush: str) -> None:
    """Most of the pack is dead, so that the twin can lay down everything that is left."""
    options, shares, unknown = GAMES[name]
    record = variant(name.split(maxsplit=1)[0], **options, crib_flush=crib_flush)
    short = data.draw(st.permutations([c for c in range(52) if c % 4 < 2 or c // 4 == 10]))
    deal = short[: record.dealt]
    left = data.draw(
        st.permutations([c for c in range(52) if c not in deal]).map(lambda rest: rest[: unknown + 5])
    )
    dead = naive.others(deal, left)
    start = data.draw(st.sampled_from([None, left[0]]))
    seat = data.draw(st.sampled_from(sorted(shares)))
    ranking = rank_discards(deal, seat=seat, variant=record, crib_model="uniform", dead=dead, start=start)
    assert len(ranking.rows) == len(naive.discards(deal, record.laid_out))
    for away, keep in naive.discards(deal, record.laid_out):
        row = row_of(ranking, naive.text(away))
        assert sorted(ids(row.keep)) == sorted(keep)
        shown = naive.show(
            keep, away, unknown=unknown, share=shares[seat], dead=dead, start=start, crib_flush=crib_flush
        )
        agree_with_twin(row, shown, shown.hand)


@pytest.mark.parametrize(
    ("name", "deal", "discard", "seat"),
    [
        ("six", "7C 9H 5H 5C 5D JS", "7C 9H", 0),
        ("six", "JH TH 9H 8H 2C 2D", "JH 8H", 1),
        ("six", "JC JD JH JS 4S 5S", "JS 4S", 0),
        ("five", "JH TH 9H 8C 2C", "JH TH", 1),
        ("seven", "JH TH 9H 8H 7H 2C 2D", "2C 2D", 0),
        ("eight", "4C 4D 5H 5S 6C 6D JS QS", "JS QS", 1),
    ],
)
def test_a_row_equals_the_twin_in_the_whole_pack(name: str, deal: str, discard: str, seat: int) -> None:
    away = naive.cards(discard)
    keep = [card for card in naive.cards(deal) if card not in away]
    row = row_of(rank_discards(deal, seat=seat, variant=name, crib_model="uniform"), discard)
    shown = naive.show(keep, away, share=GAMES[name][1][seat])
    assert shown.crib.weight == comb(52 - len(deal.split()), 2) * (50 - len(deal.split()))
    agree_with_twin(row, shown, shown.hand)


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("name", "deal", "discard", "seat"),
    [
        ("three", "JH TH 9H 8H 2C", "JH", 0),
        ("four", "5S 6S 7D 8C 9C", "5S", 1),
        ("seven from_pack", "JH TH 9H 8H 7H 2C 2D", "9H 8H", 1),
        ("eight laid_out", "4C 4D 5H 5S 6C 6D JS QS", "5S JS QS", 0),
    ],
)
def test_three_unknown_cards_in_the_whole_pack(name: str, deal: str, discard: str, seat: int) -> None:
    away = naive.cards(discard)
    keep = [card for card in naive.cards(deal) if card not in away]
    row = row_of(rank_discards(deal, seat=seat, variant=game(name), crib_model="uniform"), discard)
    shown = naive.show(keep, away, unknown=3, share=GAMES[name][1][seat])
    agree_with_twin(row, shown, shown.hand)


@given(data=st.data(), name=st.sampled_from(sorted(GAMES)))
@settings(max_examples=12)
def test_hands_equal_the_twin_in_the_whole_pack(data: st.DataObject, name: str) -> None:
    """Compare every fifth discard, from a random one on."""
    record = game(name)
    deal = data.draw(strategies.hands(record.dealt))
    hands, cribs = rank_deals(np.array([deal], dtype=np.uint8), "dealer", variant=record)
    assert hands.shape == cribs.shape == (1, len(naive.discards(deal, record.laid_out)))
    first = data.draw(st.integers(0, 4))
    for column, (away, keep) in list(enumerate(naive.discards(deal, record.laid_out)))[first::5]:
        assert hands[0, column] == float(naive.hand(keep, away).mean)


# -- one deal and its order ------------------------------------------------------------------------


def test_fifteen_rows_of_a_six_card_deal() -> None:
    ranking = rank_discards(ISSUE_DEAL, "dealer")
    assert (ranking.variant, ranking.role, ranking.seat) == ("six", "dealer", 1)
    assert ranking.deal == words(ISSUE_DEAL)
    assert (ranking.start, tuple(ranking.dead)) == (None, ())
    methods = {"hand_ev": "exact", "crib_ev": "exact", "play_ev": "approximate", "win_prob": None}
    assert dict(ranking.method) == methods
    assert {frozenset(row.discard) for row in ranking.rows} == {
        frozenset(pair) for pair in combinations(words(ISSUE_DEAL), 2)
    }
    for row in ranking.rows:
        assert set(row.discard) | set(row.keep) == set(words(ISSUE_DEAL))


def test_best_discard_is_the_first_row() -> None:
    assert best_discard(ISSUE_DEAL, "dealer") == rank_discards(ISSUE_DEAL, "dealer").rows[0]
    assert best_discard(ISSUE_DEAL, "dealer").discard == ("5h", "Kd")


def check_places(ranking: Ranking, order: dict[frozenset[str], int]) -> None:
    """Places, regret and near-ties follow from the totals; equal totals keep the order of discards."""
    totals = [row.total_ev for row in ranking.rows]
    best = totals[0]
    for index, row in enumerate(ranking.rows):
        assert row.place == 1 + sum(total > row.total_ev + 1e-9 for total in totals)
        assert row.regret == pytest.approx(best - row.total_ev, abs=1e-9)
        assert row.regret >= 0
        assert row.near_tie == (index > 0 and row.regret <= 0.05)
        if index and row.place == ranking.rows[index - 1].place:
            assert order[frozenset(row.discard)] > order[frozenset(ranking.rows[index - 1].discard)]


@given(
    cards=strategies.hands(6),
    role=st.sampled_from(["dealer", "pone"]),
    model=st.sampled_from(["uniform", "schell"]),
)
@settings(max_examples=60)
def test_places(cards: list[int], role: str, model: str) -> None:
    ranking = rank_discards(cards, role, crib_model=model)
    order = {frozenset(pair): i for i, pair in enumerate(combinations(ranking.deal, 2))}
    check_places(ranking, order)
    assert ranking.rows[0].regret == 0.0


def test_equal_totals_share_a_place() -> None:
    """Clubs and diamonds are held alike, so mirror images of a discard are worth the same to the last bit."""
    ranking = rank_discards("2C 2D 5C 5D KC KD", "pone", crib_model="uniform")
    order = {frozenset(pair): i for i, pair in enumerate(combinations(ranking.deal, 2))}
    check_places(ranking, order)
    by_place: dict[int, list[tuple[str, ...]]] = {}
    for row in ranking.rows:
        by_place.setdefault(row.place, []).append(row.discard)
    assert sorted(len(shared) for shared in by_place.values())[-1] >= 2
    mirror = str.maketrans("cd", "dc")
    for shared in by_place.values():
        for discard in shared:
            assert frozenset(card.translate(mirror) for card in discard) in map(frozenset, shared)


@given(cards=strategies.hands(6), renaming=strategies.suit_renamings, data=st.data())
@settings(max_examples=40)
def test_suits_and_order_do_not_matter(
    cards: list[int], renaming: tuple[int, ...], data: st.DataObject
) -> None:
    other = strategies.renamed(data.draw(st.permutations(cards)), renaming)
    here, there = (
        rank_discards(cards, "pone", crib_model="uniform"),
        rank_discards(other, "pone", crib_model="uniform"),
    )
    values = {frozenset(strategies.renamed(ids(row.discard), renaming)): row for row in here.rows}
    for row in there.rows:
        same = values[frozenset(ids(row.discard))]
        assert (row.hand_ev, row.crib_ev, row.total_ev) == (same.hand_ev, same.crib_ev, same.total_ev)
        assert (row.total_min, row.total_max) == (same.total_min, same.total_max)
        assert row.total_sd == pytest.approx(same.total_sd, abs=1e-9)


def test_text_and_ids_ask_the_same() -> None:
    cards = naive.cards(ISSUE_DEAL)
    assert rank_discards(ISSUE_DEAL, "pone").rows == rank_discards(cards, "pone").rows
    assert (
        rank_discards(ISSUE_DEAL, "pone").rows == rank_discards(np.array(cards, dtype=np.uint8), "pone").rows
    )
    assert rank_discards(ISSUE_DEAL, "pone").rows == rank_discards(ISSUE_DEAL, seat=0).rows


def test_frame() -> None:
    ranking = rank_discards(ISSUE_DEAL, "dealer", start="2c")
    frame = ranking.to_frame()
    assert list(frame.columns) == COLUMNS
    assert len(frame) == 15
    assert frame["discard"].iloc[0] == " ".join(ranking.rows[0].discard)
    assert frame["deal"].unique().tolist() == [" ".join(words(ISSUE_DEAL))]
    assert (frame["variant"].iloc[0], frame["role"].iloc[0], frame["start"].iloc[0]) == (
        "six",
        "dealer",
        "2c",
    )
    assert frame["total_ev"].tolist() == [row.total_ev for row in ranking.rows]
    assert frame["place"].tolist() == [row.place for row in ranking.rows]


# -- seats -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["three", "four"])
def test_seats_differ_by_their_share_of_the_crib_only(name: str) -> None:
    deal = "5S 6S 7D 8C JC"
    for seat, share in GAMES[name][1].items():
        ranking = rank_discards(deal, seat=seat, variant=name, crib_model="uniform")
        assert ranking.seat == seat
        assert len(ranking.rows) == 5
        for row in ranking.rows:
            assert row.total_ev == row.hand_ev + float(share) * row.crib_ev
    dealer = rank_discards(deal, "dealer", variant=name, crib_model="uniform")
    assert (
        dealer.rows == rank_discards(deal, seat=max(GAMES[name][1]), variant=name, crib_model="uniform").rows
    )
    assert dealer.role == "dealer"


@pytest.mark.parametrize(
    ("options", "error", "named"),
    [
        ({"role": "pone", "variant": "three"}, RuleError, "pone"),
        ({"role": "pone", "variant": "four"}, RuleError, "pone"),
        ({"role": "banker"}, RuleError, "banker"),
        ({"role": "dealer", "seat": 1}, RuleError, "seat"),
        ({}, RuleError, "seat"),
        ({"seat": 2}, RuleError, "2"),
        ({"seat": -1}, RuleError, "-1"),
        ({"seat": 3, "variant": "three"}, RuleError, "3"),
        ({"role": "dealer", "variant": "nine"}, RuleError, "nine"),
        ({"role": "dealer", "crib_model": "culbertson"}, ValueError, "culbertson"),
        ({"role": "dealer", "start": "5h"}, HandError, "5h"),
        ({"role": "dealer", "start": "5x"}, CardError, "5x"),
        ({"role": "dealer", "dead": "2c 2c"}, HandError, "2c"),
        ({"role": "dealer", "dead": "5h"}, HandError, "5h"),
        ({"role": "dealer", "dead": "2c", "start": "2c"}, HandError, "2c"),
        ({"role": "dealer", "crib_model": "hessel", "start": "2c"}, ValueError, "hessel"),
        ({"role": "dealer", "crib_model": "schell", "dead": "2c"}, ValueError, "schell"),
    ],
)
def test_refusals(options: dict[str, object], error: type[Exception], named: str) -> None:
    deal = "5H 6S 7D 7C 8H" if options.get("variant") in ("three", "four") else ISSUE_DEAL
    for function in (rank_discards, best_discard):
        with pytest.raises(error) as caught:
            function(deal, **options)
        assert named in str(caught.value)


@pytest.mark.parametrize("name", GAMES)
def test_wrong_counts(name: str) -> None:
    record = game(name)
    for count in (record.dealt - 1, record.dealt + 1, 0):
        with pytest.raises(HandError, match=str(record.dealt)):
            rank_discards(list(range(0, 5 * count, 5)), "dealer", variant=record)


@pytest.mark.parametrize("left", [2, 3])
def test_dead_cards_may_not_leave_too_few(left: int) -> None:
    deal = naive.cards(ISSUE_DEAL)
    dead = naive.others(deal)[left:]
    if left == 3:
        assert rank_discards(deal, "dealer", crib_model="uniform", dead=dead).rows[0].hand_ev > 0
    else:
        with pytest.raises(HandError, match=str(left)):
            rank_discards(deal, "dealer", crib_model="uniform", dead=dead)
