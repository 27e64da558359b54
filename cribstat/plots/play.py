"""Charts of the solved play: what leads, replies and keeps are worth, and people's play beside it."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import ArrayLike

from cribstat.cards import RANK_LETTERS
from cribstat.plots.canvas import GUIDE, ROLE_COLOURS, new_axes

if TYPE_CHECKING:
    import pandas as pd

# Lines that stand for no role: black and the rest of the palette, each with a marker of its own.
SERIES = (("#000000", "o"), ("#E69F00", "s"), ("#56B4E9", "^"), ("#009E73", "D"))
LARGEST_MARK = 160.0  # area in square points
PLATE = {"facecolor": "white", "alpha": 0.7, "linewidth": 0, "pad": 1}
SIDES = {"own": "o", "other": "^"}


def by_rank(
    numbers: Mapping[str, ArrayLike], *, unit: str, rank: str = "rank led", ax: Axes | None = None
) -> Axes:
    """Draw numbers of each rank, one line of marks for each name.

    Parameters
    ----------
    numbers
        Name to numbers, each of shape (13,), ace to king; nan leaves a rank out. Lines named ``dealer`` and
        ``pone`` have the colours of the roles.
    unit
        Words at the upward axis.
    rank
        What the ranks are of.
    ax
        Where to draw; None makes a figure.

    Returns
    -------
    matplotlib.axes.Axes
        Ranks to the right, numbers upwards; a line at zero where they have both signs.
    """
    ax = new_axes(7.0, 3.8) if ax is None else ax
    places = np.arange(len(RANK_LETTERS))
    arrays = {name: np.asarray(values, dtype=np.float64) for name, values in numbers.items()}
    for (name, values), (colour, marker) in zip(arrays.items(), SERIES, strict=False):
        ink = ROLE_COLOURS.get(name, colour)
        ax.plot(places, values, color=ink, marker=marker, linewidth=1, label=name)
    every = np.concatenate(list(arrays.values()))
    if np.nanmin(every) < 0 < np.nanmax(every):
        ax.axhline(0, color="black", linewidth=1)
    ax.set_xticks(places, list(RANK_LETTERS))
    ax.grid(axis="y", color=GUIDE, linewidth=0.5)
    ax.set_xlabel(rank)
    ax.set_ylabel(unit)
    if len(arrays) > 1:
        ax.legend()
    return ax


def keep_roles(frame: "pd.DataFrame", named: Sequence[str] = (), ax: Axes | None = None) -> Axes:
    """Draw what each keep brings in the play as dealer against what it brings as pone.

    Parameters
    ----------
    frame
        One row for each keep: columns `keep` (ranks parted by blanks), `pone` and `dealer` (net points of the
        play in the role) and `share` (share of deals, sets the size of the mark).
    named
        Keeps that are named in the chart.
    ax
        Where to draw; None makes a figure.

    Returns
    -------
    matplotlib.axes.Axes
        Net points as pone to the right, as dealer upwards; on the dotted line both roles get as much.
    """
    ax = new_axes(7.0, 5.2) if ax is None else ax
    sizes = LARGEST_MARK * frame["share"] / frame["share"].max()
    colour = ROLE_COLOURS["partner"]
    ax.scatter(frame["pone"], frame["dealer"], s=sizes, color=colour, alpha=0.5, linewidths=0)
    for _, row in frame[frame["keep"].isin(list(named))].iterrows():
        at, words = (row["pone"], row["dealer"]), row["keep"].replace(" ", "-")
        ax.annotate(words, at, (10, -3), textcoords="offset points", fontsize="small", bbox=PLATE)
        ax.scatter(*at, s=12, color="black")
    ax.margins(0.12, 0.05)
    limits = ax.get_xlim(), ax.get_ylim()
    ax.axline((0, 0), slope=1, color="black", linestyle=":", linewidth=1)
    ax.set(xlim=limits[0], ylim=limits[1])
    ax.grid(color=GUIDE, linewidth=0.5)
    ax.set_xlabel("net in the play as pone (points)")
    ax.set_ylabel("net in the play as dealer (points)")
    return ax


def people_and_solved(frame: "pd.DataFrame", ax: Axes | None = None) -> Axes:
    """Draw points in the play of solved players against those of people, a mark for each keep, role and side.

    Parameters
    ----------
    frame
        Columns `role`, `side` (``own`` or ``other``), `published` and `solved` (points).
    ax
        Where to draw; None makes a figure.

    Returns
    -------
    matplotlib.axes.Axes
        Published points to the right, solved upwards; on the dotted line they agree.
    """
    ax = new_axes(5.6, 5.2) if ax is None else ax
    for key, rows in frame.groupby(["role", "side"]):
        role, side = map(str, key)
        ax.scatter(
            rows["published"],
            rows["solved"],
            s=28,
            color=ROLE_COLOURS[role],
            marker=SIDES[side],
            alpha=0.7,
            label=f"{role}: {'own points' if side == 'own' else 'the other side'}",
        )
    both = frame[["published", "solved"]].to_numpy()
    ends = [both.min(), both.max()]
    ax.plot(ends, ends, color="black", linestyle=":", linewidth=1)
    ax.set_box_aspect(1)
    ax.grid(color=GUIDE, linewidth=0.5)
    ax.set_xlabel("people (mean points of a keep)")
    ax.set_ylabel("solved (mean points of a keep)")
    ax.legend()
    return ax


def effect_sizes(frame: "pd.DataFrame", ax: Axes | None = None) -> Axes:
    """Draw what pieces of advice are worth as bars from zero, the first on top.

    Parameters
    ----------
    frame
        Columns `advice`, `role` (whose choice it is) and `points`.
    ax
        Where to draw; None makes a figure.

    Returns
    -------
    matplotlib.axes.Axes
        Points to the right, advice downwards.
    """
    ax = new_axes(7.5, 0.9 + 0.36 * len(frame)) if ax is None else ax
    places = np.arange(len(frame))[::-1]
    for name, rows in frame.assign(place=places).groupby("role", sort=False):
        ax.barh(rows["place"], rows["points"], color=ROLE_COLOURS[str(name)], height=0.7, label=name)
    for place, points in zip(places, frame["points"], strict=True):
        side = "left" if points >= 0 else "right"
        ax.text(points, place, f" {points:+.3f} ", ha=side, va="center", fontsize="small")
    ax.axvline(0, color="black", linewidth=1)
    ax.set_yticks(places, list(frame["advice"]))
    ax.tick_params(axis="y", length=0)
    ax.margins(x=0.16)
    ax.grid(axis="x", color=GUIDE, linewidth=0.5)
    ax.set_axisbelow(True)
    ax.set_xlabel("net points, where there is such a choice")
    ax.legend(loc="lower right")
    return ax
