"""Whatever type is given where another is wanted, the documented error comes: acts, files, functions."""

import json
from contextlib import suppress
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import cribstat
from commands import Inside, check_mistake
from cribstat import CardError, Game, HandError, ModelError, RuleError, TableError
from cribstat.game.acts import ACTS
from cribstat.tables import manifest
from cribstat.winprob import endgame, prizes, value_tables

ERRORS = (CardError, HandError, RuleError, ModelError)
JSON_VALUES = (
    None,
    True,
    False,
    0,
    -1,
    5,
    67,
    10**30,
    1.5,
    "",
    "x",
    "5h",
    "FRESH",
    [],
    [1],
    ["5h"],
    [[1], 2],
    {},
)
DEAL = "5h 5d Js Qc 6c 7d"


def games() -> list[Game]:
    """Return games at every stage of a deal."""
    game = Game("six", seed=3, dealer=0)
    stages = [Game("six", seed=3), game]
    for act in ("shuffle", "cut_pack", "deal"):
        game.do(act)
        stages.append(Game.__new__(Game))
        stages[-1].__dict__.update(game.__dict__)
    for player in (1, 0):
        game.lay_out(player, list(game.position.hands[player][:2]))
    game.cut_start()
    stages.append(game)
    return stages


@pytest.mark.parametrize("act", ACTS)
def test_an_act_told_anything_is_done_or_refused_as_documented(act: str) -> None:
    done = refused = 0
    for game, name, value in product(games(), ACTS[act].arguments, JSON_VALUES):
        told = {other: {"player": 0, "code": "PEG-TOUCH"}.get(other) for other in ACTS[act].needed}
        before = game.events, game.scores
        try:
            game.do(act, **{**told, name: value})
            done += 1
        except ERRORS:
            refused += 1
            assert (game.events, game.scores) == before
    assert done + refused > 0 or not ACTS[act].arguments
    with pytest.raises(RuleError, match="takes"):
        games()[1].do(act, nonsense=1)


def test_laws_of_no_code_and_misdeals_of_no_counts(inside: Inside, tmp_path: Path) -> None:
    game = games()[1]
    with pytest.raises(RuleError, match="'code' is text, not 5"):
        game.irregularity(code=5)  # type: ignore[arg-type]
    path = tmp_path / "game"
    inside("game", "new", str(path), "--seed", "3", "--dealer", "0")
    inside("game", "do", str(path), "shuffle")
    inside("game", "do", str(path), "cut_pack")
    check_mistake(inside("game", "do", str(path), "deal", "counts=x"), "'counts' is a list of whole numbers")
    assert inside("game", "do", str(path), "deal", "counts=6,7").code == 0


def test_a_card_is_asked_for_its_suit(inside: Inside, tmp_path: Path) -> None:
    path = tmp_path / "game"
    inside("game", "new", str(path), "--seed", "3")
    check_mistake(inside("game", "do", str(path), "cut", "player=0", "card=5"), "'5' has no suit")


@pytest.mark.parametrize("value", JSON_VALUES)
def test_a_game_file_told_anything_is_refused_by_the_line(value: Any, tmp_path: Path) -> None:
    path = tmp_path / "game"
    game = games()[-1]
    game.save(path)
    lines = path.read_text(encoding="utf-8").splitlines()
    for number, line in enumerate(lines):
        record = json.loads(line)
        for name in record:
            if record[name] == value:
                continue
            changed = [*lines]
            changed[number] = json.dumps(record | {name: value})
            path.write_text("\n".join(changed) + "\n", encoding="utf-8")
            with suppress(RuleError):
                Game.load(path)


