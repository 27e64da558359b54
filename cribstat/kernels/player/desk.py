"""What a play is played by and on: rules, tables of the player, scratch."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

RANKS = 13
MOST_CARDS = (
    12  # in a series that a desk keeps: 31 holds four aces, four twos, four threes, a four and no more
)
SERIES = MOST_CARDS + 2


class PlayRules(NamedTuple):
    """The rules that change the course or the points of a play (see `cribstat.rules.Variant`)."""

    sides: int
    single_series: bool
    bicycle: bool
    next_eldest: bool
    flush: bool


class PlayerTables(NamedTuple):
    """What the expectation player believes and has learnt before the first card.

    `prior` (seats, 13): relative weight of a card of each rank in what a seat keeps. `lift` (13, 13): the
    factor by which a card of the second rank is likelier beside one of the first. The others are net
    points of what is left after a card, by the number of cards then left less one, up to three (of more
    nothing is learnt): `rest` (2, 3, 32, 13) by whether the next player holds more cards, the count (0 for
    31) and each rank left; `pairs` (3, 13, 13) of each two ranks left, symmetric; `beside` (3, 13, 13) of
    each rank left by the one laid; and `laid` (32, 13) by count and rank laid.
    """

    prior: NDArray[np.float64]
    lift: NDArray[np.float64]
    rest: NDArray[np.float64]
    pairs: NDArray[np.float64]
    beside: NDArray[np.float64]
    laid: NDArray[np.float64]


class Desk(NamedTuple):
    """Scratch of a play, changed by it.

    `hands` (seats, cards) what is still held, ascending; `left` (seats,) how many; `gone` (seats,);
    `laid` the cards of the series and `ranks` their ranks; `unseen` (13,) copies not laid;
    `belief` (seats, 13) weights of ranks as everybody sees them; `likely` (13,) chances of one card of the
    next player, `below` (11,) that it counts so much at most; `level` (24,) scratch; `values` one a card.
    """

    hands: NDArray[np.uint8]
    left: NDArray[np.int64]
    gone: NDArray[np.bool_]
    laid: NDArray[np.uint8]
    ranks: NDArray[np.uint8]
    unseen: NDArray[np.int64]
    belief: NDArray[np.float64]
    likely: NDArray[np.float64]
    below: NDArray[np.float64]
    level: NDArray[np.float64]
    values: NDArray[np.float64]


def desk(seats: int, held: int) -> Desk:
    """Make room for a play."""
    return Desk(
        np.zeros((seats, held), np.uint8),
        np.zeros(seats, np.int64),
        np.zeros(seats, np.bool_),
        np.zeros(SERIES, np.uint8),
        np.zeros(SERIES, np.uint8),
        np.zeros(RANKS, np.int64),
        np.zeros((seats, RANKS)),
        np.zeros(RANKS),
        np.zeros(11),
        np.zeros(24),
        np.zeros(held),
    )
