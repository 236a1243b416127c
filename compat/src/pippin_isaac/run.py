"""Run a program as it is that was written for the libraries of its time: ``python -m pippin_isaac.run train.py``.

Names that NumPy, SciPy, torch, setuptools and Python dropped since are given back, TorchScript takes whole numbers for
conditions, recurrent layers NumPy's for sizes, and fields of dataclasses take instances of dataclasses for defaults.
On a machine without a GPU the devices that the program hard-codes ("cuda:0") are the CPU. What records a virtual
display gets the viewer's picture. Of a program that only defines a sample of Isaac Sim's application, the sample is
loaded and plays. ``-m package.train`` runs a module. Python processes that the program starts are
prepared in the same way when they import what Pippin serves. Nothing else changes, and programs that are started
otherwise stay as they are. After a program of Isaac Sim's Script Editor, which makes no application, frames go by; it
may await outside of functions.
"""

from __future__ import annotations

import ast
import collections
import collections.abc
import contextlib
import dataclasses
import functools
import importlib.util
import inspect
import os
import runpy
import sys
import types
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import torch
from PIL import Image

from .cpu_devices import cuda_on_the_cpu
from .distributions import serve_versions
from .older_numpy import NUMPY_NAMES, is_without
from .older_scipy import give_interpolation_back
from .older_setuptools import give_package_resources_back
from .served import RUNNER

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
            if is_without(module, name):
                setattr(module, name, value)
    if not hasattr(np.array, "__wrapped__"):
        np.array = _copy_where_needed(np.array)
    for name in collections.abc.__all__:
        if not hasattr(collections, name):
            setattr(collections, name, getattr(collections.abc, name))
    if not hasattr(inspect, "getargspec"):
        inspect.getargspec = inspect.getfullargspec  # type: ignore[attr-defined]
    sys.modules.setdefault("torch.tensor", torch._tensor)  # the module that held torch.Tensor until torch 1.8
    if "torch._six" not in sys.modules:
        six = types.ModuleType("torch._six")
        six.__dict__.update(inf=torch.inf, nan=torch.nan, string_classes=(str, bytes), int_classes=int)
        six.__dict__.update(container_abcs=collections.abc)
        sys.modules["torch._six"] = six


def _copy_where_needed(array: Callable) -> Callable:
    """``np.array``, whose ``copy=False`` copies where it has to, as it did before NumPy 2, which refuses then."""

    @functools.wraps(array)
    def array_of(*args: Any, **kwargs: Any) -> np.ndarray:
        if kwargs.get("copy") is False:
            kwargs["copy"] = None
        return array(*args, **kwargs)

    return array_of


def take_numbers_as_conditions() -> None:
    """Let ``torch.where`` in TorchScript take whole numbers for conditions.

    It refuses them by itself. The fused kernels that it ran as on GPUs did not look, and programs came to rely on it.
    """
    script = torch.jit.script
    if hasattr(script, "__wrapped__"):
        return

    @functools.wraps(script)
    def script_leniently(*args: Any, **kwargs: Any) -> Any:
        function = script(*args, **kwargs)
        if isinstance(function, torch.jit.ScriptFunction):
            _make_conditions_boolean(function.graph)
        return function

    torch.jit.script = script_leniently


def take_numpy_sizes() -> None:
    """Let torch's recurrent layers take whole numbers of NumPy for sizes, as they did before they looked at types."""
    make = torch.nn.RNNBase.__init__
    if hasattr(make, "__wrapped__"):
        return

    @functools.wraps(make)
    def make_leniently(self: torch.nn.RNNBase, mode: str, *sizes: Any, **options: Any) -> None:
        values = (int(size) if isinstance(size, np.integer) else size for size in sizes)
        named = {name: int(value) if isinstance(value, np.integer) else value for name, value in options.items()}
        make(self, mode, *values, **named)

    torch.nn.RNNBase.__init__ = make_leniently  # type: ignore[method-assign]


def take_shared_defaults() -> None:
    """Let fields of dataclasses have defaults without a hash, shared by all instances, as they did before Python 3.11.

    Instances of other dataclasses and arrays are such. Lists, dictionaries and sets were always refused.
    """
    decorate = dataclasses.dataclass
    if hasattr(decorate, "__wrapped__"):
        return

    @functools.wraps(decorate)
    def decorate_leniently(cls: type | None = None, /, **options: Any) -> Any:
        if cls is None:
            return functools.partial(decorate_leniently, **options)
        shared = {name: value for name, value in vars(cls).items() if _is_shared_default(cls, name, value)}
        for name, value in shared.items():
            setattr(cls, name, dataclasses.field(default_factory=functools.partial(_same, value)))
        made = decorate(cls, **options)
        for name in shared if not options.get("slots") else ():
            setattr(made, name, shared[name])
        return made

    dataclasses.dataclass = decorate_leniently


def _is_shared_default(cls: type, name: str, value: Any) -> bool:
    """Whether a member of a class is the default of a field that Python 3.10 took and 3.11 refuses."""
    annotation = inspect.get_annotations(cls).get(name)
    if annotation is None or "ClassVar" in str(annotation):
        return False
    return type(value).__hash__ is None and not isinstance(value, (list, dict, set))


def _same(value: Any) -> Any:
    return value


