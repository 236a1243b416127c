"""Modules of isaaclab_tasks and isaaclab_rl, and where their names come from; see :mod:`pippin_isaac.tables`.

Version 3 has moved the tasks: ``isaaclab_tasks.core.velocity`` was ``manager_based.locomotion.velocity``.
"""

from __future__ import annotations

_UTILS: dict[str, str | tuple[str, ...]] = {
    "isaaclab_tasks.utils": "pippin.tasks.utils: *",
    "isaaclab_tasks.utils.hydra": "pippin.tasks.utils.hydra: hydra_task_config, register_task_to_hydra",
    "isaaclab_tasks.utils.importer": "pippin.tasks.utils: import_packages",
    "isaaclab_tasks.utils.parse_cfg": (
        "pippin.tasks.utils: get_checkpoint_path, load_cfg_from_registry, parse_env_cfg"
    ),
}

_ROBOTS = {
    "a1": ("quadrupeds", "UnitreeA1"),
    "anymal_b": ("quadrupeds", "AnymalB"),
    "anymal_c": ("quadrupeds", "AnymalC"),
    "anymal_d": ("quadrupeds", "AnymalD"),
    "cassie": ("bipeds", "Cassie"),
    "g1": ("bipeds", "G1"),
    "go1": ("quadrupeds", "UnitreeGo1"),
    "go2": ("quadrupeds", "UnitreeGo2"),
    "h1": ("bipeds", "H1"),
}
"""Folders of robots that walk: the module of their tasks, and what their names begin with."""

_REWARDS = {"g1": "G1Rewards", "h1": "H1Rewards", "cassie": "CassieRewardsCfg"}


def _velocity(package: str) -> dict[str, str | tuple[str, ...]]:
    """Modules of walking, below one of its two packages."""
    own = "pippin.tasks.velocity"
    rows: dict[str, str | tuple[str, ...]] = {
        f"{package}.velocity_env_cfg": f"{own}.velocity_env_cfg: *",
        f"{package}.mdp": f"{own}.mdp: *",
        f"{package}.mdp.curriculums": f"{own}.mdp.curriculums: *",
        f"{package}.mdp.rewards": f"{own}.mdp.rewards: *",
        f"{package}.mdp.symmetry": ".anymal",
        f"{package}.mdp.symmetry.anymal": f"{own}.mdp.symmetry: compute_symmetric_states",
        f"{package}.mdp.terminations": f"{own}.mdp.terminations: *",
        f"{package}.config.spot.mdp": f"{own}.spot_mdp: *",
        f"{package}.config.spot.mdp.events": f"{own}.spot_mdp: reset_joints_around_default",
        f"{package}.config.spot.mdp.rewards": f"{own}.spot_mdp: *",
    }
    for folder, (module, name) in _ROBOTS.items():
        config = f"{package}.config.{folder}"
        rewards = f", {_REWARDS[folder]}" if folder in _REWARDS else ""
        for ground, word in (("rough", "Rough"), ("flat", "Flat")):
            names = f"{name}{word}EnvCfg, {name}{word}EnvCfg_PLAY{rewards if ground == 'rough' else ''}"
            rows[f"{config}.{ground}_env_cfg"] = f"{own}.{module}: {names}"
        rows[f"{config}.agents.rsl_rl_ppo_cfg"] = (
            f"pippin.learning.agents.velocity: {name}RoughPPORunnerCfg, {name}FlatPPORunnerCfg"
        )
    return rows


def _classic(package: str) -> dict[str, str | tuple[str, ...]]:
    """Modules of cartpole with managers."""
    return {
        f"{package}.cartpole.cartpole_env_cfg": "pippin.tasks.cartpole.cartpole_env_cfg: *",
        f"{package}.cartpole.mdp": "pippin.tasks.cartpole.mdp: *",
        f"{package}.cartpole.mdp.rewards": "pippin.tasks.cartpole.mdp: joint_pos_target_l2",
        f"{package}.cartpole.mdp.symmetry": "pippin.tasks.cartpole.symmetry: compute_symmetric_states",
        f"{package}.cartpole.agents.rsl_rl_ppo_cfg": "pippin.learning.agents.classic: CartpolePPORunnerCfg",
    }


