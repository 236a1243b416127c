"""Rotations against scipy, whose quaternions are (x, y, z, w) too. Both sides compute in double precision."""

from __future__ import annotations

import math

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation, Slerp

from pippin.utils import math as pm

TOLERANCE = 1e-13
"""Some hundred roundings of double precision."""

components = st.floats(-1.0, 1.0)
quaternions = (
    st.tuples(components, components, components, components)
    .filter(lambda q: np.linalg.norm(q) > 0.1)
    .map(lambda q: torch.tensor(q, dtype=torch.float64) / np.linalg.norm(q))
)
vectors = st.tuples(components, components, components).map(lambda v: torch.tensor(v, dtype=torch.float64))


def _random(*shape: int, seed: int = 0) -> torch.Tensor:
    """Unit quaternions, among them the identity, half turns and their negatives."""
    quats = Rotation.random(math.prod(shape), random_state=seed).as_quat()
    special = np.concatenate((np.eye(4), -np.eye(4)))[: len(quats)]
    quats[: len(special)] = special
    return torch.tensor(quats).reshape(*shape, 4)


def _rotation(quat: torch.Tensor) -> Rotation:
    return Rotation.from_quat(quat.reshape(-1, 4).numpy())


def _assert_same_rotation(actual: torch.Tensor, expected: torch.Tensor | np.ndarray) -> None:
    """Compare unit quaternions up to sign."""
    actual, expected = np.asarray(actual), np.asarray(expected)
    assert actual.shape == expected.shape
    sign = np.sign(np.sum(actual * expected, axis=-1, keepdims=True))
    np.testing.assert_allclose(actual * sign, expected, atol=TOLERANCE)


@pytest.mark.parametrize("shape", [(20,), (3, 7)])
def test_products_inverses_and_conjugates(shape):
    q1, q2 = _random(*shape), _random(*shape, seed=1)
    product = (_rotation(q1) * _rotation(q2)).as_quat().reshape(*shape, 4)
    _assert_same_rotation(pm.quat_mul(q1, q2), product)
    _assert_same_rotation(pm.quat_conjugate(q1), _rotation(q1).inv().as_quat().reshape(*shape, 4))
    identity = torch.tensor([0.0, 0.0, 0.0, 1.0], dtype=torch.float64).expand(*shape, 4)
    torch.testing.assert_close(pm.quat_mul(pm.quat_inv(3.0 * q1), 3.0 * q1), identity, atol=TOLERANCE, rtol=0.0)


@given(quaternions, quaternions, quaternions)
def test_multiplication_is_associative(q1, q2, q3):
    torch.testing.assert_close(
        pm.quat_mul(pm.quat_mul(q1, q2), q3), pm.quat_mul(q1, pm.quat_mul(q2, q3)), atol=TOLERANCE, rtol=0.0
    )


def test_products_need_quaternions():
    with pytest.raises(ValueError, match=r"'q1' and 'q2' have shapes \(2, 4\) and \(2, 3\)"):
        pm.quat_mul(torch.zeros(2, 4), torch.zeros(2, 3))


@given(quaternions, vectors)
def test_vectors_are_rotated_and_rotated_back(quat, vector):
    expected = _rotation(quat).apply(vector.numpy())[0]
    np.testing.assert_allclose(pm.quat_apply(quat, vector), expected, atol=TOLERANCE)
    expected = _rotation(quat).inv().apply(vector.numpy())[0]
    np.testing.assert_allclose(pm.quat_apply_inverse(quat, vector), expected, atol=TOLERANCE)


@pytest.mark.parametrize("function", [pm.quat_apply, pm.quat_apply_inverse, pm.quat_apply_yaw])
def test_leading_dimensions_broadcast(function):
    quat, vector = _random(8), torch.randn(5, 8, 3, dtype=torch.float64, generator=torch.Generator().manual_seed(0))
    result = function(quat, vector)
    for i in range(5):
        for j in range(8):
            torch.testing.assert_close(result[i, j], function(quat[j], vector[i, j]), atol=TOLERANCE, rtol=0.0)


@pytest.mark.parametrize(
    ("roll", "pitch", "yaw"), [(0.1, 0.2, 0.3), (-0.5, 1.2, -3.0), (1.0, -1.5, 2.0), (0, 0, math.pi)]
)
def test_yaw_is_the_turn_about_the_vertical(roll, pitch, yaw):
    quat = torch.tensor(Rotation.from_euler("xyz", (roll, pitch, yaw)).as_quat())
    turn = Rotation.from_euler("z", yaw)
    _assert_same_rotation(pm.yaw_quat(quat), turn.as_quat())
    vector = torch.tensor([1.0, 2.0, 3.0], dtype=torch.float64)
    np.testing.assert_allclose(pm.quat_apply_yaw(quat, vector), turn.apply(vector.numpy()), atol=TOLERANCE)


