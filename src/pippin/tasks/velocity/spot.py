"""Boston Dynamics Spot that walks on slightly rough ground. Values are those that Isaac Lab releases."""

from __future__ import annotations

from typing import Any

from pippin.envs.managers import (
    EventTermCfg,
    ObservationGroupCfg,
    ObservationTermCfg,
    RewardTermCfg,
    SceneEntityCfg,
    TerminationTermCfg,
)
from pippin.robots import released as robots
from pippin.scene.terrains import (
    HfRandomUniformTerrainCfg,
    MeshPlaneTerrainCfg,
    TerrainGeneratorCfg,
    TerrainImporterCfg,
)
from pippin.sim.spawners import RigidBodyMaterialCfg
from pippin.tasks.engines import SpotPhysicsCfg
from pippin.tasks.velocity import mdp, spot_mdp
from pippin.tasks.velocity.velocity_env_cfg import LocomotionVelocityRoughEnvCfg
from pippin.utils import configclass
from pippin.utils.noise import UniformNoiseCfg
from pippin.utils.presets import preset

_ROBOT, _FEET = SceneEntityCfg("robot"), SceneEntityCfg("contact_forces", body_names=".*_foot")
_ROBOT_FEET = SceneEntityCfg("robot", body_names=".*_foot")

COBBLESTONE_ROAD_CFG = TerrainGeneratorCfg(
    size=(8.0, 8.0),
    border_width=20.0,
    num_rows=9,
    num_cols=21,
    horizontal_scale=0.1,
    vertical_scale=0.005,
    slope_threshold=0.75,
    difficulty_range=(0.0, 1.0),
    use_cache=False,
    sub_terrains={
        "flat": MeshPlaneTerrainCfg(proportion=0.2),
        "random_rough": HfRandomUniformTerrainCfg(
            proportion=0.2, noise_range=(0.02, 0.05), noise_step=0.02, border_width=0.25
        ),
    },
)
"""Planes and bumps of 2 to 5 cm, half of each."""


@configclass
class SpotActionsCfg:
    """Targets of all joints, about their defaults."""

    joint_pos = mdp.JointPositionActionCfg(asset_name="robot", joint_names=[".*"], scale=0.2, use_default_offset=True)


@configclass
class SpotCommandsCfg:
    """A velocity, new every ten seconds; a tenth of the robots stand."""

    base_velocity = mdp.UniformVelocityCommandCfg(
        asset_name="robot",
        resampling_time_range=(10.0, 10.0),
        rel_standing_envs=0.1,
        rel_heading_envs=0.0,
        heading_command=False,
        debug_vis=True,
        ranges=mdp.UniformVelocityCommandCfg.Ranges(
            lin_vel_x=(-2.0, 3.0), lin_vel_y=(-1.5, 1.5), ang_vel_z=(-2.0, 2.0)
        ),
    )


@configclass
class SpotObservationsCfg:
    """What the policy sees."""

    @configclass
    class PolicyCfg(ObservationGroupCfg):
        """State of base and joints, command, last action; noise where it is switched on."""

        base_lin_vel = ObservationTermCfg(func=mdp.base_lin_vel, noise=UniformNoiseCfg(n_min=-0.1, n_max=0.1))
        base_ang_vel = ObservationTermCfg(func=mdp.base_ang_vel, noise=UniformNoiseCfg(n_min=-0.1, n_max=0.1))
        projected_gravity = ObservationTermCfg(
            func=mdp.projected_gravity, noise=UniformNoiseCfg(n_min=-0.05, n_max=0.05)
        )
        velocity_commands = ObservationTermCfg(func=mdp.generated_commands, params={"command_name": "base_velocity"})
        joint_pos = ObservationTermCfg(func=mdp.joint_pos_rel, noise=UniformNoiseCfg(n_min=-0.05, n_max=0.05))
        joint_vel = ObservationTermCfg(func=mdp.joint_vel_rel, noise=UniformNoiseCfg(n_min=-0.5, n_max=0.5))
        actions = ObservationTermCfg(func=mdp.last_action)

        def __post_init__(self) -> None:
            self.enable_corruption = False
            self.concatenate_terms = True

    policy: PolicyCfg = PolicyCfg()


