"""Prices of old advice about the play, against sums made one keep at a time."""

from __future__ import annotations

from itertools import product
from math import comb

import numpy as np
import pytest

from cribstat.equilibrium import maxims
from cribstat.equilibrium.deal import keep_frequencies
from cribstat.policies import deal_pack
from cribstat.policies.shipped import play_means, reply_nets, reply_table
from cribstat.policies.solved import solved_policy
from cribstat.tables import strategy_table

RANKS = "A23456789TJQK"
ROWS = strategy_table("leads_five")
KEEPS = [row["keep"].split() for row in ROWS]
PONE = [float(row["pone_share"]) for row in strategy_table("play_five")]
SIX = pytest.param(6, marks=pytest.mark.exhaustive)


def worth(card: str) -> int:
    return min(RANKS.index(card) + 1, 10)


def average(pairs: list[tuple[float, float]]) -> float:
    """Return the mean of (number, weight)."""
    return sum(number * weight for number, weight in pairs) / sum(weight for _, weight in pairs)


@pytest.mark.parametrize("rank", RANKS)
def test_lead_prices(rank: str) -> None:
    nets, losses, led, share = [], [], [], 0.0
    for row, keep, weight in zip(ROWS, KEEPS, PONE, strict=True):
        if rank in keep and len(set(keep)) > 1:
            best = max(float(row[f"net_{card}"]) for card in keep)
            nets.append((float(row[f"net_{rank}"]), weight))
            losses.append((best - float(row[f"net_{rank}"]), weight))
            led.append((int(row[rank]) / 10_000, weight))
            share += weight
    prices, place = maxims.lead_prices(5), RANKS.index(rank)
    want = [share, average(led), average(nets), average(losses)]
    assert [column[place] for column in prices] == pytest.approx(want, abs=1e-9)


@pytest.mark.parametrize("rank", RANKS)
def test_leads_from_a_pair(rank: str) -> None:
    gains = []
    for row, keep, weight in zip(ROWS, KEEPS, PONE, strict=True):
        if keep.count(rank) == 2:
            (other,) = [card for card in keep if card != rank]
            gains.append((float(row[f"net_{rank}"]) - float(row[f"net_{other}"]), weight))
    contest, place = maxims.lead_contest(dealt=5), RANKS.index(rank)
    assert contest.open[place] == pytest.approx(sum(weight for _, weight in gains))
    assert contest.gain[place] == pytest.approx(average(gains))


def test_two_pairs_are_no_lead_from_a_pair() -> None:
    share = sum(
        float(row["pone_share"])
        for row in strategy_table("play_six")
        if row["keep"].split().count("4") == 2 and len(set(row["keep"].split())) == 3
    )
    assert maxims.lead_contest().open[3] == pytest.approx(share)


@pytest.mark.parametrize("total", [5, 11, 20])
def test_two_that_make_a_sum(total: int) -> None:
    flags = dict(
        zip([tuple(keep) for keep in KEEPS], maxims.make_together(total, 5)[_possible()], strict=True)
    )
    for keep, flag in flags.items():
        sums = {worth(keep[i]) + worth(keep[j]) for i, j in ((0, 1), (0, 2), (1, 2))}
        assert flag == (total in sums), keep


def _possible() -> np.ndarray:
    return ~np.isnan(play_means("pone", 5).own)


@pytest.mark.parametrize("role", ["dealer", "pone"])
def test_the_price_of_a_sum(role: str) -> None:
    price, means = maxims.keeps_together(11, role, 5), play_means(role, 5)
    flags = maxims.make_together(11, 5)
    used = _possible()
    assert price.share == pytest.approx(means.share[flags & used].sum(), abs=1e-6)
    got = [np.average(means.other[part], weights=means.share[part]) for part in (flags & used, ~flags & used)]
    assert price.other == pytest.approx(got[0] - got[1], abs=1e-12)
    # Were the points a sum over the ranks and the two cards, the fit would find just that.
    counts = np.array([[keep.count(rank) for rank in RANKS] for keep in KEEPS])
    made = counts @ np.arange(13.0) + 0.25 * flags[used]
    fitted = np.linalg.lstsq(np.column_stack([counts, flags[used]]), made, rcond=None)[0]
    assert fitted[-1] == pytest.approx(0.25)
    residue = means.own[used] - price.own_beside * flags[used]
    weights = means.share[used]
    left = np.linalg.lstsq(counts * np.sqrt(weights)[:, None], residue * np.sqrt(weights), rcond=None)[0]
    across = weights * (residue - counts @ left) * flags[used]
    assert across.sum() == pytest.approx(0, abs=1e-9)


