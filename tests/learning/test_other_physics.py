"""What ``pippin play --sim-to-sim`` changes of a task's physics."""

from __future__ import annotations

import pytest

from pippin.learning.other_physics import OTHER_PHYSICS
from pippin.tasks.registration import register_tasks
from pippin.tasks.utils import parse_env_cfg

register_tasks()


def changed(name: str) -> object:
    cfg = parse_env_cfg("Isaac-Ant-Direct-v0", device="cpu", num_envs=2)
    OTHER_PHYSICS[name](cfg)
    return cfg


def test_the_first_changes_nothing() -> None:
    name = next(iter(OTHER_PHYSICS))
    cfg = parse_env_cfg("Isaac-Ant-Direct-v0", device="cpu", num_envs=2)
    assert changed(name).to_dict() == cfg.to_dict()


def test_half_the_time_step_leaves_the_policys_rate() -> None:
    before, after = changed("as trained"), changed("half the time step")
    assert after.sim.dt == pytest.approx(before.sim.dt / 2)
    assert after.sim.dt * after.decimation == pytest.approx(before.sim.dt * before.decimation)


def test_engine_integrator_and_cone_are_others() -> None:
    assert changed("other engine").sim.backend == "newton"
    assert changed("integrator: Euler").sim.solver.integrator == "euler"
    assert changed("friction: pyramids").sim.solver.cone == "pyramidal"
