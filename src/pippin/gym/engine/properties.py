"""Properties of the parts of actors as NumPy arrays, and how they become parameters of the engine's model.

Every actor holds such arrays. Actors of one asset share them until properties of one are set: arrays are never
changed in place, so who holds one knows its values.
"""

from __future__ import annotations

import functools
import logging
from collections.abc import Sequence

import numpy as np

from pippin.physics.assembly import AssetDescription
from pippin.physics.compile import UNLIMITED
from pippin.physics.importer import PhysicsMaterial
from pippin.physics.importer.mass import principal_axes
from pippin.physics.worlds import SPEED_LIMIT

from ..types import DOF_PROPERTIES_DTYPE, AssetOptions, Mat33, RigidBodyProperties, RigidShapeProperties, Vec3
from ..types.constants import RIGID_BODY_DISABLE_GRAVITY, RIGID_BODY_DISABLE_SIMULATION
from ..types.enums import DofDriveMode
from ..types.struct import as_record, struct_of, to_float
from .checks import require_records, require_structs

_LOGGER = logging.getLogger("pippin")

BODY_PROPERTIES_DTYPE = np.dtype([("mass", "f4"), ("com", "f4", 3), ("inertia", "f4", (3, 3)), ("flags", "i4")])
"""Record of one body: mass [kg], centre of mass [m], inertia about it [kg m²], and ``RIGID_BODY_*`` bits."""

_SHAPE_FLOATS = (
    "friction",
    "rolling_friction",
    "torsion_friction",
    "restitution",
    "compliance",
    "thickness",
    "contact_offset",
    "rest_offset",
)
SHAPE_PROPERTIES_DTYPE = np.dtype([*((name, "f4") for name in _SHAPE_FLOATS), ("filter", "i4")])
"""Record of one shape: the fields of ``RigidShapeProperties``."""

_MODE_OF_COMMAND = {
    "effort": DofDriveMode.DOF_MODE_EFFORT,
    "position": DofDriveMode.DOF_MODE_POS,
    "velocity": DofDriveMode.DOF_MODE_VEL,
}

# Properties of an asset as its file has them.


def initial_dof_properties(asset: AssetDescription, options: AssetOptions) -> np.ndarray:
    """Properties of an asset's DOFs, shape (num_dofs,); the drive mode is the file's actuator's, else the options'."""
    properties = np.zeros(len(asset.dofs), DOF_PROPERTIES_DTYPE)
    for record, dof in zip(properties, asset.dofs, strict=True):
        record["hasLimits"] = np.isfinite([dof.lower, dof.upper]).any()
        record["lower"], record["upper"] = np.clip([dof.lower, dof.upper], -UNLIMITED, UNLIMITED)
        record["driveMode"] = _MODE_OF_COMMAND.get(dof.command, options.default_dof_drive_mode)
        record["velocity"] = min(dof.max_velocity, UNLIMITED)
        record["effort"] = min(dof.effort_limit, UNLIMITED)
        record["stiffness"], record["damping"] = dof.stiffness, dof.damping
        record["friction"], record["armature"] = dof.friction, dof.armature
    return properties


def initial_dof_states(properties: np.ndarray) -> np.ndarray | None:
    """States that DOFs begin with: at rest at 0, or at the limit that is nearest to it.

    The elbow of a Panda, for one, may not be straight. Programs invert matrices of that pose, in which the arm would
    be singular, before they set another.

    Returns:
        Positions and velocities, shape (D, 2), float32; None where all are 0.
    """
    states = np.zeros((len(properties), 2), np.float32)
    limited = properties["hasLimits"] & (properties["lower"] <= properties["upper"])
    states[limited, 0] = np.clip(0.0, properties["lower"][limited], properties["upper"][limited])
    return states if states.any() else None


def initial_body_properties(asset: AssetDescription, options: AssetOptions) -> np.ndarray:
    """Properties of an asset's bodies, shape (num_bodies,)."""
    properties = np.zeros(len(asset.bodies), BODY_PROPERTIES_DTYPE)
    properties["mass"] = [body.mass for body in asset.bodies]
    properties["com"] = [body.center for body in asset.bodies]
    inertias = np.array([body.inertia for body in asset.bodies])
    if max(inertias.max(), properties["mass"].max()) > UNLIMITED:
        raise ValueError(
            f"Masses or inertias of asset '{asset.name}' are infinite in single precision; expected smaller ones."
        )
    properties["inertia"] = inertias
    properties["flags"] = RIGID_BODY_DISABLE_GRAVITY if options.disable_gravity else 0
    return properties


