"""Rank every discard of one deal against every start."""

from math import isnan
from pathlib import Path

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cribstat.cards import format_card, format_cards
from cribstat.crib import DEFAULT_CRIB_MODEL, CribModel
from cribstat.discards.aim import NEED, Aim, aim_of
from cribstat.discards.evaluation import Evaluation, evaluate, need_chances
from cribstat.discards.question import Question, ask
from cribstat.discards.ranking import NEAR_TIE, DiscardRow, Ranking, StartTable
from cribstat.kernels.patterns import split_positions
from cribstat.policies.shipped import play_points, spread_keeps
from cribstat.rules import Variant

Floats = NDArray[np.float64]
BY_POINTS = Aim()
EQUAL_DECIMALS = 9  # totals that agree to so many decimals are equal: true gaps are wider, rounding is finer


def rank_discards(
    deal: str | ArrayLike,
    role: str | None = None,
    *,
    variant: str | Variant = "six",
    seat: int | None = None,
    crib_model: str | Path | CribModel = DEFAULT_CRIB_MODEL,
    start: str | int | None = None,
    dead: str | ArrayLike | None = None,
    play: bool | None = None,
    need: int | None = None,
    by: str | None = None,
) -> Ranking:
    """Rank every discard of a deal.

    Parameters
    ----------
    deal
        The cards dealt, text or ids; or ranks alone, such as ``"5 5 J Q 6 7"``.
    role
        ``dealer`` or ``pone`` (two players); with three and four players ``dealer``, or None and a seat.
    variant
        The game: a name or a record with options.
    seat
        The place in the order of play instead of a role: 0 leads, the last seat deals.
    crib_model
        A name (``solved``, ``solved-no-play``, ``policy:NAME``, ``uniform``, ``hessel``, ``schell``,
        ``rasmussen``), a file of weights, or a model.
    start
        The start, where it is known: what the ranking would have been after the cut.
    dead
        Cards known to be elsewhere, neither in a crib nor turned.
    play
        Count what the solved play brings to each keep (two players, five or six cards); by default it
        counts where the crib model is ``solved`` for these games.
    need
        Points wanted from the hand: `need_prob` tells the chance of at least so many.
    by
        The order: ``points`` (best total first) or ``need`` (greatest `need_prob` first, equal ones by
        points); None takes ``need`` where it is asked.

    Returns
    -------
    Ranking
        A row for each discard, best first.

    Raises
    ------
    CardError, HandError
        Something is no card, a card stands twice, or the number of cards is wrong.
    RuleError
        An unknown variant, role or seat, fewer than one point needed, or an order by what is not asked.
    ModelError
        An unknown crib model, one that does not fit the question, or a play that is not solved.

    Notes
    -----
    Means of hands and `need_prob` are exact: every start among the unseen cards counts once, suits
    included. Means of cribs are exact
    for policies, ``uniform`` and weights of one's own, approximate for published tables (see
    `Ranking.method`). The play is approximate: the solved play by the ranks kept, where suits, own
    discards, the start and dead cards are left out. Spreads and extremes are without the play.
    With three players, each for himself, a total is own points less the mean of the others'; with four
    it is the side's less the other side's. The others' hands, which no discard changes, are left out.
    Means for ranks alone are taken over the suit assignments in which no keep holds a flush.

    Examples
    --------
    >>> ranking = rank_discards("5H 6S 7D 7C 8H KD", "dealer", crib_model="uniform")
    >>> ranking.rows[0].discard, round(ranking.rows[0].total_ev, 4)
    (('5h', 'Kd'), 21.8971)
    >>> best = rank_discards("5H 6S 7D 7C 8H KD", "dealer", crib_model="uniform", need=20).rows[0]
    >>> best.discard, round(best.need_prob, 4)
    (('5h', 'Kd'), 0.1739)
    """
    aim = aim_of(need, by)
    return rank_question(ask(deal, role, variant, seat, crib_model, start, dead, play), aim)


