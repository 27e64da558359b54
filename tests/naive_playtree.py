"""Plain twin of the play as a game of hidden ranks: tree, payoffs, best answers, optimum.

Every pair of keeps is played card by card. An information set is (seat, ranks held, public history); the
history holds the ranks laid, and -1 for a go that was not certain, in order.
Written from the rules; nothing of cribstat is imported. Only for toys: the game is written out in full.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter, defaultdict
from collections.abc import Callable

import numpy as np
from scipy.optimize import linprog
from scipy.sparse import coo_matrix

GO = -1
Hand = tuple[int, ...]
History = tuple[int, ...]
Policy = Callable[[int, Hand, History], dict[int, float]]


def worth(rank: int) -> int:
    """Count a rank from ace 0 to king 12."""
    return min(rank + 1, 10)


def points(series: list[int]) -> int:
    """Score the last card of a series."""
    total = sum(worth(rank) for rank in series)
    earned = 2 * (total in (15, 31))
    same = len(list(itertools.takewhile(lambda rank: rank == series[-1], reversed(series))))
    earned += {1: 0, 2: 2, 3: 6, 4: 12}[same]
    for size in range(len(series), 2, -1):
        tail = sorted(series[-size:])
        if tail == list(range(tail[0], tail[0] + size)):
            return earned + size
    return earned


class Play:
    """One moment of the play of two known hands."""

    def __init__(self, hands: tuple[Hand, Hand], single: bool, weights: tuple[int, int] = (1, 1)) -> None:
        self.hands = [list(hands[0]), list(hands[1])]
        self.single, self.weights = single, weights
        self.turn, self.last = 0, -1
        self.series: list[int] = []
        self.passed = [False, False]
        self.net = 0
        self.over = False
        self.history: list[int] = []
        self.known = [0, 0]  # neither holds a card worth this or less
        self.settle()

    def copy(self) -> Play:
        """Copy the moment."""
        other = Play.__new__(Play)
        other.__dict__.update(self.__dict__)
        other.hands = [list(hand) for hand in self.hands]
        other.series, other.passed, other.history = list(self.series), list(self.passed), list(self.history)
        other.known = list(self.known)
        return other

    def legal(self) -> list[int]:
        """List the ranks the player in turn can lay."""
        count = sum(map(worth, self.series))
        return sorted({rank for rank in self.hands[self.turn] if count + worth(rank) <= 31})

    def mark(self, seat: int, earned: int) -> None:
        """Give points to a seat, at what they are worth."""
        self.net += earned * self.weights[0] if seat == 0 else -earned * self.weights[1]

    def lay(self, rank: int) -> None:
        """Lay a card and go on to the next choice."""
        seat = self.turn
        self.hands[seat].remove(rank)
        self.series.append(rank)
        self.history.append(rank)
        self.mark(seat, points(self.series))
        self.last = seat
        if sum(map(worth, self.series)) == 31:
            self.end_series(False)
        elif not self.passed[1 - seat]:
            self.turn = 1 - seat
        self.settle()

    def end_series(self, short: bool) -> None:
        """End the series, with a point for the last card if it fell short of 31."""
        if short:
            self.mark(self.last, 1)
        self.series, self.passed, self.turn = [], [False, False], 1 - self.last
        self.over = self.over or self.single

    def settle(self) -> None:
        """Pass for players without a card that comes in, until one has."""
        while not self.over:
            if not self.hands[0] and not self.hands[1]:
                if self.series:
                    self.mark(self.last, 1)
                self.over = True
                return
            if self.legal():
                return
            room = 31 - sum(map(worth, self.series))
            if self.hands[self.turn] and room > self.known[self.turn]:
                self.history.append(GO)
                self.known[self.turn] = room
            if self.passed[1 - self.turn]:
                self.end_series(True)
            else:
                self.passed[self.turn] = True
                self.turn = 1 - self.turn


def keeps(held: int, copies: dict[int, int]) -> list[Hand]:
    """List the hands a pack makes."""
    cards = [rank for rank, number in copies.items() for _ in range(number)]
    return sorted(set(itertools.combinations(sorted(cards), held)))


def joint(
    held: int, copies: dict[int, int], frequency: tuple[dict[Hand, float], dict[Hand, float]]
) -> dict[tuple[Hand, Hand], float]:
    """Return the chance of every pair of keeps, suits drawn without replacement."""

    def ways(hand: Hand, left: Callable[[int], int]) -> int:
        return math.prod(math.comb(left(rank), number) for rank, number in Counter(hand).items())

    pairs = {}
    for pone, dealer in itertools.product(keeps(held, copies), repeat=2):
        taken = Counter(pone)
        after = ways(dealer, lambda rank, taken=taken: copies[rank] - taken[rank])  # type: ignore[misc]
        weight = frequency[0][pone] * frequency[1][dealer] * after / ways(dealer, copies.__getitem__)
        if weight > 0:
            pairs[pone, dealer] = weight
    total = sum(pairs.values())
    return {pair: weight / total for pair, weight in pairs.items()}


Tree = tuple[int, Hand, History, dict[int, "Tree | int"]]


def tree(play: Play, *, alone_ends: bool = False) -> Tree | int:
    """Write out what can follow: (seat, ranks held, history, ways on), or the net points at the end.

    With `alone_ends` a player whose opponent has no cards left lays his in the best order.
    """
    if play.over:
        return play.net
    if alone_ends and not play.hands[1 - play.turn]:
        return best_alone(tree(play))
    ways_on: dict[int, Tree | int] = {}
    for rank in play.legal():
        after = play.copy()
        after.lay(rank)
        ways_on[rank] = tree(after, alone_ends=alone_ends)
    return play.turn, tuple(sorted(play.hands[play.turn])), tuple(play.history), ways_on


def trees(
    pairs: dict[tuple[Hand, Hand], float],
    single: bool,
    weights: tuple[int, int] = (1, 1),
    *,
    alone_ends: bool = False,
) -> list[tuple[float, Tree | int]]:
    """Write out the play of every pair of keeps with its chance."""
    return [
        (chance, tree(Play(hands, single, weights), alone_ends=alone_ends)) for hands, chance in pairs.items()
    ]


def best_alone(node: Tree | int) -> int:
    """Value a play in which one player alone has cards: he lays them in his best order."""
    if isinstance(node, int):
        return node
    values = [best_alone(way) for way in node[3].values()]
    return max(values) if node[0] == 0 else min(values)


def answer(all_trees: list[tuple[float, Tree | int]], seat: int, policy: Policy) -> float:
    """Return what the best answer of a seat to the other's policy brings it, in net points a deal.

    Nodes of one information set are met together: the game is followed down to the seat's next choices,
    and these are gathered by what the seat knows.
    """
    sign = 1 if seat == 0 else -1

    def spread(weight: float, node: Tree | int, out: list[tuple[float, Tree | int]]) -> None:
        if isinstance(node, int) or node[0] == seat:
            out.append((weight, node))
            return
        for rank, chance in policy(*node[:3]).items():
            if chance > 0:
                spread(weight * chance, node[3][rank], out)

    def value(front: list[tuple[float, Tree | int]]) -> float:
        total = 0.0
        sets: dict[tuple[Hand, History], list[tuple[float, Tree]]] = defaultdict(list)
        for weight, node in front:
            if isinstance(node, int):
                total += sign * weight * node
            else:
                sets[node[1], node[2]].append((weight, node))
        for nodes in sets.values():
            options = []
            for rank in nodes[0][1][3]:
                after: list[tuple[float, Tree | int]] = []
                for weight, node in nodes:
                    spread(weight, node[3][rank], after)
                options.append(value(after))
            total += max(options)
        return total

    front: list[tuple[float, Tree | int]] = []
    for weight, node in all_trees:
        spread(weight, node, front)
    return value(front)


def mean(all_trees: list[tuple[float, Tree | int]], policy: Policy) -> float:
    """Return the net points a deal of seat 0 when both follow a policy."""

    def value(node: Tree | int) -> float:
        if isinstance(node, int):
            return node
        return sum(chance * value(node[3][rank]) for rank, chance in policy(*node[:3]).items() if chance > 0)

    return sum(weight * value(node) for weight, node in all_trees)


def optimum(all_trees: list[tuple[float, Tree | int]]) -> float:
    """Solve the game by linear programming in sequence form; return its value for seat 0."""
    sequences: list[dict[object, int]] = [{(): 0}, {(): 0}]
    sets: list[dict[object, tuple[int, list[int]]]] = [{}, {}]
    payoff: dict[tuple[int, int], float] = defaultdict(float)

    def walk(weight: float, node: Tree | int, at: tuple[int, int]) -> None:
        if isinstance(node, int):
            payoff[at] += weight * node
            return
        seat, hand, history, ways_on = node
        name = (hand, history)
        if name not in sets[seat]:
            numbers = []
            for rank in ways_on:
                sequences[seat][name, rank] = len(sequences[seat])
                numbers.append(sequences[seat][name, rank])
            sets[seat][name] = (at[seat], numbers)
        for rank, way in ways_on.items():
            mine = sequences[seat][name, rank]
            walk(weight, way, (mine, at[1]) if seat == 0 else (at[0], mine))

    for weight, node in all_trees:
        walk(weight, node, (0, 0))
    constraints = [_flow(sets[seat], len(sequences[seat])) for seat in (0, 1)]
    rows, columns = np.array(list(payoff)).T
    shape = (len(sequences[0]), len(sequences[1]))
    matrix = coo_matrix((list(payoff.values()), (rows, columns)), shape=shape).tocsr()
    return _solve(matrix, *constraints)


def _flow(sets: dict[object, tuple[int, list[int]]], length: int) -> coo_matrix:
    """Write down that the chances of the cards at a set add up to the chance of coming there."""
    rows, columns, values = [0], [0], [1.0]
    for row, (parent, numbers) in enumerate(sets.values(), start=1):
        rows += [row] * (1 + len(numbers))
        columns += [parent, *numbers]
        values += [-1.0] + [1.0] * len(numbers)
    return coo_matrix((values, (rows, columns)), shape=(len(sets) + 1, length)).tocsr()


def _solve(matrix: coo_matrix, first: coo_matrix, second: coo_matrix) -> float:
    """Maximise what seat 0 is sure of: max q0 with second' q <= matrix' x, first x = (1, 0, ...)."""
    from scipy.sparse import hstack

    own, other = matrix.shape[0], second.shape[0]
    cost = np.zeros(own + other)
    cost[own] = -1.0
    right = np.zeros(first.shape[0])
    right[0] = 1.0
    done = linprog(
        cost,
        A_ub=hstack([-matrix.T, second.T]).tocsr(),
        b_ub=np.zeros(matrix.shape[1]),
        A_eq=hstack([first, coo_matrix((first.shape[0], other))]).tocsr(),
        b_eq=right,
        bounds=[(0, None)] * own + [(None, None)] * other,
        method="highs",
    )
    assert done.status == 0, done.message
    return -float(done.fun)
