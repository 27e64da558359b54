"""The board drawn in characters: two rows of thirty holes for each side, the pegs, and the game hole."""

from collections.abc import Iterator, Sequence
from typing import Any

from cribstat.game.board import HOLES_A_BLOCK, HOLES_A_ROW, Board, Pegs
from cribstat.rules import HOLES_A_LAP, RuleError, is_whole

HOLE, FRONT, BACK = "·", "●", "○"
GAME_HOLE, WON = "◎", "◉"
MARGIN = 9
GAME_PEGS = 9
BETWEEN_BLOCKS = "  "
COLUMNS = ("score", "to go", "lap", "street", "row", "hole", "back peg", "silver", "copper")


def board_rows(board: Board, names: Sequence[str] | None = None) -> list[dict[str, Any]]:
    """Return where each side stands as plain values: on the board, and by the two coins.

    Parameters
    ----------
    board
        The pegs.
    names
        Of the sides, in order; ``side 0`` and so on without.

    Returns
    -------
    list of dict
        ``side``, ``score``, ``back``, ``to_go``, ``kind``, ``lap``, ``street``, ``row``, ``hole``,
        ``block``, ``silver`` and ``copper``; lap to block are None at the start and in the game hole.

    Notes
    -----
    **Exact.**

    Examples
    --------
    >>> board_rows(Board.of((96, 61)))[0]["street"], board_rows(Board.of((96, 61)))[1]["copper"]
    (4, 1)
    """
    rows = []
    for name, pegs in zip(_named(board, names), board.pegs, strict=True):
        hole = pegs.hole
        where = {part: getattr(hole, part) for part in ("kind", "lap", "street", "row", "hole", "block")}
        before = {"side": name, "score": pegs.front, "back": pegs.back, "to_go": pegs.to_go}
        rows.append({**before, **where, **pegs.coins._asdict()})
    return rows


def game_pegs(games: int) -> int:
    """Return how many of a side's nine spare pegs stand in line for games won; after nine they begin anew.

    Raises
    ------
    RuleError
        No number of games.

    Notes
    -----
    **Exact.** Source: Foster, for the nine pegs in line with the game hole at each end of the board.

    Examples
    --------
    >>> [game_pegs(games) for games in (0, 1, 9, 10)]
    [0, 1, 9, 1]
    """
    if not is_whole(games) or games < 0:
        raise RuleError(f"games won are a whole number from 0, not {games!r}")
    return (games - 1) % GAME_PEGS + 1 if games else 0


def board_lines(
    board: Board, names: Sequence[str] | None = None, games: Sequence[int] | None = None
) -> list[str]:
    """Draw a board in lines of at most 80 characters.

    Parameters
    ----------
    board
        The pegs.
    names
        Of the sides, in order; ``side 0`` and so on without.
    games
        Games won by the sides, in order, for the spare pegs; None draws none.

    Returns
    -------
    list of str
        The outer row of each side runs to the right, holes 1 to 30 of a lap, the inner row back to the left;
        of two sides the inner rows lie next to each other. Pegs of all laps stand in the same holes; the
        table below tells the lap.

    Raises
    ------
    RuleError
        Other than one number of games a side.

    Notes
    -----
    **Exact.**
    """
    sides = _named(board, names)
    facing = len(board.pegs) == 2
    outer, inner = _numbers(range(1, HOLES_A_ROW + 1)), _numbers(range(HOLES_A_LAP, HOLES_A_ROW, -1))
    lines = [f"{'':{MARGIN}}  {outer}", f"{'':{MARGIN}}╭─{'─' * len(outer)}─╮"]
    for number, (name, pegs) in enumerate(zip(sides, board.pegs, strict=True)):
        rows = _rows(name, pegs, game_hole=not facing)
        if number:
            lines.append(_middle(inner, board) if facing else f"{'':{MARGIN}}├─{'─' * len(outer)}─┤")
        lines += reversed(rows) if facing and number else rows
    lines.append(f"{'':{MARGIN}}╰─{'─' * len(outer)}─╯")
    lines.append(f"{'':{MARGIN}}  {outer if facing else inner}")
    if games is not None:
        if len(games) != len(board.pegs):
            raise RuleError(f"{len(board.pegs)} sides have won as many numbers of games, not {len(games)}")
        lines += [_game_pegs(name, won) for name, won in zip(sides, games, strict=True)]
    legend = f"{FRONT} front peg, {BACK} back peg, {GAME_HOLE} game hole at {board.target}"
    return [
        *(line.rstrip() for line in lines),
        *_table(board, sides),
        f"{legend}; coins: silver tens, copper units",
    ]


