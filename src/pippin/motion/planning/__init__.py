"""Paths around obstacles by RRT, to configurations or to poses of a frame, for one problem or many."""

from ..ik.bodies import RobotBodies, find_bodies
from .connect_planner import ConnectPlanner
from .outcome import Outcome
from .parameters import CSpacePlanningParameters, RrtParameters, TaskSpacePlanningParameters, read_rrt_parameters
from .rrt import Rrt
from .search import PathSearch, PlannedPath
from .task_space_planner import TaskSpacePlanner

__all__ = [
    "CSpacePlanningParameters",
    "ConnectPlanner",
    "Outcome",
    "PathSearch",
    "PlannedPath",
    "RobotBodies",
    "Rrt",
    "RrtParameters",
    "TaskSpacePlanner",
    "TaskSpacePlanningParameters",
    "find_bodies",
    "read_rrt_parameters",
]