def _locomotion(package: str, ant: str, humanoid: str, mdp: str) -> dict[str, str | tuple[str, ...]]:
    """Modules of ant and humanoid with managers."""
    own, agents = "pippin.tasks.locomotion", "pippin.learning.agents.classic"
    return {
        f"{package}.ant.{ant}": f"{own}.ant_env_cfg: *",
        f"{package}.humanoid.{humanoid}": f"{own}.humanoid_env_cfg: *",
        f"{mdp}": f"{own}.mdp: *",
        f"{mdp}.observations": (f"{own}.mdp: base_angle_to_target, base_heading_proj, base_up_proj, base_yaw_roll"),
        f"{mdp}.rewards": (
            f"{own}.mdp: joint_pos_limits_penalty_ratio, move_to_target_bonus, power_consumption, progress_reward,"
            " upright_posture_bonus"
        ),
        f"{package}.ant.agents.rsl_rl_ppo_cfg": f"{agents}: AntPPORunnerCfg, AntDirectPPORunnerCfg",
        f"{package}.humanoid.agents.rsl_rl_ppo_cfg": f"{agents}: HumanoidPPORunnerCfg, HumanoidDirectPPORunnerCfg",
    }


def _manipulation(package: str) -> dict[str, str | tuple[str, ...]]:
    """Modules of arms, below one of their two packages."""
    own = "pippin.tasks.manipulation"
    return {
        f"{package}.lift.mdp": f"{own}.lift_mdp: *",
        f"{package}.lift.mdp.rewards": f"{own}.lift_mdp: object_ee_distance, object_goal_distance, object_is_lifted",
        f"{package}.reach.mdp": "pippin.envs.mdp: *",
        f"{package}.reach.mdp.rewards": (
            "pippin.envs.mdp: orientation_command_error, position_command_error, position_command_error_tanh"
        ),
    }


def _cabinet(package: str) -> dict[str, str | tuple[str, ...]]:
    """Modules of opening a drawer, below one of its two packages."""
    own, arm = "pippin.tasks.manipulation", "pippin.tasks.manipulation.cabinet_franka"
    config = f"{package}.config.franka"
    return {
        f"{package}.cabinet_env_cfg": f"{own}.cabinet_env_cfg: *",
        f"{package}.mdp": f"{own}.cabinet_mdp: *",
        f"{package}.mdp.observations": (
            f"{own}.cabinet_mdp: ee_pos, ee_quat, fingertips_pos, rel_ee_drawer_distance, rel_ee_object_distance"
        ),
        f"{package}.mdp.rewards": (
            f"{own}.cabinet_mdp: align_ee_handle, align_grasp_around_handle, approach_ee_handle,"
            " approach_gripper_handle, grasp_handle, multi_stage_open_drawer, open_drawer_bonus"
        ),
        f"{config}.joint_pos_env_cfg": f"{arm}: FrankaCabinetEnvCfg, FrankaCabinetEnvCfg_PLAY",
        f"{config}.ik_abs_env_cfg": f"{arm}: FrankaCabinetIkAbsEnvCfg as FrankaCabinetEnvCfg",
        f"{config}.ik_rel_env_cfg": f"{arm}: FrankaCabinetIkRelEnvCfg as FrankaCabinetEnvCfg",
        f"{config}.agents.rsl_rl_ppo_cfg": "pippin.learning.agents.manipulation: CabinetPPORunnerCfg",
    }


