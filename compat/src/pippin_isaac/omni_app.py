"""Omniverse's application as programs steer it: timeline, stage, frames, extensions."""

from __future__ import annotations

import asyncio
import functools
import importlib.util
import inspect
import logging
import re
import unittest
import weakref
from collections.abc import Callable, Mapping
from enum import IntEnum
from types import SimpleNamespace
from typing import Any

from pxr import Gf, Usd, UsdShade

import pippin.sim
from isaacsim.core import stage
from isaacsim.core.assets import IMPORTER_FILES, importer_folder, motion_generation_folder
from isaacsim.core.moved_prims import local_transform, world_transform
from isaacsim.core.simulation import World
from isaacsim.core.stage import update_stage, update_stage_async
from pippin.sim import (
    SimulationContext,
    Subscription,
    TimelineEvent,
    get_current_stage,
    get_next_free_path,
    is_prim_path_valid,
)

from .omni_kit import Nothing
from .omni_physx import get_version

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


GLOBAL_EVENT_PLAY, GLOBAL_EVENT_PAUSE, GLOBAL_EVENT_STOP = (
    f"omni.timeline.{name}" for name in ("play", "pause", "stop")
)
"""Names of the timeline's events."""
(
    GLOBAL_EVENT_UPDATE,
    GLOBAL_EVENT_PRE_UPDATE,
    GLOBAL_EVENT_POST_UPDATE,
    GLOBAL_EVENT_POST_QUIT,
    GLOBAL_EVENT_PRE_SHUTDOWN,
) = (f"omni.kit.app.{name}" for name in ("update", "pre_update", "post_update", "post_quit", "pre_shutdown"))
"""Names of the application's events: frames, and its end. There is no window that could be closed (quit)."""

_OF_THE_TIMELINE = {
    GLOBAL_EVENT_PLAY: TimelineEventType.PLAY,
    GLOBAL_EVENT_PAUSE: TimelineEventType.PAUSE,
    GLOBAL_EVENT_STOP: TimelineEventType.STOP,
}


class EventObserver:
    """A function that is called at events of a name for as long as the program keeps this object."""

    def __init__(self, dispatcher: EventDispatcher, event_name: str, on_event: Callable[[Any], object], order: int):
        self.event_name, self.order = event_name, order
        self._dispatcher, self._on_event = dispatcher, on_event
        kind = _OF_THE_TIMELINE.get(event_name)
        stream = TimelineEventStream()
        self._timeline = None if kind is None else stream.create_subscription_to_pop_by_type(kind, self.tell, order)

    def tell(self, event: Any) -> None:
        """Call the function."""
        self._on_event(event)

    def reset(self) -> None:
        """Stop calling the function."""
        self._timeline = None
        self._dispatcher.forget(self)

    unsubscribe = reset


class EventDispatcher:
    """Calls the observers of an event, by its name. Those of the timeline and of the application are told by these."""

    def __init__(self) -> None:
        self._observers: list[weakref.ref[EventObserver]] = []

    def observe_event(
        self,
        order: int = 0,
        event_name: str = "",
        on_event: Callable[[Any], object] | None = None,
        observer_name: str = "",
        filter: Mapping[str, Any] | None = None,
    ) -> EventObserver:
        """Call a function at events of a name.

        Args:
            order: Place among the observers: lower ones first.
            event_name: Name of the event.
            on_event: Function of the event, whose ``payload`` is a dict.
            observer_name: Has no meaning.
            filter: Entries that the payload has to have.

        Raises:
            TypeError: ``on_event`` cannot be called.
        """
        if not callable(on_event):
            raise TypeError(f"on_event of the observer of '{event_name}' is {on_event!r}; expected a function.")
        wanted = dict(filter or {})

        def call_if_wanted(event: Any) -> None:
            if all(event.payload.get(key) == value for key, value in wanted.items()):
                on_event(event)

        observer = EventObserver(self, event_name, call_if_wanted, order)
        self._observers.append(weakref.ref(observer))
        return observer

    def dispatch_event(self, event_name: str, payload: Mapping[str, Any] | None = None) -> int:
        """Call the observers of an event, and give their number."""
        event = SimpleNamespace(event_name=event_name, payload=dict(payload or {}))
        observers = [each for ref in self._observers if (each := ref()) is not None]
        told = sorted((each for each in observers if each.event_name == event_name), key=lambda each: each.order)
        for observer in told:
            observer.tell(event)
        return len(told)

    def has_observers(self) -> bool:
        """Whether a function is to be called at frames or at events of the timeline."""
        observers = (each for ref in self._observers if (each := ref()) is not None)
        return any(observer.event_name != GLOBAL_EVENT_PRE_SHUTDOWN for observer in observers)

    def forget(self, observer: EventObserver) -> None:
        """Leave an observer out from now on, and those that no program keeps."""
        self._observers = [ref for ref in self._observers if ref() not in (None, observer)]


@functools.cache
def get_eventdispatcher() -> EventDispatcher:
    """The dispatcher of all events."""
    return EventDispatcher()


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


