"""Distances by rays."""

from __future__ import annotations

import logging
import math
from collections.abc import MutableMapping, Sequence
from dataclasses import MISSING
from typing import Any, ClassVar, Literal
from weakref import WeakValueDictionary

import torch
import warp as wp

from pippin.sim import SensorFrameCfg
from pippin.sim.expressions import find_matching_prims
from pippin.sim.markers.markers import RAY_CASTER_MARKER_CFG, VisualizationMarkers, VisualizationMarkersCfg
from pippin.sim.run.timeline import TimelineEvent
from pippin.utils import ProxyArray, configclass
from pippin.utils.launch import launch_rows
from pippin.utils.math import quat_apply

from ..backend_factory import chosen_by_backend
from ..mounts import offset_pose
from ..prim_poses import PrimPoses
from ..sensor_base import OffsetCfg as FrameOffsetCfg
from ..sensor_base import SensorBase, SensorBaseCfg
from .data import RayCasterData
from .embree import EmbreeRays, is_embree_installed
from .kernels import RaySources, cast_rays_at_mesh, place_sources, rays_in_world, sample_drift
from .patterns import PatternBaseCfg, PinholeCameraPatternCfg
from .ray_scene import RayScene
from .scene_kernels import cast_rays
from .targets import Frame, RayTarget, TargetReader, VariantGeometry, require_inside

logger = logging.getLogger("pippin")

_TURNS = {"world": (0, False), "yaw": (1, False), "base": (2, True)}
"""For each alignment, how the starts turn with the sensor and whether the directions do, as the kernel takes them."""


class _Meshes(WeakValueDictionary):
    """Meshes by path and device; a path alone, as up to Isaac Lab 2, finds that of any device."""

    def __getitem__(self, key: Any) -> wp.Mesh:
        return super().__getitem__(self._full_key(key))

    def __contains__(self, key: Any) -> bool:
        return super().__contains__(self._full_key(key))

    def _full_key(self, key: Any) -> Any:
        if not isinstance(key, str):
            return key
        return next((full for full in self.keys() if isinstance(full, tuple) and full[0] == key), key)


