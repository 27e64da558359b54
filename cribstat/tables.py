"""Read the tables of ``data/`` and verify them against the manifest; nothing is computed here.

The folder lies inside an installed package, or beside it in an editable install.
"""

import csv
import hashlib
import io
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from cribstat.cards import RANK_LETTERS

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

STRATEGY = ("discards", "keeps", "starts")
PUBLISHED = ("hessel", "schell", "rasmussen")
MANIFEST = "manifest.toml"


class TableError(RuntimeError):
    """A table that is missing, damaged or foreign."""


@lru_cache(maxsize=1)
def data_folder() -> "Traversable":
    """Return the folder of tables.

    Raises
    ------
    TableError
        There is none, neither in the package nor beside it.
    """
    from importlib.resources import files  # not wanted before a table is

    for folder in (files("cribstat") / "data", Path(__file__).parent.parent / "data"):
        if (folder / MANIFEST).is_file():
            return folder
    raise TableError("the tables of cribstat are missing: install it again")


@lru_cache(maxsize=1)
def manifest() -> dict[str, dict[str, Any]]:
    """Return the manifest's entries by file name.

    Raises
    ------
    TableError
        The manifest is damaged.
    """
    import tomllib  # not wanted before a table is

    path = data_folder() / MANIFEST
    try:
        entries: dict[str, dict[str, Any]] = tomllib.loads(path.read_text(encoding="utf-8"))["files"]
        whole = all(isinstance(entry["sha256"], str) for entry in entries.values())
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise TableError(f"the list of tables '{path}' is damaged: install cribstat again") from error
    if not whole:
        raise TableError(f"the list of tables '{path}' is damaged: install cribstat again")
    return entries


def read_table(name: str) -> bytes:
    """Return the bytes of a table whose digest agrees with the manifest.

    Parameters
    ----------
    name
        Path below ``data/``, such as ``published/discard_hessel_pone.csv``.

    Raises
    ------
    TableError
        The table is not in the manifest, is missing, or is damaged.
    """
    if name not in manifest():
        raise TableError(f"'{name}' is not in the manifest of tables")
    content = _content(name)
    digest = hashlib.sha256(content).hexdigest()
    if digest != manifest()[name]["sha256"]:
        raise TableError(f"the table '{name}' is damaged: its digest is {digest}; install cribstat again")
    return content


def file_digest(name: str) -> str:
    """Return the SHA-256 of a table as it lies there, compared with nothing.

    Raises
    ------
    TableError
        The table cannot be read.
    """
    return hashlib.sha256(_content(name)).hexdigest()


def _content(name: str) -> bytes:
    """Read the bytes of a table."""
    try:
        return data_folder().joinpath(*name.split("/")).read_bytes()
    except OSError as error:
        raise TableError(f"the table '{name}' cannot be read: {error.strerror}") from error


@cache
def published_crib_means(name: str, role: str) -> NDArray[np.float64]:
    """Return a published table of mean cribs by rank pair.

    Parameters
    ----------
    name
        ``hessel``, ``schell`` or ``rasmussen``.
    role
        ``dealer`` for discards to one's own crib, ``pone`` for those to the other's.

    Returns
    -------
    numpy.ndarray
        Points, float64, shape (13, 13), symmetric: where the printed halves of a table differ by a unit
        of the last digit, the half above the diagonal (lower rank first) is taken.

    Notes
    -----
    Approximate: each author's model is told in ``data/README.md``.
    """
    rows = list(csv.reader(io.StringIO(read_table(f"published/discard_{name}_{role}.csv").decode())))
    letters = [letter.replace("10", "T") for letter in rows[0][1:]]
    if "".join(letters) != RANK_LETTERS or [row[0].replace("10", "T") for row in rows[1:]] != letters:
        raise TableError(f"the table of {name} for {role} has other ranks than A to K")
    upper = np.triu(np.array([row[1:] for row in rows[1:]], dtype=np.float64))
    table = upper + np.triu(upper, 1).T
    table.setflags(write=False)
    return table


def summary_name(name: str, variant: str = "six") -> str:
    """Return the name of a table ``discards``, ``keeps`` or ``starts`` of the six- or five-card game."""
    return name if variant == "six" else f"{name}_{variant}"


def strategy_file(name: str, *, play: bool = True) -> str:
    """Return the path below ``data/`` of a strategy table of the policies solved with or without the play."""
    return f"solved/{name}{'' if play else '_no_play'}.csv"


@cache
def strategy_table(name: str, *, play: bool = True) -> tuple[dict[str, str], ...]:
    """Return the rows of a strategy table of the solved game, by column.

    Parameters
    ----------
    name
        ``discards``, ``keeps`` or ``starts`` of the six-card discards, ``discards_five`` and so on of the
        five-card ones (`summary_name`); ``play_six``, ``leads_six`` or ``lead_means_six`` of the play, and
        ``play_five`` and so on.
    play
        Of the discards solved with the play, or for hand and crib alone.

    Raises
    ------
    TableError
        The table is missing or damaged.

    Notes
    -----
    Exact for the solved policies as shipped; numbers of discards stand unrounded in the table, those of the
    play to six places.
    """
    text = read_table(strategy_file(name, play=play)).decode()
    return tuple(csv.DictReader(io.StringIO(text)))


def strategy_square(
    role: str, column: str, *, play: bool = True, variant: str = "six"
) -> NDArray[np.float64]:
    """Return a column of the table ``discards`` of a solved game as a square of ranks.

    Parameters
    ----------
    role
        ``dealer`` or ``pone``.
    column
        ``laid``, ``held``, ``crib_laid`` or ``crib_held``.
    play
        As in `strategy_table`.
    variant
        ``six`` or ``five``.

    Returns
    -------
    numpy.ndarray
        Shape (13, 13): two suits below the diagonal and on it, one suit above it; nan where there is none.
    """
    square = np.full((len(RANK_LETTERS), len(RANK_LETTERS)), np.nan)
    for row in strategy_table(summary_name("discards", variant), play=play):
        if row["role"] == role and row[column]:
            low, high = (RANK_LETTERS.index(letter) for letter in row["pair"])
            square[(low, high) if row["suited"] else (high, low)] = float(row[column])
    return square
