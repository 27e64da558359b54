"""``cribstat discard``: every mistake is told in one plain line and exits with 2."""

from __future__ import annotations

from pathlib import Path

import pytest

from commands import Inside, check_mistake

DEAL = "5h 5d Js Qc 6c 7d"


@pytest.mark.parametrize(
    ("args", "named"),
    [
        ([], ["CARDS"]),
        (["5h 5d Js Qc 6c 7x"], ["7x"]),
        (["5h 5d Js Qc 6c 11h"], ["11h"]),
        (["5h 5d Js Qc 6c 11d"], ["11d"]),
        (["5h 5d Js Qc 6c 5h"], ["5h"]),
        (["5h 5d Js Qc 6c"], ["6", "5"]),
        (["5h 5d Js Qc 6c 7d 8d"], ["6", "7"]),
        ([""], ["6"]),
        (["5h 5d J Q 6 7"], ["J"]),
        (["5 5 5 5 5 7"], ["5"]),
        ([DEAL, "--start", "5h"], ["5h"]),
        ([DEAL, "--start", "5x"], ["5x"]),
        ([DEAL, "--start", "2c 3c"], ["start"]),
        ([DEAL, "--start", ""], ["start"]),
        ([DEAL, "--dead", "5h"], ["5h"]),
        ([DEAL, "--dead", "2c 2c"], ["2c"]),
        ([DEAL, "--dead", "zz"], ["zz"]),
        ([DEAL, "--dead", ""], ["dead"]),
        ([DEAL, "--dead", "2c", "--start", "2c"], ["2c"]),
        (["5 5 J Q 6 7", "--start", "2c"], ["start"]),
        (["5 5 J Q 6 7", "--start", "2"], ["2"]),
        (["5 5 J Q 6 7", "--dead", "2c"], ["dead"]),
        ([DEAL, "--crib-model", "hesel"], ["hesel", "hessel"]),
        ([DEAL, "--crib-model", "hessel", "--start", "2c"], ["hessel", "start"]),
        ([DEAL, "--crib-model", "schell", "--dead", "2c"], ["schell", "dead"]),
        (["5h 5d Js Qc 6c", "--variant", "five", "--crib-model", "hessel"], ["six-card"]),
        ([DEAL, "--variant", "nine"], ["nine", "five"]),
        ([DEAL, "--rule", "kittens=1"], ["kittens"]),
        ([DEAL, "--rule", "crib_flush"], ["crib_flush"]),
        ([DEAL, "--rule", "crib_flush=never"], ["never"]),
        ([DEAL, "--rule", "crib_flush=hand_rule", "--rule", "crib_flush=all_agree"], ["crib_flush"]),
        ([DEAL, "--rule", "muggins=on"], ["muggins"]),
        ([DEAL, "--rule", "from_pack=1"], ["from_pack"]),
        ([DEAL, "--rule", "seven.from_pack=1"], ["seven"]),
        ([DEAL, "--seat", "2"], ["2"]),
        ([DEAL, "--seat", "-1"], ["-1"]),
        ([DEAL, "--seat", "one"], ["one"]),
        ([DEAL, "--seat", "1", "--dealer"], ["--seat"]),
        (["5h 5d Js Qc 6c", "--variant", "three", "--pone"], ["pone"]),
        (["5h 5d Js Qc 6c", "--variant", "four", "--pone"], ["pone"]),
        (["5h 5d Js Qc 6c", "--variant", "four", "--seat", "4"], ["4"]),
        ([DEAL, "--top", "0"], ["--top", "0"]),
        ([DEAL, "--top", "16"], ["--top", "15"]),
        ([DEAL, "--top", "some"], ["some"]),
        ([DEAL, "--format", "xml"], ["xml", "json"]),
        ([DEAL, "--force"], ["--force", "--output"]),
        ([DEAL, "--explain", "--format", "csv"], ["--explain"]),
        ([DEAL, "--dealr"], ["--dealr"]),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else None,
)
def test_mistakes(inside: Inside, args: list[str], named: list[str]) -> None:
    check_mistake(inside("discard", *args), *named)


def test_weights_that_leave_nothing(inside: Inside, tmp_path: Path) -> None:
    path = tmp_path / "mine.csv"
    path.write_text("pair,weight\n5-5,1\n", encoding="utf-8")
    check_mistake(inside("discard", DEAL, "--dead", "5c", "--crib-model", str(path)), "mine.csv")
    path.write_text("pair,weight\n5-Z,1\n", encoding="utf-8")
    check_mistake(inside("discard", DEAL, "--crib-model", str(path)), "5-Z", "line 2")


def test_a_damaged_table_is_told_in_one_line(inside: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    from cribstat import tables

    monkeypatch.setattr(tables, "manifest", lambda: {"published/discard_hessel_dealer.csv": {"sha256": "0"}})
    tables.published_crib_means.cache_clear()
    done = inside("discard", DEAL, "--dealer", "--crib-model", "hessel")
    assert done.code != 0
    assert done.out == ""
    assert done.err.count("\n") == 1
    assert "damaged" in done.err
