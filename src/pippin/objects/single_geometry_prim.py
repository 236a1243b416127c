"""A geometry: what is seen, and what collides."""

from __future__ import annotations

from typing import Any

from numpy.typing import ArrayLike
from pxr import UsdPhysics, UsdShade

from pippin.sim import bind_physics_material

from .materials import PhysicsMaterial
from .single_xform_prim import HasPath, SingleXFormPrim


class SingleGeometryPrim(SingleXFormPrim):
    """A geometry, whose looks and collider can be changed while the simulation is stopped.

    Args:
        prim_path: Path of the prim.
        name: Name of the object.
        position: Position in the world [m], shape (3,); None leaves it.
        translation: Position in the frame of the parent [m], shape (3,), in place of that in the world.
        orientation: Orientation (x, y, z, w) in the world, or of the parent where there is a translation, shape (4,).
        scale: Scale along its own axes, shape (3,); None leaves it.
        visible: Whether it is to be seen; None leaves that.
        collision: Whether it is to become a collider.

    Raises:
        ValueError: There is no such prim or it has no pose; or a value has another shape.
    """

    def __init__(
        self,
        prim_path: str,
        name: str = "geometry_prim",
        position: ArrayLike | None = None,
        translation: ArrayLike | None = None,
        orientation: ArrayLike | None = None,
        scale: ArrayLike | None = None,
        visible: bool | None = None,
        collision: bool = False,
        **properties: Any,
    ) -> None:
        super().__init__(prim_path, name, position, translation, orientation, scale, visible, **properties)
        if collision:
            self.set_collision_enabled(True)

    def get_collision_enabled(self) -> bool:
        """Whether the geometry collides."""
        prim = self.prim
        return prim.HasAPI(UsdPhysics.CollisionAPI) and bool(
            UsdPhysics.CollisionAPI(prim).GetCollisionEnabledAttr().Get()
        )

    def set_collision_enabled(self, enabled: bool) -> None:
        """Let the geometry collide, or not.

        Raises:
            RuntimeError: The simulation plays.
        """
        self._require_stopped("collider")
        UsdPhysics.CollisionAPI.Apply(self.prim).CreateCollisionEnabledAttr(bool(enabled))

    def apply_physics_material(self, physics_material: HasPath, weaker_than_descendants: bool = False) -> None:
        """Give the geometry, and colliders below it, a physics material.

        Raises:
            RuntimeError: The simulation plays.
        """
        self._require_stopped("physics material")
        bind_physics_material(
            self.prim_path, physics_material.prim_path, stronger_than_descendants=not weaker_than_descendants
        )

    def get_applied_physics_material(self) -> PhysicsMaterial | None:
        """Physics material of the geometry, of its own or from above; None where it has none."""
        bound = UsdShade.MaterialBindingAPI(self.prim).ComputeBoundMaterial("physics")[0]
        is_physical = bool(bound) and bound.GetPrim().HasAPI(UsdPhysics.MaterialAPI)
        return PhysicsMaterial.at(str(bound.GetPath())) if is_physical else None

    def get_collision_approximation(self) -> str:
        """How the collider of a mesh is approximated, in USD's words: "none", "convexHull", ..."""
        return UsdPhysics.MeshCollisionAPI(self.prim).GetApproximationAttr().Get() or "none"

    def set_collision_approximation(self, approximation_type: str) -> None:
        """Set how the collider of a mesh is approximated, in USD's words.

        Raises:
            RuntimeError: The simulation plays.
        """
        self._require_stopped("collider")
        UsdPhysics.MeshCollisionAPI.Apply(self.prim).CreateApproximationAttr(approximation_type)
