"""Randomisation of physical parameters, as the task suites of Isaac Gym configure it.

A parameter of the dict ``attr_randomization_params`` has

- "range": two numbers, and "distribution": "uniform" or "loguniform" between them, or "gaussian" with them as mean and
  standard deviation;
- "operation": whether the sample is added to the original value ("additive") or multiplied ("scaling");
- "schedule" and "schedule_steps", which may be left out: from no effect at step 0 to the whole one after that many
  steps, gradually ("linear") or at once ("constant");
- "num_buckets", which may be left out: number of values that the results are rounded to.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from .types import SimParams

MAX_BUCKETS = 64000
"""Number of different materials that PhysX can hold, which is why friction is rounded to buckets."""


def get_property_setter_map(gym: Any) -> dict[str, Callable[..., Any]]:
    """Method of Gym that sets each kind of properties."""
    return {
        "dof_properties": gym.set_actor_dof_properties,
        "tendon_properties": gym.set_actor_tendon_properties,
        "rigid_body_properties": gym.set_actor_rigid_body_properties,
        "rigid_shape_properties": gym.set_actor_rigid_shape_properties,
        "sim_params": gym.set_sim_params,
    }


def get_property_getter_map(gym: Any) -> dict[str, Callable[..., Any]]:
    """Method of Gym that gets each kind of properties."""
    return {
        "dof_properties": gym.get_actor_dof_properties,
        "tendon_properties": gym.get_actor_tendon_properties,
        "rigid_body_properties": gym.get_actor_rigid_body_properties,
        "rigid_shape_properties": gym.get_actor_rigid_shape_properties,
        "sim_params": gym.get_sim_params,
    }


def get_default_setter_args(gym: Any) -> dict[str, list[Any]]:
    """Arguments that setters take behind the properties: inertias are recomputed where masses change."""
    return {
        "dof_properties": [],
        "tendon_properties": [],
        "rigid_body_properties": [True],
        "rigid_shape_properties": [],
        "sim_params": [],
    }


def generate_random_samples(
    attr_randomization_params: Mapping[str, Any],
    shape: int | Sequence[int],
    curr_gym_step_count: int,
    extern_sample: Any = None,
) -> Any:
    """Draw samples with NumPy's global generator, so that ``np.random.seed`` decides about them.

    Args:
        attr_randomization_params: See the module.
        shape: Shape of the samples.
        curr_gym_step_count: Step that the schedule is at.
        extern_sample: Sample to put the schedule on, instead of drawing one.

    Returns:
        Samples, to be added or multiplied.

    Raises:
        ValueError: The distribution, operation or schedule is unknown.
    """
    neutral = _neutral_value(attr_randomization_params)
    effect = _schedule_effect(attr_randomization_params, curr_gym_step_count)
    if extern_sample is not None:
        return effect * extern_sample + (1.0 - effect) * neutral

    first, second = attr_randomization_params["range"]
    distribution = attr_randomization_params["distribution"]
    first = effect * first + (1.0 - effect) * neutral
    if distribution == "gaussian":
        return np.random.normal(first, effect * second, shape)
    second = effect * second + (1.0 - effect) * neutral
    if distribution == "uniform":
        return np.random.uniform(first, second, shape)
    if distribution == "loguniform":
        return np.exp(np.random.uniform(np.log(first), np.log(second), shape))
    raise ValueError(f"There is no distribution '{distribution}': use 'uniform', 'loguniform' or 'gaussian'.")


def get_bucketed_val(new_prop_val: Any, attr_randomization_params: Mapping[str, Any]) -> Any:
    """Round values down to the edges of equal buckets.

    The buckets divide the range of a uniform distribution, and two standard deviations around the mean of another one.

    Args:
        new_prop_val: Number, or array of numbers.
        attr_randomization_params: See the module; "num_buckets" is there.
    """
    low, high = attr_randomization_params["range"]
    if attr_randomization_params["distribution"] == "gaussian":
        low, high = low - 2.0 * high, low + 2.0 * high
    edges = np.linspace(low, high, attr_randomization_params["num_buckets"], endpoint=False)
    if np.ndim(new_prop_val) == 0:
        return edges[max(bisect(edges, new_prop_val) - 1, 0)]
    return edges[np.maximum(np.searchsorted(edges, new_prop_val, side="right") - 1, 0)]


def apply_random_samples(
    prop: Any,
    og_prop: Any,
    attr: str,
    attr_randomization_params: Mapping[str, Any],
    curr_gym_step_count: int,
    extern_sample: Any = None,
    bucketing_randomization_params: Mapping[str, Any] | None = None,
) -> None:
    """Randomise one attribute of properties, from its original value.

    Args:
        prop: Properties to change: simulation parameters (gravity only), a structured array, or a struct.
        og_prop: Original properties, by name of the attribute.
        attr: Name of the attribute.
        attr_randomization_params: See the module.
        curr_gym_step_count: Step that the schedule is at.
        extern_sample: Sample to use instead of drawing one.
        bucketing_randomization_params: Parameters that the buckets follow instead of ``attr_randomization_params``.
    """
    if isinstance(prop, SimParams):
        if attr == "gravity":
            _randomize_gravity(prop, og_prop, attr_randomization_params, curr_gym_step_count)
        return
    original = og_prop[attr]
    shape = prop[attr].shape if isinstance(prop, np.ndarray) else 1
    sample = generate_random_samples(attr_randomization_params, shape, curr_gym_step_count, extern_sample)
    value = _combined(original, sample, attr_randomization_params)
    if attr_randomization_params.get("num_buckets", 0) > 0:
        value = get_bucketed_val(value, bucketing_randomization_params or attr_randomization_params)
    if isinstance(prop, np.ndarray):
        prop[attr] = value
    else:
        setattr(prop, attr, np.asarray(value).item())


def check_buckets(gym: Any, envs: Sequence[Any], dr_params: Mapping[str, Any]) -> None:
    """Check that randomised friction and restitution stay within the number of materials that PhysX can hold.

    Raises:
        ValueError: There are more combinations of buckets.
    """
    total = 0
    for name, properties in dr_params["actor_params"].items():
        shape_params = properties.get("rigid_shape_properties", {})
        buckets = [
            shape_params[attr]["num_buckets"] if shape_params.get(attr, {}).get("num_buckets", 0) > 0 else None
            for attr in ("friction", "restitution")
            if attr in shape_params
        ]
        if None in buckets:  # not rounded: every shape may have a material of its own
            handle = gym.find_actor_handle(envs[0], name)
            total += gym.get_actor_rigid_shape_count(envs[0], handle) * len(envs)
        elif buckets:
            total += int(np.prod([count for count in buckets if count is not None]))
    if total > MAX_BUCKETS:
        raise ValueError(
            f"Friction and restitution may take {total} combinations of values, of at most {MAX_BUCKETS}: "
            "set or lower 'num_buckets'."
        )


def _neutral_value(params: Mapping[str, Any]) -> float:
    """Sample that changes nothing."""
    operation = params["operation"]
    if operation not in ("additive", "scaling"):
        raise ValueError(f"There is no operation '{operation}': use 'additive' or 'scaling'.")
    return 0.0 if operation == "additive" else 1.0


def _schedule_effect(params: Mapping[str, Any], step: int) -> float:
    """How much of the randomisation there is at a step, in [0, 1]."""
    schedule = params.get("schedule")
    if schedule is None:
        return 1.0
    if schedule == "linear":
        return min(step / params["schedule_steps"], 1.0)
    if schedule == "constant":
        return float(step >= params["schedule_steps"])
    raise ValueError(f"There is no schedule '{schedule}': use 'linear' or 'constant'.")


def _combined(original: Any, sample: Any, params: Mapping[str, Any]) -> Any:
    """Original value with a sample added or multiplied."""
    return original + sample if params["operation"] == "additive" else original * sample


def _randomize_gravity(params: SimParams, original: Any, randomization: Mapping[str, Any], step: int) -> None:
    """Draw a sample for each component of gravity."""
    samples = generate_random_samples(randomization, 3, step)
    for axis, sample in zip("xyz", samples, strict=True):
        setattr(params.gravity, axis, _combined(getattr(original["gravity"], axis), sample, randomization))