CALLS = {
    "win_prob": lambda value: cribstat.win_prob(value, 0, "dealer"),
    "win_prob, role": lambda value: cribstat.win_prob(0, 0, value),
    "win_prob, variant": lambda value: cribstat.win_prob(0, 0, "dealer", value),
    "endgame": lambda value: endgame(100, value, "dealer"),
    "value_tables": lambda value: value_tables("six", value),
    "prizes": lambda value: prizes(value, 121),
    "rank_discards": lambda value: cribstat.rank_discards(value, "dealer", crib_model="uniform"),
    "rank_discards, role": lambda value: cribstat.rank_discards(DEAL, value, crib_model="uniform"),
    "rank_discards, seat": lambda value: cribstat.rank_discards(DEAL, seat=value, crib_model="uniform"),
    "rank_discards, model": lambda value: cribstat.rank_discards(DEAL, "dealer", crib_model=value),
    "rank_discards, start": lambda value: cribstat.rank_discards(
        DEAL, "dealer", crib_model="uniform", start=value
    ),
    "rank_discards, dead": lambda value: cribstat.rank_discards(
        DEAL, "dealer", crib_model="uniform", dead=value
    ),
    "rank_discards, need": lambda value: cribstat.rank_discards(
        DEAL, "dealer", crib_model="uniform", need=value
    ),
    "rank_discards, scores": lambda value: cribstat.rank_discards(DEAL, "dealer", scores=value),
    "rank_discards, stakes": lambda value: cribstat.rank_discards(
        DEAL, "dealer", crib_model="uniform", stakes=value
    ),
    "rank_discards, by": lambda value: cribstat.rank_discards(DEAL, "dealer", crib_model="uniform", by=value),
    "rank_deals": lambda value: cribstat.rank_deals(value, "dealer", crib_model="uniform"),
    "deal_distribution": lambda value: cribstat.deal_distribution(value, "dealer", crib_model="uniform"),
    "score_hand": lambda value: cribstat.score_hand(value, "5h"),
    "score_hand, start": lambda value: cribstat.score_hand("5d 5c 5s Jh", value),
    "score_hands": lambda value: cribstat.score_hands(value, value),
    "break_down": cribstat.break_down,
    "parse_cards": cribstat.parse_cards,
    "format_cards": cribstat.format_cards,
    "variant": cribstat.variant,
    "variant, target": lambda value: cribstat.variant("six", target=value),
    "Game": Game,
    "Game, players": lambda value: Game("six", players=value),
    "Game, seed": lambda value: Game("six", seed=value),
    "Game, dealer": lambda value: Game("six", dealer=value),
    "Game, seating": lambda value: Game("six", seating=value),
    "Game, scores": lambda value: Game("six", scores=value),
    "PlayState": cribstat.PlayState,
    "replay": lambda value: cribstat.replay(value, "5h"),
    "Policy": lambda value: cribstat.named_policy(value, "dealer"),
    "Policy, role": lambda value: cribstat.named_policy("hessel", value),
}


@pytest.mark.parametrize("name", CALLS)
@pytest.mark.parametrize("value", [*JSON_VALUES, {5}, np.nan], ids=repr)
def test_public_functions_answer_or_refuse_as_documented(name: str, value: Any) -> None:
    with suppress(*ERRORS, cribstat.PolicyError):
        CALLS[name](value)


@pytest.mark.parametrize(
    "content", [b"", b"[files]\n", b"\xff\xfe\x00", b"[files", b"files = 3\n", b"[files.x]\nsha256 = 5\n"]
)
def test_a_damaged_manifest_is_one_line(
    content: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, inside: Inside
) -> None:
    (tmp_path / "manifest.toml").write_bytes(content)
    monkeypatch.setattr("cribstat.tables.data_folder", lambda: tmp_path)
    manifest.cache_clear()
    try:
        with pytest.raises(TableError):
            cribstat.tables.read_table("published/discard_hessel_pone.csv")
        done = inside("table", "starts")
        assert (done.code, done.out, done.err.count("\n")) == (1, "", 1)
    finally:
        manifest.cache_clear()


def test_names_that_no_terminal_shows_are_refused(inside: Inside) -> None:
    for name in ("\udcff", "", "a\nb", "\x1b[2J"):
        check_mistake(inside("board", "5", "31", "--name", name, "--name", "B"), "letters")
        with pytest.raises(RuleError, match="letters"):
            Game("six", players=[name, "B"])


def test_counts_that_cannot_be_are_refused(inside: Inside) -> None:
    for need in ("0", "30", "40", "-1"):
        check_mistake(inside("discard", DEAL, "--pone", "--need", need), "1 to 29")
    check_mistake(inside("discard", "5h 5d Js Qc 6c", "--variant", "three", "--need", "30"), "1 to 29")
    check_mistake(inside("discard", "5h 5d Js Qc 6c", "--variant", "five", "--need", "21"), "1 to 20")


def test_a_file_in_utf_16_is_read_and_others_are_named_plainly(inside: Inside, tmp_path: Path) -> None:
    path = tmp_path / "weights.csv"
    path.write_text("pair,weight\n5-J,1\n10-K,2\n", encoding="utf-16")
    asked = ("discard", DEAL, "--pone", "--crib-model", str(path), "--format", "csv")
    wide = inside(*asked)
    assert wide.code == 0
    path.write_text("pair,weight\n5-J,1\n10-K,2\n", encoding="utf-8")
    assert inside(*asked).out == wide.out
    path.write_bytes(b"pair,weight\n5-J,1\n\xe9,2\n")
    done = inside(*asked)
    check_mistake(done, "no text in UTF-8")
    assert "codec" not in done.err
