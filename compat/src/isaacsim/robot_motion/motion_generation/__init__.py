"""Names of isaacsim.robot_motion.motion_generation."""

from . import interface_config_loader
from .articulation_motion_policy import ArticulationMotionPolicy
from .kinematics_interface import KinematicsSolver
from .lula import LulaKinematicsSolver, RmpFlow
from .motion_policy_controller import MotionPolicyController
from .motion_policy_interface import MotionPolicy
from .world_interface import WorldInterface

__all__ = [
    "ArticulationMotionPolicy",
    "KinematicsSolver",
    "LulaKinematicsSolver",
    "MotionPolicy",
    "MotionPolicyController",
    "RmpFlow",
    "WorldInterface",
    "interface_config_loader",
]
