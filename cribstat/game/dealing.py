"""The deal: shuffle, cut of the pack, cards in rotation, laying out, the start and his heels.

The dealer shuffles; the player on his right (the non-dealer of two) cuts, leaving both packets large enough;
cards go round from the dealer's left. Each lays out his cards for the crib; with three seats one card of the
pack joins them. The player on the dealer's left cuts again and the dealer turns the card uppermost on what
is left: a knave is his heels, two to the dealer at once. Sources: Foster, Hoffmann, a New Hoyle.
"""

from collections.abc import Sequence
from typing import Any

from numpy.typing import ArrayLike

from cribstat.cards import PACK_SIZE, RANK_LETTERS, as_cards, format_card, format_cards
from cribstat.game.chance import Chance
from cribstat.game.position import Cards, Position
from cribstat.play import PlayState
from cribstat.rules import RuleError, Variant

HEELS = 2
LAST_HOLES = 3
KNAVE = RANK_LETTERS.index("J")


def shuffle(position: Position, chance: Chance, *, pack: str | ArrayLike | None = None) -> dict[str, Any]:
    """Shuffle for the next deal; a given pack lies as it is told, the top first."""
    position.expect("shuffle", "shuffle")
    if pack is None:
        order = chance.shuffled(range(PACK_SIZE))
    else:
        order = as_cards(pack, count=PACK_SIZE, what="pack").tolist()
    position.clear_cards()
    position.seats_due = False
    position.pack = tuple(order)
    position.deal += 1
    position.stage = "cut_pack"
    return {"player": position.dealing, "pack": format_cards(order)}


def cut_pack(position: Position, chance: Chance, *, number: int | None = None) -> dict[str, Any]:
    """Cut the pack for the deal: lift `number` cards, which go below the others."""
    position.expect("cut_pack", "cut_pack")
    lifted = _lifted(position, chance, number, position.variant.min_cut_deal)
    position.pack = position.pack[lifted:] + position.pack[:lifted]
    position.stage = "deal"
    return {"player": position.player(-2), "number": lifted}


def deal(
    position: Position, chance: Chance, *, counts: Sequence[int] | None = None, uncut: bool = False
) -> dict[str, Any]:
    """Deal in rotation from the dealer's left.

    `counts` by player tells a deal of wrong numbers, `uncut` one from a pack that ought to have been cut.
    """
    del chance
    position.expect("deal", "cut_pack" if uncut else "deal")
    if uncut and position.variant.law_profile == "off":
        raise RuleError("no law puts right a pack that was not cut where the law profile is 'off'")
    position.uncut = uncut
    variant = position.variant
    wanted = (variant.dealt,) * variant.players if counts is None else _counts(counts, variant)
    hands: list[list[int]] = [[] for _ in range(variant.players)]
    pack = list(position.pack)
    while any(len(hand) < count for hand, count in zip(hands, wanted, strict=True)):
        for seat in range(variant.players):
            player = position.player(seat)
            packet = min(variant.deal_packets, wanted[player] - len(hands[player]))
            hands[player] += pack[:packet]
            del pack[:packet]
    position.hands = tuple(tuple(sorted(hand)) for hand in hands)
    position.pack = tuple(pack)
    position.stage = "lay_out"
    record: dict[str, Any] = {"player": position.dealing, "hands": [format_cards(h) for h in position.hands]}
    if counts is not None:
        record["counts"] = list(wanted)
    return {**record, "uncut": True} if uncut else record


def lay_out(position: Position, chance: Chance, *, player: int, cards: str | ArrayLike) -> dict[str, Any]:
    """Lay out cards for the crib; players do so in any order, each once."""
    del chance
    position.expect("lay_out", "lay_out")
    variant, held = position.variant, position.hands[position.known(player)]
    if position.laid_out[player]:
        raise RuleError(f"player {player} has laid out {format_cards(position.laid_out[player])} already")
    for other, hand in enumerate(position.hands):
        size = variant.hand_size if position.laid_out[other] else variant.dealt
        if len(hand) != size:
            raise RuleError(f"player {other} holds {len(hand)} cards, and {size} are right: a misdeal")
    away = sorted(as_cards(cards, count=variant.laid_out, what="cards laid out").tolist())
    for card in away:
        if card not in held:
            raise RuleError(f"player {player} does not hold {format_card(card)} but {format_cards(held)}")
    kept = tuple(card for card in held if card not in away)
    position.hands = _changed(position.hands, player, kept)
    position.laid_out = _changed(position.laid_out, player, tuple(away))
    position.crib = tuple(sorted((*position.crib, *away)))
    if all(position.laid_out):
        position.stage = "from_pack" if variant.from_pack else "cut_start"
    return {"player": player, "cards": format_cards(away)}


