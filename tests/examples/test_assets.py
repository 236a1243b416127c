"""The examples of rigid objects and articulations show what mechanics says."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType

import pytest
import torch

from pippin.sim import SimulationCfg, SimulationContext


def test_bricks_slide_as_far_as_coulomb_lets_them(load_example: Callable[[str], ModuleType]) -> None:
    """To one engine step at the speed of the beginning, 7.5 mm."""
    example = load_example("assets/sliding_bricks")
    with SimulationContext(SimulationCfg(dt=0.005, device="cpu")) as sim:
        scene = example.make_scene()
        sim.reset()
        example.push(scene)
        distances = example.slide(scene)
        velocities = scene["brick"].data.root_com_vel_w.torch.clone()
    torch.testing.assert_close(distances, example.coulomb_distances(), rtol=0.0, atol=0.005 * example.SPEED)
    assert velocities.abs().max() < 0.01, "every brick has come to rest"


@pytest.mark.slow
def test_arms_sag_until_their_drives_carry_them(load_example: Callable[[str], ModuleType]) -> None:
    """The torques of the springs are those of gravity as the view computes them (1 percent of the weakest)."""
    example = load_example("assets/sagging_arms")
    with SimulationContext(SimulationCfg(dt=0.005, device="cpu")) as sim:
        scene = example.make_scene()
        sim.reset()
        robot = scene["robot"]
        example.give_stiffness(robot)
        example.sag(scene)
        positions = robot.data.joint_pos.torch.clone()
        gravity = robot.data.gravity_compensation_forces.torch.clone()
        shoulder = robot.find_joints("shoulder_lift_joint")[0][0]
    springs = -torch.tensor(example.STIFFNESS)[:, None] * positions
    torch.testing.assert_close(springs, gravity, rtol=0.0, atol=0.5)
    assert (positions[:-1, shoulder] > positions[1:, shoulder]).all(), "stiffer ones sag less"
