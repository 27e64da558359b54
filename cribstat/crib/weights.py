"""Read a player's own weights by rank pair, from CSV or JSON.

A weight belongs to a class of pairs: two ranks, and optionally whether the two cards are of one suit.
CSV has the columns ``pair`` (such as ``5-J`` or ``5J``), ``weight`` and optionally ``suited``
(``suited``, ``unsuited`` or empty for both); JSON is an object of the same pairs, ``{"5-J": 1.5}``,
the suitedness behind a blank: ``{"5-J suited": 0.5, "5-J unsuited": 1}``. A class that is not named
has weight zero. Every pair of cards weighs its class's weight over the number of such pairs in a
full pack.
"""

import csv
import io
import json
import math
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from cribstat.cache import read_text
from cribstat.cards import RANK_LETTERS, CardError, HandError, parse_ranks

PAIRS = 1326
SUITED = {"": (False, True), "suited": (True,), "unsuited": (False,)}

# low rank, high rank, suited
PairClass = tuple[int, int, bool]


class WeightsError(ValueError):
    """A file that does not hold weights by rank pair."""


def read_weights(path: Path) -> dict[PairClass, float]:
    """Read the weight of each class of pairs from a CSV or JSON file.

    Raises
    ------
    WeightsError
        The file cannot be read or a row is wrong; the message names file and row.
    """
    try:
        text = read_text(path)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise WeightsError(f"'{path}' cannot be read as a file of weights: {reason}") from error
    rows = _json_rows(path, text) if path.suffix.lower() == ".json" else _csv_rows(path, text)
    weights: dict[PairClass, float] = {}
    for where, pair, suited, weight in rows:
        shared = _share(where, pair, suited, weight)
        if twice := shared.keys() & weights.keys():
            low, high, _ = min(twice)
            raise WeightsError(f"{where}: {RANK_LETTERS[low]}-{RANK_LETTERS[high]} is there twice")
        weights |= shared
    if not any(weights.values()):
        raise WeightsError(f"'{path}' gives no pair a weight above zero")
    return weights


def pair_weights(weights: dict[PairClass, float]) -> NDArray[np.float64]:
    """Spread class weights over the 1,326 pairs of cards (index ``b*(b-1)/2 + a``, a < b)."""
    spread = np.zeros(PAIRS)
    for high in range(52):
        for low in range(high):
            pair = (low >> 2, high >> 2, low & 3 == high & 3)
            spread[high * (high - 1) // 2 + low] = weights.get(pair, 0.0) / class_size(*pair)
    return spread


def class_size(low: int, high: int, suited: bool) -> int:
    """Return how many pairs of cards a full pack holds of a class."""
    if low == high:
        return 0 if suited else 6
    return 4 if suited else 12


def _share(where: str, pair: str, suited: str, weight: str | float) -> dict[PairClass, float]:
    """Turn one row into weights of classes; a weight for both kinds is shared by their numbers of pairs."""
    try:
        low, high = sorted(int(rank) for rank in parse_ranks(pair.replace("-", " ")))
    except (CardError, HandError, ValueError) as error:
        raise WeightsError(f"{where}: '{pair}' is no pair of ranks such as 5-J") from error
    kinds = SUITED.get(suited.strip().lower())
    if kinds is None:
        raise WeightsError(f"{where}: suited may be suited, unsuited or empty, not '{suited}'")
    if low == high and kinds == (True,):
        raise WeightsError(f"{where}: two cards of one rank are never of one suit")
    number = _number(where, weight)
    if low == high:
        kinds = (False,)
    total = sum(class_size(low, high, kind) for kind in kinds)
    return {(low, high, kind): number * class_size(low, high, kind) / total for kind in kinds}


def _number(where: str, weight: str | float) -> float:
    """Read a finite weight of zero or more."""
    try:
        number = float(weight)
    except (TypeError, ValueError):
        number = math.nan
    if not (math.isfinite(number) and number >= 0) or isinstance(weight, bool):
        raise WeightsError(f"{where}: the weight must be a number of zero or more, not '{weight}'")
    return number


def _csv_rows(path: Path, text: str) -> list[tuple[str, str, str, str | float]]:
    """Split CSV into (where, pair, suited, weight)."""
    rows = list(csv.reader(io.StringIO(text)))
    header = [name.strip().lower() for name in rows[0]] if rows else []
    if sorted({"pair", "weight"} - set(header)) or set(header) - {"pair", "weight", "suited"}:
        raise WeightsError(f"'{path}' must have the columns pair, weight and optionally suited, not {header}")
    found: list[tuple[str, str, str, str | float]] = []
    for line, row in enumerate(rows[1:], start=2):
        if not row:
            continue
        where = f"'{path}' line {line}"
        if len(row) != len(header):
            raise WeightsError(f"{where}: {len(header)} columns are needed, not {len(row)}")
        cells = dict(zip(header, (cell.strip() for cell in row), strict=True))
        found.append((where, cells["pair"], cells.get("suited", ""), cells["weight"]))
    return found


def _json_rows(path: Path, text: str) -> list[tuple[str, str, str, str | float]]:
    """Split JSON into (where, pair, suited, weight)."""
    try:
        content = json.loads(text, object_pairs_hook=lambda pairs: pairs)
    except json.JSONDecodeError as error:
        raise WeightsError(f"'{path}' is no JSON: {error}") from error
    if not isinstance(content, list) or not all(isinstance(entry, tuple) for entry in content):
        raise WeightsError(f"'{path}' must hold one object of weights by pair")
    found: list[tuple[str, str, str, str | float]] = []
    for key, weight in content:
        pair, _, suited = key.strip().partition(" ")
        found.append((f"'{path}' at '{key}'", pair, suited, weight))
    return found
