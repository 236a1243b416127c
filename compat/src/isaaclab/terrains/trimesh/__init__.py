"""Names of isaaclab.terrains.trimesh."""

from .mesh_terrains_cfg import *  # noqa: F403
