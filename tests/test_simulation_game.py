"""Simulated games, played again act by act on the same cards."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from cribstat import Game, variant
from cribstat.game import stacked_pack
from cribstat.simulation.games import DEALS_A_GAME, play_games
from cribstat.simulation.table import Table
from naive_play import points_of


def greedy(game: Game, series: list[int]) -> int:
    """Choose the card that earns most at once, and the highest of those."""
    cards = game.actions()[0].cards
    return max(cards, key=lambda card: (sum(points_of([*series, card]).values()), card))


def play_again(game: Game, table: Table, seed: int, number: int) -> None:
    """Play a deal of a simulation on a game, until it ends or the game does."""
    record = table.variant
    dealt = table.deal(seed, np.array([number]))
    away = dealt.cribs[0, : record.players * record.laid_out].reshape(record.players, -1)
    hands = [[*dealt.keeps[seat, 0], *away[seat]] for seat in range(record.players)]
    turned, extra = int(dealt.deals.starts[0]), dealt.cribs[0, record.players * record.laid_out :]
    game.shuffle(stacked_pack(record, hands, turned, from_pack=extra))
    game.cut_pack(6)
    game.deal()
    for seat in range(record.players):
        game.lay_out((game.dealer + 1 + seat) % record.players, away[seat])
    if record.from_pack:
        game.from_pack()
    game.cut_start(4)
    while not game.over and game.phase in ("play", "show"):
        act = game.actions()[0].act
        if act == "play":
            game.play(greedy(game, list(game.position.play.series)))
        else:
            game.do(act)


@pytest.mark.parametrize(
    ("name", "options", "games"),
    [
        ("five", {}, 6),
        ("five", {"three_for_last": "no"}, 3),
        ("six", {"heels_out": "last_three_barred"}, 4),
        ("seven", {"from_pack": 1}, 2),
        ("eight", {"laid_out": 3}, 1),
        ("three", {}, 4),
        ("four", {"target": 61}, 4),
    ],
    ids=str,
)
def test_games_played_again_end_alike(name: str, options: dict[str, Any], games: int) -> None:
    record = variant(name, **options)
    policy = "solved" if record.name in ("five", "six") else "best-hand"
    table = Table.named(record, [policy] * record.players, "greedy")
    found = play_games([table], 21, 0, games)
    for number in range(games):
        game = Game(record, dealer=0)
        if game.phase == "three_for_last":
            game.three_for_last()
        for deal in range(found.lengths[number]):
            assert not game.over
            play_again(game, table, 21, number * DEALS_A_GAME + deal)
        assert game.winner == found.winners[number]
        assert list(game.scores) == found.scores[number].tolist()
