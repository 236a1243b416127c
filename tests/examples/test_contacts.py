"""The example of the contact sensor shows what mechanics says."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType

import pytest

from pippin.sim import SimulationCfg, SimulationContext


def test_the_feet_carry_the_weight_and_withstand_the_push(load_example: Callable[[str], ModuleType]) -> None:
    """To the 2 % that a robot may still sway with after a second; the feet touch the ground, at a height of 0."""
    example = load_example("sensors/contacts")
    with SimulationContext(SimulationCfg(dt=0.005, device="cpu")) as sim:
        scene = example.make_scene()
        sim.reset()
        example.stand_pushed(scene)
        points, normal, friction = example.contacts_of_feet(scene)
        weight = 9.81 * float(scene["robot"].data.body_mass.torch.sum())
    assert normal[:, 2].sum() == pytest.approx(weight, rel=0.02)
    assert friction[:, 1].sum() == pytest.approx(-example.PUSH, rel=0.02)
    assert abs(points[:, 2]).max() < 5e-3
    assert (normal[:, 2] > 0.0).all()
    left, right = normal[[0, 2], 2].sum(), normal[[1, 3], 2].sum()
    assert left > 2.0 * right, "the push to the left leans on the left feet"
