"""Modules of tasks of which programs import parts, at the places of Isaac Lab 2.3.2 and 3.0.0: terms, agents."""

from __future__ import annotations

_DIRECT = "isaaclab_tasks.direct"
_MANIPULATION = "isaaclab_tasks.manager_based.manipulation"
_CORE, _CONTRIB = "isaaclab_tasks.core", "isaaclab_tasks.contrib"
_TASKS, _AGENTS = "pippin.tasks", "pippin.learning.agents"
_ARMS = f"{_TASKS}.manipulation"

Rows = dict[str, str | tuple[str, ...]]

_ROTATIONS = (
    f"{_TASKS}.reorient.rotations: randomize_rotation, rotation_distance",
    "pippin.utils.math: scale_transform as unscale, unscale_transform as scale",
)
"""Functions that both hands' environments bring; "unscale" is what :mod:`pippin.utils.math` calls to scale."""

_AGENTS_OF_DIRECT: Rows = {
    "isaaclab_tasks.manager_based.classic.humanoid.humanoid_env_cfg": (
        f"{_TASKS}.locomotion.humanoid_env_cfg: *",
        f"{_TASKS}.locomotion.ant_env_cfg: EventCfg",
    ),
    f"{_DIRECT}.ant.agents.rsl_rl_ppo_cfg": f"{_AGENTS}.classic: AntDirectPPORunnerCfg as AntPPORunnerCfg",
    f"{_DIRECT}.cartpole.agents.rsl_rl_ppo_cfg": (
        f"{_AGENTS}.classic: CartpoleDirectPPORunnerCfg as CartpolePPORunnerCfg"
    ),
    f"{_DIRECT}.humanoid.agents.rsl_rl_ppo_cfg": (
        f"{_AGENTS}.classic: HumanoidDirectPPORunnerCfg as HumanoidPPORunnerCfg"
    ),
    f"{_DIRECT}.inhand_manipulation.inhand_manipulation_env": (
        f"{_TASKS}.reorient.reorient_env: InHandManipulationEnv",
        *_ROTATIONS,
    ),
    f"{_DIRECT}.shadow_hand_over.shadow_hand_over_env": (
        f"{_TASKS}.reorient.hand_over_env: ShadowHandOverEnv, ShadowHandOverEnvCfg",
        *_ROTATIONS,
    ),
    f"{_DIRECT}.locomotion.locomotion_env": (
        f"{_TASKS}.locomotion.locomotion_env: LocomotionEnv",
        "pippin.utils.math: wrap_to_pi as normalize_angle",
    ),
    f"{_DIRECT}.cart_double_pendulum.cart_double_pendulum_env": (
        f"{_TASKS}.cart_double_pendulum.cart_double_pendulum_env: CartDoublePendulumEnv, CartDoublePendulumEnvCfg",
        "pippin.utils.math: wrap_to_pi as normalize_angle",
    ),
}


def _velocity(package: str, *robots: tuple[str, str]) -> Rows:
    """Agents of robots that learn with mirror images, below a package of walking."""
    return {
        f"{package}.config.{folder}.agents.rsl_rl_ppo_cfg": (
            f"{_AGENTS}.velocity: {name}FlatPPORunnerCfg, {name}RoughPPORunnerCfg",
            f"{_AGENTS}.mirrored: {name}FlatPPORunnerWithSymmetryCfg, {name}RoughPPORunnerWithSymmetryCfg",
        )
        for folder, name in robots
    }


