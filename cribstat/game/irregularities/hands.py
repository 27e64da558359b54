"""Laws of the deal: its choices, hands of a wrong number, and a deal out of turn."""

from cribstat.cards import as_cards, format_card, format_cards
from cribstat.game.irregularities.call import Call
from cribstat.rules import RuleError
from cribstat.rules.laws import FRESH, STAND

MISCOUNTS = ("DEAL-COUNT", "DEAL-COUNT-PONE")


def redeal(call: Call) -> None:
    """Deal afresh, after the penalty if there is one."""
    _check_count(call)
    _penalty(call)
    call.settle(call.choose(FRESH))


def choose(call: Call) -> None:
    """Mark the penalty and let the adversary choose, before he lifts his cards where the law is blind."""
    _check_count(call)
    chooser = call.position.dealing if call.law.chooser == "dealer" else call.claimant
    call.told["by"] = chooser
    options = call.law.options
    if call.law.blind and (call.lifted or call.position.laid_out[chooser]):
        call.lifted, options = True, (STAND,)
    elif call.lifted:
        options = (FRESH,)
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
    if not call.lifted and not any(position.laid_out):
        _penalty(call)
        position.void_deal()
        return
    if position.stage != "lay_out":
        raise RuleError("no cards have been dealt that the other could have lifted")
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
            raise RuleError(f"'{call.law.code}' must be told 'cards', the {count} that go back")
        return tuple(call.chance.shuffled(hand)[:count])
    named = as_cards(call.cards, count=count, what="cards put back").tolist()
    for card in named:
        if card not in hand:
            raise RuleError(f"{format_card(card)} is not in the hand {format_cards(hand)}")
    return tuple(named)


def _check_count(call: Call) -> None:
    """Refuse a complaint of wrong numbers where they are right, or a second one of the same."""
    code, position = call.law.code, call.position
    if code not in MISCOUNTS:
        return
    if set(MISCOUNTS) & set(position.stood):
        raise RuleError(f"'{code}' was called already: the deal stands and the hands are put right")
    first = position.player(0) if call.by is None else call.by
    wrong = [player for player, hand in enumerate(position.hands) if len(hand) != position.variant.dealt]
    found = first in wrong if code == "DEAL-COUNT-PONE" else any(player != first for player in wrong)
    if not found:
        whose = f"player {first} holds" if code == "DEAL-COUNT-PONE" else "the others hold"
        raise RuleError(f"'{code}': {whose} the right number, {position.variant.dealt} cards")


def _penalty(call: Call) -> None:
    """Mark the fixed points of the law."""
    if call.law.gains == "adversary" and isinstance(call.law.points, int):
        call.penalize(call.law.points)
