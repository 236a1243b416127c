"""Joints of articulations."""

from __future__ import annotations

import logging
from typing import Any, Protocol

import numpy as np
import torch
import warp as wp

from pippin.physics.views import UNLIMITED
from pippin.quantities.inputs import Array
from pippin.quantities.selection import Axis, Selection
from pippin.utils.torch_view import torch_view

from ..kernels import joints as kernels
from ..notices import warn_once
from ..part import AssetPart
from .data import ArticulationData

logger = logging.getLogger("pippin.assets.articulation.articulation")  # the class's module: programs set its level

NO_DYNAMIC_FRICTION = (
    "The engine has one dry friction for joints at rest and in motion, joint_friction_coeff: a "
    "joint_dynamic_friction_coeff that differs from it is kept and can be read, but has no effect."
)


class Joints(AssetPart):
    """The joints of each instance: state, targets, gains of the drives, limits, armature and friction.

    Their rows are those of :class:`~pippin.assets.ArticulationData`.

    Args:
        data: Data of the articulation.
        view: View of the articulation.
        instances: Rows of the arrays.
        soft_limit_factor: Part of the range between the position limits that the soft limits keep.
    """

    data: ArticulationData

    def __init__(self, data: ArticulationData, view: Any, instances: Axis, soft_limit_factor: float) -> None:
        super().__init__(data, view, instances, Axis("joint", view.num_joints, view.all_joints), view.joint_names)
        self._soft_limit_factor = soft_limit_factor

    def write(self, name: str, values: Array | float, selection: Selection) -> None:
        """Write a quantity, as other parts do; position limits take soft limits and default positions with them."""
        if name == "joint_pos_limits":
            self.write_position_limits(values, selection)
            return
        super().write(name, values, selection)
        if name == "joint_dynamic_friction_coeff" and not self._is_one_dry_friction():
            warn_once(NO_DYNAMIC_FRICTION)

    def write_together(self, values: dict[str, Array | float | None], selection: Selection) -> None:
        """Write several quantities, or none of them where one is refused.

        Args:
            values: Values by the name of the quantity; None leaves it as it is.
            selection: Instances and joints.
        """
        given = {name: value for name, value in values.items() if value is not None}
        checked = {name: self.writer(name).checked(value, selection) for name, value in given.items()}
        for name, array in checked.items():
            self.writer(name).store(array, selection)
        if "joint_dynamic_friction_coeff" in given and not self._is_one_dry_friction():
            warn_once(NO_DYNAMIC_FRICTION)

    def write_position_limits(self, limits: Array | float, selection: Selection, warn: bool = True) -> None:
        """Set position limits, move default positions into them, and derive the soft limits.

        Args:
            limits: Lower and upper limits [m, rad], shape (n, m, 2), or (n, m) of wp.vec2f.
            selection: Instances and joints.
            warn: Whether to log moved defaults as a warning; otherwise as information.
        """
        writer = self.writer("joint_pos_limits")
        values = writer.checked(limits, selection)
        if selection.is_empty:
            return
        finite = torch_view(values).clamp(-UNLIMITED, UNLIMITED).contiguous()
        writer.store(wp.from_torch(finite, dtype=wp.vec2f), selection)
        self.update_soft_limits(selection)
        self._clamp_defaults(selection, warn)

    def update_soft_limits(self, selection: Selection) -> None:
        """Derive the soft position limits from the position limits.

        Args:
            selection: Instances and joints.
        """
        wp.launch(
            kernels.soft_position_limits,
            dim=selection.num_ids,
            inputs=[
                self.data.joint_pos_limits.warp,
                self._soft_limit_factor,
                selection.rows.argument,
                selection.columns.argument,
            ],
            outputs=[self.data.soft_joint_pos_limits.warp],
            device=self.instances.device,
        )

    def adopt(self, name: str, values: torch.Tensor, joint_ids: list[int]) -> None:
        """Write a property where an actuator gives it another value than the asset.

        Args:
            name: The property.
            values: Values of the actuator, shape (N, m).
            joint_ids: The m joints.
        """
        if not torch.equal(values, getattr(self.data, name).torch[:, joint_ids]):
            self.write(name, values, self.select(None, joint_ids))

    # -- inside --------------------------------------------------------------------------------------------------------

    def _is_one_dry_friction(self) -> bool:
        """Whether static and dynamic friction are known to be equal everywhere; on a GPU it is not waited for."""
        data = self.data
        return self.instances.device.is_cpu and np.array_equal(
            data.joint_friction_coeff.numpy(), data.joint_dynamic_friction_coeff.numpy()
        )

    def _clamp_defaults(self, selection: Selection, warn: bool) -> None:
        """Move default positions into the position limits, and log for which joints that was needed."""
        device = self.instances.device
        violations = wp.zeros(len(self.names), dtype=int, device=device)
        wp.launch(
            kernels.clamp_to_limits,
            dim=selection.num_ids,
            inputs=[self.data.joint_pos_limits.warp, selection.rows.argument, selection.columns.argument],
            outputs=[self.data.default_joint_pos.warp, violations],
            device=device,
        )
        if device.is_capturing:  # then the result cannot be looked at
            return
        moved = [name for name, count in zip(self.names, violations.numpy(), strict=True) if count]
        if moved:
            logger.log(
                logging.WARNING if warn else logging.INFO,
                "The default positions of these joints were outside of their new limits and were moved to them: %s.",
                ", ".join(moved),
            )


class HasJoints(Protocol):
    """An asset with joints."""

    joints: Joints
