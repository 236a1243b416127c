"""ARL Robot 1 flies to places between floating boxes that a camera sees. Values are those of Isaac Lab 3.0.0.

What the policy sees of the depth image a trained encoder finds: the released
``Isaac/IsaacLab/Contrib/Drone/vae_model.pt`` below ``PIPPIN_ASSETS_ROOT``, or another that ``model_path`` names.
"""

from __future__ import annotations

import math
from dataclasses import MISSING
from typing import Any

from pippin.controllers import LeeVelControllerCfg
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
from pippin.robots import released
from pippin.scene import InteractiveSceneCfg
from pippin.sensors import ContactSensorCfg, MultiMeshRayCasterCameraCfg, patterns
from pippin.sim import PhysxCfg, SimulationCfg
from pippin.sim.spawners import RigidBodyMaterialCfg
from pippin.tasks.drone_arl import obstacles_mdp as mdp
from pippin.tasks.drone_arl.obstacles import OBSTACLE_SCENE_CFG, generate_obstacle_collection
from pippin.tasks.manipulation.scenes import sky_light_cfg
from pippin.utils import configclass
from pippin.utils.noise import UniformNoiseCfg

ROOM = OBSTACLE_SCENE_CFG


def _noisy(func: Any, **params: Any) -> ObservationTermCfg:
    return ObservationTermCfg(func=func, params=params, noise=UniformNoiseCfg(n_min=-0.1, n_max=0.1))


def _seen_by_camera(name: str) -> MultiMeshRayCasterCameraCfg.RaycastTargetCfg:
    return MultiMeshRayCasterCameraCfg.RaycastTargetCfg(
        prim_expr=f"{{ENV_REGEX_NS}}/obstacle_{name}", is_shared=False, track_mesh_transforms=True
    )


@configclass
class ArlNavigationSceneCfg(InteractiveSceneCfg):
    """A multirotor, which a robot's config sets, in a room of boxes that its camera sees."""

    object_collection = generate_obstacle_collection(ROOM)
    robot: Any = MISSING
    depth_camera = MultiMeshRayCasterCameraCfg(
        prim_path="{ENV_REGEX_NS}/Robot/base_link",
        mesh_prim_paths=[_seen_by_camera(name) for name in (*ROOM.wall_cfgs, *map(str, range(ROOM.max_num_obstacles)))],
        offset=MultiMeshRayCasterCameraCfg.OffsetCfg(
            pos=(0.15, 0.0, 0.04), rot=(1.0, 0.0, 0.0, 0.0), convention="world"
        ),
        update_period=0.1,
        pattern_cfg=patterns.PinholeCameraPatternCfg(
            width=480, height=270, focal_length=0.193, horizontal_aperture=0.36, vertical_aperture=0.21
        ),
        data_types=["distance_to_image_plane"],
        max_distance=10.0,
        depth_clipping_behavior="max",
    )
    contact_forces = ContactSensorCfg(
        prim_path="{ENV_REGEX_NS}/Robot/[^/]*", update_period=0.0, history_length=10, debug_vis=False
    )
    sky_light = sky_light_cfg()


@configclass
class CommandsCfg:
    """A place at the other end of the room."""

    target_pose = mdp.DroneUniformPoseCommandCfg(
        asset_name="robot",
        body_name="base_link",
        resampling_time_range=(10.0, 10.0),
        debug_vis=True,
        ranges=mdp.DroneUniformPoseCommandCfg.Ranges(
            pos_x=(4.0, 5.0),
            pos_y=(-3.0, 3.0),
            pos_z=(1.0, 5.0),
            **dict.fromkeys(("roll", "pitch", "yaw"), (-0.0, 0.0)),
        ),
    )


@configclass
class ActionsCfg:
    """How fast and how steeply to fly ahead, and how fast to turn."""

    velocity_commands = mdp.NavigationActionCfg(
        asset_name="robot",
        scale=1.0,
        offset=0.0,
        preserve_order=False,
        use_default_offset=False,
        controller_cfg=LeeVelControllerCfg(
            K_vel_range=((2.5, 2.5, 1.5), (3.5, 3.5, 2.0)),
            K_rot_range=((1.6, 1.6, 0.25), (1.85, 1.85, 0.4)),
            K_angvel_range=((0.4, 0.4, 0.075), (0.5, 0.5, 0.09)),
            max_inclination_angle_rad=math.pi / 3.0,
            max_yaw_rate=math.pi / 3.0,
        ),
        max_magnitude=2.0,
        max_yaw_command=3.14 / 3.0,
        max_inclination_angle=3.14 / 4.0,
    )


@configclass
class ObservationsCfg:
    """What the policy sees."""

    @configclass
    class PolicyCfg(ObservationGroupCfg):
        """Way to the goal, tilt, velocities, last command, and what an encoder finds in the depth image."""

        base_link_position = _noisy(
            mdp.generated_drone_commands, command_name="target_pose", asset_cfg=SceneEntityCfg("robot")
        )
        base_roll_pitch = _noisy(mdp.base_roll_pitch)
        base_lin_vel = _noisy(mdp.base_lin_vel)
        base_ang_vel = _noisy(mdp.base_ang_vel)
        last_action = ObservationTermCfg(func=mdp.last_action_navigation, params={"action_name": "velocity_commands"})
        depth_latent = ObservationTermCfg(
            func=mdp.ImageLatentObservation,
            params={"sensor_cfg": SceneEntityCfg("depth_camera"), "data_type": "distance_to_image_plane"},
        )

        def __post_init__(self) -> None:
            self.enable_corruption = False
            self.concatenate_terms = True

    policy: PolicyCfg = PolicyCfg()


