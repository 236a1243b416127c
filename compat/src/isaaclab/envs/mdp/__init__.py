"""Names of isaaclab.envs.mdp."""

from pippin.assets import Articulation, RigidObject
from pippin.envs.managers import (
    ActionTerm,
    ActionTermCfg,
    CommandTermCfg,
    CurriculumTermCfg,
    EventTermCfg,
    ManagerTermBase,
    ObservationTermCfg,
    RewardTermCfg,
    SceneEntityCfg,
)
from pippin.envs.mdp import *  # noqa: F403
from pippin.envs.mdp import __all__ as _terms

from . import actions, commands, curriculums, events, observations, rewards, terminations

__all__ = [
    *_terms,
    # Isaac Lab's star import gives these too, since its modules say nothing else.
    "ActionTerm",
    "ActionTermCfg",
    "Articulation",
    "CommandTermCfg",
    "CurriculumTermCfg",
    "EventTermCfg",
    "ManagerTermBase",
    "ObservationTermCfg",
    "RewardTermCfg",
    "RigidObject",
    "SceneEntityCfg",
    "actions",
    "commands",
    "curriculums",
    "events",
    "observations",
    "rewards",
    "terminations",
]
