"""Games walked at random, for comparison with what others make of the same cards."""

from __future__ import annotations

import random
from typing import Any

from cribstat import Game
from cribstat.game import Action
from cribstat.rules import Variant


def random_act(game: Game, choices: random.Random) -> None:
    """Do one of the acts that are allowed."""
    action = choices.choice(game.actions())
    game.do(action.act, **random_told(action, choices))


def random_told(action: Action, choices: random.Random) -> dict[str, Any]:
    """Choose what an act is told."""
    if action.act == "cut":
        return {"player": action.player}
    if action.act == "lay_out":
        return {"player": action.player, "cards": choices.sample(action.cards, action.count)}
    return {"card": choices.choice(action.cards)} if action.act == "play" else {}


def random_game(variant: str | Variant, seed: int, **beginning: Any) -> Game:
    """Walk a game to its end."""
    game, choices = Game(variant, seed=seed, **beginning), random.Random(seed)
    while not game.over:
        random_act(game, choices)
    return game
