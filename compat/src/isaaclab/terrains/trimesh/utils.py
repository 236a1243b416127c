"""Names of isaaclab.terrains.trimesh.utils."""

from pippin.scene.terrains.meshes.repeated import make_box, make_cone, make_cylinder

__all__ = ["make_box", "make_cone", "make_cylinder"]
