"""A hand turns a cube to given orientations, one after the other, with managers. Values are Isaac Lab 2.3.2's."""

from __future__ import annotations

from dataclasses import MISSING
from typing import Any

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
from pippin.scene import InteractiveSceneCfg
from pippin.sim import SimulationCfg, UsdFileCfg
from pippin.sim.schemas import MassPropertiesCfg, RigidBodyPropertiesCfg
from pippin.sim.spawners import DistantLightCfg, DomeLightCfg, RigidBodyMaterialCfg
from pippin.tasks.reorient import mdp
from pippin.utils import configclass
from pippin.utils.noise import GaussianNoiseCfg


def object_params(**params: Any) -> dict[str, Any]:
    """Params of a term about the object, and others."""
    return {"asset_cfg": SceneEntityCfg("object"), **params}


def goal_params(**params: Any) -> dict[str, Any]:
    """Params of a term that compares the object with its goal, and others."""
    return {"object_cfg": SceneEntityCfg("object"), "command_name": "object_pose", **params}


def _noise(std: float) -> GaussianNoiseCfg:
    return GaussianNoiseCfg(std=std)


def any_friction(name: str, mode: str = "startup") -> EventTermCfg:
    """Describe an event that draws the friction of an asset."""
    return EventTermCfg(
        func=mdp.randomize_rigid_body_material,
        mode=mode,
        params={
            "asset_cfg": SceneEntityCfg(name, body_names=".*"),
            "static_friction_range": (0.7, 1.3),
            "dynamic_friction_range": (0.7, 1.3),
            "restitution_range": (0.0, 0.0),
            "num_buckets": 250,
        },
    )


def any_mass(entity: SceneEntityCfg, factors: tuple[float, float], mode: str = "startup") -> EventTermCfg:
    """Describe an event that multiplies masses by factors from a range."""
    params = {"asset_cfg": entity, "mass_distribution_params": factors, "operation": "scale"}
    return EventTermCfg(func=mdp.randomize_rigid_body_mass, mode=mode, params=params)


@configclass
class InHandObjectSceneCfg(InteractiveSceneCfg):
    """A hand, which a robot's config sets, and a cube above its palm."""

    robot: ArticulationCfg = MISSING
    object: RigidObjectCfg = RigidObjectCfg(
        prim_path="{ENV_REGEX_NS}/object",
        spawn=UsdFileCfg(
            usd_path=mdp.CUBE,
            rigid_props=RigidBodyPropertiesCfg(
                kinematic_enabled=False, disable_gravity=False, max_depenetration_velocity=1000.0
            ),
            mass_props=MassPropertiesCfg(density=400.0),
        ),
        init_state=RigidObjectCfg.InitialStateCfg(pos=(0.0, -0.19, 0.56)),
    )
    light = AssetBaseCfg(prim_path="/World/light", spawn=DistantLightCfg(color=(0.95, 0.95, 0.95), intensity=1000.0))
    dome_light = AssetBaseCfg(
        prim_path="/World/domeLight", spawn=DomeLightCfg(color=(0.02, 0.02, 0.02), intensity=1000.0)
    )


@configclass
class CommandsCfg:
    """An orientation of the cube, a new one when it is reached."""

    object_pose = mdp.InHandReOrientationCommandCfg(
        asset_name="object",
        init_pos_offset=(0.0, 0.0, -0.04),
        update_goal_on_success=True,
        orientation_success_threshold=0.1,
        make_quat_unique=False,
        marker_pos_offset=(-0.2, -0.06, 0.08),
        debug_vis=True,
    )


@configclass
class ActionsCfg:
    """A moving mean of targets within the joints' limits."""

    joint_pos = mdp.EMAJointPositionToLimitsActionCfg(
        asset_name="robot", joint_names=[".*"], alpha=0.95, rescale_to_limits=True
    )


@configclass
class ObservationsCfg:
    """What the policy sees."""

    @configclass
    class KinematicObsGroupCfg(ObservationGroupCfg):
        """Joints, cube, goal, last action."""

        joint_pos = ObservationTermCfg(func=mdp.joint_pos_limit_normalized, noise=_noise(0.005))
        joint_vel = ObservationTermCfg(func=mdp.joint_vel_rel, scale=0.2, noise=_noise(0.01))
        object_pos = ObservationTermCfg(func=mdp.root_pos_w, noise=_noise(0.002), params=object_params())
        object_quat = ObservationTermCfg(func=mdp.root_quat_w, params=object_params(make_quat_unique=False))
        object_lin_vel = ObservationTermCfg(func=mdp.root_lin_vel_w, noise=_noise(0.002), params=object_params())
        object_ang_vel = ObservationTermCfg(
            func=mdp.root_ang_vel_w, scale=0.2, noise=_noise(0.002), params=object_params()
        )
        goal_pose = ObservationTermCfg(func=mdp.generated_commands, params={"command_name": "object_pose"})
        goal_quat_diff = ObservationTermCfg(
            func=mdp.goal_quat_diff, params=object_params(command_name="object_pose", make_quat_unique=False)
        )
        last_action = ObservationTermCfg(func=mdp.last_action)

        def __post_init__(self) -> None:
            self.enable_corruption = True
            self.concatenate_terms = True

    @configclass
    class NoVelocityKinematicObsGroupCfg(KinematicObsGroupCfg):
        """The same without velocities."""

        def __post_init__(self) -> None:
            super().__post_init__()
            self.joint_vel = None  # type: ignore[assignment]
            self.object_lin_vel = None  # type: ignore[assignment]
            self.object_ang_vel = None  # type: ignore[assignment]

    policy: KinematicObsGroupCfg = KinematicObsGroupCfg()


