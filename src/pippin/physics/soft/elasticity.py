"""The solver's main kernel: nodes of one colour moved to where the forces on them balance.

It takes the place of Newton's kernel, with the same arguments and the same energy, that of Smith et al., "Stable
Neo-Hookean Flesh Simulation", 2018. With F the deformation gradient of an element of volume V, m the gradient of a
node's shape function and lambda' = lambda + mu, the force on the node and its derivative are

    -V (mu F m + lambda' (J - 1 - mu / lambda') cof(F) m),
    V (mu |m|^2 I + lambda' (cof(F) m) (cof(F) m)^T),

and with k the damping and C' the rate of the right Cauchy-Green tensor F^T F in a step h, in addition,

    -2 V k F C' m,
    2 V k / h (|m|^2 F F^T + (F m) (F m)^T).

Newton builds both from matrices of 9 by 9, which do not fit into the registers of a GPU, and gives a node half a warp.
"""

from __future__ import annotations

import newton
import warp as wp
from newton.solvers import SolverVBD
from newton.utils import MeshAdjacencyData

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


@wp.func
def force_and_stiffness(
    element: int,
    corner: int,
    step: float,
    positions_before: wp.array(dtype=wp.vec3f),
    positions: wp.array(dtype=wp.vec3f),
    nodes: wp.array2d(dtype=int),
    rest: wp.mat33f,
    material: wp.vec3f,
) -> tuple[wp.vec3f, wp.mat33f]:
    """Force of an element on one of its nodes, and minus its derivative by the node's position."""
    a = nodes[element, 0]
    b = nodes[element, 1]
    c = nodes[element, 2]
    d = nodes[element, 3]
    origin = positions[a]
    gradient = wp.matrix_from_cols(positions[b] - origin, positions[c] - origin, positions[d] - origin) * rest
    origin = positions_before[a]
    before = (
        wp.matrix_from_cols(positions_before[b] - origin, positions_before[c] - origin, positions_before[d] - origin)
        * rest
    )
    shape = -rest[0] - rest[1] - rest[2]
    if corner > 0:
        shape = rest[corner - 1]
    volume = 1.0 / (6.0 * wp.determinant(rest))
    shear = volume * material[0]
    bulk = volume * wp.max(material[0] + material[1], 1.0e-6)
    damping = 2.0 * volume * material[2] / step

    x = wp.vec3f(gradient[0, 0], gradient[1, 0], gradient[2, 0])
    y = wp.vec3f(gradient[0, 1], gradient[1, 1], gradient[2, 1])
    z = wp.vec3f(gradient[0, 2], gradient[1, 2], gradient[2, 2])
    across = wp.cross(y, z)
    volume_change = wp.dot(x, across)
    across_shape = shape[0] * across + shape[1] * wp.cross(z, x) + shape[2] * wp.cross(x, y)
    stretched = gradient * shape
    rate = wp.transpose(gradient) * stretched - wp.transpose(before) * (before * shape)
    length_sq = wp.dot(shape, shape)

    force = -(shear * stretched + (bulk * (volume_change - 1.0) - shear) * across_shape + damping * (gradient * rate))
    stiffness = (
        shear * length_sq * wp.identity(3, dtype=float)
        + bulk * wp.outer(across_shape, across_shape)
        + damping * (length_sq * (gradient * wp.transpose(gradient)) + wp.outer(stretched, stretched))
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
    triangles: wp.array2d(dtype=int),  # here and below: there is no elasticity of surfaces and edges
    triangle_poses: wp.array(dtype=wp.mat22f),
    triangle_materials: wp.array2d(dtype=float),
    triangle_areas: wp.array(dtype=float),
    edges: wp.array2d(dtype=int),
    edge_angles: wp.array(dtype=float),
    edge_lengths: wp.array(dtype=float),
    edge_properties: wp.array2d(dtype=float),
    elements: wp.array2d(dtype=int),  # (W * num_elements, 4)
    element_poses: wp.array(dtype=wp.mat33f),  # (W * num_elements,) inverse matrices of the edges at rest
    element_materials: wp.array2d(dtype=float),  # (W * num_elements, 3) Lamé's mu and lambda, and the damping
    adjacency: MeshAdjacencyData,
    forces: wp.array(dtype=wp.vec3f),  # of contacts
    stiffnesses: wp.array(dtype=wp.mat33f),  # of contacts
    displacements: wp.array(dtype=wp.vec3f),
):
    """Displace each node of a colour by a step of Newton's method; several threads share a node."""
    thread = wp.tid()
    entry = thread // LANES
    lane = thread % LANES
    if entry >= nodes_of_color.shape[0] or lane >= lanes_at_work():
        return
    node = nodes_of_color[entry]
    if mass[node] == 0.0:
        displacements[node] = wp.vec3f(0.0)
        return
    end = adjacency.v_adj_tets_offsets[node + 1]
    force = wp.vec3f(0.0)
    stiffness = wp.mat33f(0.0)
    for pair in range(adjacency.v_adj_tets_offsets[node] + 2 * lane, end, 2 * lanes_at_work()):
        element = adjacency.v_adj_tets[pair]  # and then the node's place in it
        force_part, stiffness_part = force_and_stiffness(
            element,
            adjacency.v_adj_tets[pair + 1],
            step,
            positions_before,
            positions,
            elements,
            element_poses[element],
            wp.vec3f(element_materials[element, 0], element_materials[element, 1], element_materials[element, 2]),
        )
        force += force_part
        stiffness += stiffness_part

    rate = mass[node] / (step * step)
    force = wp.vec3f(sum_over_lanes(force[0]), sum_over_lanes(force[1]), sum_over_lanes(force[2]))
    force += rate * (inertial[node] - positions[node]) + forces[node]
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


class ClosedFormVBD(SolverVBD):
    """Newton's vertex block descent with :func:`move_nodes`.

    Args:
        model: Model whose only elastic elements are tetrahedra.
        arguments: Further arguments of ``SolverVBD``.
    """

    def __init__(self, model: newton.Model, **arguments: object) -> None:
        super().__init__(model, particle_enable_tile_solve=False, **arguments)  # type: ignore[arg-type]
        self.use_particle_tile_solve = True
        self._tiled_elasticity_kernel = move_nodes
        self._tiled_elasticity_particles_per_block = NODES_PER_BLOCK
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
