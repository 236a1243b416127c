"""The environments of one variant in the engine."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
import warp as wp

from pippin.physics.assembly.attractors import attractor_actuators
from pippin.physics.kinematics import BodyKinematics
from pippin.physics.quaternion_order import wxyz_of_xyzw
from pippin.physics.worlds import Worlds, base_value

from .parameters import ModelParameters
from .sim import Actor, GymEnv, GymSim
from .spherical_joints import hinges_of_states
from .tables import ActorTables, HostTables, device_tables, host_tables
from .variants import EnvironmentGroup, bias_of, has_own_bodies, parameters_of


@dataclass
class Part:
    """The environments of one variant in the engine.

    Attributes:
        envs: The environments, in the order of the worlds.
        worlds: Their state.
        host: Where the parts of their actors are.
        tables: The same on the device.
        kinematics: Poses and velocities of their bodies, in the environments' frames.
        parameters: Parameters in which they differ.
    """

    envs: tuple[GymEnv, ...]
    worlds: Worlds
    host: HostTables
    tables: ActorTables
    kinematics: BodyKinematics
    parameters: ModelParameters
    _base_values: dict[str, wp.array] = field(default_factory=dict)

    @classmethod
    def of_group(cls, group: EnvironmentGroup, worlds: Worlds, sim: GymSim) -> Part:
        """Find the actors of a group of environments in the engine, and set their properties."""
        host = host_tables(worlds, group.envs[0])
        no_origins = wp.zeros(len(sim.envs), dtype=wp.vec3f, device=sim.device)
        part = cls(
            envs=group.envs,
            worlds=worlds,
            host=host,
            tables=device_tables(host, group.envs, len(sim.actors), sim.device),
            kinematics=BodyKinematics(worlds, no_origins, sim.device),
            parameters=ModelParameters(worlds, host),
        )
        part._set_parameters()
        return part

    @property
    def num_worlds(self) -> int:
        """Number of environments."""
        return len(self.envs)

    @property
    def num_slots(self) -> int:
        """Number of actors in each environment."""
        return len(self.envs[0].actors)

    @property
    def num_bodies(self) -> int:
        """Number of bodies of actors in each environment."""
        return len(self.host.bodies)

    @property
    def num_dofs(self) -> int:
        """Number of DOFs in each environment."""
        return len(self.host.dofs)

    @cached_property
    def most_dofs(self) -> int:
        """Largest number of DOFs of an actor."""
        return int(np.diff(self.host.dof_starts).max())

    @cached_property
    def all_actors(self) -> wp.array:
        """Indices of all actors, shape (num_actors,), int32."""
        return self.tables.actor_rows.flatten()

    @cached_property
    def movable_actors(self) -> wp.array:
        """Indices of all actors with DOFs, shape (n,), int32."""
        slots = np.flatnonzero(np.diff(self.host.dof_starts))
        rows = self.tables.actor_rows.numpy()[:, slots]
        return wp.array(rows.ravel(), dtype=int, device=self.worlds.qpos.device)

    @property
    def centers(self) -> tuple[wp.array, int]:
        """Centres of mass in the bodies' frames [m], shape (W or 1, nbody, 3), and 1 where worlds differ, else 0."""
        return self.values_of("body_ipos")

    def values_of(self, parameter: str) -> tuple[wp.array, int]:
        """Values of a parameter of the model, and 1 where they differ between worlds, else 0.

        Args:
            parameter: A key of :data:`pippin.physics.worlds.PARAMETERS`.

        Returns:
            Array of shape (W or 1, ...), and the stride along the first dimension.
        """
        if parameter in self.worlds.parameters_per_world:
            return self.worlds.parameter(parameter), 1
        if parameter not in self._base_values:
            values = base_value(self.worlds, parameter)[None]
            self._base_values[parameter] = wp.array(values, dtype=float, device=self.worlds.qpos.device)
        return self._base_values[parameter], 0

    def place_actors(self) -> None:
        """Put all actors to where they begin."""
        arrays = [self.worlds.qpos, self.worlds.qvel, self.worlds.mocap_pos, self.worlds.mocap_quat]
        qpos, qvel, mocap_pos, mocap_quat = (array.numpy() for array in arrays)
        for world, env in enumerate(self.envs):
            for actor in env.actors:
                self._place(actor, qpos[world], qvel[world], mocap_pos[world], mocap_quat[world])
        for array, values in zip(arrays, (qpos, qvel, mocap_pos, mocap_quat), strict=True):
            array.assign(values)
        wp.copy(self.worlds.previous_qpos, self.worlds.qpos)
        wp.copy(self.worlds.previous_qvel, self.worlds.qvel)
        self.worlds.state_written()

    def take_state(self, other: Part) -> None:
        """Take over the state of the same environments in another engine."""
        names = ("qpos", "qvel", "previous_qpos", "previous_qvel", "mocap_pos", "mocap_quat", "xfrc_applied")
        for name in names:
            wp.copy(getattr(self.worlds, name), getattr(other.worlds, name))
        self.worlds.state_written()

    def _set_parameters(self) -> None:
        """Set the properties of all attractors, and of actors that differ from those of the environment described."""
        for number in range(len(self.envs[0].attractors)):
            actuators = attractor_actuators(self.worlds.model, number)
            for world, env in enumerate(self.envs):
                bias = bias_of(env.attractors[number], self.worlds, number)
                self.parameters.set_elements("actuator_biasprm", world, actuators, bias)
        for world, env in enumerate(self.envs[1:], start=1):
            for actor, first in zip(env.actors, self.envs[0].actors, strict=True):
                if not _same_properties(actor, first):
                    bodies = has_own_bodies(actor) or has_own_bodies(first)
                    self.parameters.set_actor(world, actor.handle, parameters_of(actor, bodies))

    def _place(
        self, actor: Actor, qpos: np.ndarray, qvel: np.ndarray, mocap_pos: np.ndarray, mocap_quat: np.ndarray
    ) -> None:
        """Write where an actor begins into the coordinates of its world."""
        host, slot = self.host, actor.handle
        start, mocap = host.root_coordinates[slot], host.root_mocaps[slot]
        position, quat_wxyz = actor.pose[:3], wxyz_of_xyzw(actor.pose[3:])
        if start >= 0:
            qpos[start : start + 3], qpos[start + 3 : start + 7] = position, quat_wxyz
        elif mocap >= 0:
            mocap_pos[mocap], mocap_quat[mocap] = position, quat_wxyz
        if actor.dof_states is not None:
            dofs = slice(host.dof_starts[slot], host.dof_starts[slot + 1])
            states = hinges_of_states(actor.dof_states, host.places[dofs])
            qpos[host.coordinates[dofs]], qvel[host.dofs[dofs]] = states.T


def _same_properties(actor: Actor, other: Actor) -> bool:
    return (
        actor.dof_properties is other.dof_properties
        and actor.body_properties is other.body_properties
        and actor.shape_properties is other.shape_properties
        and actor.tendons is other.tendons
    )
