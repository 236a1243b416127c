"""Whether a state is free of overlaps, and how far things have to go from it, for a bank of states to begin in.

Names are those of Isaac Lab 3.0.0's criteria: configs of them stand in the parameters of an event.
"""

from __future__ import annotations

from dataclasses import MISSING
from typing import TYPE_CHECKING, Any

import numpy as np
import torch

from pippin.envs.managers import ManagerTermBase
from pippin.envs.managers.manager_base import ManagerTermBaseCfg
from pippin.tasks.dexsuite.surface_points import (
    collider_triangles_of_bodies,
    collider_triangles_of_object,
    sample_object_point_cloud,
)
from pippin.utils import as_torch, configclass
from pippin.utils.clearances import MovingMeshes, MovingPoints, Slab
from pippin.utils.math import quat_apply

if TYPE_CHECKING:
    from pippin.envs import ManagerBasedEnv


class _RobotAndObject(ManagerTermBase):
    """What criteria know: the colliders of a robot's bodies, their corners, and points on an object.

    Args:
        cfg: Config of the criterion.
        env: The environment.

    Raises:
        ValueError: None of the bodies collides, or the scene lacks the object in some environments.
    """

    cfg: MeshClearanceCfg | SlabClearanceCfg

    def __init__(self, cfg: MeshClearanceCfg | SlabClearanceCfg, env: ManagerBasedEnv) -> None:
        super().__init__(cfg, env)
        self._robot, self._object = env.scene[cfg.asset_name], env.scene[cfg.object_name]
        chosen = self._robot.find_bodies(cfg.body_names)[1]
        colliders = collider_triangles_of_bodies(self._robot.cfg.prim_path, self._robot.body_names)
        colliders = {name: triangles for name, triangles in colliders.items() if name in chosen}
        if not colliders:
            raise ValueError(f"None of the bodies {chosen} of '{cfg.asset_name}' has a collider.")
        self._triangles = list(colliders.values())
        self._bodies = [self._robot.body_names.index(name) for name in colliders]
        corners = [np.unique(triangles.reshape(-1, 3), axis=0) for triangles in self._triangles]
        body_of_corner = np.repeat(self._bodies, [len(each) for each in corners])
        nowhere = np.zeros(env.num_envs)
        self._corners = MovingPoints(np.concatenate(corners)[None], nowhere, body_of_corner, env.device)
        points = sample_object_point_cloud(env.num_envs, cfg.num_object_points, self._object.cfg.prim_path)
        self._points = MovingPoints(
            points, np.arange(env.num_envs), np.zeros(cfg.num_object_points, dtype=np.int32), env.device
        )

    def _poses(self) -> tuple[torch.Tensor, torch.Tensor]:
        """Poses of the robot's bodies and of the object, shape (E, B, 7) and (E, 1, 7)."""
        return as_torch(self._robot.data.body_link_pose_w), as_torch(self._object.data.root_link_pose_w).unsqueeze(1)


class mesh_clearance(_RobotAndObject):  # noqa: N801 (Isaac Lab's name)
    """Whether points on an object are outside of a robot's colliders, and the corners of these outside of the object's.

    Args:
        cfg: Config of the criterion.
        env: The environment.
    """

    cfg: MeshClearanceCfg

    def __init__(self, cfg: MeshClearanceCfg, env: ManagerBasedEnv) -> None:
        super().__init__(cfg, env)
        every = np.tile(np.arange(len(self._triangles)), (env.num_envs, 1))
        self._links = MovingMeshes(self._triangles, every, self._bodies, env.device)
        shapes, shape_of_env = collider_triangles_of_object(self._object.cfg.prim_path, env.num_envs)
        self._shapes = MovingMeshes(shapes, shape_of_env[:, None], [0], env.device)

    def __call__(self, env: ManagerBasedEnv, env_ids: torch.Tensor) -> torch.Tensor:
        """Return whether nothing is nearer than the clearance, shape (n,), bool."""
        return self.distances(env_ids) >= self.cfg.min_clearance

    def distances(self, env_ids: torch.Tensor) -> torch.Tensor:
        """Return the least distance between robot and object [m], negative where they overlap, shape (n,).

        No more is told of distances than that they are not below the clearance.
        """
        links, thing = self._poses()
        horizon = max(self.cfg.min_clearance, 0.0)
        return torch.minimum(
            self._links.distances(links, self._points, thing, env_ids, horizon),
            self._shapes.distances(thing, self._corners, links, env_ids, horizon),
        )