def _arms(reach: str, lift: str) -> dict[str, str | tuple[str, ...]]:
    """Configs of arms that reach and lift, below the packages of the two."""
    robots, cubes = "pippin.tasks.manipulation.reach_robots", "pippin.tasks.manipulation.lift_franka"
    agents = "pippin.learning.agents.manipulation"
    return {
        f"{reach}.reach_env_cfg": "pippin.tasks.manipulation.reach_env_cfg: *",
        f"{reach}.config.franka.joint_pos_env_cfg": f"{robots}: FrankaReachEnvCfg, FrankaReachEnvCfg_PLAY",
        f"{reach}.config.franka.ik_abs_env_cfg": f"{robots}: FrankaReachIkAbsEnvCfg as FrankaReachEnvCfg",
        f"{reach}.config.franka.ik_rel_env_cfg": f"{robots}: FrankaReachIkRelEnvCfg as FrankaReachEnvCfg",
        f"{reach}.config.franka.osc_env_cfg": (
            f"{robots}: FrankaReachOscEnvCfg as FrankaReachEnvCfg, FrankaReachOscEnvCfg_PLAY as FrankaReachEnvCfg_PLAY"
        ),
        f"{reach}.config.ur_10.joint_pos_env_cfg": f"{robots}: UR10ReachEnvCfg, UR10ReachEnvCfg_PLAY",
        f"{reach}.config.franka.agents.rsl_rl_ppo_cfg": f"{agents}: FrankaReachPPORunnerCfg",
        f"{reach}.config.ur_10.agents.rsl_rl_ppo_cfg": f"{agents}: UR10ReachPPORunnerCfg",
        f"{lift}.lift_env_cfg": "pippin.tasks.manipulation.lift_env_cfg: *",
        f"{lift}.config.franka.joint_pos_env_cfg": f"{cubes}: FrankaCubeLiftEnvCfg, FrankaCubeLiftEnvCfg_PLAY",
        f"{lift}.config.franka.ik_abs_env_cfg": f"{cubes}: FrankaCubeLiftIkAbsEnvCfg as FrankaCubeLiftEnvCfg",
        f"{lift}.config.franka.ik_rel_env_cfg": f"{cubes}: FrankaCubeLiftIkRelEnvCfg as FrankaCubeLiftEnvCfg",
        f"{lift}.config.franka.agents.rsl_rl_ppo_cfg": f"{agents}: LiftCubePPORunnerCfg",
    }


_RSL_RL: dict[str, str | tuple[str, ...]] = {
    "": "pippin.learning.rsl_rl: *",
    ".distillation_cfg": "pippin.learning.rsl_rl.distillation_cfg: *",
    ".exporter": (
        "pippin.learning.rsl_rl.exporter: export_policy_as_jit, export_policy_as_onnx, _TorchPolicyExporter, "
        "_OnnxPolicyExporter"
    ),
    ".rl_cfg": ("pippin.learning.rsl_rl.rl_cfg: *", "pippin.learning.rsl_rl.model_cfg: *"),
    ".rnd_cfg": "pippin.learning.rsl_rl: RslRlRndCfg",
    ".symmetry_cfg": "pippin.learning.rsl_rl: RslRlSymmetryCfg",
    ".utils": (
        "pippin.learning.rsl_rl: check_rsl_rl_version, create_rsl_rl_runner, handle_deprecated_rsl_rl_cfg",
        "pippin.learning.rsl_rl.generations: is_missing",
    ),
    ".vecenv_wrapper": "pippin.learning.rsl_rl: RslRlVecEnvWrapper",
}
"""Modules of isaaclab_rl.rsl_rl, which stood at other places in earlier versions."""

_CHECKPOINTS = (
    "pippin_isaac.lab_files: WORKFLOWS, WORKFLOW_TRAINER, WORKFLOW_PLAYER, WORKFLOW_EXPERIMENT_NAME_VARIABLE, "
    "has_pretrained_checkpoints_asset_root_dir, get_published_pretrained_checkpoint"
)

