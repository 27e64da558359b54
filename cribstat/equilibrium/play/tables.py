"""Tables of a solved play: what keeps bring, what is led and replied, keep against keep."""

from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cribstat.equilibrium.play.game import DEALER, PONE, Floats
from cribstat.equilibrium.play.solution import PlaySolution
from cribstat.equilibrium.play.walker import MEASURE, Walker
from cribstat.kernels.playtree.multisets import KINDS, kind_order
from cribstat.policies.shipped import PARTS, KeepValues

__all__ = ["PARTS", "LeadMeans", "PlayTables", "in_parts", "keep_matrix", "play_tables"]


class LeadMeans(NamedTuple):
    """What pone's leads bring by rank, with the keeps that lead them, float64 (13,) each.

    Attributes
    ----------
    share
        Share of deals in which the rank is led.
    own, other
        Mean points of pone and of the dealer in the whole play after that lead; nan where it is never led.
    """

    share: Floats
    own: Floats
    other: Floats


class PlayTables(NamedTuple):
    """Tables of a solved play, keeps in `patterns.multisets` order.

    Attributes
    ----------
    pone, dealer
        What each keep brings in the role.
    leads
        Probability of each lead in parts of 10,000, uint16, (keeps, 13).
    replies
        The same of the dealer's replies by lead and keep, uint16, (13, keeps, 13).
    reply_net
        Mean net points of each reply in the dealer's view by lead and keep, with the best play from there on
        against the solved pone, float64 (13, keeps, 13), else nan.
    lead_net
        Mean net points of each lead for each keep that holds it, with the best play from there on against
        the solved dealer, float64 (keeps, 13), else nan.
    lead_means
        Means by lead.
    """

    pone: KeepValues
    dealer: KeepValues
    leads: NDArray[np.uint16]
    replies: NDArray[np.uint16]
    reply_net: Floats
    lead_net: Floats
    lead_means: LeadMeans


def play_tables(solution: PlaySolution) -> PlayTables:
    """Make the tables of a solved play.

    Notes
    -----
    **Exact** for the strategies of the solution in the model of `cribstat.equilibrium.play`; probabilities
    are then rounded to parts. The tree is grown once more, with the points of pone alone.
    """
    alone = PlaySolution(Walker(solution.game, solution.walker.threads, (1, 0)), solution.numbers)
    root, leads = solution.root(), solution.leads()
    net, own = solution.card_values(root), alone.card_values(root)
    best = solution.card_values(root, best=True)
    led = leads * solution.game.from_tree(solution.game.mass[PONE])[:, None]
    share = led.sum(axis=0)
    with np.errstate(invalid="ignore"):
        own_means = (led * np.nan_to_num(own)).sum(axis=0) / share
        net_means = (led * np.nan_to_num(net)).sum(axis=0) / share
    pone, dealer = solution.keep_values(alone.walker)
    means = LeadMeans(share, own_means, own_means - net_means)
    replies = in_parts(solution.replies())
    return PlayTables(pone, dealer, in_parts(leads), replies, reply_net(solution), best, means)


def reply_net(solution: PlaySolution) -> Floats:
    """Return what each reply is worth to the dealer by lead and keep, float64 (13, keeps, 13).

    Notes
    -----
    **Exact**: mean net points of the whole play in the dealer's view, with the best play from the reply on;
    nan for ranks not held, and for keeps and leads that one pack cannot make.
    """
    root = solution.root()
    ranks = np.flatnonzero(solution.game.copies).tolist()
    out = np.full((KINDS, len(solution.game.reach[DEALER]), KINDS), np.nan)
    for rank in ranks:
        out[rank] = solution.card_values(solution.step(root, rank), best=True)
    return out


def in_parts(shares: Floats, parts: int = PARTS) -> NDArray[np.uint16]:
    """Round probabilities along the last axis to parts that add up to `parts`, or to 0 where they do.

    Examples
    --------
    >>> in_parts(np.array([[1 / 3, 1 / 3, 1 / 3], [0, 0, 0]]), 100).tolist()
    [[33, 34, 33], [0, 0, 0]]
    """
    marks = np.rint(np.cumsum(shares, axis=-1) * parts)
    return np.diff(marks, axis=-1, prepend=0.0).astype(np.uint16)


def keep_matrix(solution: PlaySolution) -> NDArray[np.float32]:
    """Return the mean net points of every keep of pone against every keep of the dealer.

    Returns
    -------
    numpy.ndarray
        float32, (keeps of pone, keeps of the dealer), in pone's view; nan where one pack cannot make both.

    Notes
    -----
    **Exact** for the strategies of the solution, before rounding to float32. A walk of the tree for each
    keep of the dealer, most of it cut short.
    """
    walker, game = solution.walker, solution.game
    number, order = len(game.reach[DEALER]), kind_order(game.held)
    copies, together = game.copies[::-1].copy(), game.together
    out = np.full((number, number), np.nan, np.float32)

    def fill(column: int) -> None:
        hand = int(order[column])
        reach = np.zeros(number)
        reach[hand] = 1.0
        values = walker.values_below(PONE, MEASURE, solution.numbers, 0, reach, 1.0, copies)
        weight = together[:, hand] * game.scale
        means = np.divide(values, weight, out=np.full(number, np.nan), where=weight > 0)
        out[:, column] = game.from_tree(means)

    with ThreadPoolExecutor(walker.threads) as pool:
        list(pool.map(fill, range(number)))
    return out
