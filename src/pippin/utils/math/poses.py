"""Homogeneous matrices and random poses."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import torch

from .frames import make_pose, pose_in_A_to_pose_in_B, pose_inv, unmake_pose
from .quaternions import interpolate_rotations


def matrix_from_euler(euler_angles: torch.Tensor, convention: str) -> torch.Tensor:
    """Compute rotation matrices from angles about three axes, each of which the earlier ones have turned (intrinsic).

    Args:
        euler_angles: Angles [rad], shape (..., 3).
        convention: Axes, such as "XYZ": the matrix is ``R_x(a) R_y(b) R_z(c)``.

    Returns:
        Matrices, shape (..., 3, 3).

    Raises:
        ValueError: There are not three angles, or the axes are no three of X, Y and Z with a change at each step.
    """
    if euler_angles.dim() == 0 or euler_angles.shape[-1] != 3:
        raise ValueError(f"'euler_angles' has shape {tuple(euler_angles.shape)}; expected (..., 3).")
    if len(convention) != 3 or set(convention) - set("XYZ") or convention[1] in (convention[0], convention[2]):
        raise ValueError(f"'convention' is {convention!r}; expected three letters of X, Y and Z, none twice in a row.")
    first, second, third = (
        _turn_about("XYZ".index(axis), angle) for axis, angle in zip(convention, euler_angles.unbind(-1), strict=True)
    )
    return first @ second @ third


def interpolate_poses(
    pose_1: torch.Tensor,
    pose_2: torch.Tensor,
    num_steps: int | None = None,
    step_size: float | None = None,
    perturb: bool = False,
) -> tuple[torch.Tensor, int]:
    """Compute poses on the straight way between two, with the rotation going evenly along.

    Args:
        pose_1: First pose in any frame [m], shape (4, 4).
        pose_2: Last pose in the same frame [m], shape (4, 4).
        num_steps: Number of poses between; None takes as many as ``step_size`` says.
        step_size: Largest distance between positions [m], if ``num_steps`` is None.
        perturb: Move the inner positions along the way by up to half a step at random.

    Returns:
        Poses, shape (num_steps + 2, 4, 4), and ``num_steps``.

    Raises:
        ValueError: Not exactly one of ``num_steps`` and ``step_size`` is given, or the positions are the same where the
            latter is to say how many poses there are.
    """
    if (num_steps is None) == (step_size is None):
        raise ValueError("'num_steps' and 'step_size' are both given or both None; expected exactly one of them.")
    (pos_1, rot_1), (pos_2, rot_2) = unmake_pose(pose_1), unmake_pose(pose_2)
    if step_size is not None:
        distance = float(torch.linalg.norm(pos_2 - pos_1))
        if distance == 0.0:
            raise ValueError("Both positions are the same: give 'num_steps' instead of 'step_size'.")
        num_steps = math.ceil(distance / step_size)
    assert num_steps is not None, "one of the two is given"
    if num_steps == 0:
        return torch.stack([pose_1, pose_2]), 0
    parts = torch.arange(num_steps + 2, dtype=pos_1.dtype, device=pos_1.device)
    if perturb:
        parts[1:-2] += torch.rand(num_steps - 1, device=parts.device) - 0.5
    positions = pos_1 + parts[:, None] / (num_steps + 1) * (pos_2 - pos_1)
    return make_pose(positions, interpolate_rotations(rot_1, rot_2, num_steps + 1)), num_steps


def transform_poses_from_frame_A_to_frame_B(  # noqa: N802 - the name that programs know
    src_poses: torch.Tensor,
    frame_A: torch.Tensor,
    frame_B: torch.Tensor,
) -> torch.Tensor:
    """Compute poses that are to frame A what the given ones are to frame B.

    Args:
        src_poses: Poses [m], shape (N, 4, 4).
        frame_A: Frame of the results, shape (4, 4).
        frame_B: Frame of the given poses, shape (4, 4).

    Returns:
        Poses ``A B^-1 P``, shape (N, 4, 4).
    """
    return pose_in_A_to_pose_in_B(pose_in_A_to_pose_in_B(src_poses, pose_inv(frame_B[None])), frame_A[None])


def generate_random_rotation(rot_boundary: float = 2.0 * math.pi) -> torch.Tensor:
    """Draw a rotation matrix ``R_z R_y R_x`` of three angles from [0, ``rot_boundary``) [rad], shape (3, 3).

    Raises:
        ValueError: The boundary is not a finite number.
    """
    x, y, z = torch.rand(3) * _finite("rot_boundary", rot_boundary)
    return _turn_about(2, z) @ _turn_about(1, y) @ _turn_about(0, x)


def generate_random_translation(pos_boundary: float = 1.0) -> torch.Tensor:
    """Draw a translation with coordinates within +-``pos_boundary``, shape (3,).

    Raises:
        ValueError: The boundary is not a finite number.
    """
    return (2.0 * torch.rand(3) - 1.0) * _finite("pos_boundary", pos_boundary)


def generate_random_transformation_matrix(
    pos_boundary: float = 1.0, rot_boundary: float = 2.0 * math.pi
) -> torch.Tensor:
    """Draw a homogeneous matrix, shape (4, 4), by the two functions before."""
    rotation = generate_random_rotation(rot_boundary)
    return make_pose(generate_random_translation(pos_boundary), rotation)


def sample_uniform_from_ranges(
    ranges: Mapping[str, tuple[float, float]],
    keys: Sequence[str],
    size: int | tuple[int, ...],
    device: str | torch.device,
) -> torch.Tensor:
    """Draw numbers, each from the range of its name.

    Args:
        ranges: Smallest and largest value by name; names that are missing give 0.
        keys: Names, in the order of the last dimension.
        size: Shape without the last dimension.
        device: Torch device.

    Returns:
        Numbers, shape ``(*size, len(keys))``.
    """
    bounds = torch.tensor([ranges.get(key, (0.0, 0.0)) for key in keys], device=device).reshape(-1, 2)
    shape = (size,) if isinstance(size, int) else tuple(size)
    return bounds[:, 0] + torch.rand(*shape, len(keys), device=device) * (bounds[:, 1] - bounds[:, 0])


def _finite(name: str, value: float) -> float:
    if not isinstance(value, (int, float)) or not math.isfinite(value):
        raise ValueError(f"'{name}' is {value!r:.40}; expected a finite number.")
    return value


def _turn_about(axis: int, angle: torch.Tensor) -> torch.Tensor:
    """Rotation matrices about one of the axes, shape (..., 3, 3)."""
    cosine, sine, one, nought = angle.cos(), angle.sin(), torch.ones_like(angle), torch.zeros_like(angle)
    about_x = (one, nought, nought, nought, cosine, -sine, nought, sine, cosine)
    about_y = (cosine, nought, sine, nought, one, nought, -sine, nought, cosine)
    about_z = (cosine, -sine, nought, sine, cosine, nought, nought, nought, one)
    return torch.stack((about_x, about_y, about_z)[axis], dim=-1).unflatten(-1, (3, 3))
