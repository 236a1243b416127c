"""A hand turns a cube to given orientations, with managers, as Isaac Lab 3.0.0 releases it.

The cubes have version 2's densities: version 3 takes the mass of NVIDIA's file.
"""

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
from pippin.robots.released import hands
from pippin.scene import InteractiveSceneCfg
from pippin.sensors import JointWrenchSensorCfg
from pippin.sim import SimulationCfg
from pippin.sim.markers import VisualizationMarkersCfg
from pippin.sim.spawners import DomeLightCfg, GroundPlaneCfg, RigidBodyMaterialCfg
from pippin.tasks.engines import HandPhysicsCfg
from pippin.tasks.reorient import mdp_version_3 as mdp
from pippin.tasks.reorient.inhand_env_cfg import any_friction, any_mass, goal_params, object_params
from pippin.tasks.reorient.reorient_env import cube_cfg, goal_cfg
from pippin.tasks.reorient.shadow_hand_env_cfg import EventCfg, physics_of
from pippin.utils import configclass
from pippin.utils.presets import PresetCfg


@configclass
class ReorientSceneBaseCfg(InteractiveSceneCfg):
    """A hand and a cube, which a robot's config sets."""

    num_envs: int = 8192
    env_spacing: float = 0.75
    robot: Any = MISSING
    object: RigidObjectCfg = MISSING  # type: ignore[assignment]
    ground = AssetBaseCfg(prim_path="/World/ground", spawn=GroundPlaneCfg())
    light = AssetBaseCfg(prim_path="/World/Light", spawn=DomeLightCfg(intensity=2000.0, color=(0.75, 0.75, 0.75)))


@configclass
class CommandsCfg:
    """An orientation of the cube, a new one when it is reached."""

    object_pose = mdp.ReorientCommandCfg(
        asset_name="object",
        init_pos_offset=(0.0, 0.0, -0.04),
        update_goal_on_success=True,
        make_quat_unique=False,
        marker_pos_offset=(-0.08, -0.09, 0.06),
        debug_vis=True,
    )


@configclass
class ActionsCfg:
    """Targets within the joints' limits."""

    joint_pos = mdp.EMAJointPositionToLimitsActionCfg(
        asset_name="robot", joint_names=MISSING, alpha=1.0, rescale_to_limits=True
    )


@configclass
class ReorientRobotObsCfg(ObservationGroupCfg):
    """What the hand measures of itself."""

    joint_pos = ObservationTermCfg(func=mdp.joint_pos_limit_normalized, params={"asset_cfg": SceneEntityCfg("robot")})
    joint_vel = ObservationTermCfg(func=mdp.joint_vel, scale=0.2, params={"asset_cfg": SceneEntityCfg("robot")})
    fingertip_pose = ObservationTermCfg(func=mdp.body_pose_w, params={"asset_cfg": MISSING})
    fingertip_vel = ObservationTermCfg(func=mdp.fingertip_vel, params={"asset_cfg": MISSING})

    def __post_init__(self) -> None:
        self.concatenate_terms = True


@configclass
class ReorientObjectObsCfg(ObservationGroupCfg):
    """State of the cube, and its goal."""

    object_pos = ObservationTermCfg(func=mdp.root_pos_w, params=object_params())
    object_quat = ObservationTermCfg(func=mdp.root_quat_w, params=object_params(make_quat_unique=False))
    object_lin_vel = ObservationTermCfg(func=mdp.root_lin_vel_w, params=object_params())
    object_ang_vel = ObservationTermCfg(func=mdp.root_ang_vel_w, scale=0.2, params=object_params())
    goal_pose = ObservationTermCfg(func=mdp.generated_commands, params={"command_name": "object_pose"})
    goal_quat_diff = ObservationTermCfg(
        func=mdp.goal_quat_diff, params=object_params(command_name="object_pose", make_quat_unique=False)
    )

    def __post_init__(self) -> None:
        self.concatenate_terms = True


