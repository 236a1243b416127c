"""Writing poses and velocities of the objects of a collection."""

from __future__ import annotations

import warp as wp

from pippin.physics.views.tensors import RigidBodyTensorView
from pippin.quantities.inputs import Array, kernel_array, require_finite, require_rotations
from pippin.quantities.selection import Ids, Mask, Selection, select_masked

from ..body_writes import BodyWrites


class ObjectStateWrites(BodyWrites):
    """Methods that set the state of objects at once, in the world.

    A pose leaves velocities alone: the centre of mass moves on as fast as before. A kinematic object takes poses and
    has no velocity. Arguments and errors are those of :mod:`pippin.quantities.inputs` and
    :mod:`pippin.quantities.selection`; NaN and quaternions of length 0 raise ValueError (on a CPU). A call that is
    refused changes nothing.
    """

    _object_view: RigidBodyTensorView

    # -- by ids --------------------------------------------------------------------------------------------------------

    def write_body_pose_to_sim_index(
        self,
        *,
        body_poses: Array,
        body_ids: Ids = None,
        env_ids: Ids = None,
        full_data: bool = False,
        skip_forward: bool = False,
    ) -> None:
        """Set poses of link frames.

        Args:
            body_poses: Poses (position [m], quaternion x y z w), shape (n, m, 7), or (n, m) of wp.transformf.
            body_ids: The m objects; None means all.
            env_ids: The n environments; None means all.
            full_data: Whether ``body_poses`` covers all environments and objects, of which the ids choose.
            skip_forward: Accepted for existing code: what is read later is of the new state all the same.
        """
        self._write_poses(body_poses, "body_poses", self._select_bodies(env_ids, body_ids, full_data), of_com=False)

    def write_body_link_pose_to_sim_index(
        self,
        *,
        body_poses: Array,
        body_ids: Ids = None,
        env_ids: Ids = None,
        full_data: bool = False,
        skip_forward: bool = False,
    ) -> None:
        """Set poses of link frames.

        Args:
            body_poses: Poses (position [m], quaternion x y z w), shape (n, m, 7), or (n, m) of wp.transformf.
            body_ids: The m objects; None means all.
            env_ids: The n environments; None means all.
            full_data: Whether ``body_poses`` covers all environments and objects, of which the ids choose.
            skip_forward: Accepted for existing code: what is read later is of the new state all the same.
        """
        self._write_poses(body_poses, "body_poses", self._select_bodies(env_ids, body_ids, full_data), of_com=False)

    def write_body_com_pose_to_sim_index(
        self,
        *,
        body_poses: Array,
        body_ids: Ids = None,
        env_ids: Ids = None,
        full_data: bool = False,
        skip_forward: bool = False,
    ) -> None:
        """Set poses of centre of mass frames, whose axes are the principal axes of inertia.

        Args:
            body_poses: Poses (position [m], quaternion x y z w), shape (n, m, 7), or (n, m) of wp.transformf.
            body_ids: The m objects; None means all.
            env_ids: The n environments; None means all.
            full_data: Whether ``body_poses`` covers all environments and objects, of which the ids choose.
            skip_forward: Accepted for existing code: what is read later is of the new state all the same.
        """
        self._write_poses(body_poses, "body_poses", self._select_bodies(env_ids, body_ids, full_data), of_com=True)

    def write_body_velocity_to_sim_index(
        self,
        *,
        body_velocities: Array,
        body_ids: Ids = None,
        env_ids: Ids = None,
        full_data: bool = False,
        skip_forward: bool = False,
    ) -> None:
        """Set velocities of centres of mass.

        Args:
            body_velocities: Velocities (linear [m/s], angular [rad/s]), shape (n, m, 6), or (n, m) of
                wp.spatial_vectorf.
            body_ids: The m objects; None means all.
            env_ids: The n environments; None means all.
            full_data: Whether ``body_velocities`` covers all environments and objects, of which the ids choose.
            skip_forward: Accepted for existing code: what is read later is of the new state all the same.
        """
        self._write_velocities(
            body_velocities, "body_velocities", self._select_bodies(env_ids, body_ids, full_data), of_com=True
        )

    def write_body_com_velocity_to_sim_index(
        self,
        *,
        body_velocities: Array,
        body_ids: Ids = None,
        env_ids: Ids = None,
        full_data: bool = False,
        skip_forward: bool = False,
    ) -> None:
        """Set velocities of centres of mass.

        Args:
            body_velocities: Velocities (linear [m/s], angular [rad/s]), shape (n, m, 6), or (n, m) of
                wp.spatial_vectorf.
            body_ids: The m objects; None means all.
            env_ids: The n environments; None means all.
            full_data: Whether ``body_velocities`` covers all environments and objects, of which the ids choose.
            skip_forward: Accepted for existing code: what is read later is of the new state all the same.
        """
        self._write_velocities(
            body_velocities, "body_velocities", self._select_bodies(env_ids, body_ids, full_data), of_com=True
        )

    def write_body_link_velocity_to_sim_index(
        self,
        *,
        body_velocities: Array,
        body_ids: Ids = None,
        env_ids: Ids = None,
        full_data: bool = False,
        skip_forward: bool = False,
    ) -> None:
        """Set velocities of link frames.

        Args:
            body_velocities: Velocities (linear [m/s], angular [rad/s]), shape (n, m, 6), or (n, m) of
                wp.spatial_vectorf.
            body_ids: The m objects; None means all.
            env_ids: The n environments; None means all.
            full_data: Whether ``body_velocities`` covers all environments and objects, of which the ids choose.
            skip_forward: Accepted for existing code: what is read later is of the new state all the same.
        """
        self._write_velocities(
            body_velocities, "body_velocities", self._select_bodies(env_ids, body_ids, full_data), of_com=False
        )

    # -- by masks ------------------------------------------------------------------------------------------------------

    def write_body_pose_to_sim_mask(
        self, *, body_poses: Array, body_mask: Mask = None, env_mask: Mask = None, skip_forward: bool = False
    ) -> None:
        """Set poses of link frames, where masks hold.

        Args:
            body_poses: Poses (position [m], quaternion x y z w), shape (N, L, 7), or (N, L) of wp.transformf.
            body_mask: Mask of the objects, shape (L,); None means all.
            env_mask: Mask of the environments, shape (N,); None means all.
            skip_forward: Accepted for existing code: what is read later is of the new state all the same.
        """
        selection = select_masked(self._instances, env_mask, self._bodies, body_mask)
        self._write_poses(body_poses, "body_poses", selection, of_com=False)

    def write_body_link_pose_to_sim_mask(
        self, *, body_poses: Array, body_mask: Mask = None, env_mask: Mask = None, skip_forward: bool = False
    ) -> None:
        """Set poses of link frames, where masks hold.

        Args:
            body_poses: Poses (position [m], quaternion x y z w), shape (N, L, 7), or (N, L) of wp.transformf.
            body_mask: Mask of the objects, shape (L,); None means all.
            env_mask: Mask of the environments, shape (N,); None means all.
            skip_forward: Accepted for existing code: what is read later is of the new state all the same.
        """
        selection = select_masked(self._instances, env_mask, self._bodies, body_mask)
        self._write_poses(body_poses, "body_poses", selection, of_com=False)

    def write_body_com_pose_to_sim_mask(
        self, *, body_poses: Array, body_mask: Mask = None, env_mask: Mask = None, skip_forward: bool = False
    ) -> None:
        """Set poses of centre of mass frames, whose axes are the principal axes of inertia, where masks hold.

        Args:
            body_poses: Poses (position [m], quaternion x y z w), shape (N, L, 7), or (N, L) of wp.transformf.
            body_mask: Mask of the objects, shape (L,); None means all.
            env_mask: Mask of the environments, shape (N,); None means all.
            skip_forward: Accepted for existing code: what is read later is of the new state all the same.
        """
        selection = select_masked(self._instances, env_mask, self._bodies, body_mask)
        self._write_poses(body_poses, "body_poses", selection, of_com=True)

    def write_body_velocity_to_sim_mask(
        self, *, body_velocities: Array, body_mask: Mask = None, env_mask: Mask = None, skip_forward: bool = False
    ) -> None:
        """Set velocities of centres of mass, where masks hold.

        Args:
            body_velocities: Velocities (linear [m/s], angular [rad/s]), shape (N, L, 6), or (N, L) of
                wp.spatial_vectorf.
            body_mask: Mask of the objects, shape (L,); None means all.
            env_mask: Mask of the environments, shape (N,); None means all.
            skip_forward: Accepted for existing code: what is read later is of the new state all the same.
        """
        selection = select_masked(self._instances, env_mask, self._bodies, body_mask)
        self._write_velocities(body_velocities, "body_velocities", selection, of_com=True)

    def write_body_com_velocity_to_sim_mask(
        self, *, body_velocities: Array, body_mask: Mask = None, env_mask: Mask = None, skip_forward: bool = False
    ) -> None:
        """Set velocities of centres of mass, where masks hold.

        Args:
            body_velocities: Velocities (linear [m/s], angular [rad/s]), shape (N, L, 6), or (N, L) of
                wp.spatial_vectorf.
            body_mask: Mask of the objects, shape (L,); None means all.
            env_mask: Mask of the environments, shape (N,); None means all.
            skip_forward: Accepted for existing code: what is read later is of the new state all the same.
        """
        selection = select_masked(self._instances, env_mask, self._bodies, body_mask)
        self._write_velocities(body_velocities, "body_velocities", selection, of_com=True)

    def write_body_link_velocity_to_sim_mask(
        self, *, body_velocities: Array, body_mask: Mask = None, env_mask: Mask = None, skip_forward: bool = False
    ) -> None:
        """Set velocities of link frames, where masks hold.

        Args:
            body_velocities: Velocities (linear [m/s], angular [rad/s]), shape (N, L, 6), or (N, L) of
                wp.spatial_vectorf.
            body_mask: Mask of the objects, shape (L,); None means all.
            env_mask: Mask of the environments, shape (N,); None means all.
            skip_forward: Accepted for existing code: what is read later is of the new state all the same.
        """
        selection = select_masked(self._instances, env_mask, self._bodies, body_mask)
        self._write_velocities(body_velocities, "body_velocities", selection, of_com=False)

    # -- inside --------------------------------------------------------------------------------------------------------

    def _write_poses(self, values: Array, name: str, selection: Selection, of_com: bool) -> None:
        poses = kernel_array(values, name, selection.shape, wp.transformf, self._device, flat=True)
        on_host = selection.values_on_host(poses)
        require_finite(on_host, name)
        require_rotations(on_host, name)
        self._object_view.write_root_poses(poses, selection.rows, of_com, selection.full_data, selection.columns)

    def _write_velocities(self, values: Array, name: str, selection: Selection, of_com: bool) -> None:
        velocities = kernel_array(values, name, selection.shape, wp.spatial_vectorf, self._device, flat=True)
        require_finite(selection.values_on_host(velocities), name)
        self._object_view.write_root_velocities(
            velocities, selection.rows, of_com, selection.full_data, selection.columns
        )