MODULES: dict[str, str | tuple[str, ...]] = {
    **_UTILS,
    **_manipulation("isaaclab_tasks.manager_based.manipulation"),
    **_manipulation("isaaclab_tasks.core"),
    **_cabinet("isaaclab_tasks.manager_based.manipulation.cabinet"),
    **_cabinet("isaaclab_tasks.core.cabinet"),
    **_arms("isaaclab_tasks.manager_based.manipulation.reach", "isaaclab_tasks.manager_based.manipulation.lift"),
    **_arms("isaaclab_tasks.core.reach", "isaaclab_tasks.contrib.lift"),
    "isaaclab_tasks.core.reach.config.franka.franka_reach_env_cfg": (
        "pippin.tasks.manipulation.reach_robots: FrankaReachEnvCfg, FrankaReachEnvCfg_PLAY"
    ),
    "isaaclab_tasks.direct.inhand_manipulation.inhand_manipulation_env": (
        "pippin.tasks.reorient.reorient_env: InHandManipulationEnv"
    ),
    "isaaclab_tasks.direct.allegro_hand.allegro_hand_env_cfg": "pippin.tasks.reorient.reorient_env: AllegroHandEnvCfg",
    "isaaclab_tasks.direct.allegro_hand.agents.rsl_rl_ppo_cfg": (
        "pippin.learning.agents.manipulation: AllegroHandPPORunnerCfg"
    ),
    **_velocity("isaaclab_tasks.manager_based.locomotion.velocity"),
    **_velocity("isaaclab_tasks.core.velocity"),
    **_classic("isaaclab_tasks.manager_based.classic"),
    **_classic("isaaclab_tasks.core"),
    **_locomotion(
        "isaaclab_tasks.manager_based.classic",
        "ant_env_cfg",
        "humanoid_env_cfg",
        "isaaclab_tasks.manager_based.classic.humanoid.mdp",
    ),
    **_locomotion(
        "isaaclab_tasks.core.locomotion",
        "ant_manager_env_cfg",
        "humanoid_manager_env_cfg",
        "isaaclab_tasks.core.locomotion.mdp",
    ),
    "isaaclab_tasks.direct.locomotion.locomotion_env": "pippin.tasks.locomotion.locomotion_env: LocomotionEnv",
    "isaaclab_tasks.direct.ant.ant_env": "pippin.tasks.locomotion.ant_env: AntEnv, AntEnvCfg",
    "isaaclab_tasks.direct.humanoid.humanoid_env": "pippin.tasks.locomotion.humanoid_env: HumanoidEnv, HumanoidEnvCfg",
    "isaaclab_tasks.core.locomotion.ant.ant_direct_env": "pippin.tasks.locomotion.ant_env: AntEnv",
    "isaaclab_tasks.core.locomotion.ant.ant_direct_env_cfg": "pippin.tasks.locomotion.ant_env: AntEnvCfg",
    "isaaclab_tasks.core.locomotion.humanoid.humanoid_direct_env": "pippin.tasks.locomotion.humanoid_env: HumanoidEnv",
    "isaaclab_tasks.core.locomotion.humanoid.humanoid_direct_env_cfg": (
        "pippin.tasks.locomotion.humanoid_env: HumanoidEnvCfg"
    ),
    "isaaclab_tasks.direct.cart_double_pendulum.cart_double_pendulum_env": (
        "pippin.tasks.cart_double_pendulum.cart_double_pendulum_env: CartDoublePendulumEnv, CartDoublePendulumEnvCfg"
    ),
    "isaaclab_tasks.direct.quadcopter.agents.rsl_rl_ppo_cfg": "pippin.learning.agents.classic: QuadcopterPPORunnerCfg",
    "isaaclab_tasks.direct.quadcopter.quadcopter_env": (
        "pippin.tasks.quadcopter.quadcopter_env: QuadcopterEnv, QuadcopterEnvCfg"
    ),
    "isaaclab_tasks.direct.cartpole.cartpole_env": "pippin.tasks.cartpole.cartpole_env: CartpoleEnv, CartpoleEnvCfg",
    **{f"isaaclab_rl.rsl_rl{name}": sources for name, sources in _RSL_RL.items()},
    **{f"isaaclab_tasks.utils.wrappers.rsl_rl{name}": sources for name, sources in _RSL_RL.items()},
    "isaaclab_rl.rl_games": "pippin.learning.rl_games: RlGamesGpuEnv, RlGamesVecEnvWrapper",
    "isaaclab_rl.rl_games.rl_games": "pippin.learning.rl_games: RlGamesGpuEnv, RlGamesVecEnvWrapper",
    "isaaclab_rl.sb3": "pippin.learning.sb3: Sb3VecEnvWrapper, process_sb3_cfg",
    "isaaclab_rl.skrl": "pippin.learning.skrl: SkrlVecEnvWrapper",
    "isaaclab_rl.utils.pretrained_checkpoint": _CHECKPOINTS,
    "isaaclab_tasks.utils.wrappers.rl_games": "pippin.learning.rl_games: RlGamesGpuEnv, RlGamesVecEnvWrapper",
    "isaaclab_tasks.utils.wrappers.sb3": "pippin.learning.sb3: Sb3VecEnvWrapper, process_sb3_cfg",
    "isaaclab_tasks.utils.wrappers.skrl": "pippin.learning.skrl: SkrlVecEnvWrapper",
    "isaaclab.utils.pretrained_checkpoint": _CHECKPOINTS,
}
