"""Robots that are joined by a fixed joint: where they are, how many they are, and that the joint holds."""

from __future__ import annotations

import numpy as np
import pytest
from pxr import Gf, UsdGeom, UsdPhysics

from pippin.objects import RobotAssembler, SingleArticulation, SingleXFormPrim, World
from pippin.sim import get_current_stage

LENGTH = 0.4
HALF_TURN = (0.0, 0.0, np.sin(np.pi / 8), np.cos(np.pi / 8))
"""By 45 degrees about z (x, y, z, w)."""
OFFSET = (0.1, 0.0, 0.25)


def add_robot(path: str, x: float) -> None:
    """A base that is fixed to the world, and a link above it that turns about z and is held by a drive."""
    stage = get_current_stage()
    root = UsdGeom.Xform.Define(stage, path)
    root.AddTranslateOp().Set(Gf.Vec3d(x, 0.0, 0.0))
    UsdPhysics.ArticulationRootAPI.Apply(root.GetPrim())
    for i, name in enumerate(("base", "link")):
        body = UsdGeom.Xform.Define(stage, f"{path}/{name}")
        body.AddTranslateOp().Set(Gf.Vec3d(0.0, 0.0, i * LENGTH))
        UsdPhysics.RigidBodyAPI.Apply(body.GetPrim())
        box = UsdGeom.Cube.Define(stage, f"{path}/{name}/box")
        box.CreateSizeAttr(0.1)
        UsdPhysics.CollisionAPI.Apply(box.GetPrim())
        UsdPhysics.MassAPI.Apply(body.GetPrim()).CreateMassAttr(1.0)
    tie = UsdPhysics.FixedJoint.Define(stage, f"{path}/root_joint")
    tie.CreateBody1Rel().SetTargets([f"{path}/base"])
    tie.CreateLocalPos0Attr(Gf.Vec3f(x, 0.0, 0.0))
    joint = UsdPhysics.RevoluteJoint.Define(stage, f"{path}/joint")
    joint.CreateBody0Rel().SetTargets([f"{path}/base"])
    joint.CreateBody1Rel().SetTargets([f"{path}/link"])
    joint.CreateAxisAttr("Z")
    joint.CreateLocalPos0Attr(Gf.Vec3f(0.0, 0.0, LENGTH))
    drive = UsdPhysics.DriveAPI.Apply(joint.GetPrim(), "angular")
    drive.CreateStiffnessAttr(1.0)
    drive.CreateDampingAttr(0.1)


def assemble(world: World, **arguments):
    add_robot("/World/arm", 1.0)
    add_robot("/World/tool", 5.0)
    return RobotAssembler().assemble_articulations(
        "/World/arm", "/World/tool", "/link", "/base", OFFSET, HALF_TURN, **arguments
    )


@pytest.mark.parametrize("single_robot", [False, True])
def test_the_joint_holds_what_is_attached(world, single_robot):
    assembled = assemble(world, single_robot=single_robot)
    assert assembled.is_assembled()
    assert [str(joint.GetPath()) for joint in assembled.root_joints] == ["/World/tool/root_joint"]
    tool = SingleXFormPrim("/World/tool/base")
    expected = np.array([1.0, 0.0, LENGTH]) + OFFSET
    np.testing.assert_allclose(tool.get_world_pose()[0], expected, atol=1e-6)
    arm = SingleArticulation("/World/arm")
    world.reset()
    arm.initialize()
    for _ in range(100):
        world.step(render=False)
    position, orientation = tool.get_world_pose()
    # The weld of two robots gives by some g tc^2 (1 - d) / d of MuJoCo's defaults (20 ms, 0.9): 0.4 mm.
    np.testing.assert_allclose(position, expected, atol=1e-3)
    assert abs(orientation @ HALF_TURN) == pytest.approx(1.0, abs=1e-4)
    assert arm.num_dof == (2 if single_robot else 1)


def test_turns_with_the_arm(cpu_world):
    """A tool on a link that turns by 90 degrees is carried around."""
    assemble(cpu_world, single_robot=True)
    arm = SingleArticulation("/World/arm")
    tool = SingleXFormPrim("/World/tool/base")
    cpu_world.reset()
    arm.initialize()
    arm.set_joint_positions([np.pi / 2], joint_indices=[0])
    np.testing.assert_allclose(tool.get_world_pose()[0], [1.0, OFFSET[0], LENGTH + OFFSET[2]], atol=1e-5)


def test_moved_and_taken_apart(cpu_world):
    assembled = assemble(cpu_world)
    offset, orientation = assembled.get_fixed_joint_transform()
    np.testing.assert_allclose(offset, OFFSET, atol=1e-6)
    np.testing.assert_allclose(orientation, HALF_TURN, atol=1e-6)
    assembled.set_fixed_joint_transform([0.0, 0.0, 0.3], [0.0, 0.0, 0.0, 1.0])
    tool = SingleXFormPrim("/World/tool/base")
    np.testing.assert_allclose(tool.get_world_pose()[0], [1.0, 0.0, LENGTH + 0.3], atol=1e-6)
    assembled.disassemble()
    assert not assembled.is_assembled()
    assert UsdPhysics.Joint(assembled.root_joints[0]).GetJointEnabledAttr().Get()
    cpu_world.reset()
    assert SingleArticulation("/World/tool").num_dof == 1


def test_wrong_arguments(cpu_world):
    with pytest.raises(ValueError, match="/World/nothing"):
        RobotAssembler().assemble_rigid_bodies("/World/nothing", "/World/tool", "", "")
    assembled = assemble(cpu_world)
    with pytest.raises(ValueError, match="orientation"):
        assembled.set_fixed_joint_transform([0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0])
    cpu_world.reset()
    with pytest.raises(RuntimeError, match="plays"):
        assembled.disassemble()
