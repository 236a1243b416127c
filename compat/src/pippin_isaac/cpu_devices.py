"""On a machine without a GPU: the CUDA devices that programs name are the CPU.

Programs for GPUs hard-code "cuda:0" in their configs, in ``torch.zeros(..., device="cuda:0")`` and ``.to("cuda")``. The
functions of torch that take a device are given the CPU for it, so that a call costs a look at its device and no more.
"""

from __future__ import annotations

import contextlib
import functools
import logging
from collections.abc import Callable, Iterator
from typing import Any

import torch
import warp as wp

from pippin.utils.warp_messages import summarize_warp_messages

from .cuda_answers import ANSWERS, MARKS, Generator

logger = logging.getLogger("pippin")

_FUNCTIONS = (
    *("arange", "as_tensor", "asarray", "bartlett_window", "blackman_window", "empty", "empty_like", "empty_strided"),
    *("eye", "full", "full_like", "hamming_window", "hann_window", "kaiser_window", "linspace", "logspace", "normal"),
    *("ones", "ones_like", "rand", "rand_like", "randint", "randint_like", "randn", "randn_like", "randperm"),
    *("range", "scalar_tensor", "sparse_coo_tensor", "tensor", "tril_indices"),
    *("triu_indices", "zeros", "zeros_like"),
)
"""Functions of torch that take a device by its name."""

_METHODS = ("new_empty", "new_full", "new_ones", "new_tensor", "new_zeros", "to")
"""Methods of tensors that take a device, by its name or, ``to``, by its place."""

_OF_BOOLEANS = ("abs", "absolute")
"""Functions that a GPU takes of booleans, whose values they leave, and the CPU refuses."""

_RECORDS = ("_record_memory_history", "_dump_snapshot")
"""Functions of ``torch.cuda.memory`` that record how a GPU's memory is used."""

_replaced = contextlib.ExitStack()
_users = 0


@contextlib.contextmanager
def cuda_on_the_cpu() -> Iterator[None]:
    """Let CUDA devices be the CPU inside a ``with`` block, if there is no GPU.

    A warning says so when the first one is named. Blocks may overlap.
    """
    global _users
    if torch.cuda.is_available():
        yield
        return
    if _users == 0:
        summarize_warp_messages()
        _replace_functions(_replaced)
    _users += 1
    try:
        yield
    finally:
        _users -= 1
        if _users == 0:
            _replaced.close()


def device_of_this_machine(device: Any) -> Any:
    """Device in place of one: the CPU for a CUDA device if there is no GPU, which a warning says once; else the same.

    Args:
        device: Name or torch device; what is neither is given back.
    """
    return device if torch.cuda.is_available() else _cpu_for(device)


def _cpu_for(device: Any) -> Any:
    """The CPU for a CUDA device, else the same."""
    if isinstance(device, torch.device):
        if device.type != "cuda":
            return device
        _say_once()
        return torch.device("cpu")
    if isinstance(device, str) and device.startswith("cuda") and device[4:5] in ("", ":"):
        _say_once()
        return "cpu"
    return device


@functools.cache
def _say_once() -> None:
    logger.warning(
        "There is no GPU: the program's CUDA devices are the CPU. With thousands of environments an iteration takes "
        "minutes there; --num_envs 64, where a program has that argument, shows sooner what it does."
    )


def _replace_functions(stack: contextlib.ExitStack) -> None:
    """Replace what takes a device, until the stack is closed."""
    for name in _FUNCTIONS:
        original = getattr(torch, name)
        _replace(stack, torch, name, _on_the_cpu(original))
        _keep_for_torchscript(original, getattr(torch, name))
    for name in _METHODS:
        _replace(stack, torch.Tensor, name, _on_the_cpu(getattr(torch.Tensor, name)))
    for name in _OF_BOOLEANS:
        for owner in (torch, torch.Tensor):
            original = getattr(owner, name)
            _replace(stack, owner, name, _leaving_booleans(original))
            _keep_for_torchscript(original, getattr(owner, name))
    _replace(stack, torch.jit, "script", _scripting_for_the_cpu(torch.jit.script))
    _replace(stack, torch.Tensor, "cuda", lambda values, *args, **kwargs: values)
    lazy = torch.nn.parameter.UninitializedTensorMixin
    _replace(stack, lazy, "_allowed_methods", [*lazy._allowed_methods, torch.Tensor.to, torch.Tensor.cuda])
    _replace(stack, torch, "set_default_device", _on_the_cpu(torch.set_default_device))
    for module in (torch, torch.jit):
        _replace(stack, module, "load", _loading_to_the_cpu(module.load))
    for name, answer in ANSWERS.items():
        _replace(stack, torch.cuda, name, answer)
    for name, mark in MARKS.items():
        _replace(stack, torch.cuda.nvtx, name, mark)
    _replace(stack, torch, "Generator", Generator)
    _replace(stack, torch.Tensor, "pin_memory", lambda values, *args: values)
    _replace(stack, torch.backends.cuda, "preferred_linalg_library", _linear_algebra_of_the_cpu)
    for name in _RECORDS:
        _replace(stack, torch.cuda.memory, name, lambda *args, **kwargs: None)
    runtime = wp.get_device("cpu").runtime
    _replace(stack, runtime, "device_map", runtime.device_map | dict.fromkeys(("cuda", "cuda:0"), wp.get_device("cpu")))


