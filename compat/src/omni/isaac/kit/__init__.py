"""Older names of isaacsim.simulation_app."""

from isaacsim.simulation_app import SimulationApp

__all__ = ["SimulationApp"]
