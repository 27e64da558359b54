"""The policies that answer each other, as they ship, and as opponents of one question at a time.

There are two pairs for each of the two-player games: ``solved`` (``data/solved/six.npz``, ``five.npz``) for
hand, crib and play together, ``solved-no-play`` (``six_no_play.npz``, ``five_no_play.npz``) for hand and crib
alone. They are kept by class of deals (see `files` for the form); how they were made stands in the manifest.
A question asks for the code of every single deal: that is expanded once, to the user's cache, and mapped.
"""

import io
import json
from functools import cache

import numpy as np

from cribstat.cache import Message, cached_arrays
from cribstat.crib import Opponent
from cribstat.policies.policy import Policy, refuse_role
from cribstat.policies.shipped import NO_PLAY, SOLVED, VARIANTS, solved_file
from cribstat.tables import manifest, read_table

# Part of the cache's key: to be raised when the form of what is expanded changes.
FORM = 1


@cache
def solved_policy(role: str, dealt: int = 6, *, play: bool = True) -> Policy:
    """Return the policy of a role that answers the other role's solved policy.

    Parameters
    ----------
    role
        ``dealer`` or ``pone``.
    dealt
        Cards of a deal, 6 or 5.
    play
        Solved for hand, crib and play, or for hand and crib alone.

    Raises
    ------
    PolicyError
        An unknown role.
    TableError
        The file is missing or damaged.

    Notes
    -----
    An **approximate** equilibrium for points in one deal; its exploitability, in the policy's statement and
    in the manifest, is **exact** (with the play: in the model of `cribstat.equilibrium.deal`).
    """
    refuse_role(role)
    with np.load(io.BytesIO(read_table(solved_file(dealt, play=play)))) as kept:
        said = json.loads(str(kept["header"]))["policies"][role]
        arrays = kept[f"{role}_codes"], kept[f"{role}_mix"], int(said["denominator"])
    return Policy(said["name"], role, said["statement"], *arrays, dealt)


def solved_opponent(
    role: str, dealt: int = 6, *, play: bool = True, say: Message | None = None, threads: int = 1
) -> Opponent:
    """Return the solved policy of a role for every single deal, mapped from the user's cache.

    Parameters
    ----------
    role, dealt, play
        As in `solved_policy`: whose policy it is.
    say
        Takes sentences for the user; the first use expands the policy, which takes about a second.
    threads
        Threads for expanding it; the result does not depend on it.

    Raises
    ------
    PolicyError, TableError
        As in `solved_policy`.
    """
    refuse_role(role)

    def expand() -> dict[str, np.ndarray]:
        from cribstat.kernels.crib.expand import expand_policy
        from cribstat.kernels.enumeration import discard_positions, distinct_deals

        policy = solved_policy(role, dealt, play=play)
        deals, positions = distinct_deals(dealt)[0], discard_positions(dealt, 2)
        codes, mix = expand_policy(deals, policy.codes, policy.mix, positions, threads=threads)
        return {"codes": codes, "mix": mix, "denominator": np.array([policy.denominator])}

    key = f"{manifest()[solved_file(dealt, play=play)]['sha256']} {FORM}"
    arrays = cached_arrays(f"{SOLVED if play else NO_PLAY}-{VARIANTS[dealt]}-{role}", key, expand, say)
    return Opponent(arrays["codes"], arrays["mix"], int(arrays["denominator"][0]), dealt)
