"""Check the solver of the whole deal on the five-card game: gains, means, keeps, checkpoints."""

from __future__ import annotations

import csv
import hashlib
from pathlib import Path

import numpy as np
import pytest

from cribstat.equilibrium import deal, points_game
from cribstat.equilibrium.deal import DealSolution, DealTraceRow, keep_frequencies, solve_deal
from cribstat.equilibrium.deal_files import write_deal
from cribstat.equilibrium.discards import crib_means, policy_shares
from cribstat.policies import deal_pack
from cribstat.policies.files import read_policies
from cribstat.policies.solved import solved_policy
from cribstat.policies.summary import keep_summary

ROUNDS = 4


def start() -> tuple[tuple[np.ndarray, np.ndarray, int], tuple[np.ndarray, np.ndarray, int]]:
    """Begin with the discards solved for hand and crib."""
    pone, dealer = (solved_policy(role, 5, play=False) for role in ("pone", "dealer"))
    return pone.parts, dealer.parts


@pytest.fixture(scope="module")
def rows() -> list[DealTraceRow]:
    """Collect what progress is told."""
    return []


@pytest.fixture(scope="module")
def solution(rows: list[DealTraceRow]) -> DealSolution:
    """Play a few rounds."""
    return solve_deal(start(), dealt=5, target=0.0, rounds=ROUNDS, progress=rows.append)


def test_a_few_rounds_bring_both_sides_near(solution: DealSolution, rows: list[DealTraceRow]) -> None:
    assert rows == solution.trace
    assert [row.round for row in rows] == list(range(1, ROUNDS + 1))
    assert rows[-1].exploitability < 0.02 < rows[0].exploitability
    assert all(row.pone_gain + row.dealer_gain == pytest.approx(row.exploitability) for row in rows)
    # Best play alone, without other discards, gains no more than both; up to the model of the keeps' chances.
    assert all(row.play_exploitability < 1.1 * row.exploitability + 1e-4 for row in rows)
    assert rows[-1].moved < rows[0].moved


def test_totals_and_gains_are_those_of_the_policies_returned(solution: DealSolution) -> None:
    last, game = solution.trace[-1], points_game(5, solution.values)
    for seat, total, gain in ((0, last.pone_total, last.pone_gain), (1, last.dealer_total, last.dealer_gain)):
        crib = crib_means(game, solution.policies[1 - seat], 1)
        reached = game.mean((policy_shares(solution.policies[seat]) * game.values(seat, crib)).sum(axis=1))
        assert reached == pytest.approx(total)
        # Other discards alone gain something, but less than with the best play.
        alone = game.mean(game.values(seat, crib).max(axis=1)) - reached
        assert 0 <= alone <= gain


def test_keeps_of_the_play_are_those_of_the_discards(solution: DealSolution) -> None:
    pack = deal_pack(5)
    for seat, policy in enumerate(solution.policies):
        share = keep_frequencies(pack, policy)
        assert share.sum() == pytest.approx(1.0)
        frequency = solution.play.game.frequencies[seat]
        assert np.abs(frequency - share).max() <= 0.0011
    solved = solved_policy("pone", 5)
    share = keep_frequencies(pack, solved.parts)
    summary = [keep.share for keep in keep_summary(solved)]
    np.testing.assert_allclose(np.sort(share[share > 0]), np.sort([part for part in summary if part > 0]))


def test_a_good_enough_start_needs_no_more_and_a_stopped_run_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deal, "FIRST_ITERATIONS", 4)
    monkeypatch.setattr(deal, "ITERATIONS", 3)
    through = solve_deal(start(), dealt=5, target=0.0, rounds=3).trace
    enough = {"target": 5.0, "most_moved": 50.0, "rounds": 9}
    stopped = solve_deal(start(), dealt=5, **enough, threads=2, checkpoint=tmp_path)
    assert stopped.trace == through[:1]
    again = solve_deal(start(), dealt=5, **enough, checkpoint=tmp_path)
    assert again.trace == stopped.trace
    resumed = solve_deal(start(), dealt=5, target=0.0, rounds=3, checkpoint=tmp_path)
    assert resumed.trace == through
    said: list[str] = []
    other = {"rare_share": 0.01, "target": 0.0, "rounds": 1}
    afresh = solve_deal(start(), dealt=5, **other, checkpoint=tmp_path, say=said.append)
    assert afresh.trace == solve_deal(start(), dealt=5, **other).trace
    assert ["is of another run" in sentence for sentence in said] == [True]


def test_files_of_a_solution_hold_it(solution: DealSolution, tmp_path: Path) -> None:
    (tmp_path / "solved").mkdir()
    entries = write_deal(tmp_path, 5, solution)
    for name, entry in entries.items():
        assert hashlib.sha256((tmp_path / name).read_bytes()).hexdigest() == entry["sha256"]
    policies = read_policies(tmp_path / "solved/five.npz")
    for seat, role in enumerate(("pone", "dealer")):
        np.testing.assert_array_equal(policies[role].codes, solution.policies[seat][0])

    def read(name: str) -> list[dict[str, str]]:
        return list(csv.DictReader((tmp_path / "solved" / name).read_text().splitlines()))

    keeps, leads, means = read("play_five.csv"), read("leads_five.csv"), read("lead_means_five.csv")
    assert len(keeps) == len(leads) == 455
    assert [row["keep"] for row in keeps] == [row["keep"] for row in leads]
    value = solution.play.solution().value()
    for role, sign in (("pone", 1), ("dealer", -1)):
        share = np.array([float(row[f"{role}_share"]) for row in keeps])
        net = np.array([float(row[f"{role}_own"]) - float(row[f"{role}_other"]) for row in keeps])
        assert share.sum() == pytest.approx(1.0, abs=1e-6)
        assert share @ net == pytest.approx(sign * value, abs=1e-5)
    for row in leads:
        held = set(row["keep"].split())
        chances = {rank: int(row[rank]) for rank in "A23456789TJQK"}
        assert sum(chances.values()) == 10_000
        assert all(rank in held for rank, chance in chances.items() if chance)
    mean = sum(float(row["share"]) * (float(row["pone_own"]) - float(row["dealer_own"])) for row in means)
    assert mean == pytest.approx(value, abs=1e-3)
    with np.load(tmp_path / "solved/replies_five.npz") as kept:
        assert set(np.unique(kept["replies"].sum(axis=2))) == {10_000}
    trace = read("five_trace.csv")
    assert float(trace[-1]["exploitability"]) == solution.trace[-1].exploitability
