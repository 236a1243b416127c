"""Names of isaacsim.core.simulation_manager and isaacsim.core.version."""

from __future__ import annotations

import enum
from collections.abc import Callable
from typing import Any

from pippin.sim import SimulationContext
from pippin_isaac.version import chosen_isaaclab

from .nothing import Nothing

_SIM_VERSIONS = {2: ("5", "1", "0"), 3: ("6", "0", "0")}
"""Isaac Sim that each version of Isaac Lab goes with."""

IsaacEvents = enum.Enum(
    "IsaacEvents", ["PHYSICS_WARMUP", "SIMULATION_VIEW_CREATED", "PHYSICS_READY", "POST_RESET", "PRIM_DELETION"]
)


class SimulationManager:
    """What programs ask of the physics that runs."""

    @classmethod
    def get_physics_sim_view(cls) -> Any:
        """Give what makes views of the physics; None before it runs."""
        simulation = SimulationContext.instance()
        return getattr(simulation, "physics_sim_view", None)

    @classmethod
    def get_physics_dt(cls) -> float:
        """Length of a step of physics [s].

        Raises:
            RuntimeError: There is no simulation.
        """
        return _simulation().get_physics_dt()

    @classmethod
    def get_physics_sim_device(cls) -> str:
        """Device that simulates.

        Raises:
            RuntimeError: There is no simulation.
        """
        return str(_simulation().device)

    @classmethod
    def get_backend(cls) -> str:
        """Kind of the arrays."""
        return "torch"

    @classmethod
    def set_backend(cls, val: str) -> None:
        """Leave the kind of the arrays as it is."""

    @classmethod
    def register_callback(cls, callback: Callable, event: Any = None, **kwargs: Any) -> Nothing:
        """Take a function that an event would call; assets and sensors here are told by the simulation itself."""
        return Nothing()

    @classmethod
    def deregister_callback(cls, callback_id: Any) -> None:
        """Forget such a function."""


def get_version() -> tuple[str, ...]:
    """Version of Isaac Sim whose names are served: the whole, then major, minor and patch at places 2 to 4."""
    major, minor, patch = _SIM_VERSIONS[chosen_isaaclab()]
    return f"{major}.{minor}.{patch}", "", major, minor, patch, "", "", ""


def _simulation() -> Any:
    simulation = SimulationContext.instance()
    if simulation is None:
        raise RuntimeError("There is no simulation yet: make a SimulationContext or an environment first.")
    return simulation


def set_carb_setting(carb_settings: Any, setting: str, value: Any) -> None:
    """Set the value of a path."""
    carb_settings.set(setting, value)


def get_carb_setting(carb_settings: Any, setting: str) -> Any:
    """Value of a path; None if nobody set it."""
    return carb_settings.get(setting)
