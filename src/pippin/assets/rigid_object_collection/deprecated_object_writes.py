"""Older names of the methods that write the objects of a collection."""

from __future__ import annotations

from pippin.quantities.inputs import Array
from pippin.quantities.selection import Ids
from pippin.utils.deprecation import warn_renamed

from .state_writes import ObjectStateWrites


class DeprecatedObjectWrites(ObjectStateWrites):
    """Methods that do what others with names in ``_index`` do, with a DeprecationWarning.

    Poses (position [m], quaternion x y z w) have shape (n, m, 7), velocities (linear [m/s], angular [rad/s]) (n, m, 6),
    and states, which are both side by side, (n, m, 13), for n environments and m objects; None means all of them.
    """

    def write_object_state_to_sim(self, object_state: Array, env_ids: Ids = None, object_ids: Ids = None) -> None:
        """Deprecated: :meth:`write_body_link_pose_to_sim_index` and :meth:`write_body_com_velocity_to_sim_index`."""
        warn_renamed(
            "write_object_state_to_sim", "write_body_link_pose_to_sim_index", "write_body_com_velocity_to_sim_index"
        )
        selection = self._select_bodies(env_ids, object_ids, full_data=False)
        self._write_states(object_state, "object_state", selection, pose_of_com=False, velocity_of_com=True)

    def write_object_com_state_to_sim(self, object_state: Array, env_ids: Ids = None, object_ids: Ids = None) -> None:
        """Deprecated: :meth:`write_body_com_pose_to_sim_index` and :meth:`write_body_com_velocity_to_sim_index`."""
        warn_renamed(
            "write_object_com_state_to_sim", "write_body_com_pose_to_sim_index", "write_body_com_velocity_to_sim_index"
        )
        selection = self._select_bodies(env_ids, object_ids, full_data=False)
        self._write_states(object_state, "object_state", selection, pose_of_com=True, velocity_of_com=True)

    def write_object_link_state_to_sim(self, object_state: Array, env_ids: Ids = None, object_ids: Ids = None) -> None:
        """Deprecated: :meth:`write_body_link_pose_to_sim_index` and :meth:`write_body_link_velocity_to_sim_index`."""
        warn_renamed(
            "write_object_link_state_to_sim",
            "write_body_link_pose_to_sim_index",
            "write_body_link_velocity_to_sim_index",
        )
        selection = self._select_bodies(env_ids, object_ids, full_data=False)
        self._write_states(object_state, "object_state", selection, pose_of_com=False, velocity_of_com=False)

    def write_object_pose_to_sim(self, object_pose: Array, env_ids: Ids = None, object_ids: Ids = None) -> None:
        """Deprecated: :meth:`write_body_pose_to_sim_index`."""
        warn_renamed("write_object_pose_to_sim", "write_body_pose_to_sim_index")
        selection = self._select_bodies(env_ids, object_ids, full_data=False)
        self._write_poses(object_pose, "object_pose", selection, of_com=False)

    def write_object_link_pose_to_sim(self, object_pose: Array, env_ids: Ids = None, object_ids: Ids = None) -> None:
        """Deprecated: :meth:`write_body_link_pose_to_sim_index`."""
        warn_renamed("write_object_link_pose_to_sim", "write_body_link_pose_to_sim_index")
        selection = self._select_bodies(env_ids, object_ids, full_data=False)
        self._write_poses(object_pose, "object_pose", selection, of_com=False)

    def write_object_com_pose_to_sim(self, object_pose: Array, env_ids: Ids = None, object_ids: Ids = None) -> None:
        """Deprecated: :meth:`write_body_com_pose_to_sim_index`."""
        warn_renamed("write_object_com_pose_to_sim", "write_body_com_pose_to_sim_index")
        selection = self._select_bodies(env_ids, object_ids, full_data=False)
        self._write_poses(object_pose, "object_pose", selection, of_com=True)

    def write_object_velocity_to_sim(self, object_velocity: Array, env_ids: Ids = None, object_ids: Ids = None) -> None:
        """Deprecated: :meth:`write_body_velocity_to_sim_index`."""
        warn_renamed("write_object_velocity_to_sim", "write_body_velocity_to_sim_index")
        selection = self._select_bodies(env_ids, object_ids, full_data=False)
        self._write_velocities(object_velocity, "object_velocity", selection, of_com=True)

    def write_object_com_velocity_to_sim(
        self, object_velocity: Array, env_ids: Ids = None, object_ids: Ids = None
    ) -> None:
        """Deprecated: :meth:`write_body_com_velocity_to_sim_index`."""
        warn_renamed("write_object_com_velocity_to_sim", "write_body_com_velocity_to_sim_index")
        selection = self._select_bodies(env_ids, object_ids, full_data=False)
        self._write_velocities(object_velocity, "object_velocity", selection, of_com=True)

    def write_object_link_velocity_to_sim(
        self, object_velocity: Array, env_ids: Ids = None, object_ids: Ids = None
    ) -> None:
        """Deprecated: :meth:`write_body_link_velocity_to_sim_index`."""
        warn_renamed("write_object_link_velocity_to_sim", "write_body_link_velocity_to_sim_index")
        selection = self._select_bodies(env_ids, object_ids, full_data=False)
        self._write_velocities(object_velocity, "object_velocity", selection, of_com=False)

    def set_external_force_and_torque(
        self, forces: Array, torques: Array, object_ids: Ids = None, env_ids: Ids = None
    ) -> None:
        """Deprecated: :meth:`WrenchComposer.set_forces_and_torques` of :attr:`permanent_wrench_composer`.

        Empty forces end all wrenches of the collection, which is what :meth:`WrenchComposer.reset` is for.
        """
        warn_renamed("set_external_force_and_torque", "permanent_wrench_composer.set_forces_and_torques")
        if 0 in tuple(forces.shape):
            self.permanent_wrench_composer.reset()
            return
        self.permanent_wrench_composer.set_forces_and_torques(forces, torques, body_ids=object_ids, env_ids=env_ids)
