"""Forces and torques that users apply to bodies, for the step that follows."""

from __future__ import annotations

import numpy as np
import torch
import warp as wp

from pippin.physics.coordinates import point_of, vector_at

from ..types import CoordinateSpace, Vec3
from .contract import EngineContract
from .part import Part
from .sim import Actor
from .state_tensors import DeviceInputs
from .tables import ActorTables

_LOCAL = wp.constant(int(CoordinateSpace.LOCAL_SPACE))
_GLOBAL = wp.constant(int(CoordinateSpace.GLOBAL_SPACE))


@wp.func
def _wrench(
    pose: wp.transformf,
    center: wp.vec3f,  # in the body's frame
    origin: wp.vec3f,  # of the environment in the world
    force: wp.vec3f,
    torque: wp.vec3f,
    position: wp.vec3f,
    at_position: int,
    space: int,
) -> wp.spatial_vectorf:
    """Force and torque at the centre of mass of a body, in the world's axes, which are those of the environment."""
    if space == _LOCAL:
        force = wp.transform_vector(pose, force)
        torque = wp.transform_vector(pose, torque)
        position = wp.transform_point(pose, position)
    elif space == _GLOBAL:
        position -= origin
    if at_position == 1:
        torque += wp.cross(position - wp.transform_point(pose, center), force)
    return wp.spatial_vector(force, torque)


@wp.kernel(enable_backward=False)
def add_wrenches(
    tables: ActorTables,
    forces: wp.array2d(dtype=float),  # (num_bodies, 3), or (0, 3) for none
    torques: wp.array2d(dtype=float),  # (num_bodies, 3), or (0, 3) for none
    positions: wp.array2d(dtype=float),  # (num_bodies, 3) where the forces act, or (0, 3) for the centres of mass
    space: int,  # CoordinateSpace
    poses: wp.array2d(dtype=wp.transformf),  # (W, nbody)
    centers: wp.array3d(dtype=float),  # (W or 1, nbody, 3)
    centers_stride: int,
    origins: wp.array(dtype=wp.vec3f),  # (W,) of the environments in the world
    wrenches_out: wp.array2d(dtype=wp.spatial_vectorf),  # (W, nbody)
):
    """Add forces and torques to what acts on the bodies already."""
    world, part = wp.tid()
    row = tables.body_rows[world, part]
    force = wp.vec3f()
    torque = wp.vec3f()
    position = wp.vec3f()
    at_position = 0
    if forces.shape[0] > 0:
        force = vector_at(forces, row, 0)
    if torques.shape[0] > 0:
        torque = vector_at(torques, row, 0)
    if positions.shape[0] > 0:
        position = vector_at(positions, row, 0)
        at_position = 1
    body = tables.bodies[part]
    center = point_of(centers, centers_stride, world, body)
    wrench = _wrench(poses[world, body], center, origins[world], force, torque, position, at_position, space)
    wrenches_out[world, body] = wrenches_out[world, body] + wrench


class BodyForces:
    """Forces on bodies. What is applied several times before a step adds up; after the step it is gone.

    Args:
        engine: The engine.
    """

    def __init__(self, engine: EngineContract) -> None:
        self._engine = engine
        self._inputs = DeviceInputs(engine.device)
        self._nothing = wp.zeros((0, 3), dtype=float, device=engine.device)
        self._origins: dict[int, wp.array] = {}
        self._are_applied = False

    def forget_engine(self) -> None:
        """Find everything again: the engine was built again."""
        self._origins.clear()

    def apply(
        self,
        forces: torch.Tensor | None,
        torques: torch.Tensor | None,
        positions: torch.Tensor | None,
        space: CoordinateSpace,
    ) -> None:
        """Apply forces [N] and torques [N m] to all bodies.

        Args:
            forces: Forces, shape (num_bodies, 3); None for none.
            torques: Torques, shape (num_bodies, 3); None for none.
            positions: Where the forces act [m], shape (num_bodies, 3); None for the centres of mass.
            space: Frame of all of these: the world's, the environment's or the body's.
        """
        arrays = [self._array(number, tensor) for number, tensor in enumerate((forces, torques, positions))]
        for index, part in enumerate(self._engine.up_to_date_kinematics()):
            wp.launch(
                add_wrenches,
                dim=(part.num_worlds, part.num_bodies),
                inputs=[
                    part.tables,
                    *arrays,
                    int(space),
                    part.kinematics.poses,
                    *part.centers,
                    self._origins_of(index, part),
                ],
                outputs=[part.worlds.xfrc_applied],
                device=self._engine.device,
            )
        self._are_applied = True

    def apply_to_body(
        self,
        actor: Actor,
        index: int,
        force: Vec3 | None,
        torque: Vec3 | None,
        position: Vec3 | None,
        space: CoordinateSpace,
    ) -> None:
        """Apply a force and a torque to one body."""
        sim = self._engine.sim
        tensors = []
        for vector in (force, torque, position):
            values = np.zeros((sim.num_bodies, 3), np.float32)
            if vector is not None:
                values[actor.first_body + index] = (vector.x, vector.y, vector.z)
            tensors.append(torch.from_numpy(values).to(sim.tensor_device))
        forces, torques, positions = tensors
        self.apply(forces, torques, None if position is None else positions, space)

    def clear(self) -> None:
        """Forget what was applied: the step is over."""
        if self._are_applied:
            for part in self._engine.parts:
                part.worlds.xfrc_applied.zero_()
            self._are_applied = False

    def _array(self, number: int, tensor: torch.Tensor | None) -> wp.array:
        return self._nothing if tensor is None else self._inputs.array(tensor, number)

    def _origins_of(self, index: int, part: Part) -> wp.array:
        """Origins of the environments of a part [m], shape (W,), wp.vec3f."""
        if index not in self._origins:
            origins = np.array([env.origin for env in part.envs], np.float32)
            self._origins[index] = wp.array(origins, dtype=wp.vec3f, device=self._engine.device)
        return self._origins[index]
