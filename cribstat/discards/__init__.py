"""Every discard of a deal against every start: the ranking, the best discard, many deals at once."""

from cribstat.discards.answer import best_discard, rank_discards
from cribstat.discards.bulk import play_deals, rank_deals
from cribstat.discards.distribution import DealDistribution, PointsDistribution, deal_distribution
from cribstat.discards.ranking import DiscardRow, Ranking, StartPoints

__all__ = [
    "DealDistribution",
    "DiscardRow",
    "PointsDistribution",
    "Ranking",
    "StartPoints",
    "best_discard",
    "deal_distribution",
    "play_deals",
    "rank_deals",
    "rank_discards",
]
