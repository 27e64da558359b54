"""A solved play: what keeps, leads and every card are worth."""

import numpy as np

from cribstat.equilibrium.play.game import DEALER, PONE, Floats
from cribstat.equilibrium.play.strategy import PlayStrategy, Position
from cribstat.equilibrium.play.walker import ANSWER, MEASURE, Numbers, Walker
from cribstat.kernels.playtree.grow import ACTOR, CHOICE, EDGE, FIRST, HELD, KIND, LEAF, LEAF_CHOICE, LOW
from cribstat.kernels.playtree.leaves import choice_for_actor, ended
from cribstat.kernels.playtree.multisets import KINDS, kind_order, tables
from cribstat.policies.shipped import KeepValues


class PlaySolution(PlayStrategy):
    """A pair of strategies for the play with the payoffs of its tree.

    Parameters
    ----------
    walker
        The tree of the play.
    numbers
        For every entry, what the probability is in proportion to; where all of a hand are 0, it lays its
        cards with even chances.
    start
        The position at the root of the walker's tree; None for the beginning of the play.

    Notes
    -----
    Everything here is **exact** for these strategies in the model of `cribstat.equilibrium.play`.
    """

    def __init__(self, walker: Walker, numbers: Numbers, start: Position | None = None) -> None:
        super().__init__(walker.game, walker.tree.shape, walker.tree.links, numbers, start)
        self.walker, self.numbers = walker, numbers

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
        line = self.line(position.node)
        if line[KIND] not in (CHOICE, LEAF_CHOICE):
            raise ValueError(f"node {position.node} of the play's tree is no choice among cards")
        actor, low = int(line[ACTOR]), int(line[LOW])
        held, first = int(line[HELD + actor]), int(line[FIRST + actor])
        weights = self.hand_weights(position, actor)
        worth = self._worth(position, actor, ANSWER if best else MEASURE)
        by_kind = np.full((int(tables().sizes[held, KINDS]), KINDS), np.nan)
        for kind in range(low, first):
            hands = tables().join[held, kind, : worth.shape[1]]
            of = weights[hands]
            means = np.divide(worth[kind - low], of, out=np.full_like(of, np.nan), where=of > 0)
            by_kind[hands, kind] = means
        return by_kind[:, ::-1][kind_order(held)]

    def chance(self) -> float:
        """Return how likely the position at the root is: 1 for the beginning of the play."""
        root = self.root()
        actor = int(self.line(root.node)[ACTOR])
        return float(root.reach[actor] @ self.hand_weights(root, actor))

    def hand_weights(self, position: Position, seat: int) -> Floats:
        """Return how likely what a seat saw is with each hand of the tree, own choices apart."""
        line = self.line(position.node)
        own, other = int(line[HELD + seat]), int(line[HELD + 1 - seat])
        weights = np.zeros(int(tables().sizes[own, int(line[FIRST + seat])]))
        factor = position.factor * self.game.scale
        unseen, members = position.unseen.copy(), tables().members
        ended(1, own, other, position.reach[1 - seat], unseen, factor, members, weights)
        return weights

    def _worth(self, position: Position, actor: int, task: int) -> Floats:
        """Return the weighted worth of every entry of a choice, (kinds from the lowest, rests)."""
        line, reach = self.line(position.node), position.reach[1 - actor]
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
        mine, his = self.game.gains
        return (
            KeepValues(own, (self.net_values(PONE) - mine * own) / his, shares[PONE]),
            KeepValues((self.net_values(DEALER) + mine * other) / -his, other, shares[DEALER]),
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
