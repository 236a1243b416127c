"""Older names of isaacsim.core.utils.rotations."""

from isaacsim.core.utils.rotations import (
    euler_angles_to_quat,
    euler_to_rot_matrix,
    gf_quat_to_np_array,
    gf_rotation_to_np_array,
    lookat_to_quatf,
    matrix_to_euler_angles,
    quat_to_euler_angles,
    quat_to_rot_matrix,
    rot_matrix_to_quat,
)

__all__ = [
    "euler_angles_to_quat",
    "euler_to_rot_matrix",
    "gf_quat_to_np_array",
    "gf_rotation_to_np_array",
    "lookat_to_quatf",
    "matrix_to_euler_angles",
    "quat_to_euler_angles",
    "quat_to_rot_matrix",
    "rot_matrix_to_quat",
]
