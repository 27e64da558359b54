"""The pair solved with the play: what ships of it, its points in answers, what counting them is worth."""

from __future__ import annotations

import csv
import io
import json
from functools import cache
from itertools import combinations

import numpy as np
import pytest

from commands import Inside, check_mistake
from cribstat import parse_cards, rank_deals, rank_discards
from cribstat.crib import ModelError
from cribstat.discards import play_deals
from cribstat.equilibrium import points_game
from cribstat.equilibrium.deal import keep_frequencies
from cribstat.equilibrium.discards import crib_means, policy_shares
from cribstat.equilibrium.play import PlaySolver, play_game, solve_play
from cribstat.policies import deal_pack
from cribstat.policies.build import best_discards, discard_values
from cribstat.policies.classes import class_average
from cribstat.policies.gains import mean_hand
from cribstat.policies.play_worth import play_worth
from cribstat.policies.shipped import (
    play_means,
    play_points,
    reply_nets,
    reply_table,
    solved_file,
    spread_keeps,
)
from cribstat.policies.solved import solved_policy
from cribstat.rules import variant
from cribstat.tables import manifest, read_table, strategy_table
from golden_files import PUBLISHED

README = (PUBLISHED.parent / "README.md").read_text(encoding="utf-8")
DEAL = "5h 5d Js Qc 6c 7d"
ROLES = ("pone", "dealer")
GAMES = [5, pytest.param(6, marks=pytest.mark.exhaustive)]
NAMES = {5: "five", 6: "six"}
RANKS = "A23456789TJQK"


def trace(dealt: int) -> dict[str, float]:
    """Read the last round of the solver."""
    name = solved_file(dealt).replace(".npz", "_trace.csv")
    rows = list(csv.DictReader(io.StringIO(read_table(name).decode())))
    return {key: float(value) for key, value in rows[-1].items()}


def net(row: dict[str, str], role: str) -> float:
    """Return own points less the other's of a row of the table of keeps."""
    return float(row[f"{role}_own"]) - float(row[f"{role}_other"])


# -- what ships ------------------------------------------------------------------------------------


@pytest.mark.parametrize("dealt", GAMES)
def test_the_manifest_says_what_the_policies_come_to(dealt: int) -> None:
    said, last = manifest()[solved_file(dealt)], trace(dealt)
    pone, dealer = (solved_policy(role, dealt) for role in ROLES)
    crib = class_average(dealt, (dealer.shares() * pone.crib_means(threads=2)).sum(axis=1))
    assert said["dealer_hand"] == pytest.approx(mean_hand(dealer), abs=1e-11)
    assert said["pone_hand"] == pytest.approx(mean_hand(pone), abs=1e-11)
    assert said["crib"] == pytest.approx(crib, abs=1e-11)
    assert said["exploitability"] == last["exploitability"] <= 0.02
    assert last["moved"] <= 0.01
    assert (pone.name, dealer.name) == ("solved", "solved")


@pytest.mark.parametrize("dealt", GAMES)
def test_discards_alone_gain_next_to_nothing_with_the_play_that_ships(dealt: int) -> None:
    """Totals are those of the trace; other discards gain less than the whole exploitability."""
    values = play_points("pone", dealt), play_points("dealer", dealt)
    game, last = points_game(dealt, values), trace(dealt)
    pone, dealer = (policy.parts for policy in (solved_policy(role, dealt) for role in ROLES))
    for seat, (own, other) in enumerate(((pone, dealer), (dealer, pone))):
        worth = game.values(seat, crib_means(game, other, 2))
        reached = game.mean((policy_shares(own) * worth).sum(axis=1))
        assert reached == pytest.approx(last[f"{ROLES[seat]}_total"], abs=2e-6)
        assert 0 <= game.mean(worth.max(axis=1)) - reached < last[f"{ROLES[seat]}_gain"]


