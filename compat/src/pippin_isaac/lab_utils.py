"""Helpers of ``isaaclab.utils`` that handle strings, dicts, configs, arrays and devices."""

from __future__ import annotations

import ast
import dataclasses
import hashlib
import importlib
import json
import re
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import torch
import warp as wp
from packaging.version import Version

import pippin.utils.timer
from pippin.utils.checks import check_callable, check_text
from pippin.utils.config_dict import format_dict, to_dict
from pippin.utils.files import read_bounded
from pippin.utils.math import quat_apply, quat_apply_inverse
from pippin.utils.warp_messages import summarize_warp_messages

from .older_names import warn_deprecated
from .version import chosen_isaaclab

summarize_warp_messages()


class Timer(pippin.utils.timer.Timer):
    """:class:`pippin.utils.timer.Timer` whose contexts print what they measured, as those of Isaac Lab do."""

    enable_display_output = True


wp.init()  # as importing isaaclab.utils.warp does: programs make arrays of their own before any simulation

__all__ = [
    "POSE7_ELEMENT_NAMES",
    "TENSOR_TYPES",
    "TENSOR_TYPE_CONVERSIONS",
    "LinearInterpolation",
    "TensorData",
    "compare_versions",
    "get_isaac_sim_version",
    "has_kit",
    "standalone_importers_available",
    "clear_resolve_matching_names_cache",
    "convert_dict_to_backend",
    "dict_to_md5_hash",
    "find_root_prim_path_from_regex",
    "find_unique_string_name",
    "index_fill_",
    "is_lambda_expression",
    "list_intersection",
    "replace_slices_with_strings",
    "replace_strings_with_slices",
    "string_to_slice",
    "to_camel_case",
    "to_snake_case",
    "Config",
    "replace",
    "clone",
    "validate",
    "instantiate",
    "checked_apply",
    "print_dict",
    "set_cuda_device",
    "quat_rotate",
    "quat_rotate_inverse",
    "lazy_export",
]


_MOST_OF_A_STUB = 1_000_000
"""Size of a stub beyond which it is none [bytes]."""


def lazy_export(*, packages: Sequence[str] = ()) -> tuple[Callable[[str], object], Callable[[], list[str]], list[str]]:
    """Give the calling module the names that the stub beside it (``.pyi``) imports, each when it is first asked for.

    Names of ``from .rewards import *`` are all taken at once; what no other line has comes from packages of which all
    is imported (``from isaaclab.envs.mdp import *``).

    Args:
        packages: More such packages.

    Returns:
        The module's ``__getattr__``, ``__dir__`` and ``__all__``, which it has then.
    """
    module = sys._getframe(1).f_globals
    package = module.get("__package__") or module["__name__"]
    stub = Path(module["__file__"]).with_suffix(".pyi")
    body = ast.parse(read_bounded(stub, _MOST_OF_A_STUB)).body if stub.is_file() else []
    origins: dict[str, tuple[str, str]] = {}
    wholes = list(packages)
    for node in body:
        if not isinstance(node, ast.ImportFrom):
            continue
        source = "." * node.level + (node.module or "")
        for alias in node.names:
            if alias.name != "*":
                origins[alias.asname or alias.name] = (source, alias.name)
            elif node.level:
                whole = importlib.import_module(source, package)
                public = getattr(whole, "__all__", [name for name in vars(whole) if not name.startswith("_")])
                origins |= {name: (source, name) for name in public}
            else:
                wholes.append(source)

    def load(name: str) -> object:
        if name in origins:
            source, own_name = origins[name]
            holder = importlib.import_module(source, package)
            if not hasattr(holder, own_name):  # then it is a module that was not imported yet
                importlib.import_module(f".{own_name}", holder.__name__)
            module[name] = getattr(holder, own_name)
            return module[name]
        for whole in wholes if not name.startswith("_") else ():
            holder = importlib.import_module(whole, package)
            if hasattr(holder, name):
                module[name] = getattr(holder, name)
                return module[name]
        raise AttributeError(f"module '{module['__name__']}' has no attribute '{name}'")

    names = sorted(origins)

    def list_names() -> list[str]:
        return sorted({*module, *names})

    module.update(__getattr__=load, __dir__=list_names, __all__=names)
    return load, list_names, names


