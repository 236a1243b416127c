"""Static meshes: flat ground, height fields, convex blocks, and what has to be taken apart."""

from __future__ import annotations

import mujoco
import numpy as np
import pytest
import trimesh
from pxr import Gf, Usd, UsdGeom, UsdPhysics
from scipy.spatial import Delaunay

from pippin.physics.importer.heightfields import filled, height_field_of
from pippin.physics.importer.meshes import Triangles


def mesh_stage(vertices: np.ndarray, faces: np.ndarray, translation: tuple = (0, 0, 0), turn: float = 0.0) -> Usd.Stage:
    """A stage with one static mesh."""
    stage = Usd.Stage.CreateInMemory()
    mesh = UsdGeom.Mesh.Define(stage, "/terrain")
    mesh.CreatePointsAttr(np.asarray(vertices, dtype=np.float32))
    mesh.CreateFaceVertexCountsAttr([3] * len(faces))
    mesh.CreateFaceVertexIndicesAttr(np.asarray(faces, dtype=np.int32).ravel())
    mesh.AddTranslateOp().Set(Gf.Vec3d(*translation))
    mesh.AddRotateZOp().Set(turn)
    UsdPhysics.CollisionAPI.Apply(mesh.GetPrim())
    return stage


def grid(heights: np.ndarray, spacing: float) -> tuple[np.ndarray, np.ndarray]:
    """Vertices and triangles of a regular grid of heights, shape (rows along Y, columns along X)."""
    rows, columns = heights.shape
    y, x = np.meshgrid(np.arange(rows) * spacing, np.arange(columns) * spacing, indexing="ij")
    vertices = np.stack([x, y, heights], axis=-1).reshape(-1, 3)
    corner = (np.arange(rows - 1)[:, None] * columns + np.arange(columns - 1)).ravel()
    lower = np.stack([corner, corner + 1, corner + columns + 1], axis=1)
    upper = np.stack([corner, corner + columns + 1, corner + columns], axis=1)
    return vertices, np.concatenate([lower, upper])


def height_below(model: mujoco.MjModel, x: float, y: float) -> float:
    """Height of the first surface that a vertical ray from above meets."""
    data = mujoco.MjData(model)
    mujoco.mj_forward(model, data)
    geom = np.zeros(1, dtype=np.int32)
    distance = mujoco.mj_ray(model, data, np.array([x, y, 50.0]), np.array([0, 0, -1.0]), None, 1, -1, geom)
    assert geom[0] >= 0
    return 50.0 - distance


def test_grid_of_heights_becomes_a_height_field_with_the_same_heights(model_of):
    rng = np.random.default_rng(0)
    heights = rng.uniform(-0.3, 0.4, (12, 17))
    vertices, faces = grid(heights, 0.25)
    model = model_of(mesh_stage(vertices, faces, translation=(1, 2, 0.5)))
    assert model.geom("/terrain").type[0] == mujoco.mjtGeom.mjGEOM_HFIELD
    assert (model.hfield_nrow[0], model.hfield_ncol[0]) == heights.shape
    for row, column in rng.integers((1, 1), (11, 16), (40, 2)):
        expected = heights[row, column] + 0.5
        assert height_below(model, 1 + column * 0.25, 2 + row * 0.25) == pytest.approx(expected, abs=1e-5)


def test_flat_rectangle_becomes_a_box_below_it(model_of):
    vertices, faces = grid(np.full((2, 3), 0.2), 2.0)
    model = model_of(mesh_stage(vertices, faces))
    geom = model.geom("/terrain")
    assert geom.type[0] == mujoco.mjtGeom.mjGEOM_BOX
    np.testing.assert_allclose(geom.size[:2], (2, 1), rtol=1e-6)
    assert geom.pos[2] + geom.size[2] == pytest.approx(0.2)


def test_steps_with_vertical_faces_are_a_height_field():
    """Vertices at the edge of a step lie above each other; the heights between the steps are exact."""
    x = np.array([0.0, 1.0, 1.0, 2.0])
    z = np.array([0.0, 0.0, 0.5, 0.5])
    vertices = np.array([[x[i], y, z[i]] for y in (0.0, 2.0) for i in range(4)])
    faces = [[i, i + 1, i + 5] for i in range(3)] + [[i, i + 5, i + 4] for i in range(3)]
    field = height_field_of(Triangles(vertices, np.array(faces)))
    assert field is not None
    np.testing.assert_allclose(field.center, (1, 1, 0))
    assert field.heights[0, 0] == 0.0
    assert field.heights[0, -1] == 0.5


