"""Look at what the charts of the chance of winning say: labels, units, colours and the numbers behind."""

from collections.abc import Iterator

import matplotlib as mpl
import numpy as np
import pytest

mpl.use("Agg")

from matplotlib import pyplot as plt
from matplotlib.colors import to_rgba
from numpy.testing import assert_allclose

from cribstat import plots


@pytest.fixture(autouse=True)
def close_figures() -> Iterator[None]:
    yield
    plt.close("all")


def test_winning_surface() -> None:
    chances = np.clip(0.5 + np.subtract.outer(np.arange(61), np.arange(61)) / 40, 0, 1)
    ax = plots.winning_surface(chances, role="pone")
    assert_allclose(ax.images[0].get_array(), chances)
    assert ax.images[0].get_clim() == (0, 1)
    assert ax.images[0].origin == "lower"
    assert ax.get_ylabel() == "pone's score"
    assert ax.get_xlabel() == "the other side's score"
    assert ax.figure.axes[1].get_ylabel() == "pone's chance of winning"
    assert "50%" in {text.get_text() for text in ax.texts}


def test_street_values() -> None:
    ax = plots.street_values([[0.01, 0.002], [0.0, 0.025]])
    assert [text.get_text() for text in ax.texts] == ["1.00", "0.20", "0.00", "2.50"]
    assert [label.get_text() for label in ax.get_yticklabels()] == ["1 to 30", "31 to 60"]
    assert ax.get_ylabel() == "the dealer's street"
    assert ax.figure.axes[1].get_ylabel() == "percent of games a point"


def test_even_lines() -> None:
    scores = {"dealer": np.arange(61) + 3.0, "pone": np.arange(61) - 3.0}
    ax = plots.even_lines(scores, {"par": ([10, 26], [16, 26])})
    dealer, pone = ax.lines[:2]
    assert_allclose(dealer.get_ydata(), -3.0)
    assert_allclose(pone.get_ydata(), 3.0)
    assert to_rgba(dealer.get_color()) == to_rgba(plots.ROLE_COLOURS["dealer"])
    assert_allclose(ax.collections[0].get_offsets(), [[10, -6], [26, 0]])
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["dealer, even", "pone, even", "par"]
    assert len(plots.even_lines(scores).collections) == 0


def test_point_values() -> None:
    ax = plots.point_values({"pone": [0.01, np.nan, 0.03]}, first=90, title="even games")
    assert_allclose(ax.lines[0].get_xdata(), [90, 91, 92])
    assert ax.get_title() == "even games"
    assert ax.get_ylim()[0] == 0
    assert ax.get_ylabel() == "what one point more adds"
    assert plots.point_values({"pone": [0.01]}).get_title() == ""
