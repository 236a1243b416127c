"""Prims that have a pose, whether physics moves them or not."""

from __future__ import annotations

import functools
import logging
from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np
from numpy.typing import ArrayLike
from pxr import Gf, Usd, UsdGeom, UsdPhysics

from pippin.motion import poses
from pippin.physics.scene.scene import PhysicsScene
from pippin.sim import (
    convert_world_pose_to_local,
    get_current_stage,
    resolve_prim_scale,
    set_local_pose,
    set_prim_visibility,
)

from .arguments import Indices, checked_array, checked_indices
from .bodies import BodiesOfPrims, bodies_of, running_scene
from .places import find_places
from .starts import forget_start, has_start, keep_start, with_starts
from .states import XFormPrimViewState

logger = logging.getLogger("pippin")

SAME_POSE = 1e-9
"""Largest difference of a component of two poses that are the same."""


class EngineLink(Protocol):
    """What an object has to do with in the engine while the simulation plays."""

    scene: PhysicsScene
    """The scene that plays."""

    prims: np.ndarray
    """Those of the object's prims whose pose the engine knows, as increasing indices, shape (n,)."""

    def read_poses(self) -> np.ndarray:
        """Poses of these prims in the world ([m], x, y, z, w), shape (n, 7), float64."""

    def write_poses(self, which: np.ndarray, new_poses: np.ndarray) -> None:
        """Set the poses in the world ([m], x, y, z, w), shape (number of them, 7), of some of these prims."""


