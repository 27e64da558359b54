"""Discards by the score: the scores that a deal ends with against a plain walk, and what is made of them."""

from __future__ import annotations

import csv
import io
import json
from collections import Counter
from functools import cache
from itertools import combinations
from math import comb

import numpy as np
import pytest

import naive
from commands import Inside, check_mistake
from cribstat import HandError, RuleError, rank_discards
from cribstat.crib import ModelError
from cribstat.discards.question import ask
from cribstat.discards.winning import end_scores, worth_of_scores
from cribstat.policies.opponents import solved_crib
from cribstat.policies.player import play_deal
from cribstat.policies.solved import solved_policy
from cribstat.rules import FIVE, SIX, Variant
from cribstat.winprob import STAKES, ValueTables, value_tables

DEAL = "5h 5d Js Qc 6c 7d"
# With a deal of fives to sevens and court cards these leave some eleven cards.
FEW = "Ah 2h 3h 4c 7c 7s 8s 9s Th Kd Ks Kh 2s 3s 4s 8c 8d 9c 9d Td Tc As Ac 2c 3c 3d 4d 6d 6s Kc 2d Ad 4h Qs"
Ends = Counter[tuple[int, int]]


# -- the walk, deal by deal ------------------------------------------------------------------------


def suited(ranks: tuple[int, ...], taken: Counter[int]) -> list[int]:
    """Give ranks suits that are not taken."""
    cards = []
    for rank in ranks:
        cards.append(4 * rank + taken[rank])
        taken[rank] += 1
    return cards


@cache
def play_events(
    own: tuple[int, ...], other: tuple[int, ...], own_seat: int, name: str
) -> list[tuple[int, int]]:
    """List (seat, points) of the play of two keeps, given by ranks."""
    taken: Counter[int] = Counter()
    hands = [suited(own, taken), suited(other, taken)]
    events = play_deal(hands if own_seat == 0 else hands[::-1], variant=name)
    return [(event.seat, event.points) for event in events]


def race(
    events: list[tuple[int, int]], scores: tuple[int, int], own_seat: int, target: int
) -> tuple[int, int]:
    """Mark (seat, points) one after the other until somebody is out; own score, the other's."""
    board = [min(score, target) for score in (scores if own_seat == 0 else scores[::-1])]
    for seat, points in events:
        board[seat] = min(board[seat] + points, target)
        if board[seat] == target:
            break
    return board[own_seat], board[1 - own_seat]


