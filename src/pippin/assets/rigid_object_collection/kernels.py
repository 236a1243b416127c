"""Kernel that numbers the objects of all environments in one row."""

from __future__ import annotations

import warp as wp


@wp.kernel
def pair_ids(
    env_ids: wp.array(dtype=int),  # (n,), -1 for none
    object_ids: wp.array(dtype=int),  # (m,), -1 for none
    num_columns: int,  # m
    num_objects: int,
    rows_out: wp.array(dtype=int),  # (n m,)
):
    """Row of each selected object of each selected environment, by environment and then by object; -1 for none."""
    i, j = wp.tid()
    row = env_ids[i] * num_objects + object_ids[j]
    rows_out[i * num_columns + j] = wp.where(env_ids[i] < 0 or object_ids[j] < 0, -1, row)
