"""Points of shown cards: the books' examples, mistakes reported of other programs, the twin and laws."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import naive
import strategies
from cribstat import break_down, score_hand, score_hands
from cribstat.cards import CardError, HandError
from cribstat.rules import RuleError
from golden_files import cases, golden

PARTS = ("points", "fifteens", "pairs", "runs", "flush", "nobs")
FLUSH_RULES = ("all_agree", "hand_rule")


def numbers(found: object) -> tuple[int, ...]:
    return tuple(int(getattr(found, part)) for part in PARTS)


def random_shows(held: int, count: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Draw `count` sets of cards with a start, one time in four nearly all of one suit."""
    rng = np.random.default_rng(seed)
    order = rng.random((count, 52))
    suited = rng.random((count, 1)) < 0.25
    other_suit = np.arange(52) % 4 != rng.integers(4, size=(count, 1))
    order += suited & other_suit & (rng.random((count, 52)) < 0.95)
    shows = np.argsort(order, axis=1)[:, : held + 1].astype(np.uint8)
    return np.ascontiguousarray(shows[:, :held]), np.ascontiguousarray(shows[:, held])


@pytest.mark.parametrize("row", golden("worked_examples.csv"), ids=lambda row: row["id"])
def test_worked_examples(row: dict[str, str]) -> None:
    crib = row["crib"] == "yes"
    printed = tuple(int(row[part]) for part in PARTS)
    assert numbers(break_down(row["cards"], row["start"], crib=crib)) == printed
    assert score_hand(row["cards"], row["start"], crib=crib) == printed[0]
    assert numbers(naive.parts(naive.cards(row["cards"]), naive.card(row["start"]), crib=crib)) == printed


def test_there_are_86_worked_examples() -> None:
    assert len({row["id"] for row in golden("worked_examples.csv")}) == 86


@pytest.mark.parametrize("row", cases("a"), ids=lambda row: row["id"])
def test_cases_of_scoring(row: dict[str, str]) -> None:
    assert row["unit"] == "points"
    crib = row["is_crib"] == "yes"
    assert score_hand(row["input"], row["start"], crib=crib) == int(row["expected"])


def test_score_hand_is_an_int() -> None:
    points = score_hand("5h 5d 5s Jc", "5c")
    assert points == 29
    assert type(points) is int
    assert score_hand(naive.cards("5H 5D 5S JC"), naive.card("5C")) == 29
    assert score_hand(np.array(naive.cards("5H 5D 5S JC"), dtype=np.uint8), np.uint8(naive.card("5C"))) == 29
    assert score_hand("5h 5d 5s Jc", "5c", crib=True) == 29


@given(cards=strategies.shown(), crib=st.booleans(), crib_flush=st.sampled_from(FLUSH_RULES))
def test_equals_the_twin(cards: list[int], crib: bool, crib_flush: str) -> None:
    held, start, crib = cards[:-1], cards[-1], crib and len(cards) > 4
    expected = naive.parts(held, start, crib=crib, crib_flush=crib_flush)
    assert numbers(break_down(held, start, crib=crib, crib_flush=crib_flush)) == numbers(expected)
    assert score_hand(held, start, crib=crib, crib_flush=crib_flush) == expected.points


@given(cards=strategies.hands(3, 6), crib=st.booleans(), crib_flush=st.sampled_from(FLUSH_RULES))
def test_without_a_start_the_cards_count_alone(cards: list[int], crib: bool, crib_flush: str) -> None:
    crib = crib and len(cards) > 3
    expected = naive.parts(cards, crib=crib, crib_flush=crib_flush)
    assert numbers(break_down(cards, crib=crib, crib_flush=crib_flush)) == numbers(expected)
    assert score_hand(cards, crib=crib, crib_flush=crib_flush) == expected.points


@given(cards=strategies.shown(), crib=st.booleans(), renaming=strategies.suit_renamings)
def test_suits_may_be_renamed(cards: list[int], crib: bool, renaming: tuple[int, ...]) -> None:
    crib = crib and len(cards) > 4
    other = strategies.renamed(cards, renaming)
    assert score_hand(cards[:-1], cards[-1], crib=crib) == score_hand(other[:-1], other[-1], crib=crib)


@given(cards=strategies.shown(), crib=st.booleans(), data=st.data())
def test_order_does_not_matter(cards: list[int], crib: bool, data: st.DataObject) -> None:
    crib = crib and len(cards) > 4
    other = data.draw(st.permutations(cards[:-1]))
    assert numbers(break_down(cards[:-1], cards[-1], crib=crib)) == numbers(
        break_down(other, cards[-1], crib=crib)
    )


@given(cards=strategies.shown(), crib=st.booleans())
def test_parts_sum_to_the_points(cards: list[int], crib: bool) -> None:
    found = break_down(cards[:-1], cards[-1], crib=crib and len(cards) > 4)
    assert found.points == found.fifteens + found.pairs + found.runs + found.flush + found.nobs
    assert found.points == sum(part.points for part in found.parts)
    for part in found.parts:
        assert part.points > 0
        assert set(part.cards) <= set(cards)


