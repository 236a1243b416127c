"""The simulation under the arguments that Isaac Sim gives it, and the cloners that make its environments.

Copies of ``env_0`` that are named ``env_0``, ``env_1``, ... are environments of the engine: the stage keeps the prims
of the first alone (:class:`pippin.sim.EnvironmentPlan`). Other copies are prims. Quaternions are (w, x, y, z).
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import torch
from pxr import Sdf, Usd, UsdPhysics

import pippin.sim
from isaacsim.core import assets, stage
from isaacsim.core.gripper_interface import find_grippers
from isaacsim.core.moved_prims import answer_from_the_engine
from isaacsim.core.objects import GroundPlane, to_xyzw
from isaacsim.core.written_poses import WrittenPoses
from pippin import objects
from pippin.objects.world import engine_steps_within
from pippin.physics.scene.scene import playing_scene
from pippin.scene.terrains.grid import grid_origins, narrow_row
from pippin.sim import RigidBodyMaterialCfg, SimulationCfg
from pippin.sim.run.cfg import bounce_threshold
from pippin.sim.run.gravity import EARTH_GRAVITY, write_gravity
from pippin.sim.run.timeline import TimelineEvent
from pippin.utils.checks import check_speed
from pippin_isaac.launcher import advance_coroutines
from pippin_isaac.omni_kit import Settings, get_settings, say_once
from pippin_isaac.omni_physx import make_schema

__all__ = [
    "Cloner",
    "GridCloner",
    "PhysicsContext",
    "Scene",
    "SimulationContext",
    "World",
]

logger = logging.getLogger("pippin")


DEFAULT_DT = 1.0 / 60.0

BOUNCE_THRESHOLD = 0.2
"""Speed below which bodies that meet do not bounce, where a program says nothing [m/s]."""

OF_THE_PROGRAM = ("add_distant_light", "add_ground_plane", "enable_cameras", "enable_viewport", "rendering_dt", "warp")
"""Settings in ``sim_params`` that tasks read themselves."""


class SimulationContext(objects.World):
    """:class:`pippin.objects.World` with the arguments of Isaac Sim. A second one is the first one again.

    Args:
        physics_dt: Length of a physics step [s]; None means 1/60 s.
        rendering_dt: Simulated time from frame to frame [s]; None means the greater of 1/60 s and a physics step.
        stage_units_in_meters: Length of the stage's unit [m], in which all lengths are from then on; None leaves it.
            Arms and planners of motion want metres.
        physics_prim_path: Path of the prim that describes the physics scene.
        sim_params: Settings of the simulation by name: ``gravity`` [unit/s^2], ``dt``, which is ``physics_dt`` where
            that is not given [s], ``bounce_threshold_velocity`` [unit/s], ``default_physics_material`` with
            ``static_friction``, ``dynamic_friction`` and ``restitution`` of colliders without a material. Others
            are PhysX's: without effect and named in a warning.
        set_defaults: Without effect: there are no settings of the stage to reset.
        backend: Kind of the arrays that objects give: "numpy", or "torch".
        device: Where the simulation runs; None means the CPU.

    Raises:
        NotImplementedError: Arrays are to be of another kind.
        ValueError: A value is out of its range.
    """

    _made_for_the_stage = False
    backend = "numpy"
    """Kind of the arrays that objects give."""

    @classmethod
    def for_the_stage(cls) -> SimulationContext:
        """Make a simulation of the stage as it is, for programs that play before they make a world.

        A world that is made later is this one, with the arguments that it is given then.
        """
        context = cls()
        context._made_for_the_stage = True
        return context

    def __new__(cls, *args: Any, **kwargs: Any) -> SimulationContext:
        """Return the simulation that there is already, or make one."""
        existing = pippin.sim.SimulationContext.instance()
        return existing if isinstance(existing, cls) else super().__new__(cls)

    def __init__(
        self,
        physics_dt: float | None = None,
        rendering_dt: float | None = None,
        stage_units_in_meters: float | None = None,
        physics_prim_path: str = "/physicsScene",
        sim_params: Mapping[str, Any] | None = None,
        set_defaults: bool = True,
        backend: str = "numpy",
        device: str | None = None,
    ) -> None:
        is_there = pippin.sim.SimulationContext.instance() is self
        if is_there and not self._made_for_the_stage:
            return
        if backend not in ("numpy", "torch"):
            raise NotImplementedError(f"Arrays of objects are NumPy's or torch's, not {backend}: choose one of these.")
        if stage_units_in_meters is not None:
            stage.set_stage_units(stage_units_in_meters)
        meters = stage.get_stage_units()
        others = dict(sim_params or {})
        given_dt = others.pop("dt", DEFAULT_DT) if physics_dt is None else physics_dt
        cfg = SimulationCfg(dt=given_dt, physics_prim_path=physics_prim_path)
        cfg.device = device or "cpu"
        cfg.render_interval = _steps_per_frame(cfg.dt, rendering_dt)
        cfg.gravity = tuple(others.pop("gravity", (0.0, 0.0, -EARTH_GRAVITY / meters)))
        cfg.physics_material = _default_material(others.pop("default_physics_material", {}))
        cfg.physx.bounce_threshold_velocity = others.pop("bounce_threshold_velocity", BOUNCE_THRESHOLD / meters)
        for name in OF_THE_PROGRAM:
            others.pop(name, None)
        if others:
            logger.warning("These settings of PhysX have no effect: %s.", ", ".join(others))
        callbacks = dict(self._physics_callbacks) if is_there else {}
        if is_there:
            self.stop()
            pippin.sim.SimulationContext._instance = None
        super().__init__(cfg)
        answer_from_the_engine()
        self._written_poses: WrittenPoses | None = None
        self.timeline.subscribe(TimelineEvent.PLAY, self._follow_the_stage)
        self.timeline.subscribe(TimelineEvent.STOP, self._follow_the_stage)
        self.backend = backend
        self._physics_callbacks.update(callbacks)
        self._made_for_the_stage = False
        if stage.requested_view is not None:
            self.set_camera_view(*stage.requested_view)
            stage.requested_view = None

    def _follow_the_stage(self, event: TimelineEvent) -> None:
        """Let bodies go where a program writes them to be, from play to stop."""
        if event is TimelineEvent.STOP and self._written_poses is not None:
            self._written_poses.stop()
            self._written_poses = None
        elif event is TimelineEvent.PLAY and self._written_poses is None:  # not at the end of a pause
            self._written_poses = WrittenPoses(pippin.sim.get_current_stage())

    def set_simulation_dt(self, physics_dt: float | None = None, rendering_dt: float | None = None) -> None:
        """Set the length of physics steps and the simulated time from frame to frame [s]; None means 1/60 s.

        Raises:
            RuntimeError: The simulation runs.
        """
        if not self.is_stopped():
            raise RuntimeError("The length of steps is fixed while the simulation runs: stop it first.")
        self.cfg.dt = DEFAULT_DT if physics_dt is None else physics_dt
        self.cfg.substeps = engine_steps_within(self.cfg.dt)
        self.cfg.render_interval = _steps_per_frame(self.cfg.dt, rendering_dt)

    def render(self) -> None:
        """Render a frame, and let coroutines that run beside the program go on."""
        super().render()
        advance_coroutines()

    def play(self) -> None:
        """Start the simulation, or go on after a pause.

        What the stage refers to on Isaac Sim's servers has its stand-in then; programs may have written references.
        """
        if self.is_stopped():
            assets.stand_in_for_missing(pippin.sim.get_current_stage())
            find_grippers(self)
        super().play()

    def initialize_physics(self) -> None:
        """Build the physics of the stage, if it is not there."""
        if self.is_stopped():
            self.play()

    def is_simulating(self) -> bool:
        """Whether there is physics: while playing or paused."""
        return not self.is_stopped()

    async def initialize_simulation_context_async(self) -> None:
        """Do nothing: the simulation is ready when it is made."""

    async def reset_async(self, soft: bool = False) -> None:
        """The same as :meth:`reset`, for code that waits."""
        self.reset(soft)

    async def play_async(self) -> None:
        """The same as :meth:`play`, for code that waits."""
        self.play()

    async def pause_async(self) -> None:
        """The same as :meth:`pause`, for code that waits."""
        self.pause()

    async def stop_async(self) -> None:
        """The same as :meth:`stop`, for code that waits."""
        self.stop()

    async def step_async(self, step_size: float | None = None) -> None:
        """The same as :meth:`step`, for code that waits."""
        self.step()

    def is_tasks_scene_built(self) -> bool:
        """Whether all tasks have put their objects into the scene."""
        return self._tasks.keys() <= self._tasks_set_up

    def clear_physics_callbacks(self) -> None:
        """Call nothing before physics steps."""
        for name in list(self._physics_callbacks):
            self.remove_physics_callback(name)

    def clear_render_callbacks(self) -> None:
        """Call nothing at rendered frames."""
        for name in list(self._render_callbacks):
            self.remove_render_callback(name)

    def get_physics_context(self) -> PhysicsContext:
        """Settings of the physics."""
        return PhysicsContext()

    @property
    def _settings(self) -> Settings:
        """Settings of Omniverse, which programs take from here."""
        return get_settings()


class PhysicsContext:
    """Settings of the physics: gravity, the length of a step and the speed act from which bodies bounce.

    All others have no effect, and are named.

    Args:
        physics_dt: Length of a physics step [s]; None leaves that of the simulation that there is, else 1/60 s.
        prim_path: Path of the prim that describes the physics scene, where there is no simulation yet.
        sim_params: Settings of the simulation, where there is none yet; see :class:`SimulationContext`.
        set_defaults: Without effect: there are no settings of the stage to reset.
    """

    def __init__(
        self,
        physics_dt: float | None = None,
        prim_path: str = "/physicsScene",
        sim_params: Mapping[str, Any] | None = None,
        set_defaults: bool = True,
    ) -> None:
        self._simulation = pippin.sim.SimulationContext.instance() or SimulationContext(
            physics_prim_path=prim_path, sim_params=sim_params
        )
        if physics_dt is not None:
            self.set_physics_dt(physics_dt)

    def __getattr__(self, name: str) -> Callable[..., None]:
        if not name.startswith(("set_", "enable_", "disable_", "is_", "get_")):
            raise AttributeError(f"'PhysicsContext' has no attribute '{name}'.")
        if name.startswith(("is_", "get_")):
            raise NotImplementedError(f"'{name}' tells a setting of PhysX, which Pippin has not; expected get_gravity.")
        return lambda *args, **kwargs: say_once(f"'{name}' of the physics context is a setting of PhysX: no effect.")

    @property
    def prim_path(self) -> str:
        """Path of the prim that describes the physics scene."""
        return self._simulation.cfg.physics_prim_path

    @property
    def use_gpu_pipeline(self) -> bool:
        """Whether the arrays of the simulation are on a GPU."""
        return str(self._simulation.device).startswith("cuda")

    @property
    def _physx_scene_api(self) -> Any:
        """Attributes of the physics scene that PhysX alone reads, under the name by which programs size its buffers."""
        return make_schema("PhysxSceneAPI")(self._simulation.stage.GetPrimAtPath(self.prim_path))

    @property
    def _physics_scene(self) -> UsdPhysics.Scene:
        """The physics scene on the stage, whose gravity counts from the next step on."""
        return UsdPhysics.Scene(self._simulation.stage.GetPrimAtPath(self.prim_path))

    def get_gravity(self) -> tuple[np.ndarray, float]:
        """Direction of gravity, shape (3,), and its strength [m/s^2]."""
        gravity = np.array(self._simulation.cfg.gravity, dtype=float)
        strength = float(np.linalg.norm(gravity))
        return (gravity / strength if strength else np.array([0.0, 0.0, -1.0])), strength

    def set_gravity(self, value: float) -> None:
        """Set gravity along z [m/s^2], such as -9.81, from the next step on.

        Raises:
            TypeError: It is no number.
            ValueError: It is not finite.
        """
        write_gravity(self._physics_scene, (0.0, 0.0, value))

    def get_bounce_threshold(self) -> float:
        """Speed along the normal below which bodies that meet do not bounce [m/s]."""
        return bounce_threshold(self._simulation.cfg)

    def set_bounce_threshold(self, value: float) -> None:
        """Set the speed along the normal below which bodies that meet do not bounce [m/s].

        Raises:
            TypeError: It is no number.
            ValueError: It is negative or not finite.
        """
        self._simulation.cfg.physx.bounce_threshold_velocity = check_speed("value", value)
        if not self._simulation.is_stopped():
            playing_scene(self._simulation).set_bounce_threshold(value)

    def get_physics_dt(self) -> float:
        """Length of a physics step [s]."""
        return self._simulation.get_physics_dt()

    def set_physics_dt(self, dt: float = 1.0 / 60.0, substeps: int = 1) -> None:
        """Set the length of a physics step [s], and how many there are from frame to frame.

        Raises:
            RuntimeError: The simulation runs.
            ValueError: There would be no step in a frame.
        """
        if substeps < 1:
            raise ValueError(f"'substeps' of 'set_physics_dt' is {substeps}; expected 1 or more steps in a frame.")
        self._simulation.set_simulation_dt(physics_dt=dt, rendering_dt=substeps * dt)


def _default_material(params: Mapping[str, float]) -> RigidBodyMaterialCfg:
    """Material of colliders that have none, of its parameters by name."""
    known = ("static_friction", "dynamic_friction", "restitution")
    unknown = [name for name in params if name not in known]
    if unknown:
        raise ValueError(f"'default_physics_material' has {', '.join(unknown)}; expected {', '.join(known)}.")
    return RigidBodyMaterialCfg(**params)


def _steps_per_frame(physics_dt: float, rendering_dt: float | None) -> int:
    between_frames = max(DEFAULT_DT, physics_dt) if rendering_dt is None else rendering_dt
    return max(round(between_frames / physics_dt), 1)


class Scene(objects.ObjectScene):
    """:class:`pippin.objects.ObjectScene` with the ground that Isaac Sim calls default."""

    def add_default_ground_plane(
        self,
        z_position: float = 0.0,
        name: str = "default_ground_plane",
        prim_path: str = "/World/defaultGroundPlane",
        static_friction: float = 0.5,
        dynamic_friction: float = 0.5,
        restitution: float = 0.8,
    ) -> GroundPlane:
        """Make a ground plane and keep it, see :class:`pippin.objects.GroundPlane`, unless there is one of the name."""
        if self.object_exists(name):
            return self.get_object(name)
        return self.add(
            GroundPlane(
                prim_path,
                name,
                z_position=z_position,
                static_friction=static_friction,
                dynamic_friction=dynamic_friction,
                restitution=restitution,
            )
        )

    def initialize(self) -> None:
        """Let all objects connect to the engine that runs, whose view they are given, as classes of programs need."""
        view = getattr(pippin.sim.SimulationContext.instance(), "physics_sim_view", None)
        for obj in self._objects.values():
            obj.initialize(view)

    @property
    def stage(self) -> Usd.Stage:
        """The stage that the objects are on."""
        return pippin.sim.get_current_stage()

    def enable_bounding_boxes_computations(self) -> None:
        """Do nothing: boxes are computed when they are asked for."""

    def disable_bounding_boxes_computations(self) -> None:
        """Do nothing; see :meth:`enable_bounding_boxes_computations`."""

    def compute_object_AABB(self, name: str) -> tuple[np.ndarray, np.ndarray]:  # the name is Isaac Sim's
        """Least and largest corner of the box along the world's axes that an object lies in [m], shape (3,) each.

        The object is where the stage has it.

        Raises:
            ValueError: There is no object of that name.
        """
        obj = self.get_object(name)
        if obj is None:
            raise ValueError(f"The scene has no object '{name}'; there are: {', '.join(self.object_names) or 'none'}.")
        box = stage.compute_aabb(stage.create_bbox_cache(), obj.prim_path)
        return box[:3], box[3:]


class World(SimulationContext):
    """:class:`pippin.objects.World` with the arguments of Isaac Sim; see :class:`SimulationContext`."""

    scene: Scene
    scene_type = Scene


class Cloner:
    """Makes copies of a prim.

    Args:
        stage: Stage with the prim; None takes the current one.
    """

    def __init__(self, stage: Usd.Stage | None = None) -> None:
        self._stage = stage or pippin.sim.get_current_stage()
        self._base = "/World/envs"

    def define_base_env(self, base_env_path: str) -> None:
        """Define the prim that holds the environments.

        Args:
            base_env_path: Path of the prim.
        """
        pippin.sim.define_prim(base_env_path, "Xform")
        self._base = base_env_path

    def generate_paths(self, root_path: str, num_paths: int) -> list[str]:
        """Paths with a number at their end.

        Args:
            root_path: Path before the number: ``/World/envs/env``.
            num_paths: Number of paths.
        """
        return [f"{root_path}_{index}" for index in range(num_paths)]

    def clone(
        self,
        source_prim_path: str,
        prim_paths: Sequence[str],
        positions: Any = None,
        orientations: Any = None,
        replicate_physics: bool = False,
        base_env_path: str | None = None,
        root_path: str | None = None,
        copy_from_source: bool = False,
        unregister_physics_replication: bool = False,
        enable_env_ids: bool = False,
    ) -> None:
        """Copy a prim to other paths, and place the copies.

        Args:
            source_prim_path: Path of the prim.
            prim_paths: Paths of the copies; the prim's own path may be one of them.
            positions: Positions of the copies in the frame of the prim that holds them [m], shape (num_paths, 3).
                None leaves each where the prim is.
            orientations: Their quaternions (w, x, y, z), shape (num_paths, 4). None leaves them as the prim's.
            replicate_physics: Without effect: copies that are environments share their physics anyway.
            base_env_path: Path of the prim that holds the environments; None takes that of :meth:`define_base_env`.
            root_path: Without effect: the environments' paths say it.
            copy_from_source: Without effect: environments are equal to the first, other copies are independent prims.
            unregister_physics_replication: Without effect.
            enable_env_ids: Without effect: environments never collide with each other.

        Raises:
            ValueError: There is no such prim, or positions and orientations are not one for each path.
        """
        source = self._stage.GetPrimAtPath(source_prim_path)
        if not source:
            raise ValueError(f"There is no prim '{source_prim_path}' to copy.")
        places = _rows("positions", positions, len(prim_paths), 3)
        rotations = _rows("orientations", orientations, len(prim_paths), 4)
        base = (base_env_path or self._base).rstrip("/")
        if rotations is None and _are_environments(source_prim_path, prim_paths, base):
            self._plan(source, places, base, len(prim_paths))
        else:
            self._copy(source, prim_paths, places, rotations)

    def replicate_physics(self, *_: Any, **__: Any) -> None:
        """Accepted for existing code: copies that are environments share their physics from the start."""

    def filter_collisions(
        self,
        physicsscene_path: str,
        collision_root_path: str,
        prim_paths: Sequence[str],
        global_paths: Sequence[str] = (),
    ) -> None:
        """Accepted for existing code: environments never collide with each other, and always with what is global.

        Args:
            physicsscene_path: Path of the physics scene.
            collision_root_path: Path where collision groups would be.
            prim_paths: Paths of the environments.
            global_paths: Paths of prims that collide with all environments.
        """

    def enable_change_listener(self) -> None:
        """Accepted for existing code: nothing listens to changes of the stage while prims are copied."""

    def disable_change_listener(self) -> None:
        """Accepted for existing code: nothing listens to changes of the stage while prims are copied."""

    def _plan(self, source: Usd.Prim, places: np.ndarray | None, base: str, number: int) -> None:
        """Make environments of the copies."""
        context = pippin.sim.SimulationContext.instance()
        if context is None:
            raise RuntimeError("Environments need a simulation: make a SimulationContext before they are cloned.")
        holder, _ = pippin.sim.resolve_prim_pose(source.GetParent())
        if places is None:
            places = np.tile(np.asarray(pippin.sim.resolve_prim_pose(source)[0]) - holder, (number, 1))
        pippin.sim.set_local_pose(source, translation=tuple(float(value) for value in places[0]))
        context.environments = pippin.sim.EnvironmentPlan.uniform(places + np.asarray(holder), base)

    def _copy(
        self, source: Usd.Prim, paths: Sequence[str], places: np.ndarray | None, rotations: np.ndarray | None
    ) -> None:
        """Copy the prim's description to other paths."""
        layer = self._stage.GetEditTarget().GetLayer()
        for index, path in enumerate(paths):
            if path != str(source.GetPath()):
                pippin.sim.define_prim(str(Sdf.Path(path).GetParentPath()))
                Sdf.CopySpec(layer, source.GetPath(), layer, Sdf.Path(path))
            translation = None if places is None else tuple(map(float, places[index]))
            orientation = None if rotations is None else tuple(map(float, to_xyzw(rotations[index])))
            if translation is not None or orientation is not None:
                pippin.sim.set_local_pose(self._stage.GetPrimAtPath(path), translation, orientation)


