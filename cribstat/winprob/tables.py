"""The chance of winning as it ships: value tables of every variant, and the answer for one pair of scores."""

from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cribstat.cache import cached_arrays
from cribstat.rules import VARIANTS, RuleError, Variant, changed_options, is_whole
from cribstat.rules import variant as variant_record
from cribstat.tables import manifest, read_table
from cribstat.winprob.files import read_race
from cribstat.winprob.race import RaceErrors, solve_values, standard_errors
from cribstat.winprob.stakes import STAKES, prizes, stake_named
from cribstat.winprob.statistic import RaceStatistic

ROLES = ("dealer", "pone")
TWO_SIDED = ("five", "six", "seven", "eight", "four")
# Options that change nothing in the points of a deal; all others need deals of their own.
NEUTRAL = frozenset(
    {
        "deal_out_of_turn",
        "deal_packets",
        "double_skunk_stake",
        "first_dealer",
        "forfeit",
        "law_profile",
        "lurch_rule",
        "min_cut_deal",
        "min_cut_start",
        "muggins",
        "next_game_first_deal",
        "overcount",
        "stake_rule",
        "target",
        "three_for_last",
    }
)
Floats = NDArray[np.float64]


class ValueTables(NamedTuple):
    """What a game is worth from every pair of scores before a deal.

    Attributes
    ----------
    dealer, pone
        To the side that deals and to the other: float64, (target, target), at [dealer's score, pone's score].
    dealer_se, pone_se
        Their standard errors. States near each other err nearly alike, so a weighted mean over states errs by
        the weighted mean of these at the most.
    prizes
        What the winner takes by the loser's score at that moment, float64, (target,).
    own_only
        Whether a loss is worth nothing; else it is worth the prize, negative.
    """

    dealer: Floats
    pone: Floats
    dealer_se: Floats
    pone_se: Floats
    prizes: Floats
    own_only: bool


class StakeValue(NamedTuple):
    """What a game is worth under some stakes, and the standard error of that."""

    value: float
    se: float


@dataclass(frozen=True, slots=True)
class WinProb:
    """The chance of winning from a pair of scores before a deal.

    Attributes
    ----------
    variant
        Name of the variant.
    own, other
        Scores.
    role
        ``dealer`` if the own side deals next, ``pone`` if the other does.
    win_prob, win_prob_se
        The chance of winning and its standard error.
    policies
        What both sides lay away and how they play.
    stakes
        The value under other stakes by name.
    """

    variant: str
    own: int
    other: int
    role: str
    win_prob: float
    win_prob_se: float
    policies: dict[str, str]
    stakes: dict[str, StakeValue]


def race_file(name: str) -> str:
    """Return the path below ``data/`` of a variant's race."""
    return f"solved/race_{name}.npz"


@cache
def shipped_race(name: str) -> tuple[RaceStatistic, dict[str, RaceErrors]]:
    """Return the counts of a variant's deals, and the standard errors of the values at its own target.

    Raises
    ------
    TableError
        The file is missing or damaged.
    """
    return read_race(read_table(race_file(name)), race_file(name))


def value_tables(variant: str | Variant = "six", stakes: str = "win") -> ValueTables:
    """Return what a game is worth to the dealer and to pone from every pair of scores before a deal.

    Parameters
    ----------
    variant
        Name or record of a game of two sides; another target than its own is allowed.
    stakes
        ``win`` for the chance of winning, or another name in `STAKES`.

    Returns
    -------
    ValueTables
        Arrays not to be modified.

    Raises
    ------
    RuleError
        Three players, an option that changes the points of a deal, or unknown stakes.
    TableError
        The table is missing or damaged.

    Notes
    -----
    **Estimated** from millions of deals, with standard errors; both sides lay away and play for points
    and do not know the score.

    Examples
    --------
    >>> tables = value_tables("six")
    >>> bool(0.55 < tables.dealer[0, 0] < 0.57)
    True
    """
    stake_named(stakes)
    record = _two_sided(variant)
    return _tables(record.name, record.target, stakes)


