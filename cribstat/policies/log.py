"""Read a log of deals and discards.

A log is a CSV file with the columns ``role`` (``dealer`` or ``pone``), ``deal`` (the cards dealt) and
``discard`` (two of them), cards as text; further columns are passed over. It is read whole or refused: every
bad row is counted, and the first is named by its line.
"""

import csv
import io
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from cribstat.cache import read_text
from cribstat.cards import CardError, HandError, parse_cards
from cribstat.policies.policy import ROLES, PolicyError

COLUMNS = ("role", "deal", "discard")
LAID_AWAY = 2
Cards = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Log:
    """Deals (n, dealt) and what was laid away of each (n, 2), card ids, for one role."""

    role: str
    deals: Cards
    discards: Cards


class _RowError(ValueError):
    """What is wrong with a row."""


def read_log(path: str | Path, dealt: int = 6) -> dict[str, Log]:
    """Read a log of deals and discards, by role.

    Parameters
    ----------
    path
        A CSV file (see the module), in UTF-8.
    dealt
        Cards of a deal, 6 or 5.

    Returns
    -------
    dict
        A log for each role, the dealer's first; empty where the file has no row of the role.

    Raises
    ------
    PolicyError
        The file cannot be read, lacks a column, or has a bad row; the message names the line.
    """
    try:
        text = read_text(Path(path))
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise PolicyError(f"'{path}' cannot be read as a log of deals: {reason}") from error
    rows: dict[str, list[tuple[Cards, Cards]]] = {"dealer": [], "pone": []}
    wrong: list[str] = []
    for line, cells in _lines(path, text):
        try:
            role, deal, discard = _row(cells, dealt)
        except _RowError as error:
            wrong.append(f"'{path}' line {line}: {error}")
        else:
            rows[role].append((deal, discard))
    if wrong:
        more = f" (and {len(wrong) - 1} more bad rows)" if len(wrong) > 1 else ""
        raise PolicyError(wrong[0] + more)
    return {role: _log(role, found, dealt) for role, found in rows.items()}


def _lines(path: str | Path, text: str) -> Iterator[tuple[int, dict[str, str] | int]]:
    """Yield each row's last line and its cells by column, or how many they are where that is wrong."""
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    try:
        header = [name.strip().lower() for name in next(reader, [])]
        if any(header.count(name) != 1 for name in COLUMNS):
            raise PolicyError(f"'{path}' must have the columns {', '.join(COLUMNS)}, not {header}")
        for cells in reader:
            if cells:
                matched = len(cells) == len(header)
                yield reader.line_num, dict(zip(header, cells, strict=True)) if matched else len(cells)
    except csv.Error as error:
        raise PolicyError(f"'{path}' line {reader.line_num} is no CSV: {error}") from error


def _row(cells: dict[str, str] | int, dealt: int) -> tuple[str, Cards, Cards]:
    """Read one row.

    Raises
    ------
    _RowError
        It is no deal with its discard.
    """
    if isinstance(cells, int):
        raise _RowError(f"it has {cells} cells, unlike the header")
    role = cells["role"].strip().lower()
    if role not in ROLES:
        raise _RowError(f"the role is dealer or pone, not '{cells['role']}'")
    deal = _cards(cells["deal"], "deal", dealt)
    discard = _cards(cells["discard"], "discard", LAID_AWAY)
    if not np.isin(discard, deal).all():
        raise _RowError(f"the discard '{cells['discard']}' is not of the deal '{cells['deal']}'")
    return role, deal, discard


def _cards(text: str, what: str, count: int) -> Cards:
    """Read cards of a row."""
    try:
        cards = parse_cards(text)
    except (CardError, HandError) as error:
        raise _RowError(f"{what}: {error}") from error
    if len(cards) != count:
        raise _RowError(f"a {what} has {count} cards, not {len(cards)}: '{text}'")
    return cards


def _log(role: str, rows: list[tuple[Cards, Cards]], dealt: int) -> Log:
    """Put rows together."""
    deals = np.array([deal for deal, _ in rows], dtype=np.uint8).reshape(-1, dealt)
    return Log(role, deals, np.array([gone for _, gone in rows], dtype=np.uint8).reshape(-1, LAID_AWAY))
