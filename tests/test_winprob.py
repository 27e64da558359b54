"""The chance of winning as it ships: against what is published, itself, direct simulation, and by command."""

from __future__ import annotations

import csv
import io
import json
import math
from pathlib import Path

import numpy as np
import pytest

import cribstat
from commands import Inside, check_mistake
from cribstat import rank_discards
from cribstat.kernels.simulation.games import advance_games
from cribstat.policies.shipped import SOLVED
from cribstat.rules import VARIANTS, RuleError, options_of, variant
from cribstat.simulation import race_statistics, simulate
from cribstat.simulation.table import Table
from cribstat.tables import manifest
from cribstat.winprob import STAKES, endgame, solve_values, value_tables, win_prob
from cribstat.winprob.files import read_race
from cribstat.winprob.points import even_scores, game_values, point_worth, street_worth
from cribstat.winprob.statistic import RaceStatistic
from cribstat.winprob.tables import TWO_SIDED, race_file, shipped_race

QUICK = [
    pytest.param(name, marks=() if name in ("five", "six") else pytest.mark.exhaustive) for name in TWO_SIDED
]
SHIPPED = [name for name in TWO_SIDED if race_file(name) in manifest()]


def test_every_two_sided_variant_ships() -> None:
    assert list(TWO_SIDED) == SHIPPED


@pytest.mark.parametrize("name", SHIPPED)
def test_errors_are_small_everywhere(name: str) -> None:
    errors = shipped_race(name)[1]["win"]
    assert errors.dealer.shape == (variant(name).target, variant(name).target)
    assert 0 < errors.dealer.max() <= 0.0005
    np.testing.assert_allclose(errors.pone, errors.dealer, atol=errors.dealer.max() / 100 + 1e-9)


@pytest.mark.parametrize("name", QUICK)
def test_points_help_their_owner(name: str) -> None:
    tables = value_tables(name)
    np.testing.assert_allclose(tables.dealer + tables.pone, 1.0, atol=1e-12)
    assert 0 <= tables.dealer.min() <= tables.dealer.max() <= 1
    for role in ("dealer", "pone"):
        worth = point_worth(role, name)
        assert (worth.own >= -1e-12).all()
        assert (worth.other <= 1e-12).all()


@pytest.mark.parametrize("name", QUICK)
def test_disjoint_deals_agree_everywhere(name: str) -> None:
    statistic, errors = shipped_race(name)
    middle = statistic.batches // 2
    target = variant(name).target
    first, second = (
        solve_values(statistic.shares(half), target, ["win"])["win"].dealer
        for half in (slice(0, middle), slice(middle, None))
    )
    # A half has twice the variance of the whole, and two halves differ with twice that again.
    assert (np.abs(first - second) <= 4 * 2 * errors["win"].dealer + 1e-12).all()


def games_from(states: np.ndarray, games: int, seed: int, name: str = "six") -> np.ndarray:
    """Play games out from pairs of scores (n, 2), the dealer's first; give the share the dealer wins (n,)."""
    record = variant(name)
    table = Table.named(record, [SOLVED] * record.players)
    scores = np.repeat(np.array(states), games, axis=0)
    winners, playing, turn = np.full(len(scores), -1), np.arange(len(scores)), 0
    while len(playing):
        deals = table.deal(seed, playing + turn * len(scores)).deals
        # Side 0 deals first, so the player on his left leads.
        advance_games(deals, playing, (turn + 1) % record.players, record.target, False, scores, winners)
        playing, turn = playing[winners[playing] < 0], turn + 1
    shares: np.ndarray = (winners.reshape(-1, games) == 0).mean(axis=1)
    return shares


def check_games(states: np.ndarray, games: int, seed: int, name: str = "six") -> None:
    """Expect whole games to agree with the table within 4 standard errors."""
    tables = value_tables(name)
    chance = tables.dealer[tuple(np.transpose(states))]
    table_se = tables.dealer_se[tuple(np.transpose(states))]
    errors = np.sqrt(chance * (1 - chance) / games + table_se**2)
    assert (np.abs(games_from(states, games, seed, name) - chance) <= 4 * errors + 1 / games).all()


def test_whole_games_agree_with_the_table() -> None:
    states = np.array(
        [[120, 120], [119, 117], [115, 118], [111, 96], [96, 111], [104, 104], [90, 85], [60, 70]]
    )
    check_games(states, 150, seed=99)


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", SHIPPED)
def test_whole_games_from_fifty_pairs_of_scores(name: str) -> None:
    states = np.random.default_rng(3).integers(0, variant(name).target, size=(50, 2))
    check_games(states, 1_000 if name == "six" else 150, seed=98, name=name)


