"""Cards as numbers: ids, text to ids and back, what remains of the pack.

A card is an int 0..51, ``4*rank + suit``; ranks 0..12 run from ace to king, suits 0..3 are
clubs, diamonds, hearts, spades. Text is read in any of ``5H 5h 10h Th T♥ 5♥``, with blanks,
commas or nothing between the cards, and is written as ``5h Td Jc``. What phones and chat programs make of
it is read too: ``7♢`` and signs with variation selectors, the picture cards of Unicode, wide letters, and the
words ``ace of spades``; 1 is an ace.
"""

import re
from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

Cards: TypeAlias = NDArray[np.uint8]

RANK_LETTERS = "A23456789TJQK"
SUIT_LETTERS = "cdhs"
SUIT_SIGNS = "♣♦♥♠"
PACK_SIZE = 52

_WHITE_SUIT_SIGNS = "♧♢♡♤"
_SUIT_OF = {
    letter: suit
    for letters in (SUIT_LETTERS, SUIT_SIGNS, _WHITE_SUIT_SIGNS)
    for suit, letter in enumerate(letters)
}
_RANK_WORDS = (
    ("ace",),
    ("two", "deuce"),
    ("three", "trey"),
    ("four",),
    ("five",),
    ("six",),
    ("seven",),
    ("eight",),
    ("nine",),
    ("ten",),
    ("jack", "knave"),
    ("queen",),
    ("king",),
)
_RANK_OF = {
    **{letter: rank for rank, letter in enumerate(RANK_LETTERS)},
    **{word.upper(): rank for rank, words in enumerate(_RANK_WORDS) for word in words},
    "10": 9,
    "1": 0,
}
_PLAYING_CARDS = 0x1F0A0  # Unicode: spades, hearts, diamonds, clubs from here, sixteen places each
_KNIGHT = 12  # a card of tarot packs, between jack and queen
# What phones and chat programs put into text without meaning a character: variation selectors, joiners,
# marks of direction and of the order of bytes. Wide letters become plain ones, picture cards their names.
_PLAIN = {
    **dict.fromkeys((0xFE0E, 0xFE0F, 0x200B, 0x200C, 0x200D, 0x200E, 0x200F, 0x2060, 0xFEFF)),
    **{wide: wide - 0xFEE0 for wide in range(0xFF01, 0xFF5F)},
    **{
        _PLAYING_CARDS + 16 * group + place: f"{RANK_LETTERS[place - 1 - (place > _KNIGHT)]}{suit} "
        for group, suit in enumerate("shdc")
        for place in range(1, 15)
        if place != _KNIGHT
    },
}
_SEPARATORS = re.compile(r"(?:[\s,;/|+&·•、，；]|\band\b)+", re.IGNORECASE)
_WORDS = re.compile(
    rf"({'|'.join(word for words in _RANK_WORDS for word in words)}|10|(?<!\d)1(?!\d)|[2-9ATJQK])"
    r"\s+of\s+(club|diamond|heart|spade)s?\b",
    re.IGNORECASE,
)
_TOKEN = re.compile(r"(10|(?<!\d)1(?!\d)|[2-9AaTtJjQqKk])([CcDdHhSs" + SUIT_SIGNS + _WHITE_SUIT_SIGNS + "])?")
_WORD = re.compile(r"[^\s,]+")
_FORMS = "write cards like 5h, Td, 10d or J♠ (ranks A 2-9 T J Q K, suits c d h s)"


class CardError(ValueError):
    """Text (or a number) that is no card."""


class HandError(ValueError):
    """A wrong number of cards, or one card twice."""


def parse_cards(text: str) -> Cards:
    """Read cards from text, in the order given.

    Parameters
    ----------
    text
        Cards in any of ``5H 5h 10h Th T♥ 5♡ 🂵`` or ``five of hearts``, separated by blanks, ``, ; / |``,
        ``and``, or nothing.

    Returns
    -------
    numpy.ndarray
        Card ids, uint8, shape (n,); exact.

    Raises
    ------
    CardError
        Some text is no card, or a card has no suit; the message names the text.
    HandError
        One card stands there twice.

    Examples
    --------
    >>> parse_cards("5h, 10d Js").tolist()
    [18, 37, 43]
    """
    tokens = _tokens(text)
    for word, _, suit in tokens:
        if suit < 0:
            raise CardError(f"'{word}' has no suit: {_FORMS}")
    ids = np.array([4 * rank + suit for _, rank, suit in tokens], dtype=np.uint8)
    _refuse_repeats(ids)
    return ids


def parse_ranks(text: str) -> Cards:
    """Read bare ranks from text such as ``5 5 J Q 6 7``, in the order given.

    Returns
    -------
    numpy.ndarray
        Ranks 0..12, uint8, shape (n,); exact.

    Raises
    ------
    CardError
        Some text is no rank, or bears a suit.
    HandError
        A rank stands there five times or more.

    Examples
    --------
    >>> parse_ranks("5 5 J Q 6 7").tolist()
    [4, 4, 10, 11, 5, 6]
    """
    tokens = _tokens(text)
    for word, _, suit in tokens:
        if suit >= 0:
            raise CardError(
                f"'{word}' has a suit where only ranks are asked for: give suits to all cards or to none"
            )
    ranks = np.array([rank for _, rank, _ in tokens], dtype=np.uint8)
    for rank in np.flatnonzero(np.bincount(ranks, minlength=13) > 4):
        raise HandError(f"rank {RANK_LETTERS[rank]} is there more than four times")
    return ranks