_OLDER_VELOCITY = "isaaclab_tasks.manager_based.locomotion.velocity"
_MIRRORED: Rows = {
    **_velocity(_OLDER_VELOCITY, ("anymal_b", "AnymalB"), ("anymal_c", "AnymalC"), ("anymal_d", "AnymalD")),
    **_velocity(f"{_CONTRIB}.velocity", ("anymal_b", "AnymalB"), ("anymal_c", "AnymalC")),
    f"{_OLDER_VELOCITY}.config.anymal_d.agents.rsl_rl_distillation_cfg": (
        f"{_AGENTS}.mirrored: AnymalDFlatDistillationRunnerCfg"
    ),
    f"{_CORE}.velocity.config.anymal_d.agents.rsl_rl_ppo_cfg": (
        f"{_AGENTS}.velocity: AnymalDFlatPPORunnerCfg, AnymalDFlatPPORunnerRecurrentCfg",
        f"{_AGENTS}.version_3: AnymalDRoughPPORunnerCfg",
        f"{_AGENTS}.mirrored: AnymalDFlatPPORunnerWithSymmetryCfg",
        f"{_AGENTS}.mirrored: AnymalDRoughVersion3PPORunnerWithSymmetryCfg as AnymalDRoughPPORunnerWithSymmetryCfg",
    ),
    f"{_CORE}.velocity.config.anymal_d.agents.rsl_rl_distillation_cfg": (
        f"{_AGENTS}.mirrored: AnymalDFlatDistillationRunnerCfg, AnymalDFlatDistillationRunnerRecurrentCfg"
    ),
    f"{_CORE}.cartpole.agents.rsl_rl_ppo_cfg": (
        f"{_AGENTS}.classic: CartpolePPORunnerCfg, CartpoleDirectPPORunnerCfg",
        f"{_AGENTS}.mirrored: CartpolePPORunnerWithSymmetryCfg",
    ),
    "isaaclab_tasks.manager_based.classic.cartpole.agents.rsl_rl_ppo_cfg": (
        f"{_AGENTS}.classic: CartpolePPORunnerCfg",
        f"{_AGENTS}.mirrored: CartpolePPORunnerWithSymmetryCfg",
    ),
}


def _playable(package: str, module: str, task: str, name: str) -> Rows:
    """Configs of Franka with inverse kinematics, to learn and to look at."""
    return {
        f"{package}.config.franka.ik_{kind.lower()}_env_cfg": (
            f"{_ARMS}.{module}: {task}Ik{kind}EnvCfg as {name}EnvCfg, {task}Ik{kind}EnvCfg_PLAY as {name}EnvCfg_PLAY"
        )
        for kind in ("Abs", "Rel")
    }


_PLAYABLE: Rows = {
    **_playable(f"{_MANIPULATION}.reach", "reach_robots", "FrankaReach", "FrankaReach"),
    **_playable(f"{_MANIPULATION}.lift", "lift_franka", "FrankaCubeLift", "FrankaCubeLift"),
    **_playable(f"{_MANIPULATION}.cabinet", "cabinet_franka", "FrankaCabinet", "FrankaCabinet"),
}

_PARTS = "ActionsCfg, CommandsCfg, EventCfg, ObservationsCfg, RewardsCfg, TerminationsCfg"


def _openarm(reach: str, lift: str, cabinet: str) -> Rows:
    """Modules of OpenArm below the packages of three tasks, but for its configs with targets of joints."""
    uni, bi = f"{reach}.config.openarm.unimanual", f"{reach}.config.openarm.bimanual"
    return {
        f"{uni}.reach_openarm_uni_env_cfg": (
            f"{_ARMS}.reach_env_cfg: {_PARTS}, CurriculumCfg, ReachEnvCfg, ReachSceneCfg"
        ),
        f"{uni}.agents.rsl_rl_ppo_cfg": f"{_AGENTS}.manipulation: OpenArmReachPPORunnerCfg",
        f"{bi}.agents.rsl_rl_ppo_cfg": (
            f"{_AGENTS}.manipulation: OpenArmBiReachPPORunnerCfg as OpenArmReachPPORunnerCfg"
        ),
        f"{lift}.config.openarm.lift_openarm_env_cfg": (
            f"{_ARMS}.lift_env_cfg: {_PARTS}, CurriculumCfg, LiftEnvCfg, ObjectTableSceneCfg"
        ),
        f"{lift}.config.openarm.agents.rsl_rl_ppo_cfg": f"{_AGENTS}.manipulation: OpenArmLiftCubePPORunnerCfg",
        f"{cabinet}.config.openarm.cabinet_openarm_env_cfg": (
            f"{_ARMS}.cabinet_openarm: CabinetEnvCfg, CabinetSceneCfg, EventCfg, ObservationsCfg, RewardsCfg",
            f"{_ARMS}.cabinet_env_cfg: ActionsCfg, FRAME_MARKER_SMALL_CFG, TerminationsCfg",
        ),
        f"{cabinet}.config.openarm.agents.rsl_rl_ppo_cfg": f"{_AGENTS}.manipulation: OpenArmCabinetPPORunnerCfg",
    }


