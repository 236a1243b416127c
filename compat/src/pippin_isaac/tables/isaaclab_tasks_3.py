"""Tasks at the places of Isaac Lab 3.0.0, ``isaaclab_tasks.core`` and ``isaaclab_tasks.contrib``, with its values.

Of a name that two sources have, the later counts: what version 3 changed stands last.
"""

from __future__ import annotations

from typing import Any

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

_WALKERS = {
    "anymal_d": ("AnymalD", ("Rough",)),
    "cassie": ("Cassie", ()),
    "g1": ("G1", ("Rough",)),
    "go2": ("UnitreeGo2", ()),
    "h1": ("H1", ("Flat", "Rough")),
}
"""Folders of robots that walk in the core: what their names begin with, and the grounds with agents of version 3."""

_CONTRIBUTED_WALKERS = {"a1": "UnitreeA1", "anymal_b": "AnymalB", "anymal_c": "AnymalC", "go1": "UnitreeGo1"}

_WALKERS_REWARDS: dict[str, dict[str, tuple[str, ...]]] = {
    "cassie": {"rough": (f"{_TASKS}.velocity.version_3: CassieRewardsCfg",)},
    "g1": {"rough": (f"{_TASKS}.velocity.bipeds: G1Rewards",)},
    "go2": {"rough": (f"{_TASKS}.velocity.version_3: UnitreeGo2Rewards",)},
    "h1": {
        "rough": (f"{_TASKS}.velocity.bipeds: H1Rewards",),
        "flat": (f"{_TASKS}.velocity.version_3: H1FlatRewards",),
    },
}


def _walker(package: str, folder: str, name: str, newer_agents: tuple[str, ...] = ()) -> dict[str, Any]:
    """Modules of a robot that walks."""
    config = f"{package}.config.{folder}"
    rewards = _WALKERS_REWARDS.get(folder, {})
    return {
        **{
            f"{config}.{ground.lower()}_env_cfg": (
                f"{_TASKS}.velocity.version_3: {name}{ground}EnvCfg",
                *rewards.get(ground.lower(), ()),
            )
            for ground in ("Flat", "Rough")
        },
        f"{config}.agents.rsl_rl_ppo_cfg": tuple(
            f"{_AGENTS}.{'version_3' if ground in newer_agents else 'velocity'}: {name}{ground}PPORunnerCfg"
            for ground in ("Flat", "Rough")
        ),
    }


_SPOT, _SPOT_TASK = f"{_CONTRIB}.velocity.config.spot", f"{_TASKS}.velocity"

_VELOCITY: dict[str, str | tuple[str, ...]] = {
    f"{_SPOT}.flat_env_cfg": f"{_SPOT_TASK}.spot: *",
    f"{_SPOT}.mdp": f"{_SPOT_TASK}.spot_mdp: *",
    f"{_SPOT}.mdp.events": f"{_SPOT_TASK}.spot_mdp: reset_joints_around_default",
    f"{_SPOT}.mdp.rewards": f"{_SPOT_TASK}.spot_mdp: *",
    f"{_SPOT}.agents.rsl_rl_ppo_cfg": f"{_AGENTS}.velocity: SpotFlatPPORunnerCfg",
    f"{_CORE}.velocity.velocity_env_cfg": (
        f"{_TASKS}.velocity.version_3: EventsCfg, LocomotionVelocityRoughEnvCfg, MySceneCfg",
        f"{_TASKS}.velocity.velocity_env_cfg: ActionsCfg, CommandsCfg, CurriculumCfg, ObservationsCfg, RewardsCfg, "
        "TerminationsCfg",
    ),
    f"{_CORE}.velocity.mdp": f"{_TASKS}.velocity.mdp: *",
    f"{_CORE}.velocity.mdp.curriculums": f"{_TASKS}.velocity.mdp.curriculums: *",
    f"{_CORE}.velocity.mdp.rewards": f"{_TASKS}.velocity.mdp.rewards: *",
    f"{_CORE}.velocity.mdp.symmetry": ".anymal",
    f"{_CORE}.velocity.mdp.symmetry.anymal": f"{_TASKS}.velocity.mdp.symmetry: compute_symmetric_states",
    f"{_CORE}.velocity.mdp.terminations": f"{_TASKS}.velocity.mdp.terminations: *",
    **{
        row: sources
        for folder, (name, newer_agents) in _WALKERS.items()
        for row, sources in _walker(f"{_CORE}.velocity", folder, name, newer_agents).items()
    },
    **{
        row: sources
        for folder, name in _CONTRIBUTED_WALKERS.items()
        for row, sources in _walker(f"{_CONTRIB}.velocity", folder, name).items()
    },
}