@cache
def five_again() -> PlaySolver:
    """Solve the five-card play anew for the keeps of the discards that ship."""
    policies = (solved_policy(role, 5) for role in ROLES)
    pone, dealer = (keep_frequencies(deal_pack(5), policy.parts) for policy in policies)
    return solve_play(play_game(pone, dealer, held=3, single_series=True), target=0.001, iterations=300)


def test_the_five_card_play_solved_again_brings_the_same() -> None:
    rows = strategy_table("play_five")
    value = sum(float(row["pone_share"]) * net(row, "pone") for row in rows)
    other = sum(float(row["dealer_share"]) * net(row, "dealer") for row in rows)
    assert value == pytest.approx(-other, abs=1e-6)
    assert value == pytest.approx(trace(5)["play_value"], abs=1e-6)
    assert five_again().solution().value() == pytest.approx(value, abs=0.001)


@pytest.mark.parametrize("name", ["five", "six"])
def test_leads_and_replies_are_chances_of_cards_held(name: str) -> None:
    rows, size = strategy_table(f"leads_{name}"), {"five": 3, "six": 4}[name]
    keeps = strategy_table(f"play_{name}")
    assert [row["keep"] for row in rows] == [row["keep"] for row in keeps]
    value = 0.0
    for row, keep in zip(rows, keeps, strict=True):
        held = set(row["keep"].split())
        assert len(row["keep"].split()) == size
        assert sum(int(row[rank]) for rank in RANKS) == 10_000
        assert {rank for rank in RANKS if int(row[rank])} <= held
        assert {rank for rank in RANKS if row[f"net_{rank}"]} == held
        led = sum(int(row[rank]) / 10_000 * float(row[f"net_{rank}"]) for rank in held)
        # The best play from there on brings as much as the own strategy, or a little more.
        if float(keep["pone_share"]) > 1e-3:
            assert -1e-3 < led - net(keep, "pone") < 0.01
        value += float(keep["pone_share"]) * led
    assert -1e-4 < value - trace({"five": 5, "six": 6}[name])["play_value"] < 1e-3
    means = strategy_table(f"lead_means_{name}")
    assert sum(float(row["share"]) for row in means) == pytest.approx(1, abs=1e-5)
    assert max(means, key=lambda row: float(row["share"]))["lead"] == {"five": "J", "six": "4"}[name]
    replies, nets = reply_table(size + 2), reply_nets(size + 2)
    assert replies.shape == nets.shape == (13, len(play_points("dealer", size + 2)), 13)
    assert set(np.unique(replies.sum(axis=2).round(9))) <= {0, 1}
    # What is replied has a value, and is hardly worse than the best reply of the keep.
    for lead in range(13):
        met = ~np.isnan(nets[lead]).all(axis=1)
        assert met.sum() == len(rows) - (size == 4)  # four of the lead's rank
        got = (replies[lead, met] * np.nan_to_num(nets[lead, met])).sum(axis=1)
        lost = np.nanmax(nets[lead, met], axis=1) - got
        assert lost.min() > -1e-9
        share = play_means("dealer", size + 2).share[met]
        if float(means[lead]["share"]) > 0.01:
            assert np.average(lost, weights=share) < 0.004


# -- the points of the play in an answer -----------------------------------------------------------


@pytest.mark.parametrize("role", ROLES)
def test_totals_count_the_play_of_the_keep(role: str) -> None:
    sign = 1 if role == "dealer" else -1
    by_keep = {row["keep"]: net(row, role) for row in strategy_table("play_six")}
    ranking = rank_discards(DEAL, role)
    for row in ranking.rows:
        keep = " ".join(sorted((card[0] for card in row.keep), key=RANKS.index))
        assert row.play_ev == pytest.approx(by_keep[keep], abs=1e-12)
        assert row.total_ev == pytest.approx(row.hand_ev + sign * row.crib_ev + row.play_ev, abs=1e-12)
    totals = [row.total_ev for row in ranking.rows]
    assert totals == sorted(totals, reverse=True)
    bare = rank_discards("5 5 J Q 6 7", role)
    assert {row.play_ev for row in bare.rows} == {row.play_ev for row in ranking.rows}


