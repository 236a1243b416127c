"""Operational-space control: what the efforts do to a frame, by the equations of motion."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from pippin.controllers import OperationalSpaceController, OperationalSpaceControllerCfg
from pippin.utils.math import compute_pose_error, matrix_from_quat, quat_apply, quat_mul, random_orientation

N, J = 4, 7


@pytest.fixture(autouse=True)
def seed() -> None:
    torch.manual_seed(0)


def controller(**settings: object) -> OperationalSpaceController:
    settings = {"target_types": ["pose_abs"], **settings}
    return OperationalSpaceController(OperationalSpaceControllerCfg(**settings), N, "cpu")


def poses() -> torch.Tensor:
    return torch.cat([torch.rand(N, 3), random_orientation(N, "cpu")], dim=-1)


def masses() -> torch.Tensor:
    factor = torch.randn(N, J, J)
    return factor @ factor.mT + 2.0 * torch.eye(J)


def frame_acceleration(jacobian: torch.Tensor, mass: torch.Tensor, efforts: torch.Tensor) -> torch.Tensor:
    """What efforts do to the twist of the frame, at rest, shape (N, 6)."""
    mass, jacobian, efforts = mass.double(), jacobian.double(), efforts.double()
    return (jacobian @ torch.linalg.solve(mass, efforts.unsqueeze(-1))).squeeze(-1).float()


def pose_error(pose: torch.Tensor, goal: torch.Tensor) -> torch.Tensor:
    parts = compute_pose_error(pose[:, :3], pose[:, 3:], goal[:, :3], goal[:, 3:], "axis_angle")
    return torch.cat(parts, dim=-1)


def test_decoupled_motion_accelerates_as_a_damped_spring() -> None:
    osc = controller(inertial_dynamics_decoupling=True, motion_stiffness_task=50.0, motion_damping_ratio_task=0.7)
    jacobian, mass, pose, goal, twist = torch.randn(N, 6, J), masses(), poses(), poses(), torch.randn(N, 6)
    osc.set_command(goal, pose)
    efforts = osc.compute(jacobian, pose, twist, mass_matrix=mass)
    expected = 50.0 * pose_error(pose, goal) - 2.0 * 0.7 * 50.0**0.5 * twist
    torch.testing.assert_close(frame_acceleration(jacobian, mass, efforts), expected, rtol=1e-3, atol=1e-2)


def test_without_decoupling_the_spring_is_a_force() -> None:
    osc = controller(motion_control_axes_task=(1, 0, 1, 1, 1, 0), motion_stiffness_task=(1.0, 2.0, 3.0, 4.0, 5.0, 6.0))
    jacobian, pose, goal = torch.randn(N, 6, J), poses(), poses()
    osc.set_command(goal, pose)
    force = torch.tensor([1.0, 0.0, 3.0, 4.0, 5.0, 0.0]) * pose_error(pose, goal)
    efforts = osc.compute(jacobian, pose, torch.zeros(N, 6))
    torch.testing.assert_close(efforts, torch.einsum("nmj,nm->nj", jacobian, force), rtol=1e-4, atol=1e-4)


def test_partial_decoupling_treats_translation_and_rotation_apart() -> None:
    osc = controller(inertial_dynamics_decoupling=True, partial_inertial_dynamics_decoupling=True)
    jacobian, mass, pose, goal = torch.randn(N, 6, J), masses(), poses(), poses()
    osc.set_command(goal, pose)
    mobility = jacobian @ torch.linalg.solve(mass, jacobian.mT)
    acceleration = 100.0 * pose_error(pose, goal).unsqueeze(-1)
    force = torch.cat(
        [
            torch.linalg.solve(mobility[:, :3, :3], acceleration[:, :3]),
            torch.linalg.solve(mobility[:, 3:, 3:], acceleration[:, 3:]),
        ],
        dim=1,
    )
    efforts = osc.compute(jacobian, pose, torch.zeros(N, 6), mass_matrix=mass)
    torch.testing.assert_close(efforts, (jacobian.mT @ force).squeeze(-1), rtol=1e-2, atol=1e-1)


def test_posture_does_not_move_the_frame() -> None:
    settings = {"inertial_dynamics_decoupling": True, "motion_stiffness_task": 30.0}
    jacobian, mass, pose, goal = torch.randn(N, 6, J), masses(), poses(), poses()
    joints, speeds = torch.randn(N, J), torch.randn(N, J)
    efforts = []
    for nullspace in ("none", "position"):
        osc = controller(**settings, nullspace_control=nullspace)
        osc.set_command(goal, pose)
        efforts.append(
            osc.compute(
                jacobian,
                pose,
                torch.zeros(N, 6),
                mass_matrix=mass,
                current_joint_pos=joints,
                current_joint_vel=speeds,
                nullspace_joint_pos_target=torch.zeros(N, J),
            )
        )
    posture = efforts[1] - efforts[0]
    assert (posture.norm(dim=-1) > 1.0).all()
    torch.testing.assert_close(frame_acceleration(jacobian, mass, posture), torch.zeros(N, 6), atol=1e-2, rtol=0)


def test_wrenches_press_through_the_transposed_jacobian() -> None:
    osc = controller(target_types=["wrench_abs"], contact_wrench_control_axes_task=(0, 0, 1, 0, 0, 0))
    jacobian = torch.randn(N, 6, J)
    wrench = torch.randn(N, 6)
    osc.set_command(wrench)
    torch.testing.assert_close(osc.compute(jacobian), jacobian[:, 2] * wrench[:, 2:3], rtol=1e-4, atol=1e-5)


def test_closed_loop_force_control_adds_what_is_missing() -> None:
    osc = controller(
        target_types=["wrench_abs"],
        contact_wrench_control_axes_task=(0, 0, 1, 0, 0, 0),
        contact_wrench_stiffness_task=0.5,
    )
    jacobian, wrench, force = torch.randn(N, 6, J), torch.randn(N, 6), torch.randn(N, 3)
    osc.set_command(wrench)
    pressed = wrench[:, 2:3] + 0.5 * (wrench[:, 2:3] - force[:, 2:3])
    efforts = osc.compute(jacobian, current_ee_force_b=force)
    torch.testing.assert_close(efforts, jacobian[:, 2] * pressed, rtol=1e-4, atol=1e-5)


def test_commands_are_in_the_task_frame() -> None:
    axes = {"motion_control_axes_task": (1, 1, 0, 1, 1, 1), "contact_wrench_control_axes_task": (0, 0, 1, 0, 0, 0)}
    osc = controller(target_types=["pose_abs", "wrench_abs"], motion_stiffness_task=10.0, **axes)
    frame, goal, pose = poses(), poses(), poses()
    wrench = torch.zeros(N, 6)
    wrench[:, 2] = 5.0
    osc.set_command(torch.cat([goal, wrench], dim=-1), pose, frame)
    goal_b = torch.cat([frame[:, :3] + quat_apply(frame[:, 3:], goal[:, :3]), quat_mul(frame[:, 3:], goal[:, 3:])], -1)
    rotation = matrix_from_quat(frame[:, 3:])
    normal = rotation[:, :, 2]
    error = pose_error(pose, goal_b)
    tangential = error[:, :3] - (error[:, :3] * normal).sum(-1, keepdim=True) * normal
    force = torch.cat([10.0 * tangential + 5.0 * normal, 10.0 * error[:, 3:]], dim=-1)
    jacobian = torch.randn(N, 6, J)
    efforts = osc.compute(jacobian, pose, torch.zeros(N, 6))
    torch.testing.assert_close(efforts, torch.einsum("nmj,nm->nj", jacobian, force), rtol=1e-3, atol=1e-3)


def test_gains_of_commands_are_clipped() -> None:
    osc = controller(impedance_mode="variable", motion_stiffness_limits_task=(1.0, 20.0))
    assert osc.action_dim == 7 + 6 + 6
    pose, goal, jacobian, twist = poses(), poses(), torch.randn(N, 6, J), torch.randn(N, 6)
    osc.set_command(torch.cat([goal, torch.full((N, 6), 1e4), torch.full((N, 6), 0.5)], dim=-1), pose)
    force = 20.0 * pose_error(pose, goal) - 2.0 * 0.5 * 20.0**0.5 * twist
    efforts = osc.compute(jacobian, pose, twist)
    torch.testing.assert_close(efforts, torch.einsum("nmj,nm->nj", jacobian, force), rtol=1e-4, atol=1e-3)


def test_relative_poses_and_gravity() -> None:
    osc = controller(target_types=["pose_rel"], gravity_compensation=True)
    pose, jacobian, gravity = poses(), torch.randn(N, 6, J), torch.randn(N, J)
    osc.set_command(torch.zeros(N, 6), pose)
    efforts = osc.compute(jacobian, pose, torch.zeros(N, 6), gravity=gravity)
    torch.testing.assert_close(efforts, gravity, atol=0.3, rtol=0)  # float32: acos near 1 costs half of the digits


def test_singular_poses_give_finite_forces() -> None:
    osc = controller(inertial_dynamics_decoupling=True)
    jacobian = torch.randn(N, 6, J)
    jacobian[:, 0] = 0.0  # the frame cannot move along x
    pose, goal = poses(), poses()
    osc.set_command(goal, pose)
    efforts = osc.compute(jacobian, pose, torch.zeros(N, 6), mass_matrix=masses())
    assert efforts.isfinite().all()
    assert efforts.abs().max() < 1e4


def test_efforts_along_weak_directions_are_those_of_double_precision() -> None:
    """Forces of 1e5 N cancel in the sum over the frame's directions, which single precision would not survive."""
    osc = controller(inertial_dynamics_decoupling=True)
    turn = torch.tensor([[0.6, -0.8], [0.8, 0.6]])
    jacobian = torch.eye(6, J).repeat(N, 1, 1)
    jacobian[:, 3, 3] = 0.002
    jacobian[:, 3:5] = turn @ jacobian[:, 3:5]
    pose, twist = torch.tensor([[0.0] * 6 + [1.0]]).repeat(N, 1), torch.arange(1.0, 7.0).repeat(N, 1)
    osc.set_command(pose, pose)
    efforts = osc.compute(jacobian, pose, twist, mass_matrix=torch.eye(J).repeat(N, 1, 1))
    values, vectors = np.linalg.eigh(jacobian[0].double().numpy() @ jacobian[0].double().numpy().T)
    shares = values / values.max()
    damping = np.where(shares < 1e-5, 1e-5 * values.max(), 0.0)  # no other direction is weak
    accelerations = -2.0 * np.sqrt(100.0) * twist[0].double().numpy()
    expected = jacobian[0].double().numpy().T @ (vectors @ ((vectors.T @ accelerations) / (values + damping)))
    np.testing.assert_allclose(efforts[0].numpy(), expected, rtol=1e-5, atol=2e-3)


