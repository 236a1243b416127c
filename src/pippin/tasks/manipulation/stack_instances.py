"""Stacking cubes of colours that change with the episode. Values are those that Isaac Lab 2.3.2 and 3.0.0 release.

Each of the three cubes is a collection of two, of which one, drawn at a reset, lies on the table; the other waits far
away. ``env.rigid_objects_in_focus`` holds which ones lie there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch

from pippin.assets import RigidObjectCollectionCfg
from pippin.envs import ManagerBasedRLEnvCfg
from pippin.envs.managers import (
    EventTermCfg,
    ObservationTermCfg,
    SceneEntityCfg,
    TerminationTermCfg,
)
from pippin.robots import released
from pippin.sim import PhysxCfg, SimulationCfg
from pippin.tasks.manipulation import stack_env_cfg, stack_events, stack_franka
from pippin.tasks.manipulation import stack_mdp as mdp
from pippin.tasks.manipulation.gripper_state import gripper_position
from pippin.tasks.manipulation.reach_robots import ROBOT, franka_ik_action
from pippin.tasks.manipulation.scenes import rotation
from pippin.utils import as_torch, configclass
from pippin.utils.math import quat_from_euler_xyz

if TYPE_CHECKING:
    from pippin.envs import ManagerBasedEnv, ManagerBasedRLEnv

CUBES = mdp.CUBES
IN_FOCUS = "rigid_objects_in_focus"


def randomize_rigid_objects_in_focus(
    env: ManagerBasedEnv,
    env_ids: torch.Tensor | None,
    asset_cfgs: list[SceneEntityCfg],
    out_focus_state: torch.Tensor,
    min_separation: float = 0.0,
    pose_range: dict[str, stack_events.Range] | None = None,
    max_sample_tries: int = 5000,
) -> None:
    """Draw one object of each collection, put it at a random pose, none too near another, and put away the rest.

    Args:
        env: The environment, which gets which objects were drawn: ``rigid_objects_in_focus``, shape (N, collections).
        env_ids: Its environments; for None nothing happens.
        asset_cfgs: The collections.
        out_focus_state: State of objects that were not drawn, in the world: pose (7), velocities (6).
        min_separation: Smallest distance of two objects [m].
        pose_range: As for :func:`stack_events.randomize_object_pose`.
        max_sample_tries: How often a pose is drawn, at most.
    """
    if env_ids is None:
        return
    origins = as_torch(env.scene.env_origins)[env_ids]
    poses = stack_events.poses_apart(len(origins), len(asset_cfgs), min_separation, pose_range or {}, max_sample_tries)
    if not hasattr(env, IN_FOCUS):
        setattr(env, IN_FOCUS, torch.zeros(env.num_envs, len(asset_cfgs), dtype=torch.long, device=env.device))
    in_focus = getattr(env, IN_FOCUS)
    rows = torch.arange(len(origins), device=env.device)
    for column, (asset_cfg, pose) in enumerate(zip(asset_cfgs, poses.to(origins.device).unbind(1), strict=True)):
        asset = env.scene[asset_cfg.name]
        chosen = torch.randint(asset.num_objects, (len(origins),), device=env.device)
        in_focus[env_ids, column] = chosen
        states = out_focus_state.to(env.device).repeat(len(origins), asset.num_objects, 1)
        states[rows, chosen, :3] = pose[:, :3] + origins
        states[rows, chosen, 3:7] = as_torch(quat_from_euler_xyz(*pose[:, 3:].unbind(1)))
        asset.write_body_link_pose_to_sim_index(body_poses=states[..., :7], env_ids=env_ids)
        asset.write_body_link_velocity_to_sim_index(body_velocities=states[..., 7:], env_ids=env_ids)


def _in_focus(env: ManagerBasedRLEnv, quantity: str, cubes: tuple[SceneEntityCfg, ...]) -> list[torch.Tensor] | None:
    """A quantity of the object of each collection that was drawn, shapes (N, size); None before the first reset."""
    if not hasattr(env, IN_FOCUS):
        return None
    rows = torch.arange(env.num_envs, device=env.device)
    drawn = getattr(env, IN_FOCUS)
    return [
        as_torch(getattr(env.scene[cube.name].data, quantity))[rows, drawn[:, column]]
        for column, cube in enumerate(cubes)
    ]


def instance_randomize_cube_positions_in_world_frame(
    env: ManagerBasedRLEnv,
    cube_1_cfg: SceneEntityCfg = CUBES[0],
    cube_2_cfg: SceneEntityCfg = CUBES[1],
    cube_3_cfg: SceneEntityCfg = CUBES[2],
) -> torch.Tensor:
    """Observe where the cubes on the table are in the world [m], shape (N, 9); -1 before the first reset."""
    positions = _in_focus(env, "body_link_pos_w", (cube_1_cfg, cube_2_cfg, cube_3_cfg))
    return torch.full((env.num_envs, 9), -1.0, device=env.device) if positions is None else torch.cat(positions, dim=1)


def instance_randomize_cube_orientations_in_world_frame(
    env: ManagerBasedRLEnv,
    cube_1_cfg: SceneEntityCfg = CUBES[0],
    cube_2_cfg: SceneEntityCfg = CUBES[1],
    cube_3_cfg: SceneEntityCfg = CUBES[2],
) -> torch.Tensor:
    """Observe how the cubes on the table are turned in the world, quaternions, shape (N, 12); -1 before a reset."""
    quats = _in_focus(env, "body_link_quat_w", (cube_1_cfg, cube_2_cfg, cube_3_cfg))
    return torch.full((env.num_envs, 12), -1.0, device=env.device) if quats is None else torch.cat(quats, dim=1)


def instance_randomize_object_obs(
    env: ManagerBasedRLEnv,
    cube_1_cfg: SceneEntityCfg = CUBES[0],
    cube_2_cfg: SceneEntityCfg = CUBES[1],
    cube_3_cfg: SceneEntityCfg = CUBES[2],
    ee_frame_cfg: SceneEntityCfg = mdp.FRAME,
) -> torch.Tensor:
    """Observe the cubes on the table as :func:`stack_mdp.object_obs` does, shape (N, 39); -1 before the first reset."""
    cubes = (cube_1_cfg, cube_2_cfg, cube_3_cfg)
    positions, quats = _in_focus(env, "body_link_pos_w", cubes), _in_focus(env, "body_link_quat_w", cubes)
    if positions is None or quats is None:
        return torch.full((env.num_envs, 39), -1.0, device=env.device)
    return mdp.seen_objects(env, positions, quats, gripper_position(env, ee_frame_cfg))


@configclass
class ObjectTableSceneCfg(stack_env_cfg.ObjectTableSceneCfg):
    """A robot before a table; a robot's config sets the cubes."""


