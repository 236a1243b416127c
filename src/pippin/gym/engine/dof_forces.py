"""Forces on DOFs: of their motors and drives, and of their limits."""

from __future__ import annotations

import numpy as np
import torch
import warp as wp

from pippin.physics.assembly.sensors import add_dof_force_sensors, dof_force_addresses

from .contract import EngineContract
from .part import Part
from .state_tensors import SharedTensor
from .tables import ActorTables
from .variants import EnvironmentGroup, prefix_of


@wp.kernel(enable_backward=False)
def read_dof_forces(
    tables: ActorTables,
    sensordata: wp.array2d(dtype=float),  # (W, nsensordata)
    addresses: wp.array2d(dtype=int),  # (D, 2) of the force of the actuator, and of the size of that of the limit
    ranges: wp.array3d(dtype=float),  # (W or 1, njnt, 2)
    ranges_stride: int,  # 1 where they differ between worlds, else 0
    joints: wp.array(dtype=int),  # (D,)
    qpos: wp.array2d(dtype=float),  # (W, nq)
    forces_out: wp.array(dtype=float),  # (num_dofs,)
):
    """Read the forces on DOFs. A limit pushes away from itself."""
    world, dof = wp.tid()
    force = sensordata[world, addresses[dof, 0]]
    limit = sensordata[world, addresses[dof, 1]]
    if limit != 0.0:
        row = world * ranges_stride
        joint = joints[dof]
        position = qpos[world, tables.coordinates[dof]]
        if ranges[row, joint, 1] - position < position - ranges[row, joint, 0]:
            limit = -limit
    forces_out[tables.dof_rows[world, dof]] = force + limit


class DofForces:
    """Forces on all DOFs, measured once they are asked for.

    Args:
        engine: The engine.
    """

    def __init__(self, engine: EngineContract) -> None:
        self._engine = engine
        self._shared: SharedTensor | None = None
        self._tables: dict[int, tuple[wp.array, wp.array]] = {}

    def add_sensors(self, group: EnvironmentGroup) -> None:
        """Let the environments of a group measure, if that is asked for."""
        self._tables.clear()
        if self._shared is not None:
            actors = group.envs[0].actors
            keys = [prefix_of(actor) + dof.key for actor in actors for dof in actor.description.dofs]
            add_dof_force_sensors(group.variant.spec, keys)

    def forces(self) -> torch.Tensor:
        """Forces on DOFs along or about their axes [N or N m], shape (num_dofs,), as of the last refresh."""
        if self._shared is None:
            sim = self._engine.sim
            self._shared = SharedTensor((sim.num_dofs,), sim.device, sim.tensor_device)
            self._engine.rebuild()
        return self._shared.tensor

    def refresh(self) -> None:
        """Bring :meth:`forces` up to date."""
        if self._shared is None:
            return
        self._engine.flush()
        for index, part in enumerate(self._engine.parts):
            if not part.num_dofs:
                continue
            if index not in self._tables:
                self._tables[index] = self._find(part)
            addresses, joints = self._tables[index]
            wp.launch(
                read_dof_forces,
                dim=(part.num_worlds, part.num_dofs),
                inputs=[
                    part.tables,
                    part.worlds.sensordata,
                    addresses,
                    *part.values_of("jnt_range"),
                    joints,
                    part.worlds.qpos,
                ],
                outputs=[self._shared.array],
                device=self._engine.device,
            )
        self._shared.publish()

    def _find(self, part: Part) -> tuple[wp.array, wp.array]:
        names = [part.worlds.layout.joint_paths[joint] for joint in part.host.joints]
        addresses = np.array([dof_force_addresses(part.worlds.model, name) for name in names], np.int32)
        device = self._engine.device
        joints = wp.array(part.host.joints.astype(np.int32), dtype=int, device=device)
        return wp.array(addresses.reshape(-1, 2), dtype=int, device=device), joints
