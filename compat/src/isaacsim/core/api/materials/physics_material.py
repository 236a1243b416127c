"""Names of isaacsim.core.api.materials.physics_material."""

from pippin.objects import PhysicsMaterial

__all__ = ["PhysicsMaterial"]
