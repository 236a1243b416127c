"""Naming functions and classes by text, so that configs can be written to a file."""

from __future__ import annotations

import functools
import importlib
import inspect
from collections.abc import Callable
from typing import Any

from .checks import check_callable, check_text
from .lambdas import is_lambda_text, lambda_to_string, string_to_lambda


def callable_to_string(value: Callable) -> str:
    """Return the name "module:name" under which a function or class can be imported, or the source of a lambda.

    Raises:
        TypeError: It is no function or class.
        ValueError: It cannot be imported by name, as a local function or a bound method, or is a lambda without source.
    """
    check_callable("value", value)
    if is_lambda(value):
        return lambda_to_string(value)
    module, name = getattr(value, "__module__", None), getattr(value, "__qualname__", None)
    text = f"{module}:{name}"
    try:
        found = string_to_callable(text)
    except ValueError:
        found = None
    if found is not value:
        raise ValueError(f"{value!r} cannot be imported by name: move it to the top level of a module.")
    return text


def string_to_callable(text: str) -> Callable:
    """Import the function or class of the name "module:name". Importing runs the module's code.

    A text "lambda x: x + 1" is taken, too, as far as :mod:`pippin.utils.lambdas` evaluates it: no code of it is run.

    Raises:
        TypeError: It is no text.
        ValueError: The text has another form, there is no such module or name, or it is not callable.
    """
    check_text("text", text)
    if is_lambda_text(text):
        return string_to_lambda(text)
    module, colon, name = text.partition(":")
    if not (colon and all(part.isidentifier() for part in f"{module}.{name}".split("."))):
        raise ValueError(f"'{text}' names no callable; expected 'module:name'.")
    try:
        value = functools.reduce(getattr, name.split("."), importlib.import_module(module))
    except (ImportError, AttributeError) as error:
        raise ValueError(f"There is no '{text}': {error}.") from error
    if not callable(value):
        raise ValueError(f"'{text}' is a {type(value).__name__}; expected a function or class, which can be called.")
    return value


def is_lambda(value: Any) -> bool:
    """Whether a value is a lambda."""
    return getattr(value, "__name__", "") == "<lambda>" and hasattr(value, "__code__")


class ResolvableString(str):
    """A text "module:name" that can be called: what it names is imported when it is first needed.

    It stays a text for all that writes, compares or shows it. Attributes that a text does not have are those of what
    it names.

    Raises:
        ValueError: When it is called or asked for an attribute: there is no such module or name.
    """

    __slots__ = ("_resolved",)

    _resolved: Callable

    def resolve(self) -> Callable:
        """Import what it names.

        Returns:
            The function or class.

        Raises:
            ValueError: There is no such module or name, or it is not callable.
        """
        try:
            return object.__getattribute__(self, "_resolved")
        except AttributeError:
            self._resolved = string_to_callable(str(self))
            return self._resolved

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Call what it names."""
        return self.resolve()(*args, **kwargs)

    def __getattribute__(self, name: str) -> Any:
        """Attribute of the text, but where the module is asked for, that of what it names."""
        if name == "__module__":  # which an instance has from its class otherwise
            return str.partition(self, ":")[0]
        return super().__getattribute__(name)

    def __getattr__(self, name: str) -> Any:
        """Attribute of what it names; names with two underscores are looked up without an import."""
        path = str.partition(self, ":")[2]
        if name in ("__name__", "__qualname__"):
            return path if name == "__qualname__" else path.rpartition(".")[2]
        if name.startswith("_"):
            raise AttributeError(name)
        return getattr(self.resolve(), name)

    def __copy__(self) -> ResolvableString:
        """Return itself: texts do not change."""
        return self

    def __deepcopy__(self, memo: dict) -> ResolvableString:
        """Return itself: texts do not change."""
        return self

    def __reduce__(self) -> tuple[type, tuple[str]]:
        """Pickle it as the text that it is."""
        return type(self), (str(self),)


def is_refusal(function: Callable[..., object]) -> bool:
    """Whether a function says that it is not served: its code names ``NotImplementedError``.

    Isaac Lab tells by this word in its source what a class can draw, so that programs write a method that raises it.
    Here the compiled code is looked at, which programs without source have, too.
    """
    code = getattr(inspect.unwrap(function), "__code__", None)
    return code is not None and "NotImplementedError" in code.co_names
