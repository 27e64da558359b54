"""Check the player who knows the score: his rates, what they are worth, and games in which he plays."""

from __future__ import annotations

import numpy as np
import pytest

from cribstat.policies import PolicyError
from cribstat.policies.by_score import BOTH, NOBODY, ONE, knowing_chance, rates_by_score
from cribstat.policies.rates import EVEN, RATES, rate_policy
from cribstat.rules import FIVE, SIX, RuleError
from cribstat.simulation import compare, simulate
from cribstat.simulation.by_score import TablesByScore, rate_table, seated_table
from cribstat.simulation.knowing import knowing_worth
from cribstat.winprob import win_prob


def test_knowing_the_score_is_worth_three_games_in_a_thousand() -> None:
    for role, gain, error in (("dealer", 0.00298, 0.00011), ("pone", 0.00302, 0.00012)):
        one = knowing_chance(role)
        assert round(float(one.gain[0, 0]), 5) == gain
        assert round(float(one.gain_se[0, 0]), 5) == error
        assert (one.gain > -4 * one.gain_se - 2e-5).all()
    both = knowing_chance("dealer", BOTH)
    assert abs(both.gain[0, 0]) < 0.0002


def test_chances_agree_with_the_table_that_ships() -> None:
    for dealer, pone in ((0, 0), (35, 37), (96, 101), (110, 110)):
        nobody = knowing_chance("dealer", NOBODY).win_prob[dealer, pone]
        assert nobody == pytest.approx(win_prob(dealer, pone, "dealer").win_prob, abs=0.003)


@pytest.mark.parametrize(
    ("role", "who", "words"), [("third", ONE, "role 'third'"), ("pone", "all", "'all' knows")]
)
def test_who_is_not_there_is_refused(role: str, who: str, words: str) -> None:
    with pytest.raises(PolicyError, match=words):
        knowing_chance(role, who)


def test_tables_serve_every_score_once_with_the_rates_of_the_scores() -> None:
    table = seated_table(SIX, ["by-score", "solved"], ["expectation"] * 2, games=True)
    assert isinstance(table, TablesByScore)
    scores = np.random.default_rng(2).integers(0, 121, (300, 2))
    seen = np.zeros(300, int)
    for found, rows in table.groups(scores):
        seen[rows] += 1
        for pone, dealer in scores[rows].tolist():
            rate = RATES[int(rates_by_score("pone")[dealer, pone])]
            assert found.policy(0) == rate_policy(rate, "pone").name
            assert found.policy(1) == "solved"
            assert found.play.weights.tolist() == [[rate[1], rate[0]], [1, 1]]  # type: ignore[attr-defined]
    assert (seen == 1).all()
    assert (table.policy(0), table.policy(1), table.player) == ("by-score", "solved", "expectation")


def test_a_game_of_even_rates_is_the_game_of_the_solved() -> None:
    even = rate_table(SIX, (EVEN, EVEN)).deal(5, np.arange(200)).deals
    known = seated_table(SIX, ["solved"] * 2, ["expectation"] * 2, games=True)
    assert not isinstance(known, TablesByScore)
    for part, other in zip(even, known.deal(5, np.arange(200)).deals, strict=True):
        if part.ndim == 1:
            np.testing.assert_array_equal(part, other)


def test_games_by_score_are_played_and_mirrored() -> None:
    found = simulate("six", 60, policies={"dealer": "by-score"}, seed=3)
    assert found.policies == {"dealer": "by-score", "pone": "solved"}
    assert found.games is not None
    assert found.games.games == 60
    paired = compare("six", 60, policies="by-score", against="by-score", seed=3)
    assert paired.win_difference is not None
    assert paired.win_difference.mean == 0


@pytest.mark.parametrize(
    ("variant", "play", "games", "words"),
    [
        (FIVE, "expectation", True, "plays six-card cribbage only, not five"),
        (SIX, "greedy", True, "plays with 'expectation', not with 'greedy'"),
        (SIX, "expectation", False, "needs games: a single deal has no score"),
    ],
)
def test_what_by_score_cannot_do_is_refused(variant: object, play: str, games: bool, words: str) -> None:
    with pytest.raises(RuleError, match=words):
        seated_table(variant, ["by-score", "solved"], [play, play], games=games)  # type: ignore[arg-type]


@pytest.mark.exhaustive
def test_a_smaller_sample_finds_the_same_worth() -> None:
    found = knowing_worth(36_000, 99, batches=12, threads=2)
    for role in ("dealer", "pone"):
        gain = getattr(found.values[ONE], role)[0, 0] - getattr(found.values[NOBODY], role)[0, 0]
        error = getattr(found.gain_se[ONE], role)[0, 0]
        shipped = knowing_chance(role)
        # With fewer deals the rates are chosen less well: what they add is no more, within errors.
        assert gain < shipped.gain[0, 0] + 4 * error
        assert gain > -4 * error


@pytest.mark.exhaustive
def test_mirrored_games_find_the_worth_too() -> None:
    found = compare("six", 60_000, policies="by-score", seed=70, threads=2)
    assert found.wins is not None
    expected = np.mean([knowing_chance(role).gain[0, 0] for role in ("dealer", "pone")])
    assert found.wins.se < 0.0006
    assert abs(found.wins.mean - 0.5 - expected) < 4 * found.wins.se