def initial_shape_properties(asset: AssetDescription) -> np.ndarray:
    """Properties of an asset's shapes."""
    properties = np.array([as_record(RigidShapeProperties())] * len(asset.shapes), SHAPE_PROPERTIES_DTYPE)
    properties["friction"] = [shape.friction for shape in asset.shapes]
    return properties


# Structs from records, and back.


def body_structs(records: np.ndarray) -> list[RigidBodyProperties]:
    """Properties of bodies, of records of shape (num_bodies,), as users see them."""
    inertias = records["inertia"]
    can_turn = np.linalg.det(inertias) > 0.0
    inverses = np.linalg.inv(np.where(can_turn[:, None, None], inertias, np.eye(3, dtype=np.float32)))
    inverses[~can_turn] = 0.0
    columns = (records["mass"], records["com"], inertias, inverses, records["flags"])
    return [
        struct_of(
            RigidBodyProperties,
            mass=mass,
            com=_vector(com),
            inertia=_matrix(inertia),
            invMass=to_float(1.0 / mass) if mass > 0.0 else 0.0,
            invInertia=_matrix(inverse),
            flags=flags,
        )
        for mass, com, inertia, inverse, flags in zip(*(column.tolist() for column in columns), strict=True)
    ]


def body_record(properties: RigidBodyProperties) -> tuple:
    """Record of the properties of a body; the inverses follow from the others."""
    inertia = [[row.x, row.y, row.z] for row in (properties.inertia.x, properties.inertia.y, properties.inertia.z)]
    com = [properties.com.x, properties.com.y, properties.com.z]
    return properties.mass, com, inertia, properties.flags


def _vector(values: list[float]) -> Vec3:
    x, y, z = values
    return struct_of(Vec3, x=x, y=y, z=z)


def _matrix(rows: list[list[float]]) -> Mat33:
    x, y, z = rows
    return struct_of(Mat33, x=_vector(x), y=_vector(y), z=_vector(z))


def shape_structs(records: np.ndarray) -> list[RigidShapeProperties]:
    """Properties of shapes as users see them."""
    names = SHAPE_PROPERTIES_DTYPE.names or ()
    return [struct_of(RigidShapeProperties, **dict(zip(names, values, strict=True))) for values in records.tolist()]


def shapes_from(properties: Sequence[RigidShapeProperties], count: int) -> np.ndarray:
    """Records of the properties of all shapes, as users set them.

    Raises:
        ValueError: There are more or fewer than shapes, or a coefficient is not finite. Negative friction is none.
        TypeError: One is something else.
    """
    properties = require_structs(properties, RigidShapeProperties, count, "shapes")
    records = np.array([tuple(vars(each).values()) for each in properties], SHAPE_PROPERTIES_DTYPE)
    for name in ("friction", "restitution", "compliance"):
        if not np.isfinite(records[name]).all():
            raise ValueError(f"{name} must be finite, got {records[name].tolist()}.")
    return records


def bodies_from(properties: Sequence[RigidBodyProperties], before: np.ndarray, recompute_inertia: bool) -> np.ndarray:
    """Records of the properties of all bodies, as users set them, shape (num_bodies,).

    Args:
        properties: Properties of all bodies.
        before: Records of what they are.
        recompute_inertia: Whether inertias grow with the masses.

    Raises:
        ValueError: There are more or fewer than bodies, or a mass or inertia is not possible.
        TypeError: One is something else.
        NotImplementedError: A body is not to be simulated.
    """
    properties = require_structs(properties, RigidBodyProperties, len(before), "bodies")
    records = np.array([body_record(each) for each in properties], BODY_PROPERTIES_DTYPE)
    if not (np.isfinite(records["mass"]).all() and (records["mass"] > 0.0).all()):
        raise ValueError(f"masses must be positive, got {records['mass'].tolist()}.")
    if recompute_inertia:
        records["inertia"] = before["inertia"] * (records["mass"] / before["mass"])[:, None, None]
    if not np.isfinite(records["inertia"]).all() or not np.isfinite(records["com"]).all():
        raise ValueError("centres of mass and inertias must be finite.")
    if (records["flags"] & RIGID_BODY_DISABLE_SIMULATION).any():
        raise NotImplementedError(
            "'flags' have RIGID_BODY_DISABLE_SIMULATION, which has no counterpart in MuJoCo: fix the base of "
            "the asset (AssetOptions.fix_base_link) or leave the actor out."
        )
    return records