@pytest.mark.exhaustive
def test_one_point_before_the_target_on_both_sides() -> None:
    games = 2_000_000
    share = 1 - sum(games_from(np.array([[120, 120]]), 100_000, seed)[0] for seed in range(20, 40)) / 20
    assert games == 20 * 100_000
    assert abs(share - win_prob(120, 120, "pone").win_prob) < 0.001


def test_first_dealer_against_published_figures() -> None:
    # SOURCE: data/published: 55.5 % of all human games, 56 % (Colvert), 56.2 % (programs).
    first = win_prob(0, 0, "dealer")
    assert 0.555 <= first.win_prob <= 0.5635
    # SOURCE: <https://orbitals.com/cp/calc/details.html>: about 51 % with the dealer at 35, pone at 37.
    assert abs(win_prob(35, 37, "dealer").win_prob - 0.51) < 0.01
    assert math.isclose(first.win_prob + win_prob(0, 0, "pone").win_prob, 1.0)


def test_stakes_follow_the_chance_where_nobody_can_be_skunked() -> None:
    answer = win_prob(110, 105, "pone")
    assert answer.stakes["lurch"].value == pytest.approx(2 * answer.win_prob - 1)
    assert answer.stakes["skunk4"].value == pytest.approx(2 * answer.win_prob - 1)
    assert answer.stakes["tournament"].value == pytest.approx(2 * answer.win_prob)
    far = win_prob(100, 20, "dealer")
    assert far.stakes["skunk"].value > 1.5 > 1 > far.win_prob
    assert set(answer.stakes) == set(STAKES) - {"win"}


def test_value_tables_under_stakes() -> None:
    for stakes in ("lurch", "skunk", "skunk4"):
        tables = value_tables("six", stakes)
        np.testing.assert_array_equal(tables.dealer, -tables.pone)
        assert not tables.own_only
    tournament = value_tables("six", "tournament")
    assert tournament.own_only
    whole = tournament.dealer + tournament.pone
    assert 2 - 1e-12 <= whole.min() < 2.1 < whole[0, 0] < 2.3 < whole.max() <= 3 + 1e-12
    assert not tournament.dealer.flags.writeable


def test_other_targets_are_solved_from_the_same_deals() -> None:
    short = value_tables(variant("four", target=61))
    np.testing.assert_allclose(short.dealer, value_tables("four").dealer[60:, 60:], atol=1e-12)
    assert short.dealer.shape == (61, 61)
    # The errors at the own target are those of twice as many batches.
    ratio = short.dealer_se[20:50, 20:50] / value_tables("four").dealer_se[80:110, 80:110]
    assert 0.8 < np.median(ratio) < 1.25


def test_endgame_adds_up() -> None:
    for own, other, role in (
        (115, 118, "dealer"),
        (119, 100, "pone"),
        (60, 61, "dealer"),
        (120, 120, "pone"),
    ):
        answer = endgame(own, other, role)
        out = sum(row.out_prob for row in answer.phases)
        assert out + answer.goes_on_prob == pytest.approx(1)
        mine = sum(row.out_prob for row in answer.phases if row.role == role)
        after = answer.goes_on_prob * (answer.goes_on_win_prob or 0.0)
        assert mine + after == pytest.approx(answer.win_prob)
        assert all(row.out_prob <= row.alone_prob + 1e-12 for row in answer.phases)
        assert (answer.own_needs, answer.other_needs) == (121 - own, 121 - other)
        assert answer.own_reach_prob + answer.other_reach_prob - answer.both_reach_prob == pytest.approx(out)
    assert [row.out_prob > 0 for row in endgame(118, 120, "dealer").phases[:2]] == [False, True]
    assert endgame(119, 120, "dealer").phases[0].out_prob == pytest.approx(1 / 13, abs=0.001)


def test_what_a_point_is_worth() -> None:
    chances = game_values("pone")
    assert np.isnan(chances[121, 121])
    assert chances.shape == (122, 122)
    assert chances[121, 0] == 1
    assert chances[0, 121] == 0
    assert chances[96, 101] == win_prob(96, 101, "pone").win_prob
    worth = point_worth("dealer")
    assert worth.own[96, 101] == pytest.approx(chance(97, 101) - chance(96, 101))
    assert worth.other[96, 101] == pytest.approx(chance(96, 102) - chance(96, 101))
    skunks = game_values("dealer", stakes="skunk")
    assert (skunks[121, 60], skunks[121, 61], skunks[90, 121], skunks[91, 121]) == (3, 2, -2, -1)
    assert point_worth("dealer", stakes="skunk").own[100, 61] > point_worth("dealer").own[100, 61]
    streets = street_worth("dealer")
    assert streets.shape == (4, 4)
    assert streets[3, 3] == pytest.approx(worth.own[91:, 91:].mean())
    assert streets[0, 0] == pytest.approx(worth.own[:31, :31].mean())
    even = even_scores("dealer")
    below, above = int(even[60]), int(even[60]) + 1
    assert chance(60, below) >= 0.5 >= chance(60, above)
    assert even[60] > 60 > even_scores("pone")[60]


