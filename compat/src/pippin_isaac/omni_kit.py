"""Names of Omniverse's application, of which there is none: windows show nothing, and settings have no effect.

The log of carb and omni goes to Python's; Replicator's seed and what benchmarks collect measurements in are served.
Whatever else is done with a window or an application, :class:`Nothing` takes it, and a warning says once what comes of
it.
"""

from __future__ import annotations

import copy
import functools
import importlib
import json
import logging
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from enum import Enum, IntEnum
from pathlib import Path
from types import TracebackType
from typing import Any, ClassVar, NamedTuple, NoReturn, Self

from pippin.sim import SimulationContext
from pippin.utils.assets_root import assets_root

logger = logging.getLogger("pippin")


@functools.cache
def say_once(message: str) -> None:
    """Warn of something that has no effect, the first time.

    Args:
        message: What it is, and what to do instead.
    """
    logger.warning("%s", message)


class AnySettings:
    """Config of what Pippin has not: it takes any settings and keeps them, so that programs that only offer it run."""

    _takes_any_settings: ClassVar[bool] = True
    """Says to ``configclass`` that configs that derive from it take any settings, too."""

    def __init__(self, *args: Any, **settings: Any):
        vars(self).update(settings)

    def __eq__(self, other: object) -> bool:
        """Whether it is of the same kind with the same settings, as configs are compared."""
        return type(self) is type(other) and vars(self) == vars(other)

    def __hash__(self) -> int:
        return hash(type(self))

    def copy(self) -> Self:
        """Another one with the same settings."""
        return self.replace()

    def replace(self, **settings: Any) -> Self:
        """Another one with some other settings."""
        new = copy.copy(self)
        vars(new).update(settings)
        return new


class Nothing:
    """Takes calls, attributes, items and ``with``, and gives itself. It counts as false and as empty."""

    def __init__(self, *args: Any, **kwargs: Any):
        pass

    def __call__(self, *args: Any, **kwargs: Any) -> Nothing:
        """Take a call."""
        return self

    def __getattr__(self, name: str) -> Nothing:
        if name.startswith("__"):
            raise AttributeError(f"'Nothing' has no '{name}'")
        return self

    def __getitem__(self, key: Any) -> Nothing:
        return self

    def __setitem__(self, key: Any, value: Any) -> None:
        pass

    def __enter__(self) -> Nothing:
        return self

    def __exit__(self, kind: type | None, error: BaseException | None, trace: TracebackType | None) -> None:
        pass

    def __bool__(self) -> bool:
        return False

    def __len__(self) -> int:
        return 0

    def __iter__(self) -> Iterator[Any]:
        return iter(())


class _Window(type):
    """Kind of the classes of windows, whose own attributes, such as ``Workspace.get_window``, are nothing, too."""

    def __getattr__(cls, name: str) -> Nothing:
        if name.startswith("__"):
            raise AttributeError(f"'{cls.__name__}' has no '{name}'")
        return Nothing()


def make_window(name: str) -> type[Nothing]:
    """Make a class of a name that shows nothing."""
    say_once("Windows of omni.ui are not shown: there is no application. Pippin's viewer shows the scene.")
    return _Window(name, (Nothing,), {"__module__": __name__})


class BaseEnvWindow:
    """Window of an environment; it shows nothing.

    Args:
        env: The environment.
        window_name: Its title.
    """

    def __init__(self, env: Any, window_name: str = "IsaacLab"):
        self.env = env
        self.ui_window = Nothing()
        self.ui_window_elements: dict[str, Any] = defaultdict(Nothing)

    def _create_debug_vis_ui_element(self, name: str, elem: Any) -> None:
        """Add a switch for what an element draws."""

    def _visualize_manager(self, title: str, class_name: str) -> None:
        """Add what a manager computes."""


class ManagerBasedRLEnvWindow(BaseEnvWindow):
    """Window of an environment with managers; it shows nothing."""


