"""Force sensors on bodies."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch
import warp as wp

from pippin.physics.assembly.sensors import add_contact_wrench_sensors, contact_wrench_address
from pippin.physics.coordinates import point_of, write_vector

from .asset import ForceSensorDescription, pose_array
from .contract import EngineContract
from .part import Part
from .state_tensors import SharedTensor
from .variants import EnvironmentGroup, prefix_of

FORWARD, CONSTRAINT, IN_WORLD = wp.constant(1), wp.constant(2), wp.constant(4)
"""Bits of what a sensor measures."""


@wp.struct
class SensorTables:
    """Force sensors of the environments of one variant."""

    bodies: wp.array(dtype=int)  # (S,) body that carries each sensor
    poses: wp.array(dtype=wp.transformf)  # (S,) in the frame of the body
    bits: wp.array(dtype=int)  # (S,) FORWARD, CONSTRAINT, IN_WORLD
    contacts: wp.array(dtype=int)  # (S,) where in sensordata the contact wrench on the body begins
    rows: wp.array2d(dtype=int)  # (W, S) row of the tensor of all sensors


@wp.struct
class BodyMasses:
    """Mass properties, and 1 for each where they differ between worlds, else 0."""

    mass: wp.array2d(dtype=float)  # (W or 1, nbody)
    mass_stride: int
    center: wp.array3d(dtype=float)  # (W or 1, nbody, 3)
    center_stride: int
    moments: wp.array3d(dtype=float)  # (W or 1, nbody, 3) principal moments of inertia
    moments_stride: int
    axes: wp.array3d(dtype=float)  # (W or 1, nbody, 4) their axes in the body's frame (w, x, y, z)
    axes_stride: int


@wp.func
def _momentum(
    masses: BodyMasses, world: int, body: int, pose: wp.transformf, velocity: wp.spatial_vectorf
) -> wp.spatial_vectorf:
    """Momentum, and angular momentum about the centre of mass."""
    rotation = wp.transform_get_rotation(pose)
    angular = wp.spatial_bottom(velocity)
    arm = wp.quat_rotate(rotation, point_of(masses.center, masses.center_stride, world, body))
    linear = wp.spatial_top(velocity) + wp.cross(angular, arm)
    a = world * masses.axes_stride
    own = wp.quatf(masses.axes[a, body, 1], masses.axes[a, body, 2], masses.axes[a, body, 3], masses.axes[a, body, 0])
    principal = rotation * own
    m = world * masses.moments_stride
    moments = wp.vec3f(masses.moments[m, body, 0], masses.moments[m, body, 1], masses.moments[m, body, 2])
    spin = wp.quat_rotate(principal, wp.cw_mul(moments, wp.quat_rotate_inv(principal, angular)))
    return wp.spatial_vector(masses.mass[world * masses.mass_stride, body] * linear, spin)


@wp.kernel(enable_backward=False)
def read_force_sensors(
    sensors: SensorTables,
    masses: BodyMasses,
    poses: wp.array2d(dtype=wp.transformf),  # (W, nbody)
    velocities: wp.array2d(dtype=wp.spatial_vectorf),  # (W, nbody)
    previous_poses: wp.array2d(dtype=wp.transformf),  # (W, nbody)
    previous_velocities: wp.array2d(dtype=wp.spatial_vectorf),  # (W, nbody)
    rate: float,  # 1 / length of the step
    sensordata: wp.array2d(dtype=float),  # (W, nsensordata)
    wrenches_out: wp.array2d(dtype=float),  # (num_sensors, 6)
):
    """Net force on the body of each sensor, the change of its momentum; and that of contacts, which is a part of it."""
    world, sensor = wp.tid()
    body = sensors.bodies[sensor]
    pose = poses[world, body]
    now = _momentum(masses, world, body, pose, velocities[world, body])
    before = _momentum(masses, world, body, previous_poses[world, body], previous_velocities[world, body])
    net = (now - before) * rate
    center = wp.transform_point(pose, point_of(masses.center, masses.center_stride, world, body))
    frame = pose * sensors.poses[sensor]
    origin = wp.transform_get_translation(frame)
    force = wp.spatial_top(net)
    torque = wp.spatial_bottom(net) + wp.cross(center - origin, force)

    start = sensors.contacts[sensor]
    contact_force = -wp.vec3f(sensordata[world, start], sensordata[world, start + 1], sensordata[world, start + 2])
    contact_torque = -wp.vec3f(sensordata[world, start + 3], sensordata[world, start + 4], sensordata[world, start + 5])
    point = wp.vec3f(sensordata[world, start + 6], sensordata[world, start + 7], sensordata[world, start + 8])
    contact_torque += wp.cross(point - origin, contact_force)

    bits = sensors.bits[sensor]
    measured_force = wp.vec3f()
    measured_torque = wp.vec3f()
    if (bits & FORWARD) != 0:
        measured_force += force - contact_force
        measured_torque += torque - contact_torque
    if (bits & CONSTRAINT) != 0:
        measured_force += contact_force
        measured_torque += contact_torque
    if (bits & IN_WORLD) == 0:
        rotation = wp.transform_get_rotation(frame)
        measured_force = wp.quat_rotate_inv(rotation, measured_force)
        measured_torque = wp.quat_rotate_inv(rotation, measured_torque)
    write_vector(wrenches_out, sensors.rows[world, sensor], 0, measured_force)
    write_vector(wrenches_out, sensors.rows[world, sensor], 3, measured_torque)


@dataclass(frozen=True)
class _Sensor:
    """One sensor of an environment."""

    actor: int
    number: int
    description: ForceSensorDescription


class ForceSensors:
    """All force sensors, which measure once asked for.

    A sensor measures the net force on its body, the change of its momentum, and the torque about the sensor. Of that,
    "constraint solver forces" are those of contacts, and "forward dynamics forces" all others.

    Args:
        engine: The engine.
    """

    def __init__(self, engine: EngineContract) -> None:
        self._engine = engine
        self._shared: SharedTensor | None = None
        self._tables: dict[int, SensorTables] = {}

    def add_sensors(self, group: EnvironmentGroup) -> None:
        """Let the environments of a group measure, if that is asked for."""
        self._tables.clear()
        if self._shared is None:
            return
        actors = group.envs[0].actors
        keys = [
            prefix_of(actors[sensor.actor]) + actors[sensor.actor].description.bodies[sensor.description.body].key
            for sensor in _sensors(group.envs[0].actors)
        ]
        add_contact_wrench_sensors(group.variant.spec, dict.fromkeys(keys))

    def wrenches(self) -> torch.Tensor:
        """Force [N] and torque [N m] of each sensor, shape (num_sensors, 6), as of the last refresh."""
        if self._shared is None:
            sim = self._engine.sim
            self._shared = SharedTensor((sim.num_sensors, 6), sim.device, sim.tensor_device)
            if sim.num_sensors:
                self._engine.rebuild()
        return self._shared.tensor

    def refresh(self) -> None:
        """Bring :meth:`wrenches` up to date."""
        if self._shared is None or not self._engine.sim.num_sensors:
            return
        for index, part in enumerate(self._engine.up_to_date_kinematics()):
            if index not in self._tables:
                self._tables[index] = self._find(part)
            sensors = self._tables[index]
            if not sensors.bodies.shape[0]:
                continue
            previous_poses, previous_velocities = part.kinematics.before_last_step(self._engine.version)
            wp.launch(
                read_force_sensors,
                dim=sensors.rows.shape,
                inputs=[
                    sensors,
                    _masses(part),
                    part.kinematics.poses,
                    part.kinematics.velocities,
                    previous_poses,
                    previous_velocities,
                    self._engine.calls_per_step / self._engine.sim.params.dt,
                    part.worlds.sensordata,
                ],
                outputs=[self._shared.array],
                device=self._engine.device,
            )
        self._shared.publish()

    def _find(self, part: Part) -> SensorTables:
        """Find the sensors of the environments of a part."""
        sensors = _sensors(part.envs[0].actors)
        bodies = [part.host.bodies[part.host.body_starts[each.actor] + each.description.body] for each in sensors]
        names = [part.worlds.layout.body_paths[body] for body in bodies]
        rows = [[env.actors[each.actor].first_sensor + each.number for each in sensors] for env in part.envs]
        device = self._engine.device

        def upload(values: object, dtype: type = int) -> wp.array:
            kind = np.int32 if dtype is int else np.float32
            return wp.array(np.asarray(values, dtype=kind), dtype=dtype, device=device)

        tables = SensorTables()
        tables.bodies = upload(bodies)
        poses = [pose_array(each.description.pose) for each in sensors]
        tables.poses = upload(np.array(poses).reshape(-1, 7), wp.transformf)
        tables.bits = upload([_bits(each.description) for each in sensors])
        tables.contacts = upload([contact_wrench_address(part.worlds.model, name) for name in names])
        tables.rows = upload(np.array(rows).reshape(len(part.envs), len(sensors)))
        return tables


def _sensors(actors: list) -> list[_Sensor]:
    """Sensors of the actors of an environment, in the order of their rows."""
    return [
        _Sensor(actor.handle, number, description)
        for actor in actors
        for number, description in enumerate(actor.asset.force_sensors[: actor.num_sensors])
    ]


def _bits(description: ForceSensorDescription) -> int:
    properties = description.properties
    return (
        properties.enable_forward_dynamics_forces * FORWARD
        + properties.enable_constraint_solver_forces * CONSTRAINT
        + properties.use_world_frame * IN_WORLD
    )


def _masses(part: Part) -> BodyMasses:
    masses = BodyMasses()
    masses.mass, masses.mass_stride = part.values_of("body_mass")
    masses.center, masses.center_stride = part.centers
    masses.moments, masses.moments_stride = part.values_of("body_inertia")
    masses.axes, masses.axes_stride = part.values_of("body_iquat")
    return masses
