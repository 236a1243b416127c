"""Applications that programs begin with, ``AppLauncher`` of Isaac Lab and ``SimulationApp`` of Isaac Sim, and frames.

There is no application to launch: the engine is in the process. Flags and settings are kept, and those that mean
nothing here are named in a warning when a program sets them. Coroutines that a program without an event loop hands to
the application go on at each frame.
"""

from __future__ import annotations

import argparse
import asyncio
import builtins
import contextlib
import logging
import os
import sys
import warnings
from collections.abc import Coroutine, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, ClassVar

from pippin.sim import SimulationContext, SpawnerCfg
from pippin.sim.spawners import register_robot_stand_ins

logger = logging.getLogger("pippin")

os.environ.setdefault("EXP_PATH", "")
"""Folder of Omniverse's experience files, from which programs put the path of one together; there are none here."""


_DEFAULTS: dict[str, Any] = {
    "headless": False,
    "livestream": -1,
    "enable_cameras": False,
    "xr": False,
    "device": "cuda:0",
    "distributed": False,
    "verbose": False,
    "info": False,
    "experience": "",
    "rendering_mode": None,
    "visualizer": None,
    "kit_args": "",
    "deterministic": False,
    "max_visible_envs": None,
    "anim_recording_enabled": False,
    "anim_recording_start_time": 0.0,
    "anim_recording_stop_time": 10.0,
}
"""Settings of the launcher and their defaults."""

_OF_THE_PROGRAM = ("distributed",)
"""Settings that programs have a flag of their own for."""

_WITHOUT_EFFECT = (
    "livestream",
    "xr",
    "experience",
    "rendering_mode",
    "visualizer",
    "kit_args",
    "anim_recording_enabled",
)
"""Settings of Omniverse that Pippin has no use for."""


_BUILTINS = {"ISAAC_LAUNCHED_FROM_TERMINAL": False, "ISAACLAB_CALLBACK_EXCEPTION": None}
"""Names that programs with environments and sensors of their own find among Python's: who starts, and what failed."""


_is_launched = False
"""Whether the program has made an application; one of the Script Editor has not."""


class SimulationApp:
    """What programs for Isaac Lab take for the application: it runs until it is closed."""

    def __init__(self):
        from pippin_isaac.cpu_devices import (
            cuda_on_the_cpu,  # imports torch, which a program's --help need not wait for
        )
        from pippin_isaac.older_numpy import numpy_1_names

        global _is_launched
        _is_launched = True
        self._is_running = True
        vars(builtins).update({name: value for name, value in _BUILTINS.items() if not hasattr(builtins, name)})
        self._until_closed = contextlib.ExitStack()
        self._until_closed.enter_context(cuda_on_the_cpu())
        self._until_closed.enter_context(numpy_1_names())
        if os.environ.get("PIPPIN_VIEWER"):
            from pippin.viewers.every_simulation import show_every_simulation
            from pippin.viewers.ports import wanted_port

            show_every_simulation(wanted_port() or 8080)

    def is_running(self) -> bool:
        """Whether neither :meth:`close` was called nor the button "Quit" of a viewer's page was pressed."""
        viewers = sys.modules.get("pippin.viewers.every_simulation")
        return self._is_running and not (viewers is not None and viewers.was_quit())

    def is_exiting(self) -> bool:
        """Whether it does not run any more."""
        return not self.is_running()

    def update(self) -> None:
        """Render a frame of the simulation, if there is one."""
        context = SimulationContext.instance()
        if context is not None:
            context.render()

    def close(self, wait_for_replicator: bool = True, skip_cleanup: bool = False) -> None:
        """End the application, and the simulation with it. The arguments have no meaning here."""
        omni_app = sys.modules.get("pippin_isaac.omni_app")
        if omni_app is not None and self._is_running:  # without it no program waits for events
            omni_app.get_eventdispatcher().dispatch_event(omni_app.GLOBAL_EVENT_PRE_SHUTDOWN)
        self._is_running = False
        SimulationContext.clear_instance()
        self._until_closed.close()