class XFormPrim:
    """N prims that have a pose. While the simulation plays, the poses of what physics moves are the engine's.

    Poses that are set while it plays hold until it stops: the stage keeps those from which it starts.

    Of environments that copy each other the stage has one; an expression stands for the prims of all of them, in the
    order of the environments. Copies may have poses of their own; scale, sight and mass on the stage are those of all.

    Args:
        prim_paths_expr: Path of a prim, a regular expression of paths, or several of these.
        name: Name of the object.
        positions: Positions in the world [m], shape (N, 3); None leaves them.
        translations: Positions in the frames of the parents [m], shape (N, 3), in place of those in the world.
        orientations: Orientations (x, y, z, w) in the world, or of the parents where there are translations,
            shape (N, 4); None leaves them.
        scales: Scales along the prims' own axes, shape (N, 3); None leaves them.
        visibilities: Whether each is to be seen, shape (N,); None leaves that.

    Raises:
        ValueError: There are no such prims, or they have no pose; an array has another shape, or both positions and
            translations are given.
    """

    def __init__(
        self,
        prim_paths_expr: str | Sequence[str],
        name: str = "xform_prims",
        positions: ArrayLike | None = None,
        translations: ArrayLike | None = None,
        orientations: ArrayLike | None = None,
        scales: ArrayLike | None = None,
        visibilities: ArrayLike | None = None,
    ) -> None:
        self.name = name
        self._places = find_places(prim_paths_expr)
        self.prims = self._places.prims
        self._link: EngineLink | None = None
        self._is_made = False
        if positions is not None and translations is not None:
            raise ValueError(f"'{name}' is given both 'positions' and 'translations'; expected one of them.")
        if scales is not None:
            self._set_local_scales(scales, None)
        if translations is not None:
            self._set_local_poses(translations, orientations, None)
        elif positions is not None or orientations is not None:
            self._set_world_poses(positions, orientations, None)
        if visibilities is not None:
            self.set_visibilities(visibilities)
        self._default_poses = self._world_poses()
        self._is_made = True

    # -- what there is --

    @property
    def prim_paths(self) -> list[str]:
        """Paths of the prims."""
        return list(self._places.paths)

    @property
    def count(self) -> int:
        """Number of prims, N."""
        return len(self.prims)

    def is_valid(self, indices: Indices = None) -> bool:
        """Whether the prims are on the stage."""
        return all(self.prims[i].IsValid() for i in self._checked(indices))

    # -- life --

    @property
    def handles_initialized(self) -> bool:
        """Whether the object is connected to the engine that runs."""
        return self._link is not None and self._link.scene is running_scene()

    def initialize(self, physics_sim_view: Any = None) -> None:
        """Connect to the engine, which happens by itself when something is asked of it.

        Raises:
            RuntimeError: The simulation is stopped.
        """
        self._require_link()

    def post_reset(self) -> None:
        """Return to the default state."""
        moved = np.flatnonzero(np.abs(self._world_poses() - self._default_poses).max(axis=1) > SAME_POSE)
        self._write_world_poses(moved, self._default_poses[moved])

    # -- poses --

    def get_world_poses(self, indices: Indices = None) -> tuple[np.ndarray, np.ndarray]:
        """Positions in the world [m], shape (M, 3), and orientations (x, y, z, w), shape (M, 4), float64."""
        chosen = self._world_poses()[self._checked(indices)]
        return chosen[:, :3], chosen[:, 3:]

    def set_world_poses(
        self, positions: ArrayLike | None = None, orientations: ArrayLike | None = None, indices: Indices = None
    ) -> None:
        """Move prims.

        Args:
            positions: Positions in the world [m], shape (M, 3); None leaves them.
            orientations: Orientations in the world (x, y, z, w), shape (M, 4); None leaves them.
            indices: The M prims; None means all.

        Raises:
            ValueError: An array has another shape, or a prim is a link, which follows its joints.
            RuntimeError: A prim holds bodies, or is part of the ground, while the simulation plays.
        """
        self._set_world_poses(positions, orientations, indices)

    def get_local_poses(self, indices: Indices = None) -> tuple[np.ndarray, np.ndarray]:
        """Translations in the frames of the parents [m], shape (M, 3), and orientations (x, y, z, w), shape (M, 4)."""
        chosen = self._checked(indices)
        world = self._world_poses()[chosen]
        parents = self._places.parents(chosen)
        parent_poses = parents.poses_on_stage()
        scene = running_scene()
        if scene is not None:  # what carries a prim may move, too
            bodies = BodiesOfPrims(scene, parents)
            if len(bodies.prims):
                parent_poses[bodies.prims] = bodies.read_poses()
        local = poses.compose(poses.inverse(parent_poses), world)
        scales = np.array([resolve_prim_scale(parent) for parent in parents.prims]).reshape(-1, 3)
        return local[:, :3] / scales, local[:, 3:]

    def set_local_poses(
        self, translations: ArrayLike | None = None, orientations: ArrayLike | None = None, indices: Indices = None
    ) -> None:
        """Move prims in the frames of their parents, which are taken where the stage has them.

        Args:
            translations: Positions in the frames of the parents [m], shape (M, 3); None leaves them.
            orientations: Orientations there (x, y, z, w), shape (M, 4); None leaves them.
            indices: The M prims; None means all.

        Raises:
            ValueError: An array has another shape, or a prim is a link, which follows its joints.
            RuntimeError: A prim holds bodies, or is part of the ground, while the simulation plays.
        """
        self._set_local_poses(translations, orientations, indices)

    # -- scale and sight --

    def get_local_scales(self, indices: Indices = None) -> np.ndarray:
        """Scales along the prims' own axes, shape (M, 3)."""
        return np.array([_local_scale(self.prims[i]) for i in self._checked(indices)]).reshape(-1, 3)

    def set_local_scales(self, scales: ArrayLike, indices: Indices = None) -> None:
        """Set scales along the prims' own axes, shape (M, 3).

        Raises:
            RuntimeError: A prim would get another size whose bodies or colliders play already.
        """
        self._set_local_scales(scales, indices)

    def get_world_scales(self, indices: Indices = None) -> np.ndarray:
        """Factors by which lengths along the prims' own axes grow in the world, shape (M, 3)."""
        return np.array([resolve_prim_scale(self.prims[i]) for i in self._checked(indices)]).reshape(-1, 3)

    def get_visibilities(self, indices: Indices = None) -> np.ndarray:
        """Whether prims are to be seen, shape (M,), bool."""
        invisible = UsdGeom.Tokens.invisible
        shown = [UsdGeom.Imageable(self.prims[i]).ComputeVisibility() != invisible for i in self._checked(indices)]
        return np.array(shown, dtype=bool)

    def set_visibilities(self, visibilities: ArrayLike, indices: Indices = None) -> None:
        """Show or hide prims, shape (M,). Pictures of a scene that plays show what was to be seen when it began."""
        chosen = self._checked(indices)
        values = np.broadcast_to(np.asarray(visibilities, dtype=bool), chosen.shape).astype(int)
        for path, visible in self._places.for_all_copies(chosen, values, "visibility").items():
            set_prim_visibility(get_current_stage().GetPrimAtPath(path), bool(visible))

    # -- the default state --

    def get_default_state(self) -> XFormPrimViewState:
        """State that :meth:`post_reset` returns to."""
        return XFormPrimViewState(self._default_poses[:, :3].copy(), self._default_poses[:, 3:].copy())

    def set_default_state(
        self, positions: ArrayLike | None = None, orientations: ArrayLike | None = None, indices: Indices = None
    ) -> None:
        """Set the state that :meth:`post_reset` returns to; see :meth:`set_world_poses`."""
        self._set_default_poses(positions, orientations, indices)

    def move_to_start(self, paths: Sequence[str], poses: np.ndarray) -> None:
        """Move copies of prims of the stage to where they start, as the simulation begins to play.

        Raises:
            NotImplementedError: One of them is a collider that physics does not move.
        """
        link = self._require_link()
        rows = {path: i for i, path in enumerate(self._places.paths)}
        chosen = np.array([rows[path] for path in paths])
        moves = np.isin(chosen, link.prims)
        for i in chosen[~moves]:
            if _has_physics(self.prims[i]):
                raise NotImplementedError(
                    f"'{self._places.paths[i]}' cannot start elsewhere than the prim that it copies, since physics does"
                    " not move it: move it in all environments alike."
                )
        self._write_world_poses(chosen[moves], poses[moves])

    # -- for subclasses --

    def _connect(self, scene: PhysicsScene) -> EngineLink:
        """Make the link to the engine."""
        return BodiesOfPrims(scene, self._places)

    def _connected(self) -> EngineLink | None:
        """The link to the engine that runs; None where none runs."""
        scene = running_scene()
        if scene is None:
            self._link = None
        elif self._link is None or self._link.scene is not scene:
            self._link = self._connect(scene)
        return self._link

    def _require_link(self) -> EngineLink:
        link = self._connected()
        if link is None:
            raise RuntimeError(
                f"'{self.name}' exists in the engine only while the simulation plays: call reset() of the world first."
            )
        return link

    def _checked(self, indices: Indices) -> np.ndarray:
        return checked_indices("indices", indices, self.count)

    def _world_poses(self) -> np.ndarray:
        """Poses of all prims in the world, shape (N, 7), float64."""
        link = self._connected()
        if link is None or len(link.prims) < self.count:
            world = with_starts(self._places.paths, self._places.poses_on_stage())
        else:
            world = np.empty((self.count, 7))
        if link is not None and len(link.prims):
            world[link.prims] = link.read_poses()
        return world

    def _set_world_poses(self, positions: ArrayLike | None, orientations: ArrayLike | None, indices: Indices) -> None:
        chosen = self._checked(indices)
        self._write_world_poses(chosen, self._merged(self._world_poses()[chosen], "positions", positions, orientations))

    def _set_default_poses(self, positions: ArrayLike | None, orientations: ArrayLike | None, indices: Indices) -> None:
        chosen = self._checked(indices)
        self._default_poses[chosen] = self._merged(self._default_poses[chosen], "positions", positions, orientations)

    def _set_local_poses(
        self, translations: ArrayLike | None, orientations: ArrayLike | None, indices: Indices
    ) -> None:
        chosen = self._checked(indices)
        parents = self._places.parents(chosen)
        on_stage, scales = parents.poses_on_stage(), np.array([resolve_prim_scale(p) for p in parents.prims])
        local = np.array([_local_pose(self.prims[i]) for i in chosen]).reshape(-1, 7)
        moved = [row for row, i in enumerate(chosen) if has_start(self._places.paths[i])]
        if moved:
            local[moved] = poses.compose(poses.inverse(on_stage[moved]), self._world_poses()[chosen[moved]])
            local[moved, :3] /= scales[moved]
        local = self._merged(local, "translations", translations, orientations)
        local[:, :3] *= scales.reshape(-1, 3)
        self._write_world_poses(chosen, poses.compose(on_stage, local))

    def _set_local_scales(self, scales: ArrayLike, indices: Indices) -> None:
        chosen = self._checked(indices)
        values = checked_array("scales", scales, (len(chosen), 3))
        present = np.array([_local_scale(self.prims[i]) for i in chosen]).reshape(-1, 3)
        is_changed = ~np.isclose(values, present, rtol=1e-6, atol=0.0).all(axis=1)
        chosen, values = chosen[is_changed], values[is_changed]
        link = self._connected()
        carried: Sequence[int] = [] if link is None else chosen[np.isin(chosen, link.prims)].tolist()
        if any(_has_physics(self.prims[i]) for i in carried):
            raise RuntimeError(
                f"'{self.name}' has its size from play on: stop the simulation before you scale it, or spawn things of "
                "several sizes and move the one that is to be there."
            )
        for path, scale in self._places.for_all_copies(chosen, values, "scale").items():
            set_local_pose(get_current_stage().GetPrimAtPath(path), scale=scale.tolist())

    def _merged(
        self, present: np.ndarray, name: str, positions: ArrayLike | None, orientations: ArrayLike | None
    ) -> np.ndarray:
        """Poses with those parts replaced that are given."""
        merged = present.copy()
        if positions is not None:
            merged[:, :3] = checked_array(name, positions, (len(present), 3))
        if orientations is not None:
            values = checked_array("orientations", orientations, (len(present), 4))
            norms = np.linalg.norm(values, axis=1, keepdims=True)
            if (norms < 1e-6).any():
                raise ValueError(f"orientations should be quaternions other than zero; given: {values.tolist()}.")
            merged[:, 3:] = values / norms
        return merged

    def _write_world_poses(self, chosen: np.ndarray, new_poses: np.ndarray) -> None:
        link = self._connected()
        in_engine = np.zeros(len(chosen), dtype=bool)
        if link is not None:
            in_engine = np.isin(chosen, link.prims)
            for i in chosen[~in_engine]:
                _require_free(self.prims[i], link.scene)
            if in_engine.any():  # link.prims are in increasing order
                link.write_poses(np.searchsorted(link.prims, chosen[in_engine]), new_poses[in_engine])
        self._write_on_stage(chosen[~in_engine], new_poses[~in_engine])

    def _write_on_stage(self, chosen: np.ndarray, new_poses: np.ndarray) -> None:
        """Move prims on the stage, and let copies that are to be elsewhere start there."""
        seen_from_prims = new_poses.copy()
        seen_from_prims[:, :3] -= self._places.shifts[chosen]
        shared = self._places.on_stage(chosen, seen_from_prims, copied=not self._is_made)
        for path, pose in shared.items():
            if pose is not None:
                prim = get_current_stage().GetPrimAtPath(path)
                set_local_pose(
                    prim, *convert_world_pose_to_local(pose[:3].tolist(), pose[3:].tolist(), prim.GetParent())
                )
        for i, pose in zip(chosen, new_poses, strict=True):
            if shared[self._places.template_paths[i]] is not None:
                forget_start(self._places.paths[i])
            else:
                keep_start(self, self._places.paths[i], pose)
                if not _has_physics(self.prims[i]):
                    _tell_of_looks(self._places.template_paths[i])


