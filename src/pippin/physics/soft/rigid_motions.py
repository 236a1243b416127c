"""Moving soft bodies as a whole, so that nothing but what acts on them from outside changes their momentum.

Vertex block descent moves one node after the other against its neighbours. The stiffer a body is, the less a node gets
away from them, and the longer the iterations take to tell the whole body of a contact. What they have not told at the
end of a step is momentum that is lost. A rigid motion of the whole body changes no elastic energy, so that the best one
is cheap to find: it follows from the nodes' inertia and the contacts' springs alone, from six equations for each body.
Made between iterations, it leaves to them only what deforms the body.
"""

from __future__ import annotations

import newton
import numpy as np
import warp as wp
from newton.solvers import SolverVBD
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

THREADS_PER_PIECE = 128
"""Threads of a GPU that share the nodes of a piece."""


@wp.func
def skew(v: wp.vec3f) -> wp.mat33f:
    """Matrix of the cross product with a vector."""
    return wp.mat33f(0.0, -v[2], v[1], v[2], 0.0, -v[0], -v[1], v[0], 0.0)


@wp.func
def sum_of_block(value: wp.vec3f) -> wp.vec3f:
    """Sum over the threads of a block, for all of them."""
    return wp.tile_sum(wp.tile(value, preserve_type=True))[0]


@wp.kernel(enable_backward=False)
def begin_step(
    num_nodes: int,
    starts: wp.array(dtype=int),  # (P + 1,) first entry of each piece in the list of nodes
    nodes: wp.array(dtype=int),  # nodes of one world, piece by piece
    inverse_mass: wp.array(dtype=float),  # (W * num_nodes,) 0 for driven nodes
    node_mass: wp.array(dtype=float),  # (W * num_nodes,)
    positions: wp.array(dtype=wp.vec3f),  # (W * num_nodes,)
    velocities: wp.array(dtype=wp.vec3f),  # (W * num_nodes,)
    masses: wp.array2d(dtype=float),  # (W, P) 0 for pieces with driven nodes
    centres: wp.array2d(dtype=wp.vec3f),  # (W, P)
    spins: wp.array2d(dtype=wp.vec3f),  # (W, P) angular momenta about the centres
    motions: wp.array2d(dtype=wp.spatial_vectorf),  # (W, P)
):
    """Find mass, centre of mass and angular momentum of each piece; one block for a piece."""
    world, piece, thread = wp.tid()
    origin = positions[world * num_nodes + nodes[starts[piece]]]
    mass_and_driven = wp.vec3f(0.0)
    moment = wp.vec3f(0.0)
    momentum = wp.vec3f(0.0)
    spin = wp.vec3f(0.0)
    for entry in range(starts[piece] + thread, starts[piece + 1], wp.block_dim()):
        node = world * num_nodes + nodes[entry]
        mass = node_mass[node]
        mass_and_driven += wp.vec3f(mass, wp.where(inverse_mass[node] == 0.0, 1.0, 0.0), 0.0)
        arm = positions[node] - origin
        moment += mass * arm
        momentum += mass * velocities[node]
        spin += mass * wp.cross(arm, velocities[node])
    mass_and_driven = sum_of_block(mass_and_driven)
    moment = sum_of_block(moment)
    momentum = sum_of_block(momentum)
    spin = sum_of_block(spin)
    if thread == 0:
        motions[world, piece] = wp.spatial_vectorf(0.0)
        if mass_and_driven[1] > 0.0:
            masses[world, piece] = 0.0
            return
        arm = moment / mass_and_driven[0]
        masses[world, piece] = mass_and_driven[0]
        centres[world, piece] = origin + arm
        spins[world, piece] = spin - wp.cross(arm, momentum)


