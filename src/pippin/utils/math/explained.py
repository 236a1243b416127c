"""What to say of a call that PyTorch refuses: which argument is what, and what was expected.

Nothing is checked before a call, since these functions are called in every step; only its error is looked at.
"""

from __future__ import annotations

import dis
import functools
import inspect
import re
import types
import typing
from collections.abc import Callable
from typing import Any

import torch

_RAISE = dis.opmap["RAISE_VARARGS"]

_SHAPES = {
    **dict.fromkeys(("q", "q1", "q2", "quat", "quaternions"), "(..., 4)"),
    **dict.fromkeys(("vec", "vector", "delta", "pos"), "(..., 3)"),
    **dict.fromkeys(("pose", "pose_in_A", "pose_A_in_B"), "(..., 4, 4)"),
    "rot": "(..., 3, 3)",
}
"""Shapes of arguments whose functions have no list of arguments in their docstrings."""


def explained(function: Callable) -> Callable:
    """Make a function whose errors name the arguments that are to blame.

    TorchScript compiles the function itself, or calls this one where it is told to by
    :func:`.torchscript.call_from_torchscript`.

    Args:
        function: Function of this package on tensors.
    """

    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        try:
            return function(*args, **kwargs)
        except Exception as error:
            told = _explanation(function, args, kwargs, error)
            if told is None:
                raise
            raise told from error

    call.__module__ = __package__  # where this one is found, when it is pickled by name
    vars(call)["__script_if_tracing_wrapper"] = True  # torch.jit.script compiles "__original_fn" of such functions
    vars(call)["__original_fn"] = function
    return call


def _explanation(function: Callable, args: tuple, kwargs: dict, error: Exception) -> Exception | None:
    """Error that names the arguments to blame; None for one that the function raised itself, or if one is missing."""
    end = error.__traceback__
    while end is not None and end.tb_next is not None:
        end = end.tb_next
    if end is None or (_is_of_pippin(end) and end.tb_frame.f_code.co_code[end.tb_lasti] == _RAISE):
        return None
    try:
        given = inspect.signature(function).bind(*args, **kwargs).arguments
    except TypeError:
        return None
    hints, shapes = _hints(function), _shapes(function)
    of_another_type = [name for name, value in given.items() if not _is_of(value, hints[name])]
    odd = of_another_type or [name for name, value in given.items() if not _has_shape(value, shapes.get(name, ""))]
    if odd:
        parts = [
            f"'{name}' is {_described(given[name])}; expected {_expected(hints[name], shapes, name)}" for name in odd
        ]
        return (TypeError if of_another_type else ValueError)(f"{function.__name__}: {'; '.join(parts)}.")
    parts = [f"'{name}' ({_described(value)})" for name, value in given.items()]
    reason = (str(error).strip().splitlines() or [""])[0][:200].rstrip(".")
    kind = RuntimeError if isinstance(error, RuntimeError) else ValueError
    return kind(f"{function.__name__} cannot compute with {', '.join(parts)}: {reason}.")


def _is_of_pippin(end: types.TracebackType) -> bool:
    return str(end.tb_frame.f_globals.get("__name__")).startswith("pippin.")


def _hints(function: Callable) -> dict[str, Any]:
    """Types of arguments; any type where some are for type checkers alone."""
    try:
        return typing.get_type_hints(function)
    except NameError:
        return dict.fromkeys(inspect.signature(function).parameters, Any)


def _shapes(function: Callable) -> dict[str, str]:
    """Shapes of arguments as the docstring gives them."""
    text = inspect.getdoc(function) or ""
    _, _, listed = text.partition("Args:\n")
    if not listed:
        return _SHAPES
    entries = re.findall(r"^ {4}(\w+): (.*(?:\n {8}.*)*)", listed.partition("\n\n")[0], re.MULTILINE)
    found = {name: re.search(r"shapes? (\([^)]*\))", entry) for name, entry in entries}
    return {name: match[1] for name, match in found.items() if match}


def _has_shape(value: object, shape: str) -> bool:
    """Whether the last dimensions are those that a shape gives as numbers, and the numbers are real."""
    if not isinstance(value, torch.Tensor):
        return True
    last: list[int] = []
    for size in reversed(re.findall(r"[^(), ]+", shape)):
        if not size.isdigit():
            break
        last.insert(0, int(size))
    return not value.is_complex() and (not last or list(value.shape[-len(last) :]) == last)


def _is_of(value: object, hint: Any) -> bool:
    """Whether a value is of the type that is annotated, as far as classes tell."""
    origin = typing.get_origin(hint)
    if origin in (typing.Union, types.UnionType):
        return any(_is_of(value, each) for each in typing.get_args(hint))
    if origin is typing.Literal:
        return value in typing.get_args(hint)
    if isinstance(hint, typing.TypeVar):
        return isinstance(value, hint.__constraints__ or object)
    if hint is Any:
        return True
    if hint is float:
        return isinstance(value, (int, float))
    kind = origin or hint
    return isinstance(value, kind) if isinstance(kind, type) else True


def _described(value: object) -> str:
    if isinstance(value, torch.Tensor):
        return f"a tensor of shape {tuple(value.shape)}, {value.dtype}, on {value.device}"
    if isinstance(value, (int, float, complex, str, type(None))):
        return repr(value)[:40]
    return f"of type {type(value).__name__}"


def _expected(hint: Any, shapes: dict[str, str], name: str) -> str:
    kind = hint.__name__ if isinstance(hint, type) else str(hint).replace("typing.", "")
    return f"a real {kind} of shape {shapes[name]}" if name in shapes else kind
