"""Measured forces.

Forces of contacts, DOFs and force sensors. The first call that asks for one kind builds the engine again, which takes a
moment.
"""

from __future__ import annotations

import numpy as np

from ..engine.actor_changes import add_force_sensor
from ..engine.asset import ForceSensorDescription
from ..engine.checks import require_index, require_kind
from ..engine.sim import GymEnv, GymSim
from ..types import ForceSensor, ForceSensorProperties, SpatialForce, Tensor, Transform, Vec3
from .handles import as_actor, as_prepared, as_sim, as_unprepared, body_at, refresh
from .naming import named


def acquire_net_contact_force_tensor(sim: GymSim) -> Tensor:
    """Describe the tensor of the net contact forces on all bodies in world axes [N], shape (num_bodies, 3)."""
    engine = as_prepared(sim)
    return Tensor.of_torch(engine.contact_forces.forces(), own_data=True)


def refresh_net_contact_force_tensor(sim: GymSim) -> bool:
    """Fill the tensor of contact forces.

    They are those of the last step; ``SimParams.physx.contact_collection`` says of which substeps.
    """
    return refresh(sim, lambda engine: engine.contact_forces.refresh())


def enable_actor_dof_force_sensors(env: GymEnv, actor_handle: int) -> bool:
    """Nothing is to be enabled: the forces on the DOFs of all actors are measured once a program reads them."""
    as_actor(env, actor_handle)
    return True


def acquire_dof_force_tensor(sim: GymSim) -> Tensor:
    """Describe the tensor of the forces on all DOFs [N or N m], shape (num_dofs,).

    Each is the force along or about the DOF's axis of the motor or drive, within its limits, and that of the limits of
    positions.
    """
    return Tensor.of_torch(as_prepared(sim).dof_forces.forces(), own_data=True)


def refresh_dof_force_tensor(sim: GymSim) -> bool:
    """Fill the tensor of forces on DOFs."""
    return refresh(sim, lambda engine: engine.dof_forces.refresh())


def get_actor_dof_forces(env: GymEnv, actor_handle: int) -> np.ndarray:
    """Return the forces on the DOFs of an actor, along their axes [N or N m], shape (num_dofs,), float32."""
    actor = as_actor(env, actor_handle)
    engine = as_prepared(actor.env.sim)
    forces = engine.dof_forces.forces()
    engine.dof_forces.refresh()
    return forces[actor.first_dof : actor.first_dof + actor.num_dofs].cpu().numpy().copy()


# -- force sensors -------------------------------------------------------------------------------------------------


def create_force_sensor(
    env: GymEnv, body_handle: int, local_pose: Transform, props: ForceSensorProperties | None = None
) -> int:
    """Return an actor a force sensor, and return its index in the actor: the way of Isaac Gym before Preview 4.

    Args:
        env: The environment.
        body_handle: Index in it of the body that carries the sensor.
        local_pose: Where it is in the frame of the body.
        props: What it measures; the defaults if left out.

    Raises:
        RuntimeError: The simulation is prepared already.
        NotImplementedError: Another actor of the same asset has no such sensor.
    """
    actor, body = body_at(env, body_handle)
    as_unprepared(actor.env.sim)
    pose = require_kind(local_pose, Transform, "Transform")
    props = ForceSensorProperties() if props is None else props
    return add_force_sensor(actor, ForceSensorDescription(body, pose.__copy__(), props.__copy__()))


def acquire_force_sensor_tensor(sim: GymSim) -> Tensor:
    """Describe the tensor of all force sensors, shape (num_sensors, 6): force [N] and torque [N m].

    They are in the sensor's frame, or in world axes where its properties say so (``use_world_frame``).

    A sensor measures the net force on its body, so one on a body at rest measures none. Its "constraint solver
    forces" are those of contacts, its "forward dynamics forces" all others: gravity, joints, motors.
    """
    return Tensor.of_torch(as_prepared(sim).force_sensors.wrenches(), own_data=True)


def refresh_force_sensor_tensor(sim: GymSim) -> bool:
    """Fill the tensor of force sensors."""
    return refresh(sim, lambda engine: engine.force_sensors.refresh())


def get_sim_force_sensor_count(sim: GymSim) -> int:
    """Return the number of force sensors in a simulation."""
    return as_sim(sim).num_sensors


def get_actor_force_sensor_count(env: GymEnv, actor_handle: int) -> int:
    """Return the number of force sensors of an actor."""
    return as_actor(env, actor_handle).num_sensors


def get_actor_force_sensor(env: GymEnv, actor_handle: int, sensor_index: int) -> ForceSensor:
    """Return a force sensor of an actor."""
    actor = as_actor(env, actor_handle)
    index = require_index(sensor_index, actor.num_sensors, "force sensor of the actor")
    sim, row = actor.env.sim, actor.first_sensor + index

    def read() -> SpatialForce:
        sensors = as_prepared(sim).force_sensors
        wrenches = sensors.wrenches()
        sensors.refresh()
        values = wrenches[row].tolist()
        return SpatialForce(force=Vec3(*values[:3]), torque=Vec3(*values[3:]))

    return ForceSensor(row, named("ForceSensor.get_forces", read))
