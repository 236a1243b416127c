"""Masses and inertias: closed forms, and USD's own computation as reference."""

from __future__ import annotations

import mujoco
import numpy as np
import pytest
from pxr import Gf, Usd, UsdGeom, UsdPhysics
from scipy.spatial.transform import Rotation


def inertia_matrix(model: mujoco.MjModel, body: str) -> np.ndarray:
    """Inertia about the centre of mass in the axes of the body, shape (3, 3)."""
    rotation = np.zeros(9)
    mujoco.mju_quat2Mat(rotation, model.body(body).iquat)
    axes = rotation.reshape(3, 3)
    return axes @ np.diag(model.body(body).inertia) @ axes.T


def body(content: str, attributes: str = "") -> str:
    return f"""
def Xform "body" (prepend apiSchemas = ["PhysicsRigidBodyAPI", "PhysicsMassAPI"])
{{
    {attributes}
    {content}
}}
"""


def collider(gprim: str, attributes: str = "", name: str = "shape") -> str:
    return f"""
    def {gprim} "{name}" (prepend apiSchemas = ["PhysicsCollisionAPI", "PhysicsMassAPI"])
    {{
        {attributes}
    }}
"""


PI = np.pi
# A capsule of radius r and straight length h: cylinder and two half balls.
R, H = 0.1, 0.5
CYLINDER, BALL = PI * R**2 * H, 4 / 3 * PI * R**3
CAPSULE_ALONG = CYLINDER * R**2 / 2 + BALL * 0.4 * R**2
CAPSULE_ACROSS = CYLINDER * (R**2 / 4 + H**2 / 12) + BALL * (0.4 * R**2 + (H / 2) ** 2 + 3 / 8 * R * H)


@pytest.mark.parametrize(
    ("gprim", "attributes", "volume", "inertia"),
    [
        ("Cube", "double size = 2", 8.0, (8 * 8 / 12,) * 3),
        ("Sphere", "double radius = 0.5", PI / 6, (PI / 6 * 0.4 * 0.25,) * 3),
        (
            "Cylinder",
            f'double radius = {R}; double height = {H}; uniform token axis = "X"',
            CYLINDER,
            (CYLINDER * R**2 / 2, *(CYLINDER * (R**2 / 4 + H**2 / 12),) * 2),
        ),
        (
            "Capsule",
            f'double radius = {R}; double height = {H}; uniform token axis = "Z"',
            CYLINDER + BALL,
            (CAPSULE_ACROSS, CAPSULE_ACROSS, CAPSULE_ALONG),
        ),
        (
            "Sphere",
            'double radius = 1; double3 xformOp:scale = (1, 2, 3); uniform token[] xformOpOrder = ["xformOp:scale"]',
            8 * PI,
            tuple(8 * PI / 5 * np.array([4 + 9, 1 + 9, 1 + 4])),
        ),
    ],
)
def test_primitives_weigh_volume_times_density(model_of, gprim, attributes, volume, inertia):
    model = model_of(body(collider(gprim, attributes + "; float physics:density = 200")))
    assert model.body("/body").mass[0] == pytest.approx(200 * volume, rel=1e-6)
    np.testing.assert_allclose(inertia_matrix(model, "/body"), 200 * np.diag(inertia), rtol=1e-6, atol=1e-9)


def test_cone_weighs_its_volume(model_of):
    model = model_of(body(collider("Cone", 'double radius = 0.3; double height = 0.9; uniform token axis = "Z"')))
    polygon = 32 / (2 * PI) * np.sin(2 * PI / 32)  # 32 corners instead of a circle
    assert model.body("/body").mass[0] == pytest.approx(1000 * PI * 0.09 * 0.9 / 3 * polygon, rel=1e-6)
    np.testing.assert_allclose(model.body("/body").ipos, (0, 0, -0.45 + 0.9 / 4), atol=1e-6)


