"""Kernels that read and write soft bodies by the rows of a view.

Positions of nodes are kept in the environments' frames; views give them in the world.
"""

from __future__ import annotations

import warp as wp

from pippin.utils.choices import Chosen, chosen_entry

from .places import find_place


@wp.kernel(enable_backward=False)
def gather_nodes(
    values: wp.array2d(dtype=wp.vec3f),  # (W, num_nodes of a world)
    env_ids: wp.array(dtype=int),  # (W,)
    shifts: wp.array(dtype=wp.vec3f),  # (num_envs,)
    instances: wp.array2d(dtype=int),  # (W, num_slots)
    first_node: wp.array(dtype=int),  # (num_slots,)
    num_nodes: wp.array(dtype=int),  # (num_slots,)
    out: wp.array2d(dtype=wp.vec3f),  # (N, V)
):
    """Collect vectors of nodes, shifted by one vector an environment."""
    world, slot, node = wp.tid()
    if node < num_nodes[slot]:
        out[instances[world, slot], node] = values[world, first_node[slot] + node] + shifts[env_ids[world]]


@wp.kernel(enable_backward=False)
def gather_targets(
    values: wp.array2d(dtype=wp.vec4f),  # (W, num_nodes of a world)
    env_ids: wp.array(dtype=int),  # (W,)
    shifts: wp.array(dtype=wp.vec3f),  # (num_envs,)
    instances: wp.array2d(dtype=int),  # (W, num_slots)
    first_node: wp.array(dtype=int),  # (num_slots,)
    num_nodes: wp.array(dtype=int),  # (num_slots,)
    out: wp.array2d(dtype=wp.vec4f),  # (N, V)
):
    """Collect kinematic targets in the world."""
    world, slot, node = wp.tid()
    if node < num_nodes[slot]:
        shift = shifts[env_ids[world]]
        value = values[world, first_node[slot] + node]
        out[instances[world, slot], node] = value + wp.vec4f(shift[0], shift[1], shift[2], 0.0)


@wp.kernel(enable_backward=False)
def scatter_nodes(
    data: wp.array2d(dtype=wp.vec3f),  # (n, V) or (N, V)
    full_data: int,
    rows: Chosen,
    world_of: wp.array(dtype=int),  # (N,) -1 for rows of other variants
    slot_of: wp.array(dtype=int),  # (N,)
    env_ids: wp.array(dtype=int),  # (W,)
    shifts: wp.array(dtype=wp.vec3f),  # (num_envs,)
    first_node: wp.array(dtype=int),  # (num_slots,)
    num_nodes: wp.array(dtype=int),  # (num_slots,)
    out: wp.array2d(dtype=wp.vec3f),  # (W, num_nodes of a world)
):
    """Write vectors of nodes of chosen rows, shifted back."""
    i, node = wp.tid()
    place = find_place(chosen_entry(rows, i), world_of, slot_of)
    if place.world < 0 or node >= num_nodes[place.slot]:
        return
    source = wp.where(full_data == 1, place.row, i)
    out[place.world, first_node[place.slot] + node] = data[source, node] - shifts[env_ids[place.world]]


@wp.kernel(enable_backward=False)
def scatter_targets(
    data: wp.array2d(dtype=wp.vec4f),  # (n, V) or (N, V)
    full_data: int,
    rows: Chosen,
    world_of: wp.array(dtype=int),  # (N,) -1 for rows of other variants
    slot_of: wp.array(dtype=int),  # (N,)
    env_ids: wp.array(dtype=int),  # (W,)
    shifts: wp.array(dtype=wp.vec3f),  # (num_envs,)
    first_node: wp.array(dtype=int),  # (num_slots,)
    num_nodes: wp.array(dtype=int),  # (num_slots,)
    out: wp.array2d(dtype=wp.vec4f),  # (W, num_nodes of a world)
):
    """Write kinematic targets of chosen rows; any flag but 0 makes a node free."""
    i, node = wp.tid()
    place = find_place(chosen_entry(rows, i), world_of, slot_of)
    if place.world < 0 or node >= num_nodes[place.slot]:
        return
    source = wp.where(full_data == 1, place.row, i)
    target = data[source, node]
    shift = shifts[env_ids[place.world]]
    flag = wp.where(target[3] == 0.0, 0.0, 1.0)
    out[place.world, first_node[place.slot] + node] = wp.vec4f(
        target[0] - shift[0], target[1] - shift[1], target[2] - shift[2], flag
    )


