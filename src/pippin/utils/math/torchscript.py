"""Functions that TorchScript calls instead of compiling them.

Programs compile functions of their own with ``torch.jit.script``, which call those of this package. These use more of
Python than TorchScript understands.
"""

from __future__ import annotations

import functools
import inspect
import linecache
import types
import typing
from collections.abc import Callable
from typing import Any

import torch


def call_from_torchscript(function: Callable, without_settings: bool = False) -> None:
    """Let compiled functions call a function in Python, as its annotations say that it is called.

    TorchScript knows no defaults of such functions: where there are some, it compiles a function that has them and
    calls this one. One with settings that have a default is left to be compiled.

    Args:
        function: The function; its signature gets types in place of their names.
        without_settings: Whether one with such settings is called as well, without those that are more than a number,
            a text or a truth value.
    """
    vars(function).pop("__prepare_scriptable__", None)  # of what it wraps
    try:
        hints = typing.get_type_hints(inspect.unwrap(function))
    except NameError:  # a name for type checkers alone
        return
    signature = inspect.signature(function)
    parameters = [
        parameter.replace(annotation=hints.get(name, torch.Tensor)) for name, parameter in signature.parameters.items()
    ]
    if not without_settings and any(each.default is not each.empty and not _is_tensor(each) for each in parameters):
        return
    returned = hints.get("return", torch.Tensor)
    kept = [each for each in parameters if each.default is each.empty or _written(each.annotation) is not None]
    has_defaults = any(each.default is not each.empty for each in kept)
    if has_defaults and all(_written(each.annotation) for each in kept):
        function.__signature__ = signature.replace(  # type: ignore[attr-defined]
            parameters=parameters, return_annotation=returned
        )
        _compile_with_defaults(function, signature.replace(parameters=kept, return_annotation=returned))
    else:
        kept = [each for each in kept if each.default is each.empty or _is_tensor(each)]
        torch.jit.ignore(function)
        function.__signature__ = signature.replace(  # type: ignore[attr-defined]
            parameters=kept, return_annotation=returned
        )
    vars(function).pop("__wrapped__", None)  # whose parameters TorchScript would count


def _is_tensor(parameter: inspect.Parameter) -> bool:
    hint = parameter.annotation
    return torch.Tensor in (hint, *typing.get_args(hint))


def _compile_with_defaults(function: Callable, signature: inspect.Signature) -> None:
    """Let TorchScript compile, in place of a function, one that has the defaults of a signature and calls it."""
    parameters = signature.parameters.values()

    def call(*values: Any) -> Any:
        return function(**dict(zip(signature.parameters, values, strict=True)))

    call.__signature__ = signature.replace(  # type: ignore[attr-defined]
        parameters=[each.replace(default=each.empty) for each in parameters]
    )
    torch.jit.ignore(call)
    vars(function).pop("_torchscript_modifier", None)  # it is not called itself
    make = functools.partial(_with_defaults, function.__name__, call, signature)
    vars(function)["__prepare_scriptable__"] = functools.cache(make)


def _with_defaults(name: str, called: Callable, signature: inspect.Signature) -> Callable:
    """A function that TorchScript compiles, which has the defaults of a signature and calls a function."""
    parameters = signature.parameters.values()
    declared = [
        f"{each.name}: {_written(each.annotation)}" + (f" = {each.default!r}" if each.default is not each.empty else "")
        for each in parameters
    ]
    returned = _written(signature.return_annotation) or "torch.Tensor"
    source = (
        f"def {name}({', '.join(declared)}) -> {returned}:\n"
        f"    return called({', '.join(each.name for each in parameters)})\n"
    )
    file = f"<TorchScript's {name} {id(called)}>"
    linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)  # TorchScript reads the source
    names: dict[str, Any] = {
        "__name__": __name__,
        "torch": torch,
        "called": called,
        "Optional": typing.Optional,
        "Tuple": tuple,
    }
    exec(compile(source, file, "exec"), names)
    return names[name]


def _written(hint: Any) -> str | None:
    """A type as TorchScript reads it; None for one that it does not know."""
    if hint is torch.Tensor:
        return "torch.Tensor"
    if hint in (bool, float, int, str):
        return hint.__name__
    origin, inner = typing.get_origin(hint), typing.get_args(hint)
    if origin is typing.Literal:
        kinds = {type(value).__name__ for value in inner}
        return kinds.pop() if len(kinds) == 1 else None
    parts = [_written(each) for each in inner if each is not type(None)]
    if not parts or None in parts:
        return None
    if origin in (typing.Union, types.UnionType) and len(parts) == len(inner) - 1 == 1:
        return f"Optional[{parts[0]}]"
    return f"Tuple[{', '.join(map(str, parts))}]" if origin is tuple else None
