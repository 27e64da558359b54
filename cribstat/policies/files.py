"""Policies in files: an ``.npz`` archive of arrays with a header that holds a digest of each policy.

The archive holds ``header`` (a text of JSON) and, for each role in it, ``<role>_codes`` (uint16, one for each
class of deals) and ``<role>_mix`` (int64, shares in rows), as `Policy` tells. The header is an object with
``format`` (see `FORMAT`) and ``policies``: by role, ``name``, ``statement``, ``dealt``, ``denominator`` and
``digest`` (`Policy.digest`). A file may hold the policies of one role or of both.
"""

import json
import zlib
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from cribstat.cache import write_beside
from cribstat.kernels.crib.expand import ORBIT, symmetric_policy
from cribstat.policies.classes import deal_pack
from cribstat.policies.policy import ROLES, Policy, PolicyError

FORMAT = "cribstat policies 1"
MAGIC = b"PK"
DAMAGE = (OSError, ValueError, TypeError, EOFError, KeyError, NotImplementedError, BadZipFile, zlib.error)


def save_policies(path: str | Path, *policies: Policy) -> None:
    """Write the policy of one role, or those of both, to a file, replacing one of that name.

    It is written whole or not at all.

    Raises
    ------
    PolicyError
        No policy, or two of one role.
    OSError
        The file cannot be written.
    """
    roles = [policy.role for policy in policies]
    if not roles or len(set(roles)) < len(roles):
        raise PolicyError(f"a file holds one policy of a role, for one role or both, not {roles}")
    header = {policy.role: _described(policy) for policy in policies}
    arrays: dict[str, Any] = {"header": np.array(json.dumps({"format": FORMAT, "policies": header}))}
    for policy in policies:
        arrays |= {f"{policy.role}_codes": policy.codes, f"{policy.role}_mix": policy.mix}
    with write_beside(Path(path)) as file:
        np.savez_compressed(file, **arrays)


def read_policies(path: str | Path) -> dict[str, Policy]:
    """Read the policies of a file that `save_policies` wrote, by role.

    Raises
    ------
    PolicyError
        The file is missing, foreign or damaged; the message names it.
    """
    try:
        with Path(path).open("rb") as file, np.load(file, allow_pickle=False) as kept:
            arrays = dict(kept)
    except DAMAGE as error:
        raise PolicyError(f"'{path}' cannot be read as a file of policies: {error}") from error
    entries = _header(path, arrays)
    return {role: _policy(path, role, entry, arrays) for role, entry in entries.items()}


def _described(policy: Policy) -> dict[str, Any]:
    """Return what the header says of a policy."""
    return {
        "name": policy.name,
        "statement": policy.statement,
        "dealt": policy.dealt,
        "denominator": policy.denominator,
        "digest": policy.digest,
    }


def _header(path: str | Path, arrays: dict[str, NDArray[Any]]) -> dict[str, Any]:
    """Return the header's entries by role."""
    try:
        header = json.loads(str(arrays["header"]))
        entries = dict(header["policies"])
        known = header["format"] == FORMAT
    except (KeyError, ValueError, TypeError) as error:
        raise PolicyError(f"'{path}' is no file of policies") from error
    if not known:
        raise PolicyError(f"'{path}' has the format '{header['format']}', not '{FORMAT}'")
    if not entries or set(entries) - set(ROLES):
        raise PolicyError(f"'{path}' is for the roles {', '.join(map(repr, entries))}: dealer or pone")
    return entries


def _policy(path: str | Path, role: str, entry: Any, arrays: dict[str, NDArray[Any]]) -> Policy:
    """Make the policy of a role from what a file holds, and verify it."""
    try:
        codes, mix = arrays[f"{role}_codes"], arrays[f"{role}_mix"]
        name, statement = str(entry["name"]), str(entry["statement"])
        policy = Policy(name, role, statement, codes, mix, int(entry["denominator"]), int(entry["dealt"]))
        digest = entry["digest"]
    except (KeyError, TypeError, ValueError) as error:
        raise PolicyError(f"'{path}' holds no policy of the {role}: {error}") from error
    if policy.digest != digest:
        raise PolicyError(f"'{path}' is damaged: the digest of the {role}'s policy is not {digest}")
    if not _is_symmetric(policy):
        raise PolicyError(f"'{path}': the {role}'s policy does not share mirror-image discards evenly")
    return policy


def _is_symmetric(policy: Policy) -> bool:
    """Tell whether mirror-image discards have even shares."""
    pack = deal_pack(policy.dealt)
    codes, mix, _ = symmetric_policy(policy.codes, policy.mix, policy.denominator, pack.orbits)
    ways = len(pack.positions)
    mixing = codes >= ways
    if (mixing != (policy.codes >= ways)).any() or (codes[~mixing] != policy.codes[~mixing]).any():
        return False
    even, own = mix[codes[mixing] - ways], policy.mix[policy.codes[mixing] - ways]
    return bool((even == ORBIT * own).all())
