"""``cribstat peg`` and ``cribstat replay``: what they print, and every mistake in one plain line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from commands import Inside, check_mistake, process
from golden_files import golden

SEQUENCES = golden("play_sequences.csv")
LAID = golden("play_sequence_cards.csv")
SIX = ["--hand", "4c 4d 7h 9s", "--hand", "7d js 5c 8h"]
SIX_PLAYS = "4c 7d 4d js 5c 7h 8h 9s"
FIVE = ["--variant", "five", "--hand", "tc jd qh", "--hand", "9s ac ad"]
KEYS = ["series", "seat", "card", "count", "points", "reasons", "totals"]


def reasons_of(text: str) -> list[list[str | int]]:
    return [[part.rsplit(" ", 1)[0], int(part.rsplit(" ", 1)[1])] for part in text.split("; ") if part]


def test_peg_as_json() -> None:
    done = process("peg", "4d 5h 6c", "--format", "json")
    assert (done.code, done.err) == (0, "")
    assert json.loads(done.out) == [
        {"series": 1, "seat": 0, "card": "4d", "count": 4, "points": 0, "reasons": [], "totals": [0, 0]},
        {"series": 1, "seat": 1, "card": "5h", "count": 9, "points": 0, "reasons": [], "totals": [0, 0]},
        {"series": 1, "seat": 0, "card": "6c", "count": 15, "points": 5,
         "reasons": [["fifteen", 2], ["run", 3]], "totals": [5, 0]},
    ]  # fmt: skip


def test_peg_as_table(inside: Inside) -> None:
    done = inside("peg", "4d", "5h", "6c")
    assert (done.code, done.err) == (0, "")
    lines = done.out.splitlines()
    assert lines[0].split() == ["series", "seat", "card", "count", "points", "for", "seat", "0", "seat", "1"]
    assert lines[-1].split() == ["1", "seat", "0", "6c", "15", "5", "fifteen", "2,", "run", "3", "5", "0"]


def test_peg_with_flushes(inside: Inside) -> None:
    done = inside("peg", "2h 5h 9h", "--rule", "flush_in_play=on", "--format", "json")
    assert json.loads(done.out)[-1]["reasons"] == [["flush", 3]]


@pytest.mark.parametrize("row", SEQUENCES, ids=lambda row: row["id"])
def test_replay_as_json(inside: Inside, row: dict[str, str]) -> None:
    laid = [card for card in LAID if card["id"] == row["id"]]
    hands = [word for hand in row["hands"].split(" / ") for word in ("--hand", hand)]
    scores = ["--score", row["scores"].replace(" ", "-")] if row["scores"] else []
    plays = " ".join(card["card"] for card in laid)
    done = inside(
        "replay", "--variant", row["variant"], *hands, "--plays", plays, *scores, "--format", "json"
    )
    assert (done.code, done.err) == (0, "")
    events = json.loads(done.out)
    assert len(events) == len(laid)
    extra = ["sides"] if row["variant"] == "four" else ["scores"] if scores else []
    for event, card in zip(events, laid, strict=True):
        assert list(event) == [*KEYS, *extra]
        assert event["card"].upper() == card["card"]
        for key in ("series", "seat", "count", "points"):
            assert event[key] == int(card[key])
        assert event["reasons"] == reasons_of(card["reasons"])
        assert event[(extra or ["totals"])[0]] == [int(total) for total in card["totals"].split()]


def test_replay_as_table() -> None:
    done = process("replay", "--variant", "six", *SIX, "--plays", SIX_PLAYS)
    assert (done.code, done.err) == (0, "")
    lines = [line.split() for line in done.out.splitlines()]
    assert lines[0][:6] == ["series", "seat", "card", "count", "points", "for"]
    assert lines[0][-2:] == ["pone", "dealer"]
    assert ["1", "dealer", "5c", "30", "1", "go", "1", "pone", "2", "1"] in lines
    assert ["2", "pone", "9s", "24", "4", "run", "3,", "last", "1", "6", "3"] in lines
    assert lines[-1][:5] == ["the", "play", "is", "over:", "points"]


def test_replay_says_what_is_left(inside: Inside) -> None:
    done = inside("replay", *SIX, "--plays", "4c 7d")
    assert "not played: pone 4d 7h 9s; dealer Js 5c 8h" in done.out
    assert "the play is not over: pone is on turn at 11" in done.out
    partners = inside("replay", "--variant", "four", "--hand", "3c kc 9d 8h", "--hand", "3d qc 7d 6s",
                      "--hand", "3h jc 5d 4s", "--hand", "3s tc 2d ah", "--plays", "3c 3d 3h 3s")  # fmt: skip
    assert "four-handed cribbage" in partners.out
    assert "seats 0+2" in partners.out
    assert partners.out.splitlines()[-3].split()[-2:] == ["6", "14"]


def test_replay_stops_at_the_target(inside: Inside) -> None:
    hands = ["--hand", "8c 7d 4h qs", "--hand", "8d 9c 2h 3s"]
    done = inside("replay", *hands, "--plays", "8c 8d", "--score", "118-119")
    assert done.code == 0
    assert "dealer has won" in done.out
    check_mistake(inside("replay", *hands, "--plays", "8c 8d 7d", "--score", "118-119"), "over", "121")
    three = ["--hand", "2c 3c 4c 5c", "--hand", "2d 3d 4d 5d", "--hand", "2h 3h 4h 5h", "--plays", ""]
    other = inside("replay", "--variant", "three", *three, "--rule", "target=121", "--score", "1-2-120")
    assert (other.code, other.err) == (0, "")


def test_a_go_of_choice(inside: Inside) -> None:
    rule = ["--rule", "go_obligation=may", "--format", "json"]
    done = inside("replay", *FIVE, "--plays", "tc 9s jd ac go", *rule)
    assert done.code == 0
    last = json.loads(done.out)[-1]
    assert (last["card"], last["reasons"], last["totals"]) == ("Ac", [["last", 1]], [3, 1])
    check_mistake(inside("replay", *FIVE, "--plays", "tc 9s jd ac go"), "seat 1", "Ad")


def test_options_change_the_play(inside: Inside) -> None:
    three = ["--variant", "three", "--hand", "kc qd 9h 8s", "--hand", "qc jd 9d 8d", "--hand", "kd ac ad 2h"]
    done = inside("replay", *three, "--plays", "kc qc kd", "--rule", "multi_go=bicycle")
    assert "three-handed cribbage with multi_go=bicycle" in done.out
    assert "go 1" in done.out
    assert "go 1" not in inside("replay", *three, "--plays", "kc qc kd").out
    eight = [
        "--variant",
        "eight",
        "--rule",
        "laid_out=3",
        "--hand",
        "2c 3c 4c 5c 6c",
        "--hand",
        "2d 3d 4d 5d 6d",
    ]
    assert inside("replay", *eight, "--plays", "2c").code == 0


def test_output_goes_to_a_file(inside: Inside, tmp_path: Path) -> None:
    path = tmp_path / "play.json"
    done = inside("replay", *SIX, "--plays", SIX_PLAYS, "--format", "json", "--output", str(path))
    assert (done.code, done.out) == (0, "")
    assert json.loads(path.read_text(encoding="utf-8"))[-1]["totals"] == [6, 3]
    check_mistake(inside("peg", "4d", "--output", str(path)), "play.json", "--force")


@pytest.mark.parametrize(
    ("args", "named"),
    [
        ([], ["CARDS"]),
        (["4x"], ["4x"]),
        (["4 5 6"], ["4"]),
        (["4d 4d"], ["4d"]),
        (["kc qc jc 2d"], ["2d", "32"]),
        (["kc qc jc ad 2d"], ["2d", "33"]),
        (["4d", "--rule", "multi_go=bicycle"], ["multi_go"]),
        (["4d", "--rule", "crib_flush=hand_rule"], ["crib_flush"]),
        (["4d", "--rule", "flush_in_play=maybe"], ["maybe"]),
        (["4d", "--format", "csv"], ["csv"]),
        (["4d go 5c"], ["go"]),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else None,
)
def test_peg_mistakes(inside: Inside, args: list[str], named: list[str]) -> None:
    check_mistake(inside("peg", *args), *named)


@pytest.mark.parametrize(
    ("args", "named"),
    [
        ([], ["--hand"]),
        (SIX, ["--plays"]),
        ([*SIX[:2], "--plays", "4c"], ["2 hands", "1"]),
        ([*SIX, *SIX, "--plays", "4c"], ["2 hands", "4"]),
        ([*SIX[:3], "7d js 5c", "--plays", "4c"], ["seat 1", "4 cards"]),
        ([*SIX[:3], "7d js 5c 4c", "--plays", "4c"], ["4c"]),
        ([*SIX, "--plays", "7d"], ["seat 0", "7d"]),
        ([*SIX, "--plays", "4c 7d 4d js 8h"], ["8h", "33"]),
        ([*SIX, "--plays", "4c 7d 4d js go 5c"], ["seat 1", "5c"]),
        ([*SIX, "--plays", f"{SIX_PLAYS} 2c"], ["over"]),
        ([*SIX, "--plays", "4c 7z"], ["7z"]),
        ([*SIX, "--plays", "4c", "--variant", "nine"], ["nine"]),
        ([*SIX, "--plays", "4c", "--rule", "go_obligation=may"], ["go_obligation"]),
        ([*SIX, "--plays", "4c", "--rule", "crib_flush=hand_rule"], ["crib_flush"]),
        ([*SIX, "--plays", "4c", "--rule", "stink_hole=on"], ["stink_hole", "--score"]),
        ([*SIX, "--plays", "4c", "--score", "118"], ["118"]),
        ([*SIX, "--plays", "4c", "--score", "118-121"], ["121", "120"]),
        ([*SIX, "--plays", "4c", "--score", "1-2-3"], ["2 scores", "3"]),
        ([*SIX, "--plays", "4c", "--score", "a-b"], ["a-b"]),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else None,
)
def test_replay_mistakes(inside: Inside, args: list[str], named: list[str]) -> None:
    check_mistake(inside("replay", *args), *named)
