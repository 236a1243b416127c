"""The simulation, under Isaac Lab's names."""

from pippin.sim import SimulationContext, build_simulation_context

__all__ = ["SimulationContext", "build_simulation_context"]
