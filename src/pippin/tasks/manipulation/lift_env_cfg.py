"""What all tasks of lifting share: an object goes to commanded places. Values are those of Isaac Lab 2.3.2."""

from __future__ import annotations

from dataclasses import MISSING
from typing import Any

from pippin.assets import ArticulationCfg, AssetBaseCfg
from pippin.envs import ManagerBasedRLEnvCfg
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
from pippin.sensors import FrameTransformerCfg
from pippin.sim import SimulationCfg
from pippin.sim.spawners import DomeLightCfg
from pippin.tasks.manipulation import lift_mdp as mdp
from pippin.tasks.manipulation.scenes import ground_cfg, table_cfg
from pippin.utils import configclass


@configclass
class ObjectTableSceneCfg(InteractiveSceneCfg):
    """An arm at a table with an object; a robot's config sets arm, object, and the frame between the fingers."""

    robot: ArticulationCfg = MISSING
    ee_frame: FrameTransformerCfg = MISSING
    object: Any = MISSING
    table = table_cfg(0.5)
    plane = ground_cfg("/World/GroundPlane")
    light = AssetBaseCfg(prim_path="/World/light", spawn=DomeLightCfg(color=(0.75, 0.75, 0.75), intensity=3000.0))


@configclass
class CommandsCfg:
    """A place for the object in the frame of the robot's root, new every five seconds."""

    object_pose = mdp.UniformPoseCommandCfg(
        asset_name="robot",
        body_name=MISSING,  # type: ignore[arg-type]
        resampling_time_range=(5.0, 5.0),
        debug_vis=True,
        ranges=mdp.UniformPoseCommandCfg.Ranges(
            pos_x=(0.4, 0.6), pos_y=(-0.25, 0.25), pos_z=(0.25, 0.5), roll=(0.0, 0.0), pitch=(0.0, 0.0), yaw=(0.0, 0.0)
        ),
    )


@configclass
class ActionsCfg:
    """What moves arm and gripper; a robot sets them."""

    arm_action: Any = MISSING
    gripper_action: Any = MISSING


@configclass
class ObservationsCfg:
    """What the policy sees."""

    @configclass
    class PolicyCfg(ObservationGroupCfg):
        """Joints, object, its goal, last action."""

        joint_pos = ObservationTermCfg(func=mdp.joint_pos_rel)
        joint_vel = ObservationTermCfg(func=mdp.joint_vel_rel)
        object_position = ObservationTermCfg(func=mdp.object_position_in_robot_root_frame)
        target_object_position = ObservationTermCfg(func=mdp.generated_commands, params={"command_name": "object_pose"})
        actions = ObservationTermCfg(func=mdp.last_action)

        def __post_init__(self) -> None:
            self.enable_corruption = True
            self.concatenate_terms = True

    policy: PolicyCfg = PolicyCfg()


@configclass
class EventCfg:
    """Where episodes begin: all at its default, the object anywhere on part of the table."""

    reset_all = EventTermCfg(func=mdp.reset_scene_to_default, mode="reset")
    reset_object_position = EventTermCfg(
        func=mdp.reset_root_state_uniform,
        mode="reset",
        params={
            "pose_range": {"x": (-0.1, 0.1), "y": (-0.25, 0.25), "z": (0.0, 0.0)},
            "velocity_range": {},
            "asset_cfg": SceneEntityCfg("object", body_names="Object"),
        },
    )


@configclass
class RewardsCfg:
    """Reach the object, lift it, bring it to its goal, with little motion."""

    reaching_object = RewardTermCfg(func=mdp.object_ee_distance, params={"std": 0.1}, weight=1.0)
    lifting_object = RewardTermCfg(func=mdp.object_is_lifted, params={"minimal_height": 0.04}, weight=15.0)
    object_goal_tracking = RewardTermCfg(
        func=mdp.object_goal_distance,
        params={"std": 0.3, "minimal_height": 0.04, "command_name": "object_pose"},
        weight=16.0,
    )
    object_goal_tracking_fine_grained = RewardTermCfg(
        func=mdp.object_goal_distance,
        params={"std": 0.05, "minimal_height": 0.04, "command_name": "object_pose"},
        weight=5.0,
    )
    action_rate = RewardTermCfg(func=mdp.action_rate_l2, weight=-1e-4)
    joint_vel = RewardTermCfg(func=mdp.joint_vel_l2, weight=-1e-4, params={"asset_cfg": SceneEntityCfg("robot")})


@configclass
class TerminationsCfg:
    """The object drops from the table, or time is over."""

    time_out = TerminationTermCfg(func=mdp.time_out, time_out=True)
    object_dropping = TerminationTermCfg(
        func=mdp.root_height_below_minimum, params={"minimum_height": -0.05, "asset_cfg": SceneEntityCfg("object")}
    )


@configclass
class CurriculumCfg:
    """Motion costs more after 10,000 steps."""

    action_rate = CurriculumTermCfg(
        func=mdp.modify_reward_weight, params={"term_name": "action_rate", "weight": -1e-1, "num_steps": 10000}
    )
    joint_vel = CurriculumTermCfg(
        func=mdp.modify_reward_weight, params={"term_name": "joint_vel", "weight": -1e-1, "num_steps": 10000}
    )


@configclass
class LiftEnvCfg(ManagerBasedRLEnvCfg):
    """Lift an object; a robot sets itself, its actions, the object, the frame of its hand and the command's body."""

    sim: SimulationCfg = SimulationCfg()
    scene: Any = ObjectTableSceneCfg(num_envs=4096, env_spacing=2.5)
    observations: Any = ObservationsCfg()
    actions: Any = ActionsCfg()
    commands: Any = CommandsCfg()
    rewards: Any = RewardsCfg()
    terminations: Any = TerminationsCfg()
    events: Any = EventCfg()
    curriculum: Any = CurriculumCfg()

    def __post_init__(self) -> None:
        self.decimation = 2
        self.episode_length_s = 5.0
        self.sim.dt = 0.01
        self.sim.render_interval = self.decimation
        self.sim.physx.bounce_threshold_velocity = 0.01
