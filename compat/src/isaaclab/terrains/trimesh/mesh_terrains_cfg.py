"""Names of isaaclab.terrains.trimesh.mesh_terrains_cfg."""

from pippin.scene.terrains.meshes import *  # noqa: F403
from pippin.scene.terrains.meshes import __all__ as __all__
