"""Walk through a game: what needs no decision by itself, what does by functions that decide."""

from collections.abc import Callable
from typing import Any

from numpy.typing import ArrayLike

from cribstat.game.events import Event
from cribstat.game.game import Game
from cribstat.rules import RuleError, Variant

DECISIONS = ("lay_out", "play")
LaysOut = Callable[[Game, int], str | ArrayLike]
Plays = Callable[[Game, int], str | int | None]


def advance(game: Game) -> tuple[Event, ...]:
    """Do what is due until a player has to decide or the game is over, drawing cuts and packs by chance.

    A go is said where no card comes in. Where five-card leaves the choice, and for three for last that are
    deferred, nothing is decided here.

    Returns
    -------
    tuple of Event
        What was done.

    Raises
    ------
    RuleError
        The game has no seed and something is to be drawn. What was done before stays done.
    """
    before = len(game.events)
    while not game.over and (act := _needs_no_decision(game)) is not None:
        name, told = act
        game.do(name, **told)
    return game.events[before:]


def play_game(
    lays_out: LaysOut,
    plays: Plays,
    variant: str | Variant = "six",
    *,
    seed: int,
    dealer: int | None = None,
) -> Game:
    """Play a game to its end.

    Parameters
    ----------
    lays_out
        Told the game and a player, returns the cards he lays out.
    plays
        Told the game and the player on turn, returns his card; None says go where that is a choice.
    variant
        A name or a record with options.
    seed
        For cuts and packs.
    dealer
        The first dealer; None cuts for it.

    Returns
    -------
    Game
        The game, over.

    Raises
    ------
    CardError, HandError, RuleError
        A function decides what is not allowed.

    Notes
    -----
    Exact. The functions see the whole game: to be fair they look at their own cards and what has been laid.
    Three for last that are deferred are marked before the first decision.

    Examples
    --------
    >>> first = lambda game, player: game.actions()[0].cards
    >>> game = play_game(lambda g, p: g.position.hands[p][:2], lambda g, p: first(g, p)[0], seed=7)
    >>> game.over, max(game.scores)
    (True, 121)
    """
    game = Game(variant, seed=seed, dealer=dealer)
    advance(game)
    while actions := game.actions():
        player = actions[0].player
        if actions[-1].act == "three_for_last":
            game.three_for_last()
        elif actions[0].act == "lay_out":
            game.lay_out(player, lays_out(game, player))
        elif (card := plays(game, player)) is not None:
            game.play(card)
        else:
            game.go()
        advance(game)
    return game


def _needs_no_decision(game: Game) -> tuple[str, dict[str, Any]] | None:
    """Return the act that is due and nobody's choice, and what it is told; None where a player decides."""
    due = "three_for_last"
    actions = [action for action in game.actions() if action.act != due or game.phase == due]
    if not actions:
        raise RuleError("the deal is wrong: a law must decide what becomes of it")
    first = actions[0]
    if first.act in DECISIONS:
        return None
    return first.act, {"player": first.player} if first.act == "cut" else {}
