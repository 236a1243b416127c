"""Filling surfaces with tetrahedra, and reading soft bodies from the stage."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
import trimesh
from pxr import UsdGeom, Vt

from pippin.physics.tetrahedra import Tetrahedra, box_of_tetrahedra, tetrahedralize
from pippin.sim import (
    CollisionPropertiesCfg,
    DeformableBodyMaterialCfg,
    DeformableBodyPropertiesCfg,
    MeshConeCfg,
    MeshCuboidCfg,
    MeshCylinderCfg,
    MeshRectangleCfg,
    MeshSphereCfg,
    MeshTrianglesCfg,
    OmniPhysicsDeformableBodyCfg,
    PhysxCollisionCfg,
    RigidBodyMaterialCfg,
    RigidBodyPropertiesCfg,
    SimulationCfg,
    SimulationContext,
    UsdPhysicsCollisionCfg,
    create_prim,
    define_deformable_body_properties,
)

SOFT = DeformableBodyPropertiesCfg(simulation_hexahedral_resolution=3)


@pytest.fixture
def simulation() -> Iterator[SimulationContext]:
    """A stopped simulation."""
    simulation = SimulationContext(SimulationCfg(device="cpu", dt=0.01))
    yield simulation
    simulation.clear_instance()


def played_mesh(simulation: SimulationContext) -> Tetrahedra:
    """Mesh of the only soft body on the stage."""
    simulation.reset()
    return simulation.physics.backend.worlds[0].soft.worlds.bodies[0].mesh


# Meshes.


def test_a_box_becomes_a_grid_without_gaps() -> None:
    box = trimesh.creation.box(extents=(0.3, 0.2, 0.1))
    mesh = tetrahedralize(box.vertices, box.faces, 6, "box")
    assert len(mesh.nodes) == 7 * 5 * 3
    assert mesh.volumes.min() > 0.0
    assert mesh.volumes.sum() == pytest.approx(0.3 * 0.2 * 0.1)
    # Each inner face has two sides: what is left is the surface, closed and of the box's area.
    surface = trimesh.Trimesh(mesh.nodes, mesh.surface, process=False)
    assert surface.is_watertight and surface.is_winding_consistent
    assert surface.area == pytest.approx(box.area)
    assert surface.volume == pytest.approx(box.volume)


def test_mirrored_tetrahedra_keep_positive_volumes() -> None:
    mesh = box_of_tetrahedra(2, 1, 1).transformed(np.diag([1.0, -1.0, 1.0]), np.zeros(3))
    assert mesh.volumes.min() > 0.0
    assert mesh.volumes.sum() == pytest.approx(1.0)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("spawner", "volume"),
    [
        (MeshSphereCfg(radius=0.1, deformable_props=SOFT), 4.0 / 3.0 * np.pi * 0.1**3),
        (MeshCylinderCfg(radius=0.1, height=0.2, deformable_props=SOFT), np.pi * 0.1**2 * 0.2),
        (MeshConeCfg(radius=0.1, height=0.2, deformable_props=SOFT), np.pi * 0.1**2 * 0.2 / 3.0),
        (MeshCuboidCfg(size=(0.1, 0.2, 0.3), deformable_props=SOFT), 0.1 * 0.2 * 0.3),
    ],
)
def test_primitives_are_filled(
    simulation: SimulationContext,
    spawner: MeshSphereCfg,
    volume: float,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Within 5 %: the surfaces are polygons, and fTetWild may cut off a twentieth of an edge. It leaves no files."""
    pytest.importorskip("pytetwild")
    monkeypatch.chdir(tmp_path)
    spawner.func("/World/Body", spawner, translation=(0.0, 0.0, 1.0))
    mesh = played_mesh(simulation)
    assert mesh.volumes.min() > 0.0
    assert mesh.volumes.sum() == pytest.approx(volume, rel=0.05)
    assert mesh.nodes.mean(axis=0)[:2] == pytest.approx([0.0, 0.0], abs=0.02)
    assert list(tmp_path.iterdir()) == []


def test_meshes_of_tetrahedra_are_taken_as_they_are(simulation: SimulationContext) -> None:
    cube = box_of_tetrahedra(1, 1, 1)
    prim = UsdGeom.TetMesh.Define(simulation.stage, "/World/Body")
    prim.CreatePointsAttr(Vt.Vec3fArray.FromNumpy(cube.nodes.astype(np.float32)))
    prim.CreateTetVertexIndicesAttr(Vt.Vec4iArray.FromNumpy(cube.elements.astype(np.int32)))
    UsdGeom.XformCommonAPI(prim).SetScale((0.1, 0.2, 0.3))
    define_deformable_body_properties("/World/Body", DeformableBodyPropertiesCfg())
    mesh = played_mesh(simulation)
    assert len(mesh.elements) == 5
    assert mesh.volumes.sum() == pytest.approx(0.1 * 0.2 * 0.3)


# Bad input.


def test_open_meshes_are_refused(simulation: SimulationContext) -> None:
    box = trimesh.creation.box(extents=(0.2, 0.2, 0.2))
    spawner = MeshTrianglesCfg(vertices=box.vertices, faces=box.faces[:-1], deformable_props=SOFT)
    spawner.func("/World/Body", spawner)
    with pytest.raises(ValueError, match="'/World/Body/mesh' is not closed.*3 of its edges"):
        simulation.reset()


