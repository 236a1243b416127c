"""Spawners, under Isaac Lab's names."""

from . import from_files, lights, materials, meshes, sensors, shapes, spawner_cfg, wrappers
from .from_files import *  # noqa: F403
from .lights import *  # noqa: F403
from .materials import *  # noqa: F403
from .meshes import *  # noqa: F403
from .sensors import *  # noqa: F403
from .shapes import *  # noqa: F403
from .spawner_cfg import *  # noqa: F403
from .wrappers import *  # noqa: F403

__all__ = [
    *from_files.__all__,
    *lights.__all__,
    *materials.__all__,
    *meshes.__all__,
    *sensors.__all__,
    *shapes.__all__,
    *spawner_cfg.__all__,
    *wrappers.__all__,
]
