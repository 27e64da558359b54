"""``cribstat score``, ``cribstat table`` and the command as a whole."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

import naive
from commands import Inside, check_mistake, process
from cribstat import break_down
from golden_files import crib_table, golden

KINDS = ["points", "fifteens", "pairs", "runs", "flush", "nobs"]


# -- score -----------------------------------------------------------------------------------------


def test_json_of_a_score() -> None:
    done = process("score", "5h 5d 5s Jc", "--start", "5c", "--format", "json")
    assert (done.code, done.err) == (0, "")
    assert json.loads(done.out) == {
        "points": 29,
        "fifteens": 16,
        "pairs": 12,
        "runs": 0,
        "flush": 0,
        "nobs": 1,
    }
    assert list(json.loads(done.out)) == KINDS


def test_a_score_aloud() -> None:
    done = process("score", "5h 5d 5s Jc", "--start", "5c")
    assert (done.code, done.err) == (0, "")
    assert "\x1b" not in done.out
    lines = done.out.splitlines()
    assert "29 points" in lines[0]
    assert [line.split("  ")[1].strip() for line in lines[1:9]] == [f"fifteen {2 * n}" for n in range(1, 9)]
    assert "double pair royal" in lines[9]
    assert "his nobs" in lines[10]
    assert "29" in lines[10]


@pytest.mark.parametrize("row", golden("worked_examples.csv")[::5], ids=lambda row: row["id"])
def test_scores_of_the_books(inside: Inside, row: dict[str, str]) -> None:
    crib = ["--crib"] if row["crib"] == "yes" else []
    done = inside("score", row["cards"], "--start", row["start"], *crib, "--format", "json")
    assert done.code == 0
    assert json.loads(done.out) == {kind: int(row[kind]) for kind in KINDS}
    aloud = inside("score", row["cards"], "--start", row["start"], *crib)
    points = int(row["points"])
    assert ("1 point" if points == 1 else f"{points} points") in aloud.out.splitlines()[0]
    parts = break_down(row["cards"], row["start"], crib=bool(crib)).parts
    assert len([line for line in aloud.out.splitlines()[1:] if "no flush" not in line]) == max(len(parts), 1)


def test_without_a_start_it_says_so(inside: Inside) -> None:
    done = inside("score", "5h", "5d", "5s", "Jc")
    assert done.code == 0
    assert "without a start" in done.out
    assert f"{naive.points(naive.cards('5H 5D 5S JC'))} points" in done.out
    whole = json.loads(inside("score", "5h 5d 5s Jc", "--format", "json").out)
    assert whole["points"] == naive.points(naive.cards("5H 5D 5S JC"))
    assert "without a start" not in inside("score", "5h 5d 5s Jc", "--start", "5c").out


def test_a_flush_in_a_crib(inside: Inside) -> None:
    hand = inside("score", "2h 4h 8h Th", "--start", "Qc")
    assert "4 points" in hand.out
    crib = inside("score", "2h 4h 8h Th", "--start", "Qc", "--crib")
    assert "0 points" in crib.out
    assert "no flush" in crib.out, "players ask why: it is said"
    assert "5 points" in inside("score", "2h 4h 8h Th", "--start", "Qh", "--crib").out
    older = inside("score", "2h 4h 8h Th", "--start", "Qc", "--crib", "--rule", "crib_flush=hand_rule")
    assert "4 points" in older.out


def test_a_score_in_a_file(inside: Inside, tmp_path: Path) -> None:
    path = tmp_path / "score.json"
    args = ("score", "5h 5d 5s Jc", "--start", "5c", "--format", "json", "--output", str(path))
    assert inside(*args).code == 0
    assert json.loads(path.read_text(encoding="utf-8"))["points"] == 29
    check_mistake(inside(*args), "exists")


@pytest.mark.parametrize(
    ("args", "named"),
    [
        ([], ["CARDS"]),
        (["5h 5d 5s Jx"], ["Jx"]),
        (["5h 5d 5s 5h"], ["5h"]),
        (["5h 5d"], ["2"]),
        (["2h 3h 4h 5h 6h 7h 8h"], ["7"]),
        (["5h 5d 5s", "--crib"], ["3"]),
        (["5 5 5 J"], ["5"]),
        (["5h 5d 5s Jc", "--start", "5h"], ["5h"]),
        (["5h 5d 5s Jc", "--start", "5x"], ["5x"]),
        (["5h 5d 5s Jc", "--start", "5c 6c"], ["start"]),
        (["5h 5d 5s Jc", "--start", ""], ["start"]),
        (["5h 5d 5s Jc", "--rule", "crib_flush=hand_rule"], ["crib_flush"]),
        (["5h 5d 5s Jc", "--crib", "--rule", "muggins=on"], ["muggins"]),
        (["5h 5d 5s Jc", "--format", "xml"], ["xml"]),
        (["5h 5d 5s Jc", "--force"], ["--force"]),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else None,
)
def test_mistakes_of_score(inside: Inside, args: list[str], named: list[str]) -> None:
    check_mistake(inside("score", *args), *named)


def test_a_mistake_of_score_in_a_process() -> None:
    check_mistake(process("score", "5D 5S 5C JD", "--start", "5D"), "5d")


# -- table -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("model", ["hessel", "schell", "rasmussen"])
@pytest.mark.parametrize("role", ["dealer", "pone"])
def test_a_published_table(inside: Inside, model: str, role: str) -> None:
    printed = {pair: points for pair, points in crib_table(model, role).items() if pair[0] <= pair[1]}
    done = inside("table", "crib", "--role", role, "--crib-model", model, "--format", "json")
    answer = json.loads(done.out)
    assert (answer["role"], answer["crib_model"]) == (role, model)
    assert answer["method"] == {"crib_ev": "approximate"}
    found = {tuple(naive.RANKS.index(rank) for rank in row["pair"]): row["crib_ev"] for row in answer["rows"]}
    assert found == printed
    rows = list(
        csv.DictReader(
            io.StringIO(inside("table", "crib", "--role", role, "--crib-model", model, "--format", "csv").out)
        )
    )
    assert {tuple(naive.ranks(row["pair"])): float(row["crib_ev"]) for row in rows} == printed


def test_a_published_table_as_a_process() -> None:
    done = process("table", "crib", "--role", "dealer", "--crib-model", "hessel")
    assert (done.code, done.err) == (0, "")
    assert "\x1b" not in done.out
    assert "8.95" in done.out
    assert "approximate" in done.out
    table = crib_table("hessel", "dealer")
    for rank, letter in enumerate(naive.RANKS):
        line = next(line for line in done.out.splitlines() if line.split()[:1] == [letter] and "." in line)
        shown = [float(cell) for cell in line.split()[1:]]
        assert set(shown) <= {table[rank, other] for other in range(13)}
        assert table[rank, rank] in shown


def test_the_uniform_table_equals_the_twin(inside: Inside) -> None:
    rows = json.loads(
        inside("table", "crib", "--role", "dealer", "--crib-model", "uniform", "--format", "json").out
    )["rows"]
    assert len(rows) == 169
    found = {("".join(row["pair"]), row["suited"]): row["crib_ev"] for row in rows}
    for pair, suited, cards in (("55", False, "5C 5D"), ("5J", True, "5S JS"), ("23", False, "2H 3S")):
        shown = naive.show([], naive.cards(cards))
        assert found[pair, suited] == pytest.approx(float(shown.crib.mean), abs=1e-12)


@pytest.mark.parametrize("form", ["table", "json", "csv", "markdown"])
def test_a_table_in_a_file(inside: Inside, tmp_path: Path, form: str) -> None:
    path = tmp_path / "table"
    args = (
        "table",
        "crib",
        "--role",
        "pone",
        "--crib-model",
        "schell",
        "--format",
        form,
        "--output",
        str(path),
    )
    assert inside(*args).code == 0
    assert "9.37" in path.read_text(encoding="utf-8")
    check_mistake(inside(*args), "exists")


@pytest.mark.parametrize(
    ("args", "named"),
    [
        (["crib"], ["--role"]),
        (["crib", "--role", "banker"], ["banker", "dealer"]),
        (["crib", "--role", "dealer", "--crib-model", "nothing"], ["nothing", "hessel"]),
        (["crib", "--role", "dealer", "--format", "xml"], ["xml"]),
        (["cribs"], ["cribs"]),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else None,
)
def test_mistakes_of_table(inside: Inside, args: list[str], named: list[str]) -> None:
    check_mistake(inside("table", *args), *named)


# -- the whole -------------------------------------------------------------------------------------


def test_help(inside: Inside) -> None:
    whole = inside("--help")
    assert whole.code == 0
    for name in ("discard", "score", "table"):
        assert name in whole.out
        one = inside(name, "--help")
        assert one.code == 0
        assert one.err == ""
    for option in (
        "--dealer",
        "--pone",
        "--seat",
        "--variant",
        "--rule",
        "--crib-model",
        "--top",
        "--dead",
        "--start",
    ):
        assert option in inside("discard", "--help").out


def test_no_command_and_unknown_commands(inside: Inside) -> None:
    done = inside()
    assert done.code == 2
    assert "discard" in done.out + done.err
    check_mistake(inside("discrad", "5h"), "discrad")
    check_mistake(inside("--kittens"), "--kittens")


def test_shell_completion() -> None:
    done = process(_CRIBSTAT_COMPLETE="bash_source")
    assert done.code == 0
    assert "_CRIBSTAT_COMPLETE" in done.out
