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


compute_heading_and_up = scalar_first(
    "compute_heading_and_up", "torso_rotation", "inv_start_rot", gives_quaternions=True
)
compute_rot = scalar_first("compute_rot", "torso_quat")
get_basis_vector = scalar_first("get_basis_vector", "q")
get_euler_xyz = scalar_first("get_euler_xyz", "q")
quat_apply = scalar_first("quat_apply", "a")
quat_axis = scalar_first("quat_axis", "q")
quat_conjugate = scalar_first("quat_conjugate", "q", gives_quaternions=True)
quat_diff_rad = scalar_first("quat_diff_rad", "a", "b")
quat_from_angle_axis = scalar_first("quat_from_angle_axis", gives_quaternions=True)
quat_from_euler_xyz = scalar_first("quat_from_euler_xyz", gives_quaternions=True)
quat_mul = scalar_first("quat_mul", "a", "b", gives_quaternions=True)
quat_rotate = scalar_first("quat_rotate", "q")
quat_rotate_inverse = scalar_first("quat_rotate_inverse", "q")
quat_unit = scalar_first("quat_unit", "a", gives_quaternions=True)

tf_apply = scalar_first("tf_apply", "q")
tf_combine = scalar_first("tf_combine", "q1", "q2", gives_quaternions=True)
tf_inverse = scalar_first("tf_inverse", "q", gives_quaternions=True)
tf_vector = scalar_first("tf_vector", "q")