class EmptyWindow(BaseEnvWindow):
    """Window that programs fill themselves; it shows nothing."""


class ViewportCameraController:
    """Camera that pictures of an environment are taken with.

    Args:
        env: The environment.
        cfg: Its ``ViewerCfg``: ``eye``, ``lookat``, ``origin_type``, ``env_index``, ``asset_name``, ``body_name``.
    """

    def __init__(self, env: Any, cfg: Any):
        self._env = env
        self._cfg = cfg
        self.default_cam_eye = list(cfg.eye)
        self.default_cam_lookat = list(cfg.lookat)
        self.viewer_origin = [0.0, 0.0, 0.0]

    @property
    def cfg(self) -> Any:
        """Config of the viewer."""
        return self._cfg

    def set_view_env_index(self, env_index: int) -> None:
        """Look at another environment.

        Raises:
            ValueError: There is no such environment.
        """
        if not 0 <= env_index < self._env.num_envs:
            raise ValueError(f"'env_index' is {env_index}; expected 0 to {self._env.num_envs - 1}.")
        self._cfg.env_index = env_index
        if self._cfg.origin_type == "env":
            self.update_view_to_env()

    def update_view_to_world(self) -> None:
        """Look from the origin of the world."""
        self._cfg.origin_type = "world"
        self._look_from([0.0, 0.0, 0.0])

    def update_view_to_env(self) -> None:
        """Look from the origin of the environment of the config."""
        self._cfg.origin_type = "env"
        self._look_from(self._env.scene.env_origins[self._cfg.env_index])

    def update_view_to_asset_root(self, asset_name: str) -> None:
        """Look from where the root of an asset is."""
        self._cfg.origin_type, self._cfg.asset_name = "asset_root", asset_name
        self._look_from(self._env.scene[asset_name].data.root_pos_w[self._cfg.env_index])

    def update_view_to_asset_body(self, asset_name: str, body_name: str) -> None:
        """Look from where a body of an asset is."""
        self._cfg.origin_type, self._cfg.asset_name, self._cfg.body_name = "asset_body", asset_name, body_name
        asset = self._env.scene[asset_name]
        body = asset.find_bodies(body_name)[0][0]
        self._look_from(asset.data.body_pos_w[self._cfg.env_index, body])

    def update_view_location(self, eye: Sequence[float] | None = None, lookat: Sequence[float] | None = None) -> None:
        """Look from and to other points, relative to the origin [m]."""
        self.default_cam_eye = list(self.default_cam_eye if eye is None else eye)
        self.default_cam_lookat = list(self.default_cam_lookat if lookat is None else lookat)
        self._look_from(self.viewer_origin)

    def _look_from(self, origin: Any) -> None:
        self.viewer_origin = [float(value) for value in origin]
        simulation = SimulationContext.instance()
        if simulation is not None:
            eye, lookat = (
                tuple(value + shift for value, shift in zip(point, self.viewer_origin, strict=True))
                for point in (self.default_cam_eye, self.default_cam_lookat)
            )
            simulation.set_camera_view(eye, lookat)


_values: dict[str, Any] = {}

ASSET_ROOTS = "/persistent/isaac/asset_root/"
"""Beginning of the settings (``cloud``, ``default``) from which programs make the paths of Isaac Sim's assets."""


class Settings:
    """Settings by their paths, such as "/app/window/title". A warning names each that is set."""

    def set(self, path: str, value: Any) -> None:
        """Keep a value."""
        if path not in _values:
            logger.warning("The setting '%s' of Omniverse has no effect.", path)
        _values[path] = value

    set_bool = set_int = set_float = set_string = set_default = set

    def get(self, path: str) -> Any:
        """Value that was set, or None; below :data:`ASSET_ROOTS`, where the assets are."""
        return assets_root() if path.startswith(ASSET_ROOTS) and path not in _values else _values.get(path)

    def get_as_bool(self, path: str) -> bool:
        """Value that was set, or False."""
        return bool(_values.get(path))

    def get_as_int(self, path: str) -> int:
        """Value that was set, or 0."""
        return int(_values.get(path) or 0)

    def get_as_float(self, path: str) -> float:
        """Value that was set, or 0."""
        return float(_values.get(path) or 0.0)

    def get_as_string(self, path: str) -> str:
        """Value that was set, or an empty string; below :data:`ASSET_ROOTS`, where the assets are."""
        return str(self.get(path) or "")


