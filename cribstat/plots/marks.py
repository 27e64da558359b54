"""The board as a chart: the rows of holes of each side, front and back pegs, and the game hole."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from cribstat.plots.canvas import ROLE_COLOURS, new_axes
from cribstat.rules import HOLES_A_LAP

if TYPE_CHECKING:
    from cribstat.game.board import Board, Pegs

HOLES_A_ROW, HOLES_A_BLOCK = 30, 5
SIDE_COLOURS = (ROLE_COLOURS["dealer"], ROLE_COLOURS["pone"], ROLE_COLOURS["partner"])
BLOCK_GAP, SIDE_GAP, EDGE = 0.6, 2.7, 0.8  # in holes
BEFORE = -1.2  # where the start and the game hole lie
FRONT, BACK, HOLE = 90.0, 70.0, 12.0  # areas of the marks
HOLE_COLOUR = "0.6"
FACE = 0.08  # how much of its colour a side's part of the board takes


def board(marks: "Board", names: Sequence[str] | None = None, ax: Axes | None = None) -> Axes:
    """Draw the pegs of all sides on a board of sixty holes a lap.

    Parameters
    ----------
    marks
        The pegs: `Board` of a game, or `Board.of` scores.
    names
        Of the sides, in order; ``side 0`` and so on without.
    ax
        Where to draw; None makes a figure.

    Returns
    -------
    matplotlib.axes.Axes
        Each side's outer row runs to the right, its inner row back to the left; full marks are front pegs,
        hollow ones back pegs. Pegs of all laps stand in the same holes; labels tell scores and laps.
    """
    sides = [f"side {number}" for number in range(len(marks.pegs))] if names is None else list(names)
    ax = new_axes(9.0, 1.2 + 0.65 * len(sides)) if ax is None else ax
    middles = []
    for number, pegs in enumerate(marks.pegs):
        outer = -SIDE_GAP * number
        rows = (outer, outer - 1.0)
        if number and len(sides) == 2:
            rows = rows[::-1]
        _draw_side(ax, pegs, rows, SIDE_COLOURS[number])
        middles.append(outer - 0.5)
    ax.set_yticks(
        middles, [f"{name}: {pegs.front}\n{_lap(pegs)}" for name, pegs in zip(sides, marks.pegs, strict=True)]
    )
    fives = [1, *range(HOLES_A_BLOCK, HOLES_A_ROW + 1, HOLES_A_BLOCK)]
    ax.set_xticks([_across(hole) for hole in fives], [f"{hole}\n{HOLES_A_LAP + 1 - hole}" for hole in fives])
    ax.set_xlabel(f"hole of the outer row, below it of the inner row; game hole {marks.target}")
    ax.tick_params(length=0)
    ax.set_xlim(BEFORE - EDGE, _across(HOLES_A_ROW) + EDGE)
    ax.set_ylim(middles[-1] - 0.5 - EDGE, EDGE)
    ax.set_frame_on(False)
    ax.legend(handles=_legend(), loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=3, frameon=False)
    return ax


def _draw_side(ax: Axes, pegs: "Pegs", rows: tuple[float, float], colour: str) -> None:
    """Draw the holes of a side and its pegs upon them."""
    across = [_across(hole) for hole in range(1, HOLES_A_ROW + 1)]
    ax.axhspan(min(rows) - EDGE, max(rows) + EDGE, color=colour, alpha=FACE, linewidth=0, zorder=0)
    for height in rows:
        ax.scatter(across, [height] * HOLES_A_ROW, s=HOLE, color=HOLE_COLOUR, zorder=1)
    end = _spot(pegs.target, pegs, rows)
    ax.scatter(*end, s=BACK, marker="D", facecolor="none", edgecolor=HOLE_COLOUR, zorder=1)
    if pegs.front:
        ax.scatter(*_spot(pegs.back, pegs, rows), s=BACK, facecolor="white", edgecolor=colour, zorder=2)
    ax.scatter(*_spot(pegs.front, pegs, rows), s=FRONT, color=colour, zorder=3)


def _spot(score: int, pegs: "Pegs", rows: tuple[float, float]) -> tuple[float, float]:
    """Return where a score lies: the start beside the outer row, the game hole beside the inner one."""
    if score in (0, pegs.target):
        return BEFORE, rows[0 if score == 0 else 1]
    in_lap = (score - 1) % HOLES_A_LAP + 1
    inner = in_lap > HOLES_A_ROW
    return _across(HOLES_A_LAP + 1 - in_lap if inner else in_lap), rows[int(inner)]


def _across(hole: int) -> float:
    """Return how far to the right a hole of the outer row lies."""
    return hole - 1 + BLOCK_GAP * ((hole - 1) // HOLES_A_BLOCK)


def _lap(pegs: "Pegs") -> str:
    """Say in which lap and street a side is, or that it has not begun or has won."""
    hole = pegs.hole
    return hole.kind if hole.lap is None else f"lap {hole.lap}, street {hole.street}"


def _legend() -> list[Line2D]:
    """Return the marks that the legend explains."""
    shapes = (("front peg", "o", "black"), ("back peg", "o", "white"), ("game hole", "D", "white"))
    return [
        Line2D([], [], linestyle="", marker=shape, color="black", markerfacecolor=face, label=label)
        for label, shape, face in shapes
    ]
