"""Config of the ground that all environments share."""

from __future__ import annotations

from dataclasses import MISSING
from typing import Literal

from pippin.sim.spawners import PreviewSurfaceCfg, RigidBodyMaterialCfg, VisualMaterialCfg
from pippin.utils import configclass

from .generator_cfg import TerrainGeneratorCfg
from .importer import TerrainImporter


@configclass
class TerrainImporterCfg:
    """Config of the ground that all environments share."""

    class_type: type = TerrainImporter
    """Class that imports the terrain."""

    collision_group: int = -1
    """Collision group: terrain collides with the assets of all environments."""

    prim_path: str = MISSING
    """Prim path of the terrain."""

    num_envs: int = 1
    """Number of environments; the scene sets it."""

    terrain_type: Literal["plane", "usd", "generator"] = "generator"
    """An infinite plane, a USD file, or a generated terrain."""

    terrain_generator: TerrainGeneratorCfg | None = None
    """Config of the generator, for terrain_type='generator'."""

    usd_path: str | None = None
    """File that holds the terrain, for terrain_type='usd'."""

    env_spacing: float | None = None
    """Distance of environments where the terrain has no origins of its own [m]; None takes the scene's."""

    visual_material: VisualMaterialCfg | None = PreviewSurfaceCfg(diffuse_color=(0.065, 0.0725, 0.080))
    """Material that the terrain is drawn with; None leaves a plane black, and a mesh its own colours."""

    physics_material: RigidBodyMaterialCfg = RigidBodyMaterialCfg()
    """Friction and restitution of the terrain."""

    max_init_terrain_level: int | None = None
    """Highest row that environments start on, for generated terrains; None: the last."""

    use_terrain_origins: bool = True
    """Whether environments stand where robots start on a generated terrain; otherwise in a grid."""

    debug_vis: bool = False
    """Whether to show frames where robots start."""
