"""Names of isaacsim.robot_motion.motion_generation.lula."""

from .kinematics import LulaKinematicsSolver
from .motion_policies import RmpFlow

__all__ = ["LulaKinematicsSolver", "RmpFlow"]
