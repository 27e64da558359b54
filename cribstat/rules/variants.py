"""The variants of cribbage and their house options, as frozen records.

A `Variant` holds everything an engine needs to know of a game: how many play, what is dealt,
laid out and kept, the target, and the options in which old and modern books differ. The records
`FIVE`, `SIX`, `SEVEN`, `EIGHT`, `THREE` and `FOUR` carry the defaults; `variant("seven",
from_pack=1)` gives one with other options. Sources: Foster's Complete Hoyle, Hoffmann's Hoyle's
Games Modernized, a New Hoyle, and the rules of the American Cribbage Congress for the modern ones.
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from numbers import Integral
from types import MappingProxyType
from typing import Any

HOLES_A_LAP = 60
MOST_POINTS = MappingProxyType({3: 20, 4: 29, 5: 46, 6: 72})  # by the cards kept
LAW_PROFILES = ("foster", "newhoyle", "enquire", "modern", "acc", "off")


class RuleError(ValueError):
    """An unknown variant or option, an illegal play or law."""


@dataclass(frozen=True, slots=True)
class Variant:
    """One form of the game with its options.

    Attributes
    ----------
    name
        ``five``, ``six``, ``seven``, ``eight``, ``three`` or ``four``.
    players, sides
        Players at the table, and sides that score for themselves.
    dealt, laid_out
        Cards dealt to each player, and cards each lays away into the crib.
    from_pack
        Cards that go from the pack into the crib.
    target
        The score that wins: 61, 91, 121, 181 or 241; each variant has its own by default.
    single_series
        Only one series is played, the rest of the cards is not (five-card).
    three_for_last
        How the non-dealer of the first deal gets three holes: ``no``, ``automatic`` or ``deferred``.
    crib_flush
        ``all_agree``: a flush in the crib needs the start too. ``hand_rule``: the crib counts like a hand.
    flush_in_play
        Three or more successive cards of one suit count in the play.
    go_obligation
        ``must``: every card that comes in must be played. ``may``: a player is at liberty (five-card).
    multi_go
        After a go with three or four players: ``all``: every other plays on. ``bicycle``: the next only.
    series_leader
        Who leads the next series with three or four players: ``left_of_last`` or ``next_eldest``.
    heels_out
        ``allowed``: heels may win the game. ``last_three_barred``: not in the last three holes.
    lurch_rule
        ``half``, ``fixed`` (a threshold of thirty at 61) or ``off``.
    stake_rule
        ``lurch``, ``skunk`` or ``none``.
    double_skunk_stake
        Stakes for a double skunk, 3 or 4.
    muggins
        Points the owner overlooks may be taken.
    overcount
        ``put_back_and_take``, ``put_back`` or ``put_back_and_two``.
    overcount_of
        What is put back: the ``excess`` over what is due, or the whole ``marking``.
    law_profile
        ``foster``, ``newhoyle``, ``enquire``, ``modern``, ``acc`` or ``off``.
    forfeit
        What "forfeits" means: ``adversary_gains`` or ``offender_loses``.
    min_cut_deal, min_cut_start
        Fewest cards in a packet when cutting for the deal and for the start.
    deal_packets
        Cards dealt at a time.
    first_dealer
        ``lowest`` or ``highest`` cut deals first.
    next_game_first_deal
        ``loser``, ``winner``, ``cut`` or ``alternate``.
    deal_out_of_turn
        The deal after one out of turn that stood: ``other`` player, or ``restore`` the order.
    stink_hole
        Hole 120 is dead for the point of a go.
    """

    name: str
    players: int = 2
    sides: int = 2
    dealt: int = 6
    laid_out: int = 2
    from_pack: int = 0
    target: int = 121
    single_series: bool = False
    three_for_last: str = "no"
    crib_flush: str = "all_agree"
    flush_in_play: bool = False
    go_obligation: str = "must"
    multi_go: str = "all"
    series_leader: str = "left_of_last"
    heels_out: str = "allowed"
    lurch_rule: str = "half"
    stake_rule: str = "lurch"
    double_skunk_stake: int = 3
    muggins: bool = False
    overcount: str = "put_back_and_take"
    overcount_of: str = "excess"
    law_profile: str = "foster"
    forfeit: str = "adversary_gains"
    min_cut_deal: int = 6
    min_cut_start: int = 4
    deal_packets: int = 1
    first_dealer: str = "lowest"
    next_game_first_deal: str = "loser"
    deal_out_of_turn: str = "other"
    stink_hole: bool = False

    @property
    def hand_size(self) -> int:
        """Cards kept in hand."""
        return self.dealt - self.laid_out

    @property
    def most_points(self) -> int:
        """The most points that a hand can have with the start; exact, counted over all hands."""
        return MOST_POINTS[self.hand_size]

    @property
    def crib_size(self) -> int:
        """Cards in the crib, the start not counted."""
        return self.players * self.laid_out + self.from_pack

    @property
    def others_in_crib(self) -> int:
        """Cards in the crib that one player did not lay away himself."""
        return self.crib_size - self.laid_out

    @property
    def laps(self) -> int:
        """Laps of a 60-hole board."""
        return (self.target - 1) // HOLES_A_LAP

    @property
    def dealer_seat(self) -> int:
        """The seat that deals: the last; seat 0 leads."""
        return self.players - 1

    def side(self, seat: int) -> int:
        """Return the side of a seat: partners sit opposite, others play for themselves."""
        return seat % self.sides

    def role(self, seat: int) -> str:
        """Return the word for a seat: dealer, pone (two players), partner (of the dealer) or non-dealer."""
        if seat == self.dealer_seat:
            return "dealer"
        if self.players == 2:
            return "pone"
        return "partner" if self.side(seat) == self.side(self.dealer_seat) else "non-dealer"

    def crib_share(self, seat: int) -> float:
        """Return what a point in the crib adds to a seat's points less the mean of the other sides' points.

        One for the dealer and his side, minus one for the only other side, minus a half where two
        others play each for himself. Exact.
        """
        if self.side(seat) == self.side(self.dealer_seat):
            return 1.0
        return -1.0 / (self.sides - 1)


FIVE = Variant(
    "five", dealt=5, target=61, single_series=True, three_for_last="automatic", law_profile="newhoyle"
)
SIX = Variant("six")
SEVEN = Variant("seven", dealt=7, target=181)
EIGHT = Variant("eight", dealt=8, target=241, law_profile="newhoyle")
THREE = Variant("three", players=3, sides=3, dealt=5, laid_out=1, from_pack=1, target=61)
FOUR = Variant("four", players=4, dealt=5, laid_out=1)

VARIANTS = MappingProxyType({record.name: record for record in (FIVE, SIX, SEVEN, EIGHT, THREE, FOUR)})

# What each option may be; options of some variants only stand below.
_CHOICES: dict[str, tuple[Any, ...]] = {
    "crib_flush": ("all_agree", "hand_rule"),
    "flush_in_play": (False, True),
    "heels_out": ("allowed", "last_three_barred"),
    "lurch_rule": ("half", "fixed", "off"),
    "stake_rule": ("lurch", "skunk", "none"),
    "double_skunk_stake": (3, 4),
    "muggins": (False, True),
    "overcount": ("put_back_and_take", "put_back", "put_back_and_two"),
    "overcount_of": ("excess", "marking"),
    "law_profile": LAW_PROFILES,
    "forfeit": ("adversary_gains", "offender_loses"),
    "min_cut_deal": (6, 4),
    "min_cut_start": (4, 3),
    "first_dealer": ("lowest", "highest"),
    "next_game_first_deal": ("loser", "winner", "cut", "alternate"),
    "deal_out_of_turn": ("other", "restore"),
    "stink_hole": (False, True),
    "target": (61, 91, 121, 181, 241),
}
_MANY_SEATS: dict[str, tuple[Any, ...]] = {
    "multi_go": ("all", "bicycle"),
    "series_leader": ("left_of_last", "next_eldest"),
}
_CHOICES_OF: dict[str, dict[str, tuple[Any, ...]]] = {
    "five": {"go_obligation": ("must", "may"), "three_for_last": ("automatic", "deferred", "no")},
    "six": {"deal_packets": (1, 3)},
    "seven": {"from_pack": (0, 1)},
    "eight": {"laid_out": (2, 3), "deal_packets": (1, 4)},
    "three": _MANY_SEATS,
    "four": _MANY_SEATS,
}
# The options that change the points of hands and cribs; the others matter to the play or the game.
SHOW_OPTIONS = frozenset({"crib_flush", "from_pack", "laid_out"})
# The options that change the course or the points of the play; those below only where the score is known.
PLAY_OPTIONS = frozenset({"flush_in_play", "go_obligation", "laid_out", "multi_go", "series_leader"})
PLAY_END_OPTIONS = frozenset({"stink_hole", "target"})


def options_of(name: str) -> dict[str, tuple[Any, ...]]:
    """Return the options of a variant and the values each may have, the default first."""
    default = _named(name)
    choices = _CHOICES | _CHOICES_OF[name]
    return {
        key: tuple(sorted(values, key=lambda value: value != getattr(default, key)))
        for key, values in sorted(choices.items())
    }


def variant(name: str | Variant, **options: Any) -> Variant:
    """Return the record of a variant, with options changed where they are given.

    Parameters
    ----------
    name
        ``five``, ``six``, ``seven``, ``eight``, ``three`` or ``four``; a record is passed through.
    **options
        Options by field name, such as ``from_pack=1``.

    Raises
    ------
    RuleError
        An unknown variant, an option this variant does not have, or a value that is not allowed.

    Examples
    --------
    >>> variant("seven", from_pack=1).crib_size
    5
    """
    record = name if isinstance(name, Variant) else _named(name)
    if not options:
        return record
    allowed = options_of(record.name)
    for key, value in options.items():
        if key not in allowed:
            raise RuleError(f"'{key}' is no option of {record.name}: {', '.join(allowed)} are")
        if not any(value == choice and type(value) is type(choice) for choice in allowed[key]):
            raise RuleError(f"'{key}' may be {_spell(allowed[key])}, not {value!r}")
    return replace(record, **options)


def is_whole(value: Any) -> bool:
    """Tell whether a value is a whole number, which True and 1.0 are not."""
    return isinstance(value, Integral) and not isinstance(value, bool)


def is_list(value: Any) -> bool:
    """Tell whether a value is a list of something, which text is not."""
    return isinstance(value, Sequence) and not isinstance(value, str)


def parse_option(name: str, text: str) -> tuple[str, Any]:
    """Read ``key=value`` (or ``variant.key=value``) for a variant from text.

    Raises
    ------
    RuleError
        No ``=``, another variant's name, an unknown option or a value that is not allowed.

    Examples
    --------
    >>> parse_option("seven", "seven.from_pack=1")
    ('from_pack', 1)
    """
    key, equals, value = (part.strip() for part in text.partition("="))
    if not equals:
        raise RuleError(f"'{text}' is no rule: write KEY=VALUE")
    allowed = options_of(name)
    owner, dot, rest = key.partition(".")
    if dot:
        if owner != name:
            raise RuleError(f"'{key}' is an option of {owner or 'no variant'}, and the game is {name}")
        key = rest
    if key not in allowed:
        raise RuleError(f"'{key}' is no option of {name}: {', '.join(allowed)} are")
    for choice in allowed[key]:
        if value.lower() in _spellings(choice):
            return key, choice
    raise RuleError(f"'{key}' may be {_spell(allowed[key])}, not '{value}'")


def changed_options(record: Variant) -> dict[str, Any]:
    """Return the options in which a record differs from its variant's defaults."""
    default = VARIANTS[record.name]
    return {
        field.name: getattr(record, field.name)
        for field in fields(record)
        if getattr(record, field.name) != getattr(default, field.name)
    }


def _named(name: str) -> Variant:
    """Look a variant up by name."""
    if name not in tuple(VARIANTS):
        raise RuleError(f"unknown variant '{name}': {', '.join(VARIANTS)} are known")
    return VARIANTS[name]


def _spellings(choice: Any) -> tuple[str, ...]:
    """Return the texts that mean an option's value."""
    if isinstance(choice, bool):
        return ("on", "yes", "true") if choice else ("off", "no", "false")
    return (str(choice),)


def _spell(choices: tuple[Any, ...]) -> str:
    """List the values of an option in words."""
    return " or ".join(_spellings(choice)[0] for choice in choices)
