"""Walk the tree once for one player: learn, find or note the best answer, or measure a pair of strategies.

The walk carries down how likely the other player holds what (times his own choices) and carries up what
each hand of the walking player is worth, weighted by that. Where the other cannot be, nothing below
changes and the walk turns round. Values are exact for the strategies given, up to rounding (float64).
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cribstat.kernels._jit import njit
from cribstat.kernels.playtree.choices import (
    Rule,
    best_values,
    mix_values,
    probabilities,
    spread_reach,
    update_regrets,
)
from cribstat.kernels.playtree.endings import whole
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
    LEAF,
    LEAF_CHOICE,
    LOW,
    PAID,
    Tree,
)
from cribstat.kernels.playtree.leaves import (
    LANES,
    Reals,
    alone_for_holder,
    alone_for_other,
    choice_for_actor,
    choice_for_other,
    ended,
)
from cribstat.kernels.playtree.multisets import KINDS, Tables

LEARN, ANSWER, MEASURE, NOTE = range(4)
# What a walk does at the cut, the nodes where the tree is split for several threads.
NO_CUT, COLLECT_REACH, USE_VALUES = range(3)
_NODE, _REACH, _VALUE = range(3)  # columns of `Desk.spot`


class Cut(NamedTuple):
    """Where a tree is split.

    `use` NO_CUT, COLLECT_REACH or USE_VALUES; `level` of the nodes; `nodes` (c,) ascending; `reach`, `value`
    (c, hands) what the walk above gives to and takes from the walks below.
    """

    use: int
    level: int
    nodes: NDArray[np.int64]
    reach: Reals
    value: Reals


class Desk(NamedTuple):
    """Scratch of a walk.

    `room` holds `entries` shares, `entries` worths and `hands` values of each level, then the reach at
    the top; `spot` (levels, 3) the node of a level and where its reach and values begin in `room`;
    `factor` (levels,) product of unseen copies laid; `alive` (levels, 13) kinds the other may lay;
    `sums` (2, hands) and `lanes` for sums.
    """

    entries: int
    hands: int
    room: Reals
    spot: NDArray[np.int64]
    factor: Reals
    alive: NDArray[np.bool_]
    sums: Reals
    lanes: Reals


class Scene(NamedTuple):
    """What a walk is about.

    `player` 0 pone, 1 dealer; `task` LEARN, ANSWER, MEASURE or NOTE; `own` and `other`: the numbers, one an
    entry, that the strategies of the walking and the other player are in proportion to. Learning changes
    `regret` of the walking player and `average` of the other by `rule`; noting answers, and writes what the
    entries of the walking player are worth to `regret`.
    """

    player: int
    task: int
    tree: Tree
    tables: Tables
    own: NDArray[np.float32]
    other: NDArray[np.float32]
    regret: NDArray[np.float32]
    average: NDArray[np.float32]
    rule: Rule


def desk(levels: int, entries: int, hands: int) -> Desk:
    """Make room for a walk of so many levels, entries of one choice, and hands."""
    return Desk(
        entries,
        hands,
        np.zeros(levels * (2 * entries + hands) + hands),
        np.zeros((levels, 3), np.int64),
        np.zeros(levels),
        np.zeros((levels, KINDS), np.bool_),
        np.zeros((2, hands)),
        np.zeros(LANES),
    )


@njit
def hand_count(sizes: NDArray[np.int64], line: NDArray[np.int8], player: int) -> int:
    """Return how many hands a player can hold at a node; `line` its row of `Tree.shape`."""
    return whole(sizes[line[HELD + player], line[FIRST + player]])


@njit
def choice_size(sizes: NDArray[np.int64], line: NDArray[np.int8]) -> int:
    """Return the number of entries of a choice; `line` its row of `Tree.shape`."""
    actor = line[ACTOR]
    first = whole(line[FIRST + actor])
    return whole((first - line[LOW]) * sizes[line[HELD + actor] - 1, first])


@njit
def _place(
    player: int, shape: NDArray[np.int8], sizes: NDArray[np.int64], work: Desk, level: int, node: int
) -> bool:
    """Set reach and values of a node at `level` from its parent's; False if the other is never there."""
    above, width = level - 1, 2 * work.entries + work.hands
    line, edge = shape[work.spot[above, _NODE]], whole(shape[node, EDGE])
    reach, value, own = work.spot[above, _REACH], work.spot[above, _VALUE], line[ACTOR] == player
    alive = bool(own)
    if edge == GO:
        if not own:
            for hand in range(hand_count(sizes, shape[node], 1 - player)):
                alive = alive or work.room[reach + hand] > 0
    elif line[KIND] == FORCED:
        alive = own or work.room[reach + edge] > 0
        reach, value = (reach, value + edge) if own else (reach + edge, value)
    else:
        rests = sizes[line[HELD + line[ACTOR]] - 1, line[FIRST + line[ACTOR]]]
        start = above * width + (edge - line[LOW]) * rests
        alive = own or work.alive[above, edge]
        reach, value = (reach, start + work.entries) if own else (start, value)
    if not own:
        value = level * width + 2 * work.entries
    work.spot[level, _NODE], work.spot[level, _REACH], work.spot[level, _VALUE] = node, reach, value
    return alive


