"""A question about one deal: read, checked and put into records."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import ArrayLike

from cribstat.cards import (
    PACK_SIZE,
    RANK_LETTERS,
    CardError,
    Cards,
    HandError,
    as_cards,
    format_card,
    format_cards,
    is_bare,
    parse_ranks,
)
from cribstat.crib import CribModel, ModelError, PolicyCrib, PublishedMeans
from cribstat.crib.bare import suit_assignments
from cribstat.policies.opponents import opponent_model
from cribstat.policies.shipped import DEALT
from cribstat.rules import PLAY_OPTIONS, RuleError, Variant, changed_options, is_whole
from cribstat.rules import variant as variant_record

NO_CARDS = np.empty(0, dtype=np.uint8)


@dataclass(frozen=True, slots=True)
class Question:
    """What was asked, checked.

    `deals` holds the deal, or every suit assignment of a bare deal up to renaming suits, with
    `deal_weights` the number of assignments each stands for; `text` is the deal as given; `play` says
    whether the play counts; `spread` whether more than means is asked, which no table of means can tell.
    """

    variant: Variant
    seat: int
    model: CribModel
    deals: tuple[Cards, ...]
    deal_weights: tuple[int, ...]
    text: tuple[str, ...]
    start: Cards | None
    dead: Cards
    bare: bool
    play: bool
    spread: bool = True


def seat_of(variant: Variant, role: str | None, seat: int | None) -> int:
    """Turn a role or a seat into a seat.

    Raises
    ------
    RuleError
        Neither or both are given, the role is unknown, or there is no such seat.
    """
    if (role is None) == (seat is None):
        raise RuleError("give a role (dealer, or pone with two players) or a seat, one of the two")
    if seat is not None:
        if not is_whole(seat) or not 0 <= seat < variant.players:
            raise RuleError(f"{variant.name} has seats 0 to {variant.players - 1}, not {seat!r}")
        return int(seat)
    if role == "dealer":
        return variant.dealer_seat
    if role != "pone":
        raise RuleError(f"unknown role '{role}': dealer or pone")
    if variant.players > 2:
        raise RuleError(f"'pone' is for two players; {variant.name} has seats 0 to {variant.players - 1}")
    return 0


def counts_play(play: bool | None, model: CribModel, variant: Variant) -> bool:
    """Tell whether the play counts: as asked, or by the model where nothing is asked.

    Raises
    ------
    ModelError
        It would count, and no play is solved for the game or its options.
    """
    counted = isinstance(model, PolicyCrib) and model.counts_play if play is None else play
    if counted:
        if variant.name not in DEALT:
            raise ModelError(f"the play is solved for {' and '.join(DEALT)} only, not for {variant.name}")
        changed = [key for key in changed_options(variant) if key in PLAY_OPTIONS]
        if changed:
            raise ModelError(
                f"the play is solved without house options, not with {', '.join(changed)}: leave it out"
            )
    return counted


def ask(
    deal: str | ArrayLike,
    role: str | None,
    variant: str | Variant,
    seat: int | None,
    model: str | Path | CribModel,
    start: str | int | None,
    dead: str | ArrayLike | None,
    play: bool | None,
    *,
    spread: bool = True,
) -> Question:
    """Check a question; the parameters and errors are those of `rank_discards`."""
    record = variant_record(variant)
    place = seat_of(record, role, seat)
    chosen = opponent_model(model, record)
    chosen.refuse(record)
    counted = counts_play(play, chosen, record)
    turned = (
        None
        if start is None
        else as_cards(start if isinstance(start, str) else [start], count=1, what="start")
    )
    gone = NO_CARDS if dead is None else as_cards(dead, what="dead cards")
    _refuse_known_cards(chosen, turned, gone)
    if isinstance(deal, str) and is_bare(deal):
        return _bare_question(deal, record, place, chosen, turned, gone, counted)
    cards = as_cards(deal, what="deal")
    text = tuple(format_card(card) for card in cards.tolist())
    _refuse_count(len(cards), record, " ".join(text))
    _refuse_overlap(cards, turned, gone)
    _refuse_empty_pack(record, len(gone))
    return Question(record, place, chosen, (cards,), (1,), text, turned, gone, False, counted, spread)


def _bare_question(
    deal: str, record: Variant, seat: int, model: CribModel, start: Cards | None, dead: Cards, play: bool
) -> Question:
    """Put a question about a deal of ranks alone."""
    for cards, what in ((start, "start"), (dead, "dead cards")):
        if cards is not None and len(cards):
            given = format_cards(cards)
            raise CardError(
                f"a deal of ranks alone takes no {what} '{given}': give suits to all cards or to none"
            )
    ranks = parse_ranks(deal)
    text = tuple(RANK_LETTERS[rank] for rank in ranks)
    _refuse_count(len(ranks), record, " ".join(text))
    deals, weights = suit_assignments(ranks, record.hand_size)
    return Question(record, seat, model, deals, weights, text, None, dead, True, play)


def _refuse_known_cards(model: CribModel, start: Cards | None, dead: Cards) -> None:
    """Raise where a published table is asked about cards that it cannot take into account."""
    if isinstance(model, PublishedMeans):
        for cards, what in ((start, "start"), (dead, "dead cards")):
            if cards is not None and len(cards):
                raise ModelError(f"the table of {model.name} takes no {what}; the uniform model does")


def _refuse_count(count: int, variant: Variant, text: str) -> None:
    """Raise when a deal has the wrong number of cards, saying how many are missing or too many."""
    missing = variant.dealt - count
    if missing:
        what = f"{missing} more needed" if missing > 0 else f"{-missing} too many"
        raise HandError(f"a deal of {variant.name} has {variant.dealt} cards, not {count} ({what}): '{text}'")


def _refuse_overlap(cards: Cards, start: Cards | None, dead: Cards) -> None:
    """Raise when the start is in the deal, or a dead card in either."""
    if start is not None and start[0] in cards:
        raise HandError(f"the start {format_cards(start)} is among the cards '{format_cards(cards)}'")
    for card in dead:
        if card in cards or (start is not None and card == start[0]):
            raise HandError(f"the dead card {format_card(card)} is among the deal and the start")


def _refuse_empty_pack(variant: Variant, dead: int) -> None:
    """Raise when the dead cards leave too few for the crib and the start."""
    left = PACK_SIZE - variant.dealt - dead
    if left < variant.others_in_crib + 1:
        raise HandError(f"{dead} dead cards leave {left}, too few for the crib and the start")
