"""Distances by rays."""

from __future__ import annotations

import math
import warnings
from collections.abc import MutableMapping
from typing import TYPE_CHECKING, ClassVar
from weakref import WeakValueDictionary

import torch
import warp as wp

from pippin.sim.expressions import find_matching_prims
from pippin.sim.markers import VisualizationMarkers
from pippin.utils.math import quat_apply

from ..backend_factory import BackendFactory
from ..mounts import mounted_view
from ..sensor_base import SensorBase
from .data import RayCasterData
from .kernels import cast_rays, sample_drift
from .patterns import PatternBaseCfg, PinholeCameraPatternCfg
from .static_geometry import read_static_geometry, shared_mesh

if TYPE_CHECKING:
    from .cfg import RayCasterCfg

_TURNS = {"world": (0, False), "yaw": (1, False), "base": (2, True)}
"""For each alignment, how the starts turn with the sensor and whether the directions do, as the kernel takes them."""


class RayCaster(BackendFactory, SensorBase):
    """Finds where rays that are fixed to a body meet geometry that stands still, as lidars and scans of height do.

    All environments share one mesh, in the world. Hits are exact to the rounding of float32.

    Args:
        cfg: Config of the sensor. It is copied.

    Raises:
        RuntimeError: As :class:`SensorBase`, and at play: the prim is no rigid body nor below one, a path of meshes
            matches nothing, or there is no geometry at it.
        NotImplementedError: At play: geometry belongs to an environment or a rigid body.
        ValueError: A field of the config is out of range, or, at play, a mesh is empty.
    """

    cfg: RayCasterCfg

    meshes: ClassVar[MutableMapping[tuple[str, str], wp.Mesh]] = WeakValueDictionary()
    """Meshes in use by (path in ``mesh_prim_paths``, device). The paths of one sensor are one mesh; planes are none."""

    def __init__(self, cfg: RayCasterCfg) -> None:
        cfg.validate()
        cfg = cfg.copy()
        _check(cfg)
        super().__init__(cfg)

    @property
    def data(self) -> RayCasterData:
        """Poses and hits, computed if they are due."""
        self._update_outdated_buffers()
        return self._data

    # -- inside --------------------------------------------------------------------------------------------------------

    def _spawn(self) -> None:
        cfg = self.cfg
        if cfg.spawn is not None and not find_matching_prims(cfg.prim_path, self._sim.stage):
            cfg.spawn.func(cfg.prim_path, cfg.spawn)
        super()._spawn()

    def _initialize_impl(self) -> None:
        super()._initialize_impl()
        scene, cfg = self._scene, self.cfg
        self._view, self._mount = mounted_view(scene, cfg.prim_path, self._sim.stage, "RayCaster")
        self._num_instances = self._view.count
        self._link_poses = wp.zeros((self._num_instances, 1), dtype=wp.transformf, device=scene.device)
        self._make_rays()
        self._read_geometry()
        self._drift = wp.zeros(scene.num_envs, dtype=wp.vec3f, device=scene.device)
        self._ray_drift = wp.zeros(scene.num_envs, dtype=wp.vec3f, device=scene.device)
        self._data = RayCasterData(self._num_instances, scene.device, len(self._starts))
        self._reset_impl(self._environments.from_ids(None))

    def _make_rays(self) -> None:
        """Rays in the frame of the sensor's prim."""
        starts, directions = _rays_of(self.cfg.pattern_cfg, self.device)
        if starts.ndim != 2 or starts.shape != directions.shape or starts.shape[1] != 3 or not len(starts):
            raise ValueError(
                f"The pattern of the RayCaster at '{self.cfg.prim_path}' gives starts of shape {tuple(starts.shape)} "
                f"and directions of shape {tuple(directions.shape)}: both should be (number of rays, 3)."
            )
        starts, directions = starts.float(), directions.float()
        offset = starts.new_tensor([*self.cfg.offset.pos, *self.cfg.offset.rot])
        rotation = torch.nn.functional.normalize(offset[3:], dim=0).expand(len(starts), 4)
        starts = quat_apply(rotation, starts) + offset[:3]
        directions = torch.nn.functional.normalize(quat_apply(rotation, directions), dim=1)
        self._starts = wp.clone(wp.from_torch(starts.contiguous(), dtype=wp.vec3f))
        self._directions = wp.clone(wp.from_torch(directions.contiguous(), dtype=wp.vec3f))

    def _read_geometry(self) -> None:
        geometry = read_static_geometry(self.cfg.mesh_prim_paths, self._sim.stage)
        device = self._scene.device
        self._planes = wp.array(geometry.planes, dtype=wp.vec4f, device=device)
        self._mesh: wp.Mesh | None = None
        if geometry.triangles is not None:
            self._mesh = shared_mesh(geometry.triangles, device)
            for path in self.cfg.mesh_prim_paths:
                self.meshes[path, device] = self._mesh

    def _invalidate_impl(self) -> None:
        super()._invalidate_impl()
        self._mesh = None

    def _reset_impl(self, env_ids: wp.array) -> None:
        low, high = self.cfg.drift_range
        ray_ranges = [self.cfg.ray_cast_drift_range.get(axis, (0.0, 0.0)) for axis in "xyz"]
        if not any([low, high, *(end for ends in ray_ranges for end in ends)]):
            return
        wp.launch(
            sample_drift,
            dim=env_ids.shape[0],
            inputs=[
                int(torch.randint(2**31 - 1, ())),
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
        data = self._data
        wp.launch(
            cast_rays,
            dim=(self._num_instances, len(self._starts)),
            inputs=[
                self._view.read_link_poses(self._link_poses),
                self._mount,
                self._starts,
                self._directions,
                *_TURNS[self.cfg.ray_alignment],
                self._drift,
                self._ray_drift,
                wp.uint64(self._mesh.id if self._mesh is not None else 0),
                self._planes,
                self.cfg.max_distance,
                self._view.env_ids,
                env_mask,
            ],
            outputs=[data.pos_w.warp, data.quat_w.warp, data.ray_hits_w.warp],
            device=self._scene.device,
        )

    def _visualize(self, markers: VisualizationMarkers) -> None:
        hits = self.data.ray_hits_w.torch.reshape(-1, 3)
        hits = hits[hits.isfinite().all(dim=1)]
        if len(hits):
            markers.visualize(translations=hits)


def _rays_of(pattern: PatternBaseCfg, device: str) -> tuple[torch.Tensor, torch.Tensor]:
    if isinstance(pattern, PinholeCameraPatternCfg):
        starts, directions = pattern.func(pattern, pattern.intrinsic_matrix()[None], device)
        return starts[0], directions[0]
    return pattern.func(pattern, device)


def _check(cfg: RayCasterCfg) -> None:
    """Refuse fields out of range; let the deprecated one set what has taken its place."""
    where = f"of the RayCaster at '{cfg.prim_path}'"
    if cfg.attach_yaw_only is not None:
        cfg.ray_alignment = "yaw" if cfg.attach_yaw_only else "base"
        warnings.warn(
            f"'attach_yaw_only' {where} is deprecated: use ray_alignment='{cfg.ray_alignment}'.",
            DeprecationWarning,
            stacklevel=3,
        )
    if cfg.ray_alignment not in _TURNS:
        raise ValueError(f"ray_alignment {where} should be one of {sorted(_TURNS)}, not {cfg.ray_alignment!r}.")
    if not cfg.mesh_prim_paths:
        raise ValueError(f"mesh_prim_paths {where} is empty: name what the rays should meet.")
    if not cfg.max_distance > 0.0:
        raise ValueError(f"max_distance {where} should be above 0 m, not {cfg.max_distance!r}.")
    unknown = set(cfg.ray_cast_drift_range) - set("xyz")
    if unknown:
        raise ValueError(f"ray_cast_drift_range {where} has keys 'x', 'y' and 'z', not {sorted(unknown)}.")
    for name, ends in {"drift_range": cfg.drift_range, **cfg.ray_cast_drift_range}.items():
        if len(ends) != 2 or not all(map(math.isfinite, ends)) or ends[0] > ends[1]:
            raise ValueError(f"The range '{name}' of the drift {where} should rise from low to high, not be {ends!r}.")
