"""Things of many shapes are lifted and turned to given poses, by whichever hand, as Isaac Lab 3.0.0 releases it.

Other than in version 2, episodes of 12 s begin in states of a bank, which overlap in nothing and are practised by how
often they succeed, progress is rewarded once, and actions are taken 30 times a second.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import MISSING
from typing import Any

from pippin.assets import RigidObjectCfg
from pippin.envs import ManagerBasedRLEnvCfg
from pippin.envs.managers import EventTermCfg, ObservationTermCfg, RewardTermCfg, SceneEntityCfg, TerminationTermCfg
from pippin.scene import VisualMaterialCfg
from pippin.sim import MultiAssetSpawnerCfg, PhysxRigidBodyCfg
from pippin.sim.schemas import (
    MassCfg,
    PhysxCollisionCfg,
    UsdPhysicsCollisionCfg,
    UsdPhysicsMeshCollisionCfg,
    UsdPhysicsRigidBodyCfg,
)
from pippin.sim.spawners import (
    CuboidCfg,
    MeshCapsuleCfg,
    MeshConeCfg,
    MeshCuboidCfg,
    MeshSphereCfg,
    PreviewSurfaceCfg,
    RigidBodyMaterialCfg,
)
from pippin.tasks.dexsuite import dexsuite_env_cfg as version_2
from pippin.tasks.dexsuite import mdp_version_3 as mdp
from pippin.tasks.dexsuite.curriculum_cfg import LiftCurriculumCfg
from pippin.tasks.dexsuite.dexsuite_env_cfg import bent, event, placed
from pippin.tasks.engines import LiftPhysicsCfg
from pippin.utils import configclass
from pippin.utils.presets import PresetCfg

OBJECT_PHYSICS: dict[str, Any] = {
    "physics_material": RigidBodyMaterialCfg(static_friction=0.5),
    "collision_props": [PhysxCollisionCfg(contact_offset=0.002)],
}
"""How shapes rub and collide."""


def _heavy() -> dict[str, Any]:
    """Properties of a thing of 0.2 kg."""
    return {
        "rigid_props": PhysxRigidBodyCfg(
            solver_position_iteration_count=16, solver_velocity_iteration_count=0, disable_gravity=False
        ),
        "mass_props": MassCfg(mass=0.2),
    }


def things(assets_cfg: list[Any]) -> MultiAssetSpawnerCfg:
    """Spawn one of several shapes in each environment, whose hull collides."""
    return MultiAssetSpawnerCfg(
        assets_cfg=assets_cfg,
        collision_props=[
            UsdPhysicsCollisionCfg(),
            UsdPhysicsMeshCollisionCfg(mesh_approximation_name="convexHull"),
        ],
        **_heavy(),
    )


def _shapes() -> MultiAssetSpawnerCfg:
    """The 16 shapes of version 2, as meshes."""
    return things(
        [
            *(MeshCuboidCfg(size=size, **OBJECT_PHYSICS) for size in version_2.CUBOIDS),
            *(MeshSphereCfg(radius=radius, **OBJECT_PHYSICS) for radius in version_2.SPHERES),
            *(MeshCapsuleCfg(radius=radius, height=height, **OBJECT_PHYSICS) for radius, height in version_2.CAPSULES),
            *(MeshConeCfg(radius=radius, height=height, **OBJECT_PHYSICS) for radius, height in version_2.CONES),
        ]
    )


@configclass
class ObjectCfg(PresetCfg):
    """The thing: one of many shapes, or with ``presets=cube`` a cube of 5 cm."""

    shapes: Any = _shapes()
    cube: Any = CuboidCfg(
        size=(0.05, 0.05, 0.05),
        physics_material=RigidBodyMaterialCfg(static_friction=0.5),
        collision_props=UsdPhysicsCollisionCfg(),
        **_heavy(),
    )
    default: Any = _shapes()


@configclass
class SceneCfg(version_2.SceneCfg):
    """A robot, which a config of a hand sets, a thing above a table, whose colour shows success, ground and sky."""

    table_material = VisualMaterialCfg(prim_path="{ENV_REGEX_NS}/table/geometry/material", spawn=None)

    def __post_init__(self) -> None:
        self.object.spawn = ObjectCfg()  # type: ignore[assignment]
        self.table = RigidObjectCfg(
            prim_path="{ENV_REGEX_NS}/table",
            spawn=CuboidCfg(
                size=(0.8, 1.5, 0.04),
                rigid_props=UsdPhysicsRigidBodyCfg(kinematic_enabled=True),
                collision_props=UsdPhysicsCollisionCfg(),
                visual_material=PreviewSurfaceCfg(diffuse_color=(0.25, 0.15, 0.15)),
            ),
            init_state=self.table.init_state,
        )


@configclass
class CommandsCfg:
    """A pose of the thing above the table, a new one every 4 to 6 s."""

    object_pose = mdp.ObjectUniformPoseCommandCfg(
        asset_name="robot",
        object_name="object",
        resampling_time_range=(4.0, 6.0),
        debug_vis=False,
        ranges=mdp.ObjectUniformPoseCommandCfg.Ranges(**version_2.GOALS),
    )


@configclass
class ObservationsCfg(version_2.ObservationsCfg):
    """Version 2's three groups, without velocities of the fingertips."""

    def __post_init__(self) -> None:
        self.proprio.hand_tips_state_b.params["include_vel"] = False
        self.perception.object_point_cloud.params["visualize"] = False


