"""Managers: what an environment observes, does, rewards and changes, as rows of terms that configs name."""

from .action_manager import ActionManager, ActionTerm, ActionTermCfg
from .command_manager import CommandManager, CommandTerm, CommandTermCfg
from .curriculum_manager import CurriculumManager, CurriculumTermCfg
from .event_manager import EventManager, EventTermCfg
from .manager_base import ManagerBase, ManagerTermBase, ManagerTermBaseCfg
from .observation_cfg import ObservationGroupCfg, ObservationTermCfg
from .observation_manager import ObservationManager
from .recorder_manager import (
    DatasetExportMode,
    RecorderManager,
    RecorderManagerBaseCfg,
    RecorderTerm,
    RecorderTermCfg,
)
from .reward_manager import RewardManager, RewardTermCfg
from .scene_entity_cfg import SceneEntityCfg
from .termination_manager import TerminationManager, TerminationTermCfg

__all__ = [
    "ActionManager",
    "ActionTerm",
    "ActionTermCfg",
    "CommandManager",
    "CommandTerm",
    "CommandTermCfg",
    "CurriculumManager",
    "CurriculumTermCfg",
    "DatasetExportMode",
    "EventManager",
    "EventTermCfg",
    "ManagerBase",
    "ManagerTermBase",
    "ManagerTermBaseCfg",
    "ObservationGroupCfg",
    "ObservationManager",
    "ObservationTermCfg",
    "RecorderManager",
    "RecorderManagerBaseCfg",
    "RecorderTerm",
    "RecorderTermCfg",
    "RewardManager",
    "RewardTermCfg",
    "SceneEntityCfg",
    "TerminationManager",
    "TerminationTermCfg",
]
