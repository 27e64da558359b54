"""Tables on narrow terminals: every digit of every table at 60, 80 and 120 columns, and as in the CSV."""

import csv
import io
import re

import pytest

from commands import Inside, on_terminal

NUMBER = re.compile(r"[-+]?\d+(?:\.\d+)?")
ESCAPES = re.compile(r"\x1b\[[\d;]*m")
DEAL = "5h 5d Js Qc 6c 7d"
QUESTIONS = {
    "discard": ("discard", DEAL),
    "discard of one role": ("discard", DEAL, "--dealer"),
    "discard explained": ("discard", DEAL, "--pone", "--explain"),
    "discard to a need": ("discard", DEAL, "--pone", "--need", "12"),
    "discard of three": ("discard", "5h 5d Js Qc 6c", "--variant", "three"),
    "distribution": ("distribution", DEAL, "--dealer", "--discard", "6c 7d"),
    "endgame": ("endgame", "96", "101", "--dealer"),
    "exploit": ("exploit", "hessel"),
    "lead": ("lead", "6h 7c 8d 9s"),
    "peg": ("peg", "4d 5h 6c"),
    "replay": ("replay", "--hand", "4c 4d 7h 9s", "--hand", "7d js 5c 8h", "--plays", "4c 7d 4d js 5c"),
    "table crib": ("table", "crib", "--role", "dealer"),
    "table discards": ("table", "discards", "--role", "pone", "--top", "9"),
    "table keeps": ("table", "keeps", "--role", "dealer", "--top", "9"),
    "table leads": ("table", "leads"),
    "table play": ("table", "play", "--role", "pone", "--top", "9"),
    "table replies": ("table", "replies"),
    "table starts": ("table", "starts"),
    "table variants": ("table", "variants"),
    "table winprob": ("table", "winprob"),
    "winprob": ("winprob", "96", "101", "--dealer"),
    "laws": ("laws", "--profile", "newhoyle"),
    "laws, one": ("laws", "PEG-TOUCH"),
}
# The columns of the CSV that are printed, and how many decimals they are printed with.
PRINTED = {
    "discard of one role": {"hand_ev": 3, "crib_ev": 3, "play_ev": 3, "total_ev": 3, "hand_sd": 2},
    "table starts": {"hand_dealer": 3, "hand_pone": 3, "crib": 3},
    "table keeps": {"hand_ev": 3},
    "winprob": {"value": 5, "se": 5},
}


def numbers(text: str) -> list[str]:
    return sorted(NUMBER.findall(text))


@pytest.mark.parametrize("asked", QUESTIONS.values(), ids=QUESTIONS)
def test_no_digit_is_lost_at_any_width(
    asked: tuple[str, ...], inside: Inside, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "400")
    whole = inside(*asked).out
    assert numbers(whole)
    for width in (60, 80, 120):
        monkeypatch.setenv("COLUMNS", str(width))
        shown = inside(*asked).out
        assert "…" not in shown
        assert max(map(len, shown.splitlines())) <= width
        # Blocks repeat the columns that name a row, and such names may hold numbers.
        assert set(numbers(shown)) == set(numbers(whole))
        assert len(numbers(shown)) >= len(numbers(whole))


@pytest.mark.parametrize("name", PRINTED)
def test_every_number_of_the_csv_is_printed(
    name: str, inside: Inside, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    found = inside(*QUESTIONS[name]).out
    rows = list(csv.DictReader(io.StringIO(inside(*QUESTIONS[name], "--format", "csv").out)))
    wanted = [f"{float(row[key]):.{digits}f}" for row in rows for key, digits in PRINTED[name].items()]
    shown = numbers(found)
    assert wanted
    for number in set(wanted):
        assert shown.count(number) >= wanted.count(number), number


@pytest.mark.parametrize("width", [60, 80, 120])
@pytest.mark.parametrize("name", ["winprob", "discard"])
def test_a_terminal_of_any_width_shows_all(name: str, width: int) -> None:
    """Ask in a pseudo-terminal: a process of its own that is told nothing but its size."""
    shown = on_terminal(*QUESTIONS[name], columns=width, NO_COLOR="1")
    lines = [line.rstrip() for line in ESCAPES.sub("", shown).replace("\r", "").splitlines()]
    assert "…" not in shown
    assert max(map(len, lines)) <= width
    csv_text = on_terminal(*QUESTIONS[name], "--format", "csv", columns=width)
    key, digits = ("value", 5) if name == "winprob" else ("total_ev", 3)
    for row in csv.DictReader(io.StringIO(csv_text.replace("\r", ""))):
        assert f"{float(row[key]):.{digits}f}" in shown
