"""Configs of PPO for skrl, rl_games and Stable-Baselines3, made from those for RSL-RL.

So that each task is learned with the same networks and numbers whichever library a program takes. The keys are those
that Isaac Lab's train scripts read and each library documents.
"""

from __future__ import annotations

import importlib
from typing import Any

_SEED = 42


def skrl_cfg(agent: str, algorithm: str = "PPO") -> dict[str, Any]:
    """Describe a runner of skrl.

    Args:
        agent: Module and class of the config for RSL-RL, such as "pippin.learning.agents.classic:AntPPORunnerCfg".
        algorithm: "PPO", or for several agents "IPPO" or "MAPPO".
    """
    runner = _runner(agent)
    ppo = runner.algorithm
    experiment = {
        "directory": runner.experiment_name,
        "experiment_name": "",
        "write_interval": "auto",
        "checkpoint_interval": "auto",
    }
    settings = {
        "class": algorithm,
        "rollouts": runner.num_steps_per_env,
        "learning_epochs": ppo.num_learning_epochs,
        "mini_batches": ppo.num_mini_batches,
        "discount_factor": ppo.gamma,
        "lambda": ppo.lam,
        "learning_rate": ppo.learning_rate,
        "learning_rate_scheduler": "KLAdaptiveLR",
        "learning_rate_scheduler_kwargs": {"kl_threshold": ppo.desired_kl},
        "random_timesteps": 0,
        "learning_starts": 0,
        "grad_norm_clip": ppo.max_grad_norm,
        "ratio_clip": ppo.clip_param,
        "value_clip": ppo.clip_param,
        "clip_predicted_values": ppo.use_clipped_value_loss,
        "entropy_loss_scale": ppo.entropy_coef,
        "value_loss_scale": ppo.value_loss_coef,
        "kl_threshold": 0.0,
        "rewards_shaper_scale": 1.0,
        "time_limit_bootstrap": True,
        "experiment": experiment,
    }
    scaled = ("state", "shared_state", "value") if algorithm == "MAPPO" else ("state", "value")
    for name in scaled:
        settings |= {f"{name}_preprocessor": "RunningStandardScaler", f"{name}_preprocessor_kwargs": None}
    return {
        "seed": _SEED,
        "models": {"separate": True, **_skrl_models(runner.policy)},
        "memory": {"class": "RandomMemory", "memory_size": -1},
        "agent": settings,
        "trainer": {
            "class": "SequentialTrainer",
            "timesteps": runner.max_iterations * runner.num_steps_per_env,
            "environment_info": "log",
        },
    }


def _skrl_models(policy: Any) -> dict[str, Any]:
    def network(hidden_dims: list[int]) -> list[dict[str, Any]]:
        layers = {"input": "OBSERVATIONS", "layers": list(hidden_dims), "activations": policy.activation}
        return [{"name": "net", **layers}]

    return {
        "policy": {
            "class": "GaussianMixin",
            "clip_actions": False,
            "clip_log_std": True,
            "min_log_std": -20.0,
            "max_log_std": 2.0,
            "initial_log_std": 0.0,
            "network": network(policy.actor_hidden_dims),
            "output": "ACTIONS",
        },
        "value": {
            "class": "DeterministicMixin",
            "clip_actions": False,
            "network": network(policy.critic_hidden_dims),
            "output": "ONE",
        },
    }


