"""Parameters of RMPflow, and the YAML file that they are read from."""

from __future__ import annotations

from dataclasses import MISSING, dataclass, fields
from os import PathLike
from typing import TypeVar

from pippin.motion.robot_description import RobotModel
from pippin.motion.yaml_file import YamlValue, quoted, read_yaml

KNOWN_KEYS = (
    "api_version",
    "joint_limit_buffers",
    "rmp_params",
    "canonical_resolve",
    "body_cylinders",
    "body_collision_controllers",
)

Group = TypeVar("Group")


Divisor = float
"""A number that something is divided by, so it is above 0."""


@dataclass(frozen=True)
class CspaceTargetRmp:
    """Draws the configuration to its target; see :func:`.policies.cspace_target_policy`."""

    metric_scalar: float
    position_gain: float
    damping_gain: float
    robust_position_term_thresh: Divisor
    inertia: float = 0.0


@dataclass(frozen=True)
class JointLimitRmp:
    """Keeps joints from their limits; see :func:`.policies.joint_limit_policy`."""

    metric_scalar: float
    metric_length_scale: Divisor
    metric_exploder_eps: Divisor
    metric_velocity_gate_length_scale: Divisor
    accel_damper_gain: float
    accel_potential_gain: float
    accel_potential_exploder_length_scale: Divisor
    accel_potential_exploder_eps: Divisor


@dataclass(frozen=True)
class JointVelocityCapRmp:
    """Slows joints near the largest velocity; see :func:`.policies.velocity_cap_policy`."""

    max_velocity: Divisor
    velocity_damping_region: Divisor
    damping_gain: float
    metric_weight: float


@dataclass(frozen=True)
class TargetRmp:
    """Draws the end effector to a position; see :func:`.policies.target_policy`."""

    accel_p_gain: float
    accel_d_gain: float
    accel_norm_eps: Divisor
    metric_alpha_length_scale: Divisor
    min_metric_alpha: float
    max_metric_scalar: float
    min_metric_scalar: float
    proximity_metric_boost_scalar: float
    proximity_metric_boost_length_scale: Divisor


@dataclass(frozen=True)
class AxisTargetRmp:
    """Turns an axis of the end effector; see :func:`.policies.axis_target_policy`."""

    accel_p_gain: float
    accel_d_gain: float
    metric_scalar: float
    proximity_metric_boost_scalar: float
    proximity_metric_boost_length_scale: Divisor


@dataclass(frozen=True)
class CollisionRmp:
    """Keeps spheres from obstacles; see :func:`.policies.collision_policy`."""

    damping_gain: float
    damping_std_dev: Divisor
    damping_robustness_eps: Divisor
    damping_velocity_gate_length_scale: Divisor
    repulsion_gain: float
    repulsion_std_dev: Divisor
    metric_modulation_radius: Divisor
    metric_scalar: float
    metric_exploder_std_dev: Divisor
    metric_exploder_eps: Divisor


@dataclass(frozen=True)
class DampingRmp:
    """Slows the end effector; see :func:`.policies.damping_policy`."""

    accel_d_gain: float
    metric_scalar: float
    inertia: float = 0.0


@dataclass(frozen=True)
class BodyCylinder:
    """Part of the robot's base: all within ``radius`` of the segment from ``pt1`` to ``pt2`` [m, frame of the base]."""

    name: str
    pt1: tuple[float, float, float]
    pt2: tuple[float, float, float]
    radius: float


@dataclass(frozen=True)
class BodyCollisionController:
    """A ball around the origin of the frame ``name`` [m], which body cylinders repel."""

    name: str
    radius: float


@dataclass(frozen=True)
class RmpFlowParameters:
    """All that the configuration file of RMPflow says. Gains and scales are named as in the file.

    Attributes:
        joint_limit_buffers: How far inside of its limits each joint is kept [m or rad].
        max_acceleration_norm: Norm that the acceleration of the configuration is clamped to.
        body_cylinders: Parts of the base that the arm must not touch.
        body_collision_controllers: Parts of the arm that must not touch these.
    """

    joint_limit_buffers: tuple[float, ...]
    cspace_target_rmp: CspaceTargetRmp
    joint_limit_rmp: JointLimitRmp
    joint_velocity_cap_rmp: JointVelocityCapRmp
    target_rmp: TargetRmp
    axis_target_rmp: AxisTargetRmp
    collision_rmp: CollisionRmp
    damping_rmp: DampingRmp
    max_acceleration_norm: float
    body_cylinders: tuple[BodyCylinder, ...]
    body_collision_controllers: tuple[BodyCollisionController, ...]


IDLE_GROUPS = ("cspace_trajectory_rmp", "cspace_affine_rmp")
"""Groups that play no part, since policies without a trajectory have no use for them."""

