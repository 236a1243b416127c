"""Robots in files of the forms that Isaac Sim's assets have: each is the robot of a plain file."""

from __future__ import annotations

from pathlib import Path

import mujoco
import numpy as np
import pytest

from pippin import sim
from pippin.physics.backend import SolverSettings
from pippin.physics.compile import compile_model
from pippin.physics.importer import describe_stage

HEADER = '#usda 1.0\n(\n    defaultPrim = "robot"\n    upAxis = "Z"\n    metersPerUnit = 1\n)\n'
BOX = 'def Cube "box" (prepend apiSchemas = ["PhysicsCollisionAPI"])\n{\n double size = 0.2\n}\n'
SHAPE = f'def Xform "collisions"\n{{\n {BOX}}}\n'
ROBOT = """def Xform "robot" (prepend apiSchemas = ["PhysicsArticulationRootAPI"])
{
    def Xform "base" (prepend apiSchemas = ["PhysicsRigidBodyAPI"])
    {
        SHAPE
    }
    def Xform "arm" (prepend apiSchemas = ["PhysicsRigidBodyAPI"])
    {
        double3 xformOp:translate = (0.5, 0, 0)
        uniform token[] xformOpOrder = ["xformOp:translate"]
        SHAPE
    }
    def PhysicsRevoluteJoint "hinge"
    {
        rel physics:body0 = </robot/base>
        rel physics:body1 = </robot/arm>
        uniform token physics:axis = "Y"
        point3f physics:localPos0 = (0.5, 0, 0)
        float physics:lowerLimit = -90
        float physics:upperLimit = 90
    }
}
"""
PLAIN = HEADER + ROBOT.replace("SHAPE", SHAPE)
SCENES = """def PhysicsScene "physicsScene"
{
    vector3f physics:gravityDirection = (0, 0, 1)
    float physics:gravityMagnitude = 3
}
"""


def instanced(target: str) -> str:
    """The robot whose shapes are instances of something."""
    reference = f'def Xform "collisions" (\n instanceable = true\n prepend references = {target}\n)\n{{\n}}\n'
    return HEADER + ROBOT.replace("SHAPE", reference)


FORMS = {
    "payload": HEADER + 'def Xform "robot" (prepend payload = @plain.usda@)\n{\n}\n',
    "payload of a reference": HEADER + 'def Xform "robot" (prepend references = @payload.usda@)\n{\n}\n',
    "whole robot as an instance": HEADER
    + 'def Xform "robot" (\n instanceable = true\n prepend references = @plain.usda@\n)\n{\n}\n',
    "shapes as instances of another file": instanced("@shapes.usda@"),
    "shapes as instances of a class of the file": instanced("</prototypes/collisions>")
    + f'class "prototypes"\n{{\n {SHAPE}}}\n',
    "variant that refers": HEADER
    + 'def Xform "robot" (\n prepend variantSets = "Physics"\n variants = {\n string Physics = "on"\n }\n)\n{\n'
    + 'variantSet "Physics" = {\n"on" (prepend references = @plain.usda@)\n{\n}\n"off" {\n}\n}\n}\n',
    "root of an articulation within another": PLAIN.replace(
        'def Xform "arm" (prepend apiSchemas = ["PhysicsRigidBodyAPI"])',
        'def Xform "arm" (prepend apiSchemas = ["PhysicsRigidBodyAPI", "PhysicsArticulationRootAPI"])',
    ),
    "physics scenes of its own": PLAIN.replace(
        '    def PhysicsRevoluteJoint "hinge"', SCENES + '    def PhysicsRevoluteJoint "hinge"'
    )
    + SCENES,
}
ARRAYS = ("body_mass", "body_inertia", "body_pos", "jnt_range", "jnt_axis", "geom_size", "geom_pos", "qpos0")


def model_of(folder: Path, text: str) -> tuple[mujoco.MjModel, tuple[float, ...]]:
    """Model of the robot in a file, and gravity of the simulation that it plays in [m/s^2]."""
    (folder / "robot.usda").write_text(text)
    with sim.SimulationContext(sim.SimulationCfg(device="cpu")) as simulation:
        sim.spawn("/World/Robot", sim.UsdFileCfg(usd_path=str(folder / "robot.usda")))
        model = compile_model(describe_stage(simulation.stage).variants[0], SolverSettings(dt=0.002))
        simulation.reset()
        return model, tuple(simulation.physics.settings.gravity)


@pytest.mark.parametrize("form", FORMS)
def test_a_robot_is_the_same_in_each_form(tmp_path: Path, form: str) -> None:
    (tmp_path / "plain.usda").write_text(PLAIN)
    (tmp_path / "payload.usda").write_text(FORMS["payload"])
    (tmp_path / "shapes.usda").write_text(f'#usda 1.0\n(\n defaultPrim = "collisions"\n metersPerUnit = 1\n)\n{SHAPE}')
    plain, gravity = model_of(tmp_path, PLAIN)
    model, gravity_of_form = model_of(tmp_path, FORMS[form])
    assert (plain.nbody, plain.njnt, plain.ngeom) == (3, 2, 2)
    assert plain.body("/World/Robot/arm").mass == pytest.approx(1000.0 * 0.2**3)
    for name in ARRAYS:
        np.testing.assert_array_equal(getattr(model, name), getattr(plain, name), err_msg=name)
    assert gravity_of_form == gravity == pytest.approx((0.0, 0.0, -9.81))


def test_a_variant_without_the_robot_has_none(tmp_path: Path) -> None:
    (tmp_path / "plain.usda").write_text(PLAIN)
    text = FORMS["variant that refers"].replace('Physics = "on"', 'Physics = "off"', 1)
    assert model_of(tmp_path, text)[0].nbody == 1


def test_a_root_within_another_is_told(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    model_of(tmp_path, FORMS["root of an articulation within another"])
    assert "This articulation root lies below another one and is ignored ('/World/Robot/arm')" in caplog.text