_OPENARM: Rows = {
    **_openarm(*(f"{_MANIPULATION}.{task}" for task in ("reach", "lift", "cabinet"))),
    **_openarm(*(f"{_CONTRIB}.{task}" for task in ("reach", "lift", "cabinet"))),
    f"{_MANIPULATION}.cabinet.config.openarm.joint_pos_env_cfg": (
        f"{_ARMS}.cabinet_openarm: OpenArmCabinetEnvCfg, OpenArmCabinetEnvCfg_PLAY"
    ),
    f"{_CONTRIB}.cabinet.config.openarm.joint_pos_env_cfg": (
        f"{_ARMS}.cabinet_openarm: NewerOpenArmCabinetEnvCfg as OpenArmCabinetEnvCfg"
    ),
    f"{_CONTRIB}.lift.config.openarm.joint_pos_env_cfg": f"{_ARMS}.lift_openarm: OpenArmCubeLiftEnvCfg",
    f"{_CONTRIB}.reach.config.openarm.unimanual.joint_pos_env_cfg": f"{_ARMS}.reach_robots: OpenArmReachEnvCfg",
    f"{_CONTRIB}.reach.config.openarm.bimanual.joint_pos_env_cfg": (
        f"{_ARMS}.reach_bimanual: OpenArmBiReachEnvCfg as OpenArmReachEnvCfg"
    ),
    f"{_CONTRIB}.reach.config.openarm.bimanual.reach_openarm_bi_env_cfg": (
        f"{_ARMS}.reach_bimanual: {_PARTS}, CurriculumCfg, OpenArmBiReachEnvCfg as ReachEnvCfg, ReachSceneCfg"
    ),
}


def _deployed(package: str, inference: str) -> Rows:
    """Modules of reaching with a UR10e as it goes to the real arm, below one of its two packages."""
    own, config = f"{_ARMS}.reach_deployed", f"{package}.reach.config.ur_10e"
    return {
        f"{package}.mdp": f"{_ARMS}.keypoint_mdp: *",
        f"{package}.mdp.rewards": f"{_ARMS}.keypoint_mdp: keypoint_command_error, keypoint_command_error_exp",
        f"{package}.reach.reach_env_cfg": (
            f"{own}: EventCfg, ObservationsCfg, RewardsCfg, UR10eReachEnvCfg as ReachEnvCfg, UR10eSceneCfg as SceneCfg"
        ),
        f"{config}.joint_pos_env_cfg": f"{own}: UR10eReachEnvCfg, UR10eReachEnvCfg_PLAY",
        f"{config}.ros_inference_env_cfg": f"{own}: {inference} as UR10eReachROSInferenceEnvCfg",
        f"{config}.agents.rsl_rl_ppo_cfg": f"{_AGENTS}.manipulation: UR10eReachPPORunnerCfg as URReachPPORunnerCfg",
    }


def _lift_terms(package: str) -> Rows:
    """Terms of lifting below one of its two packages, by kind."""
    return {
        f"{package}.mdp.observations": f"{_ARMS}.lift_mdp: object_position_in_robot_root_frame",
        f"{package}.mdp.terminations": f"{_ARMS}.lift_mdp: object_reached_goal",
    }