def _states_to_begin_in() -> dict[str, EventTermCfg]:
    """Events that make the states of the bank, one after the other; a config of a hand sets wrist and hand."""
    return {
        "reset_root": placed("robot", x=[-0.0, 0.0], y=[-0.0, 0.0], yaw=[-0.0, 0.0]),
        "reset_robot_joints": bent(),
        "reset_robot_wrist_joint": bent(SceneEntityCfg("robot", joint_names=["wrist"]), 3),
        "reset_object": placed("object", **version_2.ABOVE_TABLE),
        # a quarter begins at the hand, which is where the events before have put it
        "reset_object_to_target": EventTermCfg(
            func=mdp.reset_to_target,
            mode="reset",
            params={
                "pose_range": {axis: [-0.04, 0.04] for axis in "xyz"},
                "velocity_range": {},
                "probability": 0.25,
                "target_cfg": MISSING,
                "asset_cfg": SceneEntityCfg("object"),
            },
        ),
    }


@configclass
class EventCfg:
    """What differs between environments, and where episodes begin."""

    robot_physics_material = version_2.any_friction("robot")
    object_physics_material = version_2.any_friction("object")
    object_physics_inertia = event(
        mdp.randomize_rigid_body_inertia,
        "startup",
        SceneEntityCfg("object"),
        inertia_distribution_params=[0.01, 0.01],
        operation="add",
        diagonal_only=True,
    )
    joint_stiffness_and_damping = version_2.any_gains()
    joint_friction = version_2.any_joint_friction()
    object_scale_mass = event(
        mdp.randomize_rigid_body_mass,
        "startup",
        SceneEntityCfg("object"),
        mass_distribution_params=[0.2, 2.5],
        operation="scale",
    )
    variable_gravity = version_2.no_gravity()
    conditional_reset = EventTermCfg(
        func=mdp.conditional_reset,
        mode="reset",
        params={
            "terms": _states_to_begin_in(),
            "buffer_size_per_group": 1024,
            "diversity_feature": mdp.GraspTravelDistanceCfg(
                asset_name="robot",
                body_names=MISSING,  # type: ignore[arg-type]  # a config of a hand sets it
                object_name="object",
                command_name="object_pose",
            ),
            "valid_criteria": {
                "object_robot_clearance": mdp.MeshClearanceCfg(
                    asset_name="robot", body_names=".*", object_name="object", num_object_points=64, min_clearance=0.0
                ),
                "robot_table_clearance": mdp.SlabClearanceCfg(
                    asset_name="robot",
                    body_names=MISSING,  # type: ignore[arg-type]
                    object_name="object",
                    obstacle_slabs=[((-0.95, -0.15), (-0.75, 0.75), 0.255), (None, None, 0.0)],  # table, ground
                    num_object_points=64,
                    min_clearance=0.02,
                ),
            },
            "success_monitor": mdp.SuccessMonitorCfg(target_success_rate=0.5),
        },
    )


@configclass
class ActionsCfg(version_2.ActionsCfg):
    """What a config of a hand sets."""


def _to_goal(func: Any, weight: float, **params: Any) -> RewardTermCfg:
    """A reward of the object's pose beside the commanded one."""
    return RewardTermCfg(func=func, weight=weight, params=version_2.to_goal(**params))


