"""Copies of prims for many environments, under Isaac Sim's names, with quaternions (w, x, y, z).

Copies of ``env_0`` that are named ``env_0``, ``env_1``, ... are environments of the engine: the stage keeps the prims
of the first alone (:class:`pippin.sim.EnvironmentPlan`). Other copies are prims.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
from pxr import Sdf, Usd

from isaacsim.core.objects import to_xyzw
from pippin.scene.terrains.grid import grid_origins
from pippin.sim import (
    EnvironmentPlan,
    SimulationContext,
    define_prim,
    get_current_stage,
    resolve_prim_pose,
    set_local_pose,
)

__all__ = ["Cloner", "GridCloner"]


class Cloner:
    """Makes copies of a prim.

    Args:
        stage: Stage with the prim; None takes the current one.
    """

    def __init__(self, stage: Usd.Stage | None = None) -> None:
        self._stage = stage or get_current_stage()
        self._base = "/World/envs"

    def define_base_env(self, base_env_path: str) -> None:
        """Define the prim that holds the environments.

        Args:
            base_env_path: Path of the prim.
        """
        define_prim(base_env_path, "Xform")
        self._base = base_env_path

    def generate_paths(self, root_path: str, num_paths: int) -> list[str]:
        """Paths with a number at their end.

        Args:
            root_path: Path before the number: ``/World/envs/env``.
            num_paths: Number of paths.
        """
        return [f"{root_path}_{index}" for index in range(num_paths)]

    def clone(
        self,
        source_prim_path: str,
        prim_paths: Sequence[str],
        positions: Any = None,
        orientations: Any = None,
        replicate_physics: bool = False,
        base_env_path: str | None = None,
        root_path: str | None = None,
        copy_from_source: bool = False,
        unregister_physics_replication: bool = False,
        enable_env_ids: bool = False,
    ) -> None:
        """Copy a prim to other paths, and place the copies.

        Args:
            source_prim_path: Path of the prim.
            prim_paths: Paths of the copies; the prim's own path may be one of them.
            positions: Positions of the copies in the frame of the prim that holds them [m], shape (num_paths, 3).
                None leaves each where the prim is.
            orientations: Their quaternions (w, x, y, z), shape (num_paths, 4). None leaves them as the prim's.
            replicate_physics: Without effect: copies that are environments share their physics anyway.
            base_env_path: Path of the prim that holds the environments; None takes that of :meth:`define_base_env`.
            root_path: Without effect: the environments' paths say it.
            copy_from_source: Without effect: environments are equal to the first, other copies are independent prims.
            unregister_physics_replication: Without effect.
            enable_env_ids: Without effect: environments never collide with each other.

        Raises:
            ValueError: There is no such prim, or positions and orientations are not one for each path.
        """
        source = self._stage.GetPrimAtPath(source_prim_path)
        if not source:
            raise ValueError(f"There is no prim '{source_prim_path}' to copy.")
        places = _rows("positions", positions, len(prim_paths), 3)
        rotations = _rows("orientations", orientations, len(prim_paths), 4)
        base = (base_env_path or self._base).rstrip("/")
        if rotations is None and _are_environments(source_prim_path, prim_paths, base):
            self._plan(source, places, base, len(prim_paths))
        else:
            self._copy(source, prim_paths, places, rotations)

    def replicate_physics(self, *_: Any, **__: Any) -> None:
        """Accepted for existing code: copies that are environments share their physics from the start."""

    def filter_collisions(
        self,
        physicsscene_path: str,
        collision_root_path: str,
        prim_paths: Sequence[str],
        global_paths: Sequence[str] = (),
    ) -> None:
        """Accepted for existing code: environments never collide with each other, and always with what is global.

        Args:
            physicsscene_path: Path of the physics scene.
            collision_root_path: Path where collision groups would be.
            prim_paths: Paths of the environments.
            global_paths: Paths of prims that collide with all environments.
        """

    def enable_change_listener(self) -> None:
        """Accepted for existing code: nothing listens to changes of the stage while prims are copied."""

    def disable_change_listener(self) -> None:
        """Accepted for existing code: nothing listens to changes of the stage while prims are copied."""

    def _plan(self, source: Usd.Prim, places: np.ndarray | None, base: str, number: int) -> None:
        """Make environments of the copies."""
        context = SimulationContext.instance()
        if context is None:
            raise RuntimeError("Environments need a simulation: make a SimulationContext before they are cloned.")
        holder, _ = resolve_prim_pose(source.GetParent())
        if places is None:
            places = np.tile(np.asarray(resolve_prim_pose(source)[0]) - holder, (number, 1))
        set_local_pose(source, translation=tuple(float(value) for value in places[0]))
        context.environments = EnvironmentPlan.uniform(places + np.asarray(holder), base)

    def _copy(
        self, source: Usd.Prim, paths: Sequence[str], places: np.ndarray | None, rotations: np.ndarray | None
    ) -> None:
        """Copy the prim's description to other paths."""
        layer = self._stage.GetEditTarget().GetLayer()
        for index, path in enumerate(paths):
            if path != str(source.GetPath()):
                define_prim(str(Sdf.Path(path).GetParentPath()))
                Sdf.CopySpec(layer, source.GetPath(), layer, Sdf.Path(path))
            translation = None if places is None else tuple(map(float, places[index]))
            orientation = None if rotations is None else tuple(map(float, to_xyzw(rotations[index])))
            if translation is not None or orientation is not None:
                set_local_pose(self._stage.GetPrimAtPath(path), translation, orientation)


