"""Records that pass between parts, under Isaac Lab's names."""

from pippin.actuators.types import ArticulationActions

__all__ = ["ArticulationActions"]
