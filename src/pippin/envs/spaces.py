"""Spaces of observations and actions: from shorthands, to samples, and to text."""

from __future__ import annotations

import json
from typing import Any

import gymnasium
import numpy as np
import torch
from gymnasium import spaces


def spec_to_gym_space(spec: Any) -> gymnasium.Space:
    """Make a space of Gymnasium out of its shorthand.

    Args:
        spec: A space; a number or list of numbers for a ``Box`` of that shape; a set of one number for a ``Discrete``;
            a list of such sets for a ``MultiDiscrete``; a tuple or dict of these for a ``Tuple`` or ``Dict``.

    Raises:
        ValueError: It is none of these.
    """
    if isinstance(spec, spaces.Space):
        return spec
    kind = _kind(spec)
    if kind == "Box":
        if any(size < 0 for size in ([spec] if isinstance(spec, int) else spec)):
            raise ValueError(f"A space of the size {spec} cannot be: expected numbers that are not negative.")
        return spaces.Box(-np.inf, np.inf, shape=(spec,) if isinstance(spec, int) else tuple(spec))
    if kind == "Discrete":
        return spaces.Discrete(_only(spec))
    if kind == "MultiDiscrete":
        return spaces.MultiDiscrete([_only(entry) for entry in spec])
    if kind == "Tuple":
        return spaces.Tuple([spec_to_gym_space(entry) for entry in spec])
    return spaces.Dict({key: spec_to_gym_space(entry) for key, entry in spec.items()})


def sample_space(
    space: gymnasium.Space, device: str | torch.device, batch_size: int = -1, fill_value: float | None = None
) -> Any:
    """Draw from a space, as tensors.

    Args:
        space: The space.
        device: Torch device of the tensors.
        batch_size: Number of samples; -1 for one without a dimension for them.
        fill_value: Value of all numbers; None draws them.

    Returns:
        Tensors in the structure of the space: float32 of boxes, int64 of discrete spaces.

    Raises:
        ValueError: The space is of an unknown kind.
    """
    batched = gymnasium.vector.utils.batch_space(space, batch_size) if batch_size > 0 else space
    return _tensors(space, batched.sample(), device, batch_size, fill_value)


def serialize_space(space: Any) -> str:
    """Write a space or its shorthand as JSON.

    Raises:
        ValueError: It is neither.
    """
    return json.dumps(_described(space))


def deserialize_space(string: str) -> Any:
    """Read what :func:`serialize_space` writes.

    Raises:
        ValueError: The text says something else.
    """
    data = json.loads(string)
    kind, space = data.get("type"), data.get("space")
    if kind == "gymnasium" and space in _READERS:
        return _READERS[space](data)
    if kind == "python" and space in ("Box", "Discrete", "MultiDiscrete", "Tuple", "Dict"):
        value = data["value"]
        return {
            "Box": lambda: value,
            "Discrete": lambda: {value},
            "MultiDiscrete": lambda: [{entry} for entry in value],
            "Tuple": lambda: tuple(map(deserialize_space, value)),
            "Dict": lambda: {key: deserialize_space(entry) for key, entry in value.items()},
        }[space]()
    raise ValueError(
        f"The text describes a '{kind}' space '{space}': expected 'gymnasium' or 'python', of a known kind."
    )


def replace_env_cfg_spaces_with_strings(env_cfg: Any) -> Any:
    """Write the spaces of an environment's config as JSON into it, and return it."""
    return _replace_spaces(env_cfg, serialize_space)


def replace_strings_with_env_cfg_spaces(env_cfg: Any) -> Any:
    """Undo :func:`replace_env_cfg_spaces_with_strings`; what is no text stays."""
    return _replace_spaces(env_cfg, lambda value: deserialize_space(value) if isinstance(value, str) else value)


def _replace_spaces(env_cfg: Any, replaced: Any) -> Any:
    for name in ("observation_space", "action_space", "state_space"):
        if hasattr(env_cfg, name):
            setattr(env_cfg, name, replaced(getattr(env_cfg, name)))
    for name in ("observation_spaces", "action_spaces"):
        if hasattr(env_cfg, name):
            setattr(env_cfg, name, {key: replaced(value) for key, value in getattr(env_cfg, name).items()})
    return env_cfg


