"""Learn a policy from a log of deals and discards.

The model, in plain words. A player of a role is taken to know what each discard of his deal is worth in hand
and crib against the solved opponent (``solved-no-play``: the play is left out here), and to lay the better
ones away more often: the shares of the discards of a deal are a softmax of their points, that is, one point
more makes a discard exp(1 / temperature) times as likely. At temperature 0 he plays the solved policy itself.
On top of that he likes or dislikes classes of pairs, by their two ranks and suitedness: the share of a
discard is multiplied by its class's factor

    (laid_n + smoothing) / (model_n + smoothing),

`laid_n` being how often such a pair was laid away in the log, `model_n` how often the softmax would have laid
it away on those very deals; the shares of a deal are then scaled to add up to one. The smoothing, 10 unless
told otherwise, is how many discards as the model has them are mixed in: a class seen little keeps a factor
near 1. So a log that is empty, or was played by the solved policy, gives the solved policy back.

Points and expected numbers are **exact** for the policies they are against. The temperature is **estimated**,
by likelihood on the grid `TEMPERATURES`, before there are any factors; with it go the temperatures that the
log does not reject at the 5 % level (log likelihood within 1.92 of the best). Shares are **estimated**; their
standard error is that of a binomial with each deal on its own.
"""

from dataclasses import dataclass
from math import sqrt

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cribstat.kernels.enumeration import discard_positions
from cribstat.kernels.patterns import RANKS
from cribstat.policies.against_solved import solved_digest, solved_values
from cribstat.policies.classes import LAID_AWAY, PAIR_KINDS, deal_pack, pair_kinds, ways_in_class
from cribstat.policies.policy import Policy, PolicyError, refuse_role
from cribstat.policies.solved import solved_policy
from cribstat.scoring import checked_array, refuse_repeats

SMOOTHING = 10.0
TEMPERATURES = (0.0, *(0.01 * 2 ** (step / 4) for step in range(41)))
REJECTED = 3.84 / 2
PAIRS = tuple(
    (low, high, suited)
    for low in range(RANKS)
    for high in range(low, RANKS)
    for suited in (False, True)[: 1 + (low != high)]
)
_KINDS = np.array([2 * (RANKS * low + high) + suited for low, high, suited in PAIRS])
Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class PairCount:
    """One class of pairs in a log, for one role.

    Attributes
    ----------
    low, high, suited
        The class: two ranks, and whether the cards are of one suit.
    held_n, laid_n
        Deals that hold such a pair, and deals in which one was laid away.
    expected_n, model_n
        How many times the solved policy, and the softmax without factors, would have laid such a pair
        away on those very deals; exact.
    """

    low: int
    high: int
    suited: bool
    held_n: int
    laid_n: int
    expected_n: float
    model_n: float

    @property
    def share(self) -> float | None:
        """Share of the deals holding such a pair in which it was laid away; None where none holds it."""
        return self.laid_n / self.held_n if self.held_n else None

    @property
    def share_se(self) -> float | None:
        """Standard error of `share`."""
        share = self.share
        return None if share is None else sqrt(share * (1 - share) / self.held_n)

    @property
    def expected_share(self) -> float | None:
        """What `share` would be under the solved policy on those very deals; exact."""
        return self.expected_n / self.held_n if self.held_n else None

    def smoothed_share(self, smoothing: float) -> float | None:
        """Return `share` with so many more deals as the solved policy plays them; estimated."""
        expected = self.expected_share
        if expected is None:
            return None
        return (self.laid_n + smoothing * expected) / (self.held_n + smoothing)

    def factor(self, smoothing: float) -> float:
        """Return what the shares of such discards are multiplied by; estimated."""
        return (self.laid_n + smoothing) / (self.model_n + smoothing)


@dataclass(frozen=True, slots=True)
class Learnt:
    """What was learnt of one role (the model is told in the module).

    Attributes
    ----------
    role
        Whose discards.
    dealt
        Cards of a deal, 6 or 5.
    deals_n
        Deals in the log.
    smoothing
        See `factor`.
    temperature
        In points, the likeliest of `TEMPERATURES`; the least where several are.
    temperature_low, temperature_high
        The least and the greatest temperature that the log does not reject.
    log_likelihood
        Of the log at that temperature, natural.
    digest
        `solved_digest`: which solved policies it was learnt against.
    pairs
        The 169 classes of pairs, by low rank, high rank, unsuited before suited.
    """

    role: str
    dealt: int
    deals_n: int
    smoothing: float
    temperature: float
    temperature_low: float
    temperature_high: float
    log_likelihood: float
    digest: str
    pairs: tuple[PairCount, ...]

    def policy(self, name: str = "learnt", *, threads: int = 1) -> Policy:
        """Return the policy of the model over all deals, shares rounded as in `Policy.from_shares`."""
        factors = np.ones(PAIR_KINDS)
        factors[_KINDS] = [pair.factor(self.smoothing) for pair in self.pairs]
        own = solved_policy(self.role, self.dealt, play=False)
        statement = f"learnt from {self.deals_n} deals, smoothed towards the solved policy"
        if self.temperature == 0 and np.allclose(factors, 1, rtol=1e-9, atol=0):
            return Policy(name, self.role, statement, own.codes, own.mix, own.denominator, self.dealt)
        shares = np.exp(
            _log_shares(self.temperature, own.shares(), solved_values(self.role, self.dealt, threads))
        )
        shares *= factors[pair_kinds(deal_pack(self.dealt).deals)]
        return Policy.from_shares(name, self.role, statement, shares, self.dealt)


