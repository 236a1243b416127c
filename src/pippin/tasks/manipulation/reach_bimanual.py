"""Reaching with both arms of a bimanual OpenArm. Values are those that Isaac Lab 2.3.2 releases."""

from __future__ import annotations

import math
from typing import Any

from pippin.assets import ArticulationCfg, AssetBaseCfg
from pippin.envs import ManagerBasedRLEnvCfg, mdp
from pippin.envs.managers import (
    CurriculumTermCfg,
    EventTermCfg,
    ObservationGroupCfg,
    ObservationTermCfg,
    RewardTermCfg,
    SceneEntityCfg,
    TerminationTermCfg,
)
from pippin.robots import released
from pippin.scene import InteractiveSceneCfg
from pippin.sim import SimulationCfg
from pippin.sim.spawners import DomeLightCfg, GroundPlaneCfg
from pippin.tasks.manipulation.scenes import make_playable
from pippin.utils import configclass
from pippin.utils.noise import UniformNoiseCfg


def _joints(side: str) -> dict[str, SceneEntityCfg]:
    """The joints of an arm."""
    return {"asset_cfg": SceneEntityCfg("robot", joint_names=[f"openarm_{side}_joint.*"])}


def _seen(func: Any, side: str) -> ObservationTermCfg:
    """The joints of an arm, with noise."""
    return ObservationTermCfg(func=func, params=_joints(side), noise=UniformNoiseCfg(n_min=-0.01, n_max=0.01))


def _pose(side: str, pos_y: tuple[float, float]) -> mdp.UniformPoseCommandCfg:
    """A pose of a hand in front of its shoulder, new every four seconds."""
    return mdp.UniformPoseCommandCfg(
        asset_name="robot",
        body_name=f"openarm_{side}_hand",
        resampling_time_range=(4.0, 4.0),
        debug_vis=True,
        ranges=mdp.UniformPoseCommandCfg.Ranges(
            pos_x=(0.15, 0.3),
            pos_y=pos_y,
            pos_z=(0.3, 0.5),
            roll=(-math.pi / 6, math.pi / 6),
            pitch=(3 * math.pi / 2, 3 * math.pi / 2),
            yaw=(8 * math.pi / 9, 10 * math.pi / 9),
        ),
    )


def _action(side: str) -> mdp.JointPositionActionCfg:
    """Targets of the joints of an arm."""
    return mdp.JointPositionActionCfg(
        asset_name="robot", joint_names=[f"openarm_{side}_joint.*"], scale=0.5, use_default_offset=True
    )


def _of_hand(func: Any, side: str, weight: float, **params: Any) -> RewardTermCfg:
    """A reward of a hand beside its commanded pose."""
    hand = {"asset_cfg": SceneEntityCfg("robot", body_names=[f"openarm_{side}_hand"])}
    return RewardTermCfg(func=func, weight=weight, params={**hand, "command_name": f"{side}_ee_pose", **params})


def _grown(term: str, weight: float) -> CurriculumTermCfg:
    params = {"term_name": term, "weight": weight, "num_steps": 4500}
    return CurriculumTermCfg(func=mdp.modify_reward_weight, params=params)


@configclass
class ReachSceneCfg(InteractiveSceneCfg):
    """A robot, which its config sets, on a plane."""

    ground = AssetBaseCfg(prim_path="/World/ground", spawn=GroundPlaneCfg())
    robot: ArticulationCfg = released.OPENARM_BI_HIGH_PD_CFG.replace(prim_path="{ENV_REGEX_NS}/Robot")
    light = AssetBaseCfg(prim_path="/World/light", spawn=DomeLightCfg(color=(0.75, 0.75, 0.75), intensity=2500.0))


@configclass
class CommandsCfg:
    """A pose of each hand in the frame of the robot's root."""

    left_ee_pose = _pose("left", (0.15, 0.25))
    right_ee_pose = _pose("right", (-0.25, -0.15))


@configclass
class ActionsCfg:
    """Targets of the joints of both arms."""

    left_arm_action: Any = _action("left")
    right_arm_action: Any = _action("right")


