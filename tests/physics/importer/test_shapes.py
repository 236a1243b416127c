"""Geometric prims become the engine's shapes: kinds, sizes, axes and scales."""

from __future__ import annotations

import mujoco
import numpy as np
import pytest
from scipy.spatial.transform import Rotation

BOX, SPHERE, CAPSULE, CYLINDER, ELLIPSOID, MESH, PLANE = (
    mujoco.mjtGeom.mjGEOM_BOX,
    mujoco.mjtGeom.mjGEOM_SPHERE,
    mujoco.mjtGeom.mjGEOM_CAPSULE,
    mujoco.mjtGeom.mjGEOM_CYLINDER,
    mujoco.mjtGeom.mjGEOM_ELLIPSOID,
    mujoco.mjtGeom.mjGEOM_MESH,
    mujoco.mjtGeom.mjGEOM_PLANE,
)


def static(gprim: str, ops: str = "") -> str:
    """A static collider with transform operations."""
    names = [line.split("=")[0].split()[-1] for line in ops.strip().splitlines()]
    order = ", ".join(f'"{name}"' for name in names)
    kind, _, attributes = gprim.partition(" ")
    return f"""
def {kind} "shape" (prepend apiSchemas = ["PhysicsCollisionAPI"])
{{
    {attributes}
    {ops}
    uniform token[] xformOpOrder = [{order}]
}}
"""


@pytest.mark.parametrize(
    ("gprim", "kind", "size"),
    [
        ("Cube double size = 0.4", BOX, (0.2, 0.2, 0.2)),
        ("Sphere double radius = 0.3", SPHERE, (0.3, 0, 0)),
        ('Capsule double radius = 0.1; double height = 0.6; uniform token axis = "Z"', CAPSULE, (0.1, 0.3, 0)),
        ('Cylinder double radius = 0.1; double height = 0.6; uniform token axis = "Z"', CYLINDER, (0.1, 0.3, 0)),
        ("Capsule double radius = 0.1; double height = 0", SPHERE, (0.1, 0, 0)),
        ("Cube", BOX, (1, 1, 1)),  # sizes that are not authored are USD's
        ("Capsule", CAPSULE, (0.5, 0.5, 0)),
        ("Cylinder_1 double radiusTop = 0.2; double radiusBottom = 0.2; double height = 1", CYLINDER, (0.2, 0.5, 0)),
        ("Capsule_1 double radiusTop = 0.2; double radiusBottom = 0.2; double height = 1", CAPSULE, (0.2, 0.5, 0)),
    ],
)
def test_primitives_keep_their_size(model_of, gprim, kind, size):
    model = model_of(static(gprim))
    assert model.ngeom == 1
    assert model.geom("/shape").type[0] == kind
    np.testing.assert_allclose(model.geom("/shape").size, size, atol=1e-12)


@pytest.mark.parametrize(
    ("gprim", "kind", "size"),
    [
        ("Cube double size = 1", BOX, (1, 1.5, 2)),
        ("Sphere double radius = 1", ELLIPSOID, (2, 3, 4)),
        ('Capsule double radius = 1; double height = 1; uniform token axis = "X"', CAPSULE, (4, 1, 0)),
        ('Capsule double radius = 1; double height = 1; uniform token axis = "Y"', CAPSULE, (4, 1.5, 0)),
        ('Cylinder double radius = 1; double height = 1; uniform token axis = "Z"', MESH, None),
    ],
)
@pytest.mark.parametrize("signs", [(1, 1, 1), (-1, 1, 1), (-1, -1, -1)])
def test_scales_are_baked_into_sizes(model_of, gprim, kind, size, signs):
    scale = tuple(s * v for s, v in zip(signs, (2, 3, 4), strict=True))
    model = model_of(static(gprim, f"double3 xformOp:scale = {scale}"))
    assert model.geom("/shape").type[0] == kind
    if size is not None:
        np.testing.assert_allclose(np.abs(model.geom("/shape").size), size, rtol=1e-12)


