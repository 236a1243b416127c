"""Wrenches that act on bodies in the next step only, beside those that stay until they are set again."""

from __future__ import annotations

import warp as wp

from .worlds import Worlds


@wp.kernel(enable_backward=False)
def add_wrenches(
    wrenches: wp.array2d(dtype=wp.spatial_vectorf),  # (W, nbody)
    wrenches_out: wp.array2d(dtype=wp.spatial_vectorf),  # (W, nbody)
):
    """Add wrenches to others."""
    world, body = wp.tid()
    wrenches_out[world, body] = wrenches_out[world, body] + wrenches[world, body]


class NextStepWrenches:
    """What views add to the wrenches of one variant's bodies for the next step.

    Costs nothing as long as there are none.

    Args:
        worlds: State of the variant's environments.
    """

    def __init__(self, worlds: Worlds) -> None:
        self._worlds = worlds
        self._wrenches: wp.array | None = None
        self._lasting: wp.array | None = None
        self._are_given = False

    def for_writing(self) -> wp.array:
        """Wrenches for the next step: forces [N] and torques [N m] about the centres of mass, in world axes.

        Returns:
            Array of shape (W, nbody), wp.spatial_vectorf, to which to add.
        """
        if self._wrenches is None:
            self._wrenches = wp.zeros_like(self._worlds.xfrc_applied)
            self._lasting = wp.zeros_like(self._worlds.xfrc_applied)
        self._are_given = True
        return self._wrenches

    @property
    def given(self) -> wp.array | None:
        """Wrenches for the next step, shape (W, nbody), wp.spatial_vectorf; None where there are none."""
        return self._wrenches if self._are_given else None

    def begin_step(self) -> None:
        """Let them act beside the wrenches that stay."""
        if self._wrenches is not None and self._are_given:
            wp.copy(self._lasting, self._worlds.xfrc_applied)
            wp.launch(
                add_wrenches,
                dim=self._wrenches.shape,
                inputs=[self._wrenches],
                outputs=[self._worlds.xfrc_applied],
                device=self._wrenches.device,
            )

    def end_step(self) -> None:
        """Forget them, and put back the wrenches that stay."""
        if self._wrenches is not None and self._are_given:
            wp.copy(self._worlds.xfrc_applied, self._lasting)
            self._wrenches.zero_()
            self._are_given = False
