"""``cribstat discard``: answers, formats, files, and every mistake in one plain line."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import naive
from commands import Inside, check_mistake, environment, on_terminal, process
from cribstat import rank_discards
from cribstat.discards.ranking import FRAME_COLUMNS

DEAL = "5h 5d Js Qc 6c 7d"
ANSWER_KEYS = ["role", "seat", "crib_model", "start", "dead", "score", "method", "rows"]
ROW_KEYS = [
    "place",
    "discard",
    "keep",
    "hand_ev",
    "crib_ev",
    "play_ev",
    "total_ev",
    "regret",
    "near_tie",
    "win_prob",
    "win_prob_se",
    "hand_sd",
    "hand_min",
    "hand_max",
    "total_sd",
    "total_min",
    "total_max",
]
UNIFORM = ("--crib-model", "uniform")


def answer_of(text: str) -> dict:
    return json.loads(text)


# -- the process -----------------------------------------------------------------------------------


def test_json_of_the_process() -> None:
    done = process("discard", DEAL, "--dealer", *UNIFORM, "--format", "json")
    assert (done.code, done.err) == (0, "")
    answer = answer_of(done.out)
    assert list(answer) == ["variant", "deal", "answers"]
    assert answer["variant"] == "six"
    assert answer["deal"] == DEAL.split()
    (one,) = answer["answers"]
    assert list(one) == ANSWER_KEYS
    assert (one["role"], one["seat"], one["crib_model"]) == ("dealer", 1, "uniform")
    assert (one["start"], one["dead"], one["score"]) == (None, [], None)
    assert one["method"] == {"hand_ev": "exact", "crib_ev": "exact", "play_ev": None, "win_prob": None}
    assert [list(row) for row in one["rows"]] == [ROW_KEYS] * 15
    ranking = rank_discards(DEAL, "dealer", crib_model="uniform")
    assert one["rows"] == [row.to_dict() for row in ranking.rows]
    assert one["rows"][0]["discard"] == ["6c", "7d"]
    assert one["rows"][0]["place"] == 1


def test_a_mistake_of_the_process() -> None:
    check_mistake(process("discard", "5h 5d Js Qc 6c 7x"), "7x")
    check_mistake(process("discard", "5h 5d Js Qc 6c 7d", "--crib-model", "nothing"), "nothing", "hessel")
    check_mistake(process("discard", DEAL, "--kittens"), "--kittens")


def test_the_installed_command_exits_alike() -> None:
    script = Path(sys.executable).parent / "cribstat"
    done = subprocess.run(
        [script, "discard", "5h 5x"], capture_output=True, text=True, check=False, env=environment()
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert "5x" in done.stderr
    version = subprocess.run(
        [script, "--version"], capture_output=True, text=True, check=True, env=environment()
    )
    assert re.fullmatch(r"cribstat \d+\.\d+\.\d+\n", version.stdout)
    assert process("--version").out == version.stdout


def test_piped_output_is_plain() -> None:
    done = process("discard", DEAL, "--dealer")
    assert (done.code, done.err) == (0, "")
    assert "\x1b" not in done.out
    assert "6c 7d" in done.out
    assert process("discard", DEAL, "--dealer", FORCE_COLOR="").out == done.out


def test_colours_on_a_terminal_and_no_color() -> None:
    coloured = on_terminal("discard", DEAL, "--dealer")
    assert re.search(r"\x1b\[[0-9;]*3\d", coloured)
    plain = on_terminal("discard", DEAL, "--dealer", NO_COLOR="1")
    assert not re.search(r"\x1b\[[0-9;]*[34]\d", plain)
    assert "12.696" in plain


def test_a_reader_that_leaves_is_no_error() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "cribstat", "discard", DEAL, "--explain"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    ) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.close()
        assert running.stderr.read() == b""
        assert running.wait(timeout=120) != 2


def test_other_places_and_locales(tmp_path: Path) -> None:
    """Neither the current folder nor a plain-ASCII locale changes the answer."""
    done = process(
        "discard", DEAL, "--dealer", *UNIFORM, "--format", "json", cwd=tmp_path, LC_ALL="C", PYTHONUTF8="0"
    )
    assert (done.code, done.err) == (0, "")
    assert answer_of(done.out)["answers"][0]["rows"][0]["discard"] == ["6c", "7d"]
    assert list(tmp_path.iterdir()) == []


# -- what is asked ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "cards",
    [
        ["5h 5d Js Qc 6c 7d"],
        ["5H", "5D", "JS", "QC", "6C", "7D"],
        ["5h5djsqc6c7d"],
        ["5♥ 5♦ J♠ Q♣ 6♣ 7♦"],
        ["5h,5d", "Js,Qc,6c", "7d"],
    ],
)
def test_any_spelling(inside: Inside, cards: list[str]) -> None:
    done = inside("discard", *cards, "--pone", "--format", "json")
    assert done.code == 0
    assert answer_of(done.out)["deal"] == DEAL.split()


@pytest.mark.parametrize("flags", [[], ["--dealer", "--pone"]])
def test_both_roles(inside: Inside, flags: list[str]) -> None:
    answers = answer_of(inside("discard", DEAL, *flags, *UNIFORM, "--format", "json").out)["answers"]
    assert [(answer["role"], answer["seat"]) for answer in answers] == [("dealer", 1), ("pone", 0)]
    for answer in answers:
        expected = rank_discards(DEAL, answer["role"], crib_model="uniform")
        assert answer["rows"] == [row.to_dict() for row in expected.rows]
    table = inside("discard", DEAL, *flags, *UNIFORM)
    first = next(line for line in table.out.splitlines() if "6c 7d" in line)
    assert "Js Qc" in first, "the two answers stand side by side"


def test_seats(inside: Inside) -> None:
    by_seat = inside("discard", DEAL, "--seat", "1", "--format", "json")
    assert by_seat.out == inside("discard", DEAL, "--dealer", "--format", "json").out
    three = answer_of(inside("discard", "5h 5d Js Qc 6c", "--variant", "three", "--format", "json").out)
    assert [answer["seat"] for answer in three["answers"]] == [0, 1, 2]
    assert three["variant"] == "three"
    four = answer_of(
        inside("discard", "5h 5d Js Qc 6c", "--variant", "four", "--seat", "1", "--format", "json").out
    )
    assert [(answer["role"], answer["seat"]) for answer in four["answers"]] == [("partner", 1)]
    dealer = answer_of(
        inside("discard", "5h 5d Js Qc 6c", "--variant", "four", "--dealer", "--format", "json").out
    )
    assert [(answer["role"], answer["seat"]) for answer in dealer["answers"]] == [("dealer", 3)]


@pytest.mark.parametrize(
    ("variant", "deal", "rules", "rows"),
    [
        ("five", "5h 5d Js Qc 6c", [], 10),
        ("seven", "5h 5d Js Qc 6c 7d 8s", [], 21),
        ("seven", "5h 5d Js Qc 6c 7d 8s", ["from_pack=1"], 21),
        ("eight", "5h 5d Js Qc 6c 7d 8s 9h", [], 28),
        ("eight", "5h 5d Js Qc 6c 7d 8s 9h", ["laid_out=3"], 56),
        ("three", "5h 5d Js Qc 6c", [], 5),
        ("four", "5h 5d Js Qc 6c", ["crib_flush=hand_rule"], 5),
        ("six", "5h 5d Js Qc 6c 7d", ["crib_flush=hand_rule"], 15),
    ],
)
def test_variants_and_rules(inside: Inside, variant: str, deal: str, rules: list[str], rows: int) -> None:
    flags = [part for rule in rules for part in ("--rule", rule)]
    done = inside("discard", deal, "--dealer", "--variant", variant, *UNIFORM, *flags, "--format", "json")
    assert (done.code, done.err) == (0, "")
    (answer,) = answer_of(done.out)["answers"]
    assert len(answer["rows"]) == rows
    if rules:
        plain = answer_of(
            inside("discard", deal, "--dealer", "--variant", variant, *UNIFORM, "--format", "json").out
        )
        assert plain["answers"][0]["rows"] != answer["rows"]


def test_start_and_dead(inside: Inside) -> None:
    done = inside(
        "discard", DEAL, "--dealer", *UNIFORM, "--start", "5c", "--dead", "10h Kd", "--format", "json"
    )
    (answer,) = answer_of(done.out)["answers"]
    assert (answer["start"], answer["dead"]) == ("5c", ["Th", "Kd"])
    expected = rank_discards(DEAL, "dealer", crib_model="uniform", start="5c", dead="Th Kd")
    assert answer["rows"] == [row.to_dict() for row in expected.rows]
    table = inside("discard", DEAL, "--dealer", *UNIFORM, "--start", "5c", "--dead", "10h Kd")
    assert "start 5c" in table.out
    assert "dead Th Kd" in table.out


def test_top(inside: Inside) -> None:
    done = inside("discard", DEAL, "--top", "3", "--format", "json")
    assert [len(answer["rows"]) for answer in answer_of(done.out)["answers"]] == [3, 3]
    table = inside("discard", DEAL, "--dealer", "--top", "3").out
    assert sum(bool(re.match(r" *\d+ ", line)) for line in table.splitlines()) == 3


def test_weights_from_a_file(inside: Inside, tmp_path: Path) -> None:
    path = tmp_path / "mine.csv"
    path.write_text("pair,weight\n5-J,1\n10-K,2\n", encoding="utf-8")
    done = inside("discard", DEAL, "--dealer", "--crib-model", str(path), "--format", "json")
    (answer,) = answer_of(done.out)["answers"]
    assert answer["crib_model"] == str(path)
    assert answer["method"]["crib_ev"] == "exact"
    assert answer["rows"] == [row.to_dict() for row in rank_discards(DEAL, "dealer", crib_model=path).rows]


def test_table_says_what_is_exact(inside: Inside) -> None:
    uniform = inside("discard", DEAL, "--dealer", *UNIFORM).out
    assert "hand: exact" in uniform
    assert re.search(r"uniform: exact", uniform)
    hessel = inside("discard", DEAL, "--dealer", "--crib-model", "hessel").out
    assert re.search(r"hessel: approximate", hessel)
    three = inside("discard", "5h 5d Js Qc 6c", "--dealer", "--variant", "three").out
    assert "left out" in three
    assert "mean of the others" in three
    four = inside("discard", "5h 5d Js Qc 6c", "--dealer", "--variant", "four").out
    assert "side" in four


def test_table_has_every_column(inside: Inside) -> None:
    for flags in (["--dealer"], ["--pone"]):
        lines = inside("discard", DEAL, *flags, *UNIFORM).out.splitlines()
        header = next(line for line in lines if "discard" in line and "keep" in line)
        assert " ".join(header.split()) == "# discard keep hand crib total, no play loss sd min max"
        ranking = rank_discards(DEAL, flags[0].strip("-"), crib_model="uniform")
        rows = [line for line in lines if re.match(r" *\d+  ", line)]
        assert len(rows) == 15
        for line, row in zip(rows, ranking.rows, strict=True):
            cells = line.split()
            assert cells[0] == str(row.place)
            assert cells[1:7] == [*row.discard, *row.keep]
            assert [float(cell.strip("~")) for cell in cells[7:11]] == pytest.approx(
                [row.hand_ev, row.crib_ev, row.total_ev, row.regret], abs=0.000501
            )
            assert float(cells[11]) == pytest.approx(row.hand_sd, abs=0.00501)
            assert [int(cell) for cell in cells[12:14]] == [row.hand_min, row.hand_max]


def test_both_roles_piped_have_every_column(inside: Inside) -> None:
    header = next(line for line in inside("discard", DEAL).out.splitlines() if "discard" in line)
    assert header.split().count("keep") == 2
    assert header.split().count("sd") == 2
    assert header.split().count("max") == 2


def test_near_ties_are_shown(inside: Inside) -> None:
    deal = "2d 2s 3c 3d 4s Qs"
    ranking = rank_discards(deal, "pone", crib_model="uniform")
    near = [row for row in ranking.rows if row.near_tie]
    assert near, "take a deal with a near-tie"
    table = inside("discard", deal, "--pone", *UNIFORM).out
    rows = [line for line in table.splitlines() if re.match(r" *\d+  ", line)]
    assert [line for line in rows if "~" in line] == rows[1 : len(near) + 1]


def test_explain(inside: Inside) -> None:
    done = inside("discard", DEAL, "--dealer", *UNIFORM, "--explain")
    assert done.code == 0
    assert "keep 5h 5d Js Qc is helped most by 5" in " ".join(done.out.split())
    plain = inside("discard", DEAL, "--dealer", *UNIFORM).out
    assert len(done.out.splitlines()) > len(plain.splitlines())
    answer = answer_of(inside("discard", DEAL, "--dealer", *UNIFORM, "--explain", "--format", "json").out)
    assert "explain" in answer["answers"][0]
    keep = naive.cards("5H 5D JS QC")
    best = answer["answers"][0]["explain"][0]
    assert best["keep"] == ["5h", "5d", "Js", "Qc"]
    unseen = naive.others(naive.cards("5H 5D JS QC 6C 7D"))
    for start in best["starts"]:
        turned = [card for card in unseen if naive.RANKS[card // 4] == start["rank"]]
        assert start["count"] == len(turned)
        mean = sum(naive.points(keep, card) for card in turned) / len(turned)
        assert start["hand_ev"] == pytest.approx(mean, abs=1e-12)
    fives = next(start for start in best["starts"] if start["rank"] == "5")
    cribs = [naive.show(keep, naive.cards("6C 7D"), start=card).crib.mean for card in naive.cards("5C 5S")]
    assert fives["crib_ev"] == pytest.approx(float(sum(cribs) / 2), abs=1e-12)
    assert sum(start["count"] * start["hand_ev"] for start in best["starts"]) / 46 == pytest.approx(
        answer["answers"][0]["rows"][0]["hand_ev"], abs=1e-12
    )


def test_ranks_alone(inside: Inside) -> None:
    for cards in (["5 5 J Q 6 7"], ["5", "5", "J", "Q", "6", "7"], ["55jq67"]):
        done = inside("discard", *cards, "--pone", *UNIFORM)
        assert done.code == 0
        assert "ranks only" in done.out
        assert "no keep holds a flush" in " ".join(done.out.split())
    answer = answer_of(inside("discard", "5 5 J Q 6 7", "--pone", "--format", "json").out)
    assert answer["deal"] == ["5", "5", "J", "Q", "6", "7"]
    assert "ranks only" not in inside("discard", DEAL, "--pone").out


# -- formats and files -----------------------------------------------------------------------------


def test_csv(inside: Inside) -> None:
    done = inside("discard", DEAL, *UNIFORM, "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(done.out)))
    assert list(rows[0]) == list(FRAME_COLUMNS)
    assert len(rows) == 30
    assert {(row["variant"], row["deal"]) for row in rows} == {("six", DEAL)}
    expected = [
        row for role in ("dealer", "pone") for row in rank_discards(DEAL, role, crib_model="uniform").rows
    ]
    for row, other in zip(rows, expected, strict=True):
        assert float(row["total_ev"]) == other.total_ev
        assert float(row["total_sd"]) == other.total_sd
        assert row["discard"] == " ".join(other.discard)
        assert row["play_ev"] == ""


def test_markdown(inside: Inside) -> None:
    done = inside("discard", DEAL, "--dealer", "--format", "markdown")
    table = [line for line in done.out.splitlines() if line.startswith("|")]
    assert len(table) == 17
    assert {line.count("|") for line in table} == {12}
    assert "exact" in done.out


@pytest.mark.parametrize("form", ["table", "json", "csv", "markdown"])
def test_output_file(inside: Inside, tmp_path: Path, form: str) -> None:
    path = tmp_path / "answer.txt"
    done = inside("discard", DEAL, "--dealer", "--format", form, "--output", str(path))
    assert (done.code, done.out, done.err) == (0, "", "")
    assert [entry.name for entry in tmp_path.iterdir()] == ["answer.txt"]
    written = path.read_text(encoding="utf-8")
    assert "\x1b" not in written
    shown = inside("discard", DEAL, "--dealer", "--format", form).out
    assert written == shown if form != "table" else "6c 7d" in written
    before = path.stat().st_mtime_ns
    check_mistake(
        inside("discard", DEAL, "--pone", "--format", form, "--output", str(path)), "answer.txt", "exists"
    )
    assert path.read_text(encoding="utf-8") == written
    assert path.stat().st_mtime_ns == before
    assert inside("discard", DEAL, "--pone", "--format", form, "--output", str(path), "--force").code == 0
    assert path.read_text(encoding="utf-8") != written


def test_output_that_cannot_be_written(inside: Inside, tmp_path: Path) -> None:
    missing = tmp_path / "no" / "answer.json"
    check_mistake(inside("discard", DEAL, "--format", "json", "--output", str(missing)), "answer.json")
    check_mistake(inside("discard", DEAL, "--format", "json", "--output", str(tmp_path)), str(tmp_path))
    assert list(tmp_path.iterdir()) == []


def test_a_mistake_leaves_no_file(inside: Inside, tmp_path: Path) -> None:
    path = tmp_path / "answer.json"
    check_mistake(inside("discard", "5h 5x", "--format", "json", "--output", str(path)), "5x")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(os.name != "posix", reason="modes are of POSIX")
def test_a_written_file_has_the_usual_mode(inside: Inside, tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    one.write_text("", encoding="utf-8")
    inside("discard", DEAL, "--format", "json", "--output", str(two))
    assert two.stat().st_mode == one.stat().st_mode