def _named(board: Board, names: Sequence[str] | None) -> list[str]:
    """Return the names of the sides."""
    return [f"side {number}" for number in range(len(board.pegs))] if names is None else list(names)


def _rows(name: str, pegs: Pegs, *, game_hole: bool) -> list[str]:
    """Draw the outer and the inner row of a side, with its name, its start and, if asked, the game hole."""
    start = FRONT if not pegs.front else BACK if not pegs.back else " "
    end = (WON if pegs.won else GAME_HOLE) if game_hole else " "
    marks = [HOLE] * HOLES_A_LAP
    for score, mark in ((pegs.back, BACK), (pegs.front, FRONT)):
        if 0 < score < pegs.target:
            marks[(score - 1) % HOLES_A_LAP] = mark
    outer, inner = marks[:HOLES_A_ROW], marks[HOLES_A_ROW:][::-1]
    width = MARGIN - 2
    return [
        f"{name[:width]:{width}}{start} │ {_holes(outer)} │ →",
        f"{'':{width}}{end} │ {_holes(inner)} │ ←",
    ]


def _game_pegs(name: str, won: int) -> str:
    """Draw the nine spare pegs of a side, and say how many games it has won."""
    pegs = game_pegs(won)
    width = MARGIN - 2
    return (
        f"{name[:width]:{width}}    {' '.join(FRONT * pegs + HOLE * (GAME_PEGS - pegs))}   games won: {won}"
    )


def _holes(marks: Sequence[str]) -> str:
    """Set thirty holes in blocks of five."""
    blocks = range(0, HOLES_A_ROW, HOLES_A_BLOCK)
    return BETWEEN_BLOCKS.join(" ".join(marks[first : first + HOLES_A_BLOCK]) for first in blocks)


def _numbers(holes: Sequence[int]) -> str:
    """Write the first, the last and every fifth number of a row above or below its holes."""
    width = len(_holes([HOLE] * HOLES_A_ROW))
    line = [" "] * (width + 1)
    for index, number in enumerate(holes):
        if number % HOLES_A_BLOCK == 0 or number in (1, HOLES_A_ROW + 1):
            column = 2 * index + index // HOLES_A_BLOCK
            text = str(number)
            first = column - len(text) + 1 if column else 0
            line[first : first + len(text)] = text
    return "".join(line[:width])


def _middle(numbers: str, board: Board) -> str:
    """Draw the line between two sides, with the numbers of the inner rows and the game hole."""
    end = GAME_HOLE if board.winner is None else WON
    return f"{'':{MARGIN - 2}}{end} ├─{numbers.replace(' ', '─')}─┤"


def _table(board: Board, sides: Sequence[str]) -> Iterator[str]:
    """Write where the sides stand, a line for each."""
    cells = [["", *COLUMNS]]
    for row in board_rows(board, sides):
        street = [row[part] if row[part] is not None else "" for part in ("lap", "street", "row", "hole")]
        street[2] = street[2] or row["kind"]
        ends = [row["back"], row["silver"], row["copper"]]
        cells.append([str(cell) for cell in (row["side"], row["score"], row["to_go"], *street, *ends)])
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    yield ""
    for line in cells:
        first = line[0].ljust(widths[0])
        yield "  ".join(
            [first, *(cell.rjust(width) for cell, width in zip(line[1:], widths[1:], strict=True))]
        )
