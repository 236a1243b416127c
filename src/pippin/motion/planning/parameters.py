"""Parameters of RRT, and the YAML file that they are read from."""

from __future__ import annotations

import logging
import math
from collections.abc import Callable
from dataclasses import dataclass, field, fields, replace
from os import PathLike
from typing import Any

import numpy as np

from pippin.motion.robot_description import RobotModel
from pippin.motion.yaml_file import YamlValue, quoted, read_yaml

logger = logging.getLogger("pippin")

MAX_SEED = 2**31 - 1
"""Largest seed."""

MAX_ITERATIONS = 10_000_000
"""Largest number of iterations: trees of that many nodes take a gigabyte."""


@dataclass(frozen=True)
class CSpacePlanningParameters:
    """Parameters of the search for a path to a configuration.

    Attributes:
        exploration_fraction: Part of the steps that extend a tree towards a random configuration, in [0, 1]; the
            others extend it towards the other tree.
    """

    exploration_fraction: float = 0.5


@dataclass(frozen=True)
class TaskSpacePlanningParameters:
    """Parameters of the search for a path to a position or pose of a frame.

    Attributes:
        translation_target_zone_tolerance: Distance from the target [m] from which on inverse kinematics takes over.
        orientation_target_zone_tolerance: Angle from the target [rad].
        translation_target_final_tolerance: Distance from the target at the end of the path [m], at most.
        orientation_target_final_tolerance: Angle from the target at the end of the path [rad], at most.
        translation_gradient_weight: Weight of the squared distance in what the transposed Jacobian descends.
        orientation_gradient_weight: Weight of the squared angle.
        nn_translation_distance_weight: Weight of the distance when the node nearest to a pose is looked for.
        nn_orientation_distance_weight: Weight of the angle.
        task_space_exploitation_fraction: Part of the iterations that extend the tree towards the target.
        task_space_exploration_fraction: Part that extends it towards random positions; the others extend it towards
            random configurations.
        max_extension_substeps_away_from_target: Number of steps down the gradient at once, at most.
        max_extension_substeps_near_target: The same near the target.
        extension_substep_target_region_scale_factor: What is nearer to the target than its zone times this is near.
        unexploited_nodes_culling_scalar: Nodes within this many steps of one that the tree was extended from towards
            the target are not tried in turn.
        gradient_substep_size: Length of a step down the gradient in the c-space.
    """

    translation_target_zone_tolerance: float = 0.05
    orientation_target_zone_tolerance: float = 0.09
    translation_target_final_tolerance: float = 1e-4
    orientation_target_final_tolerance: float = 0.005
    translation_gradient_weight: float = 1.0
    orientation_gradient_weight: float = 0.125
    nn_translation_distance_weight: float = 1.0
    nn_orientation_distance_weight: float = 0.125
    task_space_exploitation_fraction: float = 0.4
    task_space_exploration_fraction: float = 0.1
    max_extension_substeps_away_from_target: int = 6
    max_extension_substeps_near_target: int = 50
    extension_substep_target_region_scale_factor: float = 2.0
    unexploited_nodes_culling_scalar: float = 1.0
    gradient_substep_size: float = 0.025


@dataclass(frozen=True)
class RrtParameters:
    """All that the configuration file of RRT says, named as in the file.

    Attributes:
        seed: Seed of all random numbers.
        step_size: Length of a step in the c-space [m or rad], in which trees are extended.
        max_iterations: Number of extensions of trees after which a search is given up.
        distance_metric_weights: Weight of each squared coordinate where the nearest node is looked for; None: all 1.
        task_space_frame_name: Frame that targets in task space are for.
        task_space_limits: Lower and upper limits of x, y and z [m] in the frame of the base, from which random
            positions are drawn.
        c_space_planning_params: Parameters for targets in c-space.
        task_space_planning_params: Parameters for targets in task space.
        num_shortcuts: Number of attempts to shorten a path that was found, by straight motions between places of it.
    """

    seed: int = 123456
    step_size: float = 0.05
    max_iterations: int = 50_000
    distance_metric_weights: tuple[float, ...] | None = None
    task_space_frame_name: str | None = None
    task_space_limits: tuple[tuple[float, float], ...] = ((-1.0, 1.0), (-1.0, 1.0), (-1.0, 1.0))
    c_space_planning_params: CSpacePlanningParameters = field(default_factory=CSpacePlanningParameters)
    task_space_planning_params: TaskSpacePlanningParameters = field(default_factory=TaskSpacePlanningParameters)
    num_shortcuts: int = 50


