"""The players of the play: by the rules, as their plain twin, and measured in a toy game by hand."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from cribstat import tables as shipped
from cribstat.equilibrium.play import play_game
from cribstat.equilibrium.play.players import player_figures, player_numbers
from cribstat.equilibrium.play.stored import kept_play
from cribstat.equilibrium.play.walker import MEASURE, Numbers, Walker
from cribstat.kernels import patterns
from cribstat.kernels.player import (
    EXPECTATION,
    GREEDY,
    PlayerTables,
    PlayRules,
    desk,
    play_out,
)
from cribstat.play import PlayEvent, PlayState
from cribstat.policies.player import play_deal, play_rules, player_tables
from cribstat.rules import Variant, variant
from naive_player import twin_play

GAMES = [
    ("five", {}),
    ("five", {"go_obligation": "may"}),
    ("six", {}),
    ("six", {"flush_in_play": True}),
    ("seven", {}),
    ("eight", {}),
    ("eight", {"laid_out": 3}),
    ("three", {}),
    ("three", {"multi_go": "bicycle"}),
    ("four", {}),
    ("four", {"series_leader": "next_eldest"}),
    ("four", {"multi_go": "bicycle", "flush_in_play": True}),
]
NAMES = [" ".join([name, *map(str, options.values())]) for name, options in GAMES]


def random_hands(record: Variant, rng: np.random.Generator) -> list[list[int]]:
    cards = rng.permutation(52)[: record.players * record.hand_size].reshape(record.players, -1)
    return [sorted(map(int, hand)) for hand in cards]


def laid(events: list[PlayEvent]) -> list[tuple[int, int]]:
    return [(event.seat, event.card) for event in events]


@pytest.mark.parametrize(("name", "options"), GAMES, ids=NAMES)
def test_the_twin_lays_the_same_cards(name: str, options: dict[str, object]) -> None:
    record, rng = variant(name, **options), np.random.default_rng(4)
    for number in range(12):
        hands = random_hands(record, rng)
        own, other = (1.0, 1.0) if number % 3 else (0.7, 1.6)
        events = play_deal(hands, "expectation", record, own_weight=own, other_weight=other)
        assert laid(events) == twin_play(record, hands, own, other)


@pytest.mark.parametrize(("name", "options"), GAMES, ids=NAMES)
def test_kernel_marks_what_the_rules_mark(name: str, options: dict[str, object]) -> None:
    record, rng = variant(name, **options), np.random.default_rng(5)
    seats, held = record.players, record.hand_size
    for number in range(30):
        hands = random_hands(record, rng)
        players = rng.integers(0, 3, seats)
        seat_out, points_out = np.empty(seats * held, np.int8), np.empty(seats * held, np.int8)
        card_out = np.empty(seats * held, np.uint8)
        events = play_out(
            np.array(hands, np.uint8), play_rules(record), players, np.ones((seats, 2)),
            player_tables(record), np.uint64(number), desk(seats, held), seat_out, points_out, card_out,
        )  # fmt: skip
        state = PlayState(hands, record)
        for event in range(events):
            while not state.legal():
                state.go()
            marked = state.play(int(card_out[event]))
            assert (marked.seat, marked.points) == (seat_out[event], points_out[event])
        assert state.over


def test_greedy_takes_the_most_points_and_the_highest_of_equal_cards() -> None:
    events = play_deal(["4c 4d 7h 9s", "7d js 5c 8h"], "greedy")
    assert [event.card // 4 for event in events[:3]] == [8, 10, 6]


def test_random_is_the_same_for_the_same_seed() -> None:
    hands = ["4c 4d 7h 9s", "7d js 5c 8h"]
    plays = [laid(play_deal(hands, "random", seed=seed)) for seed in (*range(8), *range(8))]
    assert plays[:8] == plays[8:]
    assert len(set(map(tuple, plays))) > 1


def test_a_lead_does_not_depend_on_what_nobody_sees() -> None:
    rng = np.random.default_rng(6)
    hand = [4, 13, 22, 50]
    rest = [card for card in range(52) if card not in hand]
    leads = {
        play_deal([hand, rng.choice(rest, 4, replace=False).tolist()], ["expectation", "random"])[0].card
        for _ in range(10)
    }
    assert len(leads) == 1


def test_unknown_players_are_refused() -> None:
    with pytest.raises(ValueError, match="cautious"):
        play_deal(["4c 4d 7h 9s", "7d js 5c 8h"], "cautious")
    with pytest.raises(ValueError, match="each of 2 seats"):
        play_deal(["4c 4d 7h 9s", "7d js 5c 8h"], ["greedy"])


TOY = (1, 7, 9)  # all four of three ranks: two, eight, ten


def toy_tables(rng: np.random.Generator) -> PlayerTables:
    """Make tables of no sense, which know that there are three ranks only."""
    prior = np.zeros((2, 13))
    prior[:, TOY] = rng.uniform(0.5, 2, (2, 3))
    pairs = rng.normal(size=(3, 13, 13))
    return PlayerTables(
        prior, rng.uniform(0.5, 2, (13, 13)), rng.normal(size=(2, 3, 32, 13)), pairs + pairs.swapaxes(1, 2),
        rng.normal(size=(3, 13, 13)), rng.normal(size=(32, 13)),
    )  # fmt: skip


def plain_value(tables: PlayerTables, held: int, players: tuple[int, int]) -> float:
    """Play every deal of the toy at the table; return the mean of pone's points less the dealer's."""
    pack = [4 * rank + suit for rank in TOY for suit in range(4)]
    seat_out, points_out, card_out = (np.empty(2 * held, kind) for kind in (np.int8, np.int8, np.uint8))
    modes, rules, room = np.array(players), PlayRules(2, False, False, False, False), desk(2, held)
    totals, weights = [], np.ones((2, 2))
    for pone in combinations(pack, held):
        others = [card for card in pack if card not in pone]
        for dealer in combinations(others, held):
            hands = np.array([pone, dealer], np.uint8)
            events = play_out(
                hands, rules, modes, weights, tables, np.uint64(0), room, seat_out, points_out, card_out
            )
            signs = 1 - 2 * seat_out[:events]
            totals.append(int(signs @ points_out[:events]))
    return float(np.mean(totals))


def toy_walker(held: int) -> Walker:
    counts = patterns.rank_counts(patterns.multisets(held))
    ways = np.array([1, 4, 6, 4])[counts].prod(axis=1)
    copies = [4 if rank in TOY else 0 for rank in range(13)]
    return Walker(play_game(ways, ways, held=held, copies=copies, rare_share=0.0))


def toy_numbers(walker: Walker, player: int, tables: PlayerTables) -> Numbers:
    return player_numbers(walker.game, walker.tree, walker.entries, player, tables)


def test_strategy_on_the_tree_is_the_player_at_the_table() -> None:
    tables, walker = toy_tables(np.random.default_rng(8)), toy_walker(3)
    numbers = toy_numbers(walker, EXPECTATION, tables)
    value = walker.root.reach[0] @ walker.values(0, MEASURE, numbers, numbers)
    assert value == pytest.approx(plain_value(tables, 3, (EXPECTATION, EXPECTATION)), abs=1e-9)


def test_figures_of_a_toy_are_those_of_all_deals() -> None:
    tables, walker = toy_tables(np.random.default_rng(9)), toy_walker(2)
    clever, greedy = (toy_numbers(walker, player, tables) for player in (EXPECTATION, GREEDY))
    figures = player_figures(walker, greedy, clever)
    alike, pone, dealer, both = (
        plain_value(tables, 2, players)
        for players in (
            (GREEDY, GREEDY), (EXPECTATION, GREEDY), (GREEDY, EXPECTATION), (EXPECTATION, EXPECTATION)
        )
    )  # fmt: skip
    assert figures.pone_loss == pytest.approx(alike - pone, abs=1e-9)
    assert figures.dealer_loss == pytest.approx(dealer - alike, abs=1e-9)
    # The best response gains at least what either player does against him.
    assert figures.pone_given >= alike - min(pone, both) - 1e-9
    assert figures.dealer_given >= max(dealer, both) - alike - 1e-9


def test_the_expectation_player_loses_at_most_half_of_what_the_greedy_one_does() -> None:
    rows = shipped.strategy_table("players_six")
    figures = {(row["player"], row["role"]): (float(row["loss"]), float(row["given"])) for row in rows}
    assert len(figures) == 4
    for role in ("pone", "dealer"):
        clever, greedy = figures["expectation", role], figures["greedy", role]
        assert 0 < clever[0] <= greedy[0] / 2
        assert clever[0] <= clever[1] <= greedy[1] / 2


@pytest.mark.exhaustive
def test_figures_are_those_of_the_solved_play() -> None:
    stored = kept_play("six")
    if stored is None:
        pytest.skip("the cache keeps no solved play of six: 'cribstat solve play' makes it")
    solution = stored.below(())
    tables = player_tables("six")
    numbers = player_numbers(stored.game, solution.walker.tree, solution.walker.entries, EXPECTATION, tables)
    figures = player_figures(solution.walker, solution.numbers, numbers)
    rows = shipped.strategy_table("players_six")
    (pone,) = [row for row in rows if (row["player"], row["role"]) == ("expectation", "pone")]
    (dealer,) = [row for row in rows if (row["player"], row["role"]) == ("expectation", "dealer")]
    assert figures.pone_loss == pytest.approx(float(pone["loss"]), abs=2e-4)
    assert figures.dealer_loss == pytest.approx(float(dealer["loss"]), abs=2e-4)
    assert figures.pone_given == pytest.approx(float(pone["given"]), abs=2e-4)
    assert figures.dealer_given == pytest.approx(float(dealer["given"]), abs=2e-4)
