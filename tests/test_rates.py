"""Check the discards for other rates of exchange: what ships, which way they lean."""

from __future__ import annotations

import numpy as np
import pytest

from cribstat.policies import PolicyError, named_policy
from cribstat.policies.classes import deal_pack
from cribstat.policies.gains import mean_hand
from cribstat.policies.policy import ROLES, Policy
from cribstat.policies.rates import EVEN, RATES, most_frequent, rate_name, rate_policy
from cribstat.policies.solved import solved_policy


@pytest.mark.parametrize("role", ROLES)
def test_the_most_frequent_discard_has_the_largest_share(role: str) -> None:
    policy = solved_policy(role)
    some = np.random.default_rng(3).choice(np.flatnonzero(policy.codes >= 15), 2_000)
    orbits, chosen = deal_pack(6).orbits[some], most_frequent(policy)[some]
    mixes = 0
    for images, shares, choice in zip(orbits.tolist(), policy.shares(some), chosen.tolist(), strict=True):
        totals: dict[int, float] = {}
        for image, share in zip(images, shares.tolist(), strict=True):
            totals[image] = totals.get(image, 0.0) + share
        assert totals[choice] == max(totals.values())
        mixes += len([share for share in totals.values() if share > 0]) > 1
    assert mixes > 50


def test_dear_points_of_the_dealer_make_pone_starve_the_crib() -> None:
    hands, cribs = [], []
    dealer = solved_policy("dealer")
    for rate in RATES:
        pone = rate_policy(rate, "pone")
        hands.append(mean_hand(pone))
        cribs.append(float((dealer.shares() * pone.crib_means()).sum(axis=1) @ _weights(dealer)))
    assert hands == sorted(hands, reverse=True)
    assert cribs == sorted(cribs, reverse=True)


def _weights(policy: Policy) -> np.ndarray:
    """Return the shares of the classes of deals."""
    weights = deal_pack(policy.dealt).weights
    return weights / weights.sum(dtype=np.int64)


def test_rates_are_policies_by_name() -> None:
    policy = named_policy("rate-2-1", "pone")
    assert policy.name == rate_name((2, 1)) == "rate-2-1"
    assert (policy.codes == rate_policy((2, 1), "pone").codes).all()
    assert rate_policy(EVEN, "dealer").name == "solved"
    with pytest.raises(PolicyError, match=r"no rate \(5, 1\)"):
        rate_policy((5, 1), "pone")
