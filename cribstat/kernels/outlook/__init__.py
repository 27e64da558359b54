"""What a discard leads to in its deal: scores at the end, over all deals of the other side and all starts."""

from cribstat.kernels.outlook.groups import CHOOSE, Other, room
from cribstat.kernels.outlook.walk import OwnCards, ShowPoints, Starts, count_scores

__all__ = ["CHOOSE", "Other", "OwnCards", "ShowPoints", "Starts", "count_scores", "room"]
