"""Names of isaacsim.robot_motion.motion_generation."""

from . import interface_config_loader
from .articulation_kinematics_solver import ArticulationKinematicsSolver
from .articulation_motion_policy import ArticulationMotionPolicy
from .articulation_trajectory import ArticulationTrajectory
from .kinematics_interface import KinematicsSolver
from .lula import (
    RRT,
    LulaCSpaceTrajectoryGenerator,
    LulaKinematicsSolver,
    LulaTaskSpaceTrajectoryGenerator,
    LulaTrajectory,
    RmpFlow,
)
from .motion_policy_controller import MotionPolicyController
from .motion_policy_interface import MotionPolicy
from .path_planner_visualizer import PathPlannerVisualizer
from .path_planning_interface import PathPlanner
from .trajectory import Trajectory
from .world_interface import WorldInterface

__all__ = [
    "ArticulationKinematicsSolver",
    "ArticulationMotionPolicy",
    "ArticulationTrajectory",
    "KinematicsSolver",
    "LulaCSpaceTrajectoryGenerator",
    "LulaKinematicsSolver",
    "LulaTaskSpaceTrajectoryGenerator",
    "LulaTrajectory",
    "MotionPolicy",
    "MotionPolicyController",
    "PathPlanner",
    "PathPlannerVisualizer",
    "RRT",
    "RmpFlow",
    "Trajectory",
    "WorldInterface",
    "interface_config_loader",
]
