"""Bodies of simple shapes and meshes: their prims, sizes, materials and physics."""

from __future__ import annotations

import numpy as np
import pytest
import trimesh
from pxr import Usd, UsdGeom, UsdPhysics, UsdShade

from pippin import sim
from pippin.sim import schemas

pytestmark = pytest.mark.filterwarnings("ignore:.*is deprecated:DeprecationWarning")  # the older configs work, too

SHAPES = {
    "cuboid": (sim.CuboidCfg(size=(0.2, 0.4, 0.6)), (0.2, 0.4, 0.6)),
    "sphere": (sim.SphereCfg(radius=0.5), (1.0, 1.0, 1.0)),
    "capsule": (sim.CapsuleCfg(radius=0.1, height=1.0, axis="X"), (1.2, 0.2, 0.2)),
    "cylinder": (sim.CylinderCfg(radius=0.1, height=1.0, axis="Y"), (0.2, 1.0, 0.2)),
    "cone": (sim.ConeCfg(radius=0.1, height=1.0), (0.2, 0.2, 1.0)),
    "mesh cuboid": (sim.MeshCuboidCfg(size=(0.2, 0.4, 0.6)), (0.2, 0.4, 0.6)),
    "mesh rectangle": (sim.MeshRectangleCfg(size=(0.2, 0.4)), (0.2, 0.4, 0.0)),
    "mesh sphere": (sim.MeshSphereCfg(radius=0.5), (1.0, 1.0, 1.0)),
    "mesh capsule": (sim.MeshCapsuleCfg(radius=0.1, height=1.0, axis="X"), (1.2, 0.2, 0.2)),
    "mesh cylinder": (sim.MeshCylinderCfg(radius=0.1, height=1.0, axis="Y"), (0.2, 1.0, 0.2)),
    "mesh cone": (sim.MeshConeCfg(radius=0.1, height=1.0, axis="Z"), (0.2, 0.2, 1.0)),
}


@pytest.fixture(params=SHAPES.values(), ids=SHAPES.keys())
def shape(request, stage):
    """Config of a shape and the size of the box around it."""
    cfg, size = request.param
    return cfg.copy(), np.array(size)


def box_around(prim: Usd.Prim) -> tuple[np.ndarray, np.ndarray]:
    cache = UsdGeom.BBoxCache(Usd.TimeCode.Default(), [UsdGeom.Tokens.default_])
    box = cache.ComputeWorldBound(prim).ComputeAlignedRange()
    return np.array(box.GetMin()), np.array(box.GetMax())


def test_shape_has_its_size_around_its_origin(shape):
    cfg, size = shape
    prim = sim.spawn("/World/A", cfg, translation=(1.0, 2.0, 3.0))
    low, high = box_around(prim)
    # Meshes are stored in single precision; a sphere of flat faces lies within its radius by up to 0.5 %.
    np.testing.assert_allclose(high - low, size, rtol=5e-3)
    np.testing.assert_allclose((high + low) / 2, (1.0, 2.0, 3.0), atol=1e-6)


def test_prim_is_an_xform_with_the_geometry_below(shape):
    prim = sim.spawn("/World/A", shape[0])
    assert prim.GetPath() == "/World/A"
    assert prim.GetTypeName() == "Xform"
    assert UsdGeom.Gprim(prim.GetStage().GetPrimAtPath("/World/A/geometry/mesh"))


def test_without_properties_it_is_only_seen(shape):
    prim = sim.spawn("/World/A", shape[0])
    for part in Usd.PrimRange(prim):
        assert not any(api.startswith("Physics") for api in schemas.applied_schemas(part))


