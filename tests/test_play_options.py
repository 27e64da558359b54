"""The play: house options by hand-counted examples, plays taken up midway, and what is refused."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from cribstat import CardError, HandError, PlayState, RuleError, replay, variant
from cribstat.cards import format_cards, parse_cards
from cribstat.play import PlayEvent, follow, peg

FIVE_HANDS = ["tc jd qh", "9s ac ad"]
SIX_HANDS = ["4c 4d 7h 9s", "7d js 5c 8h"]
THREE_HANDS = ["kc qd 9h 8s", "qc jd 9d 8d", "kd ac ad 2h"]


def last_of(events: list[PlayEvent]) -> tuple[int, str, tuple[tuple[str, int], ...]]:
    event = events[-1]
    return event.seat, format_cards([event.card]), event.reasons


# -- go_obligation ---------------------------------------------------------------------------------


def test_at_liberty_one_may_stop_after_the_others_go() -> None:
    may = variant("five", go_obligation="may")
    stopped = replay(FIVE_HANDS, "tc 9s jd ac go", may)
    assert last_of(stopped) == (1, "Ac", (("last", 1),))
    assert stopped[-1].points == 1
    assert stopped[-1].totals == (3, 1)
    played_on = replay(FIVE_HANDS, "tc 9s jd ac ad", may)
    assert last_of(played_on) == (1, "Ad", (("thirty-one", 2), ("pair", 2)))
    assert played_on[-2].totals == (3, 0)


def test_the_go_of_choice_ends_the_play_and_tells_its_point() -> None:
    state = follow(FIVE_HANDS, "tc 9s jd ac", variant("five", go_obligation="may"))
    assert state.turn == 1
    assert state.may_go()
    event = state.go()
    assert event is not None
    assert event == state.events[-1]
    assert event.points == 1
    assert state.over
    assert state.totals == (3, 1)


def test_nobody_is_at_liberty_before_the_others_go() -> None:
    with pytest.raises(RuleError, match="seat 1 can play Ac Ad at 29"):
        replay(FIVE_HANDS, "tc 9s jd go", variant("five", go_obligation="may"))


def test_without_the_option_every_card_that_comes_in_is_played() -> None:
    with pytest.raises(RuleError, match="seat 1 can play Ad at 30"):
        replay(FIVE_HANDS, "tc 9s jd ac go", "five")


def test_a_go_that_is_no_choice_is_not_written() -> None:
    with pytest.raises(RuleError, match="seat 1 can play 5c at 25"):
        replay(SIX_HANDS, "4c 7d 4d js go 5c")


# -- multi_go and series_leader --------------------------------------------------------------------


def test_after_a_go_all_others_play_on() -> None:
    state = follow(THREE_HANDS, "kc qc kd ac", "three")
    assert state.events[-1].passed == (0, 1)
    assert state.events[-1].reasons == (("thirty-one", 2),)
    assert state.totals == (0, 0, 2)


def test_bicycle_ends_the_series_when_the_next_cannot_play() -> None:
    state = follow(THREE_HANDS, "kc qc kd", variant("three", multi_go="bicycle"))
    assert state.events[-1].reasons == (("go", 1),)
    assert state.series == ()
    assert state.turn == 0


def test_bicycle_goes_on_when_the_next_can_play() -> None:
    hands = ["kc qd 9h 8s", "qc jd 9d as", "kd ac ad 2h"]
    state = follow(hands, "kc qc kd as", variant("three", multi_go="bicycle"))
    assert (state.events[-1].seat, state.events[-1].passed) == (1, (0,))
    assert state.events[-1].reasons == (("thirty-one", 2),)


@pytest.mark.parametrize(("leader", "seat"), [("left_of_last", 0), ("next_eldest", 1)])
def test_who_leads_the_second_series(leader: str, seat: int) -> None:
    hands = ["5c tc 3d 7h", "5d js 4h 8s", "5h kc 2d 9s"]
    state = follow(hands, "5c 5d 5h tc 4h 2d", variant("three", series_leader=leader))
    assert state.events[-1].count == 31
    assert (state.number, state.turn) == (2, seat)


def test_the_next_eldest_leads_by_the_number_of_the_series() -> None:
    eldest = variant("three", series_leader="next_eldest")
    full: dict[str, Any] = {"hands": ["2c", "2d", "2h"], "series": "kc kd js", "last": 1}
    assert [PlayState(variant=eldest, number=number, **full).turn for number in (1, 2, 3)] == [1, 2, 0]
    assert PlayState(variant="three", number=1, **full).turn == 2


# -- flush_in_play and stink_hole ------------------------------------------------------------------


def test_flush_in_play() -> None:
    flushes = peg("2h 5h 9h th 3c", flush_in_play=True)
    assert [event.reasons for event in flushes] == [(), (), (("flush", 3),), (("flush", 4),), ()]
    assert peg("4h 6h 5h", flush_in_play=True)[-1].reasons == (("fifteen", 2), ("run", 3), ("flush", 3))
    assert peg("4h 6h 5h")[-1].reasons == (("fifteen", 2), ("run", 3))


def test_a_go_is_worth_nothing_in_the_stink_hole() -> None:
    hands = ["kc qd jh ts", "ac ad 2h 3s"]
    dead = variant("six", stink_hole=True)
    plain, stuck = (replay(hands, "kc ac qd ad 2h 3s", record, scores=(0, 117)) for record in ("six", dead))
    assert (plain[-1].reasons, plain[-1].scores) == ((("run", 3), ("go", 1)), (0, 121))
    assert (stuck[-1].reasons, stuck[-1].scores) == ((("run", 3),), (0, 120))
    assert replay(hands, "kc ac qd ad 2h 3s", dead, scores=(0, 110))[-1].points == 4


# -- taken up midway -------------------------------------------------------------------------------


def test_taken_up_midway_the_rest_goes_as_from_the_start() -> None:
    whole = follow(SIX_HANDS, "4c 7d 4d js 5c 7h 8h 9s")
    rest = PlayState(["7h 9s", "5c 8h"], series="4c 7d 4d js", last=1)
    assert rest.turn == 0
    assert rest.go() is None
    for card in ("5c", "7h", "8h", "9s"):
        rest.play(card)
    assert rest.over
    assert [event.reasons for event in rest.events] == [event.reasons for event in whole.events[4:]]
    assert rest.totals == (4, 3)


def test_goes_said_before_are_kept() -> None:
    state = PlayState(["qd", "ad 3h 4s", "ah 2h"], "three", series="qc 8c jc", last=2, gone=[0])
    assert state.turn == 1
    assert state.play("ad").passed == (0,)
    assert state.play("ah").reasons == (("pair", 2), ("go", 1))


def test_a_go_of_choice_after_a_card_laid_before_marks_nothing_here() -> None:
    may = variant("five", go_obligation="may")
    state = PlayState(["qh", "ac"], may, series="tc 9s jd", last=0, turn=1, gone=[0])
    assert state.go() is None
    assert state.over
    assert (state.events, state.totals) == ((), (0, 0))


def test_a_series_that_is_full_is_turned_aside() -> None:
    assert PlayState(["5s", "6h"], series="kh qd tc as", last=1).turn == 0
    assert PlayState(["qh", "jc"], "five", series="kc kd 8h", last=0).over
    assert PlayState(["", ""], series="kc kd 8h", last=0).over


@pytest.mark.parametrize(
    ("given", "named"),
    [
        ({"series": "kh", "turn": 0}, "last"),
        ({"series": "kh", "last": 2}, "0 to 1"),
        ({"turn": -1}, "-1"),
        ({"turn": 1, "hands": ["2c", ""]}, "seat 1 holds no card"),
        ({"series": "kh qd", "last": 1, "gone": [0]}, "seat 0 can play 2c"),
        ({"series": "kh qd tc", "last": 1, "gone": [0], "turn": 0}, "seat 0 has said go"),
        ({"series": "kh qd tc jd", "last": 1}, "40"),
    ],
)
def test_impossible_positions(given: dict[str, Any], named: str) -> None:
    hands = given.pop("hands", ["2c", "as 3h"])
    with pytest.raises(RuleError, match=named):
        PlayState(hands, **given)


@pytest.mark.parametrize(
    ("hands", "named"),
    [
        (["2c"], "2 hands, not 1"),
        ("2c 3c", "2 hands"),
        (["4c 4d 7h 9s", "7d js 5c"], "hand of seat 1 must be 4"),
        (["4c 4d 7h 9s", "7d js 5c 4c"], "4c"),
        (["4c 4d 7h 9s", "7d js 5c 5c"], "5c"),
    ],
)
def test_impossible_hands(hands: list[str], named: str) -> None:
    with pytest.raises(HandError, match=named):
        PlayState(hands)


def test_no_more_cards_than_are_kept() -> None:
    with pytest.raises(HandError, match="5 cards"):
        PlayState(["2c 3c 4c 5c 6c", "7c"], turn=0)
    with pytest.raises(HandError, match="Kh"):
        PlayState(["2c kh", "7c"], series="kh", last=0)


# -- what is refused, what is taken ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("plays", "named"),
    [
        ("7d", "seat 0 does not hold 7d"),
        ("4c 7d 4d js 5c 7h 8h 9s 4c", "4c"),
        ("4c 4c", "4c"),
        ("4c 7d 4d js 9s", "seat 1 does not hold 9s"),
        ("4c 7d 4d js 8h", "8h would make 33, past 31: seat 1 can play 5c"),
        ("go", "seat 0 can play"),
        ("4c 7d 4d js 5c 7h 8h 9s go", "over"),
    ],
)
def test_illegal_plays(plays: str, named: str) -> None:
    with pytest.raises((RuleError, HandError), match=named):
        replay(SIX_HANDS, plays)


def test_no_card() -> None:
    with pytest.raises(CardError, match="xx"):
        replay(SIX_HANDS, "4c xx")
    with pytest.raises(CardError, match="99"):
        PlayState(SIX_HANDS).play(99)
    with pytest.raises(HandError, match="played card"):
        PlayState(SIX_HANDS).play("4c 4d")


def test_a_card_past_31_says_go_where_none_comes_in() -> None:
    state = PlayState(["7h 9s", "5c 8h"], series="4c 7d 4d js", last=1)
    with pytest.raises(RuleError, match="7h would make 32, past 31: seat 0 must say go"):
        state.play("7h")


def test_plays_are_taken_as_text_or_lists() -> None:
    text = replay(SIX_HANDS, "4c,7d 4dJS")
    ids = parse_cards("4c 7d 4d js")
    assert replay(SIX_HANDS, ids) == text
    assert replay(SIX_HANDS, ids.tolist()) == text
    assert replay(SIX_HANDS, ["4c", "7d", 13, "JS"]) == text
    assert replay([parse_cards(hand) for hand in SIX_HANDS], "4c 7d 4d js") == text
    assert replay(FIVE_HANDS, ["tc", "9s", "jd", "ac", "GO"], variant("five", go_obligation="may"))
    assert replay(SIX_HANDS, "") == []


def test_a_copy_goes_its_own_way() -> None:
    state = follow(SIX_HANDS, "4c 7d")
    other = state.copy()
    assert other == state
    other.play("4d")
    assert other != state
    assert (state.turn, len(state.events), state.hands[0]) == (0, 2, tuple(parse_cards("4d 7h 9s").tolist()))


def test_events_as_plain_values() -> None:
    two = replay(SIX_HANDS, "4c 7d 4d")[-1].to_dict()
    assert two == {
        "series": 1,
        "seat": 0,
        "card": "4d",
        "count": 15,
        "points": 2,
        "reasons": [["fifteen", 2]],
        "totals": [2, 0],
    }
    four = replay(["7c kd 2h 3s", "8c qd 4h 5s", "9c jd 6h as", "tc td 9h 6s"], "7c 8c", "four")[-1].to_dict()
    assert list(four)[-2:] == ["totals", "sides"]
    assert (four["totals"], four["sides"]) == ([0, 2, 0, 0], [0, 2])
    assert replay(SIX_HANDS, "4c", scores=(5, 6))[-1].to_dict()["scores"] == [5, 6]


def test_peg_refuses_a_card_past_31_and_marks_no_go() -> None:
    events = peg(np.array([48, 44, 40]))
    assert [event.points for event in events] == [0, 0, 3]
    assert [event.seat for event in events] == [0, 1, 0]
    assert events[-1].totals == (3, 0)
    with pytest.raises(RuleError, match="2c would make 32"):
        peg("kc qc jc 2c")
    with pytest.raises(RuleError, match="Ad would make 32"):
        peg("kc qc jc ac ad")
    with pytest.raises(HandError, match="Kc"):
        peg("kc kc")