class AppLauncher:
    """Takes the documented flags and keyword arguments and gives an application.

    Attributes:
        app: The application.
        settings: Value of each setting: that of the keyword arguments, else of the flags, else the default.
    """

    def __init__(self, launcher_args: argparse.Namespace | dict[str, Any] | None = None, **kwargs: Any):
        """Read the settings.

        Args:
            launcher_args: Parsed command line, or a dict of settings.
            kwargs: Settings by name. Settings of Isaac Sim's application are accepted and kept, too.

        Raises:
            ValueError: A setting is given both ways with different values.
        """
        given = vars(launcher_args) if isinstance(launcher_args, argparse.Namespace) else dict(launcher_args or {})
        for name in set(given) & set(kwargs):
            if given[name] != kwargs[name]:
                raise ValueError(f"AppLauncher is given {name} twice: {given[name]!r} and {kwargs[name]!r}.")
        self.settings = _DEFAULTS | given | kwargs
        self.app = SimulationApp()
        if "device" in given:
            self._use_device_of_this_machine(launcher_args)
        if self.settings["verbose"] or self.settings["info"]:
            logging.basicConfig(level=logging.DEBUG if self.settings["verbose"] else logging.INFO)
        for name in _WITHOUT_EFFECT:
            if self.settings[name] != _DEFAULTS[name]:
                logger.warning("AppLauncher: %s = %r has no effect.", name, self.settings[name])
        _register_stand_ins()

    @property
    def device(self) -> str:
        """Device that was asked for; of distributed programs, the one of this process."""
        return f"cuda:{self.local_rank}" if self.settings["distributed"] else self.settings["device"]

    @property
    def _headless(self) -> bool:
        """Whether there is no window, which tests and programs read: there never is one."""
        return True

    @property
    def local_rank(self) -> int:
        """Number of this process among those of the machine, from the environment's LOCAL_RANK."""
        return int(os.environ.get("LOCAL_RANK", "0"))

    @property
    def global_rank(self) -> int:
        """Number of this process among all, from the environment's RANK."""
        return int(os.environ.get("RANK", "0"))

    @staticmethod
    def add_app_launcher_args(parser: argparse.ArgumentParser) -> None:
        """Add the documented flags to a parser.

        Raises:
            ValueError: The parser has one of them already.
        """
        taken = sorted((set(_DEFAULTS) - set(_OF_THE_PROGRAM)) & {action.dest for action in parser._actions})
        if taken:
            raise ValueError(f"The parser already has arguments that the launcher adds: {', '.join(taken)}.")
        group = parser.add_argument_group("app_launcher arguments", "Arguments of the application.")
        group.add_argument("--headless", action="store_true", help="Run without a window (it always does).")
        group.add_argument("--livestream", type=int, choices=(-1, 0, 1, 2), default=-1, help="Has no effect.")
        group.add_argument("--enable_cameras", action="store_true", help="Allow cameras (they always are).")
        group.add_argument("--xr", action="store_true", help="Has no effect.")
        group.add_argument("--device", default=_DEFAULTS["device"], help="Device: cpu, cuda or cuda:N.")
        group.add_argument("--verbose", action="store_true", help="Log more.")
        group.add_argument("--info", action="store_true", help="Log what happens.")
        group.add_argument("--experience", default="", help="Has no effect.")
        group.add_argument("--rendering_mode", choices=("performance", "balanced", "quality"), help="Has no effect.")
        group.add_argument("--visualizer", "--viz", help="Has no effect.")
        group.add_argument("--kit_args", default="", help="Has no effect.")
        group.add_argument("--deterministic", action="store_true", help="Let seeds fix more of PyTorch, if scripts do.")
        group.add_argument("--max_visible_envs", type=int, help="Has no effect.")
        group.add_argument("--anim_recording_enabled", action="store_true", help="Has no effect.")
        group.add_argument("--anim_recording_start_time", type=float, default=0.0, help="Has no effect.")
        group.add_argument("--anim_recording_stop_time", type=float, default=10.0, help="Has no effect.")

    def _use_device_of_this_machine(self, launcher_args: Any) -> None:
        """Put the CPU in the place of a GPU that is not there, also in the arguments that the program reads on."""
        from pippin_isaac.cpu_devices import device_of_this_machine

        self.settings["device"] = device_of_this_machine(self.settings["device"])
        if isinstance(launcher_args, argparse.Namespace):
            launcher_args.device = self.settings["device"]


