"""Means with their standard errors, from sums of whole numbers."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Integers = NDArray[np.int64]


class Figure(NamedTuple):
    """A mean and its standard error."""

    mean: float
    se: float


class Spread(NamedTuple):
    """A mean, its standard error, and the standard deviation of what it is the mean of."""

    mean: float
    se: float
    sd: float


def spread(number: int, total: int, squares: int, unit: int = 1) -> Spread:
    """Return the mean of numbers from their sum and the sum of their squares.

    Parameters
    ----------
    number
        How many there are.
    total, squares
        Their sum and the sum of their squares, whole numbers.
    unit
        What they are divided by.

    Examples
    --------
    >>> spread(4, 10, 30)
    Spread(mean=2.5, se=0.5590169943749475, sd=1.118033988749895)
    """
    total, squares = int(total), int(squares)
    variance = (number * squares - total * total) / number**2  # whole numbers: nothing cancels
    sd = float(np.sqrt(variance)) / unit
    return Spread(total / number / unit, sd / float(np.sqrt(number)), sd)


def figure(number: int, total: int, squares: int, unit: int = 1) -> Figure:
    """Return mean and standard error as `spread` does."""
    return Figure(*spread(number, total, squares, unit)[:2])


def share(number: int, found: int) -> Figure:
    """Return how often something was found among a number of cases."""
    return figure(number, found, found)
