"""Checkpoints of earlier releases of RSL-RL, played by a later one."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch
from tensordict import TensorDict
from torch import nn

from pippin.learning.checkpoints import read_checkpoint
from pippin.learning.rsl_rl import handle_deprecated_rsl_rl_checkpoint

rsl_rl_models = pytest.importorskip("rsl_rl.models")


class ActorCritic(nn.Module):
    """Networks as RSL-RL 2 and 3 registered them, with a memory or without."""

    def __init__(self, with_memory: bool = False) -> None:
        super().__init__()
        self.std = nn.Parameter(torch.tensor([0.3, 0.7]))
        width = 6 if with_memory else 5
        if with_memory:
            self.memory_a, self.memory_c = nn.Module(), nn.Module()
            self.memory_a.rnn, self.memory_c.rnn = nn.LSTM(5, 6), nn.LSTM(5, 6)
        self.actor = nn.Sequential(nn.Linear(width, 8), nn.ELU(), nn.Linear(8, 2))
        self.critic = nn.Sequential(nn.Linear(width, 4), nn.ELU(), nn.Linear(4, 1))


def trained(path: Path, networks: ActorCritic, **more: object) -> torch.optim.Adam:
    """Write a checkpoint of networks that made one step of Adam."""
    optimizer = torch.optim.Adam(networks.parameters(), lr=0.01)
    for number, parameter in enumerate(networks.parameters()):
        parameter.grad = torch.full_like(parameter, float(number + 1))
    optimizer.step()
    model, state = networks.state_dict(), optimizer.state_dict()
    torch.save({"model_state_dict": model, "optimizer_state_dict": state, "iter": 7, "infos": None, **more}, path)
    return optimizer


def later_models(content: dict, obs: torch.Tensor, **settings: object) -> tuple[nn.Module, nn.Module, TensorDict]:
    """Actor and critic of the installed RSL-RL with the networks of a checkpoint."""
    groups = {"actor": ["policy"], "critic": ["policy"]}
    observed = TensorDict({"policy": obs}, batch_size=[len(obs)])
    noise = {"class_name": "GaussianDistribution", "init_std": 1.0, "std_type": "scalar"}
    kind = settings.pop("kind", rsl_rl_models.MLPModel)
    actor = kind(observed, groups, "actor", 2, hidden_dims=[8], activation="elu", distribution_cfg=noise, **settings)
    critic = kind(observed, groups, "critic", 1, hidden_dims=[4], activation="elu", **settings)
    actor.load_state_dict(content["actor_state_dict"])
    critic.load_state_dict(content["critic_state_dict"])
    return actor.eval(), critic.eval(), observed


def test_the_policy_acts_as_before(tmp_path: Path) -> None:
    networks, obs = ActorCritic(), torch.randn(3, 5)
    trained(tmp_path / "model_7.pt", networks)

    file = handle_deprecated_rsl_rl_checkpoint(str(tmp_path / "model_7.pt"), "5.5.1")

    assert Path(file).name == "for_rsl_rl_5_model_7.pt", "not taken for a checkpoint of the run, model_.*.pt"
    content = read_checkpoint(file)
    actor, critic, observed = later_models(content, obs)
    torch.testing.assert_close(actor(observed), networks.actor(obs))
    torch.testing.assert_close(critic(observed), networks.critic(obs))
    torch.testing.assert_close(actor.distribution.std_param, networks.std)
    assert content["iter"] == 7


def test_momenta_go_with_their_parameters(tmp_path: Path) -> None:
    networks = ActorCritic(with_memory=True)
    before = trained(tmp_path / "model_7.pt", networks)
    file = handle_deprecated_rsl_rl_checkpoint(str(tmp_path / "model_7.pt"), "5.0.1")
    content = read_checkpoint(file)
    settings = {"kind": rsl_rl_models.RNNModel, "rnn_type": "lstm", "rnn_hidden_dim": 6, "rnn_num_layers": 1}
    actor, critic, _ = later_models(content, torch.zeros(3, 5), **settings)

    after = torch.optim.Adam([*actor.parameters(), *critic.parameters()], lr=1.0)
    after.load_state_dict(content["optimizer_state_dict"])

    now = {
        **{f"actor.{name.removeprefix('mlp.')}": value for name, value in actor.named_parameters()},
        **{f"critic.{name.removeprefix('mlp.')}": value for name, value in critic.named_parameters()},
    }
    pairs = {"std": "actor.distribution.std_param", "memory_a.": "actor.rnn.", "memory_c.": "critic.rnn."}
    for name, parameter in networks.named_parameters():
        later = next((name.replace(old, new) for old, new in pairs.items() if name.startswith(old)), name)
        torch.testing.assert_close(now[later], parameter)
        torch.testing.assert_close(after.state[now[later]]["exp_avg"], before.state[parameter]["exp_avg"])
    assert after.param_groups[0]["lr"] == 0.01


def test_normalizers_beside_the_networks_are_the_models_own(tmp_path: Path) -> None:
    networks, obs = ActorCritic(), torch.randn(3, 5)
    mean, std = torch.randn(1, 5), torch.rand(1, 5) + 0.5
    normalizer = {"_mean": mean, "_var": std**2, "_std": std, "count": torch.tensor(100)}
    own = {"obs_norm_state_dict": normalizer, "privileged_obs_norm_state_dict": normalizer}
    trained(tmp_path / "model_7.pt", networks, **own)

    content = read_checkpoint(handle_deprecated_rsl_rl_checkpoint(str(tmp_path / "model_7.pt"), "5.5.1"))

    actor, critic, observed = later_models(content, obs, obs_normalization=True)
    seen = (obs - mean) / (std + 1e-2)  # RSL-RL's smallest deviation, in all releases
    torch.testing.assert_close(actor(observed), networks.actor(seen))
    torch.testing.assert_close(critic(observed), networks.critic(seen))


def test_version_4_is_laid_out_for_4_and_for_5(tmp_path: Path) -> None:
    trained(tmp_path / "model_7.pt", ActorCritic())
    fourth = handle_deprecated_rsl_rl_checkpoint(str(tmp_path / "model_7.pt"), "4.0.1")
    assert "std" in read_checkpoint(fourth)["actor_state_dict"]

    fifth = handle_deprecated_rsl_rl_checkpoint(fourth, "5.5.1")

    direct = handle_deprecated_rsl_rl_checkpoint(str(tmp_path / "model_7.pt"), "5.5.1")
    for state in ("actor_state_dict", "critic_state_dict"):
        mine, other = read_checkpoint(fifth)[state], read_checkpoint(direct)[state]
        assert {name: value.tolist() for name, value in mine.items()} == {
            name: value.tolist() for name, value in other.items()
        }


@pytest.mark.parametrize("version", ["2.3.0", "3.1.2", "5.5.1"])
def test_what_a_version_reads_is_given_back(tmp_path: Path, version: str) -> None:
    old = str(tmp_path / "model_7.pt")
    trained(tmp_path / "model_7.pt", ActorCritic())
    file = handle_deprecated_rsl_rl_checkpoint(old, version)

    assert handle_deprecated_rsl_rl_checkpoint(file, version) == file
    assert (file == old) is (version < "4")


def test_tensors_of_other_networks_are_named(tmp_path: Path) -> None:
    networks = ActorCritic()
    networks.estimator = nn.Linear(5, 3)
    trained(tmp_path / "model_7.pt", networks)

    with pytest.raises(ValueError, match=r"estimator\.weight"):
        handle_deprecated_rsl_rl_checkpoint(str(tmp_path / "model_7.pt"), "5.5.1")


def test_a_file_without_networks_says_what_there_is(tmp_path: Path) -> None:
    torch.save({"iter": 3, "weights": {}}, tmp_path / "model_3.pt")

    with pytest.raises(ValueError, match="weights"):
        handle_deprecated_rsl_rl_checkpoint(str(tmp_path / "model_3.pt"), "5.5.1")