def get_settings() -> Settings:
    """The settings."""
    return Settings()


class Float3(NamedTuple):
    """Three numbers, such as a gravity."""

    x: float = 0.0
    y: float = 0.0
    z: float = 0.0


class Float4(NamedTuple):
    """Four numbers, such as a colour with its opacity."""

    x: float = 0.0
    y: float = 0.0
    z: float = 0.0
    w: float = 0.0


def log_verbose(message: str) -> None:
    """Log at the level DEBUG."""
    logger.debug("%s", message)


def log_info(message: str) -> None:
    """Log at the level INFO."""
    logger.info("%s", message)


def log_warn(message: str) -> None:
    """Log at the level WARNING."""
    logger.warning("%s", message)


def log_error(message: str) -> None:
    """Log at the level ERROR."""
    logger.error("%s", message)


class LogLevel(IntEnum):
    """Levels of Omniverse's log, as Python's logging has them."""

    VERBOSE = logging.DEBUG
    INFO = logging.INFO
    WARN = logging.WARNING
    ERROR = logging.ERROR
    FATAL = logging.CRITICAL
    DISABLED = logging.CRITICAL + 1


class SettingBehavior(Enum):
    """Whether a channel of the log has a level of its own."""

    INHERIT = 0
    OVERRIDE = 1


class CarbLog:
    """Carbonite's log, of whose sources Pippin has none: what they are set to has no effect."""

    def set_level_threshold(self, level: int) -> None:
        """Take the level of all sources."""

    def set_level_threshold_for_source(self, source: str, behavior: SettingBehavior, level: int) -> None:
        """Take the level of a source."""


def acquire_logging() -> CarbLog:
    """Give Carbonite's log."""
    return CarbLog()


LEVEL_VERBOSE, LEVEL_INFO, LEVEL_WARN, LEVEL_ERROR, LEVEL_FATAL = range(-2, 3)
"""Levels of Carbonite's log."""


class OmniverseLog:
    """Omniverse's log, of whose channels Pippin has none: what they are set to has no effect."""

    level = LogLevel.WARN

    def set_channel_level(self, channel: str, level: LogLevel, behavior: SettingBehavior) -> None:
        """Take the level of a channel."""

    def set_channel_enabled(self, channel: str, enabled: bool, behavior: SettingBehavior) -> None:
        """Take whether a channel is heard."""


@functools.cache
def get_log() -> OmniverseLog:
    """Omniverse's log: omni.log.get_log."""
    return OmniverseLog()


def verbose(message: str, *args: Any, **kwargs: Any) -> None:
    """Log at the level DEBUG."""
    logger.debug("%s", message)


def info(message: str, *args: Any, **kwargs: Any) -> None:
    """Log at the level INFO."""
    logger.info("%s", message)


def warn(message: str, *args: Any, **kwargs: Any) -> None:
    """Log at the level WARNING."""
    logger.warning("%s", message)


def error(message: str, *args: Any, **kwargs: Any) -> None:
    """Log at the level ERROR."""
    logger.error("%s", message)


def fatal(message: str, *args: Any, **kwargs: Any) -> None:
    """Log at the level CRITICAL."""
    logger.critical("%s", message)


class IExt:
    """Base of extensions, which an application would start and stop; nothing does so here."""

    def on_startup(self, ext_id: str) -> None:
        """Begin."""

    def on_shutdown(self) -> None:
        """End."""


