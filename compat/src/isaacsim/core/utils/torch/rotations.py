"""Rotations as tensors of quaternions (w, x, y, z)."""

from pippin.gym.torch_utils import copysign, normalize, normalize_angle

from .scalar_first import scalar_first

__all__ = [
    "compute_heading_and_up",
    "compute_rot",
    "copysign",
    "get_basis_vector",
    "get_euler_xyz",
    "normalize",
    "normalize_angle",
    "quat_apply",
    "quat_axis",
    "quat_conjugate",
    "quat_diff_rad",
    "quat_from_angle_axis",
    "quat_from_euler_xyz",
    "quat_mul",
    "quat_rotate",
    "quat_rotate_inverse",
    "quat_unit",
]

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
