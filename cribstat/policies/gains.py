"""What a policy gives away in hand and crib: to a best responder, and to the opponent solved for these.

A side's value in one deal is its hand, plus the crib for the dealer and less it for pone, less the other's
hand: what one side gains the other loses. His heels are left out, which no discard changes, and the play: the
solved opponent here is ``solved-no-play``.
"""

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from cribstat.policies.against_solved import solved_values
from cribstat.policies.build import crib_sign, discard_values
from cribstat.policies.classes import class_average, class_hands
from cribstat.policies.policy import ROLES, Policy
from cribstat.policies.solved import solved_policy

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Exploit:
    """What the other side gets against a policy, in points a deal.

    Attributes
    ----------
    policy, role, dealt
        Name and role of the policy, and cards of a deal.
    hand_ev
        Mean hand of the policy.
    best_ev
        Value of the other side's best response: its hand, plus or minus the crib, less the policy's hand.
    solved_ev
        The same for the opponent solved for hand and crib (``solved-no-play``).
    game_ev
        The same where the two solved policies meet: what there is to be had without a mistake.
    """

    policy: str
    role: str
    dealt: int
    hand_ev: float
    best_ev: float
    solved_ev: float
    game_ev: float

    @property
    def best_gain(self) -> float:
        """What a best responder gains, above the value of the game."""
        return self.best_ev - self.game_ev

    @property
    def solved_gain(self) -> float:
        """What the solved opponent gains, above the value of the game."""
        return self.solved_ev - self.game_ev


def exploit(policy: Policy, *, threads: int = 1) -> Exploit:
    """Return what a best responder, and the solved opponent, gain against a policy.

    Parameters
    ----------
    policy
        Any policy.
    threads
        Threads to work in; the result does not depend on it.

    Returns
    -------
    Exploit

    Notes
    -----
    **Exact** to the rounding of doubles: both sides' whole deals, every start, every card removed. Some
    seconds.
    """
    other = solved_policy(ROLES[1 - policy.seat], policy.dealt, play=False)
    values = discard_values(policy, threads=threads)
    hand = mean_hand(policy)
    return Exploit(
        policy=policy.name,
        role=policy.role,
        dealt=policy.dealt,
        hand_ev=hand,
        best_ev=class_average(policy.dealt, values.max(axis=1)) - hand,
        solved_ev=_worth(other, values) - hand,
        game_ev=crib_sign(other.role) * game_value(policy.dealt, threads),
    )


def mean_hand(policy: Policy) -> float:
    """Return the mean hand of a policy, points, over all deals and starts; exact to rounding."""
    return _worth(policy, class_hands(policy.dealt))


@cache
def game_value(dealt: int = 6, threads: int = 1) -> float:
    """Return the dealer's value where both play ``solved-no-play``, points a deal; pone's is its negative."""
    dealer, pone = (solved_policy(role, dealt, play=False) for role in ("dealer", "pone"))
    return _worth(dealer, solved_values("dealer", dealt, threads)) - mean_hand(pone)


def exploitability(dealer: Exploit, pone: Exploit) -> float:
    """Return the exploitability of a pair: the sum of both sides' best-response gains, in points a deal.

    A best response gains what it gets above what the pair's own policy gets there; the latter adds up to
    nothing over both sides.
    """
    return dealer.best_ev + pone.best_ev


def _worth(policy: Policy, values: Floats) -> float:
    """Return the mean over all deals of the values of what a policy lays away."""
    return class_average(policy.dealt, (policy.shares() * values).sum(axis=1))
