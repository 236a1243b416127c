"""One source of environments serves all dialects: equal numbers, each dialect's arrays."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch

pytest.importorskip("isaaclab", reason="pippin-isaac (compat/) is not installed")

from pippin_isaac.modules import dialect_of_version, tree_of

from .pole import has_fallen, joint_velocities, lean, modules_of, pole_cfg, upright

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


@pytest.mark.parametrize("tree", ["pippin", tree_of(2)])
def test_terms_that_are_added_to_a_config_before_it_plays_are_terms(tree: str, tmp_path: Path) -> None:
    cfg, managers = pole_cfg(tree, tmp_path), modules_of(tree).envs_managers
    plain = modules_of(tree).envs.ManagerBasedRLEnv(pole_cfg(tree, tmp_path))
    width = plain.reset()[0]["policy"].shape[1]
    plain.close()
    cfg.observations.policy.mine = managers.ObservationTermCfg(func=joint_velocities)
    cfg.observations.critic = managers.ObservationGroupCfg()
    cfg.observations.critic.mine = managers.ObservationTermCfg(func=joint_velocities)
    cfg.rewards.mine = managers.RewardTermCfg(func=upright, weight=0.5)
    cfg.terminations.mine = managers.TerminationTermCfg(func=has_fallen, params={"limit": 10.0})
    cfg.events.mine = managers.EventTermCfg(func=lean, mode="reset", params={"angle": 0.1})
    cfg.curriculum = {"mine": managers.CurriculumTermCfg(func=lambda env, env_ids: 3.0)}
    env = modules_of(tree).envs.ManagerBasedRLEnv(cfg)
    observations, _ = env.reset()
    assert observations["policy"].shape == (4, width + 2)
    torch.testing.assert_close(observations["critic"], joint_velocities(env))
    assert "mine" in env.reward_manager.active_terms
    assert "mine" in env.termination_manager.active_terms
    assert "mine" in env.event_manager.active_terms["reset"]
    assert env.extras["log"]["Curriculum/mine"] == 3.0
    env.close()
