"""Run a program as it is that was written for the libraries of its time: ``python -m pippin_isaac.run train.py``.

Names that NumPy, torch and Python dropped since are given back, and on a machine without a GPU the devices that the
program hard-codes ("cuda:0") are the CPU. What records a virtual display gets the viewer's picture.
``-m package.train`` runs a module. Nothing else changes, and nothing is changed for who does not start programs so.
"""

from __future__ import annotations

import collections
import collections.abc
import contextlib
import inspect
import logging
import os
import runpy
import sys
import types
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import torch
import warp as wp
from torch.overrides import TorchFunctionMode

from .screen import serve_screens

logger = logging.getLogger("pippin")

NUMPY_NAMES: dict[str, Any] = {
    "Inf": np.inf,
    "NaN": np.nan,
    "infty": np.inf,
    "bool": bool,
    "bool8": np.bool_,
    "complex": complex,
    "float": float,
    "int": int,
    "object": object,
    "str": str,
    "complex_": np.complex128,
    "float_": np.float64,
    "string_": np.bytes_,
    "unicode_": np.str_,
    "alltrue": np.all,
    "asfarray": lambda values, dtype=np.float64: np.asarray(values, dtype=dtype),
    "cumproduct": np.cumprod,
    "in1d": np.isin,
    "mat": np.asmatrix,
    "product": np.prod,
    "row_stack": np.vstack,
    "sometrue": np.any,
    "trapz": getattr(np, "trapezoid", None),
}
"""Names that NumPy had and what they meant. Those that the installed version has stay its own."""

TORCH_NAMES: dict[str, Any] = {
    "symeig": lambda values, eigenvectors=False, upper=True: (
        torch.linalg.eigh(values, UPLO="U" if upper else "L")
        if eigenvectors
        else (torch.linalg.eigvalsh(values, UPLO="U" if upper else "L"), torch.empty(0))
    ),
    "solve": lambda right, left: (torch.linalg.solve(left, right), left),
    "lstsq": lambda right, left: (torch.linalg.lstsq(left, right).solution, left),
}
"""Names that torch had, and what they meant."""


def give_names_back() -> None:
    """Give NumPy, torch and the standard library the names that they dropped."""
    for module, names in ((np, NUMPY_NAMES), (torch, TORCH_NAMES)):
        for name, value in names.items():
            if _lacks(module, name):
                setattr(module, name, value)
    for name in collections.abc.__all__:
        if not hasattr(collections, name):
            setattr(collections, name, getattr(collections.abc, name))
    if not hasattr(inspect, "getargspec"):
        inspect.getargspec = inspect.getfullargspec  # type: ignore[attr-defined]
    if "torch._six" not in sys.modules:
        six = types.ModuleType("torch._six")
        six.__dict__.update(inf=torch.inf, nan=torch.nan, string_classes=(str, bytes), int_classes=int)
        six.__dict__.update(container_abcs=collections.abc)
        sys.modules["torch._six"] = six


def _lacks(module: types.ModuleType, name: str) -> bool:
    """Whether a module has no such name, or only a function that says that it is gone."""
    try:
        with warnings.catch_warnings():  # NumPy warns of what some names will mean
            warnings.simplefilter("ignore")
            value = getattr(module, name)
    except AttributeError:
        return True
    return module is torch and getattr(value, "__module__", "") == "torch._linalg_utils"


class OnTheCpu(TorchFunctionMode):
    """Takes every CUDA device that torch is asked for as the CPU."""

    def __torch_function__(
        self, func: Callable, types: Any, args: tuple = (), kwargs: dict[str, Any] | None = None
    ) -> Any:
        """Call a function of torch with the CPU in the place of CUDA devices."""
        if func is torch.Tensor.cuda:
            return args[0]
        kwargs = {name: _cpu_for(value) for name, value in (kwargs or {}).items()}
        if isinstance(kwargs.get("device"), int):  # the index of a GPU
            kwargs["device"] = "cpu"
        return func(*(_cpu_for(value) for value in args), **kwargs)


def _cpu_for(value: Any) -> Any:
    if isinstance(value, torch.device):
        return torch.device("cpu") if value.type == "cuda" else value
    return "cpu" if isinstance(value, str) and (value == "cuda" or value.startswith("cuda:")) else value


def use_the_cpu(stack: contextlib.ExitStack) -> None:
    """Let CUDA devices be the CPU until the stack is closed, if there is no GPU."""
    if torch.cuda.is_available():
        return
    logger.warning("There is no GPU: the program's CUDA devices are the CPU.")
    os.environ["PIPPIN_DEVICE"] = "cpu"
    stack.enter_context(OnTheCpu())
    for module, name in ((torch, "load"), (torch.jit, "load")):
        setattr(module, name, _loading_to_the_cpu(getattr(module, name)))
    for name in ("set_device", "synchronize", "empty_cache"):
        setattr(torch.cuda, name, lambda *args, **kwargs: None)
    torch.cuda.current_device = lambda: 0
    cpu = wp.get_device("cpu")
    cpu.runtime.device_map.update(dict.fromkeys(("cuda", "cuda:0"), cpu))


def _loading_to_the_cpu(load: Callable) -> Callable:
    """A function like ``torch.load`` that puts all on the CPU."""

    def load_to_the_cpu(file: Any, map_location: Any = None, *args: Any, **kwargs: Any) -> Any:
        return load(file, "cpu", *args, **kwargs)

    return load_to_the_cpu


def main() -> None:
    """Run the program that the command line names."""
    arguments = sys.argv[1:]
    is_module = arguments[:1] == ["-m"]
    program = arguments[is_module:][:1]
    if not program or program[0].startswith("-"):
        sys.exit("usage: python -m pippin_isaac.run [-m] PROGRAM [ARGUMENT ...]")
    sys.argv = arguments[is_module:]
    give_names_back()
    serve_screens()
    with contextlib.ExitStack() as stack:
        use_the_cpu(stack)
        if is_module:
            sys.path.insert(0, str(Path.cwd()))
            runpy.run_module(program[0], run_name="__main__", alter_sys=True)
        else:
            sys.path.insert(0, str(Path(program[0]).resolve().parent))
            runpy.run_path(program[0], run_name="__main__")


if __name__ == "__main__":
    main()