class UsdContext:
    """Where the current stage is to be had."""

    def get_stage(self) -> Usd.Stage:
        """The current stage."""
        return get_current_stage()

    def new_stage(self) -> bool:
        """Begin with an empty stage; see :func:`isaacsim.core.utils.stage.create_new_stage`."""
        stage.create_new_stage()
        return True

    def close_stage(self, on_finish_fn: Callable[[bool, str], object] | None = None) -> bool:
        """Leave the stage, and what plays on it: the current one is empty."""
        is_closed = self.new_stage()
        if on_finish_fn is not None:
            on_finish_fn(is_closed, "")
        return is_closed

    def open_stage(self, url: str, *args: object) -> bool:
        """Open a USD file as the current stage, all of it; see :func:`isaacsim.core.utils.stage.open_stage`."""
        return stage.open_stage(url)

    async def new_stage_async(self) -> tuple[bool, str]:
        """The same as :meth:`new_stage`, for code that waits; gives also an error, which is empty."""
        return self.new_stage(), ""

    async def open_stage_async(self, url: str, *args: object) -> tuple[bool, str]:
        """The same as :meth:`open_stage`, for code that waits; gives also an error, which is empty."""
        return self.open_stage(url), ""

    def save_as_stage(self, url: str, on_finish_fn: Callable[[bool, str], object] | None = None) -> bool:
        """Write the stage to a file; see :func:`isaacsim.core.utils.stage.save_stage`."""
        is_saved = stage.save_stage(url)
        if on_finish_fn is not None:
            on_finish_fn(is_saved, "")
        return is_saved

    def get_stage_url(self) -> str:
        """File of the stage, or its identifier where it has none."""
        return get_current_stage().GetRootLayer().identifier

    def get_selection(self) -> Nothing:
        """What is selected: nothing, there is no window to select in."""
        return Nothing()

    def get_stage_event_stream(self) -> Nothing:
        """Events of the stage, of which there are none."""
        return Nothing()

    def get_stage_loading_status(self) -> tuple[str, int, int]:
        """What is being loaded, how many files are, and how many there were: none, since loading waits for them."""
        return "", 0, 0


def get_context(name: str = "") -> UsdContext:
    """Where the current stage is to be had."""
    return UsdContext()


def get_stage_next_free_path(stage: Usd.Stage, path: str, prepend_default_prim: bool) -> str:
    """The path where it is free, else the first free one; below the stage's default prim if that is wanted."""
    default = stage.GetDefaultPrim() if prepend_default_prim else None
    outside = default and not path.startswith(f"{default.GetPath()}/")
    return get_next_free_path(f"{default.GetPath()}{path}" if outside else path)


def get_material_prim_path(mtl_name: str) -> tuple[bool, str]:
    """Whether there are materials below the stage's scope "Looks", and a free path there for one of a name."""
    default = get_current_stage().GetDefaultPrim()
    scope = f"{default.GetPath() if default else ''}/Looks"
    return is_prim_path_valid(scope), get_next_free_path(f"{scope}/{mtl_name}")


def get_shader_from_material(material: UsdShade.Material | Usd.Prim, get_prim: bool = False) -> Any:
    """Shader of a material, as a shader or as its prim; None if it has none."""
    prim = material.GetPrim()
    shaders = [child for child in Usd.PrimRange(prim) if child.IsA(UsdShade.Shader)]
    if not shaders:
        return None
    return shaders[0] if get_prim else UsdShade.Shader(shaders[0])


def get_world_transform_matrix(prim: Usd.Prim, time_code: Usd.TimeCode | None = None) -> Gf.Matrix4d:
    """Matrix of a prim's frame in the world, whose rows are USD's; see :mod:`isaacsim.core.moved_prims`."""
    return world_transform(prim, time_code)


def get_local_transform_matrix(prim: Usd.Prim, time_code: Usd.TimeCode | None = None) -> Gf.Matrix4d:
    """Matrix of a prim's frame in its parent, whose rows are USD's; see :mod:`isaacsim.core.moved_prims`."""
    return local_transform(prim, time_code)


class ExtensionManager:
    """What tells where the files of extensions are."""

    def get_enabled_extension_id(self, name: str) -> str:
        """Id of an extension: its name."""
        return name

    def get_extension_path(self, ext_id: str) -> str:
        """Folder of an extension; see :func:`isaacsim.core.utils.extensions.get_extension_path_from_name`."""
        return get_extension_path_from_name(ext_id)

    def set_extension_enabled_immediate(self, name: str, enabled: bool) -> bool:
        """Whether an extension is as it should be; see :func:`isaacsim.core.utils.extensions.enable_extension`."""
        return enable_extension(name, enabled)

    set_extension_enabled = set_extension_enabled_immediate
    """At the next frame rather than at once, in Omniverse. What is there needs no frame."""

    def is_extension_enabled(self, name: str) -> bool:
        """Whether what an extension holds can be imported."""
        return _is_importable(name)


