"""Meshes that collide as height fields sampled from them: what stands on the ground, what hangs above it, and holes."""

from __future__ import annotations

import mujoco
import numpy as np
import pytest
import trimesh
from pxr import Gf, Sdf, Usd, UsdGeom, UsdPhysics

from pippin.physics.importer.meshes import Triangles
from pippin.physics.importer.sampled_ground import HOLE_DEPTH, sampled_ground
from pippin.sim.schemas.mesh_collision import HEIGHT_FIELD_SPACING


def block(x: tuple[float, float], y: tuple[float, float], z: tuple[float, float]) -> trimesh.Trimesh:
    """A box between coordinates."""
    bounds = np.array([x, y, z])
    box = trimesh.creation.box(extents=bounds[:, 1] - bounds[:, 0])
    box.apply_translation(bounds.mean(axis=1))
    return box


def stage_of_ground(blocks: list[trimesh.Trimesh], spacing: float) -> Usd.Stage:
    """A stage with blocks in one mesh that is to be sampled."""
    mesh = trimesh.util.concatenate(blocks)
    stage = Usd.Stage.CreateInMemory()
    prim = UsdGeom.Mesh.Define(stage, "/ground")
    prim.CreatePointsAttr(np.asarray(mesh.vertices, dtype=np.float32))
    prim.CreateFaceVertexCountsAttr([3] * len(mesh.faces))
    prim.CreateFaceVertexIndicesAttr(np.asarray(mesh.faces, dtype=np.int32).ravel())
    prim.AddTranslateOp().Set(Gf.Vec3d(10.0, 20.0, 0.5))
    UsdPhysics.CollisionAPI.Apply(prim.GetPrim())
    prim.GetPrim().CreateAttribute(HEIGHT_FIELD_SPACING, Sdf.ValueTypeNames.Float).Set(spacing)
    return stage


STAIRS = [block((0.3 * k, 3.0 - 0.3 * k), (0.3 * k, 3.0 - 0.3 * k), (-1.0, 0.1 * k)) for k in range(4)]
"""Boxes within boxes, each a step of 0.3 m by 0.1 m higher than the one around it."""


def test_boxes_within_boxes_become_stairs():
    """At the middles of the steps heights are exact; walls are slopes of one spacing outside the step."""
    mesh = trimesh.util.concatenate(STAIRS)
    field, hanging = sampled_ground(Triangles(np.array(mesh.vertices), np.array(mesh.faces)), 0.05)
    assert not hanging
    assert field.heights.shape == (61, 61)
    np.testing.assert_allclose(field.center, (1.5, 1.5, 0.0))
    from_edge = np.minimum(*np.broadcast_arrays(*(0.05 * np.minimum(k, 60 - k) for k in np.ogrid[:61, :61])))
    np.testing.assert_allclose(field.heights, 0.1 * np.minimum((from_edge + 1e-9) // 0.3, 3.0), atol=1e-9)


def test_what_hangs_collides_by_itself(model_of):
    """Rays from above meet the bar, rays beside it the ground, and the space below the bar is free."""
    ground, bar = block((0, 2), (0, 2), (-1, 0)), block((0.5, 0.8), (0, 2), (0.4, 0.5))
    post = block((1.5, 1.7), (1.5, 1.7), (-0.2, 0.6))
    model = model_of(stage_of_ground([ground, bar, post], 0.05))
    data = mujoco.MjData(model)
    mujoco.mj_forward(model, data)
    colliders = [model.geom(i) for i in range(model.ngeom) if model.geom(i).contype]
    assert [geom.type[0] for geom in colliders] == [mujoco.mjtGeom.mjGEOM_HFIELD, mujoco.mjtGeom.mjGEOM_MESH]
    assert [geom.name for geom in colliders] == ["/ground:0", "/ground:1"]
    assert model.mesh_vertnum[colliders[1].dataid[0]] == 8, "the bar itself"

    def first_below(x: float, y: float, z: float) -> float:
        geom = np.zeros(1, dtype=np.int32)
        start = np.array([10.0 + x, 20.0 + y, 0.5 + z])
        groups = np.array([1, 1, 0, 1, 1, 1], dtype=np.uint8)  # not what is only seen
        return z - mujoco.mj_ray(model, data, start, np.array([0, 0, -1.0]), groups, 1, -1, geom)

    assert first_below(0.65, 1.0, 3.0) == pytest.approx(0.5, abs=1e-6)
    assert first_below(0.65, 1.0, 0.3) == pytest.approx(0.0, abs=1e-6)
    assert first_below(1.1, 1.0, 3.0) == pytest.approx(0.0, abs=1e-6)
    assert first_below(1.6, 1.6, 3.0) == pytest.approx(0.6, abs=1e-6)


def test_the_mesh_itself_is_seen(model_of):
    """What is drawn is the mesh, not its samples; nothing collides with it."""
    model = model_of(stage_of_ground(STAIRS, 0.05), visuals=True)
    field, seen = model.geom("/ground"), model.geom("/ground:seen")
    assert (field.type[0], field.group[0]) == (mujoco.mjtGeom.mjGEOM_HFIELD, 3)
    assert (seen.type[0], seen.group[0], seen.contype[0], seen.conaffinity[0]) == (mujoco.mjtGeom.mjGEOM_MESH, 2, 0, 0)
    assert model.mesh_facenum[seen.dataid[0]] == 12 * len(STAIRS)


def test_seams_are_no_cracks_and_gaps_are_holes():
    """Rounding between neighbours leaves no crack; where there is no ground, a hole has a bottom far below."""
    blocks = [block((0, 1 - 2e-5), (0, 1), (-1, 0)), block((1, 2), (0, 1), (-1, 0)), block((2.5, 4), (0, 1), (-1, 0.2))]
    mesh = trimesh.util.concatenate(blocks)
    field, _ = sampled_ground(Triangles(np.array(mesh.vertices), np.array(mesh.faces)), 0.05)
    heights = field.heights[10] + field.center[2]
    np.testing.assert_allclose(heights[:41], 0.0, atol=1e-9)
    np.testing.assert_allclose(heights[41:50], -HOLE_DEPTH)
    np.testing.assert_allclose(heights[50:], 0.2)


def test_sampling_bounds_its_lines():
    """A large surface is sampled more coarsely than asked, and its heights stay those of the surface."""
    corners = np.array([[0, 0, 0], [1000, 0, 100], [1000, 5, 100], [0, 5, 0]], dtype=float)
    field, _ = sampled_ground(Triangles(corners, np.array([[0, 1, 2], [0, 2, 3]])), 0.1)
    assert field.heights.shape == (51, 4096)
    np.testing.assert_allclose(field.heights[7], np.linspace(0.0, 100.0, 4096), atol=1e-9)


@pytest.mark.parametrize(
    ("spacing", "message"),
    [(0.0, "of '/ground' is 0.0: it should be a positive"), (5.0, "3 m by 3 m with 8 faces .* every 5 m")],
)
def test_a_spacing_that_makes_no_sense_is_refused(model_of, spacing, message):
    with pytest.raises(ValueError, match=message):
        model_of(stage_of_ground(STAIRS, spacing))
