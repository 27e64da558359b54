"""Learning from a log, with five cards: counts, shares, the fit, the policy, and what is refused."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from functools import cache
from itertools import combinations
from math import exp, inf, log, sqrt
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

import naive
from cribstat import rank_discards
from cribstat.cards import CardError, HandError
from cribstat.crib import PolicyCrib
from cribstat.policies import Policy, PolicyError, best_hand
from cribstat.policies.against import policy_crib
from cribstat.policies.against_solved import solved_values
from cribstat.policies.classes import look_up
from cribstat.policies.learning import TEMPERATURES, Learnt, PairCount, learn_policy
from cribstat.policies.learnt import describe_learnt, read_learnt
from cribstat.policies.log import read_log
from cribstat.policies.names import named_policy
from cribstat.policies.solved import solved_policy

Cards = NDArray[np.uint8]
ROLE = "pone"


def random_deals(count: int, seed: int) -> Cards:
    rng = np.random.default_rng(seed)
    return np.array([rng.permutation(52)[:5] for _ in range(count)], dtype=np.uint8)


def drawn(deals: Cards, shares: NDArray[np.float64], seed: int) -> Cards:
    """Draw a discard of each deal by its shares."""
    picked = np.random.default_rng(seed).random((len(deals), 1)) * shares.sum(axis=1, keepdims=True)
    ways = (shares.cumsum(axis=1) > picked).argmax(axis=1)
    return np.take_along_axis(deals, np.array(list(combinations(range(5), 2)))[ways], axis=1)


@cache
def player(name: str) -> Policy:
    """Return a five-card policy of pone."""
    return best_hand(ROLE, 5) if name == "best-hand" else solved_policy(ROLE, 5, play=False)


@cache
def log_of(name: str, count: int = 600) -> tuple[Cards, Cards]:
    """Return a log of a named policy as pone."""
    deals = random_deals(count, 11)
    return deals, drawn(deals, player(name).laid_away(deals), 12)


@cache
def learnt_from(name: str) -> Learnt:
    return learn_policy(*log_of(name), ROLE)


def pair_class(cards: tuple[int, ...]) -> tuple[int, int, bool]:
    low, high = sorted(card // 4 for card in cards)
    return low, high, cards[0] % 4 == cards[1] % 4


def by_class(learnt: Learnt) -> dict[tuple[int, int, bool], PairCount]:
    return {(pair.low, pair.high, pair.suited): pair for pair in learnt.pairs}


# -- counts and shares -----------------------------------------------------------------------------


def test_counts_equal_plain_counting() -> None:
    deals, discards = log_of("best-hand")
    held: Counter[tuple[int, int, bool]] = Counter()
    for deal in deals.tolist():
        held.update({pair_class(pair) for pair in combinations(deal, 2)})
    laid = Counter(pair_class(tuple(pair)) for pair in discards.tolist())
    expected: Counter[tuple[int, int, bool]] = Counter()
    for deal, row in zip(
        deals.tolist(), solved_policy(ROLE, 5, play=False).laid_away(deals).tolist(), strict=True
    ):
        for pair, share in zip(combinations(deal, 2), row, strict=True):
            expected[pair_class(pair)] += share  # type: ignore[assignment]
    found = by_class(learnt_from("best-hand"))
    assert len(found) == len(learnt_from("best-hand").pairs) == 169
    for kind, pair in found.items():
        assert (pair.held_n, pair.laid_n) == (held[kind], laid[kind])
        assert pair.expected_n == pytest.approx(expected[kind], abs=1e-9)


def test_shares_of_a_class_by_hand() -> None:
    pair = PairCount(4, 10, False, held_n=40, laid_n=10, expected_n=4.0, model_n=6.0)
    assert (pair.share, pair.expected_share) == (0.25, 0.1)
    assert pair.share_se == pytest.approx(sqrt(0.25 * 0.75 / 40))
    assert pair.smoothed_share(10) == pytest.approx((10 + 1) / 50)
    assert pair.factor(10) == 20 / 16
    assert pair.factor(30) == 40 / 36
    never = PairCount(0, 0, False, 0, 0, 0.0, 0.0)
    assert (never.share, never.share_se, never.expected_share, never.smoothed_share(10)) == (None,) * 4
    assert never.factor(10) == 1


@cache
def solved_dealer() -> PolicyCrib:
    return policy_crib(
        solved_policy("dealer", 5, play=False), "solved", "the dealer plays the solved policy", dealt=5
    )


def solved_totals(deal: list[int]) -> list[float]:
    """Return what each discard of a deal is worth to pone, from the question about that deal alone."""
    ranking = rank_discards(deal, ROLE, variant="five", crib_model=solved_dealer(), play=False)
    totals = {row.discard: row.total_ev for row in ranking.rows}
    return [totals[tuple(naive.text(pair).split())] for pair in combinations(deal, 2)]


def test_temperature_and_model_equal_a_plain_fit() -> None:
    deals = random_deals(8, 21)
    totals = [solved_totals(deal) for deal in deals.tolist()]
    discards = drawn(deals, np.exp(np.array(totals) / 0.4), 22)
    chosen = [
        list(combinations(deal, 2)).index(tuple(pair))
        for deal, pair in zip(deals.tolist(), discards.tolist(), strict=True)
    ]

    def likelihood(temperature: float) -> float:
        return sum(
            values[way] / temperature - log(sum(exp(value / temperature) for value in values))
            for values, way in zip(totals, chosen, strict=True)
        )

    warm = [temperature for temperature in TEMPERATURES if temperature > 0.03]
    best = max(warm, key=likelihood)
    found = learn_policy(deals, discards, ROLE)
    assert found.temperature == best
    assert found.log_likelihood == pytest.approx(likelihood(best), abs=1e-6)
    accepted = [one for one in warm if likelihood(one) >= likelihood(best) - 1.92]
    assert (found.temperature_low, found.temperature_high) == (accepted[0], accepted[-1])
    model: Counter[tuple[int, int, bool]] = Counter()
    for deal, values in zip(deals.tolist(), totals, strict=True):
        weights = [exp(value / best) for value in values]
        for pair, weight in zip(combinations(deal, 2), weights, strict=True):
            model[pair_class(pair)] += weight / sum(weights)  # type: ignore[assignment]
    for kind, count in by_class(found).items():
        assert count.model_n == pytest.approx(model[kind], abs=1e-6)


def test_the_temperature_of_a_softmax_is_found_again() -> None:
    deals = random_deals(3000, 31)
    values = look_up(solved_values(ROLE, 5), deals)
    found = learn_policy(deals, drawn(deals, np.exp(values / 0.5), 32), ROLE)
    assert found.temperature_low <= 0.5 * 2 ** (1 / 8)
    assert found.temperature_high >= 0.5 / 2 ** (1 / 8)
    assert found.temperature_low > 0.4
    assert found.temperature_high < 0.6


# -- the policy ------------------------------------------------------------------------------------


def test_an_empty_log_gives_the_solved_policy_back() -> None:
    nothing = np.empty((0, 5), dtype=np.uint8)
    found = learn_policy(nothing, nothing[:, :2], ROLE)
    assert (found.deals_n, found.temperature, found.log_likelihood) == (0, 0.0, 0.0)
    assert (found.temperature_low, found.temperature_high) == (0.0, TEMPERATURES[-1])
    assert found.policy().digest == solved_policy(ROLE, 5, play=False).digest


def test_a_log_of_the_solved_policy_gives_it_back() -> None:
    found = learnt_from("solved")
    assert found.temperature == 0
    assert all(pair.factor(10) == pytest.approx(1, abs=0.1) for pair in found.pairs)
    deals = log_of("solved")[0]
    gap = found.policy().laid_away(deals) - solved_policy(ROLE, 5, play=False).laid_away(deals)
    assert np.abs(gap).sum(axis=1).mean() < 0.01


def test_what_is_learnt_is_nearer_to_the_player_than_the_solved_policy() -> None:
    found = learnt_from("best-hand")
    policy = found.policy("mine")
    assert (policy.name, policy.role, policy.dealt) == ("mine", ROLE, 5)
    assert "600 deals" in policy.statement
    assert found.temperature > 0.1
    fresh = random_deals(2000, 41)
    other = drawn(fresh, player("best-hand").laid_away(fresh), 42)
    assert score(policy, fresh, other) > score(solved_policy(ROLE, 5, play=False), fresh, other) + 0.05


def score(policy: Policy, deals: Cards, discards: Cards) -> float:
    """Return the mean Brier score, turned round, of what a policy foresees of a log."""
    chosen = np.array(
        [
            list(combinations(deal, 2)).index(tuple(pair))
            for deal, pair in zip(deals.tolist(), discards.tolist(), strict=True)
        ]
    )
    shares = policy.laid_away(deals)
    return float((2 * shares[np.arange(len(deals)), chosen] - (shares**2).sum(axis=1)).mean())


def test_shares_of_one_deal_are_softmax_times_factor() -> None:
    found = learnt_from("best-hand")
    policy, kinds = found.policy(), by_class(found)
    deals = random_deals(6, 51)
    gaps = []
    for deal in deals.tolist():
        weights = [
            exp((total - 10) / found.temperature) * kinds[pair_class(pair)].factor(10)
            for total, pair in zip(solved_totals(deal), combinations(deal, 2), strict=True)
        ]
        want = np.array(weights) / sum(weights)
        gaps.append(policy.laid_away(np.array([deal], dtype=np.uint8))[0] - want)
    assert np.abs(gaps).max() < 0.25
    assert np.abs(np.sum(gaps, axis=0)).max() < 0.75


@pytest.mark.parametrize(
    ("deals", "discards", "options", "error"),
    [
        ([[0, 1, 2, 3, 4, 5]], [[0, 1]], {"role": "banker"}, PolicyError),
        ([[0, 1, 2, 3, 4, 5]], [[0, 1]], {"smoothing": 0}, PolicyError),
        ([[0, 1, 2, 3, 4, 5]], [[0, 1]], {"smoothing": inf}, PolicyError),
        ([[0, 1, 2, 3, 4, 5]], [[0, 6]], {}, PolicyError),
        ([[0, 1, 2, 3, 4, 5]], [[1, 1]], {}, PolicyError),
        ([[0, 1, 2, 3, 4, 5]], [[0, 1], [0, 1]], {}, PolicyError),
        ([[0, 1, 2, 3]], [[0, 1]], {}, HandError),
        ([[0, 1, 2, 3, 4, 4]], [[0, 1]], {}, HandError),
        ([[0, 1, 2, 3, 4, 52]], [[0, 1]], {}, CardError),
    ],
)
def test_logs_in_arrays_that_are_refused(
    deals: object, discards: object, options: dict[str, object], error: type[Exception]
) -> None:
    with pytest.raises(error):
        learn_policy(deals, discards, **({"role": ROLE} | options))  # type: ignore[arg-type]


# -- files -----------------------------------------------------------------------------------------


@cache
def written() -> str:
    return json.dumps(describe_learnt([learnt_from("best-hand")]))


def test_what_was_learnt_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    path.write_text(written())
    found = named_policy(path, ROLE)
    assert found.digest == learnt_from("best-hand").policy().digest
    assert found.name == str(path)
    with pytest.raises(PolicyError, match=r"mine\.json.*not of the dealer"):
        named_policy(path, "dealer")


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda found: found.update(format="another"), "format"),
        (lambda found: found.pop("roles"), "damaged"),
        (lambda found: found.update(roles={}), "no policy"),
        (lambda found: found.update(variant="seven"), "seven"),
        (lambda found: found.update(variant="six"), "learn it again"),
        (lambda found: found["roles"]["pone"].update(digest="0"), "learn it again"),
        (lambda found: found["roles"]["pone"].update(deals_n=7), "7 deals"),
        (lambda found: found["roles"]["pone"].update(smoothing=0), "smoothing"),
        (lambda found: found["roles"]["pone"].update(temperature="warm"), "warm"),
        (lambda found: found["roles"]["pone"]["pairs"].pop(), "classes of pairs"),
        (lambda found: found["roles"]["pone"]["pairs"][3].update(laid_n=-1), "cannot be"),
        (lambda found: found["roles"]["pone"]["pairs"][3].update(pair="A-X"), "damaged"),
        (lambda found: found["roles"].update(banker=found["roles"].pop("pone")), "banker"),
    ],
)
def test_files_of_what_was_learnt_that_are_refused(
    spoil: Callable[[dict[str, object]], object], said: str, tmp_path: Path
) -> None:
    content = json.loads(written())
    spoil(content)
    path = tmp_path / "mine.json"
    path.write_text(json.dumps(content))
    with pytest.raises(PolicyError, match=said) as caught:
        read_learnt(path)
    assert "mine.json" in str(caught.value)


def test_a_log_is_read_by_role(tmp_path: Path) -> None:
    path = tmp_path / "deals.csv"
    path.write_text(
        "Date,Role,deal,Discard\n"
        "Monday,dealer,5h 5d Js Qc 6c 7d,7d 6C\n\n"
        'Tuesday,PONE,"AH, 2h 3h 4h 5h 6h",ah6h\n',
        encoding="utf-8-sig",
    )
    logs = read_log(path)
    assert list(logs) == ["dealer", "pone"]
    assert logs["dealer"].deals.tolist() == [naive.cards("5H 5D JS QC 6C 7D")]
    assert logs["dealer"].discards.tolist() == [naive.cards("7D 6C")]
    assert logs["pone"].deals.tolist() == [naive.cards("AH 2H 3H 4H 5H 6H")]
    path.write_text("role,deal,discard\n")
    assert read_log(path)["dealer"].deals.shape == (0, 6)
    path.write_text("role,deal,discard\ndealer,5h 5d Js Qc 6c,6c 5h\n")
    assert read_log(path, 5)["dealer"].deals.tolist() == [naive.cards("5H 5D JS QC 6C")]


GOOD = "pone,5h 5d Js Qc 6c 7d,6c 7d"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "columns role, deal, discard"),
        ("role,deal\n", "columns"),
        ("role,deal,discard,role\n", "columns"),
        (f"role,deal,discard\n{GOOD}\nbanker,5h 5d Js Qc 6c 7d,6c 7d\n", "line 3: .*banker"),
        (f"role,deal,discard\n\n{GOOD}\npone,5h 5d Js Qc 6c 7x,6c 7d\n", "line 4: deal.*7x"),
        ("role,deal,discard\npone,5h 5d Js Qc 6c 5h,6c 5h\n", "line 2: deal.*5h"),
        ("role,deal,discard\npone,5h 5d Js Qc 6c,6c 5h\n", "line 2: a deal has 6 cards, not 5"),
        ("role,deal,discard\npone,5h 5d Js Qc 6c 7d,6c\n", "line 2: a discard has 2 cards, not 1"),
        (
            "role,deal,discard\npone,5h 5d Js Qc 6c 7d,6c 8d\n",
            "line 2: the discard '6c 8d' is not of the deal",
        ),
        ("role,deal,discard\npone,5 5 J Q 6 7,6c 7d\n", "line 2: deal.*suit"),
        (f"role,deal,discard\n{GOOD},late\n", "line 2: it has 4 cells"),
        (f"role,deal,discard\nx,y,z\n{GOOD}\nx,y,z\n,,\n", r"line 2: .*'x' \(and 2 more bad rows\)"),
        (f'role,deal,discard\n{GOOD}\npone,"5h\n', "line 3 is no CSV"),
    ],
)
def test_logs_that_are_refused(text: str, said: str, tmp_path: Path) -> None:
    path = tmp_path / "deals.csv"
    path.write_text(text)
    with pytest.raises(PolicyError, match=said) as caught:
        read_log(path)
    assert "deals.csv" in str(caught.value)


def test_logs_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(PolicyError, match=r"nowhere\.csv"):
        read_log(tmp_path / "nowhere.csv")
    (tmp_path / "deals.csv").write_bytes(b"role,deal,discard\n\xff\xfe\n")
    with pytest.raises(PolicyError, match=r"deals\.csv"):
        read_log(tmp_path / "deals.csv")
