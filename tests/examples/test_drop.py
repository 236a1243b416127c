"""The example of the sensors on moving bodies shows what mechanics says."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType

import pytest

from pippin.sim import SimulationCfg, SimulationContext


@pytest.mark.slow
def test_a_robot_feels_no_weight_while_it_falls_and_its_own_where_it_stands(
    load_example: Callable[[str], ModuleType],
) -> None:
    """In free fall to rounding; standing to the 1 % that it may still sway with. Its knees bear all but the shanks."""
    example = load_example("sensors/drop")
    with SimulationContext(SimulationCfg(dt=0.005, device="cpu")) as sim:
        scene = example.make_scene()
        sim.reset()
        falling = example.drop(scene, example.MOMENT)
        standing = {name: values[-1] for name, values in example.drop(scene, 1.5).items()}
        robot = scene["robot"]
        masses = robot.data.body_mass.torch[0]
        shanks, _ = robot.find_bodies(".*_SHANK")
        borne = 9.81 * float(masses.sum() - masses[shanks].sum())
    assert falling["proper"] == pytest.approx(0.0, abs=0.01)
    assert falling["coordinate"] == pytest.approx(-9.81, abs=0.01)
    assert standing["proper"] == pytest.approx(9.81, rel=0.01)
    assert standing["coordinate"] == pytest.approx(0.0, abs=0.1)
    assert (4.0 * falling["force"] < 0.01 * borne).all()
    assert 0.99 * borne < 4.0 * standing["force"] < 1.2 * borne, "spread legs push sideways, too"
