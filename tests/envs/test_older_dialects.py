"""One source of environments serves all dialects: equal numbers, each dialect's arrays."""

from __future__ import annotations

import enum
from pathlib import Path

import pytest
import torch

pytest.importorskip("isaaclab", reason="pippin-isaac (compat/) is not installed")

from pippin.utils import configclass
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


def test_groups_hold_what_those_of_their_release_do() -> None:
    """Programs have copies of older observation managers, which take all else that a group holds for its terms."""
    managers = modules_of(tree_of(2)).envs_managers
    settings = {"concatenate_terms", "enable_corruption", "history_length", "flatten_history_dim"}
    assert set(vars(managers.ObservationGroupCfg())) == settings
    own = type("Own", (managers.ObservationGroupCfg,), {"concatenate_dim": 1, "__annotations__": {}})
    assert configclass(own)().concatenate_dim == 1 and managers.ObservationGroupCfg().concatenate_dim == -1
    given = managers.ObservationGroupCfg(concatenate_dim=0)
    assert given.concatenate_dim == 0 and given.replace(history_order="time").history_order == "time"
    newer = modules_of("pippin").envs_managers.ObservationGroupCfg(history_order="time")
    assert vars(newer)["history_order"] == "time"


def test_dicts_of_configs_have_members_of_enumerations_as_in_their_release() -> None:
    class Side(enum.Enum):
        LEFT = "left"

    for tree, expected in {"pippin": "left", tree_of(2): {"_value_": "left", "_name_": "LEFT"}}.items():
        base = modules_of(tree).envs.DirectRLEnvCfg
        cfg = configclass(type("Cfg", (base,), {"side": Side.LEFT, "__annotations__": {"side": Side}}))()
        assert cfg.to_dict()["side"] == expected
        cfg.from_dict({"side": expected})
        assert cfg.side is Side.LEFT


def test_managers_of_a_program_may_be_of_an_earlier_release(tmp_path: Path) -> None:
    """Programs with several agents have copies of older managers, and rows for the agents of all environments."""
    tree, agents = tree_of(2), 3
    lab = modules_of(tree)

    class Observations(lab.envs_managers.ObservationManager):
        def _prepare_terms(self) -> None:
            super()._prepare_terms()
            self._group_obs_concatenate_dim.clear()
            self._group_obs_time_major.clear()
            self._group_obs_term_delay_buffer.clear()

        def compute_group(self, group_name: str) -> torch.Tensor:
            return super().compute_group(group_name)

    class Rewards(lab.envs_managers.RewardManager):
        def __init__(self, cfg: object, env: object) -> None:
            super().__init__(cfg, env)
            self._reward_buf = torch.zeros(self.num_envs * agents)
            self._step_reward = torch.zeros(self.num_envs * agents, len(self._term_names))
            for name in self._term_names:
                self._episode_sums[name] = torch.zeros(self.num_envs * agents)

    cfg = pole_cfg(tree, tmp_path)
    env = lab.envs.ManagerBasedRLEnv(cfg)
    cfg.rewards.upright.func = lambda env: upright(env).repeat_interleave(agents)
    observations, rewards = Observations(cfg.observations, env), Rewards(cfg.rewards, env)
    expected = env.observation_manager.compute()["policy"]
    torch.testing.assert_close(observations.compute()["policy"], expected)
    for _ in range(2):
        torch.testing.assert_close(rewards.compute(0.1), 0.2 * upright(env).repeat_interleave(agents))
    torch.testing.assert_close(rewards._episode_sums["upright"], 0.4 * upright(env).repeat_interleave(agents))
    rewards.reset(torch.tensor([1]))
    assert float(rewards._episode_sums["upright"][1]) == 0.0 < float(rewards._episode_sums["upright"][0])
    env.close()
