"""Look at what the charts of the play say: labels, units, colours and the numbers behind the marks."""

from collections.abc import Iterator

import matplotlib as mpl
import numpy as np
import pandas as pd
import pytest

mpl.use("Agg")

from matplotlib import pyplot as plt
from matplotlib.colors import to_rgba
from numpy.testing import assert_allclose

from cribstat import plots

DEALER, PONE = (to_rgba(plots.ROLE_COLOURS[role]) for role in ("dealer", "pone"))


@pytest.fixture(autouse=True)
def close_figures() -> Iterator[None]:
    yield
    plt.close("all")


def test_by_rank() -> None:
    numbers = np.arange(13.0) - 4
    numbers[5] = np.nan
    ax = plots.by_rank({"people": numbers, "pone": numbers + 1}, unit="points")
    people, pone = ax.lines[:2]
    assert_allclose(people.get_ydata(), numbers)
    assert people.get_color() != pone.get_color()
    assert to_rgba(pone.get_color()) == PONE
    assert people.get_marker() != pone.get_marker()
    assert "".join(label.get_text() for label in ax.get_xticklabels()) == "A23456789TJQK"
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["people", "pone"]
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("rank led", "points")
    assert len(ax.lines) == 3  # and zero
    alone = plots.by_rank({"loss": np.ones(13)}, unit="points", rank="rank of the pair")
    assert alone.get_legend() is None
    assert len(alone.lines) == 1


def test_keep_roles() -> None:
    frame = pd.DataFrame(
        {
            "keep": ["5 T J Q", "A A 2 3", "K K K K"],
            "share": [0.02, 0.005, 0.0],
            "pone": [-2.1, -0.8, -2.2],
            "dealer": [0.2, 1.6, -0.1],
        }
    )
    ax = plots.keep_roles(frame, ["A A 2 3", "5 T J Q"])
    assert_allclose(ax.collections[0].get_offsets(), frame[["pone", "dealer"]])
    assert_allclose(ax.collections[0].get_sizes() / ax.collections[0].get_sizes()[0], [1, 0.25, 0])
    assert [text.get_text() for text in ax.texts] == ["5-T-J-Q", "A-A-2-3"]
    # What is named has a mark of its own; both roles get as much on the line.
    assert [marks.get_offsets().tolist() for marks in ax.collections[1:]] == [[[-2.1, 0.2]], [[-0.8, 1.6]]]
    assert ax.lines[0].get_slope() == 1
    assert "pone" in ax.get_xlabel()
    assert "dealer" in ax.get_ylabel()


def test_people_and_solved() -> None:
    rows = [("pone", "own", 2.0, 1.8), ("pone", "other", 3.5, 3.3), ("dealer", "own", 3.4, 3.0)]
    ax = plots.people_and_solved(pd.DataFrame(rows, columns=["role", "side", "published", "solved"]))
    labels = [text.get_text() for text in ax.get_legend().get_texts()]
    assert labels == ["dealer: own points", "pone: the other side", "pone: own points"]
    assert_allclose(ax.collections[0].get_offsets(), [(3.4, 3.0)])
    assert tuple(ax.collections[0].get_facecolor()[0])[:3] == DEALER[:3]
    assert tuple(ax.collections[2].get_facecolor()[0])[:3] == PONE[:3]
    assert "people" in ax.get_xlabel()


def test_effect_sizes() -> None:
    rows = [("lead a five", "pone", -0.501), ("take the fifteen", "dealer", 0.615)]
    ax = plots.effect_sizes(pd.DataFrame(rows, columns=["advice", "role", "points"]))
    top, low = (bars.patches[0] for bars in ax.containers)
    assert (top.get_width(), low.get_width()) == (-0.501, 0.615)
    assert top.get_y() > low.get_y()
    assert (top.get_facecolor(), low.get_facecolor()) == (PONE, DEALER)
    assert [text.get_text().strip() for text in ax.texts] == ["-0.501", "+0.615"]
    assert sorted(
        (place, label.get_text()) for place, label in zip(ax.get_yticks(), ax.get_yticklabels(), strict=True)
    ) == [(0, "take the fifteen"), (1, "lead a five")]
    assert "points" in ax.get_xlabel()
