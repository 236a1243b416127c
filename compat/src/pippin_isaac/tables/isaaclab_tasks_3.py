"""Tasks at the places of Isaac Lab 3.0.0, ``isaaclab_tasks.core`` and ``isaaclab_tasks.contrib``, with its values."""

from __future__ import annotations

_CORE, _CONTRIB = "isaaclab_tasks.core", "isaaclab_tasks.contrib"
_TASKS, _AGENTS = "pippin.tasks", "pippin.learning.agents"


def _locomotion(robot: str, name: str, older: str) -> dict[str, str | tuple[str, ...]]:
    """Modules of ant or humanoid."""
    package, own = f"{_CORE}.locomotion.{robot}", f"{_TASKS}.locomotion"
    return {
        f"{package}.{robot}_manager_env_cfg": (
            f"{own}.version_3: {name}EnvCfg, {name}SceneCfg, {name}ActionsCfg as ActionsCfg, "
            f"{name}ObservationsCfg as ObservationsCfg, {name}RewardsCfg as RewardsCfg",
            f"{own}.ant_env_cfg: EventCfg",
            f"{own}.{older}: TerminationsCfg",
        ),
        f"{package}.{robot}_direct_env": f"{own}.direct_version_3: LocomotionDirectEnv as {name}Env",
        f"{package}.{robot}_direct_env_cfg": f"{own}.direct_version_3: {name}DirectSceneCfg, {name}EnvCfg",
    }


_SEEN = (
    f"{_TASKS}.locomotion.mdp_version_3: base_angle_to_target, base_heading_proj",
    f"{_TASKS}.locomotion.mdp: base_up_proj, base_yaw_roll",
)
_REWARDED = (
    f"{_TASKS}.locomotion.mdp_version_3: move_to_target_bonus, progress_reward",
    f"{_TASKS}.locomotion.mdp: joint_pos_limits_penalty_ratio, power_consumption, upright_posture_bonus",
)

_LOCOMOTION: dict[str, str | tuple[str, ...]] = {
    **_locomotion("ant", "Ant", "ant_env_cfg"),
    **_locomotion("humanoid", "Humanoid", "humanoid_env_cfg"),
    f"{_CORE}.locomotion.locomotion_direct_env": f"{_TASKS}.locomotion.direct_version_3: LocomotionDirectEnv",
    f"{_CORE}.locomotion.mdp": (*_SEEN, *_REWARDED, "pippin.envs.mdp: *"),
    f"{_CORE}.locomotion.mdp.observations": (*_SEEN, f"{_TASKS}.locomotion.mdp_version_3: walk_target_w"),
    f"{_CORE}.locomotion.mdp.rewards": _REWARDED,
    f"{_CORE}.locomotion.ant.agents.rsl_rl_ppo_cfg": f"{_AGENTS}.classic: AntPPORunnerCfg, AntDirectPPORunnerCfg",
    f"{_CORE}.locomotion.humanoid.agents.rsl_rl_ppo_cfg": (
        f"{_AGENTS}.classic: HumanoidPPORunnerCfg",
        f"{_AGENTS}.version_3: HumanoidDirectPPORunnerCfg",
    ),
}

_CARTPOLE: dict[str, str | tuple[str, ...]] = {
    f"{_CORE}.cartpole.cartpole_manager_env_cfg": (
        f"{_TASKS}.cartpole.version_3: CartpoleEnvCfg, CartpoleSceneCfg, RewardsCfg",
        f"{_TASKS}.cartpole.cartpole_env_cfg: ActionsCfg, EventCfg, ObservationsCfg, TerminationsCfg",
    ),
    f"{_CORE}.cartpole.cartpole_direct_env": f"{_TASKS}.cartpole.direct_version_3: CartpoleEnv",
    f"{_CORE}.cartpole.cartpole_direct_env_cfg": (
        f"{_TASKS}.cartpole.direct_version_3: CartpoleEnvCfg, CartpoleSceneCfg"
    ),
    f"{_CORE}.cartpole.mdp": f"{_TASKS}.cartpole.mdp: *",
    f"{_CORE}.cartpole.mdp.symmetry": f"{_TASKS}.cartpole.symmetry: compute_symmetric_states",
    f"{_CORE}.cartpole.agents.rsl_rl_ppo_cfg": (f"{_AGENTS}.classic: CartpolePPORunnerCfg, CartpoleDirectPPORunnerCfg"),
}

MODULES: dict[str, str | tuple[str, ...]] = {**_LOCOMOTION, **_CARTPOLE}
