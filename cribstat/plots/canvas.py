"""The palette and the marks that charts share, and charts as pictures."""

import io
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import PercentFormatter
from numpy.typing import ArrayLike, NDArray
from PIL import Image

if TYPE_CHECKING:
    import pandas as pd

ROLE_COLOURS = {"dealer": "#0072B2", "pone": "#D55E00", "partner": "#009E73", "non-dealer": "#CC79A7"}
TABLE_COLOURS = {"hessel": "#E69F00", "schell": "#000000", "rasmussen": "#56B4E9", "best-hand": "0.55"}
VALUE_MAP = "cividis"
GUIDE = "0.75"


def new_axes(width: float = 7.0, height: float = 4.5) -> Axes:
    """Make a figure of its own, sizes in inches, and return its axes."""
    _, ax = plt.subplots(figsize=(width, height), layout="constrained")
    return ax


def new_row(count: int, width: float = 4.5, height: float = 4.5) -> list[Axes]:
    """Make a figure with axes side by side, sizes of each in inches, and return them from the left."""
    _, row = plt.subplots(1, count, figsize=(count * width, height), layout="constrained", squeeze=False)
    return list(row[0])


def picture(ax: Axes, colours: int = 128) -> bytes:
    """Return the figure of some axes as a small PNG picture, and close it.

    Parameters
    ----------
    ax
        Axes of the figure.
    colours
        How many colours the picture has, 2 to 256: few make a small file.

    Returns
    -------
    bytes
    """
    full, small = io.BytesIO(), io.BytesIO()
    plt.sca(ax)
    figure = plt.gcf()
    figure.savefig(full, format="png")
    plt.close(figure)
    with Image.open(full) as image:
        image.convert("RGB").quantize(colours, dither=Image.Dither.NONE).save(small, "PNG", optimize=True)
    return small.getvalue()


def heat_map(
    values: ArrayLike,
    rows: Sequence[str],
    columns: Sequence[str],
    *,
    unit: str = "points",
    form: str = "{:.1f}",
    limits: tuple[float, float] | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Draw a table of numbers as coloured cells with the numbers in them.

    Parameters
    ----------
    values
        Shape (rows, columns); nan leaves a cell empty.
    rows, columns
        Labels.
    unit
        Words beside the colour bar.
    form
        How a number is written.
    limits
        The numbers at both ends of the colours; None takes the least and the most of the table.
    ax
        Where to draw; None makes a figure.

    Returns
    -------
    matplotlib.axes.Axes
        The first row on top.

    Raises
    ------
    ValueError
        The labels do not fit the table.
    """
    table = np.asarray(values, dtype=np.float64)
    if table.shape != (len(rows), len(columns)):
        raise ValueError(
            f"a table of shape {table.shape} has not {len(rows)} rows and {len(columns)} columns"
        )
    ax = new_axes(1.5 + 0.5 * len(columns), 1.0 + 0.33 * len(rows)) if ax is None else ax
    least, most = (np.nanmin(table), np.nanmax(table)) if limits is None else limits
    image = ax.imshow(table, cmap=VALUE_MAP, aspect="auto", vmin=least, vmax=most)
    middle = (least + most) / 2
    for (row, column), value in np.ndenumerate(table):
        if not np.isnan(value):
            ink = "white" if value < middle else "black"
            ax.text(column, row, form.format(value), ha="center", va="center", color=ink, fontsize="small")
    ax.set_xticks(range(len(columns)), columns)
    ax.set_yticks(range(len(rows)), rows)
    ax.tick_params(length=0)
    ax.figure.colorbar(image, ax=ax, label=unit)
    return ax


def draw_bones(ax: Axes, table: "pd.DataFrame") -> None:
    """Draw a mark for each column (a role) and a bar between them, the last row on top."""
    places = np.arange(len(table))
    ax.hlines(places, table.min(axis=1), table.max(axis=1), color=GUIDE, linewidth=2, zorder=1)
    for role in table.columns:
        ax.scatter(table[role], places, color=ROLE_COLOURS[role], label=role, zorder=2)
    ax.set_yticks(places, [str(label) for label in table.index])
    ax.grid(axis="x", color=GUIDE, linewidth=0.5)


def draw_steps(
    ax: Axes,
    numbers: Mapping[str, NDArray[np.float64]],
    weights: ArrayLike | None,
    edges: NDArray[np.float64],
    form: str = "{:.3f}",
) -> None:
    """Draw how numbers of each role are distributed, as steps, with a dashed line at each mean."""
    each = as_weights(weights)
    for role, values in numbers.items():
        counts, _ = np.histogram(values, bins=edges, weights=each)
        mean = float(np.average(values, weights=each))
        label = f"{role}, mean {form.format(mean)}"
        ax.stairs(counts / counts.sum(), edges, color=ROLE_COLOURS[role], linewidth=2, label=label)
        ax.axvline(mean, color=ROLE_COLOURS[role], linestyle="--", linewidth=1)
    ax.yaxis.set_major_formatter(PercentFormatter(1.0, decimals=0))
    ax.set_xlim(edges[0], edges[-1])
    ax.set_ylim(bottom=0)
    ax.legend()


def as_weights(weights: ArrayLike | None) -> NDArray[np.float64] | None:
    """Make weights wide enough to be added up."""
    return None if weights is None else np.asarray(weights, dtype=np.float64)
