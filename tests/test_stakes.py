"""Stakes of one game by every rule, the account of several, and who deals the next."""

from __future__ import annotations

from typing import Any

import pytest

from cribstat import Game, Match, RuleError, Variant, variant
from cribstat.game import Account, Payment, loss_of, next_first_dealer
from cribstat.game.board_text import board_lines, game_pegs
from golden_files import cases
from random_games import random_act, random_game

SKUNK = variant("six", stake_rule="skunk")


@pytest.mark.parametrize(
    ("name", "doubled", "single"),
    [("five", 30, 31), ("six", 60, 61), ("seven", 90, 91)],
    ids=["LW11", "LW12", "LW13"],
)
def test_law_cases_of_the_lurch(name: str, doubled: int, single: int) -> None:
    assert loss_of(name, doubled) == ("lurch", 2)
    assert loss_of(name, single) == ("plain", 1)


@pytest.mark.parametrize(
    "row", [r for r in cases("e") if r["unit"] == "loss_class"], ids=lambda row: row["id"]
)
def test_loss_cases(row: dict[str, str]) -> None:
    loser = int(row["input"].rpartition("=")[2])
    assert loss_of(SKUNK, loser).name == row["expected"]


@pytest.mark.parametrize(
    ("name", "options", "limits"),
    [
        ("six", {"stake_rule": "skunk"}, {60: "double skunk", 61: "skunk", 90: "skunk", 91: "plain"}),
        ("five", {"stake_rule": "skunk"}, {0: "skunk", 30: "skunk", 31: "plain"}),
        ("seven", {"stake_rule": "skunk"}, {120: "double skunk", 121: "skunk", 150: "skunk", 151: "plain"}),
        ("eight", {"stake_rule": "skunk"}, {180: "double skunk", 181: "skunk", 210: "skunk", 211: "plain"}),
        ("eight", {}, {120: "lurch", 121: "plain"}),
        ("five", {"lurch_rule": "fixed"}, {29: "lurch", 30: "plain"}),
        ("six", {"lurch_rule": "fixed"}, {59: "lurch", 60: "plain"}),
        ("six", {"lurch_rule": "off"}, {0: "plain"}),
        ("six", {"stake_rule": "none"}, {0: "plain"}),
        ("three", {}, {30: "lurch", 31: "plain"}),
        ("four", {"target": 61}, {30: "lurch", 31: "plain"}),
    ],
)
def test_limits(name: str, options: dict[str, Any], limits: dict[int, str]) -> None:
    record = variant(name, **options)
    stakes = {"plain": 1, "lurch": 2, "skunk": 2, "double skunk": 3}
    for score, loss in limits.items():
        assert loss_of(record, score) == (loss, stakes[loss])
    assert loss_of(variant("six", stake_rule="skunk", double_skunk_stake=4), 60).stakes == 4


def test_no_score_of_a_loser() -> None:
    for score in (-1, 121, True, "5"):
        with pytest.raises(RuleError, match="loser's score"):
            loss_of("six", score)  # type: ignore[arg-type]


def ended(record: str | Variant, before: list[int], seed: int = 1) -> Game:
    """Play a game from given scores to its end."""
    return random_game(record, seed, dealer=0, scores=before)


def test_in_three_each_loser_settles_singly() -> None:
    account = Account(3, stake=6)
    game = ended("three", [60, 20, 30])
    assert game.winner == 0
    assert game.scores[1] < 31 < game.scores[2]
    line = account.enter(game)
    assert [loss and loss.name for loss in line.losses] == [None, "lurch", "plain"]
    assert line.gains == line.balance == (18, -12, -6)
    assert line.winners == (0,)
    assert account.settle() == (Payment(1, 0, 12), Payment(2, 0, 6))
    assert account.balance == (0, 0, 0)
    assert [line.what for line in account.lines] == ["game", "settled"]