def test_body_and_mass_are_on_the_prim_and_the_collider_on_its_geometry(shape):
    cfg = shape[0].replace(
        rigid_props=sim.RigidBodyPropertiesCfg(linear_damping=0.5),
        mass_props=sim.MassPropertiesCfg(mass=2.0),
        collision_props=sim.CollisionPropertiesCfg(contact_offset=0.02),
        activate_contact_sensors=True,
    )
    prim = sim.spawn("/World/A", cfg)
    mesh = prim.GetStage().GetPrimAtPath("/World/A/geometry/mesh")
    assert UsdPhysics.MassAPI(prim).GetMassAttr().Get() == 2.0
    assert {"PhysicsRigidBodyAPI", "PhysxContactReportAPI"} <= set(schemas.applied_schemas(prim))
    assert mesh.HasAPI(UsdPhysics.CollisionAPI)
    assert not mesh.HasAPI(UsdPhysics.RigidBodyAPI)
    assert not prim.HasAPI(UsdPhysics.CollisionAPI)


def test_materials_are_bound_to_the_geometry(shape):
    cfg = shape[0].replace(
        visual_material=sim.PreviewSurfaceCfg(diffuse_color=(1.0, 0.0, 0.0)),
        physics_material=sim.RigidBodyMaterialCfg(static_friction=0.7, friction_combine_mode="max"),
        physics_material_path="/World/Materials/rubber",
    )
    stage = sim.spawn("/World/A", cfg).GetStage()
    binding = UsdShade.MaterialBindingAPI(stage.GetPrimAtPath("/World/A/geometry/mesh"))
    visual, _ = binding.ComputeBoundMaterial()
    physical, _ = binding.ComputeBoundMaterial("physics")
    assert visual.GetPath() == "/World/A/geometry/material"
    assert physical.GetPath() == "/World/Materials/rubber"
    shader = UsdShade.Shader(stage.GetPrimAtPath("/World/A/geometry/material/Shader"))
    assert tuple(shader.GetInput("diffuseColor").Get()) == (1.0, 0.0, 0.0)
    assert UsdPhysics.MaterialAPI(physical.GetPrim()).GetStaticFrictionAttr().Get() == pytest.approx(0.7)
    assert physical.GetPrim().GetAttribute("physxMaterial:frictionCombineMode").Get() == "max"


@pytest.mark.parametrize("name", [name for name in SHAPES if name.startswith("mesh") and "rectangle" not in name])
def test_meshes_are_closed_with_their_faces_outwards_and_the_volume_of_the_shape(stage, name):
    sim.spawn("/World/A", SHAPES[name][0])
    mesh = as_trimesh(stage.GetPrimAtPath("/World/A/geometry/mesh"))
    volumes = {
        "cuboid": 0.2 * 0.4 * 0.6,
        "sphere": 4 / 3 * np.pi * 0.5**3,
        "capsule": np.pi * 0.1**2 * 1.0 + 4 / 3 * np.pi * 0.1**3,
        "cylinder": np.pi * 0.1**2 * 1.0,
        "cone": np.pi * 0.1**2 * 1.0 / 3,
    }
    assert mesh.is_watertight
    assert mesh.volume == pytest.approx(volumes[name.split()[1]], rel=0.03)  # round parts are made of flat faces


@pytest.mark.parametrize(
    "name, approximation",
    [("mesh cuboid", "boundingCube"), ("mesh sphere", "boundingSphere"), ("mesh cone", "convexHull")],
)
def test_colliders_of_meshes_are_approximated_as_suits_the_shape(stage, name, approximation):
    sim.spawn("/World/A", SHAPES[name][0].replace(collision_props=sim.CollisionPropertiesCfg()))
    mesh = UsdPhysics.MeshCollisionAPI(stage.GetPrimAtPath("/World/A/geometry/mesh"))
    assert mesh.GetApproximationAttr().Get() == approximation


def test_given_triangles_are_spawned_as_they_are(stage):
    vertices = np.array([(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)], dtype=float)
    faces = np.array([(0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3)])
    cfg = sim.MeshTrianglesCfg(vertices=vertices, faces=faces, collision_props=sim.CollisionPropertiesCfg())
    sim.spawn("/World/A", cfg)
    prim = stage.GetPrimAtPath("/World/A/mesh")
    mesh = as_trimesh(prim)
    np.testing.assert_array_equal(mesh.vertices, vertices)
    np.testing.assert_array_equal(mesh.faces, faces)
    assert mesh.volume == pytest.approx(1 / 6)
    assert UsdPhysics.MeshCollisionAPI(prim).GetApproximationAttr().Get() == "none"
    assert UsdGeom.Mesh(prim).GetSubdivisionSchemeAttr().Get() == "none"


