"""Check the solver of the play: toys against linear programming and a plain twin, laws, checkpoints."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

import naive_playtree as twin
from cribstat.equilibrium.play import (
    PlayGame,
    PlaySolution,
    PlaySolver,
    StoredPlay,
    play_arrays,
    play_game,
    solve_play,
)
from cribstat.equilibrium.play.kept_worths import advice_arrays
from cribstat.equilibrium.play.tables import keep_matrix
from cribstat.equilibrium.play.walker import ANSWER, Walker
from cribstat.kernels import patterns
from cribstat.kernels.playtree.grow import ACTOR, CHOICE, EDGE, FORCED, HELD, KIND, LEAF, LEAF_CHOICE, LOW
from cribstat.kernels.playtree.multisets import kind_order
from cribstat.policies.kept_advice import kept_worths


@dataclass(frozen=True)
class Toy:
    """A small play: cards a hand, one series or not, copies by rank, seed of the keeps, worth of a point."""

    held: int
    single: bool
    copies: dict[int, int]
    seed: int
    weights: tuple[int, int] = (1, 1)

    def frequencies(self) -> tuple[dict[twin.Hand, float], dict[twin.Hand, float]]:
        """Draw how often each side keeps what."""
        rng = np.random.default_rng(self.seed)
        hands = twin.keeps(self.held, self.copies)
        pone, dealer = ({hand: float(rng.integers(1, 20)) for hand in hands} for _ in range(2))
        return pone, dealer

    def game(self) -> PlayGame:
        """Set it up for the solver."""
        hands = [tuple(row) for row in patterns.multisets(self.held).tolist()]
        pone, dealer = ([keeps.get(hand, 0.0) for hand in hands] for keeps in self.frequencies())
        copies = [self.copies.get(rank, 0) for rank in range(13)]
        return play_game(
            pone,
            dealer,
            held=self.held,
            single_series=self.single,
            copies=copies,
            rare_share=0.0,
            weights=self.weights,
        )

    def trees(self, *, alone_ends: bool = False) -> list[tuple[float, twin.Tree | int]]:
        """Write it out with the twin."""
        pairs = twin.joint(self.held, self.copies, self.frequencies())
        return twin.trees(pairs, self.single, self.weights, alone_ends=alone_ends)


TOYS = {
    "two cards, tens and low": Toy(2, False, {0: 2, 4: 2, 9: 2, 10: 2}, 1),
    "two cards, uneven pack": Toy(2, False, {4: 2, 8: 3, 9: 1, 11: 2}, 2),
    "two cards, four of a rank": Toy(2, False, {6: 4, 7: 4}, 3),
    "three cards, one series": Toy(3, True, {0: 2, 6: 2, 7: 2, 9: 2}, 4),
    "three cards, runs": Toy(3, False, {4: 2, 5: 2, 6: 1, 8: 2}, 5),
    "three cards, high": Toy(3, False, {3: 2, 9: 3, 12: 2}, 6),
    "four cards": Toy(4, False, {5: 3, 6: 3, 9: 3}, 7),
    "four cards, one series": Toy(4, True, {1: 3, 6: 3, 9: 3}, 8),
    "four cards, goes": Toy(4, False, {0: 4, 8: 2, 11: 3}, 9),
    "points of pone count twice": Toy(2, False, {0: 2, 4: 2, 9: 2, 10: 2}, 10, (2, 1)),
    "points of the dealer count thrice": Toy(3, False, {4: 2, 5: 2, 6: 1, 8: 2}, 11, (1, 3)),
}


LARGE = ("four cards, one series", "four cards, goes")


@pytest.fixture(
    params=[pytest.param(name, marks=pytest.mark.exhaustive) if name in LARGE else name for name in TOYS],
    scope="module",
)
def toy(request: pytest.FixtureRequest) -> Toy:
    """Give every toy."""
    return TOYS[request.param]


def any_solution(game: PlayGame, seed: int) -> PlaySolution:
    """Make a pair of strategies at random, some cards never laid."""
    walker = Walker(game)
    rng = np.random.default_rng(seed)
    numbers = rng.random(walker.entries, dtype=np.float32) * (rng.random(walker.entries) < 0.8)
    return PlaySolution(walker, numbers.astype(np.float32))


def as_policy(solution: PlaySolution) -> twin.Policy:
    """Let the twin follow the strategies of a solution."""

    def policy(_seat: int, hand: twin.Hand, history: twin.History) -> dict[int, float]:
        if len(hand) == 1:
            return {hand[0]: 1.0}
        shares = solution.card_shares(solution.follow(history))
        row = shares[int(patterns.multiset_index(np.array(hand)))]
        assert row.sum() == pytest.approx(1.0)
        return {rank: float(row[rank]) for rank in np.flatnonzero(row).tolist()}

    return policy


def test_toys_agree_with_linear_programming(toy: Toy) -> None:
    start = PlaySolver(toy.game()).measure()
    near = 1e-4 * max(toy.weights)  # everything is in weighted points
    end = solve_play(toy.game(), target=near, iterations=2000, measure_every=50).trace[-1]
    assert end.value == pytest.approx(twin.optimum(toy.trees()), abs=near)
    assert 0 <= end.exploitability <= near
    assert start.exploitability > 100 * end.exploitability


def test_best_answers_and_means_agree_with_the_twin(toy: Toy) -> None:
    solution = any_solution(toy.game(), toy.seed)
    game, numbers = solution.game, solution.numbers
    trees, policy = toy.trees(alone_ends=True), as_policy(solution)
    assert solution.value() == pytest.approx(twin.mean(trees, policy), abs=1e-9)
    for seat in (0, 1):
        best = float(game.reach[seat] @ solution.walker.values(seat, ANSWER, numbers, numbers))
        assert best == pytest.approx(twin.answer(trees, seat, policy), abs=1e-9)


def test_worth_of_cards_agrees_with_the_twin(toy: Toy) -> None:
    solution = any_solution(toy.game(), toy.seed + 200)
    policy, seen = as_policy(solution), 0
    # Worth of (seat, hand, history, card), with the chances of the other side alone.
    total: dict[tuple[int, twin.Hand, twin.History, int], float] = {}
    weight_of: dict[tuple[int, twin.Hand, twin.History], float] = {}

    def collect(node: twin.Tree | int, weights: tuple[float, float]) -> None:
        if isinstance(node, int):
            return
        seat, hand, history, ways = node
        place = (seat, hand, history)
        weight_of[place] = weight_of.get(place, 0.0) + weights[seat]
        chances = policy(seat, hand, history)
        for rank, way in ways.items():
            mean = twin.mean([(1.0, way)], policy) * (1 if seat == 0 else -1)
            total[*place, rank] = total.get((*place, rank), 0.0) + weights[seat] * mean
            after = list(weights)
            after[1 - seat] *= chances.get(rank, 0.0)
            collect(way, (after[0], after[1]))

    for weight, tree in toy.trees(alone_ends=True):
        collect(tree, (weight, weight))
    for (seat, hand, history, rank), worth in total.items():
        if len(hand) == 1 or weight_of[seat, hand, history] <= 1e-12:
            continue
        values = solution.card_values(solution.follow(history))
        expected = worth / weight_of[seat, hand, history]
        index = int(patterns.multiset_index(np.array(hand)))
        assert values[index, rank] == pytest.approx(expected, abs=1e-6)
        seen += 1
        if seen == 200:
            break
    assert seen > 10


def test_own_and_other_points_of_keeps_agree_with_their_net(toy: Toy) -> None:
    solution = any_solution(toy.game(), toy.seed + 100)
    pone, dealer = solution.keep_values()
    value = solution.value()
    for seat, keeps in enumerate((pone, dealer)):
        held = keeps.share > 0
        assert keeps.share.sum() == pytest.approx(1.0)
        assert np.isnan(keeps.own[~held]).all()
        net = solution.net_values(seat)[held]
        mine, his = toy.weights if seat == 0 else toy.weights[::-1]
        np.testing.assert_allclose((mine * keeps.own - his * keeps.other)[held], net, atol=1e-9)
        assert float(net @ keeps.share[held]) == pytest.approx(value if seat == 0 else -value)
        assert (keeps.own[held] >= -1e-9).all()
        assert (keeps.other[held] >= -1e-9).all()
        # The last card of a series pays somebody.
        assert (keeps.own[held] + keeps.other[held] >= 1 - 1e-9).all()
    assert np.nansum(pone.own * pone.share) == pytest.approx(np.nansum(dealer.other * dealer.share))


def test_a_stored_play_advises_as_the_solution_does(toy: Toy) -> None:
    solution = any_solution(toy.game(), toy.seed + 400)
    if toy.weights != (1, 1):
        with pytest.raises(ValueError, match="only plays for plain points are kept"):
            play_arrays(solution)
        return
    arrays = play_arrays(solution)
    stored = StoredPlay(arrays)
    kept = advice_arrays(solution.walker, arrays["shares"], 0.0)
    seen, histories = 0, [()]
    while histories and seen < 12:
        history = histories.pop()
        position = solution.follow(history)
        line = solution.line(position.node)
        if line[KIND] in (CHOICE, LEAF_CHOICE):
            shares = stored.card_shares(stored.follow(history))
            np.testing.assert_allclose(shares, solution.card_shares(position), atol=1e-4)
            expected = solution.card_values(position, best=True)
            hands = patterns.multisets(int(line[HELD + line[ACTOR]]))
            held = np.flatnonzero(~np.isnan(expected).all(axis=1))
            for hand in held[:: 1 + len(held) // 30].tolist():
                worths = np.full(13, np.nan)
                for rank, worth in kept_worths(kept, history, hands[hand].tolist()).items():
                    worths[rank] = worth
                np.testing.assert_allclose(worths, expected[hand], atol=0.02)
            seen += 1
        for child in solution.children(position.node):
            edge = solution.line(child)[EDGE]
            if solution.line(child)[KIND] in (CHOICE, LEAF_CHOICE, FORCED):
                histories.append((*history, edge if edge < 0 else 12 - edge))
    assert seen > 2


def test_keep_against_keep_adds_up_to_the_keeps(toy: Toy) -> None:
    solution = any_solution(toy.game(), toy.seed + 300)
    game, matrix = solution.game, keep_matrix(solution)
    reach = [game.from_tree(weights) for weights in game.reach]
    together = game.together[np.ix_(*[kind_order(toy.held)] * 2)]
    assert np.isnan(matrix[together == 0]).all()
    joint = reach[0][:, None] * together * reach[1][None, :] * game.scale
    assert joint.sum() == pytest.approx(1.0)
    for seat in (0, 1):
        share = joint.sum(axis=1 - seat)
        net = (joint * np.nan_to_num(matrix)).sum(axis=1 - seat)[share > 0] / share[share > 0]
        expected = solution.net_values(seat)[share > 0] * (1 if seat == 0 else -1)
        np.testing.assert_allclose(net, expected, atol=1e-5)


def finish(play: twin.Play) -> int:
    """Play the rest by the only cards there are, or in the order best for a player alone."""
    return twin.best_alone(twin.tree(play))


@pytest.mark.parametrize(("held", "single"), [(3, False), (3, True), (4, False)])
def test_endings_agree_with_the_twin(held: int, single: bool) -> None:
    copies = 4 if held == 3 else np.array([4, 0, 0, 4, 4, 0, 4, 0, 4, 4, 0, 0, 0])
    pack = np.repeat(np.arange(13), copies)
    natural = np.ones(len(patterns.multisets(held)))
    solution = any_solution(play_game(natural, natural, held=held, single_series=single, copies=copies), 1)
    rng, compared = np.random.default_rng(5), 0
    for _ in range(300):
        cards = rng.permutation(pack)[: 2 * held].tolist()
        play = twin.Play((tuple(cards[:held]), tuple(cards[held:])), single)
        while not play.over and (len(play.hands[play.turn]), len(play.hands[1 - play.turn])) != (2, 1):
            play.lay(int(rng.choice(play.legal())))
        if play.over:
            continue
        position = solution.follow(play.history)
        line = solution.line(position.node)
        assert line[KIND] == LEAF_CHOICE
        own, other = play.hands[play.turn], play.hands[1 - play.turn]
        first = int(line[5 + play.turn])
        for rank in play.legal():
            after = play.copy()
            after.lay(rank)
            (rest,) = after.hands[play.turn] if after.hands[play.turn] else [r for r in own if r != rank][:1]
            kinds = 12 - other[0], 12 - rank - int(line[LOW]), 12 - rest
            at = (kinds[0] * (first - int(line[LOW])) + kinds[1]) * first + kinds[2]
            payoff = solution.walker.tree.payoff[solution.walker.tree.links[position.node, LEAF] + at]
            assert payoff == finish(after)
            compared += 1
    assert compared > 100


def test_result_does_not_depend_on_threads_or_on_being_stopped(tmp_path: Path) -> None:
    game = TOYS["three cards, runs"].game()
    straight = solve_play(game, target=0.0, iterations=25, threads=1)
    stopped = solve_play(game, target=0.0, iterations=15, threads=3, checkpoint=tmp_path / "play.npz")
    assert stopped.iteration == 15
    resumed = solve_play(game, target=0.0, iterations=25, threads=2, checkpoint=tmp_path / "play.npz")
    assert resumed.iteration == straight.iteration == 25
    np.testing.assert_array_equal(resumed.regret, straight.regret)
    np.testing.assert_array_equal(resumed.average, straight.average)
    assert [row[:-1] for row in resumed.trace if row.iteration in (10, 25)] == [
        row[:-1] for row in straight.trace if row.iteration in (10, 25)
    ]


def test_checkpoints_of_another_game_or_damaged_ones_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "play.npz"
    solve_play(TOYS["three cards, runs"].game(), target=0.0, iterations=3, checkpoint=path)
    other = PlaySolver(TOYS["three cards, high"].game())
    said: list[str] = []
    assert not other.resume(path, said.append)
    assert [f"'{path}' is of another run" in sentence for sentence in said] == [True]
    again = PlaySolver(TOYS["three cards, runs"].game())
    assert again.resume(path)
    assert again.iteration == 3
    path.write_bytes(path.read_bytes()[:500])
    afresh = PlaySolver(TOYS["three cards, runs"].game())
    assert not afresh.resume(path, said.append)
    assert f"'{path}' is damaged: the run begins afresh" in said[-1]
    assert afresh.iteration == 0
    assert not again.resume(tmp_path / "nothing.npz", said.append)
    assert len(said) == 2


def test_progress_is_told_and_the_target_ends_the_run() -> None:
    rows = []
    solver = solve_play(TOYS["two cards, tens and low"].game(), target=0.01, progress=rows.append)
    assert rows == solver.trace
    assert rows[-1].exploitability <= 0.01
    assert all(row.exploitability > 0.01 for row in rows[:-1])
    assert all(row.pone_gain + row.dealer_gain == pytest.approx(row.exploitability) for row in rows)


def test_other_frequencies_are_solved_from_old_regrets() -> None:
    toy = TOYS["three cards, runs"]
    other = Toy(toy.held, toy.single, toy.copies, toy.seed + 1)
    solver = solve_play(toy.game(), target=1e-3)
    solver.change(other.game(), restart=10)
    for _ in range(400):
        solver.iterate()
    row = solver.measure()
    assert row.exploitability < 5e-4
    assert row.value == pytest.approx(twin.optimum(other.trees()), abs=5e-4)
    with pytest.raises(ValueError, match="only frequencies may differ"):
        solver.change(TOYS["four cards"].game())


def test_five_card_play_is_solved_to_a_thousandth() -> None:
    counts = patterns.rank_counts(patterns.multisets(3))
    natural = np.array([1, 4, 6, 4])[counts].prod(axis=1)
    game = play_game(natural, natural, held=3, single_series=True)
    solver = solve_play(game, target=0.001, iterations=100)
    assert solver.trace[-1].exploitability <= 0.001
    solution = solver.solution()
    leads, replies = solution.leads(), solution.replies()
    for best in (False, True):
        worth = solution.card_values(solution.root(), best=best)
        net, chosen = solution.net_values(0, best=best), np.nan_to_num(worth)
        together = np.nanmax(worth, axis=1) if best else (leads * chosen).sum(axis=1)
        np.testing.assert_allclose(together[counts.max(axis=1) < 4], net[counts.max(axis=1) < 4], atol=1e-9)
    np.testing.assert_allclose(leads.sum(axis=1), 1.0)
    np.testing.assert_allclose(replies.sum(axis=2), 1.0)
    held = counts > 0
    assert (leads[~held] == 0).all()
    assert (replies[:, ~held] == 0).all()
    # The dealer is better off, and a five is hardly led.
    assert -0.62 < solver.trace[-1].value < -0.52
    share = solution.game.from_tree(solution.game.mass[0])
    assert share @ leads[:, 4] < 0.02


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"held": 5}, "a hand of 5 cards: 2 to 4"),
        ({"copies": 5}, "0 to 4 of each rank"),
        ({"rare_share": 1.0}, "rare_share 1.0: at least 0"),
        ({"weights": (4, 1)}, r"weights \(4, 1\): whole numbers from 1 to 3"),
        ({"pone": np.ones(3)}, r"shape \(3,\): \(91,\) is needed"),
        ({"dealer": -np.ones(91)}, "finite and not negative"),
        ({"copies": 1, "pone": np.eye(91)[0]}, "no keep that the pack can make"),
    ],
)
def test_mistakes_are_named(change: dict[str, object], words: str) -> None:
    given: dict[str, object] = {"pone": np.ones(91), "dealer": np.ones(91), "held": 2}
    with pytest.raises(ValueError, match=words):
        play_game(**{**given, **change})  # type: ignore[arg-type]


def test_rare_keeps_get_their_stated_share() -> None:
    only = np.zeros(91)
    only[5] = 3.0
    game = play_game(only, only, held=2, rare_share=0.01)
    counts = patterns.rank_counts(patterns.multisets(2))
    ways = np.array([1, 4, 6])[counts].prod(axis=1)
    expected = 0.01 * ways / ways.sum()
    expected[5] += 0.99
    for frequency in game.frequencies:
        np.testing.assert_allclose(frequency, expected)


def test_unknown_events_are_named() -> None:
    solution = any_solution(TOYS["three cards, runs"].game(), 1)
    with pytest.raises(ValueError, match="event 0 leads to no choice"):
        solution.follow([0])
    with pytest.raises(ValueError, match="event -1 leads to no choice"):
        solution.follow([-1])