@pytest.mark.parametrize("axis", "XYZ")
@pytest.mark.parametrize("kind", ["Capsule", "Cylinder"])
def test_shapes_lie_along_their_axis(model_of, kind, axis):
    turn = "double3 xformOp:rotateXYZ = (20, 30, 40)"
    model = model_of(static(f'{kind} uniform token axis = "{axis}"', turn))
    data = mujoco.MjData(model)
    mujoco.mj_forward(model, data)
    rotation = Rotation.from_euler("xyz", (20, 30, 40), degrees=True).as_matrix()
    np.testing.assert_allclose(data.geom("/shape").xmat.reshape(3, 3)[:, 2], rotation[:, "XYZ".index(axis)], atol=1e-7)


@pytest.mark.parametrize("axis", "XYZ")
def test_planes_face_along_their_axis_and_are_infinite(model_of, axis):
    model = model_of(
        static(f'Plane uniform token axis = "{axis}"; double width = 3', "double3 xformOp:translate = (0, 0, 2)")
    )
    data = mujoco.MjData(model)
    mujoco.mj_forward(model, data)
    assert model.geom("/shape").type[0] == PLANE
    np.testing.assert_array_equal(model.geom("/shape").size[:2], 0.0)
    np.testing.assert_allclose(data.geom("/shape").xmat.reshape(3, 3)[:, 2], np.eye(3)["XYZ".index(axis)], atol=1e-12)
    np.testing.assert_allclose(data.geom("/shape").xpos, (0, 0, 2))


def world_vertices(model: mujoco.MjModel, name: str) -> np.ndarray:
    """Corners of a mesh geometry in the world."""
    data = mujoco.MjData(model)
    mujoco.mj_forward(model, data)
    mesh = model.geom(name).dataid[0]
    first, count = model.mesh_vertadr[mesh], model.mesh_vertnum[mesh]
    rotation = data.geom(name).xmat.reshape(3, 3)
    return model.mesh_vert[first : first + count] @ rotation.T + data.geom(name).xpos


def test_cone_is_a_hull_with_its_tip_up(model_of):
    model = model_of(static('Cone double radius = 0.5; double height = 2; uniform token axis = "Z"'))
    corners = world_vertices(model, "/shape")
    np.testing.assert_allclose(corners.max(axis=0), (0.5, 0.5, 1.0), atol=1e-6)
    np.testing.assert_allclose(corners.min(axis=0), (-0.5, -0.5, -1.0), atol=1e-6)
    tip = corners[np.argmax(corners[:, 2])]
    np.testing.assert_allclose(tip, (0, 0, 1), atol=1e-6)


def test_sheared_cube_becomes_the_mesh_that_it_is(model_of):
    text = """
def Xform "outer"
{
    double3 xformOp:scale = (1, 1, 3)
    uniform token[] xformOpOrder = ["xformOp:scale"]
    def Cube "shape" (prepend apiSchemas = ["PhysicsCollisionAPI"])
    {
        double size = 2
        double3 xformOp:rotateXYZ = (0, 45, 0)
        uniform token[] xformOpOrder = ["xformOp:rotateXYZ"]
    }
}
"""
    model = model_of(text)
    cube = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)])
    expected = (Rotation.from_euler("y", 45, degrees=True).apply(cube)) * (1, 1, 3)
    corners = world_vertices(model, "/outer/shape")
    for corner in expected:
        assert np.linalg.norm(corners - corner, axis=1).min() < 1e-6  # single precision of the engine's meshes
    assert len(corners) == 8


def test_mesh_carries_pose_and_scale_and_polygons_are_split(model_of):
    text = """
def Mesh "shape" (prepend apiSchemas = ["PhysicsCollisionAPI", "PhysicsMeshCollisionAPI"])
{
    uniform token physics:approximation = "convexHull"
    point3f[] points = [(0,0,0), (1,0,0), (1,1,0), (0,1,0), (0,0,1), (1,0,1), (1,1,1), (0,1,1)]
    int[] faceVertexCounts = [4, 4, 4, 4, 4, 4]
    int[] faceVertexIndices = [0,3,2,1, 4,5,6,7, 0,1,5,4, 1,2,6,5, 2,3,7,6, 3,0,4,7]
    double3 xformOp:translate = (5, 0, 0)
    double3 xformOp:rotateXYZ = (0, 0, 90)
    double3 xformOp:scale = (1, -2, 3)
    uniform token[] xformOpOrder = ["xformOp:translate", "xformOp:rotateXYZ", "xformOp:scale"]
}
"""
    corners = world_vertices(model_of(text), "/shape")
    # x -> y, y * -2 -> x, z * 3
    np.testing.assert_allclose(corners.min(axis=0), (5, 0, 0), atol=1e-6)
    np.testing.assert_allclose(corners.max(axis=0), (7, 1, 3), atol=1e-6)


