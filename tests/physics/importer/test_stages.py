"""Stages as a whole: malformed prims are refused by path, odd ones are told, empty ones are worlds."""

from __future__ import annotations

import numpy as np
import pytest

from pippin.physics.importer import describe_stage

COLLIDER = """
def Xform "body" (prepend apiSchemas = ["PhysicsRigidBodyAPI"])
{{
    {ops}
    def {gprim} "shape" (prepend apiSchemas = ["PhysicsCollisionAPI"])
    {{
        {attributes}
    }}
}}
"""


def collider(gprim: str = "Cube", attributes: str = "", ops: str = "") -> str:
    return COLLIDER.format(gprim=gprim, attributes=attributes, ops=ops)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            collider(ops='double3 xformOp:scale = (1, 0, 1); uniform token[] xformOpOrder = ["xformOp:scale"]'),
            r"'/body' has a scale of zero",
        ),
        (
            collider(
                ops='double3 xformOp:translate = (nan, 0, 1); uniform token[] xformOpOrder = ["xformOp:translate"]'
            ),
            r"transform of prim '/body' is .*nan",
        ),
        (collider("Cube", "double size = 0"), r"'size' of prim '/body/shape' must be positive and finite, but is 0"),
        (collider("Sphere", "double radius = -1"), r"'radius' of prim '/body/shape' must be positive"),
        (collider("Capsule", "double radius = nan"), r"'radius' of prim '/body/shape' must be a number"),
        (collider("Cylinder", "double height = inf"), r"'height' of prim '/body/shape' must be positive and finite"),
        (collider("Cylinder", 'uniform token axis = "W"'), r"'axis' of prim '/body/shape' is 'W'"),
        (collider("Cube", "double mjc:margin = nan"), r"'mjc:margin' of prim '/body/shape' is nan"),
    ],
)
def test_malformed_prims_are_refused_by_path(stage_of, text, message):
    with pytest.raises(ValueError, match=message):
        describe_stage(stage_of(text))


def test_plane_cannot_move(stage_of):
    with pytest.raises(
        NotImplementedError, match=r"Plane '/body/shape' belongs to body '/body', but planes cannot move"
    ):
        describe_stage(stage_of(collider("Plane")))


def test_gprims_without_a_surface_do_not_collide(model_of, caplog):
    with caplog.at_level("WARNING", logger="pippin"):
        model = model_of(collider("Points"))
    assert model.ngeom == 0
    assert "A prim of type Points cannot collide: its collision API is ignored ('/body/shape')." in caplog.text


@pytest.mark.parametrize("schema", ["IsaacAttachmentPointAPI", ""])
def test_where_a_surface_gripper_holds_ties_nothing_to_the_world(model_of, schema):
    """A joint with one body, the gripper's; some programs write its attributes without the schema."""
    apis = f'(prepend apiSchemas = ["{schema}"])' if schema else ""
    body = collider().replace('["PhysicsRigidBodyAPI"]', '["PhysicsRigidBodyAPI", "PhysicsArticulationRootAPI"]')
    axis = "" if schema else ' token isaac:forwardAxis = "Z"\n'
    joint = f'def PhysicsFixedJoint "point" {apis}\n{{\n rel physics:body0 = </body>\n{axis}}}\n'
    assert model_of(body + joint).nv == 6
    assert model_of(body + joint.replace(apis or "-", "").replace(axis or "-", "")).nv == 0


def test_empty_stage_is_an_empty_world(model_of):
    assert model_of("").nbody == 1


def test_other_units_are_told(stage_of, caplog):
    stage = stage_of(collider())
    stage.SetMetadata("metersPerUnit", 0.01)
    with caplog.at_level("WARNING", logger="pippin"):
        describe_stage(stage)
    assert "The stage's unit is 0.01 m: gravity and all other numbers of the program are in it" in caplog.text


def test_what_a_stage_in_centimetres_does_not_say_is_that_of_metres(stage_of, model_of):
    """The density of water, the depth at which contacts are hard, and the ball that a mass without a shape is."""
    apis = '["PhysicsRigidBodyAPI", "PhysicsMassAPI"]'
    ball = f'def Xform "ball" (prepend apiSchemas = {apis})\n{{\n    float physics:mass = 3\n}}\n'
    metres, centimetres = (stage_of(collider("Cube", f"double size = {size}") + ball) for size in (0.2, 20))
    centimetres.SetMetadata("metersPerUnit", 0.01)
    ours, theirs = model_of(metres), model_of(centimetres)
    np.testing.assert_allclose(theirs.body_mass, ours.body_mass, rtol=1e-9)  # kg in both
    np.testing.assert_allclose(theirs.body_inertia, ours.body_inertia * 100.0**2, rtol=1e-9)  # kg m^2, kg cm^2
    expected = ours.geom_solimp * (1.0, 1.0, 100.0, 1.0, 1.0)  # the third is a depth
    np.testing.assert_allclose(theirs.geom_solimp, expected, rtol=1e-9)


@pytest.mark.parametrize("schema", ["PhysxParticleClothAPI"])
def test_what_is_not_simulated_is_told(stage_of, caplog, schema):
    with caplog.at_level("WARNING", logger="pippin"):
        describe_stage(stage_of(f'def Xform "thing" (prepend apiSchemas = ["{schema}"]) {{}}'))
    assert "Prims such as this one (Xform) are not simulated ('/thing')." in caplog.text


def test_the_stage_stays_as_it_was(stage_of):
    stage = stage_of(collider())
    before = stage.ExportToString()
    describe_stage(stage)
    assert stage.ExportToString() == before
