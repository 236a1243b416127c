"""Names of isaaclab.terrains.height_field.utils."""

from pippin.scene.terrains import convert_height_field_to_mesh, height_field_to_mesh

__all__ = ["convert_height_field_to_mesh", "height_field_to_mesh"]
