"""Charts of the chance of winning: by both scores, what a point is worth, and where the game is even."""

from collections.abc import Mapping

import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import MultipleLocator, PercentFormatter
from numpy.typing import ArrayLike

from cribstat.plots.canvas import GUIDE, ROLE_COLOURS, VALUE_MAP, heat_map, new_axes

STREET = 30
LEVELS = (0.1, 0.25, 0.5, 0.75, 0.9)


def winning_surface(chances: ArrayLike, *, role: str = "dealer", ax: Axes | None = None) -> Axes:
    """Draw the chance of winning by both scores, with lines of equal chance.

    Parameters
    ----------
    chances
        Chance of winning at [own score, other score], shape (scores, scores), in [0, 1].
    role
        Whose chances they are, for the labels.
    ax
        Where to draw; None makes a figure.

    Returns
    -------
    matplotlib.axes.Axes
        The own score upwards, the other's to the right.
    """
    ax = new_axes(6.0, 5.0) if ax is None else ax
    table = np.asarray(chances, dtype=np.float64)
    image = ax.imshow(table, cmap=VALUE_MAP, origin="lower", vmin=0.0, vmax=1.0)
    shades = ["white" if level <= 0.5 else "black" for level in LEVELS]
    lines = ax.contour(table, levels=LEVELS, colors=shades, linewidths=1.0)
    ax.clabel(lines, fmt=lambda level: f"{level:.0%}", fontsize="small")
    bar = ax.figure.colorbar(image, ax=ax, label=f"{_whose(role)} chance of winning")
    bar.ax.yaxis.set_major_formatter(PercentFormatter(1.0, decimals=0))
    _streets(ax, "both")
    ax.set_xlabel("the other side's score")
    ax.set_ylabel(f"{_whose(role)} score")
    return ax


def street_values(values: ArrayLike, *, role: str = "dealer", ax: Axes | None = None) -> Axes:
    """Draw what a point is worth by the streets of both sides as a heat map.

    Parameters
    ----------
    values
        Mean gain in the chance of winning by one point, shape (streets, streets), at [own, other].
    role
        Whose points they are, for the labels.
    ax
        Where to draw; None makes a figure.

    Returns
    -------
    matplotlib.axes.Axes
    """
    table = 100 * np.asarray(values, dtype=np.float64)
    names = [f"{1 + STREET * street} to {STREET * (street + 1)}" for street in range(len(table))]
    ax = heat_map(table, names, names, unit="percent of games a point", form="{:.2f}", ax=ax)
    ax.set_xlabel("the other side's street")
    ax.set_ylabel(f"{_whose(role)} street")
    return ax


def even_lines(
    scores: Mapping[str, ArrayLike],
    par: Mapping[str, tuple[ArrayLike, ArrayLike]] | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Draw how many points behind or ahead a role may be for the game to be even.

    Parameters
    ----------
    scores
        The other side's score at which the game is even, by own score, for each role.
    par
        Own and other scores said to be level, by name: drawn as marks.
    ax
        Where to draw; None makes a figure.

    Returns
    -------
    matplotlib.axes.Axes
        The own score to the right, the lead needed upwards.
    """
    ax = new_axes() if ax is None else ax
    for role, values in scores.items():
        even = np.asarray(values, dtype=np.float64)
        holes = np.arange(len(even))
        ax.plot(holes, holes - even, color=ROLE_COLOURS[role], label=f"{role}, even")
    for marker, (name, (own, other)) in zip("osD^", (par or {}).items(), strict=False):
        ours = np.asarray(own, dtype=np.float64)
        ax.scatter(ours, ours - np.asarray(other), marker=marker, color="black", s=18, label=name, zorder=3)
    ax.axhline(0.0, color=GUIDE, linewidth=1)
    _streets(ax, "x")
    ax.set_xlabel("own score before the deal")
    ax.set_ylabel("lead that makes the game even (points)")
    ax.legend()
    return ax


def point_values(
    values: Mapping[str, ArrayLike], *, first: int = 0, title: str | None = None, ax: Axes | None = None
) -> Axes:
    """Draw what one point more is worth by own score.

    Parameters
    ----------
    values
        Gain in the chance of winning by one point, by own score from `first` on, for each role; nan leaves
        a gap.
    first
        The first score.
    title
        Words above the chart.
    ax
        Where to draw; None makes a figure.

    Returns
    -------
    matplotlib.axes.Axes
    """
    ax = new_axes() if ax is None else ax
    for role, gains in values.items():
        each = np.asarray(gains, dtype=np.float64)
        ax.plot(first + np.arange(len(each)), each, color=ROLE_COLOURS[role], label=role)
    ax.yaxis.set_major_formatter(PercentFormatter(1.0, decimals=1))
    ax.set_ylim(bottom=0)
    _streets(ax, "x")
    ax.set_xlabel("own score before the deal")
    ax.set_ylabel("what one point more adds")
    if title is not None:
        ax.set_title(title)
    ax.legend()
    return ax


def _whose(role: str) -> str:
    """Write a role as an owner."""
    return "pone's" if role == "pone" else f"the {role}'s"


def _streets(ax: Axes, which: str) -> None:
    """Mark the ends of the streets."""
    for axis in (ax.xaxis, ax.yaxis) if which == "both" else (ax.xaxis,):
        axis.set_major_locator(MultipleLocator(STREET))
    if which != "both":
        ax.grid(axis="x", color=GUIDE, linewidth=0.5)
