"""Reaching with UR10e, as it goes to the real arm. Values are those that Isaac Lab 2.3.2 releases."""

from __future__ import annotations

import math
from typing import Any

from pippin.assets import AssetBaseCfg
from pippin.envs import ManagerBasedRLEnvCfg
from pippin.envs.managers import (
    EventTermCfg,
    ObservationGroupCfg,
    ObservationTermCfg,
    RewardTermCfg,
    SceneEntityCfg,
)
from pippin.robots import released
from pippin.scene import InteractiveSceneCfg
from pippin.sensors import FrameTransformerCfg, OffsetCfg
from pippin.sim import SimulationCfg
from pippin.sim.markers.markers import FRAME_MARKER_CFG
from pippin.sim.spawners import DomeLightCfg
from pippin.tasks.manipulation import keypoint_mdp as mdp
from pippin.tasks.manipulation.reach_env_cfg import ActionsCfg, CommandsCfg, TerminationsCfg
from pippin.tasks.manipulation.scenes import ground_cfg, make_playable, rotation
from pippin.utils import configclass

_JOINTS = ["shoulder_.*", "elbow_.*", "wrist_.*"]
_FRAME = SceneEntityCfg("ee_frame_wrt_base_frame")


def _around(middle: float, half: float) -> tuple[float, float]:
    return middle - half, middle + half


@configclass
class UR10eSceneCfg(InteractiveSceneCfg):
    """An arm that hangs in the air, and its tool in the frame that its controller calls "base"."""

    ground = ground_cfg("/World/ground")
    robot = released.UR10e_CFG.replace(prim_path="{ENV_REGEX_NS}/Robot")
    light = AssetBaseCfg(prim_path="/World/light", spawn=DomeLightCfg(color=(0.75, 0.75, 0.75), intensity=2500.0))
    ee_frame_wrt_base_frame = FrameTransformerCfg(
        prim_path="{ENV_REGEX_NS}/Robot/base_link",
        visualizer_cfg=FRAME_MARKER_CFG.replace(prim_path="/Visuals/FrameTransformer"),
        source_frame_offset=OffsetCfg(rot=rotation(yaw=math.pi)),  # the real arm's base is turned by half a turn
        target_frames=[
            FrameTransformerCfg.FrameCfg(prim_path="{ENV_REGEX_NS}/Robot/wrist_3_link", name="end_effector")
        ],
    )


@configclass
class ObservationsCfg:
    """What the policy sees."""

    @configclass
    class PolicyCfg(ObservationGroupCfg):
        """Joints and command."""

        joint_pos = ObservationTermCfg(func=mdp.joint_pos)
        joint_vel = ObservationTermCfg(func=mdp.joint_vel)
        pose_command = ObservationTermCfg(func=mdp.generated_commands, params={"command_name": "ee_pose"})

        def __post_init__(self) -> None:
            self.enable_corruption = True
            self.concatenate_terms = True

    policy: PolicyCfg = PolicyCfg()


@configclass
class EventCfg:
    """Joints begin near their defaults; motors and friction are new at most every 200 steps."""

    reset_robot_joints = EventTermCfg(
        func=mdp.reset_joints_by_offset,
        mode="reset",
        params={"position_range": (-0.125, 0.125), "velocity_range": (0.0, 0.0)},
    )
    robot_joint_stiffness_and_damping = EventTermCfg(
        func=mdp.randomize_actuator_gains,
        mode="reset",
        min_step_count_between_reset=200,
        params={
            "asset_cfg": SceneEntityCfg("robot", joint_names=_JOINTS),
            "stiffness_distribution_params": (0.9, 1.1),
            "damping_distribution_params": (0.75, 1.5),
            "operation": "scale",
            "distribution": "uniform",
        },
    )
    joint_friction = EventTermCfg(
        func=mdp.randomize_joint_parameters,
        mode="reset",
        min_step_count_between_reset=200,
        params={
            "asset_cfg": SceneEntityCfg("robot", joint_names=_JOINTS),
            "friction_distribution_params": (0.0, 0.1),
            "operation": "add",
            "distribution": "uniform",
        },
    )


