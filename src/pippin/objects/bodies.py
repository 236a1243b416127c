"""The engine's bodies that prims are, or are part of.

Poses are (position [m], quaternion x, y, z, w).
"""

from __future__ import annotations

import functools
import re
from collections.abc import Sequence
from weakref import WeakKeyDictionary

import numpy as np
import warp as wp
from pxr import Sdf

from pippin.motion import poses
from pippin.physics.scene.scene import PhysicsScene, VariantFrames
from pippin.physics.views import BodyView
from pippin.physics.views.contact_view import ContactView
from pippin.sim import SimulationContext, get_current_stage

from .places import Places, stage_poses


def running_scene() -> PhysicsScene | None:
    """The scene that plays, or None while the simulation is stopped or there is none."""
    simulation = SimulationContext.instance()
    scene = None if simulation is None else simulation.physics
    return scene if isinstance(scene, PhysicsScene) else None


def running_scene_of_one() -> PhysicsScene | None:
    """The scene that plays, for what there is in one environment only; None while there is none.

    Raises:
        NotImplementedError: The scene has several environments.
    """
    scene = running_scene()
    if scene is not None and scene.num_envs != 1:
        raise NotImplementedError(
            "Contacts, sensors and surface grippers of pippin.objects are those of one environment, and this scene has"
            f" {scene.num_envs}: take the assets and sensors of pippin.assets and pippin.sensors."
        )
    return scene


def bodies_of(scene: PhysicsScene) -> set[str]:
    """Prim paths of the bodies in the engine."""
    return {path for worlds in scene.backend.worlds for path in worlds.layout.body_paths[1:]}


_body_poses: WeakKeyDictionary[PhysicsScene, tuple[int, list[np.ndarray]]] = WeakKeyDictionary()
"""Poses of all bodies of a scene on the host, for each variant, and the version of the state that they belong to."""


def body_poses_of(scene: PhysicsScene) -> np.ndarray:
    """Poses in the world of all bodies of a scene of one environment, shape (nbody, 7), float64."""
    return body_poses_of_all(scene)[0][0]


def body_poses_of_all(scene: PhysicsScene) -> list[np.ndarray]:
    """For each variant, poses in the world of all bodies, shape (W, nbody, 7), float64; read once for each state."""
    known = _body_poses.get(scene)
    if known is None or known[0] != scene.state_version:
        known = _body_poses[scene] = (scene.state_version, [_read_poses(scene, frames) for frames in scene.frames])
    return known[1]


def _read_poses(scene: PhysicsScene, frames: VariantFrames) -> np.ndarray:
    frames.kinematics.update(scene.state_version)
    values = frames.kinematics.poses.numpy().astype(np.float64)
    values[..., 3:] /= np.linalg.norm(values[..., 3:], axis=-1, keepdims=True)
    return values


def worlds_of(scene: PhysicsScene, places: Places) -> np.ndarray:
    """World of the variant of each place, shape (N,), int."""
    world_of = np.zeros(scene.num_envs, dtype=np.int64)
    for worlds in scene.backend.worlds:
        world_of[worlds.env_ids.numpy()] = np.arange(worlds.num_worlds)
    return world_of[places.env_ids]


def pick_poses(scene: PhysicsScene, variants: np.ndarray, worlds: np.ndarray, bodies: np.ndarray) -> np.ndarray:
    """Poses in the world of one body in each of N worlds, shape (N, 7), float64."""
    values = np.empty((len(bodies), 7))
    for variant, of_variant in enumerate(body_poses_of_all(scene)):
        mine = variants == variant
        if mine.any():
            values[mine] = of_variant[worlds[mine], bodies[mine]]
    return values


class BodiesOfPrims:
    """For prims, the bodies in the engine that they are or that carry them.

    Args:
        scene: The scene that plays.
        places: Prims of its environments.

    Attributes:
        scene: The scene.
        prims: Those of the prims that have a body, as indices, shape (n,), int.
        is_body: Whether each of them is the body itself, rather than carried by it, shape (n,), bool.
        bodies: Body of each of these prims in the engine, shape (n,), int.
        variants: Variant of the environment of each, shape (n,), int.
        worlds: World of the variant that each is in, shape (n,), int.
        view: View of their bodies, one row for each body; None where no prim has one.
        rows: Row of the view of each of these prims, shape (n,), int.
        offsets: Pose of each of these prims in the frame of its body, shape (n, 7).
    """

    def __init__(self, scene: PhysicsScene, places: Places) -> None:
        self.scene = scene
        known = bodies_of(scene)
        owner_of = {path: _owner(Sdf.Path(path), known) for path in dict.fromkeys(places.template_paths)}
        owners = [owner_of[path] for path in places.template_paths]
        self.prims = np.array([i for i, owner in enumerate(owners) if owner], dtype=np.int64)
        paths = [owner for owner in owners if owner]
        own_paths = [places.template_paths[i] for i in self.prims]
        self.is_body = np.array([own == path for own, path in zip(own_paths, paths, strict=True)], dtype=bool)
        self.variants = places.variants[self.prims]
        self.worlds = worlds_of(scene, places)[self.prims]
        indices = [{path: i for i, path in enumerate(worlds.layout.body_paths)} for worlds in scene.backend.worlds]
        self.bodies = np.array([indices[v][path] for v, path in zip(self.variants, paths, strict=True)], dtype=np.int64)
        self.view: BodyView | None = None
        self.rows = np.zeros(0, dtype=np.int64)
        self.offsets = np.zeros((0, 7))
        self._expression = "|".join(re.escape(path) for path in sorted(set(paths)))
        if paths:
            self.view = scene.rigid_bodies(self._expression)
            rows = self.view.rows_by_path()
            env_ids = places.env_ids[self.prims]
            self.rows = np.array([rows[path][e] for path, e in zip(paths, env_ids, strict=True)], dtype=np.int64)
            carried = poses_by_path(own_paths)
            at_start = poses_by_path(paths)
            self.offsets = poses.compose(poses.inverse(at_start), carried)

    @functools.cached_property
    def contacts(self) -> ContactView:
        """View of the contacts of the bodies, with the rows of :attr:`view`.

        Raises:
            ValueError: A body does not measure its contacts.
        """
        return self.scene.contacts(self._expression)

    def read_poses(self) -> np.ndarray:
        """Poses of the prims in the world, shape (n, 7), float64."""
        values = self._body_poses(np.arange(len(self.bodies)))
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
            under = self._body_poses(which[carried])
            self.offsets[which[carried]] = poses.compose(poses.inverse(under), new_poses[carried])

    @property
    def are_links_of_robots(self) -> bool:
        """Whether the prims are links that follow the joints of a robot."""
        return self.view is not None and bool(self.is_body.any()) and not self.view.has_movable_root

    def _body_poses(self, which: np.ndarray) -> np.ndarray:
        return pick_poses(self.scene, self.variants[which], self.worlds[which], self.bodies[which])

    @property
    def _view(self) -> BodyView:
        assert self.view is not None
        return self.view


def poses_by_path(paths: Sequence[str]) -> np.ndarray:
    """Poses in the world as the stage has them of prims, many of which may be the same, shape (N, 7), float64."""
    rows = {path: i for i, path in enumerate(dict.fromkeys(paths))}
    stage = get_current_stage()
    return stage_poses([stage.GetPrimAtPath(path) for path in rows])[[rows[path] for path in paths]]


def _owner(path: Sdf.Path, known: set[str]) -> str | None:
    """Path of the nearest body at or above a path."""
    return next((str(prefix) for prefix in reversed(path.GetPrefixes()) if str(prefix) in known), None)
