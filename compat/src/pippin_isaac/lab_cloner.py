"""Helpers of ``isaaclab.cloner``: where environments stand, and copies of prims.

Scenes need neither: :class:`pippin.scene.InteractiveScene` says which environments there are, and physics makes them.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from pxr import Gf, Sdf, Usd, UsdGeom, Vt

from pippin.scene.terrains.grid import grid_origins

__all__ = ["grid_transforms", "usd_replicate"]


def grid_transforms(N: int, spacing: float = 1.0, up_axis: str = "z") -> tuple[np.ndarray, np.ndarray]:
    """Poses of environments in a square grid around the origin.

    Args:
        N: Number of environments.
        spacing: Distance of neighbours [m].
        up_axis: Axis that the grid is perpendicular to: "x", "y" or "z".

    Returns:
        Positions [m], shape (N, 3), and quaternions (x, y, z, w), all identity, shape (N, 4); float32.

    Raises:
        ValueError: There is no such axis, there are no environments, or the spacing is negative or not finite.
    """
    orders = {"x": [2, 0, 1], "y": [0, 2, 1], "z": [0, 1, 2]}
    if up_axis.lower() not in orders:
        raise ValueError(f"up_axis is {up_axis!r}; expected 'x', 'y' or 'z'.")
    quaternions = np.tile(np.array([0.0, 0.0, 0.0, 1.0], dtype=np.float32), (N, 1))
    return grid_origins(N, spacing)[:, orders[up_axis.lower()]], quaternions


def usd_replicate(
    stage: Usd.Stage,
    sources: Sequence[str],
    destinations: Sequence[str],
    env_ids: np.ndarray,
    mask: np.ndarray | None = None,
    positions: np.ndarray | None = None,
    quaternions: np.ndarray | None = None,
) -> None:
    """Copy prims to places in environments.

    Args:
        stage: Stage; its root layer is read and written.
        sources: Paths of prims, one for each destination.
        destinations: Paths with "{}" for the number of the environment.
        env_ids: Numbers of environments, shape (num_envs,).
        mask: Which environments get a copy, bool, shape (num_envs,) or (num_sources, num_envs). None: all.
        positions: Positions of environments in their parent's frame [m], shape (num_envs, 3): for destinations that
            end with "{}", the environments themselves. None leaves the source's.
        quaternions: Orientations of environments (x, y, z, w), shape (num_envs, 4), like the positions.
    """
    layer = stage.GetRootLayer()
    chosen = np.broadcast_to(True if mask is None else np.asarray(mask, dtype=bool), (len(sources), len(env_ids)))
    with Sdf.ChangeBlock():
        # What a destination holds already would be lost if what is around it came later.
        for row in sorted(range(len(sources)), key=lambda row: destinations[row].count("/")):
            for column in np.flatnonzero(chosen[row]):
                path = Sdf.Path(destinations[row].format(int(env_ids[column])))
                _copy(layer, Sdf.Path(sources[row]), path)
                if destinations[row].rstrip("/").endswith("{}"):
                    position = None if positions is None else positions[column]
                    quaternion = None if quaternions is None else quaternions[column]
                    _place(layer.GetPrimAtPath(path), position, quaternion)


def _copy(layer: Sdf.Layer, source: Sdf.Path, path: Sdf.Path) -> None:
    """Copy a prim within a layer, and define those that it is in."""
    Sdf.CreatePrimInLayer(layer, path)
    for ancestor in path.GetPrefixes()[:-1]:
        spec = layer.GetPrimAtPath(ancestor)
        if spec.specifier == Sdf.SpecifierOver:
            spec.specifier = Sdf.SpecifierDef
    if source != path:
        Sdf.CopySpec(layer, source, layer, path)


def _place(spec: Sdf.PrimSpec, position: np.ndarray | None, quaternion: np.ndarray | None) -> None:
    """Write a pose into a prim, if there is one, in place of its own."""
    operations = []
    if position is not None:
        operations.append("xformOp:translate")
        _set(spec, operations[-1], Sdf.ValueTypeNames.Double3, Gf.Vec3d(*map(float, position)))
    if quaternion is not None:
        x, y, z, w = map(float, quaternion)
        operations.append("xformOp:orient")
        _set(spec, operations[-1], Sdf.ValueTypeNames.Quatd, Gf.Quatd(w, x, y, z))
    if operations:
        _set(spec, UsdGeom.Tokens.xformOpOrder, Sdf.ValueTypeNames.TokenArray, Vt.TokenArray(operations))


def _set(spec: Sdf.PrimSpec, name: str, kind: Sdf.ValueTypeName, value: object) -> None:
    attribute = spec.attributes.get(name) or Sdf.AttributeSpec(spec, name, kind)
    attribute.default = value
