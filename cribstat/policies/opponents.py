"""The crib model a question names: solved, a named policy, or one of those that need no policy."""

from functools import cache, partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from cribstat.cache import Message
from cribstat.cards import Cards
from cribstat.crib import CribModel, ModelError, Opponent, PolicyCrib, crib_model, model_names
from cribstat.policies.lookup import DealsTable, build_table, find_table
from cribstat.policies.variants import solved_model
from cribstat.rules import Variant
from cribstat.tables import file_digest

SOLVED = "solved"
Floats = NDArray[np.float64]
PREFIX = "policy:"
DEALT = {"six": 6, "five": 5}
ROLES = ("pone", "dealer")  # by seat
STATEMENT = "the other side plays the policy solved to answer yours, decided by its whole deal"


def opponent_model(
    which: str | Path | CribModel, variant: Variant, *, say: Message | None = None, threads: int = 1
) -> CribModel:
    """Return the crib model that a question names.

    Parameters
    ----------
    which
        ``solved``; ``policy:NAME`` or ``policy:FILE``; what `crib.crib_model` knows; or a model.
    variant
        The game.
    say
        Takes sentences for the user, when something is made that takes a second or more.
    threads
        Threads for walking the other side's deals; no result depends on it.

    Raises
    ------
    ModelError
        No such model, or a file that holds none.

    Notes
    -----
    ``solved`` is exact for the solved policies of five and six cards, approximate elsewhere (see its
    statement).
    """
    if not isinstance(which, str):
        return crib_model(which)
    if which == SOLVED:
        return solved_model(variant) or solved_crib(variant.name, say=say, threads=threads)
    if which.startswith(PREFIX):
        from cribstat.policies.against import named_crib  # compiled code is loaded only when asked for

        return named_crib(which, threads=threads)
    if which not in model_names() and not Path(which).is_file():
        known = ", ".join((SOLVED, *model_names()))
        raise ModelError(
            f"unknown crib model '{which}': {known}, policy:NAME or a file of weights (.csv, .json)"
        )
    return crib_model(which)


def solved_crib(variant: str = "six", *, say: Message | None = None, threads: int = 1) -> PolicyCrib:
    """Return the model of an opponent who plays the solved policy of the six- or five-card game.

    A deal is looked up where the table of all deals stands in the user's cache, and walked otherwise.
    """
    dealt = DEALT[variant]

    @cache
    def table(seat: int) -> DealsTable | None:
        return find_table(variant, ROLES[seat], table_key(variant))

    def looked_up(seat: int, deal: Cards) -> Floats | None:
        found = table(seat)
        return None if found is None else found.means(deal)

    def many_means(seat: int, deals: Cards) -> Floats:
        found = table(seat)
        if found is not None:
            return found.bulk(deals)
        from cribstat.policies.classes import look_up

        return look_up(_crib_means(variant, seat, say, threads), deals)

    def bare_means(seat: int, ranks: Cards) -> Floats:
        from cribstat.policies.against import bare_average

        return bare_average(partial(many_means, seat), ranks)

    return PolicyCrib(
        name=SOLVED,
        statement=STATEMENT,
        variant=variant,
        opponent=lambda seat: _opponent(ROLES[1 - seat], dealt, say),
        bare_means=bare_means,
        many_means=many_means,
        looked_up=looked_up,
        threads=threads,
    )


def build_deals_table(variant: str, role: str, *, say: Message | None = None, threads: int = 1) -> DealsTable:
    """Make the table of all deals of a role in the user's cache, or find it there whole; some ten seconds."""
    from cribstat.policies.classes import deal_pack

    seat = ROLES.index(role)
    deals = deal_pack(DEALT[variant]).deals
    means = partial(_crib_means, variant, seat, None, threads)
    return build_table(variant, role, table_key(variant), deals, means, say)


def table_key(variant: str) -> str:
    """Return what the table of all deals depends on: the digest of the file of solved policies.

    The file is digested as it lies there: sooner than reading the manifest, and a look-up waits for it.
    """
    return f"{file_digest(f'solved/{variant}.npz')} 1"


@cache
def _opponent(role: str, dealt: int, say: Message | None) -> Opponent:
    """Return the solved policy of a role for every deal, mapped once a process."""
    from cribstat.policies.solved import solved_opponent

    return solved_opponent(role, dealt, say=say)


@cache
def _crib_means(variant: str, seat: int, say: Message | None, threads: int) -> Floats:
    """Return the mean crib of every class and discard of a seat, computed once a process."""
    from cribstat.policies.solved import solved_policy

    if say is not None:
        say("adding up the cribs of all deals; 'cribstat cache build' keeps them")
    return solved_policy(ROLES[1 - seat], DEALT[variant]).crib_means(threads=threads)
