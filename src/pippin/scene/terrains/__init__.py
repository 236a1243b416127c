"""Ground for robots: planes, files, and generated terrains with curricula."""

from .flat_patches import (
    find_flat_patches,
)
from .generator import (
    TerrainGenerator,
    TerrainGeneratorCfg,
)
from .importer import (
    TerrainImporter,
    TerrainImporterCfg,
)
from .kinds.height_field_meshes import HfTerrainBaseCfg, convert_height_field_to_mesh, height_field_to_mesh
from .kinds.height_fields import (
    HfDiscreteObstaclesTerrainCfg,
    HfInvertedPyramidSlopedTerrainCfg,
    HfInvertedPyramidStairsTerrainCfg,
    HfPyramidSlopedTerrainCfg,
    HfPyramidStairsTerrainCfg,
    HfRandomUniformTerrainCfg,
    HfSteppingStonesTerrainCfg,
    HfWaveTerrainCfg,
)
from .kinds.obstacles import (
    MeshBoxTerrainCfg,
    MeshFileTerrainCfg,
    MeshFloatingRingTerrainCfg,
    MeshGapTerrainCfg,
    MeshPitTerrainCfg,
    MeshPlaneTerrainCfg,
    MeshRailsTerrainCfg,
    MeshRandomGridTerrainCfg,
    MeshStarTerrainCfg,
)
from .kinds.repeated import (
    MeshRepeatedBoxesTerrainCfg,
    MeshRepeatedCylindersTerrainCfg,
    MeshRepeatedObjectsTerrainCfg,
    MeshRepeatedPyramidsTerrainCfg,
)
from .kinds.stairs import MeshInvertedPyramidStairsTerrainCfg, MeshPyramidStairsTerrainCfg
from .kinds.sub_terrain import FlatPatchSamplingCfg, SubTerrainBaseCfg
from .rough import (
    ROUGH_TERRAINS_CFG,
)

__all__ = [
    "FlatPatchSamplingCfg",
    "HfDiscreteObstaclesTerrainCfg",
    "HfInvertedPyramidSlopedTerrainCfg",
    "HfInvertedPyramidStairsTerrainCfg",
    "HfPyramidSlopedTerrainCfg",
    "HfPyramidStairsTerrainCfg",
    "HfRandomUniformTerrainCfg",
    "HfSteppingStonesTerrainCfg",
    "HfTerrainBaseCfg",
    "HfWaveTerrainCfg",
    "MeshBoxTerrainCfg",
    "MeshFileTerrainCfg",
    "MeshFloatingRingTerrainCfg",
    "MeshGapTerrainCfg",
    "MeshInvertedPyramidStairsTerrainCfg",
    "MeshPitTerrainCfg",
    "MeshPlaneTerrainCfg",
    "MeshPyramidStairsTerrainCfg",
    "MeshRailsTerrainCfg",
    "MeshRandomGridTerrainCfg",
    "MeshRepeatedBoxesTerrainCfg",
    "MeshRepeatedCylindersTerrainCfg",
    "MeshRepeatedObjectsTerrainCfg",
    "MeshRepeatedPyramidsTerrainCfg",
    "MeshStarTerrainCfg",
    "ROUGH_TERRAINS_CFG",
    "SubTerrainBaseCfg",
    "TerrainGenerator",
    "TerrainGeneratorCfg",
    "TerrainImporter",
    "TerrainImporterCfg",
    "convert_height_field_to_mesh",
    "find_flat_patches",
    "height_field_to_mesh",
]
