"""Functions that TorchScript calls instead of compiling them.

Programs compile functions of their own with ``torch.jit.script``, which call those of this package. These use more of
Python than TorchScript understands.
"""

from __future__ import annotations

import inspect
import typing
from collections.abc import Callable

import torch


def call_from_torchscript(function: Callable, without_settings: bool = False) -> None:
    """Let compiled functions call a function in Python, as its annotations say that it is called.

    TorchScript knows no defaults of such functions. One with settings that have a default is left to be compiled.

    Args:
        function: The function; its signature gets types in place of their names.
        without_settings: Whether the signature leaves out what has a default and is no tensor, rather.
    """
    try:
        hints = typing.get_type_hints(inspect.unwrap(function))
    except NameError:  # a name for type checkers alone
        return
    signature = inspect.signature(function)
    parameters = [
        parameter.replace(annotation=hints.get(name, torch.Tensor)) for name, parameter in signature.parameters.items()
    ]
    kept = [parameter for parameter in parameters if parameter.default is parameter.empty or _is_tensor(parameter)]
    if len(kept) < len(parameters) and not without_settings:
        return
    torch.jit.ignore(function)
    returns = hints.get("return", torch.Tensor)
    vars(function).pop("__wrapped__", None)  # whose parameters TorchScript would count
    function.__signature__ = signature.replace(parameters=kept, return_annotation=returns)  # type: ignore[attr-defined]


def _is_tensor(parameter: inspect.Parameter) -> bool:
    hint = parameter.annotation
    return torch.Tensor in (hint, *typing.get_args(hint))
