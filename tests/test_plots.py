"""Look at what the charts say: labels, units, colours and the numbers behind the marks."""

import io
from collections.abc import Iterator

import matplotlib as mpl
import numpy as np
import pandas as pd
import pytest
from PIL import Image

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


def test_new_row() -> None:
    row = plots.new_row(3, 2.0, 1.5)
    assert len(row) == 3
    assert {ax.figure for ax in row} == {row[0].figure}
    assert_allclose(row[0].figure.get_size_inches(), (6.0, 1.5))


def test_picture_is_a_small_png() -> None:
    ax = plots.hand_distribution({"dealer": [1.0, 2.0, 2.0, 4.0]})
    width, height = (ax.figure.get_size_inches() * ax.figure.dpi).tolist()
    content = plots.picture(ax, colours=16)
    with Image.open(io.BytesIO(content)) as image:
        assert image.format == "PNG"
        assert image.size == (width, height)
        assert len(image.convert("RGB").getcolors()) <= 16
    assert not plt.get_fignums()


def test_tables_differ_in_colour() -> None:
    assert len({to_rgba(colour) for colour in plots.TABLE_COLOURS.values()}) == len(plots.TABLE_COLOURS)


def test_heat_maps_share_limits() -> None:
    _, ax = plt.subplots()
    assert plots.heat_map([[1.0, 9.0]], ["row"], ["a", "b"], limits=(0.0, 20.0), ax=ax) is ax
    assert ax.images[0].get_clim() == (0.0, 20.0)
    assert {text.get_color() for text in ax.texts} == {"white"}


def test_rank_square() -> None:
    square = np.full((13, 13), np.nan)
    square[12, 0] = 4.26
    ax = plots.rank_square(square, form="{:.2f}")
    assert [text.get_text() for text in ax.texts] == ["4.26"]
    assert ax.texts[0].get_position() == (0, 12)
    assert "".join(label.get_text() for label in ax.get_yticklabels()) == "A23456789TJQK"
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("rank", "rank")
    assert "points" in ax.figure.axes[1].get_ylabel()


def test_crib_gaps_take_the_lower_half() -> None:
    solved = np.triu(np.full((13, 13), 99.0), 1) + np.tril(np.full((13, 13), 5.0))
    ax = plots.crib_gaps(solved, {"hessel": np.full((13, 13), 4.5), "rasmussen": np.full((13, 13), 6.0)})
    hessel, rasmussen = (marks.get_offsets() for marks in ax.collections)
    assert_allclose(hessel, np.tile((4.5, 0.5), (91, 1)))
    assert_allclose(rasmussen, np.tile((6.0, -1.0), (91, 1)))
    assert tuple(ax.collections[1].get_facecolor()[0])[:3] == to_rgba(plots.TABLE_COLOURS["rasmussen"])[:3]
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["hessel", "rasmussen"]
    assert "points" in ax.get_ylabel()


def test_pair_shares() -> None:
    rows = [
        ("dealer", "TK", 0.01),
        ("pone", "TK", 0.05),
        ("dealer", "23", 0.04),
        ("pone", "23", 0.02),
        ("dealer", "55", 0.001),
        ("pone", "55", 0.0),
    ]
    ax = plots.pair_shares(pd.DataFrame(rows, columns=["role", "pair", "laid"]), top=2)
    # What the dealer prefers most stands on top; 5-5 is too rare.
    assert [label.get_text() for label in ax.get_yticklabels()] == ["T-K", "2-3"]
    dealer, pone = ax.collections[1:]
    assert_allclose(dealer.get_offsets(), [(0.01, 0), (0.04, 1)])
    assert_allclose(pone.get_offsets(), [(0.05, 0), (0.02, 1)])
    assert "share of deals" in ax.get_xlabel()


def test_crib_changes() -> None:
    changes = {"dealer": [-0.031, 0.011, 0.011], "pone": [0.25, 0.25, 0.25]}
    ax = plots.crib_changes(changes, np.array([200, 100, 100], dtype=np.uint8))
    dealer, pone = (patch.get_data() for patch in ax.patches)
    assert_allclose(dealer.values[dealer.values > 0], [0.5, 0.5])
    assert_allclose(dealer.edges[:-1][dealer.values > 0], [-0.04, 0.0], atol=1e-12)
    assert_allclose(pone.values[pone.values > 0], [1.0])
    labels = [text.get_text() for text in ax.get_legend().get_texts()]
    assert labels == ["dealer, mean -0.010", "pone, mean +0.250"]
    assert "points" in ax.get_xlabel()


