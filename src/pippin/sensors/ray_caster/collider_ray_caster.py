"""Distances by rays to whatever bodies collide with."""

from __future__ import annotations

from typing import Any

import warp as wp

from pippin.quantities.properties import Stored
from pippin.utils import ProxyArray, configclass
from pippin.utils.torch_view import torch_view

from .data import RayCasterData
from .ray_caster import RayCaster, RayCasterCfg
from .ray_scene import RayScene
from .scene_kernels import cast_measuring_rays
from .targets import TargetReader, VariantGeometry, require_inside


class ColliderRayCasterData(RayCasterData):
    """Poses of N ray casters, and where their R rays hit, how far away and how steeply."""

    ray_distances = Stored(
        float, "rays", doc="Distances from the rays' starts [m], inf where there is none, (N, R), float32."
    )
    ray_normals_w = Stored(
        wp.vec3f, "rays", doc="Normals of what is hit, outward, in the world, inf where there is none, (N, R), vec3f."
    )


class ColliderRayCaster(RayCaster):
    """Finds where rays from a prim meet colliders, of bodies, of environments, or outside of these.

    It needs no list of what there is: all colliders of the stage count, as they are at play, and go with their bodies.
    What is only seen is not met. In all else it is as :class:`MultiMeshRayCaster`, without mesh ids.

    Args:
        cfg: Config of the sensor. It is copied.

    Raises:
        RuntimeError: As :class:`RayCaster`; or, at play, there is no collider.
        NotImplementedError: At play: the sensor is outside of the environments that colliders are in.
        ValueError: As :class:`RayCaster`; or the config names what the rays should meet.
    """

    cfg: ColliderRayCasterCfg  # type: ignore[assignment]
    _data: ColliderRayCasterData  # type: ignore[assignment]

    @property
    def data(self) -> ColliderRayCasterData:  # type: ignore[override]
        """Poses, hits, distances and normals, computed if they are due."""
        self._update_outdated_buffers()
        return self._data

    def get_world_poses(self, indices: Any = None) -> tuple[ProxyArray, ProxyArray]:
        """Poses of the sensors' prims as they are now, whether or not measurements are due.

        Args:
            indices: Rows of the sensors; None means all.

        Returns:
            Positions in the world [m], shape (n,), vec3f, and orientations (x, y, z, w), shape (n,), quatf.

        Raises:
            RuntimeError: The simulation is stopped.
        """
        self._require_clock()
        poses = torch_view(self._prims.update()).view(-1, 7)[slice(None) if indices is None else indices]
        positions, orientations = poses[:, :3].contiguous(), poses[:, 3:].contiguous()
        return (
            ProxyArray(wp.from_torch(positions, dtype=wp.vec3f)),
            ProxyArray(wp.from_torch(orientations, dtype=wp.quatf)),
        )

    def _check_targets(self, cfg: RayCasterCfg) -> None:
        if cfg.mesh_prim_paths:
            raise ValueError(
                f"mesh_prim_paths of {self._name} is {cfg.mesh_prim_paths!r}; expected none, since its rays meet all "
                "colliders: a MultiMeshRayCaster meets what is named."
            )

    def _read_targets(self) -> list[VariantGeometry]:
        variants = TargetReader(self._scene, self._sim.stage, self._name).read_colliders()
        require_inside(self._name, self._prims.see_all and self._scene.num_envs > 1, variants)
        return variants

    def _register_meshes(self, ray_scene: RayScene) -> None:
        for paths, mesh in ray_scene.meshes.items():
            for path in paths:
                self.meshes[path, self._scene.device] = mesh

    def _cast(self, ray_scene: RayScene) -> None:
        data = self._data
        outputs = [data.ray_hits_w.warp, data.ray_distances.warp, data.ray_normals_w.warp]
        self._launch(cast_measuring_rays, [ray_scene.geometry, self.cfg.max_distance], outputs)

    def _make_data(self) -> None:
        super()._make_data()
        self._data = ColliderRayCasterData(self._num_instances, self._scene.device, self._num_rays)


@configclass
class ColliderRayCasterCfg(RayCasterCfg):
    """Which rays to cast, and from where."""

    class_type: type[ColliderRayCaster] = ColliderRayCaster
    """Class of the sensor."""

    mesh_prim_paths: list[Any] = []
    """Has to be empty: rays meet all colliders."""
