"""Charts of simulated games."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import PercentFormatter
from numpy.typing import ArrayLike

from cribstat.plots.canvas import GUIDE, ROLE_COLOURS, new_axes

if TYPE_CHECKING:
    import pandas as pd

PART_COLOURS = {"heels": "#000000", "play": "#56B4E9", "hand": "#009E73", "crib": "#E69F00"}


def shares_with_errors(
    shares: "pd.DataFrame",
    fair: Mapping[str, float] | None = None,
    *,
    errors: float = 2.0,
    ax: Axes | None = None,
) -> Axes:
    """Draw shares of games as points with error bars, one line for each game.

    Parameters
    ----------
    shares
        By game, the columns ``mean`` and ``se``, 0 to 1.
    fair
        By game, a share to compare with, drawn as a bar across.
    errors
        Half the length of the error bars in standard errors.
    ax
        Axes to draw on.

    Returns
    -------
    matplotlib.axes.Axes
    """
    ax = ax or new_axes(7.0, 0.45 * len(shares) + 1.2)
    places = np.arange(len(shares))[::-1]
    means, spread = (shares[column].to_numpy(dtype=np.float64) for column in ("mean", "se"))
    colour = ROLE_COLOURS["dealer"]
    ax.errorbar(means, places, xerr=errors * spread, fmt="o", color=colour, capsize=3)
    if fair:
        for place, game in zip(places, shares.index, strict=True):
            if game in fair:
                ax.plot([fair[game]] * 2, [place - 0.35, place + 0.35], color=GUIDE, linewidth=3, zorder=0)
    ax.set_yticks(places, [str(game) for game in shares.index])
    ax.xaxis.set_major_formatter(PercentFormatter(1.0, decimals=0))
    ax.set_xlabel(f"share of games (error bars: {errors:g} standard errors)")
    return ax


def points_by_part(points: "pd.DataFrame", *, ax: Axes | None = None) -> Axes:
    """Draw mean points a deal as stacked bars, one for each player.

    Parameters
    ----------
    points
        Mean points by player (rows) and part (columns ``heels``, ``play``, ``hand``, ``crib``).
    ax
        Axes to draw on.

    Returns
    -------
    matplotlib.axes.Axes
    """
    ax = ax or new_axes(7.0, 0.35 * len(points) + 1.2)
    places = np.arange(len(points))[::-1]
    left = np.zeros(len(points))
    for part, colour in PART_COLOURS.items():
        width = points[part].to_numpy(dtype=np.float64)
        ax.barh(places, width, left=left, color=colour, label=part, height=0.7)
        left += width
    for place, total in zip(places, left, strict=True):
        ax.text(total + 0.2, place, f"{total:.2f}", va="center", fontsize="small")
    ax.set_yticks(places, [str(player) for player in points.index])
    ax.set_xlim(0, 1.1 * left.max())
    ax.set_xlabel("points a deal")
    ax.legend(ncols=len(PART_COLOURS), loc="lower center", bbox_to_anchor=(0.5, 1.0), frameon=False)
    return ax


def losing_scores(
    counts: ArrayLike, limits: Mapping[str, int] | None = None, *, ax: Axes | None = None
) -> Axes:
    """Draw where losers stood when the game ended.

    Parameters
    ----------
    counts
        How many stood at 0, 1, ... below the target.
    limits
        By name, a score below which a rule counts more, drawn as a line.
    ax
        Axes to draw on.

    Returns
    -------
    matplotlib.axes.Axes
    """
    ax = ax or new_axes(7.0, 3.2)
    shares = np.asarray(counts, dtype=np.float64)
    shares = shares / shares.sum()
    ax.bar(np.arange(len(shares)), shares, width=1.0, color=ROLE_COLOURS["pone"])
    for name, limit in (limits or {}).items():
        ax.axvline(limit - 0.5, color=GUIDE)
        told = f"{name}: {shares[:limit].sum():.2%}"
        ax.text(limit - 1, ax.get_ylim()[1] * 0.95, told, ha="right", va="top", fontsize="small")
    ax.set_xlim(-0.5, len(shares) - 0.5)
    ax.yaxis.set_major_formatter(PercentFormatter(1.0, decimals=1))
    ax.set_xlabel("the loser's score")
    ax.set_ylabel("share of losers")
    return ax