@njit
def _give_up(player: int, shape: NDArray[np.int8], sizes: NDArray[np.int64], work: Desk, level: int) -> None:
    """Add the values of the node at `level` to those of its parent if the other player chose there."""
    if level == 0 or shape[work.spot[level - 1, _NODE], ACTOR] == player:
        return
    value, above = work.spot[level, _VALUE], work.spot[level - 1, _VALUE]
    for hand in range(hand_count(sizes, shape[work.spot[level, _NODE]], player)):
        work.room[above + hand] += work.room[value + hand]


@njit
def _leaf(player: int, tree: Tree, tables: Tables, work: Desk, level: int, unseen: NDArray[np.int64]) -> None:
    """Add the values of a leaf to its place."""
    node, reach, value = work.spot[level, _NODE], work.spot[level, _REACH], work.spot[level, _VALUE]
    line, factor = tree.shape[node], work.factor[level]
    coming = work.room[reach : reach + hand_count(tables.sizes, line, 1 - player)]
    out = work.room[value : value + hand_count(tables.sizes, line, player)]
    held, against = whole(line[HELD + player]), whole(line[HELD + 1 - player])
    payoff = tree.payoff[tree.links[node, LEAF] :]
    if line[KIND] == ENDED:
        ended(line[PAID], held, against, coming, unseen, factor, tables.members, out)
    elif held > 0:
        alone_for_holder(payoff, held, coming[0], unseen, factor, tables.members, out)
    else:
        alone_for_other(payoff, against, coming, unseen, factor, tables.members, out)


@njit
def _open_own(scene: Scene, work: Desk, level: int, unseen: NDArray[np.int64]) -> None:
    """Prepare a choice of the walking player: his probabilities, and the leaves behind the cards."""
    node, reach, tables, player = (
        work.spot[level, _NODE],
        work.spot[level, _REACH],
        scene.tables,
        scene.player,
    )
    line, entry = scene.tree.shape[node], scene.tree.links[node, ENTRY]
    held, low, first = whole(line[HELD + player]), whole(line[LOW]), whole(line[FIRST + player])
    number, base = choice_size(tables.sizes, line), level * (2 * work.entries + work.hands)
    worth = work.room[base + work.entries : base + work.entries + number]
    if scene.task in (LEARN, MEASURE):
        source, shares = scene.own[entry : entry + number], work.room[base : base + number]
        probabilities(source, held, low, first, tables, work.sums, shares)
    if line[KIND] == LEAF_CHOICE:
        coming = work.room[reach : reach + hand_count(tables.sizes, line, 1 - player)]
        payoff = scene.tree.payoff[scene.tree.links[node, LEAF] :]
        choice_for_actor(payoff, low, first, coming, unseen, work.factor[level], worth)
    else:
        worth[:] = 0


@njit
def _open_other(scene: Scene, work: Desk, level: int, unseen: NDArray[np.int64], learn: bool) -> None:
    """Prepare a choice of the other player: how likely he lays what, and the leaves behind."""
    node, reach, value = work.spot[level, _NODE], work.spot[level, _REACH], work.spot[level, _VALUE]
    line, entry = scene.tree.shape[node], scene.tree.links[node, ENTRY]
    player, tables = 1 - scene.player, scene.tables
    held, low, first = whole(line[HELD + player]), whole(line[LOW]), whole(line[FIRST + player])
    number, base = choice_size(tables.sizes, line), level * (2 * work.entries + work.hands)
    shares = work.room[base : base + number]
    probabilities(scene.other[entry : entry + number], held, low, first, tables, work.sums, shares)
    coming = work.room[reach : reach + hand_count(tables.sizes, line, player)]
    spread_reach(coming, held, low, first, unseen, tables, shares, work.alive[level])
    if learn:
        average, weight = scene.average[entry : entry + number], scene.rule.weight
        for at in range(number):
            average[at] += weight * shares[at]
    if line[KIND] == LEAF_CHOICE:
        out = work.room[value : value + hand_count(tables.sizes, line, scene.player)]
        weighted = work.room[base + work.entries : base + work.entries + number]
        payoff = scene.tree.payoff[scene.tree.links[node, LEAF] :]
        choice_for_other(payoff, low, first, shares, unseen, work.factor[level], weighted, work.lanes, out)


