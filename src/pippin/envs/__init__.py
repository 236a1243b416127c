"""Environments: a scene, and what an agent observes, does and is rewarded for in it."""

from .common import VecEnvObs, VecEnvStepReturn, ViewerCfg
from .direct_marl_env import DirectMARLEnv, DirectMARLEnvCfg
from .direct_rl_env import DirectRLEnv, DirectRLEnvCfg
from .manager_based_env import ManagerBasedEnv, ManagerBasedEnvCfg
from .manager_based_rl_env import ManagerBasedRLEnv, ManagerBasedRLEnvCfg
from .marl import multi_agent_to_single_agent, multi_agent_with_one_agent
from .mimic import ManagerBasedRLMimicEnv, MimicEnvCfg

__all__ = [
    "DirectMARLEnv",
    "DirectMARLEnvCfg",
    "DirectRLEnv",
    "DirectRLEnvCfg",
    "ManagerBasedEnv",
    "ManagerBasedEnvCfg",
    "ManagerBasedRLEnv",
    "ManagerBasedRLEnvCfg",
    "ManagerBasedRLMimicEnv",
    "MimicEnvCfg",
    "VecEnvObs",
    "VecEnvStepReturn",
    "ViewerCfg",
    "multi_agent_to_single_agent",
    "multi_agent_with_one_agent",
]
