"""What a training run keeps of its configs: YAML files, and pickles where a script asks for them."""

from __future__ import annotations

import enum
import logging
import pickle
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import torch
import yaml

from .config_dict import is_config, to_dict
from .files import read_bounded, write_whole

logger = logging.getLogger("pippin")

MAX_BYTES = 64 * 1024**2
"""Size above which a file is refused [bytes]."""


class _Loader(yaml.SafeLoader):
    """Loader of plain values, and of the tuples that other writers mark."""


def _tuple(loader: yaml.SafeLoader, node: Any) -> tuple:
    return tuple(loader.construct_sequence(node, deep=True))


_Loader.add_constructor("tag:yaml.org,2002:python/tuple", _tuple)


def dump_yaml(filename: str | Path, data: Any, sort_keys: bool = False) -> None:
    """Write a config or a dict as YAML that needs no Python to be read.

    Tuples, arrays and tensors become lists; classes and functions "module:name"; slices and what else YAML does not
    know the text that Python has for them.

    Args:
        filename: Path of the file; ".yaml" is added where there is no ending of YAML. Folders are made.
        data: A config, or a dict.
        sort_keys: Whether keys are sorted.
    """
    path = _path(filename, ".yaml", (".yaml", ".yml"))
    write_whole(path, yaml.safe_dump(to_plain(data), default_flow_style=False, sort_keys=sort_keys))


def load_yaml(filename: str | Path) -> Any:
    """Read a YAML file of plain values; nothing in it is executed.

    Args:
        filename: Path of the file; ".yaml" is added where there is no ending of YAML.

    Raises:
        FileNotFoundError: There is no such file.
        ValueError: It is too large, no YAML, or asks for objects of Python.
    """
    name = Path(filename)
    path = name if name.suffix.lower() in (".yaml", ".yml") else name.with_name(f"{name.name}.yaml")
    try:
        return yaml.load(read_bounded(path, MAX_BYTES), Loader=_Loader)
    except (yaml.YAMLError, RecursionError, TypeError, ValueError) as error:  # a list as a key, `!!float x`
        raise ValueError(
            f"'{path}' is malformed; expected YAML of plain values: {' '.join(str(error).split())[:500]}"
        ) from error


def dump_pickle(filename: str | Path, data: Any) -> None:
    """Write a pickle. What cannot be pickled is warned of, and no file is written: the YAML file beside it has it all.

    Args:
        filename: Path of the file; ".pkl" is added where it is missing. Folders are made.
        data: Anything.
    """
    path = _path(filename, ".pkl", (".pkl",))
    try:
        content = pickle.dumps(data)
    except Exception as error:  # objects raise what they like
        logger.warning("'%s' is not written: a part of it cannot be pickled (%s).", path, error)
        return
    write_whole(path, content)


def load_pickle(filename: str | Path) -> Any:
    """Refuse to read a pickle, which runs whatever code its author put into it.

    Raises:
        NotImplementedError: Always.
    """
    raise NotImplementedError(
        f"'{filename}' is not read: a pickle runs code. Read the YAML file that was written beside it, by load_yaml."
    )


def _path(filename: str | Path, ending: str, endings: tuple[str, ...]) -> Path:
    path = Path(filename)
    path = path if path.suffix.lower() in endings else path.with_name(f"{path.name}{ending}")
    path.parent.mkdir(parents=True, exist_ok=True)
    return path


def to_plain(value: Any) -> Any:
    """A value as YAML knows it."""
    if is_config(value):
        value = to_dict(value)
    if isinstance(value, Mapping):
        return {key if isinstance(key, (int, float, bool)) else str(key): to_plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [to_plain(item) for item in value]
    if isinstance(value, (set, frozenset)):
        return sorted((to_plain(item) for item in value), key=str)
    if isinstance(value, (torch.Tensor, np.ndarray, np.generic)):
        return value.tolist()
    if isinstance(value, enum.Enum):
        return to_plain(value.value)
    return value if value is None or type(value) in (bool, int, float, str) else str(value)