_ANYMAL_DIRECT = f"{_TASKS}.velocity.anymal_direct_version_3"

_DIRECT: dict[str, str | tuple[str, ...]] = {
    f"{_CORE}.pendulum": f"{_TASKS}.cart_double_pendulum.version_3: PendulumMARLEnv, PendulumMARLEnvCfg",
    f"{_CORE}.pendulum.pendulum_marl_env": f"{_TASKS}.cart_double_pendulum.version_3: PendulumMARLEnv",
    f"{_CORE}.pendulum.pendulum_marl_env_cfg": (
        f"{_TASKS}.cart_double_pendulum.version_3: PendulumMARLEnvCfg, PendulumSceneCfg"
    ),
    f"{_CONTRIB}.anymal_c_direct.anymal_c_env": f"{_ANYMAL_DIRECT}: AnymalCEnv, AnymalCFlatEnvCfg, AnymalCRoughEnvCfg",
    f"{_CONTRIB}.anymal_c_direct.anymal_c_env_cfg": (
        f"{_ANYMAL_DIRECT}: AnymalCFlatEnvCfg, AnymalCFlatSceneCfg, AnymalCRoughEnvCfg, AnymalCRoughSceneCfg",
        f"{_TASKS}.velocity.anymal_direct_env: EventCfg",
    ),
    f"{_CONTRIB}.anymal_c_direct.agents.rsl_rl_ppo_cfg": (
        f"{_AGENTS}.velocity: AnymalCFlatDirectPPORunnerCfg as AnymalCFlatPPORunnerCfg, "
        "AnymalCRoughDirectPPORunnerCfg as AnymalCRoughPPORunnerCfg"
    ),
}

_ARMS = f"{_TASKS}.manipulation"

_REACH: dict[str, str | tuple[str, ...]] = {
    f"{_CORE}.reach.reach_env_cfg": (
        f"{_ARMS}.reach_version_3: CommandsCfg, ReachEnvCfg, ReachSceneCfg, RewardsCfg, TerminationsCfg",
        f"{_ARMS}.reach_env_cfg: ActionsCfg, CurriculumCfg, EventCfg, ObservationsCfg",
    ),
    f"{_CORE}.reach.config.franka.franka_reach_env_cfg": f"{_ARMS}.reach_version_3: FrankaReachEnvCfg",
    f"{_CORE}.reach.config.franka.franka_reach_osc_env_cfg": (
        f"{_ARMS}.reach_version_3: FrankaReachOscEnvCfg as FrankaReachEnvCfg"
    ),
    f"{_CORE}.reach.config.franka.agents.rsl_rl_ppo_cfg": (
        f"{_AGENTS}.version_3: FrankaReachPPORunnerCfg, FrankaReachPPORunnerCfg as FrankaReachOSCPPORunnerCfg"
    ),
    f"{_CORE}.reach.config.ur_10.joint_pos_env_cfg": f"{_ARMS}.reach_version_3: UR10ReachEnvCfg",
    f"{_CORE}.reach.config.ur_10.agents.rsl_rl_ppo_cfg": f"{_AGENTS}.manipulation: UR10ReachPPORunnerCfg",
    f"{_CONTRIB}.reach.config.franka.ik_abs_env_cfg": (
        f"{_ARMS}.reach_version_3: FrankaReachIkAbsEnvCfg as FrankaReachEnvCfg"
    ),
}