def is_bare(text: str) -> bool:
    """Tell whether `text` holds ranks without suits.

    Raises
    ------
    CardError
        The text holds something else than cards, or bare ranks and cards with suits together.
    """
    tokens = _tokens(text)
    bare = [word for word, _, suit in tokens if suit < 0]
    if bare and len(bare) < len(tokens):
        raise CardError(
            f"'{bare[0]}' has no suit and other cards have one: give suits to all cards or to none"
        )
    return bool(bare)


def format_card(card: int) -> str:
    """Write one card id as text, such as ``5h``.

    Examples
    --------
    >>> format_card(18)
    '5h'
    """
    if not 0 <= card < PACK_SIZE:
        raise CardError(f"{card} is no card id: 0 to 51 are")
    return RANK_LETTERS[card >> 2] + SUIT_LETTERS[card & 3]


def format_cards(ids: ArrayLike) -> str:
    """Write card ids as text with a blank between them; the inverse of `parse_cards`.

    Raises
    ------
    CardError
        Something is no card id.

    Examples
    --------
    >>> format_cards([18, 37, 43])
    '5h Td Js'
    """
    try:
        numbers = np.asarray(ids)
    except ValueError as error:  # lists of different lengths
        raise CardError(f"card ids are numbers 0 to 51, not {ids!r}") from error
    if numbers.size and numbers.dtype.kind not in "iu":
        raise CardError(f"card ids are numbers 0 to 51, not {ids!r}")
    return " ".join(format_card(int(card)) for card in numbers.ravel())


def as_cards(cards: str | ArrayLike, *, count: int | None = None, what: str = "cards") -> Cards:
    """Turn text or card ids into checked ids.

    Parameters
    ----------
    cards
        Text for `parse_cards`, or ids 0..51.
    count
        How many there must be; None for any number.
    what
        The word for the cards in messages.

    Returns
    -------
    numpy.ndarray
        Card ids, uint8, shape (n,), in the order given.

    Raises
    ------
    CardError
        Something is no card.
    HandError
        One card twice, or not `count` cards.
    """
    ids = parse_cards(cards) if isinstance(cards, str) else _from_ids(cards)
    if count is not None and len(ids) != count:
        raise HandError(
            f"the {what} must be {count} card{'s' * (count != 1)}, not {len(ids)}: '{format_cards(ids)}'"
        )
    return ids


def unseen(*groups: Sequence[int] | Cards) -> Cards:
    """Return the cards of the pack that are in none of `groups`, ascending, uint8.

    Raises
    ------
    HandError
        A card stands in two groups.
    """
    seen = np.concatenate([np.asarray(group, dtype=np.uint8) for group in groups])
    _refuse_repeats(seen)
    left = np.ones(PACK_SIZE, dtype=np.bool_)
    left[seen] = False
    return np.flatnonzero(left).astype(np.uint8)


def _tokens(text: str) -> list[tuple[str, int, int]]:
    """Split text into (word, rank, suit); suit is -1 where none is given."""
    if not isinstance(text, str):
        raise CardError(f"cards are text such as '5h Td', not {text!r}")
    text = text.translate(_PLAIN)
    found: list[tuple[str, int, int]] = []
    place = 0
    while place < len(text):
        separator = _SEPARATORS.match(text, place)
        if separator:
            place = separator.end()
            continue
        token = _WORDS.match(text, place) or _TOKEN.match(text, place)
        if token is None:
            raise CardError(_complaint(text, place))
        suit = _SUIT_OF[token[2][0].lower()] if token[2] else -1
        found.append((token[0], _RANK_OF[token[1].upper()], suit))
        place = token.end()
    return found


def _complaint(text: str, place: int) -> str:
    """Name the word around `place` that could not be read, with a hint where the slip is a known one."""
    words = [match for match in _WORD.finditer(text) if match.end() > place]
    word = words[0][0]
    if not word.isascii() and not set(word) & set(SUIT_SIGNS):
        hint = "the suit signs look broken by a wrong text encoding (UTF-8 is read)"
        return f"'{word}' is no card; {hint}: {_FORMS}"
    if re.fullmatch(r"([cdhsCDHS](10|[2-9AaTtJjQqKk]))+", word):
        return f"'{word}' is no card; the rank comes first, then the suit: {_FORMS}"
    if re.match(r"0", text[place:]):
        return f"'{word}' is no card; a ten is T or 10: {_FORMS}"
    if re.match(r"1[123]", text[place:]):
        return f"'{word}' is no card; a jack is J, a queen Q, a king K: {_FORMS}"
    if 0x1F0A0 <= ord(text[place]) <= 0x1F0FF:
        return f"'{word}' is no card of the pack of fifty-two: {_FORMS}"
    return f"'{word}' is no card: {_FORMS}"


def _from_ids(cards: ArrayLike) -> Cards:
    """Check ids given as numbers."""
    try:
        ids = np.asarray(cards)
    except ValueError as error:  # lists of lists of different lengths
        raise CardError(f"cards are text or a flat list of ids 0 to 51, not {cards!r}") from error
    if ids.size == 0:
        return np.empty(0, dtype=np.uint8)
    if ids.ndim != 1 or ids.dtype.kind not in "iu":
        raise CardError(f"cards are text or a flat list of ids 0 to 51, not {cards!r}")
    if ids.min() < 0 or ids.max() >= PACK_SIZE:
        wrong = ids[(ids < 0) | (ids >= PACK_SIZE)][0]
        raise CardError(f"{wrong} is no card id: 0 to 51 are")
    checked: Cards = ids.astype(np.uint8)
    _refuse_repeats(checked)
    return checked


def _refuse_repeats(ids: Cards) -> None:
    """Raise HandError when a card stands twice in `ids`."""
    numbers = ids.tolist()
    if len(set(numbers)) < len(numbers):
        twice = next(card for place, card in enumerate(numbers) if card in numbers[:place])
        raise HandError(f"{format_card(twice)} is there twice")
