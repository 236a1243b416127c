"""Errors that say which method of Gym they come from."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable
from typing import Any, TypeVar

Class = TypeVar("Class", bound=type)

_NAME = re.compile(r"^gym\.\w+: ")
"""What messages begin with already, also those of a method that another one calls."""

_OF_USERS = (TypeError, ValueError, LookupError, ArithmeticError, RuntimeError, OSError)
"""Errors that what users pass leads to."""


def name_the_call(cls: Class) -> Class:
    """Class decorator: let the message of every error that a method raises begin with the method's name.

    Most checks write it themselves. This is for the others, and for what Python and NumPy say of values that make no
    sense.
    """
    for name in dir(cls):
        method = getattr(cls, name)
        if not name.startswith("_") and callable(method):
            setattr(cls, name, _naming(name, method))
    return cls


def _naming(name: str, method: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(method)
    def call(*args: Any, **kwargs: Any) -> Any:
        try:
            return method(*args, **kwargs)
        except _OF_USERS as error:
            if len(error.args) == 1:
                error.args = (f"gym.{name}: {_NAME.sub('', str(error.args[0]))}",)
            raise

    return call