def _stack(package: str, events: str, prefix: str) -> Rows:
    """Modules of stacking cubes of changing colours, below one of its two packages."""
    own, config = f"{_ARMS}.stack_instances", f"{package}.config.franka"
    name, focus = "FrankaCubeStackInstanceRandomizeEnvCfg", f"{_ARMS}.stack_instances: randomize_rigid_objects_in_focus"
    seen = (
        f"{own}: instance_randomize_cube_orientations_in_world_frame, "
        "instance_randomize_cube_positions_in_world_frame, instance_randomize_object_obs"
    )
    return {
        f"{package}.stack_instance_randomize_env_cfg": (
            f"{own}: ObjectTableSceneCfg, ObservationsCfg, StackInstanceRandomizeEnvCfg, TerminationsCfg",
            f"{_ARMS}.stack_env_cfg: ActionsCfg",
        ),
        f"{config}.stack_joint_pos_instance_randomize_env_cfg": (
            f"{own}: EventCfg, {prefix}InstanceRandomizeEnvCfg as {name}"
        ),
        f"{config}.stack_ik_rel_instance_randomize_env_cfg": f"{own}: {prefix}InstanceRandomizeIkRelEnvCfg as {name}",
        f"{package}.mdp": (f"{_ARMS}.stack_mdp: *", seen, ".franka_stack_events"),
        f"{package}.mdp.observations": (f"{_ARMS}.stack_mdp: *", seen),
        f"{package}.mdp.{events}": (f"{_ARMS}.stack_events: *", focus),
        f"{package}.mdp.franka_stack_events": (f"{_ARMS}.stack_events: *", focus),
    }


_ENGINES: Rows = {
    f"{_CORE}.locomotion.ant.ant_common": f"{_TASKS}.engines: AntPhysicsCfg",
    f"{_CORE}.locomotion.humanoid.humanoid_common": f"{_TASKS}.engines: HumanoidPhysicsCfg",
    f"{_CORE}.cartpole.cartpole_common": f"{_TASKS}.engines: CartpolePhysicsCfg",
    f"{_CORE}.reorient.config.allegro_hand.allegro_hand_common": f"{_TASKS}.engines: HandPhysicsCfg as PhysicsCfg",
    f"{_CORE}.reorient.config.shadow_hand.shadow_hand_common": f"{_TASKS}.engines: HandPhysicsCfg as PhysicsCfg",
    f"{_CORE}.reorient.config.allegro_hand.allegro_hand_direct_env_cfg": (
        f"{_TASKS}.reorient.version_3: AllegroHandEnvCfg"
    ),
    f"{_CORE}.reorient.config.allegro_hand.agents.rsl_rl_ppo_cfg": (
        f"{_AGENTS}.version_3: AllegroHandDirectPPORunnerCfg"
    ),
}

_REORIENT: Rows = {
    f"{_CORE}.handover.handover_env": f"{_TASKS}.reorient.handover_version_3: HandoverEnv",
    f"{_CORE}.handover.handover_env_cfg": (
        f"{_TASKS}.reorient.handover_version_3: HandoverEnvCfg, HandoverPhysicsCfg as PhysicsCfg"
    ),
    f"{_CORE}.handover.handover_manager_env_cfg": f"{_TASKS}.reorient.handover_version_3: *",
    f"{_CORE}.handover.handover_common": f"{_TASKS}.reorient.handover_goal: GOAL_POSITION_OFFSET, HandoverGoal",
    f"{_CORE}.handover.mdp": (
        "pippin.envs.mdp: *",
        f"{_TASKS}.reorient.handover_goal: HandoverCommand, HandoverCommandCfg, handover_goal_distance_reward",
    ),
    f"{_CORE}.reorient.reorient_manager_env_cfg": f"{_TASKS}.reorient.manager_version_3: *",
    f"{_CORE}.reorient.reorient_direct_env": f"{_TASKS}.reorient.version_3: ReorientDirectEnv",
    f"{_CORE}.reorient.mdp": f"{_TASKS}.reorient.mdp_version_3: *",
    f"{_CORE}.reorient.config.allegro_hand.allegro_hand_manager_env_cfg": (
        f"{_TASKS}.reorient.manager_version_3: *",
        f"{_TASKS}.reorient.manager_version_3: ResetEventCfg as AllegroHandResetEventCfg",
    ),
    f"{_CORE}.reorient.config.shadow_hand.shadow_hand_manager_env_cfg": f"{_TASKS}.reorient.manager_version_3: *",
    "isaaclab_tasks.contrib.reorient.config.shadow_hand.shadow_hand_openai_env_cfg": (
        f"{_TASKS}.reorient.tendon_hand_env: TendonShadowHandOpenAIEnvCfg as ShadowHandOpenAIEnvCfg"
    ),
}

