"""Configs, wrapper and exporters for RSL-RL."""

from __future__ import annotations

import sys
import types
from dataclasses import MISSING

import gymnasium
import pytest
import torch

from pippin.learning.rsl_rl import (
    RslRlCNNModelCfg,
    RslRlDistillationAlgorithmCfg,
    RslRlDistillationRunnerCfg,
    RslRlDistillationStudentTeacherCfg,
    RslRlMLPModelCfg,
    RslRlOnPolicyRunnerCfg,
    RslRlPpoActorCriticCfg,
    RslRlPpoActorCriticCNNCfg,
    RslRlPpoActorCriticRecurrentCfg,
    RslRlPpoAlgorithmCfg,
    RslRlRNNModelCfg,
    RslRlSymmetryCfg,
    export_policy_as_jit,
    export_policy_as_onnx,
    generations,
    handle_deprecated_rsl_rl_cfg,
)
from pippin.learning.rsl_rl.generations import is_missing
from pippin.utils import configclass

ALGORITHM = RslRlPpoAlgorithmCfg(
    num_learning_epochs=2,
    num_mini_batches=2,
    learning_rate=1e-3,
    schedule="adaptive",
    gamma=0.9,
    lam=0.95,
    entropy_coef=0.0,
    desired_kl=0.01,
    max_grad_norm=1.0,
    value_loss_coef=1.0,
    use_clipped_value_loss=True,
    clip_param=0.2,
)
POLICY = RslRlPpoActorCriticCfg(
    init_noise_std=0.5, actor_hidden_dims=[16, 8], critic_hidden_dims=[32], activation="elu"
)
RECURRENT = RslRlPpoActorCriticRecurrentCfg(
    init_noise_std=0.5,
    actor_hidden_dims=[8],
    critic_hidden_dims=[8],
    activation="elu",
    rnn_type="gru",
    rnn_hidden_dim=6,
    rnn_num_layers=1,
)
ACTOR = RslRlMLPModelCfg(
    hidden_dims=[16, 8],
    activation="elu",
    obs_normalization=True,
    distribution_cfg=RslRlMLPModelCfg.GaussianDistributionCfg(init_std=0.5, std_type="log"),
)
CRITIC = RslRlMLPModelCfg(hidden_dims=[32], activation="elu")


def runner(**fields):
    fields = {"algorithm": ALGORITHM, **fields}
    base = {"num_steps_per_env": 8, "max_iterations": 2, "save_interval": 50, "experiment_name": "test"}
    return RslRlOnPolicyRunnerCfg(**base, **fields)


@pytest.fixture
def generation(monkeypatch):
    """Pretend that a generation of RSL-RL is installed, with PPO's arguments as they were in it."""

    def pretend(number):
        monkeypatch.setattr(generations, "installed_generation", lambda: number)

    return pretend


class Integrators(gymnasium.Env):
    """Points on a line that actions move; the reward is greatest at zero. A smallest environment of tensors."""

    def __init__(self, num_envs=4):
        self.num_envs, self.device, self.max_episode_length, self.render_mode = num_envs, "cpu", 10, None
        self.cfg = types.SimpleNamespace(is_finite_horizon=False)
        self.single_action_space = gymnasium.spaces.Box(-float("inf"), float("inf"), (1,))
        group = gymnasium.spaces.Box(-float("inf"), float("inf"), (2,))
        self.single_observation_space = gymnasium.spaces.Dict({"policy": group, "critic": group})
        self.episode_length_buf = torch.zeros(num_envs, dtype=torch.long)
        self.x = torch.ones(num_envs, 1)

    def _get_observations(self):
        return {"policy": torch.cat([self.x, self.x**2], 1), "critic": torch.cat([self.x, -self.x], 1)}

    def reset(self, seed=None, options=None):
        self.x = torch.ones(self.num_envs, 1)
        self.episode_length_buf[:] = 0
        return self._get_observations(), {}

    def step(self, action):
        self.x = self.x + 0.1 * action
        self.episode_length_buf += 1
        fallen = self.x.abs().flatten() > 5.0
        late = self.episode_length_buf >= self.max_episode_length
        done = (fallen | late).unsqueeze(1)
        rewards = -self.x.abs().flatten()
        self.x = torch.where(done, 1.0, self.x)
        self.episode_length_buf[done.flatten()] = 0
        return self._get_observations(), rewards, fallen, late, {"log": {}}