@pytest.mark.parametrize(
    "vertices, faces, message",
    [
        (np.zeros((3, 2)), np.zeros((1, 3), int), r"vertices has the shape \(3, 2\)"),
        (np.full((3, 3), np.nan), np.zeros((1, 3), int), "all finite"),
        (np.zeros((3, 3)), np.zeros((1, 4), int), r"faces has the shape \(1, 4\)"),
        (np.zeros((3, 3)), np.zeros((1, 3)), "integers"),
        (np.zeros((3, 3)), np.array([(0, 1, 3)]), "indices of the 3 vertices"),
        (np.zeros((3, 3)), np.array([(0, 1, -1)]), "indices of the 3 vertices"),
        (np.zeros((3, 3)), np.zeros((0, 3), int), "one face or more"),
    ],
)
def test_malformed_triangles_are_refused(stage, vertices, faces, message):
    with pytest.raises(ValueError, match=message):
        sim.spawn("/World/A", sim.MeshTrianglesCfg(vertices=vertices, faces=faces))
    assert not sim.is_prim_path_valid("/World")


@pytest.mark.parametrize(
    "cfg, message",
    [
        (sim.CuboidCfg(size=(1.0, 0.0, 1.0)), "should be positive and finite"),
        (sim.SphereCfg(radius=-1.0), "should be positive and finite"),
        (sim.ConeCfg(radius=1.0, height=float("nan")), "should be positive and finite"),
        (sim.CapsuleCfg(radius=1.0, height=1.0, axis="W"), "axis is 'W'"),
        (sim.MeshCapsuleCfg(radius=1.0, height=1.0, axis="XY"), "axis is 'XY'"),
        (sim.SphereCfg(radius=1.0, mass_props=sim.MassPropertiesCfg(mass=-2.0)), "mass is -2.0"),
        (sim.SphereCfg(radius=1.0, physics_material=sim.RigidBodyMaterialCfg(restitution=-1.0)), "restitution is -1.0"),
        (sim.SphereCfg(radius=1.0, visual_material=sim.PreviewSurfaceCfg(opacity=2.0)), "opacity is 2.0"),
        (sim.SphereCfg(radius=1.0, activate_contact_sensors=True), "No rigid body"),
        (sim.GroundPlaneCfg(size=(0.0, 1.0)), "two positive lengths"),
    ],
)
def test_bad_values_are_refused_and_nothing_is_spawned(stage, cfg, message):
    before = stage.ExportToString()
    with pytest.raises(ValueError, match=message):
        sim.spawn("/World/A", cfg)
    assert stage.ExportToString() == before


def test_a_missing_value_is_refused(stage):
    with pytest.raises(TypeError, match=r"CuboidCfg lacks values for .*\n  - size"):
        sim.spawn("/World/A", sim.CuboidCfg())


def test_ground_is_an_infinite_plane_with_a_size_for_the_eye(stage):
    cfg = sim.GroundPlaneCfg(size=(4.0, 6.0), physics_material=sim.RigidBodyMaterialCfg(dynamic_friction=0.8))
    sim.spawn("/World/ground", cfg, translation=(0.0, 0.0, -1.0))
    (plane,) = [prim for prim in stage.Traverse() if prim.IsA(UsdGeom.Plane)]
    assert plane.GetPath() == "/World/ground/GroundPlane/CollisionPlane"
    assert plane.HasAPI(UsdPhysics.CollisionAPI)
    assert UsdGeom.Plane(plane).GetAxisAttr().Get() == "Z"
    np.testing.assert_allclose(box_around(plane), [(-2.0, -3.0, -1.0), (2.0, 3.0, -1.0)], atol=1e-6)
    material, _ = UsdShade.MaterialBindingAPI(plane).ComputeBoundMaterial("physics")
    assert UsdPhysics.MaterialAPI(material.GetPrim()).GetDynamicFrictionAttr().Get() == pytest.approx(0.8)


