"""Advice in the play that needs no solving: certain cards, leads from the table, cards from the user's cache.

``cribstat solve play`` keeps what every card is worth at every choice of the play. The cache's entry holds:
`nodes` (n, 4) int8, a row for each node of the tree of public events in preorder: the event that leads there
(a rank, -1 for a go, -2 for the beginning), the cards that the player in turn holds where he has a choice,
else 0, how many kinds (kind = 12 - rank) he can hold, the first of them that comes in; `places` (n, 2) int32:
one past the last node below, and where the node's numbers begin in `worths` (int16, by kind laid and rest of
the hand): net points of the whole play in thousandths; and `exploitability`.
"""

from collections.abc import Sequence
from math import comb

import numpy as np

from cribstat.cache import Arrays, kept_arrays
from cribstat.kernels.patterns import RANKS, multiset_index
from cribstat.play import card_value
from cribstat.play.history import Moment, alone
from cribstat.policies.leads import PlayAdvice, best_first, lead_advice
from cribstat.policies.shipped import VARIANTS

ADVICE_KEY = "worths of a solved play, form 1"  # to be changed with the form of what is kept
PARTS = 1000  # of a point
NO_WORTH = np.iinfo(np.int16).min  # no such hand can be there
SINGLE = {6: False, 5: True}  # the play ends with the first series
_EVENT, _HELD, _FIRST, _LOW = range(4)
_END, _ENTRY = range(2)


def advice_entry(variant: str) -> str:
    """Name the cache's entry of a game."""
    return f"advice-{variant}"


def ready_advice(moment: Moment, hand: Sequence[int], dealt: int = 6) -> PlayAdvice | None:
    """Return what every card that comes in is worth, or None where the play must be solved for it.

    Parameters
    ----------
    moment
        The moment (see `read_history`).
    hand
        The ranks the player in turn holds.
    dealt
        Cards of a deal, 6 or 5.

    Notes
    -----
    **Approximate**: exact for the solved play, rounded to a thousandth of a point, in the model of
    `cribstat.equilibrium.play`.
    """
    legal = sorted({rank for rank in hand if card_value(4 * rank) <= moment.room})
    if not legal:
        return PlayAdvice({}, "certain")
    if moment.held[1 - moment.turn] == 0:
        worth = alone(moment, tuple(sorted(hand)), single=SINGLE[dealt])
        return PlayAdvice(best_first(dict(worth)), "certain")
    if len(hand) == 1:
        return PlayAdvice({legal[0]: None}, "certain")
    if not moment.events:
        return lead_advice(hand, dealt)
    kept = kept_arrays(advice_entry(VARIANTS[dealt]), ADVICE_KEY)
    if kept is None:
        return None
    so_far = moment.net if moment.turn == 0 else -moment.net
    whole = kept_worths(kept, moment.events, hand)
    values = {rank: whole[rank] - so_far for rank in legal}
    gap = float(kept["exploitability"][0])
    return PlayAdvice(best_first(dict(values)), "stored", gap, gap)


def kept_worths(kept: Arrays, events: Sequence[int], hand: Sequence[int]) -> dict[int, float]:
    """Return what each rank that comes in is worth after some events, in net points of the whole play.

    Parameters
    ----------
    kept
        The arrays of the cache's entry.
    events
        Ranks laid, and -1 for a go that was not certain.
    hand
        The ranks the player in turn holds, at least two.

    Raises
    ------
    ValueError
        The events lead to no choice of so many cards.
    """
    node = 0
    for event in events:
        node = _child(kept, node, event)
    _, held, first, low = kept["nodes"][node].tolist()
    if held != len(hand):
        raise ValueError(f"no choice of {len(hand)} cards after the events {list(events)}")
    rests = comb(first + held - 2, held - 1)
    begin, worth = int(kept["places"][node, _ENTRY]), {}
    for kind in sorted({RANKS - 1 - rank for rank in hand}):
        if kind >= low:
            rest = [RANKS - 1 - rank for rank in hand]
            rest.remove(kind)
            place = int(multiset_index(np.array(sorted(rest))))
            worth[RANKS - 1 - kind] = int(kept["worths"][begin + (kind - low) * rests + place]) / PARTS
    return worth


def _child(kept: Arrays, node: int, event: int) -> int:
    """Return the node that an event leads to."""
    child, end = node + 1, int(kept["places"][node, _END])
    while child < end:
        if kept["nodes"][child, _EVENT] == event:
            return child
        child = int(kept["places"][child, _END])
    raise ValueError(f"event {event} leads to no choice at node {node} of the play's tree")
