"""``isaacsim.core.utils.torch`` against SciPy, whose quaternions get their w first here."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from scipy.spatial.transform import Rotation

pytest.importorskip("isaacsim", reason="pippin-isaac is not installed")

import isaacsim.core.utils.torch as torch_utils
from isaacsim.core.api import World
from isaacsim.core.api.objects import DynamicSphere
from isaacsim.core.prims import RigidPrim
from isaacsim.core.utils.stage import create_new_stage
from isaacsim.core.utils.torch.rotations import compute_heading_and_up, compute_rot, quat_conjugate, quat_mul
from isaacsim.core.utils.torch.transformations import tf_apply, tf_combine, tf_inverse, tf_vector
from pippin.sim import SimulationContext

COUNT = 4
"""As many as a quaternion has components, so that no function can take one for the other."""

FIRST, SECOND = Rotation.random(COUNT, random_state=0), Rotation.random(COUNT, random_state=1)
VECTORS = np.random.default_rng(2).normal(size=(COUNT, 3))
TOLERANCE = {"rtol": 0.0, "atol": 2e-6}
"""Float32 products of numbers of size 1."""


def wxyz(rotation: Rotation) -> torch.Tensor:
    return tensor(np.roll(rotation.as_quat(canonical=True), 1, axis=-1))


def tensor(values: np.ndarray) -> torch.Tensor:
    return torch.tensor(values, dtype=torch.float32)


def _conjugate_of_product(q: torch.Tensor, p: torch.Tensor) -> torch.Tensor:
    """What a program compiles, with functions of the package in it."""
    return quat_conjugate(quat_mul(q, p))


def same(quaternions: torch.Tensor, rotation: Rotation) -> None:
    """Compare rotations; a quaternion and its negative are the same one."""
    signs = torch.where(quaternions[..., :1] < 0.0, -1.0, 1.0)
    torch.testing.assert_close(signs * quaternions, wxyz(rotation), **TOLERANCE)


def test_rotations_of_many_things_are_tensors() -> None:
    angles = tensor(np.random.default_rng(3).uniform(-1.4, 1.4, (COUNT, 3)))
    same(torch_utils.euler_angles_to_quats(angles), Rotation.from_euler("xyz", angles.numpy()))
    same(torch_utils.euler_angles_to_quats(angles, extrinsic=False), Rotation.from_euler("XYZ", angles.numpy()))
    same(torch_utils.euler_angles_to_quats(torch.rad2deg(angles), degrees=True), Rotation.from_euler("xyz", angles))
    matrices = torch_utils.quats_to_rot_matrices(wxyz(FIRST))
    torch.testing.assert_close(matrices, tensor(FIRST.as_matrix()), **TOLERANCE)
    same(torch_utils.rot_matrices_to_quats(matrices), FIRST)
    quaternions = wxyz(FIRST)
    torch.testing.assert_close(torch_utils.xyzw2wxyz(torch_utils.wxyz2xyzw(quaternions)), quaternions)
    torch.testing.assert_close(torch_utils.rad2deg(torch_utils.deg2rad(torch.tensor([90.0]))), torch.tensor([90.0]))


def test_rotations_have_w_first() -> None:
    q, p, v = wxyz(FIRST), wxyz(SECOND), tensor(VECTORS)
    same(torch_utils.quat_mul(q, p), FIRST * SECOND)
    same(quat_conjugate(q), FIRST.inv())
    same(torch_utils.quat_unit(3.0 * q), FIRST)
    for function in (torch_utils.quat_apply, torch_utils.quat_rotate, torch_utils.get_basis_vector):
        torch.testing.assert_close(function(q, v), tensor(FIRST.apply(VECTORS)), **TOLERANCE)
    torch.testing.assert_close(torch_utils.quat_rotate_inverse(q, v), tensor(FIRST.inv().apply(VECTORS)), **TOLERANCE)
    torch.testing.assert_close(torch_utils.quat_axis(q, 1), tensor(FIRST.apply([0.0, 1.0, 0.0])), **TOLERANCE)
    angles = tensor((FIRST * SECOND.inv()).magnitude())
    torch.testing.assert_close(torch_utils.quat_diff_rad(q, p), angles, rtol=0.0, atol=1e-5)  # through an arcsine


def test_angles_become_quaternions_and_come_back() -> None:
    angles = torch.rand(3, COUNT) * 1.5
    quaternions = torch_utils.quat_from_euler_xyz(*angles)
    same(quaternions, Rotation.from_euler("xyz", angles.T.numpy()))
    torch.testing.assert_close(torch.stack(torch_utils.get_euler_xyz(quaternions)), angles, rtol=0.0, atol=1e-5)
    axes = VECTORS / np.linalg.norm(VECTORS, axis=1, keepdims=True)
    turns = angles[0].numpy()[:, None] * axes
    same(torch_utils.quat_from_angle_axis(angles[0], tensor(axes)), Rotation.from_rotvec(turns))


def test_poses_have_w_first() -> None:
    q, p, t, v = wxyz(FIRST), wxyz(SECOND), tensor(VECTORS), tensor(VECTORS[::-1].copy())
    quaternions, positions = tf_combine(q, t, p, v)
    same(quaternions, FIRST * SECOND)
    torch.testing.assert_close(positions, tensor(FIRST.apply(VECTORS[::-1]) + VECTORS), **TOLERANCE)
    quaternions, positions = tf_inverse(q, t)
    same(quaternions, FIRST.inv())
    torch.testing.assert_close(positions, tensor(-FIRST.inv().apply(VECTORS)), **TOLERANCE)
    torch.testing.assert_close(tf_vector(q, v), tensor(FIRST.apply(VECTORS[::-1])), **TOLERANCE)
    torch.testing.assert_close(tf_apply(q, t, v), tensor(FIRST.apply(VECTORS[::-1]) + VECTORS), **TOLERANCE)


def test_torsos_know_where_they_are_heading() -> None:
    """What tasks of locomotion observe: a torso that is turned about z by 90 degrees, with its target ahead."""
    turn = Rotation.from_euler("z", np.full((COUNT, 1), np.pi / 2))
    identity = wxyz(Rotation.identity(COUNT))
    to_target = torch.tensor([[0.0, 5.0, 0.0]]).repeat(COUNT, 1)
    forward, up = torch.eye(3)[0].repeat(COUNT, 1), torch.eye(3)[2].repeat(COUNT, 1)
    torso, up_projection, heading, _, heading_vector = compute_heading_and_up(
        wxyz(turn), identity, to_target, forward, up, 2
    )
    same(torso, turn)
    torch.testing.assert_close(up_projection, torch.ones(COUNT), **TOLERANCE)
    torch.testing.assert_close(heading, torch.ones(COUNT), **TOLERANCE)
    torch.testing.assert_close(heading_vector, torch.eye(3)[1].repeat(COUNT, 1), **TOLERANCE)
    velocity, spin, _, _, yaw, angle = compute_rot(torso, to_target, up, to_target, torch.zeros(COUNT, 3))
    torch.testing.assert_close(velocity, 5.0 * forward, **TOLERANCE)
    torch.testing.assert_close(spin, up, **TOLERANCE)
    torch.testing.assert_close(yaw, torch.full((COUNT,), np.pi / 2), **TOLERANCE)
    torch.testing.assert_close(angle, torch.zeros(COUNT), **TOLERANCE)


def test_programs_compile_functions_that_call_them() -> None:
    compiled = torch.jit.script(_conjugate_of_product)
    same(compiled(wxyz(FIRST), wxyz(SECOND)), (FIRST * SECOND).inv())


def test_older_names_are_the_same_functions() -> None:
    import omni.isaac.core.utils.torch as older
    from omni.isaac.core.utils.torch.rotations import quat_mul as older_quat_mul

    assert older.tf_combine is tf_combine
    assert older_quat_mul is torch_utils.quat_mul


# -- objects of a world of tensors --


@pytest.fixture
def pair():
    """Two balls in a world whose objects give tensors."""
    create_new_stage()
    world = World(backend="torch")
    for name in ("left", "right"):
        world.scene.add(DynamicSphere(f"/World/{name}", name, position=np.array([0.0, 0.0, 1.0])))
    balls = world.scene.add(RigidPrim("/World/(left|right)", name="balls"))
    world.reset()
    yield balls
    SimulationContext.clear_instance()


def test_objects_give_and_take_tensors(pair):
    positions, orientations = pair.get_world_poses()
    assert positions.dtype is torch.float32
    torch.testing.assert_close(orientations, tensor(np.array([[1.0, 0.0, 0.0, 0.0]] * 2)))
    pair.set_world_poses(positions=positions + 1.0, indices=torch.tensor([0, 1]))
    torch.testing.assert_close(pair.get_world_poses()[0], positions + 1.0)
    pair.set_velocities(torch.full((2, 6), 0.5))
    torch.testing.assert_close(pair.get_velocities(), torch.full((2, 6), 0.5))