def _register_stand_ins() -> None:
    """Let open descriptions and motors take the place of robots and networks in NVIDIA's cloud."""
    from pippin.actuators import register_network_stand_ins  # imports torch, which a program's --help need not wait for

    register_robot_stand_ins(_find_robot_stand_in)
    register_network_stand_ins(_find_gains_of_network)


def _find_gains_of_network(path: str) -> tuple[float, float] | None:
    """Find the gains of a motor in place of an actuator's network in NVIDIA's cloud."""
    from pippin.robots.released.stand_ins import find_gains_of_network

    return find_gains_of_network(path)


def _find_robot_stand_in(usd_path: str) -> SpawnerCfg | None:
    """Find an open description in place of a robot in NVIDIA's cloud."""
    from pippin.robots.released.stand_ins import find_robot_stand_in  # costly to import for who spawns none

    return find_robot_stand_in(usd_path)


def add_launcher_args(parser: argparse.ArgumentParser) -> None:
    """Add the launcher's flags to a parser; see :meth:`AppLauncher.add_app_launcher_args`.

    Raises:
        ValueError: The parser has one of them already.
    """
    AppLauncher.add_app_launcher_args(parser)


@contextmanager
def launch_simulation(cfg: Any, launcher_args: argparse.Namespace | dict[str, Any] | None = None) -> Iterator[Any]:
    """Take the launcher's settings for the length of a ``with`` block, and end the simulation with it.

    Args:
        cfg: Config of an environment, of a simulation, or of physics. A device that the settings name is set in it, and
            so is an engine ("physics"), in place of a config of physics.
        launcher_args: Parsed command line, or a dict of settings; see :class:`AppLauncher`.

    Yields:
        Config of the physics; None if ``cfg`` has none.
    """
    given = vars(launcher_args) if isinstance(launcher_args, argparse.Namespace) else dict(launcher_args or {})
    launcher = AppLauncher(given)
    simulation_cfg = getattr(cfg, "sim", cfg)
    if given.get("device") is not None and hasattr(simulation_cfg, "device"):
        simulation_cfg.device = launcher.device
    try:
        physics = chosen_physics(getattr(simulation_cfg, "physics", cfg), given.get("physics"))
        if hasattr(simulation_cfg, "physics"):
            simulation_cfg.physics = physics
        yield physics
    finally:
        launcher.app.close()


def chosen_physics(cfg: Any, name: str | None) -> Any:
    """Config of the engine that the settings name in place of another engine's."""
    from .lab_simulation import PhysicsCfg, physics_of_name  # costly to import for programs without Isaac Lab

    return physics_of_name(name) if name and isinstance(cfg, PhysicsCfg) else cfg


WITHOUT_A_WINDOW = (
    "headless",
    "hide_ui",
    "width",
    "height",
    "window_width",
    "window_height",
    "renderer",
    "anti_aliasing",
)
"""Settings of Isaac Sim's window, of which there is none: they change nothing."""