class GridCloner(Cloner):
    """Makes copies of a prim in a grid around the origin of the prim that holds them.

    Args:
        spacing: Distance of neighbours along x and along y [m].
        num_per_row: Number of copies in a row; None and -1 have about as many rows as columns.
        stage: Stage with the prim; None takes the current one.
    """

    def __init__(self, spacing: float, num_per_row: int | None = None, stage: Usd.Stage | None = None) -> None:
        super().__init__(stage)
        self._spacing = spacing
        self._num_per_row = None if num_per_row == -1 else num_per_row

    def get_clone_transforms(
        self, num_clones: int, position_offsets: Any = None, orientation_offsets: Any = None
    ) -> tuple[list[list[float]], list[list[float]]]:
        """Places of copies.

        Args:
            num_clones: Number of copies.
            position_offsets: Shift of each copy from its place in the grid [m], shape (num_clones, 3).
            orientation_offsets: Quaternions (w, x, y, z) of the copies, shape (num_clones, 4).

        Returns:
            Positions [m] and quaternions (w, x, y, z), one of each for each copy.
        """
        self._num_per_row = self._num_per_row or narrow_row(num_clones)  # programs read what it came to
        places = grid_origins(num_clones, self._spacing, self._num_per_row)
        shifts = _rows("position_offsets", position_offsets, num_clones, 3)
        rotations = _rows("orientation_offsets", orientation_offsets, num_clones, 4)
        places = places if shifts is None else places + shifts
        rotations = np.tile([1.0, 0.0, 0.0, 0.0], (num_clones, 1)) if rotations is None else rotations
        return places.tolist(), rotations.tolist()

    def clone(  # type: ignore[override]  # Isaac Sim's own, with offsets in place of positions
        self,
        source_prim_path: str,
        prim_paths: Sequence[str],
        position_offsets: Any = None,
        orientation_offsets: Any = None,
        replicate_physics: bool = False,
        base_env_path: str | None = None,
        root_path: str | None = None,
        copy_from_source: bool = False,
        enable_env_ids: bool = False,
    ) -> list[list[float]]:
        """Copy a prim to other paths, in a grid.

        The arguments are those of :meth:`Cloner.clone` and of :meth:`get_clone_transforms`.

        Returns:
            Positions of the copies in the frame of the prim that holds them [m].

        Raises:
            ValueError: There is no such prim, or offsets are not one for each path.
        """
        places, rotations = self.get_clone_transforms(len(prim_paths), position_offsets, orientation_offsets)
        turned = rotations if orientation_offsets is not None else None
        super().clone(source_prim_path, prim_paths, places, turned, replicate_physics, base_env_path, root_path)
        return places


def _are_environments(source: str, paths: Sequence[str], base: str) -> bool:
    """Whether copies of a prim are environments: the first of them is the prim, and they are counted from 0."""
    return source == f"{base}/env_0" and list(paths) == [f"{base}/env_{index}" for index in range(len(paths))]


def _rows(name: str, values: Any, number: int, width: int) -> np.ndarray | None:
    """Values of each copy as an array.

    Raises:
        ValueError: There is not one row for each copy.
    """
    if values is None:
        return None
    rows = np.asarray(values.cpu() if isinstance(values, torch.Tensor) else values, dtype=np.float32)
    if rows.shape != (number, width):
        raise ValueError(f"{name} has the shape {rows.shape}; expected ({number}, {width}), a row for each path.")
    return rows
