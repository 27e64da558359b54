"""The crib models: uniform, published tables, and a file of one's own weights."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import combinations, combinations_with_replacement
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import naive
import strategies
from cribstat import rank_deals, rank_discards
from cribstat.crib import DEFAULT_CRIB_MODEL, ModelError, model_names
from golden_files import crib_table

DEAL = "5H 6S 7D 7C 8H KD"
PAIRS = list(combinations_with_replacement(range(13), 2))
Weights = dict[tuple[int, int, str], Fraction]


def name_of(pair: tuple[int, int]) -> str:
    return f"{naive.RANKS[pair[0]]}-{naive.RANKS[pair[1]]}"


def write_csv(path: Path, weights: Weights, *, suited: bool) -> Path:
    lines = ["pair,weight,suited" if suited else "pair,weight"]
    for (low, high, kind), weight in weights.items():
        lines.append(f"{name_of((low, high))},{float(weight)!r}" + (f",{kind}" if suited else ""))
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def write_json(path: Path, weights: Weights) -> Path:
    content = {
        f"{name_of((low, high))} {kind}".strip(): float(weight)
        for (low, high, kind), weight in weights.items()
    }
    path.write_text(json.dumps(content), encoding="utf-8")
    return path


def some_weights(seed: int, *, suited: bool) -> Weights:
    """Draw weights in eighths (exact in floating point), a few of them nothing."""
    rng = np.random.default_rng(seed)
    weights: Weights = {}
    for low, high in PAIRS:
        for kind in ("suited", "unsuited") if suited and low != high else ("",):
            weights[low, high, kind] = Fraction(int(rng.integers(0, 40)), 8)
    return weights


# -- names and tables ------------------------------------------------------------------------------


def test_names() -> None:
    assert DEFAULT_CRIB_MODEL == "solved"
    assert model_names() == ("uniform", "hessel", "schell", "rasmussen")
    assert issubclass(ModelError, ValueError)


def test_solved_is_the_default() -> None:
    default, named = rank_discards(DEAL, "pone"), rank_discards(DEAL, "pone", crib_model="solved")
    assert default.crib_model == "solved"
    assert default.rows == named.rows


@pytest.mark.parametrize("name", ["hessel", "schell", "rasmussen"])
@pytest.mark.parametrize("role", ["dealer", "pone"])
def test_a_table_gives_its_cell(name: str, role: str) -> None:
    table = crib_table(name, role)
    for deal in ("AC 2D 7H 9S JC QD", "QD JC 9S 7H 2D AC", "4C 5D 6H TS TD JC", "8H 8S 3C 3D KH KS"):
        ranking = rank_discards(deal, role, crib_model=name)
        assert ranking.method["crib_ev"] == "approximate"
        assert ranking.method["hand_ev"] == "exact"
        for row in ranking.rows:
            low, high = sorted(card // 4 for card in naive.cards(" ".join(row.discard)))
            assert row.crib_ev == table[low, high]
            assert row.total_ev == row.hand_ev + (row.crib_ev if role == "dealer" else -row.crib_ev)
            assert (row.total_sd, row.total_min, row.total_max) == (None, None, None)
            assert row.hand_sd > 0


def test_roles_read_different_tables() -> None:
    rows = {role: rank_discards(DEAL, role, crib_model="hessel").rows for role in ("dealer", "pone")}
    dealer, pone = (
        {frozenset(row.discard): row.crib_ev for row in rows[role]} for role in ("dealer", "pone")
    )
    assert all(pone[discard] != dealer[discard] for discard in dealer)


@pytest.mark.parametrize("name", ["hessel", "schell", "rasmussen"])
@pytest.mark.parametrize("variant", ["five", "seven", "eight", "three", "four"])
def test_tables_are_of_the_six_card_game(name: str, variant: str) -> None:
    deal = list(range(0, 5 * {"five": 5, "seven": 7, "eight": 8, "three": 5, "four": 5}[variant], 5))
    with pytest.raises(ModelError, match="six-card"):
        rank_discards(deal, "dealer", variant=variant, crib_model=name)
    with pytest.raises(ModelError, match="six-card"):
        rank_deals([deal], "dealer", variant=variant, crib_model=name)


@pytest.mark.parametrize("known", [{"start": "2c"}, {"dead": "2c"}])
def test_tables_refuse_known_cards(known: dict[str, str]) -> None:
    for name in ("hessel", "schell", "rasmussen"):
        with pytest.raises(ModelError, match=name):
            rank_discards(DEAL, "dealer", crib_model=name, **known)


def test_an_unknown_model_names_what_there_is(tmp_path: Path) -> None:
    for wrong in ("Hessel", "nothing", str(tmp_path / "nothing.csv"), str(tmp_path), ""):
        with pytest.raises(ModelError) as caught:
            rank_discards(DEAL, "dealer", crib_model=wrong)
        assert f"'{wrong}'" in str(caught.value)
        assert "uniform, hessel, schell, rasmussen" in str(caught.value)


# -- uniform with known cards ----------------------------------------------------------------------


def test_a_start_changes_hand_and_crib_exactly() -> None:
    start = naive.card("JC")
    ranking = rank_discards(DEAL, "dealer", crib_model="uniform", start="JC")
    for row in ranking.rows[:3]:
        keep, away = (naive.cards(" ".join(cards)) for cards in (row.keep, row.discard))
        shown = naive.show(keep, away, start=start)
        assert row.hand_ev == row.hand_min == row.hand_max == naive.points(keep, start)
        assert row.hand_sd == 0
        assert row.crib_ev == float(shown.crib.mean)
        assert row.total_sd == pytest.approx(shown.total.sd, abs=1e-9)


def test_dead_cards_are_neither_turned_nor_laid_away() -> None:
    dead = "5C 5D 5S JC JD JH JS"
    ranking = rank_discards(DEAL, "pone", crib_model="uniform", dead=dead)
    without = {frozenset(row.discard): row for row in rank_discards(DEAL, "pone", crib_model="uniform").rows}
    for row in ranking.rows[:2]:
        keep, away = (naive.cards(" ".join(cards)) for cards in (row.keep, row.discard))
        shown = naive.show(keep, away, share=-1, dead=naive.cards(dead))
        assert row.hand_ev == float(naive.hand(keep, away, naive.cards(dead)).mean)
        assert row.crib_ev == float(shown.crib.mean)
        assert row.crib_ev != without[frozenset(row.discard)].crib_ev
    assert ranking.dead == tuple(naive.text([card]) for card in naive.cards(dead))


@given(cards=strategies.hands(6))
@settings(max_examples=8)
def test_uniform_means_over_starts_make_the_whole(cards: list[int]) -> None:
    """The mean over all starts of what a known start gives is what no known start gives."""
    sums = dict.fromkeys(combinations(sorted(cards), 2), 0.0)
    for start in naive.others(cards):
        for row in rank_discards(sorted(cards), "dealer", crib_model="uniform", start=start).rows:
            sums[tuple(sorted(naive.cards(" ".join(row.discard))))] += row.crib_ev / 46
    for row in rank_discards(sorted(cards), "dealer", crib_model="uniform").rows:
        key = tuple(sorted(naive.cards(" ".join(row.discard))))
        assert row.crib_ev == pytest.approx(sums[key], abs=1e-12)


# -- weights of one's own --------------------------------------------------------------------------


def check_against_twin(
    ranking: object, weights: Weights, *, suited: bool, share: int, **known: object
) -> None:
    weigh = naive.own_weights(weights, suited)
    for row in ranking.rows[::8]:
        keep, away = (naive.cards(" ".join(cards)) for cards in (row.keep, row.discard))
        shown = naive.show(keep, away, share=share, weigh=weigh, **known)
        assert row.crib_ev == pytest.approx(float(shown.crib.mean), abs=1e-11)
        assert row.total_sd == pytest.approx(shown.total.sd, abs=1e-9)
        assert (row.total_min, row.total_max) == (shown.total.least, shown.total.most)
        if "start" not in known:
            assert row.hand_ev == float(naive.hand(keep, away, known.get("dead", ())).mean)


@pytest.mark.parametrize(("suited", "form"), [(False, "csv"), (True, "csv"), (True, "json")])
def test_weights_equal_the_twin(tmp_path: Path, suited: bool, form: str) -> None:
    weights = some_weights(3 if suited else 4, suited=suited)
    path = tmp_path / f"weights.{form}"
    path = write_csv(path, weights, suited=suited) if form == "csv" else write_json(path, weights)
    ranking = rank_discards("JH TH 9H 8H 2C 2D", "dealer", crib_model=path)
    assert ranking.method["crib_ev"] == "exact"
    check_against_twin(ranking, weights, suited=suited, share=1)
    assert rank_discards("JH TH 9H 8H 2C 2D", "dealer", crib_model=str(path)).rows == ranking.rows


@given(seed=st.integers(0, 10**6), suited=st.booleans(), data=st.data())
@settings(max_examples=25)
def test_weights_in_a_small_pack(
    tmp_path_factory: pytest.TempPathFactory, seed: int, suited: bool, data: st.DataObject
) -> None:
    weights = some_weights(seed, suited=suited)
    path = write_json(tmp_path_factory.mktemp("weights") / "w.json", weights)
    name, dealt = data.draw(st.sampled_from([("five", 5), ("six", 6), ("seven", 7), ("eight", 8)]))
    cards = data.draw(st.permutations([c for c in range(52) if c % 4 != 1 or c // 4 == 10]))
    deal, left = cards[:dealt], cards[dealt : dealt + 12]
    known = {"dead": naive.others(deal, left)}
    if data.draw(st.booleans()):
        known["start"] = left[0]
    ranking = rank_discards(deal, "pone", variant=name, crib_model=path, **known)
    check_against_twin(ranking, weights, suited=suited, share=-1, **known)


def test_one_pair_for_certain(tmp_path: Path) -> None:
    path = tmp_path / "fives.csv"
    path.write_text("pair,weight\n5-5,1\n", encoding="utf-8")
    rows = rank_discards("TH TD 2C 3C 4C 6S", "dealer", crib_model=path).rows
    row = next(row for row in rows if set(row.discard) == {"Th", "Td"})
    shown = naive.show(
        naive.cards("2C 3C 4C 6S"),
        naive.cards("TH TD"),
        weigh=lambda pair: int({c // 4 for c in pair} == {4}),
    )
    assert row.crib_ev == pytest.approx(float(shown.crib.mean), abs=1e-12)
    assert row.crib_ev > 12


def test_equal_weights_a_pair_of_cards_are_the_uniform_model(tmp_path: Path) -> None:
    weights = {(low, high, ""): Fraction(6 if low == high else 16) for low, high in PAIRS}
    mine = rank_discards(DEAL, "dealer", crib_model=write_csv(tmp_path / "w.csv", weights, suited=False))
    uniform = rank_discards(DEAL, "dealer", crib_model="uniform")
    for row, other in zip(mine.rows, uniform.rows, strict=True):
        assert row.discard == other.discard
        assert row.crib_ev == pytest.approx(other.crib_ev, abs=1e-12)
        assert row.total_sd == pytest.approx(other.total_sd, abs=1e-9)


def test_scale_of_weights_does_not_matter(tmp_path: Path) -> None:
    weights = some_weights(8, suited=True)
    more = {key: weight * 1024 for key, weight in weights.items()}
    one = rank_discards(DEAL, "pone", crib_model=write_json(tmp_path / "one.json", weights))
    two = rank_discards(DEAL, "pone", crib_model=write_json(tmp_path / "two.json", more))
    assert [row.crib_ev for row in one.rows] == pytest.approx([row.crib_ev for row in two.rows], abs=1e-12)


def test_nothing_left_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "sevens.csv"
    path.write_text("pair,weight\n7-7,1\n", encoding="utf-8")
    assert rank_discards(DEAL, "dealer", crib_model=path).rows[0].crib_ev > 0
    for known in ({"dead": "7H"}, {"start": "7S"}):
        with pytest.raises(ModelError, match="no pair"):
            rank_discards(DEAL, "dealer", crib_model=path, **known)


@pytest.mark.parametrize("variant", ["three", "four"])
def test_weights_are_of_two_cards_from_one_player(tmp_path: Path, variant: str) -> None:
    path = write_csv(tmp_path / "w.csv", some_weights(1, suited=False), suited=False)
    with pytest.raises(ModelError, match=variant):
        rank_discards("5H 6S 7D 7C 8H", "dealer", variant=variant, crib_model=path)


@pytest.mark.parametrize(
    ("content", "named"),
    [
        ("", "pair, weight"),
        ("pair,weight\n", "no pair a weight above zero"),
        ("pair,weight\n5-J,0\n", "no pair a weight above zero"),
        ("pair,weight\n5-J,-1\n", "-1"),
        ("pair,weight\n5-J,nan\n", "nan"),
        ("pair,weight\n5-J,inf\n", "inf"),
        ("pair,weight\n5-J,many\n", "many"),
        ("pair,weight\n5-X,1\n", "5-X"),
        ("pair,weight\n5,1\n", "line 2"),
        ("pair,weight\n5-J-Q,1\n", "5-J-Q"),
        ("pair,weight\n5h-Jc,1\n", "5h-Jc"),
        ("pair,weight\n5-J,1\nJ-5,2\n", "line 3"),
        ("pair,weight\n5-J,1,2\n", "line 2"),
        ("ranks,weight\n5-J,1\n", "ranks"),
        ("pair,weight,suited\n5-J,1,maybe\n", "maybe"),
        ("pair,weight,suited\n5-5,1,suited\n", "line 2"),
        ("pair,weight,suited\n5-J,1,suited\n5-J,1,\n", "line 3"),
    ],
)
def test_a_wrong_csv_is_refused_by_line(tmp_path: Path, content: str, named: str) -> None:
    path = tmp_path / "w.csv"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(ModelError) as caught:
        rank_discards(DEAL, "dealer", crib_model=path)
    assert named in str(caught.value)
    assert "w.csv" in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("content", "named"),
    [
        ("{", "JSON"),
        ("[1, 2]", "object"),
        ('"5-J"', "object"),
        ("{}", "no pair a weight above zero"),
        ('{"5-J": true}', "True"),
        ('{"5-J": null}', "None"),
        ('{"5-J": -1}', "-1"),
        ('{"5-J": NaN}', "nan"),
        ('{"5-J": [1]}', "5-J"),
        ('{"5-J": 1, "J-5": 2}', "5-J"),
        ('{"5-J sometimes": 1}', "sometimes"),
    ],
)
def test_a_wrong_json_is_refused_by_key(tmp_path: Path, content: str, named: str) -> None:
    path = tmp_path / "w.json"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(ModelError) as caught:
        rank_discards(DEAL, "dealer", crib_model=path)
    assert named in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "w.csv"
    path.write_bytes(b"pair,weight\n\xff\xfe,1\n")
    with pytest.raises(ModelError, match=r"w\.csv"):
        rank_discards(DEAL, "dealer", crib_model=path)


def test_spreadsheets_write_a_mark_and_blanks(tmp_path: Path) -> None:
    path = tmp_path / "w.csv"
    path.write_bytes("\ufeffPair , Weight\r\n 5-J , 2 \r\n\r\n10-K, 1\r\n".encode())
    weights = {(4, 10, ""): Fraction(2), (9, 12, ""): Fraction(1)}
    check_against_twin(rank_discards(DEAL, "dealer", crib_model=path), weights, suited=False, share=1)