_FACTORY: Rows = {
    "isaaclab_tasks.contrib.factory.factory_env": f"{_TASKS}.factory.version_3: FactoryEnv",
    "isaaclab_tasks.contrib.factory.factory_env_cfg": (
        f"{_TASKS}.factory.factory_env_cfg: CtrlCfg, OBS_DIM_CFG, ObsRandCfg, STATE_DIM_CFG",
        f"{_TASKS}.factory.version_3: FactorySceneCfg, FactoryTaskGearMeshCfg, FactoryTaskNutThreadCfg, "
        "FactoryTaskPegInsertCfg",
    ),
}

_FORGE: Rows = {
    "isaaclab_tasks.contrib.forge.forge_env": f"{_TASKS}.forge.version_3: ForgeEnv",
    "isaaclab_tasks.contrib.forge.forge_env_cfg": (
        f"{_TASKS}.forge.forge_env_cfg: EventCfg, ForgeCtrlCfg, ForgeObsRandCfg",
        f"{_TASKS}.forge.version_3: ForgeTaskGearMeshCfg, ForgeTaskNutThreadCfg, ForgeTaskPegInsertCfg",
    ),
    "isaaclab_tasks.contrib.forge.forge_events": f"{_TASKS}.forge.forge_events: randomize_dead_zone",
    "isaaclab_tasks.contrib.forge.forge_tasks_cfg": (
        f"{_TASKS}.forge.forge_tasks_cfg: ForgeGearMesh, ForgeNutThread, ForgePegInsert, ForgeTask"
    ),
    "isaaclab_tasks.contrib.forge.forge_utils": (
        f"{_TASKS}.forge.forge_utils: get_random_prop_gains",
        f"{_TASKS}.forge.version_3: change_FT_frame",
    ),
}

_SEEN_BY_CAMERA = f"{_TASKS}.reorient.shadow_hand_camera_version_3"
_CAMERAS: Rows = {
    f"{_CORE}.reorient.config.shadow_hand.feature_extractor": (
        f"{_SEEN_BY_CAMERA}: FeatureExtractor, FeatureExtractorCfg",
        f"{_TASKS}.reorient.feature_extractor: FeatureExtractorNetwork",
    ),
    f"{_CORE}.reorient.config.shadow_hand.shadow_hand_direct_camera_env": f"{_SEEN_BY_CAMERA}: ShadowHandCameraEnv",
    f"{_CORE}.reorient.config.shadow_hand.shadow_hand_direct_camera_env_cfg": (
        f"{_SEEN_BY_CAMERA}: ShadowHandCameraEnvCfg, ShadowHandCameraSceneCfg, "
        "check_camera as validate_shadow_hand_camera_settings"
    ),
    f"{_CORE}.reorient.config.shadow_hand.shadow_hand_camera_manager_env_cfg": (
        f"{_TASKS}.reorient.shadow_hand_camera_manager_version_3: ShadowHandCameraManagerEnvCfg, "
        "ShadowHandCameraManagerSceneCfg, ShadowHandCameraObservationsCfg"
    ),
    "isaaclab_tasks.benchmark.shadow_hand_camera.shadow_hand_camera_benchmark_env_cfg": (
        f"{_SEEN_BY_CAMERA}: ShadowHandCameraBenchmarkEnvCfg"
    ),
    **{
        f"isaaclab_tasks.benchmark.render_benchmark.{module}": f"{_TASKS}.render_benchmark.render_benchmark_env: *"
        for module in ("render_benchmark_env", "render_benchmark_env_cfg")
    },
}

