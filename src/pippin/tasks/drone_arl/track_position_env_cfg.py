"""ARL Robot 1 flies to the middle of its environment and stays there. Values are those of Isaac Lab 2.3.2."""

from __future__ import annotations

import math
from dataclasses import MISSING
from typing import Any

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
from pippin.sim import SimulationCfg
from pippin.sim.spawners import RigidBodyMaterialCfg
from pippin.tasks.drone_arl import mdp
from pippin.tasks.manipulation.scenes import sky_light_cfg
from pippin.utils import configclass
from pippin.utils.noise import UniformNoiseCfg

PROPELLERS = ("back_left_prop", "back_right_prop", "front_left_prop", "front_right_prop")


def _noisy(func: Any, bound: float) -> ObservationTermCfg:
    return ObservationTermCfg(func=func, noise=UniformNoiseCfg(n_min=-bound, n_max=bound))


def _of_robot(**params: Any) -> dict[str, Any]:
    return {"asset_cfg": SceneEntityCfg("robot"), **params}


@configclass
class MySceneCfg(InteractiveSceneCfg):
    """A multirotor, which a robot's config sets, under a sky."""

    robot: Any = MISSING
    sky_light = sky_light_cfg()


@configclass
class CommandsCfg:
    """The middle of the environment, level and with a yaw of 0."""

    target_pose = mdp.DroneUniformPoseCommandCfg(
        asset_name="robot",
        body_name="base_link",
        resampling_time_range=(10.0, 10.0),
        debug_vis=True,
        ranges=mdp.DroneUniformPoseCommandCfg.Ranges(
            **dict.fromkeys(("pos_x", "pos_y", "pos_z", "roll", "pitch", "yaw"), (-0.0, 0.0))
        ),
    )


@configclass
class ActionsCfg:
    """Thrusts of the propellers, 0 to 6 N."""

    thrust_command = mdp.ThrustActionCfg(
        asset_name="robot",
        scale=3.0,
        offset=3.0,
        preserve_order=False,
        use_default_offset=False,
        clip=dict.fromkeys(PROPELLERS, (0.0, 6.0)),
    )


@configclass
class ObservationsCfg:
    """What the policy sees."""

    @configclass
    class PolicyCfg(ObservationGroupCfg):
        """Pose and velocities of the base, last action."""

        base_link_position = _noisy(mdp.root_pos_w, 0.1)
        base_orientation = _noisy(mdp.root_quat_w, 0.1)
        base_lin_vel = _noisy(mdp.base_lin_vel, 0.1)
        base_ang_vel = _noisy(mdp.base_ang_vel, 0.1)
        last_action = _noisy(mdp.last_action, 0.0)

        def __post_init__(self) -> None:
            self.enable_corruption = False
            self.concatenate_terms = True

    policy: PolicyCfg = PolicyCfg()


@configclass
class EventCfg:
    """Where episodes begin: up to 1 m off along each axis, tilted by up to 30 degrees, slow."""

    reset_base = EventTermCfg(
        func=mdp.reset_root_state_uniform,
        mode="reset",
        params={
            "pose_range": {
                **dict.fromkeys("xyz", (-1.0, 1.0)),
                **dict.fromkeys(("yaw", "roll", "pitch"), (-math.pi / 6.0, math.pi / 6.0)),
            },
            "velocity_range": dict.fromkeys(("x", "y", "z", "roll", "pitch", "yaw"), (-0.2, 0.2)),
        },
    )


@configclass
class RewardsCfg:
    """Be at the goal, level, with a yaw of 0 and slow, with little change of thrust."""

    distance_to_goal_exp = RewardTermCfg(
        func=mdp.distance_to_goal_exp, weight=25.0, params=_of_robot(std=1.5, command_name="target_pose")
    )
    flat_orientation_l2 = RewardTermCfg(func=mdp.flat_orientation_l2, weight=1.0, params=_of_robot())
    yaw_aligned = RewardTermCfg(func=mdp.yaw_aligned, weight=2.0, params=_of_robot(std=1.0))
    lin_vel_xyz_exp = RewardTermCfg(func=mdp.lin_vel_xyz_exp, weight=2.5, params=_of_robot(std=2.0))
    ang_vel_xyz_exp = RewardTermCfg(func=mdp.ang_vel_xyz_exp, weight=10.0, params=_of_robot(std=10.0))
    action_rate_l2 = RewardTermCfg(func=mdp.action_rate_l2, weight=-0.05)
    action_magnitude_l2 = RewardTermCfg(func=mdp.action_l2, weight=-0.05)
    termination_penalty = RewardTermCfg(func=mdp.is_terminated, weight=-5.0)


@configclass
class TerminationsCfg:
    """Episodes end by time, or 3 m below the middle."""

    time_out = TerminationTermCfg(func=mdp.time_out, time_out=True)
    crash = TerminationTermCfg(func=mdp.root_height_below_minimum, params={"minimum_height": -3.0})


@configclass
class TrackPositionNoObstaclesEnvCfg(ManagerBasedRLEnvCfg):
    """Fly to a place. Configs of multirotors set the robot."""

    decimation = 10
    episode_length_s = 5.0
    sim: SimulationCfg = SimulationCfg(
        dt=0.01,
        render_interval=10,
        physics_material=RigidBodyMaterialCfg(
            friction_combine_mode="multiply",
            restitution_combine_mode="multiply",
            static_friction=1.0,
            dynamic_friction=1.0,
        ),
    )
    scene: MySceneCfg = MySceneCfg(num_envs=4096, env_spacing=2.5)
    observations: ObservationsCfg = ObservationsCfg()
    actions: ActionsCfg = ActionsCfg()
    commands: CommandsCfg = CommandsCfg()
    rewards: RewardsCfg = RewardsCfg()
    terminations: TerminationsCfg = TerminationsCfg()
    events: EventCfg = EventCfg()


@configclass
class NoObstacleEnvCfg(TrackPositionNoObstaclesEnvCfg):
    """ARL Robot 1 flies to a place."""

    def __post_init__(self) -> None:
        self.scene.robot = released.ARL_ROBOT_1_CFG.replace(prim_path="{ENV_REGEX_NS}/Robot")
        self.scene.robot.actuators["thrusters"].dt = self.sim.dt


@configclass
class NoObstacleEnvCfg_PLAY(NoObstacleEnvCfg):  # noqa: N801  (Isaac Lab's name)
    """ARL Robot 1 flies to a place, to look at."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.scene.num_envs = 50
        self.scene.env_spacing = 2.5
        self.observations.policy.enable_corruption = False
