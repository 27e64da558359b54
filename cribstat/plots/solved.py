"""Charts of the solved game: cribs, what is laid away, what a choice costs, and how it was solved."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator, PercentFormatter
from numpy.typing import ArrayLike

from cribstat.cards import RANK_LETTERS
from cribstat.plots.canvas import (
    GUIDE,
    ROLE_COLOURS,
    TABLE_COLOURS,
    as_weights,
    draw_bones,
    draw_steps,
    heat_map,
    new_axes,
)

if TYPE_CHECKING:
    import pandas as pd

CHANGE_WIDTH = 0.02
NO_LOSS = 1e-9  # below it a difference is the rounding of doubles
LINE_COLOURS = ROLE_COLOURS | TABLE_COLOURS
MARKERS = {"hessel": "o", "schell": "s", "rasmussen": "^"}


def rank_square(
    values: ArrayLike,
    *,
    unit: str = "mean crib (points)",
    form: str = "{:.1f}",
    limits: tuple[float, float] | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Draw a number for each pair of ranks as a heat map, ace to king.

    Parameters
    ----------
    values
        Shape (13, 13); nan leaves a cell empty.
    unit, form, limits
        As in `heat_map`; charts that are compared take the same limits.
    ax
        Where to draw; None makes a figure.

    Returns
    -------
    matplotlib.axes.Axes
    """
    ax = heat_map(values, RANK_LETTERS, RANK_LETTERS, unit=unit, form=form, limits=limits, ax=ax)
    ax.set_xlabel("rank")
    ax.set_ylabel("rank")
    return ax


def crib_gaps(solved: ArrayLike, tables: Mapping[str, ArrayLike], ax: Axes | None = None) -> Axes:
    """Draw how far the mean cribs of the solved game lie from those of published tables.

    Parameters
    ----------
    solved
        Mean crib by pair of ranks in points, shape (13, 13); the half below the diagonal, and the diagonal,
        are taken.
    tables
        The same of published tables, by name.
    ax
        Where to draw; None makes a figure.

    Returns
    -------
    matplotlib.axes.Axes
        The published mean to the right, solved less published upwards.
    """
    ax = new_axes(7.0, 4.0) if ax is None else ax
    half = np.tril_indices(len(RANK_LETTERS))
    ours = np.asarray(solved, dtype=np.float64)[half]
    for name, table in tables.items():
        theirs = np.asarray(table, dtype=np.float64)[half]
        colour, marker = TABLE_COLOURS[name], MARKERS[name]
        ax.scatter(theirs, ours - theirs, s=18, color=colour, marker=marker, alpha=0.8, label=name)
    ax.axhline(0, color=GUIDE, linewidth=1, zorder=0)
    ax.set_xlabel("published mean crib of a pair of ranks (points)")
    ax.set_ylabel("solved less published (points)")
    ax.legend()
    return ax


def pair_shares(frame: "pd.DataFrame", top: int = 24, ax: Axes | None = None) -> Axes:
    """Draw how often dealer and pone lay a pair of ranks away.

    Parameters
    ----------
    frame
        One row for each pair of ranks and role: columns `role`, `pair` and `laid` (share of deals).
    top
        How many pairs: those that either role lays away most often.
    ax
        Where to draw; None makes a figure.

    Returns
    -------
    matplotlib.axes.Axes
        Shares of deals to the right; pairs downwards, those that the dealer prefers most on top.
    """
    ax = new_axes(7.0, 1.0 + 0.22 * top) if ax is None else ax
    shares = frame.pivot(index="pair", columns="role", values="laid")[["dealer", "pone"]]
    shares = shares.loc[shares.max(axis=1).nlargest(top).index]
    shares = shares.loc[(shares["dealer"] - shares["pone"]).sort_values().index]
    shares.index = ["-".join(pair) for pair in shares.index]
    draw_bones(ax, shares)
    ax.legend(loc="center right")
    ax.xaxis.set_major_formatter(PercentFormatter(1.0, decimals=0))
    ax.set_xlim(left=0)
    ax.set_xlabel("share of deals in which the pair is laid away")
    ax.set_ylabel(f"pair of ranks (the {top} most frequent)")
    return ax


