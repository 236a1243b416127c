"""Names of isaaclab.terrains.trimesh.mesh_terrains."""

from pippin.scene.terrains.meshes.repeated import repeated_objects_terrain
from pippin.scene.terrains.meshes.terrains import (
    box_terrain,
    flat_terrain,
    floating_ring_terrain,
    gap_terrain,
    inverted_pyramid_stairs_terrain,
    pit_terrain,
    pyramid_stairs_terrain,
    rails_terrain,
    random_grid_terrain,
    star_terrain,
)

__all__ = [
    "repeated_objects_terrain",
    "box_terrain",
    "flat_terrain",
    "floating_ring_terrain",
    "gap_terrain",
    "inverted_pyramid_stairs_terrain",
    "pit_terrain",
    "pyramid_stairs_terrain",
    "rails_terrain",
    "random_grid_terrain",
    "star_terrain",
]
