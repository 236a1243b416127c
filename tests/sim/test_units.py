"""Files in other units: the same robot in metres and kilograms, and in centimetres and grams."""

from __future__ import annotations

from pathlib import Path

import mujoco
import numpy as np
import pytest
from pxr import UsdGeom, UsdPhysics

from pippin import sim
from pippin.physics.backend import SolverSettings
from pippin.physics.compile import compile_model
from pippin.physics.importer import describe_stage

TEXT = """#usda 1.0
(
    defaultPrim = "robot"
    upAxis = "Z"
    metersPerUnit = {meters}
    kilogramsPerUnit = {kilograms}
)
def Xform "robot" (prepend apiSchemas = ["PhysicsArticulationRootAPI"])
{{
    def Xform "base" (prepend apiSchemas = ["PhysicsRigidBodyAPI", "PhysicsMassAPI"])
    {{
        float physics:mass = {mass}
        float3 physics:diagonalInertia = ({inertia}, {inertia}, {inertia})
    }}
    def Xform "slider" (prepend apiSchemas = ["PhysicsRigidBodyAPI"])
    {{
        def Cube "box" (prepend apiSchemas = ["PhysicsCollisionAPI", "PhysicsMassAPI"])
        {{
            double size = {size}
            float physics:density = {density}
            float physxCollision:restOffset = {offset}
        }}
    }}
    def Xform "flap" (prepend apiSchemas = ["PhysicsRigidBodyAPI", "PhysicsMassAPI"])
    {{
        float physics:mass = {mass}
        float3 physics:diagonalInertia = ({inertia}, {inertia}, {inertia})
    }}
    def PhysicsPrismaticJoint "slide" (prepend apiSchemas = ["PhysicsDriveAPI:linear"])
    {{
        rel physics:body0 = </robot/base>
        rel physics:body1 = </robot/slider>
        point3f physics:localPos0 = ({size}, 0, 0)
        uniform token physics:axis = "X"
        float physics:lowerLimit = 0
        float physics:upperLimit = {way}
        float drive:linear:physics:stiffness = {linear_stiffness}
        float drive:linear:physics:damping = {linear_stiffness}
        float drive:linear:physics:maxForce = {force}
        float physxJoint:armature = {mass}
    }}
    def PhysicsRevoluteJoint "hinge" (prepend apiSchemas = ["PhysicsDriveAPI:angular"])
    {{
        rel physics:body0 = </robot/base>
        rel physics:body1 = </robot/flap>
        uniform token physics:axis = "Y"
        float physics:lowerLimit = -90
        float physics:upperLimit = 90
        float drive:angular:physics:stiffness = {angular_stiffness}
        float drive:angular:physics:maxForce = {torque}
        float physxJoint:armature = {inertia}
        float physxJoint:jointFriction = {torque}
    }}
}}
"""
METRES = {
    **{"meters": 1, "kilograms": 1, "mass": 2, "inertia": 0.03, "size": 0.2, "density": 500, "offset": 0.01},
    **{"way": 0.4, "linear_stiffness": 60, "force": 7, "angular_stiffness": 0.5, "torque": 8},
}
CENTIMETRES = {  # of grams, a newton is 1e5 g cm/s^2, a newton metre 1e7 g cm^2/s^2
    **{"meters": 0.01, "kilograms": 0.001, "mass": 2000, "inertia": 0.03e7, "size": 20, "density": 0.5, "offset": 1},
    **{"way": 40, "linear_stiffness": 60e3, "force": 7e5, "angular_stiffness": 0.5e7, "torque": 8e7},
}
ARRAYS = ("body_mass", "body_inertia", "body_ipos", "jnt_range", "dof_armature", "dof_frictionloss")
ARRAYS += ("actuator_biasprm", "actuator_forcerange", "geom_size", "geom_margin", "qpos0")


