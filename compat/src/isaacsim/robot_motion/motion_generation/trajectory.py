"""Names of isaacsim.robot_motion.motion_generation.trajectory."""

from pippin.motion.trajectories import Trajectory

__all__ = ["Trajectory"]
