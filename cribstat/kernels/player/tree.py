"""Write down what a player lays at every choice of the public tree of a play, hand by hand."""

import numpy as np
from numpy.typing import NDArray

from cribstat.kernels._jit import njit
from cribstat.kernels.play import LIMIT, rank_value
from cribstat.kernels.player.choice import card_values
from cribstat.kernels.player.desk import RANKS, Desk, PlayerTables, PlayRules
from cribstat.kernels.player.table import begin, lay_open, pick, say_go
from cribstat.kernels.playtree.endings import whole
from cribstat.kernels.playtree.grow import (
    ACTOR,
    CHOICE,
    EDGE,
    END,
    ENTRY,
    FIRST,
    GO,
    HELD,
    KIND,
    LEAF_CHOICE,
    LEVELS,
    LOW,
    Tree,
    lowest_kind,
)
from cribstat.kernels.playtree.multisets import Tables

_TURN, _COUNT, _LENGTH, _LAST = range(4)


@njit
def _pass_on(desk: Desk, state: NDArray[np.int64]) -> None:
    """Let the seat in turn pass; end the series when both have, in place."""
    turn = state[_TURN]
    say_go(desk.gone, desk.belief, turn, state[_COUNT])
    if desk.gone[1 - turn]:
        state[_TURN], state[_COUNT], state[_LENGTH] = 1 - state[_LAST], 0, 0
        desk.gone[:] = False
    else:
        state[_TURN] = 1 - turn


@njit
def _lay(desk: Desk, tables: PlayerTables, state: NDArray[np.int64], rank: int) -> None:
    """Lay a rank for the seat in turn, in place."""
    turn = state[_TURN]
    lay_open(desk.laid, desk.ranks, desk.unseen, desk.belief, tables.lift, turn, 4 * rank, state[_LENGTH])
    desk.left[turn] -= 1
    state[_COUNT] += rank_value(rank)
    state[_LENGTH] += 1
    state[_LAST] = turn
    if state[_COUNT] == LIMIT:
        state[_TURN], state[_COUNT], state[_LENGTH] = 1 - turn, 0, 0
        desk.gone[:] = False
    elif not desk.gone[1 - turn]:
        state[_TURN] = 1 - turn


@njit
def _follow(
    held: int,
    edges: NDArray[np.int64],
    events: int,
    tables: PlayerTables,
    copies: NDArray[np.int64],
    desk: Desk,
    state: NDArray[np.int64],
) -> None:
    """Bring a desk to where the first of `edges` lead from the first card, in place."""
    begin(desk, tables, held)
    desk.unseen[:] = copies[::-1]
    state[:] = 0
    first = np.full(2, RANKS)
    for event in range(events):
        turn = state[_TURN]
        if edges[event] == GO:
            first[turn] = min(first[turn], lowest_kind(state[_COUNT]))
            _pass_on(desk, state)
        else:
            _lay(desk, tables, state, RANKS - 1 - edges[event])
        while desk.left[0] > 0 and desk.left[1] > 0 and lowest_kind(state[_COUNT]) >= first[state[_TURN]]:
            _pass_on(desk, state)


@njit
def write_choices(
    tree: Tree,
    hands: Tables,
    held: int,
    copies: NDArray[np.int64],
    rules: PlayRules,
    player: int,
    weights: NDArray[np.float64],
    tables: PlayerTables,
    desk: Desk,
    out: NDArray[np.float32],
) -> None:
    """Write 1 to the entries of the cards that a player lays, in place; the others stay as they are.

    Preconditions: `copies` (13,) of each kind in the pack; `desk` for two seats and `held` cards; `out` as
    long as the tree has entries; the others as in `table.play_out`.
    """
    edges, ends = np.zeros(LEVELS, np.int64), np.zeros(LEVELS, np.int64)
    state = np.zeros(4, np.int64)
    level = 0
    for node in range(tree.shape.shape[0]):
        while level > 0 and node >= ends[level - 1]:
            level -= 1
        if node > 0:
            edges[level - 1] = tree.shape[node, EDGE]
        ends[level] = tree.links[node, END]
        line = tree.shape[node]
        if line[KIND] in (CHOICE, LEAF_CHOICE):
            _follow(held, edges, level, tables, copies, desk, state)
            _write_node(
                line, tree.links[node, ENTRY], hands, rules, player, weights, tables, desk, state, out
            )
        level += 1


@njit
def _write_node(
    line: NDArray[np.int8],
    entry: int,
    hands: Tables,
    rules: PlayRules,
    player: int,
    weights: NDArray[np.float64],
    tables: PlayerTables,
    desk: Desk,
    state: NDArray[np.int64],
    out: NDArray[np.float32],
) -> None:
    """Write the choices of all hands of one node, in place."""
    actor = whole(line[ACTOR])
    left, first, low = np.int64(line[HELD + actor]), np.int64(line[FIRST + actor]), np.int64(line[LOW])
    rests = hands.sizes[left - 1, first]
    chosen = np.full(hands.sizes[left, first], -1)
    for hand in range(chosen.shape[0]):
        members = hands.members[left, hand]
        if members[left - 1] < low:
            continue
        same, possible = 0, True
        for place in range(left):
            rank = RANKS - 1 - members[left - 1 - place]
            same = same + 1 if place > 0 and rank == desk.hands[actor, place - 1] >> 2 else 1
            possible = possible and same <= desk.unseen[rank]
            desk.hands[actor, place] = 4 * rank
        if possible:
            place = pick(desk, rules, player, actor, state[_LENGTH], state[_COUNT], weights, tables)
            chosen[hand] = RANKS - 1 - (desk.hands[actor, place] >> 2)
    for kind in range(low, first):
        for rest in range(rests):
            if chosen[hands.join[left, kind, rest]] == kind:
                out[entry + (kind - low) * rests + rest] = 1


@njit
def position_values(
    edges: NDArray[np.int64],
    held: int,
    copies: NDArray[np.int64],
    rules: PlayRules,
    tables: PlayerTables,
    desk: Desk,
    hands: NDArray[np.uint8],
    out: NDArray[np.float64],
) -> int:
    """Write the values of the expectation player's cards after some edges, (hands, cards), in place.

    Preconditions: `hands` ranks still held by the player in turn, ascending; `out` nan; the others as in
    `write_choices`. Return the count.
    """
    state = np.zeros(4, np.int64)
    _follow(held, edges, edges.shape[0], tables, copies, desk, state)
    for hand in range(hands.shape[0]):
        for place in range(hands.shape[1]):
            desk.hands[state[_TURN], place] = 4 * hands[hand, place]
        cards = card_values(desk, rules, tables, state[_TURN], state[_LENGTH], state[_COUNT], 1.0, 1.0)
        out[hand, :cards] = desk.values[:cards]
    return whole(state[_COUNT])
