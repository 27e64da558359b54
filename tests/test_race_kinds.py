"""The race where the scores choose the kind of deal: against a plain recursion, and the best choice."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

import naive_race
from cribstat.winprob import Shares, solve_values
from cribstat.winprob.race import Kinds, choose_kinds, solve_kinds
from test_race import DEALS, WEIGHTS, statistic

TARGET = 11
OTHERS = (WEIGHTS[::-1], [1] * len(WEIGHTS))


def shares(weights: list[int]) -> Shares:
    """Give the toy's deals other weights."""
    return statistic(np.array([weights])).shares()


def stacked(*kinds: list[int]) -> Shares:
    """Put several kinds of the toy's deals together."""
    return Shares(*(np.stack(parts) for parts in zip(*map(shares, kinds), strict=True)))


def plain(dealing: list[list[int]], leading: list[list[int]], kinds: tuple[Kinds, Kinds]) -> np.ndarray:
    """Return a player's chance as dealer and as pone at [dealer's, pone's] by recursion over deals."""

    @cache
    def chance(dealer: int, pone: int, deals: bool) -> float:
        side = 1 if deals else 0
        weights = (dealing if deals else leading)[int(kinds[0 if deals else 1][dealer, pone])]
        won = 0.0
        for weight, deal in zip(weights, DEALS, strict=True):
            out, mine, other = naive_race.play_deal(deal, TARGET, dealer, pone)
            won += weight * (chance(other, mine, not deals) if out is None else float(out == side))
        return won / sum(weights)

    return np.array(
        [[[chance(d, p, deals) for p in range(TARGET)] for d in range(TARGET)] for deals in (True, False)]
    )


def test_kinds_agree_with_a_plain_recursion() -> None:
    rng = np.random.default_rng(4)
    kinds = rng.integers(0, 3, (TARGET, TARGET)), rng.integers(0, 2, (TARGET, TARGET))
    dealing, leading = [WEIGHTS, *OTHERS], [OTHERS[1], WEIGHTS]
    found = solve_kinds(stacked(*dealing), stacked(*leading), kinds)
    np.testing.assert_allclose(np.array(found), plain(dealing, leading, kinds), atol=1e-12)


def test_one_kind_is_the_plain_race() -> None:
    none = np.zeros((TARGET, TARGET), np.int64)
    only = stacked(WEIGHTS)
    found, known = (
        solve_kinds(only, only, (none, none)),
        solve_values(shares(WEIGHTS), TARGET, ["win"])["win"],
    )
    np.testing.assert_allclose(np.array(found), np.array(known), atol=1e-14)


def test_no_choice_wins_more_often_than_the_best() -> None:
    dealing, leading = stacked(WEIGHTS, *OTHERS), stacked(OTHERS[0], WEIGHTS, OTHERS[1])
    best = np.array(solve_kinds(dealing, leading, choose_kinds(dealing, leading, TARGET)))
    rng = np.random.default_rng(9)
    for _ in range(30):
        kinds = rng.integers(0, 3, (2, TARGET, TARGET))
        values = np.array(solve_kinds(dealing, leading, (kinds[0], kinds[1])))
        assert (values <= best + 1e-12).all()
        assert (values < best - 1e-6).any()


def test_a_kind_that_there_is_not_is_refused() -> None:
    none = np.zeros((TARGET, TARGET), np.int64)
    with pytest.raises(ValueError, match="kinds 0 to 1: there are deals of kinds 0 to 0"):
        solve_kinds(stacked(WEIGHTS), stacked(WEIGHTS), (none, none + (np.arange(TARGET) == 3)))
