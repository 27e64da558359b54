"""The commands of the solved play: tables, leads, advice, and solving the play and the whole deal."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import numpy as np
import pytest

from commands import Inside, check_mistake, process
from cribstat.equilibrium import deal
from cribstat.policies import named_policy
from cribstat.tables import strategy_table

RANKS = "A23456789TJQK"


@pytest.mark.parametrize("name", ["six", "five"])
@pytest.mark.parametrize("role", ["dealer", "pone"])
def test_table_of_keeps(inside: Inside, role: str, name: str) -> None:
    done = inside("table", "play", "--role", role, "--variant", name, "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(done.out)))
    kept = {row["keep"].replace(" ", ""): row for row in strategy_table(f"play_{name}")}
    assert {row["keep"] for row in rows} == set(kept)
    for row in rows:
        assert float(row["own_ev"]) == float(kept[row["keep"]][f"{role}_own"])
        assert float(row["play_ev"]) == pytest.approx(float(row["own_ev"]) - float(row["other_ev"]))
    assert sum(float(row["share"]) for row in rows) == pytest.approx(1, abs=1e-5)
    shown = inside("table", "play", "--role", role, "--variant", name, "--top", "3").out
    assert "-".join(rows[0]["keep"]) in shown
    assert "is a model" in " ".join(shown.split())


def test_table_of_leads(inside: Inside) -> None:
    answer = json.loads(inside("table", "leads", "--format", "json").out)
    assert answer["method"] == {"play_ev": "approximate"}
    assert [row["lead"] for row in answer["rows"]] == list(RANKS)
    five = answer["rows"][4]
    assert five["share"] < 0.001
    assert min(answer["rows"], key=lambda row: row["play_ev"]) == five
    one = json.loads(inside("table", "leads", "--keep", "9 4 7 4", "--format", "json").out)["rows"]
    assert [row["lead"] for row in one] == ["4", "7", "9"]
    assert sum(row["share"] for row in one) == pytest.approx(1)
    every = list(csv.DictReader(io.StringIO(inside("table", "leads", "--keeps", "--format", "csv").out)))
    assert len({row["keep"] for row in every}) == 1820
    check_mistake(inside("table", "leads", "--keep", "4 4 7"), "a keep is 4 ranks", "4 4 7")


def test_table_of_replies(inside: Inside) -> None:
    rows = list(csv.DictReader(io.StringIO(inside("table", "replies", "--lead", "4", "--format", "csv").out)))
    assert {row["lead"] for row in rows} == {"4"}
    sums: dict[str, float] = {}
    for row in rows:
        assert row["reply"] in row["keep"]
        sums[row["keep"]] = sums.get(row["keep"], 0.0) + float(row["share"])
    assert len(sums) == 1819
    assert set(np.round(list(sums.values()), 9)) == {1.0}
    one = inside("table", "replies", "--lead", "4", "--keep", "5 6 T J").out
    assert "5-6-T-J" in one
    answer = json.loads(
        inside("table", "replies", "--lead", "4", "--keep", "5 6 T J", "--format", "json").out
    )
    assert answer["method"] == {"play_ev": "approximate"}
    best = max(answer["rows"], key=lambda row: row["play_ev"])
    assert (best["reply"], best["share"]) == ("T", 1.0)
    means = list(csv.DictReader(io.StringIO(inside("table", "replies", "--format", "csv").out)))
    assert [row["lead"] for row in means] == list(RANKS)
    for row in means:
        assert sum(float(row[rank]) for rank in RANKS) == pytest.approx(1, abs=1e-5)
    wide = inside("table", "replies").out.splitlines()[:14]
    assert max(map(len, wide)) < 80
    check_mistake(inside("table", "replies", "--lead", "4", "--keep", "4 4 4 4"), "cannot hold", "4 4 4 4")
    check_mistake(inside("table", "replies", "--lead", "4 5"), "a lead is 1 rank")


@pytest.mark.parametrize("name", ["six", "five"])
def test_table_of_what_the_play_is_worth(inside: Inside, name: str) -> None:
    want = [row for row in strategy_table("play_worth") if row["variant"] == name]
    asked = "table", "play-worth", "--variant", name
    rows = json.loads(inside(*asked, "--format", "json").out)["rows"]
    assert [(row["role"], row["changed"], row["loss"]) for row in rows] == [
        (row["role"], float(row["changed"]), float(row["loss"])) for row in want
    ]
    shown = inside(*asked).out
    assert f"{100 * float(want[0]['changed']):.3f}" in shown
    assert "hand and crib alone" in shown
    deals = list(csv.DictReader(io.StringIO(inside(*asked, "--deals", "--format", "csv").out)))
    assert len(deals) == 10
    assert {row["role"] for row in deals} == {"dealer", "pone"}
    assert deals[0]["deal"] in inside(*asked, "--deals").out


def test_lead(inside: Inside) -> None:
    answer = json.loads(inside("lead", "4c 4d 7h 9s", "--format", "json").out)
    assert answer["say"] == "4c"
    assert answer["rows"][0]["cards"] == ["4c", "4d"]
    assert [row["regret"] for row in answer["rows"]] == sorted(row["regret"] for row in answer["rows"])
    bare = json.loads(inside("lead", "4", "4", "7", "9", "--format", "json").out)
    assert [row["play_ev"] for row in bare["rows"]] == [row["play_ev"] for row in answer["rows"]]
    shown = inside("lead", "4c 4d 7h 9s").out
    assert "4c 4d" in shown
    assert "approximate" in shown
    assert inside("lead", "5c 6d 7h", "--variant", "five").code == 0
    check_mistake(inside("lead", "4c 4d 7h"), "4 cards, not 3")
    check_mistake(inside("lead", "4c 4c 7h 9s"), "4c")
    check_mistake(inside("lead", "5", "5", "5", "5", "5"), "more than four")


def test_lead_needs_no_compiler() -> None:
    done = process("lead", "4c 4d 7h 9s", "--format", "json", NUMBA_DISABLE_JIT="x" * 3)
    assert json.loads(done.out)["say"] == "4c"


def test_advice_that_is_certain(inside: Inside) -> None:
    done = inside("play-advice", "--hand", "5h 7d Jc", "--history", "Tc Jd Qh", "--dealer")
    assert done.out == "go: no card comes in\n"
    answer = json.loads(
        inside(
            "play-advice",
            "--hand", "5h 7d Jc",
            "--history", "Tc Jd Qh",
            "--dealer",
            "--format", "json",
        ).out
    )  # fmt: skip
    assert (answer["say"], answer["rows"], answer["count"]) == ("go", [], 30)
    only = json.loads(
        inside(
            "play-advice",
            "--hand", "9", "--history", "A 2 3 4 5 6", "--pone", "--format", "json",
        ).out
    )  # fmt: skip
    assert (only["say"], only["rows"][0]["play_ev"]) == ("9", None)


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["--hand", "4d 7h 9s", "--history", "4c 7d"], ["--dealer or --pone"]),
        (["--hand", "4d 7h 9s", "--history", "4c 7d", "--dealer"], ["does not lead to dealer"]),
        (["--hand", "4d 7h 4c", "--history", "4c 7d", "--pone"], ["4c"]),
        (["--hand", "4d 7h 9", "--history", "4c 7d", "--pone"], ["suit"]),
        (["--hand", "4 4 4", "--history", "4 4", "--pone"], ["more than four"]),
        (["--hand", " ", "--history", "4 4", "--pone"], ["names no card"]),
        (["--hand", "4x", "--history", "4 4", "--pone"], ["4x"]),
    ],
)
def test_mistakes_of_advice(inside: Inside, args: list[str], words: list[str]) -> None:
    check_mistake(inside("play-advice", *args), *words)


def test_solve_play_then_advice_from_the_cache(
    inside: Inside, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CRIBSTAT_CACHE", str(tmp_path))
    asked = ["play-advice", "--variant", "five", "--hand", "7h 9s", "--history", "4c Td", "--pone"]
    again = inside(*asked, "--format", "json")
    before = json.loads(again.out)
    assert before["source"] == "again"
    assert "solved again" in again.err
    assert 0 <= before["exploitability"] < 0.01
    assert "exploitability" in inside(*asked).out
    solved = inside("solve", "play", "--variant", "five", "--target", "0.001", "--format", "json")
    assert solved.code == 0
    trace = json.loads(solved.out)
    assert trace["result"]["exploitability"] <= 0.001
    assert trace["trace"][-1] == trace["result"]
    assert "kept in" in solved.err
    after = json.loads(inside(*asked, "--format", "json").out)
    assert after["source"] == "stored"
    assert after["exploitability"] == trace["result"]["exploitability"]
    assert after["say"] == before["say"]
    for row, other in zip(before["rows"], after["rows"], strict=True):
        assert row["play_ev"] == pytest.approx(other["play_ev"], abs=0.2)
    plain = process(*asked, "--format", "json", NUMBA_DISABLE_JIT="x" * 3)
    assert json.loads(plain.out) == after, "no compiler is needed"
    listed = inside("cache", "list").out
    assert "play-five" in listed
    assert "advice-five" in listed
    more = inside("solve", "play", "--variant", "five", "--target", "0.0005", "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(more.out)))
    assert int(rows[0]["iteration"]) == trace["trace"][0]["iteration"]
    assert float(rows[-1]["exploitability"]) <= 0.0005
    check_mistake(inside("solve", "play", "--target", "-1"), "--target")


def test_solve_deal(inside: Inside, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CRIBSTAT_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(deal, "FIRST_ITERATIONS", 8)  # fewer than it takes to come near
    path = tmp_path / "mine.npz"
    args = ["solve", "deal", "--variant", "five", "--rounds", "2", "--policies", str(path)]
    done = inside(*args, "--format", "json")
    assert done.code == 0
    trace = json.loads(done.out)["trace"]
    assert [row["round"] for row in trace] == [1, 2]
    assert trace[1]["exploitability"] < trace[0]["exploitability"]
    assert named_policy(path, "dealer").name == "solved"
    assert "play-five" in inside("cache", "list").out
    check_mistake(inside(*args), "mine.npz", "--force")
    again = inside("solve", "deal", "--variant", "five", "--rounds", "2")
    assert "exploitability of the whole deal" in again.out
    assert f"{trace[1]['exploitability']:.3g}" in again.out
