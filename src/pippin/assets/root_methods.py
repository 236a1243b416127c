"""Writing poses and velocities of roots: generated from the rows of :class:`BodyData`.

``tools/asset_methods.py`` writes this file: change the rows, not the functions. Arguments and errors are those of
:mod:`pippin.quantities.inputs` and :mod:`pippin.quantities.selection`. What its row says about a quantity (finite, not
negative, ...) is checked where the simulation runs on a CPU. A call that is refused changes nothing.
"""

from __future__ import annotations

from pippin.quantities.inputs import Array
from pippin.quantities.selection import Ids, Mask

from .root import HasRoot


def write_root_pose_to_sim_index(
    self: HasRoot, *, root_pose: Array, env_ids: Ids = None, skip_forward: bool = False
) -> None:
    """Set poses of root link frames, in the world.

    The world velocity of the centre of mass stays as it is.

    Args:
        root_pose: Poses (position [m], quaternion x y z w), shape (n, 7), or (n,) of wp.transformf.
        env_ids: The n instances; None means all.
        skip_forward: Accepted for existing code: what is read later is of the new state all the same.
    """
    self.root.write("root_link_pose_w", root_pose, self.root.select(env_ids))


def write_root_pose_to_sim_mask(
    self: HasRoot, *, root_pose: Array, env_mask: Mask = None, skip_forward: bool = False
) -> None:
    """Set poses of root link frames, in the world, where masks hold.

    ``root_pose``: Poses (position [m], quaternion x y z w), shape (N, 7), or (N,) of wp.transformf. ``env_mask``
    (N,): None means all.
    See :func:`write_root_pose_to_sim_index`.
    """
    self.root.write("root_link_pose_w", root_pose, self.root.select_masked(env_mask))


def write_root_link_pose_to_sim_index(
    self: HasRoot, *, root_pose: Array, env_ids: Ids = None, full_data: bool = False, skip_forward: bool = False
) -> None:
    """Set poses of root link frames, in the world.

    The world velocity of the centre of mass stays as it is.

    Args:
        root_pose: Poses (position [m], quaternion x y z w), shape (n, 7), or (n,) of wp.transformf.
        env_ids: The n instances; None means all.
        full_data: Whether ``root_pose`` covers all instances, of which the ids choose.
        skip_forward: Accepted for existing code: what is read later is of the new state all the same.
    """
    self.root.write("root_link_pose_w", root_pose, self.root.select(env_ids, full_data=full_data))


def write_root_link_pose_to_sim_mask(
    self: HasRoot, *, root_pose: Array, env_mask: Mask = None, skip_forward: bool = False
) -> None:
    """Set poses of root link frames, in the world, where masks hold.

    ``root_pose``: Poses (position [m], quaternion x y z w), shape (N, 7), or (N,) of wp.transformf. ``env_mask``
    (N,): None means all.
    See :func:`write_root_link_pose_to_sim_index`.
    """
    self.root.write("root_link_pose_w", root_pose, self.root.select_masked(env_mask))


def write_root_com_pose_to_sim_index(
    self: HasRoot, *, root_pose: Array, env_ids: Ids = None, full_data: bool = False, skip_forward: bool = False
) -> None:
    """Set poses of the roots' centre of mass frames, in the world.

    Their axes are the principal axes of inertia. The world velocity of the origin stays as it is.

    Args:
        root_pose: Poses (position [m], quaternion x y z w), shape (n, 7), or (n,) of wp.transformf.
        env_ids: The n instances; None means all.
        full_data: Whether ``root_pose`` covers all instances, of which the ids choose.
        skip_forward: Accepted for existing code: what is read later is of the new state all the same.
    """
    self.root.write("root_com_pose_w", root_pose, self.root.select(env_ids, full_data=full_data))


def write_root_com_pose_to_sim_mask(
    self: HasRoot, *, root_pose: Array, env_mask: Mask = None, skip_forward: bool = False
) -> None:
    """Set poses of the roots' centre of mass frames, in the world, where masks hold.

    ``root_pose``: Poses (position [m], quaternion x y z w), shape (N, 7), or (N,) of wp.transformf. ``env_mask``
    (N,): None means all.
    See :func:`write_root_com_pose_to_sim_index`.
    """
    self.root.write("root_com_pose_w", root_pose, self.root.select_masked(env_mask))