_OBSTACLES = f"{_TASKS}.drone_arl.obstacles"
_NAVIGATED = f"{_CONTRIB}.drone_arl.navigation.config.arl_robot_1"
_BETWEEN_BOXES: Rows = {
    f"{_CONTRIB}.drone_arl.mdp.curriculums": (f"{_OBSTACLES}: ObstacleDensityCurriculum, get_obstacle_curriculum_term"),
    f"{_CONTRIB}.drone_arl.mdp.events": f"{_OBSTACLES}: reset_obstacles_with_individual_ranges",
    f"{_NAVIGATED}.navigation_env_cfg": f"{_TASKS}.drone_arl.obstacles_env_cfg: *",
    f"{_NAVIGATED}.floating_obstacles_env_cfg": f"{_TASKS}.drone_arl.obstacles_env_cfg: FloatingObstacleEnvCfg",
    f"{_NAVIGATED}.scenes.obstacle_scenes.obstacle_scene": (
        f"{_OBSTACLES}: OBSTACLE_SCENE_CFG, generate_obstacle_collection"
    ),
    f"{_NAVIGATED}.scenes.obstacle_scenes.obstacle_scene_cfg": f"{_OBSTACLES}: ObstaclesSceneCfg",
    f"{_NAVIGATED}.agents.rsl_rl_ppo_cfg": (
        f"{_AGENTS}.version_3: ArlNavigationEnvPPORunnerCfg as NavigationEnvPPORunnerCfg"
    ),
}


def _more_stacks(package: str, kinds: tuple[str, str, str]) -> Rows:
    """Modules of stacks for demonstrations, below one of its two packages, by the names of their configs here."""
    config, (blueprint, skillgen, in_bin) = f"{package}.config.franka", kinds
    return {
        f"{config}.stack_ik_rel_blueprint_env_cfg": (
            f"{_ARMS}.stack_blueprint: ObservationsCfg, image, {blueprint} as FrankaCubeStackBlueprintEnvCfg"
        ),
        f"{config}.stack_ik_rel_env_cfg_skillgen": (
            f"{_ARMS}.stack_planned: SkillgenObservationsCfg as ObservationsCfg, "
            f"{skillgen} as FrankaCubeStackSkillgenEnvCfg"
        ),
        f"{config}.bin_stack_ik_rel_env_cfg": f"{_ARMS}.stack_planned: {in_bin} as FrankaBinStackEnvCfg",
    }


_FOURBAR_POLE: Rows = {
    f"{_CORE}.fourbar_pole.fourbar_pole_manager_env_cfg": f"{_TASKS}.fourbar_pole.fourbar_pole_env_cfg: *",
    f"{_CORE}.fourbar_pole.mdp": (f"{_TASKS}.fourbar_pole.mdp: *", "pippin.envs.mdp: *"),
    f"{_CORE}.fourbar_pole.mdp.observations": f"{_TASKS}.fourbar_pole.mdp: joint_pos_cos, joint_pos_sin",
    f"{_CORE}.fourbar_pole.mdp.rewards": f"{_TASKS}.fourbar_pole.mdp: pole_upright",
    f"{_CORE}.fourbar_pole.agents.rsl_rl_manager_ppo_cfg": f"{_AGENTS}.classic: FourbarPolePPORunnerCfg",
}

MODULES: Rows = {
    **_AGENTS_OF_DIRECT,
    **_MIRRORED,
    **_PLAYABLE,
    **_OPENARM,
    **_deployed(f"{_MANIPULATION}.deploy", "UR10eReachROSInferenceEnvCfg"),
    **_deployed(f"{_CONTRIB}.deploy", "NewerUR10eReachROSInferenceEnvCfg"),
    **_lift_terms(f"{_MANIPULATION}.lift"),
    **_lift_terms(f"{_CONTRIB}.lift"),
    **_stack(f"{_MANIPULATION}.stack", "franka_stack_events", "FrankaCubeStack"),
    **_stack(f"{_CONTRIB}.stack", "stack_events", "Newer"),
    f"{_CONTRIB}.navigation.mdp.pre_trained_policy_action_cfg": (
        f"{_TASKS}.navigation.pre_trained_policy_action: PreTrainedPolicyActionCfg"
    ),
    **_ENGINES,
    **_REORIENT,
    **_FACTORY,
    **_FORGE,
    **_CAMERAS,
    **_BETWEEN_BOXES,
    **_more_stacks(
        f"{_MANIPULATION}.stack",
        ("FrankaCubeStackBlueprintEnvCfg", "FrankaCubeStackSkillgenEnvCfg", "FrankaBinStackEnvCfg"),
    ),
    **_more_stacks(
        f"{_CONTRIB}.stack", ("NewerStackBlueprintEnvCfg", "NewerStackSkillgenEnvCfg", "NewerBinStackEnvCfg")
    ),
    **_FOURBAR_POLE,
}
