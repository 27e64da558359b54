"""Play by a stored strategy: against the expectation of two hands worked out card by card, and by command."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from commands import Inside, check_mistake
from cribstat import RuleError, variant
from cribstat.equilibrium.advice import solved_game
from cribstat.equilibrium.play import PlaySolver, StoredPlay, play_arrays, solve_play
from cribstat.equilibrium.play.stored import keep_play
from cribstat.equilibrium.play.strategy import Position
from cribstat.kernels.patterns import multiset_index
from cribstat.kernels.playtree.grow import ACTOR, ALONE, ENDED, KIND
from cribstat.simulation import simulate
from cribstat.simulation.plays import StoredStrategy, named_play
from naive_play import points_of, value_of

Hands = tuple[tuple[int, ...], tuple[int, ...]]


@cache
def solver() -> PlaySolver:
    """Solve the play of five roughly: every choice is mixed."""
    return solve_play(solved_game(5), iterations=3, threads=1)


@cache
def stored() -> StoredPlay:
    """Keep it in memory."""
    return StoredPlay(play_arrays(solver().solution()))


def after_card(
    at: Position | None, hands: Hands, series: tuple[int, ...], turn: int, rank: int
) -> np.ndarray:
    """Return what both expect from a card on, in five-card."""
    left = [list(hand) for hand in hands]
    left[turn].remove(rank)
    series = (*series, rank)
    below = None
    if at is not None and stored().line(at.node)[KIND] not in (ALONE, ENDED):
        try:
            below = stored().step(at, rank)
        except ValueError:
            below = None
    earned = np.zeros(2)
    earned[turn] = sum(points_of([4 * laid for laid in series]).values())
    return earned + rest(below, (tuple(left[0]), tuple(left[1])), series, 1 - turn, 0, turn)


def rest(
    at: Position | None, hands: Hands, series: tuple[int, ...], turn: int, silent: int, last: int
) -> np.ndarray:
    """Return what both expect of the rest of a play: shares of a strategy, the best order of one alone."""
    count = value_of([4 * rank for rank in series])
    if count == 31 or silent == 2 or not any(hands):
        return np.eye(2)[last] * (count < 31)
    fitting = sorted({rank for rank in hands[turn] if value_of([4 * rank]) + count <= 31})
    if not fitting:
        walks = at is not None and stored().line(at.node)[KIND] not in (ALONE, ENDED)
        if at is not None and walks and stored().line(at.node)[ACTOR] == turn:
            at = stored().step(at, -1)
        return rest(at, hands, series, 1 - turn, silent + 1, last)
    if not hands[1 - turn]:
        return max(
            (after_card(at, hands, series, turn, rank) for rank in fitting), key=lambda found: found[turn]
        )
    if len(hands[turn]) == 1:
        return after_card(at, hands, series, turn, fitting[0])
    assert at is not None
    shares = stored().card_shares(at)[multiset_index(np.array(sorted(hands[turn])))]
    found = [shares[rank] * after_card(at, hands, series, turn, rank) for rank in fitting]
    return np.sum(found, axis=0)


def test_drawn_plays_earn_what_the_strategy_expects() -> None:
    play, rng, number = StoredStrategy(play_arrays(solver().solution())), np.random.default_rng(3), 4000
    for _ in range(12):
        cards = rng.permutation(52)[:6].astype(np.uint8)
        first, second = (tuple(sorted((part // 4).tolist())) for part in (cards[:3], cards[3:]))
        expected = rest(stored().root(), (first, second), (), 0, 0, 0)
        keeps = np.repeat(cards.reshape(2, 1, 3), number, axis=1)
        seats, points, numbers = play.play_out(5, np.arange(number), keeps)
        told = np.arange(6) < numbers[:, None]
        for seat in (0, 1):
            earned = np.where(told & (seats == seat), points, 0).sum(axis=1)
            assert abs(earned.mean() - expected[seat]) <= 4 * earned.std() / np.sqrt(number) + 0.005


def test_solved_play_comes_from_the_cache(
    inside: Inside, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("CRIBSTAT_CACHE", str(tmp_path))
    asked = ("simulate", "--variant", "five", "--deals", "200", "--play", "solved", "--format", "json")
    check_mistake(inside(*asked), "cribstat solve play --variant five")
    keep_play("five", solver().solution(), 0.1)
    answer = json.loads(inside(*asked).out)
    assert answer["play"] == "solved"
    again = simulate("five", deals=200, play=StoredStrategy(play_arrays(solver().solution())), threads=2)
    assert answer["roles"]["pone"]["play"]["mean"] == again.roles["pone"]["play"].mean
    assert again.roles["pone"]["play"].mean > 0


@pytest.mark.parametrize("name", ["seven", "three"])
def test_no_solved_play_of_other_games(name: str) -> None:
    with pytest.raises(RuleError, match=name):
        named_play("solved", variant(name))


def test_no_solved_play_of_other_rules() -> None:
    with pytest.raises(RuleError, match="flush_in_play"):
        named_play("solved", variant("six", flush_in_play=True))
