"""Materials, under Isaac Lab's names."""

from . import physics_materials, physics_materials_cfg, visual_materials, visual_materials_cfg
from .physics_materials import *  # noqa: F403
from .physics_materials_cfg import *  # noqa: F403
from .visual_materials import *  # noqa: F403
from .visual_materials_cfg import *  # noqa: F403

__all__ = [
    *physics_materials.__all__,
    *physics_materials_cfg.__all__,
    *visual_materials.__all__,
    *visual_materials_cfg.__all__,
]
