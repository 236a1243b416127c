"""The engine's bodies that prims are, or are part of."""

from __future__ import annotations

import re
from collections.abc import Sequence
from weakref import WeakKeyDictionary

import numpy as np
import warp as wp
from pxr import Sdf, Usd

from pippin.motion import poses
from pippin.physics.scene.scene import PhysicsScene
from pippin.physics.views import BodyView
from pippin.sim import SimulationContext
from pippin.sim.xforms import resolve_prim_pose


def running_scene() -> PhysicsScene | None:
    """The scene that plays, or None while the simulation is stopped or there is none.

    Raises:
        NotImplementedError: The scene has several environments.
    """
    simulation = SimulationContext.instance()
    scene = None if simulation is None else simulation.physics
    if not isinstance(scene, PhysicsScene):
        return None
    if scene.num_envs != 1:
        raise NotImplementedError(
            f"Objects are those of one environment, and this scene has {scene.num_envs}: take the assets of"
            " pippin.assets."
        )
    return scene


def bodies_of(scene: PhysicsScene) -> set[str]:
    """Prim paths of the bodies in the engine."""
    return {path for worlds in scene.backend.worlds for path in worlds.layout.body_paths[1:]}


_body_poses: WeakKeyDictionary[PhysicsScene, tuple[int, np.ndarray]] = WeakKeyDictionary()
"""Poses of all bodies of a scene on the host, and the version of the state that they belong to."""


def body_poses_of(scene: PhysicsScene) -> np.ndarray:
    """Poses in the world of all bodies in the engine, shape (nbody, 7), float64; read once for each state."""
    known = _body_poses.get(scene)
    if known is None or known[0] != scene.state_version:
        kinematics = scene.frames[0].kinematics
        kinematics.update(scene.state_version)
        values = kinematics.poses.numpy()[0].astype(np.float64)
        values[:, 3:] /= np.linalg.norm(values[:, 3:], axis=1, keepdims=True)
        known = _body_poses[scene] = (scene.state_version, values)
    return known[1]


def stage_poses(prims: Sequence[Usd.Prim]) -> np.ndarray:
    """Poses of prims in the world as the stage has them, shape (N, 7), float64."""
    return np.array([np.concatenate(resolve_prim_pose(prim)) for prim in prims]).reshape(-1, 7)


class BodiesOfPrims:
    """For prims, the bodies in the engine that they are or that carry them.

    Args:
        scene: The scene that plays.
        prims: Prims on the stage.

    Attributes:
        scene: The scene.
        prims: Those of the prims that have a body, as indices, shape (n,), int.
        is_body: Whether each of them is the body itself, rather than carried by it, shape (n,), bool.
        bodies: Body of each of these prims in the engine, shape (n,), int.
        view: View of their bodies, one row for each body; None where no prim has one.
        rows: Row of the view of each of these prims, shape (n,), int.
        offsets: Pose of each of these prims in the frame of its body, shape (n, 7).
    """

    def __init__(self, scene: PhysicsScene, prims: Sequence[Usd.Prim]) -> None:
        self.scene = scene
        known = bodies_of(scene)
        owners = [_owner(prim.GetPath(), known) for prim in prims]
        self.prims = np.array([i for i, owner in enumerate(owners) if owner], dtype=np.int64)
        paths = [owner for owner in owners if owner]
        self.is_body = np.array([str(prims[i].GetPath()) == path for i, path in zip(self.prims, paths, strict=True)])
        layout = scene.backend.worlds[0].layout
        self.bodies = np.array([layout.body_paths.index(path) for path in paths], dtype=np.int64)
        self.view: BodyView | None = None
        self.rows = np.zeros(0, dtype=np.int64)
        self.offsets = np.zeros((0, 7))
        if paths:
            self.view = scene.rigid_bodies("|".join(re.escape(path) for path in sorted(set(paths))))
            self.rows = np.array([self.view.instance_paths.index(path) for path in paths], dtype=np.int64)
            stage = prims[0].GetStage()
            at_start = stage_poses([stage.GetPrimAtPath(path) for path in paths])
            carried = stage_poses([prims[i] for i in self.prims])
            self.offsets = poses.compose(poses.inverse(at_start), carried)

    def read_poses(self) -> np.ndarray:
        """Poses of the prims in the world, shape (n, 7), float64."""
        values = body_poses_of(self.scene)[self.bodies]
        if not self.is_body.all():
            values = np.where(self.is_body[:, None], values, poses.compose(values, self.offsets))
        return values

    def write_poses(self, which: np.ndarray, new_poses: np.ndarray) -> None:
        """Move bodies by what is to be the pose of their prims; what only is carried moves on its body.

        Args:
            which: Prims, as indices into :attr:`prims`.
            new_poses: Poses in the world, shape (len(which), 7).

        Raises:
            ValueError: A prim is a link of an articulation, which follows its joints.
        """
        view = self._view
        links = [row for i, row in zip(which, self.rows[which], strict=True) if self.is_body[i]]
        if links and self.are_links_of_robots:
            paths = ", ".join(f"'{view.instance_paths[row]}'" for row in links)
            raise ValueError(f"Links of articulations follow their joints and cannot be moved; among {paths} are some.")
        bodies = which[self.is_body[which]]
        if len(bodies):
            values = new_poses[self.is_body[which]].astype(np.float32)
            view.write_root_poses(
                wp.array(values, dtype=wp.transformf, device=view.device),
                wp.array(self.rows[bodies].astype(np.int32), dtype=int, device=view.device),
            )
        carried = ~self.is_body[which]
        if carried.any():
            under = body_poses_of(self.scene)[self.bodies[which[carried]]]
            self.offsets[which[carried]] = poses.compose(poses.inverse(under), new_poses[carried])

    @property
    def are_links_of_robots(self) -> bool:
        """Whether the prims are links that follow the joints of a robot."""
        return self.view is not None and bool(self.is_body.any()) and not self.view.has_movable_root

    @property
    def _view(self) -> BodyView:
        assert self.view is not None
        return self.view


def _owner(path: Sdf.Path, known: set[str]) -> str | None:
    """Path of the nearest body at or above a path."""
    return next((str(prefix) for prefix in reversed(path.GetPrefixes()) if str(prefix) in known), None)
