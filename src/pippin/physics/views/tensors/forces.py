"""Forces and torques that act on bodies in the next step."""

from __future__ import annotations

import warp as wp

from .. import applied_wrench_kernels
from .base import Indices, TensorView, Values, as_elements


class ForceTensorView(TensorView):
    """Forces on the L bodies of each of N instances, beside the wrenches that the asset hands to the engine.

    What is applied in several calls adds up. It keeps its direction in the world while the body turns, acts throughout
    the next step, and is gone after it.
    """

    def apply_forces(self, data: Values, indices: Indices = None, is_global: bool = True) -> None:
        """Apply forces at the centres of mass in the next step.

        Args:
            data: Forces [N], shape (N, L, 3), or (N, 3) for rigid bodies; (N * L, 3) will do.
            indices: Rows that they are applied to; None means all.
            is_global: Whether they are in world axes; otherwise in those of the link frames.
        """
        self.apply_forces_and_torques_at_position(data, None, None, indices, is_global)

    def apply_forces_and_torques_at_position(
        self,
        force_data: Values | None,
        torque_data: Values | None,
        position_data: Values | None,
        indices: Indices = None,
        is_global: bool = True,
    ) -> None:
        """Apply forces and torques in the next step.

        Args:
            force_data: Forces [N], shape (N, L, 3), or (N, 3) for rigid bodies; (N * L, 3) will do. None for none.
            torque_data: Torques [N m] of the same shape, in addition to the moments of the forces; None for none.
            position_data: Points [m] where the forces act, of the same shape; None for the centres of mass.
            indices: Rows that they are applied to; None means all.
            is_global: Whether all of these are in the world; otherwise in the link frames of the bodies.

        Raises:
            ValueError: There is neither force nor torque, or there are positions without forces.
        """
        if force_data is None and torque_data is None:
            raise ValueError("There is nothing to apply: both 'force_data' and 'torque_data' are None.")
        if force_data is None and position_data is not None:
            raise ValueError("'position_data' says where forces act, but 'force_data' is None.")
        vectors = {"force_data": force_data, "torque_data": torque_data, "position_data": position_data}
        arrays = [self._vectors(values, name) for name, values in vectors.items()]
        rows = self._choose(self._rows(indices), self.count)
        for part, frames in self._parts:
            frames.kinematics.update(self.scene.state_version)
            wp.launch(
                applied_wrench_kernels.apply_wrenches,
                dim=(rows.num_threads, self.num_links),
                inputs=[
                    *arrays,
                    bool(is_global),
                    rows.argument,
                    part.world_of,
                    part.slot_of,
                    part.bodies,
                    frames.kinematics.poses,
                    frames.com_poses,
                    frames.com_stride,
                ],
                outputs=[self.scene.next_step_wrenches[part.variant].for_writing()],
                device=self.device,
            )

    def _vectors(self, values: Values | None, name: str) -> wp.array:
        """Vectors of all bodies, shape (N, L), wp.vec3f; (0, 0) for None."""
        if values is None:
            return wp.empty((0, 0), dtype=wp.vec3f, device=self.device)
        return as_elements(self._given(values, name, self.count, self.num_links, 3, flat=True), wp.vec3f)
