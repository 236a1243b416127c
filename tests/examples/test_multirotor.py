"""The example of the multirotors reaches what it promises."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType

import numpy as np
import pytest


@pytest.fixture
def example(load_example: Callable[[str], ModuleType]) -> ModuleType:
    """The example."""
    return load_example("multirotor/fly")


@pytest.mark.slow
def test_quadrotors_hover_where_they_should_and_fly_through_the_waypoints(example: ModuleType) -> None:
    flight = example.fly(num_envs=3)
    np.testing.assert_allclose(flight.hover_errors[0], example.OFFSET, atol=1e-3)
    assert flight.hover_errors[-1].max() < 0.02, "from 0.5 m away to 2 cm in 5 s"
    assert flight.tracking_errors.max() < 0.05
    distances = np.linalg.norm(flight.path[:, None] - example.WAYPOINTS.numpy(), axis=2).min(axis=0)
    assert (distances < 0.02).all(), "the first quadrotor passes each waypoint within 2 cm"


def test_the_reference_is_smooth(example: ModuleType) -> None:
    """Each rate is the derivative of what comes before it, by central differences inside of a leg."""
    import torch

    time, h = torch.tensor([0.3, 1.1, 3.0, 7.7]).double(), 1e-4
    before, here, after = (example.reference(time + shift) for shift in (-h, 0.0, h))
    for order in range(3):
        derivative = (after[order] - before[order]) / (2.0 * h)
        torch.testing.assert_close(derivative, here[order + 1], rtol=1e-5, atol=1e-5)
