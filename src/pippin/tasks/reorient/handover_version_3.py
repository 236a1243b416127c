"""Two Shadow hands pass a ball to and fro, as Isaac Lab 3.0.0 releases it: as two agents, and with managers."""

from __future__ import annotations

import math
from typing import Any

import torch

from pippin.assets import ArticulationCfg, AssetBaseCfg, RigidObjectCfg
from pippin.envs import ManagerBasedRLEnvCfg
from pippin.envs.managers import (
    EventTermCfg,
    ObservationGroupCfg,
    ObservationTermCfg,
    RewardTermCfg,
    SceneEntityCfg,
    TerminationTermCfg,
)
from pippin.robots import released
from pippin.robots.released import hands
from pippin.scene import InteractiveSceneCfg
from pippin.sim import NewtonCfg, SimulationCfg
from pippin.sim.spawners import DomeLightCfg, GroundPlaneCfg, RigidBodyMaterialCfg
from pippin.tasks.engines import HandPhysicsCfg, mjwarp
from pippin.tasks.manipulation.scenes import rotation
from pippin.tasks.reorient import hand_over_env as version_2
from pippin.tasks.reorient import mdp_version_3 as mdp
from pippin.tasks.reorient.handover_goal import (
    GOAL_POSITION_OFFSET,
    HandoverCommandCfg,
    HandoverGoal,
    handover_goal_distance_reward,
)
from pippin.tasks.reorient.inhand_env_cfg import object_params
from pippin.tasks.reorient.manager_version_3 import ResetEventCfg as ReorientResetEventCfg
from pippin.tasks.reorient.manager_version_3 import ShadowHandActionsCfg, ShadowHandRandomizationEventCfg
from pippin.utils import as_torch, configclass
from pippin.utils.presets import PresetCfg


def _hand_cfg(name: str, y: float, yaw: float) -> ArticulationCfg:
    """Describe a hand at a place along y [m], turned about z [rad]."""
    hand = released.SHADOW_HAND_CFG
    state = hand.init_state.replace(pos=(0.0, y, 0.5), rot=rotation(yaw=yaw))
    return hand.replace(prim_path=f"{{ENV_REGEX_NS}}/{name}", init_state=state)


_RIGHT = _hand_cfg("RightRobot", 0.0, -0.5 * math.pi)
_LEFT = _hand_cfg("LeftRobot", -1.0, 0.5 * math.pi)
_BALL = version_2.ShadowHandOverEnvCfg().object_cfg.replace(prim_path="{ENV_REGEX_NS}/object")


@configclass
class HandoverPhysicsCfg(HandPhysicsCfg):
    """Engines of hands that throw a ball."""

    newton_mjwarp: NewtonCfg = mjwarp(substeps=4, cone="elliptic", impratio=10.0)
    default: NewtonCfg = mjwarp(substeps=4, cone="elliptic", impratio=10.0)


def _sim_cfg() -> SimulationCfg:
    return SimulationCfg(
        dt=1 / 120,
        render_interval=2,
        physics_material=RigidBodyMaterialCfg(static_friction=1.0, dynamic_friction=1.0),
        physics=HandoverPhysicsCfg(),
    )


# -- two agents --------------------------------------------------------------------------------------------------------


@configclass
class HandoverEnvCfg(version_2.ShadowHandOverEnvCfg):
    """Hands 1 m apart: each moves 16 joints and 4 tendons, and sees itself, ball and goal."""

    sim: SimulationCfg = _sim_cfg()
    right_robot_cfg: ArticulationCfg = _RIGHT.replace(prim_path="/World/envs/env_.*/RightRobot")
    left_robot_cfg: ArticulationCfg = _LEFT.replace(prim_path="/World/envs/env_.*/LeftRobot")
    actuated_joint_names: list[str] = list(hands.SHADOW_JOINT_NAMES)
    actuated_tendon_names: list[str] = list(hands.SHADOW_TENDON_NAMES)
    actuated_tendon_position_limits: tuple[float, float] = hands.SHADOW_TENDON_POSITION_LIMITS
    """Range of a tendon, the sum of its two joints' [rad]."""

    fingertip_body_names: list[str] = list(hands.SHADOW_FINGERTIP_NAMES)
    success_distance_threshold: float = 0.1
    """Distance from the goal below which the ball is at it [m]."""

    success_steps_required: int = 20
    """Steps at a goal after which the other hand's is the next."""

    goal_position_offset: tuple[float, float, float] = GOAL_POSITION_OFFSET
    """Where the goal of a hand is, in the frame of its root [m]."""


