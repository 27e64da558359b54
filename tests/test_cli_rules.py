"""``cribstat rules``, ``laws`` and ``board``: what they print, in every form, and mistakes in one line."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from commands import Inside, check_mistake
from cribstat.cards import format_cards
from cribstat.game import Game, loss_of
from cribstat.game.board import Board
from cribstat.game.board_text import board_lines, board_rows
from cribstat.rules import LAW_PROFILES, VARIANTS, options_of, variant
from cribstat.rules.laws import law, laws
from cribstat.rules.sheet import rule_sheet, sheet_title

PAGE = (66, 80)  # lines and characters
WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")


def sheet_text(name: str, **options: object) -> str:
    parts = rule_sheet(variant(name, **options))
    return " ".join(
        [
            *(text for part in parts for text in part.sentences),
            *(" ".join(row) for p in parts for row in p.points),
        ]
    )


@pytest.mark.parametrize("name", VARIANTS)
def test_sheet_is_one_page(inside: Inside, name: str) -> None:
    lines = inside("rules", name).out.splitlines()
    assert lines[0] == sheet_title(variant(name))
    assert len(lines) <= PAGE[0]
    assert max(map(len, lines)) <= PAGE[1]


@pytest.mark.parametrize("name", VARIANTS)
def test_sheet_says_what_the_record_says(name: str) -> None:
    record, text = variant(name), sheet_text(name)
    assert f"The first at {record.target} points wins" in text
    assert f"{WORDS[record.dealt].capitalize()} cards go to each player" in text
    assert f"the crib of {WORDS[record.crib_size]}" in text
    assert f"{WORDS[record.hand_size].capitalize()} are kept" in text
    assert f"{record.hand_size}; {record.hand_size + 1}" in text
    assert ("three for last" in text) == (record.three_for_last != "no")
    assert ("still held are not played" in text) == record.single_series
    assert ("partners" in text) == (record.players > record.sides)
    assert ("from the pack joins" in text) == (record.from_pack == 1)
    assert "House rules" not in text


@pytest.mark.parametrize("name", VARIANTS)
def test_every_option_changes_a_sentence(name: str) -> None:
    plain = sheet_text(name)
    for key, choices in options_of(name).items():
        base = {"stake_rule": "skunk"} if key == "double_skunk_stake" else {}
        unseen = key == "forfeit" or (key == "double_skunk_stake" and variant(name).target < 121)
        usual = sheet_text(name, **base) if base else plain
        for choice in choices[1:]:
            changed = sheet_text(name, **base, **{key: choice})
            house = "House rules: "
            assert house in changed
            left = [
                text.split(house)[0] + text.split(house)[-1].partition(". ")[2] for text in (changed, usual)
            ]
            assert (left[0] != left[1]) or unseen, (key, choice)


@pytest.mark.parametrize("name", VARIANTS)
@pytest.mark.parametrize(
    "options",
    [{}, {"lurch_rule": "fixed"}, {"lurch_rule": "off"}, {"stake_rule": "skunk"}, {"stake_rule": "none"}],
    ids=str,
)
def test_sheet_settles_as_the_stakes_do(name: str, options: dict[str, str]) -> None:
    record = variant(name, **options)
    text = sheet_text(name, **options)
    lost = [loss_of(record, score).name for score in range(record.target)]
    for kind, words in (("lurch", "below {} is in the lurch"), ("skunk", "below {} is skunked")):
        if kind in lost:
            limit = max(score for score, loss in enumerate(lost) if loss == kind) + 1
            assert words.format(limit) in text
        else:
            assert words.split("{} ")[1] not in text
    if "double skunk" in lost:
        assert f"below {lost.count('double skunk')}, a double skunk, three times" in text
    if set(lost) == {"plain"}:
        assert "Every game counts once" in text


def test_sheet_in_other_forms(inside: Inside) -> None:
    answer = json.loads(inside("rules", "seven", "--rule", "from_pack=1", "--format", "json").out)
    assert (answer["variant"], answer["title"]) == ("seven", "Seven-card cribbage")
    assert answer["sections"][0]["sentences"][-1] == "House rules: from_pack=1."
    assert ["the crib and the start in one suit", "6"] in answer["sections"][4]["points"]
    rows = list(csv.reader(io.StringIO(inside("rules", "six", "--format", "csv").out)))
    assert rows[0] == ["part", "rule", "points"]
    assert {len(row) for row in rows} == {3}
    assert inside("rules", "six", "--format", "markdown").out.startswith("| part | rule | points |\n| --- |")


@pytest.mark.parametrize("profile", [None, *LAW_PROFILES])
def test_laws_are_listed(inside: Inside, profile: str | None) -> None:
    chosen = [] if profile is None else ["--profile", profile]
    answer = json.loads(inside("laws", *chosen, "--format", "json").out)
    assert [row["code"] for row in answer] == [row.code for row in laws(profile)]
    table = inside("laws", *chosen).out
    assert all(row.code in table for row in laws(profile))
    if profile == "off":
        assert "no law" in table


def test_laws_fit_a_narrow_terminal(inside: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    for args in (["laws"], ["laws", *(row.code for row in laws())]):
        assert max(map(len, inside(*args).out.splitlines())) <= 80


def test_one_law(inside: Inside) -> None:
    shown = inside("laws", "deal-show-own").out
    assert shown.startswith("DEAL-SHOW-OWN  the dealer shows cards of his own in dealing\n")
    assert "by foster" in shown
    assert "FRESH or STAND, blind" in shown
    by_book = inside("laws", "deal-show-own", "--profile", "enquire").out
    assert "by foster" not in by_book
    assert "FRESH" in by_book
    rows = list(csv.DictReader(io.StringIO(inside("laws", "DEAL-UNCUT", "--format", "csv").out)))
    assert (rows[0]["points"], rows[0]["options"], rows[0]["blind"]) == ("2", "FRESH STAND", "True")
    answer = json.loads(inside("laws", "X-CRIB-MIX", "--format", "json").out)
    congress = {"points": 2, "sources": ["ACC"]}
    assert answer[0]["differences"] == {"modern": congress, "acc": congress}
    assert law("X-CRIB-MIX").situation in inside("laws", "X-CRIB-MIX", "--format", "markdown").out


# Where the pegs of two sides are drawn. SOURCE: Hoffmann's rows of thirty, up the outer and down the inner.
BOARD = """\
           1       5         10         15         20         25         30
         ╭──────────────────────────────────────────────────────────────────╮
