"""When a sensor's data are to be computed, in each environment on its own."""

from __future__ import annotations

import warp as wp

from pippin.utils.checks import check_seconds
from pippin.utils.repeated_launch import RepeatedLaunch

from .kernels import clock


class SensorClock:
    """Time since the reset of each environment, and whether its data are due.

    While the sensor is not read, time passes on the host alone.

    Args:
        num_envs: Number of environments.
        period: Time between updates [s]; 0 for every step.
        device: Warp device.
    """

    def __init__(self, num_envs: int, period: float, device: str) -> None:
        self._num_envs = num_envs
        self._period = period
        self._device = device
        self._advance_clocks = RepeatedLaunch(clock.advance_clocks, device)
        self._finish_updates = RepeatedLaunch(clock.finish_updates, device)
        self._pending = 0.0
        self._has_advanced = False
        self._has_news = True
        self.time = wp.zeros(num_envs, dtype=float, device=device)
        """Time since the reset [s], shape (num_envs,), valid after :meth:`find_outdated`."""
        self.last_update = wp.zeros(num_envs, dtype=float, device=device)
        """Time of the last update [s], shape (num_envs,)."""
        self.outdated = wp.full(num_envs, value=True, dtype=wp.bool, device=device)
        """Environments whose update is due, shape (num_envs,), valid after :meth:`find_outdated`."""

    def advance(self, dt: float) -> None:
        """Let time pass [s], 0 included: with a period of 0 that makes every environment due.

        Raises:
            ValueError: The time is negative or not finite.
            TypeError: It is not a number.
        """
        self._pending += check_seconds("dt", dt)
        self._has_advanced = True

    def find_outdated(self) -> bool:
        """Bring the arrays up to date.

        Returns:
            Whether an update may be due.
        """
        if self._has_advanced:
            inputs = [self._pending, self._period, self.last_update]
            self._advance_clocks((self._num_envs,), inputs, [self.time, self.outdated])
            self._pending, self._has_advanced, self._has_news = 0.0, False, True
        return self._has_news

    def finish_update(self) -> None:
        """Say that the data of all outdated environments have been computed."""
        self._finish_updates((self._num_envs,), [self.time], [self.last_update, self.outdated])
        self._has_news = False

    def reset(self, env_ids: wp.array) -> None:
        """Start the clocks of environments at 0, with an update due.

        Args:
            env_ids: Environments, int32; -1 for none.
        """
        self.find_outdated()
        wp.launch(
            clock.reset_clocks,
            dim=env_ids.shape[0],
            inputs=[env_ids],
            outputs=[self.time, self.last_update, self.outdated],
            device=self._device,
        )
        self._has_news = True
