"""cribstat: the best discard in cribbage, strategy tables and expected values.

The public names are loaded when they are first used, so that ``import cribstat`` is light.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cribstat.cards import CardError, HandError, format_cards, parse_cards
    from cribstat.crib import ModelError
    from cribstat.discards import Ranking, best_discard, deal_distribution, rank_deals, rank_discards
    from cribstat.game import Game, Match
    from cribstat.play import PlayState, replay
    from cribstat.policies import (
        Policy,
        PolicyError,
        best_response,
        exploit,
        learn_policy,
        named_policy,
        policy_crib,
        read_log,
    )
    from cribstat.rules import EIGHT, FIVE, FOUR, SEVEN, SIX, THREE, RuleError, Variant, variant
    from cribstat.scoring import break_down, score_hand, score_hands
    from cribstat.simulation import simulate
    from cribstat.tables import TableError
    from cribstat.winprob import value_tables, win_prob

__version__ = "0.1.0"

_HOME = {
    "cards": ("CardError", "HandError", "format_cards", "parse_cards"),
    "crib": ("ModelError",),
    "discards": ("Ranking", "best_discard", "deal_distribution", "rank_deals", "rank_discards"),
    "game": ("Game", "Match"),
    "play": ("PlayState", "replay"),
    "policies": (
        "Policy",
        "PolicyError",
        "best_response",
        "exploit",
        "learn_policy",
        "named_policy",
        "policy_crib",
        "read_log",
    ),
    "rules": ("EIGHT", "FIVE", "FOUR", "SEVEN", "SIX", "THREE", "RuleError", "Variant", "variant"),
    "scoring": ("break_down", "score_hand", "score_hands"),
    "simulation": ("simulate",),
    "tables": ("TableError",),
    "winprob": ("value_tables", "win_prob"),
}
_MODULE_OF = {name: module for module, names in _HOME.items() for name in names}

__all__ = [
    "EIGHT",
    "FIVE",
    "FOUR",
    "SEVEN",
    "SIX",
    "THREE",
    "CardError",
    "Game",
    "HandError",
    "Match",
    "ModelError",
    "PlayState",
    "Policy",
    "PolicyError",
    "Ranking",
    "RuleError",
    "TableError",
    "Variant",
    "best_discard",
    "best_response",
    "break_down",
    "deal_distribution",
    "exploit",
    "format_cards",
    "learn_policy",
    "named_policy",
    "parse_cards",
    "policy_crib",
    "rank_deals",
    "rank_discards",
    "read_log",
    "replay",
    "score_hand",
    "score_hands",
    "simulate",
    "value_tables",
    "variant",
    "win_prob",
]


def __getattr__(name: str) -> Any:
    """Load a public name from its module on first use."""
    if name not in _MODULE_OF:
        raise AttributeError(f"module 'cribstat' has no attribute '{name}'")
    value = getattr(import_module(f"cribstat.{_MODULE_OF[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """List the public names."""
    return [*__all__, "__version__"]