@configclass
class ReorientFullStateObsCfg(ReorientRobotObsCfg, ReorientObjectObsCfg):
    """Hand, cube and goal."""


@configclass
class ObservationsCfg:
    """What the policy sees."""

    @configclass
    class PolicyCfg(ReorientFullStateObsCfg):
        """Hand, cube, goal, last action."""

        last_action = ObservationTermCfg(func=mdp.last_action)

    policy: PolicyCfg = PolicyCfg()


@configclass
class RewardsCfg:
    """Turn the cube as commanded, in its place, with small actions."""

    track_orientation_inv_l2 = RewardTermCfg(
        func=mdp.track_orientation_inv_l2, weight=1.0, params=goal_params(rot_eps=0.1)
    )
    success_bonus = RewardTermCfg(func=mdp.success_bonus, weight=250.0, params=goal_params())
    track_pos_l2 = RewardTermCfg(func=mdp.track_pos_l2, weight=-10.0, params=goal_params())
    action_l2 = RewardTermCfg(func=mdp.action_l2, weight=-0.0002)


@configclass
class TerminationsCfg:
    """Episodes end by time, or when the cube has left its place."""

    time_out = TerminationTermCfg(func=mdp.time_out, time_out=True)
    object_out_of_reach = TerminationTermCfg(func=mdp.object_away_from_goal, params=goal_params(threshold=0.24))


@configclass
class ResetEventCfg:
    """Where episodes begin."""

    reset_object = EventTermCfg(
        func=mdp.reset_root_state_with_random_orientation,
        mode="reset",
        params=object_params(pose_range=dict.fromkeys("xyz", (-0.01, 0.01)), velocity_range={}),
    )
    reset_hand = EventTermCfg(
        func=mdp.reset_reorient_hand,
        mode="reset",
        params={"joint_position_noise": 0.2, "joint_velocity_noise": 0.0},
    )


@configclass
class ReorientManagerEnvBaseCfg(ManagerBasedRLEnvCfg):
    """Turning a cube; a hand's config sets scene, events, decimation and the names below."""

    fingertip_body_names: list[str] = MISSING  # type: ignore[assignment]
    """Bodies that are seen."""

    actuated_joint_names: list[str] = MISSING  # type: ignore[assignment]
    """Joints that are moved."""

    goal_orientation_threshold: float = MISSING  # type: ignore[assignment]
    """Angle to the goal below which it is reached [rad]."""

    goal_marker_cfg: VisualizationMarkersCfg = MISSING  # type: ignore[assignment]
    """How the goal is drawn."""

    observations: Any = ObservationsCfg()
    actions: Any = ActionsCfg()
    commands: CommandsCfg = CommandsCfg()
    rewards: RewardsCfg = RewardsCfg()
    terminations: TerminationsCfg = TerminationsCfg()
    episode_length_s = 10.0
    sim: SimulationCfg = SimulationCfg(
        dt=1 / 120, physics_material=RigidBodyMaterialCfg(static_friction=1.0, dynamic_friction=1.0)
    )

    def __post_init__(self) -> None:
        """Put the hand's names into the terms."""
        for group in vars(self.observations).values():
            for name in ("fingertip_pose", "fingertip_vel"):
                if getattr(group, name, None) is not None:
                    bodies = SceneEntityCfg("robot", body_names=list(self.fingertip_body_names))
                    getattr(group, name).params["asset_cfg"] = bodies
        self.actions.joint_pos.joint_names = self.actuated_joint_names
        self.commands.object_pose.orientation_success_threshold = self.goal_orientation_threshold
        self.commands.object_pose.goal_pose_visualizer_cfg = self.goal_marker_cfg
        self.sim.render_interval = self.decimation
        self.sim.physics = HandPhysicsCfg()


# -- Allegro -----------------------------------------------------------------------------------------------------------


