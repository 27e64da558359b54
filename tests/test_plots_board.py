"""The chart of a board: pegs where the holes are, rows of two sides facing each other."""

from collections.abc import Iterator

import matplotlib as mpl
import pytest

mpl.use("Agg")

from matplotlib import pyplot as plt
from matplotlib.axes import Axes

from cribstat import plots
from cribstat.game.board import Board


@pytest.fixture(autouse=True)
def close_figures() -> Iterator[None]:
    yield
    plt.close("all")


def pegs_drawn(ax: Axes) -> list[list[tuple[float, float]]]:
    """Return the offsets of every group of marks."""
    return [[tuple(at) for at in marks.get_offsets().tolist()] for marks in ax.collections]


def test_board_of_two() -> None:
    ax = plots.board(Board.of((96, 61), (84, 53)), ["Ann", "Bob"])
    marks = pegs_drawn(ax)
    outer, inner, end, back, front = marks[:5]
    assert (len(outer), len(inner)) == (30, 30)
    # 96 is the sixth of the inner row in its lap, below the 25th of the outer; 84 is the 24th of that.
    assert (front, back) == ([inner[24]], [outer[23]])
    assert end[0][1] == inner[0][1]
    below = marks[5:]
    assert below[0][0][1] < below[1][0][1] < inner[0][1] < outer[0][1]
    assert below[4] == [below[0][0]]
    assert [label.get_text() for label in ax.get_yticklabels()] == [
        "Ann: 96\nlap 2, street 4",
        "Bob: 61\nlap 2, street 3",
    ]
    assert "121" in ax.get_xlabel()


def test_board_of_three_on_given_axes() -> None:
    _, ax = plt.subplots()
    assert plots.board(Board.of((61, 33, 0), target=61), ax=ax) is ax
    marks = pegs_drawn(ax)
    won, begun, waiting = marks[:5], marks[5:10], marks[10:]
    assert won[4] == won[2]  # in the game hole
    assert begun[4] == [begun[1][27]]
    assert len(waiting) == 4
    assert waiting[3][0][0] < 0
    assert waiting[3][0][1] == waiting[0][0][1]
    heights = [marks[0][0][1] for marks in (won, begun, waiting)]
    assert heights == sorted(heights, reverse=True)