def test_a_policy_of_an_older_config_becomes_actor_and_critic() -> None:
    config = handle_deprecated_rsl_rl_cfg(runner(policy=POLICY), "5.0.1")
    assert is_missing(config.policy)
    assert (config.actor.hidden_dims, config.critic.hidden_dims) == ([16, 8], [32])
    assert config.actor.distribution_cfg.init_std == 0.5
    assert config.critic.distribution_cfg is None
    assert "stochastic" not in config.to_dict()["actor"]


def test_a_recurrent_policy_stays_recurrent() -> None:
    config = handle_deprecated_rsl_rl_cfg(runner(policy=RECURRENT), "4.0.0")
    assert isinstance(config.actor, RslRlRNNModelCfg) and config.actor.rnn_hidden_dim == 6
    assert config.actor.stochastic and not config.critic.stochastic


def test_a_policy_with_convolutions_learns_from_images() -> None:
    """The actor sees an image and two numbers, the critic numbers alone, as ActorCriticCNN of RSL-RL 3.3 has it."""
    from pippin.learning.rsl_rl import RslRlVecEnvWrapper, create_rsl_rl_runner

    class Seen(Integrators):
        def _get_observations(self):
            return super()._get_observations() | {"camera": self.x.reshape(-1, 1, 1, 1).expand(-1, 3, 8, 8).clone()}

    env = Seen()
    image = gymnasium.spaces.Box(-float("inf"), float("inf"), (3, 8, 8))
    env.single_observation_space = gymnasium.spaces.Dict({**env.single_observation_space, "camera": image})
    widths = {"actor_hidden_dims": [8], "critic_hidden_dims": [4], "activation": "elu"}
    convolutions = {"output_channels": [5], "kernel_size": 3, "stride": 1, "activation": "elu"}
    policy = RslRlPpoActorCriticCNNCfg(init_noise_std=0.5, actor_cnn_cfg=convolutions, **widths)
    groups = {"policy": ["policy", "camera"], "critic": ["critic"]}
    trained = create_rsl_rl_runner(RslRlVecEnvWrapper(env), runner(policy=policy, obs_groups=groups, device="cpu"))
    trained.learn(1)
    shapes = [tuple(weights.shape) for weights in trained.alg.get_policy().parameters()]
    assert (5, 3, 3, 3) in shapes and (8, 2 + 5 * 6 * 6) in shapes


def test_models_with_convolutions_become_a_policy_for_the_third_generation(generation) -> None:
    generation(3)
    noise = {"init_noise_std": 0.5, "stochastic": True}
    actor = RslRlCNNModelCfg(hidden_dims=[16, 8], activation="elu", cnn_cfg={"output_channels": [5]}, **noise)
    policy = runner(actor=actor, critic=CRITIC).to_dict()["policy"]
    assert policy["class_name"] == "ActorCriticCNN"
    assert (policy["actor_cnn_cfg"], policy["critic_cnn_cfg"]) == ({"output_channels": [5]}, None)


@pytest.mark.parametrize("number", [2, 3])
def test_actor_and_critic_become_a_policy_for_older_libraries(generation, number: int) -> None:
    generation(number)
    policy = runner(actor=ACTOR, critic=CRITIC).to_dict()["policy"]
    assert (policy["actor_hidden_dims"], policy["critic_hidden_dims"]) == ([16, 8], [32])
    assert (policy["init_noise_std"], policy["noise_std_type"]) == (0.5, "log")


def test_the_second_generation_normalizes_in_the_runner(generation) -> None:
    generation(2)
    assert runner(policy=POLICY).to_dict()["empirical_normalization"] is False
    assert runner(actor=ACTOR, critic=CRITIC).to_dict()["empirical_normalization"] is True
    assert runner(policy=POLICY, empirical_normalization=True).to_dict()["empirical_normalization"] is True


