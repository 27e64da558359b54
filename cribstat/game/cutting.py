"""The cut for seats and the first deal, and the three for last that make up for it.

Ace is low. The lowest cut deals (or the highest, by an option); with four players the two lowest play the two
highest, sitting opposite. Players whose cuts are equal cut again where the order between them decides
something, and so does one who shows more than one card. Sources: Foster, Hoffmann.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

from numpy.typing import ArrayLike

from cribstat.cards import PACK_SIZE, as_cards, format_card, format_cards
from cribstat.game.chance import Chance
from cribstat.game.position import Position
from cribstat.rules import RuleError, is_whole

THREE = 3
PARTNERS = 4


def cut(
    position: Position,
    chance: Chance,
    *,
    player: int,
    card: str | int | None = None,
    exposed: str | ArrayLike = (),
) -> dict[str, Any]:
    """Cut for the deal; with `exposed`, further cards were shown too and the player cuts again."""
    position.expect("cut", "cut_deal")
    if position.known(player) not in position.cutters:
        waiting = " and ".join(map(str, position.cutters))
        raise RuleError(f"player {player} has cut already: it is for player {waiting} to cut")
    out = [shown for _, shown in position.cuts]
    also = as_cards(exposed, what="exposed cards").tolist()
    if card is None:
        left = [other for other in range(PACK_SIZE) if other not in (*out, *also)]
        chosen = left[chance.below(len(left))]
    else:
        chosen = int(as_cards(card if isinstance(card, str) else [card], count=1, what="cut")[0])
    for shown in (chosen, *also):
        if shown in out:
            raise RuleError(f"{format_card(shown)} is out: another player has cut it")
    if chosen in also:
        raise RuleError(f"{format_card(chosen)} cannot be exposed twice")
    record: dict[str, Any] = {"player": player, "card": format_card(chosen)}
    if also:
        return {**record, "exposed": format_cards(also)}
    position.cuts = (*position.cuts, (player, chosen))
    position.cutters = tuple(other for other in position.cutters if other != player)
    if not position.cutters:
        record |= _end_round(position)
    return record


def begin(position: Position, dealer: int) -> None:
    """Give the first deal to a player."""
    position.first_dealer = position.dealer = dealer
    position.clear_cards()
    position.stage = "shuffle"
    position.three_due = position.variant.three_for_last != "no"
    if position.variant.three_for_last == "automatic":
        position.stage = "three_for_last"


def choose_seats(
    position: Position, chance: Chance, *, seating: Sequence[int], player: int | None = None
) -> dict[str, Any]:
    """Let the player who won the cut choose the seats, before the first cards are shuffled.

    `seating` names the players in order round the table to the left, player 0 first; partners stay opposite,
    and each keeps the points he has.
    """
    del chance
    position.expect("choose_seats", "three_for_last", "shuffle")
    if not position.seats_due:
        raise RuleError("the seats are chosen once, after the cut and before the first shuffle")
    position.expect_player("choose_seats", player, position.dealing)
    before, sides = position.seating, position.variant.sides
    check_seating(seating, position.variant.players)
    partners = {frozenset(before[place::sides]) for place in range(sides)}
    if {frozenset(seating[place::sides]) for place in range(sides)} != partners:
        raise RuleError("partners sit opposite: the choice of seats does not part them")
    own = [position.board.pegs[position.side(player)] for player in seating[:sides]]
    position.board = replace(position.board, pegs=tuple(own))
    position.seating, position.seats_due = tuple(seating), False
    return {"player": position.dealing, "seating": list(seating)}


def check_seating(seating: Sequence[int], players: int) -> None:
    """Refuse an order round the table that does not name every player once, player 0 first.

    Raises
    ------
    RuleError
        As the summary says.
    """
    everybody = tuple(range(players))
    if not all(map(is_whole, seating)) or tuple(seating[:1]) != (0,) or tuple(sorted(seating)) != everybody:
        named = ", ".join(map(str, seating))
        raise RuleError(f"the seating names players 0 to {players - 1} once each, 0 first, not {named}")


def three_for_last(position: Position, chance: Chance, *, marked: int | None = None) -> dict[str, Any]:
    """Mark three for the non-dealer of the first deal: at once, or where deferred when he likes, once."""
    del chance
    if position.variant.three_for_last == "deferred":
        position.expect("three_for_last", *_ANY_STAGE)
        if not position.three_due:
            raise RuleError("three for last are marked only once")
        disputed = position.marking
        if disputed is not None and disputed.due != disputed.marked:
            raise RuleError("three for last are not marked while a score is in dispute")
    else:
        position.expect("three_for_last", "three_for_last")
        position.stage = "shuffle"
    player = position.left_of(position.first_dealer or 0)
    position.three_due = False
    position.mark_due(player, THREE, "three for last", marked)
    return {"player": player}


_ANY_STAGE = ("shuffle", "cut_pack", "deal", "lay_out", "from_pack", "cut_start", "play", "show")


def _end_round(position: Position) -> dict[str, Any]:
    """Order the players by all their cuts; let the tied cut again, or seat them and give the deal."""
    ranks = [list(of) for of in position.ranks]
    for player, card in position.cuts:
        ranks[player].append(card >> 2)
    position.ranks = tuple(map(tuple, ranks))
    position.cuts = ()
    sign = 1 if position.variant.first_dealer == "lowest" else -1
    order = sorted(range(len(ranks)), key=lambda player: [sign * rank for rank in ranks[player]])
    position.cutters = _tied(order, position.ranks)
    if position.cutters:
        return {"again": list(position.cutters)}
    if len(order) == PARTNERS:
        position.seating = _seated(order)
    begin(position, order[0])
    position.seats_due = True
    return {"dealer": order[0], "seating": list(position.seating)}


def _tied(order: list[int], ranks: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
    """Return the players whose equal cuts leave open who deals or, with four, who plays with whom."""
    parted = (1, 2) if len(order) == PARTNERS else (1,)
    tied: list[int] = []
    place = 0
    for _, group in groupby(order, key=lambda player: ranks[player]):
        members = list(group)
        if any(place < border < place + len(members) for border in parted):
            tied += members
        place += len(members)
    return tuple(sorted(tied))


def _seated(order: list[int]) -> tuple[int, ...]:
    """Seat four players by their cuts, the first two opposite; player 0 is named first."""
    table = [order[0], order[2], order[1], order[3]]
    first = table.index(0)
    return tuple(table[first:] + table[:first])
