"""Names of isaacsim.robot_motion.motion_generation.motion_policy_controller."""

from pippin.motion.articulation_policy import MotionPolicyController

__all__ = ["MotionPolicyController"]
