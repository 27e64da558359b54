"""Check games that begin at given scores: against the table of the race, for three seats, and by command."""

from __future__ import annotations

import json

import pytest

from commands import Inside, check_mistake
from cribstat.rules import RuleError
from cribstat.simulation import simulate
from cribstat.winprob import win_prob


@pytest.mark.parametrize("scores", [(35, 37), (101, 96), (118, 119)])
def test_games_from_scores_agree_with_the_table(scores: tuple[int, int]) -> None:
    found = simulate("six", 1500, scores=scores, seed=8)
    assert found.games is not None
    assert found.scores == scores
    wins, known = found.games.first_dealer_wins, win_prob(*scores, "dealer")
    assert abs(wins.mean - known.win_prob) < 4 * wins.se


def test_three_seats_share_the_games() -> None:
    even = simulate("three", 400, seed=8).games
    ahead = simulate("three", 400, scores=(20, 55, 20), seed=8).games
    assert even is not None
    assert ahead is not None
    for games in (even, ahead):
        assert sum(wins.mean for wins in games.wins) == pytest.approx(1)
    assert ahead.wins[1].mean > 0.8 > even.wins[1].mean


def test_from_the_beginning_is_from_nothing() -> None:
    plain, from_nothing = simulate("six", 50).games, simulate("six", 50, scores=(0, 0)).games
    assert plain is not None
    assert from_nothing is not None
    assert plain.losing_scores.tolist() == from_nothing.losing_scores.tolist()
    three_for_last = simulate("five", 50).games, simulate("five", 50, scores=(0, 3)).games
    assert three_for_last[0] is not None
    assert three_for_last[1] is not None
    assert three_for_last[0].losing_scores.tolist() == three_for_last[1].losing_scores.tolist()


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"games": 5, "scores": (1, 2, 3)}, "six has the scores of 2 sides, not of 3"),
        ({"games": 5, "scores": (121, 0)}, "a score to begin at is 0 to 120 here, not 121"),
        ({"games": 5, "scores": (-1, 0)}, "not -1"),
        ({"deals": 5, "scores": (1, 2)}, "scores to begin at belong to games"),
    ],
)
def test_scores_that_no_game_can_have_are_refused(asked: dict, words: str) -> None:
    with pytest.raises(RuleError, match=words):
        simulate("six", **asked)


def test_the_command_tells_how_often_each_side_wins(inside: Inside) -> None:
    arguments = ["simulate", "--variant", "three", "--games", "200", "--scores", "30, 41,25"]
    found = json.loads(inside(*arguments, "--format", "json").out)
    assert found["scores"] == [30, 41, 25]
    assert sum(wins["mean"] for wins in found["wins"]) == pytest.approx(1)
    assert "won from 41 (1 to the left of him)" in inside(*arguments).out
    assert "wins_2,,0." in inside(*arguments, "--format", "csv").out
    check_mistake(inside(*arguments[:-1], "30;41"), "'30;41' are no scores")
    check_mistake(inside(*arguments[:-1], "30,41"), "three has the scores of 3 sides")
    check_mistake(inside(*arguments, "--against", "solved"), "--scores has no effect")