@configclass
class RewardsCfg:
    """The commanded pose, and small actions."""

    end_effector_keypoint_tracking = RewardTermCfg(
        func=mdp.keypoint_command_error,
        weight=-1.5,
        params={"asset_cfg": _FRAME, "command_name": "ee_pose", "keypoint_scale": 0.45},
    )
    end_effector_keypoint_tracking_exp = RewardTermCfg(
        func=mdp.keypoint_command_error_exp,
        weight=1.5,
        params={
            "asset_cfg": _FRAME,
            "command_name": "ee_pose",
            "kp_exp_coeffs": [(50, 0.0001), (300, 0.0001), (5000, 0.0001)],
            "kp_use_sum_of_exps": False,
            "keypoint_scale": 0.45,
        },
    )
    action_rate = RewardTermCfg(func=mdp.action_rate_l2, weight=-0.005)
    action = RewardTermCfg(func=mdp.action_l2, weight=-0.005)


@configclass
class UR10eReachEnvCfg(ManagerBasedRLEnvCfg):
    """UR10e, by changes of its joints, with its tool downwards about (0.89, -0.23, 0.2) m of its controller's base."""

    sim: SimulationCfg = SimulationCfg()
    scene: Any = UR10eSceneCfg(num_envs=4096, env_spacing=2.5)
    observations: Any = ObservationsCfg()
    actions: Any = ActionsCfg()
    commands: Any = CommandsCfg()
    rewards: Any = RewardsCfg()
    terminations: Any = TerminationsCfg()
    events: Any = EventCfg()

    def __post_init__(self) -> None:
        self.decimation = 2
        self.sim.dt = 1.0 / 120.0
        self.sim.render_interval = self.decimation
        self.episode_length_s = 12.0
        self.viewer.eye = (3.5, 3.5, 3.5)
        self.actions.arm_action = mdp.RelativeJointPositionActionCfg(
            asset_name="robot", joint_names=[".*"], scale=0.0625, use_zero_offset=True
        )
        command = self.commands.ee_pose
        command.body_name = "wrist_3_link"
        command.debug_vis = False  # it would be drawn in another frame than it is given in
        command.ranges = mdp.UniformPoseCommandCfg.Ranges(
            pos_x=_around(0.8875, 0.25),
            pos_y=_around(-0.225, 0.125),
            pos_z=_around(0.2, 0.1),
            roll=_around(math.pi, math.pi / 6),
            pitch=_around(0.0, math.pi / 6),
            yaw=_around(-math.pi / 2, 2 * math.pi / 3),
        )


@configclass
class UR10eReachEnvCfg_PLAY(UR10eReachEnvCfg):  # noqa: N801  (Isaac Lab's name)
    """UR10e, to look at."""

    def __post_init__(self) -> None:
        super().__post_init__()
        make_playable(self)


@configclass
class UR10eReachROSInferenceEnvCfg(UR10eReachEnvCfg):
    """The task with what NVIDIA's node of ROS 2 reads that runs its policies on the real arm."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.obs_order = ["arm_dof_pos", "arm_dof_vel", "target_pos", "target_quat"]
        self.policy_action_space = "joint"
        self.arm_joint_names = [
            *("shoulder_pan_joint", "shoulder_lift_joint", "elbow_joint"),
            *("wrist_1_joint", "wrist_2_joint", "wrist_3_joint"),
        ]
        self.action_space = 6
        self.state_space = self.observation_space = 19
        self.joint_action_scale = self.actions.arm_action.scale
        self.action_scale_joint_space = [self.joint_action_scale] * self.action_space


@configclass
class NewerUR10eReachROSInferenceEnvCfg(UR10eReachROSInferenceEnvCfg):
    """The same as Isaac Lab 3.0.0 releases it, with the positions of the joints at the start [rad]."""

    def __post_init__(self) -> None:
        super().__post_init__()
        begun = self.scene.robot.init_state.joint_pos
        self.initial_joint_pos = [begun[name] for name in self.arm_joint_names]