@configclass
class ObservationsCfg:
    """What is seen, each term by itself."""

    @configclass
    class PolicyCfg(stack_env_cfg.ObservationsCfg.PolicyCfg):
        """Joints, the cubes on the table, the gripper."""

        object = ObservationTermCfg(func=instance_randomize_object_obs)
        cube_positions = ObservationTermCfg(func=instance_randomize_cube_positions_in_world_frame)
        cube_orientations = ObservationTermCfg(func=instance_randomize_cube_orientations_in_world_frame)

    policy: PolicyCfg = PolicyCfg()


@configclass
class TerminationsCfg:
    """Time is over."""

    time_out = TerminationTermCfg(func=mdp.time_out, time_out=True)


@configclass
class StackInstanceRandomizeEnvCfg(ManagerBasedRLEnvCfg):
    """Stacking cubes of changing colours; a robot sets itself, its actions, the frames of its gripper, the cubes."""

    sim: SimulationCfg = SimulationCfg()
    scene: Any = ObjectTableSceneCfg(num_envs=4096, env_spacing=2.5, replicate_physics=False)
    observations: Any = ObservationsCfg()
    actions: Any = stack_env_cfg.ActionsCfg()
    terminations: Any = TerminationsCfg()
    commands: Any = None
    rewards: Any = None
    events: Any = None
    curriculum: Any = None

    def __post_init__(self) -> None:
        self.decimation = 5
        self.episode_length_s = 30.0
        self.sim.dt = 0.01
        self.sim.render_interval = self.decimation
        self.sim.physx.bounce_threshold_velocity = 0.01


AWAY = (10.0, 10.0, 10.0, *rotation(), *[0.0] * 6)
"""State of cubes that are not on the table, in the world."""


