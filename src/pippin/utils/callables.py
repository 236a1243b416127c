"""Naming functions and classes by text, so that configs can be written to a file."""

from __future__ import annotations

import functools
import importlib
from collections.abc import Callable


def callable_to_string(value: Callable) -> str:
    """Give the name "module:name" under which a function or class can be imported.

    Raises:
        ValueError: It cannot be imported by name, as a lambda, a local function or a bound method.
    """
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

    Raises:
        ValueError: The text has another form, there is no such module or name, or it is not callable.
    """
    module, colon, name = text.partition(":")
    if not (colon and all(part.isidentifier() for part in f"{module}.{name}".split("."))):
        raise ValueError(f"Expected a callable as 'module:name', got '{text}'.")
    try:
        value = functools.reduce(getattr, name.split("."), importlib.import_module(module))
    except (ImportError, AttributeError) as error:
        raise ValueError(f"There is no '{text}': {error}.") from error
    if not callable(value):
        raise ValueError(f"'{text}' is a {type(value).__name__}, which cannot be called.")
    return value
