"""Vectors, quaternions and poses of gymapi against scipy, one by one and as structured arrays.

Values are single precision: results agree with double precision within 1e-6 of their size.
"""

from __future__ import annotations

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from pippin.gym import gymapi
from pippin.gym.gymapi import Quat, Transform, Vec2, Vec3
from pippin.gym.types.struct import as_record

NUM = 20


def close(actual: object, expected: object) -> bool:
    return np.allclose(np.asarray(actual), np.asarray(expected), rtol=1e-6, atol=1e-6)


def same_rotation(quats: object, rotation: Rotation) -> bool:
    return bool(np.all((Rotation.from_quat(np.asarray(quats)) * rotation.inv()).magnitude() < 1e-6))


def plain(array: np.ndarray) -> np.ndarray:
    """Numbers of an array of Vec3.dtype or Quat.dtype."""
    return array.view(np.float32).reshape(*array.shape, -1)


def records(values: np.ndarray, kind: type) -> np.ndarray:
    """Array of a struct's dtype of numbers."""
    return np.array([tuple(row) for row in values], dtype=kind.dtype)


@pytest.fixture
def vectors() -> np.ndarray:
    return np.random.default_rng(1).normal(size=(NUM, 3)).astype(np.float32)


@pytest.fixture
def rotations() -> Rotation:
    return Rotation.random(NUM, random_state=2)


def test_vector_operations() -> None:
    a, b = Vec3(1.0, 2.0, 3.0), Vec3(-4.0, 5.0, 0.5)
    assert a + b == Vec3(-3.0, 7.0, 3.5)
    assert a - b == Vec3(5.0, -3.0, 2.5)
    assert -a == Vec3(-1.0, -2.0, -3.0)
    assert a * 2 == Vec3(2.0, 4.0, 6.0)
    assert a / 2 == Vec3(0.5, 1.0, 1.5)
    assert a.dot(b) == 7.5
    assert a.cross(b) == Vec3(-14.0, -12.5, 13.0)
    assert a.length_sq() == 14.0
    assert a.length() == pytest.approx(14.0**0.5)
    assert a.normalize().length() == pytest.approx(1.0)
    assert Vec3().normalize() == Vec3()


def test_vector_operations_in_the_plane() -> None:
    assert Vec2(1.0, 2.0) + Vec2(3.0, 5.0) * 2 - Vec2(1.0, 1.0) / 2 == Vec2(6.5, 11.5)
    assert -Vec2(1.0, 2.0) == Vec2(-1.0, -2.0)


@pytest.mark.parametrize("other", [(1.0, 2.0, 3.0), 1.0, Quat()])
def test_vector_is_added_to_vectors_only(other: object) -> None:
    with pytest.raises(TypeError):
        Vec3() + other


def test_quaternion_is_the_identity_unless_told_otherwise() -> None:
    assert as_record(Quat()) == (0.0, 0.0, 0.0, 1.0)
    assert Transform() == Transform(Vec3(), Quat())


def test_rotation_about_an_axis_of_any_length(vectors: np.ndarray) -> None:
    for axis, angle in zip(vectors, np.linspace(-6.0, 6.0, NUM), strict=True):
        expected = Rotation.from_rotvec(angle * axis / np.linalg.norm(axis))
        assert same_rotation(as_record(Quat.from_axis_angle(Vec3(*axis), angle)), expected)
    assert Quat.from_axis_angle(Vec3(), 1.0) == Quat()


def test_euler_angles_are_about_fixed_x_then_y_then_z(rotations: Rotation) -> None:
    for rotation in rotations:
        angles = rotation.as_euler("xyz")
        quat = Quat.from_euler_zyx(*angles)
        assert same_rotation(as_record(quat), rotation)
        assert close(quat.to_euler_zyx(), angles)


@pytest.mark.parametrize("pitch", [-0.5 * np.pi, 0.5 * np.pi])
def test_euler_angles_at_the_singularity(pitch: float) -> None:
    quat = Quat.from_euler_zyx(0.7, pitch, 0.3)
    again = Quat.from_euler_zyx(*quat.to_euler_zyx())
    # The slope of the arcsine is infinite there: an error of 6e-8 in the sine is one of 3e-4 in the angle.
    assert (Rotation.from_quat(as_record(again)) * Rotation.from_quat(as_record(quat)).inv()).magnitude() < 1e-3


def test_static_methods_can_be_called_on_an_object() -> None:
    assert Quat().from_euler_zyx(0.0, 0.0, 1.0) == Quat.from_axis_angle(Vec3(0.0, 0.0, 1.0), 1.0)


def test_product_rotates_by_the_right_factor_first(rotations: Rotation, vectors: np.ndarray) -> None:
    for first, second, vector in zip(rotations, rotations[::-1], vectors, strict=True):
        a, b = Quat(*first.as_quat()), Quat(*second.as_quat())
        assert close(as_record((a * b).rotate(Vec3(*vector))), (first * second).apply(vector))


