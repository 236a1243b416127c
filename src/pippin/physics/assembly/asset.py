"""One robot or object, described by itself: its part of an engine's description, and tables of what it consists of."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

import mujoco
import numpy as np

JointKind = Literal["fixed", "revolute", "prismatic", "ball", "planar", "floating"]


@dataclass(frozen=True)
class AssetBody:
    """One body.

    Attributes:
        name: Name in the file.
        key: Name in the asset's spec.
        mass: Mass [kg].
        center: Centre of mass in the body's frame [m], shape (3,).
        inertia: Inertia about the centre of mass, in the axes of the body's frame [kg m^2], shape (3, 3).
        gravity_compensation: Part of gravity that does not act on it.
    """

    name: str
    key: str
    mass: float
    center: np.ndarray
    inertia: np.ndarray
    gravity_compensation: float


@dataclass(frozen=True)
class AssetDof:
    """One degree of freedom, a hinge or a slide.

    Attributes:
        name: Name of the joint in the file.
        key: Name of the joint, and of its actuator, in the asset's spec.
        is_rotation: Whether it is a hinge.
        lower: Lower limit [rad or m]; -inf without.
        upper: Upper limit [rad or m]; inf without.
        max_velocity: Limit of the velocity [rad/s or m/s]; inf without.
        effort_limit: Limit of the effort [N m or N]; inf without.
        stiffness: Stiffness of its drive and of its spring together [N m/rad or N/m].
        damping: Damping of its drive and its passive one together [N m s/rad or N s/m].
        rest: Where its spring is at rest [rad or m].
        friction: Dry friction [N m or N].
        armature: Inertia that the motor adds [kg m^2 or kg].
        inertia: What the joint moves in the rest pose with all others locked [kg m^2 or kg], without armature.
        command: What an actuator of the file takes; "none" where the file has no actuator for it.
    """

    name: str
    key: str
    is_rotation: bool
    lower: float = -math.inf
    upper: float = math.inf
    max_velocity: float = math.inf
    effort_limit: float = math.inf
    stiffness: float = 0.0
    damping: float = 0.0
    rest: float = 0.0
    friction: float = 0.0
    armature: float = 0.0
    inertia: float = 0.0
    command: Literal["none", "effort", "position", "velocity"] = "none"


@dataclass(frozen=True)
class AssetJoint:
    """One joint between two bodies, movable or not.

    Attributes:
        name: Name in the file.
        kind: Kind of motion.
        child: Index of the body that it moves.
        dof: Index of its degree of freedom; -1 where it has none.
    """

    name: str
    kind: JointKind
    child: int
    dof: int


@dataclass(frozen=True)
class AssetShape:
    """One geometry that collides.

    Attributes:
        key: Name in the asset's spec.
        body: Index of the body that carries it.
        friction: Coefficient of sliding friction.
        solref: Softness of its contacts: time constant [s] and damping ratio, or stiffness and damping, negative.
        categories: MuJoCo's ``contype`` and ``conaffinity`` as the file gives them; (1, 1) where it gives none.
    """

    key: str
    body: int
    friction: float
    solref: tuple[float, float]
    categories: tuple[int, int]


@dataclass(frozen=True)
class AssetActuator:
    """One actuator of an MJCF file.

    Attributes:
        name: Name in the file.
        joint: Name of the joint that it drives; empty where it drives something else.
        kind: Element of the file that makes one like it: "motor", "position", "velocity" or "general".
        control_range: Bounds of its input, None without.
        force_range: Bounds of its force before the gear [N or N m], None without.
        position_gain: Gain on the position error [N m/rad or N/m].
        velocity_gain: Gain on the velocity error [N m s/rad or N s/m].
        gear: Effort [N m or N] on the joint for a force of 1.
    """

    name: str
    joint: str
    kind: Literal["motor", "position", "velocity", "general"]
    control_range: tuple[float, float] | None
    force_range: tuple[float, float] | None
    position_gain: float
    velocity_gain: float
    gear: float


@dataclass(frozen=True)
class TendonWrap:
    """One thing that a tendon passes.

    Attributes:
        kind: What it is: a joint of a fixed tendon, a site or a pulley of a spatial one.
        name: Name in the file; empty for a pulley.
        key: Name in the asset's spec; empty for a pulley.
        factor: Weight of a joint; divisor of a pulley; 1 for a site.
    """

    kind: Literal["joint", "site", "pulley"]
    name: str
    key: str
    factor: float


@dataclass(frozen=True)
class AssetTendon:
    """One tendon of an MJCF file. The length of a fixed one is a weighted sum of joint positions.

    Attributes:
        name: Name in the file.
        key: Name in the specs of environments, after the asset's prefix; the asset's own has no tendons.
        path: What it passes: joints, or else sites and pulleys.
        limits: Bounds of its length [m or rad], None without.
        rest: Length at which its spring rests.
        stiffness: Stiffness of its spring.
        damping: Damping.
    """

    name: str
    key: str
    path: tuple[TendonWrap, ...]
    limits: tuple[float, float] | None
    rest: float
    stiffness: float
    damping: float

    @property
    def joints(self) -> tuple[TendonWrap, ...]:
        """Joints of a fixed tendon."""
        return tuple(wrap for wrap in self.path if wrap.kind == "joint")

    @property
    def sites(self) -> tuple[TendonWrap, ...]:
        """Sites of a spatial tendon."""
        return tuple(wrap for wrap in self.path if wrap.kind == "site")


@dataclass(frozen=True)
class AssetDescription:
    """What an asset is made of, its root body first, bodies and joints depth first.

    Attributes:
        name: Name of the asset.
        spec: MuJoCo description in which the root body is at the origin. Its joints have neither stiffness nor
            damping, and its actuators no gains: users set these for each actor.
        bodies: Bodies.
        dofs: Degrees of freedom, which are those of all hinges and slides.
        joints: Joints.
        shapes: Geometry that collides, by body.
        actuators: Actuators of an MJCF file.
        tendons: Tendons of an MJCF file.
        fixed_base: Whether the root body does not move by itself.
        root_quat: Orientation (x, y, z, w) of the root body in the asset's frame, which is where actors are placed.
    """

    name: str
    spec: mujoco.MjSpec
    bodies: tuple[AssetBody, ...]
    dofs: tuple[AssetDof, ...]
    joints: tuple[AssetJoint, ...]
    shapes: tuple[AssetShape, ...]
    actuators: tuple[AssetActuator, ...]
    tendons: tuple[AssetTendon, ...]
    fixed_base: bool
    root_quat: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 1.0)

    @property
    def shape_ranges(self) -> list[tuple[int, int]]:
        """First shape and number of shapes of each body."""
        counts = np.bincount([shape.body for shape in self.shapes], minlength=len(self.bodies))
        starts = np.concatenate([[0], np.cumsum(counts)[:-1]])
        return [(int(start), int(count)) for start, count in zip(starts, counts, strict=True)]


def compile_alone(spec: mujoco.MjSpec, name: str) -> mujoco.MjModel:
    """Compile an asset without what is only seen, to read numbers off it.

    Raises:
        ValueError: The engine refuses it.
    """
    spec = spec.copy()
    spec.compiler.alignfree = False
    spec.compiler.fusestatic = False
    try:
        spec.discard_visual()
        return spec.compile()
    except ValueError as error:
        raise ValueError(f"MuJoCo refuses asset '{name}': {error}") from error


def bodies_of(model: mujoco.MjModel, names: Mapping[str, str]) -> tuple[AssetBody, ...]:
    """Bodies of a compiled asset.

    Args:
        model: The asset alone.
        names: Names in the file by names in the spec, where they differ.
    """
    return tuple([_body(model, index, names) for index in range(1, model.nbody)])


def _body(model: mujoco.MjModel, index: int, names: Mapping[str, str]) -> AssetBody:
    rotation = np.zeros(9)
    mujoco.mju_quat2Mat(rotation, model.body_iquat[index])
    axes = rotation.reshape(3, 3)
    key = model.body(index).name
    return AssetBody(
        name=names.get(key, key),
        key=key,
        mass=float(model.body_mass[index]),
        center=model.body_ipos[index].copy(),
        inertia=axes @ np.diag(model.body_inertia[index]) @ axes.T,
        gravity_compensation=float(model.body_gravcomp[index]),
    )


def shapes_of(model: mujoco.MjModel) -> tuple[AssetShape, ...]:
    """Geometry of a compiled asset that collides."""
    shapes = [
        AssetShape(
            key=model.geom(geom).name,
            body=int(model.geom_bodyid[geom]) - 1,
            friction=float(model.geom_friction[geom, 0]),
            solref=(float(model.geom_solref[geom, 0]), float(model.geom_solref[geom, 1])),
            categories=(int(model.geom_contype[geom]), int(model.geom_conaffinity[geom])),
        )
        for geom in range(model.ngeom)
        if model.geom_contype[geom] or model.geom_conaffinity[geom]
    ]
    return tuple(shapes)


def has_fixed_base(model: mujoco.MjModel) -> bool:
    """Whether the first body of a compiled asset has no free joint."""
    first = model.body_jntadr[1]
    return bool(first < 0 or model.jnt_type[first] != mujoco.mjtJoint.mjJNT_FREE)
