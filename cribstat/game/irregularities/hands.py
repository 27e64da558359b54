"""Laws of the deal: its choices, hands of a wrong number, and a deal out of turn."""

from cribstat.cards import as_cards, format_card, format_cards
from cribstat.game.irregularities.call import Call
from cribstat.rules import RuleError
from cribstat.rules.laws import FRESH, STAND

MISCOUNTS = ("DEAL-COUNT", "DEAL-COUNT-PONE")
BETWEEN_DEALS = ("cut_deal", "three_for_last", "shuffle")  # what was dealt before stands good


def redeal(call: Call) -> None:
    """Deal afresh, after the penalty if there is one."""
    _check_claim(call)
    if call.position.stage in BETWEEN_DEALS:
        if call.choice is not None:
            raise RuleError(f"no deal is going on: '{call.law.code}' leaves nothing to choose")
        return
    _penalty(call)
    call.settle(call.choose(FRESH))


def choose(call: Call) -> None:
    """Mark the penalty and let the adversary choose, before he lifts his cards where the law is blind."""
    _check_claim(call)
    chooser = call.position.dealing if call.law.chooser == "dealer" else call.claimant
    call.told["by"] = chooser
    options = call.law.options
    if call.law.blind and (call.lifted or call.position.laid_out[chooser]):
        call.lifted, options = True, (STAND,)
    elif call.law.code in MISCOUNTS and STAND in options:
        options = _after_miscount(call, chooser)
    choice = call.choose(*options)
    _penalty(call)
    call.settle(choice)
    if choice == STAND and call.position.stage == "cut_pack":
        call.position.stage = "deal"


def choose_deal_or_points(call: Call) -> None:
    """Let the adversary choose between a fresh deal and the points."""
    call.told["by"] = call.claimant
    choice = call.choose(*call.law.options)
    if choice == STAND:
        _penalty(call)
    call.settle(choice)


def put_dealer_right(call: Call) -> None:
    """Void a deal out of turn that is stopped in time; let it stand once the other has lifted his cards."""
    position, player = call.position, call.offender
    if player == position.dealing:
        raise RuleError(f"player {player} has the deal: he deals in turn")
    others = [cards for other, cards in enumerate(position.laid_out) if not position.same_side(other, player)]
    if not call.lifted and not any(others):
        _penalty(call)
        position.void_deal()
        return
    call.lifted = True
    position.rightful, position.dealer = position.dealing, player


def put_hand_right(call: Call) -> None:
    """Put a hand of a wrong number right, where the deal stands."""
    position, right = call.position, call.position.variant.dealt
    if call.cards is not None and call.law.code == "FIX-UNDER":
        raise RuleError("'FIX-UNDER' has no use for 'cards': they come from the top of the pack")
    if not set(MISCOUNTS) & set(position.stood):
        raise RuleError(f"'{call.law.code}' comes after {' or '.join(MISCOUNTS)} with {STAND}")
    player = _player_to_put_right(call)
    hand = position.hands[player]
    if call.law.code == "FIX-UNDER":
        drawn = position.pack[: right - len(hand)]
        position.pack = position.pack[len(drawn) :]
        held = (*hand, *drawn)
    else:
        drawn = _surplus(call, hand, len(hand) - right)
        position.pack = (*drawn, *position.pack)
        held = tuple(card for card in hand if card not in drawn)
    position.hands = tuple(
        tuple(sorted(held)) if place == player else other for place, other in enumerate(position.hands)
    )
    name = "added" if call.law.code == "FIX-UNDER" else "cards"
    call.told |= {"player": player, name: format_cards(drawn)}
    if call.law.code == "FIX-DEALER-OVER":
        call.told["pone_may_look"] = call.lifted


def _player_to_put_right(call: Call) -> int:
    """Return whose hand is meant: the one named, or the first that the law speaks of."""
    position, right, code = call.position, call.position.variant.dealt, call.law.code
    seats = [position.player(seat) for seat in range(position.variant.players)]
    others = seats if code == "FIX-UNDER" else seats[:-1]
    meant = [position.dealing] if code == "FIX-DEALER-OVER" else others
    for player in meant if call.player is None else [call.player]:
        held = len(position.hands[player])
        wrong = held < right if code == "FIX-UNDER" else held > right
        if player in meant and wrong:
            return player
    sizes = ", ".join(f"player {player} {len(position.hands[player])}" for player in seats)
    raise RuleError(f"'{code}' finds no such hand: {sizes} cards, and {right} are right")


def _surplus(call: Call, hand: tuple[int, ...], count: int) -> tuple[int, ...]:
    """Return the cards that go back: named, or drawn unseen by chance from the dealer's hand."""
    if call.cards is None:
        if call.law.code != "FIX-DEALER-OVER":
            which = "the one card that goes" if count == 1 else f"the {count} cards that go"
            raise RuleError(f"'{call.law.code}' must be told 'cards', {which} back")
        return tuple(call.chance.shuffled(hand)[:count])
    named = as_cards(call.cards, count=count, what="cards put back").tolist()
    for card in named:
        if card not in hand:
            raise RuleError(f"{format_card(card)} is not in the hand {format_cards(hand)}")
    return tuple(named)


def _check_claim(call: Call) -> None:
    """Refuse a complaint of what is right, or a second one of the same.

    Where nobody is named, the complaint is that of the first adversary of the dealer whom the law is for:
    one whose own hand is wrong, or one whose own is right and another's wrong.
    """
    code, position = call.law.code, call.position
    if code == "DEAL-UNCUT":
        _check_uncut(call)
    if code not in MISCOUNTS:
        return
    if set(MISCOUNTS) & set(position.stood):
        raise RuleError(f"'{code}' was called already: the deal stands and the hands are put right")
    own = code == "DEAL-COUNT-PONE"
    wrong = [player for player, hand in enumerate(position.hands) if len(hand) != position.variant.dealt]
    if call.by is None:
        call.by = min(call.adversaries, key=lambda player: (player in wrong) != own)
    first = call.by
    found = first in wrong if own else any(player != first for player in wrong)
    if not found:
        whose = f"player {first} holds" if own else "the others hold"
        raise RuleError(f"'{code}': {whose} the right number, {position.variant.dealt} cards")


def _after_miscount(call: Call, chooser: int) -> tuple[str, ...]:
    """Return what is left to the one who chooses after a wrong number of cards.

    He may have looked at his own hand, unless that is wrong: it is to be announced before he lifts it.
    """
    if len(call.position.hands[chooser]) == call.position.variant.dealt:
        return call.law.options
    if call.lifted:
        return (FRESH,)
    if call.law.code == "DEAL-COUNT" and call.choice == STAND:
        raise RuleError(
            f"player {chooser}'s own hand is wrong too: he may let the deal stand by 'DEAL-COUNT-PONE',"
            " before he lifts his cards"
        )
    return call.law.options


def _check_uncut(call: Call) -> None:
    """Refuse a complaint of a pack that was cut, or a second one of the same."""
    position = call.position
    if position.stage != "cut_pack" and not position.uncut:
        raise RuleError("'DEAL-UNCUT': the pack was cut for this deal")
    if call.law.code in position.stood:
        raise RuleError("'DEAL-UNCUT' was called already: the deal stands")


def _penalty(call: Call) -> None:
    """Mark the fixed points of the law."""
    if call.law.gains == "adversary" and isinstance(call.law.points, int):
        call.penalize(call.law.points)
