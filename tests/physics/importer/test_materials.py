"""Physics materials: friction, bounce and the fields of contact."""

from __future__ import annotations

import mujoco
import numpy as np
import pytest

from pippin.physics.backend import SolverSettings
from pippin.physics.compile import compile_model
from pippin.physics.contact_targets import restitutions_of
from pippin.physics.importer import PhysicsMaterial, describe_stage


def scene(material: str = "", collider: str = "", tilt: float = 0.0, height: float = 0.05) -> str:
    """A box, bound to a material, above a plane of the same material that is tilted about Y [deg]."""
    bound = '(prepend apiSchemas = ["PhysicsCollisionAPI", "MaterialBindingAPI"])'
    binding = "rel material:binding:physics = </material>" if material else ""
    return f"""
def Material "material" (prepend apiSchemas = ["PhysicsMaterialAPI"])
{{
    {material}
}}
def Xform "slope"
{{
    double3 xformOp:rotateXYZ = (0, {tilt}, 0)
    uniform token[] xformOpOrder = ["xformOp:rotateXYZ"]
    def Plane "plane" {bound}
    {{
        uniform token axis = "Z"
        {binding}
    }}
    def Cube "box" (prepend apiSchemas = ["PhysicsRigidBodyAPI", "PhysicsCollisionAPI", "MaterialBindingAPI"])
    {{
        double size = 0.1
        {binding}
        {collider}
        double3 xformOp:translate = (0, 0, {height})
        uniform token[] xformOpOrder = ["xformOp:translate"]
    }}
}}
"""


def test_friction_is_the_dynamic_one_of_the_bound_material(model_of):
    model = model_of(
        scene(
            "float physics:staticFriction = 0.9; float physics:dynamicFriction = 0.7; double mjc:rollingfriction = 0.01"
        )
    )
    np.testing.assert_allclose(model.geom("/slope/box").friction, (0.7, 0.005, 0.01), rtol=1e-6)


def test_static_friction_counts_where_it_is_the_only_one(model_of):
    model = model_of(scene("float physics:staticFriction = 0.9"))
    assert model.geom("/slope/box").friction[0] == pytest.approx(0.9)


def test_default_material_is_that_of_the_simulation(stage_of, model_of):
    assert model_of(scene()).geom("/slope/box").friction[0] == 0.5
    (variant,) = describe_stage(stage_of(scene()), default_material=PhysicsMaterial(dynamic_friction=0.8)).variants
    assert variant.spec.geom("/slope/box").friction[0] == 0.8


@pytest.mark.parametrize("slides", [False, True])
def test_box_slides_on_an_incline_steeper_than_its_friction(stage_of, slides):
    """Closed form: a = g (sin - mu cos) once tan exceeds mu, which is 0.4."""
    tilt = np.degrees(np.arctan(0.4)) + (4.0 if slides else -4.0)
    text = scene("float physics:dynamicFriction = 0.4", tilt=tilt, height=0.0501)
    (variant,) = describe_stage(stage_of(text)).variants
    model = compile_model(variant, SolverSettings(dt=0.002, cone="elliptic"))
    data = mujoco.MjData(model)
    start = data.qpos[:3].copy()
    for _ in range(500):
        mujoco.mj_step(model, data)
    angle = np.radians(tilt)
    expected = max(0.0, 0.5 * 9.81 * (np.sin(angle) - 0.4 * np.cos(angle)))
    # Friction of the engine creeps a little, about 1 mm/s.
    assert np.linalg.norm(data.qpos[:3] - start) == pytest.approx(expected, abs=0.02)


@pytest.mark.parametrize("restitution", [0.0, 0.3, 0.9])
def test_surfaces_carry_their_restitution(model_of, restitution):
    """Bounces themselves: ``tests/physics/backends/test_bounces.py``."""
    model = model_of(scene(f"float physics:restitution = {restitution}"))
    np.testing.assert_allclose(restitutions_of(model.geom_solref), restitution, atol=1e-9)