@wp.kernel(enable_backward=False)
def add_contacts(
    step: float,
    num_contacts: wp.array(dtype=int),  # (1,)
    corners: wp.array(dtype=wp.vec3i),  # (num_contacts_max,) nodes of each contact, then -1
    weights: wp.array(dtype=wp.vec3f),  # (num_contacts_max,) of the corners
    shapes: wp.array(dtype=int),  # (num_contacts_max,)
    points: wp.array(dtype=wp.vec3f),  # (num_contacts_max,) on the obstacle, in its body's frame
    normals: wp.array(dtype=wp.vec3f),  # (num_contacts_max,)
    stiffness: wp.array(dtype=float),  # (num_contacts_max,)
    damping: wp.array(dtype=float),  # (num_contacts_max,)
    wrenches: wp.array(dtype=wp.spatial_vectorf),  # (num_contacts_max,) of the nodes on the obstacle
    shape_body: wp.array(dtype=int),
    poses: wp.array(dtype=wp.transformf),  # of the obstacles at the end of the step
    poses_before: wp.array(dtype=wp.transformf),
    positions: wp.array(dtype=wp.vec3f),  # (W * num_nodes,)
    positions_before: wp.array(dtype=wp.vec3f),  # (W * num_nodes,)
    node_piece: wp.array(dtype=int),  # (num_nodes,) of one world
    centres: wp.array2d(dtype=wp.vec3f),  # (W, P)
    arms: wp.array(dtype=wp.vec3f),  # (num_contacts_max,) from the centre to the contact
    springs: wp.array(dtype=wp.mat33f),  # (num_contacts_max,) how the force grows less with a motion of the contact
    sums: wp.array3d(dtype=wp.mat33f),  # (W, P, 4) stiffness to moving, moving by turning, turning; then see below
):
    """Add up the forces of contacts on each piece, and how they change with a rigid motion; sums start at zero.

    The last of the four matrices has the sum of forces and that of torques about the centre in its first two rows. A
    contact is as stiff against sliding as the friction that it has over the way that it has slid.
    """
    contact = wp.tid()
    if contact >= num_contacts[0]:
        return
    force = -wp.spatial_top(wrenches[contact])
    if wp.length_sq(force) == 0.0:
        return
    point = wp.vec3f(0.0)
    slip = wp.vec3f(0.0)
    for corner in range(3):
        node = corners[contact][corner]
        if node >= 0:
            point += weights[contact][corner] * positions[node]
            slip += weights[contact][corner] * (positions[node] - positions_before[node])
    body = shape_body[shapes[contact]]
    if body >= 0:
        slip -= wp.transform_point(poses[body], points[contact])
        slip += wp.transform_point(poses_before[body], points[contact])
    normal = normals[contact]
    across = wp.outer(normal, normal)
    slip -= wp.dot(slip, normal) * normal
    friction = wp.length(force - wp.dot(force, normal) * normal)
    spring = (stiffness[contact] + damping[contact] / step) * across
    spring += friction / wp.max(wp.length(slip), 1.0e-9) * (wp.identity(3, dtype=float) - across)

    node = corners[contact][0]
    world = node // node_piece.shape[0]
    piece = node_piece[node % node_piece.shape[0]]
    arm = point - centres[world, piece]
    arms[contact] = arm
    springs[contact] = spring
    across_arm = skew(arm)
    wp.atomic_add(sums, world, piece, 0, spring)
    wp.atomic_add(sums, world, piece, 1, -spring * across_arm)
    wp.atomic_add(sums, world, piece, 2, -across_arm * spring * across_arm)
    wp.atomic_add(sums, world, piece, 3, wp.matrix_from_rows(force, across_arm * force, wp.vec3f(0.0)))


