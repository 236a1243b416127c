"""Which methods of Isaac Gym's ``Gym`` work, and which refuse, with the alternative named."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, NoReturn, TypeVar

from ..types import CoordinateSpace, SimType
from .refused import REFUSED
from .served import SERVED

Class = TypeVar("Class", bound=type)

_DEFAULTS = {**CoordinateSpace.__members__, **SimType.__members__}


class Method(NamedTuple):
    """One method of ``Gym``."""

    name: str
    signature: inspect.Signature
    """Its parameters, ``self`` left out."""
    topic: str
    """What it is about; empty where it refuses."""
    refusal: str
    """Why it refuses and what to use instead; empty where it works."""


def all_methods() -> dict[str, Method]:
    """Every method of ``Gym`` by name."""
    return {method.name: method for method in _methods()}


def refuse_unsupported(cls: Class) -> Class:
    """Class decorator: give ``Gym`` the methods that refuse, except those that it has.

    Each has its documented parameters and raises NotImplementedError with the reason and the alternative.
    """
    for method in all_methods().values():
        if method.refusal and method.name not in vars(cls):
            setattr(cls, method.name, _refusing(method, cls))
    return cls


def methods_as_markdown() -> str:
    """Page of the documentation with all methods."""
    lines = ["# Methods of Isaac Gym", ""]
    methods = all_methods().values()
    for topic in SERVED:
        lines += [f"## {topic}", "", *(f"- {_as_code(method)}" for method in methods if method.topic == topic), ""]
    lines += ["## Refused", "", "These raise `NotImplementedError`.", ""]
    for refusal in REFUSED:
        lines += [f"{refusal}", "", *(f"- {_as_code(method)}" for method in methods if method.refusal == refusal), ""]
    return "\n".join(lines)


def _methods() -> Iterator[Method]:
    """Every method, as the tables have them."""
    for topic, texts in SERVED.items():
        yield from (Method(*_parsed(text), topic=topic, refusal="") for text in texts)
    for refusal, texts in REFUSED.items():
        yield from (Method(*_parsed(text), topic="", refusal=refusal) for text in texts)


def _parsed(text: str) -> tuple[str, inspect.Signature]:
    """Name and signature from text such as ``draw_viewer(viewer, sim, render_collision=True)``."""
    (function,) = ast.parse(f"def {text}: ...").body
    assert isinstance(function, ast.FunctionDef)
    defaults = [_default(node) for node in function.args.defaults]
    names = [arg.arg for arg in function.args.args]
    required = len(names) - len(defaults)
    parameters = [
        inspect.Parameter(
            name,
            inspect.Parameter.POSITIONAL_OR_KEYWORD,
            default=inspect.Parameter.empty if position < required else defaults[position - required],
        )
        for position, name in enumerate(names)
    ]
    return function.name, inspect.Signature(parameters)


def _default(node: ast.expr) -> Any:
    """Value of a default: a literal, or the name of a constant."""
    return _DEFAULTS[node.id] if isinstance(node, ast.Name) else ast.literal_eval(node)


def _refusing(method: Method, cls: type) -> Callable[..., NoReturn]:
    """A method that refuses."""

    def refuse(self: Any, *args: Any, **kwargs: Any) -> NoReturn:
        raise NotImplementedError(f"gym.{method.name} does not work in Pippin. {method.refusal}")

    this = inspect.Parameter("self", inspect.Parameter.POSITIONAL_OR_KEYWORD)
    refuse.__name__ = method.name
    refuse.__qualname__ = f"{cls.__qualname__}.{method.name}"
    refuse.__module__ = cls.__module__
    refuse.__doc__ = f"Refuse. {method.refusal}\n\nRaises:\n    NotImplementedError: Always."
    refuse.__signature__ = inspect.Signature([this, *method.signature.parameters.values()])  # type: ignore[attr-defined]
    return refuse


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
