"""Environments, managers and terms of Isaac Lab, and what of its utilities belongs to them."""

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
        ("pippin.envs.mdp.actions.unserved_actions: FixedTendonPositionActionCfg, SurfaceGripperBinaryActionCfg"),
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
        "pippin.envs.mdp.actions.unserved_actions: PinkInverseKinematicsActionCfg"
    ),
    "isaaclab.envs.mdp.actions.pink_task_space_actions": (
        "pippin.envs.mdp.actions.unserved_actions: PinkInverseKinematicsAction"
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
}
