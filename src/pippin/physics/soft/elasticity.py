"""The solver's main kernel: nodes of one colour moved to where the forces on them balance.

It takes the place of Newton's kernel, with the same arguments and the same energy, that of Smith et al., "Stable
Neo-Hookean Flesh Simulation", 2018. With F the deformation gradient of an element of volume V, m the gradient of a
node's shape function and lambda' = lambda + mu, the force on the node and its derivative are

    -V (mu F m + lambda' (J - 1 - mu / lambda') cof(F) m),
    V (mu |m|^2 I + lambda' (cof(F) m) (cof(F) m)^T),

and with k the damping and C' the rate of the right Cauchy-Green tensor F^T F in a step h, in addition,

    -2 V k F C' m,
    2 V k / h (|m|^2 F F^T + (F m) (F m)^T).

Newton builds both from matrices of 9 by 9, which do not fit into the registers of a GPU, gives a node half a warp, and
reads the data of each element four times in every world. Here they are there once, in the order in which they are read.
"""

from __future__ import annotations

import newton
import numpy as np
import warp as wp
from newton.solvers import SolverVBD

LANES = wp.constant(16)
"""Threads that Newton launches for a node."""

NODES_PER_BLOCK = 8
"""Nodes of a block of threads, which is to consist of full warps."""

wp.set_module_options({"enable_backward": False, "fast_math": True})  # as Newton compiles its kernels of nodes


@wp.func_native("""
#if defined(__CUDA_ARCH__)
    return 16;
#else
    return 1;
#endif
""")
def lanes_at_work() -> int:  # type: ignore[empty-body]
    """How many of the threads of a node share its elements; on a CPU, where they run in turn, one does all of it."""
    ...


@wp.func_native("""
#if defined(__CUDA_ARCH__)
    const unsigned int threads = 0xffffu << (threadIdx.x & 16);
    for (int offset = 8; offset > 0; offset >>= 1)
        value += __shfl_xor_sync(threads, value, offset);
#endif
    return value;
""")
def sum_over_lanes(value: float) -> float:  # type: ignore[empty-body]
    """Sum over the threads of a node."""
    ...


@wp.struct
class Neighbourhoods:
    """The elements around each node of one world, node after node; all worlds are alike.

    An element is seen from the node: of its other nodes, by their shape functions' gradients at rest. It is given with
    products of its volume: with Lamé's mu, with lambda + mu, and with twice the damping.
    """

    starts: wp.array(dtype=int)  # (num_nodes + 1,) first entry of each node in what follows
    others: wp.array(dtype=wp.vec3i)
    gradients: wp.array(dtype=wp.mat33f)  # [1/m], a row for each of the other nodes
    materials: wp.array(dtype=wp.vec3f)  # [N m], [N m], [N m s]


@wp.func
def force_and_stiffness(
    step: float,
    edges: wp.mat33f,
    edges_before: wp.mat33f,
    gradients: wp.mat33f,
    material: wp.vec3f,
) -> tuple[wp.vec3f, wp.mat33f]:
    """Force of an element on one of its nodes, and minus its derivative by the node's position.

    Args:
        step: Time step [s].
        edges: Vectors from the node to the element's other nodes, as columns [m].
        edges_before: The same at the beginning of the step.
        gradients: Gradients of the others' shape functions, as rows.
        material: Products of volume and material, see :class:`Neighbourhoods`.
    """
    deformation = edges * gradients
    before = edges_before * gradients
    shape = -(gradients[0] + gradients[1] + gradients[2])
    shear = material[0]
    bulk = material[1]
    damping = material[2] / step

    x = wp.vec3f(deformation[0, 0], deformation[1, 0], deformation[2, 0])
    y = wp.vec3f(deformation[0, 1], deformation[1, 1], deformation[2, 1])
    z = wp.vec3f(deformation[0, 2], deformation[1, 2], deformation[2, 2])
    across = wp.cross(y, z)
    volume_change = wp.dot(x, across)
    across_shape = shape[0] * across + shape[1] * wp.cross(z, x) + shape[2] * wp.cross(x, y)
    stretched = deformation * shape
    rate = wp.transpose(deformation) * stretched - wp.transpose(before) * (before * shape)
    length_sq = wp.dot(shape, shape)

    force = -(
        shear * stretched + (bulk * (volume_change - 1.0) - shear) * across_shape + damping * (deformation * rate)
    )
    stiffness = (
        shear * length_sq * wp.identity(3, dtype=float)
        + bulk * wp.outer(across_shape, across_shape)
        + damping * (length_sq * (deformation * wp.transpose(deformation)) + wp.outer(stretched, stretched))
    )
    return force, stiffness


