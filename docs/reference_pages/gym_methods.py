"""Which calls of Isaac Gym's ``Gym`` work, and which refuse, with the alternative named: for the documentation."""

from __future__ import annotations

import inspect
import sys
from typing import Any, NamedTuple

from pippin.gym.gym import Gym


class Method(NamedTuple):
    """One method of ``Gym``."""

    name: str
    signature: inspect.Signature
    """Its parameters."""
    topic: str
    """What it is about; empty where it refuses."""
    refusal: str
    """Why it refuses and what to use instead; empty where it works."""


def all_methods() -> dict[str, Method]:
    """Find every method of ``Gym`` by name."""
    calls = {name: each.__func__ for name, each in vars(Gym).items() if isinstance(each, staticmethod)}
    return {name: _method(name, function) for name, function in calls.items()}


def methods_as_markdown() -> str:
    """Write the page of the documentation with all methods."""
    methods = all_methods().values()
    lines = ["# Methods of Isaac Gym", ""]
    for topic in dict.fromkeys(method.topic for method in methods if method.topic):
        lines += [f"## {topic}", "", *(f"- {_as_code(method)}" for method in methods if method.topic == topic), ""]
    lines += ["## Refused", "", "These raise `NotImplementedError`.", ""]
    for refusal in dict.fromkeys(method.refusal for method in methods if method.refusal):
        lines += [f"{refusal}", "", *(f"- {_as_code(method)}" for method in methods if method.refusal == refusal), ""]
    return "\n".join(lines)


def _method(name: str, function: Any) -> Method:
    """Describe a method; its topic is the first line of the module that it is from."""
    first, *_ = inspect.getdoc(function).partition("\n")  # type: ignore[union-attr]
    refusal = first.removeprefix("Refuse. ") if first.startswith("Refuse. ") else ""
    topic = "" if refusal else (sys.modules[function.__module__].__doc__ or "").partition(".\n")[0].rstrip(".")
    return Method(name, inspect.signature(function), topic, refusal)


def _as_code(method: Method) -> str:
    """Name and parameters, as Markdown."""
    parameters = ", ".join(
        parameter.name if parameter.default is parameter.empty else f"{parameter.name}={_as_text(parameter.default)}"
        for parameter in method.signature.parameters.values()
    )
    return f"`{method.name}({parameters})`"


def _as_text(default: Any) -> str:
    """Default as it is written in code."""
    return getattr(default, "name", repr(default))
