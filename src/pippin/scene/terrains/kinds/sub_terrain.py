"""What all kinds of terrain have in common."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import MISSING

import numpy as np

from pippin.utils import configclass
from pippin.utils.lazy_modules import trimesh

TerrainFunction = Callable[..., "tuple[list[trimesh.Trimesh] | trimesh.Trimesh, np.ndarray]"]
"""``function(difficulty, cfg)``: meshes of a terrain, or one mesh, and where on it robots start, shape (3,)."""


@configclass
class FlatPatchSamplingCfg:
    """Places to find on a terrain where it is flat: goals for robots, or where they start."""

    num_patches: int = MISSING
    """Number of patches."""

    patch_radius: float | list[float] = MISSING
    """Radius of the patches, or several radii of circles whose heights are compared [m]."""

    x_range: tuple[float, float] = (-1e6, 1e6)
    """Range of x of the patches' centres, from the place where robots start [m]."""

    y_range: tuple[float, float] = (-1e6, 1e6)
    """Range of y of the patches' centres, from the place where robots start [m]."""

    z_range: tuple[float, float] = (-1e6, 1e6)
    """Range of heights of the patches, from the place where robots start [m]."""

    max_height_diff: float = MISSING
    """Largest difference of heights within a patch [m]."""


@configclass
class SubTerrainBaseCfg:
    """Config of one kind of terrain."""

    function: TerrainFunction = MISSING
    """Makes the terrain, its corner at the origin, from a difficulty between 0 and 1 and the config."""

    proportion: float = 1.0
    """Part of the fields that are of this kind, relative to the other kinds."""

    size: tuple[float, float] = (10.0, 10.0)
    """Lengths along x and y [m]; the generator sets its own."""

    flat_patch_sampling: dict[str, FlatPatchSamplingCfg] | None = None
    """Flat patches to find, by name."""


def merged(meshes: Sequence[trimesh.Trimesh]) -> trimesh.Trimesh:
    """Meshes as one, without their colours."""
    firsts = np.cumsum([0, *(len(mesh.vertices) for mesh in meshes)])
    vertices = np.concatenate([mesh.vertices for mesh in meshes])
    faces = np.concatenate([mesh.faces + first for mesh, first in zip(meshes, firsts, strict=False)])
    return trimesh.Trimesh(vertices, faces, process=False)


def at_difficulty(value_range: tuple[float, float], difficulty: float) -> float:
    """Value between the ends of a range; its first end is that of difficulty 0."""
    return value_range[0] + difficulty * (value_range[1] - value_range[0])
