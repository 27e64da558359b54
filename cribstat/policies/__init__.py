"""Who lays away what: discard policies as objects, for the two-player games with two cards laid away.

A policy says for every deal what is laid away, and in which shares where it mixes. It treats deals that
differ by a renaming of suits alike, and mirror-image discards of one deal evenly; so it is kept by class of
deals, as integers over one denominator. Any policy can be the opponent of any question, and what a best
responder gains against it is exact.

Names are loaded when they are first used: a question that is looked up in a table needs no compiler.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cribstat.policies.against import named_crib, policy_crib
    from cribstat.policies.build import best_hand, best_response, by_published_table
    from cribstat.policies.classes import deal_pack
    from cribstat.policies.gains import Exploit, exploit, exploitability
    from cribstat.policies.learning import Learnt, learn_policy
    from cribstat.policies.log import read_log
    from cribstat.policies.names import named_policies, named_policy
    from cribstat.policies.policy import Policy, PolicyError

_HOME = {
    "against": ("named_crib", "policy_crib"),
    "build": ("best_hand", "best_response", "by_published_table"),
    "classes": ("deal_pack",),
    "gains": ("Exploit", "exploit", "exploitability"),
    "learning": ("Learnt", "learn_policy"),
    "log": ("read_log",),
    "names": ("named_policies", "named_policy"),
    "policy": ("Policy", "PolicyError"),
}
_MODULE_OF = {name: module for module, names in _HOME.items() for name in names}

__all__ = [
    "Exploit",
    "Learnt",
    "Policy",
    "PolicyError",
    "best_hand",
    "best_response",
    "by_published_table",
    "deal_pack",
    "exploit",
    "exploitability",
    "learn_policy",
    "named_crib",
    "named_policies",
    "named_policy",
    "policy_crib",
    "read_log",
]


def __getattr__(name: str) -> Any:
    """Load a name from its module on first use."""
    if name not in _MODULE_OF:
        raise AttributeError(f"module 'cribstat.policies' has no attribute '{name}'")
    value = getattr(import_module(f"cribstat.policies.{_MODULE_OF[name]}"), name)
    globals()[name] = value
    return value
