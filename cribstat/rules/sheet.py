"""The rules of a variant on one page, written out from its record and its options."""

from typing import NamedTuple

from cribstat.rules.laws import laws
from cribstat.rules.laws.rows import ACC, ACCORDING, ENQUIRE, FOSTER, NEW_HOYLE
from cribstat.rules.variants import Variant, changed_options

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")
_LAPS = ("", "once", "twice", "three times", "four times")
_PACKETS = {1: "one at a time", 3: "three at a time", 4: "four at a time"}
_OVERCOUNTS = {
    "put_back_and_take": ", and the other side marks as much",
    "put_back": "",
    "put_back_and_two": ", and the other side marks 2",
}
_THREE_FOR_LAST = {
    "automatic": ("The non-dealer of the first deal marks three for last at once.",),
    "deferred": ("The non-dealer of the first deal may mark three for last once, when he likes.",),
    "no": (),
}
_BOOKS = {
    "foster": ("Foster", {FOSTER}),
    "newhoyle": ("a New Hoyle", {NEW_HOYLE}),
    "enquire": ("Enquire Within", {ENQUIRE}),
    "modern": ("later books and the American Cribbage Congress", {ACC, ACCORDING}),
    "acc": ("the American Cribbage Congress", {ACC}),
}
SKUNK, DOUBLE_SKUNK, FIXED_A_LAP = 31, 61, 30
TWO_LAPS = 121


class Section(NamedTuple):
    """A part of the sheet: its heading, sentences in order, and what counts how much."""

    heading: str
    sentences: tuple[str, ...]
    points: tuple[tuple[str, str], ...] = ()


def sheet_title(variant: Variant) -> str:
    """Return the heading of a sheet.

    Examples
    --------
    >>> from cribstat.rules import THREE
    >>> sheet_title(THREE)
    'Three-handed cribbage'
    """
    kind = "card" if variant.players == 2 else "handed"
    return f"{variant.name.capitalize()}-{kind} cribbage"


def rule_sheet(variant: Variant) -> tuple[Section, ...]:
    """Write the rules of a variant out, each sentence from the fields of its record.

    Parameters
    ----------
    variant
        A record, with its options.

    Returns
    -------
    tuple of Section
        From the cards to what is done when a law is broken.

    Notes
    -----
    **Exact**: an option that is changed changes its sentence.
    """
    return (
        Section("The game", _game(variant)),
        Section("Cut and deal", _deal(variant)),
        Section("Crib and start", _crib(variant)),
        Section("The play", _play(variant), _play_points(variant)),
        Section("The show", (_show(variant),), _show_points(variant)),
        Section("Winning", _winning(variant)),
        Section("Laws", _laws(variant)),
    )


def _game(variant: Variant) -> tuple[str, ...]:
    """Say who plays for what."""
    table = ""
    if variant.players > 2:
        alone = variant.sides == variant.players
        table = "; each plays for himself" if alone else "; partners sit opposite and score together"
    options = ", ".join(f"{key}={_word(value)}" for key, value in changed_options(variant).items())
    house = (f"House rules: {options}.",) if options else ()
    players = _number(variant.players).capitalize()
    aim = f"{players} players with one pack of 52 cards{table}. The first at {variant.target} points wins."
    return (aim, "Aces are low and count 1; jacks, queens and kings count ten; others their number.", *house)


def _deal(variant: Variant) -> tuple[str, ...]:
    """Say who deals, and how."""
    two = variant.players == 2
    cutter = "The non-dealer" if two else "The player on the dealer's right"
    first = "the non-dealer" if two else "the dealer's left"
    partners = variant.players > variant.sides
    cut = f"the two {variant.first_dealer} play the others and the {variant.first_dealer} deals"
    if not partners:
        cut = f"the {variant.first_dealer} card deals"
    later = {
        "loser": "the loser deals first in the next game",
        "winner": "the winner deals first in the next game",
        "cut": "the next game is cut for again",
        "alternate": "the first deal of the next game passes on as well",
    }[variant.next_game_first_deal]
    turn = f"All cut for the deal: {cut}; ties cut again. The deal passes to the left; {later}."
    packets = f"{cutter} cuts the shuffled pack, leaving {variant.min_cut_deal} cards or more in each packet."
    count = _number(variant.dealt).capitalize()
    cards = f"{count} cards go to each player, {_PACKETS[variant.deal_packets]}, {first} first."
    return (turn, *_THREE_FOR_LAST[variant.three_for_last], f"{packets} {cards}")


def _crib(variant: Variant) -> tuple[str, ...]:
    """Say what is laid out, and how the start is turned."""
    from_pack = ""
    if variant.from_pack:
        joins = "joins" if variant.from_pack == 1 else "join"
        from_pack = f"; {_number(variant.from_pack)} from the pack {joins} them"
    side = " and his partner" if variant.players > variant.sides else ""
    cutter = "The non-dealer" if variant.players == 2 else "The player on the dealer's left"
    barred = ", but not in the last three holes" if variant.heels_out == "last_three_barred" else ""
    crib = f"the crib of {_number(variant.crib_size)}, which counts for the dealer{side}"
    kept = f"{_number(variant.hand_size).capitalize()} are kept."
    cut = f"{cutter} cuts again, {variant.min_cut_start} cards or more in each packet"
    heels = f"A jack is his heels: 2 points to him at once{barred}."
    return (
        f"Each lays out {_cards(variant.laid_out)} face down{from_pack}: {crib}. {kept}",
        f"{cut}, and the dealer turns the next card: the start. {heels}",
    )