def test_normalization_of_the_runner_reaches_both_networks(generation) -> None:
    generation(5)
    data = runner(policy=POLICY, empirical_normalization=True).to_dict()
    assert data["actor"]["obs_normalization"] and data["critic"]["obs_normalization"]
    assert "empirical_normalization" not in data


@pytest.mark.parametrize(("number", "name"), [(3, "policy"), (4, "actor"), (5, "actor")])
@pytest.mark.parametrize("written", ["policy", "actor"])
def test_sets_of_observations_have_the_name_of_the_generation(generation, number, name, written) -> None:
    generation(number)
    groups = runner(policy=POLICY, obs_groups={written: ["policy"], "critic": ["critic"]}).to_dict()["obs_groups"]
    assert groups == {name: ["policy"], "critic": ["critic"]}


def test_sets_of_observations_may_be_left_out(generation) -> None:
    generation(3)
    assert runner(policy=POLICY).to_dict()["obs_groups"] == {}


def test_nothing_that_was_not_given_reaches_the_library() -> None:
    def values(data):
        return [v for item in data.values() for v in (values(item) if isinstance(item, dict) else [item])]

    assert not any(is_missing(value) for value in values(runner(policy=POLICY).to_dict()))


def test_a_config_is_not_changed_by_being_read() -> None:
    config = runner(policy=POLICY)
    config.to_dict()
    assert config.policy.actor_hidden_dims == [16, 8] and is_missing(config.actor)


def test_a_config_that_went_through_a_dict_is_what_it_was() -> None:
    """As in copies of ``hydra_task_config``, which hand the dict to OmegaConf and the answer back to the config."""
    config = runner(policy=POLICY)
    written = config.to_dict()
    config.from_dict(written)
    assert handle_deprecated_rsl_rl_cfg(config, "5.5.1").to_dict() == written


def test_a_policy_class_of_the_program_is_left_to_it(generation) -> None:
    generation(5)
    own = POLICY.replace(class_name="my_package.policies:Mixture")
    assert runner(policy=own).to_dict()["policy"]["class_name"] == "my_package.policies:Mixture"
    written = runner(policy=own, algorithm=ALGORITHM.replace(use_mixed_precision=True)).to_dict()["algorithm"]
    assert written["use_mixed_precision"] is True  # which the program has set, so that its learner knows it
    assert "normalize_advantage_per_mini_batch" not in written and "rnd_cfg" not in written


def test_a_fork_without_utilities_is_of_the_second_generation(monkeypatch) -> None:
    find_spec = generations.importlib.util.find_spec
    absent = ("rsl_rl.algorithms", "rsl_rl.models", "rsl_rl.utils")
    monkeypatch.setattr(
        generations.importlib.util, "find_spec", lambda name: None if name in absent else find_spec(name)
    )
    assert generations.installed_generation() == 2
    assert runner(policy=POLICY).to_dict()["algorithm"]["clip_param"] == 0.2


@pytest.mark.skipif(generations.installed_generation() < 4, reason="no release of that generation has models")
def test_a_fork_that_keeps_policies_beside_models_is_of_the_third_generation(monkeypatch) -> None:
    """Its runners read ``policy``, and its scripts do not call ``handle_deprecated_rsl_rl_cfg``."""
    monkeypatch.setattr("rsl_rl.modules.ActorCritic", object, raising=False)
    assert generations.installed_generation() == 3
    assert runner(policy=POLICY).to_dict()["policy"]["class_name"] == "ActorCritic"


@pytest.mark.parametrize("knows_tensordicts", [False, True])
def test_a_fork_of_the_second_generation_gets_what_its_runners_read(
    generation, monkeypatch, knows_tensordicts: bool
) -> None:
    """Isaac Lab 2.3's wrapper gives TensorDicts whatever is installed, and forks were made to read these."""
    tensordict = pytest.importorskip("tensordict")
    from pippin.learning.rsl_rl import RslRlVecEnvWrapper

    for name in [name for name in sys.modules if name.startswith("rsl_rl.runners.")]:
        monkeypatch.delitem(sys.modules, name)
    fork = types.ModuleType("rsl_rl.runners.on_policy_runner")
    if knows_tensordicts:
        fork.TensorDict = tensordict.TensorDict
    monkeypatch.setitem(sys.modules, fork.__name__, fork)
    generation(2)
    env = RslRlVecEnvWrapper(Integrators())
    expected = env.env._get_observations()
    observations = env.get_observations()
    if not knows_tensordicts:
        observations, extras = observations
        torch.testing.assert_close(observations, expected["policy"])
        observations = extras["observations"]
    assert isinstance(observations, tensordict.TensorDict) == knows_tensordicts
    for name, value in expected.items():
        torch.testing.assert_close(observations[name], value)


