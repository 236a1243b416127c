"""Play, pause and stop, and who is told of them."""

from __future__ import annotations

import inspect
import logging
import weakref
from collections.abc import Callable
from enum import Enum

logger = logging.getLogger("pippin")


class TimelineEvent(Enum):
    """Change of the simulation's state that subscribers are told of."""

    PREPARE = "prepare"
    """The physics is about to be made from the stage, which may still be changed."""
    PLAY = "play"
    PAUSE = "pause"
    STOP = "stop"
    BEFORE_STEP = "before_step"
    """The physics is about to make a step."""
    AFTER_STEP = "after_step"
    """The physics has made a step."""


TimelineCallback = Callable[[TimelineEvent], object]


class Subscription:
    """A callback that waits for one kind of event, until it is unsubscribed or its owner is gone.

    A bound method does not keep its object alive: when the last other reference to the object goes, so does the
    subscription. Functions and lambdas are held.
    """

    def __init__(self, event: TimelineEvent, callback: TimelineCallback, order: int):
        self.event = event
        self.order = order
        held = weakref.WeakMethod(callback) if inspect.ismethod(callback) else (lambda: callback)
        self._reference: Callable[[], TimelineCallback | None] | None = held

    @property
    def callback(self) -> TimelineCallback | None:
        """The callback, or None where its object is gone."""
        return None if self._reference is None else self._reference()

    def unsubscribe(self) -> None:
        """Stop being called. Calling it again does nothing."""
        self._reference = None


class Timeline:
    """Register of the callbacks for each event, called in the order that they asked for."""

    def __init__(self):
        self._subscriptions: list[Subscription] = []
        self._awaited: set[TimelineEvent] = set()

    def subscribe(self, event: TimelineEvent, callback: TimelineCallback, order: int = 0) -> Subscription:
        """Call ``callback(event)`` at every such event.

        Args:
            event: Event to wait for.
            callback: Function or method of one argument, the event.
            order: Place among the callbacks of the event: lower ones first, equal ones as they subscribed.
        """
        subscription = Subscription(TimelineEvent(event), callback, order)
        self._subscriptions.append(subscription)
        self._awaited.add(subscription.event)
        return subscription

    def fire(self, event: TimelineEvent) -> None:
        """Call the event's callbacks; the first exception ends the round and is the caller's."""
        for callback in self._callbacks(event):
            callback(event)

    def fire_if_awaited(self, event: TimelineEvent) -> None:
        """Call the event's callbacks, at little cost where there never was one: for events of every step."""
        if event in self._awaited:
            self.fire(event)

    def awaits_steps(self) -> bool:
        """Whether there is, or was, a callback for steps."""
        return not self._awaited.isdisjoint((TimelineEvent.BEFORE_STEP, TimelineEvent.AFTER_STEP))

    def fire_all(self, event: TimelineEvent) -> Exception | None:
        """Call the event's callbacks whatever they raise; return the first exception and log the others."""
        first = None
        for callback in self._callbacks(event):
            try:
                callback(event)
            except Exception as error:
                if first is not None:
                    logger.exception("A callback for the event '%s' failed too.", event.value)
                first = first or error
        return first

    def clear(self) -> None:
        """Drop all subscriptions."""
        for subscription in self._subscriptions:
            subscription.unsubscribe()
        self._subscriptions.clear()
        self._awaited.clear()

    def _callbacks(self, event: TimelineEvent) -> list[TimelineCallback]:
        """Callbacks of an event that are still there, in order; forgets subscriptions whose owner is gone."""
        self._subscriptions = [entry for entry in self._subscriptions if entry.callback is not None]
        entries = sorted(
            (entry for entry in self._subscriptions if entry.event is event), key=lambda entry: entry.order
        )
        return [callback for entry in entries if (callback := entry.callback) is not None]
