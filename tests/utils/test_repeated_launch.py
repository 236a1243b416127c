"""Kernels that are launched again with other arguments."""

from __future__ import annotations

import numpy as np
import pytest
import warp as wp

from pippin.utils.repeated_launch import RepeatedLaunch


@wp.kernel(enable_backward=False)
def add_scaled(values: wp.array(dtype=float), factor: float, totals_out: wp.array(dtype=float)):
    """Add values times a factor."""
    i = wp.tid()
    totals_out[i] += factor * values[i]


def test_each_launch_has_its_own_arguments(device: str) -> None:
    """Arrays, numbers and the number of threads may change from call to call, and may come back."""
    launch = RepeatedLaunch(add_scaled, device)
    first, second = (wp.array(values, dtype=float, device=device) for values in ([1.0, 2.0, 3.0], [10.0, 20.0, 30.0]))
    totals, others = (wp.zeros(3, dtype=float, device=device) for _ in range(2))
    launch((3,), [first, 1.0], [totals])
    launch((3,), [second, 1.0], [totals])
    launch((2,), [second, 0.5], [totals])
    launch((0,), [second, 100.0], [totals])
    launch((3,), [first, 2.0], [others])
    launch((3,), [first, 2.0], [totals])
    np.testing.assert_allclose(totals.numpy(), [1 + 10 + 5 + 2, 2 + 20 + 10 + 4, 3 + 30 + 6])
    np.testing.assert_allclose(others.numpy(), [2.0, 4.0, 6.0])


def test_contents_are_those_at_the_time_of_the_call(device: str) -> None:
    launch = RepeatedLaunch(add_scaled, device)
    values, totals = wp.ones(3, dtype=float, device=device), wp.zeros(3, dtype=float, device=device)
    launch((3,), [values, 1.0], [totals])
    values.fill_(5.0)
    launch((3,), [values, 1.0], [totals])
    np.testing.assert_allclose(totals.numpy(), 6.0)


@pytest.mark.parametrize("device", ["cpu", pytest.param("cuda:0", marks=pytest.mark.gpu)])
def test_launches_can_be_captured(device: str) -> None:
    launch = RepeatedLaunch(add_scaled, device)
    values, totals = wp.ones(3, dtype=float, device=device), wp.zeros(3, dtype=float, device=device)
    launch((3,), [values, 1.0], [totals])
    with wp.ScopedCapture(device) as capture:
        launch((3,), [values, 2.0], [totals])
    launch((3,), [values, 100.0], [totals])
    for _ in range(3):
        wp.capture_launch(capture.graph)
    np.testing.assert_allclose(totals.numpy(), 1.0 + 100.0 + 3 * 2.0)
