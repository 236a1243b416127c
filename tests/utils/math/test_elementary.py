"""Elementary operations against their definitions."""

from __future__ import annotations

import math

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from scipy.interpolate import RegularGridInterpolator

from pippin.utils import math as pm


def test_normalize_scales_to_unit_length_and_keeps_zeros():
    vectors = torch.tensor([[[3.0, 4.0, 0.0]], [[0.0, 0.0, 0.0]], [[0.0, 1e-12, 0.0]]])
    result = pm.normalize(vectors)
    assert torch.equal(result[0, 0], torch.tensor([0.6, 0.8, 0.0]))
    assert torch.equal(result[1, 0], torch.zeros(3))
    torch.testing.assert_close(result[2, 0], torch.tensor([0.0, 1e-3, 0.0]))
    assert vectors[0, 0, 0] == 3.0


@given(st.floats(-1e3, 1e3))
def test_wrapped_angles_point_the_same_way(angle):
    wrapped = pm.wrap_to_pi(torch.tensor([angle], dtype=torch.float64)).item()
    assert -math.pi <= wrapped <= math.pi
    # The remainder of an angle of 1e3 is exact to some 1e-13.
    assert math.cos(wrapped) == pytest.approx(math.cos(angle), abs=1e-11)
    assert math.sin(wrapped) == pytest.approx(math.sin(angle), abs=1e-11)


def test_odd_multiples_of_pi_keep_their_sign():
    angles = torch.tensor([math.pi, -math.pi, 3 * math.pi, 0.0], dtype=torch.float64)
    assert pm.wrap_to_pi(angles).tolist() == [math.pi, -math.pi, pytest.approx(math.pi), 0.0]


def test_copysign_takes_only_the_sign():
    other = torch.tensor([[2.0, -3.0], [0.0, -1e-20]])
    assert pm.copysign(-0.5, other).tolist() == [[0.5, -0.5], [0.5, -0.5]]


@pytest.mark.parametrize("lower", [-1.0, torch.tensor([-1.0, 0.0, 1.0])])
def test_saturate_limits_element_by_element(lower):
    x = torch.tensor([[-2.0, -0.5, 0.5], [2.0, 2.0, 9.0]])
    upper = torch.tensor([1.0, 2.0, 3.0])
    expected = np.clip(x.numpy(), np.asarray(lower), upper.numpy())
    np.testing.assert_array_equal(pm.saturate(x, lower, upper).numpy(), expected)


def test_scaling_maps_the_bounds_to_one_and_back():
    lower, upper = torch.tensor([-1.0, 2.0]), torch.tensor([3.0, 4.0])
    x = torch.stack((lower, 0.5 * (lower + upper), upper))
    assert pm.scale_transform(x, lower, upper).tolist() == [[-1.0, -1.0], [0.0, 0.0], [1.0, 1.0]]
    assert torch.equal(pm.unscale_transform(pm.scale_transform(x, lower, upper), lower, upper), x)


def test_skew_symmetric_matrix_is_the_cross_product():
    generator = torch.Generator().manual_seed(0)
    a, b = torch.randn(2, 5, 4, 3, generator=generator, dtype=torch.float64)
    result = (pm.skew_symmetric_matrix(a) @ b.unsqueeze(-1)).squeeze(-1)
    np.testing.assert_allclose(result, np.cross(a, b), atol=1e-14)


@pytest.mark.parametrize("node_shape", [(), (2,)])
def test_bilinear_interpolation_is_that_of_scipy(node_shape):
    rng = np.random.default_rng(0)
    grid = rng.normal(size=(4, 6, *node_shape))
    rows, columns = rng.uniform(0, 3, size=(10, 2)), rng.uniform(0, 5, size=(10, 2))
    expected = RegularGridInterpolator((np.arange(4), np.arange(6)), grid)(np.stack((rows, columns), axis=-1))
    result = pm.bilinear_interpolate(torch.tensor(grid), torch.tensor(rows), torch.tensor(columns))
    np.testing.assert_allclose(result, expected, atol=1e-14)


def test_bilinear_interpolation_holds_the_edge_value_outside():
    grid = torch.tensor([[0.0, 1.0], [2.0, 3.0]])
    rows, columns = torch.tensor([-5.0, 9.0, 0.5]), torch.tensor([0.0, 9.0, -1.0])
    assert pm.bilinear_interpolate(grid, rows, columns).tolist() == [0.0, 3.0, 1.0]
