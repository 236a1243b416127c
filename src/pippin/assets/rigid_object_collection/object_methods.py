"""Writing poses and velocities of objects: generated from the rows of :class:`RigidObjectCollectionData`.

``tools/asset_methods.py`` writes this file: change the rows, not the functions. Arguments and errors are those of
:mod:`pippin.quantities.inputs` and :mod:`pippin.quantities.selection`. What its row says about a quantity (finite, not
negative, ...) is checked where the simulation runs on a CPU. A call that is refused changes nothing.
"""

from __future__ import annotations

from pippin.quantities.inputs import Array
from pippin.quantities.selection import Ids, Mask

from .objects import HasObjects


def write_body_pose_to_sim_index(
    self: HasObjects,
    *,
    body_poses: Array,
    body_ids: Ids = None,
    env_ids: Ids = None,
    full_data: bool = False,
    skip_forward: bool = False,
) -> None:
    """Set poses of link frames, in the world.

    The world velocity of the centre of mass stays as it is.

    Args:
        body_poses: Poses (position [m], quaternion x y z w), shape (n, m, 7), or (n, m) of wp.transformf.
        body_ids: The m bodies; None means all.
        env_ids: The n instances; None means all.
        full_data: Whether ``body_poses`` covers all instances and bodies, of which the ids choose.
        skip_forward: Accepted for existing code: what is read later is of the new state all the same.
    """
    self.objects.write("body_link_pose_w", body_poses, self.objects.select(env_ids, body_ids, full_data=full_data))


def write_body_pose_to_sim_mask(
    self: HasObjects, *, body_poses: Array, body_mask: Mask = None, env_mask: Mask = None, skip_forward: bool = False
) -> None:
    """Set poses of link frames, in the world, where masks hold.

    ``body_poses``: Poses (position [m], quaternion x y z w), shape (N, L, 7), or (N, L) of wp.transformf.
    ``body_mask`` (L,), ``env_mask`` (N,): None means all.
    See :func:`write_body_pose_to_sim_index`.
    """
    self.objects.write("body_link_pose_w", body_poses, self.objects.select_masked(env_mask, body_mask))


def write_body_link_pose_to_sim_index(
    self: HasObjects,
    *,
    body_poses: Array,
    body_ids: Ids = None,
    env_ids: Ids = None,
    full_data: bool = False,
    skip_forward: bool = False,
) -> None:
    """Set poses of link frames, in the world.

    The world velocity of the centre of mass stays as it is.

    Args:
        body_poses: Poses (position [m], quaternion x y z w), shape (n, m, 7), or (n, m) of wp.transformf.
        body_ids: The m bodies; None means all.
        env_ids: The n instances; None means all.
        full_data: Whether ``body_poses`` covers all instances and bodies, of which the ids choose.
        skip_forward: Accepted for existing code: what is read later is of the new state all the same.
    """
    self.objects.write("body_link_pose_w", body_poses, self.objects.select(env_ids, body_ids, full_data=full_data))


def write_body_link_pose_to_sim_mask(
    self: HasObjects, *, body_poses: Array, body_mask: Mask = None, env_mask: Mask = None, skip_forward: bool = False
) -> None:
    """Set poses of link frames, in the world, where masks hold.

    ``body_poses``: Poses (position [m], quaternion x y z w), shape (N, L, 7), or (N, L) of wp.transformf.
    ``body_mask`` (L,), ``env_mask`` (N,): None means all.
    See :func:`write_body_link_pose_to_sim_index`.
    """
    self.objects.write("body_link_pose_w", body_poses, self.objects.select_masked(env_mask, body_mask))


def write_body_com_pose_to_sim_index(
    self: HasObjects,
    *,
    body_poses: Array,
    body_ids: Ids = None,
    env_ids: Ids = None,
    full_data: bool = False,
    skip_forward: bool = False,
) -> None:
    """Set poses of centre of mass frames, in the world.

    Their axes are the principal axes of inertia. The world velocity of the origin stays as it is.

    Args:
        body_poses: Poses (position [m], quaternion x y z w), shape (n, m, 7), or (n, m) of wp.transformf.
        body_ids: The m bodies; None means all.
        env_ids: The n instances; None means all.
        full_data: Whether ``body_poses`` covers all instances and bodies, of which the ids choose.
        skip_forward: Accepted for existing code: what is read later is of the new state all the same.
    """
    self.objects.write("body_com_pose_w", body_poses, self.objects.select(env_ids, body_ids, full_data=full_data))


def write_body_com_pose_to_sim_mask(
    self: HasObjects, *, body_poses: Array, body_mask: Mask = None, env_mask: Mask = None, skip_forward: bool = False
) -> None:
    """Set poses of centre of mass frames, in the world, where masks hold.

    ``body_poses``: Poses (position [m], quaternion x y z w), shape (N, L, 7), or (N, L) of wp.transformf.
    ``body_mask`` (L,), ``env_mask`` (N,): None means all.
    See :func:`write_body_com_pose_to_sim_index`.
    """
    self.objects.write("body_com_pose_w", body_poses, self.objects.select_masked(env_mask, body_mask))