class StandaloneApp(SimulationApp):
    """An application that runs until :meth:`close` is called, without a window.

    Args:
        launch_config: Settings of Isaac Sim. "open_usd" is a file to begin with as the stage; those that are no matter
            of the window are named in a warning.
        experience: Experience file of Omniverse; named in a warning.
    """

    def __init__(self, launch_config: Mapping[str, Any] | None = None, experience: str = "") -> None:
        super().__init__()
        self.config = dict(launch_config or {})
        known = (*WITHOUT_A_WINDOW, "open_usd")
        unknown = [name for name in self.config if name not in known] + ([experience] if experience else [])
        if unknown:
            logger.warning("These settings of the application have no effect: %s.", ", ".join(unknown))
        if self.config.get("open_usd"):
            from isaacsim.core.stage import open_stage  # serves the application's own names

            open_stage(self.config["open_usd"])

    DEFAULT_LAUNCHER_CONFIG: ClassVar[dict[str, Any]] = {"headless": True, "width": 1280, "height": 720}
    """Settings that programs start from."""

    @property
    def app(self) -> StandaloneApp:
        """The application that Isaac Sim's is made of, which is this one."""
        return self

    def update(self) -> None:
        """Advance the simulation by a frame, if it plays, and render it."""
        next_frame()

    def set_setting(self, setting: str, value: Any) -> None:
        """Keep a setting of Omniverse, which has no effect: a warning names it."""
        from pippin_isaac.omni_kit import get_settings  # serves the application's own names

        get_settings().set(setting, value)

    def reset_render_settings(self) -> None:
        """Do nothing: there are no settings of Omniverse's renderer."""

    def run_coroutine(self, coroutine: Coroutine[Any, Any, Any], run_until_complete: bool = True) -> Any:
        """Run a coroutine beside the program; to its end, while frames go by, if that is wanted."""
        task = run_coroutine(coroutine)
        while run_until_complete and not task.done():
            self.update()
        return task.result() if run_until_complete else task


_loop: asyncio.AbstractEventLoop | None = None


def run_coroutine(coroutine: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
    """Run a coroutine beside the program: in the event loop that runs, or else a part of it at each frame."""
    global _loop
    try:
        return asyncio.get_running_loop().create_task(coroutine)
    except RuntimeError:
        _loop = _loop or _loop_of_the_program()
        return _loop.create_task(coroutine)


def _loop_of_the_program() -> asyncio.AbstractEventLoop:
    """The event loop that ``asyncio.ensure_future`` takes outside of coroutines, or a new one."""
    with warnings.catch_warnings(), contextlib.suppress(RuntimeError):
        warnings.simplefilter("ignore")  # of Python, that there is none
        loop = asyncio.get_event_loop_policy().get_event_loop()
        if not loop.is_closed():
            return loop
    return asyncio.new_event_loop()


def go_on_after_script() -> None:
    """Let frames go by after a program of the Script Editor, as the application does that such a program is run in.

    It is one where it has made no application, and has left coroutines, or functions for the steps of a simulation
    that plays. Frames end when these have, and the simulation is stopped.
    """
    global _loop
    if _is_launched:
        return
    _loop = _loop or _loop_of_the_program()
    if not _has_more_to_do(_loop):
        return
    logger.warning("The program is one of the Script Editor: frames go by until it stops the timeline, or Ctrl-C does.")
    with contextlib.suppress(KeyboardInterrupt):
        while _has_more_to_do(_loop):
            _let_a_frame_go_by()


def run_to_its_end(coroutine: Coroutine[Any, Any, Any]) -> Any:
    """Run a coroutine while frames go by, and return its result."""
    task = run_coroutine(coroutine)
    while not task.done():
        _let_a_frame_go_by()
    return task.result()


def _let_a_frame_go_by() -> None:
    omni_app = sys.modules.get("pippin_isaac.omni_app")
    next_frame() if omni_app is None else omni_app.get_app().update()


def _has_more_to_do(loop: asyncio.AbstractEventLoop) -> bool:
    if asyncio.all_tasks(loop):
        return True
    context = SimulationContext.instance()
    omni_app = sys.modules.get("pippin_isaac.omni_app")
    is_observed = omni_app is not None and omni_app.get_eventdispatcher().has_observers()
    return context is not None and context.is_playing() and (is_observed or bool(context._physics_callbacks))


def waits_for_frames() -> bool:
    """Whether the coroutine that asks waits for the program's frames, in place of making frames itself."""
    return _loop is not None and asyncio.get_running_loop() is _loop


def advance_coroutines() -> None:
    """Let coroutines go on to where they wait for the next frame, unless an event loop runs already."""
    if _loop is None or _is_in_a_loop():
        return
    _loop.call_soon(_loop.stop)
    _loop.run_forever()


def _is_in_a_loop() -> bool:
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True


def next_frame() -> None:
    """Advance the simulation by a frame, if there is one that plays, and render it; coroutines go on with it."""
    context = SimulationContext.instance()
    if context is None:
        advance_coroutines()
    elif context.is_playing():
        context.step(render=True)
    else:
        context.render()
