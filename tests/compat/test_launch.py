"""How programs for Isaac Lab 3 launch a simulation."""

from __future__ import annotations

import argparse

import pytest

pytest.importorskip("isaaclab", reason="pippin-isaac (compat/) is not installed")

from isaaclab.app import add_launcher_args, launch_simulation
from isaaclab.sim import SimulationCfg, SimulationContext, build_simulation_context
from isaaclab_newton.physics import NewtonCfg
from isaaclab_physx.physics import PhysxCfg


def test_the_device_of_the_command_line_is_the_simulations() -> None:
    parser = argparse.ArgumentParser()
    add_launcher_args(parser)
    cfg = SimulationCfg(physics=PhysxCfg())
    with launch_simulation(cfg, parser.parse_args(["--device", "cpu", "--headless"])) as physics:
        assert physics is cfg.physics
        assert SimulationContext(cfg).device == "cpu"
    assert SimulationContext.instance() is None, "the simulation ends with the block"


def test_settings_of_physics_alone_are_passed_on() -> None:
    physics = NewtonCfg()
    with launch_simulation(physics, {"headless": True}) as yielded:
        assert yielded is physics


def test_simulations_are_built_as_tests_of_isaac_lab_build_them() -> None:
    cfg = SimulationCfg(dt=0.005)
    with build_simulation_context(sim_cfg=cfg, device="cpu", auto_add_lighting=True, visualizers=None) as simulation:
        assert simulation.device == "cpu"
        assert simulation.get_physics_dt() == pytest.approx(0.005)