def test_the_play_counts_where_it_is_solved_or_asked_for() -> None:
    for model in ("solved-no-play", "uniform", "hessel", "policy:best-hand"):
        plain = rank_discards(DEAL, "dealer", crib_model=model, play=False)
        by_default = rank_discards(DEAL, "dealer", crib_model=model).method["play_ev"]
        assert by_default == ("approximate" if model.startswith("policy:") else None)
        assert {row.play_ev for row in plain.rows} == {None}
        assert plain.method["play_ev"] is None
        asked = rank_discards(DEAL, "dealer", crib_model=model, play=True)
        assert asked.method["play_ev"] == "approximate"
        by_discard = {row.discard: row for row in plain.rows}
        for row in asked.rows:
            other = by_discard[row.discard]
            assert row.play_ev is not None
            assert row.total_ev == pytest.approx(other.total_ev + row.play_ev, abs=1e-12)
            assert (row.total_sd, row.total_max) == (other.total_sd, other.total_max)
    left_out = rank_discards(DEAL, "dealer", play=False)
    assert {row.play_ev for row in left_out.rows} == {None}
    assert left_out.rows[0].discard == ("6c", "7d") != rank_discards(DEAL, "dealer").rows[0].discard


def test_a_play_that_is_not_solved_is_refused() -> None:
    deal = "5h 5d Js Qc 6c"
    assert rank_discards(deal, "dealer", variant="three").method["play_ev"] is None
    for name in ("three", "four"):
        with pytest.raises(ModelError, match=f"six and five only, not for {name}"):
            rank_discards(deal, "dealer", variant=name, play=True)
    odd = variant("six", flush_in_play=True)
    with pytest.raises(ModelError, match="flush_in_play"):
        rank_discards(DEAL, "dealer", variant=odd)
    assert rank_discards(DEAL, "dealer", variant=odd, play=False).rows
    with pytest.raises(ModelError, match="'solved-no-play' is for six and five"):
        rank_discards(deal, "dealer", variant="three", crib_model="solved-no-play")
    with pytest.raises(ModelError, match="not for seven"):
        play_deals(np.arange(7)[None], "dealer", variant="seven")


@pytest.mark.parametrize("name", ["six", "five"])
def test_many_deals_have_the_play_of_each(name: str) -> None:
    rng = np.random.default_rng(1)
    size = {"six": 6, "five": 5}[name]
    deals = np.array([rng.permutation(52)[:size] for _ in range(4)])
    for role in ROLES:
        plays = play_deals(deals, role, variant=name)
        hands, cribs = rank_deals(deals, role, variant=name, crib_model="uniform")
        totals = hands + (cribs if role == "dealer" else -cribs) + plays
        for deal, total in zip(deals.tolist(), totals, strict=True):
            ranking = rank_discards(deal, role, variant=name, crib_model="uniform", play=True)
            of = {
                frozenset(parse_cards(" ".join(row.discard)).tolist()): row.total_ev for row in ranking.rows
            }
            want = [of[frozenset(pair)] for pair in combinations(deal, 2)]
            assert total.tolist() == pytest.approx(want, abs=1e-12)


def test_the_command_counts_the_play(inside: Inside) -> None:
    rows = json.loads(inside("discard", DEAL, "--pone", "--format", "json").out)["answers"][0]["rows"]
    assert rows == [row.to_dict() for row in rank_discards(DEAL, "pone").rows]
    shown = inside("discard", DEAL, "--pone").out
    assert "play: approximate" in shown
    assert "hand - crib + play for pone" in shown
    without = inside("discard", DEAL, "--pone", "--no-play").out
    assert "play: approximate" not in without
    assert "total, no play" in without.splitlines()[1]
    assert "total, no play" not in shown
    asked = inside("discard", DEAL, "--pone", "--crib-model", "hessel", "--play").out
    assert "play: approximate" in asked
    check_mistake(
        inside("discard", "5h 5d Js Qc 6c", "--dealer", "--variant", "three", "--play"), "not for three"
    )


