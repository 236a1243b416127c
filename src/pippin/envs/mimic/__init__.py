"""New demonstrations out of a few recorded ones, as Isaac Lab's Mimic makes them (MimicGen, Mandlekar et al. 2023).

A recorded demonstration is cut into subtasks, each about one object. For a new scene, each subtask's poses of the end
effector are moved such that they are to the object there what they were to the object then, joined by straight ways,
and followed; what ends in a success is a new demonstration.

:mod:`.settings` says what the subtasks are, :mod:`.environment` what an environment has to tell, :mod:`.demonstrations`
holds the recorded ones, :mod:`.selection` chooses among them, :mod:`.waypoints` are the ways that an end effector
follows, :mod:`.constraints` is what several arms wait for, and :mod:`.generator` puts them together.
"""

from .demonstrations import DatagenInfo, DataGenInfoPool
from .environment import ManagerBasedRLMimicEnv
from .generator import DataGenerator
from .selection import SelectionStrategy
from .settings import (
    DataGenConfig,
    MimicEnvCfg,
    SubTaskConfig,
    SubTaskConstraintConfig,
    SubTaskConstraintCoordinationScheme,
    SubTaskConstraintType,
)
from .waypoints import MultiWaypoint, Waypoint, WaypointSequence, WaypointTrajectory

__all__ = [
    "DataGenConfig",
    "DataGenInfoPool",
    "DataGenerator",
    "DatagenInfo",
    "ManagerBasedRLMimicEnv",
    "MimicEnvCfg",
    "MultiWaypoint",
    "SelectionStrategy",
    "SubTaskConfig",
    "SubTaskConstraintConfig",
    "SubTaskConstraintCoordinationScheme",
    "SubTaskConstraintType",
    "Waypoint",
    "WaypointSequence",
    "WaypointTrajectory",
]
