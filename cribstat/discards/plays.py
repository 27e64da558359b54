"""Play own keeps against keeps of the other side by the expectation player: scores when the play is over."""

from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cribstat.kernels.patterns import RANKS, rank_counts
from cribstat.rules import Variant

HEELS = 2
SUITS = 4
NO_SEED = 0  # no player here draws


class Plays(NamedTuple):
    """What the play brings, by own keep and the other side's.

    Attributes
    ----------
    after
        Own score and the other's when the play is over, without heels and with them, or when somebody is out:
        who is has the target or more, and the other the score of that moment. int16, (own, others, 2, 2).
    net
        Own points of the whole play less the other's, int16, (own, others).
    """

    after: NDArray[np.int16]
    net: NDArray[np.int16]


def play_keeps(
    own: NDArray[np.uint8],
    others: NDArray[np.uint8],
    seat: int,
    scores: tuple[int, int],
    variant: Variant,
    threads: int = 1,
) -> Plays:
    """Play every pair of keeps of two players, given by ranks (n, held), ascending in a row.

    Pairs that the pack cannot make have zeros. Points are exact; the player is that of
    `cribstat.policies.player`, which knows its own keep and what was laid.
    """
    hands = np.stack(np.broadcast_arrays(own[:, None], others[None])).reshape(2, -1, own.shape[1])
    found = np.flatnonzero((rank_counts(hands).sum(axis=0) <= SUITS).all(axis=1))
    suited = _suit_up(hands[:, found])
    seats, points = _play(suited if seat == 0 else suited[::-1], variant, threads)
    mine = np.where(seats == seat, points, 0).cumsum(axis=1, dtype=np.int16)
    theirs = np.where(seats == seat, 0, points).cumsum(axis=1, dtype=np.int16)
    after = np.zeros((hands.shape[1], 2, 2), np.int16)
    net = np.zeros(hands.shape[1], np.int16)
    net[found] = mine[:, -1] - theirs[:, -1]
    for heels in (0, 1):
        begin = list(scores)
        begin[0 if seat == 1 else 1] += HEELS * heels
        after[found, heels] = _until_out(mine, theirs, np.array(begin, np.int16), variant.target)
    shape = len(own), len(others)
    return Plays(after.reshape(*shape, 2, 2), net.reshape(shape))


def _suit_up(hands: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Give the ranks of two hands (2, n, held) the lowest suits, each card once."""
    cards, taken = np.empty_like(hands), np.zeros((hands.shape[1], RANKS), np.uint8)
    rows = np.arange(hands.shape[1])
    for hand, dealt in zip(hands, cards, strict=True):
        for place in range(hands.shape[2]):
            ranks = hand[:, place]
            dealt[:, place] = SUITS * ranks + taken[rows, ranks]
            taken[rows, ranks] += 1
    return cards


def _play(
    hands: NDArray[np.uint8], variant: Variant, threads: int
) -> tuple[NDArray[np.int8], NDArray[np.int8]]:
    """Play the deals of hands (2, n, held), seat 0 first; seats and points of every card, (n, cards)."""
    from cribstat.kernels.player import EXPECTATION, desk
    from cribstat.kernels.simulation.plays import play_many
    from cribstat.policies.player import play_rules, player_tables

    _, deals, held = hands.shape
    rules, tables = play_rules(variant), player_tables(variant)
    seats, points = np.zeros((2, deals, 2 * held), np.int8)

    def play(rows: slice) -> None:
        play_many(
            NO_SEED,
            np.arange(deals)[rows],
            np.ascontiguousarray(hands[:, rows]),
            rules,
            np.full(2, EXPECTATION),
            np.ones((2, 2)),
            tables,
            desk(2, held),
            seats[rows],
            points[rows],
            np.empty(rows.stop - rows.start, np.int64),
        )

    ends = np.linspace(0, deals, threads + 1).astype(int).tolist()
    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(play, [slice(*pair) for pair in pairwise(ends)]))
    return seats, points


def _until_out(
    mine: NDArray[np.int16], theirs: NDArray[np.int16], begin: NDArray[np.int16], target: int
) -> NDArray[np.int16]:
    """Return the scores after the play or when somebody is out, (n, 2), from points up to every card."""
    start = np.broadcast_to(begin, (len(mine), 1, 2))
    scores = np.concatenate([start, start + np.stack([mine, theirs], axis=2)], axis=1)
    out = scores.max(axis=2) >= target
    stop = np.where(out.any(axis=1), out.argmax(axis=1), mine.shape[1])
    after: NDArray[np.int16] = scores[np.arange(len(mine)), stop]
    return after
