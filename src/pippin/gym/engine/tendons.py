"""Actuators and tendons of MJCF files, as users see them."""

from __future__ import annotations

import logging
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

import numpy as np

from pippin.physics.assembly import AssetActuator, AssetTendon
from pippin.physics.compile import UNLIMITED

from ..types import ActuatorProperties, TendonProperties
from ..types.enums import TendonType
from .checks import require_structs

_LOGGER = logging.getLogger("pippin")


def actuator_struct(actuator: AssetActuator) -> ActuatorProperties:
    """Properties of an actuator as users see them."""
    lower_control, upper_control = actuator.control_range or (0.0, 0.0)
    lower_force, upper_force = actuator.force_range or (0.0, 0.0)
    return ActuatorProperties(
        type=actuator.kind,
        control_limited=actuator.control_range is not None,
        lower_control_limit=lower_control,
        upper_control_limit=upper_control,
        force_limited=actuator.force_range is not None,
        lower_force_limit=lower_force,
        upper_force_limit=upper_force,
        kp=actuator.position_gain,
        kv=actuator.velocity_gain,
        motor_effort=actuator.gear,
    )


@dataclass(frozen=True)
class Tendon:
    """A tendon with its properties.

    Attributes:
        description: The tendon, without the offset.
        limit_stiffness: Stiffness of its limits, which MuJoCo's are harder than.
        offset: What is added to its length [m or rad].
    """

    description: AssetTendon
    limit_stiffness: float
    offset: float = 0.0

    @property
    def is_fixed(self) -> bool:
        """Whether its length is a weighted sum of joint positions."""
        return bool(self.description.joints)

    @property
    def coefficients(self) -> tuple[float, ...]:
        """Weights of its joints; none where it is spatial."""
        return tuple(wrap.factor for wrap in self.description.joints)


def tendon_struct(tendon: Tendon) -> TendonProperties:
    """Properties of a tendon as users see them; those that are of fixed tendons are zero for others."""
    description = tendon.description
    values = {
        "type": TendonType.TENDON_FIXED if tendon.is_fixed else TendonType.TENDON_SPATIAL,
        "num_joints": len(description.joints),
        "num_attachments": len(description.sites),
        "stiffness": description.stiffness,
        "damping": description.damping,
        "limit_stiffness": tendon.limit_stiffness,
    }
    if tendon.is_fixed:
        lower, upper = description.limits or (0.0, 0.0)
        values |= {
            "is_fixed_limited": description.limits is not None,
            "fixed_lower_limit": lower,
            "fixed_upper_limit": upper,
            "fixed_spring_rest_length": description.rest,
        }
    return TendonProperties(**values)


def tendons_from(properties: Sequence[TendonProperties], before: Sequence[Tendon]) -> tuple[Tendon, ...]:
    """Tendons with the properties that users set.

    Raises:
        ValueError: There are more or fewer than tendons, or a number makes no sense.
        TypeError: One is something else.
    """
    properties = require_structs(properties, TendonProperties, len(before), "tendons")
    return tuple(_with(tendon, each) for tendon, each in zip(before, properties, strict=True))


_told_of_limits = False


def _with(tendon: Tendon, properties: TendonProperties) -> Tendon:
    """A tendon with other properties."""
    global _told_of_limits
    numbers = (properties.stiffness, properties.damping, properties.limit_stiffness)
    if not np.isfinite(numbers).all() or min(numbers) < 0.0:
        raise ValueError(f"stiffness and damping of tendons must be 0 or more, got {numbers}.")
    if properties.limit_stiffness != tendon.limit_stiffness and not _told_of_limits:
        _told_of_limits = True
        _LOGGER.warning("TendonProperties.limit_stiffness has no effect: limits of tendons are MuJoCo's, and hard.")
    description = replace(tendon.description, stiffness=properties.stiffness, damping=properties.damping)
    if tendon.is_fixed:
        limits = (properties.fixed_lower_limit, properties.fixed_upper_limit)
        if properties.is_fixed_limited and not limits[0] <= limits[1]:
            raise ValueError(f"the limits of a tendon are {limits}; expected the lower one below the upper one.")
        description = replace(
            description,
            limits=limits if properties.is_fixed_limited else None,
            rest=properties.fixed_spring_rest_length,
        )
    return replace(tendon, description=description, limit_stiffness=properties.limit_stiffness)


def with_coefficients(tendon: Tendon, coefficients: Sequence[float]) -> Tendon:
    """A fixed tendon with other weights of its joints.

    Raises:
        ValueError: The tendon is spatial, there are more or fewer weights than joints, or one is not finite.
    """
    if not tendon.is_fixed:
        raise ValueError(f"tendon '{tendon.description.name}' is spatial and has no joints; expected a fixed tendon.")
    values = [float(value) for value in coefficients]
    wraps = tendon.description.path
    if len(values) != len(wraps) or not np.isfinite(values).all():
        raise ValueError(f"expected {len(wraps)} finite coefficients, one for each joint, got {values}.")
    path = tuple(replace(wrap, factor=value) for wrap, value in zip(wraps, values, strict=True))
    return replace(tendon, description=replace(tendon.description, path=path))


def scaled_tendon(tendon: Tendon, factor: float, slides: Collection[str]) -> Tendon:
    """A tendon of a larger or smaller actor: its limits, rest and offset change where they are lengths.

    Args:
        tendon: The tendon.
        factor: Factor on all lengths.
        slides: Names of the joints whose positions are lengths.
    """
    if not all(wrap.name in slides for wrap in tendon.description.joints):
        return tendon
    limits = tendon.description.limits
    description = replace(
        tendon.description,
        limits=None if limits is None else (limits[0] * factor, limits[1] * factor),
        rest=tendon.description.rest * factor,
    )
    return replace(tendon, description=description, offset=tendon.offset * factor)


def tendon_parameters(tendons: Sequence[Tendon]) -> dict[str, np.ndarray]:
    """What the engine is told of tendons, shape (num_tendons, ...). It knows lengths without the offsets."""
    if not tendons:
        return {}
    ranges = [tendon.description.limits or (-UNLIMITED, UNLIMITED) for tendon in tendons]
    offsets = np.array([tendon.offset for tendon in tendons])
    rest = np.array([tendon.description.rest for tendon in tendons]) - offsets
    limits = np.clip(np.array(ranges) - offsets[:, None], -UNLIMITED, UNLIMITED)
    limits[:, 1] = np.maximum(limits[:, 1], limits[:, 0] + 1e-6)  # the engine wants an open interval
    return {
        "tendon_damping": np.array([tendon.description.damping for tendon in tendons], np.float32),
        "tendon_lengthspring": np.stack([rest, rest], axis=1).astype(np.float32),
        "tendon_range": limits.astype(np.float32),
        "tendon_stiffness": np.array([tendon.description.stiffness for tendon in tendons], np.float32),
    }