@configclass
class EventCfg:
    """Where episodes begin: the arm near its home, one cube of each pair on part of the table, 0.1 m apart."""

    init_franka_arm_pose = EventTermCfg(
        func=stack_events.set_default_joint_pose, mode="startup", params={"default_pose": list(stack_franka.HOME)}
    )
    randomize_franka_joint_state = EventTermCfg(
        func=stack_events.randomize_joint_by_gaussian_offset,
        mode="reset",
        params={"mean": 0.0, "std": 0.02, "asset_cfg": SceneEntityCfg("robot")},
    )
    randomize_cubes_in_focus = EventTermCfg(
        func=randomize_rigid_objects_in_focus,
        mode="reset",
        params={
            "asset_cfgs": [SceneEntityCfg("cube_1"), SceneEntityCfg("cube_2"), SceneEntityCfg("cube_3")],
            "out_focus_state": torch.tensor(AWAY, device="cpu"),
            "pose_range": {"x": (0.4, 0.6), "y": (-0.10, 0.10), "z": (0.0203, 0.0203), "yaw": (-1.0, 1.0)},
            "min_separation": 0.1,
        },
    )


def _pair(number: int, x: float, y: float, *names: tuple[str, str]) -> RigidObjectCollectionCfg:
    """Two cubes of which one is to be on the table: their colours, and the ends of their paths."""
    cubes = {}
    for level, (color, path) in enumerate(names):
        cube: Any = stack_franka.block_cfg(number, color, x, y)
        cubes[f"{color}_cube"] = cube
        cube.prim_path = f"{{ENV_REGEX_NS}}/{path}"
        cube.init_state.pos = (x, y, 0.0203 + 0.02 * level)
        cube.spawn.semantic_tags = None
    return RigidObjectCollectionCfg(rigid_objects=cubes)


@configclass
class FrankaCubeStackInstanceRandomizeEnvCfg(StackInstanceRandomizeEnvCfg):
    """Franka's Panda stacks cubes of changing colours, by targets of its joints."""

    def __post_init__(self) -> None:
        super().__post_init__()
        model = stack_franka.FrankaCubeStackEnvCfg()
        self.events = EventCfg()
        self.scene.robot, self.scene.ee_frame = model.scene.robot, model.scene.ee_frame
        self.scene.num_envs = 2
        self.actions.arm_action, self.actions.gripper_action = model.actions.arm_action, model.actions.gripper_action
        self.gripper_joint_names = ["panda_finger_.*"]
        self.gripper_open_val = 0.04
        self.gripper_threshold = 0.005
        self.scene.cube_1 = _pair(1, 0.4, 0.0, ("blue", "Cube_1_Blue"), ("red", "Cube_1_Red"))
        self.scene.cube_2 = _pair(2, 0.55, 0.05, ("red", "Cube_2_Red"), ("yellow", "Cube_2_Yellow"))
        self.scene.cube_3 = _pair(3, 0.60, -0.1, ("yellow", "Cube_3_Yellow"), ("green", "Cube_2_Green"))


@configclass
class FrankaCubeStackInstanceRandomizeIkRelEnvCfg(FrankaCubeStackInstanceRandomizeEnvCfg):
    """Franka's Panda stacks cubes of changing colours, by changes of the pose of its hand."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.scene.robot = released.FRANKA_PANDA_LEGACY_HIGH_PD_CFG.replace(prim_path=ROBOT)
        self.actions.arm_action = franka_ik_action(relative=True)


def _renew(cfg: Any) -> None:
    """Give a config engine, robot and one environment of version 3."""
    cfg.sim.physics = PhysxCfg(bounce_threshold_velocity=0.01)
    cfg.scene.robot = released.FRANKA_PANDA_CFG.replace(prim_path=ROBOT)
    cfg.scene.num_envs = 1


@configclass
class NewerInstanceRandomizeEnvCfg(FrankaCubeStackInstanceRandomizeEnvCfg):
    """The task with targets of joints as Isaac Lab 3.0.0 releases it."""

    def __post_init__(self) -> None:
        super().__post_init__()
        _renew(self)


@configclass
class NewerInstanceRandomizeIkRelEnvCfg(FrankaCubeStackInstanceRandomizeIkRelEnvCfg):
    """The task with changes of the hand's pose as Isaac Lab 3.0.0 releases it."""

    def __post_init__(self) -> None:
        super().__post_init__()
        _renew(self)
        self.scene.robot.spawn.rigid_props.disable_gravity = True
        arm = self.scene.robot.actuators["panda_arm"]
        arm.stiffness, arm.damping = 400.0, 80.0
