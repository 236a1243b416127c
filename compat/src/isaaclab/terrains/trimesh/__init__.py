"""Names of isaaclab.terrains.trimesh."""

from pippin.scene.terrains import (
    MeshBoxTerrainCfg,
    MeshFloatingRingTerrainCfg,
    MeshGapTerrainCfg,
    MeshInvertedPyramidStairsTerrainCfg,
    MeshPitTerrainCfg,
    MeshPlaneTerrainCfg,
    MeshPyramidStairsTerrainCfg,
    MeshRailsTerrainCfg,
    MeshRandomGridTerrainCfg,
    MeshRepeatedBoxesTerrainCfg,
    MeshRepeatedCylindersTerrainCfg,
    MeshRepeatedObjectsTerrainCfg,
    MeshRepeatedPyramidsTerrainCfg,
    MeshStarTerrainCfg,
)

__all__ = [
    "MeshBoxTerrainCfg",
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
]
