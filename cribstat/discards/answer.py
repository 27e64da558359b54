"""Rank every discard of one deal against every start."""

from collections.abc import Sequence
from math import isnan
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cribstat.cards import format_card, format_cards
from cribstat.crib import DEFAULT_CRIB_MODEL, CribModel
from cribstat.discards.aim import NEED, POINTS, STAKE, WIN, Aim, aim_of
from cribstat.discards.evaluation import Evaluation, evaluate, need_chances
from cribstat.discards.question import Question, ask
from cribstat.discards.ranking import NEAR_TIE, DiscardRow, Ranking, StartTable
from cribstat.kernels.patterns import split_positions
from cribstat.policies.shipped import play_points, spread_keeps
from cribstat.rules import RuleError, Variant

if TYPE_CHECKING:
    from cribstat.discards.winning import Outlook

Floats = NDArray[np.float64]
BY_POINTS = Aim()
DECIDES = {NEED: "need_prob", WIN: "win_prob", STAKE: "stake_ev"}  # the column that an order goes by
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
    scores: Sequence[int] | None = None,
    stakes: str = WIN,
    by: str | None = None,
    spread: bool = True,
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
    scores
        Own score and the other side's before the deal: `win_prob` tells the chance of winning the game.
    stakes
        What the game is played for: ``win``, or ``lurch``, ``skunk``, ``skunk4``, ``tournament``, for which
        `stake_ev` tells the mean.
    by
        The order: ``points`` (best total first), ``need``, ``win`` or ``stake`` (greatest first, equal ones
        by points); None takes the last of these that is asked.
    spread
        Tell the spread and the extremes of totals and the cribs by rank of the start. Without them the
        mean cribs of a deal may be looked up in the user's cache (see `cribstat cache build`) instead of
        being walked; the means are the same.

    Returns
    -------
    Ranking
        A row for each discard, best first.

    Raises
    ------
    CardError, HandError
        Something is no card, a card stands twice, or the number of cards is wrong.
    RuleError
        An unknown variant, role or seat, fewer than one point needed, scores that no deal begins with, stakes
        without a score, a score without the play, or an order by what is not asked.
    ModelError
        An unknown crib model, one that does not fit the question, or a play that is not solved.

    Notes
    -----
    Means of hands and `need_prob` are exact: every start among the unseen cards counts once, suits
    included. `win_prob` and `stake_ev` are estimated: the scores that the deal ends with are counted
    exactly, over every deal of the other side under its policy, every start and the play of both keeps
    by the expectation player, suits and the order of points included (see `cribstat.discards.winning`); what
    each score is worth before the next deal is the table of `cribstat.winprob`, whose standard error
    is passed on. Neither side lets the score change what it lays away or plays, but for this discard.
    Means of cribs are exact for policies, ``uniform`` and weights of one's own, approximate for
    published tables (see `Ranking.method`). The play is approximate: the solved play by the ranks kept,
    where suits, own discards, the start and dead cards are left out. With scores it is the play behind
    `win_prob` instead, exact for the expectation player on both sides: means and chances of one
    answer belong together. Spreads and extremes are without the play.
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
    if play is False and scores is not None:
        raise RuleError("a score counts the play: it cannot be left out")
    question = ask(deal, role, variant, seat, crib_model, start, dead, play, spread=spread)
    return rank_question(question, aim_of(question.variant, need, scores, stakes, by))


def rank_question(question: Question, aim: Aim = BY_POINTS) -> Ranking:
    """Rank the discards of a checked question: `rank_discards` without its checks."""
    found = _outlook(question, aim)  # first, since it may be refused
    asked = _asked(question, aim, found)
    numbers = evaluate(question)
    share = question.variant.crib_share(question.seat)
    plays = _play_means(question) if found is None else found.play_ev
    totals = numbers.hand_ev + share * numbers.crib_ev
    if plays is not None:
        totals = totals + plays
    keys = np.round(totals, EQUAL_DECIMALS)[None]
    if aim.by != POINTS:
        keys = np.concatenate([keys, np.round(asked[DECIDES[aim.by]], EQUAL_DECIMALS)[None]])
    order = np.lexsort(-keys)
    rows = _rows(question, numbers, plays, totals, asked, keys, order)
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
        score=aim.scores,
        need=aim.need,
        stakes=None if aim.scores is None else aim.stakes,
        by=aim.by,
        policies=_policies(question, aim),
        method={
            "hand_ev": "exact",
            "crib_ev": question.model.exactness,
            "play_ev": None if plays is None else "approximate" if found is None else "exact",
            "win_prob": None if aim.scores is None else "estimated",
        },
        rows=rows,
        start_table=StartTable(
            numbers.starts_by_rank, numbers.hand_by_rank[order], numbers.crib_by_rank[order]
        ),
    )


def _policies(question: Question, aim: Aim) -> dict[str, str] | None:
    """Name who lays away and plays how behind the chances of winning, where they are asked."""
    if aim.scores is None:
        return None
    from cribstat.discards.winning import policies_behind

    return policies_behind(question)


def _outlook(question: Question, aim: Aim) -> "Outlook | None":
    """Return what every discard makes of the game, where that is asked."""
    if aim.scores is None:
        return None
    from cribstat.discards.winning import outlook  # tables of the game are wanted only here

    return outlook(question, aim.scores, tuple(dict.fromkeys((WIN, aim.stakes))))


def _asked(question: Question, aim: Aim, found: "Outlook | None") -> dict[str, Floats]:
    """Return the numbers of every discard that are asked beside the points, by column."""
    asked: dict[str, Floats] = {}
    if aim.need is not None:
        asked["need_prob"] = need_chances(question, aim.need)
    if found is not None:
        asked["win_prob"], asked["win_prob_se"] = found.value[WIN], found.se[WIN]
        if aim.stakes != WIN:
            asked["stake_ev"], asked["stake_se"] = found.value[aim.stakes], found.se[aim.stakes]
    return asked


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
    asked: dict[str, Floats],
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
                **{name: float(asked[name][number]) if name in asked else None for name in _ASKED},
                hand_sd=listed["hand_sd"][number],
                hand_min=int(listed["hand_min"][number]),
                hand_max=int(listed["hand_max"][number]),
                total_sd=_known(listed["total_sd"][number]),
                total_min=_known(listed["total_min"][number]),
                total_max=_known(listed["total_max"][number]),
            )
        )
    return tuple(rows)


_ASKED = ("win_prob", "win_prob_se", "stake_ev", "stake_se", "need_prob")
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
