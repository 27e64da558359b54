"""The rules of cribbage as records: the variants and their house options; in `laws`, what breaking one costs.

Sources: Foster's Complete Hoyle, Hoffmann's Hoyle's Games Modernized, a New Hoyle, Enquire Within upon
Everything, and the rules of the American Cribbage Congress for the modern ones.
"""

from cribstat.rules.variants import (
    EIGHT,
    FIVE,
    FOUR,
    HOLES_A_LAP,
    LAW_PROFILES,
    MOST_POINTS,
    PLAY_END_OPTIONS,
    PLAY_OPTIONS,
    SEVEN,
    SHOW_OPTIONS,
    SIX,
    THREE,
    VARIANTS,
    RuleError,
    Variant,
    changed_options,
    is_list,
    is_whole,
    options_of,
    parse_option,
    variant,
)

__all__ = [
    "EIGHT",
    "FIVE",
    "FOUR",
    "HOLES_A_LAP",
    "LAW_PROFILES",
    "MOST_POINTS",
    "PLAY_END_OPTIONS",
    "PLAY_OPTIONS",
    "SEVEN",
    "SHOW_OPTIONS",
    "SIX",
    "THREE",
    "VARIANTS",
    "RuleError",
    "Variant",
    "changed_options",
    "is_list",
    "is_whole",
    "options_of",
    "parse_option",
    "variant",
]
