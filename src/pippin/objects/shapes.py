"""Boxes, balls, cylinders, capsules and cones: to be seen only, fixed, or moving freely.

What is only seen and what is fixed are kinematic bodies, so that they can be moved while the simulation plays; within
another body they are part of that one. Names are Isaac Sim's.
"""

from __future__ import annotations

import logging
import math
from typing import Any, ClassVar

from numpy.typing import ArrayLike
from pxr import Gf, Usd, UsdGeom, UsdPhysics

from pippin.sim import (
    bind_physics_material,
    bind_visual_material,
    create_prim,
    get_current_stage,
    get_first_matching_ancestor_prim,
    is_prim_path_valid,
)

from .arguments import checked_array
from .bodies import bodies_of, running_scene
from .single_geometry_prim import SingleGeometryPrim
from .single_rigid_prim import SingleRigidPrim
from .single_xform_prim import HasPath

logger = logging.getLogger("pippin")


class Shape(SingleGeometryPrim):
    """A shape with a size. A prim that is at its path already is taken as it is.

    Args:
        prim_path: Path of the prim.
        name: Name of the object; None calls it by its kind: "fixed_cube".
        position: Position of its centre in the world [m], shape (3,); None leaves it.
        translation: Position in the frame of the parent [m], shape (3,), in place of that in the world.
        orientation: Orientation (x, y, z, w) in the world, or of the parent where there is a translation, shape (4,).
        scale: Scale along its own axes, shape (3,); None leaves it.
        visible: Whether it is to be seen; None leaves that.
        color: Colour in linear RGB, each from 0 to 1, shape (3,); None leaves it.
        sizes: Its lengths by the names that USD has for them [m]; None leaves one, or makes it 1.
        visual_material: How it looks, in place of the colour; None leaves that.
        physics_material: How it rubs, where it collides; None takes that of the simulation.
        properties: Of a body that moves: ``mass`` [kg], ``density`` [kg/m^3], ``linear_velocity`` [m/s] and
            ``angular_velocity`` [rad/s].

    Raises:
        ValueError: There is a prim of another type at the path, or a value has another shape or is out of range.
        TypeError: It is given what it cannot have, such as a mass where it does not move.
    """

    prim_type: ClassVar[str]
    """Type of the prim."""

    collides: ClassVar[bool] = False
    """Whether it is a collider."""

    moves_freely: ClassVar[bool] = False
    """Whether forces move it."""

    def __init__(
        self,
        prim_path: str,
        name: str | None,
        position: ArrayLike | None,
        translation: ArrayLike | None,
        orientation: ArrayLike | None,
        scale: ArrayLike | None,
        visible: bool | None,
        color: ArrayLike | None,
        sizes: dict[str, float | None],
        visual_material: HasPath | None,
        physics_material: HasPath | None,
        **properties: Any,
    ) -> None:
        if physics_material is not None and not self.collides:
            raise TypeError(f"A {type(self).__name__} takes no physics material: nothing touches it.")
        if properties and not self.moves_freely:
            raise TypeError(f"A {type(self).__name__} moves by no forces: it takes no {', '.join(properties)}.")
        name = self._default_name() if name is None else name
        is_new = not is_prim_path_valid(prim_path)
        if is_new:
            lengths = {key: _checked_length(key, 1.0 if value is None else value) for key, value in sizes.items()}
            create_prim(prim_path, self.prim_type, attributes=lengths)
        try:
            self._author(prim_path, sizes, color)
            super().__init__(prim_path, name, position, translation, orientation, scale, visible, **properties)
        except Exception:
            if is_new:
                get_current_stage().RemovePrim(prim_path)
            raise
        if visual_material is not None:
            bind_visual_material(prim_path, visual_material.prim_path)
        if physics_material is not None:
            bind_physics_material(prim_path, physics_material.prim_path)
        scene = running_scene()
        if scene is not None and prim_path not in bodies_of(scene):
            logger.warning("'%s' comes while the simulation plays: physics knows it from the next reset on.", name)

    def _author(self, prim_path: str, sizes: dict[str, float | None], color: ArrayLike | None) -> None:
        """Give the prim its size, its colour and its physics."""
        prim = get_current_stage().GetPrimAtPath(prim_path)
        if prim.GetTypeName() != self.prim_type:
            raise ValueError(
                f"The prim '{prim_path}' is of type '{prim.GetTypeName()}'; expected '{self.prim_type}' for a "
                f"{type(self).__name__}."
            )
        for key, value in sizes.items():
            if value is not None:
                prim.GetAttribute(key).Set(_checked_length(key, value))
        _update_extent(prim)
        if color is not None:
            red, green, blue = checked_array("color", color, (3,)).tolist()
            UsdGeom.Gprim(prim).CreateDisplayColorAttr([Gf.Vec3f(red, green, blue)])
        self._author_physics(prim)

    def _author_physics(self, prim: Usd.Prim) -> None:
        if self.collides and not prim.HasAPI(UsdPhysics.CollisionAPI):
            UsdPhysics.CollisionAPI.Apply(prim)
        if prim.HasAPI(UsdPhysics.RigidBodyAPI):
            return
        is_part = get_first_matching_ancestor_prim(
            prim.GetPath().pathString, lambda other: other.HasAPI(UsdPhysics.RigidBodyAPI)
        )
        if self.moves_freely or is_part is None:
            UsdPhysics.RigidBodyAPI.Apply(prim).CreateKinematicEnabledAttr(not self.moves_freely)

    @classmethod
    def _default_name(cls) -> str:
        """Name as Isaac Sim gives it, so that a scene may hold one of each kind: "fixed_cube", "dynamic_sphere"."""
        kind = "dynamic" if cls.moves_freely else "fixed" if cls.collides else "visual"
        return f"{kind}_{cls.prim_type.lower()}"

    def _get_length(self, attribute: str) -> float:
        return float(self.prim.GetAttribute(attribute).Get())

    def _set_length(self, attribute: str, value: float) -> None:
        self._require_stopped("size")
        self.prim.GetAttribute(attribute).Set(_checked_length(attribute, value))
        _update_extent(self.prim)