def _play(variant: Variant) -> tuple[str, ...]:
    """Say how the cards are played."""
    leads = "The non-dealer" if variant.players == 2 else "The player on the dealer's left"
    turn = f"{leads} leads; in turn each lays a card and tells the count, which must not pass 31."
    go = f"Who has no card that comes in says go, and {_goes_on(variant)}."
    dead: tuple[str, ...] = ()
    if variant.stink_hole:
        dead = (f"Hole {variant.target - 1} is dead: the point for the last card does not win from it.",)
    return (f"{turn} {go}", _series(variant), *dead)


def _play_points(variant: Variant) -> tuple[tuple[str, str], ...]:
    """Say what a card earns."""
    flush = (("three or more in a row of one suit", "1 for each card"),) if variant.flush_in_play else ()
    return (
        ("the count is 15, or 31", "2"),
        ("a pair; three alike; four alike", "2; 6; 12"),
        ("a run of three or more in any order", "1 for each card"),
        *flush,
        ("the last card below 31", "1"),
    )


def _goes_on(variant: Variant) -> str:
    """Say what the others do after a go."""
    if variant.go_obligation == "may":
        return "the other may play on"
    if variant.players == 2:
        return "the other plays on while he can"
    if variant.multi_go == "bicycle":
        return "the next plays on while he can; if he cannot, nobody does"
    return "the others play on in turn while they can"


def _series(variant: Variant) -> str:
    """Say how one series follows another."""
    if variant.single_series:
        return "At 31, or when no card comes in, the play ends; cards still held are not played."
    if variant.players == 2:
        leader = "the other player, or whoever has cards, leads"
    elif variant.series_leader == "left_of_last":
        leader = "the next on the left of the last player who has cards leads"
    else:
        leader = "the next seat after the one that led has the lead"
    return f"At 31, or when no card comes in, the count begins again from 0: {leader}, until all are played."


def _show(variant: Variant) -> str:
    """Say in which order hands count."""
    order = "the hands from the dealer's left, his own, then the crib"
    if variant.players == 2:
        order = "the non-dealer's hand, the dealer's, then the crib"
    return f"Counted with the start, and marked: {order}."


def _show_points(variant: Variant) -> tuple[tuple[str, str], ...]:
    """Say what hands and crib count."""
    hand, crib = variant.hand_size, variant.crib_size
    in_crib = ("the crib and the start in one suit", str(crib + 1))
    if variant.crib_flush == "hand_rule":
        in_crib = ("a crib in one suit; with the start", f"{crib}; {crib + 1}")
    return (
        ("cards that add to 15, each way", "2"),
        ("a pair; three alike; four alike", "2; 6; 12"),
        ("a run of three or more, each way", "1 for each card"),
        ("a hand in one suit; with the start", f"{hand}; {hand + 1}"),
        in_crib,
        ("his nob: the jack of the start's suit", "1"),
    )


def _winning(variant: Variant) -> tuple[str, ...]:
    """Say how the game ends, and what it is worth."""
    pegs = f"A front and a back peg mark the points, {_LAPS[variant.laps]} round a board of sixty holes."
    end = f"The first at {variant.target} has won, whatever remains to be played or shown."
    return (f"{pegs} {end}", _stakes(variant))


def _stakes(variant: Variant) -> str:
    """Say when a win counts more than once."""
    target = variant.target
    if variant.stake_rule == "none" or (variant.stake_rule == "lurch" and variant.lurch_rule == "off"):
        return "Every game counts once."
    if variant.stake_rule == "lurch":
        least = (target + 1) // 2
        if variant.lurch_rule == "fixed":
            least = FIXED_A_LAP * variant.laps
        return f"A loser below {least} is in the lurch: the game counts double."
    double = ""
    if target >= TWO_LAPS:
        times = f"{_number(variant.double_skunk_stake)} times"
        double = f", and below {target - DOUBLE_SKUNK + 1}, a double skunk, {times}"
    return f"A loser below {target - SKUNK + 1} is skunked: the game counts double{double}."


def _laws(variant: Variant) -> tuple[str, ...]:
    """Say what is done when something goes wrong."""
    muggins = "What a side fails to mark is lost (no muggins)."
    if variant.muggins:
        muggins = "What a side fails to mark the other may take (muggins)."
    profile = variant.law_profile
    if profile == "off":
        return (muggins, "No penalties are played.")
    beyond = "What is marked beyond what is due is"
    if variant.overcount_of == "marking":
        beyond = "Where more is marked than is due the whole marking is"
    over = f"{beyond} put back{_OVERCOUNTS[variant.overcount]}."
    rows = laws(profile)
    name, sources = _BOOKS[profile]
    own = sum(not sources.isdisjoint(row.sources) for row in rows)
    where = f"{own} of {name} and, where that is silent, {len(rows) - own} of other books"
    return (f"{muggins} {over}", f"{len(rows)} laws, {where}: cribstat laws --profile {profile}.")


def _number(count: int) -> str:
    """Write a small number as a word."""
    return _NUMBERS[count] if count < len(_NUMBERS) else str(count)


def _cards(count: int) -> str:
    """Write a number of cards."""
    return f"{_number(count)} card{'' if count == 1 else 's'}"


def _word(value: object) -> str:
    """Write the value of an option as the command reads it."""
    return {True: "on", False: "off"}[value] if isinstance(value, bool) else str(value)
