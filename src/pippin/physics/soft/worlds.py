"""Soft bodies of all environments of a variant, in one of Newton's models."""

from __future__ import annotations

import logging
import math

import mujoco
import newton
import numpy as np
import warp as wp

from ..rendering.shape_builder import ShapeBuilder
from ..soft_bodies import SoftBody
from . import coupling, nodes
from .guard import SoftGuard
from .solver import SoftSolver
from .surface_contacts import fit_between_nodes, make_pipeline

_LOGGER = logging.getLogger("pippin")

STIFF_EDGES = 3.0
"""Edges that sound may pass in a step of 20 iterations before a warning is due.

When gravity sets in, a clamped bar of 0.4 m by 0.1 m with four cells over its height turns back 3 % too early if sound
passes 1 edge in a step, 1 % too late with 3 edges, and 46 % too late and too deep with 7.
"""

SOFT_CONTACT_MODULES = ("newton._src.geometry.kernels", "soft_edge_contacts_False", "soft_face_contacts_False")
"""Modules of Warp with the kernels by which Newton finds contacts of nodes, edges and faces."""

VBD_MODULES = "newton._src.solvers.vbd"
"""Start of the names of the modules that hold the solver's kernels, those that take longest to compile."""


class SoftWorlds:
    """Soft bodies of W worlds that copy one variant, each world in its environment's own frame.

    Bodies lie one after the other in the nodes and elements of a world. Addresses of arrays never change.

    Args:
        bodies: Soft bodies of one environment.
        model: Compiled rigid model of the environment; its time step is that of the soft bodies too.
        num_worlds: W.
        gravity: Gravitational acceleration [m/s^2].
        device: Warp device.

    Attributes:
        bodies: As given.
        num_worlds: As given.
        num_nodes: Number of nodes of one world.
        num_elements: Number of elements of one world.
        positions: Positions of the nodes in the environment's frame [m], shape (W, num_nodes), wp.vec3f.
        velocities: Velocities of the nodes [m/s], shape (W, num_nodes), wp.vec3f.
        targets: Kinematic target of each node: position in the environment's frame [m], and a flag that is 0 where
            the node is driven and 1 where it is free, shape (W, num_nodes), wp.vec4f.
        reactions: Force [N] and torque [N m] of the soft bodies on each rigid body at its centre of mass, in world
            axes, over the last step, shape (W, nbody), wp.spatial_vectorf.
        centres_of_mass: Centres of mass of the rigid bodies in their link frames [m], shape (1 or W, nbody), wp.vec3f.
        guard: Puts worlds with lost nodes back.
    """

    def __init__(
        self,
        bodies: tuple[SoftBody, ...],
        model: mujoco.MjModel,
        num_worlds: int,
        gravity: tuple[float, float, float],
        device: str,
    ) -> None:
        self.bodies = bodies
        self.num_worlds = num_worlds
        self.device = device
        self.step_size = float(model.opt.timestep)
        _warn_of_stiff_bodies(bodies, self.step_size)
        counts = np.array([[len(body.mesh.nodes), len(body.mesh.elements)] for body in bodies])
        self.first_nodes, self.first_elements = (np.cumsum(counts, axis=0) - counts).T
        self.num_nodes, self.num_elements = (int(count) for count in counts.sum(axis=0))
        longest_edge = max(body.mesh.mean_edge for body in bodies)
        on_cpu = wp.get_device(device).is_cpu
        self._thin = fit_between_nodes(model, _colliding_geoms(model), longest_edge, on_cpu)
        self._model = self._build(model, gravity)
        self._make_states(model.nbody)
        self._make_contacts(model)
        self._solver = self._make_solver()
        self._upload_parameters(model)
        self.guard = SoftGuard(
            self.positions,
            self.velocities,
            self._solver.velocity_before.reshape(self.velocities.shape),
            self._mass,
            self.reactions,
            self._held_frictions,
        )

    # -- building ------------------------------------------------------------------------------------------------------

    def _build(self, model: mujoco.MjModel, gravity: tuple[float, float, float]) -> newton.Model:
        environment = newton.ModelBuilder()
        for _ in range(model.nbody):
            environment.add_link()
        config = newton.ModelBuilder.ShapeConfig(density=0.0, has_shape_collision=False, has_particle_collision=True)
        shapes = ShapeBuilder(config)
        for geom in _colliding_geoms(model):
            shapes.add(environment, int(model.geom_bodyid[geom]), model, int(geom))
        for body in self.bodies:
            _add_body(environment, body, with_edges=body.self_collision or bool(self._thin.any()))
        environment.color()
        builder = newton.ModelBuilder()
        builder.replicate(environment, self.num_worlds)
        built = builder.finalize(device=self.device, skip_all_validations=True)
        built.set_gravity(gravity)
        # Newton has one set of numbers for contacts between soft bodies: those of the softest and of the roughest.
        softest = min(body.material.youngs_modulus * body.mesh.mean_edge for body in self.bodies)
        built.soft_contact_ke = coupling.CONTACT_STIFFNESS * softest
        built.soft_contact_kd = 0.0
        built.soft_contact_mu = max(body.material.friction for body in self.bodies)
        return built

    def _make_states(self, num_bodies: int) -> None:
        """Two states for the solver that differ in the poses of the obstacles: before and after a step."""
        nodes_shape, bodies_shape = (self.num_worlds, self.num_nodes), (self.num_worlds, num_bodies)
        self._before, self._after = self._model.state(), self._model.state()
        self._after.particle_q, self._after.particle_qd = self._before.particle_q, self._before.particle_qd
        self.positions = self._before.particle_q.reshape(nodes_shape)
        self.velocities = self._before.particle_qd.reshape(nodes_shape)
        self._velocities_before = wp.zeros_like(self.velocities)
        self._mass = self._model.particle_mass.reshape(nodes_shape)
        self._inverse_mass = self._model.particle_inv_mass.reshape(nodes_shape)
        self._poses_before = self._before.body_q.reshape(bodies_shape)
        self._poses_after = self._after.body_q.reshape(bodies_shape)
        self.reactions = wp.zeros(bodies_shape, dtype=wp.spatial_vectorf, device=self.device)
        self._frictions = wp.zeros_like(self.reactions)
        self._held_frictions = wp.zeros_like(self.reactions)
        self._dampers = wp.zeros(bodies_shape, dtype=float, device=self.device)
        targets = np.ones((*nodes_shape, 4), dtype=np.float32)
        targets[..., :3] = self.positions.numpy()
        for first, body in zip(self.first_nodes, self.bodies, strict=True):
            targets[:, first : first + len(body.mesh.nodes), 3] = 0.0 if body.kinematic else 1.0
        self.targets = wp.array(targets, dtype=wp.vec4f, device=self.device)

    def _make_contacts(self, model: mujoco.MjModel) -> None:
        offsets = [body.contact_offset or body.mesh.mean_edge / 2.0 for body in self.bodies]
        self._gap = max(offsets)
        # Nothing here is differentiated, and adjoints are most of what these modules take to compile (10, 47 and 49 s).
        for name in SOFT_CONTACT_MODULES:
            wp.set_module_options({"enable_backward": False}, module=name)
        self._pipeline = make_pipeline(self._model, self._gap, self._thin)
        self._contacts = self._pipeline.contacts()
        self._contact_counts = wp.zeros(self.num_worlds * model.nbody, dtype=int, device=self.device)

    def _make_solver(self) -> SoftSolver:
        colliding = [body for body in self.bodies if body.self_collision]
        distances = [body.self_collision_distance or body.mesh.mean_edge / 10.0 for body in colliding]
        own_contacts = {}
        if colliding:
            distance = max(distances)
            own_contacts = {
                "particle_enable_self_contact": True,
                "particle_self_contact_margin": distance,
                "particle_self_contact_gap": distance,
            }
        elements = [first + body.mesh.elements for first, body in zip(self.first_nodes, self.bodies, strict=True)]
        return SoftSolver(
            self._model,
            self._contacts,
            np.concatenate(elements),
            self.num_nodes,
            max(body.edges_of_sound(self.step_size) for body in self.bodies),
            iterations=max(body.iterations for body in self.bodies),
            friction_epsilon=coupling.FRICTION_VELOCITY,
            integrate_with_external_rigid_solver=True,
            **own_contacts,
        )

    def _upload_parameters(self, model: mujoco.MjModel) -> None:
        """Parameters of contacts by node and by rigid body, and the nodes' masses."""
        counts = [len(body.mesh.nodes) for body in self.bodies]

        def per_node(values: list[float]) -> wp.array:
            return wp.array(np.repeat(values, counts), dtype=float, device=self.device)

        stiffnesses = [body.material.youngs_modulus * body.mesh.mean_edge for body in self.bodies]
        own_stiffness = np.repeat(stiffnesses, counts)
        self._node_stiffness = per_node([coupling.CONTACT_STIFFNESS * stiffness for stiffness in stiffnesses])
        self._node_friction = per_node([body.material.friction for body in self.bodies])
        self._node_decay = per_node([math.exp(-body.velocity_damping * self.step_size) for body in self.bodies])
        self._node_mass = wp.clone(self._mass[0])
        dampers = self._node_mass.numpy() / self.step_size + 3.0 * own_stiffness * self.step_size
        self._node_damper = wp.array(dampers, dtype=float, device=self.device)
        masses = coupling.effective_masses(model)
        self._body_mass = wp.array(masses, dtype=float, device=self.device)
        self.centres_of_mass = wp.array(model.body_ipos[None], dtype=wp.vec3f, device=self.device)
        friction = np.tile(model.geom_friction[_colliding_geoms(model), 0], self.num_worlds)
        self._shape_friction = wp.array(friction, dtype=float, device=self.device)

    # -- stepping ------------------------------------------------------------------------------------------------------

    def begin(self, body_poses: wp.array) -> None:
        """Tell where the rigid bodies are before the first of a row of steps.

        Args:
            body_poses: Poses in the environments' frames, shape (W, nbody), wp.transformf.
        """
        wp.copy(self._poses_after, body_poses)

    def launch_step(self, body_poses: wp.array, steps_left: int) -> None:
        """Launch the kernels of one step.

        Args:
            body_poses: Poses of the rigid bodies after the step in the environments' frames, shape (W, nbody),
                wp.transformf.
            steps_left: In how many steps, this one included, driven nodes arrive at their targets.
        """
        wp.copy(self._poses_before, self._poses_after)
        wp.copy(self._poses_after, body_poses)
        wp.launch(
            nodes.drive_nodes,
            dim=self.positions.shape,
            inputs=[steps_left, self.step_size, self.targets, self._node_mass, self._node_decay],
            outputs=[self.positions, self.velocities, self._mass, self._inverse_mass],
            device=self.device,
        )
        self.guard.begin()
        wp.copy(self._velocities_before, self.velocities)
        self._pipeline.collide(self._after, self._contacts)
        self._set_contact_parameters()
        self._solver.set_rigid_history_update(False)  # it would set the contacts' parameters
        self._solver.step(self._before, self._after, None, self._contacts, self.step_size)
        self._sum_reactions()
        wp.launch(
            nodes.keep_velocities_of_driven_nodes,
            dim=self.positions.shape,
            inputs=[self._mass, self._velocities_before],
            outputs=[self.velocities],
            device=self.device,
        )
        self.guard.check()

    def _set_contact_parameters(self) -> None:
        contacts, model, solver = self._contacts, self._model, self._solver
        if contacts.soft_contact_max == 0:
            return
        self._contact_counts.zero_()
        wp.launch(
            coupling.count_contacts,
            dim=contacts.soft_contact_max,
            inputs=[
                self.step_size,
                0.1 * self._gap,
                contacts.soft_contact_count,
                contacts.soft_contact_indices,
                contacts.soft_contact_barycentric,
                contacts.soft_contact_shape,
                contacts.soft_contact_body_pos,
                contacts.soft_contact_normal,
                model.shape_body,
                self._after.body_q,
                self._before.particle_q,
                self._before.particle_qd,
                model.particle_radius,
            ],
            outputs=[self._contact_counts],
            device=self.device,
        )
        wp.launch(
            coupling.set_contact_parameters,
            dim=contacts.soft_contact_max,
            inputs=[
                self.step_size,
                contacts.soft_contact_count,
                contacts.soft_contact_indices,
                contacts.soft_contact_shape,
                model.shape_body,
                self._shape_friction,
                self._node_stiffness,
                self._node_friction,
                self._body_mass,
                self._contact_counts,
            ],
            outputs=[
                solver.body_particle_contact_penalty_k,
                solver.body_particle_contact_material_ke,
                solver.body_particle_contact_material_kd,
                solver.body_particle_contact_material_mu,
            ],
            device=self.device,
        )

    def _sum_reactions(self) -> None:
        contacts = self._contacts
        for sums in (self.reactions, self._frictions, self._dampers):
            sums.zero_()
        if contacts.soft_contact_max == 0:
            return
        wp.launch(
            coupling.sum_reactions,
            dim=contacts.soft_contact_max,
            inputs=[
                contacts.soft_contact_count,
                contacts.soft_contact_indices,
                contacts.soft_contact_shape,
                contacts.soft_contact_body_pos,
                contacts.soft_contact_normal,
                self._solver.body_particle_contact_material_mu,
                self._model.shape_body,
                self._after.body_q,
                self.centres_of_mass,
                self._node_damper,
                self._solver.wrenches,
            ],
            outputs=[self.reactions, self._frictions, self._dampers],
            device=self.device,
        )
        wp.launch(
            coupling.let_friction_follow,
            dim=self.reactions.shape,
            inputs=[self.step_size, self._body_mass, self._frictions, self._dampers],
            outputs=[self._held_frictions, self.reactions],
            device=self.device,
        )

    def set_gravity(self, gravity: tuple[float, float, float]) -> None:
        """Set the gravitational acceleration [m/s^2] from the next step on."""
        self._model.gravity.fill_(wp.vec3f(*gravity))


