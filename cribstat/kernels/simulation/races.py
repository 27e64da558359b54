"""Count how many deals move two sides, for the race to any target."""

import numpy as np
from numpy.typing import NDArray

from cribstat.kernels import race
from cribstat.kernels._jit import njit
from cribstat.kernels.simulation.games import HEELS_POINTS, JACK, Deals


@njit
def count_races(
    deals: Deals,
    dealer_out: NDArray[np.int64],
    pone_out: NDArray[np.int64],
    totals: NDArray[np.int64],
) -> None:
    """Add deals of two sides to the counts of `race.add_points` and `race.end_deal`, in place.

    Preconditions: seats of one side are seats modulo 2; the last seat deals.
    """
    players, n = deals.hands.shape
    dealer = (players - 1) % 2
    standing = np.zeros(2, np.int64)
    for row in range(n):
        standing[:] = 0
        heels = HEELS_POINTS * (deals.starts[row] >> 2 == JACK)
        race.add_points(race.DEALER, race.HEELS, heels, standing, dealer_out, pone_out)
        for event in range(deals.numbers[row]):
            side = int(deals.seats[row, event] % 2 == dealer)
            points = int(deals.points[row, event])
            race.add_points(side, race.PLAY, points, standing, dealer_out, pone_out)
        for seat in range(players):
            side = int(seat % 2 == dealer)
            race.add_points(side, race.HAND, int(deals.hands[seat, row]), standing, dealer_out, pone_out)
        race.add_points(race.DEALER, race.CRIB, int(deals.cribs[row]), standing, dealer_out, pone_out)
        race.end_deal(standing, totals)
