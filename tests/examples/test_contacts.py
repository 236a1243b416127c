"""The example of the contact sensor shows what mechanics says."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

import pytest

from pippin.sim import SimulationCfg, SimulationContext

EXAMPLE = Path(__file__).parents[2] / "examples" / "sensors" / "contacts.py"


def test_the_feet_carry_the_weight_and_withstand_the_push(monkeypatch: pytest.MonkeyPatch) -> None:
    """To the 2 % that a robot may still sway with after a second; the feet touch the ground, at a height of 0."""
    spec = importlib.util.spec_from_file_location("example_contacts", EXAMPLE)
    example = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, spec.name, example)
    spec.loader.exec_module(example)
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