def test_replies_are_of_one_kind() -> None:
    kinds = maxims.reply_kinds()
    assert tuple(kinds) == maxims.REPLIES
    assert (sum(flags.astype(int) for flags in kinds.values()) == 1).all()
    for lead, reply in product(RANKS, RANKS):
        apart = abs(RANKS.index(lead) - RANKS.index(reply))
        points = "pair" if lead == reply else "fifteen" if worth(lead) + worth(reply) == 15 else None
        want = points or ("on" if apart < 3 else "off")
        assert kinds[want][RANKS.index(lead), RANKS.index(reply)], (lead, reply)


def joint(dealt: int) -> np.ndarray:
    """Return the share of deals in which both sides hold two keeps."""
    counts = np.array([[keep.count(rank) for rank in RANKS] for keep in KEEPS])
    ways = np.array([[comb(4, count) for count in keep] for keep in counts.tolist()]).prod(axis=1)
    # Cards of a rank that are held by the one, and then by the other: ways to draw both.
    draws = np.array([[comb(4, one) * comb(4 - one, other) for other in range(4)] for one in range(4)])
    out = draws[counts[:, None, :], counts[None, :, :]].prod(axis=2).astype(np.float64)
    for role, axis in (("pone", 1), ("dealer", 0)):
        policy = solved_policy(role, dealt)
        kept = keep_frequencies(deal_pack(dealt), policy.parts)[_possible()]
        shares = (0.999 * kept + 0.001 * ways / comb(52, 3)) / ways
        out *= np.expand_dims(shares, axis)
    return out / out.sum()


@pytest.fixture(scope="module")
def together() -> np.ndarray:
    return joint(5)


def test_who_meets_whom(together: np.ndarray) -> None:
    held = np.array([[rank in keep for rank in RANKS] for keep in KEEPS])
    led = np.array([[int(row[rank]) / 10_000 for rank in RANKS] for row in ROWS])
    another = np.array([[keep.count(rank) > 1 for rank in RANKS] for keep in KEEPS])
    can_pair = led * (together @ held)
    assert maxims.another_held(5) == pytest.approx(
        (can_pair * another).sum(axis=0) / can_pair.sum(axis=0), abs=1e-6
    )
    five = held[:, 4]
    tens = held[:, 9:].any(axis=1)
    assert maxims.reply_chances(5)["fifteen"][4] == pytest.approx(
        together[np.ix_(five, tens)].sum() / together[five].sum(), abs=1e-9
    )


def test_a_contest_of_replies(together: np.ndarray) -> None:
    lead = 7  # an eight
    kinds = maxims.reply_kinds()
    points = kinds["pair"] | kinds["fifteen"]
    contest = maxims.reply_contest(kinds["on"], kinds["off"], points, 5)
    led = np.array([int(row[RANKS[lead]]) / 10_000 for row in ROWS])
    shares, nets = (table(5)[lead][_possible()] for table in (reply_table, reply_nets))
    met, gains, taken = led @ together, [], []
    for place, keep in enumerate(KEEPS):
        near, far = (set(keep) & set(ranks) for ranks in ("69T", "A2345JQK"))
        if near and far and not set(keep) & {"8", "7"}:
            best = [max(nets[place, RANKS.index(card)] for card in cards) for cards in (near, far)]
            gains.append((best[0] - best[1], met[place]))
            taken.append((sum(shares[place, RANKS.index(card)] for card in near), met[place]))
    want = [sum(weight for _, weight in gains), average(taken), average(gains)]
    assert [column[lead] for column in contest] == pytest.approx(want, abs=1e-6)
    assert contest.over([lead]) == pytest.approx(want, abs=1e-6)
    seven, eight = (np.array([column[rank] for column in contest]) for rank in (6, 7))
    share = seven[0] + eight[0]
    mean = (seven[0] * seven[1:] + eight[0] * eight[1:]) / share
    assert contest.over([6, 7]) == pytest.approx([share, *mean])


def test_means_of_replies(together: np.ndarray) -> None:
    led = np.array([[int(row[rank]) / 10_000 for rank in RANKS] for row in ROWS])
    for lead, row in enumerate(strategy_table("reply_means_five")):
        replied = (led[:, lead] @ together) @ reply_table(5)[lead][_possible()]
        shares = [float(row[rank]) for rank in RANKS]
        assert shares == pytest.approx(replied / replied.sum(), abs=2e-6), row["lead"]


@pytest.mark.parametrize("dealt", [5, SIX])
def test_values_of_replies_make_the_value_of_the_play(dealt: int) -> None:
    rows = strategy_table({5: "play_five", 6: "play_six"}[dealt])
    pone = sum(float(row["pone_share"]) * (float(row["pone_own"]) - float(row["pone_other"])) for row in rows)
    weights = maxims.lead_meets(dealt)
    replied = (reply_table(dealt) * np.nan_to_num(reply_nets(dealt))).sum(axis=2)
    assert weights.sum() == pytest.approx(1, abs=1e-6)
    # The dealer goes on in the best way: he gets as much as the play's value, or a little more.
    assert -1e-4 < (weights * replied).sum() + pone < 1e-3
