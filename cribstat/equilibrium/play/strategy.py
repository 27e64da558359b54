"""Strategies for a play: how every hand is played at every choice, and who holds what there."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cribstat.equilibrium.play.game import DEALER, Floats, PlayGame
from cribstat.kernels.playtree.choices import probabilities, spread_reach
from cribstat.kernels.playtree.grow import (
    ACTOR,
    ALONE,
    EDGE,
    END,
    ENDED,
    ENTRY,
    FIRST,
    FORCED,
    GO,
    HELD,
    KIND,
    LOW,
)
from cribstat.kernels.playtree.multisets import KINDS, kind_order, tables


@dataclass(frozen=True)
class Position:
    """A node of the tree, and how likely both sides hold what when it is reached.

    Attributes
    ----------
    node
        Its number.
    reach
        For pone and dealer, the weight of each hand still held (times the own choices so far).
    unseen
        Copies of each kind not laid, int64 (13,); kind = 12 - rank.
    factor
        Product of the unseen copies of the cards laid.
    """

    node: int
    reach: tuple[Floats, Floats]
    unseen: NDArray[np.int64]
    factor: float


class PlayStrategy:
    """A pair of strategies for a play.

    Parameters
    ----------
    game
        The play.
    shape, links
        The nodes of its tree (see `cribstat.kernels.playtree.grow.Tree`), all or those below a position.
    numbers
        For every entry of the tree, what the probability is in proportion to; where all of a hand are 0, it
        lays its cards with even chances.
    start
        The position at the root of the tree; None for the beginning of the play.
    """

    def __init__(
        self,
        game: PlayGame,
        shape: NDArray[np.int8],
        links: NDArray[np.int64],
        numbers: NDArray[Any],
        start: Position | None = None,
    ) -> None:
        self.game, self.shape, self.links, self.numbers = game, shape, links, numbers
        self._start = start or Position(0, game.reach, game.copies[::-1].copy(), 1.0)

    def root(self) -> Position:
        """Return the position at the root: before the first card, unless the tree starts later."""
        return self._start

    def line(self, node: int) -> list[int]:
        """Return what the tree says of a node."""
        return [int(number) for number in self.shape[node]]

    def children(self, node: int) -> list[int]:
        """List the nodes right below one; a choice has none behind cards that decide the rest."""
        below, child = [], node + 1
        end = int(self.links[node, END])
        while child < end:
            below.append(child)
            child = int(self.links[child, END])
        return below

    def shares(self, position: Position) -> Floats:
        """Return the probability of every entry of a choice, (kinds from the lowest that comes in, rests)."""
        line, entry = self.line(position.node), int(self.links[position.node, ENTRY])
        held, first = int(line[HELD + line[ACTOR]]), int(line[FIRST + line[ACTOR]])
        kinds, rests = first - int(line[LOW]), int(tables().sizes[held - 1, first])
        out = np.zeros(kinds * rests)
        source = np.asarray(self.numbers[entry : entry + kinds * rests], dtype=np.float32)
        scratch = np.zeros((2, int(tables().sizes[held, first])))
        probabilities(source, held, int(line[LOW]), first, tables(), scratch, out)
        return out.reshape(kinds, rests)

    def step(self, position: Position, event: int) -> Position:
        """Return the position after an event.

        Parameters
        ----------
        position
            A choice, or a player's last card.
        event
            The rank laid, 0 to 12, or -1 for a go.

        Raises
        ------
        ValueError
            No such event here, or the rest decides itself after it.
        """
        edge = GO if event == -1 else KINDS - 1 - event
        line = self.line(position.node)
        found = [child for child in self.children(position.node) if self.shape[child, EDGE] == edge]
        if not found:
            raise ValueError(f"event {event} leads to no choice at node {position.node} of the play's tree")
        actor, reach = int(line[ACTOR]), list(position.reach)
        if edge == GO:
            first = int(self.shape[found[0], FIRST + actor])
            reach[actor] = reach[actor][: tables().sizes[int(line[HELD + actor]), first]]
            return Position(found[0], (reach[0], reach[1]), position.unseen, position.factor)
        if line[KIND] == FORCED:
            reach[actor] = reach[actor][edge : edge + 1]
        else:
            reach[actor] = self._reach_behind(position)[edge - int(line[LOW])]
        unseen = position.unseen.copy()
        factor = position.factor * float(unseen[edge])
        unseen[edge] -= 1
        return Position(found[0], (reach[0], reach[1]), unseen, factor)

    def _reach_behind(self, position: Position) -> Floats:
        """Return the weights of the actor's rests behind every card, (kinds, rests)."""
        line, out = self.line(position.node), self.shares(position)
        actor = int(line[ACTOR])
        held, first, low = int(line[HELD + actor]), int(line[FIRST + actor]), int(line[LOW])
        flat = out.reshape(-1)
        alive = np.zeros(KINDS, np.bool_)
        spread_reach(position.reach[actor], held, low, first, position.unseen, tables(), flat, alive)
        return out

    def follow(self, history: Sequence[int]) -> Position:
        """Return the position after a history of events (see `step`).

        A go that the history makes certain (the player has shown before that nothing he holds comes in) is
        no event and must be left out.
        """
        position = self.root()
        for event in history:
            position = self.step(position, event)
        return position

    def card_shares(self, position: Position) -> Floats:
        """Return how the player in turn plays each hand, (hands, 13) by rank.

        Hands stand in `patterns.multisets` order; rows add up to 1 for hands that can be held and have a
        card that comes in, and are 0 otherwise.
        """
        line = self.line(position.node)
        if line[KIND] in (ALONE, ENDED):
            raise ValueError(f"node {position.node} of the play's tree is no choice")
        actor, first, low = int(line[ACTOR]), int(line[FIRST + line[ACTOR]]), int(line[LOW])
        held = int(line[HELD + actor])
        table, sizes = tables(), tables().sizes
        by_kind = np.zeros((int(sizes[held, KINDS]), KINDS))
        rests = int(sizes[held - 1, first])
        shares = np.ones((first - low, 1)) if held == 1 else self.shares(position)
        for kind in range(low, first):
            by_kind[table.join[held, kind, :rests], kind] = shares[kind - low]
        by_rank = by_kind[:, ::-1]
        return by_rank[kind_order(held)]

    def leads(self) -> Floats:
        """Return the probability of each lead by pone's keep, (keeps, 13)."""
        return self.card_shares(self.root())

    def replies(self) -> Floats:
        """Return the probability of the dealer's replies by lead and his keep, (13, keeps, 13).

        Zero for leads the pack does not hold, and where the reply is forced by rule.
        """
        out = np.zeros((KINDS, len(self.game.reach[DEALER]), KINDS))
        for rank in range(KINDS):
            if self.game.copies[rank] > 0:
                out[rank] = self.card_shares(self.step(self.root(), rank))
        return out
