"""Reaching with Franka's Panda, UR10 and OpenArm. Values are those that Isaac Lab 2.3.2 releases."""

from __future__ import annotations

import math
from typing import Any

from pippin.controllers import DifferentialIKControllerCfg, OperationalSpaceControllerCfg
from pippin.envs import mdp
from pippin.envs.managers import SceneEntityCfg
from pippin.robots import released
from pippin.tasks.manipulation.reach_env_cfg import ReachEnvCfg
from pippin.tasks.manipulation.scenes import make_playable
from pippin.utils import configclass

ROBOT = "{ENV_REGEX_NS}/Robot"


def set_hand(cfg: Any, body: str, pitch: float) -> None:
    """Set the body that is to reach the commanded pose, and the pitch that has it look down [rad]."""
    rewards = cfg.rewards
    for term in (
        rewards.end_effector_position_tracking,
        rewards.end_effector_position_tracking_fine_grained,
        rewards.end_effector_orientation_tracking,
    ):
        if term is not None:  # version 3 has no reward of fine tracking
            term.params["asset_cfg"].body_names = [body]
    cfg.commands.ee_pose.body_name = body
    cfg.commands.ee_pose.ranges.pitch = (pitch, pitch)


def franka_ik_action(relative: bool) -> Any:
    """Poses of the point between Franka's fingers, or changes of it, reached by inverse kinematics."""
    return mdp.DifferentialInverseKinematicsActionCfg(
        asset_name="robot",
        joint_names=["panda_joint.*"],
        body_name="panda_hand",
        controller=DifferentialIKControllerCfg(command_type="pose", use_relative_mode=relative, ik_method="dls"),
        scale=0.5 if relative else 1.0,
        body_offset=mdp.DifferentialInverseKinematicsActionCfg.OffsetCfg(pos=(0.0, 0.0, 0.107)),
    )


@configclass
class FrankaReachEnvCfg(ReachEnvCfg):
    """Franka's Panda, by targets of its joints."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.scene.robot = released.FRANKA_PANDA_LEGACY_CFG.replace(prim_path=ROBOT)
        self.actions.arm_action = mdp.JointPositionActionCfg(
            asset_name="robot", joint_names=["panda_joint.*"], scale=0.5, use_default_offset=True
        )
        set_hand(self, "panda_hand", math.pi)


@configclass
class FrankaReachEnvCfg_PLAY(FrankaReachEnvCfg):  # noqa: N801  (Isaac Lab's name)
    """Franka's Panda, by targets of its joints, to look at."""

    def __post_init__(self) -> None:
        super().__post_init__()
        make_playable(self)


@configclass
class FrankaReachIkAbsEnvCfg(FrankaReachEnvCfg):
    """Franka's Panda, by poses of its hand."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.scene.robot = released.FRANKA_PANDA_LEGACY_HIGH_PD_CFG.replace(prim_path=ROBOT)
        self.actions.arm_action = franka_ik_action(relative=False)


@configclass
class FrankaReachIkRelEnvCfg(FrankaReachEnvCfg):
    """Franka's Panda, by changes of the pose of its hand."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.scene.robot = released.FRANKA_PANDA_LEGACY_HIGH_PD_CFG.replace(prim_path=ROBOT)
        self.actions.arm_action = franka_ik_action(relative=True)


