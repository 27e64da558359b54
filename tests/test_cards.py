"""Reading and writing cards: every form that is read, and every text that must be refused by name."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import naive
import strategies
from cribstat import format_cards, parse_cards
from cribstat.cards import (
    RANK_LETTERS,
    SUIT_LETTERS,
    CardError,
    HandError,
    as_cards,
    format_card,
    parse_ranks,
    unseen,
)
from golden_files import cases


def ids(text: str) -> list[int]:
    return parse_cards(text).tolist()


def test_letters() -> None:
    assert RANK_LETTERS == "A23456789TJQK"
    assert SUIT_LETTERS == "cdhs"


def test_every_card_in_every_form() -> None:
    for c in range(52):
        rank, suit = naive.RANKS[c // 4], naive.SUITS[c % 4]
        ranks = {rank, rank.lower()} | ({"10"} if rank == "T" else set())
        for written in ranks:
            for sign in (suit, suit.lower(), strategies.SIGNS[c % 4], strategies.SIGNS[c % 4] + "\ufe0f"):
                assert ids(written + sign) == [c]


def test_parsed_array() -> None:
    read = parse_cards("5h 10d Js")
    assert read.dtype == np.uint8
    assert read.shape == (3,)
    assert read.tolist() == [18, 37, 43]
    assert parse_cards("").tolist() == []


@pytest.mark.parametrize(
    "text",
    [
        "5H 5D JS QC 6C 7D",
        "5h,5d,js,qc,6c,7d",
        "5h5dJsQc6c7d",
        "5♥ 5♦ J♠ Q♣ 6♣ 7♦",
        "5♥5♦J♠Q♣6♣7♦",
        " 5h\t5d , Js\nQc 6c,7d ",
    ],
)
def test_separators(text: str) -> None:
    assert ids(text) == naive.cards("5H 5D JS QC 6C 7D")


@pytest.mark.parametrize("row", cases("d"), ids=lambda row: row["id"])
def test_cases_of_reading(row: dict[str, str]) -> None:
    if row["unit"] == "parsed_cards":
        assert ids(row["input"]) == naive.cards(row["expected"])
    elif row["unit"] == "must_error":
        with pytest.raises((CardError, HandError)):
            parse_cards(row["input"])
    else:
        assert row["unit"] == "parsed_or_error"
        try:
            read = ids(row["input"])
        except CardError:
            return
        assert read == naive.cards(row["expected"])


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("5h 5x", "5x"),
        ("11d 5h", "11d"),
        ("5h 0s", "0s"),
        ("joker1 5h", "joker1"),
        ("DJ", "DJ"),
        ("5h; q!", "q!"),
        ("5h zz 6d", "zz"),
        ("5h 110d", "110d"),
        ("5h 6", "6"),
        ("Q 7h", "Q"),
        ("5h (6d)", "(6d)"),
        ("5", "5"),
        ("5 h", "5"),
        ("-5h", "-5h"),
        ("5hh", "5hh"),
        ("５x", "5x"),
        ("5‚ô•", "5‚ô•"),
    ],
)
def test_what_is_no_card_is_named(text: str, named: str) -> None:
    with pytest.raises(CardError, match=r".") as caught:
        parse_cards(text)
    assert named in str(caught.value)
    assert "\n" not in str(caught.value)


def test_broken_encoding_and_suit_first_get_a_hint() -> None:
    with pytest.raises(CardError, match="encoding"):
        parse_cards("5‚ô• 5‚ô¶ 5‚ôÝ J‚ô£")
    with pytest.raises(CardError, match=r"rank.*first"):
        parse_cards("DJ")


@pytest.mark.parametrize(
    ("text", "twice"), [("5D 5S 5C JD 5D", "5d"), ("7S 7S 7D", "7s"), ("10h Th", "Th"), ("5♥5H", "5h")]
)
def test_one_card_twice(text: str, twice: str) -> None:
    with pytest.raises(HandError, match=twice):
        parse_cards(text)


def test_errors_are_value_errors() -> None:
    assert issubclass(CardError, ValueError)
    assert issubclass(HandError, ValueError)
    assert not issubclass(HandError, CardError)


@given(cards=strategies.hands(0, 12), data=st.data())
def test_any_spelling_is_read(cards: list[int], data: st.DataObject) -> None:
    assert ids(data.draw(strategies.spelled(cards))) == cards


@given(cards=strategies.hands(0, 52))
def test_round_trip(cards: list[int]) -> None:
    written = format_cards(np.array(cards, dtype=np.uint8))
    assert written == naive.text(cards)
    assert ids(written) == cards


NOTHING = str.maketrans("", "", " ,;")


@given(text=st.text(alphabet="A15Tjqk0 ,chs♥♠x;-10", max_size=12))
def test_any_text_is_read_whole_or_refused(text: str) -> None:
    try:
        read = ids(text)
    except (CardError, HandError):
        return
    plain = (
        text.replace("♥", "h")
        .replace("♠", "s")
        .replace("10", "T")
        .replace("1", "A")
        .translate(NOTHING)
        .lower()
    )
    assert format_cards(read).replace(" ", "").lower() == plain


def test_ranks() -> None:
    assert parse_ranks("5 5 J Q 6 7").tolist() == [4, 4, 10, 11, 5, 6]
    assert parse_ranks("55jq67").tolist() == [4, 4, 10, 11, 5, 6]
    assert parse_ranks("A,10,T k").tolist() == [0, 9, 9, 12]
    assert parse_ranks("A").dtype == np.uint8
    with pytest.raises(CardError, match="5h"):
        parse_ranks("5h 6")
    with pytest.raises(HandError, match="5"):
        parse_ranks("5 5 5 5 5 6")
    with pytest.raises(CardError, match="x"):
        parse_ranks("5 x")


def test_format_card() -> None:
    assert [format_card(c) for c in (0, 18, 37, 51)] == ["Ac", "5h", "Td", "Ks"]
    for wrong in (-1, 52):
        with pytest.raises(CardError, match=str(wrong)):
            format_card(wrong)


def test_as_cards_takes_text_and_ids() -> None:
    for given_cards in (
        "5h Td",
        [18, 37],
        (18, 37),
        np.array([18, 37], dtype=np.int64),
        np.array([18, 37], dtype=np.uint8),
    ):
        read = as_cards(given_cards)
        assert read.dtype == np.uint8
        assert read.tolist() == [18, 37]
    assert as_cards([]).tolist() == []


def test_as_cards_refuses() -> None:
    for wrong, named in (
        ([18, 52], "52"),
        ([-1], "-1"),
        ([18.0, 37.0], ""),
        ([[18, 37]], ""),
        (["5h"], "5h"),
    ):
        with pytest.raises(CardError) as caught:
            as_cards(wrong)  # type: ignore[arg-type]
        assert named in str(caught.value)
    with pytest.raises(HandError, match="5h"):
        as_cards([18, 18])
    with pytest.raises(HandError, match=r"deal.*6.*2"):
        as_cards("5h Td", count=6, what="deal")


def test_as_cards_copies() -> None:
    given_cards = np.array([18, 37], dtype=np.uint8)
    as_cards(given_cards)[0] = 0
    assert given_cards.tolist() == [18, 37]


@given(cards=strategies.hands(0, 30), cut=st.integers(0, 30))
def test_unseen_is_the_rest_of_the_pack(cards: list[int], cut: int) -> None:
    rest = unseen(cards[:cut], cards[cut:])
    assert rest.dtype == np.uint8
    assert rest.tolist() == naive.others(cards)


# As keyboards and chat programs write them.
@pytest.mark.parametrize(
    "text",
    [
        "6♣\ufe0f, 7♣\ufe0f, 7♦\ufe0f, 8♥\ufe0f",  # the picture keyboard of an iPhone
        "6♣\ufe0e 7♣\ufe0e 7♦\ufe0e 8♥\ufe0e",  # Android, text style
        "6♧, 7♧, 7♢, 8♡",  # white suit signs of a Japanese keyboard
        "６Ｃ　７Ｃ　７Ｄ　８Ｈ",  # the same, wide letters and blanks
        "6\u2060♣\u00a07\u200d♣\u00a07♦\u200b 8♥\ufeff",  # copied from a web page or a chat
        "🃖🃗🃇🂸",  # picture cards of Unicode
        "🃖\ufe0f 🃗\ufe0f 🃇 🂸",
        "six of clubs, seven of clubs, seven of diamonds, eight of hearts",
        "6 of clubs and 7 of Clubs and 7 of diamonds & eight of hearts",  # dictated
        "6c; 7c; 7d; 8h",
        "6c/7c/7d/8h",
        "\u200e6c \u200e7c \u200f7d 8h",  # beside text that runs from the right
    ],
)
def test_cards_as_phones_write_them(text: str) -> None:
    assert parse_cards(text).tolist() == [20, 24, 25, 30]


def test_every_picture_card_is_read_and_the_knight_and_the_joker_are_not() -> None:
    offsets = [*range(1, 12), 13, 14]
    for suit, block in enumerate((0x1F0D0, 0x1F0C0, 0x1F0B0, 0x1F0A0)):
        pictures = "".join(chr(block + offset) for offset in offsets)
        assert parse_cards(pictures).tolist() == list(range(suit, 52, 4))
    for odd in "🂬🃟🂠":
        with pytest.raises(CardError, match="no card"):
            parse_cards(f"5h {odd}")


def test_words_and_one_for_ace() -> None:
    assert format_cards(parse_cards("Ace of Spades, 10 of hearts, knave of clubs 1d")) == "As Th Jc Ad"
    assert parse_ranks("1 2 10").tolist() == [0, 1, 9]
    for text in ("11h", "12 13", "ace of cups", "of hearts"):
        with pytest.raises(CardError, match="is no card"):
            parse_cards(text)
