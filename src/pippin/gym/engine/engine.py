"""The engine of a simulation: the environments in worlds, and the step."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import warp as wp

from pippin.physics.backend import SolverSettings
from pippin.physics.scene.scene import PhysicsScene

from ..types import ContactCollection
from .attractors import AttractorTargets
from .body_forces import BodyForces
from .contact_forces import ContactForces
from .dof_forces import DofForces
from .drives import DriveCommands
from .force_sensors import ForceSensors
from .host_states import HostStates
from .index_errors import IndexErrors
from .matrices import ActorMatrices
from .part import Part
from .properties import body_parameters, dof_parameters, gravity_parameters, shape_parameters
from .sim import Actor, GymSim
from .state_tensors import StateTensors
from .tendons import tendon_parameters
from .variants import MANY_VARIANTS, group_environments, scene_of

_LOGGER = logging.getLogger("pippin")


class Engine:
    """All environments of a simulation, simulated.

    Forces are measured once they are asked for; the engine is then built again, with the state that it had.

    Args:
        sim: The simulation.

    Raises:
        ValueError: The engine refuses what it is to simulate.
        NotImplementedError: The environments hold what the engine cannot do.

    Attributes:
        scene: The environments in the engine; None where there are none.
        parts: The environments, by variant.
        drives: Commands to DOFs.
        states: Tensors of states.
        host_states: States of single actors.
        contact_forces: Contact forces on bodies.
        dof_forces: Forces on DOFs.
        force_sensors: Force sensors on bodies.
        matrices: Jacobians and mass matrices.
        body_forces: Forces that users apply to bodies.
        attractors: Springs that pull bodies to poses.
        index_errors: Counts indices of actors that are out of range.
    """

    def __init__(self, sim: GymSim) -> None:
        self.sim = sim
        self.device = sim.device
        self.parts: list[Part] = []
        self.index_errors = IndexErrors(sim.device)
        self.drives = DriveCommands(sim)
        self.states = StateTensors(self)
        self.host_states = HostStates(self)
        self.contact_forces = ContactForces(self)
        self.dof_forces = DofForces(self)
        self.force_sensors = ForceSensors(self)
        self.matrices = ActorMatrices(self)
        self.body_forces = BodyForces(self)
        self.scene: PhysicsScene | None = None
        self._places: dict[int, tuple[Part, int]] = {}
        self._build()
        for part in self.parts:
            part.place_actors()
        self.attractors = AttractorTargets(self)
        self.host_states.start_moving()

    # -- building ------------------------------------------------------------------------------------------------------

    def _build(self) -> None:
        """Build the worlds of all environments."""
        groups = group_environments(self.sim)
        if not groups:
            return
        if len(groups) > MANY_VARIANTS and self.scene is None:
            _LOGGER.warning(
                "The %d environments are of %d kinds (by assets, scales, filters, attractors, weights of tendons). "
                "Each kind is simulated by itself, which takes its time: use fewer.",
                len(self.sim.envs),
                len(groups),
            )
        for group in groups:
            self.contact_forces.add_sensors(group)
            self.dof_forces.add_sensors(group)
            self.force_sensors.add_sensors(group)
        self.scene = PhysicsScene(scene_of(groups), self._settings())
        pairs = zip(groups, self.scene.backend.worlds, strict=True)
        self.parts = [Part.of_group(group, worlds, self.sim) for group, worlds in pairs]
        if self.contact_forces.are_measured:
            for part in self.parts:
                part.worlds.measure_contact_forces()
        self._places = {env.index: (part, world) for part in self.parts for world, env in enumerate(part.envs)}
        self.drives.changed()
        self.matrices.forget_engine()
        self.body_forces.forget_engine()

    def rebuild(self) -> None:
        """Build the worlds again, because more is to be measured; all else goes on as it was."""
        self.flush()
        old_scene, old_parts = self.scene, self.parts
        self._build()
        for part, old in zip(self.parts, old_parts, strict=True):
            part.take_state(old)
        if old_scene is not None:
            old_scene.close()

    def _settings(self) -> SolverSettings:
        params = self.sim.params
        return SolverSettings(
            dt=params.dt / self.calls_per_step,
            substeps=self.sim.num_substeps // self.calls_per_step,
            gravity=self.sim.gravity,
            device=self.device,
            friction_law="coulomb",  # PhysX's
            bounce_threshold=params.physx.bounce_threshold_velocity,
        )

    @property
    def calls_per_step(self) -> int:
        """Calls of the engine in a step of the simulation: as many as substeps where something counts in each."""
        collection = self.sim.params.physx.contact_collection
        counts_in_each = self.contact_forces.are_measured and collection == ContactCollection.CC_ALL_SUBSTEPS
        return self.sim.num_substeps if counts_in_each else 1

    # -- state ---------------------------------------------------------------------------------------------------------

    @property
    def version(self) -> int:
        """Number of steps and writes so far: whatever was computed for an older version is stale."""
        return self.scene.state_version if self.scene is not None else 0

    def state_written(self, part: Part) -> None:
        """Say that the state of a part was written."""
        part.worlds.state_written()
        assert self.scene is not None
        self.scene.state_version += 1

    def flush(self) -> None:
        """Hand the engine the properties and states of single actors that were set since the last time."""
        self.host_states.flush()
        self.attractors.flush()
        for part in self.parts:
            if part.parameters.upload() and self.scene is not None:
                self.scene.state_version += 1

    def up_to_date_kinematics(self) -> Iterator[Part]:
        """The parts, each with the poses and velocities of its bodies up to date."""
        self.flush()
        for part in self.parts:
            part.kinematics.update(self.version)
            yield part

    # -- properties ----------------------------------------------------------------------------------------------------

    def place_of(self, actor: Actor) -> tuple[Part, int]:
        """Part and world in which an actor is."""
        return self._places[actor.env.index]

    def dof_properties_set(self, actor: Actor) -> None:
        """Take over the properties of an actor's DOFs."""
        part, world = self.place_of(actor)
        part.parameters.set_actor(
            world, actor.handle, dof_parameters(actor.description, actor.dof_properties, self.sim.engine_step)
        )
        self.drives.set_properties(actor)

    def body_properties_set(self, actor: Actor) -> None:
        """Take over the properties of an actor's bodies."""
        part, world = self.place_of(actor)
        parameters = gravity_parameters(actor.description, actor.body_properties)
        part.parameters.set_actor(world, actor.handle, parameters | body_parameters(actor.body_properties))

    def shape_properties_set(self, actor: Actor) -> None:
        """Take over the properties of an actor's shapes."""
        part, world = self.place_of(actor)
        parameters = shape_parameters(actor.description, actor.shape_properties)
        part.parameters.set_actor(world, actor.handle, parameters)

    def tendons_set(self, actor: Actor) -> None:
        """Take over the properties of an actor's tendons."""
        part, world = self.place_of(actor)
        part.parameters.set_actor(world, actor.handle, tendon_parameters(actor.tendons))

    # -- stepping ------------------------------------------------------------------------------------------------------

    def step(self) -> None:
        """Advance all environments by one step."""
        self.index_errors.raise_if_any(len(self.sim.actors))
        if self.scene is None:
            return
        self.flush()
        self.drives.write(self.parts)
        calls = self.calls_per_step
        for call in range(calls):
            self.scene.step()
            if calls > 1:
                self.contact_forces.add_substep(call, calls)
        self.body_forces.clear()
        self.index_errors.fetch()
        for complaint in self.scene.report():
            _LOGGER.warning(complaint)

    def wait(self) -> None:
        """Wait until the device has done all it was told.

        Raises:
            IndexError: It found indices of actors that are out of range.
        """
        self.index_errors.fetch()
        wp.synchronize_device(self.device)
        self.index_errors.raise_if_any(len(self.sim.actors))

    def set_gravity(self, gravity: tuple[float, float, float]) -> None:
        """Set the gravitational acceleration [m/s^2]."""
        for part in self.parts:
            part.worlds.set_gravity(gravity)

    def set_bounce_threshold(self, speed: float) -> None:
        """Set the speed [m/s] below which bodies that meet do not bounce."""
        for part in self.parts:
            part.worlds.set_bounce_threshold(speed)

    def close(self) -> None:
        """Give back threads and device memory."""
        if self.scene is not None:
            self.scene.close()
        self.parts.clear()


def engine_of(sim: GymSim) -> Engine | None:
    """Return the engine of a simulation; None while it is not prepared."""
    engine = sim.engine
    assert engine is None or isinstance(engine, Engine)
    return engine