@configclass
class SpotEventCfg:
    """Robots differ in friction and mass, begin anywhere near their origin and in motion, and are pushed."""

    physics_material = EventTermCfg(
        func=mdp.randomize_rigid_body_material,
        mode="startup",
        params={
            "asset_cfg": SceneEntityCfg("robot", body_names=".*"),
            "static_friction_range": (0.3, 1.0),
            "dynamic_friction_range": (0.3, 0.8),
            "restitution_range": (0.0, 0.0),
            "num_buckets": 64,
        },
    )
    add_base_mass = EventTermCfg(
        func=mdp.randomize_rigid_body_mass,
        mode="startup",
        params={
            "asset_cfg": SceneEntityCfg("robot", body_names="body"),
            "mass_distribution_params": (-2.5, 2.5),
            "operation": "add",
        },
    )
    base_external_force_torque = EventTermCfg(
        func=mdp.apply_external_force_torque,
        mode="reset",
        params={
            "asset_cfg": SceneEntityCfg("robot", body_names="body"),
            "force_range": (0.0, 0.0),
            "torque_range": (-0.0, 0.0),
        },
    )
    reset_base = EventTermCfg(
        func=mdp.reset_root_state_uniform,
        mode="reset",
        params={
            "asset_cfg": _ROBOT,
            "pose_range": {"x": (-0.5, 0.5), "y": (-0.5, 0.5), "yaw": (-3.14, 3.14)},
            "velocity_range": {
                "x": (-1.5, 1.5),
                "y": (-1.0, 1.0),
                "z": (-0.5, 0.5),
                "roll": (-0.7, 0.7),
                "pitch": (-0.7, 0.7),
                "yaw": (-1.0, 1.0),
            },
        },
    )
    reset_robot_joints = EventTermCfg(
        func=spot_mdp.reset_joints_around_default,
        mode="reset",
        params={"position_range": (-0.2, 0.2), "velocity_range": (-2.5, 2.5), "asset_cfg": _ROBOT},
    )
    push_robot = EventTermCfg(
        func=mdp.push_by_setting_velocity,
        mode="interval",
        interval_range_s=(10.0, 15.0),
        params={"asset_cfg": _ROBOT, "velocity_range": {"x": (-0.5, 0.5), "y": (-0.5, 0.5)}},
    )


@configclass
class SpotRewardsCfg:
    """The commanded velocity at a trot, smoothly and with little effort."""

    air_time = RewardTermCfg(
        func=spot_mdp.air_time_reward,
        weight=5.0,
        params={"mode_time": 0.3, "velocity_threshold": 0.5, "asset_cfg": _ROBOT, "sensor_cfg": _FEET},
    )
    base_angular_velocity = RewardTermCfg(
        func=spot_mdp.base_angular_velocity_reward, weight=5.0, params={"std": 2.0, "asset_cfg": _ROBOT}
    )
    base_linear_velocity = RewardTermCfg(
        func=spot_mdp.base_linear_velocity_reward,
        weight=5.0,
        params={"std": 1.0, "ramp_rate": 0.5, "ramp_at_vel": 1.0, "asset_cfg": _ROBOT},
    )
    foot_clearance = RewardTermCfg(
        func=spot_mdp.foot_clearance_reward,
        weight=0.5,
        params={"std": 0.05, "tanh_mult": 2.0, "target_height": 0.1, "asset_cfg": _ROBOT_FEET},
    )
    gait = RewardTermCfg(
        func=spot_mdp.GaitReward,
        weight=10.0,
        params={
            "std": 0.1,
            "max_err": 0.2,
            "velocity_threshold": 0.5,
            "synced_feet_pair_names": (("fl_foot", "hr_foot"), ("fr_foot", "hl_foot")),
            "asset_cfg": _ROBOT,
            "sensor_cfg": SceneEntityCfg("contact_forces"),
        },
    )
    action_smoothness = RewardTermCfg(func=spot_mdp.action_smoothness_penalty, weight=-1.0)
    air_time_variance = RewardTermCfg(
        func=spot_mdp.air_time_variance_penalty, weight=-1.0, params={"sensor_cfg": _FEET}
    )
    base_motion = RewardTermCfg(func=spot_mdp.base_motion_penalty, weight=-2.0, params={"asset_cfg": _ROBOT})
    base_orientation = RewardTermCfg(func=spot_mdp.base_orientation_penalty, weight=-3.0, params={"asset_cfg": _ROBOT})
    foot_slip = RewardTermCfg(
        func=spot_mdp.foot_slip_penalty,
        weight=-0.5,
        params={"asset_cfg": _ROBOT_FEET, "sensor_cfg": _FEET, "threshold": 1.0},
    )
    joint_acc = RewardTermCfg(
        func=spot_mdp.joint_acceleration_penalty,
        weight=-1.0e-4,
        params={"asset_cfg": SceneEntityCfg("robot", joint_names=".*_h[xy]")},
    )
    joint_pos = RewardTermCfg(
        func=spot_mdp.joint_position_penalty,
        weight=-0.7,
        params={
            "asset_cfg": SceneEntityCfg("robot", joint_names=".*"),
            "stand_still_scale": 5.0,
            "velocity_threshold": 0.5,
        },
    )
    joint_torques = RewardTermCfg(
        func=spot_mdp.joint_torques_penalty,
        weight=-5.0e-4,
        params={"asset_cfg": SceneEntityCfg("robot", joint_names=".*")},
    )
    joint_vel = RewardTermCfg(
        func=spot_mdp.joint_velocity_penalty,
        weight=-1.0e-2,
        params={"asset_cfg": SceneEntityCfg("robot", joint_names=".*_h[xy]")},
    )


