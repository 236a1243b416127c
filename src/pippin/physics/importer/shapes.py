"""Geometric prims as the engine's shapes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import mujoco
import numpy as np
from pxr import Usd, UsdGeom

from .attributes import number
from .heightfields import HeightField
from .meshes import Triangles, bounding_box, bounding_sphere, read_mesh, revolve
from .pose import Pose, split_scale

BOX = mujoco.mjtGeom.mjGEOM_BOX
CAPSULE = mujoco.mjtGeom.mjGEOM_CAPSULE
CYLINDER = mujoco.mjtGeom.mjGEOM_CYLINDER
ELLIPSOID = mujoco.mjtGeom.mjGEOM_ELLIPSOID
HFIELD = mujoco.mjtGeom.mjGEOM_HFIELD
MESH = mujoco.mjtGeom.mjGEOM_MESH
PLANE = mujoco.mjtGeom.mjGEOM_PLANE
SPHERE = mujoco.mjtGeom.mjGEOM_SPHERE

# Columns: where the axes of a shape along Z go if it is to lie along another axis.
_ALONG = {
    "X": np.array([[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]),
    "Y": np.array([[0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0]]),
    "Z": np.eye(3),
}


@dataclass(frozen=True)
class Shape:
    """One geometry of the engine.

    Attributes:
        type: Kind of geometry.
        size: Half sizes as MuJoCo has them for the kind [m], shape (3,).
        pose: Frame of the shape, at first in the world.
        triangles: Surface of a mesh, in the shape's frame.
        heights: Heights of a height field.
    """

    type: mujoco.mjtGeom
    size: np.ndarray
    pose: Pose
    triangles: Triangles | None = None
    heights: HeightField | None = None

    def moved(self, offset: np.ndarray) -> Shape:
        """The same shape, shifted in the frame that its pose is given in."""
        return replace(self, pose=self.pose.moved(offset))

    @property
    def surface(self) -> Triangles:
        """Surface of a mesh."""
        if self.triangles is None:
            raise TypeError(f"A shape of type '{self.type}' has no triangles; expected a mesh.")
        return self.triangles

    @property
    def field(self) -> HeightField:
        """Heights of a height field."""
        if self.heights is None:
            raise TypeError(f"A shape of type '{self.type}' has no heights; expected a height field.")
        return self.heights


def read_shape(prim: Usd.Prim, affine: np.ndarray) -> Shape | None:
    """Read a geometric prim; None where its type has no surface that the engine knows (curves, points).

    Scales and shears that a primitive cannot take make it a mesh. A mesh's vertices carry its scale.

    Args:
        prim: Gprim.
        affine: Transform of the prim to the world, shape (4, 4).

    Raises:
        ValueError: A size is not positive, or a mesh is malformed.
    """
    if prim.GetTypeName() == "Mesh":
        pose, stretch = split_scale(affine)
        return Shape(MESH, np.zeros(3), pose, read_mesh(UsdGeom.Mesh(prim), stretch))
    reader = _READERS.get(prim.GetTypeName())
    return None if reader is None else reader(prim, *split_scale(affine))


def mesh_shape(triangles: Triangles, pose: Pose) -> Shape:
    """Mesh whose vertices are given in a frame."""
    return Shape(MESH, np.zeros(3), pose, triangles)


def box_around(shape: Shape) -> Shape:
    """Box with the axes of a mesh's frame around it."""
    center, half_sizes = bounding_box(shape.surface)
    return Shape(BOX, half_sizes, shape.pose @ Pose(center, np.eye(3)))


def sphere_around(shape: Shape) -> Shape:
    """Sphere around a mesh, about the centre of its bounding box."""
    center, radius = bounding_sphere(shape.surface)
    return Shape(SPHERE, np.array([radius, 0.0, 0.0]), shape.pose @ Pose(center, np.eye(3)))


def _length(prim: Usd.Prim, name: str) -> float:
    """Size attribute of a prim, authored or not."""
    value = number(prim, name, float(prim.GetAttribute(name).Get()))
    if not 0.0 < value < np.inf:
        raise ValueError(f"'{name}' of prim '{prim.GetPath()}' must be positive and finite, but is {value}.")
    return value


def _scales(stretch: np.ndarray) -> np.ndarray | None:
    """Scales along the three axes, or None where the prim is sheared, shape (3,)."""
    scales = np.abs(np.diag(stretch))
    return scales if np.abs(stretch - np.diag(np.diag(stretch))).max() < 1e-5 * scales.max() else None


def _axial(prim: Usd.Prim, scales: np.ndarray | None) -> tuple[np.ndarray, np.ndarray | None]:
    """Rotation from Z to the prim's axis, and the scales (across, across, along), None where the prim is sheared."""
    token = str(prim.GetAttribute("axis").Get())
    if token not in _ALONG:
        raise ValueError(f"'axis' of prim '{prim.GetPath()}' is '{token}'; it must be X, Y or Z.")
    return _ALONG[token], None if scales is None else scales @ _ALONG[token]


def _is_round(scales: np.ndarray) -> bool:
    """Whether a shape along Z keeps its circular section."""
    return abs(scales[0] - scales[1]) < 1e-5 * scales.max()


def _cube(prim: Usd.Prim, pose: Pose, stretch: np.ndarray) -> Shape:
    half = _length(prim, "size") / 2.0
    scales = _scales(stretch)
    if scales is None:
        corners = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], dtype=float) * half
        return mesh_shape(Triangles.hull_of(corners @ stretch.T), pose)
    return Shape(BOX, half * scales, pose)