def _linear_algebra_of_the_cpu(backend: object = None) -> Any:
    """In place of ``torch.backends.cuda.preferred_linalg_library``: what is chosen for a GPU has nothing to do here."""
    return torch._C._LinalgBackend.Default


def _on_the_cpu(function: Callable) -> Callable:
    """A function of torch with the CPU in the place of CUDA devices."""

    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        device = kwargs.get("device")
        if device is not None:
            kwargs["device"] = "cpu" if isinstance(device, int) else _cpu_for(device)
        return _answer(call, function, args, kwargs)

    @functools.wraps(function)
    def call_by_place(*args: Any, **kwargs: Any) -> Any:
        if len(args) > 1 and type(args[1]) is int:  # the number of a device
            args = (args[0], "cpu", *args[2:])
        return call(*(_cpu_for(value) if isinstance(value, (str, torch.device)) else value for value in args), **kwargs)

    return call_by_place if function.__name__ in ("to", "set_default_device") else call


def _leaving_booleans(function: Callable) -> Callable:
    """A function of torch that copies a boolean tensor, and is as it was for all others."""

    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        if len(args) == 1 and not kwargs and isinstance(args[0], torch.Tensor) and args[0].dtype is torch.bool:
            return args[0].clone()
        return _answer(call, function, args, kwargs)

    return call


def _answer(replacement: Callable, function: Callable, args: tuple, kwargs: dict[str, Any]) -> Any:
    """What a function of torch gives, or a library's class for what is no tensor, such as TensorDict.

    Such a class knows torch's functions by themselves: the replacement, if it was imported while that has its place.
    """
    kind = type(args[0]) if args else None
    if kind is not None and not issubclass(kind, torch.Tensor) and hasattr(kind, "__torch_function__"):
        result = kind.__torch_function__(replacement, (kind,), args, kwargs)
        if result is not NotImplemented:
            return result
    return function(*args, **kwargs)


def _keep_for_torchscript(original: Callable, replacement: Callable) -> None:
    """Let TorchScript compile the replacement as what it compiles the original to."""
    table = torch.jit._builtins._get_builtin_table()
    if id(original) in table:
        table[id(replacement)] = table[id(original)]


def _scripting_for_the_cpu(script: Callable) -> Callable:
    """A function like ``torch.jit.script`` whose functions know no other device than the CPU."""

    @functools.wraps(script)
    def script_for_the_cpu(*args: Any, **kwargs: Any) -> Any:
        function = script(*args, **kwargs)
        if isinstance(function, torch.jit.ScriptFunction):
            _put_on_the_cpu(function.graph)
        return function

    return script_for_the_cpu


def _put_on_the_cpu(graph: torch.Graph) -> None:
    """Put the CPU in the place of all devices that a graph is given, names, or makes of a name."""
    torch._C._jit_pass_inline(graph)  # what it calls names devices too
    constants = graph.findAllNodes("prim::Constant", recurse=True)
    made = [node.output() for node in (*constants, *graph.findAllNodes("aten::device", recurse=True))]
    named = [value for value in (*graph.inputs(), *made) if value.type().kind() == "DeviceObjType"]
    if named:
        first = next(graph.nodes())
        graph.setInsertPoint(first)
        cpu = graph.insertConstant(torch.device("cpu"))
        for value in named:
            value.replaceAllUsesWith(cpu)
    for node in graph.findAllNodes("aten::cuda", recurse=True):
        node.output().replaceAllUsesWith(next(node.inputs()))


def _loading_to_the_cpu(load: Callable) -> Callable:
    """A function like ``torch.load`` that puts all on the CPU."""

    @functools.wraps(load)
    def load_to_the_cpu(file: Any, map_location: Any = None, *args: Any, **kwargs: Any) -> Any:
        return load(file, "cpu", *args, **kwargs)

    return load_to_the_cpu


def _replace(stack: contextlib.ExitStack, owner: Any, name: str, value: Any) -> None:
    """Replace an attribute until the stack is closed."""
    if name in vars(owner):
        stack.callback(setattr, owner, name, vars(owner)[name])
    else:  # inherited
        stack.callback(delattr, owner, name)
    setattr(owner, name, value)