L_SHAPE = """
def Xform "body" (prepend apiSchemas = ["{api}"])
{{
    def Mesh "shape" (prepend apiSchemas = ["PhysicsCollisionAPI", "PhysicsMeshCollisionAPI"])
    {{
        uniform token physics:approximation = "{approximation}"
        point3f[] points = [(0,0,0), (2,0,0), (2,1,0), (1,1,0), (1,2,0), (0,2,0),
                            (0,0,1), (2,0,1), (2,1,1), (1,1,1), (1,2,1), (0,2,1)]
        int[] faceVertexCounts = [6, 6, 4, 4, 4, 4, 4, 4]
        int[] faceVertexIndices = [0,5,4,3,2,1, 6,7,8,9,10,11, 0,1,7,6, 1,2,8,7, 2,3,9,8, 3,4,10,9, 4,5,11,10, 5,0,6,11]
    }}
}}
"""


@pytest.mark.parametrize(
    ("approximation", "kind"),
    [
        ("convexHull", MESH),
        ("boundingCube", BOX),
        ("boundingSphere", SPHERE),
        ("none", MESH),
        ("meshSimplification", MESH),
    ],
)
def test_moving_mesh_collides_as_its_approximation(model_of, approximation, kind):
    model = model_of(L_SHAPE.format(approximation=approximation, api="PhysicsRigidBodyAPI"))
    assert model.ngeom == 1
    geom = model.geom("/body/shape")
    assert geom.type[0] == kind
    if kind == BOX:
        np.testing.assert_allclose(geom.size, (1, 1, 0.5), rtol=1e-6)
        np.testing.assert_allclose(geom.pos, (1, 1, 0.5), rtol=1e-6)
    if kind == SPHERE:
        assert geom.size[0] == pytest.approx(np.sqrt(1 + 1 + 0.25), rel=1e-6)
    if kind == MESH:
        assert model.body("/body").mass[0] == pytest.approx(3500.0, rel=1e-6)  # of the hull, 4 - 1/2 m^3 of water


