"""Names of isaacsim.robot_motion.motion_generation.lula."""

from .kinematics import LulaKinematicsSolver
from .motion_policies import RmpFlow
from .path_planners import RRT
from .trajectory_generator import LulaCSpaceTrajectoryGenerator, LulaTaskSpaceTrajectoryGenerator, LulaTrajectory

__all__ = [
    "RRT",
    "LulaCSpaceTrajectoryGenerator",
    "LulaKinematicsSolver",
    "LulaTaskSpaceTrajectoryGenerator",
    "LulaTrajectory",
    "RmpFlow",
]