@configclass
class RewardsCfg:
    """Grasp the thing and bring it nearer to its goal than ever, with small actions."""

    action_l2 = RewardTermCfg(func=mdp.action_l2, weight=-0.01)
    fingers_to_object = RewardTermCfg(func=mdp.object_ee_distance, params={"std": 0.4}, weight=0.05)
    position_tracking = _to_goal(mdp.position_command_progress, 5.0, min_improvement=0.0025)
    orientation_tracking: Any = _to_goal(mdp.orientation_command_progress, 10.0, min_improvement=0.015)
    success = _to_goal(mdp.success_reward, 10, pos_std=0.05, rot_std=0.5)
    early_termination = RewardTermCfg(
        func=mdp.is_terminated_term, weight=-50.0, params={"term_keys": ["abnormal_robot"]}
    )

    def feel(self, thumb: str, fingers: list[str]) -> None:
        """Name the contact sensors by which the terms tell that the thing is grasped.

        Args:
            thumb: Name of that of the thumb.
            fingers: Names of those of the other fingers.
        """
        for term in (self.fingers_to_object, self.position_tracking, self.orientation_tracking, self.success):
            if term is not None:
                term.params["thumb_name"], term.params["finger_names"] = thumb, list(fingers)


def feel_with(observations: ObservationsCfg, fingertips: Sequence[str], hand: Sequence[str]) -> None:
    """Add what fingers feel of the thing, and say which links are the hand's.

    Args:
        observations: Those of a task.
        fingertips: Links with a contact sensor each, ``LINK_object_s``.
        hand: Links whose states are seen.
    """
    observations.proprio.contact = ObservationTermCfg(
        func=mdp.fingers_contact_force_b,
        params={"contact_sensor_names": [f"{link}_object_s" for link in fingertips]},
        clip=(-20.0, 20.0),
    )
    observations.proprio.hand_tips_state_b.params["body_asset_cfg"].body_names = list(hand)


@configclass
class TerminationsCfg:
    """Episodes end by time, when the thing is far off or below the table, or when a joint is too fast."""

    time_out = TerminationTermCfg(func=mdp.time_out, time_out=True)
    object_out_of_bound = TerminationTermCfg(
        func=mdp.out_of_bound,
        params={
            "in_bound_range": {"x": (-1.5, 0.5), "y": (-2.0, 2.0), "z": (0.3, 2.0)},
            "asset_cfg": SceneEntityCfg("object"),
        },
    )
    abnormal_robot = TerminationTermCfg(func=mdp.joint_vel_out_of_limit)


@configclass
class ReorientEnvCfg(ManagerBasedRLEnvCfg):
    """Bring a thing to a pose. Configs of hands set the robot, its actions, contacts and events."""

    scene: Any = SceneCfg(num_envs=4096, env_spacing=3, replicate_physics=True)
    observations: Any = ObservationsCfg()
    actions: Any = ActionsCfg()
    commands: Any = CommandsCfg()
    rewards: Any = RewardsCfg()
    terminations: Any = TerminationsCfg()
    events: Any = EventCfg()
    curriculum: Any = LiftCurriculumCfg()

    def __post_init__(self) -> None:
        self.decimation = 4
        self.episode_length_s = 12.0
        self.is_finite_horizon = False
        self.commands.object_pose.position_only = False
        self.sim.dt = 1 / 120
        self.sim.render_interval = self.decimation
        self.sim.physics = LiftPhysicsCfg()
        self.viewer.eye, self.viewer.lookat = (-2.25, 0.0, 0.75), (0.0, 0.0, 0.45)

    def play_mode(self) -> None:
        """Change the config for watching a policy: few environments and states, goals shown, all gravity, no noise."""
        super().play_mode()
        self.commands.object_pose.debug_vis = True
        self.commands.object_pose.success_vis_material_name = "table_material"
        params = self.events.conditional_reset.params
        params.update(buffer_size_per_group=32, oversample_factor=1.0, diversity_feature=None)
        if self.curriculum is not None:
            adr = self.curriculum.adr.params
            adr.update(init_difficulty=adr["max_difficulty"], promotion_only=True)
            self.curriculum.disable_observation_noise_terms()


@configclass
class LiftEnvCfg(ReorientEnvCfg):
    """Bring a thing to a place."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.commands.object_pose.position_only = True
        self.rewards.orientation_tracking = None
        if self.curriculum is not None:
            self.rewards.success.params["rot_std"] = None
