"""The engine of a simulation: the environments in worlds, the commands, and the step."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import warp as wp

from pippin.physics.backend import SolverSettings
from pippin.physics.backends.guard import choose_substeps
from pippin.physics.kinematics import BodyKinematics
from pippin.physics.scene import PhysicsScene
from pippin.physics.worlds import Worlds, base_value

from . import kernels
from .actor import Actor, GymEnv
from .index_errors import IndexErrors
from .parameters import ModelParameters
from .properties import body_parameters, dof_parameters, shape_parameters
from .sim import GymSim
from .state_tensors import StateTensors
from .tables import ActorTables, HostTables, device_tables, host_tables
from .variants import EnvironmentGroup, ground_of, group_environments, has_own_bodies, parameters_of, scene_of

_LOGGER = logging.getLogger("pippin")


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
    centers: wp.array
    """Centres of mass in the bodies' frames [m], shape (1, nbody, 3) or (W, nbody, 3)."""

    @property
    def centers_stride(self) -> int:
        """1 where centres of mass differ between worlds, else 0."""
        return int(self.centers.shape[0] > 1)

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


class Engine:
    """All environments of a simulation, simulated.

    Args:
        sim: The simulation.

    Raises:
        ValueError: The engine refuses what it is to simulate.
        NotImplementedError: The environments hold what the engine cannot do.
    """

    def __init__(self, sim: GymSim) -> None:
        self.sim = sim
        self.device = sim.device
        self.scene: PhysicsScene | None = None
        self.parts: list[Part] = []
        self.drives = _drives(sim)
        self.index_errors = IndexErrors(sim.device)
        self._controls_changed = True
        self._places: dict[int, tuple[Part, int]] = {}
        self._build(group_environments(sim, contacts=False))
        self.place_actors()
        self.states = StateTensors(self)

    # -- building ------------------------------------------------------------------------------------------------------

    def _build(self, groups: list[EnvironmentGroup]) -> None:
        if not groups:
            return
        self.scene = PhysicsScene(scene_of(groups), self._settings())
        for group, worlds in zip(groups, self.scene.backend.worlds, strict=True):
            self.parts.append(self._part(group, worlds))
        for part in self.parts:
            _set_parameters(part)
            self._places |= {env.index: (part, world) for world, env in enumerate(part.envs)}
        self.flush()

    def _settings(self) -> SolverSettings:
        params = self.sim.params
        return SolverSettings(
            dt=params.dt,
            substeps=max(params.substeps, choose_substeps(params.dt)),
            gravity=self.sim.gravity,
            device=self.device,
        )

    def _part(self, group: EnvironmentGroup, worlds: Worlds) -> Part:
        host = host_tables(worlds, group.envs[0])
        no_origins = wp.zeros(len(self.sim.envs), dtype=wp.vec3f, device=self.device)
        centers = base_value(worlds, "body_ipos")[None]
        return Part(
            envs=group.envs,
            worlds=worlds,
            host=host,
            tables=device_tables(host, group.envs, len(self.sim.actors), self.device),
            kinematics=BodyKinematics(worlds, no_origins, self.device),
            parameters=ModelParameters(worlds, host),
            centers=wp.array(centers, dtype=float, device=self.device),
        )

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

    def place_actors(self) -> None:
        """Put all actors to where they begin."""
        for part in self.parts:
            arrays = [part.worlds.qpos, part.worlds.qvel, part.worlds.mocap_pos, part.worlds.mocap_quat]
            qpos, qvel, mocap_pos, mocap_quat = (array.numpy() for array in arrays)
            for world, env in enumerate(part.envs):
                for actor in env.actors:
                    _place(part.host, actor, qpos[world], qvel[world], mocap_pos[world], mocap_quat[world])
            for array, values in zip(arrays, (qpos, qvel, mocap_pos, mocap_quat), strict=True):
                array.assign(values)
            wp.copy(part.worlds.previous_qpos, part.worlds.qpos)
            wp.copy(part.worlds.previous_qvel, part.worlds.qvel)
            self.state_written(part)

    def flush(self) -> None:
        """Hand the engine the properties that were set since the last time."""
        for part in self.parts:
            if not part.parameters.upload():
                continue
            if part.parameters.centers_differ:
                part.centers = part.worlds.parameter("body_ipos")
            if self.scene is not None:
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
        part.parameters.set_actor(world, actor.handle, dof_parameters(actor.dof_properties))
        rows = slice(actor.first_dof, actor.first_dof + actor.num_dofs)
        for name, field in (("mode", "driveMode"), ("stiffness", "stiffness"), ("damping", "damping")):
            values = getattr(self.drives, name)
            values[rows].assign(np.ascontiguousarray(actor.dof_properties[field]))
        self.controls_changed()

    def body_properties_set(self, actor: Actor) -> None:
        """Take over the properties of an actor's bodies."""
        part, world = self.place_of(actor)
        part.parameters.set_actor(world, actor.handle, body_parameters(actor.body_properties))

    def shape_properties_set(self, actor: Actor) -> None:
        """Take over the properties of an actor's shapes."""
        part, world = self.place_of(actor)
        parameters = shape_parameters(actor.description, actor.shape_properties, ground_of(actor))
        part.parameters.set_actor(world, actor.handle, parameters)

    # -- commands ------------------------------------------------------------------------------------------------------

    def controls_changed(self) -> None:
        """Say that drives or their targets were written: the next step follows them."""
        self._controls_changed = True

    def _write_controls(self) -> None:
        for part in self.parts:
            if part.num_dofs:
                wp.launch(
                    kernels.write_controls,
                    dim=(part.worlds.num_worlds, part.num_dofs),
                    inputs=[part.tables, self.drives],
                    outputs=[part.worlds.ctrl],
                    device=self.device,
                )

    # -- stepping ------------------------------------------------------------------------------------------------------

    def step(self) -> None:
        """Advance all environments by one step."""
        if self.scene is None:
            return
        self.index_errors.raise_if_any(len(self.sim.actors))
        self.flush()
        if self._controls_changed:
            self._write_controls()
            self._controls_changed = False
        self.scene.step()
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
        raise NotImplementedError("gym.set_sim_params: gravity is fixed once the simulation is prepared.")

    def close(self) -> None:
        """Give back threads and device memory."""
        if self.scene is not None:
            self.scene.close()
        self.parts.clear()


