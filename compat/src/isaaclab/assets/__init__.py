"""Names of isaaclab.assets."""

from . import articulation, asset_base, asset_base_cfg, deformable_object, rigid_object, rigid_object_collection
from .articulation import *  # noqa: F403
from .asset_base import *  # noqa: F403
from .asset_base_cfg import *  # noqa: F403
from .deformable_object import *  # noqa: F403
from .rigid_object import *  # noqa: F403
from .rigid_object_collection import *  # noqa: F403

__all__ = [
    *articulation.__all__,
    *asset_base.__all__,
    *asset_base_cfg.__all__,
    *deformable_object.__all__,
    *rigid_object.__all__,
    *rigid_object_collection.__all__,
]
