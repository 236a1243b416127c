"""Too many environments for the memory: said in one sentence, and the simulation can be used after it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
import pytest
import torch
import warp as wp

from pippin.sim import SimulationCfg, SimulationContext
from pippin.sim.run.physics_link import register_physics

TOO_MANY = 2**31 - 1


@pytest.fixture
def simulation() -> Iterator[SimulationContext]:
    with SimulationContext(SimulationCfg(dt=0.01, device="cpu")) as simulation:
        yield simulation


@pytest.mark.parametrize(
    "fill",
    [
        lambda: np.empty((TOO_MANY, 2**20)),
        lambda: torch.empty((TOO_MANY, 2**20)),
        lambda: wp.empty(TOO_MANY, dtype=wp.spatial_matrixd, device="cpu"),  # 618 GB
    ],
    ids=["numpy", "torch", "warp"],
)
def test_memory_that_is_not_enough_is_said(simulation: SimulationContext, fill: Callable[[], object]) -> None:
    """Each library asks for more than any machine has, and fails as it does where a little lacks."""
    before = register_physics(lambda *arguments: fill())
    try:
        with pytest.raises(MemoryError, match=r"memory of 'cpu' is not enough for 'num_envs' = 1 \(.*simulate fewer"):
            simulation.reset()
    finally:
        register_physics(before)
    assert not simulation.is_playing() and simulation.is_stopped()


def test_other_errors_stay(simulation: SimulationContext) -> None:
    def fail(*arguments: object) -> object:
        raise RuntimeError("an engine fails")

    before = register_physics(fail)
    try:
        with pytest.raises(RuntimeError, match="^an engine fails$"):
            simulation.reset()
    finally:
        register_physics(before)


@pytest.mark.gpu
def test_a_full_gpu_is_said() -> None:
    with SimulationContext(SimulationCfg(dt=0.01, device="cuda:0")) as simulation:
        before = register_physics(lambda *arguments: torch.empty((TOO_MANY, 2**20), device="cuda:0"))
        try:
            with pytest.raises(MemoryError, match="memory of 'cuda:0' is not enough"):
                simulation.reset()
        finally:
            register_physics(before)
