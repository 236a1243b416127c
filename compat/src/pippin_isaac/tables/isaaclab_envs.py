"""Environments, managers and terms of Isaac Lab, its tasks and its wrappers for learning, and their utilities.

Version 3 has moved the tasks: ``isaaclab_tasks.core.velocity`` was ``manager_based.locomotion.velocity``.
"""

from __future__ import annotations

_MANAGERS = "pippin.envs.managers: "
_DATASETS = "pippin.envs.datasets: "
_MODIFIERS = "pippin.utils.modifiers: "

_UTILS: dict[str, str | tuple[str, ...]] = {
    "isaaclab_tasks.utils": ("pippin.tasks.utils: *", "pippin_isaac.launcher: add_launcher_args, launch_simulation"),
    "isaaclab_tasks.utils.sim_launcher": "pippin_isaac.launcher: add_launcher_args, launch_simulation",
    "isaaclab_tasks.utils.hydra": (
        (
            "pippin.tasks.utils: PresetCfg, collect_presets, hydra_task_config, preset, register_task, "
            "register_task_to_hydra, resolve_presets, resolve_task_config"
        ),
        "pippin_isaac.preset_targets: is_task_run_launchable, resolve_task_runs, task_run_overrides",
    ),
    "isaaclab_tasks.utils.preset_cli": (
        "pippin.tasks.utils: setup_preset_cli",
        "pippin_isaac.preset_targets: enumerate_task_presets",
    ),
    "isaaclab_tasks.utils.preset_target": "pippin_isaac.preset_targets: PresetTarget",
    "isaaclab_tasks.utils.presets": (
        "pippin_isaac.lab_simulation: MultiBackendRendererCfg, set_isaac_rtx_global_settings"
    ),
    "isaaclab_tasks.utils.success_monitor": "pippin.tasks.utils: SuccessMonitor, SuccessMonitorCfg",
    "isaaclab_tasks.utils.importer": "pippin.tasks.utils: import_packages",
    "isaaclab_tasks.utils.parse_cfg": (
        "pippin.tasks.utils: get_checkpoint_path, load_cfg_from_registry, parse_env_cfg"
    ),
}

_NO_MIMIC = "pippin_isaac.lab_simulation: make_part_of_mimic as *"
_STRATEGIES = (
    "REGISTERED_SELECTION_STRATEGIES, NearestNeighborObjectStrategy, NearestNeighborRobotDistanceStrategy, "
    "RandomStrategy, SelectionStrategy, assert_selection_strategy_exists, make_selection_strategy, "
    "register_selection_strategy"
)
_STACK = "pippin.tasks.mimic.stack: FrankaCubeStackIK"

_MIMIC: dict[str, str | tuple[str, ...]] = {
    "isaaclab_mimic": (".datagen", ".envs"),
    "isaaclab_mimic.datagen": (
        *(".data_generator: *", ".datagen_info: *", ".datagen_info_pool: *", ".generation: *"),
        *(".selection_strategy: *", ".utils: *", ".waypoint: *"),
    ),
    "isaaclab_mimic.datagen.data_generator": (
        "pippin.envs.mimic.generator: DataGenerator, get_delta_pose_with_scheme, "
        "transform_source_data_segment_using_delta_object_pose, transform_source_data_segment_using_object_pose"
    ),
    "isaaclab_mimic.datagen.datagen_info": "pippin.envs.mimic: DatagenInfo",
    "isaaclab_mimic.datagen.datagen_info_pool": "pippin.envs.mimic: DataGenInfoPool",
    "isaaclab_mimic.datagen.generation": (
        "pippin.tasks.mimic.generation: env_loop, num_attempts, num_failures, num_success, run_data_generator, "
        "setup_async_generation, setup_env_config"
    ),
    "isaaclab_mimic.datagen.selection_strategy": f"pippin.envs.mimic.selection: {_STRATEGIES}",
    "isaaclab_mimic.datagen.utils": (
        "pippin.tasks.mimic.generation: get_env_name_from_dataset, reset_env, setup_output_paths"
    ),
    "isaaclab_mimic.datagen.waypoint": (
        "pippin.envs.mimic: MultiWaypoint, Waypoint, WaypointSequence, WaypointTrajectory"
    ),
    "isaaclab_mimic.envs": (
        f"{_STACK}AbsMimicEnv, FrankaCubeStackIKAbsMimicEnvCfg, FrankaCubeStackIKRelMimicEnv, "
        "FrankaCubeStackIKRelMimicEnvCfg, FrankaCubeStackIKRelVisuomotorMimicEnvCfg, "
        "FrankaCubeStackIKRelVisuomotorCosmosMimicEnvCfg, FrankaCubeStackIKRelBlueprintMimicEnvCfg, "
        "FrankaCubeStackIKRelSkillgenEnvCfg, FrankaBinStackIKRelMimicEnvCfg",
        _NO_MIMIC,
    ),
    **{
        f"isaaclab_mimic.envs.franka_stack_ik_{kind.lower()}_mimic_env{ending}": f"{_STACK}{kind}MimicEnv{cfg}"
        for kind in ("Abs", "Rel")
        for ending, cfg in (("", ""), ("_cfg", "Cfg"))
    },
    **{
        f"isaaclab_mimic.envs.franka_{module}": f"pippin.tasks.mimic.stack: Franka{config}"
        for module, config in (
            ("stack_ik_rel_visuomotor_mimic_env_cfg", "CubeStackIKRelVisuomotorMimicEnvCfg"),
            ("stack_ik_rel_visuomotor_cosmos_mimic_env_cfg", "CubeStackIKRelVisuomotorCosmosMimicEnvCfg"),
            ("stack_ik_rel_blueprint_mimic_env_cfg", "CubeStackIKRelBlueprintMimicEnvCfg"),
            ("stack_ik_rel_skillgen_env_cfg", "CubeStackIKRelSkillgenEnvCfg"),
            ("bin_stack_ik_rel_mimic_env_cfg", "BinStackIKRelMimicEnvCfg"),
        )
    },
    "isaaclab_mimic.motion_planners.motion_planner_base": "pippin.envs.mimic.planning: MotionPlannerBase",
    "isaaclab_mimic.ui": ".instruction_display",
    "isaaclab_mimic.ui.instruction_display": (
        "pippin_isaac.omni_devices: InstructionDisplay, show_subtask_instructions"
    ),
    **{
        f"isaaclab_mimic.{module}": _NO_MIMIC
        for module in (
            *("envs.pinocchio_envs", "locomanipulation_sdg", "locomanipulation_sdg.data_classes"),
            *("locomanipulation_sdg.envs", "locomanipulation_sdg.envs.locomanipulation_sdg_env"),
            *("locomanipulation_sdg.occupancy_map_utils", "locomanipulation_sdg.path_utils"),
            *("locomanipulation_sdg.scene_utils", "locomanipulation_sdg.transform_utils"),
            *("motion_planners", "motion_planners.curobo", "motion_planners.curobo.curobo_planner"),
            *("motion_planners.curobo.curobo_planner_cfg", "motion_planners.curobo.plan_visualizer"),
        )
    },
}
"""Isaac Lab's generator of demonstrations, which is not served: its names say so where they are used."""