@pytest.mark.parametrize("weights", [None, np.array([1, 1, 1, 1], dtype=np.uint8)])
def test_losses_above(weights: np.ndarray | None) -> None:
    ax = plots.losses_above({"pone": [0.0, 0.0, 0.5, 2.0], "hessel": [0.0, 0.0, 0.0, 1.0]}, weights)
    pone, hessel = ax.lines
    at = dict(zip(np.round(pone.get_xdata(), 2).tolist(), pone.get_ydata().tolist(), strict=True))
    assert (at[0.0], at[0.49], at[0.51], at[1.99]) == (0.5, 0.5, 0.25, 0.25)
    assert hessel.get_ydata()[0] == 0.25
    assert np.isnan(hessel.get_ydata()[-1])
    assert to_rgba(pone.get_color()) == PONE
    assert [text.get_text() for text in ax.get_legend().get_texts()] == [
        "pone, mean 0.6250",
        "hessel, mean 0.2500",
    ]
    assert ax.get_yscale() == "log"
    assert "points" in ax.get_xlabel()


def test_policy_costs() -> None:
    rows = [("hessel", "dealer", 0.002), ("hessel", "pone", 0.003), ("schell", "dealer", 0.02)]
    frame = pd.DataFrame([*rows, ("schell", "pone", 0.03)], columns=["policy", "role", "cost"])
    ax = plots.policy_costs(frame)
    # The first policy stands on top.
    assert [label.get_text() for label in ax.get_yticklabels()] == ["schell", "hessel"]
    dealer, pone = ax.collections[1:]
    assert_allclose(dealer.get_offsets(), [(0.02, 0), (0.002, 1)])
    assert_allclose(pone.get_offsets(), [(0.03, 0), (0.003, 1)])
    assert [text.get_text().strip() for text in ax.texts] == ["0.0200", "0.0300", "0.0020", "0.0030"]
    assert ax.get_xscale() == "log"
    assert "points a deal" in ax.get_xlabel()


def test_solver_trace() -> None:
    frame = pd.DataFrame(
        {
            "round": [1, 2],
            "exploitability": [0.1, 0.01],
            "dealer_gain": [0.1, 0.004],
            "pone_gain": [0.0, 0.006],
        }
    )
    ax = plots.solver_trace(frame)
    whole, dealer, pone = ax.lines
    assert whole.get_ydata().tolist() == [0.1, 0.01]
    assert dealer.get_ydata().tolist() == [0.1, 0.004]
    # Nothing to gain has no place on a logarithmic scale.
    assert np.isnan(pone.get_ydata()[0])
    assert (to_rgba(dealer.get_color()), to_rgba(pone.get_color())) == (DEALER, PONE)
    assert ax.get_yscale() == "log"
    assert "points a deal" in ax.get_ylabel()


def test_shares_stand_beside_even_ones() -> None:
    shares = pd.DataFrame({"mean": [0.56, 0.45], "se": [0.01, 0.02]}, index=["six", "three"])
    ax = plots.shares_with_errors(shares, {"three": 1 / 3})
    assert [label.get_text() for label in ax.get_yticklabels()] == ["six", "three"]
    points, even = ax.lines[0], ax.lines[-1]
    assert_allclose(points.get_xdata(), [0.56, 0.45])
    assert_allclose(points.get_ydata(), [1, 0])
    assert_allclose(even.get_xdata(), [1 / 3, 1 / 3])
    (bars,) = ax.collections
    assert_allclose(bars.get_segments()[0][:, 0], [0.54, 0.58])
    assert "2 standard errors" in ax.get_xlabel()


def test_points_by_part_add_up() -> None:
    parts = pd.DataFrame({"heels": [0.2, 0.0], "play": [3.0, 2.0], "hand": [8.0, 8.0], "crib": [4.6, 0.0]})
    ax = plots.points_by_part(parts.set_axis(["dealer", "pone"]))
    assert [text.get_text() for text in ax.texts] == ["15.80", "10.00"]
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["heels", "play", "hand", "crib"]
    ends = [bar.get_x() + bar.get_width() for bar in ax.containers[-1]]
    assert_allclose(ends, [15.8, 10.0])


def test_losing_scores_tell_how_many_are_lurched() -> None:
    ax = plots.losing_scores([1, 0, 1, 6], {"lurch": 2})
    assert_allclose([bar.get_height() for bar in ax.patches], [0.125, 0, 0.125, 0.75])
    assert ax.texts[0].get_text() == "lurch: 12.50%"