_LIFT: dict[str, str | tuple[str, ...]] = {
    f"{_CONTRIB}.lift.lift_env_cfg": f"{_ARMS}.lift_env_cfg: *",
    f"{_CONTRIB}.lift.mdp": (f"{_ARMS}.lift_mdp: *", f"{_ARMS}.lift_version_3: object_goal_distance"),
    f"{_CONTRIB}.lift.mdp.rewards": (
        f"{_ARMS}.lift_version_3: object_goal_distance",
        f"{_ARMS}.lift_mdp: object_ee_distance, object_is_lifted",
    ),
    f"{_CONTRIB}.lift.config.franka.joint_pos_env_cfg": f"{_ARMS}.lift_version_3: FrankaCubeLiftEnvCfg",
    f"{_CONTRIB}.lift.config.franka.ik_abs_env_cfg": (
        f"{_ARMS}.lift_version_3: FrankaCubeLiftIkAbsEnvCfg as FrankaCubeLiftEnvCfg"
    ),
    f"{_CONTRIB}.lift.config.franka.ik_rel_env_cfg": (
        f"{_ARMS}.lift_version_3: FrankaCubeLiftIkRelEnvCfg as FrankaCubeLiftEnvCfg"
    ),
    f"{_CONTRIB}.lift.config.franka.agents.rsl_rl_ppo_cfg": f"{_AGENTS}.version_3: LiftCubePPORunnerCfg",
}

_DEX, _SHAPES = f"{_TASKS}.dexsuite", f"{_CORE}.lift"
_DEX_CONFIG = f"{_DEX}.lift_env_cfg_version_3"

_LIFT_SHAPES: dict[str, str | tuple[str, ...]] = {
    f"{_SHAPES}.lift_env_cfg": (
        f"{_DEX_CONFIG}: ActionsCfg, CommandsCfg, EventCfg, LiftEnvCfg, OBJECT_PHYSICS, ObjectCfg, ObservationsCfg, "
        "ReorientEnvCfg, RewardsCfg, SceneCfg, TerminationsCfg",
        f"{_TASKS}.engines: LiftPhysicsCfg as PhysicsCfg",
    ),
    f"{_SHAPES}.adr_curriculum": f"{_DEX}.curriculum_cfg: LiftCurriculumCfg as CurriculumCfg",
    f"{_SHAPES}.mdp": (
        f"{_DEX}.mdp_version_3: *",
        f"{_DEX}.mdp: body_state_b, object_point_cloud_b, object_quat_b",
        f"{_SHAPES}.mdp.commands",
    ),
    f"{_SHAPES}.mdp.commands": f"{_DEX}.pose_command_version_3: ObjectUniformPoseCommandCfg",
    f"{_SHAPES}.mdp.commands.pose_commands": f"{_DEX}.pose_command_version_3: ObjectUniformPoseCommand",
    f"{_SHAPES}.mdp.commands.pose_commands_cfg": f"{_DEX}.pose_command_version_3: ObjectUniformPoseCommandCfg",
    f"{_SHAPES}.mdp.curriculums": f"{_DEX}.mdp_version_3: difficulty_interpolate_float",
    f"{_SHAPES}.mdp.events": (
        f"{_DEX}.reset_bank: conditional_reset",
        f"{_DEX}.grasp_events: reset_joints_shared_offset, reset_to_grasp, reset_to_target",
        f"{_DEX}.clearance_mdp: grasp_travel_distance, mesh_clearance, slab_clearance",
    ),
    f"{_SHAPES}.mdp.events_cfg": (f"{_DEX}.clearance_mdp: GraspTravelDistanceCfg, MeshClearanceCfg, SlabClearanceCfg"),
    f"{_SHAPES}.mdp.observations": (
        f"{_DEX}.mdp: body_state_b, object_point_cloud_b, object_quat_b",
        f"{_DEX}.mdp_version_3: fingers_contact_force_b",
    ),
    f"{_SHAPES}.mdp.rewards": (
        f"{_DEX}.mdp_version_3: contact_count, contacts, object_ee_distance, orientation_command_error_tanh, "
        "orientation_command_progress, position_command_error_tanh, position_command_progress, success_reward"
    ),
    f"{_SHAPES}.mdp.terminations": f"{_DEX}.mdp_version_3: abnormal_robot_state, object_reached_goal, out_of_bound",
    f"{_SHAPES}.mdp.utils": (
        f"{_DEX}.surface_points: farthest_points as farthest_point_sampling, sample_object_point_cloud",
        f"{_DEX}.reset_bank: get_reset_state, set_reset_state",
    ),
    f"{_SHAPES}.config.kuka_allegro.kuka_allegro_env_cfg": (
        f"{_DEX}.kuka_allegro_version_3: *",
        f"{_DEX}.kuka_allegro: KukaAllegroRelJointPosActionCfg",
    ),
    f"{_SHAPES}.config.kuka_allegro.camera_cfg": (
        f"{_DEX}.kuka_allegro_version_3: FINGERTIP_LIST, StateObservationCfg",
        f"{_DEX}.kuka_allegro_camera_version_3: DuoCameraObservationsCfg, SingleCameraObservationsCfg",
    ),
    f"{_SHAPES}.config.kuka_allegro.kuka_allegro_camera_env_cfg": (
        f"{_DEX}.kuka_allegro_camera_version_3: DuoCameraSceneCfg, KukaAllegroLiftCameraEnvCfg, "
        "KukaAllegroReorientCameraEnvCfg, SingleCameraSceneCfg"
    ),
    f"{_SHAPES}.config.kuka_allegro.agents.rsl_rl_ppo_cfg": (
        f"{_AGENTS}.version_3: LiftKukaAllegroPPORunnerCfg as KukaAllegroPPORunnerCfg",
        "pippin.learning.rsl_rl: RslRlSpatialSoftmaxCNNModelCfg",
    ),
    f"{_SHAPES}.config.franka.franka_env_cfg": f"{_DEX}.franka_version_3: *",
    f"{_SHAPES}.config.franka.agents.rsl_rl_ppo_cfg": (
        f"{_AGENTS}.version_3: LiftFrankaPPORunnerCfg as FrankaPPORunnerCfg"
    ),
}

