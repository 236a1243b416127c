"""What a URDF file says, as plain immutable data."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Literal

from ..files import one_line

Vector = tuple[float, float, float]
Quaternion = tuple[float, float, float, float]
JointType = Literal["revolute", "continuous", "prismatic", "fixed", "floating", "planar", "spherical"]
ColladaUp = Literal["as is", "y"]


class UrdfError(ValueError):
    """A URDF file says something that cannot be; the message names the file, the element and the problem."""

    def __init__(self, message: str) -> None:
        """Keep a message in one line, though names in a file may have several, or no end."""
        super().__init__(one_line(message))


@dataclass(frozen=True)
class UrdfPose:
    """Pose of one frame in another.

    Attributes:
        position: Position (x, y, z) [m].
        orientation: Unit quaternion (x, y, z, w).
    """

    position: Vector = (0.0, 0.0, 0.0)
    orientation: Quaternion = (0.0, 0.0, 0.0, 1.0)


@dataclass(frozen=True)
class UrdfBox:
    """Box around its origin; ``size`` holds the lengths of its edges along x, y and z [m]."""

    size: Vector


@dataclass(frozen=True)
class UrdfCylinder:
    """Cylinder around its origin along z, with radius and length [m]."""

    radius: float
    length: float


@dataclass(frozen=True)
class UrdfCapsule:
    """Capsule around its origin along z, with radius and length of its cylindrical part [m]."""

    radius: float
    length: float


@dataclass(frozen=True)
class UrdfSphere:
    """Sphere around its origin, with radius [m]."""

    radius: float


@dataclass(frozen=True)
class UrdfMesh:
    """Mesh from a file, which the reader does not open.

    Attributes:
        filename: Name as the URDF gives it, such as "package://robot/meshes/arm.stl".
        path: File that the name stands for, which may not exist. None where names were not resolved.
        scale: Factors along x, y and z.
        up: Where the axis goes that a COLLADA file calls up: "as is" leaves the file's coordinates, "y" turns them.
    """

    filename: str
    path: Path | None
    scale: Vector = (1.0, 1.0, 1.0)
    up: ColladaUp = "as is"


UrdfGeometry = UrdfBox | UrdfCylinder | UrdfCapsule | UrdfSphere | UrdfMesh


@dataclass(frozen=True)
class UrdfMaterial:
    """Appearance of a visual.

    Attributes:
        name: Name, empty where the file gives none.
        colour: Red, green, blue and opacity, usually within [0, 1]; None where the file gives none.
        texture: Name of the picture as the URDF gives it; None where the file gives none.
    """

    name: str = ""
    colour: tuple[float, float, float, float] | None = None
    texture: str | None = None


@dataclass(frozen=True)
class UrdfVisual:
    """One shape that is seen, at a pose in the frame of its link."""

    geometry: UrdfGeometry
    origin: UrdfPose = UrdfPose()
    name: str = ""
    material: UrdfMaterial | None = None


@dataclass(frozen=True)
class UrdfCollision:
    """One shape that touches, at a pose in the frame of its link.

    ``is_concave`` says that a mesh is to collide as it is, holes included: files for Isaac Gym have ``<sdf>`` there.
    """

    geometry: UrdfGeometry
    origin: UrdfPose = UrdfPose()
    name: str = ""
    is_concave: bool = False


@dataclass(frozen=True)
class UrdfInertial:
    """Mass of a link and how it is spread.

    Attributes:
        mass: Mass [kg], not negative; None where the file gives a density instead, as files for Isaac Gym do.
        origin: Pose of the inertial frame in the frame of the link; its position is the centre of mass.
        inertia: Rows of the inertia tensor about the centre of mass in the axes of the inertial frame [kg m^2]. It is
            symmetric; that masses could have it (positive, with the triangle inequality) is not checked. None where the
            file leaves it to the shapes.
        density: Density of the link's shapes [kg/m^3], where the file gives that instead of a mass.
    """

    mass: float | None
    origin: UrdfPose
    inertia: tuple[Vector, Vector, Vector] | None
    density: float | None = None


@dataclass(frozen=True)
class UrdfLink:
    """A rigid body. ``inertial`` is None where the file gives no mass."""

    name: str
    inertial: UrdfInertial | None = None
    visuals: tuple[UrdfVisual, ...] = ()
    collisions: tuple[UrdfCollision, ...] = ()


@dataclass(frozen=True)
class UrdfLimit:
    """Limits of a joint: position [m or rad], effort [N or N m] and velocity [m/s or rad/s]; infinite means none."""

    lower: float = -math.inf
    upper: float = math.inf
    effort: float = math.inf
    velocity: float = math.inf


@dataclass(frozen=True)
class UrdfMimic:
    """The position of the joint is ``multiplier * position of the other joint + offset``."""

    joint: str
    multiplier: float = 1.0
    offset: float = 0.0


@dataclass(frozen=True)
class UrdfJoint:
    """A joint between two links.

    Attributes:
        name: Name.
        type: Kind of joint.
        parent: Name of the parent link.
        child: Name of the child link.
        origin: Pose of the joint, and of the child link at position 0, in the frame of the parent link.
        axis: Unit vector in the frame of the joint: axis of rotation or translation, or normal of the plane.
        limit: Limits.
        damping: Viscous damping [N s/m or N m s/rad].
        friction: Coulomb friction [N or N m].
        mimic: How the joint follows another one, or None.
        dont_collapse: Whether a fixed joint stays one where fixed joints are merged away (an extension of Isaac's).
    """

    name: str
    type: JointType
    parent: str
    child: str
    origin: UrdfPose = UrdfPose()
    axis: Vector = (1.0, 0.0, 0.0)
    limit: UrdfLimit = UrdfLimit()
    damping: float = 0.0
    friction: float = 0.0
    mimic: UrdfMimic | None = None
    dont_collapse: bool = False

    @property
    def is_mergeable(self) -> bool:
        """Whether the joint goes, and its two links become one, where fixed joints are merged."""
        return self.type == "fixed" and not self.dont_collapse


@dataclass(frozen=True)
class UrdfModel:
    """A robot: links and joints, which form one tree, in the order of the file.

    Attributes:
        name: Name of the robot.
        path: File that it was read from.
        root: Name of the link that has no parent.
        links: Links.
        joints: Joints.
    """

    name: str
    path: Path
    root: str
    links: tuple[UrdfLink, ...]
    joints: tuple[UrdfJoint, ...]

    @cached_property
    def link_of(self) -> dict[str, UrdfLink]:
        """Links by name."""
        return {link.name: link for link in self.links}

    @cached_property
    def joint_of(self) -> dict[str, UrdfJoint]:
        """Joints by name."""
        return {joint.name: joint for joint in self.joints}

    @cached_property
    def child_joints_of(self) -> dict[str, tuple[UrdfJoint, ...]]:
        """Joints that leave a link towards its children, by name of the link, in the order of the file."""
        children: dict[str, list[UrdfJoint]] = {link.name: [] for link in self.links}
        for joint in self.joints:
            children[joint.parent].append(joint)
        return {name: tuple(joints) for name, joints in children.items()}