def to_camel_case(snake_str: str, to: str = "cC") -> str:
    """Write words that underscores join in camel case.

    Args:
        snake_str: Words, such as ``joint_pos``.
        to: "cC" for ``jointPos``, "CC" for ``JointPos``.

    Raises:
        ValueError: ``to`` is neither.
    """
    check_text("snake_str", snake_str)
    if to not in ("cC", "CC"):
        raise ValueError(f"'to' is {to!r}; expected 'cC' or 'CC'.")
    words = "".join(word.title() for word in snake_str.lower().split("_"))
    return words if to == "CC" else snake_str.lower().split("_")[0] + words[len(snake_str.split("_")[0]) :]


def to_snake_case(camel_str: str) -> str:
    """Write camel case as words that underscores join: ``HTTPServerName`` becomes ``http_server_name``."""
    check_text("camel_str", camel_str)
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", camel_str).lower()


def string_to_slice(s: str) -> slice:
    """Read a slice from text such as ``slice(0,10,None)``.

    Raises:
        ValueError: The text is no slice of integers and None.
    """
    check_text("s", s)
    match = re.fullmatch(r"slice\(\s*(None|-?\d+)\s*,\s*(None|-?\d+)\s*,\s*(None|-?\d+)\s*\)", s)
    if match is None:
        raise ValueError(f"Slice {s!r} is malformed; expected a text such as 'slice(0,10,None)'.")
    return slice(*(None if part == "None" else int(part) for part in match.groups()))


def is_lambda_expression(name: str) -> bool:
    """Whether a text is a lambda expression."""
    check_text("name", name)
    try:
        return isinstance(ast.parse(name, mode="eval").body, ast.Lambda)
    except SyntaxError:
        return False


def find_unique_string_name(initial_name: str, is_unique_fn: Callable[[str], bool]) -> str:
    """First of ``name``, ``name_1``, ``name_2``, ... that a function takes for unique."""
    check_text("initial_name", initial_name)
    check_callable("is_unique_fn", is_unique_fn)
    name, count = initial_name, 0
    while not is_unique_fn(name):
        count += 1
        name = f"{initial_name}_{count}"
    return name


def find_root_prim_path_from_regex(prim_path_regex: str) -> tuple[str | None, int | None]:
    """Path above the first segment of an expression that is more than a name, and its place; None twice if none is."""
    if not isinstance(prim_path_regex, str) and not hasattr(prim_path_regex, "pathString"):
        raise TypeError(f"'prim_path_regex' is {prim_path_regex!r:.80}; expected the expression of a path.")
    segments = str(prim_path_regex).split("/")
    for level, segment in enumerate(segments):
        if set(segment) & set("[]*|^"):
            return "/".join(segments[:level]), level
    return None, None


def list_intersection(list1: list[Any], list2: list[Any] | None) -> list[Any]:
    """Entries of the first list that the second has too, in the first one's order; all if the second is None."""
    for name, value in (("list1", list1), ("list2", [] if list2 is None else list2)):
        if not isinstance(value, Iterable) or isinstance(value, str):
            raise TypeError(f"'{name}' is {value!r:.80}; expected a list.")
    return list1 if list2 is None else [entry for entry in list1 if entry in set(list2)]


def clear_resolve_matching_names_cache() -> None:
    """Do nothing: no matches are kept."""


def replace_slices_with_strings(data: Any) -> Any:
    """Copy nested dicts and lists with texts in place of slices; :func:`string_to_slice` reads them."""
    if isinstance(data, slice):
        return f"slice({data.start},{data.stop},{data.step})"
    return _map_nested(replace_slices_with_strings, data)


def replace_strings_with_slices(data: Any) -> Any:
    """Copy nested dicts and lists with slices in place of their texts."""
    if isinstance(data, str) and data.startswith("slice("):
        return string_to_slice(data)
    return _map_nested(replace_strings_with_slices, data)


def _as_text(value: Any) -> str:
    """A value that JSON has no form for; what is still to be given is the same in every process."""
    return "MISSING" if isinstance(value, type(dataclasses.MISSING)) else str(value)


