"""Going to places: the walking policy is commanded, and sees, what it was trained with."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch

from pippin.envs import ManagerBasedRLEnv
from pippin.tasks.navigation.navigation_env_cfg import NavigationEnvCfg


class Echo(torch.nn.Module):
    """A policy whose 12 actions are the commanded velocity, four times, and a thousandth of its last actions."""

    def forward(self, seen: torch.Tensor) -> torch.Tensor:
        return seen[:, 9:12].repeat(1, 4) + 0.001 * seen[:, 36:48]


def test_a_velocity_goes_to_the_policy_and_its_actions_to_the_robot(tmp_path: Path) -> None:
    path = tmp_path / "policy.pt"
    torch.jit.script(Echo()).save(str(path))
    cfg = NavigationEnvCfg()
    cfg.scene.num_envs, cfg.sim.device, cfg.seed = 2, "cpu", 3
    cfg.actions.pre_trained_policy_action.policy_path = str(path)
    cfg.actions.pre_trained_policy_action.low_level_observations.enable_corruption = False
    env = ManagerBasedRLEnv(cfg)
    assert env.reset()[0]["policy"].shape == (2, 3 + 3 + 4)
    velocity = torch.tensor([[0.1, -0.2, 0.3], [0.0, 0.0, 0.05]])
    env.step(velocity)
    term = env.action_manager.get_term("pre_trained_policy_action")
    torch.testing.assert_close(term.low_level_actions, velocity.repeat(1, 4) / (1 - 0.001), rtol=0.0, atol=1e-6)
    robot = env.scene["robot"]
    expected = robot.data.default_joint_pos.torch + 0.5 * term.low_level_actions
    torch.testing.assert_close(robot.data.joint_pos_target.torch, expected, rtol=0.0, atol=1e-6)
    env.close()


def test_a_missing_policy_is_named() -> None:
    cfg = NavigationEnvCfg()
    cfg.scene.num_envs, cfg.sim.device = 1, "cpu"
    with pytest.raises(FileNotFoundError, match=r"policy\.pt"):
        ManagerBasedRLEnv(cfg)
