"""Errors that say which call of Gym they come from."""

from __future__ import annotations

import functools
import inspect
import traceback
from collections.abc import Callable, Sequence
from typing import ParamSpec, TypeVar

import numpy as np
import torch

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")

_OF_USERS = (TypeError, ValueError, LookupError, ArithmeticError, RuntimeError, OSError)
"""Errors that what users pass leads to."""

_running = ""
"""Name of the call that runs, or ran last."""


def running_call() -> str:
    """Return the name of the call that runs, for what a later one has to say of it."""
    return _running


def named(name: str, function: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
    """Let the message of every error that a call raises begin with its name.

    So the checks that a call makes need not know it, and neither do Python and NumPy, which speak of values that make
    no sense.
    """

    @functools.wraps(function)
    def call(*args: Parameters.args, **kwargs: Parameters.kwargs) -> Result:
        global _running
        _running = name
        try:
            return function(*args, **kwargs)
        except _OF_USERS as error:
            if len(error.args) == 1:
                odd = "" if _is_ours(error) else _odd_argument(function, args, kwargs)
                error.args = (f"gym.{name}: {odd}{error.args[0]}",)
            raise

    return call


def _is_ours(error: Exception) -> bool:
    """Whether a statement of Pippin raised an error: that says what is wrong, others do not know the argument."""
    frames = traceback.extract_tb(error.__traceback__)
    return "pippin" in frames[-1].filename and (frames[-1].line or "").startswith("raise")


def _odd_argument(function: Callable[..., object], args: tuple[object, ...], kwargs: dict[str, object]) -> str:
    """Name the arguments that are not what the annotations of a call say, for an error that does not."""
    every = inspect.signature(function).parameters.values()
    parameters = [parameter for parameter in every if "*" not in str(parameter)]
    given = {**dict(zip((item.name for item in parameters), args, strict=False)), **kwargs}
    odd = []
    for parameter in parameters:
        value, kind = given.get(parameter.name), str(parameter.annotation)
        if parameter.name not in given or (value is None and "None" in kind):
            continue
        if kind.startswith(("int", "float", "bool")):
            is_odd = not isinstance(value, (int, float, np.number))
        elif "Sequence" in kind or "list" in kind:
            is_odd = not isinstance(value, Sequence)
        else:
            is_odd = value is None or not _holds_numbers(value)
        if is_odd:
            odd.append(f"'{parameter.name}' is {value!r:.60}")
    return f"{', '.join(odd)}: " if odd else ""


def _holds_numbers(value: object) -> bool:
    if isinstance(value, torch.Tensor):
        return not value.is_meta and not value.is_complex()
    if isinstance(value, (list, tuple, dict, str, np.ndarray)):
        try:
            return np.asarray(value).dtype.kind in "fiubV"
        except ValueError:  # rows of different lengths
            return False
    return type(value).__module__.startswith("pippin")
