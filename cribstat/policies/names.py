"""Policies by name, and from files."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from cribstat.policies import files, learnt
from cribstat.policies.build import best_hand, by_published_table
from cribstat.policies.policy import Policy, PolicyError, refuse_role
from cribstat.policies.rates import NAMED_RATES
from cribstat.policies.shipped import NO_PLAY, SOLVED
from cribstat.policies.solved import solved_policy
from cribstat.tables import PUBLISHED

BOTH = ("dealer", "pone")
# What makes the policy of a role, by name.
NAMED: dict[str, Callable[[str], Policy]] = {
    SOLVED: solved_policy,
    NO_PLAY: partial(solved_policy, play=False),
    "best-hand": best_hand,
    **{name: partial(by_published_table, name) for name in PUBLISHED},
    **NAMED_RATES,
}


def policy_names() -> tuple[str, ...]:
    """Return the names that `named_policy` knows, besides files."""
    return tuple(NAMED)


def named_policy(which: str | Path, role: str) -> Policy:
    """Return the policy of a role by name, or from a file.

    Parameters
    ----------
    which
        ``solved`` (for hand, crib and play), ``solved-no-play`` (for hand and crib alone); ``best-hand``;
        ``hessel``, ``schell`` or ``rasmussen`` for a player who trusts that table; ``rate-2-1`` and the like
        for points of the dealer's worth 2 and of pone's worth 1 (see `cribstat.policies.rates`); or a file:
        one that `Policy.save` wrote, or one of ``cribstat learn-policy``.
    role
        ``dealer`` or ``pone``.

    Returns
    -------
    Policy
        For six-card deals; from a file as it is there.

    Raises
    ------
    PolicyError
        No such name and no such file, a file that is foreign or damaged, or one without that role.
    """
    refuse_role(role)
    found = named_policies(which, role)
    if role not in found:
        raise PolicyError(f"'{which}' holds the policy of the {' and the '.join(found)}, not of the {role}")
    return found[role]


def named_policies(which: str | Path, role: str | None = None) -> dict[str, Policy]:
    """Return the policies of a name or file by role, the dealer's first; of one role where that is there.

    Raises
    ------
    PolicyError
        As in `named_policy`.
    """
    if not isinstance(which, str | Path):
        raise PolicyError(f"a policy is a name or a file, not {which!r}")
    if isinstance(which, str) and which in NAMED:
        return {name: NAMED[which](name) for name in ([role] if role else BOTH)}
    found = _read_file(Path(which), role)
    return {name: found[name] for name in BOTH if name in found}


def _read_file(path: Path, role: str | None) -> dict[str, Policy]:
    """Read the policies of a file, whose kind is told by its first bytes."""
    try:
        with path.open("rb") as file:
            first = file.read(len(files.MAGIC))
    except FileNotFoundError as error:
        raise PolicyError(f"unknown policy '{path}': {', '.join(NAMED)} or a file") from error
    except OSError as error:
        raise PolicyError(f"'{path}' cannot be read: {error.strerror}") from error
    return files.read_policies(path) if first == files.MAGIC else learnt.read_learnt(path, role)
