"""Players of the play for every table: what they believe of the others' cards, and whole plays.

The expectation player lays the card with the most points now, less what it lets the next players
expect. It knows its own cards and what was laid; own discards and the start it does not use. Its choices are
**approximate**; the points of a play are exact.
"""

import io
from collections.abc import Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from cribstat.cards import RANK_LETTERS
from cribstat.kernels.player import EXPECTATION, GREEDY, RANDOM, PlayerTables, PlayRules, desk, play_out
from cribstat.play import PlayEvent, replay
from cribstat.play.seats import Hands, read_hands
from cribstat.policies.shipped import THOUSAND
from cribstat.rules import Variant
from cribstat.rules import variant as variant_record
from cribstat.tables import read_table, strategy_table

PLAYERS = {"expectation": EXPECTATION, "greedy": GREEDY, "random": RANDOM}
RANKS = len(RANK_LETTERS)


def play_rules(variant: str | Variant) -> PlayRules:
    """Return the rules of a variant that a play needs, for the kernels."""
    record = variant_record(variant)
    return PlayRules(
        record.sides,
        record.single_series,
        record.multi_go == "bicycle",
        record.series_leader == "next_eldest",
        record.flush_in_play,
    )


def player_tables(variant: str | Variant) -> PlayerTables:
    """Return what the expectation player of a variant believes before the first card.

    Notes
    -----
    **Approximate**: beliefs come from the keeps of the solved six-card (five-card) policies; the other
    variants, of which no keeps are solved, borrow those of six. What cards left are worth is learnt from the
    same two plays and nothing in the other variants: that of six was tried there, and lost points.

    Raises
    ------
    TableError
        A table is missing or damaged.
    """
    record = variant_record(variant)
    prior, lift = beliefs("five" if record.name == "five" else "six")
    rows = prior[[0] * (record.players - 1) + [1]]
    worths = [table.copy() for table in learnt_worths("five" if record.name == "five" else "six")]
    if record.name not in WORTHS:
        worths = [np.zeros_like(table) for table in worths]
    return PlayerTables(rows, lift, *worths)


def beliefs(source: str) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return weights of ranks kept by pone and dealer (2, 13), and of a rank beside another (13, 13).

    `source`: ``six`` or ``five``, whose solved keeps are counted; each weight is over that of a random card.
    """
    return np.array([_prior(source, role) for role in ("pone", "dealer")]), _lift(source)


LEARNT = ("rest", "pairs", "beside", "laid")
WORTHS = {"six": "solved/player_worths.npz", "five": "solved/player_worths_five.npz"}


@cache
def learnt_worths(source: str) -> tuple[NDArray[np.float64], ...]:
    """Return what the expectation player has learnt, `rest` to `laid` of `PlayerTables`; not to be modified.

    Raises
    ------
    TableError
        The table is missing or damaged.

    Notes
    -----
    **Approximate**: learnt from the solved play of `source`, ``six`` or ``five`` (see
    `cribstat.equilibrium.play.worths`), in thousandths of a point.
    """
    with np.load(io.BytesIO(read_table(WORTHS[source]))) as kept:
        worths = tuple(kept[name] / THOUSAND for name in LEARNT)
    for table in worths:
        table.setflags(write=False)
    return worths


@cache
def _counts(source: str) -> tuple[NDArray[np.int64], dict[str, NDArray[np.float64]]]:
    """Read rank counts of the keeps and the share of deals in which each role holds them."""
    rows = strategy_table(f"play_{source}")
    counts = np.zeros((len(rows), RANKS), np.int64)
    for row, line in zip(counts, rows, strict=True):
        for letter in line["keep"].split():
            row[RANK_LETTERS.index(letter)] += 1
    shares = {role: np.array([float(line[f"{role}_share"]) for line in rows]) for role in ("pone", "dealer")}
    return counts, shares


def _prior(source: str, role: str) -> NDArray[np.float64]:
    """Return how often a kept card is of each rank, over one in thirteen."""
    counts, shares = _counts(source)
    mean = shares[role] @ counts
    weights: NDArray[np.float64] = mean / mean.mean()
    return weights


def _lift(source: str) -> NDArray[np.float64]:
    """Return how much likelier a rank is beside another than by itself, both roles together, (13, 13)."""
    counts, shares = _counts(source)
    both = shares["pone"] + shares["dealer"]
    mean = both @ counts
    beside = np.einsum("k,ki,kj->ij", both, counts, counts) - np.diag(mean)
    free = np.full((RANKS, RANKS), 4.0) - np.eye(RANKS)
    expected = beside / beside.sum(axis=1, keepdims=True)
    alone = (mean / mean.sum())[None, :] * free
    lift: NDArray[np.float64] = expected / (alone / alone.sum(axis=1, keepdims=True))
    return lift


def play_deal(
    hands: Hands,
    players: str | Sequence[str] = "expectation",
    variant: str | Variant = "six",
    *,
    own_weight: float = 1.0,
    other_weight: float = 1.0,
    seed: int = 0,
) -> list[PlayEvent]:
    """Let players play a deal and return what every card earned.

    Parameters
    ----------
    hands
        The kept cards of every seat in order of play, text or ids: seat 0 leads, the last seat deals.
    players
        ``expectation``, ``greedy`` or ``random``: one name for all seats, or one for each.
    variant
        A name or a record with options.
    own_weight, other_weight
        What the expectation player counts for a point of its own side and of the others.
    seed
        For ``random``.

    Raises
    ------
    CardError, HandError
        Something is no card, a card stands twice, or the number of hands or cards is wrong.
    ValueError
        An unknown player, or not one for each seat.
    TableError
        A table is missing or damaged.

    Notes
    -----
    Points are **exact**; the choices of the expectation player are **approximate**.

    Examples
    --------
    >>> [event.points for event in play_deal(["7s 8d 6h", "th 5s tc"], "greedy", "five")]
    [0, 0, 0, 1]
    """
    record = variant_record(variant)
    *held, _ = read_hands(hands, "", record, whole=True)
    names = [players] * record.players if isinstance(players, str) else list(players)
    if len(names) != record.players or not set(names) <= set(PLAYERS):
        known = ", ".join(PLAYERS)
        raise ValueError(f"players {names}: one of {known} is needed for each of {record.players} seats")
    rows = np.sort(np.array(held, dtype=np.uint8), axis=1)
    weights = np.tile([float(own_weight), float(other_weight)], (record.players, 1))
    seats, points = np.empty(rows.size, np.int8), np.empty(rows.size, np.int8)
    cards = np.empty(rows.size, np.uint8)
    modes = np.array([PLAYERS[name] for name in names])
    events = play_out(
        rows,
        play_rules(record),
        modes,
        weights,
        player_tables(record),
        np.uint64(seed),
        desk(*rows.shape),
        seats,
        points,
        cards,
    )
    return replay(hands, cards[:events].tolist(), record)
