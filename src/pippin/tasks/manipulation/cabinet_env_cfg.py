"""What all tasks of opening a drawer share. Values are those of Isaac Lab 2.3.2."""

from __future__ import annotations

import math
from dataclasses import MISSING
from typing import Any

from pippin.actuators import ImplicitActuatorCfg
from pippin.assets import ArticulationCfg, AssetBaseCfg
from pippin.envs import ManagerBasedRLEnvCfg
from pippin.envs.managers import (
    EventTermCfg,
    ObservationGroupCfg,
    ObservationTermCfg,
    RewardTermCfg,
    SceneEntityCfg,
    TerminationTermCfg,
)
from pippin.robots.released.props import sektion_cabinet_file
from pippin.scene import InteractiveSceneCfg
from pippin.sensors import FrameTransformerCfg, OffsetCfg
from pippin.sim import SimulationCfg
from pippin.sim.markers.markers import FRAME_MARKER_CFG
from pippin.sim.spawners import DomeLightCfg, GroundPlaneCfg
from pippin.tasks.manipulation import cabinet_mdp as mdp
from pippin.tasks.manipulation.lift_env_cfg import ActionsCfg
from pippin.tasks.manipulation.scenes import rotation
from pippin.utils import configclass

DRAWER = ["drawer_top_joint"]
"""Joint of the drawer that is opened."""

FRAME_MARKER_SMALL_CFG = FRAME_MARKER_CFG.copy()
"""Axes of 0.1 m, which show frames of the gripper and the handle."""
FRAME_MARKER_SMALL_CFG.markers["frame"].scale = (0.10, 0.10, 0.10)


def cabinet_cfg() -> ArticulationCfg:
    """Describe a cabinet in front of the robot, which it faces: it is turned by half a turn about z."""
    return ArticulationCfg(
        prim_path="{ENV_REGEX_NS}/Cabinet",
        spawn=sektion_cabinet_file(),
        init_state=ArticulationCfg.InitialStateCfg(
            pos=(0.8, 0.0, 0.4),
            rot=rotation(yaw=math.pi),
            joint_pos={"door_.*_joint": 0.0, "drawer_.*_joint": 0.0},
        ),
        actuators={
            "drawers": ImplicitActuatorCfg(
                joint_names_expr=["drawer_top_joint", "drawer_bottom_joint"],
                effort_limit_sim=87.0,
                stiffness=10.0,
                damping=1.0,
            ),
            "doors": ImplicitActuatorCfg(
                joint_names_expr=["door_left_joint", "door_right_joint"],
                effort_limit_sim=87.0,
                stiffness=10.0,
                damping=2.5,
            ),
        },
    )


@configclass
class CabinetSceneCfg(InteractiveSceneCfg):
    """A robot and a cabinet; a robot's config sets the robot, and the frames of its gripper and fingers."""

    robot: ArticulationCfg = MISSING
    ee_frame: FrameTransformerCfg = MISSING
    cabinet = cabinet_cfg()
    cabinet_frame = FrameTransformerCfg(
        prim_path="{ENV_REGEX_NS}/Cabinet/sektion",
        debug_vis=True,
        visualizer_cfg=FRAME_MARKER_SMALL_CFG.replace(prim_path="/Visuals/CabinetFrameTransformer"),
        target_frames=[
            FrameTransformerCfg.FrameCfg(
                prim_path="{ENV_REGEX_NS}/Cabinet/drawer_handle_top",
                name="drawer_handle_top",
                # Aligned with the gripper that grasps it.
                offset=OffsetCfg(pos=(0.305, 0.0, 0.01), rot=rotation(0.5 * math.pi, 0.0, -0.5 * math.pi)),
            ),
        ],
    )
    plane = AssetBaseCfg(prim_path="/World/GroundPlane", spawn=GroundPlaneCfg(), collision_group=-1)
    light = AssetBaseCfg(prim_path="/World/light", spawn=DomeLightCfg(color=(0.75, 0.75, 0.75), intensity=3000.0))


