"""Writing positions and velocities of joints."""

from __future__ import annotations

import warp as wp

from pippin.quantities.inputs import Array, kernel_array, require_finite
from pippin.quantities.selection import Ids, Mask, Selection
from pippin.utils.descriptors import ArrayDescriptor

from .joint_asset import JointAsset


class JointStateWrites(JointAsset):
    """Methods that set the state of joints at once.

    Arguments and errors are those of :mod:`pippin.quantities.inputs` and :mod:`pippin.quantities.selection`; NaN raises
    ValueError (on a CPU). A call that is refused changes nothing. Targets of the joints stay as they are.
    """

    def write_joint_position_to_sim_index(
        self,
        *,
        position: Array,
        joint_ids: Ids = None,
        env_ids: Ids = None,
        full_data: bool = False,
        skip_forward: bool = False,
    ) -> None:
        """Set positions of joints.

        Args:
            position: Positions [m, rad], shape (n, m), float32.
            joint_ids: The m joints; None means all.
            env_ids: The n instances; None means all.
            full_data: Whether ``position`` covers all instances and joints, of which the ids choose.
            skip_forward: Accepted for existing code: what is read later is of the new state all the same.
        """
        self._write_joint_positions(position, self._select_joints(env_ids, joint_ids, full_data))

    def write_joint_velocity_to_sim_index(
        self,
        *,
        velocity: Array,
        joint_ids: Ids = None,
        env_ids: Ids = None,
        full_data: bool = False,
        skip_forward: bool = False,
    ) -> None:
        """Set velocities of joints.

        Args:
            velocity: Velocities [m/s, rad/s], shape (n, m), float32.
            joint_ids: The m joints; None means all.
            env_ids: The n instances; None means all.
            full_data: Whether ``velocity`` covers all instances and joints, of which the ids choose.
            skip_forward: Accepted for existing code: what is read later is of the new state all the same.
        """
        self._write_joint_velocities(velocity, self._select_joints(env_ids, joint_ids, full_data))

    def write_joint_state_to_sim_index(
        self,
        *,
        position: Array,
        velocity: Array,
        joint_ids: Ids = None,
        env_ids: Ids = None,
        full_data: bool = False,
        skip_forward: bool = False,
    ) -> None:
        """Set positions and velocities of joints.

        Args:
            position: Positions [m, rad], shape (n, m), float32.
            velocity: Velocities [m/s, rad/s], shape (n, m), float32.
            joint_ids: The m joints; None means all.
            env_ids: The n instances; None means all.
            full_data: Whether the values cover all instances and joints, of which the ids choose.
            skip_forward: Accepted for existing code: what is read later is of the new state all the same.
        """
        self._write_joint_states(position, velocity, self._select_joints(env_ids, joint_ids, full_data))

    def write_joint_position_to_sim_mask(
        self, *, position: Array, joint_mask: Mask = None, env_mask: Mask = None, skip_forward: bool = False
    ) -> None:
        """Set positions of joints where masks hold.

        Args:
            position: Positions [m, rad], shape (N, J), float32.
            joint_mask: Mask of the joints, shape (J,); None means all.
            env_mask: Mask of the instances, shape (N,); None means all.
            skip_forward: Accepted for existing code: what is read later is of the new state all the same.
        """
        self._write_joint_positions(position, self._mask_joints(env_mask, joint_mask))

    def write_joint_velocity_to_sim_mask(
        self, *, velocity: Array, joint_mask: Mask = None, env_mask: Mask = None, skip_forward: bool = False
    ) -> None:
        """Set velocities of joints where masks hold.

        Args:
            velocity: Velocities [m/s, rad/s], shape (N, J), float32.
            joint_mask: Mask of the joints, shape (J,); None means all.
            env_mask: Mask of the instances, shape (N,); None means all.
            skip_forward: Accepted for existing code: what is read later is of the new state all the same.
        """
        self._write_joint_velocities(velocity, self._mask_joints(env_mask, joint_mask))

    def write_joint_state_to_sim_mask(
        self,
        *,
        position: Array,
        velocity: Array,
        joint_mask: Mask = None,
        env_mask: Mask = None,
        skip_forward: bool = False,
    ) -> None:
        """Set positions and velocities of joints where masks hold.

        Args:
            position: Positions [m, rad], shape (N, J), float32.
            velocity: Velocities [m/s, rad/s], shape (N, J), float32.
            joint_mask: Mask of the joints, shape (J,); None means all.
            env_mask: Mask of the instances, shape (N,); None means all.
            skip_forward: Accepted for existing code: what is read later is of the new state all the same.
        """
        self._write_joint_states(position, velocity, self._mask_joints(env_mask, joint_mask))

    # -- inside --------------------------------------------------------------------------------------------------------

    def _write_joint_positions(self, position: Array, selection: Selection) -> None:
        positions = self._checked_state(position, "position", selection)
        self.root_view.write_joint_positions(positions, selection.rows, selection.columns, selection.full_data)

    def _write_joint_velocities(self, velocity: Array, selection: Selection) -> None:
        velocities = self._checked_state(velocity, "velocity", selection)
        self.root_view.write_joint_velocities(velocities, selection.rows, selection.columns, selection.full_data)

    def _write_joint_states(self, position: Array, velocity: Array, selection: Selection) -> None:
        positions = self._checked_state(position, "position", selection)
        velocities = self._checked_state(velocity, "velocity", selection)
        self.root_view.write_joint_positions(positions, selection.rows, selection.columns, selection.full_data)
        self.root_view.write_joint_velocities(velocities, selection.rows, selection.columns, selection.full_data)

    def _checked_state(self, values: Array, name: str, selection: Selection) -> wp.array | ArrayDescriptor:
        array = kernel_array(values, name, selection.shape, wp.float32, self._device)
        require_finite(selection.values_on_host(array), name)
        return array