IDLE_KEYS = ("xi_estimator_gate_std_dev", "accept_user_weights")
"""Keys of groups that play no part in such groups."""

GROUPS: dict[str, type] = {
    "cspace_target_rmp": CspaceTargetRmp,
    "joint_limit_rmp": JointLimitRmp,
    "joint_velocity_cap_rmp": JointVelocityCapRmp,
    "target_rmp": TargetRmp,
    "axis_target_rmp": AxisTargetRmp,
    "collision_rmp": CollisionRmp,
    "damping_rmp": DampingRmp,
}


def read_rmpflow_parameters(path: str | PathLike[str], model: RobotModel) -> RmpFlowParameters:
    """Read a configuration file of RMPflow, and check it against the robot that it belongs to.

    Keys that play no part are named in a warning, unless they are known to.

    Args:
        path: Path of the file.
        model: The robot.

    Raises:
        FileNotFoundError: There is no such file.
        ConfigFileError: The file lacks a key, says something that cannot be, or does not fit the robot.
    """
    file = read_yaml(path)
    file.warn_of_unknown_keys(KNOWN_KEYS)
    groups = file.require("rmp_params")
    groups.warn_of_unknown_keys((*GROUPS, *IDLE_GROUPS))
    resolve = file.require("canonical_resolve")
    resolve.warn_of_unknown_keys(("max_acceleration_norm", "projection_tolerance", "verbose"))
    parameters = RmpFlowParameters(
        joint_limit_buffers=_joint_limit_buffers(file.require("joint_limit_buffers"), model),
        max_acceleration_norm=resolve.require("max_acceleration_norm").positive_number(),
        body_cylinders=tuple(_body_cylinder(item) for item in _items(file.get("body_cylinders"))),
        body_collision_controllers=tuple(
            _body_collision_controller(item, model) for item in _items(file.get("body_collision_controllers"))
        ),
        **{name: _read_group(groups.require(name), group) for name, group in GROUPS.items()},
    )
    _check_velocity_cap(groups.require("joint_velocity_cap_rmp"), parameters.joint_velocity_cap_rmp)
    return parameters


def _read_group(value: YamlValue, group: type[Group]) -> Group:
    """Read the numbers of one RMP: positive where something is divided by them, else not negative."""
    members = fields(group)  # type: ignore[arg-type]
    value.warn_of_unknown_keys([*(member.name for member in members), *IDLE_KEYS])
    numbers: dict[str, float] = {}
    for member in members:
        number = value.get(member.name) if member.default is not MISSING else value.require(member.name)
        if number is None:
            continue
        numbers[member.name] = number.positive_number() if member.type == "Divisor" else _not_negative(number)
    return group(**numbers)


def _not_negative(value: YamlValue) -> float:
    number = value.number()
    if number < 0.0:
        raise value.error(f"should not be negative, it is {number:g}.")
    return number


def _joint_limit_buffers(value: YamlValue, model: RobotModel) -> tuple[float, ...]:
    buffers = value.numbers(model.num_coordinates)
    ranges = model.upper_limits - model.lower_limits
    for item, buffer, range_, name in zip(value.items(), buffers, ranges, model.coordinate_names, strict=True):
        _not_negative(item)
        if not 2.0 * buffer < range_:
            raise item.error(
                f"leaves nothing of the range of '{name}', which is {range_:g}; expected less than half of it."
            )
    return tuple(buffers)


def _check_velocity_cap(value: YamlValue, cap: JointVelocityCapRmp) -> None:
    if cap.velocity_damping_region > cap.max_velocity:
        raise value.error(
            f"'velocity_damping_region' should be at most 'max_velocity', it is {cap.velocity_damping_region:g} "
            f"of {cap.max_velocity:g}."
        )


def _items(value: YamlValue | None) -> list[YamlValue]:
    return [] if value is None else value.items()


def _body_cylinder(value: YamlValue) -> BodyCylinder:
    value.warn_of_unknown_keys(("name", "pt1", "pt2", "radius"))
    (x1, y1, z1), (x2, y2, z2) = value.require("pt1").numbers(3), value.require("pt2").numbers(3)
    radius = value.require("radius").positive_number()
    return BodyCylinder(value.require("name").text(), (x1, y1, z1), (x2, y2, z2), radius)


def _body_collision_controller(value: YamlValue, model: RobotModel) -> BodyCollisionController:
    value.warn_of_unknown_keys(("name", "radius"))
    name = value.require("name")
    if name.text() not in model.frame_names:
        raise name.error(f"'{model.name}' has no frame '{name.text()}'; there are: {quoted(model.frame_names)}.")
    return BodyCollisionController(name.text(), value.require("radius").positive_number())
