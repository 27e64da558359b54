"""Discards by the score: what each makes of the game, over all that the rest of the deal can bring.

State: own deal, the score, dead cards, who deals. Unknown: the other side's deal, of which its policy makes a
keep and a discard, and the start. Points fall in the order of the rules (heels, the play card by card,
pone's hand, the dealer's hand, the crib), and whoever reaches the target first has won. Where nobody does,
the game is worth what the table of values before a deal says, the roles changed.

**Exact**: the number of deals that lead to every pair of scores, suits and removed cards included, given the
policy and the players of the play. **Estimated**: the values of the scores before the next deal. Both
sides go on as if the score did not matter, in this deal's play and in all later deals.
"""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cribstat.cards import Cards, HandError, unseen
from cribstat.crib import ModelError, PolicyCrib
from cribstat.crib.cases import by_suit_and_rank
from cribstat.crib.outcomes import hand_points, own_nobs
from cribstat.discards.plays import Plays, play_keeps
from cribstat.discards.question import Question
from cribstat.kernels import patterns
from cribstat.winprob import ValueTables, value_tables
from cribstat.winprob.tables import race_policies

if TYPE_CHECKING:
    from cribstat.kernels.outlook import OwnCards, Starts

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
SUITS = 4
PLAYER = "expectation"


class DealEnds(NamedTuple):
    """How a deal ends after every discard.

    Attributes
    ----------
    counts
        Shares of the other side's deals and starts by discard, own score and the other's when the deal is
        over, int64, (discards, target + 1, target + 1); who has the target is out, and the other's score is
        that of this moment.
    play_ev
        Mean of the play, own points less the other's, were it played to its end, float64, (discards).
    """

    counts: Integers
    play_ev: Floats


@dataclass(frozen=True, eq=False)
class Outlook:
    """What every discard makes of the game.

    Attributes
    ----------
    play_ev
        As in `DealEnds`.
    value, se
        By stakes: the value of the game after each discard, and its standard error, float64, (discards).
    """

    play_ev: Floats
    value: dict[str, Floats]
    se: dict[str, Floats]


def outlook(question: Question, scores: tuple[int, int], stakes: tuple[str, ...]) -> Outlook:
    """Return what every discard of a checked question makes of the game.

    Raises
    ------
    ModelError
        The crib model does not say what the other side keeps.
    HandError
        The deal is of ranks alone.
    RuleError, TableError
        As in `winprob.value_tables`.
    """
    _policy_crib(question)
    tables = {name: value_tables(question.variant, name) for name in stakes}
    counts, play_ev = end_scores(question, scores)
    value: dict[str, Floats] = {}
    errors: dict[str, Floats] = {}
    cases = counts.sum(axis=(1, 2))
    for name, table in tables.items():
        worth, spread = worth_of_scores(table, own_deals=question.seat == 1)
        value[name] = (counts * worth).sum(axis=(1, 2)) / cases
        errors[name] = (counts * spread).sum(axis=(1, 2)) / cases
    return Outlook(play_ev, value, errors)


def worth_of_scores(tables: ValueTables, *, own_deals: bool) -> tuple[Floats, Floats]:
    """Return what the game is worth by own score and the other's after a deal, and the standard error.

    Both float64, (target + 1, target + 1); `own_deals` tells who dealt: the other side deals next.
    """
    target = len(tables.prizes)
    worth, errors = np.zeros((2, target + 1, target + 1))
    if own_deals:
        worth[:target, :target], errors[:target, :target] = tables.pone.T, tables.pone_se.T
    else:
        worth[:target, :target], errors[:target, :target] = tables.dealer, tables.dealer_se
    worth[target, :target] = tables.prizes
    worth[:target, target] = 0.0 if tables.own_only else -tables.prizes
    return worth, errors


def policies_behind(question: Question) -> dict[str, str]:
    """Name what is laid away and how both sides play, in this deal and before the next ones."""
    later = race_policies(question.variant.name)
    return {
        "other_side": question.model.name,
        "play": PLAYER,
        "later_discards": later["discards"],
        "later_play": later["play"],
    }