def test_a_recurrent_policy_of_the_program_needs_no_fields_of_the_release(generation) -> None:
    """RSL-RL 2 and 3 leave out arguments that they do not know, and take their own defaults."""

    @configclass
    class OwnRecurrentCfg:
        class_name: str = "ActorCriticRecurrent"
        init_noise_std: float = 0.5
        actor_hidden_dims: list[int] = [16]
        critic_hidden_dims: list[int] = [8]
        activation: str = "elu"
        rnn_type: str = "gru"
        rnn_units: int = 64

    generation(5)
    actor = runner(policy=OwnRecurrentCfg()).to_dict()["actor"]
    assert (actor["rnn_type"], actor["rnn_hidden_dim"], actor["rnn_num_layers"]) == ("gru", 256, 1)


@pytest.mark.skipif(generations.installed_generation() < 5, reason="earlier generations have no distributions")
@pytest.mark.parametrize("knows_limits", [False, True])
def test_limits_of_deviations_are_for_releases_that_know_them(monkeypatch, knows_limits: bool) -> None:
    class Earlier:
        def __init__(self, output_dim: int, init_std: float = 1.0, std_type: str = "scalar") -> None: ...

    class Later(Earlier):
        def __init__(self, output_dim: int, std_range: tuple = (1e-6, 1e6), **others: object) -> None: ...

    installed = Later if knows_limits else Earlier
    monkeypatch.setattr("rsl_rl.modules.distribution.GaussianDistribution", installed)
    fields = {"critic": CRITIC, "obs_groups": {"actor": ["policy"], "critic": ["critic"]}}
    assert ("std_range" in runner(actor=ACTOR, **fields).to_dict()["actor"]["distribution_cfg"]) is knows_limits
    narrow = RslRlMLPModelCfg.GaussianDistributionCfg(init_std=0.5, std_range=(0.1, 1.0))
    asked = runner(actor=ACTOR.replace(distribution_cfg=narrow), **fields).to_dict()["actor"]["distribution_cfg"]
    assert asked["std_range"] == (0.1, 1.0)  # which an earlier one refuses


@pytest.mark.parametrize("number", [2, 3])
def test_the_algorithm_of_a_fork_gets_what_it_knows(generation, monkeypatch, number: int) -> None:
    class AMPPPO:
        def __init__(self, policy: object, clip_param: float = 0.2, num_mini_batches: int = 1) -> None: ...

    generation(number)
    monkeypatch.setattr("rsl_rl.algorithms.AMPPPO", AMPPPO, raising=False)
    written = runner(policy=POLICY, algorithm=ALGORITHM.replace(class_name="AMPPPO")).to_dict()["algorithm"]
    assert written["class_name"] == "AMPPPO" and "clip_param" in written
    later = {"normalize_advantage_per_mini_batch", "optimizer", "share_cnn_encoders", "use_mixed_precision"}
    assert not (later | {"rnd_cfg", "symmetry_cfg"}) & written.keys()


def test_a_student_and_its_teacher_are_distilled() -> None:
    policy = RslRlDistillationStudentTeacherCfg(
        init_noise_std=0.1, student_hidden_dims=[8], teacher_hidden_dims=[4], activation="elu"
    )
    algorithm = RslRlDistillationAlgorithmCfg(num_learning_epochs=1, learning_rate=1e-3, gradient_length=1)
    config = RslRlDistillationRunnerCfg(
        num_steps_per_env=8, max_iterations=1, save_interval=1, experiment_name="t", policy=policy, algorithm=algorithm
    )
    handle_deprecated_rsl_rl_cfg(config, "5.0.1")
    assert (config.student.hidden_dims, config.teacher.hidden_dims) == ([8], [4])
    assert config.teacher.distribution_cfg.init_std == 0.0


