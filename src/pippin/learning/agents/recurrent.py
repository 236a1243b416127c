"""Configs of rl_games for policies with a memory: values are those that Isaac Lab 2.3.2 releases."""

from __future__ import annotations

from typing import Any


def _network(units: list[int], activation: str, cells: dict[str, Any]) -> dict[str, Any]:
    """A memory of LSTM cells before layers, of an actor or a critic."""
    return {
        "name": "actor_critic",
        "mlp": {
            "units": units,
            "activation": activation,
            "d2rl": False,
            "initializer": {"name": "default"},
            "regularizer": {"name": "None"},
        },
        "rnn": {"name": "lstm", "units": 1024, "before_mlp": True, "layer_norm": True, **cells},
    }


def _actor(units: list[int], activation: str, fixed_sigma: bool, cells: dict[str, Any]) -> dict[str, Any]:
    """Such a network whose outputs are means of actions, with one standard deviation each."""
    continuous = {
        "mu_activation": "None",
        "sigma_activation": "None",
        "mu_init": {"name": "default"},
        "sigma_init": {"name": "const_initializer", "val": 0},
        "fixed_sigma": fixed_sigma,
    }
    return {**_network(units, activation, cells), "separate": False, "space": {"continuous": continuous}}


_COMMON: dict[str, Any] = {
    "device": "cuda:0",
    "env_name": "rlgpu",
    "multi_gpu": False,
    "ppo": True,
    "normalize_input": True,
    "normalize_value": True,
    "normalize_advantage": True,
    "tau": 0.95,
    "learning_rate": 1.0e-4,
    "lr_schedule": "adaptive",
    "schedule_type": "standard",
    "print_stats": True,
    "grad_norm": 1.0,
    "entropy_coef": 0.0,
    "truncate_grads": True,
    "e_clip": 0.2,
    "mini_epochs": 4,
    "clip_value": True,
    "bounds_loss_coef": 0.0001,
}


def factory_cfg() -> dict[str, Any]:
    """Describe a learner that puts parts together."""
    cells = {"layers": 2, "concat_input": True}
    critic = {
        "minibatch_size": 512,
        "mini_epochs": 4,
        "learning_rate": 1.0e-4,
        "lr_schedule": "adaptive",
        "kl_threshold": 0.008,
        "clip_value": True,
        "normalize_input": True,
        "truncate_grads": True,
        "network": {**_network([512, 128, 64], "elu", cells), "central_value": True},
    }
    config = {
        **_COMMON,
        "name": "Factory",
        "full_experiment_name": "test",
        "mixed_precision": True,
        "value_bootstrap": True,
        "num_actors": 128,
        "reward_shaper": {"scale_value": 1.0},
        "gamma": 0.995,
        "kl_threshold": 0.008,
        "score_to_win": 20000,
        "max_epochs": 200,
        "save_best_after": 10,
        "save_frequency": 100,
        "horizon_length": 128,
        "minibatch_size": 512,
        "critic_coef": 2,
        "seq_length": 128,
        "central_value_config": critic,
        "player": {"deterministic": False},
    }
    return {
        "params": {
            "seed": 0,
            "algo": {"name": "a2c_continuous"},
            "env": {"clip_actions": 1.0},
            "model": {"name": "continuous_a2c_logstd"},
            "network": _actor([512, 128, 64], "elu", False, cells),
            "load_checkpoint": False,
            "load_path": "",
            "config": config,
        }
    }


def forge_cfg() -> dict[str, Any]:
    """Describe the same learner for an arm that feels forces."""
    cfg = factory_cfg()
    cfg["params"]["config"]["name"] = "Forge"
    return cfg


def forge_nut_cfg() -> dict[str, Any]:
    """Describe the same learner for a nut, with longer rollouts."""
    cfg = forge_cfg()
    cfg["params"]["config"]["horizon_length"] = 256
    return cfg


def newer_factory_cfg() -> dict[str, Any]:
    """Describe the same learner as Isaac Lab 3.0.0 does, whose runs have the names that rl_games gives them."""
    cfg = factory_cfg()
    del cfg["params"]["config"]["full_experiment_name"]
    return cfg


def newer_forge_cfg() -> dict[str, Any]:
    """Describe the learner that feels forces as Isaac Lab 3.0.0 does."""
    cfg = newer_factory_cfg()
    cfg["params"]["config"]["name"] = "Forge"
    return cfg


def newer_forge_nut_cfg() -> dict[str, Any]:
    """Describe the same learner for a nut, with longer rollouts."""
    cfg = newer_forge_cfg()
    cfg["params"]["config"]["horizon_length"] = 256
    return cfg


def shadow_hand_cfg() -> dict[str, Any]:
    """Describe a learner that turns a cube in a Shadow hand."""
    cells = {"layers": 1}
    critic = {
        "minibatch_size": 32768,
        "mini_epochs": 4,
        "learning_rate": 1.0e-4,
        "kl_threshold": 0.016,
        "clip_value": True,
        "normalize_input": True,
        "truncate_grads": True,
        "network": {**_network([512], "relu", {**cells, "zero_rnn_on_done": False}), "central_value": True},
    }
    config = {
        **_COMMON,
        "name": "shadow_hand_openai_lstm",
        "device_name": "cuda:0",
        "mixed_precision": False,
        "num_actors": -1,
        "reward_shaper": {"scale_value": 0.01},
        "gamma": 0.998,
        "kl_threshold": 0.016,
        "score_to_win": 100000,
        "max_epochs": 10000,
        "save_best_after": 100,
        "save_frequency": 200,
        "horizon_length": 16,
        "minibatch_size": 16384,
        "critic_coef": 4,
        "seq_length": 4,
        "central_value_config": critic,
        "player": {"deterministic": True, "games_num": 100000, "print_stats": True},
    }
    return {
        "params": {
            "seed": 42,
            "env": {"clip_observations": 5.0, "clip_actions": 1.0},
            "algo": {"name": "a2c_continuous"},
            "model": {"name": "continuous_a2c_logstd"},
            "network": _actor([512], "relu", True, cells),
            "load_checkpoint": False,
            "load_path": "",
            "config": config,
        }
    }
