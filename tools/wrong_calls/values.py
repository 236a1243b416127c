"""Valid and wrong values of parameters, by annotation and name."""

from __future__ import annotations

import inspect
from typing import Any

import numpy as np
import torch

NAN, INF = float("nan"), float("inf")


class Stranger:
    """An object that no parameter expects."""

    def __repr__(self) -> str:
        """Say what it is, in messages."""
        return "<a stranger>"


VALID_BY_NAME: dict[str, Any] = {
    "dt": 0.01,
    "env_ids": None,
    "joint_ids": None,
    "body_ids": None,
    "eye": (2.0, 2.0, 2.0),
    "target": (0.0, 0.0, 0.0),
    "frame_duration": 0.01,
}
"""Valid values of parameters that have one meaning everywhere."""


def wrong_values(parameter: inspect.Parameter) -> list[Any]:
    """Values that a parameter certainly does not take; none where its annotation says too little.

    Args:
        parameter: Parameter of a function whose annotations are text.
    """
    kind = str(parameter.annotation)
    name = parameter.name
    values: list[Any] = [] if "None" in kind or kind in ("Any", "object", inspect._empty.__name__) else [None]
    if parameter.annotation is inspect.Parameter.empty or kind in ("Any", "object"):
        return []
    if "Callable" in kind or kind.endswith("Callback"):
        return [*values, 5, "not a function"]
    if kind.startswith("bool"):
        return []
    if name in ("env_ids", "joint_ids", "body_ids", "ids"):
        return ["all", [10_000], [-7], [0.5], Stranger(), {"a": 1}, torch.tensor([2**40])]
    if name.endswith("mask"):
        return ["all", [True] * 7_000, Stranger(), 0.5, {"a": 1}]
    if kind.startswith("float") or kind == "int | float":
        return [*values, "text", NAN, [1.0, 2.0], 1j, Stranger()]
    if kind.startswith("int"):
        return [*values, "text", 1.5, [1, 2], NAN, Stranger()]
    if kind.startswith("str") and "Sequence" not in kind:
        return [*values, 5, Stranger(), ["a", 5]]
    if any(
        word in kind
        for word in ("ArrayLike", "Tensor", "ndarray", "wp.array", "Sequence[float]", "tuple[float", "Values")
    ):
        odd = [*values, "text", Stranger(), np.zeros((7, 3, 2)), {"a": 1}, np.full(3, 1j), [[1.0], [1.0, 2.0]]]
        return [*odd, torch.zeros((7, 3, 2), device="meta")]
    if "Sequence" in kind or kind.startswith(("list", "tuple")):
        return [*values, 5, Stranger(), 1.5]
    if "dict" in kind or "Mapping" in kind:
        return [*values, 5, "text", Stranger(), [1]]
    return [*values, Stranger()]


def valid_value(parameter: inspect.Parameter, special: dict[str, Any]) -> Any:
    """A value that a parameter takes, as far as its name and annotation tell.

    Args:
        parameter: The parameter, without a default.
        special: Values for parameters of this object, by name.

    Raises:
        LookupError: Nothing tells.
    """
    kind, name = str(parameter.annotation), parameter.name
    if name in special:
        return special[name]
    if name in VALID_BY_NAME:
        return VALID_BY_NAME[name]
    if kind.startswith("float"):
        return 0.1
    if kind.startswith("int"):
        return 1
    if kind.startswith("bool"):
        return False
    if kind.startswith("str"):
        return "name"
    if "Callable" in kind or kind.endswith("Callback"):
        return lambda *arguments: None
    if "None" in kind:
        return None
    raise LookupError(f"no valid value is known for {name}: {kind}")
