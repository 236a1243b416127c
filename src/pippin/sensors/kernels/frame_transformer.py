"""Kernels of the frame transformer."""

from __future__ import annotations

import warp as wp


@wp.kernel(enable_backward=False)
def transform_frames(
    source_poses: wp.array2d(dtype=wp.transformf),  # (num_envs, 1) of the source's body in the world
    source_offset: wp.transformf,
    target_poses: wp.array2d(dtype=wp.transformf),  # (num_envs * B, 1) of the targets' bodies in the world
    num_bodies: int,  # B, in each environment
    target_bodies: wp.array(dtype=int),  # (T,) which body a target frame is on
    target_offsets: wp.array(dtype=wp.transformf),  # (T,)
    env_mask: wp.array(dtype=wp.bool),  # (num_envs,)
    source_out: wp.array(dtype=wp.transformf),  # (num_envs,) in the world
    targets_out: wp.array2d(dtype=wp.transformf),  # (num_envs, T) in the world
    targets_in_source_out: wp.array2d(dtype=wp.transformf),  # (num_envs, T) in the source frame
):
    """Poses of the source frame and of the target frames, in the world and in the source frame."""
    env, target = wp.tid()
    if not env_mask[env]:
        return
    source = source_poses[env, 0] * source_offset
    pose = target_poses[env * num_bodies + target_bodies[target], 0] * target_offsets[target]
    if target == 0:
        source_out[env] = source
    targets_out[env, target] = pose
    targets_in_source_out[env, target] = wp.transform_inverse(source) * pose
