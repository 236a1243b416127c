"""Things of many shapes are lifted and turned to given poses, by whichever hand. Values are Isaac Lab 2.3.2's."""

from __future__ import annotations

from dataclasses import MISSING
from typing import Any

from pippin.assets import ArticulationCfg, AssetBaseCfg, RigidObjectCfg
from pippin.envs import ManagerBasedRLEnvCfg, ViewerCfg
from pippin.envs.managers import (
    EventTermCfg,
    ObservationGroupCfg,
    ObservationTermCfg,
    RewardTermCfg,
    SceneEntityCfg,
    TerminationTermCfg,
)
from pippin.scene import InteractiveSceneCfg
from pippin.sim import MultiAssetSpawnerCfg, PhysxCfg, SimulationCfg
from pippin.sim.schemas import CollisionPropertiesCfg, MassPropertiesCfg, RigidBodyPropertiesCfg
from pippin.sim.spawners import (
    CapsuleCfg,
    ConeCfg,
    CuboidCfg,
    GroundPlaneCfg,
    PreviewSurfaceCfg,
    RigidBodyMaterialCfg,
    SphereCfg,
)
from pippin.tasks.dexsuite import mdp
from pippin.tasks.dexsuite.curriculum_cfg import CurriculumCfg
from pippin.tasks.manipulation.scenes import sky_light_cfg
from pippin.utils import configclass
from pippin.utils.noise import UniformNoiseCfg

CUBOIDS = (
    *((0.05, 0.1, 0.1), (0.05, 0.05, 0.1), (0.025, 0.1, 0.1)),
    *((0.025, 0.05, 0.1), (0.025, 0.025, 0.1), (0.01, 0.1, 0.1)),
)
"""Sizes of the cuboids [m]."""

SPHERES = (0.05, 0.025)
"""Radii of the spheres [m]."""

CAPSULES = ((0.04, 0.025), (0.04, 0.01), (0.04, 0.1), (0.025, 0.1), (0.025, 0.2), (0.01, 0.2))
"""Radii and heights of the capsules [m]."""

CONES = ((0.05, 0.1), (0.025, 0.1))
"""Radii and heights of the cones [m]."""

GOALS = {
    **{"pos_x": (-0.7, -0.3), "pos_y": (-0.25, 0.25), "pos_z": (0.55, 0.95)},
    **{"roll": (-3.14, 3.14), "pitch": (-3.14, 3.14), "yaw": (0.0, 0.0)},
}
"""Ranges of the commanded poses in the frame of the robot's root [m, rad]."""

ABOVE_TABLE = {
    **{"x": [-0.2, 0.2], "y": [-0.2, 0.2], "z": [0.0, 0.4]},
    **{angle: [-3.14, 3.14] for angle in ("roll", "pitch", "yaw")},
}
"""Ranges of where episodes begin with the thing, from its default pose [m, rad]."""


def _things() -> MultiAssetSpawnerCfg:
    """16 shapes of 0.2 kg."""
    friction: dict[str, Any] = {"physics_material": RigidBodyMaterialCfg(static_friction=0.5)}
    return MultiAssetSpawnerCfg(
        assets_cfg=[
            *(CuboidCfg(size=size, **friction) for size in CUBOIDS),
            *(SphereCfg(radius=radius, **friction) for radius in SPHERES),
            *(CapsuleCfg(radius=radius, height=height, **friction) for radius, height in CAPSULES),
            *(ConeCfg(radius=radius, height=height, **friction) for radius, height in CONES),
        ],
        rigid_props=RigidBodyPropertiesCfg(
            solver_position_iteration_count=16, solver_velocity_iteration_count=0, disable_gravity=False
        ),
        collision_props=CollisionPropertiesCfg(),
        mass_props=MassPropertiesCfg(mass=0.2),
    )


def noisy(func: Any, **settings: Any) -> ObservationTermCfg:
    """An observation whose noise the curriculum switches on."""
    return ObservationTermCfg(func=func, noise=UniformNoiseCfg(n_min=-0.0, n_max=0.0), **settings)