def test_flat_meshes_are_refused() -> None:
    box = trimesh.creation.box(extents=(0.2, 0.2, 0.2))
    with pytest.raises(ValueError, match="'sheet'.*cannot be a soft body"):
        tetrahedralize(box.vertices * [1.0, 1.0, 0.0], box.faces, 4, "sheet")


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"poissons_ratio": 0.5}, "poissons_ratio is 0.5: it should be at least 0 and below"),
        ({"poissons_ratio": -0.1}, "poissons_ratio is -0.1: it should be at least 0"),
        ({"youngs_modulus": 0.0}, "youngs_modulus is 0.0: it should be above 0"),
        ({"density": -1.0}, "density is -1.0: it should be at least 0"),
        ({"elasticity_damping": float("nan")}, "elasticity_damping is nan: it should be a number"),
    ],
)
def test_materials_out_of_range_are_refused(
    simulation: SimulationContext, fields: dict[str, float], message: str
) -> None:
    spawner = MeshCuboidCfg(
        size=(0.1, 0.1, 0.1), deformable_props=SOFT, physics_material=DeformableBodyMaterialCfg(**fields)
    )
    with pytest.raises(ValueError, match=message):
        spawner.func("/World/Body", spawner)
    assert not simulation.stage.GetPrimAtPath("/World/Body")


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"collision_props": CollisionPropertiesCfg()}, "CollisionPropertiesCfg; expected collision fragments"),
        ({"rigid_props": RigidBodyPropertiesCfg()}, "both deformable and rigid properties"),
        ({"volume_deformable_props": []}, "give only one deformable slot"),
        ({"physics_material": RigidBodyMaterialCfg()}, "soft shape .* expected a DeformableBodyMaterialCfg"),
        (
            {"deformable_props": DeformableBodyPropertiesCfg(solver_position_iteration_count=0)},
            "solver_position_iteration_count is 0: it should be at least 1",
        ),
        (
            {"deformable_props": DeformableBodyPropertiesCfg(vertex_velocity_damping=-1.0)},
            "vertex_velocity_damping is -1.0: it should be at least 0",
        ),
    ],
)
def test_spawners_refuse_what_is_no_soft_body(
    simulation: SimulationContext, fields: dict[str, object], message: str
) -> None:
    spawner = MeshCuboidCfg(**{"size": (0.1, 0.1, 0.1), "deformable_props": SOFT, **fields})
    with pytest.raises(ValueError, match=message):
        spawner.func("/World/Body", spawner)


@pytest.mark.parametrize(("refinement", "cells"), [(3.0, 3), (4.0, 10), (6.0, 5)])  # 10 unless it is changed
def test_the_diagonal_of_a_soft_body_is_so_many_edges_long(
    simulation: SimulationContext, refinement: float, cells: int
) -> None:
    """A body of 0.4 m by 0.2 m by 0.2 m has a diagonal of 0.49 m: edges of a third are 2.45 along its longest side."""
    spawner = MeshCuboidCfg(size=(0.4, 0.2, 0.2), volume_deformable_props=[], edge_refinement=refinement)
    spawner.func("/World/Body", spawner)
    assert len(np.unique(played_mesh(simulation).nodes[:, 0].round(5))) == cells + 1


def test_surfaces_are_not_soft(simulation: SimulationContext) -> None:
    cloth = MeshRectangleCfg(size=(1.0, 1.0), surface_deformable_props=[])
    with pytest.raises(NotImplementedError, match="no engine here simulates"):
        cloth.func("/World/Cloth", cloth)
    bad = MeshCuboidCfg(size=(1.0, 1.0, 1.0), edge_refinement=0.5)
    with pytest.raises(ValueError, match="Mesh edge refinement must be at least 1.0"):
        bad.func("/World/Bad", bad)


def test_collision_fragments_say_at_which_distances_a_soft_body_collides(simulation: SimulationContext) -> None:
    """Isaac Lab 3 gives them to the mesh that collides ("/sim_mesh" there), which is the body's own one here."""
    mass = OmniPhysicsDeformableBodyCfg(mass=0.5)
    mapped = {"/sim_mesh": [PhysxCollisionCfg(rest_offset=0.003)]}
    for name, given in (("One", PhysxCollisionCfg(rest_offset=0.002)), ("Two", mapped)):
        spawner = MeshCuboidCfg(size=(0.1, 0.1, 0.1), volume_deformable_props=mass, collision_props=given)
        spawner.func(f"/World/{name}", spawner)
    simulation.reset()
    bodies = simulation.physics.backend.worlds[0].soft.worlds.bodies
    assert [body.rest_offset for body in bodies] == pytest.approx([0.002, 0.003])  # single precision on the stage
    for body in bodies:
        assert body.material.density * body.mesh.volumes.sum() == pytest.approx(0.5)  # kg, as the fragment says
    switch = UsdPhysicsCollisionCfg(collision_enabled=False)
    spawner = MeshCuboidCfg(size=(0.1,) * 3, deformable_props=SOFT, collision_props=[switch])
    with pytest.raises(NotImplementedError, match="always collides"):
        spawner.func("/World/Ghost", spawner)


def test_a_prim_without_a_mesh_cannot_be_soft(simulation: SimulationContext) -> None:
    create_prim("/World/Empty", "Xform")
    with pytest.raises(ValueError, match="exactly one mesh at or below '/World/Empty', but there is: none"):
        define_deformable_body_properties("/World/Empty", DeformableBodyPropertiesCfg())


def test_stiff_bodies_are_warned_of(simulation: SimulationContext, caplog: pytest.LogCaptureFixture) -> None:
    spawner = MeshCuboidCfg(
        size=(0.1, 0.1, 0.1), deformable_props=SOFT, physics_material=DeformableBodyMaterialCfg(youngs_modulus=5e7)
    )
    spawner.func("/World/Body", spawner)
    with caplog.at_level(logging.WARNING, logger="pippin"):
        simulation.reset()
    assert "Soft body '/World/Body/geometry/mesh' is so stiff" in caplog.text