@pytest.mark.parametrize("kind", ["overhang", "hole", "upside down", "wall"])
def test_other_surfaces_are_no_height_fields(kind):
    vertices, faces = grid(np.zeros((4, 4)), 1.0)
    if kind == "overhang":
        vertices = np.concatenate([vertices, vertices + np.array((0, 0, 1))])
        faces = np.concatenate([faces, faces + 16])
    elif kind == "hole":
        faces = np.delete(faces, 4, axis=0)
    elif kind == "upside down":
        faces = faces[:, ::-1]
    else:
        vertices = vertices[:, [2, 0, 1]]
    assert height_field_of(Triangles(vertices, faces)) is None


def test_surface_with_scattered_vertices_is_sampled():
    """A slope stays a slope, whatever its triangles."""
    rng = np.random.default_rng(1)
    corners = np.array([[0, 0], [4, 0], [0, 4], [4, 4]], dtype=float)
    points = np.concatenate([corners, rng.uniform(0.2, 3.8, (40, 2))])
    faces = Delaunay(points).simplices
    area = np.linalg.det(points[faces[:, 1:]] - points[faces[:, :1]])
    faces[area < 0] = faces[area < 0][:, ::-1]
    vertices = np.column_stack([points, 0.5 * points[:, 0] + 0.25 * points[:, 1]])
    field = height_field_of(Triangles(vertices, faces))
    assert field is not None
    rows, columns = field.heights.shape
    x, y = np.meshgrid(np.linspace(0, 4, columns), np.linspace(0, 4, rows))
    np.testing.assert_allclose(field.heights, 0.5 * x + 0.25 * y, atol=1e-5)


def test_steps_of_single_precision_keep_the_lines_of_their_grid():
    """A wide terrain with a cliff: coordinates that float32 rounds are those of the grid, at half of its spacing."""
    heights = np.repeat([[0.0, 0.0, 1.0, 1.0]], 1300, axis=0).reshape(1300, 4)
    vertices, faces = grid(heights, 0.1)
    vertices[:, 0] += 0.1 * (np.arange(len(vertices)) % 4 == 1)  # the foot of the cliff moves below its edge
    field = height_field_of(Triangles(vertices.astype(np.float32).astype(float), faces))
    assert field is not None
    assert field.heights.shape == (2599, 7)
    assert (field.heights[:, :4] == 0.0).all()
    assert (field.heights[:, 4:] == 1.0).all()


def test_a_grid_that_was_folded_by_moving_its_points_is_its_upper_side():
    """Neighbouring rows of points moved across each other; in another order of its faces it may be an overhang."""
    heights = np.random.default_rng(2).uniform(0.0, 0.1, (20, 30))
    vertices, faces = grid(heights, 0.1)
    ordered = faces.reshape(2, -1, 3).transpose(1, 0, 2).reshape(-1, 3)  # both halves of a cell after each other
    row, column = np.divmod(np.arange(600), 30)
    inside = (row < 18) & (column > 0) & (column < 29)
    vertices[:, 1] += 0.09 * inside * np.select([row % 4 == 1, row % 4 == 2], [1.0, -1.0])
    assert height_field_of(Triangles(vertices, faces), tolerance=0.05) is None
    field = height_field_of(Triangles(vertices, ordered), tolerance=0.05)
    assert field is not None
    assert field.heights.max() + field.center[2] == pytest.approx(vertices[:, 2].max(), abs=0.05)
    assert height_field_of(Triangles(vertices, ordered)) is None


def test_ground_with_ragged_edges_and_a_few_folds_is_its_heights(model_of):
    """As modelling programs make ground: moved points at its rim, and here and there a slope that overhangs."""
    rng = np.random.default_rng(4)
    y, x = np.meshgrid(np.arange(60) * 0.25, np.arange(60) * 0.25, indexing="ij")
    heights = 0.4 * np.sin(x) * np.cos(0.7 * y)
    vertices, faces = grid(heights, 0.25)
    rim = (vertices[:, :2] == 0.0).any(axis=1)
    vertices[rim, :2] += rng.uniform(0.0, 0.05, (rim.sum(), 2))
    folded = 20 * 60 + 30
    vertices[folded, 0] += 0.26  # past its neighbour
    assert height_field_of(Triangles(vertices, faces)) is None
    model = model_of(mesh_stage(vertices, faces))
    assert model.geom("/terrain").type[0] == mujoco.mjtGeom.mjGEOM_HFIELD
    for row, column in rng.integers((30, 5), (55, 55), (40, 2)):  # points of the mesh between lines of the samples
        # Half a spacing of the samples (0.125 m) on the steepest slope (0.4).
        assert height_below(model, column * 0.25, row * 0.25) == pytest.approx(heights[row, column], abs=0.05)


