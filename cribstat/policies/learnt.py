"""What was learnt from a log, in a file: JSON with counts and parameters, from which the policies are made.

An object with ``format`` (see `FORMAT`), ``variant``, and ``roles``: by role the attributes of
`learning.Learnt`, with ``pairs`` a list of the 169 classes. Of a class the ranks, suitedness and counts are
read; the shares beside them are for people.
"""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from cribstat.cache import read_text
from cribstat.cards import RANK_LETTERS
from cribstat.policies.against_solved import solved_digest
from cribstat.policies.learning import PAIRS, Learnt, PairCount
from cribstat.policies.policy import ROLES, Policy, PolicyError
from cribstat.policies.shipped import VARIANTS

FORMAT = "cribstat learnt policies 1"


def describe_learnt(learnt: Sequence[Learnt]) -> dict[str, Any]:
    """Return what was learnt, of one game, as plain values, as they stand in a file."""
    roles = {
        found.role: {
            "deals_n": found.deals_n,
            "smoothing": found.smoothing,
            "temperature": found.temperature,
            "temperature_low": found.temperature_low,
            "temperature_high": found.temperature_high,
            "log_likelihood": found.log_likelihood,
            "digest": found.digest,
            "pairs": [describe_pair(pair, found.smoothing) for pair in found.pairs],
        }
        for found in learnt
    }
    method = {
        "expected_n": "exact",
        "model_n": "exact",
        "temperature": "estimated",
        "share": "estimated",
        "smoothed_share": "estimated",
        "factor": "estimated",
    }
    return {"format": FORMAT, "variant": VARIANTS[learnt[0].dealt], "method": method, "roles": roles}


def describe_pair(pair: PairCount, smoothing: float) -> dict[str, Any]:
    """Return the numbers of one class of pairs by name."""
    return {
        "pair": f"{RANK_LETTERS[pair.low]}-{RANK_LETTERS[pair.high]}",
        "suited": pair.suited,
        "held_n": pair.held_n,
        "laid_n": pair.laid_n,
        "expected_n": pair.expected_n,
        "model_n": pair.model_n,
        "share": pair.share,
        "share_se": pair.share_se,
        "expected_share": pair.expected_share,
        "smoothed_share": pair.smoothed_share(smoothing),
        "factor": pair.factor(smoothing),
    }


def read_learnt(path: str | Path, role: str | None = None) -> dict[str, Policy]:
    """Read the policies of a file of what was learnt, by role; of one role where that is named and there.

    Raises
    ------
    PolicyError
        The file is foreign or damaged, or was learnt against other solved policies; the message names it.
    """
    try:
        content = json.loads(read_text(Path(path)))
    except (OSError, ValueError) as error:
        raise PolicyError(f"'{path}' is no file of policies: {error}") from error
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise PolicyError(f"'{path}' is no file of policies of the format '{FORMAT}'")
    try:
        dealt = {variant: count for count, variant in VARIANTS.items()}[content["variant"]]
        found = {name: _learnt(name, dealt, entry) for name, entry in content["roles"].items()}
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise PolicyError(f"'{path}' is damaged: {error!r}") from error
    if not found:
        raise PolicyError(f"'{path}' holds no policy")
    for learnt in found.values():
        if learnt.digest != solved_digest(dealt):
            raise PolicyError(
                f"'{path}' was learnt against other solved policies than are in use: learn it again"
            )
    wanted = [role] if role is not None and role in found else list(found)
    return {name: found[name].policy(str(path)) for name in wanted}


def _learnt(role: str, dealt: int, entry: Mapping[str, Any]) -> Learnt:
    """Make the record of one role from what a file holds.

    Raises
    ------
    ValueError
        Something there cannot be.
    """
    pairs = tuple(_pair(found) for found in entry["pairs"])
    if role not in ROLES or tuple((pair.low, pair.high, pair.suited) for pair in pairs) != PAIRS:
        raise ValueError(f"not the classes of pairs of a role: '{role}'")
    learnt = Learnt(
        role=role,
        dealt=dealt,
        deals_n=int(entry["deals_n"]),
        smoothing=float(entry["smoothing"]),
        temperature=float(entry["temperature"]),
        temperature_low=float(entry["temperature_low"]),
        temperature_high=float(entry["temperature_high"]),
        log_likelihood=float(entry["log_likelihood"]),
        digest=str(entry["digest"]),
        pairs=pairs,
    )
    if not (learnt.smoothing > 0 and learnt.temperature >= 0):
        raise ValueError("smoothing is above zero, and temperature not below")
    if sum(pair.laid_n for pair in pairs) != learnt.deals_n:
        raise ValueError(f"the discards do not add up to {learnt.deals_n} deals")
    return learnt


def _pair(found: Mapping[str, Any]) -> PairCount:
    """Make the record of one class of pairs.

    Raises
    ------
    ValueError
        Counts that cannot be.
    """
    low, high = (RANK_LETTERS.index(letter) for letter in found["pair"].split("-"))
    held, laid = int(found["held_n"]), int(found["laid_n"])
    expected, model = float(found["expected_n"]), float(found["model_n"])
    room = held + 1e-6
    if not (0 <= laid <= held and 0 <= expected <= room and 0 <= model <= room):
        raise ValueError(f"counts of {found['pair']} that cannot be")
    return PairCount(low, high, bool(found["suited"]), held, laid, expected, model)
