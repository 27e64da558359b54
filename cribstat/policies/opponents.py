"""The crib model a question names: a solved pair, a named policy, or one of those that need no policy."""

from functools import cache, partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from cribstat.cache import Message
from cribstat.cards import Cards
from cribstat.crib import CribModel, ModelError, Opponent, PolicyCrib, crib_model, model_names
from cribstat.policies.lookup import DealsTable, build_table, find_table
from cribstat.policies.shipped import DEALT, NO_PLAY, SOLVED, solved_file
from cribstat.policies.variants import solved_model
from cribstat.rules import Variant
from cribstat.tables import file_digest

Floats = NDArray[np.float64]
PREFIX = "policy:"
ROLES = ("pone", "dealer")  # by seat
STATEMENT = "the other side plays the policy solved to answer yours, decided by its whole deal"
NO_PLAY_STATEMENT = f"{STATEMENT}; solved for hand and crib, the play left out"


def opponent_model(
    which: str | Path | CribModel, variant: Variant, *, say: Message | None = None, threads: int = 1
) -> CribModel:
    """Return the crib model that a question names.

    Parameters
    ----------
    which
        ``solved``, ``solved-no-play``; ``policy:NAME`` or ``policy:FILE``; what `crib.crib_model` knows; or a
        model.
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
    Cribs of ``solved`` and ``solved-no-play`` are exact for the solved policies of five and six cards;
    ``solved`` is approximate elsewhere (see its statement), where no play is solved.
    """
    if not isinstance(which, str):
        return crib_model(which)
    if which == SOLVED:
        return solved_model(variant) or solved_crib(variant.name, say=say, threads=threads)
    if which == NO_PLAY:
        if variant.name not in DEALT:
            raise ModelError(
                f"'{NO_PLAY}' is for six and five; in {variant.name} 'solved' has no play either"
            )
        return solved_crib(variant.name, play=False, say=say, threads=threads)
    if which.startswith(PREFIX):
        from cribstat.policies.against import named_crib  # compiled code is loaded only when asked for

        return named_crib(which, threads=threads)
    if which not in model_names() and not Path(which).is_file():
        known = ", ".join((SOLVED, NO_PLAY, *model_names()))
        raise ModelError(
            f"unknown crib model '{which}': {known}, policy:NAME or a file of weights (.csv, .json)"
        )
    return crib_model(which)


def solved_crib(
    variant: str = "six", *, play: bool = True, say: Message | None = None, threads: int = 1
) -> PolicyCrib:
    """Return the model of an opponent who plays the solved policy of the six- or five-card game.

    It is solved with the play, or with `play` False for hand and crib alone.

    A deal is looked up where the table of all deals stands in the user's cache, and walked otherwise.
    """
    dealt = DEALT[variant]

    @cache
    def table(seat: int) -> DealsTable | None:
        return find_table(table_game(variant, play=play), ROLES[seat], table_key(variant, play=play))

    def looked_up(seat: int, deal: Cards) -> Floats | None:
        found = table(seat)
        return None if found is None else found.means(deal)

    def many_means(seat: int, deals: Cards) -> Floats:
        found = table(seat)
        if found is not None:
            return found.bulk(deals)
        from cribstat.policies.classes import look_up

        return look_up(_crib_means(variant, seat, play, say, threads), deals)

    def bare_means(seat: int, ranks: Cards) -> Floats:
        from cribstat.policies.against import bare_average

        return bare_average(partial(many_means, seat), ranks)

    return PolicyCrib(
        name=SOLVED if play else NO_PLAY,
        statement=STATEMENT if play else NO_PLAY_STATEMENT,
        variant=variant,
        opponent=lambda seat: _opponent(ROLES[1 - seat], dealt, play, say, threads),
        bare_means=bare_means,
        many_means=many_means,
        looked_up=looked_up,
        counts_play=play,
        threads=threads,
    )


def build_deals_table(
    variant: str, role: str, *, play: bool = True, say: Message | None = None, threads: int = 1
) -> DealsTable:
    """Make the table of all deals of a role in the user's cache, or find it there whole; some ten seconds."""
    from cribstat.policies.classes import deal_pack

    seat = ROLES.index(role)
    deals = deal_pack(DEALT[variant]).deals
    means = partial(_crib_means, variant, seat, play, None, threads)
    return build_table(table_game(variant, play=play), role, table_key(variant, play=play), deals, means, say)


def table_game(variant: str, *, play: bool = True) -> str:
    """Return the name of a game in the names of tables of all deals."""
    return variant if play else f"{variant}-no-play"


def table_key(variant: str, *, play: bool = True) -> str:
    """Return what the table of all deals depends on: the digest of the file of solved policies.

    The file is digested as it lies there: sooner than reading the manifest, and a look-up waits for it.
    """
    return f"{file_digest(solved_file(DEALT[variant], play=play))} 1"


@cache
def _opponent(role: str, dealt: int, play: bool, say: Message | None, threads: int) -> Opponent:
    """Return the solved policy of a role for every deal, mapped once a process."""
    from cribstat.policies.solved import solved_opponent

    return solved_opponent(role, dealt, play=play, say=say, threads=threads)


@cache
def _crib_means(variant: str, seat: int, play: bool, say: Message | None, threads: int) -> Floats:
    """Return the mean crib of every class and discard of a seat, computed once a process."""
    from cribstat.policies.solved import solved_policy

    if say is not None:
        say("adding up the cribs of all deals; 'cribstat cache build' keeps them")
    return solved_policy(ROLES[1 - seat], DEALT[variant], play=play).crib_means(threads=threads)
