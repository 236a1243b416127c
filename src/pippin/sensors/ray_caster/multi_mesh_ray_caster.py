"""Distances by rays to things that move."""

from __future__ import annotations

import logging
from dataclasses import MISSING

import warp as wp

from pippin.sim.stage import get_environments
from pippin.utils import ProxyArray, configclass

from .data import MultiMeshRayCasterData
from .ray_caster import RayCaster, RayCasterCfg
from .ray_scene import RayScene
from .targets import RayTarget, TargetReader, VariantGeometry, require_inside

logger = logging.getLogger("pippin")


class MultiMeshRayCaster(RayCaster):
    """Finds where rays from a prim meet geometry, be it of bodies, of environments, or outside of these.

    Rays meet what lies in the environment of their sensor, and outside of all environments. What is fixed to a body
    moves with that body, also where a target holds several bodies, such as all links of a robot. Every distinct surface
    is one mesh, however many environments and bodies have it; memory grows with rays and with poses of bodies.

    Args:
        cfg: Config of the sensor. It is copied.

    Raises:
        RuntimeError: As :class:`RayCaster`.
        NotImplementedError: At play: a target leaves out environments, or the sensor is outside of the environments
            that its targets are in.
        ValueError: As :class:`RayCaster`.
    """

    cfg: MultiMeshRayCasterCfg
    _data: MultiMeshRayCasterData

    @property
    def data(self) -> MultiMeshRayCasterData:
        """Poses, hits and mesh ids, computed if they are due."""
        self._update_outdated_buffers()
        return self._data

    def mesh_paths(self, env_id: int = 0) -> list[str]:
        """Paths of the prims that the mesh ids 0, 1, ... stand for in an environment.

        A target with ``merge_prim_meshes`` has an id for each prim that its expression matches, another one for each
        prim with geometry. They are numbered in the order of the targets, then of the stage.

        Raises:
            RuntimeError: The simulation is stopped.
            IndexError: There is no such environment.
        """
        self._require_clock()
        description, plan = self._scene.description, get_environments()
        if not 0 <= env_id < description.num_envs:
            raise IndexError(f"There is no environment {env_id}: there are {description.num_envs}.")
        variant = int(description.variant_of_env[env_id])
        paths = self._variants[variant].mesh_paths
        if plan is None:
            return list(paths)
        template = plan.template_path(variant)
        return [
            plan.env_path(env_id) + path[len(template) :] if f"{path}/".startswith(f"{template}/") else path
            for path in paths
        ]

    @property
    def _has_mesh_ids(self) -> bool:
        return self.cfg.update_mesh_ids

    def _read_targets(self) -> list[VariantGeometry]:
        cfg = self.cfg
        if not cfg.reference_meshes:
            logger.warning(
                "reference_meshes=False of %s has no effect: equal surfaces are always kept once.", self._name
            )
        targets = [
            RayTarget(entry)
            if isinstance(entry, str)
            else RayTarget(entry.prim_expr, entry.merge_prim_meshes, entry.track_mesh_transforms)
            for entry in cfg.mesh_prim_paths
        ]
        self._variants = TargetReader(self._scene, self._sim.stage, self._name).read(targets)
        require_inside(self._name, self._prims.see_all and self._scene.num_envs > 1, self._variants)
        return self._variants

    def _register_meshes(self, ray_scene: RayScene) -> None:
        for paths, mesh in ray_scene.meshes.items():
            for path in paths:
                self.meshes[path, self._scene.device] = mesh

    def _make_data(self) -> None:
        super()._make_data()
        shape, device = (self._num_instances, self._num_rays), self._scene.device
        self._data = MultiMeshRayCasterData(self._num_instances, device, self._num_rays)
        if self._has_mesh_ids:
            self._mesh_ids = wp.full(shape, -1, dtype=wp.int16, device=device)
            self._data.ray_mesh_ids = ProxyArray(self._mesh_ids.reshape((*shape, 1)))


@configclass
class MultiMeshRayCasterCfg(RayCasterCfg):
    """Which rays to cast, from where, and at what."""

    @configclass
    class RaycastTargetCfg:
        """Prims that rays meet, with all geometry below them."""

        prim_expr: str = MISSING
        """Path, or expression, of the prims; ``{ENV_REGEX_NS}`` at its beginning stands for every environment."""

        is_shared: bool = False
        """A promise that the geometry is the same in all environments. It makes no difference here: geometry is read
        once for all environments that are equal."""

        merge_prim_meshes: bool = True
        """Whether all geometry at and below a matching prim has one mesh id; otherwise each part has its own."""

        track_mesh_transforms: bool = True
        """Whether what is fixed to bodies moves with them; otherwise it stays where it is at play, which is faster."""

    class_type: type[MultiMeshRayCaster] = MultiMeshRayCaster
    """Class of the sensor."""

    mesh_prim_paths: list[str | RaycastTargetCfg] = MISSING
    """What rays meet. A path, or expression, alone stands for a target whose transforms are not tracked."""

    update_mesh_ids: bool = False
    """Whether the data say which mesh each ray hits."""

    reference_meshes: bool = True
    """Whether equal meshes are kept once. They always are: False has no effect but a warning."""
