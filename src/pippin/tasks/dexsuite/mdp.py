"""Terms of lifting and turning things: those of :mod:`pippin.envs.mdp`, and those of an object, fingers and a goal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import torch

from pippin.envs.managers import ManagerTermBase, SceneEntityCfg
from pippin.envs.mdp import *  # noqa: F403
from pippin.sim.markers import RAY_CASTER_MARKER_CFG, VisualizationMarkers
from pippin.tasks.dexsuite.pose_command import ObjectUniformPoseCommand, ObjectUniformPoseCommandCfg  # noqa: F401
from pippin.tasks.dexsuite.surface_points import sample_object_point_cloud
from pippin.utils import as_torch
from pippin.utils.math import (
    combine_frame_transforms,
    compute_pose_error,
    quat_apply,
    quat_apply_inverse,
    quat_error_magnitude,
    quat_inv,
    quat_mul,
    subtract_frame_transforms,
)

if TYPE_CHECKING:
    from pippin.envs import ManagerBasedRLEnv

ROBOT, OBJECT = SceneEntityCfg("robot"), SceneEntityCfg("object")
FINGERTIPS = ("thumb_link_3", "index_link_3", "middle_link_3", "ring_link_3")
"""Links whose contacts with the object count, the thumb's first."""


# -- observations ------------------------------------------------------------------------------------------------------


def object_pos_b(
    env: ManagerBasedRLEnv, robot_cfg: SceneEntityCfg = ROBOT, object_cfg: SceneEntityCfg = OBJECT
) -> torch.Tensor:
    """Observe the position of the object in the frame of the robot's root [m], shape (N, 3)."""
    robot, thing = env.scene[robot_cfg.name].data, env.scene[object_cfg.name].data
    return quat_apply_inverse(as_torch(robot.root_quat_w), as_torch(thing.root_pos_w) - as_torch(robot.root_pos_w))


def object_quat_b(
    env: ManagerBasedRLEnv, robot_cfg: SceneEntityCfg = ROBOT, object_cfg: SceneEntityCfg = OBJECT
) -> torch.Tensor:
    """Observe the orientation of the object in the frame of the robot's root, shape (N, 4)."""
    robot, thing = env.scene[robot_cfg.name].data, env.scene[object_cfg.name].data
    return quat_mul(quat_inv(as_torch(robot.root_quat_w)), as_torch(thing.root_quat_w))


def body_state_b(
    env: ManagerBasedRLEnv, body_asset_cfg: SceneEntityCfg, base_asset_cfg: SceneEntityCfg, include_vel: bool = True
) -> torch.Tensor:
    """Observe bodies in the frame of an asset's root.

    Args:
        env: The environment.
        body_asset_cfg: The bodies.
        base_asset_cfg: The asset.
        include_vel: Whether velocities are seen, too, which version 3 asks.

    Returns:
        Position [m], quaternion, linear [m/s] and angular velocity [rad/s] of one body after another, shape (N, 13 B),
        or (N, 7 B) without the velocities. These are those in the world, along the axes of the root.
    """
    bodies, base = env.scene[body_asset_cfg.name].data, env.scene[base_asset_cfg.name].data
    ids = body_asset_cfg.body_ids
    place, turn = as_torch(bodies.body_pos_w)[:, ids], as_torch(bodies.body_quat_w)[:, ids]
    shape = place.shape[:2]
    root_pos = as_torch(base.root_link_pos_w)[:, None].expand(*shape, 3).reshape(-1, 3)
    root_quat = as_torch(base.root_link_quat_w)[:, None].expand(*shape, 4).reshape(-1, 4)
    parts = [*subtract_frame_transforms(root_pos, root_quat, place.reshape(-1, 3), turn.reshape(-1, 4))]
    for velocity in (bodies.body_lin_vel_w, bodies.body_ang_vel_w) if include_vel else ():
        parts.append(quat_apply_inverse(root_quat, as_torch(velocity)[:, ids].reshape(-1, 3)))
    return torch.cat(parts, dim=1).view(shape[0], -1)