@wp.kernel(enable_backward=False)
def move_nodes(
    step: float,
    nodes_of_color: wp.array(dtype=int),
    positions_before: wp.array(dtype=wp.vec3f),
    positions: wp.array(dtype=wp.vec3f),  # changed as well
    mass: wp.array(dtype=float),  # 0 for driven nodes
    inertial: wp.array(dtype=wp.vec3f),  # where nodes would be at the end of the step without forces
    flags: wp.array(dtype=int),
    triangles: wp.array2d(dtype=int),  # from here on, Newton's data, in whose place there are the neighbourhoods
    triangle_poses: wp.array(dtype=wp.mat22f),
    triangle_materials: wp.array2d(dtype=float),
    triangle_areas: wp.array(dtype=float),
    edges: wp.array2d(dtype=int),
    edge_angles: wp.array(dtype=float),
    edge_lengths: wp.array(dtype=float),
    edge_properties: wp.array2d(dtype=float),
    elements: wp.array2d(dtype=int),
    element_poses: wp.array(dtype=wp.mat33f),
    element_materials: wp.array2d(dtype=float),
    neighbourhoods: Neighbourhoods,
    forces: wp.array(dtype=wp.vec3f),  # of contacts
    stiffnesses: wp.array(dtype=wp.mat33f),  # of contacts
    displacements: wp.array(dtype=wp.vec3f),
):
    """Displace each node of a colour by a step of Newton's method; several threads share a node."""
    thread = wp.tid()
    lane = thread % LANES
    if thread // LANES >= nodes_of_color.shape[0] or lane >= lanes_at_work():
        return
    node = nodes_of_color[thread // LANES]
    if mass[node] == 0.0:
        displacements[node] = wp.vec3f(0.0)
        return
    place = node % (neighbourhoods.starts.shape[0] - 1)
    world = node - place  # its first node
    here = positions[node]
    was_here = positions_before[node]
    end = neighbourhoods.starts[place + 1]
    force = wp.vec3f(0.0)
    stiffness = wp.mat33f(0.0)
    for entry in range(neighbourhoods.starts[place] + lane, end, lanes_at_work()):
        others = neighbourhoods.others[entry]
        a = world + others[0]
        b = world + others[1]
        c = world + others[2]
        force_part, stiffness_part = force_and_stiffness(
            step,
            wp.matrix_from_cols(positions[a] - here, positions[b] - here, positions[c] - here),
            wp.matrix_from_cols(
                positions_before[a] - was_here, positions_before[b] - was_here, positions_before[c] - was_here
            ),
            neighbourhoods.gradients[entry],
            neighbourhoods.materials[entry],
        )
        force += force_part
        stiffness += stiffness_part

    rate = mass[node] / (step * step)
    force = wp.vec3f(sum_over_lanes(force[0]), sum_over_lanes(force[1]), sum_over_lanes(force[2]))
    force += rate * (inertial[node] - here) + forces[node]
    xx = sum_over_lanes(stiffness[0, 0]) + rate
    yy = sum_over_lanes(stiffness[1, 1]) + rate
    zz = sum_over_lanes(stiffness[2, 2]) + rate
    xy = sum_over_lanes(stiffness[0, 1])
    xz = sum_over_lanes(stiffness[0, 2])
    yz = sum_over_lanes(stiffness[1, 2])
    if lane == 0:
        stiffness = wp.mat33f(xx, xy, xz, xy, yy, yz, xz, yz, zz) + stiffnesses[node]
        # Small moves would get lost in the digits of positions: displacements of the step keep them.
        displacement = displacements[node] + wp.inverse(stiffness) * force
        displacements[node] = displacement
        positions[node] = positions_before[node] + displacement  # which no other node of the colour reads


def neighbourhoods_of(model: newton.Model) -> Neighbourhoods:
    """The elements around the nodes of a model's first world."""
    worlds = max(1, model.world_count)
    num_nodes, num_elements = model.particle_count // worlds, model.tet_count // worlds
    elements, materials = model.tet_indices.numpy()[:num_elements], model.tet_materials.numpy()[:num_elements]
    rest = model.tet_poses.numpy()[:num_elements].astype(float)  # inverse matrices of the edges from the first node
    gradients = np.concatenate([-rest.sum(axis=1, keepdims=True), rest], axis=1)
    volumes = 1.0 / (6.0 * np.linalg.det(rest))
    moduli = np.stack([materials[:, 0], materials[:, 0] + materials[:, 1], 2.0 * materials[:, 2]], axis=1)
    others = np.array([[1, 2, 3], [0, 2, 3], [0, 1, 3], [0, 1, 2]])
    order = np.argsort(elements.ravel(), kind="stable")  # of all corners of all elements, by node
    element, corner = np.divmod(order, 4)
    found = Neighbourhoods()
    starts = np.searchsorted(elements.ravel()[order], np.arange(num_nodes + 1))
    found.starts = wp.array(starts, dtype=int, device=model.device)
    rows = element[:, None], others[corner]
    found.others = wp.array(elements[rows], dtype=wp.vec3i, device=model.device)
    found.gradients = wp.array(gradients[rows], dtype=wp.mat33f, device=model.device)
    found.materials = wp.array((volumes[:, None] * moduli)[element], dtype=wp.vec3f, device=model.device)
    return found


class ClosedFormVBD(SolverVBD):
    """Newton's vertex block descent with :func:`move_nodes`.

    Args:
        model: Model whose only elastic elements are tetrahedra, and whose worlds are alike.
        arguments: Further arguments of ``SolverVBD``.
    """

    def __init__(self, model: newton.Model, **arguments: object) -> None:
        super().__init__(model, particle_enable_tile_solve=False, **arguments)  # type: ignore[arg-type]
        self.use_particle_tile_solve = True
        self._tiled_elasticity_kernel = move_nodes
        self._tiled_elasticity_particles_per_block = NODES_PER_BLOCK
        self.particle_adjacency = neighbourhoods_of(model)
        self._is_iterating = False

    def _solve_particle_iteration(
        self, state_in: newton.State, state_out: newton.State, contacts: newton.Contacts | None, dt: float
    ) -> None:
        self._is_iterating = True
        super()._solve_particle_iteration(state_in, state_out, contacts, dt)
        self._is_iterating = False

    def _penetration_free_truncation(self, state: newton.State, contacts: newton.Contacts | None) -> None:
        """Move all nodes to where their displacements, perhaps cut short at other surfaces, take them."""
        if self._is_iterating and not self.particle_enable_self_contact:
            return  # `move_nodes` has done so for the nodes of the colour
        super()._penetration_free_truncation(state, contacts)
