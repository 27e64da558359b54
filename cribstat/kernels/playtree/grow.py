"""Grow the tree of public events, in preorder, without recursion."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cribstat.kernels._jit import njit
from cribstat.kernels.play import LIMIT, TENTH, rank_points, rank_value
from cribstat.kernels.playtree.endings import Endings, ending, no_endings, whole
from cribstat.kernels.playtree.multisets import KINDS, Tables

# Kinds of node: a choice among cards, the same with a leaf behind every card, one card to lay, a player
# alone, a single series that has ended.
CHOICE, LEAF_CHOICE, FORCED, ALONE, ENDED = range(5)
# Columns of `Tree.shape`.
KIND, ACTOR, EDGE, HELD, FIRST, LOW, PAID = 0, 1, 2, 3, 5, 7, 8
SHAPE_COLUMNS = 9
END, ENTRY, LEAF = range(3)  # columns of `Tree.links`
GO = -1  # the edge of a go
ROOT = -2

# Columns of a frame of the stack.
_TURN, _COUNT, _GONE, _LAST, _PAID, _FROM, _LAID, _NODE, _NEXT, _EDGE, _OVER = range(11)
_HELD, _FIRST, _COLUMNS = 11, 13, 15
LEVELS = 32


class Tree(NamedTuple):
    """A tree in preorder.

    `shape` (n, 9) int8: kind, actor, edge from the parent (a kind, GO or ROOT), cards held by pone and
    dealer, how many first kinds each can hold, first kind that comes in, payoff of ENDED. `links` (n, 3)
    int64: one past the last node below; first of the node's entries (kind laid, rest of the hand) among
    those of all choices; first payoff of the node in `payoff` (int8), which are for LEAF_CHOICE by
    (other's card, card laid, own last card), for ALONE by rest of the hand.
    """

    shape: NDArray[np.int8]
    links: NDArray[np.int64]
    payoff: NDArray[np.int8]


@njit
def lowest_kind(count: int) -> int:
    """Return the first kind that comes in at a count."""
    room = LIMIT - count
    return KINDS - room if room < TENTH else 0


@njit
def _copy_frame(frame: NDArray[np.int64], out: NDArray[np.int64]) -> None:
    """Copy a frame, in place."""
    for column in range(frame.shape[0]):
        out[column] = frame[column]


@njit
def _next_series(frame: NDArray[np.int64], leader: int) -> None:
    """Start a series in a frame, modified in place."""
    frame[_TURN], frame[_LAST], frame[_COUNT], frame[_GONE] = leader, -1, 0, 0
    frame[_FROM] = frame[_LAID]


@njit
def _pass_on(frame: NDArray[np.int64], single: bool, gains: NDArray[np.int64]) -> None:
    """Let the player in turn say go in a frame, modified in place."""
    if frame[_GONE] == 0:
        frame[_GONE], frame[_TURN] = 1, 1 - frame[_TURN]
        return
    frame[_PAID] += gains[frame[_LAST]]
    if single:
        frame[_OVER] = 1
    _next_series(frame, 1 - frame[_LAST])


@njit
def _lay(
    frame: NDArray[np.int64], rank: int, laid: NDArray[np.uint8], single: bool, gains: NDArray[np.int64]
) -> None:
    """Lay a card in a frame and on the cards `laid`, both modified in place."""
    turn, begin, length = frame[_TURN], frame[_FROM], frame[_LAID] - frame[_FROM]
    frame[_PAID] += gains[turn] * rank_points(laid[begin:], length, frame[_COUNT], rank)
    laid[frame[_LAID]] = rank
    frame[_LAID] += 1
    frame[_HELD + turn] -= 1
    frame[_COUNT] += rank_value(rank)
    frame[_LAST] = turn
    if frame[_COUNT] == LIMIT:
        if single:
            frame[_OVER] = 1
        _next_series(frame, 1 - turn)
    elif frame[_GONE] == 0:
        frame[_TURN] = 1 - turn


@njit
def _kind_of_node(frame: NDArray[np.int64]) -> int:
    """Classify a position in which the player in turn may be able to lay a card."""
    if frame[_OVER] == 1:
        return ENDED
    if frame[_HELD] == 0 or frame[_HELD + 1] == 0:
        return ALONE
    own, other = frame[_HELD + frame[_TURN]], frame[_HELD + 1 - frame[_TURN]]
    if own == 1:
        return FORCED
    return LEAF_CHOICE if own == 2 and other == 1 else CHOICE


@njit
def _ending(
    frame: NDArray[np.int64],
    laid: NDArray[np.uint8],
    single: bool,
    gains: NDArray[np.int64],
    tables: Tables,
    endings: Endings,
) -> int:
    """Return where the payoffs of a frame that decides itself begin in the pool (see `ending`)."""
    series, length = laid[frame[_FROM] :].copy(), frame[_LAID] - frame[_FROM]
    held = frame[_HELD : _HELD + 2]
    return ending(
        frame[_TURN], frame[_COUNT], frame[_GONE] == 1, frame[_LAST], series, length, single, held, gains,
        tables, endings,
    )  # fmt: skip


@njit
def _fill_leaves(
    frame: NDArray[np.int64],
    low: int,
    unseen: NDArray[np.int64],
    laid: NDArray[np.uint8],
    single: bool,
    gains: NDArray[np.int64],
    tables: Tables,
    endings: Endings,
    out: NDArray[np.int8],
) -> None:
    """Write the payoffs (other's card, card laid, own last card) behind the last choice, in place."""
    after = np.empty_like(frame)
    actor = frame[_TURN]
    own, other = frame[_FIRST + actor], frame[_FIRST + 1 - actor]
    step = KINDS if actor == 0 else 1
    for kind in range(low, own):
        if unseen[kind] == 0:
            continue
        _copy_frame(frame, after)
        _lay(after, KINDS - 1 - kind, laid, single, gains)
        if after[_OVER] == 0:
            begin = _ending(after, laid, single, gains, tables, endings)
        for his in range(other):
            base = (his * (own - low) + kind - low) * own
            for mine in range(own):
                out[base + mine] = after[_PAID]
                if after[_OVER] == 0:
                    at = begin + mine * step + his * (KINDS + 1 - step)
                    out[base + mine] += endings.pool[at]


@njit
def _open(
    frame: NDArray[np.int64], level: int, totals: NDArray[np.int64], tables: Tables, tree: Tree, fill: bool
) -> int:
    """Count and describe a new node; return how many payoffs it needs."""
    actor, kind = frame[_TURN], _kind_of_node(frame)
    low = lowest_kind(frame[_COUNT])
    node, entries, payoffs = totals[0], 0, 0
    first = frame[_FIRST + actor]
    if kind in (CHOICE, LEAF_CHOICE):
        entries = (first - low) * tables.sizes[frame[_HELD + actor] - 1, first]
    if kind == LEAF_CHOICE:
        payoffs = frame[_FIRST + 1 - actor] * (first - low) * first
    elif kind == ALONE:
        alone = 0 if frame[_HELD] > 0 else 1
        payoffs = tables.sizes[frame[_HELD + alone], frame[_FIRST + alone]]
    if fill:
        line = tree.shape[node]
        line[KIND], line[ACTOR], line[EDGE], line[LOW] = kind, actor, frame[_EDGE], low
        line[HELD], line[HELD + 1] = frame[_HELD], frame[_HELD + 1]
        line[FIRST], line[FIRST + 1], line[PAID] = frame[_FIRST], frame[_FIRST + 1], frame[_PAID]
        tree.links[node, ENTRY], tree.links[node, LEAF] = totals[1], totals[2]
    frame[_NODE] = node
    frame[_NEXT] = KINDS + 2 if kind in (ALONE, ENDED) else first if kind == LEAF_CHOICE else low
    totals[0] += 1
    totals[1] += entries
    totals[2] += payoffs
    totals[3] = max(totals[3], level + 1)
    return payoffs


@njit
def _go_through_forced_goes(frame: NDArray[np.int64], single: bool, gains: NDArray[np.int64]) -> None:
    """Pass on, in place, while no hand of the player in turn has a card that comes in."""
    while frame[_OVER] == 0 and frame[_HELD] > 0 and frame[_HELD + 1] > 0:
        if lowest_kind(frame[_COUNT]) < frame[_FIRST + frame[_TURN]]:
            return
        _pass_on(frame, single, gains)


@njit
def _branch(
    frame: NDArray[np.int64],
    child: NDArray[np.int64],
    unseen: NDArray[np.int64],
    laid: NDArray[np.uint8],
    single: bool,
    gains: NDArray[np.int64],
) -> bool:
    """Make the next child of a frame in place; return whether there was one."""
    first, low = frame[_FIRST + frame[_TURN]], lowest_kind(frame[_COUNT])
    kind = frame[_NEXT]
    while kind < first and unseen[kind] == 0:
        kind += 1
    if kind > first or (kind == first and low == 0):
        return False
    frame[_NEXT] = kind + 1
    _copy_frame(frame, child)
    if kind < first:
        child[_EDGE] = kind
        unseen[kind] -= 1
        _lay(child, KINDS - 1 - kind, laid, single, gains)
    else:
        child[_EDGE] = GO
        child[_FIRST + frame[_TURN]] = min(first, low)
        _pass_on(child, single, gains)
    _go_through_forced_goes(child, single, gains)
    child[_NODE] = -1
    return True


@njit
def _begin(
    events: NDArray[np.int8],
    frame: NDArray[np.int64],
    unseen: NDArray[np.int64],
    laid: NDArray[np.uint8],
    single: bool,
    gains: NDArray[np.int64],
) -> None:
    """Let a frame at the beginning of a play go through events, in place."""
    for place in range(events.shape[0]):
        kind = whole(events[place])
        if kind >= 0:
            unseen[kind] -= 1
            _lay(frame, KINDS - 1 - kind, laid, single, gains)
        else:
            first = _FIRST + frame[_TURN]
            frame[first] = min(frame[first], lowest_kind(frame[_COUNT]))
            _pass_on(frame, single, gains)
        _go_through_forced_goes(frame, single, gains)


@njit
def grow(
    held: int,
    single: bool,
    copies: NDArray[np.int64],
    events: NDArray[np.int8],
    gains: NDArray[np.int64],
    tables: Tables,
    endings: Endings,
    tree: Tree,
    fill: bool,
) -> NDArray[np.int64]:
    """Count the nodes, entries, payoffs and levels of a tree (4,); with `fill` write it to `tree`, in place.

    Preconditions: `held` 2 to 4 cards a hand; `copies` (13,) of each kind in the pack; `events` (kinds laid
    and goes) lead from the first card to a node of the whole tree, the root of this one; `gains` (2,) what
    a point of pone and of the dealer pays; `endings` new; arrays of `tree` long enough if `fill`.
    """
    totals = np.zeros(4, np.int64)
    frames = np.zeros((LEVELS, _COLUMNS), np.int64)
    unseen, laid = copies.copy(), np.zeros(24, np.uint8)
    frames[0, _LAST], frames[0, _EDGE], frames[0, _NODE] = -1, ROOT, -1
    frames[0, _HELD : _HELD + 2] = held
    frames[0, _FIRST : _FIRST + 2] = KINDS
    _begin(events, frames[0], unseen, laid, single, gains)
    level = whole(0)
    while level >= 0:
        frame = frames[level]
        if frame[_NODE] < 0:
            begin = totals[2]
            payoffs = _open(frame, level, totals, tables, tree, fill)
            if fill and payoffs > 0:
                out = tree.payoff[begin : begin + payoffs]
                kind = tree.shape[frame[_NODE], KIND]
                if kind == ALONE:
                    first = _ending(frame, laid, single, gains, tables, endings)
                    for hand in range(payoffs):
                        out[hand] = endings.pool[first + hand] + frame[_PAID]
                else:
                    low = lowest_kind(frame[_COUNT])
                    _fill_leaves(frame, low, unseen, laid, single, gains, tables, endings, out)
        if frame[_NEXT] <= KINDS + 1 and _branch(frame, frames[level + 1], unseen, laid, single, gains):
            level += 1
            continue
        if fill:
            tree.links[frame[_NODE], END] = totals[0]
        if frame[_EDGE] >= 0:
            unseen[frame[_EDGE]] += 1
        level -= 1
    return totals


def grown(
    held: int,
    single: bool,
    copies: NDArray[np.int64],
    events: NDArray[np.int8],
    gains: NDArray[np.int64],
    tables: Tables,
) -> tuple[Tree, int, int]:
    """Grow a tree: count, make room, fill (see `grow`); return it, its entries and its levels."""

    def room(nodes: int, payoffs: int) -> Tree:
        return Tree(
            np.zeros((nodes, SHAPE_COLUMNS), np.int8),
            np.zeros((nodes, 3), np.int64),
            np.zeros(payoffs, np.int8),
        )

    endings = no_endings()
    nodes, entries, payoffs, levels = grow(
        held, single, copies, events, gains, tables, endings, room(0, 0), False
    ).tolist()
    tree = room(nodes, payoffs)
    grow(held, single, copies, events, gains, tables, endings, tree, True)
    return tree, entries, levels