@wp.kernel(enable_backward=False)
def deformation_gradients(
    positions: wp.array2d(dtype=wp.vec3f),  # (W, num_nodes of a world)
    elements: wp.array2d(dtype=int),  # (num_elements of a world, 4)
    rest_inverse: wp.array(dtype=wp.mat33f),  # (num_elements of a world,) inverse of the edges at rest, as columns
    instances: wp.array2d(dtype=int),  # (W, num_slots)
    first_element: wp.array(dtype=int),  # (num_slots,)
    num_elements: wp.array(dtype=int),  # (num_slots,)
    out: wp.array2d(dtype=wp.mat33f),  # (N, E)
):
    """Deformation gradient of each element: F maps edges at rest to edges now."""
    world, slot, index = wp.tid()
    if index >= num_elements[slot]:
        return
    element = first_element[slot] + index
    origin = positions[world, elements[element, 0]]
    edges = wp.matrix_from_cols(
        positions[world, elements[element, 1]] - origin,
        positions[world, elements[element, 2]] - origin,
        positions[world, elements[element, 3]] - origin,
    )
    out[instances[world, slot], index] = edges * rest_inverse[element]


@wp.kernel(enable_backward=False)
def cauchy_stresses(
    gradients: wp.array2d(dtype=wp.mat33f),  # (N, E)
    lame: wp.array(dtype=wp.vec2f),  # (num_elements of a world,) lambda, mu [Pa]
    instances: wp.array2d(dtype=int),  # (W, num_slots)
    first_element: wp.array(dtype=int),  # (num_slots,)
    num_elements: wp.array(dtype=int),  # (num_slots,)
    out: wp.array2d(dtype=wp.mat33f),  # (N, E)
):
    """Elastic Cauchy stress of the material that Newton simulates.

    Its energy is ``mu/2 (tr F^T F - 3) + k/2 (J - a)^2`` with ``k = lambda + mu`` and ``a = 1 + mu / k`` (Smith, de
    Goes and Kim, "Stable Neo-Hookean Flesh Simulation", 2018), so that ``J sigma = mu F F^T + k (J - a) J I``.
    """
    world, slot, index = wp.tid()
    if index >= num_elements[slot]:
        return
    row = instances[world, slot]
    gradient = gradients[row, index]
    first, shear = lame[first_element[slot] + index][0], lame[first_element[slot] + index][1]
    bulk = first + shear
    volume = wp.determinant(gradient)
    pressure = bulk * (volume - 1.0) - shear
    stress = (shear / volume) * (gradient * wp.transpose(gradient)) + pressure * wp.identity(n=3, dtype=float)
    out[row, index] = stress


@wp.kernel(enable_backward=False)
def element_rotations(
    gradients: wp.array2d(dtype=wp.mat33f),  # (N, E)
    out: wp.array2d(dtype=wp.quatf),  # (N, E)
):
    """Rotation in each deformation gradient, the orthogonal factor of its polar decomposition."""
    row, index = wp.tid()
    left = wp.mat33f()
    scales = wp.vec3f()
    right = wp.mat33f()
    wp.svd3(gradients[row, index], left, scales, right)
    rotation = left * wp.transpose(right)
    if wp.determinant(rotation) < 0.0:  # an element that is turned inside out
        mirrored = wp.matrix_from_cols(left[:, 0], left[:, 1], -left[:, 2])
        rotation = mirrored * wp.transpose(right)
    out[row, index] = wp.normalize(wp.quat_from_matrix(rotation))


@wp.kernel(enable_backward=False)
def mean_of_nodes(
    values: wp.array2d(dtype=wp.vec3f),  # (N, V)
    num_nodes: wp.array(dtype=int),  # (N,)
    out: wp.array(dtype=wp.vec3f),  # (N,)
):
    """Mean of the vectors of each row's nodes."""
    row = wp.tid()
    total = wp.vec3d()
    for node in range(num_nodes[row]):
        total += wp.vec3d(values[row, node])
    out[row] = wp.vec3f(total / wp.float64(num_nodes[row]))
