"""Writing poses and velocities of roots."""

from __future__ import annotations

import warp as wp

from pippin.quantities.inputs import Array, kernel_array, require_finite, require_rotations
from pippin.quantities.selection import Ids, Mask, Selection, select, select_masked

from .body_asset import BodyAsset


class RootWrites(BodyAsset):
    """Methods that set the state of the root at once, in the world.

    A pose leaves velocities alone: the centre of mass of the root moves on as fast as before. A fixed base takes poses
    and has no velocity. Arguments and errors are those of :mod:`pippin.quantities.inputs` and
    :mod:`pippin.quantities.selection`; NaN and quaternions of length 0 raise ValueError (on a CPU). A call that is
    refused changes nothing.
    """

    # -- by ids --------------------------------------------------------------------------------------------------------

    def write_root_pose_to_sim_index(
        self, *, root_pose: Array, env_ids: Ids = None, skip_forward: bool = False
    ) -> None:
        """Set poses of link frames: :meth:`write_root_link_pose_to_sim_index` for the chosen instances.

        Args:
            root_pose: Poses (position [m], quaternion x y z w), shape (n, 7), or (n,) of wp.transformf.
            env_ids: The n instances; None means all.
            skip_forward: Accepted for existing code: what is read later is of the new state all the same.
        """
        self._write_root_pose(root_pose, self._select_roots(env_ids, False), of_com=False)

    def write_root_link_pose_to_sim_index(
        self, *, root_pose: Array, env_ids: Ids = None, full_data: bool = False, skip_forward: bool = False
    ) -> None:
        """Set poses of link frames.

        Args:
            root_pose: Poses (position [m], quaternion x y z w), shape (n, 7), or (n,) of wp.transformf.
            env_ids: The n instances; None means all.
            full_data: Whether ``root_pose`` has an entry for every instance, of which ``env_ids`` chooses.
            skip_forward: Accepted for existing code: what is read later is of the new state all the same.
        """
        self._write_root_pose(root_pose, self._select_roots(env_ids, full_data), of_com=False)

    def write_root_com_pose_to_sim_index(
        self, *, root_pose: Array, env_ids: Ids = None, full_data: bool = False, skip_forward: bool = False
    ) -> None:
        """Set poses of centre of mass frames, whose axes are the principal axes of inertia.

        Args:
            root_pose: Poses (position [m], quaternion x y z w), shape (n, 7), or (n,) of wp.transformf.
            env_ids: The n instances; None means all.
            full_data: Whether ``root_pose`` has an entry for every instance, of which ``env_ids`` chooses.
            skip_forward: Accepted for existing code: what is read later is of the new state all the same.
        """
        self._write_root_pose(root_pose, self._select_roots(env_ids, full_data), of_com=True)

    def write_root_velocity_to_sim_index(
        self, *, root_velocity: Array, env_ids: Ids = None, skip_forward: bool = False
    ) -> None:
        """Set velocities of centres of mass: :meth:`write_root_com_velocity_to_sim_index` for the chosen instances.

        Args:
            root_velocity: Velocities (linear [m/s], angular [rad/s]), shape (n, 6), or (n,) of wp.spatial_vectorf.
            env_ids: The n instances; None means all.
            skip_forward: Accepted for existing code: what is read later is of the new state all the same.
        """
        self._write_root_velocity(root_velocity, self._select_roots(env_ids, False), of_com=True)

    def write_root_com_velocity_to_sim_index(
        self, *, root_velocity: Array, env_ids: Ids = None, full_data: bool = False, skip_forward: bool = False
    ) -> None:
        """Set velocities of centres of mass.

        Args:
            root_velocity: Velocities (linear [m/s], angular [rad/s]), shape (n, 6), or (n,) of wp.spatial_vectorf.
            env_ids: The n instances; None means all.
            full_data: Whether ``root_velocity`` has an entry for every instance, of which ``env_ids`` chooses.
            skip_forward: Accepted for existing code: what is read later is of the new state all the same.
        """
        self._write_root_velocity(root_velocity, self._select_roots(env_ids, full_data), of_com=True)

    def write_root_link_velocity_to_sim_index(
        self, *, root_velocity: Array, env_ids: Ids = None, full_data: bool = False, skip_forward: bool = False
    ) -> None:
        """Set velocities of link frames.

        Args:
            root_velocity: Velocities (linear [m/s], angular [rad/s]), shape (n, 6), or (n,) of wp.spatial_vectorf.
            env_ids: The n instances; None means all.
            full_data: Whether ``root_velocity`` has an entry for every instance, of which ``env_ids`` chooses.
            skip_forward: Accepted for existing code: what is read later is of the new state all the same.
        """
        self._write_root_velocity(root_velocity, self._select_roots(env_ids, full_data), of_com=False)

    # -- by masks ------------------------------------------------------------------------------------------------------

    def write_root_pose_to_sim_mask(
        self, *, root_pose: Array, env_mask: Mask = None, skip_forward: bool = False
    ) -> None:
        """Set poses of link frames where a mask holds: :meth:`write_root_link_pose_to_sim_mask`."""
        self.write_root_link_pose_to_sim_mask(root_pose=root_pose, env_mask=env_mask)

    def write_root_link_pose_to_sim_mask(
        self, *, root_pose: Array, env_mask: Mask = None, skip_forward: bool = False
    ) -> None:
        """Set poses of link frames where a mask holds.

        Args:
            root_pose: Poses (position [m], quaternion x y z w), shape (N, 7), or (N,) of wp.transformf.
            env_mask: Mask of the instances, shape (N,); None means all.
            skip_forward: Accepted for existing code: what is read later is of the new state all the same.
        """
        self._write_root_pose(root_pose, select_masked(self._instances, env_mask), of_com=False)

    def write_root_com_pose_to_sim_mask(
        self, *, root_pose: Array, env_mask: Mask = None, skip_forward: bool = False
    ) -> None:
        """Set poses of centre of mass frames, whose axes are the principal axes of inertia, where a mask holds.

        Args:
            root_pose: Poses (position [m], quaternion x y z w), shape (N, 7), or (N,) of wp.transformf.
            env_mask: Mask of the instances, shape (N,); None means all.
            skip_forward: Accepted for existing code: what is read later is of the new state all the same.
        """
        self._write_root_pose(root_pose, select_masked(self._instances, env_mask), of_com=True)

    def write_root_velocity_to_sim_mask(
        self, *, root_velocity: Array, env_mask: Mask = None, skip_forward: bool = False
    ) -> None:
        """Set velocities of centres of mass where a mask holds: :meth:`write_root_com_velocity_to_sim_mask`."""
        self.write_root_com_velocity_to_sim_mask(root_velocity=root_velocity, env_mask=env_mask)

    def write_root_com_velocity_to_sim_mask(
        self, *, root_velocity: Array, env_mask: Mask = None, skip_forward: bool = False
    ) -> None:
        """Set velocities of centres of mass where a mask holds.

        Args:
            root_velocity: Velocities (linear [m/s], angular [rad/s]), shape (N, 6), or (N,) of wp.spatial_vectorf.
            env_mask: Mask of the instances, shape (N,); None means all.
            skip_forward: Accepted for existing code: what is read later is of the new state all the same.
        """
        self._write_root_velocity(root_velocity, select_masked(self._instances, env_mask), of_com=True)

    def write_root_link_velocity_to_sim_mask(
        self, *, root_velocity: Array, env_mask: Mask = None, skip_forward: bool = False
    ) -> None:
        """Set velocities of link frames where a mask holds.

        Args:
            root_velocity: Velocities (linear [m/s], angular [rad/s]), shape (N, 6), or (N,) of wp.spatial_vectorf.
            env_mask: Mask of the instances, shape (N,); None means all.
            skip_forward: Accepted for existing code: what is read later is of the new state all the same.
        """
        self._write_root_velocity(root_velocity, select_masked(self._instances, env_mask), of_com=False)

    # -- inside --------------------------------------------------------------------------------------------------------

    def _select_roots(self, env_ids: Ids, full_data: bool) -> Selection:
        return select(self._instances, env_ids, full_data=full_data)

    def _write_root_pose(self, root_pose: Array, selection: Selection, of_com: bool) -> None:
        poses = kernel_array(root_pose, "root_pose", selection.shape, wp.transformf, self._device)
        on_host = selection.values_on_host(poses)
        require_finite(on_host, "root_pose")
        require_rotations(on_host, "root_pose")
        if not selection.is_empty:
            self.root_view.write_root_poses(poses, selection.rows, of_com, selection.full_data)

    def _write_root_velocity(self, root_velocity: Array, selection: Selection, of_com: bool) -> None:
        velocities = kernel_array(root_velocity, "root_velocity", selection.shape, wp.spatial_vectorf, self._device)
        require_finite(selection.values_on_host(velocities), "root_velocity")
        if not selection.is_empty:
            self.root_view.write_root_velocities(velocities, selection.rows, of_com, selection.full_data)