def _sphere(prim: Usd.Prim, pose: Pose, stretch: np.ndarray) -> Shape:
    radius = _length(prim, "radius")
    scales, axes = np.linalg.eigh(stretch) if _scales(stretch) is None else (np.diag(stretch), np.eye(3))
    sizes = radius * np.abs(scales)
    if np.ptp(sizes) < 1e-5 * sizes.max():
        return Shape(SPHERE, np.array([sizes.mean(), 0.0, 0.0]), pose)
    axes = axes * np.sign(np.linalg.det(axes))
    return Shape(ELLIPSOID, sizes, pose @ Pose(np.zeros(3), axes))


def _capsule(prim: Usd.Prim, pose: Pose, stretch: np.ndarray) -> Shape:
    """A capsule stays one if it is stretched along its axes: the radius takes the larger scale across, as in PhysX."""
    radius, height = _length(prim, "radius"), _height(prim)
    rotation, scales = _axial(prim, _scales(stretch))
    if scales is None:
        return _revolved(_capsule_profile(radius, height), rotation, pose, stretch)
    size = np.array([radius * scales[:2].max(), height / 2.0 * scales[2], 0.0])
    kind = CAPSULE if size[1] > 0.0 else SPHERE
    return Shape(kind, size, pose @ Pose(np.zeros(3), rotation))


def _height(prim: Usd.Prim) -> float:
    """Length of a capsule's straight part, which may be zero."""
    value = number(prim, "height", float(prim.GetAttribute("height").Get()), positive=True)
    if not value < np.inf:
        raise ValueError(f"'height' of prim '{prim.GetPath()}' must be finite, but is {value}.")
    return value


def _cylinder(prim: Usd.Prim, pose: Pose, stretch: np.ndarray) -> Shape:
    radius, height = _length(prim, "radius"), _length(prim, "height")
    rotation, scales = _axial(prim, _scales(stretch))
    if scales is None or not _is_round(scales):
        return _revolved([(radius, -height / 2.0), (radius, height / 2.0)], rotation, pose, stretch)
    size = np.array([radius * scales[0], height / 2.0 * scales[2], 0.0])
    return Shape(CYLINDER, size, pose @ Pose(np.zeros(3), rotation))


def _cone(prim: Usd.Prim, pose: Pose, stretch: np.ndarray) -> Shape:
    radius, height = _length(prim, "radius"), _length(prim, "height")
    rotation, _ = _axial(prim, None)
    return _revolved([(radius, -height / 2.0), (0.0, height / 2.0)], rotation, pose, stretch)


def _tapered_cylinder(prim: Usd.Prim, pose: Pose, stretch: np.ndarray) -> Shape:
    bottom, top, height = _length(prim, "radiusBottom"), _length(prim, "radiusTop"), _length(prim, "height")
    rotation, scales = _axial(prim, _scales(stretch))
    if bottom == top and scales is not None and _is_round(scales):
        size = np.array([bottom * scales[0], height / 2.0 * scales[2], 0.0])
        return Shape(CYLINDER, size, pose @ Pose(np.zeros(3), rotation))
    return _revolved([(bottom, -height / 2.0), (top, height / 2.0)], rotation, pose, stretch)


def _tapered_capsule(prim: Usd.Prim, pose: Pose, stretch: np.ndarray) -> Shape:
    bottom, top, height = _length(prim, "radiusBottom"), _length(prim, "radiusTop"), _height(prim)
    rotation, scales = _axial(prim, _scales(stretch))
    if bottom == top and scales is not None:
        size = np.array([bottom * scales[:2].max(), height / 2.0 * scales[2], 0.0])
        return Shape(CAPSULE, size, pose @ Pose(np.zeros(3), rotation))
    lower = _capsule_profile(bottom, height)[:9]
    upper = _capsule_profile(top, height)[9:]
    return _revolved(lower + upper, rotation, pose, stretch)


def _capsule_profile(radius: float, height: float) -> list[tuple[float, float]]:
    """Points (distance from the axis, height) of half a section, 9 for the lower end and 9 for the upper one."""
    angles = np.linspace(0.0, np.pi / 2.0, 9)
    lower = [(radius * np.sin(a), -height / 2.0 - radius * np.cos(a)) for a in angles]
    return lower + [(r, -z) for r, z in reversed(lower)]


def _revolved(profile: list[tuple[float, float]], rotation: np.ndarray, pose: Pose, stretch: np.ndarray) -> Shape:
    """Body of revolution as a mesh, lying along the axis that the rotation takes Z to, then stretched."""
    return mesh_shape(Triangles.hull_of(revolve(profile) @ (stretch @ rotation).T), pose)


def _plane(prim: Usd.Prim, pose: Pose, stretch: np.ndarray) -> Shape:
    """A plane; its size matters for pictures only, because colliding planes are infinite."""
    scales = np.abs(np.diag(stretch))
    rotation, _ = _axial(prim, None)
    scales = scales @ rotation
    width, length = _length(prim, "width"), _length(prim, "length")
    # In USD the width runs along X, but along Z for a plane across X; the length along Y, but along Z across Y.
    across = {"X": (length, width), "Y": (length, width), "Z": (width, length)}[str(prim.GetAttribute("axis").Get())]
    size = np.array([across[0] / 2.0 * scales[0], across[1] / 2.0 * scales[1], 1.0])
    return Shape(PLANE, size, pose @ Pose(np.zeros(3), rotation))


_READERS: dict[str, Callable[[Usd.Prim, Pose, np.ndarray], Shape]] = {
    "Cube": _cube,
    "Sphere": _sphere,
    "Capsule": _capsule,
    "Capsule_1": _tapered_capsule,
    "Cylinder": _cylinder,
    "Cylinder_1": _tapered_cylinder,
    "Cone": _cone,
    "Plane": _plane,
}