def _warn_of_stiff_bodies(bodies: tuple[SoftBody, ...], step: float) -> None:
    """Say which bodies the solver's iterations do not suffice for."""
    for body in bodies:
        edges = body.edges_of_sound(step)
        if edges > STIFF_EDGES * math.sqrt(body.iterations / 20.0):
            _LOGGER.warning(
                "Soft body '%s' is so stiff that sound passes %.0f edges of its mesh in a step of %.2g s: %d "
                "iterations keep its momentum, but it gives way to sudden loads as if it were softer. Take a "
                "youngs_modulus below %.1g Pa, more substeps, or a higher solver_position_iteration_count.",
                body.path, edges, step, body.iterations, body.material.youngs_modulus * (STIFF_EDGES / edges) ** 2,
            )  # fmt: skip


def _colliding_geoms(model: mujoco.MjModel) -> np.ndarray:
    return np.flatnonzero((model.geom_contype != 0) | (model.geom_conaffinity != 0))


def _add_body(builder: newton.ModelBuilder, body: SoftBody, with_edges: bool) -> None:
    """Add a soft body to the builder of an environment.

    Newton's damping works on the rate of the right Cauchy-Green tensor, which is twice that of the strain: k makes a
    viscous shear stress of 4 k times the strain's rate, so that it is behind the elastic one, of 2 mu times the strain,
    by the time 2 k / mu.
    """
    material = body.material
    first = builder.particle_count
    builder.add_soft_mesh(
        pos=wp.vec3(0.0),
        rot=wp.quat_identity(),
        scale=1.0,
        vel=wp.vec3(0.0),
        vertices=body.mesh.nodes.tolist(),
        indices=body.mesh.elements.ravel().tolist(),
        density=material.density,
        k_mu=material.shear_modulus,
        k_lambda=material.first_lame_parameter,
        k_damp=0.5 * material.damping * material.shear_modulus,
        add_surface_mesh_edges=with_edges,
        particle_radius=body.rest_offset,
    )
    for node, mass in enumerate(node_masses(body)):
        builder.particle_mass[first + node] = mass


def node_masses(body: SoftBody) -> np.ndarray:
    """Mass of each node [kg], a quarter of that of the elements that share it, shape (num_nodes,)."""
    masses = np.zeros(len(body.mesh.nodes))
    np.add.at(masses, body.mesh.elements, body.material.density * body.mesh.volumes[:, None] / 4.0)
    return masses
