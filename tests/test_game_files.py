"""A game as a file: read as written, resumed at any event, and refused whole by the line that is wrong."""

from __future__ import annotations

import json
import random
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from commands import Inside, check_mistake
from cribstat import Game, RuleError, variant
from known_deals import lay_cards, lay_deal
from random_games import random_game

GAMES = [
    variant("five", go_obligation="may", three_for_last="deferred"),
    variant("three"),
    variant("four"),
]
Record = dict[str, Any]


@pytest.mark.parametrize("record", GAMES, ids=lambda record: record.name)
def test_written_and_read(tmp_path: Path, record: Any) -> None:
    game = random_game(record, 3, players=["Ann", "Bób", "Cy", "Di"][: record.players])
    path = tmp_path / "game.jsonl"
    game.save(path)
    again = Game.load(path)
    assert again == game
    assert again.position == game.position
    again.save(path)
    assert Game.load(path) == game
    assert [entry.name for entry in tmp_path.iterdir()] == ["game.jsonl"]


@pytest.mark.parametrize("record", GAMES, ids=lambda record: record.name)
def test_interrupted_at_any_event_and_resumed(tmp_path: Path, record: Any) -> None:
    whole = random_game(record, 4)
    path = tmp_path / "game.jsonl"
    whole.save(path)
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    last = len(lines)
    for kept in {1, 2, last // 2, last - 1, *random.Random(2).sample(range(1, last), 2)}:
        path.write_text("".join(lines[:kept]), encoding="utf-8")
        game = Game.load(path)
        assert game.events == whole.events[: kept - 1]
        for event in whole.events[kept - 1 :]:
            given = {key: event.told[key] for key in ("player", "cards", "card") if key in event.told}
            taken = {"lay_out": ("player", "cards"), "play": ("card",), "cut": ("player",)}.get(event.act, ())
            assert game.do(event.act, **{key: given[key] for key in taken}) == event
        assert game == whole


def test_given_packs_and_begun_midway(tmp_path: Path) -> None:
    game = Game("six", dealer=1, scores=[117, 60])
    lay_deal(game, ["7h 8h ks 2c", "4c 6c 4d 6d"], "9c td qh kc", "9s")
    lay_cards(game, "7h 6d 8h 4c 2c 4d ks 6c")
    game.show(marked=1)
    game.save(tmp_path / "game.jsonl")
    again = Game.load(tmp_path / "game.jsonl")
    assert again == game
    assert again.events[-1].told["marked"] == 1


@cache
def six_lines() -> tuple[str, ...]:
    """Return the lines of a six-card game."""
    with tempfile.TemporaryDirectory() as folder:
        random_game("six", 8).save(Path(folder) / "game.jsonl")
        return tuple((Path(folder) / "game.jsonl").read_text(encoding="utf-8").splitlines())


def change(**new: Any) -> Callable[[Record], str]:
    """Change a record."""
    return lambda record: json.dumps({**record, **new})


def without(key: str) -> Callable[[Record], str]:
    """Leave something out of a record."""
    return lambda record: json.dumps({k: v for k, v in record.items() if k != key})


BROKEN: list[tuple[str, Callable[[Record], str], str]] = [
    ("play", lambda record: json.dumps(record)[:-9], "no JSON"),
    ("play", lambda _: "", "no JSON"),
    ("play", lambda _: "[1, 2]", "no record"),
    ("play", lambda _: "{}", "unknown act"),
    ("play", lambda _: "[" * 100_000, "no JSON"),
    ("play", lambda _: '{"event": ' + "9" * 5000 + "}", "no JSON"),
    ("play", change(act="castle"), "castle"),
    ("play", change(act=["play"]), "unknown act"),
    ("play", change(event=1), "'event'"),
    ("play", change(deal=9), "'deal'"),
    ("play", change(card="Zz"), "Zz"),
    ("play", change(card=5), "'card' is text"),
    ("play", change(player=7), "player"),
    ("play", change(player="0"), "player"),
    ("play", change(count=3), "'count'"),
    ("play", change(scores=[9, 9]), "'scores'"),
    ("play", change(scores=[0.0, 0]), "'scores'"),
    ("play", change(marks=[[0, 2, "play"]]), "'marks'"),
    ("play", change(remark="well played"), "'remark'"),
    ("play", change(marked="2"), "whole number"),
    ("play", change(drawn=True), "'drawn'"),
    ("play", without("card"), "'card'"),
    ("play", without("reasons"), "'reasons'"),
    ("cut", change(card="5h"), "'card'"),
    ("cut", change(exposed=["5h"]), "'exposed' is text"),
    ("shuffle", change(pack="Ac Ad"), "'pack'"),
    ("shuffle", change(drawn=1), "'drawn'"),
    ("cut_pack", change(number=20.5), "'number'"),
    ("deal", change(counts=6), "'counts'"),
    ("lay_out", change(cards="Ac"), "line"),
    ("show", change(part="crib"), "'part'"),
]


@pytest.mark.parametrize(("act", "broken", "named"), BROKEN)
def test_a_broken_record_is_refused_by_its_line(
    tmp_path: Path, act: str, broken: Callable[[Record], str], named: str
) -> None:
    path = tmp_path / "game.jsonl"
    lines = list(six_lines())
    number = next(i for i, line in enumerate(lines) if f'"act": "{act}"' in line)
    lines[number] = broken(json.loads(lines[number]))
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    with pytest.raises(RuleError, match=named) as caught:
        Game.load(path)
    assert f"line {number + 1}:" in str(caught.value)


@pytest.mark.parametrize(
    ("broken", "named"),
    [
        (lambda _: "", "no JSON"),
        (lambda _: '{"act": "cut"}', "no game"),
        (change(version=2), "version"),
        (change(cribstat="log"), "no game"),
        (change(variant="nine"), "nine"),
        (change(variant=6), "'variant'"),
        (change(options={"muggins": "maybe"}), "muggins"),
        (change(options=[1]), "'options'"),
        (change(options={"muggins": False}), "'options'"),
        (change(players=["A"]), "players"),
        (change(players="AB"), "players"),
        (change(players=[{}, []]), "'players'"),
        (change(seed="8"), "seed"),
        (change(dealer=5), "player"),
        (change(seating=[0, "1"]), "seating"),
        (change(scores=[0, 500]), "500"),
        (change(scores=[0, "x"]), "scores"),
        (change(remark="x"), "first line"),
        (without("seed"), "first line"),
    ],
)
def test_a_broken_first_line_is_refused(tmp_path: Path, broken: Callable[[Record], str], named: str) -> None:
    path = tmp_path / "game.jsonl"
    Game("six", seed=8).save(path)
    path.write_text(broken(json.loads(path.read_text(encoding="utf-8"))) + "\n", encoding="utf-8")
    with pytest.raises(RuleError, match=named) as caught:
        Game.load(path)
    assert "line 1:" in str(caught.value)


def test_no_file_and_no_text(tmp_path: Path) -> None:
    with pytest.raises(RuleError, match="cannot be read"):
        Game.load(tmp_path / "none.jsonl")
    (tmp_path / "bytes").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(RuleError, match="UTF-8"):
        Game.load(tmp_path / "bytes")


def test_a_file_that_cannot_be_written_leaves_the_old_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.jsonl"
    game = Game("six", seed=1)
    game.save(path)
    old = path.read_text(encoding="utf-8")
    game.cut(0)

    def fails(self: Path, target: Path) -> None:
        raise OSError(28, "No space left on device", str(target), None, str(self))

    monkeypatch.setattr(Path, "replace", fails)
    with pytest.raises(OSError, match="No space"):
        game.save(path)
    assert path.read_text(encoding="utf-8") == old
    assert [entry.name for entry in tmp_path.iterdir()] == ["game.jsonl"]


# -- the command -------------------------------------------------------------------------------------


def test_show_as_text_and_json(tmp_path: Path, inside: Inside) -> None:
    path = tmp_path / "game.jsonl"
    game = random_game("four", 9, players=["Ann", "Bob", "Cy", "Di"])
    game.save(path)
    done = inside("game", "show", str(path))
    assert (done.code, done.err) == (0, "")
    lines = done.out.splitlines()
    assert max(map(len, lines)) <= 80
    assert lines[0] == "four, seed 9: Ann+Di - Bob+Cy"
    assert f"deal {game.position.deal}: " in done.out
    names = [[game.players[p] for p in range(4) if game.side(p) == side] for side in (0, 1)]
    assert lines[-1].startswith("+".join(names[game.winner or 0]) + " won: ")
    plain = json.loads(inside("game", "show", str(path), "--format", "json").out)
    assert plain["events"] == [event.to_dict() for event in game.events]
    assert plain["position"]["scores"] == list(game.scores)
    assert plain["position"]["actions"] == []
    out = tmp_path / "out.txt"
    assert inside("game", "show", str(path), "--output", str(out)).out == ""
    assert out.read_text(encoding="utf-8").splitlines()[-1] == lines[-1]


def test_new_and_do(tmp_path: Path, inside: Inside) -> None:
    path = str(tmp_path / "game.jsonl")
    rule = ["--rule", "deal_packets=3"]
    done = inside(
        "game", "new", path, "--seed", "5", "--dealer", "1", "--player", "Ann", "--player", "Bob", *rule
    )
    assert done.out == "at shuffle: Ann 0, Bob 0\n  - shuffle, player 1 (Bob)\n"
    assert "lay_out, player 0 (Ann): 2 of " in inside("game", "do", path, "advance").out
    cards = json.loads(inside("game", "show", path, "--format", "json").out)["position"]["hands"][0]
    done = inside("game", "do", path, "lay_out", "player=0", f"cards={cards[:5]}")
    assert done.out.count("lay_out") == 1 + 1
    before = Path(path).read_bytes()
    check_mistake(inside("game", "do", path, "lay_out", "player=0", f"cards={cards[:5]}"), "already")
    check_mistake(inside("game", "do", path, "lay_out", "player"), "KEY=VALUE")
    check_mistake(inside("game", "do", path, "lay_out", "player=1", "player=1"), "twice")
    check_mistake(inside("game", "do", path, "castle"), "castle")
    check_mistake(inside("game", "new", path), "exists")
    check_mistake(inside("game", "new", path, "--force", "--rule", "kittens=1"), "kittens")
    assert Path(path).read_bytes() == before
    assert inside("game", "new", path, "--force").out.startswith("at cut_deal")


def test_account(tmp_path: Path, inside: Inside) -> None:
    paths = [str(tmp_path / f"{seed}.jsonl") for seed in (1, 2)]
    games = [random_game("five", seed) for seed in (1, 2)]
    for game, path in zip(games, paths, strict=True):
        game.save(path)
    plain = json.loads(inside("game", "account", *paths, "--stake", "5", "--format", "json").out)
    assert [game["scores"] for game in plain["games"]] == [list(game.scores) for game in games]
    assert sum(plain["games"][-1]["balance"]) == 0
    assert all(abs(gain) in (5, 10) for game in plain["games"] for gain in game["gains"])
    assert len(inside("game", "account", *paths).out.splitlines()) == 3
    Game("five").save(paths[1])
    check_mistake(inside("game", "account", *paths), "not over", "2.jsonl")
    random_game("five", 3, players=["Ann", "Bob"]).save(paths[1])
    check_mistake(inside("game", "account", *paths), "Ann")


def test_mistakes(tmp_path: Path, inside: Inside) -> None:
    path = tmp_path / "game.jsonl"
    check_mistake(inside("game", "show", str(path)), "game.jsonl", "cannot be read")
    random_game("six", 2).save(path)
    lines = path.read_text(encoding="utf-8").splitlines()
    lines[40] = lines[40].replace('"act": "', '"act": "un')
    path.write_text("\n".join(lines), encoding="utf-8")
    check_mistake(inside("game", "show", str(path)), "line 41", "unknown act")


def test_the_winner_of_the_cut_chooses_the_seats(inside: Inside, tmp_path: Path) -> None:
    file = str(tmp_path / "game.jsonl")
    inside(
        "game",
        "new",
        file,
        "--variant",
        "four",
        "--seed",
        "1",
        "--player",
        "N",
        *["--player", "E", "--player", "S", "--player", "W"],
    )
    for player, card in enumerate(("ah", "5h", "2h", "kh")):
        inside("game", "do", file, "cut", f"player={player}", f"card={card}")
    check_mistake(inside("game", "do", file, "choose_seats", "seating=0,2,1,3"), "partners")
    check_mistake(inside("game", "do", file, "choose_seats", "seating=0,3,2"), "once each")
    check_mistake(inside("game", "do", file, "choose_seats", "seating=0,3,2,1", "player=1"), "player 0")
    assert "N seats N, W, S, E" in inside("game", "do", file, "choose_seats", "seating=0,3,2,1").out
    check_mistake(inside("game", "do", file, "choose_seats", "seating=0,1,2,3"), "once, after the cut")
    game = Game.load(file)
    assert game.position.seating == (0, 3, 2, 1)
    assert game.position.player(0) == 3


def test_a_game_is_begun_with_a_seating(inside: Inside, tmp_path: Path) -> None:
    file = str(tmp_path / "game.jsonl")
    inside("game", "new", file, "--variant", "three", "--seating", "0,2,1", "--dealer", "0")
    assert Game.load(file).position.player(0) == 2
    for wrong in ("1,0,2", "0,1", "a", "0,0,1"):
        check_mistake(
            inside("game", "new", file, "--variant", "three", "--seating", wrong, "--force"), "seating"
        )
    game = Game("three", dealer=0)
    with pytest.raises(RuleError, match="after the cut"):
        game.choose_seats((0, 2, 1))
