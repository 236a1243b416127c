"""Names of isaaclab.terrains.trimesh."""

from .mesh_terrains_cfg import *  # noqa: F403
from .mesh_terrains_cfg import __all__ as __all__
