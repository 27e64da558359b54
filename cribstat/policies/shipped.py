"""What ships of the solved two-player games, read without a compiler: names, files, points of the play."""

import io
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cribstat.cards import RANK_LETTERS
from cribstat.kernels.patterns import multiset_index, multisets, split_positions
from cribstat.tables import read_table, strategy_table

SOLVED, NO_PLAY = "solved", "solved-no-play"
VARIANTS = {6: "six", 5: "five"}
DEALT = {name: dealt for dealt, name in VARIANTS.items()}
PLAY_STATEMENT = (
    "the solved play by the ranks kept, own points less the other's; "
    "suits, own discards and the start left out"
)
LAID_AWAY = 2
PARTS = 10_000  # of a probability in the tables of leads and replies
THOUSAND, NO_VALUE = 1000, -32768  # of points in the table of replies, and what stands for none
Floats = NDArray[np.float64]


def solved_file(dealt: int = 6, *, play: bool = True) -> str:
    """Return the path below ``data/`` of the policies solved with or without the play, six or five cards.

    Examples
    --------
    >>> solved_file(), solved_file(5, play=False)
    ('solved/six.npz', 'solved/five_no_play.npz')
    """
    return f"solved/{VARIANTS[dealt]}{'' if play else '_no_play'}.npz"


class KeepValues(NamedTuple):
    """What a play brings to every keep of a role, float64 by `patterns.multisets` order.

    Attributes
    ----------
    own, other
        Mean points of the role itself and of the other side; nan where the pack cannot make the keep.
    share
        Share of deals in which the role holds the keep.
    """

    own: Floats
    other: Floats
    share: Floats


@cache
def play_means(role: str, dealt: int = 6) -> KeepValues:
    """Return what the solved play brings to every keep of a role, and how often he holds it.

    Parameters
    ----------
    role
        ``dealer`` or ``pone``.
    dealt
        Cards of a deal, 6 or 5.

    Returns
    -------
    KeepValues
        1,820 keeps of four cards or 455 of three. Not to be modified.

    Raises
    ------
    TableError
        The table is missing or damaged.

    Notes
    -----
    **Approximate**: exact means for the strategies solved, in a play of ranks where own discards and the
    start are forgotten (see `cribstat.equilibrium.play`).
    """
    rows = strategy_table(f"play_{VARIANTS[dealt]}")
    keeps = np.array([[RANK_LETTERS.index(letter) for letter in row["keep"].split()] for row in rows])
    places = multiset_index(keeps.astype(np.uint8))
    own, other, share = (np.full(len(multisets(dealt - LAID_AWAY)), empty) for empty in (np.nan, np.nan, 0.0))
    for name, column in (("own", own), ("other", other), ("share", share)):
        column[places] = [float(row[f"{role}_{name}"]) for row in rows]
        column.setflags(write=False)
    return KeepValues(own, other, share)


@cache
def play_points(role: str, dealt: int = 6) -> Floats:
    """Return what the solved play brings to every keep of a role, own points less the other's.

    Parameters
    ----------
    role, dealt
        As in `play_means`.

    Returns
    -------
    numpy.ndarray
        Points, float64, by `patterns.multisets` order of the ranks kept (1,820 or 455); nan where the pack
        cannot make the keep. Not to be modified.

    Raises
    ------
    TableError
        The table is missing or damaged.

    Notes
    -----
    **Approximate**, as `play_means`.
    """
    means = play_means(role, dealt)
    points: Floats = means.own - means.other
    points.setflags(write=False)
    return points


def spread_keeps(ranks: NDArray[Any], values: Floats) -> Floats:
    """Give every discard the value of the ranks it keeps.

    Parameters
    ----------
    ranks
        Ranks of many deals, uint8, (n, dealt), in any order within a row.
    values
        A number for each keep, by `patterns.multisets` order.

    Returns
    -------
    numpy.ndarray
        float64, (n, discards), discards in lexicographic order of positions.
    """
    _, kept = split_positions(ranks.shape[1], LAID_AWAY)
    out = np.empty((len(ranks), len(kept)))
    for way, places in enumerate(kept):
        out[:, way] = values[multiset_index(np.sort(ranks[:, places], axis=1))]
    return out


@cache
def lead_table(dealt: int = 6) -> tuple[Floats, Floats]:
    """Return pone's solved leads and what each is worth, by keep and rank.

    Parameters
    ----------
    dealt
        Cards of a deal, 6 or 5.

    Returns
    -------
    tuple of numpy.ndarray
        How often each rank is led, and pone's net points of the whole play after it if he goes on in the
        best way (nan for ranks not held); float64, (keeps, 13), in `patterns.multisets` order. Not to be
        modified.

    Raises
    ------
    TableError
        The table is missing or damaged.

    Notes
    -----
    **Approximate**, as `play_points`; shares in parts of 10,000.
    """
    rows = strategy_table(f"leads_{VARIANTS[dealt]}")
    shape = len(multisets(dealt - LAID_AWAY)), len(RANK_LETTERS)
    shares, nets = np.zeros(shape), np.full(shape, np.nan)
    for row in rows:
        place = multiset_index(np.array([RANK_LETTERS.index(letter) for letter in row["keep"].split()]))
        shares[place] = [int(row[letter]) / PARTS for letter in RANK_LETTERS]
        nets[place] = [float(row[f"net_{letter}"] or "nan") for letter in RANK_LETTERS]
    shares.setflags(write=False)
    nets.setflags(write=False)
    return shares, nets


@cache
def reply_table(dealt: int = 6) -> Floats:
    """Return how often the solved dealer replies with each rank, float64, (13 leads, keeps, 13).

    Keeps stand in `patterns.multisets` order; rows of keeps that the pack cannot make beside the lead are of
    no use. Approximate, in parts of 10,000. Not to be modified.

    Raises
    ------
    TableError
        The table is missing or damaged.
    """
    shares: Floats = _replies(dealt, "replies") / PARTS
    shares.setflags(write=False)
    return shares


@cache
def reply_nets(dealt: int = 6) -> Floats:
    """Return what every reply is worth to the dealer against the solved pone, float64, (13 leads, keeps, 13).

    Net points of the whole play in the dealer's view if he goes on in the best way, by lead, keep and rank;
    nan for ranks not held and for keeps that the pack cannot make beside the lead. Not to be modified.

    Raises
    ------
    TableError
        The table is missing or damaged.

    Notes
    -----
    **Approximate**, as `play_points`; in thousandths of a point.
    """
    kept = _replies(dealt, "nets")
    nets: Floats = np.where(kept == NO_VALUE, np.nan, kept / THOUSAND)
    nets.setflags(write=False)
    return nets


def _replies(dealt: int, name: str) -> NDArray[Any]:
    """Read one array of the file of replies."""
    with np.load(io.BytesIO(read_table(f"solved/replies_{VARIANTS[dealt]}.npz"))) as kept:
        array: NDArray[Any] = kept[name]
    return array
