"""Older names of the methods that write joints and set their targets."""

from __future__ import annotations

from pippin.quantities.inputs import Array
from pippin.quantities.selection import Ids
from pippin.utils.deprecation import warn_renamed

from .joint_parameter_writes import JointParameterWrites
from .joint_state_writes import JointStateWrites
from .joint_targets import JointTargets


class DeprecatedJointWrites(JointStateWrites, JointTargets, JointParameterWrites):
    """Methods that do what those with names in ``_index`` do, with a DeprecationWarning."""

    def write_joint_state_to_sim(
        self, position: Array, velocity: Array, joint_ids: Ids = None, env_ids: Ids = None
    ) -> None:
        """Deprecated: :meth:`write_joint_position_to_sim_index` and :meth:`write_joint_velocity_to_sim_index`."""
        warn_renamed(
            "write_joint_state_to_sim", "write_joint_position_to_sim_index", "write_joint_velocity_to_sim_index"
        )
        self._write_joint_states(position, velocity, self._select_joints(env_ids, joint_ids, False))

    def write_joint_position_to_sim(self, position: Array, joint_ids: Ids = None, env_ids: Ids = None) -> None:
        """Deprecated: :meth:`write_joint_position_to_sim_index`."""
        warn_renamed("write_joint_position_to_sim", "write_joint_position_to_sim_index")
        self.write_joint_position_to_sim_index(position=position, joint_ids=joint_ids, env_ids=env_ids)

    def write_joint_velocity_to_sim(self, velocity: Array, joint_ids: Ids = None, env_ids: Ids = None) -> None:
        """Deprecated: :meth:`write_joint_velocity_to_sim_index`."""
        warn_renamed("write_joint_velocity_to_sim", "write_joint_velocity_to_sim_index")
        self.write_joint_velocity_to_sim_index(velocity=velocity, joint_ids=joint_ids, env_ids=env_ids)

    def set_joint_position_target(self, target: Array, joint_ids: Ids = None, env_ids: Ids = None) -> None:
        """Deprecated: :meth:`set_joint_position_target_index`."""
        warn_renamed("set_joint_position_target", "set_joint_position_target_index")
        self.set_joint_position_target_index(target=target, joint_ids=joint_ids, env_ids=env_ids)

    def set_joint_velocity_target(self, target: Array, joint_ids: Ids = None, env_ids: Ids = None) -> None:
        """Deprecated: :meth:`set_joint_velocity_target_index`."""
        warn_renamed("set_joint_velocity_target", "set_joint_velocity_target_index")
        self.set_joint_velocity_target_index(target=target, joint_ids=joint_ids, env_ids=env_ids)

    def set_joint_effort_target(self, target: Array, joint_ids: Ids = None, env_ids: Ids = None) -> None:
        """Deprecated: :meth:`set_joint_effort_target_index`."""
        warn_renamed("set_joint_effort_target", "set_joint_effort_target_index")
        self.set_joint_effort_target_index(target=target, joint_ids=joint_ids, env_ids=env_ids)

    def write_joint_stiffness_to_sim(
        self, stiffness: Array | float, joint_ids: Ids = None, env_ids: Ids = None
    ) -> None:
        """Deprecated: :meth:`write_joint_stiffness_to_sim_index`."""
        warn_renamed("write_joint_stiffness_to_sim", "write_joint_stiffness_to_sim_index")
        self.write_joint_stiffness_to_sim_index(stiffness=stiffness, joint_ids=joint_ids, env_ids=env_ids)

    def write_joint_damping_to_sim(self, damping: Array | float, joint_ids: Ids = None, env_ids: Ids = None) -> None:
        """Deprecated: :meth:`write_joint_damping_to_sim_index`."""
        warn_renamed("write_joint_damping_to_sim", "write_joint_damping_to_sim_index")
        self.write_joint_damping_to_sim_index(damping=damping, joint_ids=joint_ids, env_ids=env_ids)

    def write_joint_effort_limit_to_sim(
        self, limits: Array | float, joint_ids: Ids = None, env_ids: Ids = None
    ) -> None:
        """Deprecated: :meth:`write_joint_effort_limit_to_sim_index`."""
        warn_renamed("write_joint_effort_limit_to_sim", "write_joint_effort_limit_to_sim_index")
        self.write_joint_effort_limit_to_sim_index(limits=limits, joint_ids=joint_ids, env_ids=env_ids)

    def write_joint_velocity_limit_to_sim(
        self, limits: Array | float, joint_ids: Ids = None, env_ids: Ids = None
    ) -> None:
        """Deprecated: :meth:`write_joint_velocity_limit_to_sim_index`."""
        warn_renamed("write_joint_velocity_limit_to_sim", "write_joint_velocity_limit_to_sim_index")
        self.write_joint_velocity_limit_to_sim_index(limits=limits, joint_ids=joint_ids, env_ids=env_ids)

    def write_joint_position_limit_to_sim(
        self, limits: Array | float, joint_ids: Ids = None, env_ids: Ids = None, warn_limit_violation: bool = True
    ) -> None:
        """Deprecated: :meth:`write_joint_position_limit_to_sim_index`."""
        warn_renamed("write_joint_position_limit_to_sim", "write_joint_position_limit_to_sim_index")
        self.write_joint_position_limit_to_sim_index(
            limits=limits, joint_ids=joint_ids, env_ids=env_ids, warn_limit_violation=warn_limit_violation
        )

    def write_joint_limits_to_sim(
        self, limits: Array | float, joint_ids: Ids = None, env_ids: Ids = None, warn_limit_violation: bool = True
    ) -> None:
        """Deprecated: :meth:`write_joint_position_limit_to_sim_index`."""
        warn_renamed("write_joint_limits_to_sim", "write_joint_position_limit_to_sim_index")
        self.write_joint_position_limit_to_sim_index(
            limits=limits, joint_ids=joint_ids, env_ids=env_ids, warn_limit_violation=warn_limit_violation
        )

    def write_joint_armature_to_sim(self, armature: Array | float, joint_ids: Ids = None, env_ids: Ids = None) -> None:
        """Deprecated: :meth:`write_joint_armature_to_sim_index`."""
        warn_renamed("write_joint_armature_to_sim", "write_joint_armature_to_sim_index")
        self.write_joint_armature_to_sim_index(armature=armature, joint_ids=joint_ids, env_ids=env_ids)

    def write_joint_friction_to_sim(
        self, joint_friction: Array | float, joint_ids: Ids = None, env_ids: Ids = None
    ) -> None:
        """Deprecated: :meth:`write_joint_friction_coefficient_to_sim_index`."""
        warn_renamed("write_joint_friction_to_sim", "write_joint_friction_coefficient_to_sim_index")
        self.write_joint_friction_coefficient_to_sim_index(
            joint_friction_coeff=joint_friction, joint_ids=joint_ids, env_ids=env_ids
        )

    def write_joint_dynamic_friction_coefficient_to_sim(
        self,
        joint_dynamic_friction_coeff: Array | float,
        joint_ids: Ids = None,
        env_ids: Ids = None,
        full_data: bool = False,
    ) -> None:
        """Deprecated: :meth:`write_joint_dynamic_friction_coefficient_to_sim_index`."""
        warn_renamed(
            "write_joint_dynamic_friction_coefficient_to_sim", "write_joint_dynamic_friction_coefficient_to_sim_index"
        )
        self.write_joint_dynamic_friction_coefficient_to_sim_index(
            joint_dynamic_friction_coeff=joint_dynamic_friction_coeff,
            joint_ids=joint_ids,
            env_ids=env_ids,
            full_data=full_data,
        )

    def write_joint_viscous_friction_coefficient_to_sim(
        self,
        joint_viscous_friction_coeff: Array | float,
        joint_ids: Ids = None,
        env_ids: Ids = None,
        full_data: bool = False,
    ) -> None:
        """Deprecated: :meth:`write_joint_viscous_friction_coefficient_to_sim_index`."""
        warn_renamed(
            "write_joint_viscous_friction_coefficient_to_sim", "write_joint_viscous_friction_coefficient_to_sim_index"
        )
        self.write_joint_viscous_friction_coefficient_to_sim_index(
            joint_viscous_friction_coeff=joint_viscous_friction_coeff,
            joint_ids=joint_ids,
            env_ids=env_ids,
            full_data=full_data,
        )

    def write_joint_friction_coefficient_to_sim(
        self,
        joint_friction_coeff: Array | float,
        joint_dynamic_friction_coeff: Array | float | None = None,
        joint_viscous_friction_coeff: Array | float | None = None,
        joint_ids: Ids = None,
        env_ids: Ids = None,
        full_data: bool = False,
    ) -> None:
        """Deprecated: :meth:`write_joint_friction_coefficient_to_sim_index`."""
        warn_renamed("write_joint_friction_coefficient_to_sim", "write_joint_friction_coefficient_to_sim_index")
        self.write_joint_friction_coefficient_to_sim_index(
            joint_friction_coeff=joint_friction_coeff,
            joint_dynamic_friction_coeff=joint_dynamic_friction_coeff,
            joint_viscous_friction_coeff=joint_viscous_friction_coeff,
            joint_ids=joint_ids,
            env_ids=env_ids,
            full_data=full_data,
        )
