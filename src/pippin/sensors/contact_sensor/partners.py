"""Contacts of a sensor's body with single partners."""

from __future__ import annotations

import math

import warp as wp

from pippin.physics.views.contact_pair_view import ContactPairView

from . import partner_kernels as kernels
from .data import ContactSensorData


class PartnerContacts:
    """Takes what the engine measures of one body's contacts in each environment over into a sensor's data.

    Args:
        view: View of the contacts.
        data: Data of the sensor.
        device: Warp device.
    """

    def __init__(self, view: ContactPairView, data: ContactSensorData, device: str) -> None:
        assert data.force_matrix_w_history is not None
        self._view = view
        self._data = data
        self._history = data.force_matrix_w_history.warp
        self._device = device
        shape = (view.count, view.num_partners)
        self._normal, self._friction, self._points = (wp.zeros(shape, dtype=wp.vec3f, device=device) for _ in range(3))

    def record(self, elapsed: wp.array) -> None:
        """Measure where time has passed.

        Args:
            elapsed: Time that the measurement stands for in each environment [s], shape (N,).
        """
        data = self._data
        self._view.read(self._normal, self._friction, self._points)
        self._launch(
            kernels.record_with_history,
            [self._normal, elapsed],
            [data.force_matrix_w.warp, self._history],
        )
        if data.friction_force_matrix_w is not None and data.friction_force_matrix_w_history is not None:
            outputs = [data.friction_force_matrix_w.warp, data.friction_force_matrix_w_history.warp]
            self._launch(kernels.record_with_history, [self._friction, elapsed], outputs)
        if data.contact_pos_w is not None:
            self._launch(kernels.record, [self._points, elapsed], [data.contact_pos_w.warp])

    def clear(self, env_ids: wp.array) -> None:
        """Forget the measurements of environments.

        Args:
            env_ids: Environments, -1 for none, shape (n,), int32.
        """
        data, dim = self._data, (env_ids.shape[0], self._view.num_partners)
        for array, value in (
            (data.force_matrix_w, 0.0),
            (data.friction_force_matrix_w, 0.0),
            (data.contact_pos_w, math.nan),
        ):
            if array is not None:
                self._launch(kernels.clear, [env_ids, wp.vec3f(value)], [array.warp], dim)
        for history in (data.force_matrix_w_history, data.friction_force_matrix_w_history):
            if history is not None:
                self._launch(kernels.clear_history, [env_ids], [history.warp], dim)

    def _launch(
        self, kernel: wp.Kernel, inputs: list, outputs: list[wp.array], dim: tuple[int, int] | None = None
    ) -> None:
        wp.launch(kernel, dim=dim or self._normal.shape, inputs=inputs, outputs=outputs, device=self._device)