def event(func: Any, mode: str, entity: SceneEntityCfg | None = None, **params: Any) -> EventTermCfg:
    """An event of an asset, the robot where none is named, with its other params."""
    asset = {} if entity is None else {"asset_cfg": entity}
    return EventTermCfg(func=func, mode=mode, params={**params, **asset})


def any_friction(name: str) -> EventTermCfg:
    """Friction of an asset's bodies that differs between environments."""
    return event(
        mdp.randomize_rigid_body_material,
        "startup",
        SceneEntityCfg(name, body_names=".*"),
        static_friction_range=[0.5, 1.0],
        dynamic_friction_range=[0.5, 1.0],
        restitution_range=[0.0, 0.0],
        num_buckets=250,
    )


def placed(name: str, **pose_range: list[float]) -> EventTermCfg:
    """An asset at rest somewhere about its default pose [m, rad]."""
    still = {axis: [-0.0, 0.0] for axis in "xyz"}
    return event(
        mdp.reset_root_state_uniform, "reset", SceneEntityCfg(name), pose_range=pose_range, velocity_range=still
    )


def any_gains() -> EventTermCfg:
    """Gains of the robot's joints that differ between environments."""
    return event(
        mdp.randomize_actuator_gains,
        "startup",
        SceneEntityCfg("robot", joint_names=".*"),
        stiffness_distribution_params=[0.5, 2.0],
        damping_distribution_params=[0.5, 2.0],
        operation="scale",
    )


def any_joint_friction() -> EventTermCfg:
    """Friction of the robot's joints that differs between environments."""
    return event(
        mdp.randomize_joint_parameters,
        "startup",
        SceneEntityCfg("robot", joint_names=".*"),
        friction_distribution_params=[0.0, 5.0],
        operation="scale",
    )


def bent(joints: SceneEntityCfg | None = None, most: float = 0.5) -> EventTermCfg:
    """Joints at rest somewhere about their default positions [rad or m]."""
    ranges = {"position_range": [-most, most], "velocity_range": [0.0, 0.0]}
    return event(mdp.reset_joints_by_offset, "reset", joints, **ranges)


def no_gravity() -> EventTermCfg:
    """Gravity of each episode, none at first."""
    none = ([0.0, 0.0, 0.0], [0.0, 0.0, 0.0])
    return event(mdp.randomize_physics_scene_gravity, "reset", gravity_distribution_params=none, operation="abs")


def to_goal(**params: Any) -> dict[str, Any]:
    """Params of a reward of the object's pose beside the commanded one."""
    entities = {"asset_cfg": SceneEntityCfg("robot"), "align_asset_cfg": SceneEntityCfg("object")}
    return {**entities, "command_name": "object_pose", **params}


@configclass
class SceneCfg(InteractiveSceneCfg):
    """A robot, which a config of a hand sets, a thing above a table, ground and sky."""

    robot: ArticulationCfg = MISSING
    object: RigidObjectCfg = RigidObjectCfg(
        prim_path="{ENV_REGEX_NS}/Object",
        spawn=_things(),
        init_state=RigidObjectCfg.InitialStateCfg(pos=(-0.55, 0.1, 0.35)),
    )
    table: RigidObjectCfg = RigidObjectCfg(
        prim_path="/World/envs/env_.*/table",
        spawn=CuboidCfg(
            size=(0.8, 1.5, 0.04),
            rigid_props=RigidBodyPropertiesCfg(kinematic_enabled=True),
            collision_props=CollisionPropertiesCfg(),
            visible=False,  # a marker of the same size shows by its colour whether the goal is reached
        ),
        init_state=RigidObjectCfg.InitialStateCfg(pos=(-0.55, 0.0, 0.235)),
    )
    plane = AssetBaseCfg(prim_path="/World/GroundPlane", spawn=GroundPlaneCfg(), collision_group=-1)
    sky_light = sky_light_cfg()


@configclass
class CommandsCfg:
    """A pose of the thing above the table."""

    object_pose = mdp.ObjectUniformPoseCommandCfg(
        asset_name="robot",
        object_name="object",
        resampling_time_range=(3.0, 5.0),
        debug_vis=False,
        ranges=mdp.ObjectUniformPoseCommandCfg.Ranges(**GOALS),
        success_vis_asset_name="table",
    )


