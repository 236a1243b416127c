"""Kernels of joint limits, and of the actuators' inputs and outputs.

N is the number of instances, J that of the joints, j that of the joints of an actuator group.
"""

from __future__ import annotations

import warp as wp

from pippin.utils.choices import Chosen, chosen_entry


@wp.kernel(enable_backward=False)
def soft_position_limits(
    limits: wp.array2d(dtype=wp.vec2f),  # (N, J) lower, upper
    factor: float,
    rows: Chosen,  # instances
    columns: Chosen,  # joints
    soft_limits_out: wp.array2d(dtype=wp.vec2f),  # (N, J)
):
    """Shrink the range between the limits about its middle by a factor."""
    i, j = wp.tid()
    row = chosen_entry(rows, i)
    column = chosen_entry(columns, j)
    if row < 0 or column < 0:
        return
    limit = limits[row, column]
    middle = 0.5 * limit[0] + 0.5 * limit[1]  # the sum of two limits may be larger than any float
    half_range = (0.5 * limit[1] - 0.5 * limit[0]) * factor
    soft_limits_out[row, column] = wp.vec2f(middle - half_range, middle + half_range)


@wp.kernel(enable_backward=False)
def clamp_to_limits(
    limits: wp.array2d(dtype=wp.vec2f),  # (N, J) lower, upper
    rows: Chosen,  # instances
    columns: Chosen,  # joints
    positions_out: wp.array2d(dtype=float),  # (N, J) clamped in place
    violations_out: wp.array(dtype=int),  # (J,) number of instances whose position was outside
):
    """Clamp positions to the limits, and count those that had to be."""
    i, j = wp.tid()
    row = chosen_entry(rows, i)
    column = chosen_entry(columns, j)
    if row < 0 or column < 0:
        return
    position = positions_out[row, column]
    clamped = wp.clamp(position, limits[row, column][0], limits[row, column][1])
    if clamped != position:
        positions_out[row, column] = clamped
        wp.atomic_add(violations_out, column, 1)


@wp.kernel(enable_backward=False)
def gather_group(
    position_targets: wp.array2d(dtype=float),  # (N, J)
    velocity_targets: wp.array2d(dtype=float),  # (N, J)
    effort_targets: wp.array2d(dtype=float),  # (N, J)
    positions: wp.array2d(dtype=float),  # (N, J)
    velocities: wp.array2d(dtype=float),  # (N, J)
    joints: wp.array(dtype=int),  # (j,)
    num_threads: int,  # along the joints
    inputs_out: wp.array3d(dtype=float),  # (5, N, j)
):
    """Copy what the actuators of some joints need to know."""
    row, thread = wp.tid()
    for i in range(thread, joints.shape[0], num_threads):
        joint = joints[i]
        inputs_out[0, row, i] = position_targets[row, joint]
        inputs_out[1, row, i] = velocity_targets[row, joint]
        inputs_out[2, row, i] = effort_targets[row, joint]
        inputs_out[3, row, i] = positions[row, joint]
        inputs_out[4, row, i] = velocities[row, joint]


@wp.func
def _hand_over(values: wp.array2d(dtype=float), row: int, i: int, joint: int, values_out: wp.array2d(dtype=float)):
    """Copy one value, if there are any."""
    if values.shape[0] > 0:
        values_out[row, joint] = values[row, i]


@wp.kernel(enable_backward=False)
def scatter_group(
    # of shape (N, j), or (0, 0) for none
    positions: wp.array2d(dtype=float),
    velocities: wp.array2d(dtype=float),
    efforts: wp.array2d(dtype=float),
    computed: wp.array2d(dtype=float),
    applied: wp.array2d(dtype=float),
    joints: wp.array(dtype=int),  # (j,)
    num_threads: int,  # along the joints
    # of shape (N, J)
    positions_out: wp.array2d(dtype=float),
    velocities_out: wp.array2d(dtype=float),
    efforts_out: wp.array2d(dtype=float),
    computed_out: wp.array2d(dtype=float),
    applied_out: wp.array2d(dtype=float),
):
    """Copy what the actuators of some joints give: targets and efforts of the drives, and efforts of the model."""
    row, thread = wp.tid()
    for i in range(thread, joints.shape[0], num_threads):
        joint = joints[i]
        _hand_over(positions, row, i, joint, positions_out)
        _hand_over(velocities, row, i, joint, velocities_out)
        _hand_over(efforts, row, i, joint, efforts_out)
        _hand_over(computed, row, i, joint, computed_out)
        _hand_over(applied, row, i, joint, applied_out)


@wp.kernel(enable_backward=False)
def move_jacobians_to_links(
    of_coms: wp.array4d(dtype=float),  # (N, L - first, 6, G) linear, angular velocity of the centres of mass
    link_poses: wp.array2d(dtype=wp.transformf),  # (N, L)
    com_poses: wp.array2d(dtype=wp.transformf),  # (N, L)
    first: int,  # link of the first row
    of_links_out: wp.array4d(dtype=float),  # (N, L - first, 6, G) of the links' origins
):
    """Give Jacobians of the links' frames: the same turning, and what it moves the origin by."""
    i, j, k = wp.tid()
    pose, com = link_poses[i, j + first], com_poses[i, j + first]
    offset = wp.transform_get_translation(pose) - wp.transform_get_translation(com)
    turn = wp.vec3f(of_coms[i, j, 3, k], of_coms[i, j, 4, k], of_coms[i, j, 5, k])
    moved = wp.cross(turn, offset)
    for row in range(3):
        of_links_out[i, j, row, k] = of_coms[i, j, row, k] + moved[row]
        of_links_out[i, j, row + 3, k] = turn[row]
