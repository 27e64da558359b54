"""The variants: the table of defaults, the formulas, and the options that are allowed."""

from __future__ import annotations

from dataclasses import FrozenInstanceError
from itertools import combinations_with_replacement

import pytest

from cribstat import EIGHT, FIVE, FOUR, SEVEN, SIX, THREE, Variant, score_hands, variant
from cribstat.rules import MOST_POINTS, VARIANTS, RuleError

# players, sides, dealt, laid out, from the pack, crib, kept, target, laps, one series only.
# SOURCE: Hoffmann (five, six, seven, three, four), a New Hoyle and Enquire Within (eight), the ACC (six).
TABLE = {
    "five": (2, 2, 5, 2, 0, 4, 3, 61, 1, True),
    "six": (2, 2, 6, 2, 0, 4, 4, 121, 2, False),
    "seven": (2, 2, 7, 2, 0, 4, 5, 181, 3, False),
    "eight": (2, 2, 8, 2, 0, 4, 6, 241, 4, False),
    "three": (3, 3, 5, 1, 1, 4, 4, 61, 1, False),
    "four": (4, 2, 5, 1, 0, 4, 4, 121, 2, False),
}
LEFT_FOR_THE_CUT = {"five": 42, "six": 40, "seven": 38, "eight": 36, "three": 36, "four": 32}


@pytest.mark.parametrize("name", TABLE)
def test_table(name: str) -> None:
    record = variant(name)
    row = (
        record.players,
        record.sides,
        record.dealt,
        record.laid_out,
        record.from_pack,
        record.crib_size,
        record.hand_size,
        record.target,
        record.laps,
        record.single_series,
    )
    assert row == TABLE[name]
    assert 52 - record.players * record.dealt - record.from_pack == LEFT_FOR_THE_CUT[name]
    assert record.crib_flush == "all_agree"
    assert not record.flush_in_play
    assert not record.muggins


def test_names() -> None:
    assert list(VARIANTS) == list(TABLE)
    assert list(VARIANTS.values()) == [FIVE, SIX, SEVEN, EIGHT, THREE, FOUR]
    for name, record in VARIANTS.items():
        assert record.name == name
        assert variant(name) == record
        assert variant(record) == record


def test_records_are_frozen() -> None:
    with pytest.raises(FrozenInstanceError):
        SIX.target = 61  # type: ignore[misc]
    assert hash(SIX) == hash(variant("six"))


def test_three_for_last_is_of_five_cards_only() -> None:
    assert variant("five").three_for_last == "automatic"
    assert {variant(name).three_for_last for name in TABLE if name != "five"} == {"no"}


@pytest.mark.parametrize(
    ("name", "options", "crib", "hand", "target"),
    [
        ("seven", {"from_pack": 1}, 5, 5, 181),
        ("eight", {"laid_out": 3}, 6, 5, 241),
        ("eight", {"target": 121}, 4, 6, 121),
        ("three", {"target": 121}, 4, 4, 121),
        ("four", {"target": 61}, 4, 4, 61),
    ],
)
def test_options_that_change_sizes(
    name: str, options: dict[str, int], crib: int, hand: int, target: int
) -> None:
    record = variant(name, **options)
    assert (record.crib_size, record.hand_size, record.target) == (crib, hand, target)
    assert variant(name) == VARIANTS[name]


@pytest.mark.parametrize("name", TABLE)
def test_crib_flush_is_an_option_of_all(name: str) -> None:
    record = variant(name, crib_flush="hand_rule")
    assert isinstance(record, Variant)
    assert record.crib_flush == "hand_rule"


@pytest.mark.parametrize(
    ("name", "options", "named"),
    [
        ("nine", {}, "nine"),
        ("Six", {}, "Six"),
        ("", {}, "''"),
        ("six", {"from_pack": 1}, "from_pack"),
        ("six", {"laid_out": 3}, "laid_out"),
        ("seven", {"from_pack": 2}, "2"),
        ("seven", {"from_pack": True}, "True"),
        ("six", {"crib_flush": "never"}, "never"),
        ("six", {"players": 3}, "players"),
        ("six", {"kittens": 1}, "kittens"),
    ],
)
def test_what_is_refused_is_named(name: str, options: dict[str, object], named: str) -> None:
    with pytest.raises(RuleError) as caught:
        variant(name, **options)
    assert named in str(caught.value)


def test_a_refusal_says_what_is_allowed() -> None:
    with pytest.raises(RuleError) as caught:
        variant("nine")
    assert all(name in str(caught.value) for name in TABLE)
    with pytest.raises(RuleError, match=r"all_agree.*hand_rule"):
        variant("six", crib_flush="never")


@pytest.mark.parametrize("name", ["five", "six", "seven", "eight"])
def test_seats_of_two(name: str) -> None:
    record = variant(name)
    assert [record.role(seat) for seat in range(2)] == ["pone", "dealer"]
    assert [record.crib_share(seat) for seat in range(2)] == [-1.0, 1.0]


def test_seats_of_three_and_four() -> None:
    assert [THREE.role(seat) for seat in range(3)] == ["non-dealer", "non-dealer", "dealer"]
    assert [THREE.crib_share(seat) for seat in range(3)] == [-0.5, -0.5, 1.0]
    assert [FOUR.role(seat) for seat in range(4)] == ["non-dealer", "partner", "non-dealer", "dealer"]
    assert [FOUR.crib_share(seat) for seat in range(4)] == [-1.0, 1.0, -1.0, 1.0]


@pytest.mark.parametrize("kept", MOST_POINTS)
def test_no_hand_has_more_points_than_stated(kept: int) -> None:
    """Count every set of ranks with every start, suits chosen for a flush or for nobs, whichever can be."""
    hands, starts = [], []
    for ranks in combinations_with_replacement(range(13), kept + 1):
        if max(map(ranks.count, ranks)) > 4:
            continue
        for start in set(ranks):
            rest = list(ranks)
            rest.remove(start)
            taken, cards = {4 * start}, []
            for rank in rest:
                suits = range(4) if rank == 10 else (1, 2, 3, 0)
                cards.append(next(4 * rank + suit for suit in suits if 4 * rank + suit not in taken))
                taken.add(cards[-1])
            hands.append(cards)
            starts.append(4 * start)
            if len(set(ranks)) == len(ranks):
                hands.append([4 * rank for rank in rest])
                starts.append(4 * start)
    assert score_hands(hands, starts).max() == MOST_POINTS[kept]