Ann      │ · · · · ·  · · · · ·  · · · · ·  · · · · ·  · · · ○ ·  · · · · · │ →
         │ · · · · ·  · · · · ·  · · · · ·  · · · · ·  · · · · ●  · · · · · │ ←
       ◎ ├─60────────55─────────50─────────45─────────40─────────35──────31─┤
         │ · · · · ·  · · ○ · ·  · · · · ·  · · · · ·  · · · · ·  · · · · · │ ←
Bob      │ ● · · · ·  · · · · ·  · · · · ·  · · · · ·  · · · · ·  · · · · · │ →
         ╰──────────────────────────────────────────────────────────────────╯
           1       5         10         15         20         25         30

     score  to go  lap  street    row  hole  back peg  silver  copper
Ann     96     25    2       4  inner     6        84       9       6
Bob     61     60    2       3  outer     1        53       6       1
"""


def test_board(inside: Inside) -> None:
    shown = inside("board", "96", "61", "--back", "84", "--back", "53", "--name", "Ann", "--name", "Bob").out
    assert shown.startswith(BOARD)
    assert shown.count("\n") == BOARD.count("\n") + 1


@pytest.mark.parametrize("score", range(122))
def test_a_peg_stands_where_its_number_is(score: int) -> None:
    lines = board_lines(Board.of((score, 0)))
    assert max(map(len, lines)) <= 80
    outer, inner = lines[2], lines[3]
    in_lap = (score - 1) % 60 + 1
    if score in (0, 121):
        assert ("●" in outer) == (score == 0)
        assert ("◉" in lines[4]) == (score == 121)
        return
    row = outer if in_lap <= 30 else inner
    holes = [mark for mark in row.split("│")[1] if mark in "·●○"]
    assert len(holes) == 30
    assert holes.index("●") + 1 == (in_lap if in_lap <= 30 else 61 - in_lap)
    numbers = lines[0] if in_lap <= 30 else lines[4]
    if in_lap % 5 == 0:
        column = row.index("●")
        assert str(in_lap) in numbers[column - 1 : column + 2]


@pytest.mark.parametrize("name", VARIANTS)
def test_board_of_every_variant(inside: Inside, name: str) -> None:
    record = variant(name)
    scores = [str(record.target), "30", "0"][: record.sides]
    answer = json.loads(inside("board", *scores, "--variant", name, "--format", "json").out)
    assert (answer["target"], answer["winner"]) == (record.target, 0)
    assert [side["to_go"] for side in answer["sides"]] == [record.target - int(score) for score in scores]
    lines = inside("board", *scores, "--variant", name).out.splitlines()
    assert max(map(len, lines)) <= 80
    assert "".join(lines).count("◉") == 1


def test_board_in_other_forms(inside: Inside) -> None:
    rows = list(csv.DictReader(io.StringIO(inside("board", "47", "9", "--format", "csv").out)))
    assert [(row["silver"], row["copper"]) for row in rows] == [("4", "7"), ("0", "9")]
    assert [row["back"] for row in rows] == ["46", "8"]
    header = inside("board", "47", "9", "--format", "markdown").out.splitlines()[0]
    assert header == f"| {' | '.join(board_rows(Board.of((47, 9)))[0])} |"
    assert (
        json.loads(
            inside("board", "9", "8", "--rule", "target=61", "--variant", "four", "--format", "json").out
        )["target"]
        == 61
    )


@pytest.mark.parametrize(
    ("args", "named"),
    [
        (["rules"], ["VARIANT"]),
        (["rules", "nine"], ["nine", "five"]),
        (["rules", "six", "--rule", "from_pack=1"], ["from_pack"]),
        (["rules", "six", "--rule", "muggins=maybe"], ["maybe"]),
        (["rules", "six", "--force"], ["--output"]),
        (["laws", "DEAL-UNKUT"], ["DEAL-UNKUT", "DEAL-UNCUT"]),
        (["laws", "--profile", "hoyle"], ["hoyle", "newhoyle"]),
        (["laws", "X-RESIGN", "--profile", "foster"], ["X-RESIGN", "enquire"]),
        (["board"], ["SCORE"]),
        (["board", "96"], ["2", "1"]),
        (["board", "96", "61", "3"], ["2", "3"]),
        (["board", "96", "122"], ["122", "121"]),
        (["board", "96", "sixty"], ["sixty"]),
        (["board", "121", "121"], ["121"]),
        (["board", "96", "61", "--back", "84"], ["back pegs"]),
        (["board", "96", "61", "--back", "84", "--back", "61"], ["behind"]),
        (["board", "96", "61", "--name", "Ann"], ["Ann"]),
        (["board", "96", "61", "--name", "Ann", "--name", "Ann"], ["Ann"]),
        (["board", "96", "61", "--rule", "muggins=on"], ["muggins"]),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else None,
)
def test_mistakes(inside: Inside, args: list[str], named: list[str]) -> None:
    check_mistake(inside(*args), *named)


def test_laws_in_a_game_kept_by_command(inside: Inside, tmp_path: Path) -> None:
    file = str(tmp_path / "game.jsonl")
    inside("game", "new", file, "--seed", "4", "--dealer", "1")
    inside("game", "do", file, "shuffle")
    calls = [
        ("DEAL-UNCUT", "choice=STAND", "A chooses STAND"),
        ("DEAL-EXPOSE", "choice=STAND lifted=true", "the cards were lifted"),
        ("PEG-TOUCH", "player=0", "having points to mark"),
        ("PACK-MEDDLE", "player=0", "4-4"),
    ]
    inside("game", "do", file, "irregularity", "code=DEAL-UNCUT", "choice=STAND")
    inside("game", "do", file, "deal")
    for code, told, _ in calls[1:]:
        done = inside("game", "do", file, "irregularity", f"code={code}", *told.split())
        assert done.code == 0, done.err
    shown = " ".join(inside("game", "show", file).out.split())
    for code, _, words in calls:
        assert code in shown
        assert words in shown
    assert "4-4" in shown
    check_mistake(inside("game", "do", file, "irregularity", "code=PEG-FRONT"), "player")


def test_wrong_numbers_are_dealt_and_put_right_by_the_command(inside: Inside, tmp_path: Path) -> None:
    file = str(tmp_path / "game.jsonl")
    inside("game", "new", file, "--seed", "3", "--dealer", "1")
    for act in ("shuffle", "cut_pack", "deal counts=7,8"):
        assert not inside("game", "do", file, *act.split()).code
    inside("game", "do", file, "irregularity", "code=DEAL-COUNT-PONE", "choice=STAND")
    held = Game.load(file).position.hands[0][0]
    card = format_cards([held])
    done = inside("game", "do", file, "irregularity", "code=FIX-PONE-OVER", f"cards={card}")
    assert "1 card put back unseen" in " ".join(done.out.split())
    unseen = inside("game", "do", file, "irregularity", "code=FIX-DEALER-OVER").out
    assert "2 cards put back unseen" in " ".join(unseen.split())
    shown = inside("game", "show", file).out
    assert shown.count("put back unseen") == 2
    assert [len(hand) for hand in Game.load(file).position.hands] == [6, 6]
