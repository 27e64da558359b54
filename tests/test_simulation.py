"""The simulation: against a plain twin on the same cards, against exact means, and by its own laws."""

from __future__ import annotations

import csv
import hashlib
import io
import json
from collections.abc import Callable, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import naive_simulation as twin
from commands import Inside, check_mistake
from cribstat import PolicyError, RuleError, rank_deals, variant
from cribstat.crib import ModelError
from cribstat.game.forms import rows_from_csv, rows_to_csv, shipped_variants
from cribstat.kernels import enumeration
from cribstat.policies.solved import solved_policy
from cribstat.rules import VARIANTS, Variant
from cribstat.simulation import compare, race_statistics, simulate
from cribstat.simulation.figures import Spread
from cribstat.simulation.games import play_games
from cribstat.simulation.table import Table
from cribstat.simulation.variants import variant_rows, variants_table
from cribstat.tables import manifest, read_table

ROLES = ("pone", "dealer")


def by_class(record: Variant) -> twin.LayOut:
    """Lay away by the solved policy, drawing by its shares in the order of the class's representative."""
    policies = [solved_policy(role, record.dealt) for role in ROLES]

    def lay_out(deal: Sequence[int], seat: int, below: Callable[[int], int]) -> list[int]:
        held = [sorted((card // 4 for card in deal if card % 4 == suit), reverse=True) for suit in range(4)]
        order = sorted(range(4), key=lambda suit: (-len(held[suit]), [-rank for rank in held[suit]], suit))
        ordered = sorted(deal, key=lambda card: (card // 4, order.index(card % 4)))
        classes, _ = enumeration.classes_of(np.array([deal], dtype=np.uint8))
        policy = policies[seat]
        shares = np.rint(policy.shares(classes)[0] * policy.denominator).astype(int)
        pairs = list(combinations(ordered, 2))
        if shares.max() == policy.denominator:
            return list(pairs[shares.argmax()])
        drawn = below(policy.denominator)
        return list(pairs[int((drawn >= shares.cumsum()).sum())])

    return lay_out


def by_value(record: Variant, policy: str) -> twin.LayOut:
    """Lay away the first of the discards worth most, by the hand alone or by the solved habits too."""

    def lay_out(deal: Sequence[int], seat: int, _: Callable[[int], int]) -> list[int]:
        model = "solved" if policy == "solved" else "uniform"
        hand, crib = rank_deals(np.array([deal], dtype=np.uint8), variant=record, seat=seat, crib_model=model)
        worth = (hand + record.crib_share(seat) * crib * (policy == "solved"))[0]
        (best, *_) = np.flatnonzero(worth > worth.max() - 1e-9)
        return list(list(combinations(deal, record.laid_out))[best])

    return lay_out


def plain(record: Variant, policy: str = "solved") -> twin.Game:
    """Set the twin up for a game."""
    return twin.Game(
        record.players,
        record.dealt,
        record.laid_out,
        by_class(record) if record.name in ("five", "six") else by_value(record, policy),
        record.from_pack,
        record.single_series,
        record.sides,
        record.target,
        0 if record.three_for_last == "no" else 3,
    )


@pytest.mark.parametrize(
    ("name", "policy", "games"),
    [("five", "solved", 40), ("six", "solved", 40), ("three", "best-hand", 8), ("four", "best-hand", 8)],
)
def test_games_agree_with_the_plain_twin(name: str, policy: str, games: int) -> None:
    record = variant(name)
    table = Table.named(record, [policy] * record.players, "greedy")
    found = play_games([table], 11, 100, games)
    wanted = [twin.play_game(plain(record, policy), 11, 100 + game) for game in range(games)]
    assert found.winners.tolist() == [game.winner for game in wanted]
    assert found.scores.tolist() == [game.scores for game in wanted]
    assert found.lengths.tolist() == [game.deals for game in wanted]
    for seat in range(record.players):
        for column, part in enumerate(("heels", "play", "hand", "crib")):
            assert found.points[seat, column, 0] == sum(game.points.get((seat, part), 0) for game in wanted)


# The tables of the habits take seconds to make, those of eight cards half a minute.
BY_HABITS = [
    "four",
    pytest.param("three", marks=pytest.mark.exhaustive),
    pytest.param("seven", marks=pytest.mark.exhaustive),
    pytest.param("eight", marks=pytest.mark.exhaustive),
]


@pytest.mark.parametrize("name", BY_HABITS)
def test_deals_agree_with_the_plain_twin(name: str) -> None:
    record = variant(name)
    deals = Table.named(record, ["solved"] * record.players, "greedy").deal(3, np.arange(5)).deals
    for deal in range(5):
        events = plain(record).points(3, deal)
        earned = [(seat, points) for seat, part, points in events if part == "play"]
        number = deals.numbers[deal]
        told = zip(deals.seats[deal, :number].tolist(), deals.points[deal, :number].tolist(), strict=True)
        assert list(told) == earned
        shown = {seat: points for seat, part, points in events if part == "hand"}
        assert deals.hands[:, deal].tolist() == [shown[seat] for seat in range(record.players)]
        assert deals.cribs[deal] == events[-1][2]


def exact_means(name: str) -> dict[str, dict[str, float]]:
    """Return the mean hands and cribs of the two solved policies as they were counted."""
    entry = manifest()[f"solved/{name}.npz"]
    return {
        "pone": {"hand": entry["pone_hand"], "crib": 0.0},
        "dealer": {"hand": entry["dealer_hand"], "crib": entry["crib"]},
    }


@pytest.mark.parametrize("name", ["five", "six"])
def test_hands_and_cribs_have_the_exact_means(name: str) -> None:
    found = simulate(name, deals=30_000, play="random", seed=5)
    for role, known in exact_means(name).items():
        for part, mean in known.items():
            told = found.roles[role][part]
            assert abs(told.mean - mean) <= 4 * told.se
    check_heels(found.roles["dealer"]["heels"])


@pytest.mark.parametrize("name", BY_HABITS)
def test_hands_and_cribs_have_the_means_of_the_habits(name: str) -> None:
    record = variant(name)
    found = simulate(record, deals=10_000, play="random", seed=5)
    rows = csv.DictReader(io.StringIO(read_table(f"solved/habits_{name}_figures.csv").decode()))
    known = {int(row["seat"]): row for row in rows if row["variant"] == name}
    for seat, told in enumerate([found.roles[role] for role in seats_of(record)]):
        hand, row = told["hand"], known[seat]
        assert abs(hand.mean - float(row["hand_ev"])) < 4 * np.hypot(hand.se, float(row["hand_se"]))
    crib, row = told["crib"], known[record.dealer_seat]
    assert abs(crib.mean - float(row["crib_ev"])) < 4 * np.hypot(crib.se, float(row["crib_se"]))
    check_heels(told["heels"])


def check_heels(heels: Spread) -> None:
    """Two points in one deal of thirteen."""
    assert abs(heels.mean - 2 / 13) < 4 * heels.se
    assert heels.sd == pytest.approx(2 * np.sqrt(12) / 13, rel=0.05)


def seats_of(record: Variant) -> list[str]:
    """Name the roles in the order of the seats."""
    return ["pone", "dealer"] if record.players == 2 else [str(seat) for seat in range(record.players)]


def test_threads_and_parts_change_nothing() -> None:
    told: list[tuple[int, int]] = []
    one = simulate("five", 5000, play="greedy", progress=lambda done, total: told.append((done, total)))
    two = simulate("five", 5000, play="greedy", threads=3)
    assert one.roles == two.roles
    assert one.games is not None
    assert two.games is not None
    assert (one.games.wins, one.games.margin, one.games.deals_a_game) == (
        two.games.wins,
        two.games.margin,
        two.games.deals_a_game,
    )
    assert told == [(4096, 5000), (5000, 5000)]
    assert simulate("five", 5000, play="greedy", seed=8).roles != one.roles


def test_games_add_up() -> None:
    found = simulate("six", 1000, play="greedy", seed=3)
    games = found.games
    assert games is not None
    assert games.lengths.sum() == 1000
    assert games.losing_scores.sum() == 1000
    assert found.deals == (games.lengths * np.arange(len(games.lengths))).sum()
    assert games.deals_a_game.mean == found.deals / 1000
    assert sum(wins.mean for wins in games.wins) == pytest.approx(1)
    assert games.margin.mean == pytest.approx(121 - games.losing_scores @ np.arange(121) / 1000)
    assert games.lurches is not None
    assert games.lurches.mean == games.losing_scores[:61].sum() / 1000
    assert games.skunks is not None
    assert games.skunks.mean == games.losing_scores[:91].sum() / 1000
    for points in found.roles.values():
        parts = sum(points[part].mean for part in ("heels", "play", "hand", "crib"))
        assert points["total"].mean == pytest.approx(parts)
    lead = found.roles["dealer"]["total"].mean - found.roles["pone"]["total"].mean
    assert found.lead["total"].mean == pytest.approx(lead)


def test_one_player_is_worth_as_much_as_himself() -> None:
    games = compare("five", 1000, play="greedy", against_play="greedy")
    assert games.wins == (0.5, 0.0)
    assert games.win_difference == (0.0, 0.0)


def test_mirrored_games_are_games_of_both() -> None:
    found = compare("six", 200, play="greedy", against="solved-no-play", against_play="random")
    other = compare("six", 200, play="random", policies="solved-no-play", against_play="greedy")
    assert found.win_difference is not None
    assert other.win_difference is not None
    assert found.win_difference.mean == -other.win_difference.mean
    assert found.win_difference.mean > 3 * found.win_difference.se


def test_mirrored_deals_are_deals_of_both() -> None:
    players = {"play": "greedy", "against_play": "greedy"}
    found = compare("five", deals=2000, against="best-hand", **players).points_difference
    leading = simulate("five", deals=2000, policies={"pone": "best-hand"}, play="greedy").lead["total"]
    dealing = simulate("five", deals=2000, policies={"dealer": "best-hand"}, play="greedy").lead["total"]
    assert found is not None
    assert found.mean == pytest.approx((leading.mean - dealing.mean) / 2)
    assert 0 < found.se < leading.se


def test_races_have_the_points_of_the_deals() -> None:
    dealer_out, pone_out, totals = race_statistics("five", 3000, 7, play="greedy", batches=3)
    again = race_statistics("five", 1000, 7, first=1000, play="greedy")
    assert dealer_out.shape == pone_out.shape == (3, 4, 128, 128)
    assert totals.sum(axis=(1, 2)).tolist() == [1000] * 3
    for whole, part in zip((dealer_out, pone_out, totals), again, strict=True):
        assert (whole[1] == part[0]).all()
    found = simulate("five", deals=3000, play="greedy").roles
    both = totals.sum(axis=0)
    assert (both.sum(axis=1) @ np.arange(128)) / 3000 == found["dealer"]["total"].mean
    assert (both.sum(axis=0) @ np.arange(128)) / 3000 == found["pone"]["total"].mean
    for phase, part in enumerate(("heels", "play", "hand", "crib")):
        assert dealer_out[:, phase].sum() / 3000 == found["dealer"][part].mean
        assert pone_out[:, phase].sum() / 3000 == found["pone"][part].mean


@pytest.mark.parametrize(
    ("asked", "error", "named"),
    [
        ({}, RuleError, "games"),
        ({"games": 1, "deals": 1}, RuleError, "games"),
        ({"games": 0}, RuleError, "0"),
        ({"deals": -3}, RuleError, "-3"),
        ({"games": 1, "seed": -1}, RuleError, "-1"),
        ({"games": 1, "variant": "nine"}, RuleError, "nine"),
        ({"games": 1, "play": "clever"}, RuleError, "clever"),
        ({"games": 1, "policies": {"left": "solved"}}, RuleError, "left"),
        ({"games": 1, "policies": "hesel"}, PolicyError, "hesel"),
        ({"games": 1, "variant": "five", "policies": "hessel"}, PolicyError, "hessel"),
        ({"games": 1, "variant": "four", "policies": "hessel"}, PolicyError, "hessel"),
        ({"games": 1, "variant": variant("five", go_obligation="may")}, RuleError, "go_obligation"),
        ({"games": 1, "variant": variant("four", crib_flush="hand_rule")}, ModelError, "crib_flush"),
    ],
    ids=str,
)
def test_mistakes_are_named(asked: dict[str, Any], error: type[Exception], named: str) -> None:
    with pytest.raises(error, match=named):
        simulate(**asked)


def test_three_sides_have_no_race_and_no_mirror() -> None:
    with pytest.raises(RuleError, match="three"):
        compare("three", 10)
    with pytest.raises(RuleError, match="three"):
        race_statistics("three", 10, 7)
    with pytest.raises(RuleError, match="batches"):
        race_statistics("five", 10, 7, batches=3)


def test_command_answers_in_json(inside: Inside) -> None:
    told = inside("simulate", "--games", "50", "--play", "greedy", "--format", "json", "--threads", "1")
    answer = json.loads(told.out)
    found = simulate("six", 50, play="greedy")
    assert answer["variant"] == "six"
    assert (answer["games"], answer["deals"], answer["seed"]) == (50, found.deals, 7)
    assert answer["policies"] == {"dealer": "solved", "pone": "solved"}
    assert set(answer["roles"]["pone"]) == {"total", "heels", "play", "hand", "crib"}
    assert answer["roles"]["dealer"]["total"] == found.roles["dealer"]["total"]._asdict()
    assert found.games is not None
    assert answer["first_dealer_wins"] == found.games.first_dealer_wins._asdict()
    assert answer["double_skunks"].keys() == {"mean", "se"}
    asked = ("--variant", "three", "--policy", "best-hand", "--play", "greedy", "--format", "json")
    single = inside("simulate", "--deals", "50", *asked)
    answer = json.loads(single.out)
    assert list(answer["roles"]) == ["0", "1", "2"]
    whole = ("games", "first_dealer_wins", "deals_a_game", "margin", "lurches", "skunks", "double_skunks")
    assert [answer[key] for key in whole] == [None] * 7


def test_command_prints_and_compares(inside: Inside) -> None:
    printed = inside("simulate", "--games", "50", "--play", "greedy", "--policy", "pone=hessel").out
    assert "deals a game" in printed
    assert "dealer=solved, pone=hessel" in printed
    rows = inside("simulate", "--deals", "50", "--play", "greedy", "--format", "csv").out.splitlines()
    assert rows[0] == "what,part,mean,se,sd"
    assert len(rows) == 11
    mirrored = inside(
        "simulate", "--games", "50", "--play", "greedy", "--against", "solved", "--format", "json"
    )
    assert json.loads(mirrored.out)["win_difference"] == {"mean": 0.0, "se": 0.0}


@pytest.mark.parametrize(
    ("args", "named"),
    [
        (["--games", "0"], "0"),
        (["--games", "5", "--deals", "5"], "--games"),
        (["--policy", "dealer=hesel"], "hesel"),
        (["--policy", "left=solved"], "left"),
        (["--policy", "solved", "--policy", "pone=solved"], "pone"),
        (["--rule", "muggins=on"], "muggins"),
        (["--play", "clever"], "clever"),
        (["--variant", "three", "--against", "solved"], "three"),
        (["--threads", "0"], "threads"),
    ],
    ids=str,
)
def test_command_names_mistakes(inside: Inside, args: list[str], named: str) -> None:
    check_mistake(inside("simulate", *args), named)


def test_shipped_table_of_the_variants() -> None:
    rows = shipped_variants()
    assert rows_from_csv(rows_to_csv(list(rows)))[0] == rows[0]
    games = {(row.variant, row.rule) for row in rows}
    assert games == {*((name, "") for name in VARIANTS), ("five", "three_for_last=no")}
    for name in VARIANTS:
        found = {(row.what, row.part): row for row in rows if (row.variant, row.rule) == (name, "")}
        dealer = found["dealer" if variant(name).players == 2 else str(variant(name).dealer_seat), "heels"]
        assert abs(dealer.mean - 2 / 13) < 4 * dealer.se
        for what in {what for what, part in found if part}:
            parts = sum(found[what, part].mean for part in ("heels", "play", "hand", "crib"))
            assert found[what, "total"].mean == pytest.approx(parts, abs=1e-6)
        length = found["deals_a_game", ""]
        assert length.mean == pytest.approx(length.deals / length.games)


@pytest.mark.parametrize(("name", "rule"), [("five", {}), ("five", {"three_for_last": "no"}), ("six", {})])
def test_shipped_table_is_what_games_come_to(name: str, rule: dict[str, Any]) -> None:
    told = variant_rows(simulate(variant(name, **rule), 400, seed=99))
    shipped = {row[:2] + row[4:6]: row for row in shipped_variants()}
    for row in told:
        known = shipped[row[:2] + row[4:6]]
        assert abs(row.mean - known.mean) <= 4 * np.hypot(row.se, known.se) + (row.what == "lurches") * 0.02


@pytest.mark.exhaustive
def test_recipe_of_the_variants(tmp_path: Path) -> None:
    (tmp_path / "solved").mkdir()
    told: list[str] = []
    ((file, entry),) = variants_table(
        tmp_path, games=20, seed=1, progress=lambda found: told.append(found.variant.name)
    ).items()
    written = (tmp_path / file).read_bytes()
    assert entry["sha256"] == hashlib.sha256(written).hexdigest()
    assert told == ["five", *VARIANTS]
    rows = rows_from_csv(written.decode())
    assert {row.games for row in rows} == {20}


def test_table_of_the_variants_by_command(inside: Inside) -> None:
    printed = inside("table", "variants").out
    assert "five, no three" in printed
    assert max(map(len, printed.splitlines())) <= 80
    rows = inside("table", "variants", "--format", "csv").out.splitlines()
    assert rows[0] == "variant,rule,games,deals,what,part,mean,se,sd"
    answer = json.loads(inside("table", "variants", "--format", "json").out)
    assert len(answer["rows"]) == len(rows) - 1
    assert inside("table", "variants", "--format", "markdown").out.startswith("| game |")