@configclass
class ObservationsCfg:
    """Three groups, each with its last five observations."""

    @configclass
    class PolicyCfg(ObservationGroupCfg):
        """Orientation of the thing, goal, last action."""

        object_quat_b = noisy(mdp.object_quat_b)
        target_object_pose_b = ObservationTermCfg(func=mdp.generated_commands, params={"command_name": "object_pose"})
        actions = ObservationTermCfg(func=mdp.last_action)

        def __post_init__(self) -> None:
            self.enable_corruption = True
            self.concatenate_terms = True
            self.history_length = 5

    @configclass
    class ProprioObsCfg(ObservationGroupCfg):
        """Joints, fingertips and what they touch, which a config of a hand sets."""

        joint_pos = noisy(mdp.joint_pos)
        joint_vel = noisy(mdp.joint_vel)
        hand_tips_state_b = noisy(
            mdp.body_state_b,
            clip=(-2.0, 2.0),
            params={"body_asset_cfg": SceneEntityCfg("robot"), "base_asset_cfg": SceneEntityCfg("robot")},
        )
        contact: ObservationTermCfg = MISSING  # type: ignore[assignment]

        def __post_init__(self) -> None:
            self.enable_corruption = True
            self.concatenate_terms = True
            self.history_length = 5

    @configclass
    class PerceptionObsCfg(ObservationGroupCfg):
        """Points on the thing."""

        object_point_cloud = noisy(
            mdp.object_point_cloud_b, clip=(-2.0, 2.0), params={"num_points": 64, "flatten": True}
        )

        def __post_init__(self) -> None:
            self.enable_corruption = True
            self.concatenate_dim = 0
            self.concatenate_terms = True
            self.flatten_history_dim = True
            self.history_length = 5

    policy: PolicyCfg = PolicyCfg()
    proprio: ProprioObsCfg = ProprioObsCfg()
    perception: PerceptionObsCfg = PerceptionObsCfg()


@configclass
class EventCfg:
    """What differs between environments, and where episodes begin."""

    randomize_object_scale = event(
        mdp.randomize_rigid_body_scale, "prestartup", SceneEntityCfg("object"), scale_range=(0.75, 1.5)
    )
    robot_physics_material = any_friction("robot")
    object_physics_material = any_friction("object")
    joint_stiffness_and_damping = any_gains()
    joint_friction = any_joint_friction()
    object_scale_mass = event(
        mdp.randomize_rigid_body_mass,
        "startup",
        SceneEntityCfg("object"),
        mass_distribution_params=[0.2, 2.0],
        operation="scale",
    )
    reset_table = placed("table", x=[-0.05, 0.05], y=[-0.05, 0.05], z=[0.0, 0.0])
    reset_object = placed("object", **ABOVE_TABLE)
    reset_root = placed("robot", x=[-0.0, 0.0], y=[-0.0, 0.0], yaw=[-0.0, 0.0])
    reset_robot_joints = bent()
    reset_robot_wrist_joint = bent(SceneEntityCfg("robot", joint_names="iiwa7_joint_7"), 3)
    # it begins without gravity, which the curriculum lets grow, so that lifting needs no reward of its own
    variable_gravity = no_gravity()


@configclass
class ActionsCfg:
    """What a config of a hand sets."""


@configclass
class RewardsCfg:
    """Grasp the thing and bring it to its goal, with little motion."""

    action_l2 = RewardTermCfg(func=mdp.action_l2_clamped, weight=-0.005)
    action_rate_l2 = RewardTermCfg(func=mdp.action_rate_l2_clamped, weight=-0.005)
    fingers_to_object = RewardTermCfg(func=mdp.object_ee_distance, params={"std": 0.4}, weight=1.0)
    position_tracking = RewardTermCfg(func=mdp.position_command_error_tanh, weight=2.0, params=to_goal(std=0.2))
    orientation_tracking = RewardTermCfg(func=mdp.orientation_command_error_tanh, weight=4.0, params=to_goal(std=1.5))
    success = RewardTermCfg(func=mdp.success_reward, weight=10, params=to_goal(pos_std=0.1, rot_std=0.5))
    early_termination = RewardTermCfg(func=mdp.is_terminated_term, weight=-1, params={"term_keys": "abnormal_robot"})


