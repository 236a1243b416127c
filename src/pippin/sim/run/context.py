"""The simulation: one stage, one timeline, one running physics."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import count
from typing import Any, ClassVar
from weakref import ref

import numpy as np
from pxr import Usd, UsdPhysics

from pippin.utils.checks import check_callable, check_numbers, check_text
from pippin.utils.warp_messages import summarize_warp_messages

from .. import stage as stage_module
from ..copied_environments import ChangesAtPlay, take_changes
from ..environments import EnvironmentPlan
from ..spawners.binding import bind_physics_material
from .cfg import SimulationCfg, resolve_cfg
from .device import resolve_device
from .full_memory import telling_of_full_memory
from .gravity import GravityWatch, write_gravity
from .physics_events import PhysicsManager
from .physics_link import PhysicsHandle, make_physics
from .timeline import Subscription, Timeline, TimelineEvent

logger = logging.getLogger("pippin")

CAMERAS = "/isaaclab/render/rtx_sensors"
"""Setting that says whether there are cameras; the first one sets it."""

StepCallback = Callable[[float], object]
"""Called with the length of the step or frame [s]."""


class SimulationContext:
    """Runs the simulation of the current stage. There is one at a time; :meth:`instance` finds it.

    The simulation is stopped, playing or paused. Physics exists from play to stop: it is made from the stage as it is
    when play is called, and what is changed on the stage after that waits for the next stop and play, but for the
    gravity of the physics scene, which counts from the next step on. Assets and sensors make their handles in
    callbacks of :attr:`timeline`.

    Used in a ``with`` statement, the context is cleared at its end.
    """

    _instance: SimulationContext | None = None
    _reset_callbacks: ClassVar[dict[str, Callable[[SimulationContext], object]]] = {}

    def __init__(self, cfg: SimulationCfg | None = None):
        """Take the current stage, or make one, and prepare it for physics.

        Args:
            cfg: Config, which is copied; None takes the defaults.

        Raises:
            RuntimeError: There is a simulation context already.
            ValueError: The config holds a value outside its range, or names a device that does not exist.
        """
        if SimulationContext._instance is not None:
            raise RuntimeError(
                "There is a 'SimulationContext' already: take it with SimulationContext.instance(), or end "
                "it with SimulationContext.clear_instance()."
            )
        summarize_warp_messages()
        self.cfg = resolve_cfg(cfg or SimulationCfg())
        self.cfg.device = resolve_device(self.cfg.device)
        self.stage: Usd.Stage = stage_module.get_current_stage()
        self.timeline = Timeline()
        self.physics: PhysicsHandle | None = None
        self._changes_at_play: ChangesAtPlay | None = None
        self.camera_view = (np.array([2.5, 2.5, 2.5]), np.zeros(3))
        """Position of the viewers' camera and the point that it looks at, in the world [m]."""
        self._is_playing = False
        self._has_stopped = False
        self._steps_played = 0
        self._setting_values: dict[str, Any] = {}
        self._named_callbacks: dict[str, list[Subscription]] = {}
        self._physics_callbacks: dict[str, StepCallback] = {}
        self._render_callbacks: dict[str, tuple[int, Callable[[None], object]]] = {}
        self._markers_that_follow: set[str] = set()
        self._reported: set[str] = set()
        self._entities: list[tuple[str, ref[Any]]] = []
        self._define_physics_scene()
        SimulationContext._instance = self

    def __enter__(self) -> SimulationContext:
        return self

    def __exit__(self, *_: object) -> None:
        if SimulationContext._instance is self:
            SimulationContext.clear_instance()

    @classmethod
    def instance(cls) -> SimulationContext | None:
        """The simulation context, or None where there is none."""
        return SimulationContext._instance

    @classmethod
    def clear_instance(cls) -> None:
        """Stop the simulation and forget it with its callbacks and its stage. Does nothing where there is none."""
        context = SimulationContext._instance
        if context is None:
            return
        try:
            if context.physics is None and not context._has_stopped:  # who waits for the end hears of it even so
                error = context._drop_physics()
                if error is not None:
                    raise error
            context.stop()
        finally:
            context.clear_all_callbacks()
            stage_module.set_current_stage(None)
            SimulationContext._instance = None  # last: who is interrupted before may call this again

    @classmethod
    def clear_stage(cls) -> None:
        """Take all prims off the simulation's stage but ``/World`` and the physics scene. Does nothing without one."""
        if SimulationContext._instance is None:
            return
        stage = SimulationContext._instance.stage
        kept = [prim.GetPath() for prim in stage.TraverseAll() if prim.IsA(UsdPhysics.Scene)]
        world = stage.GetPrimAtPath("/World")
        tops = [prim for prim in stage.GetPseudoRoot().GetAllChildren() if prim != world]
        for prim in [*tops, *(world.GetAllChildren() if world else [])]:
            if not any(path.HasPrefix(prim.GetPath()) for path in kept):
                stage.RemovePrim(prim.GetPath())

    # -- what there is --

    @property
    def device(self) -> str:
        """Where the simulation runs: "cpu" or "cuda:N"."""
        return self.cfg.device

    @property
    def playing_entities(self) -> dict[str, Any]:
        """Assets and sensors that play, by the last name of their prim path.

        Where several share that, as an IMU and a ray caster on one link, the names have the path and the class.
        """
        known = ((path, entity()) for path, entity in self._entities)
        playing = [(path, entity) for path, entity in known if entity is not None and entity.is_initialized]
        names = [path.rpartition("/")[2] for path, _ in playing]
        how_many = Counter(names)
        found: dict[str, Any] = {}
        for name, (path, entity) in zip(names, playing, strict=True):
            if how_many[name] > 1:
                name = f"{path} ({type(entity).__name__})"
            others = (f"{name} {number}" for number in count(2))
            found[name if name not in found else next(other for other in others if other not in found)] = entity
        return found

    def add_entity(self, path: str, entity: Any) -> None:
        """Tell of an asset or a sensor, for those who show what there is. It is forgotten with the entity.

        Args:
            path: Its prim path.
            entity: What says by ``is_initialized`` whether it plays.
        """
        self._entities = [known for known in self._entities if known[1]() is not None]
        self._entities.append((path, ref(entity)))

    @property
    def environments(self) -> EnvironmentPlan | None:
        """The environments that the stage stands for; set by the scene. None makes the whole stage one environment."""
        return stage_module.get_environments()

    @environments.setter
    def environments(self, plan: EnvironmentPlan | None) -> None:
        if not self.is_stopped():
            raise RuntimeError("'environments' cannot change while the simulation runs: stop it first.")
        stage_module.set_environments(plan)

    @property
    def physics_sim_view(self) -> Any:
        """View of the running physics after PhysX's tensor API, which has the gravity and makes views of bodies.

        Raises:
            RuntimeError: The simulation is stopped.
        """
        if self.physics is None:
            raise RuntimeError("'physics_sim_view' is there only while the simulation plays: call reset() first.")
        return self.physics.simulation_view

    @property
    def physics_manager(self) -> PhysicsManager:
        """Register of callbacks for events of the physics; :attr:`timeline` has those of playing and pausing, too."""
        return PhysicsManager(self.timeline)

    @property
    def current_time(self) -> float:
        """Simulated time since play [s]."""
        return self._steps_played * self.cfg.dt

    @property
    def current_time_step_index(self) -> int:
        """Physics steps since play."""
        return self._steps_played

    def get_physics_dt(self) -> float:
        """Length of a physics step [s]."""
        return self.cfg.dt

    def get_rendering_dt(self) -> float:
        """Simulated time from one rendered frame to the next [s]."""
        return self.cfg.dt * self.cfg.render_interval

    def get_physics_step_count(self) -> int:
        """Physics steps since play."""
        return self._steps_played

    def get_initial_stage(self) -> Usd.Stage:
        """The stage that the simulation is of."""
        return stage_module.get_current_stage()

    def has_rtx_sensors(self) -> bool:
        """Whether there are cameras, under Isaac Lab's name for them. They draw when they are read."""
        return bool(self.get_setting(CAMERAS))

    def consume_reset_request(self) -> bool:
        """Whether a viewer has asked for a reset since the last call. No viewer here can."""
        return False

    @property
    def is_rendering(self) -> bool:
        """Whether anybody watches the frames: viewers, and subscribers of a program, but not debug markers."""
        return len(self._render_callbacks) > len(self._markers_that_follow)

    @property
    def has_gui(self) -> bool:
        """Whether a viewer watches: the same as :attr:`is_rendering`."""
        return self.is_rendering

    @property
    def has_offscreen_render(self) -> bool:
        """Whether frames are drawn that are not watched: they are not, cameras render when they are read."""
        return False

    @property
    def visualizers(self) -> list[Any]:
        """Windows that show the simulation: none, viewers and cameras are asked for by themselves."""
        return []

    def is_running(self) -> bool:
        """Whether a program's loop should go on: there is no window that could be closed."""
        return True

    # -- play, pause, stop --

    def is_playing(self) -> bool:
        """Whether :meth:`step` advances the physics."""
        return self._is_playing

    def is_stopped(self) -> bool:
        """Whether there is no physics. False while playing or paused."""
        return self.physics is None

    def play(self) -> None:
        """Start the simulation, or go on after a pause.

        From a stop, this calls the subscribers of PREPARE, who may still change the stage, builds the physics of the
        stage and then calls the subscribers of PLAY in their order. If one of these fails, the simulation is stopped
        again and the exception goes on to the caller.

        Raises:
            RuntimeError: No physics is registered.
            MemoryError: The device's memory is not enough for so many environments.
        """
        if self._is_playing:
            return
        if self.physics is None:
            self._steps_played = 0
            self.timeline.fire(TimelineEvent.PREPARE)
            if self.environments is not None:
                self.environments = take_changes(self.stage, self.environments)
            with telling_of_full_memory(self.cfg.device, self._num_envs()):
                self.physics = make_physics(self.stage, self.environments, self.cfg)
            stage_module.hold_environments(True)
            self._changes_at_play = ChangesAtPlay(self.stage, self.environments)
        self._is_playing = True
        try:
            with telling_of_full_memory(self.cfg.device, self._num_envs()):
                self.timeline.fire(TimelineEvent.PLAY)
        except BaseException:  # also when the user interrupts the program
            self._drop_physics()
            raise
        self.log_reports()

    def _num_envs(self) -> int:
        return 1 if self.environments is None else self.environments.num_envs

    def pause(self) -> None:
        """Keep the state as it is: steps do nothing until :meth:`play`. Does nothing unless playing."""
        if not self._is_playing:
            return
        self._is_playing = False
        self.timeline.fire(TimelineEvent.PAUSE)

    def stop(self) -> None:
        """End the simulation: call the subscribers of STOP, then drop the physics. Does nothing when stopped.

        All subscribers are called even if one fails; its exception comes after the physics is gone.
        """
        if self.physics is None:
            return
        error = self._drop_physics()
        if error is not None:
            raise error

    def reset(self, soft: bool = False) -> None:
        """Start from the beginning: stop, if need be, then play.

        Args:
            soft: Keep the physics and its state if it is there; only derived quantities are brought up to date.
        """
        if soft and self.physics is not None:
            self.play()
            self.forward()
        else:
            self.stop()
            self.play()
        for callback in list(self._reset_callbacks.values()):
            callback(self)

    # -- stepping --

    def step(self, render: bool = True) -> None:
        """Advance the physics by one step, if playing; when paused or stopped, only render.

        A warning says so when it is stopped.

        Args:
            render: Call the subscribers of rendering afterwards.
        """
        if self.physics is None:
            logger.warning("The simulation is stopped: step() moves nothing before reset() or play().")
        elif self._is_playing:
            for callback in self._physics_callbacks.values():
                callback(self.cfg.dt)
            self.timeline.fire_if_awaited(TimelineEvent.BEFORE_STEP)
            self.physics.step()
            self._steps_played += 1
            self.timeline.fire_if_awaited(TimelineEvent.AFTER_STEP)
            self.log_reports()
        if render:
            self.render()

    def forward(self) -> None:
        """Bring what is derived from the state up to date without advancing time. Does nothing when stopped."""
        if self.physics is not None:
            self.physics.forward()

    def render(self, skip_app_pumping: bool = False) -> None:
        """Call the subscribers of rendering (viewers).

        Args:
            skip_app_pumping: Without effect: there is no loop of an application whose events would be handled.
        """
        for _, callback in sorted(self._render_callbacks.values(), key=lambda entry: entry[0]):
            callback(None)

    def set_camera_view(
        self,
        eye: Sequence[float],
        target: Sequence[float],
        camera_prim_path: str = "/OmniverseKit_Persp",
    ) -> None:
        """Place the camera that viewers look through.

        Args:
            eye: Position of the camera in the world [m].
            target: Point in the world that it looks at [m].
            camera_prim_path: Name of the viewport's camera in Isaac Sim. Any other path is refused: the pose of a
                camera sensor is set through the sensor.

        Raises:
            NotImplementedError: The path is that of another camera.
            ValueError: ``eye`` or ``target`` is not a point, or they are the same.
        """
        if camera_prim_path != "/OmniverseKit_Persp":
            raise NotImplementedError(
                f"The camera '{camera_prim_path}' is a sensor's; expected the viewer's, "
                "'/OmniverseKit_Persp': set its pose through its Camera sensor."
            )
        self.camera_view = checked_camera_view(eye, target)

    # -- callbacks --

    def add_physics_callback(self, callback_name: str, callback_fn: StepCallback) -> None:
        """Call ``callback_fn(dt)`` before every physics step. A second callback of a name replaces the first.

        Raises:
            TypeError: ``callback_fn`` is no function, or the name no string.
        """
        check_text("callback_name", callback_name)
        check_callable("callback_fn", callback_fn)
        self._physics_callbacks[callback_name] = callback_fn

    def remove_physics_callback(self, callback_name: str) -> None:
        """Stop calling a callback before physics steps.

        Raises:
            KeyError: There is no callback of that name.
        """
        _remove(self._physics_callbacks, callback_name, "physics")

    def physics_callback_exists(self, callback_name: str) -> bool:
        """Whether there is a callback of that name before physics steps."""
        check_text("callback_name", callback_name)
        return callback_name in self._physics_callbacks

    def add_render_callback(self, callback_name: str, callback_fn: Callable[[None], object], order: int = 0) -> None:
        """Call ``callback_fn(None)`` at every rendered frame. A second one of a name replaces the first.

        Args:
            callback_name: Name to remove it by.
            callback_fn: Function of one argument, which is None as in Isaac Lab 3.
            order: Place among the callbacks: lower ones first, equal ones as they came.

        Raises:
            TypeError: ``callback_fn`` is no function, the name no string, or the order no number.
        """
        check_text("callback_name", callback_name)
        check_callable("callback_fn", callback_fn)
        check_numbers("'order'", order, 1)
        self._render_callbacks[callback_name] = order, callback_fn
        self._markers_that_follow.discard(callback_name)

    def add_marker_callback(self, callback_name: str, callback_fn: Callable[[None], object]) -> None:
        """Call ``callback_fn(None)`` at every rendered frame, to move debug markers to where they belong.

        It is a callback as of :meth:`add_render_callback`, but that nobody watches who shows a marker: without a viewer
        environments do not render for it.
        """
        self.add_render_callback(callback_name, callback_fn)
        self._markers_that_follow.add(callback_name)

    def remove_render_callback(self, callback_name: str) -> None:
        """Stop calling a callback at rendered frames. Does nothing if there is none of that name."""
        check_text("callback_name", callback_name)
        self._render_callbacks.pop(callback_name, None)
        self._markers_that_follow.discard(callback_name)

    def render_callback_exists(self, callback_name: str) -> bool:
        """Whether there is a callback of that name at rendered frames."""
        check_text("callback_name", callback_name)
        return callback_name in self._render_callbacks

    def add_timeline_callback(self, callback_name: str, callback_fn: Callable[[TimelineEvent], object]) -> None:
        """Call ``callback_fn(event)`` at play, pause and stop. A second callback of a name replaces the first.

        Raises:
            TypeError: ``callback_fn`` is no function, or the name no string.
        """
        check_text("callback_name", callback_name)
        check_callable("callback_fn", callback_fn)
        if callback_name in self._named_callbacks:
            self.remove_timeline_callback(callback_name)
        events = (TimelineEvent.PLAY, TimelineEvent.PAUSE, TimelineEvent.STOP)
        self._named_callbacks[callback_name] = [self.timeline.subscribe(event, callback_fn) for event in events]

    def remove_timeline_callback(self, callback_name: str) -> None:
        """Stop calling a callback at play, pause and stop.

        Raises:
            KeyError: There is no callback of that name.
        """
        for subscription in _remove(self._named_callbacks, callback_name, "timeline"):
            subscription.unsubscribe()

    def timeline_callback_exists(self, callback_name: str) -> bool:
        """Whether there is a callback of that name at play, pause and stop."""
        check_text("callback_name", callback_name)
        return callback_name in self._named_callbacks

    @classmethod
    def add_reset_callback(cls, name: str, fn: Callable[[SimulationContext], object]) -> None:
        """Call ``fn(context)`` after every reset of any simulation. A second callback of a name replaces the first.

        Raises:
            TypeError: ``fn`` is no function, or the name no string.
        """
        check_text("name", name)
        check_callable("fn", fn)
        SimulationContext._reset_callbacks[name] = fn

    @classmethod
    def remove_reset_callback(cls, name: str) -> None:
        """Stop calling a callback after resets. Does nothing if there is none of that name."""
        check_text("name", name)
        SimulationContext._reset_callbacks.pop(name, None)

    def clear_all_callbacks(self) -> None:
        """Forget every callback of this simulation, those of assets and sensors included."""
        self._physics_callbacks.clear()
        self._render_callbacks.clear()
        self._markers_that_follow.clear()
        self._named_callbacks.clear()
        self.timeline.clear()

    # -- settings --

    def set_setting(self, name: str, value: Any) -> None:
        """Keep a value under a name, for programs that ask with :meth:`get_setting`."""
        check_text("name", name)
        self._setting_values[name] = value

    def get_setting(self, name: str) -> Any:
        """Value kept under a name, or None."""
        check_text("name", name)
        return self._setting_values.get(name)

    # -- inside --

    def _define_physics_scene(self) -> None:
        """Author gravity and the default material on the stage, so that a saved stage is complete."""
        scene = UsdPhysics.Scene.Define(self.stage, self.cfg.physics_prim_path)
        scene.GetPrim().AddAppliedSchema("PhysxSceneAPI")  # by which programs look for it
        write_gravity(scene, self.cfg.gravity)
        self._gravity_watch = GravityWatch(scene, self._follow_gravity)
        material_path = f"{self.cfg.physics_prim_path}/defaultMaterial"
        self.cfg.physics_material.func(material_path, self.cfg.physics_material)
        bind_physics_material(self.cfg.physics_prim_path, material_path, stage=self.stage)

    def _follow_gravity(self, gravity: tuple[float, float, float]) -> None:
        """Simulate with the gravity that the stage has now [m/s^2], from the next step on."""
        self.cfg.gravity = gravity
        if self.physics is not None:
            self.physics.simulation_view.set_gravity(gravity)

    def _drop_physics(self) -> Exception | None:
        """Call the subscribers of STOP and drop the physics; return the first exception of a subscriber."""
        self._is_playing = False
        self._has_stopped = True
        physics, self.physics = self.physics, None
        stage_module.hold_environments(False)
        if self._changes_at_play is not None:
            self._changes_at_play.stop()
            self._changes_at_play = None
        error = self.timeline.fire_all(TimelineEvent.STOP)
        if physics is not None:
            physics.close()
        return error

    def log_reports(self) -> None:
        """Log what the physics complains of, each sentence once."""
        for text in self.physics.report() if self.physics is not None else ():
            if text not in self._reported:
                self._reported.add(text)
                logger.warning(text)


def checked_camera_view(eye: Sequence[float], target: Sequence[float]) -> tuple[np.ndarray, np.ndarray]:
    """Position of a camera and the point that it looks at, in the world [m], shape (3,) each.

    Raises:
        TypeError: They hold no numbers.
        ValueError: One of them is not a point, or they are the same.
    """
    points = (
        check_numbers("The camera's eye", eye, 3).reshape(3),
        check_numbers("The camera's target", target, 3).reshape(3),
    )
    if np.allclose(*points):
        raise ValueError(f"The camera at {eye} cannot look at its own position; expected another 'target'.")
    return points


def _remove(callbacks: dict[str, Any], name: str, kind: str) -> Any:
    """Take a callback out of its register."""
    check_text("callback_name", name)
    if name not in callbacks:
        raise KeyError(f"There is no {kind} callback '{name}'; there are: {', '.join(callbacks) or 'none'}.")
    return callbacks.pop(name)
