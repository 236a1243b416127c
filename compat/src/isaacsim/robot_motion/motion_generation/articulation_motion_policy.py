"""Names of isaacsim.robot_motion.motion_generation.articulation_motion_policy."""

from pippin.motion.articulation_policy import ArticulationMotionPolicy

__all__ = ["ArticulationMotionPolicy"]
