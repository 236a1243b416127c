"""Opening a drawer as version 3's direct environment is the task with managers."""

from __future__ import annotations

from typing import Any

import gymnasium
import pytest
import torch

from pippin.tasks.registration import register_tasks
from pippin.tasks.utils import parse_env_cfg


def _run(name: str, actions: torch.Tensor, opened: float) -> list[torch.Tensor]:
    """Observations and rewards of each step, with the drawer open from the third step on."""
    register_tasks()
    cfg = parse_env_cfg(name, device="cpu", num_envs=2)
    cfg.seed = 5
    cfg.events.robot_physics_material = cfg.events.cabinet_physics_material = None  # which draw numbers, too
    env: Any = gymnasium.make(name, cfg=cfg, disable_env_checker=True).unwrapped
    seen = [env.reset()[0]["policy"].clone()]
    cabinet = env.scene["cabinet"]
    for step, action in enumerate(actions):
        if step == 2:
            joints = torch.zeros(2, cabinet.num_joints)
            joints[:, cabinet.joint_names.index("drawer_top_joint")] = opened
            cabinet.write_joint_position_to_sim_index(position=joints)
        observations, rewards, *_ = env.step(action)
        seen += [observations["policy"].clone(), rewards.clone()]
    env.close()
    return seen


@pytest.mark.slow
def test_the_direct_task_is_the_task_with_managers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "pippin.envs.mdp.events.joint_resets.sample_uniform",
        lambda lower, upper, size, device: torch.zeros(size, device=device),
    )
    actions = 1.5 * torch.randn(12, 2, 8, generator=torch.Generator().manual_seed(1))
    direct, managed = (
        _run(name, actions, opened=0.32) for name in ("Isaac-Open-Drawer-Franka-Direct", "Isaac-Open-Drawer-Franka")
    )
    assert direct[0].shape == (2, 31)
    for step, (mine, theirs) in enumerate(zip(direct, managed, strict=True)):
        # the same numbers in another order: float32 sums of terms up to 10 over a step of 1/60 s
        torch.testing.assert_close(mine, theirs, atol=1e-4, rtol=1e-4, msg=lambda text, step=step: f"{step}: {text}")