class HandoverEnv(version_2.ShadowHandOverEnv):
    """Lets two hands pass a ball to and fro: whenever it was at one's goal for long enough, the other's is the next."""

    cfg: HandoverEnvCfg

    def __init__(self, cfg: HandoverEnvCfg, render_mode: str | None = None, **kwargs: Any) -> None:
        super().__init__(cfg, render_mode, **kwargs)
        poses = torch.stack([as_torch(hand.data.default_root_pose) for hand in (self.right_hand, self.left_hand)])
        self._goal = HandoverGoal(poses, cfg.goal_position_offset)
        self.goal_pos = self._goal.position
        names = cfg.actuated_tendon_names
        self.actuated_tendon_indices, _ = self.right_hand.find_fixed_tendons(names, preserve_order=True)

    def _apply_action(self) -> None:
        count = len(self.actuated_dof_indices)
        low, high = self.cfg.actuated_tendon_position_limits
        for agent, hand in self._hands.items():
            self._move_joints(agent, self.actions[agent][:, :count])
            lengths = 0.5 * (self.actions[agent][:, count:] + 1.0) * (high - low) + low
            hand.set_fixed_tendon_position_target_index(
                target=lengths.clamp(low, high), fixed_tendon_ids=self.actuated_tendon_indices
            )

    def _get_rewards(self) -> dict[str, torch.Tensor]:
        rewards = super()._get_rewards()
        distance = (self._ball_position() - self.goal_pos).norm(dim=-1)
        self._goal.update(distance < self.cfg.success_distance_threshold, self.cfg.success_steps_required)
        log = self.extras["log"]
        log["Metrics/goal_distance"] = log["dist_goal"]
        log["Diagnostics/success_steps"] = self._goal.success_steps.float().mean()
        self._show_goals()
        return rewards

    def _reset_idx(self, env_ids: Any) -> None:
        rows = slice(None) if env_ids is None else env_ids
        rate, goals = self._goal.success_rate()[rows].mean(), self._goal.goals_reached[rows].mean()
        self._goal.reset(rows)
        super()._reset_idx(env_ids)
        log = self.extras.setdefault("log", {})
        log["Metrics/success_rate"], log["Metrics/consecutive_success"] = rate, goals

    def _scatter_joints(self, hand: Any, env_ids: Any) -> torch.Tensor:
        return mdp.scatter_within_limits(hand, self.cfg.reset_dof_pos_noise, self.cfg.reset_dof_vel_noise, env_ids)


# -- with managers -----------------------------------------------------------------------------------------------------


def _seen(func: Any, hand: str, scale: float | None = None) -> ObservationTermCfg:
    """Describe what is seen of all joints of a hand."""
    return ObservationTermCfg(func=func, scale=scale, params={"asset_cfg": SceneEntityCfg(hand, joint_names=".*")})


def _of_tips(func: Any, hand: str) -> ObservationTermCfg:
    """Describe what is seen of the fingertips of a hand."""
    tips = SceneEntityCfg(hand, body_names=list(hands.SHADOW_FINGERTIP_NAMES))
    return ObservationTermCfg(func=func, params={"asset_cfg": tips})


def _action(name: str) -> ObservationTermCfg:
    return ObservationTermCfg(func=mdp.last_action, params={"action_name": name})


@configclass
class HandoverManagerSceneCfg(InteractiveSceneCfg):
    """Two hands with their fingers towards each other, and a ball above one palm."""

    num_envs: int = 2048
    env_spacing: float = 1.5
    replicate_physics: bool = True
    ground = AssetBaseCfg(prim_path="/World/ground", spawn=GroundPlaneCfg())
    right_hand: ArticulationCfg = _RIGHT
    left_hand: ArticulationCfg = _LEFT
    object: RigidObjectCfg = _BALL
    light = AssetBaseCfg(prim_path="/World/Light", spawn=DomeLightCfg(intensity=2000.0, color=(0.75, 0.75, 0.75)))


@configclass
class CommandsCfg:
    """Where the ball is to be."""

    object_pose = HandoverCommandCfg(asset_name="object", success_distance_threshold=0.1, debug_vis=True)


def _joints_of(hand: str) -> Any:
    term = ShadowHandActionsCfg().joint_pos
    return term.replace(asset_name=hand, joint_names=list(hands.SHADOW_JOINT_NAMES))


@configclass
class ActionsCfg:
    """Targets of the right hand's joints and tendons, then of the left one's."""

    right_hand = _joints_of("right_hand")
    right_hand_tendons = ShadowHandActionsCfg().tendon_pos.replace(asset_name="right_hand")
    left_hand = _joints_of("left_hand")
    left_hand_tendons = ShadowHandActionsCfg().tendon_pos.replace(asset_name="left_hand")


