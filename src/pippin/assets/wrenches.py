"""Forces and torques from outside that act on an asset's bodies in every step until they are changed."""

from __future__ import annotations

import warp as wp

from pippin.physics.views import BodyView

from .kernels import wrenches
from .selection import Selection

LINK_FRAME, WORLD_FRAME, AT_POSITION = 0, 1, 2
"""How a wrench is given: along axes of the link or the world, and with or without a point of application."""


class ExternalWrench:
    """Wrench on each body of each instance. As long as none is set, it costs nothing.

    Args:
        view: View of the asset.
    """

    def __init__(self, view: BodyView) -> None:
        shape = (view.count, view.num_links)
        self._view = view
        self._forces = wp.zeros(shape, dtype=wp.vec3f, device=view.device)
        self._torques = wp.zeros(shape, dtype=wp.vec3f, device=view.device)
        self._positions = wp.zeros(shape, dtype=wp.vec3f, device=view.device)
        self._frames = wp.zeros(shape, dtype=int, device=view.device)
        self._is_active = False  # there are wrenches, or the engine has not been told yet that there are none any more
        self._ends = False  # all wrenches are 0: telling the engine once more is enough

    def set(
        self, forces: wp.array, torques: wp.array, positions: wp.array | None, in_world: bool, selection: Selection
    ) -> None:
        """Set the wrenches on selected bodies.

        Args:
            forces: Forces [N], shape (n, m), wp.vec3f.
            torques: Torques [N m] about the centre of mass, or about the position, shape (n, m), wp.vec3f.
            positions: Points where the forces act [m], shape (n, m), wp.vec3f; None for the centres of mass.
            in_world: Whether all of these are in the world; otherwise in the link frames.
            selection: Instances and bodies.
        """
        frame = (WORLD_FRAME if in_world else LINK_FRAME) + (0 if positions is None else AT_POSITION)
        wp.launch(
            wrenches.scatter_wrenches,
            dim=selection.num_ids,
            inputs=[
                forces,
                torques,
                forces if positions is None else positions,
                frame,
                selection.rows,
                selection.columns,
            ],
            outputs=[self._forces, self._torques, self._positions, self._frames],
            device=self._view.device,
        )
        self._is_active = True
        self._ends = self._is_known_to_be_zero()

    def reset(self, rows: wp.array | None = None) -> None:
        """Set the wrenches of instances to 0.

        Args:
            rows: Instances, int32; None for all.
        """
        if not self._is_active:
            return
        rows = self._view.all_rows if rows is None else rows
        wp.launch(
            wrenches.clear_wrenches,
            dim=(rows.shape[0], self._view.num_links),
            inputs=[rows],
            outputs=[self._forces, self._torques],
            device=self._view.device,
        )
        self._ends = rows is self._view.all_rows or self._is_known_to_be_zero()

    def apply(self) -> None:
        """Tell the engine of the wrenches for the next step, if there are any or were any in the last one."""
        if self._is_active:
            self._view.apply_wrenches(self._forces, self._torques, self._positions, self._frames)
            self._is_active = not self._ends

    def _is_known_to_be_zero(self) -> bool:
        """Whether all wrenches are 0, as far as can be seen without waiting for a GPU."""
        return self._forces.device.is_cpu and not self._forces.numpy().any() and not self._torques.numpy().any()