class object_point_cloud_b(ManagerTermBase):  # noqa: N801 (Isaac Lab's name)
    """Observe points on the surface of the object in the frame of an asset's root.

    The points are drawn once, when the term is made, and move with the object.

    Args:
        cfg: Config of the term.
        env: The environment.
    """

    def __init__(self, cfg: Any, env: ManagerBasedRLEnv) -> None:
        super().__init__(cfg, env)
        self.object = env.scene[cfg.params.get("object_cfg", OBJECT).name]
        self.ref_asset = env.scene[cfg.params.get("ref_asset_cfg", ROBOT).name]
        self._markers: VisualizationMarkers | None = None
        if cfg.params.get("visualize", True):
            markers = RAY_CASTER_MARKER_CFG.replace(prim_path="/Visuals/ObservationPointCloud")
            markers.markers["hit"].radius = 0.0025  # type: ignore[attr-defined]
            self._markers = VisualizationMarkers(markers)
        count = cfg.params.get("num_points", 10)
        self.points_local = sample_object_point_cloud(env.num_envs, count, self.object.cfg.prim_path, env.device)
        self.points_w = torch.zeros_like(self.points_local)

    def __call__(
        self,
        env: ManagerBasedRLEnv,
        ref_asset_cfg: SceneEntityCfg = ROBOT,
        object_cfg: SceneEntityCfg = OBJECT,
        num_points: int = 10,
        flatten: bool = False,
        visualize: bool = True,
    ) -> torch.Tensor:
        """Move the points with the object.

        Args:
            env: The environment.
            ref_asset_cfg: Asset in whose frame they are, as when the term was made.
            object_cfg: The object, as then.
            num_points: Number of points, as then.
            flatten: Whether the points of an environment are one row.
            visualize: Whether the points are shown.

        Returns:
            Points [m], shape (N, num_points, 3), or (N, 3 num_points).
        """
        thing, base = self.object.data, self.ref_asset.data
        self.points_w = _turned(quat_apply, thing.root_quat_w, self.points_local)
        self.points_w += as_torch(thing.root_pos_w)[:, None]
        if visualize and self._markers is not None:
            self._markers.visualize(translations=self.points_w.view(-1, 3))
        points = _turned(quat_apply_inverse, base.root_quat_w, self.points_w - as_torch(base.root_pos_w)[:, None])
        return points.flatten(1) if flatten else points


def fingers_contact_force_b(
    env: ManagerBasedRLEnv, contact_sensor_names: list[str], asset_cfg: SceneEntityCfg = ROBOT
) -> torch.Tensor:
    """Observe forces between fingers and their partners in the frame of the robot's root [N], shape (N, S, 3).

    Args:
        env: The environment.
        contact_sensor_names: Names of S contact sensors, each with one body and one partner.
        asset_cfg: The robot.
    """
    forces = torch.stack([_contact_force(env, name) for name in contact_sensor_names], dim=1)
    return _turned(quat_apply_inverse, env.scene[asset_cfg.name].data.root_link_quat_w, forces)


# -- rewards -----------------------------------------------------------------------------------------------------------


def action_l2_clamped(env: ManagerBasedRLEnv) -> torch.Tensor:
    """Square of the actions, 1,000 at most, shape (N,)."""
    return env.action_manager.action.square().sum(dim=1).clamp(-1000, 1000)


def action_rate_l2_clamped(env: ManagerBasedRLEnv) -> torch.Tensor:
    """Square of the change of the actions, 1,000 at most, shape (N,)."""
    change = env.action_manager.action - env.action_manager.prev_action
    return change.square().sum(dim=1).clamp(-1000, 1000)


def object_ee_distance(
    env: ManagerBasedRLEnv, std: float, object_cfg: SceneEntityCfg = OBJECT, asset_cfg: SceneEntityCfg = ROBOT
) -> torch.Tensor:
    """Reward bodies near the object: 1 - tanh(largest distance / std), shape (N,)."""
    bodies = as_torch(env.scene[asset_cfg.name].data.body_pos_w)[:, asset_cfg.body_ids]
    thing = as_torch(env.scene[object_cfg.name].data.root_pos_w)
    return 1 - torch.tanh((bodies - thing[:, None]).norm(dim=-1).amax(dim=-1) / std)