def chance(own: int, other: int) -> float:
    """Give the dealer's chance."""
    return win_prob(own, other, "dealer").win_prob


def test_mistakes_in_python() -> None:
    with pytest.raises(RuleError, match="0 to 120 here, not 121"):
        win_prob(121, 0, "dealer")
    with pytest.raises(RuleError, match="dealer or pone, not 'west'"):
        win_prob(0, 0, "west")
    with pytest.raises(RuleError, match="'three'"):
        win_prob(0, 0, "dealer", "three")
    with pytest.raises(RuleError, match="'crib_flush'"):
        win_prob(0, 0, "dealer", variant("six", crib_flush="hand_rule"))
    assert win_prob(0, 0, "dealer", variant("six", law_profile="modern")) == win_prob(0, 0, "dealer")
    assert cribstat.win_prob is win_prob


def test_command_answers_in_json(inside: Inside) -> None:
    told = json.loads(inside("winprob", "96", "101", "--dealer", "--format", "json").out)
    names = ["variant", "own", "other", "role", "win_prob", "win_prob_se", "policies", "stakes"]
    assert list(told) == names
    answer = win_prob(96, 101, "dealer")
    assert told["win_prob"] == answer.win_prob
    assert told["stakes"]["lurch"] == answer.stakes["lurch"]._asdict()
    assert told["policies"] == {"discards": "solved", "play": "expectation"}
    some = json.loads(inside("winprob", "96", "101", "--pone", "--stakes", "skunk", "--format", "json").out)
    assert list(some["stakes"]) == ["skunk"]
    assert some["role"] == "pone"


def test_command_answers_in_words(inside: Inside) -> None:
    out = inside("winprob", "96", "101", "--dealer").out
    assert "six: 96 against 101, you are dealer" in out
    assert f"chance of winning {chance(96, 101):.2%}" in out
    assert "| win |" in inside("winprob", "96", "101", "--dealer", "--format", "markdown").out
    rows = list(csv.DictReader(io.StringIO(inside("winprob", "30", "20", "--pone", "--format", "csv").out)))
    assert [row["stakes"] for row in rows] == list(STAKES)


def test_table_of_all_states(inside: Inside) -> None:
    rows = list(csv.DictReader(io.StringIO(inside("table", "winprob", "--format", "csv").out)))
    assert len(rows) == 121 * 121
    tables = value_tables("six")
    row = rows[121 * 30 + 20]
    assert (row["dealer"], row["pone"]) == ("30", "20")
    assert float(row["win_prob"]) == tables.dealer[30, 20]
    assert float(row["win_prob_se"]) == tables.dealer_se[30, 20]
    assert float(row["tournament_pone"]) == value_tables("six", "tournament").pone[30, 20]
    out = inside("table", "winprob", "--step", "30").out
    assert "largest standard error" in out
    assert f"{100 * chance(30, 60):.1f}" in out
    assert "| 30 |" in inside("table", "winprob", "--format", "markdown", "--stakes", "lurch").out


def test_endgame_command(inside: Inside) -> None:
    told = json.loads(inside("endgame", "115", "118", "--dealer", "--format", "json").out)
    assert told["counts_first"] == "pone"
    assert [row["phase"] for row in told["phases"]] == ["heels", "play", "play", "hand", "hand", "crib"]
    out = inside("endgame", "115", "118", "--dealer").out
    assert "you need 6, the other side 3; after the play the other side counts first" in out
    assert "you count first" in inside("endgame", "115", "118", "--pone", "--format", "markdown").out
    assert inside("endgame", "115", "118", "--pone", "--format", "csv").out.startswith("phase,role,out_prob")


