"""``cribstat board``: scores on the board, by pegs and by coins."""

from pathlib import Path

import click

from cribstat.cli.options import format_options, read_variant, variant_options
from cribstat.cli.output import deliver, refuse_existing, to_csv, to_json, to_markdown
from cribstat.game.board import Board, refuse_unprintable
from cribstat.game.board_text import board_lines, board_rows
from cribstat.rules import RuleError

MATTERS = frozenset({"target"})


@click.command("board")
@click.argument("scores", nargs=-1, required=True, type=int, metavar="SCORE...")
@click.option("--back", "backs", multiple=True, type=int, metavar="N", help="A back peg, in order of sides.")
@click.option("--name", "names", multiple=True, metavar="NAME", help="Of a side, in order of sides.")
@click.option(
    "--games", multiple=True, type=click.IntRange(0), metavar="N", help="Games won, in order of sides."
)
@variant_options
@format_options()
def command(
    scores: tuple[int, ...],
    backs: tuple[int, ...],
    names: tuple[str, ...],
    games: tuple[int, ...],
    name: str,
    rules: tuple[str, ...],
    form: str,
    output: Path | None,
    force: bool,
) -> None:
    """Draw scores on a board of sixty holes a lap, and tell them by two coins.

    One SCORE for each side. Back pegs that are not given stand one hole behind. The silver
    coin marks tens, the copper coin units. With --games nine spare pegs a side count the games won.
    """
    refuse_existing(output, force=force)
    record = read_variant(name, rules, "the board", MATTERS)
    if len(scores) != record.sides:
        raise RuleError(f"{record.name} has {record.sides} sides and as many scores, not {len(scores)}")
    if names and (len(names) != record.sides or len(set(names)) != record.sides):
        raise RuleError(f"{record.name} has {record.sides} sides of different names, not {', '.join(names)}")
    refuse_unprintable(names)
    board = Board.of(scores, backs or None, target=record.target)
    if games and len(games) != record.sides:
        raise RuleError(f"{record.name} has {record.sides} sides and as many --games, not {len(games)}")
    deliver(_written(board, names or None, games or None, form), output, force=force)


def _written(board: Board, names: tuple[str, ...] | None, games: tuple[int, ...] | None, form: str) -> str:
    """Write a board as text, JSON, CSV or Markdown."""
    rows = board_rows(board, names)
    if games is not None:
        rows = [row | {"games": won} for row, won in zip(rows, games, strict=True)]
    if form == "json":
        return to_json({"target": board.target, "winner": board.winner, "sides": rows})
    if form == "csv":
        return to_csv(list(rows[0]), [list(row.values()) for row in rows])
    if form == "markdown":
        cells = [["" if value is None else str(value) for value in row.values()] for row in rows]
        return to_markdown(list(rows[0]), cells)
    return "\n".join(board_lines(board, names, games)) + "\n"