def test_inverse_and_normalize_for_any_length(rotations: Rotation) -> None:
    for rotation in rotations:
        scaled = Quat(*(2.5 * rotation.as_quat()))
        assert close(as_record(scaled * scaled.inverse()), (0.0, 0.0, 0.0, 1.0))
        assert close(as_record(scaled.normalize()), rotation.as_quat())
    with pytest.raises(ValueError, match="length 0"):
        Quat(0.0, 0.0, 0.0, 0.0).inverse()


def test_transform_against_matrices(rotations: Rotation, vectors: np.ndarray) -> None:
    def matrix(pose: Transform) -> np.ndarray:
        result = np.eye(4)
        result[:3, :3], result[:3, 3] = Rotation.from_quat(as_record(pose.r)).as_matrix(), as_record(pose.p)
        return result

    poses = [Transform(Vec3(*p), Quat(*r.as_quat())) for p, r in zip(vectors, rotations, strict=True)]
    for a, b, point in zip(poses, poses[::-1], vectors, strict=True):
        assert close(matrix(a * b), matrix(a) @ matrix(b))
        assert close(matrix(a.inverse()), np.linalg.inv(matrix(a)))
        assert close(as_record(a.transform_point(Vec3(*point))), (matrix(a) @ [*point, 1.0])[:3])
        assert close(as_record(a.transform_vector(Vec3(*point))), matrix(a)[:3, :3] @ point)


def test_transform_of_arrays_of_any_shape(rotations: Rotation, vectors: np.ndarray) -> None:
    pose = Transform(Vec3(1.0, -2.0, 0.5), Quat(*rotations[0].as_quat()))
    points = records(vectors, Vec3).reshape(4, 5)
    moved, turned = pose.transform_points(points), pose.transform_vectors(points)
    assert moved.shape == turned.shape == (4, 5)
    for index in np.ndindex(4, 5):
        point = Vec3.from_buffer(points[index])
        assert close(moved[index].tolist(), as_record(pose.transform_point(point)))
        assert close(turned[index].tolist(), as_record(pose.transform_vector(point)))
    assert pose.transform_points(points[:0]).shape == (0, 5)


def test_from_buffer_reads_records_bytes_and_numbers() -> None:
    states = np.arange(26, dtype=np.float32).view(gymapi.RigidBodyState.dtype)
    expected = Transform(Vec3(13.0, 14.0, 15.0), Quat(16.0, 17.0, 18.0, 19.0))
    assert Transform.from_buffer(states["pose"][1]) == expected
    assert Transform.from_buffer(states["pose"][1].tobytes()) == expected
    assert Transform.from_buffer(np.arange(13.0, 20.0)) == expected
    assert gymapi.Velocity.from_buffer(states["vel"][0]).angular == Vec3(10.0, 11.0, 12.0)
    assert Vec2.from_buffer([1.0, 2.0]) == Vec2(1.0, 2.0)
    with pytest.raises(ValueError, match="13 numbers; expected 7"):
        Transform.from_buffer(states[0])


# Functions on arrays.


def test_cross_and_dot(vectors: np.ndarray, rotations: Rotation) -> None:
    a, b = vectors, vectors[::-1].copy()
    assert close(plain(gymapi.cross(records(a, Vec3), records(b, Vec3))), np.cross(a, b))
    assert close(gymapi.dot(records(a, Vec3), records(b, Vec3)), np.sum(a * b, axis=1))
    quats = rotations.as_quat()
    assert close(gymapi.dot(records(quats, Quat), Quat(*quats[0])), quats @ quats[0])
    assert gymapi.dot(records(a, Vec3), Vec3(1.0)).dtype == np.float32


def test_rotate_and_back(vectors: np.ndarray, rotations: Rotation) -> None:
    quats, points = records(rotations.as_quat(), Quat), records(vectors, Vec3)
    assert close(plain(gymapi.rotate(quats, points)), rotations.apply(vectors))
    assert close(plain(gymapi.rotate_inverse(quats, points)), rotations.inv().apply(vectors))
    assert close(plain(gymapi.rotate(quats, Vec3(*vectors[0]))), rotations.apply(vectors[0]))


def test_transform_and_back(vectors: np.ndarray, rotations: Rotation) -> None:
    offsets = vectors[::-1]
    poses = np.concatenate((offsets, rotations.as_quat()), axis=1).astype(np.float32)
    transforms, points = poses.view(Transform.dtype)[:, 0], records(vectors, Vec3)
    assert close(plain(gymapi.transform(transforms, points)), rotations.apply(vectors) + offsets)
    assert close(plain(gymapi.transform_inverse(transforms, points)), rotations.inv().apply(vectors - offsets))


def test_euler_angles_of_arrays(rotations: Rotation) -> None:
    angles = rotations.as_euler("xyz")
    quats = gymapi.eulers_to_quats_zyx(records(angles, Vec3))
    assert same_rotation(plain(quats), rotations)
    assert close(plain(gymapi.quats_to_eulers_zyx(quats)), angles)


@pytest.mark.parametrize("value", [np.zeros((2, 3), np.float32), (0.0, 0.0, 0.0), Quat()])
def test_plain_numbers_are_refused(value: object) -> None:
    with pytest.raises(TypeError, match="expected a Vec3 or an array of Vec3.dtype"):
        gymapi.cross(value, Vec3())
