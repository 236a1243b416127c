"""One source of environments serves all dialects: equal numbers, each dialect's arrays."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch

pytest.importorskip("isaaclab", reason="pippin-isaac (compat/) is not installed")

from pippin_isaac.modules import dialect_of_version, tree_of

from .pole import modules_of, pole_cfg

DIALECTS = {version: dialect_of_version(version) for version in (1, 2)}


@pytest.mark.parametrize("tree", [tree_of(1), tree_of(2)])
def test_environments_do_the_same_in_each_dialect(tree: str, tmp_path: Path) -> None:
    runs = []
    for each in ("pippin", tree):
        env = modules_of(each).envs.ManagerBasedRLEnv(pole_cfg(each, tmp_path))
        observations, _ = env.reset(seed=7)
        values = [observations["policy"].clone()]
        for action in torch.linspace(-1.0, 1.0, 30):
            observations, rewards, terminated, time_outs, _ = env.step(action.expand(4, 1))
            values += [observations["policy"], rewards.clone(), terminated.clone(), time_outs.clone()]
        runs.append(values)
        assert isinstance(env.scene["robot"].data.joint_pos, torch.Tensor) == (each == tree)
        ids = env.observation_manager._group_obs_term_cfgs["policy"][0].params["asset_cfg"].joint_ids
        assert isinstance(ids, list) == (each == tree)
        env.close()
    for newest_value, older_value in zip(*runs, strict=True):
        assert torch.equal(newest_value, older_value)
