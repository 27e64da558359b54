"""Make a policy over classes symmetric, and write it out for every single deal.

A policy is a code for each deal: a code below the number of discards lays that discard away; any other
code, less the number of discards, is a row of the table `mix`, whose integers over the denominator are the
shares of the discards.
"""

from concurrent.futures import ThreadPoolExecutor
from itertools import permutations
from math import comb

import numpy as np
from numpy.typing import NDArray

from cribstat.kernels import enumeration
from cribstat.kernels._jit import njit

ORBIT = 12
HIGHEST_CODE = 65_535
MOVES = 1_024


@njit
def _weight_rows(
    codes: NDArray[np.uint16], mix: NDArray[np.int64], denominator: int, orbits: NDArray[np.uint8]
) -> NDArray[np.int64]:
    """Return the shares (n, discards), 12 times as fine, mirror images sharing evenly."""
    n, ways = orbits.shape
    out = np.zeros((n, ways), np.int64)
    sizes = np.empty(ways, np.int64)
    for i in range(n):
        sizes[:] = 0
        for way in range(ways):
            sizes[orbits[i, way]] += 1
        for way in range(ways):
            weight = mix[codes[i] - ways, way] if codes[i] >= ways else denominator * (codes[i] == way)
            if weight:
                label = orbits[i, way]
                for image in range(ways):
                    if orbits[i, image] == label:
                        out[i, image] += weight * ORBIT // sizes[label]
    return out


def symmetric_policy(
    codes: NDArray[np.uint16], mix: NDArray[np.int64], denominator: int, orbits: NDArray[np.uint8]
) -> tuple[NDArray[np.uint16], NDArray[np.int64], int]:
    """Let mirror-image discards share evenly.

    Parameters
    ----------
    codes : numpy.ndarray, (n,) uint16
        One code a class.
    mix : numpy.ndarray, (m, discards) int64
        Shares over `denominator`, for the codes that are no single discard.
    denominator : int
        Sum of every row of `mix`.
    orbits : numpy.ndarray, (n, discards) uint8
        `enumeration.discard_orbits` of the classes.

    Returns
    -------
    codes, mix, denominator
        The same policy with even shares, over 12 times the denominator; rows of `mix` without repeats.

    Notes
    -----
    **Exact.** An orbit has 1, 2, 3, 4 or 6 discards, so twelfths suffice.
    """
    ways = orbits.shape[1]
    touched = np.flatnonzero((codes >= ways) | (orbits != np.arange(ways)).any(axis=1))
    rows = _weight_rows(codes[touched], mix, denominator, orbits[touched])
    codes, whole = codes.copy(), denominator * ORBIT
    pure = (rows == whole).any(axis=1)
    codes[touched[pure]] = rows[pure].argmax(axis=1)
    rows, inverse = np.unique(rows[~pure], axis=0, return_inverse=True)
    codes[touched[~pure]] = ways + inverse.reshape(-1)
    return codes, rows.reshape(-1, ways), whole


@njit
def _write_images(
    deals: NDArray[np.uint8],
    codes: NDArray[np.uint16],
    renamings: NDArray[np.uint8],
    positions: NDArray[np.uint8],
    way_of: NDArray[np.uint8],
    move_of: NDArray[np.int16],
    mixed: NDArray[np.int64],
    out: NDArray[np.uint16],
) -> None:
    """Write the code of every deal of these classes to `out` (C(52, k),), modified in place.

    A renaming changes the order of cards within a rank alone, so where each card stands is counted there;
    `move_of` numbers these moves of places, written as 8 to the power j times the new place of card j,
    added up.
    """
    n, k = deals.shape
    ways = positions.shape[0]
    low, places = np.empty(k, np.int64), np.empty(k, np.int64)
    for i in range(n):
        for j in range(k):
            low[j] = low[j - 1] if j > 0 and deals[i, j] >> 2 == deals[i, j - 1] >> 2 else j
        code = np.int64(codes[i])
        for suits in renamings:
            index, packed = _place_cards(deals[i], low, suits, places)
            if code >= ways:
                out[index] = mixed[code - ways, move_of[packed]]
            else:
                out[index] = way_of[places[positions[code, 0]], places[positions[code, 1]]]


@njit
def _place_cards(
    deal: NDArray[np.uint8], low: NDArray[np.int64], suits: NDArray[np.uint8], places: NDArray[np.int64]
) -> tuple[int, int]:
    """Write where each card stands after a renaming of suits, in place; return the deal's index and the move.

    Preconditions: `low` (k) the first position of each card's rank.
    """
    index, packed = 0, 0
    for j in range(deal.shape[0]):
        suit = suits[deal[j] & 3]
        place = low[j]
        other = low[j]
        while other < deal.shape[0] and low[other] == low[j]:
            place += suits[deal[other] & 3] < suit
            other += 1
        places[j] = place
        index += enumeration.BINOMIALS[(deal[j] & 252) + suit, place + 1]
        packed |= place << 3 * j
    return index, packed


