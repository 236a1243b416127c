"""Config of the ray caster that meets things that move."""

from __future__ import annotations

from dataclasses import MISSING

from pippin.utils import configclass

from .cfg import RayCasterCfg
from .multi_mesh_ray_caster import MultiMeshRayCaster


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
