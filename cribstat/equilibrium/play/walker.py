"""Walk the tree of a play with one or more threads.

The tree is split at the nodes two events below the root. Each of them is walked by one thread and touches
only its own entries; the part above is walked before, to learn how likely the nodes are, and after, to
gather their values. So results do not depend on the number of threads.
"""

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from queue import SimpleQueue

import numpy as np
from numpy.typing import NDArray

from cribstat.equilibrium.play.game import PONE, Floats, PlayGame
from cribstat.equilibrium.play.strategy import Position
from cribstat.kernels.playtree.choices import Rule
from cribstat.kernels.playtree.grow import EDGE, END, FIRST, HELD, Tree
from cribstat.kernels.playtree.multisets import KINDS, tables
from cribstat.kernels.playtree.walk import (
    ANSWER,
    COLLECT_REACH,
    LEARN,
    MEASURE,
    NO_CUT,
    NOTE,
    USE_VALUES,
    Cut,
    Desk,
    Scene,
    desk,
)
from cribstat.kernels.playtree.walk import walk as walk_tree

__all__ = ["ANSWER", "LEARN", "MEASURE", "Numbers", "Walker"]

Numbers = NDArray[np.float32]
CUT_LEVEL = 2
_STILL = Rule(1.0, 1.0, 0.0)  # for walks that learn nothing


