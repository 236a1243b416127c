"""Errors that say which call of Gym they come from."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import ParamSpec, TypeVar

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")

_OF_USERS = (TypeError, ValueError, LookupError, ArithmeticError, RuntimeError, OSError)
"""Errors that what users pass leads to."""

_running = ""
"""Name of the call that runs, or ran last."""


def running_call() -> str:
    """Give the name of the call that runs, for what a later one has to say of it."""
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
                error.args = (f"gym.{name}: {error.args[0]}",)
            raise

    return call
