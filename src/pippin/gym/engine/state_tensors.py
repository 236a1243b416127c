"""Tensors of the state of actors: roots, bodies, DOFs."""

from __future__ import annotations

import torch
import warp as wp

from . import body_kernels, dof_kernels, drive_kernels, root_kernels
from .contract import EngineContract


class SharedTensor:
    """A tensor of Gym: an array that kernels write, and the torch tensor that users see.

    The two are one memory where engine and tensors are on the same device; otherwise :meth:`publish` copies.

    Args:
        shape: Shape.
        device: Warp device of the engine.
        tensor_device: Device of the tensors.
    """

    def __init__(self, shape: tuple[int, ...], device: str, tensor_device: torch.device) -> None:
        self._on_device = torch.zeros(shape, dtype=torch.float32, device=device)
        self.array: wp.array = wp.from_torch(self._on_device, dtype=wp.float32)
        self.tensor = self._on_device
        if self._on_device.device != tensor_device:
            self.tensor = torch.zeros(shape, dtype=torch.float32, device=tensor_device)

    def publish(self) -> None:
        """Let users see what kernels wrote."""
        if self.tensor is not self._on_device:
            self.tensor.copy_(self._on_device)


class DeviceInputs:
    """Users' tensors as arrays on the engine's device.

    Args:
        device: Warp device of the engine.
    """

    def __init__(self, device: str) -> None:
        self._device = device
        self._torch_device = torch.device(device)
        self._copies: dict[tuple[int, ...], torch.Tensor] = {}

    def array(self, tensor: torch.Tensor, number: int = 0) -> wp.array:
        """A tensor of float32 as an array: the same memory, or a copy that lasts until the next of shape and number."""
        if tensor.device == self._torch_device:
            return wp.from_torch(tensor, dtype=wp.float32)
        key = (number, *tensor.shape)
        if key not in self._copies:
            self._copies[key] = torch.empty(tensor.shape, dtype=torch.float32, device=self._torch_device)
        self._copies[key].copy_(tensor)
        return wp.from_torch(self._copies[key], dtype=wp.float32)

    def indices(self, tensor: torch.Tensor) -> wp.array:
        """A tensor of int32 as an array, of the same shape."""
        return wp.from_torch(tensor.to(self._torch_device), dtype=wp.int32)