GROUPS: dict[str, type] = {
    "c_space_planning_params": CSpacePlanningParameters,
    "task_space_planning_params": TaskSpacePlanningParameters,
}

IDLE_KEYS = ("cuda_tree_params", "max_sampling", "api_version")
"""Keys that play no part: they say how another implementation holds its trees and draws configurations."""


def names_of_parameters() -> list[str]:
    """Names of all parameters; those of groups are written ``group/name``."""
    own = [member.name for member in fields(RrtParameters) if member.name not in GROUPS]
    return own + [f"{group}/{member.name}" for group, members in GROUPS.items() for member in fields(members)]


def set_parameter(parameters: RrtParameters, name: str, value: Any, model: RobotModel) -> RrtParameters:
    """Return parameters of which one is another.

    Args:
        parameters: The parameters, which stay as they are.
        name: Name of the one, or ``group/name``.
        value: Its value. A fraction of exploration beyond [0, 1] is clamped with a warning.
        model: The robot.

    Raises:
        ValueError: There is no such parameter, or it cannot have this value.
    """
    if name not in names_of_parameters():
        raise ValueError(f"There is no parameter '{name}'; there are: {quoted(names_of_parameters())}.")
    group, _, member = name.rpartition("/")
    try:
        checked = _CHECKS.get(member, _positive)(value, model)
    except (ValueError, TypeError) as error:
        raise ValueError(f"'{name}' {error}") from None
    if not group:
        return replace(parameters, **{member: checked})
    changed = replace(parameters, **{group: replace(getattr(parameters, group), **{member: checked})})
    task_space = changed.task_space_planning_params
    total = task_space.task_space_exploitation_fraction + task_space.task_space_exploration_fraction
    if total > 1.0 + 1e-12:
        raise ValueError(
            f"'{name}' should leave the sum of task_space_exploitation_fraction and task_space_exploration_fraction "
            f"at most 1, it is {total:g}."
        )
    return changed


def read_rrt_parameters(path: str | PathLike[str], model: RobotModel) -> RrtParameters:
    """Read a configuration file of RRT, and check it against the robot that it belongs to. What it lacks is as usual.

    Args:
        path: Path of the file.
        model: The robot.

    Raises:
        FileNotFoundError: There is no such file.
        ConfigFileError: The file says something that cannot be, or does not fit the robot.
    """
    file = read_yaml(path)
    own = [name for name in names_of_parameters() if "/" not in name]
    file.warn_of_unknown_keys([*own, *GROUPS, *IDLE_KEYS])
    parameters = RrtParameters()
    given = {name: value for name in own if (value := file.get(name)) is not None}
    for group, members in GROUPS.items():
        if (entries := file.get(group)) is not None:
            names = [member.name for member in fields(members)]
            entries.warn_of_unknown_keys(names)
            given |= {f"{group}/{name}": value for name in names if (value := entries.get(name)) is not None}
    # The fractions limit each other, so they begin at nothing.
    fractions = [name for name in given if name.endswith(("exploitation_fraction", "task_space_exploration_fraction"))]
    if fractions:
        nothing = replace(parameters.task_space_planning_params, task_space_exploration_fraction=0.0)
        if len(fractions) == 2:
            nothing = replace(nothing, task_space_exploitation_fraction=0.0)
        parameters = replace(parameters, task_space_planning_params=nothing)
    for name, value in given.items():
        try:
            parameters = set_parameter(parameters, name, _python_value(name, value), model)
        except ValueError as error:
            raise value.error(str(error)) from error
    return parameters


def _python_value(name: str, value: YamlValue) -> Any:
    """A value of a file as Python has it."""
    if name == "task_space_frame_name":
        return value.text()
    if name == "task_space_limits":
        return [row.numbers(2) for row in value.items()]
    return value.numbers() if name == "distance_metric_weights" else value.number()