def test_partners_win_and_lose_alike() -> None:
    account = Account(4)
    game = ended("four", [60, 119])
    line = account.enter(game)
    assert game.winner == 1
    assert line.winners == (1, 3)
    assert line.gains in ((-1, 1, -1, 1), (-2, 2, -2, 2))


def test_a_running_account_adds_to_nothing() -> None:
    account = Account()
    for seed in range(4):
        account.enter(random_game("five", seed))
    assert sum(account.balance) == 0
    assert account.lines[-1].balance == tuple(
        map(sum, zip(*(line.gains for line in account.lines), strict=True))
    )
    with pytest.raises(RuleError, match="not over"):
        account.enter(Game("six"))
    with pytest.raises(RuleError, match="2 players"):
        account.enter(random_game("three", 1))


@pytest.mark.parametrize(("rule", "dealer"), [("loser", 1), ("winner", 0), ("cut", None), ("alternate", 1)])
def test_next_first_dealer_of_two(rule: str, dealer: int | None) -> None:
    game = ended(variant("six", next_game_first_deal=rule), [120, 20])
    assert game.winner == 0
    assert next_first_dealer(game) == dealer
    with pytest.raises(RuleError, match="not over"):
        next_first_dealer(Game("six", dealer=0))


def test_next_first_dealer_of_more() -> None:
    three = ended("three", [60, 30, 20])
    assert (three.winner, next_first_dealer(three)) == (0, 2)
    four = ended("four", [20, 120])
    assert (four.winner, next_first_dealer(four)) == (
        1,
        2,
    )  # player 0 dealt last, 2 is the next of the losers
    won = ended(variant("four", next_game_first_deal="winner"), [20, 120])
    assert next_first_dealer(won) == 1


def test_a_match() -> None:
    match = Match("five", players=["Ann", "Bob"], seed=5, stake=10, points=2)
    assert (match.points, match.winners, match.account.lines) == ((0, 0), (), ())
    while not match.winners:
        game = match.begin()
        with pytest.raises(RuleError, match="going on"):
            match.begin()
        import random

        choices = random.Random(len(match.games))
        while not game.over:
            random_act(game, choices)
    assert max(match.points) >= 2
    assert len(match.games) >= 1
    assert sum(match.account.balance) == 0
    assert [game.seed for game in match.games] == [5 + number for number in range(len(match.games))]
    for last, game in zip(match.games, match.games[1:], strict=False):
        assert game.began.dealer == next_first_dealer(last)
    with pytest.raises(RuleError, match="match is won"):
        match.begin()
    assert Match("six").begin().seed is None


def test_a_looker_on_who_interferes_pays_the_stakes_lost() -> None:
    game = Game("six", seed=1, dealer=0, scores=(50, 119))
    game.irregularity("BYSTANDER")
    game.irregularity("PEG-TOUCH", 0)
    account = Account(2, stake=5)
    line = account.enter(game)
    assert (line.winners, line.gains, line.balance, line.bystander) == ((1,), (0, 10), (0, 10), 10)
    assert account.settle() == (Payment(None, 1, 10),)
    assert (account.balance, account.bystander) == ((0, 0), 0)


def test_spare_pegs_count_the_games_of_a_match() -> None:
    match = Match("six", seed=3)
    for winner in (0, 1, 1):
        game = match.begin()
        while game.winner is None:
            if game.phase == "cut_deal":
                game.cut(game.actions()[0].player)
            else:
                game.irregularity("PEG-TOUCH", 1 - winner)
    assert match.games_won == (1, 2)
    assert match.points == (2, 4)  # each loser was in the lurch
    drawn = board_lines(match.games[-1].board, games=match.games_won)
    assert any("● · · · · · · · ·   games won: 1" in line for line in drawn)
    assert any("● ● · · · · · · ·   games won: 2" in line for line in drawn)
    assert [game_pegs(won) for won in (0, 1, 9, 10, 18, 19)] == [0, 1, 9, 1, 9, 1]
    for games in ((1,), (1, -1), (1, True)):
        with pytest.raises(RuleError, match="games"):
            board_lines(match.games[-1].board, games=games)
