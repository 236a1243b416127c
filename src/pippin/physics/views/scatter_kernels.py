"""Kernels that write the data of users into the engine's state and parameters.

Those that choose run over (row of the data, column of the data); ``rows`` and ``columns`` say which rows and columns of
the view these are. With ``full_data`` the data has the view's own shape.
"""

from __future__ import annotations

import warp as wp

from pippin.utils.choices import Chosen, chosen_entry

from .places import find_place


@wp.kernel(enable_backward=False)
def scatter_parameter(
    data: wp.array2d(dtype=float),  # (n, m k) or (N, J k): k components of each element
    full_data: int,
    num_components: int,  # k
    rows: Chosen,
    columns: Chosen,
    lowest: float,
    world_of: wp.array(dtype=int),  # (N,)
    slot_of: wp.array(dtype=int),  # (N,)
    elements: wp.array2d(dtype=int),  # (S, J)
    first_component: int,
    scale: float,
    opposite_component: int,  # which gets the negative of what the first component gets; -1 for none
    values_out: wp.array3d(dtype=float),  # (W, n, K)
    kept_out: wp.array2d(dtype=float),  # (N, J k), or empty
):
    """Write components of a model parameter, raised to a lower bound and scaled, and keep them unscaled."""
    i, j, component = wp.tid()
    place = find_place(chosen_entry(rows, i), world_of, slot_of)
    column = chosen_entry(columns, j)
    if place.world < 0 or column < 0:
        return
    source_row = wp.where(full_data == 1, place.row, i)
    source_column = wp.where(full_data == 1, column, j)
    value = wp.max(data[source_row, source_column * num_components + component], lowest)
    if kept_out.shape[0] > 0:
        kept_out[place.row, column * num_components + component] = value
    element = elements[place.slot, column]
    if element < 0:
        return
    values_out[place.world, element, first_component + component] = value * scale
    if opposite_component >= 0:
        values_out[place.world, element, opposite_component] = -value * scale


@wp.kernel(enable_backward=False)
def scatter_columns(
    data: wp.array2d(dtype=float),  # (n, m) or (N, J)
    full_data: int,
    rows: Chosen,
    columns: Chosen,
    world_of: wp.array(dtype=int),  # (N,)
    slot_of: wp.array(dtype=int),  # (N,)
    elements: wp.array2d(dtype=int),  # (S, J)
    values_out: wp.array2d(dtype=float),  # (W, nq or nv)
    previous_out: wp.array2d(dtype=float),  # the same before the last step: a write is no acceleration
):
    """Write joint positions or velocities."""
    i, j = wp.tid()
    place = find_place(chosen_entry(rows, i), world_of, slot_of)
    column = chosen_entry(columns, j)
    if place.world < 0 or column < 0:
        return
    value = data[wp.where(full_data == 1, place.row, i), wp.where(full_data == 1, column, j)]
    element = elements[place.slot, column]
    values_out[place.world, element] = value
    previous_out[place.world, element] = value


@wp.kernel(enable_backward=False)
def drive_inputs(
    position_target: wp.array2d(dtype=float),  # (N, J)
    velocity_target: wp.array2d(dtype=float),  # (N, J)
    effort: wp.array2d(dtype=float),  # (N, J)
    stiffness: wp.array2d(dtype=float),  # (N, J) of the engine's drive
    damping: wp.array2d(dtype=float),  # (N, J) of the engine's drive
    actuators: wp.array2d(dtype=int),  # (S, J)
    dofs: wp.array2d(dtype=int),  # (S, J)
    is_explicit: wp.array(dtype=int),  # (J,) 1 where an explicit model gives the effort, or empty
    instances: wp.array2d(dtype=int),  # (W, S)
    num_threads: int,  # along the joints
    ctrl_out: wp.array2d(dtype=float),  # (W, nu)
    efforts_out: wp.array2d(dtype=float),  # (W, nv)
    velocities_out: wp.array2d(dtype=float),  # (W, nu), or empty where position targets do not move
):
    """Input of the joints' drives, ``kp q_target + kd qd_target``, and the efforts beside them."""
    world, slot, thread = wp.tid()
    row = instances[world, slot]
    for joint in range(thread, effort.shape[1], num_threads):
        actuator = actuators[slot, joint]
        if actuator >= 0:
            # A target that no drive follows may be anything, NaN included: a product with 0 would let it through.
            total = float(0.0)
            if stiffness[row, joint] != 0.0:
                total += stiffness[row, joint] * position_target[row, joint]
            if damping[row, joint] != 0.0:
                total += damping[row, joint] * velocity_target[row, joint]
            ctrl_out[world, actuator] = total
            beside = effort[row, joint]
            if is_explicit.shape[0] > 0 and is_explicit[joint] == 1:
                ctrl_out[world, actuator] = total + beside
                beside = float(0.0)
            efforts_out[world, dofs[slot, joint]] = beside
            if velocities_out.shape[0] > 0:
                is_led = stiffness[row, joint] != 0.0
                velocities_out[world, actuator] = wp.where(is_led, velocity_target[row, joint], 0.0)


@wp.kernel(enable_backward=False)
def scatter_wrenches(
    wrenches: wp.array2d(dtype=wp.spatial_vectorf),  # (N, L) at the centres of mass, world axes
    bodies: wp.array2d(dtype=int),  # (S, L)
    instances: wp.array2d(dtype=int),  # (W, S)
    wrenches_out: wp.array2d(dtype=wp.spatial_vectorf),  # (W, nbody)
):
    """Write external wrenches on links."""
    world, slot, link = wp.tid()
    wrenches_out[world, bodies[slot, link]] = wrenches[instances[world, slot], link]
