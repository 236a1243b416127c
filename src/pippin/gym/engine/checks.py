"""Checks of what users pass: refusals that say what was given and what was expected."""

from __future__ import annotations

import functools
import logging
from collections.abc import Sequence
from typing import Any, TypeVar

import numpy as np
import torch

from ..types import Tensor
from ..types.constants import INVALID_HANDLE
from ..types.struct import to_float, to_int

Kind = TypeVar("Kind")

_LOGGER = logging.getLogger("pippin")


def require_kind(value: Any, kind: type[Kind], made_by: str) -> Kind:
    """A handle of a kind.

    Raises:
        TypeError: The value is something else.
    """
    if not isinstance(value, kind):
        given = "None" if value is None else f"a {type(value).__name__}"
        expected = f"a gymapi.{made_by}" if made_by[0].isupper() else f"what gym.{made_by} returned"
        raise TypeError(f"expected {expected}, got {given}.")
    return value


def require_index(index: Any, count: int, what: str) -> int:
    """An index of one of some things, which may be an array or tensor of one integer.

    Raises:
        TypeError: It is no integer.
        IndexError: It is out of range.
    """
    if type(index) is not int:
        index = require_integer(index, f"the index of a {what}")
    if not 0 <= index < count:
        last = f"0 to {count - 1}" if count else "none"
        raise IndexError(f"there is no {what} {index}; there are {count} ({last}).")
    return index


def require_integer(value: Any, what: str) -> int:
    """An integer, or an array or tensor of one.

    Raises:
        TypeError: It is something else.
    """
    try:
        if isinstance(value, bool):
            raise TypeError
        return to_int(value)
    except TypeError as error:
        raise TypeError(f"expected {what}, got {value!r}.") from error


def require_flags(flags: Any) -> int:
    """What of a state to give or to set: the bits STATE_POS and STATE_VEL.

    Raises:
        TypeError: They are no integer.
    """
    return require_integer(flags, "gymapi.STATE_POS, STATE_VEL or STATE_ALL as 'flags'")


def index_of_name(names: Sequence[str], name: Any) -> int:
    """Index of a name among some; INVALID_HANDLE where it is none of them.

    Raises:
        TypeError: It is no text.
    """
    if not isinstance(name, str):
        raise TypeError(f"expected a name, got {name!r:.60}.")
    return names.index(name) if name in names else INVALID_HANDLE


def require_records(values: Any, dtype: np.dtype, count: int) -> np.ndarray:
    """Copy of a structured array, one record for each of some things, shape (count,).

    Raises:
        TypeError: It is no array of that dtype.
        ValueError: It has another length.
    """
    array = np.asarray(values)
    if array.dtype.names is None or set(dtype.names or ()) - set(array.dtype.names):
        fields = ", ".join(dtype.names or ())
        raise TypeError(f"expected a structured array with the fields {fields}, got dtype {array.dtype}.")
    if array.shape != (count,):
        raise ValueError(f"expected {count} records, got shape {array.shape}.")
    result = np.empty(count, dtype)
    for name in dtype.names or ():
        result[name] = array[name]
    return result


def has_one_for_each(values: Any, count: int, what: str) -> bool:
    """Whether there are as many properties as things; where there are not, a warning says so.

    Public programs for Isaac Gym give an object the shapes of a hand by mistake, and run: setters that return
    whether they set anything return False then, and change nothing.
    """
    matches = not isinstance(values, Sequence) or len(values) == count
    if not matches:
        _say_counts_differ(len(values), count, what)
    return matches


@functools.cache
def _say_counts_differ(given: int, count: int, what: str) -> None:
    _LOGGER.warning(
        "The properties of %d %s were given for %d: none is changed. This is said once.", given, what, count
    )


def require_structs(values: Any, kind: type[Kind], count: int, what: str) -> list[Kind]:
    """Structs with the properties of some things, one for each.

    Raises:
        TypeError: They are no sequence, or one is something else.
        ValueError: There are more or fewer.
    """
    if not isinstance(values, Sequence):
        given = "None" if values is None else f"a {type(values).__name__}"
        raise TypeError(f"expected a list of {kind.__name__}, got {given}.")
    for value in values:
        if not isinstance(value, kind):
            raise TypeError(f"expected a list of {kind.__name__}, got one with a {type(value).__name__}.")
    if len(values) != count:
        raise ValueError(f"expected the properties of {count} {what}, got {len(values)}.")
    return list(values)


