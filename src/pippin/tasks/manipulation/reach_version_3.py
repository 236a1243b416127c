"""Reaching with Franka's Panda and UR10 as Isaac Lab 3.0.0 releases it: what differs from 2.3.2.

Episodes end where the hand is at its goal, which is rewarded; large actions cost; the physics steps twice as often, and
the robot stands before a box.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch

from pippin.actuators import IdealPDActuatorCfg
from pippin.assets import AssetBaseCfg
from pippin.envs import mdp
from pippin.envs.managers import EventTermCfg, ObservationTermCfg, RewardTermCfg, SceneEntityCfg, TerminationTermCfg
from pippin.robots import released
from pippin.sim import PhysxCfg
from pippin.sim.schemas import CollisionPropertiesCfg
from pippin.sim.spawners import CuboidCfg
from pippin.tasks.engines import ReachPhysicsCfg
from pippin.tasks.manipulation import reach_env_cfg as version_2
from pippin.tasks.manipulation import reach_robots
from pippin.utils import as_torch, configclass
from pippin.utils.math import compute_pose_error, subtract_frame_transforms
from pippin.utils.presets import PresetCfg, preset

if TYPE_CHECKING:
    from pippin.envs import ManagerBasedRLEnv


def absolute_ik_action() -> Any:
    """Poses of the hand as actions, in the middle of the commanded ones at 0."""
    action = reach_robots.franka_ik_action(relative=False)
    action.body_offset = None
    action.controller.ik_params = {"lambda_val": 0.45}
    action.scale = (0.15, 0.2, 0.175, 1.0, 1.0, 1.0, 1.0)
    action.offset = (0.5, 0.0, 0.325, 0.0, 0.0, 0.0, 0.0)
    return action


@configclass
class ReachSceneCfg(version_2.ReachSceneCfg):
    """An arm before a box, whose top is at the height of the arm's base."""

    table = AssetBaseCfg(
        prim_path="{ENV_REGEX_NS}/Table",
        init_state=AssetBaseCfg.InitialStateCfg(pos=(0.5, 0.0, -0.5)),
        spawn=CuboidCfg(size=(0.9, 1.3, 1.0), collision_props=CollisionPropertiesCfg()),
    )


@configclass
class CommandsCfg(version_2.CommandsCfg):
    """A pose of the hand in the frame of the robot's root, new every four seconds; a robot sets body and pitch."""

    def __post_init__(self) -> None:
        self.ee_pose.position_success_threshold = 0.05
        self.ee_pose.orientation_success_threshold = 0.2


@configclass
class RewardsCfg(version_2.RewardsCfg):
    """The commanded pose, above all once it is reached, and little motion."""

    end_effector_position_tracking_fine_grained: Any = None
    success = RewardTermCfg(func=mdp.is_terminated_term, weight=10.0, params={"term_keys": ["success"]})
    action_magnitude = RewardTermCfg(func=mdp.action_l2, weight=-0.005)


@configclass
class TerminationsCfg(version_2.TerminationsCfg):
    """The hand is at its goal, or time is over."""

    success = TerminationTermCfg(func=mdp.pose_command_success, params={"command_name": "ee_pose"})


def _step_finely(cfg: Any) -> None:
    """Let the physics step at 120 Hz, four steps for an action, with one of version 3's engines."""
    cfg.decimation = 4
    cfg.sim.dt = 1 / 120
    cfg.sim.render_interval = cfg.decimation
    cfg.sim.physics = ReachPhysicsCfg()


@configclass
class ReachEnvCfg(version_2.ReachEnvCfg):
    """Reach commanded poses; a robot sets itself, the command's body and pitch, the rewards' bodies and the action."""

    scene: Any = ReachSceneCfg(num_envs=4096, env_spacing=2.5)
    commands: Any = CommandsCfg()
    rewards: Any = RewardsCfg()
    terminations: Any = TerminationsCfg()

    def __post_init__(self) -> None:
        super().__post_init__()
        _step_finely(self)


@configclass
class UR10ReachEnvCfg(reach_robots.UR10ReachEnvCfg):
    """UR10, by targets of its joints."""

    scene: Any = ReachSceneCfg(num_envs=4096, env_spacing=2.5)
    commands: Any = CommandsCfg()
    rewards: Any = RewardsCfg()
    terminations: Any = TerminationsCfg()

    def __post_init__(self) -> None:
        super().__post_init__()
        _step_finely(self)
        self.rewards.joint_vel.params["asset_cfg"].joint_names = [".*"]