class StateTensors:
    """States of all actors of a simulation.

    Args:
        engine: The engine.
    """

    def __init__(self, engine: EngineContract) -> None:
        self._engine = engine
        self._sim = engine.sim
        self._device = engine.device
        self._inputs = DeviceInputs(engine.device)
        self._roots: SharedTensor | None = None
        self._bodies: SharedTensor | None = None
        self._dofs: SharedTensor | None = None

    def _shared(self, *shape: int) -> SharedTensor:
        return SharedTensor(shape, self._device, self._sim.tensor_device)

    # -- DOFs ----------------------------------------------------------------------------------------------------------

    def dof_states(self) -> torch.Tensor:
        """Positions [m, rad] and velocities [m/s, rad/s] of all DOFs, shape (num_dofs, 2), as of the last refresh."""
        if self._dofs is None:
            self._dofs = self._shared(self._sim.num_dofs, 2)
            self.refresh_dof_states()
        return self._dofs.tensor

    def refresh_dof_states(self) -> None:
        """Bring :meth:`dof_states` up to date."""
        if self._dofs is None:
            return
        self._engine.flush()
        for part in self._engine.parts:
            if part.num_dofs:
                wp.launch(
                    dof_kernels.read_dof_states,
                    dim=(part.worlds.num_worlds, part.num_dofs),
                    inputs=[part.tables, part.worlds.qpos, part.worlds.qvel],
                    outputs=[self._dofs.array],
                    device=self._device,
                )
        self._dofs.publish()

    def set_dof_states(self, states: torch.Tensor, actors: torch.Tensor | None = None) -> None:
        """Set positions and velocities of all DOFs, or of those of some actors.

        Args:
            states: States of all DOFs, shape (num_dofs, 2).
            actors: Indices of actors, int32; None for all.
        """
        self._engine.flush()
        values = self._inputs.array(states)
        indices = None if actors is None else self._inputs.indices(actors)
        for part in self._engine.parts:
            if not part.num_dofs:
                continue
            worlds = part.worlds
            chosen = part.movable_actors if indices is None else indices
            wp.launch(
                dof_kernels.write_dof_states,
                dim=(chosen.shape[0], part.most_dofs),
                inputs=[part.tables, chosen, values],
                outputs=[
                    worlds.qpos,
                    worlds.qvel,
                    worlds.previous_qpos,
                    worlds.previous_qvel,
                    self._engine.index_errors.count,
                ],
                device=self._device,
            )
            self._engine.state_written(part)

    # -- roots ---------------------------------------------------------------------------------------------------------

    def root_states(self) -> torch.Tensor:
        """States of all root bodies, shape (num_actors, 13), as of the last refresh.

        Position [m] and rotation (x, y, z, w) in the environment's frame, velocity of the centre of mass [m/s] and
        angular velocity [rad/s].
        """
        if self._roots is None:
            self._roots = self._shared(len(self._sim.actors), 13)
            self.refresh_root_states()
        return self._roots.tensor

    def refresh_root_states(self) -> None:
        """Bring :meth:`root_states` up to date."""
        if self._roots is None:
            return
        self._engine.flush()
        for part in self._engine.parts:
            worlds = part.worlds
            wp.launch(
                root_kernels.read_root_states,
                dim=(worlds.num_worlds, part.num_slots),
                inputs=[
                    part.tables,
                    worlds.qpos,
                    worlds.qvel,
                    worlds.mocap_pos,
                    worlds.mocap_quat,
                    *part.centers,
                ],
                outputs=[self._roots.array],
                device=self._device,
            )
        self._roots.publish()

    def set_root_states(self, states: torch.Tensor, actors: torch.Tensor | None = None) -> None:
        """Set poses and velocities of all root bodies, or of those of some actors.

        Args:
            states: States of all root bodies, shape (num_actors, 13).
            actors: Indices of actors, int32; None for all.
        """
        self._engine.flush()
        values = self._inputs.array(states)
        indices = None if actors is None else self._inputs.indices(actors)
        for part in self._engine.parts:
            worlds = part.worlds
            chosen = part.all_actors if indices is None else indices
            wp.launch(
                root_kernels.write_root_states,
                dim=chosen.shape[0],
                inputs=[part.tables, chosen, values, *part.centers],
                outputs=[
                    worlds.qpos,
                    worlds.qvel,
                    worlds.previous_qpos,
                    worlds.previous_qvel,
                    worlds.mocap_pos,
                    worlds.mocap_quat,
                    self._engine.index_errors.count,
                ],
                device=self._device,
            )
            self._engine.state_written(part)

    # -- bodies --------------------------------------------------------------------------------------------------------

    def body_states(self) -> torch.Tensor:
        """States of all bodies, shape (num_bodies, 13), as of the last refresh; like :meth:`root_states`."""
        if self._bodies is None:
            self._bodies = self._shared(self._sim.num_bodies, 13)
            self.refresh_body_states()
        return self._bodies.tensor

    def refresh_body_states(self) -> None:
        """Bring :meth:`body_states` up to date."""
        if self._bodies is None:
            return
        for part in self._engine.up_to_date_kinematics():
            wp.launch(
                body_kernels.read_body_states,
                dim=(part.worlds.num_worlds, part.num_bodies),
                inputs=[
                    part.tables,
                    part.kinematics.poses,
                    part.kinematics.velocities,
                    *part.centers,
                ],
                outputs=[self._bodies.array],
                device=self._device,
            )
        self._bodies.publish()

    # -- commands ------------------------------------------------------------------------------------------------------

    def set_command(self, command: wp.array, values: torch.Tensor, actors: torch.Tensor | None = None) -> None:
        """Set targets or efforts of all DOFs, or of those of some actors.

        Args:
            command: One of the engine's drives' arrays, shape (num_dofs,).
            values: Values of all DOFs, shape (num_dofs,).
            actors: Indices of actors, int32; None for all.
        """
        self._engine.drives.upload()
        self._engine.drives.changed()
        array = self._inputs.array(values)
        if actors is None:
            wp.copy(command, array)
            return
        indices = self._inputs.indices(actors)
        for part in self._engine.parts:
            if part.num_dofs:
                wp.launch(
                    drive_kernels.copy_of_actors,
                    dim=(indices.shape[0], part.most_dofs),
                    inputs=[part.tables, indices, array],
                    outputs=[command, self._engine.index_errors.count],
                    device=self._device,
                )
