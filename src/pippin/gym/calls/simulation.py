"""Simulations."""

from __future__ import annotations

from typing import Any

from pippin.utils.warp_messages import summarize_warp_messages

from ..engine.checks import require_index, require_integer, require_kind
from ..engine.sim import GymSim, change_params
from ..engine.timers import Timers
from ..types import PerformanceTimers, SimParams, SimType, Version
from .handles import as_prepared, as_sim


def create_sim(
    compute_device: int = 0,
    graphics_device: int = 0,
    type: SimType = SimType.SIM_PHYSX,
    params: SimParams | None = None,
) -> GymSim:
    """Make a simulation.

    Args:
        compute_device: Index of the GPU that simulates, if the parameters ask for one.
        graphics_device: Index of the GPU that draws; -1 for none.
        type: Engine that the code was written for. It has to be PhysX.
        params: Parameters; the defaults if left out.

    Raises:
        NotImplementedError: The code was written for Flex.
        ValueError: The parameters make no sense, or there is no such GPU.
    """
    compute_device = require_integer(compute_device, "the index of a GPU as 'compute_device'")
    require_integer(graphics_device, "the index of a GPU, or -1, as 'graphics_device'")
    if require_integer(type, "gymapi.SIM_PHYSX as 'type'") == SimType.SIM_FLEX:
        raise NotImplementedError(
            "'type' is gymapi.SIM_FLEX, and Flex is not simulated: pass gymapi.SIM_PHYSX (--physx), whose "
            "rigid bodies are."
        )
    summarize_warp_messages()
    params = SimParams() if params is None else require_kind(params, SimParams, "SimParams")
    return GymSim(params, compute_device)


def destroy_sim(sim: GymSim) -> None:
    """End a simulation. Nothing that belongs to it can be used afterwards."""
    as_sim(sim).destroy()


def prepare_sim(sim: GymSim) -> bool:
    """Build what simulates, now that all is created. The first call that needs it does so too.

    Raises:
        ValueError: The engine refuses what it is to simulate.
        NotImplementedError: The environments hold what the engine cannot do.
    """
    return as_prepared(sim) is not None


def simulate(sim: GymSim) -> None:
    """Advance the simulation by ``SimParams.dt``."""
    engine = as_prepared(sim)
    with sim.timers.measure("physics_sim"):
        engine.step()
    sim.frame_count += 1
    sim.time += sim.params.dt


def fetch_results(sim: GymSim, wait_for_latest_step: bool) -> None:
    """Wait for the last step. There is nothing to copy: all that reads the state reads it from the engine."""
    sim = as_sim(sim)
    if wait_for_latest_step and sim.engine is not None:
        sim.engine.wait()


def get_sim_params(sim: GymSim) -> SimParams:
    """Return a copy of the parameters."""
    return as_sim(sim).params.__copy__()


def set_sim_params(sim: GymSim, params: SimParams) -> None:
    """Set the parameters.

    Once the simulation is prepared, gravity, the bounce threshold and the collection of contacts can change.

    Raises:
        NotImplementedError: The time step, the up axis or the devices are to change after that.
    """
    sim = as_sim(sim)
    change_params(sim, require_kind(params, SimParams, "SimParams"))


def set_sim_device(sim: GymSim) -> None:
    """Make the simulation's GPU the current one. Nothing to do: every call says which device it is for."""
    as_sim(sim)


def get_sim_time(sim: GymSim) -> float:
    """Return the simulated time [s]."""
    return as_sim(sim).time


def get_elapsed_time(sim: GymSim) -> float:
    """Return the time [s] since the simulation was created."""
    return as_sim(sim).elapsed_time


def get_frame_count(sim: GymSim) -> int:
    """Return the number of steps so far."""
    return as_sim(sim).frame_count


def sync_frame_time(sim: GymSim) -> None:
    """Wait until as much time has passed since the last call as one step simulates."""
    sim = as_sim(sim)
    with sim.timers.measure("frame_idling"):
        sim.sync_frame_time()


def get_version() -> Version:
    """Return the version of the interface: 1.0, which is Preview 4's."""
    return Version(major=1, minor=0)


def create_performance_timers(sim: GymSim) -> int:
    """Start measuring where time goes, and give the handle of the measurement."""
    return as_sim(sim).timers.start()


def get_performance_timers(sim: GymSim, timers_handle: int) -> PerformanceTimers:
    """Return the time spent since the last call, or since the start."""
    timers = as_sim(sim).timers
    return timers.read(_timers_index(timers, timers_handle))


def destroy_performance_timers(sim: GymSim, timers_handle: int) -> None:
    """End a measurement."""
    timers = as_sim(sim).timers
    timers.stop(_timers_index(timers, timers_handle))


def _timers_index(timers: Timers, handle: Any) -> int:
    index = require_index(handle, timers.count, "set of performance timers")
    if not timers.is_running(index):
        raise RuntimeError(f"performance timers {index} were destroyed; expected a set that is there.")
    return index
