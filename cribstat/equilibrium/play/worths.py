"""Learn from a solved play what the cards left after a card are worth to the expectation player.

State: a position of the play and the hand of the player in turn. Action: a card that comes in. Value: what
he gives up, in points, against the best card by the solved play, on the average over the positions that the
solved play comes to. A card's value is its points less the expected reply, as in
`cribstat.kernels.player.choice`, plus a sum of table entries; these are found by gradient descent on the mean
loss of a player who lays each card with a chance proportional to exp(value / temperature).
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cribstat.equilibrium.play.game import Floats
from cribstat.equilibrium.play.solution import PlaySolution
from cribstat.equilibrium.play.strategy import Position
from cribstat.kernels import patterns
from cribstat.kernels.player import Desk, PlayerTables, PlayRules, desk
from cribstat.kernels.player.tree import position_values
from cribstat.kernels.playtree.grow import ACTOR, CHOICE, EDGE, GO, HELD, KIND, LEAF_CHOICE
from cribstat.kernels.playtree.multisets import KINDS, kind_order, tables

SHAPES = {"rest": (2, 3, 32, 13), "pairs": (3, 13, 13), "beside": (3, 13, 13), "laid": (32, 13)}
ENTRIES = sum(int(np.prod(shape)) for shape in SHAPES.values())
TEMPERATURE, RATE, STEPS = 0.25, 0.03, 80
RARE = 3e-5  # positions of the fourth card and later that are rarer are not learnt from
LEAST = 1e-7  # the same of hands at a position
VALUES = np.minimum(np.arange(KINDS) + 1, 10)


class Cards(NamedTuple):
    """Cards to choose from, those of one choice beside each other.

    Attributes
    ----------
    choice
        Number of the choice.
    value
        Of the card without what is learnt.
    loss
        Points given up against the best card.
    weight
        How often it comes to the choice.
    entries
        The table entries that belong to the card, `ENTRIES` where there is none; (cards, 10).
    """

    choice: NDArray[np.int64]
    value: Floats
    loss: Floats
    weight: Floats
    entries: NDArray[np.int64]


def learn_worths(
    solution: PlaySolution, prior: Floats, lift: Floats, steps: int = STEPS
) -> dict[str, Floats]:
    """Learn the tables of the expectation player.

    Parameters
    ----------
    solution
        A solved play.
    prior, lift
        What the player believes (see `cribstat.kernels.player.PlayerTables`).
    steps
        Steps of the descent.

    Returns
    -------
    dict
        The tables by name, in points.

    Notes
    -----
    **Approximate** by nature; deterministic.
    """
    zeros = [np.zeros(shape) for shape in SHAPES.values()]
    parts = list(_all_cards(solution, PlayerTables(prior, lift, *zeros)))
    starts = np.cumsum([0, *(part.choice[-1] + 1 for part in parts[:-1])])
    joined = [np.concatenate(columns) for columns in zip(*parts, strict=True)]
    joined[0] = np.concatenate([part.choice + start for part, start in zip(parts, starts, strict=True)])
    learnt = _descend(Cards(*joined), steps)
    ends = np.cumsum([int(np.prod(shape)) for shape in SHAPES.values()])[:-1]
    flat = np.split(learnt, ends)
    out = {name: part.reshape(shape) for part, (name, shape) in zip(flat, SHAPES.items(), strict=True)}
    upper = np.triu(out["pairs"])
    out["pairs"] = upper + np.triu(upper, 1).transpose(0, 2, 1)
    return out


def _descend(cards: Cards, steps: int) -> Floats:
    """Return the entries that make the mean loss small (Adam; Kingma and Ba 2015, arXiv:1412.6980)."""
    starts = np.flatnonzero(np.diff(cards.choice, prepend=-1))
    learnt, mean, square = (np.zeros(ENTRIES + 1) for _ in range(3))
    for _ in range(steps):
        value = cards.value + learnt[cards.entries].sum(axis=1)
        value = (value - np.maximum.reduceat(value, starts)[cards.choice]) / TEMPERATURE
        chance = np.exp(value)
        chance /= np.add.reduceat(chance, starts)[cards.choice]
        lost = np.add.reduceat(chance * cards.loss, starts)[cards.choice]
        slope = cards.weight * chance * (lost - cards.loss) / TEMPERATURE
        gradient = np.bincount(
            cards.entries.reshape(-1), np.repeat(slope, cards.entries.shape[1]), ENTRIES + 1
        )
        gradient[ENTRIES] = 0.0
        mean = 0.9 * mean + 0.1 * gradient
        square = 0.98 * square + 0.02 * gradient**2
        learnt += RATE * mean / (np.sqrt(square) + 1e-7)
    return learnt[:ENTRIES]


def _all_cards(solution: PlaySolution, plain: PlayerTables) -> Iterator[Cards]:
    """Give the cards of every position that is not rare."""
    room = desk(2, solution.game.held)
    for position, history in _positions(solution, solution.root(), ()):
        cards = _cards(solution, position, history, plain, room)
        if len(cards.choice):
            yield cards


def _positions(
    solution: PlaySolution, position: Position, history: tuple[int, ...]
) -> Iterator[tuple[Position, tuple[int, ...]]]:
    """Give the choices of a play from a position on, but the rare ones, with the edges that lead there."""
    line = solution.line(position.node)
    chooses = line[KIND] in (CHOICE, LEAF_CHOICE)
    if chooses:
        actor = line[ACTOR]
        chance = position.reach[actor] @ solution.hand_weights(position, actor)
        if len(history) > 2 and chance < RARE:
            return
        yield position, history
    if line[KIND] == LEAF_CHOICE:
        return
    for child in solution.children(position.node):
        edge = int(solution.shape[child, EDGE])
        below = solution.step(position, -1 if edge == GO else KINDS - 1 - edge)
        yield from _positions(solution, below, (*history, edge))


def _cards(
    solution: PlaySolution,
    position: Position,
    history: tuple[int, ...],
    plain: PlayerTables,
    room: Desk,
) -> Cards:
    """List the cards of all hands at a position that have a choice."""
    line = solution.line(position.node)
    actor = line[ACTOR]
    held, others = line[HELD + actor], line[HELD + 1 - actor]
    best = solution.card_values(position, best=True)
    by_kind = np.zeros(int(tables().sizes[held, KINDS]))
    weights = solution.hand_weights(position, actor) * position.reach[actor]
    by_kind[: len(weights)] = weights
    weights = by_kind[kind_order(held)]
    asked = np.flatnonzero((weights > LEAST) & (np.isfinite(best).sum(axis=1) > 1))
    hands, values = patterns.multisets(held)[asked], np.full((len(asked), held), np.nan)
    rules = PlayRules(2, solution.game.single_series, False, False, False)
    edges, copies = np.array(history, np.int64), solution.game.copies[::-1].copy()
    count = position_values(edges, solution.game.held, copies, rules, plain, room, hands, values)
    worth = np.take_along_axis(best[asked], hands.astype(np.int64), axis=1)
    again = np.zeros(hands.shape, np.bool_)
    again[:, 1:] = hands[:, 1:] == hands[:, :-1]
    choice, place = np.nonzero(np.isfinite(worth) & np.isfinite(values) & ~again)
    loss = (np.nanmax(worth, axis=1, initial=-np.inf)[:, None] - worth)[choice, place]
    entries = _entries(hands[choice].astype(np.int64), place, count, int(others >= held))
    return Cards(choice, values[choice, place], loss, weights[asked][choice], entries)


def _entries(hands: NDArray[np.int64], place: NDArray[np.int64], count: int, more: int) -> NDArray[np.int64]:
    """Return the numbers of the table entries of cards, (cards, 10), `ENTRIES` where there is none."""
    number, held = hands.shape
    laid = hands[np.arange(number), place]
    left = hands[np.arange(held)[None, :] != place[:, None]].reshape(number, held - 1)
    made = (count + VALUES[laid]) % 31
    size = min(held - 1, 3) - 1
    starts = np.cumsum([0, *(int(np.prod(shape)) for shape in SHAPES.values())])
    out = np.full((number, 10), ENTRIES)
    out[:, 9] = starts[3] + made * KINDS + laid
    for one in range(held - 1):
        out[:, one] = ((more * 3 + size) * 32 + made) * KINDS + left[:, one]
        out[:, 3 + one] = starts[2] + (size * KINDS + laid) * KINDS + left[:, one]
        for two in range(one):
            out[:, 5 + one + two] = starts[1] + (size * KINDS + left[:, two]) * KINDS + left[:, one]
    return out