# Checks: each gives the value as it is held, or raises what is wrong with it.


def _number(value: Any, model: RobotModel) -> float:
    array = np.asarray(value)
    if array.size != 1 or array.dtype.kind not in "iuf" or not math.isfinite(float(array.reshape(-1)[0])):
        raise ValueError(f"should be a finite number, it is {value!r}.")
    return float(array.reshape(-1)[0])


def _positive(value: Any, model: RobotModel) -> float:
    number = _number(value, model)
    if not number > 0.0:
        raise ValueError(f"should be positive, it is {number:g}.")
    return number


def _at_least_one(value: Any, model: RobotModel) -> float:
    number = _number(value, model)
    if number < 1.0:
        raise ValueError(f"should be at least 1, it is {number:g}.")
    return number


def _fraction(value: Any, model: RobotModel) -> float:
    number = _number(value, model)
    if not 0.0 <= number <= 1.0:
        raise ValueError(f"should be within [0, 1], it is {number:g}.")
    return number


def _clamped_fraction(value: Any, model: RobotModel) -> float:
    number = _number(value, model)
    clamped = min(max(number, 0.0), 1.0)
    if clamped != number:
        logger.warning("The exploration fraction %g is not within [0, 1], so it is %g.", number, clamped)
    return clamped


def _whole(least: int, largest: int) -> Callable[[Any, RobotModel], int]:
    def check(value: Any, model: RobotModel) -> int:
        number = _number(value, model)
        if not number.is_integer() or not least <= number <= largest:
            raise ValueError(f"should be a whole number within [{least}, {largest}], it is {number:g}.")
        return int(number)

    return check


def _weights(value: Any, model: RobotModel) -> tuple[float, ...]:
    array = _numbers(value)
    if array.size != model.num_coordinates:
        raise ValueError(f"should hold {model.num_coordinates} numbers, one per joint; it holds {array.size}.")
    if not (array > 0.0).all():
        raise ValueError(f"should hold positive numbers, it is {array.tolist()}.")
    return tuple(array.ravel().tolist())


def _limits(value: Any, model: RobotModel) -> tuple[tuple[float, float], ...]:
    array = _numbers(value)
    if array.shape != (3, 2):
        raise ValueError(f"should have the shape (3, 2), it has {array.shape}.")
    if (array[:, 0] > array[:, 1]).any():
        raise ValueError(f"should have no lower limit above the upper one, it is {array.tolist()}.")
    return tuple((float(low), float(high)) for low, high in array)


def _numbers(value: Any) -> np.ndarray:
    try:
        array = np.asarray(value, dtype=np.float64)
    except (ValueError, TypeError):
        raise ValueError(f"should hold numbers, it is {value!r}.") from None
    if not np.isfinite(array).all():
        raise ValueError(f"should be finite, it is {array.tolist()}.")
    return array


def _frame(value: Any, model: RobotModel) -> str:
    if not isinstance(value, str):
        raise ValueError(f"should be the name of a frame, it is {value!r}.")
    if value not in model.frame_names:
        raise ValueError(f"names no frame of '{model.name}': '{value}'; there are: {quoted(model.frame_names)}.")
    return value


_CHECKS: dict[str, Callable[[Any, RobotModel], Any]] = {
    "seed": _whole(1, MAX_SEED),
    "max_iterations": _whole(1, MAX_ITERATIONS),
    "num_shortcuts": _whole(0, MAX_ITERATIONS),
    "distance_metric_weights": _weights,
    "task_space_frame_name": _frame,
    "task_space_limits": _limits,
    "exploration_fraction": _clamped_fraction,
    "task_space_exploitation_fraction": _fraction,
    "task_space_exploration_fraction": _fraction,
    "max_extension_substeps_away_from_target": _whole(1, 100_000),
    "max_extension_substeps_near_target": _whole(1, 100_000),
    "extension_substep_target_region_scale_factor": _at_least_one,
}
"""Checks by name; numbers without one are to be positive."""
