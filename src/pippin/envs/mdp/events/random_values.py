"""Random values for properties, and the checks of their distributions."""

from __future__ import annotations

import functools
import math
from collections.abc import Mapping, Sequence
from typing import Any

import torch

from pippin.utils.math import sample_gaussian, sample_log_uniform, sample_uniform

from ..selection import count

Range = tuple[float, float]

AXES = ("x", "y", "z", "roll", "pitch", "yaw")
"""Keys of ranges of poses and twists."""

_DISTRIBUTIONS = {"uniform": sample_uniform, "log_uniform": sample_log_uniform, "gaussian": sample_gaussian}
_OPERATIONS = ("add", "scale", "abs")


def _randomize_prop_by_op(
    data: torch.Tensor,
    distribution_parameters: tuple[Any, Any],
    dim_0_ids: torch.Tensor | Sequence[int] | slice | None,
    dim_1_ids: torch.Tensor | Sequence[int] | slice,
    operation: str,
    distribution: str,
) -> torch.Tensor:
    """Add, multiply or put random values into some rows and columns of a tensor, in place.

    The name is Isaac Lab's, which programs import although it is private.

    Args:
        data: Shape (rows, columns).
        distribution_parameters: Lower and upper bound, or mean and standard deviation; numbers or tensors.
        dim_0_ids: Rows; None means all.
        dim_1_ids: Columns.
        operation: "add", "scale" or "abs".
        distribution: "uniform", "log_uniform" or "gaussian".

    Returns:
        The tensor.

    Raises:
        NotImplementedError: The operation or distribution has another name.
    """
    if distribution not in _DISTRIBUTIONS:
        raise NotImplementedError(
            f"The distribution {distribution!r} is unknown; there are {', '.join(map(repr, _DISTRIBUTIONS))}."
        )
    if operation not in _OPERATIONS:
        raise NotImplementedError(f"The operation {operation!r} is unknown; there are 'add', 'scale' and 'abs'.")
    rows: Any = slice(None) if dim_0_ids is None else dim_0_ids
    size = (count(rows, data.shape[0]), count(dim_1_ids, data.shape[1]))
    if not isinstance(rows, slice) and not isinstance(dim_1_ids, slice):
        rows = torch.as_tensor(rows, device=data.device).unsqueeze(1)
    values = _DISTRIBUTIONS[distribution](*distribution_parameters, size, device=data.device)
    if operation == "add":
        data[rows, dim_1_ids] += values
    elif operation == "scale":
        data[rows, dim_1_ids] *= values
    else:
        data[rows, dim_1_ids] = values
    return data


def randomized(values: torch.Tensor, parameters: tuple[Any, Any], operation: str, distribution: str) -> torch.Tensor:
    """Values of shape (rows, columns) after an operation with random numbers, in place."""
    return _randomize_prop_by_op(values, parameters, None, slice(None), operation, distribution)


def sample_from_ranges(
    ranges: Mapping[str, Range], keys: Sequence[str], size: int | tuple[int, ...], device: Any
) -> torch.Tensor:
    """Sample uniformly within a range for each key, 0 for those that are missing.

    Args:
        ranges: Lower and upper bound by key.
        keys: The columns.
        size: Number of rows, or shape of the leading dimensions.
        device: Torch device.

    Returns:
        Shape (size, number of keys).
    """
    bounds = tuple(tuple(map(float, ranges.get(key, (0.0, 0.0)))) for key in keys)
    lower, upper = _bounds(bounds, str(device))
    leading = (size,) if isinstance(size, int) else tuple(size)
    return sample_uniform(lower, upper, (*leading, len(keys)), device=device)


@functools.lru_cache(maxsize=256)
def _bounds(bounds: tuple[Range, ...], device: str) -> tuple[torch.Tensor, torch.Tensor]:
    """Lower and upper bounds on a device, where they are sent once."""
    both = torch.tensor(bounds, dtype=torch.float32, device=device)
    return both[:, 0], both[:, 1]


# -- checks --------------------------------------------------------------------------------------------------------


def require_operation(params: Mapping[str, Any], term: str, default: str | None = None) -> None:
    """Refuse an operation or a distribution with another name.

    Raises:
        ValueError: It has one.
    """
    operation = params.get("operation", default)
    if operation not in _OPERATIONS:
        names = ", ".join(map(repr, _OPERATIONS))
        raise ValueError(f"Unsupported randomization operation: {operation!r} of the term '{term}'; there are {names}.")
    distribution = params.get("distribution", "uniform")
    if distribution not in _DISTRIBUTIONS:
        names = ", ".join(map(repr, _DISTRIBUTIONS))
        raise ValueError(f"The term '{term}' has the unsupported distribution {distribution!r}; there are {names}.")


def require_distribution(
    params: Mapping[str, Any], name: str, *, allow_negative: bool = False, allow_zero: bool = True
) -> None:
    """Refuse parameters of a distribution that are no pair of numbers, or in the wrong order or range.

    Args:
        params: Parameters of the term.
        name: Key of the pair; nothing is checked where it is missing or None.
        allow_negative: Whether factors may be negative.
        allow_zero: Whether they may be 0.

    Raises:
        TypeError: The value is no pair of numbers.
        ValueError: A number is infinite, they are in the wrong order, or factors have the wrong sign.
    """
    pair = params.get(name)
    if pair is None:
        return
    is_pair = isinstance(pair, (tuple, list)) and len(pair) == 2 and all(isinstance(x, (int, float)) for x in pair)
    if not is_pair:
        raise TypeError(f"'{name}' is {pair!r}: it should be a pair of numbers.")
    first, second = pair
    distribution = params.get("distribution", "uniform")
    if not all(math.isfinite(value) for value in pair):
        raise ValueError(f"'{name}' is {pair!r}: both numbers must be finite.")
    if distribution == "gaussian":
        if second < 0:
            raise ValueError(f"'{name}' is {pair!r}: the standard deviation must be >= 0.")
    elif second < first:
        raise ValueError(f"'{name}' is {pair!r}: the upper bound must be >= the lower bound.")
    elif distribution == "log_uniform" and first <= 0:
        raise ValueError(f"'{name}' is {pair!r}: log-uniform bounds must be > 0.")
    if params.get("operation") == "scale" and not allow_negative and (first < 0 or (first == 0 and not allow_zero)):
        number, bound = "mean" if distribution == "gaussian" else "lower bound", ">= 0" if allow_zero else "> 0"
        raise ValueError(f"'{name}' is {pair!r}: the {number} must be {bound} where it is a factor.")


def _validate_scale_range(
    params: tuple[float, float] | None, name: str, *, allow_negative: bool = False, allow_zero: bool = True
) -> None:
    """Refuse a pair that is no range of factors; Isaac Lab's name, errors as of :func:`require_distribution`."""
    require_distribution(
        {name: params, "operation": "scale"}, name, allow_negative=allow_negative, allow_zero=allow_zero
    )