def set_global_seed(seed: int) -> None:
    """Seed the random numbers of Python, NumPy and PyTorch."""
    import random

    import numpy as np
    import torch  # costly to import for programs that only log

    random.seed(seed)
    np.random.seed(seed)
    torch.manual_seed(seed)


class vp_manager:
    """What keeps Replicator's pictures on the GPU. Pippin's cameras keep their own."""

    @staticmethod
    def destroy_hydra_textures(name: str = "Replicator") -> None:
        """Do nothing: there are no such pictures."""


def make_part_of_replicator(name: str) -> Any:
    """Give a part of Replicator: what makes pictures, and one that can be named and not used in place of the others."""
    if name in ("AnnotatorRegistry", "WriterRegistry", "camera", "orchestrator", "render_product"):
        return getattr(importlib.import_module("pippin_isaac.omni_replicator"), name)
    return _Absent(name, (), {})


class _Absent(type):
    """Kind of the parts of Replicator that are not served: parts of them are such parts, and none can be called."""

    def __getattr__(cls, name: str) -> _Absent:
        if name.startswith("__"):
            raise AttributeError(name)
        return _Absent(f"{cls.__name__}.{name}", (), {})

    def __call__(cls, *args: Any, **kwargs: Any) -> NoReturn:
        raise NotImplementedError(
            f"omni.replicator.core.{cls.__name__} is not served: annotators of render products and "
            "isaaclab.sensors.Camera give images, depths and segmentation."
        )


GRAPHS = "there are no action graphs. Read and set in the loop of the program what the graph would."
PARTICLES = "there are no particles: isaaclab.assets.DeformableObject is a soft body or a cloth of triangles."
LIDARS = "isaaclab.sensors.RayCaster with patterns.LidarPatternCfg casts such rays."
POLICIES = "its policy lies on NVIDIA's servers: play one of your own with the observations that it was trained on."
PEOPLE = "there are no animated people: move prims of your own, by XFormPrim.set_world_pose."
SOFT_BODIES = "isaaclab.assets.DeformableObject is a soft body or a cloth."
RANDOMIZATION = "set masses, gains, materials and poses through the views when an environment is reset."
TRAINING_THREADS = "there is no window whose loop a learner has to run beside: train with VecEnvBase."
DEMOS = "the demos of the application are not there: build the scene with pxr.UsdPhysics."
FABRIC = "there is no Fabric beside the stage. Read and write poses through SingleXFormPrim and Articulation."
SYNTHETIC_DATA = "isaacsim.sensors.camera.Camera gives images, depths and segmentation."


class _Refused(type):
    """Kind of the parts that are not there: parts of them are such parts, and none can be called."""

    reason = ""

    def __getattr__(cls, name: str) -> _Refused:
        if name.startswith("__"):
            raise AttributeError(name)
        return _refused(f"{cls.__name__}.{name}", cls.reason)

    def __call__(cls, *args: Any, **kwargs: Any) -> NoReturn:
        raise NotImplementedError(f"'{cls.__name__}' of Isaac Sim is not served: {cls.reason}")


def _refused(name: str, reason: str) -> _Refused:
    """Make a part that can be named, and not used."""
    return _Refused(name, (), {"reason": reason, "__module__": __name__})


make_part_of_graph = functools.partial(_refused, reason=GRAPHS)
"""Make a part of action graphs that can be named, and not used."""
make_lidar = functools.partial(_refused, reason=LIDARS)
"""Make a part of lidars that can be named, and not used."""
make_policy = functools.partial(_refused, reason=POLICIES)
"""Make a robot with a policy of NVIDIA's that can be named, and not used."""
make_particles = functools.partial(_refused, reason=PARTICLES)
"""Make a part of particles that can be named, and not used."""
make_people = functools.partial(_refused, reason=PEOPLE)
"""Make a part of animated people that can be named, and not used."""
make_soft_body = functools.partial(_refused, reason=SOFT_BODIES)
"""Make a part of soft bodies of a world that can be named, and not used."""
make_randomization = functools.partial(_refused, reason=RANDOMIZATION)
"""Make a part of Replicator's randomization of views that can be named, and not used."""
make_training_thread = functools.partial(_refused, reason=TRAINING_THREADS)
"""Make a part of learning beside a window that can be named, and not used."""
make_demo = functools.partial(_refused, reason=DEMOS)
"""Make a part of the application's demos that can be named and extended, and not used."""
make_part_of_fabric = functools.partial(_refused, reason=FABRIC)
"""Make a part of USD over Fabric that can be named, and not used."""
make_synthetic_data = functools.partial(_refused, reason=SYNTHETIC_DATA)
"""Make a part of synthetic data that can be named, and not used."""


