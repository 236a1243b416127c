"""OpenArm before a cabinet of three quarters of the size, whose lower drawer is the one that counts."""

from __future__ import annotations

import gymnasium
import pytest
import torch

from pippin.tasks.registration import register_tasks
from pippin.tasks.utils import parse_env_cfg
from pippin.utils import as_torch


@pytest.mark.slow
@pytest.mark.parametrize("name", ["Isaac-Open-Drawer-OpenArm-v0", "IsaacContrib-Open-Drawer-OpenArm"])
def test_the_handle_comes_with_the_lower_drawer(name: str) -> None:
    register_tasks()
    cfg = parse_env_cfg(name, device="cpu", num_envs=2)
    cfg.seed = 1
    env = gymnasium.make(name, cfg=cfg, disable_env_checker=True).unwrapped
    env.reset()
    cabinet, frame = env.scene["cabinet"], env.scene["cabinet_frame"]
    shut = as_torch(frame.data.target_pos_w)[:, 0].clone()
    # by the description: the drawer 0.08 m above the cabinet's origin, times 0.75; the released frame 0.222 m in front
    expected = torch.tensor([0.7 - 0.222, 0.0, 0.3 + 0.75 * 0.08 + 0.005]) + as_torch(env.scene.env_origins)
    torch.testing.assert_close(shut, expected, atol=1e-3, rtol=0.0)
    joints = as_torch(cabinet.data.joint_pos).clone()
    joints[:, cabinet.joint_names.index("drawer_bottom_joint")] = 0.2
    cabinet.write_joint_position_to_sim_index(position=joints)
    env.step(torch.zeros(2, 8))
    opened = as_torch(frame.data.target_pos_w)[:, 0]
    torch.testing.assert_close((shut - opened)[:, 0], torch.full((2,), 0.2), atol=0.01, rtol=0.0)  # its spring pulls
    assert (env.reward_manager._step_reward[:, env.reward_manager.active_terms.index("open_drawer_bonus")] > 1.0).all()
    env.close()