@wp.kernel(enable_backward=False)
def relax_contacts(
    num_contacts: wp.array(dtype=int),  # (1,)
    corners: wp.array(dtype=wp.vec3i),  # (num_contacts_max,)
    arms: wp.array(dtype=wp.vec3f),  # (num_contacts_max,)
    springs: wp.array(dtype=wp.mat33f),  # (num_contacts_max,)
    node_piece: wp.array(dtype=int),  # (num_nodes,) of one world
    motions: wp.array2d(dtype=wp.spatial_vectorf),  # (W, P)
    wrenches: wp.array(dtype=wp.spatial_vectorf),  # (num_contacts_max,) of the nodes on the obstacle
):
    """Change the forces of contacts by what the motion of their piece has relaxed them by."""
    contact = wp.tid()
    if contact >= num_contacts[0] or wp.length_sq(wp.spatial_top(wrenches[contact])) == 0.0:
        return
    node = corners[contact][0]
    motion = motions[node // node_piece.shape[0], node_piece[node % node_piece.shape[0]]]
    way = wp.spatial_top(motion) + wp.cross(wp.spatial_bottom(motion), arms[contact])
    wrenches[contact] += wp.spatial_vector(springs[contact] * way, wp.vec3f(0.0))


@wp.kernel(enable_backward=False)
def move_pieces(
    step: float,
    num_nodes: int,
    starts: wp.array(dtype=int),  # (P + 1,) first entry of each piece in the list of nodes
    nodes: wp.array(dtype=int),  # nodes of one world, piece by piece
    node_mass: wp.array(dtype=float),  # (W * num_nodes,)
    inertial: wp.array(dtype=wp.vec3f),  # (W * num_nodes,) where nodes would be at the end of the step without forces
    positions_before: wp.array(dtype=wp.vec3f),  # (W * num_nodes,)
    masses: wp.array2d(dtype=float),  # (W, P) 0 for pieces that stay
    centres: wp.array2d(dtype=wp.vec3f),  # (W, P) at the beginning of the step
    spins: wp.array2d(dtype=wp.vec3f),  # (W, P) at the beginning of the step
    sums: wp.array3d(dtype=wp.mat33f),  # (W, P, 4) of contacts
    references: wp.array(dtype=wp.vec3f),  # (W * num_nodes,) what displacements are counted from
    motions: wp.array2d(dtype=wp.spatial_vectorf),  # (W, P) shift and turn, about the centre
    displacements: wp.array(dtype=wp.vec3f),  # (W * num_nodes,)
    positions: wp.array(dtype=wp.vec3f),  # (W * num_nodes,)
):
    """Move each piece by a step of Newton's method to where its momenta are balanced; one block for a piece.

    With x the positions of nodes, x_0 those at the beginning of the step h and y those without forces, d arms about the
    centre of mass of the beginning, L_0 the angular momentum of the beginning and f forces of contacts, it seeks

        sum m (y - x) / h^2 + sum f = 0,
        L_0 / h - sum d x m (x - x_0) / h^2 + sum (arms about the centre of mass) x f = 0.

    The first sum in the second line is the angular momentum at the end. An implicit step as such would have
    sum d x m (y - x) / h^2 there, and a body that turns by an angle in each step would lose the angle squared of it.
    """
    world, piece, thread = wp.tid()
    mass_of_piece = masses[world, piece]
    if mass_of_piece == 0.0:
        return  # its motion is zero from the beginning of the step on
    centre = centres[world, piece]
    push = wp.vec3f(0.0)
    way = wp.vec3f(0.0)
    spin = wp.vec3f(0.0)
    inertia = wp.mat33f(0.0)
    for entry in range(starts[piece] + thread, starts[piece + 1], wp.block_dim()):
        node = world * num_nodes + nodes[entry]
        mass = node_mass[node]
        moved = positions[node] - positions_before[node]
        arm = positions[node] - centre
        push += mass * (inertial[node] - positions[node])
        way += mass * moved
        spin += mass * wp.cross(arm, moved)
        inertia += mass * (wp.dot(arm, arm) * wp.identity(3, dtype=float) - wp.outer(arm, arm))
    push = sum_of_block(push)
    way = sum_of_block(way)
    spin = sum_of_block(spin)
    inertia = wp.tile_sum(wp.tile(inertia, preserve_type=True))[0]

    rate = 1.0 / (step * step)
    force = rate * push + sums[world, piece, 3][0]
    torque = spins[world, piece] / step - rate * spin + sums[world, piece, 3][1]
    torque += wp.cross(way / mass_of_piece, rate * push)
    moving = rate * mass_of_piece * wp.identity(3, dtype=float) + sums[world, piece, 0]
    both = -rate * skew(way) + sums[world, piece, 1]
    turning = rate * inertia + sums[world, piece, 2]
    inverse = wp.inverse(moving)
    turn = wp.inverse(turning - wp.transpose(both) * inverse * both) * (torque - wp.transpose(both) * (inverse * force))
    shift = inverse * (force - both * turn)
    if thread == 0:
        motions[world, piece] = wp.spatial_vector(shift, turn)

    angle = wp.length(turn)
    half = wp.where(angle > 1.0e-12, wp.sin(0.5 * angle) / wp.max(angle, 1.0e-12), 0.5) * turn
    for entry in range(starts[piece] + thread, starts[piece + 1], wp.block_dim()):
        node = world * num_nodes + nodes[entry]
        arm = positions[node] - centre
        # The rotation of the arm less the arm, by a quaternion (half, cos): no digits are lost for small angles.
        across = 2.0 * wp.cross(half, arm)
        displacements[node] += shift + wp.cos(0.5 * angle) * across + wp.cross(half, across)
        positions[node] = references[node] + displacements[node]


class RigidMotions:
    """Moves pieces of W worlds: of what hangs together in the nodes of a world.

    Args:
        model: Newton's model.
        contacts: Contacts between nodes and obstacles.
        elements: Nodes of the tetrahedra of one world, shape (num_elements, 4).
        num_nodes: Number of nodes of one world.
    """

    def __init__(self, model: newton.Model, contacts: newton.Contacts, elements: np.ndarray, num_nodes: int) -> None:
        self._model, self._contacts, self._num_nodes = model, contacts, num_nodes
        self._device = device = model.device
        piece_of_node = pieces(elements, num_nodes)
        starts = np.concatenate([[0], np.cumsum(np.bincount(piece_of_node))])
        self._starts = wp.array(starts, dtype=int, device=device)
        self._nodes = wp.array(np.argsort(piece_of_node, kind="stable"), dtype=int, device=device)
        self._node_piece = wp.array(piece_of_node, dtype=int, device=device)
        self._shape = (model.particle_count // num_nodes, len(starts) - 1)
        self._masses = wp.zeros(self._shape, dtype=float, device=device)
        self._centres = wp.zeros(self._shape, dtype=wp.vec3f, device=device)
        self._spins = wp.zeros(self._shape, dtype=wp.vec3f, device=device)
        self._motions = wp.zeros(self._shape, dtype=wp.spatial_vectorf, device=device)
        self._sums = wp.zeros((*self._shape, 4), dtype=wp.mat33f, device=device)
        self._arms = wp.zeros(contacts.soft_contact_max, dtype=wp.vec3f, device=device)
        self._springs = wp.zeros(contacts.soft_contact_max, dtype=wp.mat33f, device=device)

    def begin(self, state: newton.State) -> None:
        """Launch the kernel that keeps the momenta of the beginning of a step."""
        model = self._model
        wp.launch_tiled(
            begin_step,
            dim=self._shape,
            inputs=[
                self._num_nodes,
                self._starts,
                self._nodes,
                model.particle_inv_mass,
                model.particle_mass,
                state.particle_q,
                state.particle_qd,
            ],
            outputs=[self._masses, self._centres, self._spins, self._motions],
            block_dim=THREADS_PER_PIECE,
            device=self._device,
        )

    def move(
        self, solver: SolverVBD, before: newton.State, after: newton.State, step: float, wrenches: wp.array
    ) -> None:
        """Launch the kernels that move each piece.

        Args:
            solver: The solver between two iterations.
            before: State with the nodes, and the poses of the obstacles at the beginning of the step.
            after: State with the poses of the obstacles at the end of the step.
            step: Time step [s].
            wrenches: Wrenches of all contacts on the obstacles, shape (num_contacts_max,), wp.spatial_vectorf.
        """
        contacts = self._contacts
        self._sums.zero_()
        wp.launch(
            add_contacts,
            dim=contacts.soft_contact_max,
            inputs=[
                step,
                contacts.soft_contact_count,
                contacts.soft_contact_indices,
                contacts.soft_contact_barycentric,
                contacts.soft_contact_shape,
                contacts.soft_contact_body_pos,
                contacts.soft_contact_normal,
                solver.body_particle_contact_penalty_k,
                solver.body_particle_contact_material_kd,
                wrenches,
                self._model.shape_body,
                after.body_q,
                before.body_q,
                before.particle_q,
                solver.particle_q_prev,
                self._node_piece,
                self._centres,
            ],
            outputs=[self._arms, self._springs, self._sums],
            device=self._device,
        )
        wp.launch_tiled(
            move_pieces,
            dim=self._shape,
            inputs=[
                step,
                self._num_nodes,
                self._starts,
                self._nodes,
                self._model.particle_mass,
                solver.inertia,
                solver.particle_q_prev,
                self._masses,
                self._centres,
                self._spins,
                self._sums,
                solver.pos_prev_collision_detection,
            ],
            outputs=[self._motions, solver.particle_displacements, before.particle_q],
            block_dim=THREADS_PER_PIECE,
            device=self._device,
        )

    def relax(self, wrenches: wp.array) -> None:
        """Launch the kernel that gives contacts the forces which the last motion left them.

        The momenta of a piece then have changed by the impulses of its contacts, up to rounding.

        Args:
            wrenches: Those that the motion was found with; their torques stay as they are.
        """
        contacts = self._contacts
        wp.launch(
            relax_contacts,
            dim=contacts.soft_contact_max,
            inputs=[
                contacts.soft_contact_count,
                contacts.soft_contact_indices,
                self._arms,
                self._springs,
                self._node_piece,
                self._motions,
            ],
            outputs=[wrenches],
            device=self._device,
        )


def pieces(elements: np.ndarray, num_nodes: int) -> np.ndarray:
    """Number of the piece that each node belongs to: nodes hang together through elements, shape (num_nodes,)."""
    rows, columns = elements[:, :3].ravel(), elements[:, 1:].ravel()
    links = coo_array((np.ones(len(rows)), (rows, columns)), shape=(num_nodes, num_nodes))
    return connected_components(links, directed=False)[1]