def write_root_link_velocity_to_sim_index(
    self: HasRoot, *, root_velocity: Array, env_ids: Ids = None, full_data: bool = False, skip_forward: bool = False
) -> None:
    """Set velocities of root link frames, in the world.

    A fixed base has none.

    Args:
        root_velocity: Velocities (linear [m/s], angular [rad/s]), shape (n, 6), or (n,) of wp.spatial_vectorf.
        env_ids: The n instances; None means all.
        full_data: Whether ``root_velocity`` covers all instances, of which the ids choose.
        skip_forward: Accepted for existing code: what is read later is of the new state all the same.
    """
    self.root.write("root_link_vel_w", root_velocity, self.root.select(env_ids, full_data=full_data))


def write_root_link_velocity_to_sim_mask(
    self: HasRoot, *, root_velocity: Array, env_mask: Mask = None, skip_forward: bool = False
) -> None:
    """Set velocities of root link frames, in the world, where masks hold.

    ``root_velocity``: Velocities (linear [m/s], angular [rad/s]), shape (N, 6), or (N,) of wp.spatial_vectorf.
    ``env_mask`` (N,): None means all.
    See :func:`write_root_link_velocity_to_sim_index`.
    """
    self.root.write("root_link_vel_w", root_velocity, self.root.select_masked(env_mask))


def write_root_velocity_to_sim_index(
    self: HasRoot, *, root_velocity: Array, env_ids: Ids = None, skip_forward: bool = False
) -> None:
    """Set velocities of the roots' centres of mass, in the world.

    A fixed base has none.

    Args:
        root_velocity: Velocities (linear [m/s], angular [rad/s]), shape (n, 6), or (n,) of wp.spatial_vectorf.
        env_ids: The n instances; None means all.
        skip_forward: Accepted for existing code: what is read later is of the new state all the same.
    """
    self.root.write("root_com_vel_w", root_velocity, self.root.select(env_ids))


def write_root_velocity_to_sim_mask(
    self: HasRoot, *, root_velocity: Array, env_mask: Mask = None, skip_forward: bool = False
) -> None:
    """Set velocities of the roots' centres of mass, in the world, where masks hold.

    ``root_velocity``: Velocities (linear [m/s], angular [rad/s]), shape (N, 6), or (N,) of wp.spatial_vectorf.
    ``env_mask`` (N,): None means all.
    See :func:`write_root_velocity_to_sim_index`.
    """
    self.root.write("root_com_vel_w", root_velocity, self.root.select_masked(env_mask))


def write_root_com_velocity_to_sim_index(
    self: HasRoot, *, root_velocity: Array, env_ids: Ids = None, full_data: bool = False, skip_forward: bool = False
) -> None:
    """Set velocities of the roots' centres of mass, in the world.

    A fixed base has none.

    Args:
        root_velocity: Velocities (linear [m/s], angular [rad/s]), shape (n, 6), or (n,) of wp.spatial_vectorf.
        env_ids: The n instances; None means all.
        full_data: Whether ``root_velocity`` covers all instances, of which the ids choose.
        skip_forward: Accepted for existing code: what is read later is of the new state all the same.
    """
    self.root.write("root_com_vel_w", root_velocity, self.root.select(env_ids, full_data=full_data))


def write_root_com_velocity_to_sim_mask(
    self: HasRoot, *, root_velocity: Array, env_mask: Mask = None, skip_forward: bool = False
) -> None:
    """Set velocities of the roots' centres of mass, in the world, where masks hold.

    ``root_velocity``: Velocities (linear [m/s], angular [rad/s]), shape (N, 6), or (N,) of wp.spatial_vectorf.
    ``env_mask`` (N,): None means all.
    See :func:`write_root_com_velocity_to_sim_index`.
    """
    self.root.write("root_com_vel_w", root_velocity, self.root.select_masked(env_mask))
