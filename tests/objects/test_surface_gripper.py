"""Surface grippers: what is held, where, and at which force and torque the hold breaks."""

from __future__ import annotations

import numpy as np
import pytest

from pippin.objects import DynamicCuboid, FixedCuboid, RigidPrim, SurfaceGripper, World

SIZE, MASS = 0.2, 3.0
WEIGHT = MASS * 9.81
HEIGHT = 1.0
GAP = 0.005
FIRM = 1e-4
"""How far a held weight may sag [m]: MuJoCo's soft constraint gives by about g tc^2 (1 - d) / d, 1e-5 m."""


def add_gripper(world: World, offset: float = 0.0, **arguments) -> SurfaceGripper:
    """A fixed block that grips downwards, and a cube below it, whose centre is off by ``offset`` along x."""
    FixedCuboid("/World/gripper", position=[0.0, 0.0, HEIGHT], scale=[0.1, 0.1, 0.1])
    world.scene.add(
        DynamicCuboid(
            "/World/cube",
            name="cube",
            position=[offset, 0.0, HEIGHT - 0.05 - GAP - SIZE / 2],
            size=SIZE,
            mass=MASS,
        )
    )
    arguments = {"grip_threshold": 0.02} | arguments
    return SurfaceGripper("/World/gripper", position=[0.0, 0.0, -0.05], direction=[0.0, 0.0, -1.0], **arguments)


def run(world: World, steps: int) -> None:
    for _ in range(steps):
        world.step(render=False)


def test_holds_where_the_body_was_and_lets_go(world):
    gripper = add_gripper(world, offset=0.03)
    cube = world.scene.get_object("cube")
    world.reset()
    before = cube.get_world_pose()[0]
    assert not gripper.is_closed()
    assert gripper.close()
    run(world, 100)
    np.testing.assert_allclose(cube.get_world_pose()[0], before, atol=FIRM)
    assert gripper.get_gripped_objects() == ["/World/cube"]
    force, torque = gripper.get_wrench()
    assert force == pytest.approx(WEIGHT, rel=1e-2)
    assert torque == pytest.approx(WEIGHT * 0.03, rel=2e-2)  # about the surface
    gripper.open()
    run(world, 20)
    fallen = 0.5 * 9.81 * (20 * world.get_physics_dt()) ** 2
    assert before[2] - cube.get_world_pose()[0][2] == pytest.approx(fallen, rel=0.1)  # as far as it may before the end
    assert gripper.get_wrench() == (0.0, 0.0)


def test_carries(cpu_world):
    gripper = add_gripper(cpu_world)
    block = FixedCuboid("/World/gripper")
    cube = cpu_world.scene.get_object("cube")
    cpu_world.reset()
    before = cube.get_world_pose()[0]
    gripper.close()
    for i in range(100):
        block.set_world_pose(position=[0.003 * i, 0.0, HEIGHT])
        run(cpu_world, 1)
    run(cpu_world, 50)
    np.testing.assert_allclose(cube.get_world_pose()[0], before + [0.297, 0.0, 0.0], atol=1e-3)


@pytest.mark.parametrize(("limit", "holds"), [(0.9 * WEIGHT, False), (1.1 * WEIGHT, True)])
def test_breaks_at_its_force(world, limit, holds):
    gripper = add_gripper(world, force_limit=limit)
    cube = world.scene.get_object("cube")
    world.reset()
    before = cube.get_world_pose()[0]
    assert gripper.close()
    run(world, 30)
    assert gripper.is_closed() == holds
    assert (before[2] - cube.get_world_pose()[0][2] < FIRM) == holds


def test_breaks_when_it_is_pulled(cpu_world):
    gripper = add_gripper(cpu_world, force_limit=2.0 * WEIGHT)
    bodies = RigidPrim("/World/cube")
    cpu_world.reset()
    gripper.close()
    pulls = []
    for i in range(150):
        pull = 0.01 * i * WEIGHT
        bodies.apply_forces([[0.0, 0.0, -pull]])
        run(cpu_world, 1)
        if gripper.is_closed():
            pulls.append(pull)
    # Weight and pull reach the limit together at a pull of one weight, which grows by a hundredth a step.
    assert max(pulls) == pytest.approx(WEIGHT, rel=0.05)


@pytest.mark.parametrize(("share", "holds"), [(0.9, False), (1.1, True)])
def test_breaks_at_its_torque(cpu_world, share, holds):
    gripper = add_gripper(cpu_world, offset=0.04, torque_limit=share * 0.04 * WEIGHT)
    cpu_world.reset()
    gripper.close()
    run(cpu_world, 30)
    assert gripper.is_closed() == holds


def test_what_is_out_of_reach_and_what_comes_later(cpu_world):
    gripper = add_gripper(cpu_world, grip_threshold=0.5 * GAP)
    patient = SurfaceGripper(
        "/World/gripper", position=[0, 0, -0.05], direction=[0, 0, -1], grip_threshold=2 * GAP, retry_close=True
    )
    cube = cpu_world.scene.get_object("cube")
    cpu_world.reset()
    assert not gripper.close()
    assert not gripper.is_closing()
    cube.set_world_pose(position=[0.0, 0.0, 0.5])
    assert not patient.close()
    assert patient.is_closing()
    cube.set_world_pose(position=[0.0, 0.0, HEIGHT - 0.05 - GAP - SIZE / 2])
    run(cpu_world, 1)
    assert patient.is_closed()
    cpu_world.reset()
    assert not patient.is_closed()


def test_wrong_arguments(cpu_world):
    FixedCuboid("/World/gripper")
    for name, value in (("grip_threshold", 0.0), ("force_limit", -1.0), ("torque_limit", 0.0)):
        with pytest.raises(ValueError, match=name):
            SurfaceGripper("/World/gripper", **{name: value})
    with pytest.raises(ValueError, match="direction"):
        SurfaceGripper("/World/gripper", direction="w")
    gripper = SurfaceGripper("/World/nowhere")
    with pytest.raises(RuntimeError, match="stopped"):
        gripper.close()
    cpu_world.reset()
    with pytest.raises(RuntimeError, match="no body"):
        gripper.close()
