"""What methods of Gym hand out to be passed back to them. Only these methods make such objects."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .poses import SpatialForce


class Handle:
    """Something that a method of Gym makes and others take. The engine's classes derive from its subclasses."""

    made_by = ""
    """Method that makes it."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        raise TypeError(f"{type(self).__name__} has no constructor: gym.{self.made_by} makes it.")


class Sim(Handle):
    """Simulation."""

    made_by = "create_sim"


class Env(Handle):
    """Environment of a simulation."""

    made_by = "create_env"


class Asset(Handle):
    """Description that actors are made from."""

    made_by = "load_asset"


class Viewer(Handle):
    """Window on a simulation."""

    made_by = "create_viewer"


class UsdExporter(Handle):
    """Writer of USD files."""

    made_by = "create_usd_exporter"


class ForceSensor:
    """Force sensor of an actor.

    Args:
        global_index: Row of the sensor in the tensor of all force sensors.
        read_forces: Function that reads what it measures.
    """

    def __init__(self, global_index: int, read_forces: Callable[[], SpatialForce]) -> None:
        self._global_index = global_index
        self._read_forces = read_forces

    def get_forces(self) -> SpatialForce:
        """Force [N] and torque [N m] that the sensor measured in the last step."""
        return self._read_forces()

    def get_global_index(self) -> int:
        """Row of the sensor in the tensor of all force sensors."""
        return self._global_index
