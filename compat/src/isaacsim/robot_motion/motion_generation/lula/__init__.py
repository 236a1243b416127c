"""Names of isaacsim.robot_motion.motion_generation.lula."""

from .kinematics import LulaKinematicsSolver
from .motion_policies import RmpFlow
from .trajectory_generator import LulaCSpaceTrajectoryGenerator, LulaTaskSpaceTrajectoryGenerator, LulaTrajectory

__all__ = [
    "LulaCSpaceTrajectoryGenerator",
    "LulaKinematicsSolver",
    "LulaTaskSpaceTrajectoryGenerator",
    "LulaTrajectory",
    "RmpFlow",
]
