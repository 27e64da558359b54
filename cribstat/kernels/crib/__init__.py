"""Exact crib sums against a policy of the other side: one question (`joint`) and all deals (`all_deals`)."""

from cribstat.kernels.crib.all_deals import Pack, crib_pack, crib_sums
from cribstat.kernels.crib.expand import ORBIT, expand_policy, symmetric_policy
from cribstat.kernels.crib.joint import opponent_joint

__all__ = ["ORBIT", "Pack", "crib_pack", "crib_sums", "expand_policy", "opponent_joint", "symmetric_policy"]
