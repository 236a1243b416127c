"""Names of omni.timeline that programs start and stop the simulation with."""

from __future__ import annotations

import logging
from collections.abc import Callable
from enum import IntEnum
from types import SimpleNamespace

import pippin.sim
from isaacsim.core.api.world import World
from pippin.sim import SimulationContext, Subscription, TimelineEvent

__all__ = ["Timeline", "TimelineEventStream", "TimelineEventType", "get_timeline_interface"]

logger = logging.getLogger("pippin")


class TimelineEventType(IntEnum):
    """What subscribers of a timeline are told."""

    PLAY = 0
    PAUSE = 1
    STOP = 2


_EVENTS = {
    TimelineEventType.PLAY: TimelineEvent.PLAY,
    TimelineEventType.PAUSE: TimelineEvent.PAUSE,
    TimelineEventType.STOP: TimelineEvent.STOP,
}


class TimelineEventStream:
    """Tells subscribers of play, pause and stop. A subscription lasts as long as the program keeps it."""

    def create_subscription_to_pop(
        self, fn: Callable[[SimpleNamespace], object], order: int = 0, name: str = ""
    ) -> list[Subscription]:
        """Call a function at play, pause and stop with an event, whose ``type`` is a :class:`TimelineEventType`."""
        return [self._subscribe(kind, fn, order) for kind in TimelineEventType]

    def create_subscription_to_pop_by_type(
        self, event_type: int, fn: Callable[[SimpleNamespace], object], order: int = 0, name: str = ""
    ) -> Subscription:
        """Call a function at events of one type."""
        return self._subscribe(TimelineEventType(event_type), fn, order)

    def _subscribe(self, kind: TimelineEventType, fn: Callable[[SimpleNamespace], object], order: int) -> Subscription:
        event = SimpleNamespace(type=int(kind), payload={})
        return _simulation().timeline.subscribe(_EVENTS[kind], lambda _: fn(event), order)


class Timeline:
    """The timeline of the simulation that there is. Where there is none, it is stopped, and play makes a world."""

    def play(self) -> None:
        """Start the simulation, or go on after a pause."""
        _simulation().play()

    def pause(self) -> None:
        """Keep the state as it is."""
        simulation = SimulationContext.instance()
        if simulation is not None:
            simulation.pause()

    def stop(self) -> None:
        """End the simulation."""
        simulation = SimulationContext.instance()
        if simulation is not None:
            simulation.stop()

    def is_playing(self) -> bool:
        """Whether time passes with steps."""
        simulation = SimulationContext.instance()
        return simulation is not None and simulation.is_playing()

    def is_stopped(self) -> bool:
        """Whether there is no physics."""
        simulation = SimulationContext.instance()
        return simulation is None or simulation.is_stopped()

    def get_current_time(self) -> float:
        """Simulated time since play [s]."""
        simulation = SimulationContext.instance()
        return 0.0 if simulation is None else simulation.current_time

    def commit(self) -> None:
        """Do nothing: changes take effect at once."""

    def get_timeline_event_stream(self) -> TimelineEventStream:
        """What tells of play, pause and stop."""
        return TimelineEventStream()

    def set_looping(self, looping: bool) -> None:
        """Accept that time does not begin again by itself, which it never does here; a warning where it should."""
        if looping:
            _warn("looping")

    def is_looping(self) -> bool:
        """False: time does not begin again by itself."""
        return False

    def set_auto_update(self, auto_update: bool) -> None:
        """Accept that updates let time pass, which they do; a warning where they should not."""
        if not auto_update:
            _warn("auto_update")

    def set_end_time(self, end_time: float) -> None:
        """Accept an end of time for existing code: time has none, and a warning says so."""
        _warn("end_time")

    def set_start_time(self, start_time: float) -> None:
        """Accept a start of time for existing code: time starts at 0, and a warning says so where it should not."""
        if start_time != 0.0:
            _warn("start_time")

    def set_target_framerate(self, framerate: float) -> None:
        """Accept a rate of frames for existing code: frames come as fast as they can, and a warning says so."""
        _warn("target_framerate")

    def set_time_codes_per_second(self, time_codes_per_second: float) -> None:
        """Accept a rate of time codes for existing code: steps are as long as the world's, and a warning says so."""
        _warn("time_codes_per_second")


def get_timeline_interface() -> Timeline:
    """The timeline of the simulation that there is, or will be."""
    return Timeline()


def _simulation() -> pippin.sim.SimulationContext:
    """The simulation that there is, or else a world for the current stage."""
    return SimulationContext.instance() or World.for_the_stage()


def _warn(setting: str) -> None:
    logger.warning("'%s' of the timeline has no effect.", setting)