def test_ground_without_a_physics_material_has_none(stage):
    sim.spawn("/World/ground", sim.GroundPlaneCfg(physics_material=None))
    plane = stage.GetPrimAtPath("/World/ground/GroundPlane/CollisionPlane")
    material = UsdShade.MaterialBindingAPI(plane).ComputeBoundMaterial("physics")[0]
    assert plane.HasAPI(UsdPhysics.CollisionAPI) and not material.GetPrim().HasAPI(UsdPhysics.MaterialAPI)
    assert not stage.GetPrimAtPath("/World/ground/physicsMaterial")


@pytest.mark.parametrize("color", [None, np.array([0.5, 0.25, 0.0])])
def test_ground_has_the_material_whose_inputs_programs_set(stage, color):
    sim.spawn("/World/ground", sim.GroundPlaneCfg(color=color))
    shader = stage.GetPrimAtPath("/World/ground/Looks/theGrid/Shader")
    assert shader.GetAttribute("inputs:albedo_add").Set(10.0)
    assert shader.GetAttribute("inputs:diffuse_tint").Set((0.1, 0.2, 0.3))
    plane = stage.GetPrimAtPath("/World/ground/GroundPlane/CollisionPlane")
    material, _ = UsdShade.MaterialBindingAPI(plane).ComputeBoundMaterial()
    assert bool(material) == (color is not None), "without a colour it is the viewer's"


def as_trimesh(prim: Usd.Prim) -> trimesh.Trimesh:
    mesh = UsdGeom.Mesh(prim)
    faces = np.array(mesh.GetFaceVertexIndicesAttr().Get()).reshape(-1, 3)
    return trimesh.Trimesh(np.array(mesh.GetPointsAttr().Get()), faces, process=False)


TETRAHEDRON = ([(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)], [(0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3)])


@pytest.mark.parametrize("is_file", [False, True])
def test_meshes_of_files_and_of_triangles(stage, tmp_path, is_file):
    vertices, faces = TETRAHEDRON
    given = sim.spawners.MeshFileCfg.TriangleMeshCfg(
        vertices=vertices, faces=faces, vertex_colors=[(255, 0, 0)] * len(vertices)
    )
    if is_file:
        given = str(tmp_path / "tetrahedron.obj")
        lines = [f"v {x} {y} {z}" for x, y, z in vertices] + [f"f {a + 1} {b + 1} {c + 1}" for a, b, c in faces]
        (tmp_path / "tetrahedron.obj").write_text("\n".join(lines))
    cfg = sim.spawners.MeshFileCfg(
        mesh=given,
        rigid_props=sim.RigidBodyPropertiesCfg(),
        mass_props=sim.MassPropertiesCfg(mass=2.0),
        collision_props=sim.CollisionPropertiesCfg(),
        mesh_collision_props=sim.schemas.ConvexHullPropertiesCfg(),
    )
    prim = cfg.func("/World/Rock", cfg)
    mesh = UsdGeom.Mesh(stage.GetPrimAtPath("/World/Rock/mesh"))
    assert prim.HasAPI(UsdPhysics.RigidBodyAPI)
    assert UsdPhysics.MassAPI(prim).GetMassAttr().Get() == 2.0
    assert UsdPhysics.MeshCollisionAPI(mesh).GetApproximationAttr().Get() == "convexHull"
    assert sorted(map(tuple, mesh.GetPointsAttr().Get())) == sorted(vertices)
    if not is_file:
        assert mesh.GetDisplayColorAttr().Get()[0] == (1.0, 0.0, 0.0)
    with pytest.raises(FileNotFoundError, match="none.obj"):
        sim.spawners.MeshFileCfg(mesh="none.obj").func("/World/None", sim.spawners.MeshFileCfg(mesh="none.obj"))
