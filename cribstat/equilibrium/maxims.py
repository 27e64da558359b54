"""What old advice about the play is worth, priced in the solved play.

State: what pone and dealer keep (ranks), as often as the solved discards make them meet. Action: a lead, a
reply, a keep. Value: net points of the whole play in the view of the player who chooses, with the best play
from there on against the solved other side.

Every number is exact for the tables that ship (shares in parts of 10,000, replies in thousandths of a point)
in the model of `cribstat.equilibrium.play`. A price is a difference of means: of the best card of one kind
less the best of another, from the same keep; so it says nothing about who holds such keeps.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cribstat.equilibrium.advice import solved_game
from cribstat.equilibrium.play.game import Floats
from cribstat.kernels.patterns import RANKS, multisets, rank_counts
from cribstat.policies.shipped import lead_table, play_means, reply_nets, reply_table

__all__ = [
    "REPLIES",
    "Contest",
    "LeadPrices",
    "SumPrice",
    "another_held",
    "keeps_together",
    "lead_contest",
    "lead_meets",
    "lead_prices",
    "make_together",
    "reply_chances",
    "reply_contest",
    "reply_kinds",
]

REPLIES = ("pair", "fifteen", "on", "off")
NEAR = 2  # ranks apart: a third card can make a run of both
ALL = tuple(range(RANKS))
VALUES = np.minimum(np.arange(RANKS) + 1, 10)
Flags = NDArray[np.bool_]


class LeadPrices(NamedTuple):
    """What each lead is worth wherever pone could choose it, float64 (13,) by rank.

    Attributes
    ----------
    held
        Share of deals in which pone holds the rank and another one beside it.
    led
        How often he leads it then.
    net
        Mean net points of leading it there, in pone's view.
    loss
        Mean points it gives up against the best lead.
    """

    held: Floats
    led: Floats
    net: Floats
    loss: Floats


class Contest(NamedTuple):
    """Two kinds of cards against each other, where both could be laid; float64 (13,) by rank led.

    Attributes
    ----------
    open
        Share of deals in which the lead is in question (of pone) or made (for the dealer), and both kinds
        are held.
    taken
        How often the solved player lays a card of the first kind then.
    gain
        Mean net points of the best card of the first kind less those of the best of the second.
    """

    open: Floats
    taken: Floats
    gain: Floats

    def over(self, ranks: ArrayLike = ALL) -> tuple[float, float, float]:
        """Return share of deals, how often the first kind is taken, and gain over some ranks together."""
        open_, taken, gain = (np.nan_to_num(column[np.asarray(ranks)]) for column in self)
        return (
            float(open_.sum()),
            float(np.average(taken, weights=open_)),
            float(np.average(gain, weights=open_)),
        )


class SumPrice(NamedTuple):
    """What it is worth in the play to keep two cards that make a sum, points.

    Attributes
    ----------
    share
        Share of deals in which the role keeps such two cards.
    own, other
        Mean own and other's points with such a keep less those without.
    own_beside, other_beside
        What of it is left beside the ranks themselves: the sum's own coefficients when the means are fitted
        (least squares, by share of deals) by how many of each rank are kept and by whether two make the sum.
    """

    share: float
    own: float
    other: float
    own_beside: float
    other_beside: float


def lead_prices(dealt: int = 6) -> LeadPrices:
    """Return what each lead is worth over all keeps that hold the rank beside another.

    Parameters
    ----------
    dealt
        Cards of a deal, 6 or 5.

    Notes
    -----
    **Exact** for the shipped tables of the solved play.
    """
    leads, nets = lead_table(dealt)
    choice = _counts(dealt).astype(bool)
    choice[choice.sum(axis=1) < 2] = False
    weights = play_means("pone", dealt).share[:, None] * choice
    held = weights.sum(axis=0)
    loss = _best(nets, np.ones(RANKS, dtype=bool))[:, None] - nets
    return LeadPrices(held, *(_mean(numbers, weights, held) for numbers in (leads, nets, loss)))


def lead_contest(copies: int = 2, dealt: int = 6) -> Contest:
    """Return what leading from a pair is worth against the best other lead, by rank of the pair.

    Parameters
    ----------
    copies
        Of the rank led; 2 for a pair, and the keep holds no other rank twice.
    dealt
        Cards of a deal, 6 or 5.

    Notes
    -----
    **Exact** for the shipped tables of the solved play.
    """
    leads, nets = lead_table(dealt)
    counts, share = _counts(dealt), play_means("pone", dealt).share
    alone = (counts == copies) & ((counts > 1).sum(axis=1, keepdims=True) == 1)
    alone &= (counts > 0).sum(axis=1, keepdims=True) > 1
    weights = share[:, None] * alone
    others = np.stack([_best(nets, np.arange(RANKS) != rank) for rank in range(RANKS)], axis=1)
    held = weights.sum(axis=0)
    return Contest(held, _mean(leads, weights, held), _mean(nets - others, weights, held))


def make_together(total: int, dealt: int = 6) -> Flags:
    """Tell which keeps hold two cards that make a sum, by `patterns.multisets` order.

    Parameters
    ----------
    total
        The sum, court cards counting ten.
    dealt
        Cards of a deal, 6 or 5.
    """
    counts = _counts(dealt)
    pairs = np.argwhere(np.add.outer(VALUES, VALUES) == total)
    flags: Flags = np.zeros(len(counts), dtype=bool)
    for low, high in pairs[pairs[:, 0] <= pairs[:, 1]].tolist():
        flags |= (counts[:, low] > (low == high)) & (counts[:, high] > 0)
    return flags


def keeps_together(total: int, role: str, dealt: int = 6) -> SumPrice:
    """Return what keeping two cards that make a sum is worth in the play.

    Parameters
    ----------
    total
        The sum, such as 5 or 11; court cards count ten.
    role
        ``dealer`` or ``pone``.
    dealt
        Cards of a deal, 6 or 5.

    Notes
    -----
    **Exact** means for the shipped tables; what is left beside the ranks is a fit of them, an
    **approximate** account of a cause.
    """
    means, flags = play_means(role, dealt), make_together(total, dealt)
    used = means.share > 0
    share, with_sum = means.share[used], flags[used]
    design = np.column_stack([_counts(dealt)[used], with_sum]) * np.sqrt(share)[:, None]
    figures = []
    for column in (means.own[used], means.other[used]):
        with_mean, without = (np.average(column[part], weights=share[part]) for part in (with_sum, ~with_sum))
        fit = np.linalg.lstsq(design, column * np.sqrt(share), rcond=None)[0]
        figures.append((float(with_mean - without), float(fit[-1])))
    (own, own_beside), (other, other_beside) = figures
    return SumPrice(float(share[with_sum].sum() / share.sum()), own, other, own_beside, other_beside)


def reply_kinds() -> dict[str, Flags]:
    """Tell which replies to which leads are of which kind, (13 leads, 13 replies).

    Returns
    -------
    dict
        ``pair`` and ``fifteen`` make points. Of the others ``on`` lies within two ranks of the lead, so that
        a third card can make a run; ``off`` lies farther away.
    """
    ranks = np.arange(RANKS)
    apart = np.abs(ranks[:, None] - ranks)
    pair, fifteen = apart == 0, np.add.outer(VALUES, VALUES) == 15
    quiet = ~(pair | fifteen)
    return {
        "pair": pair,
        "fifteen": fifteen,
        "on": quiet & (apart <= NEAR),
        "off": quiet & (apart > NEAR),
    }


def reply_chances(dealt: int = 6) -> dict[str, Floats]:
    """Return how often the dealer holds a reply of each kind when pone leads a rank wherever he can.

    Parameters
    ----------
    dealt
        Cards of a deal, 6 or 5.

    Returns
    -------
    dict
        Kind (see `reply_kinds`) to chances, float64 (13,) by lead, over all deals in which pone holds it.

    Notes
    -----
    **Exact** for the keeps of the solved discards, 0.1 % of them made at random.
    """
    counts = _counts(dealt)
    weights = (counts > 0).T.astype(np.float64) @ solved_game(dealt).joint
    of = weights.sum(axis=1)
    return {
        kind: (weights * ((counts > 0) @ flags.T > 0).T).sum(axis=1) / of
        for kind, flags in reply_kinds().items()
    }


def reply_contest(first: Flags, second: Flags, barred: Flags | None = None, dealt: int = 6) -> Contest:
    """Return what one kind of reply is worth against another, by lead, where the dealer holds both.

    Parameters
    ----------
    first, second
        Which replies are of the kind, (13 leads, 13 replies), as in `reply_kinds`.
    barred
        Leave out the keeps that hold a reply of this kind; None leaves none out.
    dealt
        Cards of a deal, 6 or 5.

    Returns
    -------
    Contest
        Over the deals in which pone leads the rank in the solved play.

    Notes
    -----
    **Exact** for the shipped tables of the solved play.
    """
    shares, nets = reply_table(dealt), reply_nets(dealt)
    met = lead_meets(dealt)
    gains = np.stack(
        [_best(nets[lead], first[lead]) - _best(nets[lead], second[lead]) for lead in range(RANKS)]
    )
    taken = np.einsum("lkr,lr->lk", shares, first)
    both = np.isfinite(gains)
    if barred is not None:
        both &= ~((_counts(dealt) > 0) @ barred.T > 0).T
    weights = met * both
    held = weights.sum(axis=1)
    figures = (_mean(numbers.T, weights.T, held) for numbers in (taken, gains))
    return Contest(held, *figures)


def lead_meets(dealt: int = 6) -> Floats:
    """Return the share of deals in which pone leads a rank and the dealer holds a keep, (13, keeps)."""
    met: Floats = lead_table(dealt)[0].T @ solved_game(dealt).joint
    return met


def another_held(dealt: int = 6) -> Floats:
    """Return how likely pone holds a further card of the rank he led when the dealer can pair it, (13,).

    Parameters
    ----------
    dealt
        Cards of a deal, 6 or 5.

    Notes
    -----
    **Exact** for the shipped tables of the solved play.
    """
    counts = _counts(dealt)
    pairs = solved_game(dealt).joint @ (counts > 0)
    led = lead_table(dealt)[0] * pairs
    chances: Floats = (led * (counts > 1)).sum(axis=0) / led.sum(axis=0)
    return chances


def _counts(dealt: int) -> NDArray[np.int64]:
    """Count the ranks of every keep, (keeps, 13)."""
    return rank_counts(multisets(dealt - 2)).astype(np.int64)


def _best(nets: Floats, ranks: Flags) -> Floats:
    """Return the best value of some ranks for each keep; nan where none of them is held."""
    best = np.where(ranks & ~np.isnan(nets), nets, -np.inf).max(axis=1)
    return np.where(np.isfinite(best), best, np.nan)


def _mean(numbers: Floats, weights: Floats, total: Floats) -> Floats:
    """Return weighted means down the columns; nan where there is no weight."""
    sums = np.where(weights > 0, numbers, 0.0) * weights
    means: Floats = np.divide(sums.sum(axis=0), total, out=np.full(len(total), np.nan), where=total > 0)
    return means