def test_unique_quaternions_have_positive_w():
    quats = _random(40)
    unique = pm.quat_unique(quats)
    assert (unique[..., 3] >= 0.0).all()
    _assert_same_rotation(unique, quats)


@pytest.mark.parametrize("make", [torch.tensor, np.array])
def test_orders_of_components_are_converted(make):
    xyzw = make([[1.0, 2.0, 3.0, 4.0]])
    wxyz = pm.convert_quat(xyzw, to="wxyz")
    assert type(wxyz) is type(xyzw)
    assert wxyz.tolist() == [[4.0, 1.0, 2.0, 3.0]]
    assert pm.convert_quat(wxyz).tolist() == xyzw.tolist()
    assert xyzw.tolist() == [[1.0, 2.0, 3.0, 4.0]]


def test_bad_orders_and_shapes_are_refused():
    with pytest.raises(ValueError, match=r"'quat' has shape \(2, 3\)"):
        pm.convert_quat(torch.zeros(2, 3))
    with pytest.raises(ValueError, match="no order 'zyxw'"):
        pm.convert_quat(torch.zeros(4), to="zyxw")
    with pytest.raises(ValueError, match=r"'matrix' has shape \(4, 4\)"):
        pm.quat_from_matrix(torch.eye(4))


@pytest.mark.parametrize("shape", [(200,), (20, 10)])
def test_matrices(shape):
    quats = _random(*shape)
    matrices = _rotation(quats).as_matrix().reshape(*shape, 3, 3)
    np.testing.assert_allclose(pm.matrix_from_quat(quats), matrices, atol=TOLERANCE)
    np.testing.assert_allclose(pm.matrix_from_quat(2.5 * quats), matrices, atol=TOLERANCE)
    _assert_same_rotation(pm.quat_from_matrix(torch.tensor(matrices)), quats)


def test_quaternions_of_matrices_have_their_largest_component_positive():
    quats = pm.quat_from_matrix(torch.tensor(_rotation(_random(200)).as_matrix()))
    largest = quats.gather(-1, quats.abs().argmax(dim=-1, keepdim=True))
    assert (largest > 0.0).all()
    assert (quats[:, 3] < 0.0).any(), "w is not always the largest"


@pytest.mark.parametrize("diagonal", [(0.0, 0.0, 1.0), (1.0, 1.0, -1.0), (1.01, 1.0, 1.0), (0.0, 0.0, 0.0)])
def test_a_matrix_that_is_no_rotation_has_no_unit_quaternion(diagonal):
    """By Shepperd's formula w is half the root of 1 and the trace, also for a matrix that is no rotation."""
    matrices = torch.stack((torch.diag(torch.tensor(diagonal)), torch.eye(3)))
    quats = pm.quat_from_matrix(matrices)
    assert quats[0].tolist() == pytest.approx([0.0, 0.0, 0.0, 0.5 * math.sqrt(1.0 + sum(diagonal))], abs=1e-6)
    assert quats[1].tolist() == [0.0, 0.0, 0.0, 1.0]


def test_rows_of_matrices_that_a_policy_gives_have_finite_rotations():
    """Two rows that point the same way leave the third one open; a torque by them must not be NaN."""
    rows = torch.tensor([[1.0, 1.0, 1.0], [1.0, 1.0, 1.0], [0.0, 0.0, 0.0]]) / math.sqrt(3.0)
    assert pm.axis_angle_from_quat(pm.quat_from_matrix(rows)).isfinite().all()
    assert pm.quat_from_matrix(torch.full((3, 3), math.nan)).isnan().all()


def test_a_rotation_that_is_written_with_four_digits_has_a_quaternion():
    matrix = torch.tensor([[0.7071, -0.7071, 0.0], [0.7071, 0.7071, 0.0], [0.0, 0.0, 1.0]])
    half = math.radians(22.5)
    assert pm.quat_from_matrix(matrix).tolist() == pytest.approx([0.0, 0.0, math.sin(half), math.cos(half)], abs=1e-4)


@pytest.mark.slow
@given(st.floats(-math.pi, math.pi), st.floats(-1.57, 1.57), st.floats(-math.pi, math.pi))
def test_euler_angles_are_about_fixed_axes(roll, pitch, yaw):
    quat = pm.quat_from_euler_xyz(*(torch.tensor([angle], dtype=torch.float64) for angle in (roll, pitch, yaw)))
    _assert_same_rotation(quat[0], Rotation.from_euler("xyz", (roll, pitch, yaw)).as_quat())
    for wrap_to_2pi in (False, True):
        angles = torch.stack(pm.euler_xyz_from_quat(quat, wrap_to_2pi), dim=-1)
        # The arc sine of a pitch near its bound loses half of the digits.
        matrix = Rotation.from_euler("xyz", angles[0].numpy()).as_matrix()
        np.testing.assert_allclose(matrix, _rotation(quat).as_matrix()[0], atol=1e-6)
        bounds = (0.0, 2.0 * math.pi) if wrap_to_2pi else (-math.pi, math.pi)
        assert ((angles >= bounds[0]) & (angles <= bounds[1])).all()