@configclass
class PolicyCfg(ObservationGroupCfg):
    """The right hand, the ball and its goal, and the left hand."""

    right_joint_pos = _seen(mdp.joint_pos_limit_normalized, "right_hand")
    right_joint_vel = _seen(mdp.joint_vel, "right_hand", 0.2)
    right_fingertip_pose = _of_tips(mdp.body_pose_w, "right_hand")
    right_fingertip_vel = _of_tips(mdp.fingertip_vel, "right_hand")
    right_action = _action("right_hand")
    right_tendon_action = _action("right_hand_tendons")
    object_pos = ObservationTermCfg(func=mdp.root_pos_w, params=object_params())
    object_quat = ObservationTermCfg(func=mdp.root_quat_w, params=object_params())
    object_lin_vel = ObservationTermCfg(func=mdp.root_lin_vel_w, params=object_params())
    object_ang_vel = ObservationTermCfg(func=mdp.root_ang_vel_w, scale=0.2, params=object_params())
    goal_pose = ObservationTermCfg(func=mdp.generated_commands, params={"command_name": "object_pose"})
    goal_quat_diff = ObservationTermCfg(
        func=mdp.goal_quat_diff, params=object_params(command_name="object_pose", make_quat_unique=False)
    )
    left_joint_pos = _seen(mdp.joint_pos_limit_normalized, "left_hand")
    left_joint_vel = _seen(mdp.joint_vel, "left_hand", 0.2)
    left_fingertip_pose = _of_tips(mdp.body_pose_w, "left_hand")
    left_fingertip_vel = _of_tips(mdp.fingertip_vel, "left_hand")
    left_action = _action("left_hand")
    left_tendon_action = _action("left_hand_tendons")

    def __post_init__(self) -> None:
        self.enable_corruption = False
        self.concatenate_terms = True


@configclass
class ObservationsCfg:
    """What the policy sees."""

    policy: PolicyCfg = PolicyCfg()


def _reset_hand(name: str) -> EventTermCfg:
    params = {"joint_position_noise": 0.2, "joint_velocity_noise": 0.0, "robot_cfg": SceneEntityCfg(name)}
    return EventTermCfg(func=mdp.reset_reorient_hand, mode="reset", params=params)


def _any_gains(name: str) -> EventTermCfg:
    term = ShadowHandRandomizationEventCfg().robot_joint_stiffness_and_damping
    return term.replace(params={**term.params, "asset_cfg": SceneEntityCfg(name)})


@configclass
class ResetEventCfg:
    """Where episodes begin."""

    reset_object = ReorientResetEventCfg().reset_object
    reset_right_hand = _reset_hand("right_hand")
    reset_left_hand = _reset_hand("left_hand")


@configclass
class HandoverEventCfg(ResetEventCfg):
    """The same, with hands, ball and gravity that differ from one environment and episode to the next."""

    right_hand_joint_stiffness_and_damping = _any_gains("right_hand")
    left_hand_joint_stiffness_and_damping = _any_gains("left_hand")
    object_scale_mass = ShadowHandRandomizationEventCfg().object_scale_mass
    reset_gravity = ShadowHandRandomizationEventCfg().reset_gravity


@configclass
class HandoverEventPresetCfg(PresetCfg):
    """Where episodes begin, with ``presets=randomized`` with other hands, balls and gravity, too."""

    randomized: Any = HandoverEventCfg()
    default: Any = ResetEventCfg()


@configclass
class RewardsCfg:
    """Have the ball at its goal."""

    goal_distance = RewardTermCfg(
        func=handover_goal_distance_reward,
        weight=1.0,
        params={"command_name": "object_pose", "distance_scale": 20.0, "object_cfg": SceneEntityCfg("object")},
    )


@configclass
class TerminationsCfg:
    """Episodes end when the ball falls, or by time."""

    object_out_of_reach = TerminationTermCfg(
        func=mdp.root_height_below_minimum, params=object_params(minimum_height=0.24)
    )
    time_out = TerminationTermCfg(func=mdp.time_out, time_out=True)


@configclass
class HandoverManagerEnvCfg(ManagerBasedRLEnvCfg):
    """Two hands as one agent: targets of 32 joints and 8 tendons; hands, ball and goal seen."""

    decimation = 2
    episode_length_s = 7.5
    sim: SimulationCfg = _sim_cfg()
    scene: HandoverManagerSceneCfg = HandoverManagerSceneCfg()
    observations: ObservationsCfg = ObservationsCfg()
    actions: ActionsCfg = ActionsCfg()
    commands: CommandsCfg = CommandsCfg()
    rewards: RewardsCfg = RewardsCfg()
    terminations: TerminationsCfg = TerminationsCfg()
    events: Any = HandoverEventPresetCfg()
