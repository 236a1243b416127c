"""The ground that all environments share."""

from __future__ import annotations

from dataclasses import MISSING
from typing import Literal

import torch

from pippin.sim.spawners import GroundPlaneCfg, PreviewSurfaceCfg, RigidBodyMaterialCfg, UsdFileCfg
from pippin.utils import configclass

from .grid import grid_origins


class TerrainImporter:
    """Spawns the ground and says where on it the environments stand.

    Args:
        cfg: Config of the terrain.
        device: Torch device of the origins.

    Raises:
        ValueError: The config lacks what its type of terrain needs, or there is no such type.
        NotImplementedError: The terrain is to be generated.
    """

    def __init__(self, cfg: TerrainImporterCfg, device: str = "cpu") -> None:
        cfg.validate()
        self.cfg = cfg
        self.device = device
        self.terrain_origins: torch.Tensor | None = None
        """Origins of the parts of a generated terrain, shape (rows, columns, 3) [m]; None where it has no parts."""
        self._spawn()
        self.env_origins = self._flat_origins()
        """Positions of the environments on the terrain, in the world [m], shape (num_envs, 3)."""

    def _spawn(self) -> None:
        if self.cfg.terrain_type == "plane":
            ground = GroundPlaneCfg(physics_material=self.cfg.physics_material)
            if isinstance(self.cfg.visual_material, PreviewSurfaceCfg):
                ground.color = self.cfg.visual_material.diffuse_color
            ground.func(self.cfg.prim_path, ground)
        elif self.cfg.terrain_type == "usd":
            if self.cfg.usd_path is None:
                raise ValueError("A terrain of type 'usd' needs usd_path, the file that holds it.")
            usd = UsdFileCfg(usd_path=self.cfg.usd_path)
            usd.func(self.cfg.prim_path, usd)
        elif self.cfg.terrain_type == "generator":
            raise NotImplementedError(
                "Terrains are not generated yet: use terrain_type='plane', or 'usd' with a file that holds the terrain."
            )
        else:
            raise ValueError(
                f"There is no terrain type '{self.cfg.terrain_type}'; there are: 'plane', 'usd', 'generator'."
            )

    def _flat_origins(self) -> torch.Tensor:
        if self.cfg.env_spacing is None:
            raise ValueError("A terrain without generated parts needs env_spacing, the distance of environments [m].")
        return torch.as_tensor(grid_origins(self.cfg.num_envs, self.cfg.env_spacing), device=self.device)


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

    terrain_generator: object | None = None
    """Config of the generator, for terrain_type='generator'."""

    usd_path: str | None = None
    """File that holds the terrain, for terrain_type='usd'."""

    env_spacing: float | None = None
    """Distance of environments where the terrain has no origins of its own [m]; None takes the scene's."""

    visual_material: object | None = None
    """Material that the terrain is drawn with; None leaves the spawner's."""

    physics_material: RigidBodyMaterialCfg = RigidBodyMaterialCfg()
    """Friction and restitution of the terrain."""

    max_init_terrain_level: int | None = None
    """Highest level that environments start on, for generated terrains."""

    use_terrain_origins: bool = True
    """Whether environments stand on the origins of a generated terrain."""

    debug_vis: bool = False
    """Whether to draw the origins."""