def from_pack(position: Position, chance: Chance) -> dict[str, Any]:
    """Put the top of the pack into the crib, where the variant says so."""
    del chance
    position.expect("from_pack", "from_pack")
    count = position.variant.from_pack
    added, position.pack = position.pack[:count], position.pack[count:]
    position.crib = tuple(sorted((*position.crib, *added)))
    position.stage = "cut_start"
    return {"player": position.dealing, "cards": format_cards(added)}


def cut_start(
    position: Position, chance: Chance, *, number: int | None = None, marked: int | None = None
) -> dict[str, Any]:
    """Lift `number` cards and turn the next, the start; mark his heels."""
    position.expect("cut_start", "cut_start")
    lifted = _lifted(position, chance, number, position.variant.min_cut_start)
    start = position.pack[lifted]
    position.start = start
    hands = [position.hands[position.player(seat)] for seat in range(position.variant.players)]
    position.play = PlayState(hands, position.variant)
    position.stage = "play"
    dealer = position.dealing
    due = HEELS if start >> 2 == KNAVE and _heels_count(position) else 0
    position.mark_due(dealer, due, "heels", marked)
    reasons = [["heels", due]] if due else []
    told = {"player": position.player(0), "number": lifted, "card": format_card(start)}
    return {**told, "dealer": dealer, "reasons": reasons}


def stacked_pack(
    variant: Variant,
    deals: Sequence[str | ArrayLike],
    start: str | int,
    *,
    from_pack: str | ArrayLike = (),
    lifted: int = 6,
    start_lifted: int = 4,
) -> tuple[int, ...]:
    """Return a pack from which known deals come, for games told by others.

    Parameters
    ----------
    variant
        The game's record.
    deals
        The cards dealt, by seat: 0 is on the dealer's left, the dealer comes last.
    start
        The card that is turned.
    from_pack
        The cards that join the crib from the pack, where there are any.
    lifted, start_lifted
        How many cards are lifted in cutting the pack and for the start.

    Returns
    -------
    tuple of int
        52 card ids, the top first, for `Game.shuffle`; the cards not named follow in ascending order.

    Raises
    ------
    CardError, HandError
        Something is no card, a card stands twice, or a number of cards is wrong.

    Examples
    --------
    >>> from cribstat.rules import SIX
    >>> pack = stacked_pack(SIX, ["4c 4d 7h 9s 2c 2d", "7d js 5c 8h kc kd"], "qh")
    >>> format_cards(pack[6:12])
    '4c 7d 4d Js 7h 5c'
    """
    hands = [as_cards(cards, count=variant.dealt, what="deal").tolist() for cards in deals]
    top: list[int] = []
    for first in range(0, variant.dealt, variant.deal_packets):
        for hand in hands:
            top += hand[first : first + variant.deal_packets]
    top += as_cards(from_pack, count=variant.from_pack, what="cards from the pack").tolist()
    turned = int(as_cards(start if isinstance(start, str) else [start], count=1, what="start")[0])
    named = as_cards([*top, turned], what="cards of the deal").tolist()
    rest = [card for card in range(PACK_SIZE) if card not in named]
    order = top + rest[:start_lifted] + [turned] + rest[start_lifted:]
    return (*order[PACK_SIZE - lifted :], *order[: PACK_SIZE - lifted])


def _lifted(position: Position, chance: Chance, number: int | None, least: int) -> int:
    """Return how many cards are lifted, drawn or checked: both packets hold `least` or more."""
    most = len(position.pack) - least
    if number is None:
        return least + chance.below(most - least + 1)
    if type(number) is not int or not least <= number <= most:
        raise RuleError(f"{least} to {most} cards are lifted of {len(position.pack)}, not {number!r}")
    return number


def _counts(counts: Sequence[int], variant: Variant) -> tuple[int, ...]:
    """Check how many cards a misdeal gives to each player."""
    right = len(counts) == variant.players
    if not right or any(type(count) is not int or not 0 <= count <= PACK_SIZE for count in counts):
        raise RuleError(f"counts are {variant.players} numbers of cards, one a player, not {counts!r}")
    if variant.law_profile == "off" and any(count != variant.dealt for count in counts):
        raise RuleError("no law puts a misdeal right where the law profile is 'off'")
    if sum(counts) > PACK_SIZE // 2 + variant.players * variant.dealt // 2:
        raise RuleError(f"{sum(counts)} cards are too many to deal")
    return tuple(counts)


def _heels_count(position: Position) -> bool:
    """Tell whether a knave turned up counts: an option bars the last three holes."""
    if position.variant.heels_out == "allowed":
        return True
    score = position.board.scores[position.side(position.dealing)]
    return score < position.variant.target - LAST_HOLES


def _changed(groups: tuple[Cards, ...], player: int, cards: Cards) -> tuple[Cards, ...]:
    """Return groups of cards with one player's changed."""
    return tuple(cards if place == player else group for place, group in enumerate(groups))
