"""Names of isaaclab.terrains.utils."""

from pippin.scene.terrains import find_flat_patches

__all__ = ["find_flat_patches"]