def dofs_from(properties: object, before: np.ndarray) -> np.ndarray:
    """Records of the properties of all DOFs, as users set them, shape (num_dofs,).

    Friction and armature that are no number stay as they were: robots' configs have None where a joint names none,
    which arrays hold as NaN.

    Args:
        properties: What users set.
        before: Records so far.

    Raises:
        TypeError: They are no array with the fields of such records.
        ValueError: There are more or fewer than DOFs, a limit is no number, or a gain is negative.
    """
    records = require_records(properties, DOF_PROPERTIES_DTYPE, len(before))
    for name in ("friction", "armature"):
        unknown = np.isnan(records[name])
        if unknown.any():
            records = records.copy()
            records[name][unknown] = before[name][unknown]
            _say_kept(name)
    for name in ("stiffness", "damping", "friction", "armature", "effort"):
        if np.isnan(records[name]).any() or (records[name] < 0.0).any():
            raise ValueError(f"{name} must be 0 or more, got {records[name].tolist()}.")
    limits = np.stack([records["lower"], records["upper"]])[:, records["hasLimits"]]
    if np.isnan(limits).any():
        raise ValueError(f"limits must be numbers, got {records['lower'].tolist()} and {records['upper'].tolist()}.")
    if (limits[0] > limits[1]).any():
        _say_crossed_limits()
    modes = set(records["driveMode"].tolist()) - {int(mode) for mode in DofDriveMode}
    if modes:
        raise ValueError(f"there is no drive mode {modes.pop()}; there are 0 to 3 (gymapi.DOF_MODE_*).")
    return records


@functools.cache
def _say_kept(name: str) -> None:
    _LOGGER.warning("The %s of some DOFs was set to NaN (None): it stays as it was. This is said once.", name)


@functools.cache
def _say_crossed_limits() -> None:
    _LOGGER.warning(
        "DOFs have a lower limit above their upper one, as randomization makes them of narrow ranges: they are held "
        "between the two. This is said once."
    )


# Parameters of the engine's model, a row for each DOF, body or shape.

_STIFFEST = 0.25
"""Square of the largest angle [rad] that a spring's oscillation may turn in a step and still be well integrated; the
bound of stability is 4, for an inertia that is known exactly."""

_TRAVEL = 0.05
"""Travel [m or rad] on whose second half drives that are too stiff for the step can stop."""

_LONGEST_STOP = 0.1
"""Longest time constant [s] that they get for that."""