def test_euler_angles_of_a_vertical_nose():
    quat = torch.tensor(Rotation.from_euler("xyz", (0.0, math.pi / 2, 0.0)).as_quat())
    _, pitch, _ = pm.euler_xyz_from_quat(quat * (1.0 + 1e-12))  # just longer than 1
    assert pitch.item() == pytest.approx(math.pi / 2, abs=1e-7)  # half the digits: the slope is infinite


@given(st.floats(-6.0, 6.0), vectors.filter(lambda v: v.norm() > 1e-3))
def test_angle_and_axis(angle, axis):
    quat = pm.quat_from_angle_axis(torch.tensor(angle, dtype=torch.float64), axis)
    expected = Rotation.from_rotvec(angle * (axis / axis.norm()).numpy())
    _assert_same_rotation(quat, expected.as_quat())


@pytest.mark.parametrize("angle", [0.0, 1e-12, 1e-7, 1e-3, 1.0, 3.0, math.pi])
def test_rotation_vectors_of_any_length(angle):
    direction = np.array([1.0, -2.0, 2.0]) / 3.0
    vector = torch.tensor(angle * direction)
    quat = pm.quat_from_rotation_vector(vector)
    _assert_same_rotation(quat, Rotation.from_rotvec(angle * direction).as_quat())
    # Below eps the first-order formula errs by its relative square, 1e-12.
    torch.testing.assert_close(pm.axis_angle_from_quat(quat).abs(), vector.abs(), atol=TOLERANCE, rtol=1e-11)
    if angle < math.pi:
        torch.testing.assert_close(pm.axis_angle_from_quat(-quat), vector, atol=TOLERANCE, rtol=1e-11)


def test_rotation_vectors_of_batches():
    quats = _random(5, 6)
    vectors = _rotation(quats).as_rotvec().reshape(5, 6, 3)
    _assert_same_rotation(pm.quat_from_rotation_vector(pm.axis_angle_from_quat(quats)), quats)
    lengths = np.linalg.norm(vectors, axis=-1)
    np.testing.assert_allclose(pm.axis_angle_from_quat(quats).norm(dim=-1), lengths, atol=1e-12)


@given(quaternions, quaternions)
def test_box_plus_reverses_box_minus(q1, q2):
    difference = pm.quat_box_minus(q1, q2)
    _assert_same_rotation(pm.quat_box_plus(q2, difference), q1)
    angle = (_rotation(q1) * _rotation(q2).inv()).magnitude()[0]
    # Angles near 0 and pi come from a square root in scipy's magnitude or ours: half the digits at worst.
    assert pm.quat_error_magnitude(q1, q2).item() == pytest.approx(angle, abs=1e-7)


@pytest.mark.parametrize("tau", [0.0, 0.25, 0.5, 1.0])
def test_slerp_is_that_of_scipy(tau):
    q1, q2 = _random(20, seed=2)[8:], _random(20, seed=3)[8:]
    expected = [
        Slerp([0.0, 1.0], Rotation.from_quat(np.stack(pair)))(tau).as_quat() for pair in zip(q1, q2, strict=True)
    ]
    _assert_same_rotation(pm.quat_slerp(q1, q2, tau), np.stack(expected))
    taus = torch.full((12,), tau, dtype=torch.float64)
    _assert_same_rotation(pm.quat_slerp(q1, -q2, taus), np.stack(expected))


@pytest.mark.parametrize("axis_angle", [True, False])
def test_interpolated_rotations_are_equally_spaced(axis_angle):
    start, end = Rotation.from_euler("xyz", (0.1, 0.2, 0.3)), Rotation.from_euler("xyz", (1.0, -1.0, 2.0))
    result = pm.interpolate_rotations(
        torch.tensor(start.as_matrix()), torch.tensor(end.as_matrix()), num_steps=4, axis_angle=axis_angle
    )
    expected = Slerp([0.0, 1.0], Rotation.concatenate((start, end)))(np.linspace(0.0, 1.0, 5)).as_matrix()
    np.testing.assert_allclose(result, expected, atol=TOLERANCE)
    with pytest.raises(ValueError, match="num_steps is 0"):
        pm.interpolate_rotations(torch.eye(3), torch.eye(3), 0)


def test_single_precision_and_gradients_pass_through():
    quat = torch.tensor([[0.0, 0.0, 0.0, 1.0]], requires_grad=True)
    pm.axis_angle_from_quat(quat).sum().backward()
    assert torch.equal(quat.grad, torch.tensor([[2.0, 2.0, 2.0, 0.0]]))
    vector = torch.zeros(1, 3, requires_grad=True)
    pm.quat_from_rotation_vector(vector).sum().backward()
    assert torch.equal(vector.grad, torch.full((1, 3), 0.5))