_UNSERVED_TASKS = {
    f"isaaclab_tasks.{package}": ()
    for package in (
        *("manager_based.manipulation.pick_place", "manager_based.locomanipulation.pick_place"),
        *("contrib.pick_place", "contrib.locomanip_pick_place"),
    )
}
"""Packages of humanoids with hands that programs of demonstrations import for their tasks; to make one is refused."""

_AGENTS = "pippin.learning.agents.manipulation"
_DIRECT_TASKS: dict[str, str | tuple[str, ...]] = {
    "isaaclab_tasks.direct.shadow_hand.shadow_hand_env_cfg": "pippin.tasks.reorient.shadow_hand_env_cfg: *",
    "isaaclab_tasks.direct.shadow_hand.shadow_hand_vision_env": (
        "pippin.tasks.reorient.shadow_hand_vision_env: ShadowHandVisionEnv, ShadowHandVisionEnvCfg,"
        " ShadowHandVisionEnvPlayCfg"
    ),
    "isaaclab_tasks.direct.shadow_hand.feature_extractor": (
        "pippin.tasks.reorient.feature_extractor: FeatureExtractor, FeatureExtractorCfg, FeatureExtractorNetwork"
    ),
    "isaaclab_tasks.direct.shadow_hand.agents.rsl_rl_ppo_cfg": (
        f"{_AGENTS}: ShadowHandPPORunnerCfg, ShadowHandAsymFFPPORunnerCfg, ShadowHandVisionFFPPORunnerCfg"
    ),
    "isaaclab_tasks.core.reorient.config.shadow_hand.shadow_hand_direct_env_cfg": (
        "pippin.tasks.reorient.tendon_hand_env: TendonShadowHandEnvCfg as ShadowHandEnvCfg"
    ),
    "isaaclab_tasks.core.reorient.config.shadow_hand.shadow_hand_direct_env": (
        "pippin.tasks.reorient.tendon_hand_env: TendonHandEnv as ShadowHandDirectEnv"
    ),
    "isaaclab_tasks.direct.shadow_hand_over.shadow_hand_over_env_cfg": (
        "pippin.tasks.reorient.hand_over_env: ShadowHandOverEnvCfg"
    ),
    "isaaclab_tasks.direct.shadow_hand_over.shadow_hand_over_env": (
        "pippin.tasks.reorient.hand_over_env: ShadowHandOverEnv, ShadowHandOverEnvCfg"
    ),
    "isaaclab_tasks.direct.franka_cabinet.franka_cabinet_env": (
        "pippin.tasks.manipulation.cabinet_direct_env: FrankaCabinetEnv, FrankaCabinetEnvCfg"
    ),
    "isaaclab_tasks.direct.franka_cabinet.agents.rsl_rl_ppo_cfg": (
        f"{_AGENTS}: FrankaCabinetDirectPPORunnerCfg as FrankaCabinetPPORunnerCfg"
    ),
    "isaaclab_tasks.direct.cartpole.cartpole_camera_env": (
        "pippin.tasks.cartpole.cartpole_camera_env: CartpoleCameraEnv, CartpoleDepthCameraEnvCfg, "
        "CartpoleRGBCameraEnvCfg"
    ),
    **{
        f"isaaclab_tasks.direct.cartpole_showcase.{seen}.{seen}_env": (
            f"pippin.tasks.cartpole.cartpole_showcase_env: {environment}"
        )
        for seen, environment in (("cartpole", "CartpoleShowcaseEnv"), ("cartpole_camera", "CartpoleCameraShowcaseEnv"))
    },
    **{
        f"isaaclab_tasks.direct.cartpole_showcase.{seen}.{seen}_env_cfg": (
            f"pippin.tasks.cartpole.{seen}_showcase_env_cfg: *"
        )
        for seen in ("cartpole", "cartpole_camera")
    },
}
"""Modules of tasks that are classes, which programs derive from."""


