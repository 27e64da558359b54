"""Advice in the play: what a history means, a player left alone, the rest of a play stored or solved."""

from __future__ import annotations

from functools import cache
from itertools import permutations
from pathlib import Path

import numpy as np
import pytest

import naive_playtree as twin
from cribstat.equilibrium.advice import APART, play_advice, solved_again, solved_game
from cribstat.equilibrium.play import PlaySolver, StoredPlay, play_arrays, play_game, solve_play
from cribstat.equilibrium.play.solution import PlaySolution
from cribstat.equilibrium.play.stored import keep_play, kept_play
from cribstat.equilibrium.play.walker import MEASURE
from cribstat.kernels.patterns import multiset_index
from cribstat.kernels.playtree.multisets import kind_order
from cribstat.play.history import GO, Moment, alone, read_history
from cribstat.policies.leads import best_first, lead_advice
from cribstat.recipes import keep_against_keep
from cribstat.rules import RuleError
from cribstat.tables import TableError, strategy_table

RANKS = "A23456789TJQK"


def ranks(text: str) -> list[int]:
    """Read ranks and goes."""
    return [GO if word == "go" else RANKS.index(word) for word in text.split()]


def random_plays(held: int, single: bool, number: int) -> list[twin.Play]:
    """Return moments of random plays in which a player has a choice."""
    rng = np.random.default_rng(held + single)
    moments = []
    for _ in range(number):
        cards = rng.permutation(np.repeat(np.arange(13), 4))[: 2 * held].tolist()
        play = twin.Play((tuple(cards[:held]), tuple(cards[held:])), single)
        while not play.over:
            moments.append(play.copy())
            play.lay(int(rng.choice(play.legal())))
    return moments


@pytest.mark.parametrize(("held", "single"), [(4, False), (3, True)])
def test_a_history_leads_where_the_play_went(held: int, single: bool) -> None:
    told, silent = 0, 0
    for play in random_plays(held, single, 150):
        hand = play.hands[play.turn]
        moment = read_history(play.history, hand, play.turn, held=held, single=single)
        if all(twin.worth(rank) > moment.room for rank in hand):
            continue  # a go of the player's own, certain to all, comes first
        alone_now = not play.hands[1 - play.turn]
        assert moment.net == play.net
        assert moment.held == (len(play.hands[0]), len(play.hands[1]))
        assert list(moment.series) == play.series
        assert moment.turn == play.turn
        if not alone_now:
            assert list(moment.events) == play.history
        told += 1
        quiet = [event for event in play.history if event != GO]
        again = read_silent(quiet, hand, play.turn, held, single)
        if again is None:
            continue
        if all(twin.worth(rank) > again.room for rank in hand):
            assert again.events == moment.events[: len(again.events)]  # the player's own go comes next
        elif GO in play.history and GO not in again.events[: len(quiet)]:
            continue  # a reading without a go comes first: who said one must write it
        else:
            assert (again.events, again.net) == (moment.events, moment.net)
        silent += 1
    assert silent > 0.9 * told > 200


def read_silent(history: list[int], hand: list[int], seat: int, held: int, single: bool) -> Moment | None:
    """Read a history without goes; None where it can be read in several ways."""
    try:
        return read_history(history, hand, seat, held=held, single=single)
    except RuleError as error:
        if "several ways" in str(error):
            return None
        raise


@pytest.mark.parametrize(
    ("history", "hand", "seat", "words"),
    [
        ("4 7", "5 7", 0, "does not lead to pone to play with 2 of 4"),
        ("4", "5 7 8 9", 0, "does not lead to pone"),
        ("K K K 5", "2 3 4", 0, "does not lead to pone"),
        ("go 4", "5 7 8 9", 1, "does not lead to dealer"),
        ("T J Q go A", "2 3", 0, "does not lead"),
    ],
)
def test_histories_that_cannot_be(history: str, hand: str, seat: int, words: str) -> None:
    with pytest.raises(RuleError, match=words):
        read_history(ranks(history), ranks(hand), seat, held=4)


def test_goes_are_implied_where_the_cards_tell() -> None:
    moment = read_history(ranks("T J Q"), ranks("5 7 J"), 1, held=4)
    assert (moment.room, moment.events) == (1, (9, 10, 11))
    moment = read_history(ranks("T K Q A 5"), ranks("6"), 0, held=4)
    assert moment.events == (9, 12, 11, GO, 0, 4)
    assert (moment.held, moment.net, moment.room) == ((1, 2), 2, 26)


def best_by_trial(moment: Moment, hand: tuple[int, ...]) -> int:
    """Return the most a player alone earns, trying every order of his cards by the plain rules."""
    best = -99
    for order in permutations(hand):
        series, points, mine = list(moment.series), 0, moment.last == moment.turn
        for rank in order:
            if sum(map(twin.worth, series)) + twin.worth(rank) > 31:
                points += 1 if mine else -1
                series = []
            series.append(rank)
            points += twin.points(series)
            mine = True
            if sum(map(twin.worth, series)) == 31:
                series = []
        best = max(best, points + bool(series))
    return best


def test_a_player_left_alone_takes_the_most() -> None:
    compared = 0
    for play in random_plays(4, False, 600):
        if play.hands[1 - play.turn] or len(play.hands[play.turn]) < 2:
            continue
        hand = tuple(sorted(play.hands[play.turn]))
        moment = read_history(play.history, hand, play.turn, held=4)
        worth = alone(moment, hand, single=False)
        assert max(worth.values()) == best_by_trial(moment, hand)
        advice = play_advice(moment, hand)
        assert advice.source == "certain"
        assert list(advice.values) == list(best_first(dict(worth)))
        compared += 1
    assert compared > 10


