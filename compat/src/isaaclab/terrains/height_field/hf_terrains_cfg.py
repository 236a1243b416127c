"""Names of isaaclab.terrains.height_field.hf_terrains_cfg."""

from pippin.scene.terrains.height_fields import *  # noqa: F403
from pippin.scene.terrains.height_fields import __all__ as __all__