def contacts(env: ManagerBasedRLEnv, threshold: float) -> torch.Tensor:
    """Whether the thumb and another finger push the object with more than a force [N], shape (N,), bool."""
    touches = finger_forces(env, [f"{link}_object_s" for link in FINGERTIPS]) > threshold
    return touches[:, 0] & touches[:, 1:].any(dim=1)


def success_reward(
    env: ManagerBasedRLEnv,
    command_name: str,
    asset_cfg: SceneEntityCfg,
    align_asset_cfg: SceneEntityCfg,
    pos_std: float,
    rot_std: float | None = None,
) -> torch.Tensor:
    """Reward an object at its goal: the product of 1 - tanh(error / std) of place and turn, shape (N,).

    Args:
        env: The environment.
        command_name: Name of the command of poses.
        asset_cfg: Robot in whose frame the command is.
        align_asset_cfg: The object.
        pos_std: Scale of the distance [m].
        rot_std: Scale of the angle [rad]; None or 0 takes the square of the distance's reward instead.
    """
    distance, angle = pose_errors(env, command_name, asset_cfg, align_asset_cfg, slice(None))
    near = 1 - torch.tanh(distance / pos_std)
    return near * (1 - torch.tanh(angle / rot_std)) if rot_std else near.square()


def position_command_error_tanh(  # type: ignore[no-redef]  # another one than that of reaching
    env: ManagerBasedRLEnv, std: float, command_name: str, asset_cfg: SceneEntityCfg, align_asset_cfg: SceneEntityCfg
) -> torch.Tensor:
    """Reward an object near its goal, 1 - tanh(distance / std), while it is grasped (:func:`contacts`), shape (N,)."""
    distance, _ = pose_errors(env, command_name, asset_cfg, align_asset_cfg, slice(None))
    return (1 - torch.tanh(distance / std)) * contacts(env, 1.0).float()


def orientation_command_error_tanh(
    env: ManagerBasedRLEnv, std: float, command_name: str, asset_cfg: SceneEntityCfg, align_asset_cfg: SceneEntityCfg
) -> torch.Tensor:
    """Reward an object turned as its goal, 1 - tanh(angle / std), while it is grasped, shape (N,)."""
    command = env.command_manager.get_command(command_name)
    goal = quat_mul(as_torch(env.scene[asset_cfg.name].data.root_quat_w), command[:, 3:7])
    angle = quat_error_magnitude(as_torch(env.scene[align_asset_cfg.name].data.root_quat_w), goal)
    return (1 - torch.tanh(angle / std)) * contacts(env, 1.0).float()


# -- terminations ------------------------------------------------------------------------------------------------------


def out_of_bound(
    env: ManagerBasedRLEnv,
    asset_cfg: SceneEntityCfg = OBJECT,
    in_bound_range: Mapping[str, tuple[float, float]] | None = None,
) -> torch.Tensor:
    """Whether an object is out of ranges of x, y and z about the environment's origin [m], shape (N,), bool.

    An axis without a range is out anywhere but at 0.
    """
    ranges = torch.tensor([(in_bound_range or {}).get(axis, (0.0, 0.0)) for axis in "xyz"], device=env.device)
    place = as_torch(env.scene[asset_cfg.name].data.root_pos_w) - as_torch(env.scene.env_origins)
    return ((place < ranges[:, 0]) | (place > ranges[:, 1])).any(dim=1)


def abnormal_robot_state(env: ManagerBasedRLEnv, asset_cfg: SceneEntityCfg = ROBOT) -> torch.Tensor:
    """Whether a joint moves at more than twice its velocity limit, shape (N,), bool."""
    data = env.scene[asset_cfg.name].data
    return (as_torch(data.joint_vel).abs() > 2.0 * as_torch(data.joint_vel_limits)).any(dim=1)


# -- curricula ---------------------------------------------------------------------------------------------------------


