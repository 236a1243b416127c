"""Methods of Gym that are still to come."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any, NoReturn, TypeVar

from ..methods import Method, all_methods

Class = TypeVar("Class", bound=type)


def refuse_pending(cls: Class) -> Class:
    """Class decorator: give ``Gym`` the methods that are still to come; each raises NotImplementedError."""
    for method in all_methods().values():
        if not hasattr(cls, method.name):
            setattr(cls, method.name, _refusing(method, cls))
    return cls


def _refusing(method: Method, cls: type) -> Callable[..., NoReturn]:
    def refuse(self: Any, *args: Any, **kwargs: Any) -> NoReturn:
        raise NotImplementedError(f"gym.{method.name} does not work in Pippin yet.")

    this = inspect.Parameter("self", inspect.Parameter.POSITIONAL_OR_KEYWORD)
    refuse.__name__ = method.name
    refuse.__qualname__ = f"{cls.__qualname__}.{method.name}"
    refuse.__module__ = cls.__module__
    refuse.__doc__ = "Refuse: it is still to come.\n\nRaises:\n    NotImplementedError: Always."
    refuse.__signature__ = inspect.Signature([this, *method.signature.parameters.values()])  # type: ignore[attr-defined]
    return refuse
