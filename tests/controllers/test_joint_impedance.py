"""Joint impedance against its formula."""

from __future__ import annotations

import pytest
import torch

from pippin.controllers import JointImpedanceController, JointImpedanceControllerCfg

N, J = 3, 2


def controller(**settings: object) -> JointImpedanceController:
    settings = {"impedance_mode": "fixed", "stiffness": 25.0, "damping_ratio": 0.5, **settings}
    limits = torch.tensor([-1.0, 1.0]).expand(N, J, 2)
    return JointImpedanceController(JointImpedanceControllerCfg(**settings), N, limits, "cpu")


def test_springs_and_dampers_pull_to_the_target_within_limits() -> None:
    torch.manual_seed(0)
    impedance, target, pos, vel = controller(), 3.0 * torch.randn(N, J), torch.randn(N, J), torch.randn(N, J)
    impedance.set_command(target)
    torch.testing.assert_close(impedance.compute(pos, vel), 25.0 * (target.clamp(-1, 1) - pos) - 5.0 * vel)


def test_relative_commands_and_offsets() -> None:
    relative, shifted = controller(command_type="p_rel"), controller(dof_pos_offset=[0.1, 0.2])
    pos, still = torch.full((N, J), 0.3), torch.zeros(N, J)
    relative.set_command(torch.full((N, J), 0.2))
    torch.testing.assert_close(relative.compute(pos, still), torch.full((N, J), 5.0))
    shifted.set_command(pos)
    torch.testing.assert_close(shifted.compute(pos, still), torch.tensor([2.5, 5.0]).expand(N, J))


def test_gains_of_commands_are_clipped() -> None:
    impedance = controller(impedance_mode="variable", stiffness_limits=(0.0, 16.0))
    assert impedance.num_actions == 3 * J
    command = torch.tensor([0.5] * J + [100.0] * J + [2.0] * J).expand(N, 3 * J)
    impedance.set_command(command)
    efforts = impedance.compute(torch.zeros(N, J), torch.ones(N, J))
    torch.testing.assert_close(efforts, torch.full((N, J), 16.0 * 0.5 - 2.0 * 2.0 * 4.0))
    critical = controller(impedance_mode="variable_kp")
    critical.set_command(torch.tensor([0.5] * J + [9.0] * J).expand(N, 2 * J))
    torch.testing.assert_close(
        critical.compute(torch.zeros(N, J), torch.ones(N, J)), torch.full((N, J), 9.0 * 0.5 - 6.0)
    )


def test_compensations_use_mass_and_gravity() -> None:
    torch.manual_seed(0)
    impedance = controller(inertial_compensation=True, gravity_compensation=True)
    mass, gravity, pos = torch.randn(N, J, J), torch.randn(N, J), torch.zeros(N, J)
    impedance.set_command(torch.full((N, J), 0.4))
    expected = torch.einsum("nij,nj->ni", mass, torch.full((N, J), 10.0)) + gravity
    torch.testing.assert_close(impedance.compute(pos, pos, mass, gravity), expected)
    with pytest.raises(ValueError, match="mass_matrix"):
        impedance.compute(pos, pos)


def test_wrong_shapes_and_words_are_refused() -> None:
    with pytest.raises(ValueError, match="command"):
        controller().set_command(torch.zeros(N, J + 1))
    with pytest.raises(ValueError, match="impedance_mode"):
        _ = controller(impedance_mode="soft").num_actions
    with pytest.raises(ValueError, match="dof_pos_limits"):
        JointImpedanceController(controller().cfg, N, torch.zeros(J, 2), "cpu")
