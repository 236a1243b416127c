"""Events of the physics, under the names of Isaac Lab 3, and who is told of them."""

from __future__ import annotations

import inspect
import weakref
from collections.abc import Callable
from enum import Enum
from typing import Any

from .timeline import Subscription, Timeline, TimelineEvent


class PhysicsEvent(Enum):
    """Change of the physics that callbacks are told of."""

    MODEL_INIT = "model_init"
    """The physics is about to be made from the stage, which may still be changed."""
    PHYSICS_READY = "physics_ready"
    """The physics is there and can be read and stepped."""
    STOP = "stop"
    """The simulation ends."""
    PRE_PHYSICS_STEP = "pre_physics_step"
    """The physics is about to make a step."""
    POST_PHYSICS_STEP = "post_physics_step"
    """The physics has made a step."""


_ON_TIMELINE = {
    PhysicsEvent.MODEL_INIT: TimelineEvent.PREPARE,
    PhysicsEvent.PHYSICS_READY: TimelineEvent.PLAY,
    PhysicsEvent.STOP: TimelineEvent.STOP,
    PhysicsEvent.PRE_PHYSICS_STEP: TimelineEvent.BEFORE_STEP,
    PhysicsEvent.POST_PHYSICS_STEP: TimelineEvent.AFTER_STEP,
}


class CallbackHandle:
    """A callback that waits for an event."""

    def __init__(self, subscription: Subscription):
        self._subscription = subscription

    def deregister(self) -> None:
        """Stop the callback from being called. Calling it again does nothing."""
        self._subscription.unsubscribe()


class PhysicsManager:
    """Register of callbacks for events of the physics.

    Args:
        timeline: Timeline of the simulation.
    """

    def __init__(self, timeline: Timeline):
        self._timeline = timeline

    def register_callback(
        self,
        callback: Callable[[Any], object],
        event: PhysicsEvent,
        order: int = 0,
        name: str | None = None,
        wrap_weak_ref: bool = True,
    ) -> CallbackHandle:
        """Call ``callback(None)`` at every such event.

        Args:
            callback: Function or method of one argument.
            event: Event to wait for.
            order: Place among the callbacks of the event: lower ones first, equal ones as they were registered.
            name: Has no meaning.
            wrap_weak_ref: Whether a method stops being called, rather than keeps its object alive, when nothing else
                holds the object.

        Raises:
            ValueError: There is no such event.
        """
        weak = wrap_weak_ref and inspect.ismethod(callback)
        held = weakref.WeakMethod(callback) if weak else (lambda: callback)

        def call(_: TimelineEvent) -> None:
            function = held()
            if function is not None:
                function(None)

        return CallbackHandle(self._timeline.subscribe(_ON_TIMELINE[PhysicsEvent(event)], call, order))

    def deregister_callback(self, handle: CallbackHandle) -> None:
        """Stop a callback from being called."""
        handle.deregister()
