"""Choosing a sensor's class by the backend that runs the physics."""

from __future__ import annotations

from typing import Any, TypeVar

from pippin.physics.backend import backend_for_device
from pippin.physics.backend import get_registry_keys as physics_backends
from pippin.sim import SimulationContext
from pippin.utils.checks import check_callable, check_text

Class = TypeVar("Class", bound=type)


def chosen_by_backend(cls: Class) -> Class:
    """Let other classes stand in for a class where certain backends run the physics.

    Pippin's sensors read views, which all backends have, so that one class serves all of them. A program that adds a
    backend that measures in another way registers a class for it (``Imu.register("mine", MyImu)``); making the sensor
    then makes that class. ``Imu.get_registry_keys()`` gives the names of the backends that there is a class for.

    Args:
        cls: Class of a sensor or of its data. Its subclasses have registers of their own.
    """
    members: dict[str, Any] = {
        "_implementations": {},
        "__new__": staticmethod(_make),
        "register": classmethod(_register),
        "get_registry_keys": classmethod(_registry_keys),
    }
    for name, member in members.items():
        setattr(cls, name, member)
    return cls


def _make(cls: type, *args: Any, **kwargs: Any) -> Any:
    """Make an instance of the class that is registered for the backend in use, by default of this one."""
    implementation = _register_of(cls).get(_backend_in_use(), cls)
    return object.__new__(implementation) if issubclass(implementation, cls) else implementation(*args, **kwargs)


def _register(cls: type, name: str, sub_class: type) -> None:
    """Let a class stand in for this one where a backend runs the physics.

    Args:
        cls: This class.
        name: Name of the backend.
        sub_class: The class; a second one of a name replaces the first.
    """
    check_text("name", name)
    check_callable("sub_class", sub_class)
    cls._implementations = {**_register_of(cls), name: sub_class}  # type: ignore[attr-defined]


def _registry_keys(cls: type) -> list[str]:
    """Names of the backends that there is a class for."""
    return sorted({*physics_backends(), *_register_of(cls)})


def _register_of(cls: type) -> dict[str, type]:
    """Classes by the names of backends, of this class alone."""
    return vars(cls).get("_implementations", {})


def _backend_in_use() -> str:
    """Name of the backend that the simulation uses or will use; empty without a simulation."""
    simulation = SimulationContext.instance()
    if simulation is None:
        return ""
    return simulation.cfg.backend or backend_for_device(simulation.device)