def require_numbers(values: Any, count: int, what: str) -> np.ndarray:
    """Array of float32, one number for each of some things, shape (count,).

    Raises:
        ValueError: It has another length, or holds something else.
    """
    array = np.asarray(values.cpu() if isinstance(values, torch.Tensor) else values, dtype=np.float32)
    if array.shape != (count,):
        raise ValueError(f"expected {count} {what}, got shape {array.shape}.")
    return array.copy()


def require_number(value: Any, what: str) -> float:
    """A finite number in single precision, given by itself or as an array or tensor of one.

    Raises:
        TypeError: It is none.
        ValueError: It is not finite.
    """
    try:
        number = to_float(value)
    except TypeError as error:
        raise TypeError(f"expected a number for the {what}, got {value!r}.") from error
    if not np.isfinite(number):
        raise ValueError(f"the {what} must be finite, got {number}.")
    return number


def require_tensor(descriptor: Any, shape: tuple[int, ...], device: torch.device, what: str) -> torch.Tensor:
    """Torch tensor of a descriptor of numbers, with as many elements as a shape has, on a device.

    Raises:
        TypeError: It is no descriptor, or of another data type.
        ValueError: It has another number of elements, or is on another device.
    """
    tensor = _tensor_of(descriptor, what)
    if tensor.dtype != torch.float32:
        raise TypeError(f"expected {what} of dtype float32, got {_name(tensor.dtype)}.")
    expected = int(np.prod(shape))
    if tensor.numel() != expected:
        raise ValueError(
            f"expected {what} of shape {shape}, {expected} numbers; got shape {tuple(tensor.shape)}, {tensor.numel()}."
        )
    _require_device(tensor, device, what)
    return tensor.reshape(shape)


def require_indices(descriptor: Any, count: Any, num_actors: int, device: torch.device) -> torch.Tensor:
    """Indices of actors, shape (count,), int32, on a device. On a CPU their values are checked too.

    Raises:
        TypeError: They are no descriptor, or of another data type.
        ValueError: There are fewer than ``count``, or they are on another device.
        IndexError: One is no index of an actor.
    """
    tensor = _tensor_of(descriptor, "actor indices")
    if tensor.dtype != torch.int32:
        raise TypeError(
            f"expected actor indices of dtype int32, got {_name(tensor.dtype)}; indices.to(torch.int32) converts them."
        )
    count = require_integer(count, "the number of indices")
    if not 0 <= count <= tensor.numel():
        raise ValueError(
            f"the number of indices is {count}; expected 0 to {tensor.numel()}, as many as the tensor has."
        )
    _require_device(tensor, device, "actor indices")
    indices = tensor.reshape(-1)[:count]
    if device.type == "cpu" and count:
        lowest, highest = int(indices.min()), int(indices.max())
        if lowest < 0 or highest >= num_actors:
            wrong = lowest if lowest < 0 else highest
            raise IndexError(f"there is no actor {wrong}; there are {num_actors}, from 0.")
    return indices


def _tensor_of(descriptor: Any, what: str) -> torch.Tensor:
    if isinstance(descriptor, torch.Tensor):
        raise TypeError(f"expected {what} as gymtorch.unwrap_tensor describes it, got the torch tensor.")
    if not isinstance(descriptor, Tensor):
        raise TypeError(f"expected {what} as a gymapi.Tensor, got a {type(descriptor).__name__}.")
    return descriptor.torch


def _require_device(tensor: torch.Tensor, device: torch.device, what: str) -> None:
    if tensor.device != device:
        raise ValueError(
            f"expected {what} on '{device}', where this simulation has its tensors, got "
            f"'{tensor.device}'; tensor.to('{device}') copies it."
        )


def _name(dtype: torch.dtype) -> str:
    return str(dtype).removeprefix("torch.")