# -- the rest of a play as a play of its own -------------------------------------------------------


@cache
def toy() -> PlaySolution:
    """Solve a small play in part."""
    natural = np.ones(455)
    game = play_game(natural, natural, held=3, copies=np.array([4, 4, 0, 0, 4, 0, 0, 0, 0, 4, 4, 0, 0]))
    return solve_play(game, target=0.0, iterations=6).solution()


def test_the_rest_of_a_play_is_worth_what_it_was() -> None:
    whole = toy()
    assert whole.chance() == pytest.approx(1)
    chances = 0.0
    for lead in np.flatnonzero(whole.game.copies):
        position = whole.follow([lead])
        stored = StoredPlay(play_arrays(whole))
        rest = stored.below([int(lead)])
        chances += rest.chance()
        solver = PlaySolver(whole.game, 2, [int(lead)], rest.root())
        solver.average[:] = rest.numbers
        row = solver.measure()
        below = whole.walker.values_below(
            0, MEASURE, whole.numbers, position.node, position.reach[1], position.factor, position.unseen
        )
        assert row.value == pytest.approx(float(position.reach[0] @ below), abs=1e-3 * rest.chance())
        assert row.exploitability >= 0
        better = PlaySolver(whole.game, 2, [int(lead)], rest.root())
        for _ in range(60):
            better.iterate()
        assert better.measure().exploitability < 0.1 * row.exploitability + 1e-4
    assert chances == pytest.approx(1, abs=1e-3)


# -- five cards, solved again and stored -----------------------------------------------------------


@cache
def five() -> PlaySolver:
    """Solve the five-card play of the discards that ship."""
    return solve_play(solved_game(5), target=5e-4, iterations=300, threads=2)


@pytest.mark.parametrize("history", ["K", "4 T", "J Q", "4 T 9"])
def test_solved_again_is_near_the_whole_solution(history: str) -> None:
    events = ranks(history)
    worths, gap = solved_again(events, 5, 2)
    assert 0 <= gap < 0.01
    solution = five().solution()
    position = solution.follow(events)
    whole = solution.card_values(position, best=True)
    assert (np.isnan(worths) == np.isnan(whole)).all()
    best, other = (np.where(np.isnan(table), -99.0, table).max(axis=1) for table in (worths, whole))
    held = best > -99
    assert held.any()
    assert np.abs(best - other)[held].mean() < APART


def test_a_play_is_kept_and_found_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CRIBSTAT_CACHE", str(tmp_path))
    assert kept_play("five") is None
    folder = keep_play("five", five().solution(), 5e-4)
    stored = kept_play("five")
    assert stored is not None
    assert stored.exploitability == 5e-4
    moment = read_history(ranks("4 T"), ranks("7 9"), 0, held=3, single=True)
    advice = play_advice(moment, ranks("7 9"), 5)
    assert (advice.source, advice.exploitability) == ("stored", 5e-4)
    solution = five().solution()
    own = solution.card_values(solution.follow(moment.events), best=True)[multiset_index(np.array([6, 8]))]
    assert advice.values == pytest.approx({rank: own[rank] for rank in (6, 8)}, abs=5e-3)
    matrix = keep_against_keep(5, threads=2)
    np.testing.assert_array_equal(matrix, keep_against_keep(5))
    weight = solution.game.from_tree(solution.game.reach[0])[:, None] * solution.game.from_tree(
        solution.game.reach[1]
    )
    together = solution.game.together[np.ix_(*[kind_order(3)] * 2)] * solution.game.scale
    value = float(np.nansum(weight * together * matrix))
    assert value == pytest.approx(solution.value(), abs=5e-3)
    damaged = tmp_path / "advice-five" / "worths.npy"
    damaged.write_bytes(damaged.read_bytes()[:-1] + b"\x55")
    assert play_advice(moment, ranks("7 9"), 5).source == "again"
    damaged = folder / "shares.npy"
    damaged.write_bytes(damaged.read_bytes()[:-1] + b"\0")
    assert kept_play("five") is None
    with pytest.raises(TableError, match="'cribstat solve play' makes it"):
        keep_against_keep(5)


def test_no_card_that_a_player_may_lay_is_impossible() -> None:
    """Against one who leads a five, or replies as nobody would, there is an answer all the same."""
    shares = play_arrays(five().solution())["shares"]
    assert shares.min() == 1
    moment = read_history(ranks("5 2"), ranks("6 7"), 0, held=3, single=True)
    advice = play_advice(moment, ranks("6 7"), 5, threads=2)
    assert advice.source in ("again", "stored")
    assert all(value is not None and abs(value) < 10 for value in advice.values.values())


def test_leads_come_from_the_table() -> None:
    row = next(row for row in strategy_table("leads_six") if row["keep"] == "4 4 7 9")
    advice = lead_advice(ranks("9 4 7 4"))
    assert advice.values == {3: float(row["net_4"]), 8: float(row["net_9"]), 6: float(row["net_7"])}
    assert advice.source == "table"
    begun = play_advice(Moment((4, 4)), ranks("9 4 7 4"))
    assert begun == advice


def test_one_card_and_no_card() -> None:
    moment = read_history(ranks("A 2 3 4 5 6"), ranks("9"), 0, held=4)
    assert play_advice(moment, [8]).values == {8: None}
    moment = read_history(ranks("T J Q"), ranks("5 7 J"), 1, held=4)
    assert play_advice(moment, ranks("5 7 J")).values == {}
