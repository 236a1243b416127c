"""Ant with managers. Values are those that Isaac Lab 2.3.2 releases."""

from __future__ import annotations

from typing import Any

from pippin.assets import AssetBaseCfg
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
from pippin.scene import InteractiveSceneCfg
from pippin.scene.terrains import TerrainImporterCfg
from pippin.sim import SimulationCfg
from pippin.sim.spawners import DistantLightCfg, RigidBodyMaterialCfg
from pippin.tasks.locomotion import mdp
from pippin.utils import configclass

TARGET = {"target_pos": (1000.0, 0.0, 0.0)}
GEARS = {"gear_ratio": {".*": 15.0}}
FEET = ["front_left_foot", "front_right_foot", "left_back_foot", "right_back_foot"]

PLANE = TerrainImporterCfg(
    prim_path="/World/ground",
    terrain_type="plane",
    collision_group=-1,
    physics_material=RigidBodyMaterialCfg(
        friction_combine_mode="average",
        restitution_combine_mode="average",
        static_friction=1.0,
        dynamic_friction=1.0,
        restitution=0.0,
    ),
    debug_vis=False,
)


@configclass
class MySceneCfg(InteractiveSceneCfg):
    """An ant on a plane."""

    terrain = PLANE
    robot = released.ANT_CFG.replace(prim_path="{ENV_REGEX_NS}/Robot")
    light = AssetBaseCfg(prim_path="/World/light", spawn=DistantLightCfg(color=(0.75, 0.75, 0.75), intensity=3000.0))


@configclass
class ActionsCfg:
    """Torques of all joints: half their gear of 15 N m."""

    joint_effort = mdp.JointEffortActionCfg(asset_name="robot", joint_names=[".*"], scale=7.5)


@configclass
class ObservationsCfg:
    """What the policy sees."""

    @configclass
    class PolicyCfg(ObservationGroupCfg):
        """State of base and joints, way to the target, wrenches on the feet, last action."""

        base_height = ObservationTermCfg(func=mdp.base_pos_z)
        base_lin_vel = ObservationTermCfg(func=mdp.base_lin_vel)
        base_ang_vel = ObservationTermCfg(func=mdp.base_ang_vel)
        base_yaw_roll = ObservationTermCfg(func=mdp.base_yaw_roll)
        base_angle_to_target = ObservationTermCfg(func=mdp.base_angle_to_target, params=TARGET)
        base_up_proj = ObservationTermCfg(func=mdp.base_up_proj)
        base_heading_proj = ObservationTermCfg(func=mdp.base_heading_proj, params=TARGET)
        joint_pos_norm = ObservationTermCfg(func=mdp.joint_pos_limit_normalized)
        joint_vel_rel = ObservationTermCfg(func=mdp.joint_vel_rel, scale=0.2)
        feet_body_forces = ObservationTermCfg(
            func=mdp.body_incoming_wrench,
            scale=0.1,
            params={"asset_cfg": SceneEntityCfg("robot", body_names=FEET)},
        )
        actions = ObservationTermCfg(func=mdp.last_action)

        def __post_init__(self) -> None:
            self.enable_corruption = False
            self.concatenate_terms = True

    policy: PolicyCfg = PolicyCfg()


@configclass
class EventCfg:
    """Where episodes begin: at the default pose, with joints a little off it."""

    reset_base = EventTermCfg(
        func=mdp.reset_root_state_uniform, mode="reset", params={"pose_range": {}, "velocity_range": {}}
    )
    reset_robot_joints = EventTermCfg(
        func=mdp.reset_joints_by_offset,
        mode="reset",
        params={"position_range": (-0.2, 0.2), "velocity_range": (-0.1, 0.1)},
    )


@configclass
class RewardsCfg:
    """Speed towards the target, upright, at little cost."""

    progress = RewardTermCfg(func=mdp.progress_reward, weight=1.0, params=TARGET)
    alive = RewardTermCfg(func=mdp.is_alive, weight=0.5)
    upright = RewardTermCfg(func=mdp.upright_posture_bonus, weight=0.1, params={"threshold": 0.93})
    move_to_target = RewardTermCfg(func=mdp.move_to_target_bonus, weight=0.5, params={"threshold": 0.8, **TARGET})
    action_l2 = RewardTermCfg(func=mdp.action_l2, weight=-0.005)
    energy = RewardTermCfg(func=mdp.power_consumption, weight=-0.05, params=GEARS)
    joint_pos_limits = RewardTermCfg(
        func=mdp.joint_pos_limits_penalty_ratio, weight=-0.1, params={"threshold": 0.99, **GEARS}
    )


@configclass
class TerminationsCfg:
    """The torso falls, or time is over."""

    time_out = TerminationTermCfg(func=mdp.time_out, time_out=True)
    torso_height = TerminationTermCfg(func=mdp.root_height_below_minimum, params={"minimum_height": 0.31})


@configclass
class AntEnvCfg(ManagerBasedRLEnvCfg):
    """Ant."""

    sim: SimulationCfg = SimulationCfg()
    scene: Any = MySceneCfg(num_envs=4096, env_spacing=5.0)
    observations: Any = ObservationsCfg()
    actions: Any = ActionsCfg()
    rewards: Any = RewardsCfg()
    terminations: Any = TerminationsCfg()
    events: Any = EventCfg()

    def __post_init__(self) -> None:
        self.decimation = 2
        self.episode_length_s = 16.0
        self.sim.dt = 1 / 120
        self.sim.render_interval = self.decimation
        self.sim.physx.bounce_threshold_velocity = 0.2
        self.sim.physics_material.static_friction = 1.0
        self.sim.physics_material.dynamic_friction = 1.0
        self.sim.physics_material.restitution = 0.0