def crib_changes(
    changes: Mapping[str, ArrayLike], weights: ArrayLike | None = None, ax: Axes | None = None
) -> Axes:
    """Draw how far a mean crib moves from deal to deal, one line a role.

    Parameters
    ----------
    changes
        Role to changes of the mean crib in points, each of shape (n,).
    weights
        How many deals each entry stands for, shape (n,); None counts each once.
    ax
        Where to draw; None makes a figure.

    Returns
    -------
    matplotlib.axes.Axes
        Points to the right, share of deals upwards; a dashed line marks each mean.
    """
    ax = new_axes(7.0, 4.0) if ax is None else ax
    arrays = {role: np.asarray(values, dtype=np.float64) for role, values in changes.items()}
    ends = np.array([[values.min(), values.max()] for values in arrays.values()]) / CHANGE_WIDTH
    steps = np.arange(np.floor(ends.min()), np.floor(ends.max()) + 2)
    draw_steps(ax, arrays, weights, steps * CHANGE_WIDTH, "{:+.3f}")
    ax.set_xlabel("change of the mean crib (points)")
    ax.set_ylabel(f"share of deals (a step of {CHANGE_WIDTH:g} points)")
    return ax


def losses_above(
    losses: Mapping[str, ArrayLike], weights: ArrayLike | None = None, ax: Axes | None = None
) -> Axes:
    """Draw in which share of deals a choice loses more than so many points, one line a choice.

    Parameters
    ----------
    losses
        Losses in points by role or by table, each of shape (n,); a loss is zero or more.
    weights
        How many deals each entry stands for, shape (n,); None counts each once.
    ax
        Where to draw; None makes a figure.

    Returns
    -------
    matplotlib.axes.Axes
        Points to the right, share of deals upwards on a logarithmic scale.
    """
    ax = new_axes(7.0, 4.0) if ax is None else ax
    arrays = {name: np.asarray(values, dtype=np.float64) for name, values in losses.items()}
    each = as_weights(weights)
    edges = np.linspace(NO_LOSS, max(values.max() for values in arrays.values()), 201)
    for name, values in arrays.items():
        counts, _ = np.histogram(values, bins=edges, weights=each)
        above = np.cumsum(counts[::-1])[::-1] / (len(values) if each is None else each.sum())
        label = f"{name}, mean {np.average(values, weights=each):.4f}"
        ax.plot(edges[:-1], np.where(above > 0, above, np.nan), color=LINE_COLOURS[name], label=label)
    ax.set_yscale("log")
    ax.set_xlim(left=0)
    ax.yaxis.set_major_formatter(lambda share, _: f"{100 * share:g} %")
    ax.grid(color=GUIDE, linewidth=0.5)
    ax.set_xlabel("loss (points a deal)")
    ax.set_ylabel("share of deals that lose more")
    ax.legend()
    return ax


def policy_costs(frame: "pd.DataFrame", ax: Axes | None = None) -> Axes:
    """Draw what policies lose against the solved opponent, a mark for each role.

    Parameters
    ----------
    frame
        Columns `policy`, `role` and `cost` (points a deal).
    ax
        Where to draw; None makes a figure.

    Returns
    -------
    matplotlib.axes.Axes
        Points a deal to the right on a logarithmic scale, policies downwards in the order of the frame.
    """
    ax = new_axes(7.0, 3.2) if ax is None else ax
    names = list(dict.fromkeys(frame["policy"]))
    costs = frame.pivot(index="policy", columns="role", values="cost").loc[names[::-1]]
    draw_bones(ax, costs)
    ax.legend(loc="upper right")
    for place, (_, line) in enumerate(costs.iterrows()):
        ax.text(line.min(), place, f"{line.min():.4f}   ", ha="right", va="center")
        ax.text(line.max(), place, f"   {line.max():.4f}", ha="left", va="center")
    ax.set_xscale("log")
    ax.margins(x=0.15, y=0.2)
    ax.set_xlabel("loss against the solved opponent (points a deal, logarithmic)")
    ax.set_ylabel("what the player follows")
    return ax


def solver_trace(frame: "pd.DataFrame", ax: Axes | None = None) -> Axes:
    """Draw how the exploitability fell from round to round.

    Parameters
    ----------
    frame
        Columns `round`, `exploitability`, `dealer_gain` and `pone_gain`, points a deal.
    ax
        Where to draw; None makes a figure.

    Returns
    -------
    matplotlib.axes.Axes
        Rounds to the right, points a deal upwards on a logarithmic scale.
    """
    ax = new_axes(7.0, 4.0) if ax is None else ax
    ax.plot(frame["round"], frame["exploitability"], color="black", linewidth=2, label="exploitability")
    for role in ("dealer", "pone"):
        gains = frame[f"{role}_gain"]
        label = f"{role}'s best response gains"
        ax.plot(frame["round"], gains.where(gains > NO_LOSS), color=ROLE_COLOURS[role], label=label)
    ax.set_yscale("log")
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    ax.grid(color=GUIDE, linewidth=0.5)
    ax.set_xlabel("round of the solver")
    ax.set_ylabel("points a deal (logarithmic)")
    ax.legend()
    return ax