def _drives(sim: GymSim) -> kernels.Drives:
    """What drives the DOFs before anybody commands anything."""
    properties = [actor.dof_properties for actor in sim.actors if actor.num_dofs]
    rests = [dof.rest for actor in sim.actors for dof in actor.asset.description.dofs]

    def field(name: str, dtype: type) -> wp.array:
        values = np.concatenate([record[name] for record in properties]) if properties else np.zeros(0)
        return wp.array(values, dtype=dtype, device=sim.device)

    drives = kernels.Drives()
    drives.mode = field("driveMode", int)
    drives.stiffness, drives.damping = field("stiffness", float), field("damping", float)
    drives.rest = wp.array(np.array(rests), dtype=float, device=sim.device)
    for name in ("position_target", "velocity_target", "effort"):
        setattr(drives, name, wp.zeros(sim.num_dofs, dtype=float, device=sim.device))
    return drives


def _set_parameters(part: Part) -> None:
    """Set the properties of all actors that differ from those of the first environment, which is described."""
    template = part.envs[0]
    for world, env in enumerate(part.envs[1:], start=1):
        for actor, first in zip(env.actors, template.actors, strict=True):
            if _same_properties(actor, first):
                continue
            bodies = has_own_bodies(actor) or has_own_bodies(first)
            part.parameters.set_actor(world, actor.handle, parameters_of(actor, ground_of(actor), bodies))


def _same_properties(actor: Actor, other: Actor) -> bool:
    return (
        actor.dof_properties is other.dof_properties
        and actor.body_properties is other.body_properties
        and actor.shape_properties is other.shape_properties
    )


def _place(
    host: HostTables, actor: Actor, qpos: np.ndarray, qvel: np.ndarray, mocap_pos: np.ndarray, mocap_quat: np.ndarray
) -> None:
    """Write where an actor begins into the coordinates of its world."""
    slot = actor.handle
    start, mocap = host.root_coordinates[slot], host.root_mocaps[slot]
    position, quat_wxyz = actor.pose[:3], np.roll(actor.pose[3:], 1)
    if start >= 0:
        qpos[start : start + 3], qpos[start + 3 : start + 7] = position, quat_wxyz
    elif mocap >= 0:
        mocap_pos[mocap], mocap_quat[mocap] = position, quat_wxyz
    if actor.dof_states is not None:
        dofs = slice(host.dof_starts[slot], host.dof_starts[slot + 1])
        qpos[host.coordinates[dofs]], qvel[host.dofs[dofs]] = actor.dof_states.T