def test_masses_of_mujoco_agree_for_a_tilted_pair(model_of):
    """Reference: the engine's own inertia of the same geometry."""
    text = body(
        collider(
            "Cube",
            "double size = 0.2; double3 xformOp:translate = (0.3, 0, 0)\n"
            'uniform token[] xformOpOrder = ["xformOp:translate"]',
            "a",
        )
        + collider(
            "Capsule",
            'double3 xformOp:rotateXYZ = (10, 50, 0); uniform token[] xformOpOrder = ["xformOp:rotateXYZ"]',
            "b",
        )
    )
    model = model_of(text)
    w, x, y, z = Rotation.from_euler("xyz", (10, 50, 0), degrees=True).as_quat(scalar_first=True)
    reference = mujoco.MjModel.from_xml_string(f"""
<mujoco><worldbody><body name="/body"><freejoint/>
  <geom type="box" size="0.1 0.1 0.1" pos="0.3 0 0"/>
  <geom type="capsule" size="0.5 0.5" quat="{w} {x} {y} {z}"/>
</body></worldbody></mujoco>""")
    assert model.body("/body").mass[0] == pytest.approx(reference.body("/body").mass[0], rel=1e-9)
    np.testing.assert_allclose(model.body("/body").ipos, reference.body("/body").ipos, atol=1e-9)
    np.testing.assert_allclose(inertia_matrix(model, "/body"), inertia_matrix(reference, "/body"), rtol=1e-6, atol=1e-6)


MATERIAL = """
def Material "heavy" (prepend apiSchemas = ["PhysicsMaterialAPI"])
{
    float physics:density = 3000
}
"""


@pytest.mark.parametrize(
    ("of_body", "of_shape", "has_material", "mass"),
    [
        ("", "", False, 8000.0),
        ("", "", True, 24000.0),
        ("float physics:density = 500", "", True, 4000.0),
        ("float physics:density = 500", "float physics:density = 100", True, 800.0),
        ("float physics:density = 500", "float physics:mass = 7; float physics:density = 100", True, 7.0),
        ("float physics:mass = 5", "float physics:mass = 7", True, 5.0),
        ("float physics:mass = 0; float physics:density = 0", "", False, 8000.0),  # zeros say nothing
    ],
)
def test_precedence_of_masses_and_densities(model_of, of_body, of_shape, has_material, mass):
    binding = "rel material:binding:physics = </heavy>" if has_material else ""
    shape = collider("Cube", f"double size = 2; {of_shape}\n{binding}").replace(
        '"PhysicsMassAPI"]', '"PhysicsMassAPI", "MaterialBindingAPI"]'
    )
    model = model_of(MATERIAL + body(shape, of_body))
    assert model.body("/body").mass[0] == pytest.approx(mass, rel=1e-6)
    np.testing.assert_allclose(inertia_matrix(model, "/body"), np.eye(3) * mass * 8 / 12, rtol=1e-6)


@pytest.mark.parametrize("seed", range(6))
def test_mass_properties_are_those_that_usd_computes(model_of, seed):
    """Random bodies of two cubes with randomly authored masses, against UsdPhysics' own function."""
    rng = np.random.default_rng(seed)
    stage = Usd.Stage.CreateInMemory()
    UsdGeom.SetStageMetersPerUnit(stage, 1.0)
    root = UsdGeom.Xform.Define(stage, "/body")
    api = UsdPhysics.RigidBodyAPI.Apply(root.GetPrim())
    for path in ("/body", "/body/a", "/body/b"):
        if path != "/body":
            cube = UsdGeom.Cube.Define(stage, path)
            cube.CreateSizeAttr(float(rng.uniform(0.1, 0.5)))
            cube.AddTranslateOp().Set(Gf.Vec3d(*rng.uniform(-1, 1, 3)))
            cube.AddRotateXYZOp().Set(Gf.Vec3f(*rng.uniform(-90, 90, 3)))
            UsdPhysics.CollisionAPI.Apply(cube.GetPrim()).CreateCollisionEnabledAttr(bool(rng.random() < 0.7))
        mass = UsdPhysics.MassAPI.Apply(stage.GetPrimAtPath(path))
        if rng.random() < 0.5:
            mass.CreateMassAttr(float(rng.uniform(1, 5)))
        if rng.random() < 0.5:
            mass.CreateDensityAttr(float(rng.uniform(100, 5000)))
        if path == "/body" and seed % 2:
            mass.CreateCenterOfMassAttr(Gf.Vec3f(*rng.uniform(-0.2, 0.2, 3)))
        if path == "/body" and seed % 3 == 2:
            mass.CreateDiagonalInertiaAttr(Gf.Vec3f(1.0, 1.5, 1.2))
            mass.CreatePrincipalAxesAttr(Gf.Quatf(0.8, 0.6, 0.0, 0.0))

    def unit_density(prim: Usd.Prim) -> UsdPhysics.RigidBodyAPI.MassInformation:
        size = UsdGeom.Cube(prim).GetSizeAttr().Get()
        info = UsdPhysics.RigidBodyAPI.MassInformation()
        info.volume = size**3
        info.inertia = Gf.Matrix3f(size**5 / 6)
        info.centerOfMass = Gf.Vec3f(0)
        matrix = UsdGeom.Xformable(prim).GetLocalTransformation()
        info.localPos = Gf.Vec3f(matrix.ExtractTranslation())
        info.localRot = Gf.Quatf(matrix.ExtractRotationQuat())
        return info

    mass, inertia, center, axes = api.ComputeMassProperties(unit_density)
    model = model_of(stage)
    rotation = Rotation.from_quat([*axes.GetImaginary(), axes.GetReal()]).as_matrix()
    expected = rotation @ np.diag(inertia) @ rotation.T
    # USD computes in single precision.
    assert model.body("/body").mass[0] == pytest.approx(mass, rel=1e-5)
    np.testing.assert_allclose(model.body("/body").ipos, center, atol=1e-5)
    np.testing.assert_allclose(inertia_matrix(model, "/body"), expected, rtol=1e-3, atol=1e-4 * expected.max())


