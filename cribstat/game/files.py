"""A game as a file: JSON Lines, the first of which says what is played and the others one event each.

A file is read by playing it again: every act is done anew, what chance chose is drawn anew from the seed, and
the record of each must come out as it stands in the file. So a file that is read tells a game by the rules,
shuffled as its seed says; any other is refused whole, by the number of its first bad line.
"""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cribstat.cache import read_text, write_beside
from cribstat.cards import CardError, HandError
from cribstat.game.acts import ACTS
from cribstat.rules import RuleError, changed_options, variant

if TYPE_CHECKING:
    from cribstat.game.game import Game

KIND, VERSION = "game", 1
HEADER = ("cribstat", "version", "variant", "options", "players", "seed", "dealer", "seating", "scores")
_CARD_TEXT = ("card", "cards", "exposed", "pack")
_NUMBERS = ("counts", "seating")


def header_of(game: "Game") -> dict[str, Any]:
    """Return what a game began with, as plain values: the first line of its file.

    Raises
    ------
    RuleError
        The variant's record has something that is no option of it, so that no file could name it.
    """
    options = changed_options(game.variant)
    variant(game.variant.name, **options)
    beginning = {
        "dealer": game.began.dealer,
        "seating": list(game.began.seating),
        "scores": list(game.began.scores),
    }
    what = {"variant": game.variant.name, "options": options, "players": list(game.players)}
    return {"cribstat": KIND, "version": VERSION, **what, "seed": game.seed, **beginning}


def save_game(game: "Game", path: str | Path) -> None:
    """Write a game to a file, in place of an earlier one: whole or not at all.

    Raises
    ------
    RuleError
        No file could name the variant.
    OSError
        The file cannot be written.
    """
    records = [header_of(game), *(event.to_dict() for event in game.events)]
    text = "".join(json.dumps(record, ensure_ascii=False, allow_nan=False) + "\n" for record in records)
    with write_beside(Path(path)) as file:
        file.write(text.encode())


def load_game(path: str | Path, made: "type[Game]") -> "Game":
    """Read a game from a file by playing it again.

    Parameters
    ----------
    path
        A file that `save_game` has written.
    made
        The class of the game.

    Raises
    ------
    RuleError
        The file cannot be read, a line is no record of a game, or an act is not allowed or came out
        otherwise. The message names the line.
    """
    try:
        text = read_text(Path(path))
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise RuleError(f"'{path}' cannot be read: {reason}") from error
    number = 1
    try:
        first, *others = text.removesuffix("\n").split("\n")
        game = _begun(_record(first), made)
        for line in others:
            number += 1
            _redo(game, _record(line))
    except (CardError, HandError, RuleError) as error:
        raise RuleError(f"'{path}', line {number}: {error}") from error
    return game


def _record(line: str) -> dict[str, Any]:
    """Read one line."""
    try:
        record = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise RuleError(f"no JSON: {line[:40]!r}") from error
    if not isinstance(record, dict):
        raise RuleError(f"no record but {line[:40]!r}")
    return record


def _begun(header: dict[str, Any], made: "type[Game]") -> "Game":
    """Make the game that a first line describes."""
    if header.get("cribstat") != KIND or header.get("version") != VERSION:
        raise RuleError(f"no game: the first line has 'cribstat': '{KIND}' and 'version': {VERSION}")
    missing = [name for name in HEADER if name not in header]
    if missing or len(header) != len(HEADER):
        raise RuleError(f"the first line has {', '.join(HEADER)}, not {', '.join(header)}")
    lists, numbers = ("players", "seating", "scores"), ("seating", "scores")
    if not isinstance(header["options"], dict) or not isinstance(header["variant"], str):
        raise RuleError("'variant' is a name and 'options' are an object")
    if not all(isinstance(header[name], list) for name in lists):
        raise RuleError(f"{', '.join(lists)} are lists")
    if any(type(number) is not int for name in numbers for number in header[name]):
        raise RuleError(f"{' and '.join(numbers)} are lists of whole numbers")
    told = {name: header[name] for name in (*lists, "seed", "dealer")}
    game = made(variant(header["variant"], **header["options"]), **told)
    _compare(header, header_of(game))
    return game


def _redo(game: "Game", record: dict[str, Any]) -> None:
    """Do the act of a record and compare what comes of it."""
    act = record.get("act")
    if not isinstance(act, str) or act not in ACTS:
        raise RuleError(f"unknown act {act!r}: {', '.join(ACTS)} are known")
    told = {name: record[name] for name in ACTS[act].arguments if name in record}
    if record.get("drawn") is True:
        told.pop(ACTS[act].chosen_by_chance or "", None)
    for name, value in told.items():
        if name in _CARD_TEXT and not isinstance(value, str):
            raise RuleError(f"'{name}' is text, not {value!r}")
        if name in _NUMBERS and not isinstance(value, list):
            raise RuleError(f"'{name}' is a list of numbers, not {value!r}")
    _compare(record, game.do(act, **told).to_dict())


def _compare(record: dict[str, Any], made: dict[str, Any]) -> None:
    """Refuse a record that differs from what comes of its act."""
    for name in {**record, **made}:
        stated, found = json.dumps(record.get(name)), json.dumps(made.get(name))
        if stated != found or (name in record) != (name in made):
            raise RuleError(f"'{name}' is {_short(stated)}, and {_short(found)} comes out")


def _short(text: str) -> str:
    """Shorten what a message repeats."""
    return text if len(text) <= 60 else f"{text[:57]}..."