DAMPING = {
    "panda_joint1": 40.0,
    "panda_joint2": 60.0,
    "panda_joint3": 35.0,
    "panda_joint4": 60.0,
    "panda_joint[5-6]": 15.0,
    "panda_joint7": 12.0,
}
"""Damping of the arm's joints by what they carry [N m s/rad]."""


STIFFNESS_HOLDING = {"panda_joint[1-2]": 100.0, "panda_joint[3-4]": 75.0, "panda_joint[5-7]": 30.0}
"""Stiffness of the arm's joints where it holds its hand at a goal [N m/rad]."""


@configclass
class FrankaArmActionCfg(PresetCfg):
    """Actions of the arm: targets of joints, or changes of the hand's pose, or poses about the middle of the goals."""

    joint_pos: Any = mdp.JointPositionActionCfg(asset_name="robot", joint_names=["panda_joint.*"], scale=0.5)
    diffik: Any = reach_robots.franka_ik_action(relative=True).replace(scale=(0.05, 0.05, 0.05, 0.5, 0.5, 0.5))
    diffik_abs: Any = absolute_ik_action()
    default: Any = mdp.JointPositionActionCfg(asset_name="robot", joint_names=["panda_joint.*"], scale=0.5)


def _by_engine(newton: Any, physx: Any) -> PresetCfg:
    """A value that differs between the engines."""
    return preset(default=newton, isaacsim_physx=physx, physx=physx, ovphysx=physx)


def pose_command_error(env: ManagerBasedRLEnv, command_name: str) -> torch.Tensor:
    """Goal of a pose command from where the body is, in the frame of the robot's root.

    Returns:
        Distances [m], then the rotation as axis times angle [rad], shape (N, 6).
    """
    command = env.command_manager.get_term(command_name)
    data, body = command.robot.data, command.body_idx
    position, orientation = subtract_frame_transforms(
        as_torch(data.root_pos_w),
        as_torch(data.root_quat_w),
        as_torch(data.body_pos_w)[:, body],
        as_torch(data.body_quat_w)[:, body],
    )
    goal = as_torch(command.command)
    errors = compute_pose_error(position, orientation, goal[:, :3], goal[:, 3:], rot_error_type="axis_angle")
    return torch.cat([as_torch(error) for error in errors], dim=-1)


def _reset_by_offset(joints: str, most: float) -> EventTermCfg:
    """Let joints begin near their defaults [rad or m]."""
    return EventTermCfg(
        func=mdp.reset_joints_by_offset,
        mode="reset",
        params={
            "position_range": (-most, most),
            "velocity_range": (0.0, 0.0),
            "asset_cfg": SceneEntityCfg("robot", joint_names=joints),
        },
    )


@configclass
class EventCfg:
    """Where episodes begin: the arm near its default, the fingers at theirs."""

    reset_robot_joints = _reset_by_offset("panda_joint.*", 0.1)
    reset_robot_fingers = _reset_by_offset("panda_finger_joint.*", 0.0)


def _offer_fewer_colliders(cfg: Any) -> None:
    """Let hand and finger tips alone collide, where the release's file of the robot is on this machine."""
    variants = cfg.scene.robot.spawn.variants
    fewer = released.FRANKA_MINIMAL_CFG.spawn.variants
    variants["Colliders"] = preset(default=variants["Colliders"], minimal=fewer["Colliders"])