@configclass
class EventCfg:
    """Where episodes begin: at one end of the room, slow, with other boxes each time."""

    reset_base = EventTermCfg(
        func=mdp.reset_root_state_uniform,
        mode="reset",
        params={
            "pose_range": {
                "x": (-5.0, -4.5),
                "y": (-3.0, 3.0),
                "z": (1.0, 5.0),
                "yaw": (-math.pi / 6.0, math.pi / 6.0),
            },
            "velocity_range": dict.fromkeys(("x", "y", "z", "roll", "pitch", "yaw"), (-0.2, 0.2)),
        },
    )
    reset_obstacles = EventTermCfg(
        func=mdp.reset_obstacles_with_individual_ranges,
        mode="reset",
        params={
            "asset_cfg": SceneEntityCfg("object_collection"),
            "obstacle_configs": ROOM.obstacle_cfgs,
            "wall_configs": ROOM.wall_cfgs,
            "env_size": ROOM.env_size,
            "use_curriculum": True,
            "min_num_obstacles": ROOM.min_num_obstacles,
            "max_num_obstacles": ROOM.max_num_obstacles,
            "ground_offset": ROOM.ground_offset,
        },
    )


def _near_goal(weight: float, std: float) -> RewardTermCfg:
    params = {"asset_cfg": SceneEntityCfg("robot"), "std": std, "command_name": "target_pose"}
    return RewardTermCfg(func=mdp.distance_to_goal_exp_curriculum, weight=weight, params=params)


@configclass
class RewardsCfg:
    """Be near the goal, fly towards it, with small and steady actions, without a crash."""

    goal_dist_exp1 = _near_goal(weight=2.0, std=7.0)
    goal_dist_exp2 = _near_goal(weight=4.0, std=0.5)
    velocity_reward = RewardTermCfg(
        func=mdp.velocity_to_goal_reward_curriculum,
        weight=0.5,
        params={"asset_cfg": SceneEntityCfg("robot"), "command_name": "target_pose"},
    )
    action_rate_l2 = RewardTermCfg(func=mdp.action_rate_l2, weight=-0.05)
    action_magnitude_l2 = RewardTermCfg(func=mdp.action_l2, weight=-0.05)
    termination_penalty = RewardTermCfg(func=mdp.is_terminated, weight=-100.0)


@configclass
class TerminationsCfg:
    """Episodes end by time, or where something is touched."""

    time_out = TerminationTermCfg(func=mdp.time_out, time_out=True)
    collision = TerminationTermCfg(
        func=mdp.illegal_contact,
        params={"sensor_cfg": SceneEntityCfg("contact_forces", body_names=".*"), "threshold": 1.0},
        time_out=False,
    )


@configclass
class CurriculumCfg:
    """More boxes where goals are reached."""

    obstacle_levels = CurriculumTermCfg(
        func=mdp.ObstacleDensityCurriculum,
        params={"asset_cfg": SceneEntityCfg("robot"), "max_difficulty": 10, "min_difficulty": 0},
    )


@configclass
class NavigationVelocityFloatingObstacleEnvCfg(ManagerBasedRLEnvCfg):
    """Fly to places between boxes. Configs of multirotors set the robot."""

    decimation = 10
    episode_length_s = 10.0
    sim: SimulationCfg = SimulationCfg(
        dt=0.01,
        render_interval=10,
        physics_material=RigidBodyMaterialCfg(
            friction_combine_mode="multiply",
            restitution_combine_mode="multiply",
            static_friction=1.0,
            dynamic_friction=1.0,
        ),
        physics=PhysxCfg(),
    )
    scene: ArlNavigationSceneCfg = ArlNavigationSceneCfg(num_envs=1024, env_spacing=20.5)
    observations: ObservationsCfg = ObservationsCfg()
    actions: ActionsCfg = ActionsCfg()
    commands: CommandsCfg = CommandsCfg()
    rewards: RewardsCfg = RewardsCfg()
    terminations: TerminationsCfg = TerminationsCfg()
    events: EventCfg = EventCfg()
    curriculum: CurriculumCfg = CurriculumCfg()

    def __post_init__(self) -> None:
        """Read contacts with each step."""
        self.scene.contact_forces.update_period = self.sim.dt


@configclass
class FloatingObstacleEnvCfg(NavigationVelocityFloatingObstacleEnvCfg):
    """ARL Robot 1 flies to places between boxes."""

    def __post_init__(self) -> None:
        """Set the robot."""
        super().__post_init__()
        self.scene.robot = released.ARL_ROBOT_1_CFG.replace(prim_path="{ENV_REGEX_NS}/Robot")
        self.scene.robot.actuators["thrusters"].dt = self.sim.dt

    def play_mode(self) -> None:
        """Look at hard environments."""
        super().play_mode()
        self.curriculum.obstacle_levels.params |= {"max_difficulty": 40, "min_difficulty": 39}