def shown(
    keeps: tuple[list[int], list[int]], crib: list[int], start: int, own_seat: int, name: str
) -> list[tuple[int, int]]:
    """List (seat, points) of a whole deal: heels, the play, pone's hand, the dealer's, the crib."""
    own, other = (tuple(sorted(card // 4 for card in keep)) for keep in keeps)
    by_seat = keeps if own_seat == 0 else keeps[::-1]
    return [
        (1, 2 if start // 4 == naive.JACK else 0),
        *play_events(own, other, own_seat, name),
        (0, naive.points(by_seat[0], start)),
        (1, naive.points(by_seat[1], start)),
        (1, naive.points(crib, start, crib=True)),
    ]


def laid_down(
    deal: str, dead: str, discard: int, seat: int, scores: tuple[int, int], variant: Variant
) -> tuple[Ends, float]:
    """Count the scores at the end over every deal of the other side and every start; and the mean play."""
    opponent = solved_crib(variant.name).opponent(seat)
    own = naive.cards(deal)
    away, keep = naive.discards(own, 2)[discard]
    free = naive.others(own, naive.cards(dead))
    found: Ends = Counter()
    play = 0
    for theirs in combinations(free, variant.dealt):
        code = int(opponent.codes[sum(comb(card, place + 1) for place, card in enumerate(theirs))])
        ways = comb(variant.dealt, 2)
        shares = [opponent.denominator * (way == code) for way in range(ways)]
        if code >= ways:
            shares = opponent.mix[code - ways].tolist()
        for (gone, kept), share in zip(naive.discards(theirs, 2), shares, strict=True):
            for start in naive.others(own, naive.cards(dead), theirs) if share else ():
                events = shown((keep, kept), [*away, *gone], start, seat, variant.name)
                found[race(events, scores, seat, variant.target)] += share
                play += share * sum(points if at == seat else -points for at, points in events[1:-3])
    return found, play / found.total()


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("scores", [(0, 0), (112, 108), (119, 118)])
def test_ends_equal_the_plain_walk(seat: int, scores: tuple[int, int]) -> None:
    """Eleven cards are left, four jacks, flushes and pairs among them."""
    question = ask("5h 5d Jh Jc 6c 6h", None, SIX, seat, "solved", None, FEW, None)
    counts, play_ev = end_scores(question, scores)
    for discard in (0, 9, 14):
        twin, play = laid_down("5h 5d Jh Jc 6c 6h", FEW, discard, seat, scores, SIX)
        assert {pair: n for pair, n in np.ndenumerate(counts[discard]) if n} == twin
        assert play_ev[discard] == pytest.approx(play, abs=1e-12)


@pytest.mark.parametrize("seat", [0, 1])
def test_ends_of_five_cards_and_flushes_equal_the_plain_walk(seat: int) -> None:
    """All hearts left: flushes in hand and crib, with nobs in both."""
    deal = "2h 3h 5c 6c 5s"
    left = naive.cards("Th Jh Qh Kh 9h 8h 7h Jd Jc Js 8d 9d")
    dead = naive.text(naive.others(naive.cards(deal), left))
    question = ask(deal, None, FIVE, seat, "solved", None, dead, None)
    counts, play_ev = end_scores(question, (55, 54))
    for discard in (0, 5, 7):
        twin, play = laid_down(deal, dead, discard, seat, (55, 54), FIVE)
        assert {pair: n for pair, n in np.ndenumerate(counts[discard]) if n} == twin
        assert play_ev[discard] == pytest.approx(play, abs=1e-12)


def test_starts_split_the_whole() -> None:
    left = naive.cards("7s 8h 9h Tc Jc Jh Qs Kd 4h 2c 3c 5c")
    dead = naive.text(naive.others(naive.cards(DEAL), left))
    whole, *parts = (
        end_scores(ask(DEAL, "pone", SIX, None, "solved", start, dead, None), (100, 101)).counts
        for start in (None, *left)
    )
    assert np.array_equal(whole, np.sum(parts, axis=0))
    assert set(whole.sum(axis=(1, 2)).tolist()) == {
        solved_crib("six").opponent(0).denominator * comb(12, 6) * 6
    }


# -- what the scores are worth ---------------------------------------------------------------------


def toy(own_only: bool) -> ValueTables:
    """Make tables in which every number tells where it stands: dealer's score, pone's score."""
    dealer, pone = np.indices((4, 4), dtype=np.float64)
    where = 10 * dealer + pone
    return ValueTables(where, 100 + where, where / 10, where / 20, np.array([5.0, 6, 7, 8]), own_only)


@pytest.mark.parametrize("own_only", [True, False])
def test_the_other_side_deals_next(own_only: bool) -> None:
    worth, errors = worth_of_scores(toy(own_only), own_deals=True)
    assert (
        worth[1, 3] == 100 + 31
    )  # own 1, other 3: the other deals next, and the dealer's score stands first
    assert errors[1, 3] == 31 / 20
    worth, errors = worth_of_scores(toy(own_only), own_deals=False)
    assert worth[1, 3] == 13
    assert errors[1, 3] == 1.3
    assert worth[4, 2] == 7
    assert worth[2, 4] == (0 if own_only else -7)
    assert errors[4, 2] == errors[2, 4] == 0


def test_values_are_those_of_the_ends() -> None:
    ranking = rank_discards(DEAL, "dealer", scores=(115, 118), stakes="skunk", by="win", dead=FEW)
    counts, play_ev = end_scores(ask(DEAL, "dealer", SIX, None, "solved", None, FEW, None), (115, 118))
    tables = value_tables("six")
    ways = list(combinations(DEAL.split(), 2))
    for row in ranking.rows:
        ends = counts[ways.index(row.discard)]
        own, other = np.nonzero(ends)
        value = sum(
            count * (1.0 if mine == 121 else 0.0 if theirs == 121 else tables.pone[theirs, mine])
            for mine, theirs, count in zip(own, other, ends[own, other], strict=True)
        )
        assert row.win_prob == pytest.approx(value / ends.sum(), abs=1e-12)
        assert row.play_ev == play_ev[ways.index(row.discard)]
        assert row.total_ev == pytest.approx(row.hand_ev + row.crib_ev + row.play_ev)
        assert 0 <= row.win_prob_se <= 0.0005
        assert row.stake_ev == pytest.approx(2 * row.win_prob - 1, abs=1e-9)  # nobody can be skunked any more
    chances = [row.win_prob for row in ranking.rows]
    assert chances == sorted(chances, reverse=True)
    assert (ranking.score, ranking.stakes, ranking.by) == ((115, 118), "skunk", "win")
    assert ranking.method["win_prob"] == "estimated"


def test_far_from_the_end_points_decide() -> None:
    agree_with_points("5h 6s 7d 7c 8h Kd", "pone")


def agree_with_points(deal: str, role: str) -> None:
    """At 0-0 the best discard is the best by points, and others stand in their order, nearly.

    A point of one's own and one of the other side are not worth the same, nor is every hole of the board:
    discards that bring both sides more are taken to differ by 0.11 points in one of these deals.
    """
    rows = rank_discards(deal, role, scores=(0, 0)).rows
    assert all(row.win_prob_se <= 0.0005 for row in rows)
    assert rows[0].regret < 0.1
    for better, worse in combinations(rows, 2):
        assert worse.total_ev - better.total_ev < 0.15


@pytest.mark.exhaustive
def test_far_from_the_end_points_decide_in_many_deals() -> None:
    random = np.random.default_rng(17)
    for _ in range(6):
        deal = naive.text(random.choice(52, 6, replace=False))
        for role in ("dealer", "pone"):
            agree_with_points(deal, role)


def lay_away(random: np.random.Generator, deal: list[int], role: str) -> tuple[list[int], list[int]]:
    """Let the solved policy part a deal into discard and keep."""
    shares = solved_policy(role).laid_away(np.array([deal], dtype=np.uint8))[0]
    return naive.discards(deal, 2)[random.choice(15, p=shares)]


def game_won(
    random: np.random.Generator, deal: list[int], discard: int, seat: int, scores: tuple[int, int]
) -> bool:
    """Play a game to its end from a deal and a discard of it; tell whether the own side wins."""
    pack = [card for card in random.permutation(52).tolist() if card not in deal]
    own = naive.discards(deal, 2)[discard]
    while True:
        other = lay_away(random, pack[:6], ("pone", "dealer")[1 - seat])
        crib = [*own[0], *other[0]]
        scores = race(shown((own[1], other[1]), crib, pack[6], seat, "six"), scores, seat, 121)
        if 121 in scores:
            return scores[0] == 121
        seat, pack = 1 - seat, random.permutation(52).tolist()
        own, pack = lay_away(random, pack[:6], ("pone", "dealer")[seat]), pack[6:]


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("role", "scores"),
    [("pone", (120, 120)), ("dealer", (119, 117)), ("dealer", (115, 118)), ("pone", (112, 109))],
)
def test_games_played_to_their_end_agree(role: str, scores: tuple[int, int]) -> None:
    random, games, seat = np.random.default_rng(23), 3000, int(role == "dealer")
    ranking = rank_discards(DEAL, role, scores=scores)
    ways = list(combinations(DEAL.split(), 2))
    for row in (ranking.rows[0], ranking.rows[7]):
        way = ways.index(row.discard)
        won = sum(game_won(random, naive.cards(DEAL), way, seat, scores) for _ in range(games))
        spread = (row.win_prob * (1 - row.win_prob) / games) ** 0.5
        assert abs(won / games - row.win_prob) < 4 * spread + row.win_prob_se


# -- the command -----------------------------------------------------------------------------------


def test_command(inside: Inside) -> None:
    asked = ("discard", DEAL, "--pone", "--score", "118-112", "--top", "3", "--dead", FEW)
    ranking = rank_discards(DEAL, "pone", scores=(118, 112), dead=FEW)
    done = inside(*asked)
    lines = done.out.splitlines()
    assert " as pone at 118-112, dead " in lines[0]
    assert ["#", "discard", "keep", "win"] in [line.split()[:4] for line in lines]
    best = next(line for line in lines if line.startswith("1  "))
    assert f"{100 * ranking.rows[0].win_prob:.2f}" in best.split()
    assert "later deals: discards" in " ".join(done.out.split())
    answer = json.loads(inside(*asked, "--format", "json").out)["answers"][0]
    assert answer["score"] == [118, 112]
    assert answer["rows"] == [row.to_dict() for row in ranking.rows[:3]]
    assert set(answer["policies"]) == {"other_side", "play", "later_discards", "later_play"}
    text = inside(*asked, "--stakes", "tournament", "--by", "points", "--format", "csv").out
    first = next(csv.DictReader(io.StringIO(text)))
    assert float(first["regret"]) == 0
    assert float(first["stake_ev"]) > 2 * float(first["win_prob"]) - 1e-9
    assert {"stake_ev", "stake_se", "win_prob"} <= set(first)


def test_the_help_names_all_stakes(inside: Inside) -> None:
    told = " ".join(inside("discard", "--help").out.split())
    assert all(name in told for name in STAKES)


@pytest.mark.parametrize(
    ("args", "named"),
    [
        (("--score", "121-5"), "121"),
        (("--score", "5-121"), "121"),
        (("--score", "-1-5"), "own-other"),
        (("--score", "ten-five"), "ten-five"),
        (("--score", "96"), "96-101"),
        (("--score", ""), "own-other"),
        (("--score", "96-101", "--stakes", "money"), "money"),
        (("--stakes", "skunk"), "score"),
        (("--by", "win"), "win"),
        (("--score", "96-101", "--by", "stake"), "stake"),
        (("--score", "96-101", "--no-play"), "play"),
        (("--score", "96-101", "--crib-model", "uniform"), "uniform"),
        (("--score", "96-101", "--crib-model", "hessel"), "hessel"),
    ],
)
def test_mistakes(inside: Inside, args: tuple[str, ...], named: str) -> None:
    check_mistake(inside("discard", DEAL, *args), named)


def test_refusals() -> None:
    with pytest.raises(HandError, match="suits"):
        rank_discards("5 5 J Q 6 7", "dealer", scores=(0, 0))
    with pytest.raises(RuleError, match="whole"):
        rank_discards(DEAL, "dealer", scores=(0.5, 0))
    with pytest.raises(RuleError, match="two numbers"):
        rank_discards(DEAL, "dealer", scores=(0,))
    with pytest.raises(ModelError, match="three"):
        rank_discards("5h 5d Js Qc 6c", seat=0, variant="three", scores=(0, 0))
    with pytest.raises(ModelError, match="keeps"):
        rank_discards("5h 5d Js Qc 6c 7d", "pone", scores=(0, 0), crib_model="uniform")
