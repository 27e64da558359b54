"""Deals told by others: lay the pack so that they come again, and walk a game through them."""

from __future__ import annotations

from collections.abc import Sequence

import naive
from cribstat import Game
from cribstat.game import stacked_pack


def lay_deal(game: Game, keeps: Sequence[str], crib: str, start: str) -> None:
    """Walk through a deal up to the start: keeps by seat; the crib's cards come from the seats in turn."""
    record = game.variant
    if game.phase == "three_for_last":
        game.three_for_last()
    laid, held = naive.cards(crib), [naive.cards(keep) for keep in keeps]
    away = [laid[seat * record.laid_out : (seat + 1) * record.laid_out] for seat in range(record.players)]
    rest = laid[record.players * record.laid_out :]
    deals = [keep + out for keep, out in zip(held, away, strict=True)]
    game.shuffle(stacked_pack(record, deals, naive.card(start), from_pack=rest))
    game.cut_pack(6)
    game.deal()
    for seat, cards in enumerate(away):
        game.lay_out(game.position.player(seat), cards)
    if game.phase == "from_pack":
        game.from_pack()
    game.cut_start(4)


def lay_cards(game: Game, plays: str) -> None:
    """Lay cards in the order told, as long as the game goes on; goes are implied."""
    for card in plays.split():
        say_goes(game)
        if not game.over:
            game.play(card)
    say_goes(game)


def say_goes(game: Game) -> None:
    """Say go as often as there is nothing else to do."""
    while [action.act for action in game.actions()] == ["go"]:
        game.go()


def show_all(game: Game) -> None:
    """Show what is left to show."""
    while game.phase == "show":
        game.show()


def fill(cards: str, count: int, taken: str) -> str:
    """Return cards, or where there are none the first of the pack that are not taken."""
    used = naive.cards(taken)
    return cards or naive.text([card for card in range(52) if card not in used][:count])