def test_holes_are_filled_with_the_closest_height():
    heights = np.random.default_rng(3).uniform(size=(30, 40))
    uncovered = np.zeros(heights.shape, dtype=bool)
    uncovered[4:12, 5:20] = uncovered[25, 7] = uncovered[:, -1] = True
    result = filled(heights, uncovered)
    known = np.argwhere(~uncovered)
    for row, column in np.argwhere(uncovered):
        distance = np.hypot(*(known - (row, column)).T)
        closest = known[distance == distance.min()]
        assert result[row, column] in heights[tuple(closest.T)]
    np.testing.assert_array_equal(result[~uncovered], heights[~uncovered])


def test_height_field_may_lie_on_the_shared_mocap_body(stage_of):
    from pippin.physics.backend import SolverSettings
    from pippin.physics.compile import compile_model
    from pippin.physics.importer import describe_stage
    from pippin.sim.environments import EnvironmentPlan

    vertices, faces = grid(np.random.default_rng(0).uniform(0, 0.2, (10, 10)), 1.0)
    stage = mesh_stage(vertices, faces)
    ball = UsdGeom.Sphere.Define(stage, "/World/envs/env_0/ball")
    ball.CreateRadiusAttr(0.2)
    ball.AddTranslateOp().Set(Gf.Vec3d(0, 0, 0.5))
    for api in (UsdPhysics.RigidBodyAPI, UsdPhysics.CollisionAPI):
        api.Apply(ball.GetPrim())
    plan = EnvironmentPlan.uniform(np.array([[2.0, 2.0, 0.0], [6.0, 6.0, 0.0]]))
    (variant,) = describe_stage(stage, plan).variants
    model = compile_model(variant, SolverSettings(dt=0.005))
    data = mujoco.MjData(model)
    data.mocap_pos[0] -= plan.origins[1]
    for _ in range(200):
        mujoco.mj_step(model, data)
    assert 0.1 < data.qpos[2] < 0.5  # it rests on the field instead of falling past it


def test_blocks_in_one_mesh_become_one_hull_each(model_of):
    blocks = [trimesh.creation.box((1, 1, 0.2 * k)) for k in (1, 2, 3)]
    for k, block in enumerate(blocks):
        block.apply_translation((1.5 * k, 0, 0.1 * (k + 1)))
    terrain = trimesh.util.concatenate(blocks)
    model = model_of(mesh_stage(terrain.vertices, terrain.faces))
    assert [model.geom(i).name for i in range(model.ngeom)] == [f"/terrain:{k}" for k in range(3)]
    for k in range(3):
        assert height_below(model, 1.5 * k + 0.1, 0.1) == pytest.approx(0.2 * (k + 1), abs=1e-6)


def test_convex_static_mesh_becomes_its_hull(model_of):
    rock = trimesh.creation.icosphere(subdivisions=2, radius=0.5)
    model = model_of(mesh_stage(rock.vertices, rock.faces, translation=(0, 0, 1)))
    assert model.geom("/terrain").type[0] == mujoco.mjtGeom.mjGEOM_MESH
    assert height_below(model, 0.01, 0.02) == pytest.approx(1.5, abs=0.01)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"points": np.zeros((0, 3))}, "'/terrain' has 0 points"),
        ({"faceVertexIndices": np.array([0, 1, 99])}, "'/terrain' has faces of the points 0 to 99; expected 0 to 3"),
        ({"faceVertexIndices": np.array([0, 1])}, "'/terrain' need 3 vertex indices .* there are 2"),
        ({"points": np.full((4, 3), np.nan)}, "'/terrain' has points that are not finite"),
    ],
)
def test_malformed_meshes_are_refused(model_of, change, message):
    stage = mesh_stage(np.eye(4, 3), np.array([[0, 1, 2]]))
    prim = stage.GetPrimAtPath("/terrain")
    for name, value in change.items():
        prim.GetAttribute(name).Set(value.astype(np.float32 if name == "points" else np.int32))
    with pytest.raises(ValueError, match=message):
        model_of(stage)
