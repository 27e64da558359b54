"""What the coming deal decides near the end: who gets out where, and what follows if nobody does."""

from dataclasses import dataclass

import numpy as np

from cribstat.rules import Variant
from cribstat.rules import variant as variant_record
from cribstat.winprob.points import point_worth
from cribstat.winprob.statistic import PHASES, RaceStatistic
from cribstat.winprob.tables import race_policies, shipped_race, win_prob

# The phases of a deal in their order, by whose points they bring; the play brings both sides theirs.
COURSE = (
    ("heels", "dealer"),
    ("play", "dealer"),
    ("play", "pone"),
    ("hand", "pone"),
    ("hand", "dealer"),
    ("crib", "dealer"),
)


@dataclass(frozen=True, slots=True)
class PhaseOut:
    """How often a side gets out in a phase of the coming deal.

    Attributes
    ----------
    phase
        ``heels``, ``play``, ``hand`` or ``crib``.
    role
        Whose points they are.
    out_prob, out_prob_se
        Chance that this side wins the game in this phase, and its standard error.
    alone_prob
        Chance that its points would take it out in this phase if the other side could not win before.
    points_ev
        Mean points of this side in this phase.
    """

    phase: str
    role: str
    out_prob: float
    out_prob_se: float
    alone_prob: float
    points_ev: float


@dataclass(frozen=True, slots=True)
class Endgame:
    """What the coming deal decides.

    Attributes
    ----------
    variant, own, other, role
        The question: scores before the deal, and who deals.
    own_needs, other_needs
        Points to the target.
    counts_first
        Who counts first, the play being over: ``pone``.
    win_prob, win_prob_se
        Chance of winning the game.
    phases
        Where the game may end, in the order of the deal.
    goes_on_prob, goes_on_win_prob
        Chance that nobody gets out in this deal, and the chance to win the game then.
    own_reach_prob, other_reach_prob
        Chance that a side's points of the whole deal would take it out, whatever the other has.
    both_reach_prob
        Chance that both would: then the order decides.
    own_point, other_point
        What one point more of one's own, and of the other side, adds to the chance.
    policies
        What both sides lay away and how they play.
    """

    variant: str
    own: int
    other: int
    role: str
    own_needs: int
    other_needs: int
    counts_first: str
    win_prob: float
    win_prob_se: float
    phases: tuple[PhaseOut, ...]
    goes_on_prob: float
    goes_on_win_prob: float | None
    own_reach_prob: float
    other_reach_prob: float
    both_reach_prob: float
    own_point: float
    other_point: float
    policies: dict[str, str]


def endgame(own: int, other: int, role: str, variant: str | Variant = "six") -> Endgame:
    """Return what the coming deal decides from a pair of scores.

    Parameters
    ----------
    own, other
        Scores of the own and the other side, from 0 to below the target.
    role
        ``dealer`` if the own side deals, ``pone`` if the other does.
    variant
        Name or record of a game of two sides.

    Returns
    -------
    Endgame

    Raises
    ------
    RuleError
        A score or role that there is not, three players, or an option that changes the points of a deal.
    TableError
        The table is missing or damaged.

    Notes
    -----
    **Estimated**, as `value_tables`: shares of the deals behind the table. With partners the hands of both
    sides are counted in turn from the dealer's left; all of them are the phase ``hand``.

    Examples
    --------
    >>> answer = endgame(115, 118, "dealer")
    >>> answer.own_needs, answer.other_needs, answer.counts_first
    (6, 3, 'pone')
    """
    record = variant_record(variant)
    chance = win_prob(own, other, role, record)
    statistic = shipped_race(record.name)[0]
    needs = {"dealer": record.target - own, "pone": record.target - other}
    if role == "pone":
        needs = {"dealer": record.target - other, "pone": record.target - own}
    phases = tuple(_phase(statistic, phase, side, needs) for phase, side in COURSE)
    out = {side: sum(row.out_prob for row in phases if row.role == side) for side in needs}
    reach = {side: sum(row.alone_prob for row in phases if row.role == side) for side in needs}
    goes_on = float(statistic.shares().totals[: needs["dealer"], : needs["pone"]].sum())
    adversary = "pone" if role == "dealer" else "dealer"
    worth = point_worth(role, record)
    return Endgame(
        variant=record.name,
        own=own,
        other=other,
        role=role,
        own_needs=needs[role],
        other_needs=needs[adversary],
        counts_first="pone",
        win_prob=chance.win_prob,
        win_prob_se=chance.win_prob_se,
        phases=phases,
        goes_on_prob=goes_on,
        goes_on_win_prob=(chance.win_prob - out[role]) / goes_on if goes_on > 0 else None,
        own_reach_prob=reach[role],
        other_reach_prob=reach[adversary],
        both_reach_prob=reach["dealer"] + reach["pone"] - out["dealer"] - out["pone"],
        own_point=float(worth.own[own, other]),
        other_point=float(worth.other[own, other]),
        policies=race_policies(record.name),
    )


def _phase(statistic: RaceStatistic, phase: str, role: str, needs: dict[str, int]) -> PhaseOut:
    """Tell how often a side gets out in a phase."""
    counts = (statistic.dealer_phases if role == "dealer" else statistic.pone_phases)[PHASES.index(phase)]
    adversary = "pone" if role == "dealer" else "dealer"
    row = counts[needs[role]] if needs[role] < len(counts) else np.zeros(1, dtype=np.int64)
    out = float(row[: needs[adversary]].sum() / statistic.deals)
    return PhaseOut(
        phase=phase,
        role=role,
        out_prob=out,
        out_prob_se=float(np.sqrt(out * (1 - out) / statistic.deals)),
        alone_prob=float(row.sum() / statistic.deals),
        points_ev=float(counts.sum() / statistic.deals),
    )