@pytest.mark.parametrize(
    ("args", "named"),
    [
        (["winprob", "96"], ["OTHER"]),
        (["winprob", "96", "121", "--dealer"], ["0 to 120", "121"]),
        (["winprob", "--pone", "--", "-1", "5"], ["0 to 120", "-1"]),
        (["winprob", "96", "ten", "--dealer"], ["ten"]),
        (["winprob", "96", "101"], ["--dealer", "--pone"]),
        (["winprob", "96", "101", "--dealer", "--pone"], ["--dealer", "--pone"]),
        (["winprob", "61", "0", "--dealer", "--variant", "five"], ["0 to 60", "61"]),
        (["winprob", "1", "0", "--dealer", "--variant", "three"], ["three"]),
        (["winprob", "1", "0", "--dealer", "--rule", "crib_flush=hand_rule"], ["crib_flush"]),
        (["winprob", "1", "0", "--dealer", "--rule", "muggins=on"], ["muggins"]),
        (["winprob", "1", "0", "--dealer", "--stakes", "double"], ["double", "lurch"]),
        (["endgame", "1", "0"], ["--dealer"]),
        (["table", "winprob", "--step", "121"], ["--step", "120"]),
        (["solve", "winprob", "--deals", "100", "--batches", "7"], ["100", "7"]),
        (["solve", "winprob", "--variant", "three"], ["three"]),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else None,
)
def test_mistakes(inside: Inside, args: list[str], named: list[str]) -> None:
    check_mistake(inside(*args), *named)


def test_solving_by_command_goes_on_where_it_was(
    inside: Inside, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CRIBSTAT_CACHE", str(tmp_path))
    args = ("solve", "winprob", "--variant", "five", "--seed", "3", "--format", "json")
    first = json.loads(inside(*args, "--deals", "800", "--batches", "2").out)
    kept = tmp_path / "race.npz"
    whole = json.loads(inside(*args, "--deals", "1600", "--batches", "4", "--race", str(kept)).out)
    assert (first["deals"], whole["deals"]) == (800, 1600)
    fresh = json.loads(inside(*args, "--deals", "1600", "--batches", "4", "--fresh").out)
    assert fresh == whole
    statistic, errors = read_race(kept.read_bytes(), "race")
    assert statistic.batches == 4
    assert statistic.deals == 1600
    assert errors["win"].dealer.max() == pytest.approx(whole["rows"][0]["largest_se"], rel=0.01)
    again = RaceStatistic.counted(*race_statistics("five", 1600, 3, batches=4))
    np.testing.assert_array_equal(again.totals, statistic.totals)
    np.testing.assert_array_equal(again.dealer_phases, statistic.dealer_phases)
    check_mistake(inside(*args, "--race", str(kept)), "race.npz", "--force")


TARGETS = (61, 91, 121, 181, 241)


def test_every_variant_has_every_common_target() -> None:
    for name in VARIANTS:
        assert sorted(options_of(name)["target"]) == list(TARGETS)
        assert options_of(name)["target"][0] == VARIANTS[name].target


@pytest.mark.parametrize("target", [61, 91])
def test_short_games_agree_with_simulated_ones(target: int) -> None:
    """Play whole games from scores near the end: shares won within four standard errors of the race."""
    record = variant("six", target=target)
    scores = (target - 31, target - 28)
    won = simulate(record, games=20_000, scores=scores, seed=5, threads=2).games
    assert won is not None
    answer = win_prob(*scores, "dealer", record)
    assert abs(won.wins[0].mean - answer.win_prob) < 4 * math.hypot(won.wins[0].se, answer.win_prob_se)


@pytest.mark.parametrize("asked", [("winprob", "50", "40"), ("endgame", "50", "40")])
@pytest.mark.parametrize("name", ["five", "six"])
def test_the_commands_know_the_target(asked: tuple[str, ...], name: str, inside: Inside) -> None:
    done = inside(*asked, "--dealer", "--variant", name, "--rule", "target=61", "--format", "json")
    told = json.loads(done.out)
    assert told["win_prob"] == win_prob(50, 40, "dealer", variant(name, target=61)).win_prob
    check_mistake(
        inside("winprob", "61", "40", "--dealer", "--variant", name, "--rule", "target=61"), "0 to 60"
    )
    check_mistake(inside("winprob", "9", "4", "--dealer", "--rule", "target=62"), "'target' may be", "61")


def test_a_discard_is_ranked_to_another_target(inside: Inside) -> None:
    deal = "5h 5d Js Qc 6c 7d"
    short = ("--rule", "target=61")
    rows = json.loads(inside("discard", deal, "--pone", "--score", "50-45", *short, "--format", "json").out)[
        "answers"
    ][0]["rows"]
    ranking = rank_discards(deal, "pone", variant=variant("six", target=61), scores=(50, 45))
    assert [row["win_prob"] for row in rows] == [row.win_prob for row in ranking.rows]
    assert rows[0]["win_prob"] > 0.1 + rank_discards(deal, "pone", scores=(50, 45)).rows[0].win_prob
    check_mistake(inside("discard", deal, *short), "'target' has no effect on a discard without --score")
