"""Five-card policies that lay away at random: quick to make, and of all kinds."""

from __future__ import annotations

from functools import cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

import naive
from cribstat.policies import Policy, deal_pack

FIVE = list(combinations(range(5), 2))
# Suits held alike in several ways: their discards have mirror images.
MIRRORED = ["5c 5d 6c 6d Jh", "Ac Ad Ah As 5c", "2c 2d 2h 3c 3d", "7c 7d 7h 7s Kd", "9c 9d Qc Qd 5s"]


def random_choices(seed: int) -> NDArray[np.int64]:
    return np.random.default_rng(seed).integers(0, 10, len(deal_pack(5).deals))


def random_shares(seed: int) -> NDArray[np.float64]:
    rng = np.random.default_rng(seed)
    shares = rng.dirichlet(np.full(10, 0.4), len(deal_pack(5).deals))
    return np.where(rng.random(shares.shape) < 0.3, 0.0, shares) + 1e-3 * (np.arange(10) == 4)


@cache
def mixed(role: str) -> Policy:
    """Return a five-card policy that mixes at random."""
    return Policy.from_shares("mixed", role, "mixes at random", random_shares(len(role)), 5)


@cache
def pure(role: str) -> Policy:
    """Return a five-card policy that chooses at random."""
    return Policy.from_choices("pure", role, "chooses at random", random_choices(7), 5)


@cache
def crib_means(policy: Policy) -> NDArray[np.float64]:
    """Return the crib means against a policy, once."""
    return policy.crib_means()


def mean_crib(own: Policy, other: Policy) -> float:
    """Return the mean crib as the player of `own` sees it."""
    pack = deal_pack(own.dealt)
    weights = pack.weights / pack.weights.sum(dtype=float)
    return float((weights[:, None] * own.shares() * crib_means(other)).sum())


def hand_mean(keep: tuple[int, ...], deal: list[int]) -> float:
    """Return the mean of a keep over every start that its deal leaves."""
    starts = [card for card in range(52) if card not in deal]
    return sum(naive.points(keep, start) for start in starts) / len(starts)