@njit
def _close_own(scene: Scene, work: Desk, level: int) -> None:
    """Value the hands at a choice of the walking player, and learn from it."""
    node, start, tables = work.spot[level, _NODE], work.spot[level, _VALUE], scene.tables
    line, entry, player = scene.tree.shape[node], scene.tree.links[node, ENTRY], scene.player
    held, low, first = whole(line[HELD + player]), whole(line[LOW]), whole(line[FIRST + player])
    number, base = choice_size(tables.sizes, line), level * (2 * work.entries + work.hands)
    worth = work.room[base + work.entries : base + work.entries + number]
    value = work.room[start : start + tables.sizes[held, first]]
    if scene.task in (ANSWER, NOTE):
        best_values(worth, held, low, first, tables, value)
    else:
        mix_values(work.room[base : base + number], worth, held, low, first, tables, value)
    if scene.task == LEARN:
        regret = scene.regret[entry : entry + number]
        update_regrets(worth, value, held, low, first, tables, scene.rule, regret)
    elif scene.task == NOTE:
        for at in range(number):
            scene.regret[entry + at] = worth[at]


@njit
def _enter(scene: Scene, work: Desk, level: int, unseen: NDArray[np.int64], learn: bool) -> bool:
    """Work at a node on the way down; return whether there are nodes below it to walk."""
    node, value, player = work.spot[level, _NODE], work.spot[level, _VALUE], scene.player
    line = scene.tree.shape[node]
    work.room[value : value + hand_count(scene.tables.sizes, line, player)] = 0
    if line[KIND] in (ALONE, ENDED):
        _leaf(player, scene.tree, scene.tables, work, level, unseen)
        return False
    if line[KIND] != FORCED:
        if line[ACTOR] == player:
            _open_own(scene, work, level, unseen)
        else:
            _open_other(scene, work, level, unseen, learn)
    return True


@njit
def _leave(scene: Scene, work: Desk, level: int, unseen: NDArray[np.int64], use: int) -> None:
    """Work at a node on the way up."""
    line = scene.tree.shape[work.spot[level, _NODE]]
    if use != COLLECT_REACH and line[KIND] != FORCED and line[ACTOR] == scene.player:
        _close_own(scene, work, level)
    _give_up(scene.player, scene.tree.shape, scene.tables.sizes, work, level)
    if level > 0 and line[EDGE] >= 0:
        unseen[line[EDGE]] += 1


@njit
def _at_cut(
    player: int,
    shape: NDArray[np.int8],
    sizes: NDArray[np.int64],
    work: Desk,
    level: int,
    cut: Cut,
    index: int,
) -> None:
    """Hand over at a node of the cut."""
    reach, value, line = work.spot[level, _REACH], work.spot[level, _VALUE], shape[work.spot[level, _NODE]]
    if cut.use == COLLECT_REACH:
        for hand in range(hand_count(sizes, line, 1 - player)):
            cut.reach[index, hand] = work.room[reach + hand]
    else:
        for hand in range(hand_count(sizes, line, player)):
            work.room[value + hand] = cut.value[index, hand]
        _give_up(player, shape, sizes, work, level)


@njit
def walk(
    scene: Scene,
    start: int,
    reach: Reals,
    factor: float,
    unseen: NDArray[np.int64],
    cut: Cut,
    work: Desk,
    out: Reals,
) -> None:
    """Walk the part of the tree from node `start` down; write the values of its hands to `out`, in place.

    Preconditions: `reach` the other's weights there, `factor` the product of unseen copies laid before, with
    the sign of the payoffs for the player; `unseen` (13,) is changed and restored.
    """
    player, shape, links, sizes = scene.player, scene.tree.shape, scene.tree.links, scene.tables.sizes
    values, top = 2 * work.entries, work.spot.shape[0] * (2 * work.entries + work.hands)
    work.spot[0, _NODE], work.spot[0, _REACH], work.spot[0, _VALUE] = start, top, values
    for hand in range(hand_count(sizes, shape[start], 1 - player)):
        work.room[top + hand] = reach[hand]
    work.factor[0] = factor
    learn = scene.task == LEARN and cut.use != COLLECT_REACH
    level, node, handed = whole(-1), whole(start), 0
    while True:
        while level >= 0 and node >= links[work.spot[level, _NODE], END]:
            _leave(scene, work, level, unseen, cut.use)
            level -= 1
        if node > start and level < 0:
            break
        edge = whole(shape[node, EDGE]) if level >= 0 else GO
        if level >= 0:
            if not _place(player, shape, sizes, work, level + 1, node):
                node = links[node, END]
                continue
            work.factor[level + 1] = work.factor[level] * (unseen[edge] if edge >= 0 else 1)
        if cut.use != NO_CUT and level + 1 == cut.level:
            while cut.nodes[handed] < node:
                handed += 1
            _at_cut(player, shape, sizes, work, level + 1, cut, handed)
            node = links[node, END]
            continue
        if edge >= 0:
            unseen[edge] -= 1
        if _enter(scene, work, level + 1, unseen, learn):
            level += 1
        else:
            _give_up(player, shape, sizes, work, level + 1)
            if edge >= 0:
                unseen[edge] += 1
        node += 1
    for hand in range(hand_count(sizes, shape[start], player)):
        out[hand] = work.room[values + hand]