@configclass
class FrankaReachOscEnvCfg(FrankaReachEnvCfg):
    """Franka's Panda, by poses of its hand and stiffnesses, with torques."""

    def __post_init__(self) -> None:
        super().__post_init__()
        robot = released.FRANKA_PANDA_LEGACY_CFG.replace(prim_path=ROBOT)
        for name, actuator in robot.actuators.items():
            if name in ("panda_arm", "panda_shoulder", "panda_forearm"):
                actuator.stiffness = actuator.damping = 0.0
        robot.spawn.rigid_props.disable_gravity = True
        self.scene.robot = robot
        self.actions.arm_action = mdp.OperationalSpaceControllerActionCfg(
            asset_name="robot",
            joint_names=["panda_joint.*"],
            body_name="panda_hand",
            controller_cfg=OperationalSpaceControllerCfg(
                target_types=["pose_abs"],
                impedance_mode="variable_kp",
                inertial_dynamics_decoupling=True,
                partial_inertial_dynamics_decoupling=False,
                gravity_compensation=False,
                motion_stiffness_task=100.0,
                motion_damping_ratio_task=1.0,
                motion_stiffness_limits_task=(50.0, 200.0),
                nullspace_control="position",
            ),
            nullspace_joint_pos_target="center",
            position_scale=1.0,
            orientation_scale=1.0,
            stiffness_scale=100.0,
        )
        self.observations.policy.joint_pos = None
        self.observations.policy.joint_vel = None


@configclass
class FrankaReachOscEnvCfg_PLAY(FrankaReachOscEnvCfg):  # noqa: N801  (Isaac Lab's name)
    """Franka's Panda, by poses of its hand and stiffnesses, to look at."""

    def __post_init__(self) -> None:
        super().__post_init__()
        make_playable(self, num_envs=16)


@configclass
class UR10ReachEnvCfg(ReachEnvCfg):
    """UR10, by targets of its joints."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.scene.robot = released.UR10_CFG.replace(prim_path=ROBOT)
        self.events.reset_robot_joints.params["position_range"] = (0.75, 1.25)
        self.actions.arm_action = mdp.JointPositionActionCfg(
            asset_name="robot", joint_names=[".*"], scale=0.5, use_default_offset=True
        )
        set_hand(self, "ee_link", math.pi / 2)


@configclass
class UR10ReachEnvCfg_PLAY(UR10ReachEnvCfg):  # noqa: N801  (Isaac Lab's name)
    """UR10, by targets of its joints, to look at."""

    def __post_init__(self) -> None:
        super().__post_init__()
        make_playable(self)


@configclass
class OpenArmReachEnvCfg(ReachEnvCfg):
    """One OpenArm with its gripper closed, by targets of its joints."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.scene.robot = released.OPENARM_UNI_CFG.replace(prim_path=ROBOT)
        self.scene.robot.init_state.joint_pos["openarm_finger_joint.*"] = 0.0
        arm = ["openarm_joint.*"]
        self.actions.arm_action = mdp.JointPositionActionCfg(
            asset_name="robot", joint_names=arm, scale=0.5, use_default_offset=True
        )
        policy = self.observations.policy
        for term in (policy.joint_pos, policy.joint_vel, self.rewards.joint_vel):
            term.params["asset_cfg"] = SceneEntityCfg("robot", joint_names=arm)
        set_hand(self, "openarm_hand", math.pi / 2)
        ranges = self.commands.ee_pose.ranges
        ranges.pos_x, ranges.pos_y, ranges.pos_z = (0.25, 0.35), (-0.2, 0.2), (0.3, 0.4)
        ranges.roll, ranges.yaw = (-math.pi / 6, math.pi / 6), (-math.pi / 9, math.pi / 9)


@configclass
class OpenArmReachEnvCfg_PLAY(OpenArmReachEnvCfg):  # noqa: N801  (Isaac Lab's name)
    """One OpenArm, to look at."""

    def __post_init__(self) -> None:
        super().__post_init__()
        make_playable(self)


@configclass
class FrankaReachIkAbsEnvCfg_PLAY(FrankaReachIkAbsEnvCfg):  # noqa: N801  (Isaac Lab's name)
    """Franka's Panda, by poses of its hand, to look at."""

    def __post_init__(self) -> None:
        super().__post_init__()
        make_playable(self)


@configclass
class FrankaReachIkRelEnvCfg_PLAY(FrankaReachIkRelEnvCfg):  # noqa: N801  (Isaac Lab's name)
    """Franka's Panda, by changes of the pose of its hand, to look at."""

    def __post_init__(self) -> None:
        super().__post_init__()
        make_playable(self)
