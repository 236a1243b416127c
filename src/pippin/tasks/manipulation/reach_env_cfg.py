"""What all tasks of reaching share: a hand follows commanded poses. Values are those that Isaac Lab 2.3.2 releases."""

from __future__ import annotations

from dataclasses import MISSING
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
from pippin.scene import InteractiveSceneCfg
from pippin.sim import SimulationCfg
from pippin.sim.spawners import DomeLightCfg
from pippin.tasks.manipulation.scenes import ground_cfg, table_cfg
from pippin.utils import configclass
from pippin.utils.noise import UniformNoiseCfg

NOISE = UniformNoiseCfg(n_min=-0.01, n_max=0.01)


@configclass
class ReachSceneCfg(InteractiveSceneCfg):
    """An arm at a table."""

    ground = ground_cfg("/World/ground")
    table = table_cfg(0.55)
    robot: ArticulationCfg = MISSING
    light = AssetBaseCfg(prim_path="/World/light", spawn=DomeLightCfg(color=(0.75, 0.75, 0.75), intensity=2500.0))


@configclass
class CommandsCfg:
    """A pose of the hand in the frame of the robot's root, new every four seconds; a robot sets body and pitch."""

    ee_pose = mdp.UniformPoseCommandCfg(
        asset_name="robot",
        body_name=MISSING,  # type: ignore[arg-type]
        resampling_time_range=(4.0, 4.0),
        debug_vis=True,
        ranges=mdp.UniformPoseCommandCfg.Ranges(
            pos_x=(0.35, 0.65),
            pos_y=(-0.2, 0.2),
            pos_z=(0.15, 0.5),
            roll=(0.0, 0.0),
            pitch=MISSING,  # type: ignore[arg-type]
            yaw=(-3.14, 3.14),
        ),
    )


@configclass
class ActionsCfg:
    """What moves the arm; a robot sets it."""

    arm_action: Any = MISSING
    gripper_action: Any = None


@configclass
class ObservationsCfg:
    """What the policy sees."""

    @configclass
    class PolicyCfg(ObservationGroupCfg):
        """Joints with noise, command, last action."""

        joint_pos = ObservationTermCfg(func=mdp.joint_pos_rel, noise=NOISE)
        joint_vel = ObservationTermCfg(func=mdp.joint_vel_rel, noise=NOISE)
        pose_command = ObservationTermCfg(func=mdp.generated_commands, params={"command_name": "ee_pose"})
        actions = ObservationTermCfg(func=mdp.last_action)

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


def _hand() -> dict[str, Any]:
    """Parameters of rewards of the hand, whose body a robot sets."""
    return {"asset_cfg": SceneEntityCfg("robot", body_names=MISSING), "command_name": "ee_pose"}  # type: ignore[arg-type]


@configclass
class RewardsCfg:
    """The commanded pose, and little motion."""

    end_effector_position_tracking = RewardTermCfg(func=mdp.position_command_error, weight=-0.2, params=_hand())
    end_effector_position_tracking_fine_grained = RewardTermCfg(
        func=mdp.position_command_error_tanh, weight=0.1, params={**_hand(), "std": 0.1}
    )
    end_effector_orientation_tracking = RewardTermCfg(func=mdp.orientation_command_error, weight=-0.1, params=_hand())
    action_rate = RewardTermCfg(func=mdp.action_rate_l2, weight=-0.0001)
    joint_vel = RewardTermCfg(func=mdp.joint_vel_l2, weight=-0.0001, params={"asset_cfg": SceneEntityCfg("robot")})


@configclass
class TerminationsCfg:
    """Time is over."""

    time_out = TerminationTermCfg(func=mdp.time_out, time_out=True)


@configclass
class CurriculumCfg:
    """Motion costs more after 4,500 steps."""

    action_rate = CurriculumTermCfg(
        func=mdp.modify_reward_weight, params={"term_name": "action_rate", "weight": -0.005, "num_steps": 4500}
    )
    joint_vel = CurriculumTermCfg(
        func=mdp.modify_reward_weight, params={"term_name": "joint_vel", "weight": -0.001, "num_steps": 4500}
    )


@configclass
class ReachEnvCfg(ManagerBasedRLEnvCfg):
    """Reach commanded poses; a robot sets itself, the command's body and pitch, the rewards' bodies and the action."""

    sim: SimulationCfg = SimulationCfg()
    scene: Any = ReachSceneCfg(num_envs=4096, env_spacing=2.5)
    observations: Any = ObservationsCfg()
    actions: Any = ActionsCfg()
    commands: Any = CommandsCfg()
    rewards: Any = RewardsCfg()
    terminations: Any = TerminationsCfg()
    events: Any = EventCfg()
    curriculum: Any = CurriculumCfg()

    def __post_init__(self) -> None:
        self.decimation = 2
        self.sim.render_interval = self.decimation
        self.episode_length_s = 12.0
        self.viewer.eye = (3.5, 3.5, 3.5)
        self.sim.dt = 1 / 60