@given(cards=strategies.hands(5, 7))
def test_a_crib_is_never_worth_more_than_the_hand(cards: list[int]) -> None:
    held, start = cards[:-1], cards[-1]
    assert score_hand(held, start, crib=True) <= score_hand(held, start)
    assert score_hand(held, start, crib=True, crib_flush="hand_rule") == score_hand(held, start)


@pytest.mark.parametrize(
    ("held", "crib", "count"),
    [
        (3, False, 20_000),
        (4, False, 20_000),
        (4, True, 20_000),
        (5, False, 100_000),
        (5, True, 20_000),
        (6, False, 100_000),
        (6, True, 20_000),
    ],
)
def test_bulk_equals_the_twin(held: int, crib: bool, count: int) -> None:
    hands, starts = random_shows(held, count, seed=held)
    suited = (hands % 4 == hands[:, :1] % 4).all(axis=1).mean()
    assert 0.05 < suited < 0.3
    points = score_hands(hands, starts, crib=crib)
    assert points.shape == (count,)
    assert points.dtype.kind in "iu"
    expected = [naive.points(h, s, crib=crib) for h, s in zip(hands.tolist(), starts.tolist(), strict=True)]
    assert points.tolist() == expected


@pytest.mark.parametrize("held", [4, 5, 6])
def test_bulk_crib_by_the_hand_rule(held: int) -> None:
    hands, starts = random_shows(held, 2_000, seed=10 + held)
    by_rule = score_hands(hands, starts, crib=True, crib_flush="hand_rule")
    assert by_rule.tolist() == score_hands(hands, starts).tolist()
    assert (by_rule > score_hands(hands, starts, crib=True)).any()


def test_bulk_takes_lists_and_nothing() -> None:
    assert score_hands([naive.cards("5H 5D 5S JC")], [naive.card("5C")]).tolist() == [29]
    assert score_hands(np.empty((0, 4), dtype=np.uint8), np.empty(0, dtype=np.uint8)).shape == (0,)


def test_bulk_does_not_change_its_input() -> None:
    hands, starts = random_shows(4, 1_000, seed=5)
    kept = hands.copy()
    score_hands(hands, starts)
    assert (hands == kept).all()


def test_heels_are_no_part_of_a_hand() -> None:
    assert score_hand("2c 4d 6h 8s", "Jc") == 0 + naive.points(naive.cards("2C 4D 6H 8S"), naive.card("JC"))
    assert break_down("Jc Jd Jh Qs", "Js").nobs == 0


@pytest.mark.parametrize(
    ("cards", "start", "error", "named"),
    [
        ("5h 5d 5s Jc", "5h", HandError, "5h"),
        ("5h 5d 5s 5h", "5c", HandError, "5h"),
        ("5h 5d", "5c", HandError, "not 2"),
        ("2h 3h 4h 5h 6h 7h 8h", "5c", HandError, "not 7"),
        ("5h 5d 5s Jx", "5c", CardError, "Jx"),
        ("5h 5d 5s Jc", "5x", CardError, "5x"),
        ("5h 5d 5s Jc", "5c 6c", HandError, "not 2"),
        ([1, 2, 3, 52], 5, CardError, "52"),
        ([1, 2, 3, 4], 52, CardError, "52"),
        ([1, 2, 3, 4], -1, CardError, "-1"),
    ],
)
def test_refusals(cards: object, start: object, error: type[Exception], named: str) -> None:
    for function in (score_hand, break_down):
        with pytest.raises(error) as caught:
            function(cards, start)
        assert named in str(caught.value)


def test_cribs_have_four_cards_or_more() -> None:
    with pytest.raises(HandError, match="not 3"):
        score_hand("5h 5d 5s", "5c", crib=True)
    with pytest.raises(HandError, match="not 3"):
        score_hands([[1, 2, 3]], [4], crib=True)


def test_flush_rules_are_checked() -> None:
    with pytest.raises(RuleError, match="never"):
        score_hand("5h 5d 5s Jc", "5c", crib=True, crib_flush="never")


@pytest.mark.parametrize(
    ("hands", "starts"),
    [
        ([[1, 2, 3, 4]], [5, 6]),
        ([1, 2, 3, 4], [5]),
        ([[1, 2]], [5]),
        ([[1, 2, 3, 4, 5, 6, 7]], [8]),
        ([[1, 2, 3, 52]], [5]),
        ([[1, 2, 3, 3]], [5]),
        ([[1, 2, 3, 4]], [4]),
        ([[1.0, 2.0, 3.0, 4.0]], [5]),
    ],
)
def test_bulk_refusals(hands: object, starts: object) -> None:
    with pytest.raises((CardError, HandError)):
        score_hands(hands, starts)
