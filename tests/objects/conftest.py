"""Worlds of one environment on every backend."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from pippin.objects import World
from pippin.sim import SimulationCfg

DT = 0.01


@pytest.fixture
def world(backend) -> Iterator[World]:
    """A stopped world with gravity, on each backend."""
    name, device = backend
    with World(SimulationCfg(dt=DT, device=device, backend=name)) as world:
        yield world


@pytest.fixture
def cpu_world() -> Iterator[World]:
    """A stopped world with gravity, on one backend, for what no backend has to do with."""
    with World(SimulationCfg(dt=DT, device="cpu", backend="mujoco")) as world:
        yield world