def test_a_config_without_networks_is_refused_where_they_are_needed() -> None:
    with pytest.raises(ValueError, match="RslRlOnPolicyRunnerCfg.*policy"):
        handle_deprecated_rsl_rl_cfg(runner(), "3.0.0")


def test_noise_that_is_not_said_is_refused_by_the_fourth_generation() -> None:
    actor = RslRlMLPModelCfg(hidden_dims=[8], activation="elu", init_noise_std=1.0)
    with pytest.raises(ValueError, match="actor.*stochastic"):
        handle_deprecated_rsl_rl_cfg(runner(actor=actor, critic=CRITIC), "4.0.0")


def test_what_cannot_be_trained_in_is_refused() -> None:
    from pippin.learning.rsl_rl import RslRlVecEnvWrapper

    with pytest.raises(ValueError, match="TimeLimit|PendulumEnv"):
        RslRlVecEnvWrapper(gymnasium.make("Pendulum-v1"))


def test_several_agents_are_seen_as_one() -> None:
    from pippin.learning.rsl_rl import RslRlVecEnvWrapper
    from pippin.tasks.cart_double_pendulum.cart_double_pendulum_env import (
        CartDoublePendulumEnv,
        CartDoublePendulumEnvCfg,
    )

    cfg = CartDoublePendulumEnvCfg()
    cfg.scene.num_envs, cfg.sim.device = 2, "cpu"
    env = RslRlVecEnvWrapper(CartDoublePendulumEnv(cfg))
    sizes = cfg.action_spaces.values(), cfg.observation_spaces.values()
    assert (env.num_actions, env.num_obs) == tuple(map(sum, sizes))
    assert env.step(torch.zeros(2, env.num_actions))[1].shape == (2,)
    env.close()


def test_the_wrapper_gives_groups_dones_and_time_outs() -> None:
    from pippin.learning.rsl_rl import RslRlVecEnvWrapper

    env = RslRlVecEnvWrapper(Integrators(), clip_actions=1.0)
    assert (env.num_envs, env.num_actions, env.action_space.shape) == (4, 1, (4, 1))
    actions = torch.tensor([[100.0], [0.0], [-100.0], [0.5]])
    observations, rewards, dones, extras = env.step(actions)
    assert torch.allclose(observations["policy"][:, 0], torch.tensor([1.1, 1.0, 0.9, 1.05]))  # clipped
    assert torch.equal(rewards, -observations["policy"][:, 0]) and not dones.any()
    for _ in range(9):
        _, _, dones, extras = env.step(torch.zeros(4, 1))
    assert dones.tolist() == [1] * 4 and extras["time_outs"].all()


@pytest.mark.parametrize("networks", [{"policy": POLICY}, {"policy": RECURRENT}, {"actor": ACTOR, "critic": CRITIC}])
def test_configs_of_every_generation_train_and_are_exported(tmp_path, networks) -> None:
    from pippin.learning.rsl_rl import RslRlVecEnvWrapper, create_rsl_rl_runner

    torch.manual_seed(0)
    env = RslRlVecEnvWrapper(Integrators())
    trained = create_rsl_rl_runner(env, runner(device="cpu", **networks), str(tmp_path / "run"))
    trained.learn(1)
    assert (tmp_path / "run" / "model_0.pt").is_file()
    policy = trained.get_inference_policy("cpu")
    observations = env.get_observations()[:1]
    with torch.inference_mode():
        policy.reset()
        expected = policy(observations)
    model = trained.alg.get_policy()
    export_policy_as_jit(model, None, str(tmp_path), "policy.pt")
    loaded = torch.jit.load(str(tmp_path / "policy.pt"))
    assert torch.allclose(loaded(observations["policy"]), expected, atol=1e-6)


