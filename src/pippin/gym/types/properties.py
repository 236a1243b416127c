"""Properties of the parts of assets and actors: bodies, shapes, DOFs, actuators, tendons, sensors, attractors."""

from __future__ import annotations

from typing import Final

import numpy as np

from .constants import AXIS_NONE, INVALID_HANDLE, RIGID_BODY_NONE
from .enums import SoftMaterialType, TendonType
from .poses import Mat33, Transform
from .struct import Struct
from .vectors import Vec3

DOF_PROPERTIES_DTYPE = np.dtype(
    [
        ("hasLimits", np.bool_),
        ("lower", "<f4"),
        ("upper", "<f4"),
        ("driveMode", "<i4"),
        ("velocity", "<f4"),
        ("effort", "<f4"),
        ("stiffness", "<f4"),
        ("damping", "<f4"),
        ("friction", "<f4"),
        ("armature", "<f4"),
    ],
    align=True,
)
"""Record of one DOF: whether it has limits, these [m or rad], its drive mode (:class:`DofDriveMode`), the velocity
[m/s or rad/s] and effort [N or N m] that it has at most, the stiffness [N/m or N m/rad] and damping [N s/m or
N m s/rad] of its drive, its friction and its armature [kg or kg m²].
"""


class RigidBodyProperties(Struct):
    """Mass properties of a body."""

    mass: float = 0.0
    """Mass [kg]."""
    com: Vec3 = Vec3()
    """Centre of mass in the frame of the body [m]."""
    inertia: Mat33 = Mat33()
    """Inertia about the centre of mass [kg m²]."""
    invMass: float = 0.0  # noqa: N815
    """Inverse of the mass; 0 for a body that cannot move."""
    invInertia: Mat33 = Mat33()  # noqa: N815
    """Inverse of the inertia; 0 for a body that cannot move."""
    flags: int = RIGID_BODY_NONE
    """Bitwise combination of ``RIGID_BODY_*``."""


class RigidShapeProperties(Struct):
    """Contact properties of a shape."""

    friction: float = 1.0
    """Coefficient of sliding friction."""
    rolling_friction: float = 0.0
    """Coefficient of rolling friction."""
    torsion_friction: float = 0.0
    """Coefficient of torsional friction."""
    restitution: float = 0.0
    """Ratio of the velocities after and before an impact, in [0, 1]."""
    compliance: float = 0.0
    """Inverse of the contact's stiffness; 0 is hard."""
    thickness: float = 0.0
    """Distance [m] at which the shape comes to rest (Flex)."""
    contact_offset: float = 0.02
    """Distance [m] at which contacts begin to be generated."""
    rest_offset: float = 0.0
    """Distance [m] at which the shape comes to rest."""
    filter: int = 0
    """Bits; shapes that have one in common do not collide."""


class ActuatorProperties(Struct):
    """Actuator of an MJCF file."""

    type: Final[str] = "motor"
    """Name of its element in the file."""
    control_limited: bool = False
    lower_control_limit: float = 0.0
    upper_control_limit: float = 0.0
    force_limited: bool = False
    lower_force_limit: float = 0.0
    upper_force_limit: float = 0.0
    kp: float = 0.0
    """Gain of a position actuator."""
    kv: float = 0.0
    """Gain of a velocity actuator."""
    motor_effort: float = 0.0
    """Gear of a motor, which is its effort [N or N m] for a control of 1."""


class TendonProperties(Struct):
    """Tendon of an MJCF file."""

    type: Final[TendonType] = TendonType.TENDON_FIXED
    num_joints: Final[int] = 0
    """Joints of a fixed tendon."""
    num_attachments: Final[int] = 0
    """Points of a spatial tendon."""
    is_fixed_limited: bool = False
    """Whether the length of a fixed tendon has limits."""
    fixed_lower_limit: float = 0.0
    fixed_upper_limit: float = 0.0
    fixed_spring_rest_length: float = 0.0
    stiffness: float = 0.0
    damping: float = 0.0
    limit_stiffness: float = 0.0
    """Stiffness of the limits."""


class AttractorProperties(Struct):
    """Spring that pulls a body to a pose."""

    rigid_handle: int = INVALID_HANDLE
    """Handle of the body."""
    axes: int = AXIS_NONE
    """Bitwise combination of ``AXIS_*`` along and about which the body is pulled; 0 turns the attractor off."""
    target: Transform = Transform()
    """Pose to pull to."""
    offset: Transform = Transform()
    """Pose, in the frame of the body, that is pulled there."""
    stiffness: float = 0.0
    """Stiffness [N/m and N m/rad]."""
    damping: float = 0.0
    """Damping [N s/m and N m s/rad]."""


class ForceSensorProperties(Struct):
    """What a force sensor measures."""

    enable_forward_dynamics_forces: bool = True
    """Whether applied forces, gravity and Coriolis forces count."""
    enable_constraint_solver_forces: bool = True
    """Whether forces of contacts, joints and limits count."""
    use_world_frame: bool = False
    """Whether the result is in the axes of the world instead of the sensor's."""


class SoftMaterial(Struct):
    """Material of a soft body. Pippin has none; the type is there for what refers to it."""

    model: SoftMaterialType = SoftMaterialType.MAT_COROTATIONAL
    youngs: float = 0.0
    """Young's modulus [Pa]."""
    poissons: float = 0.0
    """Poisson's ratio."""
    damping: float = 0.0
    activation: float = 0.0
    """Activation of the fibres."""
    activationMax: float = 0.0  # noqa: N815
    """Largest activation of the fibres."""


class IndexRange(Struct):
    """Part of an array: the shapes of a body, say."""

    start: int = 0
    count: int = 0