class DifficultyScheduler(ManagerTermBase):  # type: ignore[no-redef]  # version 3's asks a reward term
    """Raise a difficulty by 1 in environments whose object is at its goal when the episode ends, else lower it by 1.

    Args:
        cfg: Config of the term.
        env: The environment.
    """

    def __init__(self, cfg: Any, env: ManagerBasedRLEnv) -> None:
        super().__init__(cfg, env)
        start = float(cfg.params.get("init_difficulty", 0))
        self.current_adr_difficulties = torch.full((env.num_envs,), start, device=env.device)
        self.difficulty_frac = 0.0

    def get_state(self) -> torch.Tensor:
        """Return the difficulties, shape (N,), float32, to be kept with a checkpoint."""
        return self.current_adr_difficulties

    def set_state(self, state: torch.Tensor) -> None:
        """Take difficulties from a checkpoint, shape (N,)."""
        self.current_adr_difficulties = state.clone().to(self._env.device)

    def __call__(
        self,
        env: ManagerBasedRLEnv,
        env_ids: Sequence[int],
        asset_cfg: SceneEntityCfg = ROBOT,
        object_cfg: SceneEntityCfg = OBJECT,
        pos_tol: float = 0.1,
        rot_tol: float | None = None,
        init_difficulty: int = 0,
        min_difficulty: int = 0,
        max_difficulty: int = 50,
        promotion_only: bool = False,
    ) -> float:
        """Change difficulties.

        Args:
            env: The environment.
            env_ids: Its environments whose episodes end.
            asset_cfg: Robot in whose frame the command "object_pose" is.
            object_cfg: The object.
            pos_tol: Distance that is at the goal [m].
            rot_tol: Angle that is [rad]; None or 0 for any.
            init_difficulty: Difficulty at the beginning.
            min_difficulty: Least difficulty.
            max_difficulty: Largest difficulty.
            promotion_only: Whether difficulties never fall.

        Returns:
            Mean difficulty as a share of the largest.
        """
        distance, angle = pose_errors(env, "object_pose", asset_cfg, object_cfg, env_ids)
        succeeded = (distance < pos_tol) & (angle < rot_tol) if rot_tol else distance < pos_tol
        current = self.current_adr_difficulties[env_ids]
        failed = current if promotion_only else current - 1
        changed = torch.where(succeeded, current + 1, failed).clamp(min_difficulty, max_difficulty)
        self.current_adr_difficulties[env_ids] = changed
        self.difficulty_frac = (self.current_adr_difficulties.mean() / max(max_difficulty, 1)).item()
        return self.difficulty_frac


# -- what several terms take ----------------------------------------------------------------------------------------


def pose_errors(
    env: ManagerBasedRLEnv, command_name: str, robot: SceneEntityCfg, thing: SceneEntityCfg, env_ids: Any
) -> tuple[torch.Tensor, torch.Tensor]:
    """Measure how far an object is from its commanded pose.

    Args:
        env: The environment.
        command_name: Name of the command of poses.
        robot: Robot in whose frame the command is.
        thing: The object.
        env_ids: Environments, as they index tensors.

    Returns:
        Distances [m] and angles [rad], shape (number of environments,) each.
    """
    base, data = env.scene[robot.name].data, env.scene[thing.name].data
    command = env.command_manager.get_command(command_name)[env_ids]
    root = as_torch(base.root_pos_w)[env_ids], as_torch(base.root_quat_w)[env_ids]
    goal = combine_frame_transforms(*root, command[:, :3], command[:, 3:7])
    place, turn = compute_pose_error(*goal, as_torch(data.root_pos_w)[env_ids], as_torch(data.root_quat_w)[env_ids])
    return place.norm(dim=1), turn.norm(dim=1)


def finger_forces(env: ManagerBasedRLEnv, sensor_names: Sequence[str]) -> torch.Tensor:
    """Return how large forces in the world are that S sensors, of one body and one partner, feel [N], shape (N, S)."""
    return torch.stack([_contact_force(env, name) for name in sensor_names], dim=1).norm(dim=-1)


# -- inside ------------------------------------------------------------------------------------------------------------


def _contact_force(env: ManagerBasedRLEnv, name: str) -> torch.Tensor:
    """Force of a sensor's body on its partner in the world [N], shape (N, 3)."""
    return as_torch(env.scene.sensors[name].data.force_matrix_w).view(env.num_envs, 3)


def _turned(turn: Any, quat: Any, vectors: torch.Tensor) -> torch.Tensor:
    """Vectors of each environment turned by its quaternion, shape (N, M, 3)."""
    quats = as_torch(quat)[:, None].expand(*vectors.shape[:2], 4).reshape(-1, 4)
    return turn(quats, vectors.reshape(-1, 3)).view(vectors.shape)
