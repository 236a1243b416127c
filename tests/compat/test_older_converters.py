"""Converters of files in the older dialects, whose quaternions are (w, x, y, z)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import trimesh
from pxr import Usd, UsdGeom, UsdPhysics

pytest.importorskip("isaaclab", reason="pippin-isaac (compat/) is not installed")

from omni.isaac.lab.sim import CollisionPropertiesCfg
from omni.isaac.lab.sim.converters import MeshConverter, MeshConverterCfg


def converted(folder: Path, **settings: Any) -> np.ndarray:
    """Bounds [m] of a box that stands on its origin, 1 long, 2 wide and 3 high, once converted, shape (2, 3)."""
    box = trimesh.creation.box((1.0, 2.0, 3.0))
    box.apply_translation((0.0, 0.0, 1.5))
    box.export(folder / "box.stl")
    converter = MeshConverter(MeshConverterCfg(asset_path=str(folder / "box.stl"), usd_dir=str(folder), **settings))
    stage = Usd.Stage.Open(converter.usd_path)
    bounds = UsdGeom.BBoxCache(Usd.TimeCode.Default(), ["default"]).ComputeWorldBound(stage.GetPseudoRoot())
    return np.array([bounds.ComputeAlignedRange().GetMin(), bounds.ComputeAlignedRange().GetMax()])


def test_a_mesh_stays_upright_by_default(tmp_path: Path) -> None:
    np.testing.assert_allclose(converted(tmp_path), [[-0.5, -1.0, 0.0], [0.5, 1.0, 3.0]], atol=1e-6)


def test_a_mesh_is_turned_as_the_dialect_means(tmp_path: Path) -> None:
    half = np.sqrt(0.5)
    about_x = converted(tmp_path, rotation=(half, half, 0.0, 0.0))  # by 90 degrees: what is up points to -y
    np.testing.assert_allclose(about_x, [[-0.5, -3.0, -1.0], [0.5, 0.0, 1.0]], atol=1e-6)


def test_a_converter_keeps_the_config_that_it_was_given(tmp_path: Path) -> None:
    trimesh.creation.box((1.0, 1.0, 1.0)).export(tmp_path / "cube.stl")
    cfg = MeshConverterCfg(asset_path=str(tmp_path / "cube.stl"), usd_dir=str(tmp_path), usd_file_name="cube.usd")
    converter = MeshConverter(cfg)
    assert converter.cfg.rotation == (1.0, 0.0, 0.0, 0.0)
    assert Path(converter.usd_path) == tmp_path / "cube.usd"


def collider_of(path: str) -> str | None:
    """Approximation of the only collider in a file, or None without one."""
    stage = Usd.Stage.Open(path)
    found = [UsdPhysics.MeshCollisionAPI(prim) for prim in stage.Traverse() if prim.HasAPI(UsdPhysics.CollisionAPI)]
    return found[0].GetApproximationAttr().Get() if found else None


@pytest.mark.parametrize("name", ["convexDecomposition", "convexHull", "none"])
def test_colliders_approximate_as_isaac_lab_1_names_it(tmp_path: Path, name: str) -> None:
    trimesh.creation.box((1.0, 1.0, 1.0)).export(tmp_path / "cube.stl")
    cfg = MeshConverterCfg(
        asset_path=str(tmp_path / "cube.stl"),
        usd_dir=str(tmp_path),
        collision_approximation=name,
        collision_props=CollisionPropertiesCfg(collision_enabled=True),
    )
    assert collider_of(MeshConverter(cfg).usd_path) == name
    cfg.collision_approximation = "boundingSphere"
    assert collider_of(MeshConverter(cfg).usd_path) == "boundingSphere"
    cfg.collision_props = cfg.mesh_collision_props = None
    assert collider_of(MeshConverter(cfg).usd_path) is None


def test_approximations_that_do_not_exist_are_refused() -> None:
    with pytest.raises(ValueError, match="'collision_approximation' is 'hull'; expected one of .*convexHull"):
        MeshConverterCfg(asset_path="cube.stl", collision_approximation="hull")