class GridCloner(Cloner):
    """Makes copies of a prim in a grid around the origin of the prim that holds them.

    Args:
        spacing: Distance of neighbours along x and along y [m].
        num_per_row: Number of copies in a row; None has about as many rows as columns.
        stage: Stage with the prim; None takes the current one.
    """

    def __init__(self, spacing: float, num_per_row: int | None = None, stage: Usd.Stage | None = None) -> None:
        super().__init__(stage)
        self._spacing, self._num_per_row = spacing, num_per_row

    def get_clone_transforms(
        self, num_clones: int, position_offsets: Any = None, orientation_offsets: Any = None
    ) -> tuple[list[list[float]], list[list[float]]]:
        """Places of copies.

        Args:
            num_clones: Number of copies.
            position_offsets: Shift of each copy from its place in the grid [m], shape (num_clones, 3).
            orientation_offsets: Quaternions (w, x, y, z) of the copies, shape (num_clones, 4).

        Returns:
            Positions [m] and quaternions (w, x, y, z), one of each for each copy.
        """
        places = grid_origins(num_clones, self._spacing, self._num_per_row)
        shifts = _rows("position_offsets", position_offsets, num_clones, 3)
        rotations = _rows("orientation_offsets", orientation_offsets, num_clones, 4)
        places = places if shifts is None else places + shifts
        rotations = np.tile([1.0, 0.0, 0.0, 0.0], (num_clones, 1)) if rotations is None else rotations
        return places.tolist(), rotations.tolist()

    def clone(  # type: ignore[override]  # Isaac Sim's own, with offsets in place of positions
        self,
        source_prim_path: str,
        prim_paths: Sequence[str],
        position_offsets: Any = None,
        orientation_offsets: Any = None,
        replicate_physics: bool = False,
        base_env_path: str | None = None,
        root_path: str | None = None,
        copy_from_source: bool = False,
        enable_env_ids: bool = False,
    ) -> list[list[float]]:
        """Copy a prim to other paths, in a grid.

        The arguments are those of :meth:`Cloner.clone` and of :meth:`get_clone_transforms`.

        Returns:
            Positions of the copies in the frame of the prim that holds them [m].

        Raises:
            ValueError: There is no such prim, or offsets are not one for each path.
        """
        places, rotations = self.get_clone_transforms(len(prim_paths), position_offsets, orientation_offsets)
        turned = rotations if orientation_offsets is not None else None
        super().clone(source_prim_path, prim_paths, places, turned, replicate_physics, base_env_path, root_path)
        return places


def _are_environments(source: str, paths: Sequence[str], base: str) -> bool:
    """Whether copies of a prim are environments: the first of them is the prim, and they are counted from 0."""
    return source == f"{base}/env_0" and list(paths) == [f"{base}/env_{index}" for index in range(len(paths))]


def _rows(name: str, values: Any, number: int, width: int) -> np.ndarray | None:
    """Values of each copy as an array.

    Raises:
        ValueError: There is not one row for each copy.
    """
    if values is None:
        return None
    rows = np.asarray(values.cpu() if isinstance(values, torch.Tensor) else values, dtype=np.float32)
    if rows.shape != (number, width):
        raise ValueError(f"{name} has the shape {rows.shape}; expected ({number}, {width}), a row for each path.")
    return rows
