"""A simulation whose physics only counts."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from pxr import Usd

from pippin import sim
from pippin.sim import stage as stage_module
from pippin.sim.run.physics_link import register_physics


class CountingPhysics:
    """Physics that moves nothing and writes down what it is told."""

    made: list[CountingPhysics] = []

    def __init__(self, stage: Usd.Stage, environments: sim.EnvironmentPlan | None, cfg: sim.SimulationCfg):
        self.stage, self.environments, self.cfg = stage, environments, cfg
        self.dt = cfg.dt
        self.steps = 0
        self.closed = False
        self.complaints: list[str] = []
        self.made.append(self)

    def step(self) -> None:
        self.steps += 1

    def forward(self) -> None:
        pass

    def report(self) -> list[str]:
        return self.complaints

    def close(self) -> None:
        self.closed = True


@pytest.fixture
def physics() -> Iterator[list[CountingPhysics]]:
    """Every physics that was made in the test, in order."""
    CountingPhysics.made = []
    previous = register_physics(CountingPhysics)
    yield CountingPhysics.made
    register_physics(previous)


@pytest.fixture(autouse=True)
def _no_simulation_is_left() -> Iterator[None]:
    """Begin and end every test without simulation and stage."""
    yield
    sim.SimulationContext.clear_instance()
    stage_module.set_current_stage(None)


@pytest.fixture
def context(physics: list[CountingPhysics]) -> sim.SimulationContext:
    """A stopped simulation on the CPU."""
    return sim.SimulationContext(sim.SimulationCfg(dt=0.01, device="cpu"))


@pytest.fixture
def stage() -> Usd.Stage:
    """An empty stage."""
    return sim.create_new_stage()


@pytest.fixture
def plan(stage: Usd.Stage) -> sim.EnvironmentPlan:
    """Three environments that copy env_0, which is on the stage and empty."""
    sim.define_prim("/World/envs/env_0")
    plan = sim.EnvironmentPlan.uniform(np.zeros((3, 3)))
    stage_module.set_environments(plan)
    return plan
