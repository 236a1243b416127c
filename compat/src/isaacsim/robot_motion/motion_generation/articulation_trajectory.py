"""Names of isaacsim.robot_motion.motion_generation.articulation_trajectory."""

from pippin.motion.articulation_trajectory import ArticulationTrajectory

__all__ = ["ArticulationTrajectory"]
