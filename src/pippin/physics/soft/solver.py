"""Newton's vertex block descent with a better first guess, and with rigid motions between its iterations."""

from __future__ import annotations

import newton
import numpy as np
import warp as wp

from .elasticity import ClosedFormVBD
from .rigid_motions import RigidMotions

SELDOM = 5
"""After how many iterations bodies move as a whole: 5 % of the kernels of 20 iterations."""

EDGES_FOR_SELDOM = 8.0
"""Edges that sound may pass in a step for that to do. With 15 of them the energy of a cube that lands overshoots by
4 %, and does not if bodies move as a whole after each iteration.
"""


@wp.kernel(enable_backward=False)
def guess_displacements(
    step: float,
    gravity: wp.array(dtype=wp.vec3f),
    world: wp.array(dtype=int),  # (num_nodes,) world of each node
    inverse_mass: wp.array(dtype=float),  # (num_nodes,) 0 for nodes that stay
    velocity: wp.array(dtype=wp.vec3f),  # (num_nodes,) now
    velocity_before: wp.array(dtype=wp.vec3f),  # (num_nodes,) one step ago
    displacement: wp.array(dtype=wp.vec3f),  # (num_nodes,)
):
    """Displace each node by its velocity and its acceleration of the step before, up to that of gravity."""
    node = wp.tid()
    if inverse_mass[node] == 0.0:
        return
    limit = wp.length(gravity[world[node]])
    acceleration = (velocity[node] - velocity_before[node]) / step
    acceleration *= limit / wp.max(wp.length(acceleration), wp.max(limit, 1.0e-12))
    displacement[node] = step * (velocity[node] + step * acceleration)


class SoftSolver(ClosedFormVBD):
    """Vertex block descent that begins where bodies at rest stay at rest, and that keeps momentum.

    Newton lets every node begin at where it would fall to freely. In a body that rests on the ground the iterations
    then have to carry the ground's force from node to node in each step; ten of them leave a third of the weight
    unbalanced in a cube of 512 nodes. Here nodes begin with the acceleration that they had in the step before, limited
    to that of gravity: all of it in free fall, none at rest, a part on a slope. What is left to the iterations then
    goes to zero. (Chen et al. propose the like with the method, in "Vertex Block Descent", 2024, for the direction of
    gravity alone.)

    After some of the iterations, and after the last one, bodies move as a whole (see
    :mod:`pippin.physics.soft.rigid_motions`).

    Args:
        model: Model with soft bodies.
        contacts: Contacts of its nodes with obstacles, the same in every step.
        elements: Nodes of the tetrahedra of one world, shape (num_elements, 4).
        num_nodes: Number of nodes of one world.
        edges_per_step: Most edges of a body that sound passes in a step.
        arguments: Further arguments of ``SolverVBD``.

    Attributes:
        velocity_before: Velocities of the nodes at the beginning of the last step [m/s], shape (num_nodes,), wp.vec3f.
        wrenches: Force [N] of the nodes on the obstacle in each contact over the last step, world axes, shape
            (num_contacts_max,), wp.spatial_vectorf.
    """

    def __init__(
        self,
        model: newton.Model,
        contacts: newton.Contacts,
        elements: np.ndarray,
        num_nodes: int,
        edges_per_step: float,
        **arguments: object,
    ) -> None:
        super().__init__(model, **arguments)  # type: ignore[arg-type]
        self._init_body_particle_contact_state(contacts.soft_contact_max)
        self.velocity_before = wp.clone(model.particle_qd)
        self.wrenches = wp.zeros(contacts.soft_contact_max, dtype=wp.spatial_vectorf, device=model.device)
        self._rigid_motions = RigidMotions(model, contacts, elements, num_nodes)
        self._iterations_per_motion = SELDOM if edges_per_step <= EDGES_FOR_SELDOM else 1
        self._iterations_done = 0

    def _initialize_particles(
        self, state_in: newton.State, state_out: newton.State, contacts: newton.Contacts | None, dt: float
    ) -> None:
        self._iterations_done = 0
        if not self.particle_enable_self_contact:
            self._rigid_motions.begin(state_in)
        super()._initialize_particles(state_in, state_out, contacts, dt)
        wp.launch(
            guess_displacements,
            dim=self.model.particle_count,
            inputs=[
                dt,
                self.model.gravity,
                self.model.particle_world,
                self.model.particle_inv_mass,
                state_in.particle_qd,
                self.velocity_before,
            ],
            outputs=[self.particle_displacements],
            device=self.device,
        )
        self._penetration_free_truncation(state_in, contacts)  # moves the nodes by their displacements
        wp.copy(self.velocity_before, state_in.particle_qd)

    def _solve_particle_iteration(
        self, state_in: newton.State, state_out: newton.State, contacts: newton.Contacts | None, dt: float
    ) -> None:
        super()._solve_particle_iteration(state_in, state_out, contacts, dt)
        self._iterations_done += 1
        last = self._iterations_done == self.iterations
        if not last and self._iterations_done % self._iterations_per_motion != 0:
            return
        self._export_body_particle_contact_forces(state_in, state_out, contacts, dt, self.wrenches)
        if self.particle_enable_self_contact:
            return  # what soft bodies do to each other is not among the forces that rigid motions know of
        self._rigid_motions.move(self, state_in, state_out, dt, self.wrenches)
        if last:
            self._rigid_motions.relax(self.wrenches)
