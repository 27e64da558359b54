"""``cribstat game``: begin a game in a file, do its acts, show it, and settle games."""

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cribstat.cli.options import format_options, variant_options
from cribstat.cli.output import OutputError, deliver, refuse_existing, show
from cribstat.rules import RuleError, parse_option
from cribstat.rules import variant as variant_record

if TYPE_CHECKING:
    from cribstat.game import Game

NUMBER = re.compile(r"-?\d{1,20}")
TRUTHS = {"true": True, "false": False}
FILE = click.argument("file", type=click.Path(path_type=Path), metavar="FILE")


@click.group("game")
def command() -> None:
    """Keep whole games in files, one event a line: begin one, do its acts, show it, settle it."""


@command.command("show")
@FILE
@format_options("table", "json")
def show_game(file: Path, form: str, output: Path | None, force: bool) -> None:
    """Show a game event by event, how it stands and what may be done now.

    The file is checked by playing it again; a line that breaks the rules is named and nothing is shown.
    """
    refuse_existing(output, force=force)
    from cribstat.cli.game_events import game_json, game_lines
    from cribstat.game import Game

    game = Game.load(file)
    if form == "json":
        deliver(game_json(game), output, force=force)
        return
    show(game_lines(game), output, force=force)


@command.command("new")
@FILE
@variant_options
@click.option("--seed", type=click.IntRange(0), help="For cuts and packs by chance; given by hand without.")
@click.option(
    "--player", "players", multiple=True, metavar="NAME", help="A player, in order round the table."
)
@click.option("--dealer", type=int, metavar="N", help="The first dealer; without, the deal is cut for.")
@click.option("--seating", metavar="N,N,...", help="Players' numbers round the table to the left, 0 first.")
@click.option("--force", is_flag=True, help="Overwrite the file.")
def new_game(
    file: Path,
    name: str,
    rules: tuple[str, ...],
    seed: int | None,
    players: tuple[str, ...],
    dealer: int | None,
    seating: str | None,
    force: bool,
) -> None:
    """Begin a game in a file."""
    refuse_existing(file, force=force)
    from cribstat.game import Game

    variant = variant_record(name)
    if rules:
        variant = variant_record(name, **dict(parse_option(name, text) for text in rules))
    table = None if seating is None else _argument("seating", seating)
    _keep(Game(variant, players=players or None, seed=seed, dealer=dealer, seating=table), file)


@command.command("do")
@FILE
@click.argument("act")
@click.argument("told", nargs=-1, metavar="[KEY=VALUE]...")
def do_act(file: Path, act: str, told: tuple[str, ...]) -> None:
    """Do an act of a game in a file, and write the game there again.

    What the act is told follows as in: cribstat game do FILE lay_out player=0 cards="5h 6d". The act
    "advance" does all that is due until a player has to decide.
    """
    from cribstat.game import Game, advance

    game = Game.load(file)
    before = len(game.events)
    if act == "advance" and not told:
        advance(game)
    else:
        game.do(act, **_arguments(told))
    _keep(game, file, before)


@command.command("account")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="FILE...")
@click.option(
    "--stake", type=click.IntRange(1), default=1, show_default=True, help="Units for a single game."
)
@format_options("table", "json")
def account_of(files: tuple[Path, ...], stake: int, form: str, output: Path | None, force: bool) -> None:
    """Settle games that are over, one a file, in a running account."""
    refuse_existing(output, force=force)
    from cribstat.cli.game_events import account_json, account_lines
    from cribstat.game import Account, Game

    games = [Game.load(file) for file in files]
    account = Account(len(games[0].players), stake=stake)
    for file, game in zip(files, games, strict=True):
        if game.players != games[0].players:
            raise RuleError(
                f"'{file}' is a game of {', '.join(game.players)}, not of the first game's players"
            )
        try:
            account.enter(game)
        except RuleError as error:
            raise RuleError(f"'{file}': {error}") from error
    if form == "json":
        deliver(account_json(account, games[0].players), output, force=force)
        return
    show(account_lines(account, games[0].players), output, force=force)


def _arguments(told: tuple[str, ...]) -> dict[str, Any]:
    """Read what an act is told: numbers, true or false, or text."""
    arguments: dict[str, Any] = {}
    for text in told:
        key, equals, value = text.partition("=")
        if not equals or not key:
            raise RuleError(f"'{text}' tells nothing: write KEY=VALUE")
        if key in arguments:
            raise RuleError(f"'{key}' is told twice")
        arguments[key] = _argument(key, value)
    return arguments


def _argument(key: str, value: str) -> Any:
    """Read one thing an act is told: cards stay text, a list has commas."""
    from cribstat.game.acts import CARDS, LISTS

    if key in CARDS:
        return value
    parts = value.split(",")
    if key in LISTS and all(NUMBER.fullmatch(part.strip()) for part in parts):
        return [int(part) for part in parts]
    return int(value) if NUMBER.fullmatch(value) else TRUTHS.get(value, value)


def _keep(game: "Game", file: Path, before: int = 0) -> None:
    """Write a game to its file; show the events after those of before, and what may be done now."""
    from cribstat.cli.game_events import event_lines, standing_lines

    try:
        game.save(file)
    except OSError as error:
        raise OutputError(f"'{file}' cannot be written: {error.strerror}") from error
    show([*event_lines(game, before), *standing_lines(game)], None)
