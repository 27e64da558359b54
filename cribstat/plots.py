"""Draw what was computed: arrays or frames in, matplotlib axes out.

Every function takes ``ax=None`` (a new figure is made) and returns the axes. Roles have one colour each
everywhere, taken from the palette of Okabe and Ito, and heat maps use ``cividis``: both keep their order for
colour-blind readers. Nothing is computed here but shares, bins and means of what is drawn; what is exact
and what is not is said where the numbers come from.
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import LogNorm
from matplotlib.ticker import MaxNLocator, PercentFormatter
from numpy.typing import ArrayLike, NDArray

from cribstat.cards import RANK_LETTERS

if TYPE_CHECKING:
    import pandas as pd

    from cribstat.discards import Ranking

ROLE_COLOURS = {"dealer": "#0072B2", "pone": "#D55E00", "partner": "#009E73", "non-dealer": "#CC79A7"}
VALUE_MAP = "cividis"
BIN_WIDTH = 0.5
GUIDE = "0.75"


def new_axes(width: float = 7.0, height: float = 4.5) -> Axes:
    """Make a figure of its own, sizes in inches, and return its axes."""
    _, ax = plt.subplots(figsize=(width, height), layout="constrained")
    return ax


def discard_totals(frame: "pd.DataFrame", ax: Axes | None = None) -> Axes:
    """Draw the mean total of every discard of one deal, for each role in the frame.

    Parameters
    ----------
    frame
        Rows of `Ranking.to_frame()`; the frames of two roles may be concatenated. Columns `role`, `deal`,
        `discard` and `total_ev` (points) are used.
    ax
        Where to draw; None makes a figure.

    Returns
    -------
    matplotlib.axes.Axes
        Points to the right, discards downwards in the order of the first role.
    """
    ax = new_axes(7.0, 5.0) if ax is None else ax
    totals = frame.pivot(index="discard", columns="role", values="total_ev")
    roles = list(dict.fromkeys(frame["role"]))
    totals = totals.sort_values(roles[0])
    places = np.arange(len(totals))
    ax.hlines(places, totals.min(axis=1), totals.max(axis=1), color=GUIDE, linewidth=2, zorder=1)
    for role in roles:
        ax.scatter(totals[role], places, color=ROLE_COLOURS[role], label=role, zorder=2)
    ax.set_yticks(places, [str(discard) for discard in totals.index])
    ax.set_xlabel("mean total (points a deal)")
    ax.set_ylabel("discard")
    ax.set_title(f"Every discard of {frame['deal'].iloc[0]}")
    ax.grid(axis="x", color=GUIDE, linewidth=0.5)
    ax.legend(loc="lower right")
    return ax


def heat_map(
    values: ArrayLike,
    rows: Sequence[str],
    columns: Sequence[str],
    *,
    unit: str = "points",
    form: str = "{:.1f}",
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
    image = ax.imshow(table, cmap=VALUE_MAP, aspect="auto")
    middle = (np.nanmin(table) + np.nanmax(table)) / 2
    for (row, column), value in np.ndenumerate(table):
        if not np.isnan(value):
            ink = "white" if value < middle else "black"
            ax.text(column, row, form.format(value), ha="center", va="center", color=ink, fontsize="small")
    ax.set_xticks(range(len(columns)), columns)
    ax.set_yticks(range(len(rows)), rows)
    ax.tick_params(length=0)
    ax.figure.colorbar(image, ax=ax, label=unit)
    return ax


def start_points(ranking: "Ranking", ax: Axes | None = None) -> Axes:
    """Draw what each rank of the start makes of every keep of one deal.

    Parameters
    ----------
    ranking
        The answer of `rank_discards`.
    ax
        Where to draw; None makes a figure.

    Returns
    -------
    matplotlib.axes.Axes
        A heat map: start ranks to the right, keeps downwards, the best discard's first; mean hand in points.
        A rank that cannot be turned stays empty.
    """
    table = np.full((len(ranking.starts), len(RANK_LETTERS)), np.nan)
    for line, start in zip(table, ranking.starts, strict=True):
        line[list(start.ranks)] = start.hand
    keeps = [" ".join(start.keep) for start in ranking.starts]
    ax = heat_map(table, keeps, list(RANK_LETTERS), unit="hand with this start (mean points)", ax=ax)
    ax.set_xlabel("rank of the start")
    ax.set_ylabel(f"keep, best discard first ({ranking.role})")
    return ax


def hand_distribution(
    means: Mapping[str, ArrayLike], weights: ArrayLike | None = None, ax: Axes | None = None
) -> Axes:
    """Draw how the mean hand is distributed over deals, one line a role.

    Parameters
    ----------
    means
        Role to means, each of shape (n,), in points.
    weights
        How many deals each entry stands for, shape (n,); None counts each once.
    ax
        Where to draw; None makes a figure.

    Returns
    -------
    matplotlib.axes.Axes
        Points to the right, share of deals upwards; a dashed line marks each mean.
    """
    ax = new_axes() if ax is None else ax
    arrays = {role: np.asarray(values, dtype=np.float64) for role, values in means.items()}
    each = _as_weights(weights)
    highest = max(values.max() for values in arrays.values())
    edges = np.arange(0, highest + 2 * BIN_WIDTH, BIN_WIDTH)
    for role, values in arrays.items():
        counts, _ = np.histogram(values, bins=edges, weights=each)
        mean = np.average(values, weights=each)
        colour = ROLE_COLOURS[role]
        ax.stairs(counts / counts.sum(), edges, color=colour, linewidth=2, label=f"{role}, mean {mean:.3f}")
        ax.axvline(mean, color=colour, linestyle="--", linewidth=1)
    ax.yaxis.set_major_formatter(PercentFormatter(1.0, decimals=0))
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    ax.set_xlim(0, edges[-1])
    ax.set_ylim(bottom=0)
    ax.set_xlabel("mean hand of the best discard (points)")
    ax.set_ylabel(f"share of deals (a step of {BIN_WIDTH:g} points)")
    ax.legend()
    return ax


def role_comparison(
    dealer: ArrayLike, pone: ArrayLike, weights: ArrayLike | None = None, ax: Axes | None = None
) -> Axes:
    """Draw the mean hand a dealer keeps against the one pone keeps of the same deal.

    Parameters
    ----------
    dealer, pone
        Mean hands of the same deals, shape (n,), in points.
    weights
        How many deals each entry stands for, shape (n,); None counts each once.
    ax
        Where to draw; None makes a figure.

    Returns
    -------
    matplotlib.axes.Axes
        Dealer to the right, pone upwards, colours logarithmic; on the dotted line both keep as much.
    """
    ax = new_axes(6.4, 5.0) if ax is None else ax
    across, up = np.asarray(dealer, dtype=np.float64), np.asarray(pone, dtype=np.float64)
    highest = max(across.max(), up.max())
    edges = np.arange(0, highest + 2 * BIN_WIDTH, BIN_WIDTH)
    counts, _ = np.histogramdd((across, up), bins=(edges, edges), weights=_as_weights(weights))
    shares = np.ma.masked_equal(counts.T / counts.sum(), 0.0)
    image = ax.pcolormesh(edges, edges, shares, cmap=VALUE_MAP, norm=LogNorm())
    ax.plot([0, edges[-1]], [0, edges[-1]], color="black", linestyle=":", linewidth=1)
    ax.set_box_aspect(1)
    ax.set_xlabel("mean hand the dealer keeps (points)")
    ax.set_ylabel("mean hand pone keeps (points)")
    ax.figure.colorbar(image, ax=ax, label="share of deals (logarithmic)")
    return ax


def _as_weights(weights: ArrayLike | None) -> NDArray[np.float64] | None:
    """Make weights wide enough to be added up."""
    return None if weights is None else np.asarray(weights, dtype=np.float64)
