"""Names of isaaclab.terrains.height_field."""

from .hf_terrains_cfg import *  # noqa: F403
from .hf_terrains_cfg import __all__ as __all__
