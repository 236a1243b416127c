"""``PhysxManager`` of ``isaaclab_physx.physics``: who is told of the physics of the simulation that runs."""

from __future__ import annotations

import enum
from collections.abc import Callable
from typing import Any

from pippin.sim import SimulationContext
from pippin.sim.run.physics_events import CallbackHandle, PhysicsEvent

__all__ = ["IsaacEvents", "PhysxManager"]


class IsaacEvents(enum.Enum):
    """Events of the physics under Isaac Sim's names."""

    PHYSICS_WARMUP = "isaac.physics_warmup"
    SIMULATION_VIEW_CREATED = "isaac.simulation_view_created"
    PHYSICS_READY = "isaac.physics_ready"
    TIMELINE_STOP = "isaac.timeline_stop"


_EVENTS = {
    IsaacEvents.PHYSICS_WARMUP: PhysicsEvent.MODEL_INIT,
    IsaacEvents.SIMULATION_VIEW_CREATED: PhysicsEvent.PHYSICS_READY,
    IsaacEvents.PHYSICS_READY: PhysicsEvent.PHYSICS_READY,
    IsaacEvents.TIMELINE_STOP: PhysicsEvent.STOP,
}


class PhysxManager:
    """Register of callbacks of the simulation that there is. It is not made, but used like a module."""

    _stored: Exception | None = None

    @classmethod
    def register_callback(
        cls,
        callback: Callable[[Any], object],
        event: IsaacEvents | PhysicsEvent,
        order: int = 0,
        name: str | None = None,
        wrap_weak_ref: bool = True,
    ) -> CallbackHandle:
        """Call ``callback(None)`` at every such event of the simulation.

        Args:
            callback: Function or method of one argument.
            event: Event to wait for.
            order: Place among the callbacks of the event: lower ones first.
            name: Has no meaning.
            wrap_weak_ref: Whether a method stops being called when nothing else holds its object.

        Raises:
            RuntimeError: There is no simulation.
            ValueError: There is no such event.
        """
        call = callback if hasattr(callback, "__self__") and wrap_weak_ref else _then_raising(callback)
        own = _EVENTS[event] if isinstance(event, IsaacEvents) else event
        return _simulation().physics_manager.register_callback(call, own, order, name, wrap_weak_ref)

    @classmethod
    def deregister_callback(cls, handle: CallbackHandle) -> None:
        """Stop a callback from being called."""
        handle.deregister()

    @classmethod
    def store_callback_exception(cls, exception: Exception) -> None:
        """Let the call that led to a callback, such as a reset, end with an exception."""
        cls._stored = cls._stored or exception

    @classmethod
    def get_physics_sim_view(cls) -> Any:
        """View of the running physics."""
        return _simulation().physics_sim_view

    @classmethod
    def get_physics_dt(cls) -> float:
        """Length of a physics step [s]."""
        return _simulation().get_physics_dt()

    @classmethod
    def get_device(cls) -> str:
        """Device that simulates."""
        return _simulation().device


def _simulation() -> SimulationContext:
    simulation = SimulationContext.instance()
    if simulation is None:
        raise RuntimeError("There is no simulation: make a SimulationContext first.")
    return simulation


def _then_raising(callback: Callable[[Any], object]) -> Callable[[Any], None]:
    """Function that calls another one, and then raises what was stored meanwhile."""

    def call(payload: Any) -> None:
        callback(payload)
        stored, PhysxManager._stored = PhysxManager._stored, None
        if stored is not None:
            raise stored

    return call