class VisualCuboid(Shape):
    """A box that is only seen; see :class:`Shape` for the arguments. Its edges are ``size`` times its scale."""

    prim_type = "Cube"

    def __init__(
        self,
        prim_path: str,
        name: str | None = None,
        position: ArrayLike | None = None,
        translation: ArrayLike | None = None,
        orientation: ArrayLike | None = None,
        scale: ArrayLike | None = None,
        visible: bool | None = None,
        color: ArrayLike | None = None,
        size: float | None = None,
        visual_material: HasPath | None = None,
        physics_material: HasPath | None = None,
        **properties: Any,
    ) -> None:
        placement = (prim_path, name, position, translation, orientation, scale, visible, color)
        super().__init__(*placement, {"size": size}, visual_material, physics_material, **properties)

    def get_size(self) -> float:
        """Length of the edges before they are scaled [m]."""
        return self._get_length("size")

    def set_size(self, size: float) -> None:
        """Set the length of the edges before they are scaled [m].

        Raises:
            RuntimeError: The simulation plays.
            ValueError: It is not positive.
        """
        self._set_length("size", size)


class FixedCuboid(VisualCuboid):
    """A box that others bump into, which stays where it is put."""

    collides = True


class DynamicCuboid(VisualCuboid, SingleRigidPrim):
    """A box that moves freely."""

    collides = moves_freely = True