def write_body_link_velocity_to_sim_index(
    self: HasObjects,
    *,
    body_velocities: Array,
    body_ids: Ids = None,
    env_ids: Ids = None,
    full_data: bool = False,
    skip_forward: bool = False,
) -> None:
    """Set velocities of link frames, in the world.

    A kinematic object has none.

    Args:
        body_velocities: Velocities (linear [m/s], angular [rad/s]), shape (n, m, 6), or (n, m) of wp.spatial_vectorf.
        body_ids: The m bodies; None means all.
        env_ids: The n instances; None means all.
        full_data: Whether ``body_velocities`` covers all instances and bodies, of which the ids choose.
        skip_forward: Accepted for existing code: what is read later is of the new state all the same.
    """
    self.objects.write("body_link_vel_w", body_velocities, self.objects.select(env_ids, body_ids, full_data=full_data))


def write_body_link_velocity_to_sim_mask(
    self: HasObjects,
    *,
    body_velocities: Array,
    body_mask: Mask = None,
    env_mask: Mask = None,
    skip_forward: bool = False,
) -> None:
    """Set velocities of link frames, in the world, where masks hold.

    ``body_velocities``: Velocities (linear [m/s], angular [rad/s]), shape (N, L, 6), or (N, L) of wp.spatial_vectorf.
    ``body_mask`` (L,), ``env_mask`` (N,): None means all.
    See :func:`write_body_link_velocity_to_sim_index`.
    """
    self.objects.write("body_link_vel_w", body_velocities, self.objects.select_masked(env_mask, body_mask))


def write_body_velocity_to_sim_index(
    self: HasObjects,
    *,
    body_velocities: Array,
    body_ids: Ids = None,
    env_ids: Ids = None,
    full_data: bool = False,
    skip_forward: bool = False,
) -> None:
    """Set velocities of centres of mass, in the world.

    A kinematic object has none.

    Args:
        body_velocities: Velocities (linear [m/s], angular [rad/s]), shape (n, m, 6), or (n, m) of wp.spatial_vectorf.
        body_ids: The m bodies; None means all.
        env_ids: The n instances; None means all.
        full_data: Whether ``body_velocities`` covers all instances and bodies, of which the ids choose.
        skip_forward: Accepted for existing code: what is read later is of the new state all the same.
    """
    self.objects.write("body_com_vel_w", body_velocities, self.objects.select(env_ids, body_ids, full_data=full_data))


def write_body_velocity_to_sim_mask(
    self: HasObjects,
    *,
    body_velocities: Array,
    body_mask: Mask = None,
    env_mask: Mask = None,
    skip_forward: bool = False,
) -> None:
    """Set velocities of centres of mass, in the world, where masks hold.

    ``body_velocities``: Velocities (linear [m/s], angular [rad/s]), shape (N, L, 6), or (N, L) of wp.spatial_vectorf.
    ``body_mask`` (L,), ``env_mask`` (N,): None means all.
    See :func:`write_body_velocity_to_sim_index`.
    """
    self.objects.write("body_com_vel_w", body_velocities, self.objects.select_masked(env_mask, body_mask))


def write_body_com_velocity_to_sim_index(
    self: HasObjects,
    *,
    body_velocities: Array,
    body_ids: Ids = None,
    env_ids: Ids = None,
    full_data: bool = False,
    skip_forward: bool = False,
) -> None:
    """Set velocities of centres of mass, in the world.

    A kinematic object has none.

    Args:
        body_velocities: Velocities (linear [m/s], angular [rad/s]), shape (n, m, 6), or (n, m) of wp.spatial_vectorf.
        body_ids: The m bodies; None means all.
        env_ids: The n instances; None means all.
        full_data: Whether ``body_velocities`` covers all instances and bodies, of which the ids choose.
        skip_forward: Accepted for existing code: what is read later is of the new state all the same.
    """
    self.objects.write("body_com_vel_w", body_velocities, self.objects.select(env_ids, body_ids, full_data=full_data))


def write_body_com_velocity_to_sim_mask(
    self: HasObjects,
    *,
    body_velocities: Array,
    body_mask: Mask = None,
    env_mask: Mask = None,
    skip_forward: bool = False,
) -> None:
    """Set velocities of centres of mass, in the world, where masks hold.

    ``body_velocities``: Velocities (linear [m/s], angular [rad/s]), shape (N, L, 6), or (N, L) of wp.spatial_vectorf.
    ``body_mask`` (L,), ``env_mask`` (N,): None means all.
    See :func:`write_body_com_velocity_to_sim_index`.
    """
    self.objects.write("body_com_vel_w", body_velocities, self.objects.select_masked(env_mask, body_mask))