@chosen_by_backend
class RayCaster(SensorBase[RayCasterData]):
    """Finds where rays from a prim meet geometry that stands still, as lidars and scans of height do.

    All environments share one mesh, in the world. Hits are exact to the rounding of float32. Geometry in the
    environments is met where it lies at play, as by a :class:`MultiMeshRayCaster`, of which a warning tells: Isaac
    Lab's release refuses it, and programs that have such paths merge a pull request into theirs.

    Args:
        cfg: Config of the sensor. It is copied.

    Raises:
        RuntimeError: As :class:`SensorBase`, and at play: a path of meshes matches nothing, or there is no geometry at
            it.
        NotImplementedError: At play: a path leaves out environments, or the sensor is outside of the environments that
            geometry is in.
        ValueError: A field of the config is out of range, or, at play, a mesh is empty.
    """

    cfg: RayCasterCfg
    _is_at_prims = True
    _is_by_environment = True
    _offset_turns_starts = False  # as in Isaac Lab, whose offsets turn directions alone, but for cameras

    meshes: ClassVar[MutableMapping[tuple[str, str], wp.Mesh]] = _Meshes()
    """Meshes in use by path and device.

    The path is one of ``mesh_prim_paths`` for a :class:`RayCaster`, whose paths all are one mesh, and that of a prim of
    type Mesh for a :class:`MultiMeshRayCaster`, where all that is fixed to one body is one mesh. Shapes have none.
    """

    def __init__(self, cfg: RayCasterCfg) -> None:
        cfg.validate()
        cfg = cfg.copy()
        self._name = f"the {type(self).__name__} at '{cfg.prim_path}'"
        self._ray_scene: RayScene | None = None
        self._embree: EmbreeRays | None = None
        self._num_rays = 0
        self._check(cfg)
        super().__init__(cfg)

    @property
    def num_rays(self) -> int:
        """Number of rays R of each sensor, 0 before the simulation plays for the first time."""
        return self._num_rays

    @property
    def drift(self) -> ProxyArray:
        """What the sensor's position is off by since the last reset, ``(N, 3)``."""
        return ProxyArray(self._drift)

    @property
    def ray_cast_drift(self) -> ProxyArray:
        """What the rays' hits are off by since the last reset, ``(N, 3)``."""
        return ProxyArray(self._ray_drift)

    @property
    def ray_starts(self) -> ProxyArray:
        """Where the rays start in the frame of the sensor's prim [m], ``(N, R, 3)``."""
        return self._rays_at_prim()[0]

    @property
    def ray_directions(self) -> ProxyArray:
        """Unit vectors along the rays in the frame of the sensor's prim, ``(N, R, 3)``."""
        return self._rays_at_prim()[1]

    @property
    def ray_starts_w(self) -> ProxyArray:
        """Where the rays of the last measurement start, in the world [m], ``(N, R, 3)``.

        The distance of what a ray hits is that of ``data.ray_hits_w`` from here, with ``ray_cast_drift_range`` at zero.
        """
        return self._rays_in_world()[0]

    @property
    def ray_directions_w(self) -> ProxyArray:
        """Unit vectors along the rays of the last measurement, world axes, ``(N, R, 3)``."""
        return self._rays_in_world()[1]

    # -- for kinds of ray casters --------------------------------------------------------------------------------------

    @property
    def _has_mesh_ids(self) -> bool:
        """Whether the rays say what they hit."""
        return False

    def _check(self, cfg: RayCasterCfg) -> None:
        """Refuse fields out of range; let the deprecated one set what has taken its place."""
        _check_alignment(cfg, self._name)
        self._check_targets(cfg)
        if not cfg.max_distance > 0.0:
            raise ValueError(f"max_distance of {self._name} should be above 0 m, not {cfg.max_distance!r}.")
        _check_drift(cfg, self._name)

    def _check_targets(self, cfg: RayCasterCfg) -> None:
        if not cfg.mesh_prim_paths:
            raise ValueError(f"mesh_prim_paths of {self._name} is empty: name what the rays should meet.")

    def _read_targets(self) -> list[VariantGeometry]:
        """What the rays meet, for each variant of an environment."""
        targets = [RayTarget(path) for path in self.cfg.mesh_prim_paths]
        variants = TargetReader(self._scene, self._sim.stage, self._name).read(targets)
        if any(frame != Frame() for variant in variants for frame in variant.frames):
            require_inside(self._name, self._prims.see_all and self._scene.num_envs > 1, variants)
            logger.warning(
                "mesh_prim_paths of %s matches geometry of the environments, which Isaac Lab's release refuses: rays "
                "meet that of their own environment where it lies at play, as those of a MultiMesh%s do.",
                self._name,
                type(self).__name__,
            )
        return variants

    def _register_meshes(self, ray_scene: RayScene) -> None:
        for mesh in ray_scene.meshes.values():
            for path in self.cfg.mesh_prim_paths:
                self.meshes[path, self._scene.device] = mesh

    def _make_data(self) -> None:
        """Make the arrays of the measurements."""
        self._data = RayCasterData(self._num_instances, self._scene.device, self._num_rays)
        self._mesh_ids = wp.empty((0, 0), dtype=wp.int16, device=self._scene.device)

    def _make_rays(self) -> tuple[torch.Tensor, torch.Tensor]:
        """Starts and directions of the rays in the frame of the pattern, each of shape (R, 3) or (N, R, 3)."""
        pattern = self.cfg.pattern_cfg
        if isinstance(pattern, PinholeCameraPatternCfg):
            return pattern.func(pattern, pattern.intrinsic_matrix()[None], self.device)
        return pattern.func(pattern, self.device)

    def _make_offset(self) -> wp.transformf:
        """Pose of the pattern in the frame of the sensor's prim."""
        return offset_pose(self.cfg.offset)

    def _place_sources(self, env_mask: wp.array) -> None:
        """Find where the rays start in environments."""
        wp.launch(
            place_sources,
            dim=self._num_instances,
            inputs=[
                self._prims.update(),
                self._offset,
                self._offset_turns_starts,
                *_TURNS[self.cfg.ray_alignment],
                self._drift,
                self._ray_drift,
                env_mask,
                self._sources,
            ],
            outputs=[self._data.pos_w.warp, self._data.quat_w.warp],
            device=self._scene.device,
        )

    def _cast(self, ray_scene: RayScene) -> None:
        """Cast the rays that start in the environments that were last named."""
        hits, max_distance = self._data.ray_hits_w.warp, self.cfg.max_distance
        mesh = ray_scene.world_mesh
        if mesh is not None:
            self._cast_at_mesh(mesh, max_distance, hits)
        if mesh is None or ray_scene.has_more:
            self._launch(cast_rays, [ray_scene.geometry, max_distance, mesh is not None], [hits, self._mesh_ids])

    def _cast_at_mesh(self, mesh: wp.Mesh, max_distance: float, hits: wp.array) -> None:
        """Cast the rays at a mesh in the world."""
        if mesh.device.is_cpu and is_embree_installed():
            if self._embree is None:
                self._embree = EmbreeRays(mesh, self._num_instances, self._num_rays)
            self._embree.cast(self._sources, self._starts, self._directions, max_distance, hits)
        else:
            self._launch(cast_rays_at_mesh, [wp.uint64(mesh.id), max_distance], [hits])

    def _launch(self, kernel: wp.Kernel, inputs: Sequence[Any], outputs: Sequence[wp.array]) -> None:
        """Run a kernel over all rays; on a CPU, on all cores."""
        rows, rays = self._num_instances, self._num_rays
        inputs = [self._sources, self._starts, self._directions, *inputs]
        launch_rows(kernel, rows, rays, inputs=inputs, outputs=outputs, device=self._scene.device)

    def _hit_points(self) -> torch.Tensor:
        """Points that rays hit in the world, inf where there is none, shape (N, R, 3)."""
        return self.data.ray_hits_w.torch

    # -- inside --------------------------------------------------------------------------------------------------------

    def _rays_at_prim(self) -> tuple[ProxyArray, ProxyArray]:
        self._require_clock()
        offset = torch.tensor([*self._offset], device=self.device)
        shape = (self._num_instances, self._num_rays, 3)
        starts, directions = (wp.to_torch(rays).expand(shape) for rays in (self._starts, self._directions))
        turn = offset[3:].expand(*shape[:2], 4)
        starts = quat_apply(turn, starts) if self._offset_turns_starts else starts
        placed = starts + offset[:3], quat_apply(turn, directions)
        return tuple(ProxyArray(wp.from_torch(rays.contiguous(), dtype=wp.vec3f)) for rays in placed)  # type: ignore

    def _rays_in_world(self) -> tuple[ProxyArray, ProxyArray]:
        self._update_outdated_buffers()
        shape, device = (self._num_instances, self._num_rays), self._scene.device
        rays = [wp.empty(shape, dtype=wp.vec3f, device=device) for _ in range(2)]
        inputs = [self._sources, self._starts, self._directions]
        wp.launch(rays_in_world, dim=shape, inputs=inputs, outputs=rays, device=device)
        return ProxyArray(rays[0]), ProxyArray(rays[1])

    def _spawn(self) -> None:
        if find_matching_prims(self.cfg.prim_path.rpartition("/")[0], self._sim.stage):
            self._spawn_frame()

    def _on_prepare(self, event: TimelineEvent) -> None:
        self._spawn_frame()  # what it is mounted on may have been spawned after it
        super()._on_prepare(event)

    def _spawn_frame(self) -> None:
        cfg = self.cfg
        if cfg.spawn is not None and not find_matching_prims(cfg.prim_path, self._sim.stage):
            cfg.spawn.func(cfg.prim_path, cfg.spawn)

    def _initialize_impl(self) -> None:
        super()._initialize_impl()
        scene, cfg = self._scene, self.cfg
        self._prims = PrimPoses(scene, cfg.prim_path, self._sim.stage, type(self).__name__)
        self._num_instances = len(self._prims.places)
        self._set_rays(*self._make_rays())
        self._ray_scene = RayScene(scene, self._read_targets(), self._has_mesh_ids)
        self._register_meshes(self._ray_scene)
        self._sources = self._make_sources()
        self._offset = self._make_offset()
        self._drift = wp.zeros(scene.num_envs, dtype=wp.vec3f, device=scene.device)
        self._ray_drift = wp.zeros(scene.num_envs, dtype=wp.vec3f, device=scene.device)
        self._has_drifted = False
        self._make_data()
        self._reset_impl(self._environments.from_ids(None))

    def _invalidate_impl(self) -> None:
        super()._invalidate_impl()
        self._ray_scene = None
        self._embree = None

    def _set_rays(self, starts: torch.Tensor, directions: torch.Tensor) -> None:
        """Take rays in the frame of the pattern, each of shape (R, 3), or (N, R, 3) where the sensors differ."""
        if starts.ndim == 2:
            starts, directions = starts[None], directions[None]
        if starts.shape != directions.shape or starts.ndim != 3 or starts.shape[2] != 3 or not starts.shape[1]:
            raise ValueError(
                f"The pattern of {self._name} gives starts of shape {tuple(starts.shape[-2:])} and directions of shape "
                f"{tuple(directions.shape[-2:])}: both should be (number of rays, 3)."
            )
        directions = torch.nn.functional.normalize(directions.float(), dim=2)
        self._num_rays = starts.shape[1]
        if bool((starts == starts[:1]).all()):  # as those of cameras, which differ in their directions
            starts = starts[:1]
        self._starts = wp.clone(wp.from_torch(starts.float().contiguous(), dtype=wp.vec3f))
        self._directions = wp.clone(wp.from_torch(directions.contiguous(), dtype=wp.vec3f))

    def _make_sources(self) -> RaySources:
        def empty(dtype: object) -> wp.array:
            return wp.empty(self._num_instances, dtype=dtype, device=self._scene.device)

        sources = RaySources()
        sources.env_ids = self._prims.env_ids
        sources.due, sources.rise, sources.origin = empty(wp.bool), empty(float), empty(wp.vec3f)
        sources.turn_starts, sources.turn_directions = empty(wp.quatf), empty(wp.quatf)
        return sources

    def _reset_impl(self, env_ids: wp.array) -> None:
        low, high = self.cfg.drift_range
        ray_ranges = [self.cfg.ray_cast_drift_range.get(axis, (0.0, 0.0)) for axis in "xyz"]
        self._has_drifted |= any([low, high, *(end for ends in ray_ranges for end in ends)])
        if not self._has_drifted:
            return
        wp.launch(
            sample_drift,
            dim=env_ids.shape[0],
            inputs=[
                int(torch.randint(2**31 - 1, (), device="cpu")),
                env_ids,
                wp.vec3f(low),
                wp.vec3f(high),
                wp.vec3f(*(ends[0] for ends in ray_ranges)),
                wp.vec3f(*(ends[1] for ends in ray_ranges)),
            ],
            outputs=[self._drift, self._ray_drift],
            device=self._scene.device,
        )

    def _update_buffers_impl(self, env_mask: wp.array) -> None:
        assert self._ray_scene is not None
        self._place_sources(env_mask)
        self._ray_scene.update()
        self._cast(self._ray_scene)

    def _visualize(self, markers: VisualizationMarkers) -> None:
        points = self._hit_points().reshape(-1, 3)
        markers.visualize(translations=points[points.isfinite().all(dim=1)])