def model_of(folder: Path, numbers: dict[str, float], **edits: str) -> mujoco.MjModel:
    """Model of a robot whose file has these numbers."""
    path, text = folder / "robot.usda", TEXT.format(**numbers)
    for old, new in edits.items():
        text = text.replace(old, new)
    path.write_text(text)
    with sim.SimulationContext(sim.SimulationCfg(device="cpu")) as simulation:
        sim.spawn("/World/Robot", sim.UsdFileCfg(usd_path=str(path)))
        return compile_model(describe_stage(simulation.stage).variants[0], SolverSettings(dt=0.002))


def test_the_same_robot_in_other_units_is_the_same(tmp_path: Path) -> None:
    ours, theirs = model_of(tmp_path, METRES), model_of(tmp_path, CENTIMETRES)
    assert ours.njnt == 3 and ours.body("/World/Robot/slider").mass == pytest.approx(500 * 0.2**3)
    for name in ARRAYS:  # numbers of files are float32
        np.testing.assert_allclose(getattr(theirs, name), getattr(ours, name), rtol=1e-6, atol=1e-7, err_msg=name)


def test_a_robot_of_metres_on_a_stage_in_centimetres_is_in_centimetres(tmp_path: Path) -> None:
    ours = model_of(tmp_path, METRES)
    with sim.SimulationContext(sim.SimulationCfg(device="cpu")) as simulation:
        UsdGeom.SetStageMetersPerUnit(simulation.stage, 0.01)
        sim.spawn("/World/Robot", sim.UsdFileCfg(usd_path=str(tmp_path / "robot.usda")))
        theirs = compile_model(describe_stage(simulation.stage).variants[0], SolverSettings(dt=0.002))
    np.testing.assert_allclose(theirs.body_mass, ours.body_mass, rtol=1e-6)
    np.testing.assert_allclose(theirs.body_inertia, 1e4 * ours.body_inertia, rtol=1e-6)
    slide, turn = (ours.joint(f"/World/Robot/{name}").id for name in ("slide", "hinge"))
    np.testing.assert_allclose(theirs.jnt_range[slide], 100.0 * ours.jnt_range[slide], rtol=1e-6)
    np.testing.assert_allclose(theirs.jnt_range[turn], ours.jnt_range[turn], rtol=1e-6)
    forces = np.where(ours.jnt_type[ours.actuator_trnid[:, 0]] == mujoco.mjtJoint.mjJNT_SLIDE, 1e2, 1e4)
    np.testing.assert_allclose(theirs.actuator_forcerange, forces[:, None] * ours.actuator_forcerange, rtol=1e-6)


def test_gains_of_accelerations_have_no_unit_of_mass(tmp_path: Path) -> None:
    axis = 'uniform token physics:axis = "X"'
    token = {axis: f'uniform token drive:linear:physics:type = "acceleration"\n{axis}'}
    ours = model_of(tmp_path, METRES, **token)
    theirs = model_of(tmp_path, CENTIMETRES | {"linear_stiffness": 60}, **token)
    np.testing.assert_allclose(theirs.actuator_biasprm[:, :3], ours.actuator_biasprm[:, :3], rtol=1e-5)


def test_numbers_within_instances_are_told(tmp_path: Path, stage: object, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "robot.usda").write_text(TEXT.format(**CENTIMETRES))
    instance = (
        'def Xform "whole" {\n def Xform "inner" (instanceable = true\n prepend references = @robot.usda@) {}\n}\n'
    )
    header = '#usda 1.0\n(\n defaultPrim = "whole"\n metersPerUnit = 0.01\n kilogramsPerUnit = 0.001\n)\n'
    (tmp_path / "instance.usda").write_text(header + instance)
    sim.spawn("/World/Robot", sim.UsdFileCfg(usd_path=str(tmp_path / "instance.usda")))
    assert "are parts of instances and stay in its units" in caplog.text
    assert "in units of 0.01 m and 0.001 kg with Z up: it is adapted" in caplog.text


def test_a_stage_in_other_units_of_mass_is_told(stage: object, caplog: pytest.LogCaptureFixture) -> None:
    current = sim.get_current_stage()
    UsdPhysics.SetStageKilogramsPerUnit(current, 0.001)
    with caplog.at_level("WARNING", logger="pippin"):
        describe_stage(current)
    assert "The stage's unit is 0.001 kg, but its numbers are taken as kilograms" in caplog.text
