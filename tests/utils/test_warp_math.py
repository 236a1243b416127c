"""Formulas that kernels share, against scipy and finite differences."""

from __future__ import annotations

import numpy as np
import warp as wp
from scipy.spatial.transform import Rotation

from pippin.utils.warp_math import heading_from_quat, shift_velocity

COUNT = 50


@wp.kernel
def _headings(quat: wp.array(dtype=wp.quatf), heading: wp.array(dtype=float)):
    """Compute the heading of each orientation, shape (n,)."""
    i = wp.tid()
    heading[i] = heading_from_quat(quat[i])


@wp.kernel
def _shifted(
    linear: wp.array(dtype=wp.vec3f),
    angular: wp.array(dtype=wp.vec3f),
    offset: wp.array(dtype=wp.vec3f),
    shifted: wp.array(dtype=wp.vec3f),
):
    """Compute each shifted velocity, shape (n,)."""
    i = wp.tid()
    shifted[i] = shift_velocity(linear[i], angular[i], offset[i])


def test_heading_is_the_direction_of_the_x_axis_on_the_ground(device):
    rotations = Rotation.random(COUNT, random_state=0)
    heading = wp.full(COUNT, np.inf, dtype=float, device=device)
    quats = wp.array(rotations.as_quat(), dtype=wp.quatf, device=device)
    wp.launch(_headings, dim=COUNT, inputs=[quats], outputs=[heading], device=device)
    forward = rotations.as_matrix()[:, :, 0]
    ground = np.stack((np.cos(heading.numpy()), np.sin(heading.numpy())), axis=-1)
    # Single precision, relative to how much of the x-axis lies on the ground.
    length = np.linalg.norm(forward[:, :2], axis=-1, keepdims=True)
    np.testing.assert_allclose(ground * length, forward[:, :2], atol=1e-6)


def test_shifted_velocity_is_that_of_the_other_point(device):
    """Move two points of a body for a short time, forth and back, and divide the way by the time."""
    linear, angular, offset = np.random.default_rng(0).normal(size=(3, COUNT, 3))
    step = 1e-5

    def other_point_after(time: float) -> np.ndarray:
        return linear * time + Rotation.from_rotvec(angular * time).apply(offset)

    expected = (other_point_after(step) - other_point_after(-step)) / (2.0 * step)
    shifted = wp.full(COUNT, wp.vec3f(np.inf), dtype=wp.vec3f, device=device)
    arrays = [wp.array(values, dtype=wp.vec3f, device=device) for values in (linear, angular, offset)]
    wp.launch(_shifted, dim=COUNT, inputs=arrays, outputs=[shifted], device=device)
    np.testing.assert_allclose(shifted.numpy(), expected, atol=5e-6)  # single precision of values up to 10
