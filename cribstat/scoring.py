"""Points of shown hands and cribs: one at a time with their parts, or many at once."""

from collections import Counter
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cribstat.cards import PACK_SIZE, CardError, Cards, HandError, as_cards, format_cards
from cribstat.rules import RuleError

HAND_SIZES = range(3, 7)
CRIB_SIZES = range(4, 7)
CRIB_FLUSHES = ("all_agree", "hand_rule")
FIFTEEN = 15
JACK = 10
SHORTEST_RUN = 3
_PAIR_NAMES = {2: "pair", 3: "pair royal", 4: "double pair royal"}
_RUN_NAMES = {1: "run", 2: "double run", 3: "triple run", 4: "double double run"}
_NUMBERS = {3: "three", 4: "four", 5: "five", 6: "six", 7: "seven"}


@dataclass(frozen=True, slots=True)
class Part:
    """One scoring combination: what it is, its cards and its points."""

    kind: str
    name: str
    cards: tuple[int, ...]
    points: int


@dataclass(frozen=True, slots=True)
class Breakdown:
    """The points of a hand or crib by kind, and part by part in the order players count aloud."""

    points: int
    fifteens: int
    pairs: int
    runs: int
    flush: int
    nobs: int
    parts: tuple[Part, ...]


def score_hand(
    cards: str | ArrayLike,
    start: str | int | None = None,
    *,
    crib: bool = False,
    crib_flush: str = "all_agree",
) -> int:
    """Count the points of a hand or crib.

    Parameters
    ----------
    cards
        Three to six kept cards (a crib: four to six), text or ids.
    start
        The start, text or id; None counts the cards alone.
    crib
        Count by the rule for cribs.
    crib_flush
        ``all_agree``: a crib's flush needs the start as well; ``hand_rule``: it counts like a hand's.

    Returns
    -------
    int
        Points.

    Raises
    ------
    CardError, HandError
        Something is no card, a card stands twice, or the number of cards is wrong.
    RuleError
        An unknown `crib_flush`.

    Notes
    -----
    Exact. Rules: Hoffmann, Hoyle's Games Modernized; American Cribbage Congress for the crib's flush.

    Examples
    --------
    >>> score_hand("5h 5d 5s Jc", "5c")
    29
    """
    return break_down(cards, start, crib=crib, crib_flush=crib_flush).points


def break_down(
    cards: str | ArrayLike,
    start: str | int | None = None,
    *,
    crib: bool = False,
    crib_flush: str = "all_agree",
) -> Breakdown:
    """Count a hand or crib part by part.

    Parameters and errors are those of `score_hand`; exact.

    Examples
    --------
    >>> [(part.name, part.points) for part in break_down("7c 8h 8d 2s", "9c").parts]
    [('fifteen', 2), ('fifteen', 2), ('pair', 2), ('double run of three', 6)]
    """
    kept, turned = _checked(cards, start, crib, crib_flush)
    shown = sorted([*kept, *([] if turned is None else [turned])])
    parts = [
        *_fifteens(shown),
        *_pairs(shown),
        *_runs(shown),
        *_flush(kept, turned, needs_start=crib and crib_flush == "all_agree"),
        *_nobs(kept, turned),
    ]
    by_kind: Counter[str] = Counter()
    for part in parts:
        by_kind[part.kind] += part.points
    return Breakdown(
        points=by_kind.total(),
        fifteens=by_kind["fifteens"],
        pairs=by_kind["pairs"],
        runs=by_kind["runs"],
        flush=by_kind["flush"],
        nobs=by_kind["nobs"],
        parts=tuple(parts),
    )


