"""Writing properties of joints: gains of the drives, limits, armature and friction."""

from __future__ import annotations

import logging

import numpy as np
import warp as wp

from pippin.physics.views import UNLIMITED
from pippin.quantities.inputs import Array, filled_array, kernel_array, require_at_least
from pippin.quantities.selection import Ids, Mask, Selection
from pippin.utils.torch_view import torch_view

from ..kernels import joints as kernels
from ..notices import warn_once
from .joint_asset import JointAsset
from .joint_parameters import JOINT_PARAMETERS

logger = logging.getLogger("pippin")

NO_DYNAMIC_FRICTION = (
    "The engine has one dry friction for joints at rest and in motion, joint_friction_coeff: a "
    "joint_dynamic_friction_coeff that differs from it is kept and can be read, but has no effect."
)


class JointParameterWrites(JointAsset):
    """Methods that change properties of joints at once. Numbers stand for arrays filled with them.

    Arguments and errors are those of :mod:`pippin.quantities.inputs` and :mod:`pippin.quantities.selection`; all but
    position limits have to be at least 0. A call that is refused changes nothing.
    """

    # -- gains of the drives -------------------------------------------------------------------------------------------

    def write_joint_stiffness_to_sim_index(
        self, *, stiffness: Array | float, joint_ids: Ids = None, env_ids: Ids = None, full_data: bool = False
    ) -> None:
        """Set the stiffness of the engine's drives. Explicit actuators have gains of their own beside it.

        Args:
            stiffness: Stiffness [N/m, N m/rad], shape (n, m), float32.
            joint_ids: The m joints; None means all.
            env_ids: The n instances; None means all.
            full_data: Whether ``stiffness`` covers all instances and joints, of which the ids choose.
        """
        self._write_parameter("joint_stiffness", stiffness, self._select_joints(env_ids, joint_ids, full_data))

    def write_joint_stiffness_to_sim_mask(
        self, *, stiffness: Array | float, joint_mask: Mask = None, env_mask: Mask = None
    ) -> None:
        """Set the stiffness of the engine's drives where masks hold: shape (N, J)."""
        self._write_parameter("joint_stiffness", stiffness, self._mask_joints(env_mask, joint_mask))

    def write_joint_damping_to_sim_index(
        self, *, damping: Array | float, joint_ids: Ids = None, env_ids: Ids = None, full_data: bool = False
    ) -> None:
        """Set the damping of the engine's drives. Explicit actuators have gains of their own beside it.

        Args:
            damping: Damping [N s/m, N m s/rad], shape (n, m), float32.
            joint_ids: The m joints; None means all.
            env_ids: The n instances; None means all.
            full_data: Whether ``damping`` covers all instances and joints, of which the ids choose.
        """
        self._write_parameter("joint_damping", damping, self._select_joints(env_ids, joint_ids, full_data))

    def write_joint_damping_to_sim_mask(
        self, *, damping: Array | float, joint_mask: Mask = None, env_mask: Mask = None
    ) -> None:
        """Set the damping of the engine's drives where masks hold: shape (N, J)."""
        self._write_parameter("joint_damping", damping, self._mask_joints(env_mask, joint_mask))

    # -- limits --------------------------------------------------------------------------------------------------------

    def write_joint_effort_limit_to_sim_index(
        self, *, limits: Array | float, joint_ids: Ids = None, env_ids: Ids = None, full_data: bool = False
    ) -> None:
        """Set the largest efforts of the engine's drives, to which it clips them.

        Args:
            limits: Efforts [N, N m], shape (n, m), float32.
            joint_ids: The m joints; None means all.
            env_ids: The n instances; None means all.
            full_data: Whether ``limits`` covers all instances and joints, of which the ids choose.
        """
        self._write_parameter("joint_effort_limits", limits, self._select_joints(env_ids, joint_ids, full_data))

    def write_joint_effort_limit_to_sim_mask(
        self, *, limits: Array | float, joint_mask: Mask = None, env_mask: Mask = None
    ) -> None:
        """Set the largest efforts of the engine's drives where masks hold: shape (N, J)."""
        self._write_parameter("joint_effort_limits", limits, self._mask_joints(env_mask, joint_mask))

    def write_joint_velocity_limit_to_sim_index(
        self, *, limits: Array | float, joint_ids: Ids = None, env_ids: Ids = None, full_data: bool = False
    ) -> None:
        """Set velocity limits of joints, which the engine enforces; see :mod:`pippin.physics.backends.joint_limits`.

        Args:
            limits: Velocities [m/s, rad/s], shape (n, m), float32.
            joint_ids: The m joints; None means all.
            env_ids: The n instances; None means all.
            full_data: Whether ``limits`` covers all instances and joints, of which the ids choose.
        """
        self._write_parameter("joint_vel_limits", limits, self._select_joints(env_ids, joint_ids, full_data))

    def write_joint_velocity_limit_to_sim_mask(
        self, *, limits: Array | float, joint_mask: Mask = None, env_mask: Mask = None
    ) -> None:
        """Set velocity limits of joints, which the engine enforces, where masks hold: shape (N, J)."""
        self._write_parameter("joint_vel_limits", limits, self._mask_joints(env_mask, joint_mask))

    def write_joint_position_limit_to_sim_index(
        self,
        *,
        limits: Array | float,
        joint_ids: Ids = None,
        env_ids: Ids = None,
        full_data: bool = False,
        warn_limit_violation: bool = True,
    ) -> None:
        """Set position limits of joints, and soft limits with them.

        Default positions outside of the new limits are moved to the limits, which is logged.

        Args:
            limits: Lower and upper limits [m, rad], shape (n, m, 2), or (n, m) of wp.vec2f.
            joint_ids: The m joints; None means all.
            env_ids: The n instances; None means all.
            full_data: Whether ``limits`` covers all instances and joints, of which the ids choose.
            warn_limit_violation: Whether to log moved defaults as a warning; otherwise as information.
        """
        selection = self._select_joints(env_ids, joint_ids, full_data)
        self._write_position_limits(limits, selection, warn_limit_violation)

    def write_joint_position_limit_to_sim_mask(
        self,
        *,
        limits: Array | float,
        joint_mask: Mask = None,
        env_mask: Mask = None,
        warn_limit_violation: bool = True,
    ) -> None:
        """Set position limits of joints, and soft limits with them, where masks hold: shape (N, J, 2).

        The arguments are those of :meth:`write_joint_position_limit_to_sim_index`.
        """
        self._write_position_limits(limits, self._mask_joints(env_mask, joint_mask), warn_limit_violation)

    # -- armature ------------------------------------------------------------------------------------------------------

    def write_joint_armature_to_sim_index(
        self, *, armature: Array | float, joint_ids: Ids = None, env_ids: Ids = None, full_data: bool = False
    ) -> None:
        """Set the inertia that is added to joints, such as that of the motors' rotors.

        Args:
            armature: Inertia [kg, kg m^2], shape (n, m), float32.
            joint_ids: The m joints; None means all.
            env_ids: The n instances; None means all.
            full_data: Whether ``armature`` covers all instances and joints, of which the ids choose.
        """
        self._write_parameter("joint_armature", armature, self._select_joints(env_ids, joint_ids, full_data))

    def write_joint_armature_to_sim_mask(
        self, *, armature: Array | float, joint_mask: Mask = None, env_mask: Mask = None
    ) -> None:
        """Set the inertia that is added to joints where masks hold: shape (N, J)."""
        self._write_parameter("joint_armature", armature, self._mask_joints(env_mask, joint_mask))

    # -- friction ------------------------------------------------------------------------------------------------------

    def write_joint_friction_coefficient_to_sim_index(
        self,
        *,
        joint_friction_coeff: Array | float,
        joint_dynamic_friction_coeff: Array | float | None = None,
        joint_viscous_friction_coeff: Array | float | None = None,
        joint_ids: Ids = None,
        env_ids: Ids = None,
        full_data: bool = False,
    ) -> None:
        """Set the friction of joints.

        The engine's friction has a dry part, the effort up to which it holds a joint at rest and with which it brakes a
        moving one, and a viscous part, which grows with the velocity.

        Args:
            joint_friction_coeff: Dry friction [N, N m], shape (n, m), float32.
            joint_dynamic_friction_coeff: Dry friction in motion [N, N m], shape (n, m), float32; None leaves it as it
                is. It is kept to be read: the engine uses ``joint_friction_coeff`` in motion too.
            joint_viscous_friction_coeff: Viscous friction [N s/m, N m s/rad], shape (n, m), float32; None leaves it as
                it is.
            joint_ids: The m joints; None means all.
            env_ids: The n instances; None means all.
            full_data: Whether the values cover all instances and joints, of which the ids choose.
        """
        self._write_friction(
            self._select_joints(env_ids, joint_ids, full_data),
            joint_friction_coeff,
            joint_dynamic_friction_coeff,
            joint_viscous_friction_coeff,
        )

    def write_joint_friction_coefficient_to_sim_mask(
        self,
        *,
        joint_friction_coeff: Array | float,
        joint_dynamic_friction_coeff: Array | float | None = None,
        joint_viscous_friction_coeff: Array | float | None = None,
        joint_mask: Mask = None,
        env_mask: Mask = None,
    ) -> None:
        """Set the friction of joints where masks hold: values of shape (N, J).

        The arguments are those of :meth:`write_joint_friction_coefficient_to_sim_index`.
        """
        self._write_friction(
            self._mask_joints(env_mask, joint_mask),
            joint_friction_coeff,
            joint_dynamic_friction_coeff,
            joint_viscous_friction_coeff,
        )

    def write_joint_dynamic_friction_coefficient_to_sim_index(
        self,
        *,
        joint_dynamic_friction_coeff: Array | float,
        joint_ids: Ids = None,
        env_ids: Ids = None,
        full_data: bool = False,
    ) -> None:
        """Set the dry friction of moving joints. It is kept to be read: the engine has one dry friction.

        Args:
            joint_dynamic_friction_coeff: Dry friction in motion [N, N m], shape (n, m), float32.
            joint_ids: The m joints; None means all.
            env_ids: The n instances; None means all.
            full_data: Whether the values cover all instances and joints, of which the ids choose.
        """
        selection = self._select_joints(env_ids, joint_ids, full_data)
        self._write_friction(selection, None, joint_dynamic_friction_coeff, None)

    def write_joint_dynamic_friction_coefficient_to_sim_mask(
        self, *, joint_dynamic_friction_coeff: Array | float, joint_mask: Mask = None, env_mask: Mask = None
    ) -> None:
        """Set the dry friction of moving joints, which is kept to be read, where masks hold: shape (N, J)."""
        self._write_friction(self._mask_joints(env_mask, joint_mask), None, joint_dynamic_friction_coeff, None)

    def write_joint_viscous_friction_coefficient_to_sim_index(
        self,
        *,
        joint_viscous_friction_coeff: Array | float,
        joint_ids: Ids = None,
        env_ids: Ids = None,
        full_data: bool = False,
    ) -> None:
        """Set the friction that grows with the velocity of joints.

        Args:
            joint_viscous_friction_coeff: Viscous friction [N s/m, N m s/rad], shape (n, m), float32.
            joint_ids: The m joints; None means all.
            env_ids: The n instances; None means all.
            full_data: Whether the values cover all instances and joints, of which the ids choose.
        """
        selection = self._select_joints(env_ids, joint_ids, full_data)
        self._write_friction(selection, None, None, joint_viscous_friction_coeff)

    def write_joint_viscous_friction_coefficient_to_sim_mask(
        self, *, joint_viscous_friction_coeff: Array | float, joint_mask: Mask = None, env_mask: Mask = None
    ) -> None:
        """Set the friction that grows with the velocity of joints where masks hold: shape (N, J)."""
        self._write_friction(self._mask_joints(env_mask, joint_mask), None, None, joint_viscous_friction_coeff)

    # -- inside --------------------------------------------------------------------------------------------------------

    def _write_parameter(self, name: str, values: Array | float, selection: Selection) -> None:
        """Set a property of joints.

        Args:
            name: A key of :data:`JOINT_PARAMETERS`.
            values: What the user gave.
            selection: Instances and joints.
        """
        self._store_parameter(name, self._checked_parameter(name, values, selection), selection)

    def _checked_parameter(self, name: str, values: Array | float, selection: Selection) -> wp.array:
        """Array of the selection's shape from what the user gave; raises where that makes no sense."""
        parameter = JOINT_PARAMETERS[name]
        is_filled = parameter.dtype is not wp.float32 or isinstance(values, (int, float))
        read = filled_array if is_filled else kernel_array
        array = read(values, parameter.argument, selection.shape, parameter.dtype, self._device)
        require_at_least(selection.values_on_host(array), parameter.argument, parameter.lowest)
        return array

    def _store_parameter(self, name: str, values: wp.array, selection: Selection) -> None:
        """Write checked values into the data and the engine."""
        if selection.is_empty:
            return
        parameter = JOINT_PARAMETERS[name]
        self._data.default_of(name)
        kept = getattr(self._data, name)
        if parameter.write is None:
            self._scatter(values, selection, kept, parameter.lowest)
            return
        parameter.write(self.root_view, values, selection.rows, selection.columns, selection.full_data, kept=kept.warp)

    def _write_friction(
        self,
        selection: Selection,
        static: Array | float | None,
        dynamic: Array | float | None,
        viscous: Array | float | None,
    ) -> None:
        given = {
            "joint_friction_coeff": static,
            "joint_dynamic_friction_coeff": dynamic,
            "joint_viscous_friction_coeff": viscous,
        }
        given = {name: values for name, values in given.items() if values is not None}
        checked = {name: self._checked_parameter(name, values, selection) for name, values in given.items()}
        for name, values in checked.items():
            self._store_parameter(name, values, selection)
        if dynamic is not None and not self._is_one_dry_friction():
            warn_once(NO_DYNAMIC_FRICTION)

    def _is_one_dry_friction(self) -> bool:
        """Whether static and dynamic friction are known to be equal everywhere; on a GPU nobody waits to see."""
        data = self._data
        return self._device.is_cpu and np.array_equal(
            data.joint_friction_coeff.numpy(), data.joint_dynamic_friction_coeff.numpy()
        )

    def _write_position_limits(self, limits: Array | float, selection: Selection, warn: bool) -> None:
        values = self._checked_parameter("joint_pos_limits", limits, selection)
        on_host = selection.values_on_host(values)
        if on_host is not None and (on_host[..., 0] > on_host[..., 1]).any():
            raise ValueError("'limits' holds lower limits above upper ones; nothing was written.")
        if selection.is_empty:
            return
        finite = torch_view(values).clamp(-UNLIMITED, UNLIMITED).contiguous()
        self._store_parameter("joint_pos_limits", wp.from_torch(finite, dtype=wp.vec2f), selection)
        self._update_soft_limits(selection)
        self._clamp_defaults(selection, warn)

    def _update_soft_limits(self, selection: Selection) -> None:
        """Derive the soft position limits from the position limits."""
        wp.launch(
            kernels.soft_position_limits,
            dim=selection.num_ids,
            inputs=[
                self._data.joint_pos_limits.warp,
                self.cfg.soft_joint_pos_limit_factor,
                selection.rows.argument,
                selection.columns.argument,
            ],
            outputs=[self._data.soft_joint_pos_limits.warp],
            device=self._device,
        )

    def _clamp_defaults(self, selection: Selection, warn: bool) -> None:
        """Move default positions into the position limits, and log for which joints that was needed."""
        violations = wp.zeros(self.num_joints, dtype=int, device=self._device)
        wp.launch(
            kernels.clamp_to_limits,
            dim=selection.num_ids,
            inputs=[self._data.joint_pos_limits.warp, selection.rows.argument, selection.columns.argument],
            outputs=[self._data.default_joint_pos.warp, violations],
            device=self._device,
        )
        if self._device.is_capturing:  # then nobody can look at the result
            return
        moved = [name for name, count in zip(self.joint_names, violations.numpy(), strict=True) if count]
        if moved:
            logger.log(
                logging.WARNING if warn else logging.INFO,
                "The default positions of these joints were outside of their new limits and were moved to them: %s.",
                ", ".join(moved),
            )
