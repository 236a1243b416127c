"""Pages of robots say what is simulated."""

from __future__ import annotations

from pathlib import Path

import pytest

from pippin.robots import robot_factory
from pippin.scene import InteractiveScene, InteractiveSceneCfg
from pippin.sim import SimulationCfg, SimulationContext
from reference_pages.robots import robot_as_markdown


@pytest.mark.parametrize("name", ["CARTPOLE_CFG", "CRAZYFLIE_CFG"])
def test_a_page_has_joints_bodies_actuators_and_ways_to_load_it(name: str, tmp_path: Path) -> None:
    page = robot_as_markdown(name, tmp_path)
    cfg = robot_factory(name)()
    assert page.startswith(f"# {name}\n")
    assert "png" not in page  # no picture where there is none
    assert f"from pippin.robots import {name}" in page
    assert "gym.load_asset" in page
    assert all(f"`{group}`" in page for group in getattr(cfg, "actuators", None) or {})


def test_the_numbers_of_a_page_are_those_of_the_robot(tmp_path: Path) -> None:
    """The released cart slides 4 m to both sides, and its pole turns freely."""
    page = robot_as_markdown("CARTPOLE_CFG", tmp_path)
    assert "## 2 degrees of freedom, 3 bodies" in page
    assert "| `slider_to_cart` | -4 | 4 | 0 |" in page
    assert "`pole`" in page


def test_the_program_of_a_page_runs(tmp_path: Path) -> None:
    block = robot_as_markdown("CARTPOLE_CFG", tmp_path).split("```python\n")[1].split("```")[0]
    names: dict = {}
    with SimulationContext(SimulationCfg(device="cpu")) as simulation:
        InteractiveScene(InteractiveSceneCfg(num_envs=2, env_spacing=2.0))
        exec(compile(block, "page", "exec", dont_inherit=True), names)
        simulation.reset()
        assert names["robot"].num_instances == 2


def test_a_robot_that_is_none_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="CARTPOLE_CFG"):
        robot_as_markdown("CARTPOL_CFG", tmp_path)
