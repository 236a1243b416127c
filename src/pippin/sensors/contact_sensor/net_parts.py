"""The net forces on a sensor's bodies, parted into friction and normal forces."""

from __future__ import annotations

import warp as wp

from pippin.physics.views.contact_pair_view import ContactPairView
from pippin.utils.repeated_launch import RepeatedLaunch

from . import kernels
from .data import ContactSensorData


class NetParts:
    """Takes friction over into a sensor's data, and what is left of the net forces without it.

    Args:
        view: View of the contacts of each body with anything.
        data: Data of the sensor.
        device: Warp device.
    """

    def __init__(self, view: ContactPairView, data: ContactSensorData, device: str) -> None:
        self._view = view
        friction, normal = data.net_friction_forces_w, data.net_normal_forces_w
        friction_history, normal_history = data.net_friction_forces_w_history, data.net_normal_forces_w_history
        assert friction is not None and friction_history is not None
        self._outputs = [[friction.warp, friction_history.warp], [normal.warp, normal_history.warp]]
        self._normal, self._friction, self._points, self._rest = (
            wp.zeros((view.count, 1), dtype=wp.vec3f, device=device) for _ in range(4)
        )
        self._subtract = RepeatedLaunch(kernels.subtract, device)
        self._record = [RepeatedLaunch(kernels.record_forces, device) for _ in self._outputs]
        self._clear = [RepeatedLaunch(kernels.clear_forces, device) for _ in self._outputs]

    def record(self, forces: wp.array, elapsed: wp.array) -> None:
        """Measure where time has passed.

        Args:
            forces: Net forces on the bodies in the world [N], shape (N * B, 1), wp.vec3f.
            elapsed: Time that the measurement stands for in each environment [s], shape (N,).
        """
        self._view.read(self._normal, self._friction, self._points)
        self._subtract((self._view.count,), [forces, self._friction], [self._rest])
        for record, values, outputs in zip(self._record, (self._friction, self._rest), self._outputs, strict=True):
            record(outputs[0].shape, [values, elapsed], outputs)

    def clear(self, env_ids: wp.array, unmeasured: wp.array) -> None:
        """Forget the measurements of environments.

        Args:
            env_ids: Environments, -1 for none, shape (n,), int32.
            unmeasured: Time since the last measurement [s], shape (N,), which becomes 0 for them.
        """
        for clear, outputs in zip(self._clear, self._outputs, strict=True):
            clear((env_ids.shape[0], outputs[0].shape[1]), [env_ids], [unmeasured, *outputs])