@cache
def _tables(name: str, target: int, stakes: str) -> ValueTables:
    """Return one table."""
    dealer, pone, dealer_se, pone_se = _solved(name, target)[stakes]
    taken = prizes(stakes, target)
    taken.setflags(write=False)
    return ValueTables(dealer, pone, dealer_se, pone_se, taken, stake_named(stakes).own_only)


@cache
def _solved(name: str, target: int) -> dict[str, Floats]:
    """Return values and standard errors by stakes, (4, target, target), read-only.

    They are solved once and kept in the user's cache: it then takes no compiler to answer.
    """

    def build() -> dict[str, Floats]:
        statistic, errors = shipped_race(name)
        values = solve_values(statistic.shares(), target, tuple(STAKES))
        if target != VARIANTS[name].target:
            errors = standard_errors(statistic, target, tuple(STAKES))
        found = {stakes: np.array([*values[stakes], *errors[stakes]]) for stakes in STAKES}
        np.clip(found["win"], 0.0, 1.0, out=found["win"])  # sums of shares miss 1 by their rounding
        return found

    key = f"clipped {manifest()[race_file(name)]['sha256']}"
    kept = cached_arrays(f"winprob-{name}-{target}", key, build)
    for array in kept.values():
        array.setflags(write=False)
    return kept


def win_prob(own: int, other: int, role: str, variant: str | Variant = "six") -> WinProb:
    """Return the chance of winning from a pair of scores before a deal.

    Parameters
    ----------
    own, other
        Scores of the own and the other side, from 0 to below the target.
    role
        ``dealer`` if the own side deals next, ``pone`` if the other does.
    variant
        Name or record of a game of two sides.

    Returns
    -------
    WinProb

    Raises
    ------
    RuleError
        A score or role that there is not, three players, or an option that changes the points of a deal.
    TableError
        The table is missing or damaged.

    Notes
    -----
    **Estimated**, as `value_tables`.

    Examples
    --------
    >>> answer = win_prob(120, 120, "pone")
    >>> bool(answer.win_prob < 0.5), answer.policies["play"]
    (True, 'expectation')
    """
    record = _two_sided(variant)
    state = check_scores(own, other, role, record.target)
    found = {}
    for name in STAKES:
        tables = value_tables(record, name)
        value, se = (tables.dealer, tables.dealer_se) if role == "dealer" else (tables.pone, tables.pone_se)
        found[name] = StakeValue(float(value[state]), float(se[state]))
    win = found.pop("win")
    return WinProb(record.name, own, other, role, *win, race_policies(record.name), found)


def race_policies(name: str) -> dict[str, str]:
    """Return what both sides lay away and how they play in the deals behind a variant's table."""
    entry = manifest()[race_file(name)]
    return {"discards": str(entry["discards"]), "play": str(entry["play"])}


def check_scores(own: int, other: int, role: str, target: int) -> tuple[int, int]:
    """Return the state before a deal, the dealer's score first.

    Raises
    ------
    RuleError
        A score or role that there is not.
    """
    for score in (own, other):
        if not is_whole(score):
            raise RuleError(f"a score is a whole number, not {score!r}")
        if not 0 <= score < target:
            raise RuleError(f"a score before a deal is 0 to {target - 1} here, not {score}")
    if role not in ROLES:
        raise RuleError(f"a role is {' or '.join(ROLES)}, not '{role}'")
    return (own, other) if role == "dealer" else (other, own)


def _two_sided(variant: str | Variant) -> Variant:
    """Return the record of a variant that has a table."""
    record = variant_record(variant)
    if record.name not in TWO_SIDED:
        raise RuleError(
            f"'{record.name}' has no table of the chance of winning, it is one of two sides: "
            f"{', '.join(TWO_SIDED)}; 'cribstat simulate --variant {record.name} --scores S,S,S' plays on"
        )
    changed = sorted(set(changed_options(record)) - NEUTRAL)
    if changed:
        raise RuleError(f"no table of the chance of winning knows '{changed[0]}' changed from its default")
    return record