_STACK: dict[str, str | tuple[str, ...]] = {
    f"{_CONTRIB}.cartpole_showcase.cartpole.cartpole_env": (
        "pippin.tasks.cartpole.showcase_version_3: CartpoleShowcaseEnv"
    ),
    f"{_CONTRIB}.cartpole_showcase.cartpole.cartpole_env_cfg": (
        "pippin.tasks.cartpole.showcase_version_3: CartpoleShowcasePresetsEnvCfg"
    ),
    f"{_CONTRIB}.stack.stack_env_cfg": (
        f"{_ARMS}.stack_env_cfg: *",
        f"{_ARMS}.stack_version_3: StackEventCfg",
    ),
    f"{_CONTRIB}.stack.mdp": (f"{_ARMS}.stack_mdp: *", ".franka_stack_events"),
    f"{_CONTRIB}.stack.mdp.observations": f"{_ARMS}.stack_mdp: *",
    f"{_CONTRIB}.stack.mdp.terminations": f"{_ARMS}.stack_mdp: cubes_stacked",
    f"{_CONTRIB}.stack.mdp.stack_events": f"{_ARMS}.stack_events: *",
    f"{_CONTRIB}.stack.mdp.franka_stack_events": f"{_ARMS}.stack_events: *",
    f"{_CONTRIB}.stack.config.franka.stack_joint_pos_env_cfg": f"{_ARMS}.stack_version_3: FrankaCubeStackEnvCfg",
    f"{_CONTRIB}.stack.config.franka.stack_ik_abs_env_cfg": (
        f"{_ARMS}.stack_version_3: FrankaCubeStackIkAbsEnvCfg as FrankaCubeStackEnvCfg"
    ),
    f"{_CONTRIB}.stack.config.franka.stack_ik_rel_env_cfg": (
        f"{_ARMS}.stack_version_3: FrankaCubeStackIkRelEnvCfg as FrankaCubeStackEnvCfg, "
        "FrankaCubeStackRedGreenEnvCfg, FrankaCubeStackRedGreenBlueEnvCfg, FrankaCubeStackBlueGreenEnvCfg, "
        "FrankaCubeStackBlueGreenRedEnvCfg"
    ),
}

_HUMANOID_AMP: dict[str, str | tuple[str, ...]] = {
    f"{_CONTRIB}.humanoid_amp.humanoid_amp_env": (
        f"{_TASKS}.humanoid_amp.humanoid_amp_env: compute_obs, quaternion_to_tangent_and_normal",
        f"{_TASKS}.humanoid_amp.version_3: HumanoidAmpEnv",
    ),
    f"{_CONTRIB}.humanoid_amp.humanoid_amp_env_cfg": (
        f"{_TASKS}.humanoid_amp.version_3: HumanoidAmpSceneCfg, HumanoidAmpEnvCfg, HumanoidAmpDanceEnvCfg, "
        "HumanoidAmpRunEnvCfg, HumanoidAmpWalkEnvCfg, MOTIONS_DIR"
    ),
    **dict.fromkeys(
        (f"{_CONTRIB}.humanoid_amp.motions{module}" for module in ("", ".motion_loader")),
        f"{_TASKS}.humanoid_amp.motion_loader: MotionLoader",
    ),
}