def dict_to_md5_hash(data: Any) -> str:
    """MD5 of a dict or a config, written as JSON with sorted keys: 32 hexadecimal digits."""
    text = json.dumps(data if isinstance(data, dict) else to_dict(data), sort_keys=True, default=_as_text)
    return hashlib.md5(text.encode(), usedforsecurity=False).hexdigest()


def convert_dict_to_backend(
    data: dict, backend: str = "numpy", array_types: Iterable[str] = ("numpy", "torch", "warp")
) -> dict:
    """Copy nested dicts with their arrays converted to one kind; what is no array stays the same object.

    Args:
        data: Nested dicts.
        backend: Kind of arrays to have: "numpy", "torch" or "warp".
        array_types: Kinds of arrays to convert.

    Raises:
        ValueError: There is no such kind.
    """
    for kind in (backend, *array_types):
        if kind not in TENSOR_TYPES:
            raise ValueError(f"Unknown kind of array '{kind}'; expected one of 'numpy', 'torch' and 'warp'.")
    conversions = {
        TENSOR_TYPES[kind]: TENSOR_TYPE_CONVERSIONS[backend][TENSOR_TYPES[kind]]
        for kind in array_types
        if kind != backend
    }

    def converted(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: converted(entry) for key, entry in value.items()}
        convert = next((conversions[kind] for kind in conversions if isinstance(value, kind)), None)
        return value if convert is None else convert(value)

    return converted(data)


def _map_nested(function: Callable[[Any], Any], data: Any) -> Any:
    if isinstance(data, dict):
        return {key: function(value) for key, value in data.items()}
    return [function(value) for value in data] if isinstance(data, list) else data


TensorData = np.ndarray | torch.Tensor | wp.array
"""An array of any kind."""

TENSOR_TYPES: dict[str, type] = {"numpy": np.ndarray, "torch": torch.Tensor, "warp": wp.array}
"""Kinds of arrays by name."""

TENSOR_TYPE_CONVERSIONS: dict[str, dict[type, Callable[[Any], Any]]] = {
    "numpy": {wp.array: lambda array: array.numpy(), torch.Tensor: lambda tensor: tensor.detach().cpu().numpy()},
    "torch": {wp.array: wp.to_torch, np.ndarray: torch.from_numpy},
    "warp": {np.ndarray: wp.array, torch.Tensor: wp.from_torch},
}
"""Functions that convert to a kind of array, by the type that they convert."""


def index_fill_(
    data: torch.Tensor, indices: Sequence[int] | torch.Tensor | slice | None, value: float, dim: int = 0
) -> None:
    """Set entries along one dimension of a tensor to a number, in place and without waiting for a GPU.

    Args:
        data: Tensor.
        indices: Integers, one boolean for each entry, or a slice; None means all.
        value: Number.
        dim: Dimension that the indices count along.
    """
    if indices is None or isinstance(indices, slice):
        data.movedim(dim, 0)[slice(None) if indices is None else indices].fill_(value)
        return
    indices = torch.as_tensor(indices, device=data.device)
    if indices.dtype == torch.bool:
        data.movedim(dim, 0).masked_fill_(indices.reshape(-1, *[1] * (data.ndim - 1)), value)
    else:
        data.index_fill_(dim, indices.long(), value)


class LinearInterpolation:
    """A function of one variable through samples, linear between them and constant beyond.

    Args:
        x: Where the samples are, ascending, shape (num_samples,).
        y: Values there, shape (num_samples,).
        device: Torch device.

    Raises:
        ValueError: There are no samples, their numbers differ, or ``x`` does not ascend.
    """

    def __init__(self, x: torch.Tensor, y: torch.Tensor, device: str | torch.device) -> None:
        self._x, self._y = x.reshape(-1).to(device, copy=True), y.reshape(-1).to(device, copy=True)
        if self._x.numel() == 0 or self._x.numel() != self._y.numel():
            raise ValueError(
                f"'x' and 'y' have {self._x.numel()} and {self._y.numel()} samples; expected as many, >= 1."
            )
        if bool((self._x.diff() < 0).any()):
            raise ValueError("'x' is not in ascending order.")

    def compute(self, q: torch.Tensor) -> torch.Tensor:
        """Values at any points, of the same shape."""
        above = torch.searchsorted(self._x, q.contiguous()).clamp(max=self._x.numel() - 1)
        below = (torch.searchsorted(self._x, q.contiguous()) - 1).clamp(min=0)
        width = self._x[above] - self._x[below]
        weight = torch.where(width > 0, (q - self._x[below]) / torch.where(width > 0, width, 1.0), 0.0)
        return torch.lerp(self._y[below], self._y[above], weight.to(self._y.dtype))