@configclass
class FrankaReachEnvCfg(reach_robots.FrankaReachEnvCfg):
    """Franka's Panda, by targets of its joints."""

    scene: Any = ReachSceneCfg(num_envs=4096, env_spacing=2.5)
    commands: Any = CommandsCfg()
    rewards: Any = RewardsCfg()
    terminations: Any = TerminationsCfg()
    events: Any = EventCfg()

    def __post_init__(self) -> None:
        super().__post_init__()
        _step_finely(self)
        self.scene.robot = released.FRANKA_PANDA_CFG.replace(prim_path=reach_robots.ROBOT)
        self.scene.robot.actuators["panda_arm"].damping = dict(DAMPING)
        self.rewards.joint_vel.params["asset_cfg"].joint_names = ["panda_joint.*"]
        _offer_fewer_colliders(self)
        self._offer_controllers()
        self._offer_to_hold()

    def validate_config(self) -> None:
        """Refuse alternatives that do not go together.

        Raises:
            ValueError: Holding was chosen with other actions than targets of joints.
        """
        holds = self.observations.policy.ee_target_error is not None
        if holds and not isinstance(self.actions.arm_action, mdp.JointPositionActionCfg):
            raise ValueError("The alternative 'hold' needs targets of joints as actions; choose no other controller.")

    def _offer_controllers(self) -> None:
        """Let inverse kinematics be chosen, without weight on the arm."""
        self.actions.arm_action = FrankaArmActionCfg(
            joint_pos=self.actions.arm_action, default=self.actions.arm_action.copy()
        )
        self.scene.robot.spawn.rigid_props.disable_gravity = preset(default=False, diffik=True, diffik_abs=True)
        magnitude = self.rewards.action_magnitude
        magnitude.weight = preset(default=magnitude.weight, diffik_abs=0.0)

    def _offer_to_hold(self) -> None:
        """Let the hand be held at one goal through an episode, whose distance is seen then."""
        self.observations.policy.ee_target_error = preset(
            default=None, hold=ObservationTermCfg(func=pose_command_error, params={"command_name": "ee_pose"})
        )
        command, rate = self.commands.ee_pose, self.rewards.action_rate
        command.resampling_time_range = preset(default=command.resampling_time_range, hold=(1e9, 1e9))
        self.terminations.success = preset(default=self.terminations.success, hold=None)
        self.rewards.success = preset(
            default=self.rewards.success,
            hold=RewardTermCfg(func=mdp.pose_command_success, weight=10.0, params={"command_name": "ee_pose"}),
        )
        arm, later = self.scene.robot.actuators["panda_arm"], self.curriculum.action_rate.params
        arm.stiffness = preset(default=arm.stiffness, hold=_by_engine(dict(STIFFNESS_HOLDING), arm.stiffness))
        rate.weight = preset(default=rate.weight, hold=_by_engine(rate.weight, -0.01))
        later["weight"] = preset(default=later["weight"], hold=_by_engine(later["weight"], -0.5))


@configclass
class FrankaReachIkAbsEnvCfg(FrankaReachEnvCfg):
    """Franka's Panda without weight, by poses of its hand, about the middle of the commanded ones."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.scene.robot.spawn.rigid_props.disable_gravity = True
        self.rewards.action_magnitude.weight = 0.0
        self.sim.physics = PhysxCfg(bounce_threshold_velocity=0.2)
        self.actions.arm_action = absolute_ik_action()


@configclass
class FrankaReachOscEnvCfg(reach_robots.FrankaReachOscEnvCfg):
    """Franka's Panda, by poses of its hand and stiffnesses, with torques."""

    scene: Any = ReachSceneCfg(num_envs=4096, env_spacing=2.5)
    commands: Any = CommandsCfg()
    rewards: Any = RewardsCfg()
    terminations: Any = TerminationsCfg()
    events: Any = EventCfg()

    def __post_init__(self) -> None:
        super().__post_init__()
        _step_finely(self)
        self.scene.robot = robot = released.FRANKA_PANDA_CFG.replace(prim_path=reach_robots.ROBOT)
        robot.spawn.rigid_props.disable_gravity = True
        held = robot.actuators["panda_arm"]
        robot.actuators["panda_arm"] = IdealPDActuatorCfg(
            joint_names_expr=held.joint_names_expr,
            joint_effort_limit=held.joint_effort_limit,
            joint_velocity_limit=held.joint_velocity_limit,
            stiffness=0.0,
            damping=0.0,
            armature=held.armature,
            viscous_friction=held.viscous_friction,
        )
        self.rewards.joint_vel.params["asset_cfg"].joint_names = ["panda_joint.*"]
        _offer_fewer_colliders(self)
        magnitude = self.rewards.action_magnitude
        magnitude.weight = preset(default=magnitude.weight, diffik_abs=magnitude.weight)  # command lines still name it

    def play_mode(self) -> None:
        """Change the config for watching a policy: 16 environments, observations without noise."""
        super().play_mode()
        self.scene.num_envs = 16