class slab_clearance(_RobotAndObject):  # noqa: N801 (Isaac Lab's name)
    """Whether points on an object, and the corners of a robot's colliders, are above blocks such as a table.

    Args:
        cfg: Config of the criterion.
        env: The environment.
    """

    cfg: SlabClearanceCfg

    def __call__(self, env: ManagerBasedEnv, env_ids: torch.Tensor) -> torch.Tensor:
        """Return whether nothing is lower than the clearance above a block, shape (n,), bool."""
        return self.heights(env_ids) >= self.cfg.min_clearance

    def heights(self, env_ids: torch.Tensor) -> torch.Tensor:
        """Return the least height above a block [m], infinity where nothing is over one, shape (n,)."""
        links, thing = self._poses()
        rest = (self.cfg.obstacle_slabs, self._env.scene.env_origins, env_ids, self.cfg.min_clearance)
        return torch.minimum(
            self._points.above_slabs(thing, *rest),
            self._corners.above_slabs(links, *rest),
        )


class grasp_travel_distance(ManagerTermBase):  # noqa: N801 (Isaac Lab's name)
    """How far a hand is from an object, and the object from the middle of its goals.

    Args:
        cfg: Config of the measure.
        env: The environment.

    Raises:
        ValueError: The environment's config has no such command.
    """

    LEAST = 1e-3
    """Distance below which all are alike in logarithms [m]."""

    cfg: GraspTravelDistanceCfg

    def __init__(self, cfg: GraspTravelDistanceCfg, env: ManagerBasedEnv) -> None:
        super().__init__(cfg, env)
        self._robot, self._object = env.scene[cfg.asset_name], env.scene[cfg.object_name]
        self._body_ids = self._robot.find_bodies(cfg.body_names)[0]
        command = getattr(env.cfg.commands, cfg.command_name, None)
        if command is None:
            names = ", ".join(vars(env.cfg.commands)) or "none"
            raise ValueError(f"There is no command '{cfg.command_name}' whose goals could be measured; there: {names}.")
        ranges = (command.ranges.pos_x, command.ranges.pos_y, command.ranges.pos_z)
        self._goal_b = torch.tensor([sum(each) / 2.0 for each in ranges], device=env.device)

    def __call__(self, env: ManagerBasedEnv, env_ids: torch.Tensor) -> torch.Tensor:
        """Return both distances [m], or their logarithms, shape (n, 2); the farthest of the hand's bodies counts."""
        thing = as_torch(self._object.data.root_pos_w)[env_ids]
        bodies = as_torch(self._robot.data.body_pos_w)[env_ids][:, self._body_ids]
        root, turn = (as_torch(each)[env_ids] for each in (self._robot.data.root_pos_w, self._robot.data.root_quat_w))
        goal = root + quat_apply(turn, self._goal_b.expand(len(thing), 3))
        reach = (bodies - thing.unsqueeze(1)).norm(dim=-1).amax(dim=-1)
        distances = torch.stack((reach, (goal - thing).norm(dim=-1)), dim=-1)
        return distances.clamp_min(self.LEAST).log() if self.cfg.log_scale else distances


@configclass
class MeshClearanceCfg(ManagerTermBaseCfg):
    """Config of :class:`mesh_clearance`."""

    func: Any = mesh_clearance

    asset_name: str = MISSING  # type: ignore[assignment]
    """Name of the robot."""

    body_names: str | list[str] = MISSING  # type: ignore[assignment]
    """Its bodies that count, as regular expressions."""

    object_name: str = MISSING  # type: ignore[assignment]
    """Name of the object."""

    num_object_points: int = 64
    """Number of points on the object."""

    min_clearance: float = 0.02
    """Least distance [m]."""


@configclass
class SlabClearanceCfg(ManagerTermBaseCfg):
    """Config of :class:`slab_clearance`."""

    func: Any = slab_clearance

    asset_name: str = MISSING  # type: ignore[assignment]
    """Name of the robot."""

    body_names: str | list[str] = MISSING  # type: ignore[assignment]
    """Its bodies that count, as regular expressions."""

    object_name: str = MISSING  # type: ignore[assignment]
    """Name of the object."""

    obstacle_slabs: list[Slab] = MISSING  # type: ignore[assignment]
    """Blocks: range along x, along y (None for no end), height of the top, in an environment's frame [m]."""

    num_object_points: int = 64
    """Number of points on the object."""

    min_clearance: float = 0.02
    """Least height above a block, and how far a block reaches beyond its sides [m]."""


@configclass
class GraspTravelDistanceCfg(ManagerTermBaseCfg):
    """Config of :class:`grasp_travel_distance`."""

    func: Any = grasp_travel_distance

    asset_name: str = MISSING  # type: ignore[assignment]
    """Name of the robot."""

    body_names: str | list[str] = MISSING  # type: ignore[assignment]
    """The bodies of its hand, as regular expressions."""

    object_name: str = MISSING  # type: ignore[assignment]
    """Name of the object."""

    command_name: str = MISSING  # type: ignore[assignment]
    """Name of the command of poses of the object."""

    log_scale: bool = False
    """Whether logarithms are returned."""