def end_scores(question: Question, scores: tuple[int, int]) -> DealEnds:
    """Count the scores when the deal is over for every discard. Exact for the policy and the players.

    Raises
    ------
    ModelError, HandError
        As in `outlook`.
    """
    from cribstat.kernels import outlook as kernels  # numba is imported only when asked for

    model, variant = _policy_crib(question), question.variant
    other = model.opponent(question.seat)
    cards = question.deals[0]
    free = unseen(cards, question.dead)
    masks = np.bincount(free >> 2, weights=1 << (free & 3), minlength=patterns.RANKS).astype(np.int64)
    starts, own, keeps = _own_cards(question, free if question.start is None else question.start)
    after, net = _plays(question, keeps, scores, model.threads)
    rows, ways = np.nonzero(other.mix)
    policy = kernels.Other(
        other.codes,
        patterns.split_positions(variant.dealt, variant.laid_out)[0].astype(np.int64),
        np.searchsorted(rows, np.arange(len(other.mix) + 1)).astype(np.int64),
        ways.astype(np.int64),
        other.mix[rows, ways],
        np.array([other.denominator]),
    )
    show = patterns.show_table(variant.hand_size)
    points = kernels.ShowPoints(show, patterns.crib_table(variant.laid_out, variant.others_in_crib))
    every = _possible(variant.dealt)

    def count(part: NDArray[np.uint8]) -> tuple[Integers, Integers]:
        found, held = (
            np.zeros((len(own.pair), variant.target + 1, variant.target + 1), np.int64),
            np.zeros(len(show), np.int64),
        )
        own_deals = question.seat == 1
        deals, groups = kernels.room(variant.dealt, len(policy.positions))
        kernels.count_scores(
            part,
            masks,
            starts,
            policy,
            deals,
            groups,
            own,
            own_deals,
            points,
            after,
            kernels.CHOOSE,
            found,
            held,
        )
        return found, held

    with ThreadPoolExecutor(model.threads) as pool:
        parts = [np.ascontiguousarray(every[first :: model.threads]) for first in range(model.threads)]
        counts, held = (np.sum(found, axis=0) for found in zip(*pool.map(count, parts), strict=True))
    return DealEnds(counts, (net @ held / held.sum())[own.keep])


def _policy_crib(question: Question) -> PolicyCrib:
    """Return the crib model of a question about a game that can be answered.

    Raises
    ------
    ModelError, HandError
        As in `outlook`.
    """
    model = question.model
    if not isinstance(model, PolicyCrib):
        raise ModelError(
            f"the crib model '{model.name}' of {question.variant.name} does not say what the other side "
            "keeps: a score needs five or six cards, and solved, solved-no-play or a policy"
        )
    if question.bare:
        raise HandError(f"a score needs suits, not ranks alone: '{' '.join(question.text)}'")
    return model


@cache
def _possible(dealt: int) -> NDArray[np.uint8]:
    """Return the rank multisets of a deal that the pack can make."""
    every = patterns.multisets(dealt)
    possible: NDArray[np.uint8] = every[patterns.rank_counts(every).max(axis=1) <= SUITS]
    return possible


def _own_cards(question: Question, turned: Cards) -> tuple["Starts", "OwnCards", NDArray[np.uint8]]:
    """Return the starts by kind, what every own discard brings, and the different ranks kept, (n, held)."""
    from cribstat.kernels.outlook import OwnCards, Starts

    variant, cards = question.variant, question.deals[0]
    away, kept = patterns.split_positions(variant.dealt, variant.laid_out)
    discards, held = np.sort(cards[away], axis=1), np.sort(cards[kept], axis=1)
    keeps, which = np.unique(held >> 2, axis=0, return_inverse=True)
    suited = (discards & 3 == discards[:, :1] & 3).all(axis=1)
    ranks = (turned >> 2).astype(np.int64)
    hand = hand_points(held)[:, turned & 3, ranks].astype(np.int64)
    nobs = own_nobs(discards)[:, turned & 3, 0].astype(np.int64)
    suit = np.where(suited, discards[:, 0] & 3, -1).astype(np.int64)
    alike = np.concatenate([ranks[None], hand, nobs])
    _, first, kinds = np.unique(alike, axis=1, return_index=True, return_inverse=True)
    minded = np.bitwise_or.reduce(np.where(suited, 1 << np.maximum(suit, 0), 0), keepdims=True)
    starts = Starts(turned.astype(np.int64), kinds.reshape(-1).astype(np.int64), ranks[first], minded)
    own = OwnCards(
        np.ascontiguousarray(hand[:, first]),
        np.ascontiguousarray(nobs[:, first]),
        suit,
        patterns.multiset_index(discards >> 2),
        which.reshape(-1).astype(np.int64),
    )
    return starts, own, np.ascontiguousarray(keeps)


def _plays(question: Question, keeps: NDArray[np.uint8], scores: tuple[int, int], threads: int) -> Plays:
    """Play own keeps against all keeps the other side may hold, by multiset; the others have zeros."""
    others = patterns.multisets(question.variant.hand_size)
    left = by_suit_and_rank(unseen(question.deals[0], question.dead)).sum(axis=0)
    found = np.flatnonzero((patterns.rank_counts(others) <= left).all(axis=1))
    played = play_keeps(keeps, others[found], question.seat, scores, question.variant, threads)
    every = Plays(*(np.zeros((len(keeps), len(others), *part.shape[2:]), np.int16) for part in played))
    for part, some in zip(every, played, strict=True):
        part[:, found] = some
    return every
