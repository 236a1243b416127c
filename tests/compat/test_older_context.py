"""The simulation as programs for Isaac Lab up to version 2 use it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

pytest.importorskip("isaaclab", reason="pippin-isaac (compat/) is not installed")

from pxr import Gf

import pippin.sim
from omni.isaac.lab.sim import SimulationCfg, SimulationContext, build_simulation_context


@pytest.fixture
def simulation() -> Iterator[SimulationContext]:
    with SimulationContext(SimulationCfg(device="cpu", gravity=(0.0, -0.5, -0.5))) as made:
        yield made


def test_a_second_simulation_is_the_first(simulation: SimulationContext, caplog: pytest.LogCaptureFixture) -> None:
    assert SimulationContext() is simulation
    assert SimulationContext.instance() is simulation
    assert not caplog.text
    assert SimulationContext(SimulationCfg(dt=0.5)) is simulation
    assert "already" in caplog.text
    assert simulation.get_physics_dt() == pytest.approx(1.0 / 60.0)


def test_questions_are_calls(simulation: SimulationContext) -> None:
    assert simulation.has_gui() is False
    assert simulation.render_mode == simulation.RenderMode.NO_GUI_OR_RENDERING
    simulation.add_render_callback("viewer", lambda _: None)
    assert simulation.has_gui() is True
    assert simulation.render_mode == simulation.RenderMode.FULL_RENDERING
    assert simulation.get_version()[0] >= 4
    direction, magnitude = simulation.get_physics_context().get_gravity()
    assert [magnitude * part for part in direction] == pytest.approx([0.0, -0.5, -0.5])
    assert simulation.get_physics_context().use_gpu_pipeline is False
    assert simulation._settings.get_as_bool("/app/nothing") is False


def test_gravity_that_a_program_writes_to_the_stage_counts(simulation: SimulationContext) -> None:
    """By the physics context's call, or past it by the prim that Isaac Sim keeps under a private name."""
    simulation.reset()
    gravity = simulation.physics_sim_view.get_gravity
    assert gravity() == pytest.approx((0.0, -0.5, -0.5))
    simulation.get_physics_context().set_gravity(-1.62)
    assert gravity() == pytest.approx((0.0, 0.0, -1.62))
    scene = simulation._physics_context._physics_scene
    scene.CreateGravityDirectionAttr(Gf.Vec3f(0.0, 1.0, 0.0))
    scene.CreateGravityMagnitudeAttr(3.7)
    assert gravity() == pytest.approx((0.0, 3.7, 0.0))
    simulation.reset()
    assert gravity() == pytest.approx((0.0, 3.7, 0.0))


def test_a_mode_that_cannot_be_is_said(simulation: SimulationContext, caplog: pytest.LogCaptureFixture) -> None:
    simulation.render(simulation.RenderMode.PARTIAL_RENDERING)
    assert "NO_GUI_OR_RENDERING" in caplog.text
    with pytest.raises(ValueError, match="7"):
        simulation.set_render_mode(7)


def test_clearing_leaves_the_physics_scene(simulation: SimulationContext) -> None:
    stage = simulation.stage
    stage.DefinePrim("/World/Cube", "Cube")
    stage.DefinePrim("/Looks", "Scope")
    simulation.clear()
    assert not stage.GetPrimAtPath("/World/Cube")
    assert not stage.GetPrimAtPath("/Looks")
    assert stage.GetPrimAtPath("/World")
    assert stage.GetPrimAtPath(simulation.cfg.physics_prim_path)


def test_simulations_that_are_built_are_of_the_same_kind() -> None:
    with build_simulation_context(device="cpu") as simulation:
        assert isinstance(simulation, SimulationContext)
        assert isinstance(simulation, pippin.sim.SimulationContext)
        assert simulation.has_gui() is False


def test_a_step_before_the_first_reset_moves_nothing(
    simulation: SimulationContext, caplog: pytest.LogCaptureFixture
) -> None:
    simulation.step()
    assert "stopped" in caplog.text
    assert simulation.current_time == 0.0


def test_its_timeline_stops_it(simulation: SimulationContext) -> None:
    simulation.reset()
    simulation._timeline.stop()
    assert simulation.is_stopped()


def test_gravity_is_a_tensor_too(simulation: SimulationContext) -> None:
    """Actions of public drones take the weight from it."""
    assert simulation._gravity_tensor.tolist() == [0.0, -0.5, -0.5]
    assert simulation._gravity_tensor.device.type == "cpu"