@configclass
class EventCfg:
    """What differs between environments, and where episodes begin."""

    robot_physics_material = any_friction("robot")
    robot_scale_mass = any_mass(SceneEntityCfg("robot", body_names=".*"), (0.95, 1.05))
    robot_joint_stiffness_and_damping = EventTermCfg(
        func=mdp.randomize_actuator_gains,
        mode="startup",
        params={
            "asset_cfg": SceneEntityCfg("robot", joint_names=".*"),
            "stiffness_distribution_params": (0.3, 3.0),
            "damping_distribution_params": (0.75, 1.5),
            "operation": "scale",
            "distribution": "log_uniform",
        },
    )
    object_physics_material = any_friction("object")
    object_scale_mass = any_mass(SceneEntityCfg("object"), (0.4, 1.6))
    reset_object = EventTermCfg(
        func=mdp.reset_root_state_uniform,
        mode="reset",
        params={
            "pose_range": {axis: [-0.01, 0.01] for axis in "xyz"},
            "velocity_range": {},
            "asset_cfg": SceneEntityCfg("object", body_names=".*"),
        },
    )
    reset_robot_joints = EventTermCfg(
        func=mdp.reset_joints_within_limits_range,
        mode="reset",
        params={
            "position_range": {".*": [0.2, 0.2]},
            "velocity_range": {".*": [0.0, 0.0]},
            "use_default_offset": True,
            "operation": "scale",
        },
    )


@configclass
class RewardsCfg:
    """Turn the cube as commanded, with little motion."""

    track_orientation_inv_l2 = RewardTermCfg(
        func=mdp.track_orientation_inv_l2, weight=1.0, params=goal_params(rot_eps=0.1)
    )
    success_bonus = RewardTermCfg(func=mdp.success_bonus, weight=250.0, params=goal_params())
    joint_vel_l2 = RewardTermCfg(func=mdp.joint_vel_l2, weight=-2.5e-5)
    action_l2 = RewardTermCfg(func=mdp.action_l2, weight=-0.0001)
    action_rate_l2 = RewardTermCfg(func=mdp.action_rate_l2, weight=-0.01)


@configclass
class TerminationsCfg:
    """Episodes end by time, with 50 goals reached, or when the cube has left the hand."""

    time_out = TerminationTermCfg(func=mdp.time_out, time_out=True)
    max_consecutive_success = TerminationTermCfg(
        func=mdp.max_consecutive_success, params={"num_success": 50, "command_name": "object_pose"}
    )
    object_out_of_reach = TerminationTermCfg(func=mdp.object_away_from_robot, params={"threshold": 0.3})


@configclass
class InHandObjectEnvCfg(ManagerBasedRLEnvCfg):
    """Turning a cube; a robot's config sets the hand."""

    scene: InHandObjectSceneCfg = InHandObjectSceneCfg(num_envs=8192, env_spacing=0.6)
    sim: SimulationCfg = SimulationCfg(physics_material=RigidBodyMaterialCfg(static_friction=1.0, dynamic_friction=1.0))
    observations: ObservationsCfg = ObservationsCfg()
    actions: ActionsCfg = ActionsCfg()
    commands: CommandsCfg = CommandsCfg()
    rewards: RewardsCfg = RewardsCfg()
    terminations: TerminationsCfg = TerminationsCfg()
    events: EventCfg = EventCfg()

    def __post_init__(self) -> None:
        """Set the times and the view."""
        self.decimation = 4
        self.episode_length_s = 20.0
        self.sim.dt = 1.0 / 120.0
        self.sim.render_interval = self.decimation
        self.sim.physx.bounce_threshold_velocity = 0.2
        self.viewer.eye = (2.0, 2.0, 2.0)


@configclass
class AllegroCubeEnvCfg(InHandObjectEnvCfg):
    """An Allegro hand turns a cube."""

    def __post_init__(self) -> None:
        """Set the hand."""
        super().__post_init__()
        self.scene.robot = released.ALLEGRO_HAND_CFG.replace(prim_path="{ENV_REGEX_NS}/Robot")


@configclass
class AllegroCubeEnvCfg_PLAY(AllegroCubeEnvCfg):  # noqa: N801 (Isaac Lab's name)
    """The same to be looked at."""

    def __post_init__(self) -> None:
        """Make it smaller and exact, without an end by time."""
        super().__post_init__()
        _make_playable(self)


@configclass
class AllegroCubeNoVelObsEnvCfg(AllegroCubeEnvCfg):
    """The same without velocities among the observations."""

    def __post_init__(self) -> None:
        """Set what is seen."""
        super().__post_init__()
        self.observations.policy = ObservationsCfg.NoVelocityKinematicObsGroupCfg()


@configclass
class AllegroCubeNoVelObsEnvCfg_PLAY(AllegroCubeNoVelObsEnvCfg):  # noqa: N801 (Isaac Lab's name)
    """The same to be looked at."""

    def __post_init__(self) -> None:
        """Make it smaller and exact, without an end by time."""
        super().__post_init__()
        _make_playable(self)


def _make_playable(cfg: InHandObjectEnvCfg) -> None:
    """Make a config one to look at: few hands, without noise and without an end by time."""
    cfg.scene.num_envs = 50
    cfg.observations.policy.enable_corruption = False
    cfg.terminations.time_out = None  # type: ignore[assignment]
