"""The solved policies that ship: what the manifest says of them, computed again; their way into the cache."""

from __future__ import annotations

import csv
import io
import tomllib
from functools import cache
from itertools import combinations
from math import comb
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cribstat import recipes
from cribstat.cache import FOLDER_VARIABLE
from cribstat.equilibrium import DiscardGame, TraceRow, exploitability, points_game
from cribstat.kernels.enumeration import rank_combinations
from cribstat.policies.policy import PolicyError
from cribstat.policies.solved import solved_file, solved_opponent, solved_policy
from cribstat.tables import data_folder, manifest, read_table

ROLES = ("pone", "dealer")


@cache
def game(dealt: int) -> DiscardGame:
    """Set a game up once."""
    return points_game(dealt)


def shipped_row(dealt: int) -> TraceRow:
    """Compute what the policies that ship for hand and crib are worth against each other."""
    pone, dealer = (solved_policy(role, dealt, play=False) for role in ROLES)
    pair = [policy.parts for policy in (pone, dealer)]
    return exploitability(game(dealt), (pair[0], pair[1]), threads=2)


def trace(dealt: int) -> list[dict[str, str]]:
    """Read a shipped trace."""
    name = solved_file(dealt, play=False).replace(".npz", "_trace.csv")
    return list(csv.DictReader(io.StringIO(read_table(name).decode())))


@pytest.mark.parametrize("dealt", [5, pytest.param(6, marks=pytest.mark.exhaustive)])
def test_the_manifest_says_what_the_policies_are_worth(dealt: int) -> None:
    row, said = shipped_row(dealt), manifest()[solved_file(dealt, play=False)]
    assert row.exploitability == pytest.approx(said["exploitability"], abs=1e-12)
    assert row.dealer_own == pytest.approx(said["dealer_hand"], abs=1e-11)
    assert row.pone_own == pytest.approx(said["pone_hand"], abs=1e-11)
    assert row.crib == pytest.approx(said["crib"], abs=1e-11)
    assert 0 <= row.exploitability <= 5e-8
    last = min(trace(dealt), key=lambda line: float(line["exploitability"]))
    assert row.exploitability == pytest.approx(float(last["exploitability"]), abs=1e-12)


@pytest.mark.exhaustive
def test_both_sides_see_the_same_mean_crib_of_the_solved_game() -> None:
    sides = []
    for role, other in (("dealer", "pone"), ("pone", "dealer")):
        seen = solved_policy(other, play=False).crib_means(threads=2)
        sides.append(game(6).mean((solved_policy(role, play=False).shares() * seen).sum(axis=1)))
    assert abs(sides[0] - sides[1]) < 1e-9


def test_means_agree_with_the_prototype_and_the_published_ones() -> None:
    """SOURCE: averages.csv of the published figures: hands 8.0 and 8.1, crib 4.7."""
    said = manifest()[solved_file(6, play=False)]
    assert said["dealer_hand"] == pytest.approx(7.98, abs=0.005)
    assert said["pone_hand"] == pytest.approx(8.13, abs=0.005)
    assert said["crib"] == pytest.approx(4.78, abs=0.005)


def test_shipped_files_are_small() -> None:
    folder = data_folder()
    sizes = [len((folder / name).read_bytes()) for name in manifest()]
    assert max(sizes) < 1_500_000
    assert sum(sizes) < 5_000_000


def test_an_unknown_role_is_refused() -> None:
    for ask in (solved_policy, solved_opponent):
        with pytest.raises(PolicyError, match="non-dealer"):
            ask("non-dealer")


@pytest.mark.parametrize(("dealt", "role"), [(5, "pone"), (6, "dealer")])
def test_every_deal_is_mapped_from_the_cache(
    dealt: int, role: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path))
    said: list[str] = []
    first = solved_opponent(role, dealt, say=said.append)
    again = solved_opponent(role, dealt, say=said.append)
    assert len(said) == 1
    assert np.array_equal(first.codes, again.codes)
    assert len(again.codes) == comb(52, dealt)
    policy = solved_policy(role, dealt)
    assert again.denominator == policy.denominator
    rng = np.random.default_rng(dealt)
    deals = np.sort(rng.random((3000, 52)).argsort(axis=1)[:, :dealt].astype(np.uint8), axis=1)
    ways = comb(dealt, 2)
    rows = np.concatenate([again.denominator * np.eye(ways, dtype=np.int64), again.mix])
    shares = rows[again.codes[rank_combinations(deals)]]
    assert np.array_equal(shares, np.rint(policy.laid_away(deals) * policy.denominator))
    mixing = np.flatnonzero(np.asarray(again.codes) >= ways)
    assert 0 < len(mixing) < len(again.codes) / 20
    assert len(list(combinations(range(dealt), 2))) == rows.shape[1]


def test_the_recipe_begins_as_the_shipped_trace(tmp_path: Path) -> None:
    (tmp_path / "solved").mkdir()
    seen: list[TraceRow] = []
    entries = recipes.solved_discards(tmp_path, 5, rounds=3, progress=seen.append)
    shipped = trace(5)[:3]
    assert [row.round for row in seen] == [int(row["round"]) for row in shipped]
    for row, line in zip(seen, shipped, strict=True):
        assert row[1:] == pytest.approx([float(line[name]) for name in TraceRow._fields[1:]], abs=1e-12)
    parsed: dict[str, Any] = tomllib.loads(recipes.manifest_text(entries))["files"]
    assert parsed == entries
    assert sorted(path.name for path in (tmp_path / "solved").iterdir()) == [
        "five_no_play.npz",
        "five_no_play_trace.csv",
    ]
    own, ours = entries["solved/five_no_play.npz"], manifest()["solved/five_no_play.npz"]
    assert own.keys() == ours.keys()
    assert own["exploitability"] == seen[-1].exploitability > ours["exploitability"]
