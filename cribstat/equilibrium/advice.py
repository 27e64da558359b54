"""Advice in the play of two: what every card that comes in is worth against the solved opponent.

State: the ranks a player holds and what both have laid. Action: a card that comes in. Value: points of the
rest of the play, own less the other's, if the player goes on in the best way.

Where the user's cache keeps the solved play (`ready_advice`), values are exact for it. Else the tables that
ship tell who holds what after the first two cards, and the rest is solved again from there as a play of its
own; its exploitability is told. The model of the play is that of `cribstat.equilibrium.play`.
"""

from collections.abc import Sequence
from functools import cache

import numpy as np

from cribstat.equilibrium.deal import keep_frequencies
from cribstat.equilibrium.play import PlayGame, PlaySolver, play_game
from cribstat.equilibrium.play.game import Floats
from cribstat.equilibrium.play.solver import run_solver
from cribstat.equilibrium.play.strategy import Position
from cribstat.kernels.patterns import multiset_index
from cribstat.kernels.playtree.multisets import KINDS, tables
from cribstat.play import card_value
from cribstat.play.history import Moment
from cribstat.policies import deal_pack
from cribstat.policies.kept_advice import SINGLE, ready_advice
from cribstat.policies.leads import PlayAdvice, best_first
from cribstat.policies.shipped import lead_table, reply_table
from cribstat.policies.solved import solved_policy

BEGINNING = 2  # cards that the tables tell of
TARGET = 0.001  # exploitability at which the rest is solved well enough, points
SECONDS = 8.0
MEASURE_EVERY = 5
ITERATIONS = 400
APART = 0.1  # points: so far apart are what two equally good solutions say of a card, as the tests measure
SLIP = 1e-4  # chance of a card not in the tables: so whatever was laid, somebody may hold what is left


def play_advice(moment: Moment, hand: Sequence[int], dealt: int = 6, *, threads: int = 1) -> PlayAdvice:
    """Return what every card that comes in is worth to the player in turn against the solved opponent.

    Parameters
    ----------
    moment
        The moment (see `read_history`).
    hand
        The ranks the player in turn holds.
    dealt
        Cards of a deal, 6 or 5.
    threads
        Threads to solve in, where the rest of the play must be solved again.

    Notes
    -----
    **Approximate**: values are exact for the stored strategy, or for the rest as solved again, in the model
    named in this module.
    """
    ready = ready_advice(moment, hand, dealt)
    if ready is not None:
        return ready
    worths, gap = solved_again(moment.events, dealt, threads)
    own = worths[multiset_index(np.sort(np.array(hand)))]
    so_far = moment.net if moment.turn == 0 else -moment.net
    legal = [rank for rank in sorted(set(hand)) if card_value(4 * rank) <= moment.room]
    return PlayAdvice(
        best_first({rank: float(own[rank]) - so_far for rank in legal}), "again", gap, max(gap, APART)
    )


@cache
def solved_game(dealt: int = 6) -> PlayGame:
    """Return the play that the discards solved with it lead to (a second or two)."""
    policies = (solved_policy(role, dealt) for role in ("pone", "dealer"))
    pone, dealer = (keep_frequencies(deal_pack(dealt), policy.parts) for policy in policies)
    return play_game(pone, dealer, held=dealt - 2, single_series=SINGLE[dealt])


def solved_again(
    events: Sequence[int], dealt: int = 6, threads: int = 1, *, seconds: float = SECONDS
) -> tuple[Floats, float]:
    """Solve the rest of a play after its first card or two.

    Parameters
    ----------
    events
        What was laid and said, at least one card (see `PlayStrategy.follow`).
    dealt
        Cards of a deal, 6 or 5.
    threads
        Threads to work in.
    seconds
        Stop after so long in any case.

    Returns
    -------
    tuple
        What each card is worth to the player in turn after `events`, by hand and rank (as
        `PlaySolution.card_values` with the best play from there on), and the exploitability of the rest, in
        points for a play that comes to its beginning.

    Notes
    -----
    **Exact** for the strategies found, in a play where both sides hold what the shipped tables make likely.
    """
    game = solved_game(dealt)
    start = beginning(game, events[:BEGINNING], dealt)
    solver = PlaySolver(game, threads, events[:BEGINNING], start)
    chance = solver.solution().chance()
    solver.iterate()  # compiles, which is not to count as time
    run_solver(solver, TARGET * chance, ITERATIONS, seconds / 60, measure_every=MEASURE_EVERY)
    solution = solver.solution()
    position = solution.follow(events[BEGINNING:])
    return solution.card_values(position, best=True), solver.trace[-1].exploitability / chance


def beginning(game: PlayGame, cards: Sequence[int], dealt: int) -> Position:
    """Return who holds what after the lead, or the lead and the reply, by the tables that ship.

    Every rank held has a chance of 0.0001 more than the tables say.
    """
    leads, replies = lead_table(dealt)[0], reply_table(dealt)
    chosen = (leads[:, cards[0]], *(replies[cards[0]][:, rank] for rank in cards[1:]))
    reach = list(game.reach)
    unseen, factor = game.copies[::-1].copy(), 1.0
    for seat, (rank, shares) in enumerate(zip(cards, chosen, strict=True)):
        kind = KINDS - 1 - rank
        rests = int(tables().sizes[game.held - 1, KINDS])
        hands = tables().join[game.held, kind, :rests]
        reach[seat] = (reach[seat] * game.to_tree(shares + SLIP))[hands]
        factor *= float(unseen[kind])
        unseen[kind] -= 1
    return Position(0, (reach[0], reach[1]), unseen, factor)