# -- what counting the play is worth ---------------------------------------------------------------

WORTH = {
    (5, "dealer"): ("21.2 %", "0.1064"),
    (5, "pone"): ("15.4 %", "0.0426"),
    (6, "dealer"): ("15.1 %", "0.0539"),
    (6, "pone"): ("13.5 %", "0.0307"),
}


@pytest.mark.parametrize("dealt", GAMES)
@pytest.mark.parametrize("role", ROLES)
def test_what_counting_the_play_is_worth(dealt: int, role: str) -> None:
    other = ROLES[1 - ROLES.index(role)]
    ranks = deal_pack(dealt).deals >> 2
    values = discard_values(solved_policy(other, dealt), threads=2) + spread_keeps(
        ranks, play_points(role, dealt)
    )
    without = discard_values(solved_policy(other, dealt, play=False), threads=2)
    best, plain = best_discards(values), best_discards(without)
    changed = class_average(dealt, (~(best & plain).any(axis=1)).astype(np.float64))
    followed = (values * plain).sum(axis=1) / plain.sum(axis=1)
    lost = class_average(dealt, values.max(axis=1) - followed)
    worst = values.max(axis=1) - followed
    (row,) = [
        row for row in strategy_table("play_worth") if (row["variant"], row["role"]) == (NAMES[dealt], role)
    ]
    assert (row["changed"], row["loss"]) == (f"{changed:.6f}", f"{lost:.6f}")
    cases = [
        row
        for row in strategy_table("play_worth_deals")
        if (row["variant"], row["role"]) == (NAMES[dealt], role)
    ]
    assert cases[0]["loss"] == f"{worst.max():.6f}"


@pytest.mark.parametrize("role", ROLES)
def test_what_counting_the_play_is_worth_is_computed_again(role: str) -> None:
    """Five cards: the function of the recipe gives the rows that ship."""
    answer = play_worth(role, 5)
    (row,) = [row for row in strategy_table("play_worth") if (row["variant"], row["role"]) == ("five", role)]
    assert (row["changed"], row["loss"]) == (f"{answer.changed:.6f}", f"{answer.loss:.6f}")
    assert [(case.deal, case.best, case.followed, f"{case.loss:.6f}") for case in answer.cases] == [
        (row["deal"], row["best"], row["without_play"], row["loss"])
        for row in strategy_table("play_worth_deals")
        if (row["variant"], row["role"]) == ("five", role)
    ]


@pytest.mark.parametrize(("dealt", "role"), WORTH)
def test_what_is_said_of_counting_the_play(dealt: int, role: str) -> None:
    (row,) = [
        row for row in strategy_table("play_worth") if (row["variant"], row["role"]) == (NAMES[dealt], role)
    ]
    share, loss = WORTH[dealt, role]
    assert f"{100 * float(row['changed']):.1f} %" == share
    assert f"{float(row['loss']):.4f}" == loss
    assert share in README
    assert loss in README


@pytest.mark.parametrize("number", [5, 15])
def test_deals_in_which_the_play_decides(number: int) -> None:
    """The ranking of one such deal loses what the table says."""
    row = strategy_table("play_worth_deals")[number]
    ranking = rank_discards(row["deal"], row["role"], variant=row["variant"])
    of = {frozenset(line.discard): line for line in ranking.rows}
    assert of[frozenset(row["best"].split())].place == 1
    lost = of[frozenset(row["without_play"].split())].regret
    assert lost == pytest.approx(float(row["loss"]), abs=1e-5)
    plain = rank_discards(row["deal"], row["role"], variant=row["variant"], crib_model="solved-no-play")
    assert {
        line.place for line in plain.rows if frozenset(line.discard) == frozenset(row["without_play"].split())
    } == {1}
