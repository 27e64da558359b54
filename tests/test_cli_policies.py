"""The commands ``exploit`` and ``learn-policy``: answers, files, forms and every mistake."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path

import numpy as np
import pytest

from commands import Inside, check_mistake, process
from cribstat.cards import format_cards
from cribstat.policies.files import save_policies
from cribstat.policies.gains import exploit, exploitability
from cribstat.policies.names import named_policy
from cribstat.policies.solved import solved_policy
from random_policies import mixed, pure

FIVE_CARDS = ("--variant", "five")
GOOD = "role,deal,discard\npone,5h 5d Js Qc 6c 7d,6c 7d\n"


def log_file(folder: Path, count: int = 40) -> Path:
    """Write a log in which pone lays his two first cards away."""
    rng = np.random.default_rng(6)
    deals = [rng.permutation(52)[:5] for _ in range(count)]
    rows = [f"pone,{format_cards(deal)},{format_cards(deal[:2])}\n" for deal in deals]
    path = folder / "deals.csv"
    path.write_text("role,deal,discard\n" + "".join(rows))
    return path


def both(folder: Path) -> str:
    """Write five-card policies of both roles to a file."""
    save_policies(folder / "both.npz", mixed("dealer"), pure("pone"))
    return str(folder / "both.npz")


def test_exploit_of_a_pair(inside: Inside, tmp_path: Path) -> None:
    done = inside("exploit", both(tmp_path), "--format", "json")
    assert done.code == 0
    assert "mixed as dealer" in done.err
    answer = json.loads(done.out)
    dealer, pone = exploit(mixed("dealer")), exploit(pure("pone"))
    assert [row["role"] for row in answer["rows"]] == ["dealer", "pone"]
    for row, found in zip(answer["rows"], (dealer, pone), strict=True):
        assert row["best_gain"] == pytest.approx(found.best_gain, abs=1e-12)
        assert row["solved_gain"] == pytest.approx(found.solved_gain, abs=1e-12)
        assert row["hand_ev"] == pytest.approx(found.hand_ev, abs=1e-12)
    assert answer["exploitability"] == pytest.approx(exploitability(dealer, pone), abs=1e-12)
    assert answer["method"]["best_gain"] == "exact"
    assert answer["variant"] == "five"


def test_forms_of_exploit(inside: Inside, tmp_path: Path) -> None:
    path, found = both(tmp_path), exploit(pure("pone"))
    table = inside("exploit", path, "--role", "pone")
    assert table.code == 0
    assert "exploitability" not in table.out
    assert f"{found.best_gain:.6f}" in table.out
    assert "exact" in table.out
    assert "left out" in table.out
    markdown = inside("exploit", path, "--role", "pone", "--format", "markdown")
    assert f"| {path} | pone | {found.hand_ev:.4f} | {found.best_gain:.6f} |" in markdown.out
    rows = list(csv.DictReader(io.StringIO(inside("exploit", path, "--role", "pone", "--format", "csv").out)))
    assert (rows[0]["policy"], rows[0]["role"], len(rows)) == (path, "pone", 1)
    assert float(rows[0]["best_gain"]) == pytest.approx(found.best_gain, abs=1e-12)


def test_what_is_next_to_nothing_is_printed_by_its_size(inside: Inside, tmp_path: Path) -> None:
    save_policies(
        tmp_path / "solved.npz", *(solved_policy(role, 5, play=False) for role in ("pone", "dealer"))
    )
    done = inside("exploit", str(tmp_path / "solved.npz"))
    said = re.search(r"exploitability (\d\.\de-\d\d) points", done.out)
    assert said
    assert 0 <= float(said[1]) < 5e-5


@pytest.mark.exhaustive
def test_what_the_tables_of_others_give_away(inside: Inside) -> None:
    """The exploitability of pairs as once computed; no opponent gains more than a best one."""
    for name, total in (("hessel", 0.005253), ("schell", 0.006831), ("best-hand", 0.672964)):
        answer = json.loads(inside("exploit", name, "--format", "json").out)
        assert answer["exploitability"] == pytest.approx(total, abs=5e-7)
        assert all(0 < row["solved_gain"] <= row["best_gain"] for row in answer["rows"])
    answer = json.loads(inside("exploit", "solved-no-play", "--format", "json").out)
    assert 0 <= answer["exploitability"] < 5e-5
    assert all(abs(row["solved_gain"]) < 1e-9 for row in answer["rows"])


def test_exploit_of_a_file_with_five_cards(inside: Inside, tmp_path: Path) -> None:
    pure("pone").save(tmp_path / "mine.npz")
    done = inside(
        "exploit", str(tmp_path / "mine.npz"), "--format", "json", "--output", str(tmp_path / "out.json")
    )
    assert (done.code, done.out) == (0, "")
    answer = json.loads((tmp_path / "out.json").read_text())
    assert (answer["variant"], answer["exploitability"]) == ("five", None)
    assert [row["role"] for row in answer["rows"]] == ["pone"]
    assert answer["rows"][0]["best_gain"] == pytest.approx(exploit(pure("pone")).best_gain, abs=1e-12)


def test_mistakes_of_exploit(inside: Inside, tmp_path: Path) -> None:
    check_mistake(inside("exploit", "nobody"), "nobody", "best-hand", "solved")
    check_mistake(inside("exploit", "hessel", "--role", "banker"), "banker")
    (tmp_path / "there.json").write_text("{}")
    check_mistake(inside("exploit", str(tmp_path / "there.json")), "there.json")
    check_mistake(
        inside("exploit", "hessel", "--output", str(tmp_path / "there.json")), "there.json", "--force"
    )
    pure("pone").save(tmp_path / "mine.npz")
    check_mistake(inside("exploit", str(tmp_path / "mine.npz"), "--role", "dealer"), "mine.npz", "dealer")


def test_a_mistake_in_a_process_of_its_own(tmp_path: Path) -> None:
    check_mistake(process("exploit", "nobody", cwd=tmp_path), "nobody", "solved")
    check_mistake(process("learn-policy", "nowhere.csv", cwd=tmp_path), "nowhere.csv")


def test_learning_a_policy(inside: Inside, tmp_path: Path) -> None:
    output = tmp_path / "mine.json"
    done = inside(
        "learn-policy", str(log_file(tmp_path)), *FIVE_CARDS, "--output", str(output), "--format", "json"
    )
    assert done.code == 0
    assert done.out == output.read_text()
    kept = json.loads(done.out)
    assert kept["roles"]["pone"]["deals_n"] == 40
    assert kept["roles"]["dealer"]["deals_n"] == 0
    assert kept["method"]["share"] == "estimated"
    assert kept["method"]["expected_n"] == "exact"
    assert sum(pair["laid_n"] for pair in kept["roles"]["pone"]["pairs"]) == 40
    dealer = named_policy(output, "dealer")
    assert dealer.digest == solved_policy("dealer", 5, play=False).digest
    answer = json.loads(inside("exploit", str(output), "--role", "pone", "--format", "json").out)
    assert answer["rows"][0]["best_gain"] > 0.5
    log = str(tmp_path / "deals.csv")
    check_mistake(inside("learn-policy", log, "--output", str(output)), "--force")
    again = inside("learn-policy", log, *FIVE_CARDS, "--output", str(output), "--force", "--role", "pone")
    assert again.code == 0
    assert list(json.loads(output.read_text())["roles"]) == ["pone"]


def test_forms_of_the_classes(inside: Inside, tmp_path: Path) -> None:
    log = str(log_file(tmp_path))
    table = inside("learn-policy", log, *FIVE_CARDS, "--role", "pone", "--smoothing", "20")
    assert "as pone: 40 deals, temperature" in table.out
    assert "estimated" in table.out
    assert "20 more deals" in table.out
    rows = list(csv.DictReader(io.StringIO(inside("learn-policy", log, *FIVE_CARDS, "--format", "csv").out)))
    assert len(rows) == 2 * 169
    assert {row["role"] for row in rows} == {"dealer", "pone"}
    never = next(row for row in rows if row["role"] == "dealer")
    assert (never["held_n"], never["share"], never["factor"]) == ("0", "", "1.0")
    markdown = inside("learn-policy", log, *FIVE_CARDS, "--role", "pone", "--format", "markdown").out
    assert markdown.count("\n|") == 1 + 1 + 169


def test_mistakes_of_learning(inside: Inside, tmp_path: Path) -> None:
    log = tmp_path / "deals.csv"
    log.write_text(GOOD + "pone,5h 5d Js Qc 6c 7d,6c 8d\n")
    check_mistake(inside("learn-policy", str(log), "--output", str(tmp_path / "no.json")), "line 3", "6c 8d")
    assert not (tmp_path / "no.json").exists()
    log.write_text(GOOD)
    check_mistake(inside("learn-policy", str(log), *FIVE_CARDS), "line 2", "5 cards", "6")
    check_mistake(inside("learn-policy", str(log), "--smoothing", "0"), "--smoothing", "0")
    check_mistake(inside("learn-policy", str(log), "--smoothing", "nan"), "--smoothing")
    check_mistake(inside("learn-policy", str(log), "--role", "banker"), "banker")
    check_mistake(inside("learn-policy", str(log), "--force"), "--output")
    check_mistake(inside("learn-policy"), "DEALS.CSV")
