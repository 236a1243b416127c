"""Names of isaacsim.robot_motion.motion_generation."""

from . import interface_config_loader
from .articulation_motion_policy import ArticulationMotionPolicy
from .articulation_trajectory import ArticulationTrajectory
from .kinematics_interface import KinematicsSolver
from .lula import (
    LulaCSpaceTrajectoryGenerator,
    LulaKinematicsSolver,
    LulaTaskSpaceTrajectoryGenerator,
    LulaTrajectory,
    RmpFlow,
)
from .motion_policy_controller import MotionPolicyController
from .motion_policy_interface import MotionPolicy
from .trajectory import Trajectory
from .world_interface import WorldInterface

__all__ = [
    "ArticulationMotionPolicy",
    "ArticulationTrajectory",
    "KinematicsSolver",
    "LulaCSpaceTrajectoryGenerator",
    "LulaKinematicsSolver",
    "LulaTaskSpaceTrajectoryGenerator",
    "LulaTrajectory",
    "MotionPolicy",
    "MotionPolicyController",
    "RmpFlow",
    "Trajectory",
    "WorldInterface",
    "interface_config_loader",
]