def rl_games_cfg(agent: str) -> dict[str, Any]:
    """Describe a runner of rl_games. The argument is that of :func:`skrl_cfg`."""
    runner = _runner(agent)
    ppo = runner.algorithm
    config = {
        "name": runner.experiment_name,
        "env_name": "rlgpu",
        "device": "cuda:0",
        "device_name": "cuda:0",
        "multi_gpu": False,
        "ppo": True,
        "mixed_precision": False,
        "normalize_input": True,
        "normalize_value": True,
        "value_bootstrap": True,
        "num_actors": -1,  # train scripts fill in the number of environments
        "reward_shaper": {"scale_value": 1.0},
        "normalize_advantage": True,
        "gamma": ppo.gamma,
        "tau": ppo.lam,
        "learning_rate": ppo.learning_rate,
        "lr_schedule": "adaptive",
        "schedule_type": "legacy",
        "kl_threshold": ppo.desired_kl,
        "score_to_win": 1_000_000,
        "max_epochs": runner.max_iterations,
        "save_best_after": 50,
        "save_frequency": runner.save_interval,
        "print_stats": True,
        "grad_norm": ppo.max_grad_norm,
        "entropy_coef": ppo.entropy_coef,
        "truncate_grads": True,
        "e_clip": ppo.clip_param,
        "horizon_length": runner.num_steps_per_env,
        # a divisor of the batch however few environments there are
        "minibatch_size_per_env": max(runner.num_steps_per_env // ppo.num_mini_batches, 1),
        "mini_epochs": ppo.num_learning_epochs,
        "critic_coef": 2.0 * ppo.value_loss_coef,  # rl_games halves the squared error
        "clip_value": ppo.use_clipped_value_loss,
        "seq_length": 4,
        "bounds_loss_coef": 0.0001,
        "clip_actions": False,  # else rl_games takes actions between -1 and 1 for parts of the limit below
    }
    return {
        "params": {
            "seed": _SEED,
            "env": {"clip_actions": 100.0, "clip_observations": 100.0},
            "algo": {"name": "a2c_continuous"},
            "model": {"name": "continuous_a2c_logstd"},
            "network": _rl_games_network(runner.policy),
            "load_checkpoint": False,
            "load_path": "",
            "config": config,
        }
    }


def _rl_games_network(policy: Any) -> dict[str, Any]:
    continuous = {
        "mu_activation": "None",
        "sigma_activation": "None",
        "mu_init": {"name": "default"},
        "sigma_init": {"name": "const_initializer", "val": 0},
        "fixed_sigma": True,
    }
    mlp = {
        "units": list(policy.actor_hidden_dims),
        "activation": policy.activation,
        "d2rl": False,
        "initializer": {"name": "default"},
        "regularizer": {"name": "None"},
    }
    return {"name": "actor_critic", "separate": True, "space": {"continuous": continuous}, "mlp": mlp}


def sb3_cfg(agent: str) -> dict[str, Any]:
    """Describe PPO of Stable-Baselines3, for ``process_sb3_cfg``. The argument is that of :func:`skrl_cfg`."""
    runner = _runner(agent)
    ppo, policy = runner.algorithm, runner.policy
    return {
        "seed": _SEED,
        "n_timesteps": float(runner.max_iterations * runner.num_steps_per_env * 4096),
        "policy": "MlpPolicy",
        "n_steps": runner.num_steps_per_env,
        "n_minibatches": ppo.num_mini_batches,
        "n_epochs": ppo.num_learning_epochs,
        "gamma": ppo.gamma,
        "gae_lambda": ppo.lam,
        "learning_rate": ppo.learning_rate,
        "clip_range": ppo.clip_param,
        "ent_coef": ppo.entropy_coef,
        "vf_coef": ppo.value_loss_coef,
        "max_grad_norm": ppo.max_grad_norm,
        "target_kl": 2.0 * ppo.desired_kl,  # updates stop there, as the learning rate does not adapt
        "policy_kwargs": {
            "activation_fn": f"nn.{policy.activation.upper()}",
            "net_arch": {"pi": list(policy.actor_hidden_dims), "vf": list(policy.critic_hidden_dims)},
        },
        "normalize_input": True,
        "clip_obs": 100.0,
    }


def _runner(agent: str) -> Any:
    """Config of a runner of RSL-RL, by module and name."""
    module, _, name = agent.partition(":")
    return getattr(importlib.import_module(module), name)()
