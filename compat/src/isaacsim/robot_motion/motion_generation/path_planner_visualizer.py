"""Names of isaacsim.robot_motion.motion_generation.path_planner_visualizer."""

from pippin.motion.path_planner_visualizer import PathPlannerVisualizer

__all__ = ["PathPlannerVisualizer"]
