"""The solved opponent as the default: one question, a look-up, many deals, the command and its tables."""

from __future__ import annotations

import csv
import io
import json
from itertools import combinations
from math import comb
from pathlib import Path

import numpy as np
import pytest

from commands import Inside, check_mistake, process
from cribstat import format_cards, parse_cards, rank_deals, rank_discards, recipes
from cribstat.crib import ModelError
from cribstat.policies.lookup import build_table
from cribstat.policies.opponents import opponent_model, solved_crib, table_key
from cribstat.policies.solved import solved_policy
from cribstat.rules import SIX, variant
from cribstat.scoring import score_hand
from cribstat.tables import manifest, strategy_table

DEAL = "5h 5d Js Qc 6c 7d"


def test_default_answer_is_exact_and_solved() -> None:
    ranking = rank_discards(DEAL, "dealer")
    assert ranking.crib_model == "solved"
    assert ranking.method["crib_ev"] == "exact"
    for row in ranking.rows:
        assert row.total_sd is not None
        assert row.play_ev is not None
        assert row.total_min <= row.total_ev - row.play_ev <= row.total_max


def test_one_question_equals_the_crib_means_of_all_deals() -> None:
    """The walk over the other side's deals, and inclusion and exclusion."""
    means = solved_policy("pone", 5).crib_means()
    deal = "5h 5d Js Qc 6c"
    ranking = rank_discards(deal, "dealer", variant="five")
    _, many = rank_deals(parse_cards(deal)[None], "dealer", variant="five")
    assert means.shape == (134459, 10)
    cards = deal.split()
    for way, pair in enumerate(combinations(range(5), 2)):
        row = next(row for row in ranking.rows if row.discard == tuple(cards[place] for place in pair))
        assert row.crib_ev == pytest.approx(many[0, way], abs=1e-12)


def test_start_and_dead_split_the_whole() -> None:
    """The mean crib is the mean over starts, each weighed by how often it is left."""
    free = [card for card in range(52) if card not in parse_cards(DEAL)]
    whole = {row.discard: row.crib_ev for row in rank_discards(DEAL, "pone").rows}
    by_start = [
        {row.discard: row.crib_ev for row in rank_discards(DEAL, "pone", start=card).rows} for card in free
    ]
    for discard, mean in whole.items():
        assert np.mean([one[discard] for one in by_start]) == pytest.approx(mean, abs=1e-11)
    dead = rank_discards(DEAL, "pone", dead="5c 5s").rows[0]
    assert dead.crib_ev < whole[dead.discard]


def test_a_table_in_the_cache_answers_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from cribstat.policies import deal_pack

    walked = rank_discards("5h 5d Js Qc 6c", "pone", variant="five")
    monkeypatch.setenv("CRIBSTAT_CACHE", str(tmp_path))
    means = solved_policy("dealer", 5).crib_means()
    build_table("five", "pone", table_key("five"), deal_pack(5).deals, lambda: means)
    model = solved_crib("five")
    same = rank_discards("5h 5d Js Qc 6c", "pone", variant="five", crib_model=model)
    assert (same.rows, same.starts) == (walked.rows, walked.starts)
    found = rank_discards("5h 5d Js Qc 6c", "pone", variant="five", crib_model=model, spread=False)
    assert [row.discard for row in found.rows] == [row.discard for row in walked.rows]
    for row, other in zip(found.rows, walked.rows, strict=True):
        assert row.crib_ev == pytest.approx(other.crib_ev, abs=1e-12)
        assert (row.total_sd, row.total_min, row.total_max) == (None, None, None)
    bare = rank_discards("5 5 J Q 6", "pone", variant="five", crib_model=model)
    assert bare.rows[0].crib_ev == pytest.approx(
        rank_discards("5 5 J Q 6", "pone", variant="five").rows[0].crib_ev, abs=1e-12
    )


def test_names_of_opponents() -> None:
    assert opponent_model("solved", variant("three")).exactness == "approximate"
    assert opponent_model("policy:hessel", SIX).name == "policy:hessel"
    with pytest.raises(ModelError, match="unknown crib model 'nobody': solved, solved-no-play, uniform"):
        opponent_model("nobody", SIX)
    with pytest.raises(ModelError, match="usual crib flush"):
        rank_discards(DEAL, "dealer", variant=variant("six", crib_flush="hand_rule"))


def test_the_command_says_solved(inside: Inside) -> None:
    answer = json.loads(inside("discard", DEAL, "--dealer", "--format", "json").out)["answers"][0]
    assert answer["crib_model"] == "solved"
    assert answer["rows"] == [row.to_dict() for row in rank_discards(DEAL, "dealer").rows]


