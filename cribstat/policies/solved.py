"""The policies that answer each other, as they ship, and as opponents of one question at a time.

``data/solved/six.npz`` and ``five.npz`` hold the policies of dealer and pone for the two-player games by
class of deals (see `files` for the form); how they were made stands in the manifest. A question asks for
the code of every single deal: that is expanded once, to the user's cache, and mapped from there.
"""

import io
import json
import os
from functools import cache

import numpy as np

from cribstat.cache import Message, cached_arrays
from cribstat.crib import Opponent
from cribstat.policies.policy import Policy, refuse_role
from cribstat.tables import manifest, read_table

VARIANTS = {6: "six", 5: "five"}
# Part of the cache's key: to be raised when the form of what is expanded changes.
FORM = 1


def solved_file(dealt: int = 6) -> str:
    """Return the path below ``data/`` of the solved policies for deals of six or five cards."""
    return f"solved/{VARIANTS[dealt]}.npz"


@cache
def solved_policy(role: str, dealt: int = 6) -> Policy:
    """Return the policy of a role that answers the other role's solved policy.

    Parameters
    ----------
    role
        ``dealer`` or ``pone``.
    dealt
        Cards of a deal, 6 or 5.

    Raises
    ------
    PolicyError
        An unknown role.
    TableError
        The file is missing or damaged.

    Notes
    -----
    An **approximate** equilibrium for points in one deal; its exploitability, in the policy's statement and
    in the manifest, is **exact**.
    """
    refuse_role(role)
    with np.load(io.BytesIO(read_table(solved_file(dealt)))) as kept:
        said = json.loads(str(kept["header"]))["policies"][role]
        arrays = kept[f"{role}_codes"], kept[f"{role}_mix"], int(said["denominator"])
    return Policy(said["name"], role, said["statement"], *arrays, dealt)


def solved_opponent(role: str, dealt: int = 6, *, say: Message | None = None) -> Opponent:
    """Return the solved policy of a role for every single deal, mapped from the user's cache.

    Parameters
    ----------
    role, dealt
        As in `solved_policy`: whose policy it is.
    say
        Takes sentences for the user; the first use expands the policy, which takes about a second.

    Raises
    ------
    PolicyError, TableError
        As in `solved_policy`.
    """
    refuse_role(role)

    def expand() -> dict[str, np.ndarray]:
        from cribstat.kernels.crib.expand import expand_policy
        from cribstat.kernels.enumeration import discard_positions, distinct_deals

        policy = solved_policy(role, dealt)
        deals, positions = distinct_deals(dealt)[0], discard_positions(dealt, 2)
        threads = os.cpu_count() or 1
        codes, mix = expand_policy(deals, policy.codes, policy.mix, positions, threads=threads)
        return {"codes": codes, "mix": mix, "denominator": np.array([policy.denominator])}

    key = f"{manifest()[solved_file(dealt)]['sha256']} {FORM}"
    arrays = cached_arrays(f"solved-{VARIANTS[dealt]}-{role}", key, expand, say)
    return Opponent(arrays["codes"], arrays["mix"], int(arrays["denominator"][0]), dealt)