def test_fields_of_contact_are_taken_over(model_of):
    model = model_of(
        scene(
            collider="""
            double mjc:margin = 0.003
            double mjc:gap = 0.001
            int mjc:condim = 6
            int mjc:priority = 2
            double mjc:solmix = 3
            double[] mjc:solref = [0.01, 0.8]
            double[] mjc:solimp = [0.8, 0.9, 0.002, 0.4, 3]
        """
        )
    )
    geom = model.geom("/slope/box")
    assert (geom.margin[0], geom.gap[0]) == (0.003, 0.001)
    assert (geom.condim[0], geom.priority[0], geom.solmix[0]) == (6, 2, 3)
    np.testing.assert_allclose(geom.solref, (0.01, 0.8))
    np.testing.assert_allclose(geom.solimp, (0.8, 0.9, 0.002, 0.4, 3))


@pytest.mark.parametrize(("offset", "margin"), [("0.004", 0.004), ("-inf", 0.0)])
def test_rest_offset_is_a_margin(model_of, offset, margin):
    model = model_of(scene(collider=f"float physxCollision:restOffset = {offset}"))
    assert model.geom("/slope/box").margin[0] == pytest.approx(margin)


PLANE, BOX = "/slope/plane", "/slope/box"


@pytest.mark.parametrize(
    ("material", "collider", "expected"),
    [
        ("", "", {PLANE: ("average", "average"), BOX: ("average", "average")}),
        ("friction", "", {PLANE: ("min", "average"), BOX: ("min", "average")}),
        ("restitution", "", {PLANE: ("average", "min"), BOX: ("average", "min")}),
        ("", "int mjc:priority = 2", {PLANE: ("average", "average")}),
    ],
    ids=["default", "friction", "restitution", "priority"],
)
def test_surfaces_have_the_modes_of_their_material_or_the_rule_of_mujoco(variant_of, material, collider, expected):
    """Who gives a collider a priority asks for MuJoCo's rule: what the one has that has it."""
    written = f'uniform token physxMaterial:{material}CombineMode = "min"' if material else ""
    modes = variant_of(scene(written, collider)).combine_modes
    assert {name: (of_geom.friction, of_geom.restitution) for name, of_geom in modes.items()} == expected


@pytest.mark.parametrize("kind", ["friction", "restitution"])
def test_a_mode_that_there_is_not_is_refused(model_of, kind):
    with pytest.raises(ValueError, match=f"The {kind} of .* combined by 'sum'; expected average, min, multiply, max"):
        model_of(scene(f'uniform token physxMaterial:{kind}CombineMode = "sum"'))


@pytest.mark.parametrize("attribute", ["float physics:dynamicFriction = -1", "float physics:restitution = nan"])
def test_materials_that_make_no_sense_are_refused(model_of, attribute):
    with pytest.raises(ValueError, match="of prim '/material' must be"):
        model_of(scene(attribute))


@pytest.mark.parametrize(
    ("restitution", "mode", "mean", "combined"),
    [
        (1.0, "multiply", 0.0, 1.0),
        (1.0, "min", 0.0, 1.0),
        (1.0, "max", 1.0, 1.0),
        (0.5, "multiply", 0.5, 0.5),
        (1.0, "average", 1.0, 1.0),
    ],
)
def test_a_factor_of_one_has_no_bounce_itself_where_means_count(variant_of, restitution, mode, mean, combined):
    """Public tasks have ground of restitution 1 that multiplies: on robots without restitution it does not bounce."""
    variant = variant_of(
        scene(
            f'float physics:restitution = {restitution}; uniform token physxMaterial:restitutionCombineMode = "{mode}"'
        )
    )
    for law, carried in (("convex", mean), ("coulomb", combined)):
        model = compile_model(variant, SolverSettings(dt=0.002, friction_law=law))
        np.testing.assert_allclose(restitutions_of(model.geom_solref), carried, atol=1e-9)
