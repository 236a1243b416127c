"""Random numbers against the distribution functions that they claim.

The Kolmogorov-Smirnov statistic of 20,000 draws stays below 0.0138 with probability 0.999; seeds are fixed, so the
tests do not flicker.
"""

from __future__ import annotations

import math

import numpy as np
import pytest
import torch
from scipy import stats
from scipy.spatial.transform import Rotation

from pippin.utils import math as pm

COUNT = 20_000
BOUND = 0.0138


@pytest.fixture(autouse=True)
def _seed():
    torch.manual_seed(0)


def _triangles(x: np.ndarray) -> np.ndarray:
    """Distribution function of the density |x| / 4 on [-2, 2], moved to [-1, 3]."""
    return 0.5 + (x - 1.0) * np.abs(x - 1.0) / 8.0


@pytest.mark.parametrize(
    ("sample", "distribution"),
    [
        (lambda size: pm.sample_uniform(-1.0, 3.0, size, "cpu"), stats.uniform(-1.0, 4.0).cdf),
        (lambda size: pm.sample_log_uniform(0.1, 10.0, size, "cpu"), stats.loguniform(0.1, 10.0).cdf),
        (lambda size: pm.sample_gaussian(1.0, 2.0, size, "cpu"), stats.norm(1.0, 2.0).cdf),
        (lambda size: pm.sample_triangle(-1.0, 3.0, size, "cpu"), _triangles),
    ],
)
def test_draws_follow_their_distribution(sample, distribution):
    assert sample(3).shape == (3,)
    values = sample((COUNT // 2, 2))
    assert values.shape == (COUNT // 2, 2)
    assert stats.kstest(values.numpy().ravel(), distribution).statistic < BOUND


def test_bounds_may_differ_between_columns():
    lower, upper = torch.tensor([0.0, 10.0]), torch.tensor([1.0, 20.0])
    for sample in (
        pm.sample_uniform,
        lambda lo, up, size, device: pm.sample_log_uniform(lo + 1, up + 1, size, device) - 1,
    ):
        values = sample(lower, upper, (1000, 2), "cpu")
        assert ((values >= lower) & (values <= upper)).all()
        assert (values.amax(dim=0) - values.amin(dim=0) > 0.9 * (upper - lower)).all()


def test_points_on_a_cylinder():
    points = pm.sample_cylinder(0.5, (-1.0, 2.0), COUNT, "cpu").double()
    assert points.shape == (COUNT, 3)
    np.testing.assert_allclose(points[:, :2].norm(dim=-1), 0.5, rtol=1e-6)  # single precision
    angle = torch.atan2(points[:, 1], points[:, 0])
    assert stats.kstest(angle.numpy(), stats.uniform(-math.pi, 2 * math.pi).cdf).statistic < BOUND
    assert stats.kstest(points[:, 2].numpy(), stats.uniform(-1.0, 3.0).cdf).statistic < BOUND
    assert pm.sample_cylinder(0.5, (0.0, 1.0), (4, 5), "cpu").shape == (4, 5, 3)


def test_random_orientations_are_uniform():
    """Rotation angles of uniform rotations have the distribution function (angle - sin(angle)) / pi."""
    quat = pm.random_orientation(COUNT, "cpu")
    np.testing.assert_allclose(quat.norm(dim=-1), 1.0, rtol=1e-6)
    angles = Rotation.from_quat(quat.numpy()).magnitude()
    assert stats.kstest(angles, lambda angle: (angle - np.sin(angle)) / math.pi).statistic < BOUND
    direction = pm.quat_apply(quat, torch.tensor([0.0, 0.0, 1.0]))
    for axis in range(3):  # Archimedes: coordinates of points on a sphere are uniform
        assert stats.kstest(direction[:, axis].numpy(), stats.uniform(-1.0, 2.0).cdf).statistic < BOUND


def test_random_yaw_orientations_turn_about_the_vertical():
    vectors = Rotation.from_quat(pm.random_yaw_orientation(COUNT, "cpu").numpy()).as_rotvec()
    np.testing.assert_array_equal(vectors[:, :2], 0.0)
    assert stats.kstest(vectors[:, 2], stats.uniform(-math.pi, 2 * math.pi).cdf).statistic < BOUND


def test_default_orientations_are_the_identity():
    assert pm.default_orientation(2, "cpu").tolist() == [[0.0, 0.0, 0.0, 1.0]] * 2


def test_parameters_of_normal_distributions_fit_the_shape():
    mean = torch.tensor([[0.0], [10.0]])
    assert pm.sample_gaussian(mean, 0.0, (2, 3), "cpu").tolist() == [[0.0] * 3, [10.0] * 3]
    with pytest.raises(RuntimeError, match="expand"):
        pm.sample_gaussian(torch.zeros(4), 1.0, (3,), "cpu")
    with pytest.raises(RuntimeError, match="std"):
        pm.sample_gaussian(0.0, -1.0, (3,), "cpu")
