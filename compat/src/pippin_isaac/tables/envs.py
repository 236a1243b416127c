"""Environments and managers of Isaac Lab, and what of its utilities belongs to them."""

from __future__ import annotations

_MANAGERS = "pippin.envs.managers: "
_DATASETS = "pippin.envs.datasets: "
_MODIFIERS = "pippin.utils.modifiers: "

MODULES: dict[str, str | tuple[str, ...]] = {
    "isaaclab.envs": ("pippin.envs: *", ".common: *", ".mdp", ".utils"),
    "isaaclab.envs.common": (
        "pippin.envs.common: ActionType, AgentID, EnvStepReturn, ObsType, SpaceType, StateType, VecEnvObs, "
        "VecEnvStepReturn, ViewerCfg"
    ),
    "isaaclab.envs.direct_marl_env": "pippin.envs: DirectMARLEnv",
    "isaaclab.envs.direct_marl_env_cfg": "pippin.envs: DirectMARLEnvCfg, ViewerCfg",
    "isaaclab.envs.direct_rl_env": "pippin.envs: DirectRLEnv",
    "isaaclab.envs.direct_rl_env_cfg": "pippin.envs: DirectRLEnvCfg, ViewerCfg",
    "isaaclab.envs.manager_based_env": "pippin.envs: ManagerBasedEnv",
    "isaaclab.envs.manager_based_env_cfg": "pippin.envs.manager_based_env: DefaultEventManagerCfg, ManagerBasedEnvCfg",
    "isaaclab.envs.manager_based_rl_env": "pippin.envs: ManagerBasedRLEnv",
    "isaaclab.envs.manager_based_rl_env_cfg": "pippin.envs: ManagerBasedRLEnvCfg",
    "isaaclab.envs.utils": (".marl", ".spaces"),
    "isaaclab.envs.utils.marl": "pippin.envs.marl: multi_agent_to_single_agent, multi_agent_with_one_agent",
    "isaaclab.envs.utils.spaces": (
        "pippin.envs.spaces: deserialize_space, replace_env_cfg_spaces_with_strings, "
        "replace_strings_with_env_cfg_spaces, sample_space, serialize_space, spec_to_gym_space"
    ),
    "isaaclab.managers": f"{_MANAGERS}*",
    "isaaclab.managers.action_manager": f"{_MANAGERS}ActionManager, ActionTerm, ActionTermCfg",
    "isaaclab.managers.command_manager": f"{_MANAGERS}CommandManager, CommandTerm, CommandTermCfg",
    "isaaclab.managers.curriculum_manager": f"{_MANAGERS}CurriculumManager, CurriculumTermCfg",
    "isaaclab.managers.event_manager": f"{_MANAGERS}EventManager, EventTermCfg",
    "isaaclab.managers.manager_base": f"{_MANAGERS}ManagerBase, ManagerTermBase",
    "isaaclab.managers.manager_term_cfg": (
        f"{_MANAGERS}ActionTermCfg, CommandTermCfg, CurriculumTermCfg, EventTermCfg, ManagerTermBaseCfg, "
        "ObservationGroupCfg, ObservationTermCfg, RecorderTermCfg, RewardTermCfg, TerminationTermCfg"
    ),
    "isaaclab.managers.observation_manager": f"{_MANAGERS}ObservationManager, ObservationGroupCfg, ObservationTermCfg",
    "isaaclab.managers.recorder_manager": (
        f"{_MANAGERS}DatasetExportMode, RecorderManager, RecorderManagerBaseCfg, RecorderTerm"
    ),
    "isaaclab.managers.reward_manager": f"{_MANAGERS}RewardManager, RewardTermCfg",
    "isaaclab.managers.scene_entity_cfg": f"{_MANAGERS}SceneEntityCfg",
    "isaaclab.managers.termination_manager": f"{_MANAGERS}TerminationManager, TerminationTermCfg",
    "isaaclab.utils.datasets": f"{_DATASETS}*",
    "isaaclab.utils.datasets.dataset_file_handler_base": f"{_DATASETS}DatasetFileHandlerBase",
    "isaaclab.utils.datasets.episode_data": f"{_DATASETS}EpisodeData",
    "isaaclab.utils.datasets.hdf5_dataset_file_handler": f"{_DATASETS}HDF5DatasetFileHandler",
    "isaaclab.utils.io": "pippin.utils.run_files: dump_pickle, dump_yaml, load_pickle, load_yaml",
    "isaaclab.utils.io.pkl": "pippin.utils.run_files: dump_pickle, load_pickle",
    "isaaclab.utils.io.yaml": "pippin.utils.run_files: dump_yaml, load_yaml",
    "isaaclab.utils.modifiers": f"{_MODIFIERS}*",
    "isaaclab.utils.modifiers.modifier": f"{_MODIFIERS}DigitalFilter, Integrator, bias, clip, scale",
    "isaaclab.utils.modifiers.modifier_base": f"{_MODIFIERS}ModifierBase",
    "isaaclab.utils.modifiers.modifier_cfg": f"{_MODIFIERS}DigitalFilterCfg, IntegratorCfg, ModifierCfg",
    "isaaclab.utils.seed": "pippin.utils.seed: configure_seed",
}
