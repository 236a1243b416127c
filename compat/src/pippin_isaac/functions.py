"""Functions of the older dialects: those of Pippin, with quaternions (w, x, y, z) in arguments and results."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import torch

from pippin.utils.math.torchscript import call_from_torchscript

from .configs import to_newer
from .fields import parameter_layout, result_layout
from .older_names import OlderDialect
from .quaternions import to_xyzw

if TYPE_CHECKING:
    from .dialect import Dialect


class Arguments:
    """How the arguments of a function become those that Pippin expects.

    Args:
        function: The function.
        names: Names of the parameters in the order of the dialect; None where it is that of the function.
    """

    def __init__(self, function: Callable, names: tuple[str, ...] | None = None) -> None:
        parameters = [
            parameter
            for parameter in inspect.signature(function).parameters.values()
            if parameter.kind not in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD)
        ]
        if names is not None and not {parameter.name for parameter in parameters}.issuperset(names):
            names = None  # a method of that name with parameters of its own
        self._function = function.__name__
        self._names = names or tuple(
            parameter.name
            for parameter in parameters
            if parameter.kind is not parameter.KEYWORD_ONLY and parameter.name != "self"
        )
        self.signature = inspect.signature(function)
        """How the function is called in the dialect."""
        if names is not None:
            chosen = ["self", *names]
            own = [parameter for parameter in parameters if parameter.name in chosen]
            own.sort(key=lambda parameter: chosen.index(parameter.name))
            self.signature = self.signature.replace(parameters=own)
        layouts = [parameter_layout(self._function, parameter.name) for parameter in parameters]
        self.have_quaternions = any(layout is not None for layout in layouts)
        """Whether there is a parameter with quaternions."""

    def converted(self, args: tuple, kwargs: dict[str, Any], dialect: Dialect) -> dict[str, Any]:
        """All arguments by name.

        Raises:
            TypeError: There are too many, or one is given twice.
        """
        given = dict(zip(self._names, args, strict=False))
        if len(args) > len(self._names) or given.keys() & kwargs.keys():
            raise TypeError(
                f"{self._function}() takes the arguments {', '.join(self._names)}; it was given {len(args)} by position"
                f"{' and ' if kwargs else ''}{', '.join(kwargs)}."
            )
        return {name: self._one(name, value, dialect) for name, value in (given | kwargs).items()}

    def _one(self, name: str, value: Any, dialect: Dialect) -> Any:
        if isinstance(value, dict):
            return {key: self._one(key, item, dialect) for key, item in value.items()}
        layout = parameter_layout(self._function, name)
        if layout is not None:
            value = to_xyzw(value, layout)
        return value if isinstance(value, torch.Tensor) else to_newer(value, dialect)


def older_function(function: Callable, dialect: Dialect) -> Callable:
    """Counterpart of a function: itself, if it has nothing to do with quaternions."""
    arguments, layout = Arguments(function), result_layout(function.__name__)
    if not arguments.have_quaternions and layout is None:
        return function

    @functools.wraps(function)
    def older(*args: Any, **kwargs: Any) -> Any:
        with OlderDialect():
            result = function(**arguments.converted(args, kwargs, dialect))
        return dialect.present(result, layout)

    call_from_torchscript(
        older, without_settings=True
    )  # which would compile what is wrapped, with quaternions (x, y, z, w)
    return older
