"""Names of isaaclab.terrains.height_field.hf_terrains."""

from pippin.scene.terrains.height_fields.fields import (
    discrete_obstacles_terrain,
    pyramid_sloped_terrain,
    pyramid_stairs_terrain,
    random_uniform_terrain,
    stepping_stones_terrain,
    wave_terrain,
)

__all__ = [
    "discrete_obstacles_terrain",
    "pyramid_sloped_terrain",
    "pyramid_stairs_terrain",
    "random_uniform_terrain",
    "stepping_stones_terrain",
    "wave_terrain",
]
