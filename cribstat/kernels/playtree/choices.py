"""What happens at one choice: probabilities from stored numbers, values of hands, new regrets.

An entry is a pair (kind laid, rest of the hand), rests running fastest; `low` and `first` bound the
kinds that can be laid, `held` counts the cards before the choice.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cribstat.kernels._jit import njit
from cribstat.kernels.playtree.leaves import Reals
from cribstat.kernels.playtree.multisets import Tables

_NOTHING = -1e30


class Rule(NamedTuple):
    """How regrets and averages are updated in one iteration.

    `keep_gain`, `keep_loss` multiply the positive and negative regrets of before; `weight` is that of this
    iteration's strategy in the average.
    """

    keep_gain: float
    keep_loss: float
    weight: float


@njit
def probabilities(
    source: NDArray[np.float32],
    held: int,
    low: int,
    first: int,
    tables: Tables,
    sums: Reals,
    out: Reals,
) -> None:
    """Write the probability of every entry, in place: shares of the positive numbers, even if there are none.

    Preconditions: `source` and `out` the entries; `sums` (2, hands) scratch.
    """
    hands, rests = tables.sizes[held, first], tables.sizes[held - 1, first]
    total, spare = sums[0], sums[1]
    total[:hands] = 0
    for kind in range(low, first):
        join, line = tables.join[held, kind], source[(kind - low) * rests : (kind - low + 1) * rests]
        for rest in range(rests):
            total[join[rest]] += max(line[rest], np.float32(0))
    even = tables.even[held, low]
    for hand in range(hands):
        if total[hand] > 0:
            total[hand] = 1 / total[hand]
            spare[hand] = 0
        else:
            total[hand] = 0
            spare[hand] = even[hand]
    for kind in range(low, first):
        base = (kind - low) * rests
        join, line, share = tables.join[held, kind], source[base : base + rests], out[base : base + rests]
        for rest in range(rests):
            hand = join[rest]
            share[rest] = max(line[rest], np.float32(0)) * total[hand] + spare[hand]


@njit
def spread_reach(
    reach: Reals,
    held: int,
    low: int,
    first: int,
    copies: NDArray[np.int64],
    tables: Tables,
    shares: Reals,
    alive: NDArray[np.bool_],
) -> None:
    """Turn the probabilities `shares` into weights of the rests, in place; say which kinds have any.

    Preconditions: `reach` of the hands before the choice; `alive` (13,) by kind.
    """
    rests = tables.sizes[held - 1, first]
    for kind in range(low, first):
        join, line = tables.join[held, kind], shares[(kind - low) * rests : (kind - low + 1) * rests]
        largest = 0.0
        for rest in range(rests):
            line[rest] *= reach[join[rest]]
            largest = max(largest, line[rest])
        alive[kind] = largest > 0 and copies[kind] > 0


@njit
def mix_values(
    shares: Reals, gain: Reals, held: int, low: int, first: int, tables: Tables, value: Reals
) -> None:
    """Add probability times worth of the entries to the values of the hands, in place."""
    rests = tables.sizes[held - 1, first]
    for kind in range(low, first):
        base = (kind - low) * rests
        join, share, worth = tables.join[held, kind], shares[base : base + rests], gain[base : base + rests]
        for rest in range(rests):
            value[join[rest]] += share[rest] * worth[rest]


@njit
def best_values(gain: Reals, held: int, low: int, first: int, tables: Tables, value: Reals) -> None:
    """Write the worth of the best card into the values of the hands that have one, in place."""
    rests = tables.sizes[held - 1, first]
    for kind in range(low, first):
        join = tables.join[held, kind]
        for rest in range(rests):
            value[join[rest]] = _NOTHING
    for kind in range(low, first):
        join, worth = tables.join[held, kind], gain[(kind - low) * rests : (kind - low + 1) * rests]
        for rest in range(rests):
            value[join[rest]] = max(value[join[rest]], worth[rest])


@njit
def update_regrets(
    gain: Reals,
    value: Reals,
    held: int,
    low: int,
    first: int,
    tables: Tables,
    rule: Rule,
    regret: NDArray[np.float32],
) -> None:
    """Update the regrets of the entries, in place."""
    rests = tables.sizes[held - 1, first]
    for kind in range(low, first):
        base = (kind - low) * rests
        join, worth, line = tables.join[held, kind], gain[base : base + rests], regret[base : base + rests]
        for rest in range(rests):
            before = line[rest]
            kept = before * (rule.keep_gain if before > 0 else rule.keep_loss)
            line[rest] = kept + worth[rest] - value[join[rest]]