@configclass
class SpotTerminationsCfg:
    """The body or a leg touches something, the robot leaves the ground that there is, or time is over."""

    time_out = TerminationTermCfg(func=mdp.time_out, time_out=True)
    body_contact = TerminationTermCfg(
        func=mdp.illegal_contact,
        params={"sensor_cfg": SceneEntityCfg("contact_forces", body_names=["body", ".*leg"]), "threshold": 1.0},
    )
    terrain_out_of_bounds = TerminationTermCfg(
        func=mdp.terrain_out_of_bounds, params={"asset_cfg": _ROBOT, "distance_buffer": 3.0}, time_out=True
    )


@configclass
class SpotFlatEnvCfg(LocomotionVelocityRoughEnvCfg):
    """Spot, at 50 Hz with steps of 2 ms."""

    observations: Any = SpotObservationsCfg()
    actions: Any = SpotActionsCfg()
    commands: Any = SpotCommandsCfg()
    rewards: Any = SpotRewardsCfg()
    terminations: Any = SpotTerminationsCfg()
    events: Any = SpotEventCfg()

    def __post_init__(self) -> None:
        material = RigidBodyMaterialCfg(
            friction_combine_mode="multiply",
            restitution_combine_mode="multiply",
            static_friction=1.0,
            dynamic_friction=1.0,
        )
        self.scene.terrain = TerrainImporterCfg(
            prim_path="/World/ground",
            terrain_type="generator",
            terrain_generator=COBBLESTONE_ROAD_CFG.copy(),
            max_init_terrain_level=COBBLESTONE_ROAD_CFG.num_rows - 1,
            collision_group=-1,
            physics_material=material,
            debug_vis=True,
        )
        super().__post_init__()
        self.decimation = 10
        self.sim.dt = 0.002
        self.sim.render_interval = self.decimation
        self.scene.contact_forces.update_period = self.sim.dt
        self.scene.robot = robots.SPOT_CFG.replace(prim_path="{ENV_REGEX_NS}/Robot")
        self.scene.height_scanner = None
        self.scene.terrain.terrain_generator.curriculum = False  # as there, where the ground comes after that choice
        self.viewer.eye = (10.5, 10.5, 0.3)


@configclass
class SpotFlatEnvCfg_PLAY(SpotFlatEnvCfg):  # noqa: N801  (Isaac Lab's name)
    """Spot, to look at: few robots, all over the ground."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.scene.num_envs = 50
        self.scene.env_spacing = 2.5
        self.scene.terrain.max_init_terrain_level = None
        self.scene.terrain.terrain_generator.num_rows = 5
        self.scene.terrain.terrain_generator.num_cols = 5


@configclass
class SpotFlatEnvCfgV3(SpotFlatEnvCfg):
    """Spot with the engines that version 3 offers; robots are alike there with MuJoCo Warp."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.sim.physics = SpotPhysicsCfg()
        self.events.physics_material = preset(default=self.events.physics_material, newton_mjwarp=None)
        self.events.add_base_mass = preset(default=self.events.add_base_mass, newton_mjwarp=None)
