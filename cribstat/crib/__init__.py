"""What the others lay away, and what that makes the crib worth.

State: own cards, the discard, cards known to be dead. Unknown: the other cards of the crib and the
start. A crib model says how likely each set of other cards is together with each start; `outcomes`
then adds up points exactly under it. What a model leaves out (the other side's own thinking, your
four kept cards) is told with each model.
"""

from cribstat.crib.models import (
    DEFAULT_CRIB_MODEL,
    AnyCards,
    CribModel,
    ModelError,
    Opponent,
    OtherCards,
    PairWeights,
    PolicyCrib,
    PublishedMeans,
    Uniform,
    crib_model,
    model_names,
)
from cribstat.crib.seats import Habits

__all__ = [
    "DEFAULT_CRIB_MODEL",
    "AnyCards",
    "CribModel",
    "Habits",
    "ModelError",
    "Opponent",
    "OtherCards",
    "PairWeights",
    "PolicyCrib",
    "PublishedMeans",
    "Uniform",
    "crib_model",
    "model_names",
]
