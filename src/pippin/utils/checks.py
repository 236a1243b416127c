"""Checks of arguments at public calls: each error names the argument, says what it is and what was expected."""

from __future__ import annotations

import math
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np


def check_seconds(name: str, value: Any) -> float:
    """Return a time [s], 0 included; errors are those of :func:`_check_amount`."""
    return _check_amount(name, value, "a number of seconds", "seconds")


def check_speed(name: str, value: Any) -> float:
    """Return a speed [m/s], 0 included; errors are those of :func:`_check_amount`."""
    return _check_amount(name, value, "a number, a speed in m/s", "a speed in m/s")


def _check_amount(name: str, value: Any, kind: str, unit: str) -> float:
    """Return a number from 0 on.

    Args:
        name: Name of the argument.
        value: What was given.
        kind: What is expected, where it is no number.
        unit: What is expected, where it is a wrong one.

    Raises:
        TypeError: It is no number.
        ValueError: It is negative or not finite.
    """
    if not isinstance(value, (int, float, np.integer, np.floating)):
        raise TypeError(f"'{name}' is of type {type(value).__name__}; expected {kind}.")
    if not 0.0 <= value < math.inf:
        raise ValueError(f"'{name}' is {value}; expected {unit}, 0 or more and finite.")
    return float(value)


def check_callable(name: str, value: Any) -> None:
    """Refuse what cannot be called.

    Args:
        name: Name of the argument.
        value: What was given.

    Raises:
        TypeError: It is no function.
    """
    if not callable(value):
        raise TypeError(f"'{name}' is {value!r:.80}; expected a function.")


def check_text(name: str, value: Any) -> None:
    """Refuse what is no string.

    Args:
        name: Name of the argument.
        value: What was given.

    Raises:
        TypeError: It is something else.
    """
    if not isinstance(value, str):
        raise TypeError(f"'{name}' is {value!r:.80}; expected a string.")


def check_options(options: Any) -> None:
    """Refuse what Gymnasium would not take for the options of a reset, which nothing here reads.

    Args:
        options: What was given.

    Raises:
        TypeError: It is neither a dict nor None.
    """
    if options is not None and not isinstance(options, Mapping):
        raise TypeError(f"'options' is {options!r:.80}; expected a dict or None.")


def check_path(name: str, value: Any) -> Path:
    """Return a path.

    Args:
        name: Name of the argument.
        value: What was given.

    Raises:
        TypeError: It is none.
    """
    if not isinstance(value, (str, os.PathLike)):
        raise TypeError(f"'{name}' is {value!r:.80}; expected a path.")
    return Path(value)


def check_texts(name: str, values: Any) -> Sequence[str]:
    """Return a sequence of strings.

    Args:
        name: Name of the argument.
        values: What was given.

    Raises:
        TypeError: It is a single string, no sequence, or holds something else.
    """
    is_texts = isinstance(values, Sequence) and not isinstance(values, str)
    if not is_texts or not all(isinstance(value, str) for value in values):
        raise TypeError(f"'{name}' is {values!r:.80}; expected a list of strings.")
    return values


def check_numbers(subject: str, values: Any, count: int | None = None) -> np.ndarray:
    """Return finite real numbers on the host.

    Args:
        subject: What they are, as a message begins: "'eye'" or "The position of the base".
        values: What was given: an array, a tensor on the CPU, or a (nested) sequence.
        count: How many there should be in all; None admits any number.

    Returns:
        Array in the shape that was given, float64, of its own.

    Raises:
        TypeError: They are no real numbers.
        ValueError: They are of another number, ragged, or not finite.
    """
    expected = "real numbers" if count is None else f"{count} numbers"
    try:
        array = np.asarray(values)
    except (TypeError, ValueError, NotImplementedError, RuntimeError) as error:  # ragged lists, tensors on a GPU
        raise ValueError(f"{subject} should hold {expected}, it is {values!r:.80}: {error}") from error
    if array.dtype.kind not in "fiub":
        raise TypeError(f"{subject} should hold {expected}, it is {values!r:.80}.")
    if count is not None and array.size != count:
        raise ValueError(f"{subject} should hold {expected}, its shape is {array.shape}.")
    array = array.astype(np.float64)
    if not np.isfinite(array).all():
        raise ValueError(f"{subject} should be finite, it is {array.tolist()!r:.80}.")
    return array


def check_env_ids(env_ids: Any, num_envs: int) -> None:
    """Refuse ids of environments that there are not. Tensors are not looked at: that would wait for a device.

    Args:
        env_ids: What was given; None and slices are environments, too.
        num_envs: Number of environments.

    Raises:
        TypeError: They are no ids.
        IndexError: There is no such environment.
    """
    if env_ids is None or hasattr(env_ids, "device") or isinstance(env_ids, slice):
        return
    if not isinstance(env_ids, (Sequence, np.ndarray, range)) or isinstance(env_ids, str):
        raise TypeError(f"'env_ids' is {env_ids!r:.80}; expected ids of environments, or None for all.")
    if len(env_ids) and np.asarray(env_ids).dtype.kind not in "iu":
        raise TypeError(f"'env_ids' holds {env_ids!r:.80}; expected whole numbers.")
    if len(env_ids) and not 0 <= min(env_ids) <= max(env_ids) < num_envs:
        raise IndexError(f"'env_ids' holds {env_ids!r:.80}, but there are {num_envs}: ids go from 0 to {num_envs - 1}.")


def check_env_id(name: str, env_id: Any, num_envs: int) -> None:
    """Refuse the id of an environment that there is not.

    Args:
        name: Name of the argument.
        env_id: What was given.
        num_envs: Number of environments.

    Raises:
        TypeError: It is no whole number.
        IndexError: There is no such environment.
    """
    if not hasattr(env_id, "__index__"):
        raise TypeError(f"'{name}' is {env_id!r:.80}; expected the number of an environment.")
    if not 0 <= env_id.__index__() < num_envs:
        raise IndexError(f"'{name}' is {env_id!r:.80}; environments go from 0 to {num_envs - 1}.")
