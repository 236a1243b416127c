"""Kernels that turn the thrusts of rotors into wrenches on their vehicles."""

from __future__ import annotations

import warp as wp


@wp.kernel(enable_backward=False)
def collect_thrusts(
    computed: wp.array2d(dtype=float),  # (N, m) of a group
    applied: wp.array2d(dtype=float),  # (N, m)
    first: int,  # column of the group's first thruster
    computed_out: wp.array2d(dtype=float),  # (N, T)
    applied_out: wp.array2d(dtype=float),  # (N, T)
):
    """Copy thrusts of a group into the arrays of all thrusters."""
    row, thruster = wp.tid()
    computed_out[row, first + thruster] = computed[row, thruster]
    applied_out[row, first + thruster] = applied[row, thruster]


@wp.kernel(enable_backward=False)
def allocate_thrusts(
    allocation: wp.array2d(dtype=float),  # (6, T)
    thrusts: wp.array2d(dtype=float),  # (N, T)
    wrenches_out: wp.array(dtype=wp.spatial_vectorf),  # (N,)
):
    """Product of the allocation matrix with the thrusts of each instance."""
    row = wp.tid()
    wrench = wp.spatial_vectorf()
    for thruster in range(thrusts.shape[1]):
        thrust = thrusts[row, thruster]
        for component in range(6):
            wrench[component] += allocation[component, thruster] * thrust
    wrenches_out[row] = wrench