_CABINET: dict[str, str | tuple[str, ...]] = {
    f"{_CORE}.cabinet.cabinet_env_cfg": (
        f"{_ARMS}.cabinet_env_cfg: *",
        f"{_ARMS}.cabinet_version_3: CabinetDecimationCfg, RewardsCfg",
    ),
    f"{_CORE}.cabinet.cabinet_direct_env": f"{_ARMS}.cabinet_direct_version_3: CabinetDirectEnv",
    f"{_CORE}.cabinet.cabinet_direct_env_cfg": (
        f"{_ARMS}.cabinet_direct_version_3: CabinetDirectEnvCfg, CabinetDirectSceneCfg"
    ),
    f"{_CORE}.cabinet.config.franka.cabinet_direct_env_cfg": (
        f"{_ARMS}.cabinet_direct_version_3: FrankaCabinetDirectEnvCfg, FrankaCabinetDirectSceneCfg"
    ),
    f"{_CORE}.cabinet.mdp": (f"{_ARMS}.cabinet_mdp: *", f"{_ARMS}.cabinet_version_3: open_drawer_bonus"),
    f"{_CORE}.cabinet.mdp.observations": (
        f"{_ARMS}.cabinet_mdp: ee_pos, ee_quat, fingertips_pos, rel_ee_drawer_distance, rel_ee_object_distance"
    ),
    f"{_CORE}.cabinet.mdp.rewards": (
        f"{_ARMS}.cabinet_version_3: open_drawer_bonus",
        f"{_ARMS}.cabinet_mdp: align_ee_handle, align_grasp_around_handle, approach_ee_handle, "
        "approach_gripper_handle, grasp_handle, multi_stage_open_drawer",
    ),
    f"{_CORE}.cabinet.config.franka.joint_pos_env_cfg": (
        f"{_ARMS}.cabinet_version_3: FrankaCabinetEnvCfg, FrankaCabinetRewardsCfg"
    ),
    f"{_CORE}.cabinet.config.franka.agents.rsl_rl_ppo_cfg": (
        f"{_AGENTS}.manipulation: CabinetPPORunnerCfg",
        f"{_AGENTS}.version_3: FrankaCabinetPPORunnerCfg",
    ),
    f"{_CONTRIB}.cabinet.config.franka.ik_abs_env_cfg": (
        f"{_ARMS}.cabinet_version_3: FrankaCabinetIkAbsEnvCfg as FrankaCabinetEnvCfg"
    ),
    f"{_CONTRIB}.cabinet.config.franka.ik_rel_env_cfg": (
        f"{_ARMS}.cabinet_version_3: FrankaCabinetIkRelEnvCfg as FrankaCabinetEnvCfg"
    ),
    f"{_CONTRIB}.cabinet.config.franka.agents.rsl_rl_ppo_cfg": (
        f"{_AGENTS}.version_3: FrankaCabinetIKAbsPPORunnerCfg, FrankaCabinetIKRelPPORunnerCfg"
    ),
}

_NAVIGATION: dict[str, str | tuple[str, ...]] = {
    f"{_CONTRIB}.navigation.mdp": f"{_TASKS}.navigation.mdp: *",
    f"{_CONTRIB}.navigation.mdp.pre_trained_policy_action": f"{_TASKS}.navigation.pre_trained_policy_action: *",
    f"{_CONTRIB}.navigation.mdp.rewards": (
        f"{_TASKS}.navigation.mdp: heading_command_error_abs, position_command_error_tanh"
    ),
    f"{_CONTRIB}.navigation.config.anymal_c.navigation_env_cfg": (
        f"{_TASKS}.navigation.navigation_env_cfg: *",
        f"{_TASKS}.navigation.version_3: NavigationEnvCfg",
    ),
    f"{_CONTRIB}.navigation.config.anymal_c.agents.rsl_rl_ppo_cfg": (f"{_AGENTS}.velocity: NavigationEnvPPORunnerCfg"),
}

MODULES: dict[str, str | tuple[str, ...]] = {
    **_LOCOMOTION,
    **_CARTPOLE,
    **_VELOCITY,
    **_DIRECT,
    **_REACH,
    **_LIFT,
    **_LIFT_SHAPES,
    **_STACK,
    **_CABINET,
    **_HUMANOID_AMP,
    **_NAVIGATION,
}