def score_hands(
    hands: ArrayLike, starts: ArrayLike, *, crib: bool = False, crib_flush: str = "all_agree"
) -> NDArray[np.int64]:
    """Count the points of many hands or cribs at once.

    Parameters
    ----------
    hands
        Card ids, shape (n, size), size 3 to 6 (cribs 4 to 6).
    starts
        Card ids, shape (n,).
    crib, crib_flush
        As in `score_hand`.

    Returns
    -------
    numpy.ndarray
        Points, int64, shape (n,).

    Raises
    ------
    CardError, HandError
        A number is no card, a card stands twice in a row, or the shapes do not fit.
    RuleError
        An unknown `crib_flush`.

    Notes
    -----
    Exact; compiled on first use.

    Examples
    --------
    >>> import numpy as np
    >>> score_hands(np.array([[18, 17, 19, 40], [0, 1, 2, 3]]), np.array([16, 32])).tolist()
    [29, 12]
    """
    from cribstat.kernels import patterns, scoring  # numba is imported only when asked for

    rows, turned = _checked_rows(hands, starts, crib, crib_flush)
    needs_start = crib and crib_flush == "all_agree"
    table = patterns.show_table(rows.shape[1])
    points: NDArray[np.int64] = scoring.score_many(rows, turned, table, patterns.CHOOSE, needs_start)
    return points


def mean_hands(deals: NDArray[np.uint8], laid_out: int) -> NDArray[np.float64]:
    """Return the mean hand of every keep of many checked deals.

    Parameters
    ----------
    deals
        Card ids, uint8, shape (n, dealt), contiguous, no card twice in a row.
    laid_out
        Cards laid away.

    Returns
    -------
    numpy.ndarray
        Points, float64, shape (n, discards), discards in lexicographic order of positions.

    Notes
    -----
    Exact: every unseen start counts once. Compiled on first use.
    """
    from cribstat.kernels import patterns, scoring  # numba is imported only when asked for

    dealt = deals.shape[1]
    away, kept = patterns.split_positions(dealt, laid_out)
    column_of = np.full(1 << dealt, -1, dtype=np.int64)
    column_of[(1 << kept).sum(axis=1)] = np.arange(len(kept))
    size = dealt - laid_out
    table, base = patterns.show_table(size), patterns.show_sums(size)
    sums = scoring.keep_sums(
        deals, kept.astype(np.int64), away.astype(np.int64), column_of, table, base, patterns.CHOOSE
    )
    means: NDArray[np.float64] = sums / (PACK_SIZE - dealt)
    return means


def checked_array(numbers: ArrayLike, what: str, columns: int | None = None) -> NDArray[np.uint8]:
    """Check an (n, columns) or (n,) array of card ids and return it contiguous, uint8.

    Raises
    ------
    CardError
        A number is no card id.
    HandError
        The shape is not as said.
    """
    array = _as_array(numbers, what)
    if array.ndim != (1 if columns is None else 2) or (columns and array.shape[1] != columns):
        shape = "(n,)" if columns is None else f"(n, {columns})"
        raise HandError(f"the {what} must be an array of shape {shape}, not {array.shape}")
    if array.dtype.kind not in "iu":
        raise CardError(f"the {what} must be card ids 0 to 51, not {array.dtype}")
    if array.size and (array.min() < 0 or array.max() > 51):
        raise CardError(f"the {what} hold {array[(array < 0) | (array > 51)][0]}, and card ids are 0 to 51")
    return np.ascontiguousarray(array, dtype=np.uint8)


def _as_array(numbers: ArrayLike, what: str) -> NDArray[Any]:
    """Make an array; refuse rows of different lengths."""
    try:
        return np.asarray(numbers)
    except ValueError as error:
        raise HandError(f"the {what} must have rows of one length") from error


def refuse_repeats(rows: NDArray[np.uint8], what: str) -> None:
    """Raise HandError, naming the row, when a row holds a card twice."""
    ordered = np.sort(rows, axis=1)
    twice = np.flatnonzero((ordered[:, 1:] == ordered[:, :-1]).any(axis=1))
    if len(twice):
        raise HandError(f"row {twice[0]} of the {what} holds a card twice: '{format_cards(rows[twice[0]])}'")


def _checked(
    cards: str | ArrayLike, start: str | int | None, crib: bool, crib_flush: str
) -> tuple[list[int], int | None]:
    """Turn the arguments of one question into ids."""
    kept: Cards = as_cards(cards, what="crib" if crib else "hand")
    _refuse_size(len(kept), crib, crib_flush)
    if start is None:
        return kept.tolist(), None
    turned = as_cards(start if isinstance(start, str) else [start], count=1, what="start")
    if turned[0] in kept:
        raise HandError(f"the start {format_cards(turned)} is among the cards '{format_cards(kept)}'")
    return kept.tolist(), int(turned[0])