def dof_parameters(asset: AssetDescription, properties: np.ndarray, step: float) -> dict[str, np.ndarray]:
    """What the engine is told of DOFs.

    Stiffness and damping are the gains of the drive where there is one. Without (modes NONE and EFFORT) they are those
    of a spring and damper beside the motor, as the joints of an MJCF have them.

    The engine integrates damping implicitly, but not stiffness. Drives that are too stiff for its step get armature
    ``h^2 k`` and damping ``h k``, for a step ``h`` and a stiffness ``k``, as implicit Euler has it; and as much damping
    more as they need to stop on their target after a travel, with no more than the effort that they have.

    Args:
        asset: What the DOFs belong to.
        properties: Properties of DOFs, shape (num_dofs,).
        step: Length of the engine's step [s].
    """
    mode, stiffness, damping = properties["driveMode"], properties["stiffness"], properties["damping"]
    is_driven = (mode == DofDriveMode.DOF_MODE_POS) | (mode == DofDriveMode.DOF_MODE_VEL)
    spring = np.where(mode == DofDriveMode.DOF_MODE_VEL, 0.0, stiffness)
    inertia = np.array([dof.inertia for dof in asset.dofs], np.float32) + properties["armature"]
    effort = np.abs(properties["effort"])
    armature = np.maximum(step**2 * spring - _STIFFEST * inertia - step * damping, 0.0)
    is_too_stiff = armature > 0.0
    stopping_time = np.sqrt(0.5 * _TRAVEL * (inertia + armature) / np.maximum(effort, 1e-6))
    damping = damping + np.where(is_too_stiff, spring * np.clip(stopping_time, step, _LONGEST_STOP), 0.0)
    bias = np.zeros((len(properties), 10), np.float32)
    bias[:, 1] = -spring
    bias[:, 2] = np.where(is_driven, -damping, 0.0)
    limits = np.stack([properties["lower"], properties["upper"]], axis=1)
    crossed = limits[:, 0] > limits[:, 1]
    limits[crossed] = limits[crossed].mean(axis=1, keepdims=True)
    limits[~properties["hasLimits"]] = (-UNLIMITED, UNLIMITED)
    limits[:, 1] = np.maximum(limits[:, 1], limits[:, 0] + 1e-6)  # the engine wants an open interval
    return {
        "actuator_biasprm": bias,
        "actuator_forcerange": np.stack([-effort, np.maximum(effort, 1e-12)], axis=1),
        "dof_armature": (properties["armature"] + armature).astype(np.float32),
        "dof_damping": np.where(is_driven, 0.0, damping).astype(np.float32),
        "dof_frictionloss": properties["friction"],
        SPEED_LIMIT: _speed_limits(properties["velocity"]),
        "jnt_range": limits,
    }


def _speed_limits(velocity: np.ndarray) -> np.ndarray:
    """Largest speeds of DOFs [m/s or rad/s]; programs that mean no limit set 0, as many files do."""
    return np.where(velocity > 0.0, velocity, UNLIMITED).astype(np.float32)


def gravity_parameters(asset: AssetDescription, properties: np.ndarray) -> dict[str, np.ndarray]:
    """What the engine is told of gravity on bodies, shape (num_bodies,): the share [1] of the world's undone."""
    in_file = np.array([body.gravity_compensation for body in asset.bodies], np.float32)
    without = properties["flags"] & RIGID_BODY_DISABLE_GRAVITY != 0
    return {"body_gravcomp": np.where(without, 1.0, in_file).astype(np.float32)}


def body_parameters(properties: np.ndarray) -> dict[str, np.ndarray]:
    """What the engine is told of bodies, a row for each: of records of shape (num_bodies,)."""
    moments, quats = principal_axes(properties["inertia"].astype(float))
    return {
        "body_mass": properties["mass"],
        "body_ipos": properties["com"],
        "body_inertia": moments.astype(np.float32),
        "body_iquat": quats.astype(np.float32),
    }


def shape_parameters(asset: AssetDescription, properties: np.ndarray) -> dict[str, np.ndarray]:
    """What the engine is told of shapes.

    Friction and restitution of two shapes that touch are their means, as in PhysX. Compliance is the mean of that of
    two shapes of assets; with ground it is that of the shape of higher priority, the one that is not ground.

    Args:
        asset: What the shapes belong to.
        properties: Properties of shapes.
    """
    restitution = properties["restitution"]
    coefficients = np.zeros((len(properties), 3), np.float32)
    coefficients[:, 0] = np.maximum(properties["friction"], 0.0)
    coefficients[:, 1] = np.where(properties["torsion_friction"] > 0.0, properties["torsion_friction"], 0.005)
    coefficients[:, 2] = np.where(properties["rolling_friction"] > 0.0, properties["rolling_friction"], 0.0001)
    solref = np.array([shape.solref for shape in asset.shapes], np.float32).reshape(-1, 2)
    for index in np.flatnonzero((restitution > 0.0) | (properties["compliance"] > 0.0)):
        solref[index] = _softness(float(restitution[index]), float(properties["compliance"][index]))
    return {"geom_friction": coefficients, "geom_solref": solref}


@functools.lru_cache(maxsize=4096)
def _softness(restitution: float, compliance: float) -> tuple[float, float]:
    """Time constant and damping ratio of a contact, or stiffness and damping (negative), as the engine has them."""
    stiffness = 1.0 / compliance if compliance > 0.0 else 0.0
    material = PhysicsMaterial(restitution=float(restitution), stiffness=stiffness, damping=2.0 * stiffness**0.5)
    assert material.solref is not None
    return material.solref
