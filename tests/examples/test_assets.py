"""The examples of rigid objects and articulations show what mechanics says."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest
import torch

from pippin.sim import SimulationCfg, SimulationContext

EXAMPLES = Path(__file__).parents[2] / "examples" / "assets"


def load(monkeypatch: pytest.MonkeyPatch, name: str) -> ModuleType:
    """The module of an example."""
    spec = importlib.util.spec_from_file_location(f"example_{name}", EXAMPLES / f"{name}.py")
    assert spec is not None and spec.loader is not None
    example = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, spec.name, example)
    spec.loader.exec_module(example)
    return example


def test_bricks_slide_as_far_as_coulomb_lets_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """To one engine step at the speed of the beginning, 7.5 mm."""
    example = load(monkeypatch, "sliding_bricks")
    with SimulationContext(SimulationCfg(dt=0.005, device="cpu")) as sim:
        scene = example.make_scene()
        sim.reset()
        example.push(scene)
        distances = example.slide(scene)
        velocities = scene["brick"].data.root_com_vel_w.torch.clone()
    torch.testing.assert_close(distances, example.coulomb_distances(), rtol=0.0, atol=0.005 * example.SPEED)
    assert velocities.abs().max() < 0.01, "every brick has come to rest"


def test_arms_sag_until_their_drives_carry_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """The torques of the springs are those of gravity as the view computes them (1 percent of the weakest)."""
    example = load(monkeypatch, "sagging_arms")
    with SimulationContext(SimulationCfg(dt=0.005, device="cpu")) as sim:
        scene = example.make_scene()
        sim.reset()
        robot = scene["robot"]
        example.give_stiffness(robot)
        example.sag(scene)
        positions = robot.data.joint_pos.torch.clone()
        gravity = robot.root_view.get_gravity_compensation_forces().torch.clone()
        shoulder = robot.find_joints("shoulder_lift_joint")[0][0]
    springs = -torch.tensor(example.STIFFNESS)[:, None] * positions
    torch.testing.assert_close(springs, gravity, rtol=0.0, atol=0.5)
    assert (positions[:-1, shoulder] > positions[1:, shoulder]).all(), "stiffer ones sag less"
