"""What two policies do against each other, summed over all deals: cribs, discards, keeps and starts.

Everything here is exact for the policies as they are: whole deals on both sides, every card removed.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cribstat.crib.outcomes import hand_points
from cribstat.kernels.crib import crib_sums
from cribstat.kernels.patterns import RANKS, multiset_index, multisets, split_positions
from cribstat.policies.classes import deal_pack, kind_sums, pair_kinds
from cribstat.policies.policy import Policy, PolicyError
from cribstat.scoring import mean_hands

CHUNK = 40_000
Floats = NDArray[np.float64]


@dataclass(frozen=True)
class DiscardSummary:
    """One class of pairs, by rank and suitedness, for one role.

    Attributes
    ----------
    low, high, suited
        The class.
    held
        Share of the deals that hold such a pair, each as often as it holds one.
    laid
        Share of the deals in which such a pair is laid away.
    crib_laid, crib_held
        Mean crib over the deals in which the pair is laid away (nan where it never is), and over all
        deals that hold it.
    """

    low: int
    high: int
    suited: bool
    held: float
    laid: float
    crib_laid: float
    crib_held: float


@dataclass(frozen=True)
class KeepSummary:
    """One multiset of kept ranks: its share of all deals and its mean hand (nan where it is never kept)."""

    ranks: tuple[int, ...]
    share: float
    hand: float


def discard_summary(policy: Policy, other: Policy, *, threads: int = 1) -> list[DiscardSummary]:
    """Summarise what a policy lays away against another, by class of pairs.

    Raises
    ------
    PolicyError
        The two are not the policies of two roles in one game.
    """
    _refuse_pair(policy, other)
    pack = deal_pack(policy.dealt)
    kinds = pair_kinds(pack.deals)
    weights = np.broadcast_to(pack.weights[:, None].astype(np.float64), kinds.shape)
    laid = weights * policy.shares()
    cribs = other.crib_means(threads=threads)
    deals = pack.weights.sum(dtype=np.float64)
    held_n, laid_n = kind_sums(kinds, weights), kind_sums(kinds, laid)
    with np.errstate(invalid="ignore", divide="ignore"):
        crib_laid = kind_sums(kinds, laid * cribs) / laid_n
        crib_held = kind_sums(kinds, weights * cribs) / held_n
    return [
        DiscardSummary(
            low,
            high,
            bool(suited),
            float(held_n[kind] / deals),
            float(laid_n[kind] / deals),
            float(crib_laid[kind]),
            float(crib_held[kind]),
        )
        for kind, (low, high, suited) in enumerate(np.ndindex(RANKS, RANKS, 2))
        if low < high or (low == high and not suited)
    ]


def keep_summary(policy: Policy) -> list[KeepSummary]:
    """Summarise what a policy keeps, by rank multiset in index order."""
    pack = deal_pack(policy.dealt)
    _, kept = split_positions(policy.dealt, 2)
    keeps = multiset_index(pack.deals[:, kept] >> 2)
    laid = pack.weights[:, None] * policy.shares()
    hands = mean_hands(pack.deals, 2)
    count = int(multiset_index(np.full(policy.dealt - 2, RANKS - 1, dtype=np.uint8))) + 1
    share = np.bincount(keeps.ravel(), laid.ravel(), minlength=count)
    with np.errstate(invalid="ignore"):
        hand = np.bincount(keeps.ravel(), (laid * hands).ravel(), minlength=count) / share
    every = multisets(policy.dealt - 2)
    share = share / pack.weights.sum(dtype=np.float64)
    return [
        KeepSummary(tuple(every[index].tolist()), float(share[index]), float(hand[index]))
        for index in range(count)
        if np.bincount(every[index]).max() <= 4
    ]


def hand_by_start(policy: Policy) -> Floats:
    """Return the mean hand by rank of the start, shape (13,)."""
    pack = deal_pack(policy.dealt)
    _, kept = split_positions(policy.dealt, 2)
    shares = policy.shares()
    points, cases = np.zeros(RANKS), np.zeros(RANKS)
    for first in range(0, len(pack.deals), CHUNK):
        rows, ways = np.nonzero(shares[first : first + CHUNK])
        deals = pack.deals[first : first + CHUNK][rows]
        weights = (shares[first + rows, ways] * pack.weights[first + rows])[:, None, None]
        keeps = np.take_along_axis(deals, kept[ways], axis=1)
        seen = (deals[:, :, None, None] == _STARTS).any(axis=1)
        points += (weights * np.where(seen, 0, hand_points(keeps))).sum(axis=(0, 1))
        cases += (weights * ~seen).sum(axis=(0, 1))
    return points / cases


def crib_by_start(policy: Policy, other: Policy, *, threads: int = 1) -> Floats:
    """Return the mean crib by rank of the start when two policies meet, shape (13,); a sum for each rank.

    Raises
    ------
    PolicyError
        The two are not the policies of two roles in one game.
    """
    _refuse_pair(policy, other)
    pack = deal_pack(policy.dealt)
    laid = pack.weights[:, None] * policy.shares()
    cases = pack.weights.sum(dtype=np.float64) * pack.answers * other.denominator / RANKS
    return np.array([(laid * _sums(other, rank, threads)).sum() / cases for rank in range(RANKS)])


def differing_share(policy: Policy, other: Policy) -> float:
    """Return the share of deals in which the two roles lay different cards away from the same deal.

    Raises
    ------
    PolicyError
        The two are not the policies of two roles in one game.

    Notes
    -----
    Exact for the policies; where they mix, the chance that two choices made apart differ.
    """
    _refuse_pair(policy, other)
    pack = deal_pack(policy.dealt)
    same = (policy.shares() * other.shares()).sum(axis=1)
    return float(1.0 - np.average(same, weights=pack.weights))


def crib_correlation(policy: Policy, other: Policy, *, threads: int = 1) -> float:
    """Return how a discard's worth in one's own crib goes with its cost in the other's.

    The correlation of the mean crib that a pair makes when its holder deals with the one that it makes when
    the other side deals, over every discard of every deal, each deal as often as it comes.

    Raises
    ------
    PolicyError
        The two are not the policies of two roles in one game.

    Notes
    -----
    Exact for the policies, every card removed.
    """
    _refuse_pair(policy, other)
    own, fed = other.crib_means(threads=threads), policy.crib_means(threads=threads)
    weights = np.broadcast_to(deal_pack(policy.dealt).weights[:, None], own.shape)
    spread = np.cov(own.ravel(), fed.ravel(), fweights=weights.ravel())
    return float(spread[0, 1] / np.sqrt(spread[0, 0] * spread[1, 1]))


def _sums(other: Policy, rank: int, threads: int) -> NDArray[np.int64]:
    """Return crib sums over the starts of one rank."""
    pack = deal_pack(other.dealt)
    return crib_sums(pack, *other.parts, start_rank=rank, threads=threads)


_STARTS = 4 * np.arange(RANKS, dtype=np.uint8) + np.arange(4, dtype=np.uint8)[:, None]


def _refuse_pair(policy: Policy, other: Policy) -> None:
    """Raise PolicyError unless two policies can meet."""
    if policy.role == other.role or policy.dealt != other.dealt:
        raise PolicyError(f"{policy.name} as {policy.role} and {other.name} as {other.role} cannot meet")