def test_concave_mesh_is_taken_apart_or_refused_with_what_to_do(variant_of, monkeypatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(NotImplementedError, match=r"'/body/shape' is not convex.*pip install coacd.*convexHull"):
        variant_of(L_SHAPE.format(approximation="convexDecomposition", api="PhysicsRigidBodyAPI"))


def test_concave_mesh_is_decomposed(model_of):
    pytest.importorskip("coacd")
    model = model_of(L_SHAPE.format(approximation="convexDecomposition", api="PhysicsRigidBodyAPI"))
    assert model.ngeom >= 2
    assert {model.geom(i).name for i in range(model.ngeom)} == {f"/body/shape:{i}" for i in range(model.ngeom)}
    assert model.body("/body").mass[0] == pytest.approx(3000.0, rel=0.05)  # the decomposition is approximate


def test_a_decomposition_has_no_more_parts_than_asked_for(model_of):
    pytest.importorskip("coacd")
    text = L_SHAPE.format(approximation="convexDecomposition", api="PhysicsRigidBodyAPI")
    token = "uniform token physics:approximation"
    model = model_of(text.replace(token, f"int physxConvexDecompositionCollision:maxConvexHulls = 1\n    {token}"))
    assert model.ngeom == 1


@pytest.mark.parametrize("attribute", ["int mjc:maxhullvert = 5", "int newton:maxHullVertices = 5"])
def test_hulls_have_no_more_corners_than_asked_for(model_of, attribute):
    text = L_SHAPE.format(approximation="convexHull", api="PhysicsRigidBodyAPI")
    model = model_of(
        text.replace("uniform token physics:approximation", f"{attribute}\n    uniform token physics:approximation")
    )
    assert model.mesh_graph[model.mesh_graphadr[0]] == 5  # the first number of a hull's graph


def test_flat_moving_mesh_gets_a_thickness(model_of):
    text = """
def Xform "body" (prepend apiSchemas = ["PhysicsRigidBodyAPI"])
{
    def Mesh "sheet" (prepend apiSchemas = ["PhysicsCollisionAPI", "PhysicsMeshCollisionAPI"])
    {
        uniform token physics:approximation = "convexHull"
        point3f[] points = [(0,0,0), (1,0,0), (1,1,0), (0,1,0)]
        int[] faceVertexCounts = [4]
        int[] faceVertexIndices = [0, 1, 2, 3]
    }
}
"""
    model = model_of(text)
    assert model.body("/body").mass[0] == pytest.approx(1000 * 1e-3, rel=1e-3)  # 1 mm of water


def test_colliders_in_instances_are_found(model_of):
    text = """
class Xform "prototype"
{
    def Sphere "ball" (prepend apiSchemas = ["PhysicsCollisionAPI"])
    {
        double radius = 0.25
    }
}
def Xform "body" (prepend apiSchemas = ["PhysicsRigidBodyAPI"])
{
    def Xform "collisions" (instanceable = true
        references = </prototype>)
    {
    }
}
"""
    model = model_of(text)
    assert model.body(model.geom("/body/collisions/ball").bodyid[0]).name == "/body"
    assert model.body("/body").mass[0] == pytest.approx(1000 * 4 / 3 * np.pi * 0.25**3)


@pytest.mark.parametrize("what", ["collision", "body", "collider prim"])
def test_what_is_disabled_does_not_take_part(model_of, what):
    text = f"""
def Sphere "ball" (prepend apiSchemas = ["PhysicsRigidBodyAPI", "PhysicsCollisionAPI"]
    active = {"false" if what == "collider prim" else "true"})
{{
    bool physics:rigidBodyEnabled = {int(what != "body")}
    bool physics:collisionEnabled = {int(what != "collision")}
}}
"""
    model = model_of(text)
    expected = {"collision": (2, 0), "body": (1, 1), "collider prim": (1, 0)}[what]
    assert (model.nbody, model.ngeom) == expected


INSTANCE = """
class Xform "parts"
{
    def Mesh "tetrahedron" %(own)s
    {
        int[] faceVertexCounts = [3, 3, 3, 3]
        int[] faceVertexIndices = [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3]
        point3f[] points = [(0, 0, 0), (1, 0, 0), (0, 2, 0), (0, 0, 3)]
    }
    def Sphere "ball"
    {
        double radius = 0.5
    }
}
def Xform "body" (prepend apiSchemas = ["PhysicsRigidBodyAPI"])
{
    def "collisions" (
        prepend apiSchemas = ["PhysicsCollisionAPI", "PhysicsMeshCollisionAPI"]
        prepend references = </parts>
        instanceable = %(instanceable)s
    )
    {
        uniform token physics:approximation = "%(approximation)s"
        bool physics:collisionEnabled = %(enabled)s
    }
}
"""


def shapes_of_instance(model_of, **values: str) -> dict[str, int]:
    """Geometry of a body whose instance says that it collides, by name and kind."""
    defaults = {"own": "", "instanceable": "true", "approximation": "convexHull", "enabled": "true"}
    model = model_of(INSTANCE % (defaults | values))
    return {model.geom(index).name.rpartition("/")[2]: int(model.geom_type[index]) for index in range(model.ngeom)}


def test_an_instance_that_collides_collides_with_all_that_is_in_it(model_of):
    """As files of Cassie: what is in an instance cannot be changed, so that the instance says so for it."""
    assert shapes_of_instance(model_of) == {"tetrahedron": MESH, "ball": SPHERE}
    assert shapes_of_instance(model_of, approximation="boundingCube") == {"tetrahedron": BOX, "ball": SPHERE}


def test_an_instance_that_does_not_collide_or_whose_geometry_says_it_itself(model_of):
    assert shapes_of_instance(model_of, enabled="false") == {}
    own = '(prepend apiSchemas = ["PhysicsCollisionAPI"])'
    assert shapes_of_instance(model_of, own=own) == {"tetrahedron": MESH}
    assert shapes_of_instance(model_of, instanceable="false") == {}  # UsdPhysics has colliders of geometry alone