def _kind(spec: Any) -> str:
    """Kind of space that a shorthand stands for."""
    if isinstance(spec, int) or (isinstance(spec, list) and all(isinstance(entry, int) for entry in spec)):
        return "Box"
    if isinstance(spec, set) and len(spec) == 1:
        return "Discrete"
    if isinstance(spec, list) and all(isinstance(entry, set) and len(entry) == 1 for entry in spec):
        return "MultiDiscrete"
    if isinstance(spec, tuple):
        return "Tuple"
    if isinstance(spec, dict):
        return "Dict"
    raise ValueError(
        f"Unsupported space specification {spec!r}: expected a space of Gymnasium, a number, a list of numbers, a set "
        "of one number, a list of such sets, or a tuple or dict of these."
    )


def _only(entries: set) -> Any:
    return next(iter(entries))


def _tensors(space: Any, sample: Any, device: Any, batch_size: int, fill_value: float | None) -> Any:
    if isinstance(space, spaces.Dict):
        return {k: _tensors(part, sample[k], device, batch_size, fill_value) for k, part in space.items()}
    if isinstance(space, spaces.Tuple):
        pairs = zip(space.spaces, sample, strict=True)
        return tuple(_tensors(part, value, device, batch_size, fill_value) for part, value in pairs)
    if isinstance(space, (spaces.Box, spaces.MultiDiscrete)):
        shape, dtype = (batch_size, *space.shape), torch.float32 if isinstance(space, spaces.Box) else torch.int64
    elif isinstance(space, spaces.Discrete):
        shape, dtype = (batch_size, 1), torch.int64
    else:
        raise ValueError(f"Unsupported Gymnasium space for tensorization: {space}.")
    tensor = torch.as_tensor(np.asarray(sample), dtype=dtype, device=device).reshape(shape).clone()
    return tensor if fill_value is None else tensor.fill_(fill_value)


def _described(space: Any) -> dict[str, Any]:
    if isinstance(space, spaces.Discrete):
        numbers = {"n": int(space.n), "start": int(space.start), "dtype": str(space.dtype)}
        return {"type": "gymnasium", "space": "Discrete", **numbers}
    if isinstance(space, spaces.Box):
        bounds = {"low": space.low.tolist(), "high": space.high.tolist()}
        return {"type": "gymnasium", "space": "Box", **bounds, "shape": space.shape, "dtype": str(space.dtype)}
    if isinstance(space, spaces.MultiDiscrete):
        numbers = {"nvec": space.nvec.tolist(), "start": space.start.tolist(), "dtype": str(space.dtype)}
        return {"type": "gymnasium", "space": "MultiDiscrete", **numbers}
    if isinstance(space, spaces.Tuple):
        return {"type": "gymnasium", "space": "Tuple", "spaces": [serialize_space(part) for part in space.spaces]}
    if isinstance(space, spaces.Dict):
        parts = {key: serialize_space(part) for key, part in space.spaces.items()}
        return {"type": "gymnasium", "space": "Dict", "spaces": parts}
    kind = _kind(space)
    value = {
        "Box": lambda: space,
        "Discrete": lambda: _only(space),
        "MultiDiscrete": lambda: [_only(entry) for entry in space],
        "Tuple": lambda: [serialize_space(entry) for entry in space],
        "Dict": lambda: {key: serialize_space(entry) for key, entry in space.items()},
    }[kind]()
    return {"type": "python", "space": kind, "value": value}


def _read_box(data: dict) -> spaces.Box:
    bounds = (np.array(data["low"]), np.array(data["high"]))
    return spaces.Box(*bounds, shape=tuple(data["shape"]), dtype=np.dtype(data.get("dtype", "float32")).type)


def _read_discrete(data: dict) -> spaces.Discrete:
    space = spaces.Discrete(data["n"], start=data.get("start", 0))
    space.dtype = np.dtype(data.get("dtype", "int64"))  # which older releases of Gymnasium take no argument for
    return space


def _read_multi_discrete(data: dict) -> spaces.MultiDiscrete:
    start = np.array(data["start"]) if "start" in data else None
    return spaces.MultiDiscrete(np.array(data["nvec"]), dtype=np.dtype(data.get("dtype", "int64")).type, start=start)


_READERS: dict[str, Any] = {
    "Box": _read_box,
    "Discrete": _read_discrete,
    "MultiDiscrete": _read_multi_discrete,
    "Tuple": lambda data: spaces.Tuple([deserialize_space(part) for part in data["spaces"]]),
    "Dict": lambda data: spaces.Dict({key: deserialize_space(part) for key, part in data["spaces"].items()}),
}
"""How each kind of space is read."""
