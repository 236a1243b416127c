"""A world in centimetres moves as one in metres does; what a program says of it and hears is in its unit."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("isaacsim", reason="pippin-isaac is not installed")

from isaacsim.core.api import World
from isaacsim.core.api.objects import DynamicCuboid, DynamicSphere
from isaacsim.core.utils.stage import create_new_stage, get_stage_units
from isaacsim.robot.manipulators.examples.franka import Franka
from pippin.sim import SimulationContext

METRES, CENTIMETRES = 1.0, 0.01


@pytest.fixture(autouse=True)
def after():
    yield
    SimulationContext.clear_instance()
    create_new_stage()


def run(unit: float) -> dict[str, np.ndarray]:
    """Let a ball bounce, a cube land and a Panda open its hand; what happened, in metres."""
    create_new_stage()
    world = World(stage_units_in_meters=unit)
    assert get_stage_units() == unit
    world.scene.add_default_ground_plane()
    ball = world.scene.add(DynamicSphere("/World/ball", "ball", np.array([0.0, 0.0, 0.4]) / unit, radius=0.05 / unit))
    cube = world.scene.add(DynamicCuboid("/World/cube", "cube", np.array([1.0, 0.0, 0.2]) / unit, size=0.1 / unit))
    panda = world.scene.add(Franka("/World/panda", "panda", position=np.array([0.0, 2.0, 0.0]) / unit))
    world.reset()
    panda.gripper.open()
    seen = {"masses": np.array([ball.get_mass(), cube.get_mass()]), "heights": np.empty((60, 2))}
    for step in range(60):
        world.step(render=False)
        seen["heights"][step] = [each.get_world_pose()[0][2] * unit for each in (ball, cube)]
    seen["gravity"] = world.get_physics_context().get_gravity()[1] * unit
    seen["hand"] = panda.end_effector.get_world_pose()[0] * unit
    seen["fingers"] = panda.gripper.get_joint_positions() * unit
    SimulationContext.clear_instance()
    return seen


def test_what_falls_bounces_and_grips_does_so_in_centimetres_too():
    """The engine's numbers differ by powers of ten alone; poses are read in single precision."""
    metres, centimetres = run(METRES), run(CENTIMETRES)
    assert centimetres["gravity"] == metres["gravity"] == pytest.approx(9.81)
    np.testing.assert_allclose(centimetres["masses"], metres["masses"], rtol=1e-6)  # of water, in kilograms
    np.testing.assert_allclose(centimetres["heights"], metres["heights"], atol=1e-6)
    np.testing.assert_allclose(centimetres["hand"], metres["hand"], atol=1e-5)
    np.testing.assert_allclose(centimetres["fingers"], metres["fingers"], atol=2e-5)  # opened to their joints' limits
    assert metres["fingers"].min() > 0.0399


def test_a_cube_of_three_edges_is_as_long_as_these():
    """As programs of 2022 gave it, in centimetres; of water it weighs what its volume says."""
    create_new_stage()
    world = World(stage_units_in_meters=CENTIMETRES)
    box = world.scene.add(DynamicCuboid("/World/box", "box", position=np.zeros(3), size=np.array([10.0, 20.0, 30.0])))
    world.reset()
    np.testing.assert_allclose(box.get_world_scale(), [10.0, 20.0, 30.0])
    assert box.get_mass() == pytest.approx(6.0, rel=1e-6)