@configclass
class ObservationsCfg:
    """What the policy sees."""

    @configclass
    class PolicyCfg(ObservationGroupCfg):
        """Joints with noise, commands, last actions, of one arm after the other."""

        left_joint_pos = _seen(mdp.joint_pos_rel, "left")
        right_joint_pos = _seen(mdp.joint_pos_rel, "right")
        left_joint_vel = _seen(mdp.joint_vel_rel, "left")
        right_joint_vel = _seen(mdp.joint_vel_rel, "right")
        left_pose_command = ObservationTermCfg(func=mdp.generated_commands, params={"command_name": "left_ee_pose"})
        right_pose_command = ObservationTermCfg(func=mdp.generated_commands, params={"command_name": "right_ee_pose"})
        left_actions = ObservationTermCfg(func=mdp.last_action, params={"action_name": "left_arm_action"})
        right_actions = ObservationTermCfg(func=mdp.last_action, params={"action_name": "right_arm_action"})

        def __post_init__(self) -> None:
            self.enable_corruption = True
            self.concatenate_terms = True

    policy: PolicyCfg = PolicyCfg()


@configclass
class EventCfg:
    """Where episodes begin: joints at a multiple of their defaults."""

    reset_robot_joints = EventTermCfg(
        func=mdp.reset_joints_by_scale,
        mode="reset",
        params={"position_range": (0.5, 1.5), "velocity_range": (0.0, 0.0)},
    )


@configclass
class RewardsCfg:
    """The commanded poses, and little motion."""

    left_end_effector_position_tracking = _of_hand(mdp.position_command_error, "left", -0.2)
    right_end_effector_position_tracking = _of_hand(mdp.position_command_error, "right", -0.25)
    left_end_effector_position_tracking_fine_grained = _of_hand(mdp.position_command_error_tanh, "left", 0.1, std=0.1)
    right_end_effector_position_tracking_fine_grained = _of_hand(mdp.position_command_error_tanh, "right", 0.2, std=0.1)
    left_end_effector_orientation_tracking = _of_hand(mdp.orientation_command_error, "left", -0.1)
    right_end_effector_orientation_tracking = _of_hand(mdp.orientation_command_error, "right", -0.1)
    action_rate = RewardTermCfg(func=mdp.action_rate_l2, weight=-0.0001)
    left_joint_vel = RewardTermCfg(func=mdp.joint_vel_l2, weight=-0.0001, params=_joints("left"))
    right_joint_vel = RewardTermCfg(func=mdp.joint_vel_l2, weight=-0.0001, params=_joints("right"))


@configclass
class TerminationsCfg:
    """Time is over."""

    time_out = TerminationTermCfg(func=mdp.time_out, time_out=True)


@configclass
class CurriculumCfg:
    """Motion costs more after 4,500 steps."""

    action_rate = _grown("action_rate", -0.005)
    left_joint_vel = _grown("left_joint_vel", -0.001)
    right_joint_vel = _grown("right_joint_vel", -0.001)


@configclass
class OpenArmBiReachEnvCfg(ManagerBasedRLEnvCfg):
    """Both arms of an OpenArm, by targets of their joints."""

    decimation = 2
    episode_length_s = 24.0
    sim: SimulationCfg = SimulationCfg(dt=1.0 / 60.0, render_interval=2)
    scene: ReachSceneCfg = ReachSceneCfg(num_envs=4096, env_spacing=2.5)
    observations: ObservationsCfg = ObservationsCfg()
    actions: ActionsCfg = ActionsCfg()
    commands: CommandsCfg = CommandsCfg()
    rewards: RewardsCfg = RewardsCfg()
    terminations: TerminationsCfg = TerminationsCfg()
    events: EventCfg = EventCfg()
    curriculum: CurriculumCfg = CurriculumCfg()

    def __post_init__(self) -> None:
        self.viewer.eye = (3.5, 3.5, 3.5)


@configclass
class OpenArmBiReachEnvCfg_PLAY(OpenArmBiReachEnvCfg):  # noqa: N801  (Isaac Lab's name)
    """Both arms of an OpenArm, to look at."""

    def __post_init__(self) -> None:
        super().__post_init__()
        make_playable(self)