def _anymal_direct(package: str) -> dict[str, str | tuple[str, ...]]:
    """Modules of ANYmal C as a direct task, below one of its two packages."""
    own, agents = "pippin.tasks.velocity.anymal_direct_env", "pippin.learning.agents.velocity"
    configs = "AnymalCFlatEnvCfg, AnymalCRoughEnvCfg"
    return {
        f"{package}.anymal_c_env_cfg": f"{own}: EventCfg, {configs}",
        f"{package}.anymal_c_env": f"{own}: AnymalCEnv, {configs}",
        f"{package}.agents.rsl_rl_ppo_cfg": (
            f"{agents}: AnymalCFlatDirectPPORunnerCfg as AnymalCFlatPPORunnerCfg, "
            "AnymalCRoughDirectPPORunnerCfg as AnymalCRoughPPORunnerCfg"
        ),
    }


def _reach_of_others(package: str) -> dict[str, str | tuple[str, ...]]:
    """Modules of reaching with OpenArm and UR10e, below the package of tasks of arms."""
    own = "pippin.tasks.manipulation"
    return {
        f"{package}.deploy.mdp": f"{own}.keypoint_mdp: *",
        f"{package}.deploy.mdp.rewards": f"{own}.keypoint_mdp: keypoint_command_error, keypoint_command_error_exp",
        f"{package}.deploy.reach.config.ur_10e.joint_pos_env_cfg": (
            f"{own}.reach_deployed: UR10eReachEnvCfg, UR10eReachEnvCfg_PLAY"
        ),
        f"{package}.lift.config.openarm.joint_pos_env_cfg": (
            f"{own}.lift_openarm: OpenArmCubeLiftEnvCfg, OpenArmCubeLiftEnvCfg_PLAY"
        ),
        f"{package}.reach.config.openarm.bimanual.joint_pos_env_cfg": (
            f"{own}.reach_bimanual: OpenArmBiReachEnvCfg as OpenArmReachEnvCfg, "
            "OpenArmBiReachEnvCfg_PLAY as OpenArmReachEnvCfg_PLAY"
        ),
        f"{package}.reach.config.openarm.bimanual.reach_openarm_bi_env_cfg": (
            f"{own}.reach_bimanual: ActionsCfg, CommandsCfg, CurriculumCfg, EventCfg, ObservationsCfg, "
            "OpenArmBiReachEnvCfg as ReachEnvCfg, ReachSceneCfg, RewardsCfg, TerminationsCfg"
        ),
        f"{package}.reach.config.openarm.unimanual.joint_pos_env_cfg": (
            f"{own}.reach_robots: OpenArmReachEnvCfg, OpenArmReachEnvCfg_PLAY"
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
        f"{package}.config.spot.flat_env_cfg": f"{own}.spot: *",
        f"{package}.config.spot.agents.rsl_rl_ppo_cfg": "pippin.learning.agents.velocity: SpotFlatPPORunnerCfg",
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
        f"{package}.cartpole.cartpole_camera_env_cfg": "pippin.tasks.cartpole.cartpole_camera_env_cfg: *",
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
        f"{mdp}": f"{own}.mdp: *, joint_pos_limits_penalty_ratio as joint_limits_penalty_ratio",
        f"{mdp}.observations": (f"{own}.mdp: base_angle_to_target, base_heading_proj, base_up_proj, base_yaw_roll"),
        f"{mdp}.rewards": (
            f"{own}.mdp: joint_pos_limits_penalty_ratio, joint_pos_limits_penalty_ratio as joint_limits_penalty_ratio, "
            "move_to_target_bonus, power_consumption, progress_reward, upright_posture_bonus"
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


def _navigation(package: str) -> dict[str, str | tuple[str, ...]]:
    """Modules of going to places, below one of its two packages."""
    own, config = "pippin.tasks.navigation", f"{package}.config.anymal_c"
    return {
        f"{package}.mdp": f"{own}.mdp: *",
        f"{package}.mdp.pre_trained_policy_action": f"{own}.pre_trained_policy_action: *",
        f"{package}.mdp.rewards": f"{own}.mdp: heading_command_error_abs, position_command_error_tanh",
        f"{config}.navigation_env_cfg": f"{own}.navigation_env_cfg: *",
        f"{config}.agents.rsl_rl_ppo_cfg": "pippin.learning.agents.velocity: NavigationEnvPPORunnerCfg",
    }


def _stack(package: str) -> dict[str, str | tuple[str, ...]]:
    """Modules of stacking cubes, below one of its two packages."""
    own, arm, config = "pippin.tasks.manipulation", "pippin.tasks.manipulation.stack_franka", f"{package}.config.franka"
    return {
        f"{package}.stack_env_cfg": f"{own}.stack_env_cfg: *",
        f"{package}.mdp": (f"{own}.stack_mdp: *", ".franka_stack_events"),
        f"{package}.mdp.observations": f"{own}.stack_mdp: *",
        f"{package}.mdp.terminations": f"{own}.stack_mdp: cubes_stacked",
        f"{package}.mdp.franka_stack_events": f"{own}.stack_events: *",
        f"{config}.stack_joint_pos_env_cfg": f"{arm}: EventCfg, FrankaCubeStackEnvCfg",
        f"{config}.stack_ik_abs_env_cfg": f"{arm}: FrankaCubeStackIkAbsEnvCfg as FrankaCubeStackEnvCfg",
        f"{config}.stack_ik_rel_env_cfg": f"{arm}: FrankaCubeStackIkRelEnvCfg as FrankaCubeStackEnvCfg",
        f"{config}.stack_ik_rel_visuomotor_env_cfg": (
            f"{own}.stack_visuomotor: EventCfg, FrankaCubeStackVisuomotorEnvCfg, ObservationsCfg"
        ),
        f"{config}.stack_ik_rel_visuomotor_cosmos_env_cfg": (
            f"{own}.stack_visuomotor: CosmosObservationsCfg as ObservationsCfg, FrankaCubeStackVisuomotorCosmosEnvCfg"
        ),
    }


def _place(package: str) -> dict[str, str | tuple[str, ...]]:
    """Terms of putting one object into another, below one of its two packages."""
    own = "pippin.tasks.manipulation.place_mdp"
    return {
        f"{package}.mdp": f"{own}: *",
        f"{package}.mdp.observations": f"{own}: object_poses_in_base_frame, object_grasped",
        f"{package}.mdp.terminations": f"{own}: object_placed_upright, object_a_is_into_b",
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


def _dexsuite(package: str) -> dict[str, str | tuple[str, ...]]:
    """Modules of lifting and turning things with a hand on an arm."""
    own, config = "pippin.tasks.dexsuite", f"{package}.config.kuka_allegro"
    command, agent = f"{own}.pose_command", "pippin.learning.agents.manipulation: DexsuiteKukaAllegroPPORunnerCfg"
    return {
        f"{package}": (".dexsuite_env_cfg", ".mdp"),
        f"{package}.dexsuite_env_cfg": f"{own}.dexsuite_env_cfg: *",
        f"{package}.adr_curriculum": f"{own}.curriculum_cfg: CurriculumCfg",
        f"{package}.mdp": (f"{own}.mdp: *", ".commands"),
        f"{package}.mdp.commands": f"{command}: ObjectUniformPoseCommand, ObjectUniformPoseCommandCfg",
        f"{package}.mdp.commands.pose_commands": f"{command}: ObjectUniformPoseCommand",
        f"{package}.mdp.commands.pose_commands_cfg": f"{command}: ObjectUniformPoseCommandCfg",
        f"{package}.mdp.curriculums": f"{own}.mdp: DifficultyScheduler, initial_final_interpolate_fn",
        f"{package}.mdp.observations": (
            f"{own}.mdp: body_state_b, fingers_contact_force_b, object_point_cloud_b, object_pos_b, object_quat_b"
        ),
        f"{package}.mdp.rewards": (
            f"{own}.mdp: action_l2_clamped, action_rate_l2_clamped, contacts, object_ee_distance, "
            "orientation_command_error_tanh, position_command_error_tanh, success_reward"
        ),
        f"{package}.mdp.terminations": f"{own}.mdp: abnormal_robot_state, out_of_bound",
        f"{package}.mdp.utils": f"{own}.surface_points: sample_object_point_cloud",
        f"{config}.dexsuite_kuka_allegro_env_cfg": f"{own}.kuka_allegro: *",
        f"{config}.agents.rsl_rl_ppo_cfg": agent,
    }


def _drone_arl(package: str) -> dict[str, str | tuple[str, ...]]:
    """Modules of flying to a place, below one of its two packages."""
    own, config = "pippin.tasks.drone_arl", f"{package}.track_position_state_based.config.arl_robot_1"
    scene = f"{own}.track_position_env_cfg: *"
    return {
        f"{package}.mdp": (f"{own}.mdp: *", ".commands"),
        f"{package}.mdp.commands": f"{own}.mdp: DroneUniformPoseCommand, DroneUniformPoseCommandCfg",
        f"{package}.mdp.commands.commands_cfg": f"{own}.mdp: DroneUniformPoseCommandCfg",
        f"{package}.mdp.commands.drone_pose_command": f"{own}.mdp: DroneUniformPoseCommand",
        f"{package}.mdp.observations": f"{own}.mdp: base_roll_pitch, generated_drone_commands",
        f"{package}.mdp.rewards": (f"{own}.mdp: ang_vel_xyz_exp, distance_to_goal_exp, lin_vel_xyz_exp, yaw_aligned"),
        f"{config}.track_position_state_based_env_cfg": scene,
        f"{config}.no_obstacle_env_cfg": f"{own}.track_position_env_cfg: NoObstacleEnvCfg, NoObstacleEnvCfg_PLAY",
        f"{config}.agents.rsl_rl_ppo_cfg": ("pippin.learning.agents.classic: TrackPositionNoObstaclesEnvPPORunnerCfg"),
    }


def _in_hand(package: str) -> dict[str, str | tuple[str, ...]]:
    """Modules of turning a cube in a hand with managers."""
    own, config = "pippin.tasks.reorient", f"{package}.config.allegro_hand"
    command = f"{own}.mdp: InHandReOrientationCommand"
    return {
        f"{package}.inhand_env_cfg": f"{own}.inhand_env_cfg: *",
        f"{package}.mdp": (f"{own}.mdp: *", ".commands"),
        f"{package}.mdp.commands": f"{command}, InHandReOrientationCommandCfg",
        f"{package}.mdp.commands.commands_cfg": f"{command}Cfg",
        f"{package}.mdp.commands.orientation_command": command,
        f"{package}.mdp.events": "pippin.envs.mdp: reset_joints_within_limits_range",
        f"{package}.mdp.observations": f"{own}.mdp: goal_quat_diff",
        f"{package}.mdp.rewards": f"{own}.mdp: success_bonus, track_orientation_inv_l2, track_pos_l2",
        f"{package}.mdp.terminations": (
            f"{own}.mdp: max_consecutive_success, object_away_from_goal, object_away_from_robot"
        ),
        f"{config}.allegro_env_cfg": f"{own}.inhand_env_cfg: *",
        f"{config}.agents.rsl_rl_ppo_cfg": (
            "pippin.learning.agents.manipulation: AllegroCubeNoVelObsPPORunnerCfg, AllegroCubePPORunnerCfg"
        ),
    }


_RSL_RL: dict[str, str | tuple[str, ...]] = {
    "": (
        "pippin.learning.rsl_rl: *",
        "pippin.learning.rsl_rl: RslRlSymmetryCfg as RslRlPpoSymmetryCfg, "
        "RslRlPpoActorCriticCNNCfg as RslRlActorCriticCNNCfg",
    ),
    ".distillation_cfg": "pippin.learning.rsl_rl.distillation_cfg: *",
    ".exporter": (
        "pippin.learning.rsl_rl.exporter: export_policy_as_jit, export_policy_as_onnx, _TorchPolicyExporter, "
        "_OnnxPolicyExporter"
    ),
    ".rl_cfg": ("pippin.learning.rsl_rl.rl_cfg: *", "pippin.learning.rsl_rl.model_cfg: *"),
    ".rnd_cfg": "pippin.learning.rsl_rl: RslRlRndCfg",
    ".symmetry_cfg": "pippin.learning.rsl_rl: RslRlSymmetryCfg",
    ".utils": (
        "pippin.learning.rsl_rl: check_rsl_rl_version, create_rsl_rl_runner, handle_deprecated_rsl_rl_cfg, "
        "handle_deprecated_rsl_rl_checkpoint",
        "pippin.learning.rsl_rl.generations: is_missing",
    ),
    ".vecenv_wrapper": "pippin.learning.rsl_rl: RslRlVecEnvWrapper",
}
"""Modules of isaaclab_rl.rsl_rl, which stood at other places in earlier versions."""

_CHECKPOINTS = (
    "pippin_isaac.lab_files: WORKFLOWS, WORKFLOW_TRAINER, WORKFLOW_PLAYER, WORKFLOW_EXPERIMENT_NAME_VARIABLE, "
    "has_pretrained_checkpoints_asset_root_dir",
    "pippin_isaac.pretrained: WORKFLOW_PRETRAINED_CHECKPOINT_EXTENSIONS, WORKFLOW_PRETRAINED_CHECKPOINT_FILENAMES, "
    "get_log_root_path, get_pretrained_checkpoint_backend_names, get_pretrained_checkpoint_filename, "
    "get_pretrained_checkpoint_preset_names, get_published_pretrained_checkpoint, "
    "get_published_pretrained_checkpoint_path, get_latest_job_run_path, get_pretrained_checkpoint_path, "
    "get_pretrained_checkpoint_publish_path, get_pretrained_checkpoint_review, get_pretrained_checkpoint_review_path, "
    "has_pretrained_checkpoint_job_finished, has_pretrained_checkpoint_job_run",
)

MODULES: dict[str, str | tuple[str, ...]] = {
    "isaaclab.envs": (
        "pippin_isaac.lab_simulation:",
        "pippin.envs: *",
        ".common: *",
        ".mimic_env_cfg: *",
        ".mdp",
        ".utils",
    ),
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
    "isaaclab.envs.manager_based_rl_mimic_env": "pippin.envs: ManagerBasedRLMimicEnv",
    "isaaclab.envs.mimic_env_cfg": (
        "pippin.envs.mimic: DataGenConfig, MimicEnvCfg, SubTaskConfig, SubTaskConstraintConfig, "
        "SubTaskConstraintCoordinationScheme, SubTaskConstraintType"
    ),
    "isaaclab.envs.utils": (".marl", ".spaces"),
    "isaaclab.envs.utils.io_descriptors": "pippin.envs.io_descriptors: *",
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
    "isaaclab.controllers.config": ".rmp_flow",
    "isaaclab.controllers.config.rmp_flow": "pippin_isaac.lab_files: make_rmpflow_config as *",
    "isaaclab.controllers.rmp_flow": "pippin.envs.mdp.actions.rmpflow_action: RmpFlowController, RmpFlowControllerCfg",
    "isaaclab.controllers.rmp_flow_cfg": "pippin.envs.mdp.actions.rmpflow_action: RmpFlowControllerCfg",
    # Isaac Lab's star import gives base classes and configs too, since its modules say nothing else.
    "isaaclab.envs.mdp": (
        "pippin.assets: Articulation, RigidObject",
        (
            "pippin.envs.managers: ActionTerm, ActionTermCfg, CommandTermCfg, CurriculumTermCfg, "
            "EventTermCfg, ManagerTermBase, ObservationTermCfg, RewardTermCfg, SceneEntityCfg"
        ),
        "pippin.envs.mdp: *",
        ".actions",
        ".commands",
        ".curriculums",
        ".events",
        ".observations",
        ".recorders",
        ".rewards",
        ".terminations",
    ),
    "isaaclab.envs.mdp.actions": "pippin.envs.mdp.actions: *",
    "isaaclab.envs.mdp.actions.actions_cfg": (
        "pippin.controllers: DifferentialIKControllerCfg, OperationalSpaceControllerCfg",
        (
            "pippin.envs.mdp.actions.binary_joint_actions: AbsBinaryJointPositionActionCfg, "
            "BinaryJointActionCfg, BinaryJointPositionActionCfg, BinaryJointVelocityActionCfg"
        ),
        "pippin.envs.mdp.actions.differential_ik_action: DifferentialInverseKinematicsActionCfg",
        (
            "pippin.envs.mdp.actions.joint_actions: JointActionCfg, JointEffortActionCfg, "
            "JointPositionActionCfg, JointVelocityActionCfg, RelativeJointPositionActionCfg"
        ),
        (
            "pippin.envs.mdp.actions.joint_actions_to_limits: EMAJointPositionToLimitsActionCfg, "
            "JointPositionToLimitsActionCfg"
        ),
        "pippin.envs.mdp.actions.non_holonomic_actions: NonHolonomicActionCfg",
        "pippin.envs.mdp.actions.operational_space_action: OperationalSpaceControllerActionCfg",
        "pippin.envs.mdp.actions.tendon_actions: FixedTendonPositionActionCfg",
        "pippin.envs.mdp.actions.unserved_actions: SurfaceGripperBinaryActionCfg",
    ),
    "isaaclab.envs.mdp.actions.binary_joint_actions": (
        "pippin.envs.mdp.actions.binary_joint_actions: AbsBinaryJointPositionAction, BinaryJointAction, "
        "BinaryJointPositionAction, BinaryJointVelocityAction"
    ),
    "isaaclab.envs.mdp.actions.joint_actions": (
        "pippin.envs.mdp.actions.joint_actions: JointAction, JointEffortAction, JointPositionAction, "
        "JointVelocityAction, RelativeJointPositionAction"
    ),
    "isaaclab.envs.mdp.actions.joint_actions_to_limits": (
        "pippin.envs.mdp.actions.joint_actions_to_limits: EMAJointPositionToLimitsAction, JointPositionToLimitsAction"
    ),
    "isaaclab.envs.mdp.actions.non_holonomic_actions": (
        "pippin.envs.mdp.actions.non_holonomic_actions: NonHolonomicAction"
    ),
    "isaaclab.envs.mdp.actions.pink_actions_cfg": (
        "pippin.envs.mdp.actions.pink_action: PinkInverseKinematicsActionCfg"
    ),
    "isaaclab.envs.mdp.actions.pink_task_space_actions": (
        "pippin.envs.mdp.actions.pink_action: PinkInverseKinematicsAction"
    ),
    "isaaclab.envs.mdp.actions.rmpflow_actions_cfg": (
        "pippin.envs.mdp.actions.rmpflow_action: RMPFlowActionCfg, RmpFlowControllerCfg"
    ),
    "isaaclab.envs.mdp.actions.rmpflow_task_space_actions": "pippin.envs.mdp.actions.rmpflow_action: RMPFlowAction",
    "isaaclab.envs.mdp.actions.surface_gripper_actions": (
        "pippin.envs.mdp.actions.unserved_actions: SurfaceGripperBinaryAction"
    ),
    "isaaclab.envs.mdp.actions.task_space_actions": (
        "pippin.envs.mdp.actions.differential_ik_action: DifferentialInverseKinematicsAction",
        "pippin.envs.mdp.actions.operational_space_action: OperationalSpaceControllerAction",
    ),
    "isaaclab.envs.mdp.commands": "pippin.envs.mdp.commands: *",
    "isaaclab.envs.mdp.commands.commands_cfg": (
        "pippin.envs.managers: CommandTermCfg",
        "pippin.envs.mdp.commands.null_command: NullCommandCfg",
        "pippin.envs.mdp.commands.pose_2d_command: TerrainBasedPose2dCommandCfg, UniformPose2dCommandCfg",
        "pippin.envs.mdp.commands.pose_command: UniformPoseCommandCfg",
        "pippin.envs.mdp.commands.velocity_command: NormalVelocityCommandCfg, UniformVelocityCommandCfg",
    ),
    "isaaclab.envs.mdp.commands.null_command": "pippin.envs.mdp.commands.null_command: NullCommand",
    "isaaclab.envs.mdp.commands.pose_2d_command": (
        "pippin.envs.mdp.commands.pose_2d_command: TerrainBasedPose2dCommand, UniformPose2dCommand"
    ),
    "isaaclab.envs.mdp.commands.pose_command": "pippin.envs.mdp.commands.pose_command: UniformPoseCommand",
    "isaaclab.envs.mdp.commands.velocity_command": (
        "pippin.envs.mdp.commands.velocity_command: NormalVelocityCommand, UniformVelocityCommand"
    ),
    "isaaclab.envs.mdp.curriculums": (
        "pippin.envs.mdp.curriculums: DifficultyScheduler, initial_final_interpolate_fn, "
        "modify_env_param, modify_reward_weight, modify_term_cfg"
    ),
    "isaaclab.envs.mdp.events": "pippin.envs.mdp.events: *",
    "isaaclab.envs.mdp.observations": (
        (
            "pippin.envs.mdp.images: CameraImageBase, image, image_depth, image_features, image_normals, "
            "image_rgb, image_segmentation, stacked_image"
        ),
        (
            "pippin.envs.mdp.observations: base_ang_vel, base_lin_vel, base_pos_z, body_incoming_wrench, "
            "body_pose_w, body_projected_gravity_b, current_time_s, generated_commands, height_scan, "
            "imu_ang_vel, imu_lin_acc, imu_orientation, imu_projected_gravity, joint_effort, joint_pos, "
            "joint_pos_limit_normalized, joint_pos_rel, joint_vel, joint_vel_rel, last_action, "
            "projected_gravity, pva_orientation, pva_projected_gravity, remaining_time_s, root_ang_vel_w, "
            "root_lin_vel_w, root_pos_w, root_quat_w"
        ),
    ),
    "isaaclab.envs.mdp.recorders": "pippin.envs.mdp.recorders: *",
    "isaaclab.envs.mdp.recorders.recorders": (
        "pippin.envs.mdp.recorders: InitialStateRecorder, PostStepProcessedActionsRecorder, PostStepStatesRecorder, "
        "PreStepActionsRecorder, PreStepFlatPolicyObservationsRecorder"
    ),
    "isaaclab.envs.mdp.recorders.recorders_cfg": (
        "pippin.envs.mdp.recorders: ActionStateRecorderManagerCfg, InitialStateRecorderCfg, "
        "PostStepProcessedActionsRecorderCfg, PostStepStatesRecorderCfg, PreStepActionsRecorderCfg, "
        "PreStepFlatPolicyObservationsRecorderCfg"
    ),
    "isaaclab.envs.mdp.rewards": (
        "pippin.envs.mdp.rewards: action_l2, action_rate_l2, ang_vel_xy_l2, applied_torque_limits, "
        "base_height_l2, body_lin_acc_l2, contact_forces, desired_contacts, flat_orientation_l2, "
        "is_alive, is_terminated, is_terminated_term, joint_acc_l2, joint_deviation_l1, "
        "joint_pos_limits, joint_pos_target_l2, joint_torques_l2, joint_vel_l1, joint_vel_l2, "
        "joint_vel_limits, lin_vel_z_l2, orientation_command_error, position_command_error, "
        "position_command_error_tanh, survival_success_rate, terminated_penalty, track_ang_vel_z_exp, "
        "track_lin_vel_xy_exp, undesired_contacts"
    ),
    "isaaclab.envs.mdp.terminations": (
        "pippin.envs.mdp.terminations: bad_orientation, command_resample, illegal_contact, "
        "joint_effort_out_of_limit, joint_pos_out_of_limit, joint_pos_out_of_manual_limit, "
        "joint_vel_out_of_limit, joint_vel_out_of_manual_limit, pose_command_success, "
        "root_height_below_minimum, time_out"
    ),
    **_UTILS,
    **_MIMIC,
    **_UNSERVED_TASKS,
    **_manipulation("isaaclab_tasks.manager_based.manipulation"),
    **_manipulation("isaaclab_tasks.core"),
    **_cabinet("isaaclab_tasks.manager_based.manipulation.cabinet"),
    **_stack("isaaclab_tasks.manager_based.manipulation.stack"),
    **_dexsuite("isaaclab_tasks.manager_based.manipulation.dexsuite"),
    **_drone_arl("isaaclab_tasks.manager_based.drone_arl"),
    **_drone_arl("isaaclab_tasks.contrib.drone_arl"),
    **_place("isaaclab_tasks.manager_based.manipulation.place"),
    **_place("isaaclab_tasks.contrib.place"),
    **_navigation("isaaclab_tasks.manager_based.navigation"),
    **_arms("isaaclab_tasks.manager_based.manipulation.reach", "isaaclab_tasks.manager_based.manipulation.lift"),
    **_in_hand("isaaclab_tasks.manager_based.manipulation.inhand"),
    "isaaclab_tasks.direct.inhand_manipulation.inhand_manipulation_env": (
        "pippin.tasks.reorient.reorient_env: InHandManipulationEnv"
    ),
    "isaaclab_tasks.direct.allegro_hand.allegro_hand_env_cfg": "pippin.tasks.reorient.reorient_env: AllegroHandEnvCfg",
    "isaaclab_tasks.direct.allegro_hand.agents.rsl_rl_ppo_cfg": (
        "pippin.learning.agents.manipulation: AllegroHandPPORunnerCfg"
    ),
    **_DIRECT_TASKS,
    **_anymal_direct("isaaclab_tasks.direct.anymal_c"),
    **_reach_of_others("isaaclab_tasks.manager_based.manipulation"),
    **_velocity("isaaclab_tasks.manager_based.locomotion.velocity"),
    **_classic("isaaclab_tasks.manager_based.classic"),
    **_locomotion(
        "isaaclab_tasks.manager_based.classic",
        "ant_env_cfg",
        "humanoid_env_cfg",
        "isaaclab_tasks.manager_based.classic.humanoid.mdp",
    ),
    "isaaclab_tasks.direct.locomotion.locomotion_env": "pippin.tasks.locomotion.locomotion_env: LocomotionEnv",
    "isaaclab_tasks.direct.ant.ant_env": "pippin.tasks.locomotion.ant_env: AntEnv, AntEnvCfg",
    "isaaclab_tasks.direct.humanoid.humanoid_env": "pippin.tasks.locomotion.humanoid_env: HumanoidEnv, HumanoidEnvCfg",
    "isaaclab_tasks.direct.factory": (  # as in Isaac Lab 2.0 to 2.2
        ".factory_env: FactoryEnv",
        ".factory_env_cfg: FactoryTaskGearMeshCfg, FactoryTaskPegInsertCfg",
    ),
    "isaaclab_tasks.direct.factory.factory_env": "pippin.tasks.factory.factory_env: FactoryEnv",
    "isaaclab_tasks.direct.factory.factory_utils": (
        "pippin.tasks.factory.factory_utils: collapse_obs_dict, get_deriv_gains, squashing_fn, wrap_yaw"
    ),
    "isaaclab_tasks.direct.factory.factory_env_cfg": (
        "pippin.tasks.factory.factory_env_cfg: OBS_DIM_CFG, STATE_DIM_CFG, ObsRandCfg, CtrlCfg, FactoryEnvCfg, "
        "FactoryTaskGearMeshCfg, FactoryTaskNutThreadCfg, FactoryTaskPegInsertCfg"
    ),
    "isaaclab_tasks.direct.factory.factory_tasks_cfg": (
        "pippin.tasks.factory.factory_tasks_cfg: ASSET_DIR, FixedAssetCfg, HeldAssetCfg, RobotCfg, FactoryTask, "
        "Peg8mm, Hole8mm, PegInsert, GearBase, MediumGear, GearMesh, BoltM16, NutM16, NutThread"
    ),
    "isaaclab_tasks.direct.forge.forge_env": "pippin.tasks.forge.forge_env: ForgeEnv",
    "isaaclab_tasks.direct.forge.forge_env_cfg": (
        "pippin.tasks.forge.forge_env_cfg: EventCfg, ForgeCtrlCfg, ForgeEnvCfg, ForgeObsRandCfg, "
        "ForgeTaskGearMeshCfg, ForgeTaskNutThreadCfg, ForgeTaskPegInsertCfg"
    ),
    "isaaclab_tasks.direct.forge.forge_events": "pippin.tasks.forge.forge_events: randomize_dead_zone",
    "isaaclab_tasks.direct.forge.forge_tasks_cfg": (
        "pippin.tasks.forge.forge_tasks_cfg: ForgeGearMesh, ForgeNutThread, ForgePegInsert, ForgeTask"
    ),
    "isaaclab_tasks.direct.forge.forge_utils": (
        "pippin.tasks.forge.forge_utils: change_FT_frame, get_random_prop_gains"
    ),
    "isaaclab_tasks.direct.humanoid_amp.humanoid_amp_env": (
        "pippin.tasks.humanoid_amp.humanoid_amp_env: HumanoidAmpEnv, compute_obs, quaternion_to_tangent_and_normal"
    ),
    "isaaclab_tasks.direct.humanoid_amp.humanoid_amp_env_cfg": "pippin.tasks.humanoid_amp.humanoid_amp_env_cfg: *",
    **dict.fromkeys(
        (f"isaaclab_tasks.direct.humanoid_amp.motions{module}" for module in ("", ".motion_loader")),
        "pippin.tasks.humanoid_amp.motion_loader: MotionLoader",
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
    "isaaclab.cli": (
        "pippin_isaac.lab_commands: list_envs, load_external_tasks, main as cli, play, random_agent, train, zero_agent"
    ),
    "isaaclab_rl": ".entrypoints: *",
    "isaaclab_rl.entrypoints": (
        "pippin_isaac.lab_commands: run_play_cli, run_random_agent_cli, run_train_cli, run_zero_agent_cli",
        ".api: *",
    ),
    "isaaclab_rl.entrypoints.api": (
        "pippin_isaac.lab_commands.requests: PlaybackRequest, SimpleAgentRequest, TrainingRequest, play, random_agent, "
        "train, zero_agent"
    ),
    "isaaclab_rl.entrypoints.backends": ".cli_args_rsl_rl",
    "isaaclab_rl.entrypoints.backends.cli_args_rsl_rl": (
        "pippin_isaac.lab_commands.rsl_rl_arguments: add_rsl_rl_args, parse_rsl_rl_cfg, update_rsl_rl_cfg"
    ),
    "isaaclab_rl.entrypoints.common": (
        "pippin_isaac.lab_commands.manifests: RUN_MANIFEST_FILENAME, normalize_task_name, resolve_checkpoint_selector, "
        "write_run_manifest"
    ),
    "isaaclab_rl.utils.wandb": (
        "pippin_isaac.lab_commands.wandb_runs: announce_new_run, get_model_checkpoint, is_wandb_checkpoint, "
        "resolve_wandb_checkpoint, resolve_wandb_entity"
    ),
    "isaaclab_rl.entrypoints.dispatch": (
        "pippin_isaac.lab_commands: run_play_cli, run_random_agent_cli, run_train_cli, run_zero_agent_cli"
    ),
    "isaaclab_rl.rl_games": (
        "pippin.learning.rl_games: MultiObserver, RlGamesGpuEnv, RlGamesVecEnvWrapper",
        "pippin_isaac.lab_files: PbtAlgoObserver, PbtCfg",
    ),
    "isaaclab_rl.rl_games.pbt": (
        "pippin.learning.rl_games: MultiObserver",
        "pippin_isaac.lab_files: PbtAlgoObserver, PbtCfg",
    ),
    "isaaclab_rl.rl_games.rl_games": "pippin.learning.rl_games: RlGamesGpuEnv, RlGamesVecEnvWrapper",
    "isaaclab_rl.sb3": "pippin.learning.sb3: Sb3VecEnvWrapper, process_sb3_cfg",
    "isaaclab_rl.torchrl": "pippin_isaac.lab_simulation: make_unserved as *",
    "isaaclab_rl.skrl": "pippin.learning.skrl: SkrlVecEnvWrapper",
    "isaaclab_rl.utils.pretrained_checkpoint": _CHECKPOINTS,
    "isaaclab_tasks.utils.wrappers.rl_games": "pippin.learning.rl_games: RlGamesGpuEnv, RlGamesVecEnvWrapper",
    "isaaclab_tasks.utils.wrappers.sb3": "pippin.learning.sb3: Sb3VecEnvWrapper, process_sb3_cfg",
    "isaaclab_tasks.utils.wrappers.skrl": (
        "pippin.learning.skrl: SkrlVecEnvWrapper",
        "pippin_isaac.older_learning: process_skrl_cfg",
    ),
    "isaaclab.utils.pretrained_checkpoint": _CHECKPOINTS,
}
