"""Kernels on the nodes of soft bodies: driving them to their targets, and damping their velocities."""

from __future__ import annotations

import warp as wp


@wp.kernel(enable_backward=False)
def drive_nodes(
    steps_left: int,
    step: float,
    targets: wp.array2d(dtype=wp.vec4f),  # (W, num_nodes) position and flag, 0 for driven
    node_mass: wp.array(dtype=float),  # (num_nodes,)
    decay: wp.array(dtype=float),  # (num_nodes,) what is left of a velocity after a step
    positions: wp.array2d(dtype=wp.vec3f),  # (W, num_nodes)
    velocities: wp.array2d(dtype=wp.vec3f),  # (W, num_nodes)
    mass: wp.array2d(dtype=float),  # (W, num_nodes) 0 for driven nodes, which the solver then leaves in place
    inverse_mass: wp.array2d(dtype=float),  # (W, num_nodes)
):
    """Move driven nodes towards their targets, where they arrive with the last step; let others move freely."""
    world, node = wp.tid()
    target = targets[world, node]
    if target[3] == 0.0:
        way = (wp.vec3f(target[0], target[1], target[2]) - positions[world, node]) / float(steps_left)
        positions[world, node] += way
        velocities[world, node] = way / step
        mass[world, node] = 0.0
        inverse_mass[world, node] = 0.0
    else:
        velocities[world, node] = decay[node] * velocities[world, node]
        mass[world, node] = node_mass[node]
        inverse_mass[world, node] = 1.0 / node_mass[node]


@wp.kernel(enable_backward=False)
def keep_velocities_of_driven_nodes(
    mass: wp.array2d(dtype=float),  # (W, num_nodes)
    before: wp.array2d(dtype=wp.vec3f),  # (W, num_nodes)
    velocities: wp.array2d(dtype=wp.vec3f),  # (W, num_nodes)
):
    """Give driven nodes back the velocities that they have; to the solver they stood still."""
    world, node = wp.tid()
    if mass[world, node] == 0.0:
        velocities[world, node] = before[world, node]
