"""Choosing a sensor's class by the backend that runs the physics."""

from __future__ import annotations

from typing import Any, ClassVar, Self

from pippin.physics.backend import backend_for_device
from pippin.physics.backend import get_registry_keys as physics_backends
from pippin.sim import SimulationContext
from pippin.utils.checks import check_callable, check_text


class BackendFactory:
    """Base of classes that another class may stand in for where a certain backend runs the physics.

    Pippin's sensors read views, which all backends have, so that one class serves all of them. Somebody who adds a
    backend that measures in another way registers a class for it; making the sensor then makes that class.
    """

    _implementations: ClassVar[dict[str, type]]

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        cls._implementations = {}

    def __new__(cls, *args: Any, **kwargs: Any) -> Self:
        """Make an instance of the class that is registered for the backend in use, by default of this one."""
        implementation = cls._implementations.get(_backend_in_use(), cls)
        if issubclass(implementation, cls):
            return super().__new__(implementation)
        stranger: Any = implementation(*args, **kwargs)
        return stranger

    @classmethod
    def register(cls, name: str, sub_class: type) -> None:
        """Let a class stand in for this one where a backend runs the physics.

        Args:
            name: Name of the backend.
            sub_class: The class; a second one of a name replaces the first.
        """
        check_text("name", name)
        check_callable("sub_class", sub_class)
        cls._implementations[name] = sub_class

    @classmethod
    def get_registry_keys(cls) -> list[str]:
        """Names of the backends that there is a class for."""
        return sorted({*physics_backends(), *cls._implementations})


def _backend_in_use() -> str:
    """Name of the backend that the simulation uses or will use; empty without a simulation."""
    simulation = SimulationContext.instance()
    if simulation is None:
        return ""
    return simulation.cfg.backend or backend_for_device(simulation.device)