def _check_alignment(cfg: RayCasterCfg, sensor: str) -> None:
    if cfg.attach_yaw_only is not None:
        cfg.ray_alignment = "yaw" if cfg.attach_yaw_only else "base"
    if cfg.ray_alignment not in _TURNS:
        raise ValueError(f"ray_alignment of {sensor} should be one of {sorted(_TURNS)}, not {cfg.ray_alignment!r}.")


def _check_drift(cfg: RayCasterCfg, sensor: str) -> None:
    unknown = set(cfg.ray_cast_drift_range) - set("xyz")
    if unknown:
        raise ValueError(
            f"'ray_cast_drift_range' of {sensor} has the keys {sorted(unknown)}; expected 'x', 'y' and 'z'."
        )
    for name, ends in {"drift_range": cfg.drift_range, **cfg.ray_cast_drift_range}.items():
        if len(ends) != 2 or not all(map(math.isfinite, ends)) or ends[0] > ends[1]:
            raise ValueError(
                f"The range '{name}' of the drift of {sensor} should rise from low to high, not be {ends!r}."
            )


@configclass
class RayCasterCfg(SensorBaseCfg):
    """Which rays to cast, from where, and at what.

    ``prim_path`` is a rigid body, a prim below one, which goes with it, or any other prim, which stands still.
    """

    @configclass
    class OffsetCfg(FrameOffsetCfg):
        """Where the rays' frame is in the frame of the sensor's prim, and how their directions are turned there.

        As in Isaac Lab, ``rot`` turns directions alone: a grid keeps its starts, however its rays lean.
        """

    class_type: type[RayCaster] = RayCaster
    """Class of the sensor."""

    spawn: SensorFrameCfg | None = SensorFrameCfg()
    """Frame to spawn where there is no prim at ``prim_path``; None spawns nothing.

    It is spawned at once, or where what it is mounted on is not on the stage yet, when the simulation begins to play.
    """

    mesh_prim_paths: list[Any] = MISSING
    """Paths, or expressions, of prims that stand still outside of the environments: rays meet all geometry below them.

    Meshes and shapes are met where their surface is; planes count as infinite.
    """

    offset: OffsetCfg = OffsetCfg()
    """How starts are moved and directions turned in the frame of the sensor's prim."""

    ray_alignment: Literal["base", "yaw", "world"] = "base"
    """How the rays turn with the sensor's prim.

    - ``"base"``: starts and directions turn with it.
    - ``"yaw"``: starts turn with it about the world's z axis, and directions stay.
    - ``"world"``: neither turns.
    """

    attach_yaw_only: bool | None = None
    """Deprecated: True stands for ``ray_alignment="yaw"``, False for ``"base"``."""

    pattern_cfg: PatternBaseCfg = MISSING
    """Starts and directions of the rays."""

    max_distance: float = 1e6
    """How far rays reach [m]."""

    drift_range: tuple[float, float] = (0.0, 0.0)
    """Range of each coordinate of the drift of the sensor's position in the world, drawn at each reset [m]."""

    ray_cast_drift_range: dict[str, tuple[float, float]] = {"x": (0.0, 0.0), "y": (0.0, 0.0), "z": (0.0, 0.0)}
    """Ranges of the drift of what the rays report, drawn at each reset [m].

    The rays shift along "x" and "y", which turn as the starts do; the heights of the hits shift by "z".
    """

    visualizer_cfg: VisualizationMarkersCfg = RAY_CASTER_MARKER_CFG
    """Markers of the hits."""
