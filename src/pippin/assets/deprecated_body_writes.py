"""Older names of the methods that write roots, mass properties and wrenches."""

from __future__ import annotations

from pippin.quantities.inputs import Array
from pippin.quantities.selection import Ids
from pippin.utils.deprecation import warn_renamed

from .body_writes import BodyWrites
from .root_writes import RootWrites


class DeprecatedBodyWrites(RootWrites, BodyWrites):
    """Methods that do what others with names in ``_index`` do, with a DeprecationWarning.

    States are (position [m], quaternion x y z w, linear velocity [m/s], angular velocity [rad/s]), shape (n, 13).
    """

    def write_root_state_to_sim(self, root_state: Array, env_ids: Ids = None) -> None:
        """Deprecated: :meth:`write_root_link_pose_to_sim_index` and :meth:`write_root_com_velocity_to_sim_index`."""
        warn_renamed(
            "write_root_state_to_sim", "write_root_link_pose_to_sim_index", "write_root_com_velocity_to_sim_index"
        )
        self._write_root_state(root_state, env_ids, pose_of_com=False, velocity_of_com=True)

    def write_root_com_state_to_sim(self, root_state: Array, env_ids: Ids = None) -> None:
        """Deprecated: :meth:`write_root_com_pose_to_sim_index` and :meth:`write_root_com_velocity_to_sim_index`."""
        warn_renamed(
            "write_root_com_state_to_sim", "write_root_com_pose_to_sim_index", "write_root_com_velocity_to_sim_index"
        )
        self._write_root_state(root_state, env_ids, pose_of_com=True, velocity_of_com=True)

    def write_root_link_state_to_sim(self, root_state: Array, env_ids: Ids = None) -> None:
        """Deprecated: :meth:`write_root_link_pose_to_sim_index` and :meth:`write_root_link_velocity_to_sim_index`."""
        warn_renamed(
            "write_root_link_state_to_sim", "write_root_link_pose_to_sim_index", "write_root_link_velocity_to_sim_index"
        )
        self._write_root_state(root_state, env_ids, pose_of_com=False, velocity_of_com=False)

    def write_root_pose_to_sim(self, root_pose: Array, env_ids: Ids = None) -> None:
        """Deprecated: :meth:`write_root_pose_to_sim_index`."""
        warn_renamed("write_root_pose_to_sim", "write_root_pose_to_sim_index")
        self.write_root_pose_to_sim_index(root_pose=root_pose, env_ids=env_ids)

    def write_root_link_pose_to_sim(self, root_pose: Array, env_ids: Ids = None) -> None:
        """Deprecated: :meth:`write_root_link_pose_to_sim_index`."""
        warn_renamed("write_root_link_pose_to_sim", "write_root_link_pose_to_sim_index")
        self.write_root_link_pose_to_sim_index(root_pose=root_pose, env_ids=env_ids)

    def write_root_com_pose_to_sim(self, root_pose: Array, env_ids: Ids = None) -> None:
        """Deprecated: :meth:`write_root_com_pose_to_sim_index`."""
        warn_renamed("write_root_com_pose_to_sim", "write_root_com_pose_to_sim_index")
        self.write_root_com_pose_to_sim_index(root_pose=root_pose, env_ids=env_ids)

    def write_root_velocity_to_sim(self, root_velocity: Array, env_ids: Ids = None) -> None:
        """Deprecated: :meth:`write_root_velocity_to_sim_index`."""
        warn_renamed("write_root_velocity_to_sim", "write_root_velocity_to_sim_index")
        self.write_root_velocity_to_sim_index(root_velocity=root_velocity, env_ids=env_ids)

    def write_root_com_velocity_to_sim(self, root_velocity: Array, env_ids: Ids = None) -> None:
        """Deprecated: :meth:`write_root_com_velocity_to_sim_index`."""
        warn_renamed("write_root_com_velocity_to_sim", "write_root_com_velocity_to_sim_index")
        self.write_root_com_velocity_to_sim_index(root_velocity=root_velocity, env_ids=env_ids)

    def write_root_link_velocity_to_sim(self, root_velocity: Array, env_ids: Ids = None) -> None:
        """Deprecated: :meth:`write_root_link_velocity_to_sim_index`."""
        warn_renamed("write_root_link_velocity_to_sim", "write_root_link_velocity_to_sim_index")
        self.write_root_link_velocity_to_sim_index(root_velocity=root_velocity, env_ids=env_ids)

    def set_masses(self, masses: Array, body_ids: Ids = None, env_ids: Ids = None) -> None:
        """Deprecated: :meth:`set_masses_index`."""
        warn_renamed("set_masses", "set_masses_index")
        self.set_masses_index(masses=masses, body_ids=body_ids, env_ids=env_ids)

    def set_coms(self, coms: Array, body_ids: Ids = None, env_ids: Ids = None) -> None:
        """Deprecated: :meth:`set_coms_index`."""
        warn_renamed("set_coms", "set_coms_index")
        self.set_coms_index(coms=coms, body_ids=body_ids, env_ids=env_ids)

    def set_inertias(self, inertias: Array, body_ids: Ids = None, env_ids: Ids = None) -> None:
        """Deprecated: :meth:`set_inertias_index`."""
        warn_renamed("set_inertias", "set_inertias_index")
        self.set_inertias_index(inertias=inertias, body_ids=body_ids, env_ids=env_ids)

    def set_external_force_and_torque(
        self,
        forces: Array,
        torques: Array,
        positions: Array | None = None,
        body_ids: Ids = None,
        env_ids: Ids = None,
        is_global: bool = False,
    ) -> None:
        """Deprecated: :meth:`WrenchComposer.set_forces_and_torques` of :attr:`permanent_wrench_composer`.

        Empty forces end all wrenches of the asset, which is what :meth:`WrenchComposer.reset` is for.
        """
        warn_renamed("set_external_force_and_torque", "permanent_wrench_composer.set_forces_and_torques")
        if 0 in tuple(forces.shape):
            self.permanent_wrench_composer.reset()
            return
        self.permanent_wrench_composer.set_forces_and_torques(forces, torques, positions, body_ids, env_ids, is_global)