def _make_conditions_boolean(graph: torch.Graph) -> None:
    torch._C._jit_pass_inline(graph)  # what it calls has conditions too
    for node in graph.findAllNodes("aten::where", recurse=True):
        inputs = list(node.inputs())
        if len(inputs) == 3:
            condition = graph.create("aten::logical_or", [inputs[0], inputs[0]], 1)
            condition.insertBefore(node)
            node.replaceInput(0, condition.output())


class SmartDisplay:
    """Show the viewer that was drawn last, and nothing else.

    Args:
        backend: Kind of X server. There is none.
        visible: Whether to show the display itself. Nothing is shown.
        size: Width and height while no viewer was drawn [pixels].
        options: Further settings of X servers.
    """

    def __init__(
        self, backend: str | None = None, visible: bool = False, size: tuple[int, int] = (1024, 768), **options: Any
    ) -> None:
        self._size = size

    def start(self) -> SmartDisplay:
        """Begin. There is no server to wait for."""
        return self

    def stop(self) -> SmartDisplay:
        """End."""
        return self

    __enter__ = start

    def __exit__(self, *error: object) -> None:
        """End."""

    def grab(self, autocrop: bool = True) -> Image.Image:
        """Return what the viewer sees now, in the size of its window, RGB; black while no viewer was drawn."""
        from pippin.gym.engine.viewer import picture_on_screen  # programs that grab nothing load no engine

        picture = picture_on_screen()
        if picture is None:
            picture = np.zeros((*self._size[::-1], 3), dtype=np.uint8)
        return Image.fromarray(np.ascontiguousarray(picture[..., :3]))


def serve_screens() -> None:
    """Let programs import ``SmartDisplay`` from here, whether pyvirtualdisplay is installed or not."""
    if importlib.util.find_spec("pyvirtualdisplay") is None:
        sys.modules["pyvirtualdisplay"] = package = types.ModuleType("pyvirtualdisplay")
        package.__dict__.update(__path__=[], Display=SmartDisplay)
    sys.modules["pyvirtualdisplay.smartdisplay"] = module = types.ModuleType("pyvirtualdisplay.smartdisplay")
    module.__dict__.update(SmartDisplay=SmartDisplay)


_for_good = contextlib.ExitStack()


def prepare_started_process() -> None:
    """Prepare a process that a program has started as the program's own is, until it ends."""
    prepare()
    _for_good.enter_context(cuda_on_the_cpu())


def prepare() -> None:
    """Give the program all that it relies on but a GPU."""
    give_names_back()
    give_interpolation_back()
    give_package_resources_back()
    take_numbers_as_conditions()
    take_numpy_sizes()
    take_shared_defaults()
    serve_screens()
    serve_versions()
    if not torch.cuda.is_available():
        os.environ["PIPPIN_DEVICE"] = "cpu"


def main() -> None:
    """Run the program that the command line names."""
    arguments = sys.argv[1:]
    is_module = arguments[:1] == ["-m"]
    program = arguments[is_module:][:1]
    if not program or program[0].startswith("-"):
        sys.exit("usage: python -m pippin_isaac.run [-m] PROGRAM [ARGUMENT ...]")
    sys.argv = arguments[is_module:]
    prepare()
    os.environ[RUNNER] = str(os.getpid())
    with cuda_on_the_cpu():
        if is_module:
            sys.path.insert(0, str(Path.cwd()))
            runpy.run_module(program[0], run_name="__main__", alter_sys=True)
        else:
            sys.path.insert(0, str(Path(program[0]).resolve().parent))
            path = os.path.abspath(program[0])  # as Python's own __file__
            code = _code_that_awaits(path)
            names = runpy.run_path(path, run_name="__main__") if code is None else _run_awaiting(code, path)
            _play_samples(names)
            _go_on_after_script()


def _code_that_awaits(path: str) -> types.CodeType | None:
    """Code of a program that awaits outside of functions; None for any other, and for what Python is to refuse.

    The Script Editor and Isaac Sim's extension for VS Code run such programs.
    """
    try:
        code = compile(Path(path).read_bytes(), path, "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT, dont_inherit=True)
    except (OSError, SyntaxError, ValueError):
        return None
    return code if code.co_flags & inspect.CO_COROUTINE else None


def _run_awaiting(code: types.CodeType, path: str) -> dict[str, Any]:
    """Run a program that awaits outside of functions while frames go by, and return its names."""
    from .launcher import run_to_its_end  # other programs need not wait for it

    module = sys.modules["__main__"] = types.ModuleType("__main__")
    vars(module)["__file__"] = path
    run_to_its_end(types.FunctionType(code, vars(module))())  # as asyncio's own prompt does
    return vars(module)


def _play_samples(names: dict[str, Any]) -> None:
    """Load the sample of Isaac Sim's application that a program consists of, as its button does."""
    samples = sys.modules.get("isaacsim.core.samples")
    if samples is not None:  # without it no program has one
        samples.play_samples(names, "__main__")


def _go_on_after_script() -> None:
    """Be the application that a program of Isaac Sim's Script Editor is run in."""
    launcher = sys.modules.get("pippin_isaac.launcher")
    if launcher is not None:  # without it no program waits for frames
        launcher.go_on_after_script()


if __name__ == "__main__":
    main()
