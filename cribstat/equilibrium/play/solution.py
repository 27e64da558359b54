"""Strategies of a solved play: probabilities of cards, what keeps and leads are worth."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cribstat.equilibrium.play.game import DEALER, PONE, Floats, PlayGame
from cribstat.equilibrium.play.walker import ANSWER, MEASURE, Numbers, Walker
from cribstat.kernels.playtree.choices import probabilities, spread_reach
from cribstat.kernels.playtree.grow import (
    ACTOR,
    ALONE,
    CHOICE,
    EDGE,
    END,
    ENDED,
    ENTRY,
    FIRST,
    FORCED,
    GO,
    HELD,
    KIND,
    LEAF,
    LEAF_CHOICE,
    LOW,
)
from cribstat.kernels.playtree.leaves import choice_for_actor, ended
from cribstat.kernels.playtree.multisets import KINDS, kind_order, tables


class KeepValues(NamedTuple):
    """What the keeps of one role bring in the play, by `patterns.multisets` order.

    Attributes
    ----------
    own, other
        Mean points of the role itself and of the other side; nan where the pack cannot make the keep.
    share
        Share of deals in which the role holds the keep.
    """

    own: Floats
    other: Floats
    share: Floats


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


class PlaySolution:
    """A pair of strategies for the play.

    Parameters
    ----------
    walker
        The tree of the play.
    numbers
        For every entry, what the probability is in proportion to; where all of a hand are 0, it lays its
        cards with even chances.

    Notes
    -----
    Everything here is **exact** for these strategies in the model of `cribstat.equilibrium.play`.
    """

    def __init__(self, walker: Walker, numbers: Numbers) -> None:
        self.walker, self.numbers = walker, numbers
        self.game: PlayGame = walker.game
        self.shape = walker.tree.shape.astype(np.int64)

    def root(self) -> Position:
        """Return the position before the first card."""
        return Position(0, self.game.reach, self.game.copies[::-1].copy(), 1.0)

    def children(self, node: int) -> list[int]:
        """List the nodes right below one; a choice has none behind cards that decide the rest."""
        below, child = [], node + 1
        while child < self.walker.tree.links[node, END]:
            below.append(child)
            child = int(self.walker.tree.links[child, END])
        return below

    def shares(self, position: Position) -> Floats:
        """Return the probability of every entry of a choice, (kinds from the lowest that comes in, rests)."""
        line, entry = self.shape[position.node], int(self.walker.tree.links[position.node, ENTRY])
        held, first = int(line[HELD + line[ACTOR]]), int(line[FIRST + line[ACTOR]])
        kinds, rests = first - int(line[LOW]), int(tables().sizes[held - 1, first])
        out = np.zeros(kinds * rests)
        source = self.numbers[entry : entry + kinds * rests]
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
        line = self.shape[position.node]
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
        line, out = self.shape[position.node], self.shares(position)
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
        line = self.shape[position.node]
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

    def card_values(self, position: Position, *, best: bool = False) -> Floats:
        """Return what each card is worth to the player in turn, by hand, (hands, 13) by rank.

        Parameters
        ----------
        position
            A choice.
        best
            Let the player go on in the best way, instead of with his strategy.

        Returns
        -------
        numpy.ndarray
            Mean net points of the whole play, those before the position included, in the player's own view,
            given his hand and what he saw. Hands stand in `patterns.multisets` order; nan for cards that
            are not held or do not come in, and for hands that cannot be there or meet no hand of the other.

        Raises
        ------
        ValueError
            The position is no choice among cards.
        """
        line = self.shape[position.node]
        if line[KIND] not in (CHOICE, LEAF_CHOICE):
            raise ValueError(f"node {position.node} of the play's tree is no choice among cards")
        actor, low = int(line[ACTOR]), int(line[LOW])
        held, first = int(line[HELD + actor]), int(line[FIRST + actor])
        weights = self._hand_weights(position, actor)
        worth = self._worth(position, actor, ANSWER if best else MEASURE)
        by_kind = np.full((int(tables().sizes[held, KINDS]), KINDS), np.nan)
        for kind in range(low, first):
            hands = tables().join[held, kind, : worth.shape[1]]
            of = weights[hands]
            means = np.divide(worth[kind - low], of, out=np.full_like(of, np.nan), where=of > 0)
            by_kind[hands, kind] = means
        return by_kind[:, ::-1][kind_order(held)]

    def _hand_weights(self, position: Position, seat: int) -> Floats:
        """Return how likely what a seat saw is with each of its hands, own choices apart."""
        line = self.shape[position.node]
        own, other = int(line[HELD + seat]), int(line[HELD + 1 - seat])
        weights = np.zeros(int(tables().sizes[own, int(line[FIRST + seat])]))
        factor = position.factor * self.game.scale
        unseen, members = position.unseen.copy(), tables().members
        ended(1, own, other, position.reach[1 - seat], unseen, factor, members, weights)
        return weights

    def _worth(self, position: Position, actor: int, task: int) -> Floats:
        """Return the weighted worth of every entry of a choice, (kinds from the lowest, rests)."""
        line, reach = self.shape[position.node], position.reach[1 - actor]
        held, first, low = int(line[HELD + actor]), int(line[FIRST + actor]), int(line[LOW])
        out = np.zeros((first - low, int(tables().sizes[held - 1, first])))
        if line[KIND] == LEAF_CHOICE:
            sign = self.game.scale if actor == PONE else -self.game.scale
            payoff = self.walker.tree.payoff[int(self.walker.tree.links[position.node, LEAF]) :]
            unseen, factor = position.unseen.copy(), sign * position.factor
            choice_for_actor(payoff, low, first, reach, unseen, factor, out.reshape(-1))
            return out
        for child in self.children(position.node):
            kind = int(self.shape[child, EDGE])
            if kind >= 0:
                unseen = position.unseen.copy()
                factor = position.factor * float(unseen[kind])
                unseen[kind] -= 1
                out[kind - low] = self.walker.values_below(
                    actor, task, self.numbers, child, reach, factor, unseen
                )
        return out

    def value(self) -> float:
        """Return the mean points of pone less those of the dealer."""
        values = self.walker.values(PONE, MEASURE, self.numbers, self.numbers)
        return float(self.game.reach[PONE] @ values)

    def net_values(self, seat: int, *, best: bool = False) -> Floats:
        """Return the mean net points of every keep of a seat in its own view.

        Parameters
        ----------
        seat
            0 pone, 1 dealer.
        best
            Let the seat answer in the best way instead of playing its strategy.
        """
        task = ANSWER if best else MEASURE
        return self._by_keep(seat, self.walker.values(seat, task, self.numbers, self.numbers))

    def keep_values(self, alone: Walker | None = None) -> tuple[KeepValues, KeepValues]:
        """Return own and other's points of every keep for pone and dealer.

        Parameters
        ----------
        alone
            The tree with the points of pone alone as payoffs; it is grown if not given.
        """
        alone = alone or Walker(self.game, self.walker.threads, (1, 0))
        pone = alone.values(PONE, MEASURE, self.numbers, self.numbers)
        dealer = alone.values(DEALER, MEASURE, self.numbers, self.numbers)
        own, other = self._by_keep(PONE, pone), -self._by_keep(DEALER, dealer)
        shares = [self.game.from_tree(mass) for mass in self.game.mass]
        return (
            KeepValues(own, own - self.net_values(PONE), shares[PONE]),
            KeepValues(self.net_values(DEALER) + other, other, shares[DEALER]),
        )

    def _by_keep(self, seat: int, values: Floats) -> Floats:
        """Turn weighted values of the tree's hands into means of keeps."""
        weight = np.divide(
            self.game.mass[seat],
            self.game.reach[seat],
            out=np.zeros_like(values),
            where=self.game.reach[seat] > 0,
        )
        means = np.divide(values, weight, out=np.full_like(values, np.nan), where=weight > 0)
        return self.game.from_tree(means)

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