def _checked_rows(
    hands: ArrayLike, starts: ArrayLike, crib: bool, crib_flush: str
) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Turn the arguments of many questions into ids."""
    rows = _as_array(hands, "hands")
    size = rows.shape[-1] if rows.ndim == 2 else 0
    rows = checked_array(hands, "hands", size)
    _refuse_size(size, crib, crib_flush)
    turned = checked_array(starts, "starts")
    if len(turned) != len(rows):
        raise HandError(f"there are {len(rows)} hands and {len(turned)} starts")
    refuse_repeats(np.column_stack([rows, turned]), "hands and starts")
    return rows, turned


def _refuse_size(size: int, crib: bool, crib_flush: str) -> None:
    """Raise when a hand or crib of this size does not exist, or the flush rule is unknown."""
    sizes = CRIB_SIZES if crib else HAND_SIZES
    if size not in sizes:
        what = "crib" if crib else "hand"
        raise HandError(f"a {what} has {sizes[0]} to {sizes[-1]} cards before the start, not {size}")
    if crib_flush not in CRIB_FLUSHES:
        raise RuleError(f"crib_flush may be {' or '.join(CRIB_FLUSHES)}, not '{crib_flush}'")


def _fifteens(shown: list[int]) -> list[Part]:
    """Every subset of cards that adds to fifteen, small subsets first."""
    return [
        Part("fifteens", "fifteen", chosen, 2)
        for size in range(2, len(shown) + 1)
        for chosen in combinations(shown, size)
        if sum(min((card >> 2) + 1, 10) for card in chosen) == FIFTEEN
    ]


def _by_rank(shown: list[int]) -> dict[int, list[int]]:
    """Group cards by rank, ranks ascending."""
    groups: dict[int, list[int]] = {}
    for card in shown:
        groups.setdefault(card >> 2, []).append(card)
    return groups


def _pairs(shown: list[int]) -> list[Part]:
    """Pairs, pairs royal and double pairs royal."""
    return [
        Part("pairs", _PAIR_NAMES[len(group)], tuple(group), len(group) * (len(group) - 1))
        for group in _by_rank(shown).values()
        if len(group) > 1
    ]


def _runs(shown: list[int]) -> list[Part]:
    """Every maximal block of three or more adjacent ranks, named by length and multiplicity."""
    groups = _by_rank(shown)
    parts: list[Part] = []
    for first in groups:
        if first - 1 in groups:
            continue
        block = [first]
        while block[-1] + 1 in groups:
            block.append(block[-1] + 1)
        if len(block) >= SHORTEST_RUN:
            ways = int(np.prod([len(groups[rank]) for rank in block]))
            fourfold = ways == 4 and max(len(groups[rank]) for rank in block) == 4
            name = _RUN_NAMES.get(ways, f"{ways}-fold run") if not fourfold else "4-fold run"
            cards = tuple(card for rank in block for card in groups[rank])
            parts.append(Part("runs", f"{name} of {_NUMBERS[len(block)]}", cards, ways * len(block)))
    return parts


def _flush(kept: list[int], turned: int | None, *, needs_start: bool) -> list[Part]:
    """List a flush of all kept cards, with the start where it agrees."""
    if len({card & 3 for card in kept}) > 1:
        return []
    if turned is not None and (turned & 3) == (kept[0] & 3):
        return [Part("flush", "flush", (*kept, turned), len(kept) + 1)]
    return [] if needs_start else [Part("flush", "flush", tuple(kept), len(kept))]


def _nobs(kept: list[int], turned: int | None) -> list[Part]:
    """List a kept jack of the start's suit."""
    return [
        Part("nobs", "his nobs", (card,), 1)
        for card in kept
        if turned is not None and card >> 2 == JACK and (card & 3) == (turned & 3)
    ]
