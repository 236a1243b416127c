"""Wrenches of joints in the frames of the parents' links."""

from __future__ import annotations

import numpy as np
import warp as wp

from .description import FramePose
from .worlds import Worlds


@wp.kernel(enable_backward=False)
def turn_into_parents(
    poses: wp.array2d(dtype=wp.transformf),  # (W, nbody)
    joint_rotations: wp.array2d(dtype=wp.quatf),  # (S, L) of the joints' frames in the links
    bodies: wp.array2d(dtype=int),  # (S, L)
    parents: wp.array(dtype=int),  # (nbody,)
    instances: wp.array2d(dtype=int),  # (W, S)
    wrenches: wp.array2d(dtype=wp.spatial_vectorf),  # (N, L) in the joints' frames, then in the parents'
):
    """Turn wrenches from the axes of the joints' frames to those of the parents' links, or of the world."""
    world, slot, link = wp.tid()
    row = instances[world, slot]
    body = bodies[slot, link]
    turn = wp.transform_get_rotation(poses[world, body]) * joint_rotations[slot, link]
    if parents[body] > 0:
        turn = wp.quat_inverse(wp.transform_get_rotation(poses[world, parents[body]])) * turn
    wrench = wrenches[row, link]
    wrenches[row, link] = wp.spatial_vector(
        wp.quat_rotate(turn, wp.spatial_top(wrench)), wp.quat_rotate(turn, wp.spatial_bottom(wrench))
    )


def joint_frame_rotations(
    worlds: Worlds, bodies: np.ndarray, joint_frames: dict[str, FramePose], device: str
) -> wp.array:
    """Rotations of the joints' frames in the links, shape (S, L), wp.quatf (x, y, z, w); none for links that float.

    Args:
        worlds: State of the environments.
        bodies: Links in the model, shape (S, L), int.
        joint_frames: Frame of the joint to the parent in each body, by the body's name.
        device: Warp device of the result.
    """
    upright = ((0.0, 0.0, 0.0), (1.0, 0.0, 0.0, 0.0))
    quats_wxyz = [[joint_frames.get(worlds.model.body(int(body)).name, upright)[1] for body in row] for row in bodies]
    return wp.array(np.roll(np.array(quats_wxyz, dtype=np.float32), -1, axis=-1), dtype=wp.quatf, device=device)
