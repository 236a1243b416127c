"""What the drives of joints are told: target positions, target velocities, and efforts that are added."""

from __future__ import annotations

import warp as wp

from pippin.utils import ProxyArray
from pippin.utils.torch_view import torch_view

from .base import Indices, Values
from .joints import JointTensorView


class DriveTensorView(JointTensorView):
    """Inputs of the drives of D degrees of freedom. An asset sets all of them with each ``write_data_to_sim``."""

    def get_dof_position_targets(self) -> ProxyArray:
        """Target positions [m, rad], shape (N, D)."""
        return self._input("position targets", 0)

    def get_dof_velocity_targets(self) -> ProxyArray:
        """Target velocities [m/s, rad/s], shape (N, D)."""
        return self._input("velocity targets", 1)

    def get_dof_actuation_forces(self) -> ProxyArray:
        """Efforts that are added to those of the gains [N, N m], shape (N, D)."""
        return self._input("actuation forces", 2)

    def set_dof_position_targets(self, data: Values, indices: Indices = None) -> None:
        """Set target positions [m, rad], shape (N, D), until the asset's next ``write_data_to_sim``."""
        self._set_input(0, data, "dof_position_targets", indices)

    def set_dof_velocity_targets(self, data: Values, indices: Indices = None) -> None:
        """Set target velocities [m/s, rad/s], shape (N, D), until the asset's next ``write_data_to_sim``."""
        self._set_input(1, data, "dof_velocity_targets", indices)

    def set_dof_actuation_forces(self, data: Values, indices: Indices = None) -> None:
        """Set efforts that are added to those of the gains [N, N m], shape (N, D), until ``write_data_to_sim``."""
        self._set_input(2, data, "dof_actuation_forces", indices)

    def _last_inputs(self) -> tuple[wp.array, wp.array, wp.array]:
        """Inputs as they were last set; before the first time the drives hold the positions that they are in."""
        if self.drive_inputs is None:
            shape = (self.count, self.num_joints)
            positions, velocities, efforts = (wp.zeros(shape, dtype=float, device=self.device) for _ in range(3))
            self.drive_inputs = (self.read_joint_positions(positions), velocities, efforts)
        return self.drive_inputs

    def _input(self, name: str, index: int) -> ProxyArray:
        shape = (self.count, self.num_joints)
        return self._state(name, shape, lambda out: wp.copy(out, self._last_inputs()[index]))

    def _set_input(self, index: int, data: Values, name: str, indices: Indices) -> None:
        given = self._given(data, name, self.count, self.num_joints)
        rows = torch_view(self._rows(indices)).long()
        inputs = [wp.clone(array) for array in self._last_inputs()]
        torch_view(inputs[index])[rows] = torch_view(given)[rows]
        stiffness = self.read_joint_stiffness(wp.zeros_like(given))
        damping = self.read_joint_damping(wp.zeros_like(given))
        self.apply_drives(inputs[0], inputs[1], inputs[2], stiffness, damping)