def _local_scale(prim: Usd.Prim) -> np.ndarray:
    """Scale of a prim along its own axes, shape (3,)."""
    return np.array(Gf.Transform(UsdGeom.Xformable(prim).GetLocalTransformation()).GetScale())


def _local_pose(prim: Usd.Prim) -> np.ndarray:
    """Pose of a prim in the frame of its parent on the stage, shape (7,)."""
    transform = Gf.Transform(UsdGeom.Xformable(prim).GetLocalTransformation())
    quat = transform.GetRotation().GetQuat().GetNormalized()
    return np.array([*transform.GetTranslation(), *quat.GetImaginary(), quat.GetReal()])


@functools.cache
def _tell_of_looks(path: str) -> None:
    """Say once that pictures do not show copies of a prim at poses of their own."""
    logger.warning(
        "'%s' and its copies in other environments have poses of their own, which are read back as they were set; "
        "viewers and cameras show all copies as the prim on the stage.",
        path,
    )


def _has_physics(prim: Usd.Prim) -> bool:
    """Whether a prim, or one below it, is a body or a collider."""
    kinds = (UsdPhysics.RigidBodyAPI, UsdPhysics.CollisionAPI)
    return any(part.HasAPI(kind) for part in Usd.PrimRange(prim) for kind in kinds)


def _require_free(prim: Usd.Prim, scene: PhysicsScene) -> None:
    """Refuse to move what physics holds in place, or what holds bodies that physics moves.

    Raises:
        RuntimeError: The prim, or one below it, is a collider or a body of the scene that plays.
    """
    known = bodies_of(scene)
    for part in Usd.PrimRange(prim):
        path = part.GetPath().pathString
        if path in known:
            raise RuntimeError(f"'{prim.GetPath()}' holds the body '{path}', which physics moves: move that one.")
        if part.HasAPI(UsdPhysics.CollisionAPI) and not part.HasAPI(UsdPhysics.RigidBodyAPI):
            raise RuntimeError(
                f"'{path}' is a collider without a body, which stays where it is while the simulation plays: stop it"
                " first, or make it a kinematic body."
            )