_ISAAC_SIM = {2: Version("5.1.0"), 3: Version("6.0.0")}
"""Version of Isaac Sim for each version of Isaac Lab."""


def compare_versions(v1: str, v2: str) -> int:
    """Compare two versions: -1 if the first is the older one, 1 if it is the newer one, 0 if they are equal."""
    first, second = Version(v1), Version(v2)
    return (first > second) - (first < second)


def get_isaac_sim_version() -> Version:
    """Version of Isaac Sim that Isaac Lab of the served version is for; there is none here."""
    return _ISAAC_SIM[3 if chosen_isaaclab() == 3 else 2]


def has_kit() -> bool:
    """Whether the program runs in Omniverse Kit: it does not."""
    return False


def standalone_importers_available() -> bool:
    """Whether URDF and MJCF are read without Omniverse Kit: they are, by :mod:`pippin.sim.converters`."""
    return True


POSE7_ELEMENT_NAMES = ["x", "y", "z", "qx", "qy", "qz", "qw"]
"""Names of the numbers of a pose."""

Config = TypeVar("Config")


def replace(cfg: Config, /, **changes: Any) -> Config:
    """Make a config with other values for some fields."""
    return cfg.replace(**changes)


def clone(cfg: Config) -> Config:
    """Make a config with equal values that shares nothing with this one."""
    return cfg.copy()


def validate(cfg: Any) -> list[str]:
    """Check that every field was given a value, and what the config itself checks."""
    return cfg.validate()


def instantiate(cfg: Any, *args: Any, **kwargs: Any) -> Any:
    """Make what a config is for: an object of its ``class_type``, which gets the config first."""
    return cfg.class_type(cfg, *args, **kwargs)


def checked_apply(src: Any, target: Any) -> None:
    """Set each field of a dataclass on an object that has attributes of those names.

    Raises:
        TypeError: ``src`` is no dataclass.
        AttributeError: The object lacks an attribute; nothing is set.
    """
    if not dataclasses.is_dataclass(src):
        raise TypeError(f"'src' is {type(src).__name__}; it must be a dataclass.")
    names = [field.name for field in dataclasses.fields(src)]
    missing = [name for name in names if not hasattr(target, name)]
    if missing:
        raise AttributeError(f"{type(target).__name__} has no attribute {', '.join(map(repr, missing))}.")
    for name in names:
        setattr(target, name, getattr(src, name))


def print_dict(val: Mapping[str, Any], nesting: int = -4) -> None:
    """Print a nested dict, its first level indented by ``nesting + 4`` spaces."""
    print(format_dict(val, indent=nesting + 4))  # noqa: T201


def set_cuda_device(device: str | int) -> None:
    """Make a GPU the current one of PyTorch, then of Warp, whose runtime begins on PyTorch's.

    Args:
        device: Number of the GPU, or its name, such as "cuda:1".
    """
    import torch

    torch.cuda.set_device(device)

    import warp

    warp.set_device(f"cuda:{device}" if isinstance(device, int) else device)


def quat_rotate(q: torch.Tensor, v: torch.Tensor) -> torch.Tensor:
    """Rotate vectors; former name of ``quat_apply``."""
    warn_deprecated("quat_rotate is called quat_apply now.")
    return quat_apply(q, v)


def quat_rotate_inverse(q: torch.Tensor, v: torch.Tensor) -> torch.Tensor:
    """Rotate vectors back; former name of ``quat_apply_inverse``."""
    warn_deprecated("quat_rotate_inverse is called quat_apply_inverse now.")
    return quat_apply_inverse(q, v)