def test_colliders_that_are_switched_off_weigh_and_do_not_collide(model_of):
    """As USD computes it. A boat whose hull does not collide weighed 1 g."""
    model = model_of(body(collider("Cube", "double size = 0.2; bool physics:collisionEnabled = 0")))
    assert model.body("/body").mass[0] == pytest.approx(0.2**3 * 1000, rel=1e-6)
    assert not (model.geom_contype | model.geom_conaffinity).any()


def test_center_of_mass_is_subject_to_the_scale_of_the_body(model_of):
    text = body(
        collider("Cube"),
        "point3f physics:centerOfMass = (1, 0, 0); double3 xformOp:scale = (3, 1, 1)\n"
        'uniform token[] xformOpOrder = ["xformOp:scale"]',
    )
    np.testing.assert_allclose(model_of(text).body("/body").ipos, (3, 0, 0), rtol=1e-6)


def test_body_with_mass_alone_is_a_ball(model_of):
    model = model_of(body("", "float physics:mass = 2"))
    np.testing.assert_allclose(model.body("/body").inertia, 0.4 * 2 * 0.1**2, rtol=1e-6)


def test_body_without_anything_gets_a_tiny_mass_and_a_warning(model_of, caplog):
    with caplog.at_level("WARNING", logger="pippin"):
        model = model_of(body(""))
    assert model.body("/body").mass[0] == pytest.approx(1e-3)
    assert [record.message for record in caplog.records] == [
        "No mass and no colliders to take it from: 0.001 kg are assumed ('/body')."
    ]


def test_inertia_that_no_body_has_is_raised_to_a_possible_one(model_of):
    model = model_of(body(collider("Cube"), "float physics:mass = 1; float3 physics:diagonalInertia = (1, 1, 3)"))
    a, b, c = np.sort(model.body("/body").inertia)
    assert a + b >= c * (1 - 1e-6)
    assert np.all(np.array([a, b, c]) >= np.array([1, 1, 3]) - 1e-6)


@pytest.mark.parametrize(
    "attribute", ["float physics:mass = -1", "float physics:density = -1", "float physics:mass = nan"]
)
@pytest.mark.parametrize("where", ["body", "shape"])
def test_masses_that_make_no_sense_are_refused(model_of, attribute, where):
    text = body(collider("Cube", attribute)) if where == "shape" else body(collider("Cube"), attribute)
    path = "/body/shape" if where == "shape" else "/body"
    with pytest.raises(ValueError, match=f"prim '{path}' must be"):
        model_of(text)


def test_negative_inertia_is_refused(model_of):
    with pytest.raises(ValueError, match="'physics:diagonalInertia' of prim '/body'"):
        model_of(body("", "float physics:mass = 1; float3 physics:diagonalInertia = (1, -1, 1)"))


def test_a_link_that_does_not_move_needs_no_mass(model_of, caplog):
    with caplog.at_level("WARNING", logger="pippin"):
        model_of(body("", "bool physics:kinematicEnabled = true"))
    assert not caplog.records