def rank_question(question: Question, aim: Aim = BY_POINTS) -> Ranking:
    """Rank the discards of a checked question: `rank_discards` without its checks."""
    numbers = evaluate(question)
    share = question.variant.crib_share(question.seat)
    plays = _play_means(question)
    totals = numbers.hand_ev + share * numbers.crib_ev
    if plays is not None:
        totals = totals + plays
    needs = None if aim.need is None else need_chances(question, aim.need)
    keys = np.round(totals, EQUAL_DECIMALS)[None]
    if aim.by == NEED and needs is not None:
        keys = np.concatenate([keys, np.round(needs, EQUAL_DECIMALS)[None]])
    order = np.lexsort(-keys)
    rows = _rows(question, numbers, plays, totals, needs, keys, order)
    return Ranking(
        variant=question.variant.name,
        role=question.variant.role(question.seat),
        seat=question.seat,
        deal=question.text,
        crib_model=question.model.name,
        statement=question.model.statement,
        start=None if question.start is None else format_cards(question.start),
        dead=tuple(format_card(card) for card in question.dead),
        bare=question.bare,
        score=None,
        need=aim.need,
        by=aim.by,
        method={
            "hand_ev": "exact",
            "crib_ev": question.model.exactness,
            "play_ev": None if plays is None else "approximate",
            "win_prob": None,
        },
        rows=rows,
        start_table=StartTable(
            numbers.starts_by_rank, numbers.hand_by_rank[order], numbers.crib_by_rank[order]
        ),
    )


def best_discard(
    deal: str | ArrayLike,
    role: str | None = None,
    *,
    variant: str | Variant = "six",
    seat: int | None = None,
    crib_model: str | Path | CribModel = DEFAULT_CRIB_MODEL,
    start: str | int | None = None,
    dead: str | ArrayLike | None = None,
    play: bool | None = None,
) -> DiscardRow:
    """Return the best discard of a deal: the first row of `rank_discards`, which tells the parameters.

    Examples
    --------
    >>> best_discard("5H 6S 7D 7C 8H KD", "dealer", crib_model="uniform").discard
    ('5h', 'Kd')
    """
    ranking = rank_discards(
        deal, role, variant=variant, seat=seat, crib_model=crib_model, start=start, dead=dead, play=play
    )
    return ranking.rows[0]


def _play_means(question: Question) -> Floats | None:
    """Return what the play brings to every discard's keep, None where it does not count."""
    if not question.play:
        return None
    points = play_points(question.variant.role(question.seat), question.variant.dealt)
    brought: Floats = spread_keeps((question.deals[0] >> 2)[None], points)[0]
    return brought


def _rows(
    question: Question,
    numbers: Evaluation,
    plays: Floats | None,
    totals: Floats,
    needs: Floats | None,
    keys: Floats,
    order: NDArray[np.intp],
) -> tuple[DiscardRow, ...]:
    """Put the discards into rows in an order; discards with equal `keys` (k, discards) share a place."""
    ways = split_positions(question.variant.dealt, question.variant.laid_out)
    away, kept = ([tuple(map(question.text.__getitem__, way)) for way in part.tolist()] for part in ways)
    listed = {name: getattr(numbers, name).tolist() for name in _LISTED}
    best = int(keys[0].argmax())
    lost = (totals.max() - totals) * (keys[0] < keys[0].max())
    rows: list[DiscardRow] = []
    for index, number in enumerate(order.tolist()):
        equal = index > 0 and bool((keys[:, number] == keys[:, order[index - 1]]).all())
        regret = float(lost[number])
        rows.append(
            DiscardRow(
                place=rows[-1].place if equal else index + 1,
                discard=away[number],
                keep=kept[number],
                hand_ev=listed["hand_ev"][number],
                crib_ev=listed["crib_ev"][number],
                play_ev=None if plays is None else float(plays[number]),
                total_ev=float(totals[number]),
                regret=regret,
                near_tie=number != best and regret <= NEAR_TIE,
                win_prob=None,
                win_prob_se=None,
                need_prob=None if needs is None else float(needs[number]),
                hand_sd=listed["hand_sd"][number],
                hand_min=int(listed["hand_min"][number]),
                hand_max=int(listed["hand_max"][number]),
                total_sd=_known(listed["total_sd"][number]),
                total_min=_known(listed["total_min"][number]),
                total_max=_known(listed["total_max"][number]),
            )
        )
    return tuple(rows)


_LISTED = (
    "hand_ev",
    "crib_ev",
    "hand_sd",
    "hand_min",
    "hand_max",
    "total_sd",
    "total_min",
    "total_max",
)


def _known(number: float) -> float | None:
    """Return a plain number (whole ones as int), or None for nan."""
    if isnan(number):
        return None
    return int(number) if number.is_integer() else number
