"""Environments whose program writes ``step`` by itself, after Isaac Lab's: here the one that 3.0.0 released.

The wheel (BSD-3) is looked for in the folder that ``ISAACLAB_300`` names; nothing of it is kept here.
"""

from __future__ import annotations

import ast
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch

from pippin.envs import ManagerBasedRLEnv

from .pole import pole_cfg

SOURCE = Path(os.environ.get("ISAACLAB_300", "/nowhere"), "isaaclab/envs/manager_based_rl_env.py")


def released_step() -> Callable[[Any, torch.Tensor], Any]:
    """``ManagerBasedRLEnv.step`` of the release."""
    tree = ast.parse(SOURCE.read_text(encoding="utf-8"))
    steps = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and node.name == "step"]
    names: dict[str, Any] = {"torch": torch, "VecEnvStepReturn": Any}
    exec(compile(ast.Module(body=list(steps), type_ignores=[]), str(SOURCE), "exec"), names)
    return names["step"]


def rollout(cls: type, folder: Path) -> list[torch.Tensor]:
    """Observations, rewards and ends of 60 steps, with viewers that watch."""
    cfg = pole_cfg("pippin", folder)
    cfg.seed = 3
    env = cls(cfg)
    frames: list[None] = []
    env.sim.add_render_callback("watcher", lambda event: frames.append(None))
    env.reset()
    actions = torch.sin(torch.arange(60.0)).reshape(60, 1, 1).expand(60, env.num_envs, 1)
    parts = [part for action in actions for part in env.step(action)[:4]]
    env.close()
    assert frames
    return [part["policy"].clone() if isinstance(part, dict) else part.clone() for part in parts]


@pytest.mark.skipif(not SOURCE.is_file(), reason="the wheel of Isaac Lab 3.0.0 is not there (ISAACLAB_300)")
def test_the_released_step_does_as_ours(tmp_path: Path) -> None:
    class OwnStepEnv(ManagerBasedRLEnv):
        step = released_step()

    ours, released = rollout(ManagerBasedRLEnv, tmp_path), rollout(OwnStepEnv, tmp_path)
    for own, other in zip(ours, released, strict=True):
        torch.testing.assert_close(own, other, rtol=0.0, atol=0.0)
