"""Charts of one deal's discards, and of what is kept of all deals."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import LogNorm
from matplotlib.ticker import MaxNLocator, PercentFormatter
from numpy.typing import ArrayLike

from cribstat.cards import RANK_LETTERS
from cribstat.plots.canvas import GUIDE, VALUE_MAP, as_weights, draw_bones, draw_steps, heat_map, new_axes

if TYPE_CHECKING:
    import pandas as pd

    from cribstat.discards import DealDistribution, Ranking

BIN_WIDTH = 0.5


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
    draw_bones(ax, totals.sort_values(roles[0])[roles])
    ax.legend(loc="lower right")
    ax.set_xlabel("mean total (points a deal)")
    ax.set_ylabel("discard")
    ax.set_title(f"Every discard of {frame['deal'].iloc[0]}")
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
    highest = max(values.max() for values in arrays.values())
    draw_steps(ax, arrays, weights, np.arange(0, highest + 2 * BIN_WIDTH, BIN_WIDTH))
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    ax.set_xlabel("mean hand of the best discard (points)")
    ax.set_ylabel(f"share of deals (a step of {BIN_WIDTH:g} points)")
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
    counts, _ = np.histogramdd((across, up), bins=(edges, edges), weights=as_weights(weights))
    shares = np.ma.masked_equal(counts.T / counts.sum(), 0.0)
    image = ax.pcolormesh(edges, edges, shares, cmap=VALUE_MAP, norm=LogNorm())
    ax.plot([0, edges[-1]], [0, edges[-1]], color="black", linestyle=":", linewidth=1)
    ax.set_box_aspect(1)
    ax.set_xlabel("mean hand the dealer keeps (points)")
    ax.set_ylabel("mean hand pone keeps (points)")
    ax.figure.colorbar(image, ax=ax, label="share of deals (logarithmic)")
    return ax


def points_at_least(distributions: Sequence["DealDistribution"], ax: Axes | None = None) -> Axes:
    """Draw the chance that hand and total of discards reach so many points.

    Parameters
    ----------
    distributions
        Answers of `deal_distribution` for one deal, at least one: a colour each.
    ax
        Where to draw; None makes a figure.

    Returns
    -------
    matplotlib.axes.Axes
        Points to the right, chance upwards; the hand is dashed, the total (with or less the crib) is not.
    """
    ax = new_axes() if ax is None else ax
    for number, one in enumerate(distributions):
        name = f"{' '.join(one.discard)} ({one.role})"
        for spread, line in ((one.hand, "--"), (one.total, "-")):
            what = "hand" if line == "--" else "total"
            chances = [spread.at_least(points) for points in spread.points]
            ax.step(
                spread.points, chances, line, where="pre", color=f"C{number}", label=f"{what} after {name}"
            )
    ax.yaxis.set_major_formatter(PercentFormatter(1.0, decimals=0))
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    ax.set_ylim(0, 1)
    ax.grid(color=GUIDE, linewidth=0.5)
    ax.legend()
    ax.set_xlabel("points of hand, or of hand and crib together")
    ax.set_ylabel("chance of at least so many")
    ax.set_title(f"{' '.join(distributions[0].deal)}")
    return ax
