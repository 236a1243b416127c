"""Differential inverse kinematics against the linear algebra that defines each method."""

from __future__ import annotations

import math

import pytest
import torch

from pippin.controllers import DifferentialIKController, DifferentialIKControllerCfg
from pippin.utils.math import compute_pose_error, quat_from_angle_axis, quat_mul, random_orientation

N, J = 5, 7


@pytest.fixture(autouse=True)
def seed() -> None:
    torch.manual_seed(0)


def controller(method: str, command_type: str = "pose", **settings: object) -> DifferentialIKController:
    cfg = DifferentialIKControllerCfg(command_type=command_type, ik_method=method, **settings)
    return DifferentialIKController(cfg, N, "cpu")


def change(ik: DifferentialIKController, jacobian: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Change of the joints and error of the pose for a random target."""
    pos, quat = torch.rand(N, 3), random_orientation(N, "cpu")
    ik.set_command(torch.cat([torch.rand(N, 3), random_orientation(N, "cpu")], dim=-1), pos, quat)
    error = torch.cat(compute_pose_error(pos, quat, ik.ee_pos_des, ik.ee_quat_des, "axis_angle"), dim=-1)
    return ik.compute(pos, quat, jacobian, torch.zeros(N, J)), error


@pytest.mark.parametrize("method", ["pinv", "svd"])
def test_inverses_solve_the_task_with_the_least_motion(method: str) -> None:
    jacobian = torch.randn(N, 6, J)
    step, error = change(controller(method), jacobian)
    expected = torch.linalg.lstsq(jacobian.double(), error.double().unsqueeze(-1), driver="gelsd").solution.squeeze(-1)
    torch.testing.assert_close(step.double(), expected, rtol=1e-3, atol=1e-4)


def test_small_singular_values_are_left_out() -> None:
    u, _, vh = torch.linalg.svd(torch.randn(N, 6, J), full_matrices=False)
    values = torch.tensor([2.0, 1.0, 0.5, 0.4, 0.3, 1e-4])
    step, error = change(controller("svd", ik_params={"min_singular_value": 1e-3}), u @ (values.unsqueeze(-1) * vh))
    kept = torch.where(values > 1e-3, 1.0 / values, 0.0)
    expected = vh.mT @ (kept.unsqueeze(-1) * (u.mT @ error.unsqueeze(-1)))
    torch.testing.assert_close(step, expected.squeeze(-1), rtol=1e-4, atol=1e-4)


def test_transpose_and_damped_least_squares() -> None:
    jacobian = torch.randn(N, 6, J)
    step, error = change(controller("trans", ik_params={"k_val": 0.1}), jacobian)
    torch.testing.assert_close(step, 0.1 * torch.einsum("nmj,nm->nj", jacobian, error))
    # Damped least squares minimize |J dq - e|^2 + lambda^2 |dq|^2: ordinary ones with more rows.
    step, error = change(controller("dls", ik_params={"lambda_val": 0.3}), jacobian)
    rows = torch.cat([jacobian, 0.3 * torch.eye(J).expand(N, J, J)], dim=1)
    sides = torch.cat([error, torch.zeros(N, J)], dim=1).unsqueeze(-1)
    expected = torch.linalg.lstsq(rows, sides).solution.squeeze(-1)
    torch.testing.assert_close(step, expected, rtol=1e-4, atol=1e-4)


def test_adaptive_damping_grows_towards_singular_poses() -> None:
    u, _, vh = torch.linalg.svd(torch.randn(N, 6, J), full_matrices=False)
    parameters = {"lambda_min": 0.1, "lambda_max": 0.5, "sigma_thresh": 0.2}
    for smallest, damping in ((0.2, 0.1**2), (0.0, 0.5**2), (0.1, 0.1**2 + 0.75 * (0.5**2 - 0.1**2))):
        values = torch.tensor([1.0, 1.0, 1.0, 1.0, 1.0, smallest])
        step, error = change(controller("adaptive_dls", ik_params=parameters), u @ (values.unsqueeze(-1) * vh))
        gains = values / (values**2 + damping)
        expected = vh.mT @ (gains.unsqueeze(-1) * (u.mT @ error.unsqueeze(-1)))
        torch.testing.assert_close(step, expected.squeeze(-1), rtol=1e-4, atol=1e-4)


def test_positions_leave_the_orientation_alone() -> None:
    ik, jacobian = controller("pinv", "position"), torch.randn(N, 6, J)
    pos, quat, goal = torch.rand(N, 3), random_orientation(N, "cpu"), torch.rand(N, 3)
    ik.set_command(goal, ee_quat=quat)
    step = ik.compute(pos, quat, jacobian, torch.zeros(N, J))
    torch.testing.assert_close(torch.einsum("nmj,nj->nm", jacobian[:, :3], step), goal - pos, rtol=1e-4, atol=1e-5)
    torch.testing.assert_close(ik.ee_quat_des, quat)


def test_relative_commands_turn_about_the_axes_of_the_root() -> None:
    ik = controller("dls", use_relative_mode=True)
    assert ik.action_dim == 6
    pos, quat = torch.rand(N, 3), random_orientation(N, "cpu")
    ik.set_command(torch.tensor([0.1, 0.0, 0.0, 0.0, 0.0, math.pi / 2]).expand(N, 6), pos, quat)
    turn = quat_from_angle_axis(torch.full((N,), math.pi / 2), torch.tensor([0.0, 0.0, 1.0]).expand(N, 3))
    torch.testing.assert_close(ik.ee_pos_des, pos + torch.tensor([0.1, 0.0, 0.0]))
    error = compute_pose_error(pos, quat_mul(turn, quat), pos, ik.ee_quat_des, "axis_angle")[1]
    torch.testing.assert_close(error, torch.zeros(N, 3), atol=1e-3, rtol=0)


def test_quaternions_of_commands_are_normalized_and_zeros_keep_the_orientation() -> None:
    ik, quat = controller("dls"), random_orientation(N, "cpu")
    ik.set_command(torch.cat([torch.zeros(N, 3), 3.0 * quat], dim=-1))
    torch.testing.assert_close(ik.ee_quat_des, quat)
    ik.set_command(torch.zeros(N, 7), torch.zeros(N, 3), quat)
    torch.testing.assert_close(ik.ee_quat_des, quat)


def test_orientation_weight_scales_rows_of_the_task() -> None:
    jacobian = torch.randn(N, 6, J)
    torch.manual_seed(1)
    step, _ = change(controller("pinv", orientation_weight=(0.0, 0.0, 0.0)), jacobian)
    torch.manual_seed(1)
    ik = controller("pinv", "position")
    pos, quat = torch.rand(N, 3), random_orientation(N, "cpu")
    ik.set_command(torch.rand(N, 3), ee_quat=quat)
    expected = ik.compute(pos, quat, jacobian, torch.zeros(N, J))
    torch.testing.assert_close(step, expected, rtol=1e-3, atol=1e-4)


def test_joints_leave_their_limits_without_moving_the_frame() -> None:
    ik, jacobian = controller("pinv", "position", joint_limit_avoidance_gain=0.5), torch.randn(N, 6, J)
    ik.set_joint_pos_limits(-torch.ones(J), torch.ones(J))
    pos, quat, joints = torch.rand(N, 3), random_orientation(N, "cpu"), torch.full((N, J), 0.95)
    ik.set_command(pos, ee_quat=quat)
    step = ik.compute(pos, quat, jacobian, joints) - joints
    assert (step.norm(dim=-1) > 0.05).all()
    assert (step.sum(dim=-1) < 0.0).all()
    torch.testing.assert_close(torch.einsum("nmj,nj->nm", jacobian[:, :3], step), torch.zeros(N, 3), atol=1e-5, rtol=0)


@pytest.mark.parametrize(
    ("settings", "name"),
    [
        ({"command_type": "velocity", "ik_method": "dls"}, "command_type"),
        ({"command_type": "pose", "ik_method": "newton"}, "ik_method"),
        ({"command_type": "pose", "ik_method": "adaptive_dls", "ik_params": {"sigma_thresh": 0.0}}, "sigma_thresh"),
        ({"command_type": "pose", "ik_method": "adaptive_dls", "ik_params": {"lambda_min": 1.0}}, "lambda_min"),
        ({"command_type": "pose", "ik_method": "dls", "orientation_weight": (1.0, 2.0)}, "orientation_weight"),
        ({"command_type": "pose", "ik_method": "dls", "joint_limit_avoidance_gain": -1.0}, "avoidance_gain"),
    ],
)
def test_impossible_configs_are_refused(settings: dict, name: str) -> None:
    with pytest.raises(ValueError, match=name):
        DifferentialIKControllerCfg(**settings)


def test_commands_without_what_they_need_are_refused() -> None:
    with pytest.raises(ValueError, match="ee_quat"):
        controller("dls", "position").set_command(torch.zeros(N, 3))
    with pytest.raises(ValueError, match="ee_pos"):
        controller("dls", "position", use_relative_mode=True).set_command(
            torch.zeros(N, 3), ee_quat=random_orientation(N, "cpu")
        )
    with pytest.raises(ValueError, match="ee_pos"):
        controller("dls", use_relative_mode=True).set_command(torch.zeros(N, 6))


@pytest.mark.parametrize("method", ["pinv", "svd", "trans", "dls", "adaptive_dls"])
def test_programs_change_the_task_where_isaac_lab_has_it(method: str) -> None:
    """A class that lets the last joints alone turn the frame, as a 5-jointed arm of Isaac Lab 3.0.0's tasks does."""

    class WristTurns(DifferentialIKController):
        def _compute_pose_task(self, *measured: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
            jacobian, error = super()._compute_pose_task(*measured)
            return masked(jacobian), error

    def masked(jacobian: torch.Tensor) -> torch.Tensor:
        jacobian = jacobian.clone()
        jacobian[:, 3:, :5] = 0.0
        return jacobian

    cfg = DifferentialIKControllerCfg(command_type="pose", ik_method=method)
    own, ours = WristTurns(cfg, N, "cpu"), DifferentialIKController(cfg, N, "cpu")
    target = torch.cat([torch.rand(N, 3), random_orientation(N, "cpu")], dim=-1)
    pos, quat, jacobian = torch.rand(N, 3), random_orientation(N, "cpu"), torch.randn(N, 6, J)
    for ik in (own, ours):
        ik.set_command(target, pos, quat)
    result = own.compute(pos, quat, jacobian, torch.zeros(N, J))
    torch.testing.assert_close(result, ours.compute(pos, quat, masked(jacobian), torch.zeros(N, J)))
    assert not torch.allclose(result, ours.compute(pos, quat, jacobian, torch.zeros(N, J)), atol=1e-3)