@configclass
class ObservationsCfg:
    """What the policy sees."""

    @configclass
    class PolicyCfg(ObservationGroupCfg):
        """Joints, drawer, the way to its handle, last action."""

        joint_pos = ObservationTermCfg(func=mdp.joint_pos_rel)
        joint_vel = ObservationTermCfg(func=mdp.joint_vel_rel)
        cabinet_joint_pos = ObservationTermCfg(
            func=mdp.joint_pos_rel, params={"asset_cfg": SceneEntityCfg("cabinet", joint_names=DRAWER)}
        )
        cabinet_joint_vel = ObservationTermCfg(
            func=mdp.joint_vel_rel, params={"asset_cfg": SceneEntityCfg("cabinet", joint_names=DRAWER)}
        )
        rel_ee_drawer_distance = ObservationTermCfg(func=mdp.rel_ee_drawer_distance)
        actions = ObservationTermCfg(func=mdp.last_action)

        def __post_init__(self) -> None:
            self.enable_corruption = True
            self.concatenate_terms = True

    policy: PolicyCfg = PolicyCfg()


def _friction(asset_cfg: SceneEntityCfg, static: tuple[float, float], dynamic: tuple[float, float]) -> EventTermCfg:
    """Random friction of bodies, once."""
    return EventTermCfg(
        func=mdp.randomize_rigid_body_material,
        mode="startup",
        params={
            "asset_cfg": asset_cfg,
            "static_friction_range": static,
            "dynamic_friction_range": dynamic,
            "restitution_range": (0.0, 0.0),
            "num_buckets": 16,
        },
    )


@configclass
class EventCfg:
    """Random friction; episodes begin at the defaults, the robot's joints near theirs."""

    robot_physics_material = _friction(SceneEntityCfg("robot", body_names=".*"), (0.8, 1.25), (0.8, 1.25))
    cabinet_physics_material = _friction(
        SceneEntityCfg("cabinet", body_names="drawer_handle_top"), (1.0, 1.25), (1.25, 1.5)
    )
    reset_all = EventTermCfg(func=mdp.reset_scene_to_default, mode="reset")
    reset_robot_joints = EventTermCfg(
        func=mdp.reset_joints_by_offset,
        mode="reset",
        params={"position_range": (-0.1, 0.1), "velocity_range": (0.0, 0.0)},
    )


@configclass
class RewardsCfg:
    """Approach the handle, grasp it, open the drawer, with little motion."""

    approach_ee_handle = RewardTermCfg(func=mdp.approach_ee_handle, weight=2.0, params={"threshold": 0.2})
    align_ee_handle = RewardTermCfg(func=mdp.align_ee_handle, weight=0.5)
    approach_gripper_handle = RewardTermCfg(func=mdp.approach_gripper_handle, weight=5.0, params={"offset": MISSING})
    align_grasp_around_handle = RewardTermCfg(func=mdp.align_grasp_around_handle, weight=0.125)
    grasp_handle = RewardTermCfg(
        func=mdp.grasp_handle,
        weight=0.5,
        params={
            "threshold": 0.03,
            "open_joint_pos": MISSING,
            "asset_cfg": SceneEntityCfg("robot", joint_names=MISSING),  # type: ignore[arg-type]
        },
    )
    open_drawer_bonus = RewardTermCfg(
        func=mdp.open_drawer_bonus, weight=7.5, params={"asset_cfg": SceneEntityCfg("cabinet", joint_names=DRAWER)}
    )
    multi_stage_open_drawer = RewardTermCfg(
        func=mdp.multi_stage_open_drawer,
        weight=1.0,
        params={"asset_cfg": SceneEntityCfg("cabinet", joint_names=DRAWER)},
    )
    action_rate_l2 = RewardTermCfg(func=mdp.action_rate_l2, weight=-1e-2)
    joint_vel = RewardTermCfg(func=mdp.joint_vel_l2, weight=-1e-4)


@configclass
class TerminationsCfg:
    """Time is over."""

    time_out = TerminationTermCfg(func=mdp.time_out, time_out=True)


@configclass
class CabinetEnvCfg(ManagerBasedRLEnvCfg):
    """Open the upper drawer; a robot sets itself, its actions, the frames of its gripper, and its fingers' joints."""

    sim: SimulationCfg = SimulationCfg()
    scene: Any = CabinetSceneCfg(num_envs=4096, env_spacing=2.0)
    observations: Any = ObservationsCfg()
    actions: Any = ActionsCfg()
    rewards: Any = RewardsCfg()
    terminations: Any = TerminationsCfg()
    events: Any = EventCfg()

    def __post_init__(self) -> None:
        self.decimation = 1
        self.episode_length_s = 8.0
        self.viewer.eye = (-2.0, 2.0, 2.0)
        self.viewer.lookat = (0.8, 0.0, 0.5)
        self.sim.dt = 1.0 / 60.0
        self.sim.render_interval = self.decimation
        self.sim.physx.bounce_threshold_velocity = 0.01