@configclass
class AllegroHandManagerSceneCfg(ReorientSceneBaseCfg):
    """An Allegro hand and a cube above its palm."""

    robot: ArticulationCfg = released.ALLEGRO_HAND_CFG.replace(prim_path="{ENV_REGEX_NS}/Robot")
    object: RigidObjectCfg = cube_cfg(position=(0.0, -0.17, 0.56), density=400.0, scale=1.2)


@configclass
class AllegroHandRandomizationEventCfg(ResetEventCfg):
    """Hand and cube that differ from one episode to the next."""

    robot_physics_material = any_friction("robot", mode="reset")
    robot_scale_mass = any_mass(SceneEntityCfg("robot", body_names=".*"), (0.95, 1.05), mode="reset")
    robot_joint_stiffness_and_damping = EventTermCfg(
        func=mdp.randomize_actuator_gains,
        mode="reset",
        params={
            "asset_cfg": SceneEntityCfg("robot"),
            "stiffness_distribution_params": (0.3, 3.0),
            "damping_distribution_params": (0.75, 1.5),
            "operation": "scale",
            "distribution": "log_uniform",
        },
    )
    object_physics_material = any_friction("object", mode="reset")
    object_scale_mass = any_mass(SceneEntityCfg("object"), (0.4, 1.6), mode="reset")


@configclass
class AllegroHandEventPresetCfg(PresetCfg):
    """Where episodes begin, with ``presets=randomized`` with other hands and cubes, too."""

    randomized: Any = AllegroHandRandomizationEventCfg()
    reset_only: Any = ResetEventCfg()
    default: Any = ResetEventCfg()


@configclass
class AllegroHandManagerEnvCfg(ReorientManagerEnvBaseCfg):
    """An Allegro hand turns a cube: targets of 16 joints; joints, fingertips, cube and goal seen."""

    fingertip_body_names: list[str] = list(hands.ALLEGRO_FINGERTIP_BODY_NAMES)
    actuated_joint_names: list[str] = list(hands.ALLEGRO_ACTUATED_JOINT_NAMES)
    goal_orientation_threshold: float = 0.2
    goal_marker_cfg: VisualizationMarkersCfg = goal_cfg(scale=1.2)
    decimation = 4
    scene: AllegroHandManagerSceneCfg = AllegroHandManagerSceneCfg()
    events: Any = AllegroHandEventPresetCfg()

    def __post_init__(self) -> None:
        """Draw the goal beside the larger hand."""
        super().__post_init__()
        self.commands.object_pose.marker_pos_offset = (-0.12, -0.14, 0.06)


# -- Shadow ------------------------------------------------------------------------------------------------------------


@configclass
class ShadowHandManagerSceneCfg(ReorientSceneBaseCfg):
    """A Shadow hand and a cube above its palm."""

    robot: ArticulationCfg = released.SHADOW_HAND_CFG.replace(prim_path="{ENV_REGEX_NS}/Robot")
    object: RigidObjectCfg = cube_cfg(position=(0.0, -0.39, 0.6), density=567.0, scale=1.0)


@configclass
class ShadowHandRandomizationEventCfg(EventCfg):
    """Hand, cube and gravity differ from one environment and episode to the next, without bouncing."""

    robot_physics_material = EventTermCfg(**physics_of("robot", restitution=0.0))
    object_physics_material = EventTermCfg(**physics_of("object", restitution=0.0))

    def __post_init__(self) -> None:
        """Leave limits and inertias as they are."""
        self.robot_joint_pos_limits = None  # type: ignore[assignment]
        self.robot_joint_stiffness_and_damping.params["asset_cfg"] = SceneEntityCfg("robot")
        self.object_scale_mass.params["recompute_inertia"] = False


@configclass
class ShadowHandManagerEventCfg(ShadowHandRandomizationEventCfg, ResetEventCfg):
    """The same, and where episodes begin."""


@configclass
class ShadowHandManagerEventPresetCfg(PresetCfg):
    """Where episodes begin, with ``presets=randomized`` with other hands, cubes and gravity, too."""

    randomized: Any = ShadowHandManagerEventCfg()
    default: Any = ResetEventCfg()