class VisualSphere(Shape):
    """A ball that is only seen; see :class:`Shape` for the arguments."""

    prim_type = "Sphere"

    def __init__(
        self,
        prim_path: str,
        name: str | None = None,
        position: ArrayLike | None = None,
        translation: ArrayLike | None = None,
        orientation: ArrayLike | None = None,
        scale: ArrayLike | None = None,
        visible: bool | None = None,
        color: ArrayLike | None = None,
        radius: float | None = None,
        visual_material: HasPath | None = None,
        physics_material: HasPath | None = None,
        **properties: Any,
    ) -> None:
        placement = (prim_path, name, position, translation, orientation, scale, visible, color)
        super().__init__(*placement, {"radius": radius}, visual_material, physics_material, **properties)

    def get_radius(self) -> float:
        """Radius before it is scaled [m]."""
        return self._get_length("radius")

    def set_radius(self, radius: float) -> None:
        """Set the radius before it is scaled [m].

        Raises:
            RuntimeError: The simulation plays.
            ValueError: It is not positive.
        """
        self._set_length("radius", radius)


class FixedSphere(VisualSphere):
    """A ball that others bump into, which stays where it is put."""

    collides = True


class DynamicSphere(VisualSphere, SingleRigidPrim):
    """A ball that moves freely."""

    collides = moves_freely = True


class ShapeWithHeight(Shape):
    """A shape with a radius and a height along its z-axis; see :class:`Shape` for the arguments."""

    def __init__(
        self,
        prim_path: str,
        name: str | None = None,
        position: ArrayLike | None = None,
        translation: ArrayLike | None = None,
        orientation: ArrayLike | None = None,
        scale: ArrayLike | None = None,
        visible: bool | None = None,
        color: ArrayLike | None = None,
        radius: float | None = None,
        height: float | None = None,
        visual_material: HasPath | None = None,
        physics_material: HasPath | None = None,
        **properties: Any,
    ) -> None:
        placement = (prim_path, name, position, translation, orientation, scale, visible, color)
        sizes = {"radius": radius, "height": height}
        super().__init__(*placement, sizes, visual_material, physics_material, **properties)

    def get_radius(self) -> float:
        """Radius before it is scaled [m]."""
        return self._get_length("radius")

    def set_radius(self, radius: float) -> None:
        """Set the radius before it is scaled [m]; see :meth:`VisualSphere.set_radius`."""
        self._set_length("radius", radius)

    def get_height(self) -> float:
        """Height before it is scaled [m]; that of a capsule is without its ends."""
        return self._get_length("height")

    def set_height(self, height: float) -> None:
        """Set the height before it is scaled [m]; see :meth:`VisualSphere.set_radius`."""
        self._set_length("height", height)


class VisualCylinder(ShapeWithHeight):
    """A cylinder along its z-axis that is only seen."""

    prim_type = "Cylinder"


class FixedCylinder(VisualCylinder):
    """A cylinder that others bump into, which stays where it is put."""

    collides = True


class DynamicCylinder(VisualCylinder, SingleRigidPrim):
    """A cylinder that moves freely."""

    collides = moves_freely = True


class VisualCapsule(ShapeWithHeight):
    """A capsule along its z-axis that is only seen: a cylinder with half a ball at each end."""

    prim_type = "Capsule"


class FixedCapsule(VisualCapsule):
    """A capsule that others bump into, which stays where it is put."""

    collides = True


class DynamicCapsule(VisualCapsule, SingleRigidPrim):
    """A capsule that moves freely."""

    collides = moves_freely = True


class VisualCone(ShapeWithHeight):
    """A cone that is only seen, its tip up its z-axis, its origin in the middle of its height."""

    prim_type = "Cone"


class FixedCone(VisualCone):
    """A cone that others bump into, which stays where it is put."""

    collides = True


class DynamicCone(VisualCone, SingleRigidPrim):
    """A cone that moves freely."""

    collides = moves_freely = True


def _checked_length(name: str, value: float) -> float:
    length = float(value)
    if not 0.0 < length < math.inf:
        raise ValueError(f"{name} should be a positive length [m]; it is {value!r}.")
    return length


def _update_extent(prim: Usd.Prim) -> None:
    """Author the box around a geometry, which USD wants to know."""
    boundable = UsdGeom.Boundable(prim)
    boundable.CreateExtentAttr(UsdGeom.Boundable.ComputeExtentFromPlugins(boundable, Usd.TimeCode.Default()))
