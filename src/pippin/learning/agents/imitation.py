"""Config of AMP for skrl, adversarial motion priors: values are those that Isaac Lab 3.0.0 releases."""

from __future__ import annotations

from typing import Any


def skrl_amp_cfg(experiment: str) -> dict[str, Any]:
    """Describe a runner of skrl that imitates a motion.

    Args:
        experiment: Name of the folder of its runs.
    """
    settings = {
        "class": "AMP",
        "rollouts": 16,
        "learning_epochs": 6,
        "mini_batches": 2,
        "discount_factor": 0.99,
        "lambda": 0.95,
        "learning_rate": 5.0e-5,
        "learning_rate_scheduler": None,
        "learning_rate_scheduler_kwargs": None,
        "state_preprocessor": None,
        "state_preprocessor_kwargs": None,
        "random_timesteps": 0,
        "learning_starts": 0,
        "grad_norm_clip": 0.0,
        "ratio_clip": 0.2,
        "value_clip": 0.2,
        "clip_predicted_values": True,
        "entropy_loss_scale": 0.0,
        "value_loss_scale": 2.5,
        "discriminator_loss_scale": 5.0,
        "amp_batch_size": 512,
        "task_reward_scale": 0.0,
        "style_reward_scale": 2.0,
        "discriminator_batch_size": 4096,
        "discriminator_logit_regularization_scale": 0.05,
        "discriminator_gradient_penalty_scale": 5.0,
        "discriminator_weight_decay_scale": 1.0e-4,
        "time_limit_bootstrap": False,
        "experiment": {
            "directory": experiment,
            "experiment_name": "",
            "write_interval": "auto",
            "checkpoint_interval": "auto",
        },
    }
    for name in ("observation", "value", "amp_observation"):
        settings |= {f"{name}_preprocessor": "RunningStandardScaler", f"{name}_preprocessor_kwargs": None}
    network = [{"name": "net", "input": "OBSERVATIONS", "layers": [1024, 512], "activations": "relu"}]
    policy = {
        "class": "GaussianMixin",
        "clip_actions": False,
        "clip_log_std": True,
        "min_log_std": -20.0,
        "max_log_std": 2.0,
        "initial_log_std": -2.9,
        "fixed_log_std": True,
        "network": network,
        "output": "ACTIONS",
    }
    judge = {"class": "DeterministicMixin", "clip_actions": False, "network": network, "output": "ONE"}
    return {
        "seed": 42,
        "models": {"separate": True, "policy": policy, "value": judge, "discriminator": dict(judge)},
        "memory": {"class": "RandomMemory", "memory_size": -1},
        "motion_dataset": {"class": "RandomMemory", "memory_size": 200_000},
        "reply_buffer": {"class": "RandomMemory", "memory_size": 1_000_000},
        "agent": settings,
        "trainer": {"class": "SequentialTrainer", "timesteps": 80_000, "environment_info": "log"},
    }