@pytest.mark.slow
def test_a_policy_exported_to_onnx_is_a_valid_graph(tmp_path) -> None:
    onnx = pytest.importorskip("onnx")
    from pippin.learning.rsl_rl import RslRlVecEnvWrapper, create_rsl_rl_runner

    env = RslRlVecEnvWrapper(Integrators())
    model = create_rsl_rl_runner(env, runner(device="cpu", policy=RECURRENT)).alg.get_policy()
    export_policy_as_onnx(model, str(tmp_path))
    assert [path.name for path in tmp_path.iterdir()] == ["policy.onnx"]
    graph = onnx.load(str(tmp_path / "policy.onnx")).graph
    assert [node.name for node in graph.input] == ["obs", "h_in"]
    assert [node.name for node in graph.output] == ["actions", "h_out"]


def test_what_holds_no_actor_is_not_exported(tmp_path) -> None:
    with pytest.raises(ValueError, match="Linear"):
        export_policy_as_jit(torch.nn.Linear(2, 1), None, str(tmp_path))


def test_fields_may_be_given_later() -> None:
    assert isinstance(runner().policy, type(MISSING))


def test_scripts_for_older_releases_play(tmp_path) -> None:
    """What ``play.py`` of the second and third generation reads of a runner of the fourth and fifth."""
    runners = pytest.importorskip("rsl_rl.runners")
    from pippin.learning.rsl_rl import RslRlVecEnvWrapper

    if generations.installed_generation() < 4:
        pytest.skip("RSL-RL has these names itself")
    env = RslRlVecEnvWrapper(Integrators())
    config = runner(actor=ACTOR, critic=CRITIC, obs_groups={"actor": ["policy"], "critic": ["critic"]}).to_dict()
    trained = runners.OnPolicyRunner(env, config, log_dir=None, device="cpu")
    trained.learn(1)
    assert trained.alg.policy is trained.alg.actor_critic is trained.alg.actor
    assert trained.obs_normalizer is trained.alg.actor.obs_normalizer
    observations, extras = env.get_observations()
    torch.testing.assert_close(extras["observations"]["critic"], env.env._get_observations()["critic"])
    assert set(extras["observations"]) == {"policy", "critic"}
    expected = trained.get_inference_policy()(observations)
    export_policy_as_jit(trained.alg.policy, trained.obs_normalizer, str(tmp_path))
    exported = torch.jit.load(tmp_path / "policy.pt")
    torch.testing.assert_close(exported(observations["policy"]), expected)


def _mirrored_by_type(env, obs, actions, obs_type):
    """Symmetry as RSL-RL 2 calls it: for one group of observations, named, or for actions."""
    sign = {"policy": -1.0, "critic": -2.0}[obs_type]
    return (None if obs is None else torch.cat((obs, sign * obs))), (None if actions is None else -actions)


@pytest.mark.skipif(generations.installed_generation() < 3, reason="RSL-RL 2 calls it itself")
def test_symmetry_of_older_releases_mirrors_all_groups() -> None:
    tensordict = pytest.importorskip("tensordict")
    symmetry = RslRlSymmetryCfg(use_data_augmentation=True, data_augmentation_func=_mirrored_by_type)
    cfg = RslRlOnPolicyRunnerCfg(
        num_steps_per_env=1,
        max_iterations=1,
        save_interval=1,
        experiment_name="symmetric",
        policy=POLICY,
        algorithm=ALGORITHM.replace(symmetry_cfg=symmetry),
    )
    mirror = generations.runner_dict(cfg)["algorithm"]["symmetry_cfg"]["data_augmentation_func"]
    groups = {"policy": torch.ones(3, 2), "critic": torch.ones(3, 4)}
    obs, actions = mirror(env=None, obs=tensordict.TensorDict(groups, batch_size=[3]), actions=None)
    assert actions is None and obs.batch_size == (6,)
    torch.testing.assert_close(obs["policy"], torch.cat((groups["policy"], -groups["policy"])))
    torch.testing.assert_close(obs["critic"], torch.cat((groups["critic"], -2.0 * groups["critic"])))
    obs_of_the_critic = obs["critic"]
    obs, actions = mirror(env=None, obs=None, actions=torch.ones(3, 2))
    assert obs is None and torch.equal(actions, -torch.ones(3, 2))
    alone, _ = mirror(env=None, obs=groups["critic"], actions=None, obs_type="critic")  # by a program's own learner
    assert torch.equal(alone, obs_of_the_critic)
