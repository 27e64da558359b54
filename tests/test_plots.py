"""Look at what the charts say: labels, units, colours and the numbers behind the marks."""

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


@pytest.fixture
def frame() -> pd.DataFrame:
    rows = [
        ("dealer", "5h 5d", 4.0),
        ("dealer", "6c 7d", 12.0),
        ("dealer", "Js Qc", 8.0),
        ("pone", "Js Qc", 3.0),
        ("pone", "6c 7d", 5.0),
        ("pone", "5h 5d", -6.0),
    ]
    return pd.DataFrame(rows, columns=["role", "discard", "total_ev"]).assign(deal="5h 5d Js Qc 6c 7d")


def test_roles_differ_in_colour() -> None:
    colours = list(plots.ROLE_COLOURS.values())
    assert len(set(colours)) == len(colours)
    assert set(plots.ROLE_COLOURS) == {"dealer", "pone", "partner", "non-dealer"}


def test_discard_totals(frame: pd.DataFrame) -> None:
    ax = plots.discard_totals(frame)
    assert "points" in ax.get_xlabel()
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["dealer", "pone"]
    # The dealer's best stands on top; marks lie at the totals.
    assert [label.get_text() for label in ax.get_yticklabels()] == ["5h 5d", "Js Qc", "6c 7d"]
    dealer, pone = ax.collections[1:]
    assert_allclose(dealer.get_offsets(), [(4, 0), (8, 1), (12, 2)])
    assert_allclose(pone.get_offsets(), [(-6, 0), (3, 1), (5, 2)])
    assert tuple(dealer.get_facecolor()[0]) == DEALER
    assert tuple(pone.get_facecolor()[0]) == PONE


def test_discard_totals_of_one_role_on_given_axes(frame: pd.DataFrame) -> None:
    _, ax = plt.subplots()
    assert plots.discard_totals(frame[frame["role"] == "pone"], ax) is ax
    assert [label.get_text() for label in ax.get_yticklabels()] == ["5h 5d", "Js Qc", "6c 7d"]


def test_heat_map() -> None:
    table = np.array([[1.0, 2.0, np.nan], [4.0, 5.0, 6.0]])
    ax = plots.heat_map(table, ["low", "high"], ["A", "2", "3"], unit="mean crib (points)")
    assert [text.get_text() for text in ax.texts] == ["1.0", "2.0", "4.0", "5.0", "6.0"]
    assert [label.get_text() for label in ax.get_yticklabels()] == ["low", "high"]
    assert [other.get_ylabel() for other in ax.figure.axes if other is not ax] == ["mean crib (points)"]
    assert ax.images[0].get_cmap().name == plots.VALUE_MAP


def test_heat_map_refuses_labels_that_do_not_fit() -> None:
    with pytest.raises(ValueError, match=r"\(2, 3\).*3 rows and 2 columns"):
        plots.heat_map(np.zeros((2, 3)), ["a", "b", "c"], ["x", "y"])


@pytest.mark.parametrize("kind", [np.uint8, np.int64, np.float64])
def test_hand_distribution_weighs_deals(kind: type) -> None:
    weights = np.array([200, 100, 100], dtype=kind)
    ax = plots.hand_distribution({"dealer": [1.0, 2.0, 4.0], "pone": [2.0, 2.0, 2.0]}, weights)
    dealer, pone = (patch.get_data() for patch in ax.patches)
    assert_allclose(dealer.values[dealer.values > 0], [0.5, 0.25, 0.25])
    assert_allclose(pone.values[pone.values > 0], [1.0])
    labels = [text.get_text() for text in ax.get_legend().get_texts()]
    assert labels == ["dealer, mean 2.000", "pone, mean 2.000"]
    assert "points" in ax.get_xlabel()
    assert "deals" in ax.get_ylabel()


def test_hand_distribution_without_weights() -> None:
    ax = plots.hand_distribution({"dealer": [1.0, 2.0, 2.0, 4.0]})
    shares = ax.patches[0].get_data().values
    assert_allclose(shares[shares > 0], [0.25, 0.5, 0.25])


def test_role_comparison() -> None:
    ax = plots.role_comparison([1.0, 1.1, 3.0], [1.0, 1.2, 2.0], np.array([1, 1, 2], dtype=np.uint8))
    shares = ax.collections[0].get_array()
    assert_allclose(np.sort(shares.compressed()), [0.5, 0.5])
    row, column = np.argwhere(~shares.mask).tolist()[-1]
    assert (column * plots.BIN_WIDTH, row * plots.BIN_WIDTH) == (3.0, 2.0)
    assert "dealer" in ax.get_xlabel()
    assert "pone" in ax.get_ylabel()