@pytest.mark.parametrize(
    ("settings", "name"),
    [
        ({"target_types": ["twist"]}, "target_types"),
        ({"impedance_mode": "soft"}, "impedance_mode"),
        ({"nullspace_control": "velocity"}, "nullspace_control"),
        ({"inertia_conditioning_thresholds": (1e-3, 1e-4)}, "thresholds"),
    ],
)
def test_unknown_words_are_refused(settings: dict, name: str) -> None:
    with pytest.raises(ValueError, match=name):
        controller(**settings)


def test_what_is_missing_is_named() -> None:
    osc, jacobian, pose = (
        controller(inertial_dynamics_decoupling=True, gravity_compensation=True),
        torch.rand(N, 6, J),
        poses(),
    )
    with pytest.raises(ValueError, match="command"):
        osc.set_command(torch.zeros(N, 6))
    osc.set_command(pose, pose)
    with pytest.raises(ValueError, match="current_ee_pose_b"):
        osc.compute(jacobian)
    with pytest.raises(ValueError, match="mass_matrix"):
        osc.compute(jacobian, pose, torch.zeros(N, 6))
    with pytest.raises(ValueError, match="gravity"):
        osc.compute(jacobian, pose, torch.zeros(N, 6), mass_matrix=masses())
    six = controller(nullspace_control="position")
    six.set_command(pose, pose)
    with pytest.raises(ValueError, match="more than 6"):
        six.compute(jacobian[..., :6], pose, torch.zeros(N, 6))
