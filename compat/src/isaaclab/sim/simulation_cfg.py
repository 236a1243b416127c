"""Configs of the simulation, under Isaac Lab's names."""

from pippin.sim import PhysxCfg, RenderCfg, SimulationCfg

__all__ = ["PhysxCfg", "RenderCfg", "SimulationCfg"]