class AssetConverterContext:
    """Options of omni.kit.asset_converter; any may be set."""


def get_asset_converter() -> NoReturn:
    """Say what converts meshes in place of omni.kit.asset_converter.

    Raises:
        NotImplementedError: Always.
    """
    raise NotImplementedError(
        "There is no omni.kit.asset_converter: convert meshes with isaaclab.sim.converters.MeshConverter, which reads "
        "OBJ, STL, DAE and glTF."
    )


class SingleMeasurement(NamedTuple):
    """A number that a benchmark measured, in its unit."""

    name: str
    value: float
    unit: str


class ListMeasurement(NamedTuple):
    """Numbers that a benchmark measured one after the other."""

    name: str
    value: list[Any]


class DictMeasurement(NamedTuple):
    """What a benchmark measured, by name."""

    name: str
    value: dict[str, Any]


class BaseIsaacBenchmark:
    """Collects what a benchmark measures, by its phases, and writes it to a file.

    Args:
        benchmark_name: Name of the benchmark, and of its file: ``kpis_NAME.json`` in the working directory.
        backend_type: Where Isaac Sim writes to; without effect.
        report_generation: Whether Isaac Sim draws a report; without effect.
        workflow_metadata: What is noted beside the measurements, such as the task and the number of environments.
        **settings: Further settings of Isaac Sim; without effect.
    """

    def __init__(
        self,
        benchmark_name: str = "BaseIsaacBenchmark",
        backend_type: str = "OmniPerfKPIFile",
        report_generation: bool = True,
        workflow_metadata: dict[str, Any] | None = None,
        **settings: Any,
    ):
        self.benchmark_name = benchmark_name
        self._metadata = workflow_metadata or {}
        self._phases: dict[str, list[SingleMeasurement | ListMeasurement | DictMeasurement]] = {}
        self.set_phase("loading")

    def set_phase(
        self, phase: str, start_recording_frametime: bool = True, start_recording_runtime: bool = True
    ) -> None:
        """Begin a phase, whose length :meth:`store_measurements` takes.

        Args:
            phase: Name of the phase.
            start_recording_frametime: Without effect: Pippin has no frames of an application.
            start_recording_runtime: Without effect: the length is taken in any case.
        """
        self._phase, self._begin = phase, time.perf_counter()

    def store_measurements(self) -> None:
        """Take the length of the present phase."""
        self.store_custom_measurement(
            self._phase, SingleMeasurement("Runtime", 1e3 * (time.perf_counter() - self._begin), "ms")
        )

    def store_custom_measurement(
        self, phase_name: str, custom_measurement: SingleMeasurement | ListMeasurement | DictMeasurement
    ) -> None:
        """Keep a measurement of a phase."""
        self._phases.setdefault(phase_name, []).append(custom_measurement)

    def stop(self) -> None:
        """Write what was measured."""
        path = Path(f"kpis_{self.benchmark_name}.json").resolve()
        phases = {phase: [each._asdict() for each in measured] for phase, measured in self._phases.items()}
        content = {"benchmark": self.benchmark_name, **self._metadata, "phases": phases}
        path.write_text(json.dumps(content, indent=1), encoding="utf-8")
        logger.warning("The measurements of '%s' are in '%s'.", self.benchmark_name, path)
