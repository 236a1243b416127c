"""Older names of isaacsim.core.utils.numpy.rotations."""

from isaacsim.core.utils.numpy.rotations import (
    deg2rad,
    euler_angles_to_quats,
    gf_quat_to_tensor,
    quats_to_euler_angles,
    quats_to_rot_matrices,
    quats_to_rotvecs,
    rad2deg,
    rot_matrices_to_quats,
    rotvecs_to_quats,
    wxyz2xyzw,
    xyzw2wxyz,
)

__all__ = [
    "deg2rad",
    "euler_angles_to_quats",
    "gf_quat_to_tensor",
    "quats_to_euler_angles",
    "quats_to_rot_matrices",
    "quats_to_rotvecs",
    "rad2deg",
    "rot_matrices_to_quats",
    "rotvecs_to_quats",
    "wxyz2xyzw",
    "xyzw2wxyz",
]