@configclass
class TerminationsCfg:
    """Episodes end by time, when the thing is far off, or when a joint is far too fast."""

    time_out = TerminationTermCfg(func=mdp.time_out, time_out=True)
    object_out_of_bound = TerminationTermCfg(
        func=mdp.out_of_bound,
        params={
            "in_bound_range": {"x": (-1.5, 0.5), "y": (-2.0, 2.0), "z": (0.0, 2.0)},
            "asset_cfg": SceneEntityCfg("object"),
        },
    )
    abnormal_robot = TerminationTermCfg(func=mdp.abnormal_robot_state)


def leave_orientation_free(cfg: DexsuiteReorientEnvCfg) -> None:
    """Make a config one of lifting: the orientation of the thing is neither commanded nor rewarded."""
    cfg.rewards.orientation_tracking = None
    cfg.commands.object_pose.position_only = True
    if cfg.curriculum is not None:
        cfg.rewards.success.params["rot_std"] = None
        cfg.curriculum.adr.params["rot_tol"] = None


def make_playable(cfg: DexsuiteReorientEnvCfg) -> None:
    """Make a config one to look at: new goals after 2 or 3 s, which are shown, with all noise and gravity."""
    cfg.commands.object_pose.resampling_time_range = (2.0, 3.0)
    cfg.commands.object_pose.debug_vis = True
    assert cfg.curriculum is not None, "the config to learn has one"
    adr = cfg.curriculum.adr.params
    adr["init_difficulty"] = adr["max_difficulty"]


@configclass
class DexsuiteReorientEnvCfg(ManagerBasedRLEnvCfg):
    """Bring a thing to a pose. Configs of hands set the robot, its actions and contacts."""

    viewer: ViewerCfg = ViewerCfg(eye=(-2.25, 0.0, 0.75), lookat=(0.0, 0.0, 0.45), origin_type="env")
    decimation = 2
    episode_length_s = 4.0
    is_finite_horizon = True
    sim: SimulationCfg = SimulationCfg(dt=1 / 120, render_interval=2, physx=PhysxCfg(bounce_threshold_velocity=0.01))
    scene: SceneCfg = SceneCfg(num_envs=4096, env_spacing=3, replicate_physics=False)
    observations: ObservationsCfg = ObservationsCfg()
    actions: Any = ActionsCfg()
    commands: CommandsCfg = CommandsCfg()
    rewards: Any = RewardsCfg()
    terminations: TerminationsCfg = TerminationsCfg()
    events: EventCfg = EventCfg()
    curriculum: CurriculumCfg | None = CurriculumCfg()

    def __post_init__(self) -> None:
        goal, table = self.commands.object_pose, self.scene.table.spawn
        assert table is not None, "the scene's config has it"
        goal.resampling_time_range = (10.0, 10.0)
        goal.position_only = False
        for name, color in (("failure", (0.25, 0.15, 0.15)), ("success", (0.15, 0.25, 0.15))):
            look = PreviewSurfaceCfg(diffuse_color=color, roughness=0.25)
            goal.success_visualizer_cfg.markers[name] = table.replace(visual_material=look, visible=True)
        if self.curriculum is not None:
            success, adr = self.rewards.success.params, self.curriculum.adr.params
            adr["pos_tol"], adr["rot_tol"] = success["pos_std"] / 2, success["rot_std"] / 2


@configclass
class DexsuiteReorientEnvCfg_PLAY(DexsuiteReorientEnvCfg):  # noqa: N801  (Isaac Lab's name)
    """Bring a thing to a pose, to look at."""

    def __post_init__(self) -> None:
        super().__post_init__()
        make_playable(self)


@configclass
class DexsuiteLiftEnvCfg(DexsuiteReorientEnvCfg):
    """Bring a thing to a place."""

    def __post_init__(self) -> None:
        super().__post_init__()
        leave_orientation_free(self)


@configclass
class DexsuiteLiftEnvCfg_PLAY(DexsuiteReorientEnvCfg):  # noqa: N801  (Isaac Lab's name)
    """Bring a thing to a place, to look at."""

    def __post_init__(self) -> None:
        super().__post_init__()
        leave_orientation_free(self)
        make_playable(self)