class FrameEventStream:
    """Tells subscribers of frames, by one of the application's events. A subscription lasts as long as it is kept.

    Args:
        event_name: Name of the event.
    """

    def __init__(self, event_name: str) -> None:
        self._event_name = event_name

    def create_subscription_to_pop(self, fn: Callable[[Any], object], order: int = 0, name: str = "") -> EventObserver:
        """Call a function at each frame with an event."""
        return get_eventdispatcher().observe_event(order, self._event_name, fn)


class Application:
    """The application, which has no window and nothing to do between frames."""

    def update(self) -> None:
        """Let time pass to the next frame; see :func:`isaacsim.core.stage.update_stage`."""
        events = get_eventdispatcher()
        events.dispatch_event(GLOBAL_EVENT_PRE_UPDATE)
        update_stage()
        events.dispatch_event(GLOBAL_EVENT_UPDATE)
        events.dispatch_event(GLOBAL_EVENT_POST_UPDATE)

    def get_pre_update_event_stream(self) -> FrameEventStream:
        """What tells of frames before they begin."""
        return FrameEventStream(GLOBAL_EVENT_PRE_UPDATE)

    def get_update_event_stream(self) -> FrameEventStream:
        """What tells of frames."""
        return FrameEventStream(GLOBAL_EVENT_UPDATE)

    def get_post_update_event_stream(self) -> FrameEventStream:
        """What tells of frames after they ended."""
        return FrameEventStream(GLOBAL_EVENT_POST_UPDATE)

    async def next_update_async(self) -> float:
        """The same as :meth:`update`, for code that waits; gives 0, since no time is spent between frames."""
        await update_stage_async()
        return 0.0

    def is_running(self) -> bool:
        """Whether the application runs: until the program ends."""
        return True

    def get_app_name(self) -> str:
        """Name of the application that programs expect."""
        return "Isaac-Sim"

    def get_app_version(self) -> str:
        """Version of Isaac Sim whose names are served; see :func:`isaacsim.core.version.get_version`."""
        return get_version()[0]

    get_build_version = get_app_version

    def get_extension_manager(self) -> ExtensionManager:
        """What tells where the files of extensions are."""
        return ExtensionManager()


def get_app() -> Application:
    """The application."""
    return Application()


get_app_interface = get_app


MOTION_GENERATION = ("isaacsim.robot_motion.motion_generation", "omni.isaac.motion_generation")
"""Names of the extension whose files programs read: configurations of motion policies and planners."""


def get_extension_path_from_name(ext_name: str) -> str:
    """Folder of an extension, in which programs look for its files.

    Raises:
        FileNotFoundError: It is no extension whose files Pippin has.
    """
    importer = re.sub(r"^omni\.(isaac|importer)\.(urdf|mjcf)", r"isaacsim.asset.importer.\2", ext_name).partition("-")[
        0
    ]
    if importer in IMPORTER_FILES:
        return str(importer_folder(importer))
    if ext_name not in MOTION_GENERATION:
        there_are = ", ".join([*MOTION_GENERATION, *IMPORTER_FILES])
        raise FileNotFoundError(f"There is no folder of the extension '{ext_name}'; there are those of {there_are}.")
    return str(motion_generation_folder())


def enable_extension(extension_name: str, enabled: bool = True) -> bool:
    """Whether what an extension holds can be imported, which needs no enabling; a warning where it cannot.

    Args:
        extension_name: Name of the extension.
        enabled: False asks for the opposite, as :func:`disable_extension`.
    """
    if not enabled:
        return disable_extension(extension_name)
    is_there = _is_importable(extension_name)
    if not is_there:
        logger.warning("The extension '%s' is not served.", extension_name)
    return is_there


def _is_importable(name: str) -> bool:
    """Whether a module can be imported, which is not done."""
    try:
        return importlib.util.find_spec(name) is not None
    except ModuleNotFoundError:
        return False


def disable_extension(extension_name: str) -> bool:
    """False: what an extension holds stays where it is."""
    return False


class AsyncTestCase(unittest.TestCase):
    """A case of tests; ``setUp``, ``tearDown`` and the test may be coroutines, which share an event loop."""

    async def setUp(self) -> None:
        """Prepare nothing."""

    async def tearDown(self) -> None:
        """Clear nothing up."""

    def run(self, result: unittest.TestResult | None = None) -> unittest.TestResult | None:
        """Run the test; see :meth:`unittest.TestCase.run`."""
        with asyncio.Runner() as runner:
            names = [name for name in ("setUp", "tearDown", self._testMethodName) if _waits(getattr(self, name))]
            for name in names:
                setattr(self, name, functools.partial(_wait_for, runner, getattr(self, name)))
            try:
                return super().run(result)
            finally:
                for name in names:
                    delattr(self, name)


def _waits(method: object) -> bool:
    return inspect.iscoroutinefunction(method)


def _wait_for(runner: asyncio.Runner, method: object) -> None:
    runner.run(method())  # type: ignore[operator]
