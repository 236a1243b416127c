"""Turn a mesh file into a rigid object in USD."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np
from pxr import Sdf, Usd
from scipy.spatial.transform import Rotation

from pippin.sim import schemas

from .authoring import ChildNames, Looks, define_visual_mesh, define_xform, set_pose, start_stage
from .base import AssetConverterBase
from .cfg import MeshConverterCfg
from .meshes import load_mesh


def convert_mesh(path: str | Path, **options: object) -> str:
    """Convert a mesh file to USD.

    Args:
        path: Mesh file, of a format in :data:`~pippin.sim.converters.meshes.MESH_SUFFIXES`.
        options: Fields of :class:`MeshConverterCfg`.

    Returns:
        Path of the USD file.

    Raises:
        FileNotFoundError: There is no such file.
        ValueError: The file is malformed, too large or of an unknown format, or an option is out of range.
    """
    return MeshConverter(MeshConverterCfg(asset_path=str(path), **options)).usd_path  # type: ignore[arg-type]


class MeshConverter(AssetConverterBase):
    """Converter of mesh files (OBJ, STL, glTF, COLLADA, PLY and others that trimesh reads).

    The default prim ``/<name>`` is the rigid body, ``/<name>/geometry`` has translation, rotation and scale, and below
    it lies a Mesh for each part of the file, which is to be seen and, if wanted, collides. Files of formats that name
    their up axis are turned such that z is up.
    """

    cfg: MeshConverterCfg
    cfg_type = MeshConverterCfg

    def _convert(self, asset: Path, stage: Usd.Stage, folder: Path) -> Iterable[Path]:
        cfg = self.cfg
        pose = np.eye(4)
        pose[:3, :3] = Rotation.from_quat(_checked("rotation", cfg.rotation, 4)).as_matrix()
        pose[:3, 3] = _checked("translation", cfg.translation, 3)
        scale = _checked("scale", cfg.scale, 3)
        parts = load_mesh(asset, "the mesh converter", up="z")

        root = start_stage(stage, asset.stem)
        looks = Looks(stage, root.GetPath().AppendChild("Looks"), folder)
        geometry = define_xform(stage, root.GetPath().AppendChild("geometry"))
        set_pose(geometry, pose, scale)
        names = ChildNames()
        for part in parts:
            name = names.claim("mesh" if len(parts) == 1 else part.name)
            path = geometry.GetPath().AppendChild(name)
            define_visual_mesh(stage, path, [part], np.eye(4), looks, color=None)
            self._apply_collision(stage, path)
        if cfg.rigid_props is not None:
            schemas.define_given_properties("rigid_props", str(root.GetPath()), cfg.rigid_props, stage)
        if cfg.mass_props is not None:
            schemas.define_given_properties("mass_props", str(root.GetPath()), cfg.mass_props, stage)
        return []

    def _apply_collision(self, stage: Usd.Stage, path: Sdf.Path) -> None:
        """Make a Mesh a collider if the config has properties for one."""
        cfg = self.cfg
        if cfg.collision_props is None and cfg.mesh_collision_props is None:
            return
        approximation = schemas.ConvexHullPropertiesCfg()
        schemas.define_given_mesh_collision(str(path), cfg.mesh_collision_props, approximation, stage)
        if cfg.collision_props is not None:
            schemas.define_given_properties("collision_props", str(path), cfg.collision_props, stage)


def _checked(name: str, values: Sequence[float], length: int) -> np.ndarray:
    """Values of an option as an array of that length, finite and not all zero where that makes no sense."""
    array = np.asarray(values, dtype=np.float64)
    if array.shape != (length,) or not np.isfinite(array).all():
        raise ValueError(f"{name} of a mesh should be {length} finite numbers, got {values!r}.")
    if (name == "rotation" and not array.any()) or (name == "scale" and not array.all()):
        raise ValueError(
            f"'{name}' of a mesh is {values!r}; expected "
            f"{'a quaternion that is not 0' if name == 'rotation' else 'factors that are not 0'}."
        )
    return array