@njit
def _mark_moves(
    deals: NDArray[np.uint8],
    rows: NDArray[np.int64],
    renamings: NDArray[np.uint8],
    move_of: NDArray[np.int16],
    used: NDArray[np.bool_],
) -> int:
    """Mark in `used` (rows, moves), in place, which row meets which move of places; return how many moves.

    Preconditions: `deals` the representatives whose code is a row of `mix`, `rows` which; `move_of` (8**k)
    all -1, modified in place: the number of each move.
    """
    n, k = deals.shape
    low, places = np.empty(k, np.int64), np.empty(k, np.int64)
    moves = 0
    for i in range(n):
        for j in range(k):
            low[j] = low[j - 1] if j > 0 and deals[i, j] >> 2 == deals[i, j - 1] >> 2 else j
        for suits in renamings:
            _, packed = _place_cards(deals[i], low, suits, places)
            if move_of[packed] < 0:
                move_of[packed] = moves
                moves += 1
            used[rows[i], move_of[packed]] = True
    return moves


def _way_table(positions: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return the discard of each pair of positions, in either order."""
    k = int(positions.max()) + 1
    out = np.zeros((k, k), np.uint8)
    out[positions[:, 0], positions[:, 1]] = out[positions[:, 1], positions[:, 0]] = np.arange(len(positions))
    return out


def _moved_rows(
    mix: NDArray[np.int64],
    used: NDArray[np.bool_],
    packed: NDArray[np.int64],
    positions: NDArray[np.uint8],
    way_of: NDArray[np.uint8],
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the code of every row and move in use, and the table of rows without repeats."""
    rows, moves = np.nonzero(used)
    places = packed[:, None] >> 3 * np.arange(way_of.shape[0]) & 7
    images = way_of[places[:, positions[:, 0]], places[:, positions[:, 1]]]
    moved = np.empty((len(rows), len(positions)), np.int64)
    moved[np.arange(len(rows))[:, None], images[moves]] = mix[rows]
    table, inverse = np.unique(moved, axis=0, return_inverse=True)
    mixed = np.zeros(used.shape, np.int64)
    mixed[rows, moves] = len(positions) + inverse.reshape(-1)
    return mixed, table


def expand_policy(
    deals: NDArray[np.uint8],
    codes: NDArray[np.uint16],
    mix: NDArray[np.int64],
    positions: NDArray[np.uint8],
    threads: int = 1,
) -> tuple[NDArray[np.uint16], NDArray[np.int64]]:
    """Write a symmetric policy over classes out for every deal of the full pack.

    Parameters
    ----------
    deals : numpy.ndarray, (n, k) uint8
        `enumeration.distinct_deals(k)`.
    codes, mix
        The policy, symmetric (`symmetric_policy`).
    positions : numpy.ndarray, (discards, 2) uint8
        `enumeration.discard_positions(k, 2)`.
    threads : int
        Threads to work in; the result does not depend on it.

    Returns
    -------
    codes : numpy.ndarray, (C(52, k),) uint16
        One code a deal, by colexicographic index; discards count the positions of the sorted deal.
    mix : numpy.ndarray, (m, discards) int64
        Rows for the codes that are no single discard.

    Raises
    ------
    OverflowError
        There are more different mixtures than a code can name.

    Notes
    -----
    **Exact.**
    """
    k, ways = deals.shape[1], len(positions)
    way_of = _way_table(positions)
    move_of = np.full(8**k, -1, np.int16)
    mixing = np.flatnonzero(codes >= ways)
    used = np.zeros((len(mix), MOVES), np.bool_)
    rows = codes[mixing].astype(np.int64) - ways
    renamings = np.array(list(permutations(range(4))), dtype=np.uint8)
    moves = _mark_moves(deals[mixing], rows, renamings, move_of, used)
    packed = np.zeros(moves, np.int64)
    packed[move_of[move_of >= 0]] = np.flatnonzero(move_of >= 0)
    mixed, table = _moved_rows(mix, used[:, :moves], packed, positions, way_of)
    if ways + len(table) > HIGHEST_CODE + 1:
        raise OverflowError(f"{len(table)} different mixtures; codes allow {HIGHEST_CODE + 1 - ways}")
    out = np.empty(comb(52, k), np.uint16)
    bounds = [len(deals) * part // threads for part in range(threads + 1)]

    def write(part: int) -> None:
        own = slice(bounds[part], bounds[part + 1])
        _write_images(deals[own], codes[own], renamings, positions, way_of, move_of, mixed, out)

    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(write, range(threads)))
    return out, table
