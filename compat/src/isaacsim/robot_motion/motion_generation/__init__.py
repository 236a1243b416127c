"""Names of isaacsim.robot_motion.motion_generation."""

from . import interface_config_loader
from .lula.motion_policies import RmpFlow
from .motion_policy_interface import MotionPolicy
from .world_interface import WorldInterface

__all__ = ["MotionPolicy", "RmpFlow", "WorldInterface", "interface_config_loader"]
