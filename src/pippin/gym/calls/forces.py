"""Methods of Gym for forces that are measured: contacts, DOFs, force sensors."""

from __future__ import annotations

import numpy as np

from ..engine.actor import GymEnv
from ..engine.actor_changes import add_force_sensor
from ..engine.asset import ForceSensorDescription
from ..engine.checks import require_index, require_kind
from ..engine.sim import GymSim
from ..types import ForceSensor, ForceSensorProperties, SpatialForce, Tensor, Transform, Vec3
from .handles import as_actor, as_prepared, as_sim, as_unprepared, body_at


class ForceCalls:
    """Measured forces. The first call that asks for one kind builds the engine anew, which takes a moment."""

    def acquire_net_contact_force_tensor(self, sim: GymSim) -> Tensor:
        """Describe the tensor of the net contact forces on all bodies [N], shape (num_bodies, 3)."""
        engine = as_prepared(sim, "acquire_net_contact_force_tensor")
        return Tensor.of_torch(engine.contact_forces.forces(), own_data=True)

    def refresh_net_contact_force_tensor(self, sim: GymSim) -> bool:
        """Fill the tensor of contact forces.

        They are those of the last step; ``SimParams.physx.contact_collection`` says of which substeps.
        """
        as_prepared(sim, "refresh_net_contact_force_tensor").contact_forces.refresh()
        return True

    def enable_actor_dof_force_sensors(self, env: GymEnv, actor_handle: int) -> bool:
        """Let the forces on an actor's DOFs be measured. They are for all actors once anybody reads them."""
        as_actor(env, actor_handle, "enable_actor_dof_force_sensors").senses_dof_forces = True
        return True

    def acquire_dof_force_tensor(self, sim: GymSim) -> Tensor:
        """Describe the tensor of the forces on all DOFs [N or N m], shape (num_dofs,).

        Each is the force of the motor or drive, within its limits, and that of the limits of positions.
        """
        return Tensor.of_torch(as_prepared(sim, "acquire_dof_force_tensor").dof_forces.forces(), own_data=True)

    def refresh_dof_force_tensor(self, sim: GymSim) -> bool:
        """Fill the tensor of forces on DOFs."""
        as_prepared(sim, "refresh_dof_force_tensor").dof_forces.refresh()
        return True

    def get_actor_dof_forces(self, env: GymEnv, actor_handle: int) -> np.ndarray:
        """Give the forces on the DOFs of an actor [N or N m], shape (num_dofs,), float32."""
        actor = as_actor(env, actor_handle, "get_actor_dof_forces")
        engine = as_prepared(actor.env.sim, "get_actor_dof_forces")
        forces = engine.dof_forces.forces()
        engine.dof_forces.refresh()
        return forces[actor.first_dof : actor.first_dof + actor.num_dofs].cpu().numpy().copy()

    # -- force sensors -------------------------------------------------------------------------------------------------

    def create_force_sensor(
        self, env: GymEnv, body_handle: int, local_pose: Transform, props: ForceSensorProperties | None = None
    ) -> int:
        """Give an actor a force sensor, and return its index in the actor: the way of Isaac Gym before Preview 4.

        Args:
            env: The environment.
            body_handle: Index in it of the body that carries the sensor.
            local_pose: Where it is in the frame of the body.
            props: What it measures; the defaults if left out.

        Raises:
            RuntimeError: The simulation is prepared already.
            NotImplementedError: Another actor of the same asset has no such sensor.
        """
        call = "create_force_sensor"
        actor, body = body_at(env, body_handle, call)
        as_unprepared(actor.env.sim, call)
        pose = require_kind(local_pose, Transform, call, "Transform")
        props = ForceSensorProperties() if props is None else props
        return add_force_sensor(actor, ForceSensorDescription(body, pose.__copy__(), props.__copy__()))

    def acquire_force_sensor_tensor(self, sim: GymSim) -> Tensor:
        """Describe the tensor of all force sensors, shape (num_sensors, 6): force [N] and torque [N m].

        A sensor measures the net force on its body, so one on a body at rest measures none. Its "constraint solver
        forces" are those of contacts, its "forward dynamics forces" all others: gravity, joints, motors.
        """
        return Tensor.of_torch(as_prepared(sim, "acquire_force_sensor_tensor").force_sensors.wrenches(), own_data=True)

    def refresh_force_sensor_tensor(self, sim: GymSim) -> bool:
        """Fill the tensor of force sensors."""
        as_prepared(sim, "refresh_force_sensor_tensor").force_sensors.refresh()
        return True

    def get_sim_force_sensor_count(self, sim: GymSim) -> int:
        """Give the number of force sensors in a simulation."""
        return as_sim(sim, "get_sim_force_sensor_count").num_sensors

    def get_actor_force_sensor_count(self, env: GymEnv, actor_handle: int) -> int:
        """Give the number of force sensors of an actor."""
        return as_actor(env, actor_handle, "get_actor_force_sensor_count").num_sensors

    def get_actor_force_sensor(self, env: GymEnv, actor_handle: int, sensor_index: int) -> ForceSensor:
        """Give a force sensor of an actor."""
        actor = as_actor(env, actor_handle, "get_actor_force_sensor")
        index = require_index(sensor_index, actor.num_sensors, "get_actor_force_sensor", "force sensor of the actor")
        sim, row = actor.env.sim, actor.first_sensor + index

        def read() -> SpatialForce:
            sensors = as_prepared(sim, "ForceSensor.get_forces").force_sensors
            wrenches = sensors.wrenches()
            sensors.refresh()
            values = wrenches[row].tolist()
            return SpatialForce(force=Vec3(*values[:3]), torque=Vec3(*values[3:]))

        return ForceSensor(row, read)
