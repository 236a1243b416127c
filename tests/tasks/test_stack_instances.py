"""Cubes of changing colours: one of each pair lies on the table, apart from the others, and that one is seen."""

from __future__ import annotations

from typing import Any

import gymnasium
import pytest
import torch

from pippin.tasks.manipulation.stack_instances import IN_FOCUS
from pippin.tasks.registration import register_tasks
from pippin.tasks.utils import parse_env_cfg
from pippin.utils import as_torch

TASK = "Stack-Cube-Instance-Randomize-Franka"
CUBES = ("cube_1", "cube_2", "cube_3")


@pytest.mark.slow
@pytest.mark.parametrize("name", [f"Isaac-{TASK}-v0", f"IsaacContrib-{TASK}-IK-Rel"])
def test_one_cube_of_each_pair_is_on_the_table_and_seen(name: str) -> None:
    register_tasks()
    cfg = parse_env_cfg(name, device="cpu", num_envs=16)
    cfg.seed = 4
    env: Any = gymnasium.make(name, cfg=cfg, disable_env_checker=True).unwrapped
    seen = env.reset()[0]["policy"]
    drawn = getattr(env, IN_FOCUS)
    assert drawn.shape == (16, 3)
    assert all(set(column.tolist()) == {0, 1} for column in drawn.T), "16 draws of each pair"
    origins, rows = as_torch(env.scene.env_origins), torch.arange(16)
    positions = [as_torch(env.scene[cube].data.body_link_pos_w) for cube in CUBES]
    on_table = torch.stack([part[rows, drawn[:, i]] for i, part in enumerate(positions)], dim=1)
    away = torch.stack([part[rows, 1 - drawn[:, i]] for i, part in enumerate(positions)], dim=1)
    local = on_table - origins[:, None]
    assert (local[..., 0] > 0.39).all() and (local[..., 0] < 0.61).all() and (local[..., 1].abs() < 0.11).all()
    gaps = torch.cdist(local, local) + torch.eye(3)
    assert (gaps > 0.1 - 1e-5).all()
    torch.testing.assert_close(away, torch.full_like(away, 10.0), atol=0.02, rtol=0.0)  # which fall until they are seen
    torch.testing.assert_close(seen["cube_positions"], on_table.flatten(1))
    torch.testing.assert_close(seen["object"][:, :3], local[:, 0])
    torch.testing.assert_close(seen["object"][:, 30:33], local[:, 0] - local[:, 1], atol=1e-6, rtol=0.0)
    for _ in range(40):
        seen = env.step(torch.zeros(16, env.action_space.shape[-1]))[0]["policy"]
    assert (seen["cube_positions"][:, 2::3] > 0.01).all(), "cubes lie on the table"
    env.reset(env_ids=torch.tensor([3, 5]))
    assert getattr(env, IN_FOCUS).shape == (16, 3), "the others keep theirs"
    env.close()
