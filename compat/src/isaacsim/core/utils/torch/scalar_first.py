"""Functions of tensors with quaternions (w, x, y, z), made from those of :mod:`pippin.gym`, whose w is last."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any

from pippin.gym import torch_utils
from pippin_isaac.quaternions import QUATERNION, to_wxyz, to_xyzw


def scalar_first(name: str, *parameters: str, gives_quaternions: bool = False) -> Callable[..., Any]:
    """Function of that name with quaternions (w, x, y, z).

    Args:
        name: Name of the function.
        *parameters: Its parameters that are quaternions.
        gives_quaternions: Whether it returns quaternions, of several results in the first one.
    """
    function = getattr(torch_utils, name)
    signature = inspect.signature(function)
    assert signature.parameters.keys() >= set(parameters), f"{name} takes {list(signature.parameters)}"

    @functools.wraps(function)
    def converted(*args: Any, **kwargs: Any) -> Any:
        given = signature.bind(*args, **kwargs).arguments
        result = function(
            **{key: to_xyzw(value, QUATERNION) if key in parameters else value for key, value in given.items()}
        )
        if not gives_quaternions:
            return result
        if isinstance(result, tuple):
            return to_wxyz(result[0], QUATERNION), *result[1:]
        return to_wxyz(result, QUATERNION)

    return converted
