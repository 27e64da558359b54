"""Draw what was computed: arrays or frames in, matplotlib axes out.

Every function takes ``ax=None`` (a new figure is made) and returns the axes. Roles have one colour each
everywhere, taken from the palette of Okabe and Ito, and heat maps use ``cividis``: both keep their order for
colour-blind readers. Nothing is computed here but shares, bins and means of what is drawn; what is exact
and what is not is said where the numbers come from.
"""

from cribstat.plots.canvas import (
    GUIDE,
    ROLE_COLOURS,
    TABLE_COLOURS,
    VALUE_MAP,
    heat_map,
    new_axes,
    new_row,
    picture,
)
from cribstat.plots.discards import (
    BIN_WIDTH,
    discard_totals,
    hand_distribution,
    points_at_least,
    role_comparison,
    start_points,
)
from cribstat.plots.marks import board
from cribstat.plots.play import by_rank, effect_sizes, keep_roles, people_and_solved
from cribstat.plots.simulation import losing_scores, points_by_part, shares_with_errors
from cribstat.plots.solved import (
    CHANGE_WIDTH,
    crib_changes,
    crib_gaps,
    losses_above,
    pair_shares,
    policy_costs,
    rank_square,
    solver_trace,
)
from cribstat.plots.winprob import even_lines, point_values, street_values, winning_surface

__all__ = [
    "BIN_WIDTH",
    "CHANGE_WIDTH",
    "GUIDE",
    "ROLE_COLOURS",
    "TABLE_COLOURS",
    "VALUE_MAP",
    "board",
    "by_rank",
    "crib_changes",
    "crib_gaps",
    "discard_totals",
    "effect_sizes",
    "even_lines",
    "hand_distribution",
    "heat_map",
    "keep_roles",
    "losing_scores",
    "losses_above",
    "new_axes",
    "new_row",
    "pair_shares",
    "people_and_solved",
    "picture",
    "point_values",
    "points_at_least",
    "points_by_part",
    "policy_costs",
    "rank_square",
    "role_comparison",
    "shares_with_errors",
    "solver_trace",
    "start_points",
    "street_values",
    "winning_surface",
]
