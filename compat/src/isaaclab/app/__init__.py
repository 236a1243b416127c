"""Launching of programs, under Isaac Lab's names."""

from .app_launcher import AppLauncher, SimulationApp

__all__ = ["AppLauncher", "SimulationApp"]