def test_first_use_says_so_on_standard_error(tmp_path: Path) -> None:
    done = process(
        "discard", DEAL, "--dealer", "--top", "1", "--format", "json", CRIBSTAT_CACHE=str(tmp_path)
    )
    assert done.code == 0
    assert len(done.err.splitlines()) == 1
    assert "making 'solved-six-pone' once" in done.err
    assert json.loads(done.out)["answers"][0]["crib_model"] == "solved"


@pytest.mark.parametrize("model", ["solved", "solved-no-play"])
@pytest.mark.parametrize("role", ["dealer", "pone"])
def test_solved_crib_table(inside: Inside, role: str, model: str) -> None:
    answer = json.loads(
        inside("table", "crib", "--role", role, "--crib-model", model, "--format", "json").out
    )
    rows = answer["rows"]
    assert (answer["crib_model"], len(rows)) == (model, 169)
    table = strategy_table("discards", play=model == "solved")
    kept = {(row["pair"], row["suited"]): row for row in table if row["role"] == role}
    for row in rows:
        cell = kept["".join(row["pair"]), "suited" if row["suited"] else ""]["crib_laid"]
        assert row["crib_ev"] == (float(cell) if cell else None)
    shown = inside("table", "crib", "--role", role, "--crib-model", model).out
    assert "over the deals in which the pair is laid away" in shown
    assert "over all deals that hold the pair" in shown


@pytest.mark.parametrize("name", ["discards", "keeps"])
def test_strategy_tables(inside: Inside, name: str) -> None:
    key = {"discards": "laid", "keeps": "share"}[name]
    for role in ("dealer", "pone"):
        rows = list(csv.DictReader(io.StringIO(inside("table", name, "--role", role, "--format", "csv").out)))
        assert sum(float(row[key]) for row in rows) == pytest.approx(1, abs=1e-12)
        shares = [float(row[key]) for row in rows]
        assert shares == sorted(shares, reverse=True)
        assert len(inside("table", name, "--role", role, "--top", "3").out.splitlines()) < 10
    assert inside("table", name, "--role", "pone", "--top", "0").code == 2


@pytest.mark.parametrize("role", ["dealer", "pone"])
@pytest.mark.parametrize("policies", ["solved", "solved-no-play"])
def test_tables_of_five_cards(inside: Inside, role: str, policies: str) -> None:
    """The tables of five cards agree with each other and with the walk through single deals."""
    of = ("--variant", "five", "--policies", policies, "--format", "json")
    discards = json.loads(inside("table", "discards", "--role", role, *of).out)
    assert discards["variant"] == "five"
    assert sum(row["laid"] for row in discards["rows"]) == pytest.approx(1, abs=1e-12)
    assert sum(row["held"] for row in discards["rows"]) == pytest.approx(10, abs=1e-11)
    keeps = json.loads(inside("table", "keeps", "--role", role, *of).out)["rows"]
    assert {len(row["keep"]) for row in keeps} == {3}
    starts = json.loads(inside("table", "starts", *of).out)["rows"]
    hand = sum(row["share"] * row["hand_ev"] for row in keeps if row["share"])
    assert np.mean([row[f"hand_{role}"] for row in starts]) == pytest.approx(hand, abs=1e-10)
    crib = sum(row["laid"] * row["crib_laid"] for row in discards["rows"] if row["laid"])
    assert np.mean([row["crib"] for row in starts]) == pytest.approx(crib, abs=1e-10)
    model = ("--variant", "five", "--crib-model", policies, "--format", "json")
    cribs = json.loads(inside("table", "crib", "--role", role, *model).out)
    assert (cribs["variant"], len(cribs["rows"])) == ("five", 169)
    by_pair = {(row["pair"], row["suited"]): row["crib_laid"] for row in discards["rows"]}
    for row in cribs["rows"]:
        assert row["crib_ev"] == by_pair["".join(row["pair"]), row["suited"]]


# Means over all deals of five cards: by rank of the start here; the test above has them by keep and by pair.
FIVE_MEANS = {
    "solved": {"hand_dealer": 4.677870, "hand_pone": 4.812443, "crib": 4.549880},
    "solved-no-play": {"hand_dealer": 4.645533, "hand_pone": 4.849644, "crib": 4.711879},
}


