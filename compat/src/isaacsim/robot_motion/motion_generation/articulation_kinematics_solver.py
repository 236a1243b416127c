"""Names of isaacsim.robot_motion.motion_generation.articulation_kinematics_solver."""

from pippin.motion.articulation_kinematics import ArticulationKinematicsSolver

__all__ = ["ArticulationKinematicsSolver"]
