"""Setting the targets of joints, which the actuators follow."""

from __future__ import annotations

import torch
import warp as wp

from pippin.quantities.inputs import Array, check_tensor, input_array, kernel_array
from pippin.quantities.selection import Ids, Mask, Selection
from pippin.utils import ProxyArray

from .joint_asset import JointAsset


class JointTargets(JointAsset):
    """Methods that keep what joints are to do; :meth:`Articulation.write_data_to_sim` lets the actuators do it.

    Arguments and errors are those of :mod:`pippin.quantities.inputs` and :mod:`pippin.quantities.selection`.
    """

    def set_joint_position_target_index(
        self, *, target: Array, joint_ids: Ids = None, env_ids: Ids = None, full_data: bool = False
    ) -> None:
        """Set target positions of joints.

        Args:
            target: Positions [m, rad], shape (n, m), float32.
            joint_ids: The m joints; None means all.
            env_ids: The n instances; None means all.
            full_data: Whether ``target`` covers all instances and joints, of which the ids choose.
        """
        self._set_target(target, self._select_joints(env_ids, joint_ids, full_data), self._data.joint_pos_target)

    def set_joint_velocity_target_index(
        self, *, target: Array, joint_ids: Ids = None, env_ids: Ids = None, full_data: bool = False
    ) -> None:
        """Set target velocities of joints.

        Args:
            target: Velocities [m/s, rad/s], shape (n, m), float32.
            joint_ids: The m joints; None means all.
            env_ids: The n instances; None means all.
            full_data: Whether ``target`` covers all instances and joints, of which the ids choose.
        """
        self._set_target(target, self._select_joints(env_ids, joint_ids, full_data), self._data.joint_vel_target)

    def set_joint_effort_target_index(
        self, *, target: Array, joint_ids: Ids = None, env_ids: Ids = None, full_data: bool = False
    ) -> None:
        """Set efforts that are added to what follows from the other targets.

        Args:
            target: Efforts [N, N m], shape (n, m), float32.
            joint_ids: The m joints; None means all.
            env_ids: The n instances; None means all.
            full_data: Whether ``target`` covers all instances and joints, of which the ids choose.
        """
        self._set_target(target, self._select_joints(env_ids, joint_ids, full_data), self._data.joint_effort_target)

    def set_joint_position_target_mask(self, *, target: Array, joint_mask: Mask = None, env_mask: Mask = None) -> None:
        """Set target positions of joints where masks hold.

        Args:
            target: Positions [m, rad], shape (N, J), float32.
            joint_mask: Mask of the joints, shape (J,); None means all.
            env_mask: Mask of the instances, shape (N,); None means all.
        """
        self._set_target(target, self._mask_joints(env_mask, joint_mask), self._data.joint_pos_target)

    def set_joint_velocity_target_mask(self, *, target: Array, joint_mask: Mask = None, env_mask: Mask = None) -> None:
        """Set target velocities of joints where masks hold.

        Args:
            target: Velocities [m/s, rad/s], shape (N, J), float32.
            joint_mask: Mask of the joints, shape (J,); None means all.
            env_mask: Mask of the instances, shape (N,); None means all.
        """
        self._set_target(target, self._mask_joints(env_mask, joint_mask), self._data.joint_vel_target)

    def set_joint_effort_target_mask(self, *, target: Array, joint_mask: Mask = None, env_mask: Mask = None) -> None:
        """Set efforts that are added to what follows from the other targets, where masks hold.

        Args:
            target: Efforts [N, N m], shape (N, J), float32.
            joint_mask: Mask of the joints, shape (J,); None means all.
            env_mask: Mask of the instances, shape (N,); None means all.
        """
        self._set_target(target, self._mask_joints(env_mask, joint_mask), self._data.joint_effort_target)

    def _set_target(self, target: Array, selection: Selection, out: ProxyArray) -> None:
        if selection.is_everything and isinstance(target, torch.Tensor) and out.warp.device.is_cpu:
            check_tensor(target, "target", selection.shape, wp.float32, out.warp.device)
            out.torch.copy_(target)
            return
        read = input_array if selection.is_everything else kernel_array  # of all it is a copy of arrays
        self._scatter(read(target, "target", selection.shape, wp.float32, self._device), selection, out)