class Walker:
    """A grown tree with what is needed to walk it.

    Parameters
    ----------
    game
        The play.
    threads
        How many nodes of the cut are walked at the same time.
    gains
        What a point of pone and a point of the dealer counts; None for those of the play.
    history
        Events that lead to the root.
    start
        The position at the root; without it, after a `history`, only `values_below` can be asked.

    Attributes
    ----------
    tree, entries
        The tree and the number of its entries.
    """

    def __init__(
        self,
        game: PlayGame,
        threads: int = 1,
        gains: tuple[int, int] | None = None,
        history: Sequence[int] = (),
        start: Position | None = None,
    ) -> None:
        self.game, self.threads, self._start = game, threads, start
        self.tree: Tree
        self.tree, self.entries, self._levels = game.grow(gains, history)
        sizes = tables().sizes
        self._hands = int(sizes[game.held, KINDS])
        self._widest = KINDS * int(sizes[game.held - 1, KINDS])
        paths = list(_paths(self.tree, CUT_LEVEL))
        self._nodes = np.array([path[-1] for path in paths], dtype=np.int64)
        root = self.root
        self._unseen = np.tile(root.unseen, (len(paths), 1))
        self._factor = np.full(len(paths), root.factor)
        for place, path in enumerate(paths):
            for edge in self.tree.shape[path, EDGE].tolist():
                if edge >= 0:
                    self._factor[place] *= self._unseen[place, edge]
                    self._unseen[place, edge] -= 1
        below = self.tree.links[self._nodes, END] - self._nodes
        self._largest_first = np.argsort(-below, kind="stable").tolist()
        self._desks: SimpleQueue[Desk] = SimpleQueue()
        for _ in range(threads):
            self._desks.put(desk(self._levels + 1, self._widest, self._hands))

    @property
    def root(self) -> Position:
        """The position at the root of the tree."""
        return self._start or Position(0, self.game.reach, self.game.copies[::-1].copy(), 1.0)

    def values(self, seat: int, task: int, own: Numbers, other: Numbers) -> Floats:
        """Return what each hand of a seat is worth in its own view at the root, in points times weight.

        Parameters
        ----------
        seat
            0 pone, 1 dealer.
        task
            MEASURE the strategies given, or find the best ANSWER to the other's.
        own, other
            Numbers of all entries that the strategies are in proportion to.

        Returns
        -------
        numpy.ndarray
            float64, in the tree's order; the sum of it times ``root.reach[seat]`` is points a deal (after a
            history: points times the chance that it comes to it).
        """
        return self._walk(seat, Scene(seat, task, self.tree, tables(), own, other, own, own, _STILL))

    def learn(self, seat: int, regret: Numbers, average: Numbers, rule: Rule) -> None:
        """Update the regrets of a seat and the average strategy of the other, in place."""
        self._walk(seat, Scene(seat, LEARN, self.tree, tables(), regret, regret, regret, average, rule))

    def worths(self, seat: int, numbers: Numbers, out: Numbers, tree: Tree | None = None) -> None:
        """Write what each entry of a seat's choices is worth to `out`, in points times weight, in place.

        Parameters
        ----------
        seat
            0 pone, 1 dealer; he goes on in the best way.
        numbers
            Numbers of all entries that the other's strategy is in proportion to.
        out
            For all entries; those of the other seat, and where the other cannot be, are left as they are.
        tree
            The tree with other payoffs.

        Notes
        -----
        Weights are not divided by those of all deals, or the small ones would be too small for float32.
        """
        scene = Scene(seat, NOTE, tree or self.tree, tables(), numbers, numbers, out, numbers, _STILL)
        self._walk(seat, scene, 1.0)

    def values_below(
        self,
        seat: int,
        task: int,
        numbers: Numbers,
        node: int,
        reach: Floats,
        factor: float,
        unseen: NDArray[np.int64],
    ) -> Floats:
        """Return what each hand of a seat is worth at a node, in points times weight, in its own view.

        Parameters
        ----------
        seat, task
            As in `values`; both strategies are in proportion to `numbers`.
        node, reach, factor, unseen
            The node, the weights of the other's hands there, the product of the unseen copies of the cards
            laid, and the copies still unseen by kind.

        Returns
        -------
        numpy.ndarray
            float64, in the tree's order of hands, as many as the seat can hold at the node.
        """
        scene = Scene(seat, task, self.tree, tables(), numbers, numbers, numbers, numbers, _STILL)
        sign = self.game.scale if seat == PONE else -self.game.scale
        out, empty = np.zeros(self._hands), np.zeros((0, self._hands))
        work = self._desks.get()
        cut = Cut(NO_CUT, CUT_LEVEL, self._nodes, empty, empty)
        walk_tree(scene, node, reach, sign * factor, unseen.copy(), cut, work, out)
        self._desks.put(work)
        line = self.tree.shape[node]
        return out[: tables().sizes[line[HELD + seat], line[FIRST + seat]]]

    def _walk(self, seat: int, scene: Scene, scale: float | None = None) -> Floats:
        """Walk the tree above the cut, below it, and above again; by default in points a deal."""
        scale = self.game.scale if scale is None else scale
        sign = scale if seat == PONE else -scale
        reach, value = (np.zeros((len(self._nodes), self._hands)) for _ in range(2))
        self._walk_above(scene, sign, Cut(COLLECT_REACH, CUT_LEVEL, self._nodes, reach, value))
        nothing = Cut(NO_CUT, CUT_LEVEL, self._nodes, reach[:0], value[:0])

        def walk_below(place: int) -> None:
            if reach[place].any():
                work = self._desks.get()
                unseen, factor = self._unseen[place].copy(), sign * self._factor[place]
                node = int(self._nodes[place])
                walk_tree(scene, node, reach[place], factor, unseen, nothing, work, value[place])
                self._desks.put(work)

        if self.threads == 1:
            for place in self._largest_first:
                walk_below(place)
        else:
            with ThreadPoolExecutor(self.threads) as pool:
                list(pool.map(walk_below, self._largest_first))
        return self._walk_above(scene, sign, Cut(USE_VALUES, CUT_LEVEL, self._nodes, reach, value))

    def _walk_above(self, scene: Scene, sign: float, cut: Cut) -> Floats:
        """Walk the tree above the cut."""
        out, work, root = np.zeros(self._hands), self._desks.get(), self.root
        factor, unseen = sign * root.factor, root.unseen.copy()
        walk_tree(scene, 0, root.reach[1 - scene.player], factor, unseen, cut, work, out)
        self._desks.put(work)
        return out[: len(root.reach[scene.player])]


def _paths(tree: Tree, level: int) -> Iterator[list[int]]:
    """Give the nodes so many events below the root, each with those above it but the root, in preorder."""
    path, node, end = [0], 1, int(tree.links[0, END])
    while node < end:
        while node >= tree.links[path[-1], END]:
            path.pop()
        if len(path) == level:
            yield [*path[1:], node]
            node = int(tree.links[node, END])
        else:
            path.append(node)
            node += 1
