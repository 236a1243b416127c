"""Kernels of Isaac Lab's articulations that tasks launch by themselves."""

from __future__ import annotations

import warp as wp


@wp.kernel
def update_default_joint_values(
    source: wp.array(dtype=wp.float32),
    ids: wp.array(dtype=wp.int32),
    target: wp.array2d(dtype=wp.float32),
) -> None:
    """Put values of chosen joints, shape (num_ids,), into a row for each environment, (num_envs, num_joints)."""
    env, index = wp.tid()
    target[env, ids[index]] = source[index]