def learn_policy(
    deals: ArrayLike, discards: ArrayLike, role: str, *, smoothing: float = SMOOTHING, threads: int = 1
) -> Learnt:
    """Learn what a role lays away from deals and discards.

    Parameters
    ----------
    deals
        Card ids, (n, 6) or (n, 5), in any order within a row.
    discards
        Card ids, (n, 2): what was laid away of each deal.
    role
        ``dealer`` or ``pone``.
    smoothing
        How many discards as the model has them are mixed into each class of pairs, above zero.
    threads
        Threads to work in; the result does not depend on it.

    Returns
    -------
    Learnt

    Raises
    ------
    PolicyError
        An unknown role, a smoothing that is not above zero, or a discard that is not of its deal.
    CardError, HandError
        A number is no card, a card stands twice, or a shape is wrong.

    Notes
    -----
    See the module for the model, and for what is exact and what is estimated.
    """
    refuse_role(role)
    if not (np.isfinite(smoothing) and smoothing > 0):
        raise PolicyError(f"the smoothing is a number above zero, not {smoothing}")
    dealt = 5 if np.shape(deals)[1:] == (5,) else 6
    rows = checked_array(deals, "deals", dealt)
    refuse_repeats(rows, "deals")
    chosen = _chosen_ways(rows, checked_array(discards, "discards", LAID_AWAY))
    classes, ways = ways_in_class(rows)
    own = solved_policy(role, dealt, play=False)
    expected = np.take_along_axis(own.shares(classes), ways, axis=1)
    values = solved_values(role, dealt, threads)[classes[:, None], ways]
    likelihoods = np.array(
        [
            _log_shares(temperature, expected, values)[np.arange(len(rows)), chosen].sum()
            for temperature in TEMPERATURES
        ]
    )
    best = int(likelihoods.argmax())
    accepted = np.flatnonzero(likelihoods >= likelihoods[best] - REJECTED)
    model = np.exp(_log_shares(TEMPERATURES[best], expected, values))
    return Learnt(
        role=role,
        dealt=dealt,
        deals_n=len(rows),
        smoothing=float(smoothing),
        temperature=TEMPERATURES[best],
        temperature_low=TEMPERATURES[accepted[0]],
        temperature_high=TEMPERATURES[accepted[-1]],
        log_likelihood=float(likelihoods[best]),
        digest=solved_digest(dealt),
        pairs=_count_pairs(pair_kinds(rows), chosen, expected, model),
    )


def _log_shares(temperature: float, solved: Floats, values: Floats) -> Floats:
    """Return the logarithms of the shares of discards (n, discards) at a temperature, without factors."""
    if temperature == 0:
        with np.errstate(divide="ignore"):
            return np.log(solved)
    gaps = (values - values.max(axis=1, keepdims=True)) / temperature
    logs: Floats = gaps - np.log(np.exp(gaps).sum(axis=1, keepdims=True))
    return logs


def _chosen_ways(deals: NDArray[np.uint8], discards: NDArray[np.uint8]) -> NDArray[np.intp]:
    """Return the number of each discard among those of its deal.

    Raises
    ------
    PolicyError
        A discard is not two cards of its deal.
    """
    if len(discards) != len(deals):
        raise PolicyError(f"there are {len(deals)} deals and {len(discards)} discards")
    away = (deals[:, :, None] == discards[:, None, :]).any(axis=2)
    foreign = np.flatnonzero(away.sum(axis=1) != LAID_AWAY)
    if len(foreign):
        raise PolicyError(f"the discard of row {foreign[0]} is not two cards of its deal")
    first, second = discard_positions(deals.shape[1], LAID_AWAY).T
    chosen: NDArray[np.intp] = (away[:, first] & away[:, second]).argmax(axis=1)
    return chosen


def _count_pairs(
    kinds: NDArray[np.int64], chosen: NDArray[np.intp], expected: Floats, model: Floats
) -> tuple[PairCount, ...]:
    """Count the classes of pairs of a log; `kinds`, `expected` and `model` are (n, discards)."""
    rows = np.arange(len(kinds))
    held = np.unique(kinds + PAIR_KINDS * rows[:, None]) % PAIR_KINDS

    def count(which: NDArray[np.int64], weights: Floats | None = None) -> NDArray[np.float64]:
        counts: NDArray[np.float64] = np.bincount(which.ravel(), weights, minlength=PAIR_KINDS)[_KINDS]
        return counts

    counts = zip(
        count(held).tolist(),
        count(kinds[rows, chosen]).tolist(),
        count(kinds, expected.ravel()).tolist(),
        count(kinds, model.ravel()).tolist(),
        strict=True,
    )
    return tuple(PairCount(*pair, *numbers) for pair, numbers in zip(PAIRS, counts, strict=True))
