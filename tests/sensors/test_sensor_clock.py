"""Time that makes no sense is refused, and a clock that refused goes on as before."""

from __future__ import annotations

import math

import numpy as np
import pytest

from pippin.sensors.sensor_clock import SensorClock


@pytest.mark.parametrize(
    ("dt", "error"),
    [(math.nan, ValueError), (math.inf, ValueError), (-0.1, ValueError), (np.zeros(3), TypeError), (None, TypeError)],
)
def test_time_that_is_no_duration_is_refused(dt: object, error: type[Exception]) -> None:
    clock = SensorClock(2, period=0.1, device="cpu")
    clock.find_outdated()
    clock.finish_update()
    with pytest.raises(error, match="dt"):
        clock.advance(dt)
    clock.advance(np.float64(0.25))
    assert clock.find_outdated()
    assert clock.time.numpy() == pytest.approx([0.25, 0.25])