@configclass
class ShadowHandActionsCfg(ActionsCfg):
    """Targets of joints, and of tendons over the last two joints of a finger."""

    tendon_pos = mdp.FixedTendonPositionActionCfg(
        asset_name="robot",
        tendon_names=list(hands.SHADOW_TENDON_NAMES),
        scale=0.5 * (hands.SHADOW_TENDON_POSITION_LIMITS[1] - hands.SHADOW_TENDON_POSITION_LIMITS[0]),
        offset=0.5 * (hands.SHADOW_TENDON_POSITION_LIMITS[0] + hands.SHADOW_TENDON_POSITION_LIMITS[1]),
        clip={".*": hands.SHADOW_TENDON_POSITION_LIMITS},
    )


@configclass
class ShadowHandManagerEnvCfg(ReorientManagerEnvBaseCfg):
    """A Shadow hand turns a cube: targets of 16 joints and 4 tendons; joints, fingertips, cube and goal seen."""

    fingertip_body_names: list[str] = list(hands.SHADOW_FINGERTIP_NAMES)
    actuated_joint_names: list[str] = list(hands.SHADOW_JOINT_NAMES)
    goal_orientation_threshold: float = 0.1
    goal_marker_cfg: VisualizationMarkersCfg = goal_cfg(scale=1.0)
    decimation = 2
    actions: Any = ShadowHandActionsCfg()
    scene: ShadowHandManagerSceneCfg = ShadowHandManagerSceneCfg()
    events: Any = ShadowHandManagerEventPresetCfg()


@configclass
class ShadowHandAsymmetricSceneCfg(ShadowHandManagerSceneCfg):
    """The same scene, with the wrenches at joints measured."""

    joint_wrench = JointWrenchSensorCfg(prim_path="{ENV_REGEX_NS}/Robot")


@configclass
class ShadowHandAsymmetricObservationsCfg:
    """What cameras and gloves see for the policy, all for the critic."""

    @configclass
    class PolicyCfg(ObservationGroupCfg):
        """Fingertips, cube, rotation left, last action."""

        fingertip_pos = ObservationTermCfg(
            func=mdp.fingertip_pos,
            params={"asset_cfg": SceneEntityCfg("robot", body_names=list(hands.SHADOW_FINGERTIP_NAMES))},
        )
        object_pos = ObservationTermCfg(func=mdp.root_pos_w, params=object_params())
        goal_quat_diff = ObservationTermCfg(
            func=mdp.goal_quat_diff, params=object_params(command_name="object_pose", make_quat_unique=False)
        )
        last_action = ObservationTermCfg(func=mdp.last_action)

        def __post_init__(self) -> None:
            self.concatenate_terms = True

    @configclass
    class CriticCfg(ReorientFullStateObsCfg):
        """Hand, cube, goal, wrenches at the fingertips, last action."""

        fingertip_wrench = ObservationTermCfg(
            func=mdp.body_incoming_wrench,
            scale=10.0,
            params={"sensor_cfg": SceneEntityCfg("joint_wrench", body_names=list(hands.SHADOW_FINGERTIP_NAMES))},
        )
        last_action = ObservationTermCfg(func=mdp.last_action)

    policy: PolicyCfg = PolicyCfg()
    critic: CriticCfg = CriticCfg()


@configclass
class ShadowHandAsymmetricEnvCfg(ShadowHandManagerEnvCfg):
    """The same with less for the policy and more for the critic."""

    scene: ShadowHandAsymmetricSceneCfg = ShadowHandAsymmetricSceneCfg()
    observations: Any = ShadowHandAsymmetricObservationsCfg()


@configclass
class ShadowHandManagerEnvPresetCfg(PresetCfg):
    """The policy sees all, or with ``presets=asymmetric`` what cameras and gloves see."""

    asymmetric: Any = ShadowHandAsymmetricEnvCfg()
    default: Any = ShadowHandManagerEnvCfg()
