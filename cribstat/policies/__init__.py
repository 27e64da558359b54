"""Who lays away what: discard policies as objects, for the two-player games with two cards laid away.

A policy says for every deal what is laid away, and in which shares where it mixes. It treats deals that
differ by a renaming of suits alike, and mirror-image discards of one deal evenly; so it is kept by class of
deals, as integers over one denominator. Any policy can be the opponent of any question, and what a best
responder gains against it is exact.
"""

from cribstat.policies.build import best_hand, best_response, by_published_table
from cribstat.policies.classes import deal_pack
from cribstat.policies.policy import Policy, PolicyError

__all__ = [
    "Policy",
    "PolicyError",
    "best_hand",
    "best_response",
    "by_published_table",
    "deal_pack",
]