@pytest.mark.parametrize("policies", FIVE_MEANS)
def test_start_table_of_five_cards(inside: Inside, policies: str) -> None:
    answer = inside("table", "starts", "--variant", "five", "--policies", policies, "--format", "json").out
    for name, mean in FIVE_MEANS[policies].items():
        assert np.mean([row[name] for row in json.loads(answer)["rows"]]) == pytest.approx(mean, abs=5e-7)


def test_the_recipe_makes_the_tables_of_five_cards(tmp_path: Path) -> None:
    (tmp_path / "solved").mkdir()
    for play in (True, False):
        for name, entry in recipes.solved_strategy(tmp_path, 5, play=play, threads=2).items():
            assert entry == manifest()[name]


def test_crib_table_of_five_cards_without_a_solution(inside: Inside) -> None:
    of = ("table", "crib", "--role", "pone", "--variant", "five", "--crib-model")
    rows = json.loads(inside(*of, "uniform", "--format", "json").out)["rows"]
    (fives,) = [row for row in rows if row["pair"] == ["5", "5"]]
    pair = parse_cards("5c 5d").tolist()
    rest = [card for card in range(52) if card not in pair]
    points = [
        score_hand([*pair, *others], start, crib=True)
        for others in combinations(rest, 2)
        for start in rest
        if start not in others
    ]
    assert fives["crib_ev"] == pytest.approx(np.mean(points), abs=1e-9)
    check_mistake(inside(*of, "schell"), "six")


def test_start_table(inside: Inside) -> None:
    rows = json.loads(inside("table", "starts", "--format", "json").out)["rows"]
    assert [row["start"] for row in rows] == list("A23456789TJQK")
    assert np.mean([row["crib"] for row in rows]) == pytest.approx(4.681468, abs=5e-7)
    assert np.mean([row["hand_dealer"] for row in rows]) == pytest.approx(7.987237, abs=5e-7)
    assert np.mean([row["hand_pone"] for row in rows]) == pytest.approx(8.064679, abs=5e-7)
    answer = json.loads(inside("table", "starts", "--policies", "solved-no-play", "--format", "json").out)
    assert answer["policies"] == "solved-no-play"
    rows = answer["rows"]
    assert np.mean([row["crib"] for row in rows]) == pytest.approx(4.781749, abs=5e-7)
    assert np.mean([row["hand_dealer"] for row in rows]) == pytest.approx(7.980572, abs=5e-7)
    assert np.mean([row["hand_pone"] for row in rows]) == pytest.approx(8.129516, abs=5e-7)


def test_table_of_deals_of_five_cards(inside: Inside, tmp_path: Path) -> None:
    file = tmp_path / "deals.csv"
    assert inside("table", "deals", "--variant", "five", "--values", "--output", str(file)).code == 0
    with file.open(newline="") as lines:
        rows = list(csv.DictReader(lines))
    assert len(rows) == 2 * 134_459
    assert sum(int(row["deals"]) for row in rows) == 2 * comb(52, 5)
    values = [name for name in rows[0] if name.startswith("total_")]
    assert values == ["total_ev", *(f"total_{a}{b}" for a, b in combinations(range(5), 2))]
    for row in (*rows[:: len(rows) // 7], rows[-1]):
        best, second = rank_discards(row["deal"], row["role"], variant="five").rows[:2]
        assert float(row["total_ev"]) == pytest.approx(best.total_ev, abs=1e-9)
        assert float(row["second_regret"]) == pytest.approx(best.total_ev - second.total_ev, abs=1e-9)
        assert float(row["crib_ev"]) == pytest.approx(best.crib_ev, abs=1e-9)
        assert max(float(row[name]) for name in values[1:]) == float(row["total_ev"])


def test_table_of_deals_refuses_other_files(inside: Inside, tmp_path: Path) -> None:
    done = inside("table", "deals", "--output", str(tmp_path / "deals.txt"))
    assert done.code == 2
    assert "must end in .parquet or .csv" in done.err
    assert list(tmp_path.iterdir()) == []


def test_cache_is_listed_and_cleared(inside: Inside, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CRIBSTAT_CACHE", str(tmp_path))
    values = np.zeros((1, 15))
    build_table("six", "dealer", "key", np.arange(6, dtype=np.uint8)[None], lambda: values)
    assert "deals-six-dealer" in inside("cache", "list").out
    assert "removed deals-six-dealer" in inside("cache", "clear").out
    assert "deals-six-dealer" not in inside("cache", "list").out


def test_format_of_the_deal_is_kept() -> None:
    assert rank_discards(DEAL, "pone").deal == tuple(format_cards(parse_cards(DEAL)).split())
