"""What the configs of PPO for all tasks share."""

from __future__ import annotations

from typing import Any

from pippin.learning.rsl_rl import RslRlPpoActorCriticCfg, RslRlPpoAlgorithmCfg


def networks(
    hidden_dims: list[int], normalize: bool = False, noise_std: float = 1.0, critic: list[int] | None = None
) -> RslRlPpoActorCriticCfg:
    """Describe an actor and a critic, whose hidden layers are the actor's where they are not given."""
    return RslRlPpoActorCriticCfg(
        init_noise_std=noise_std,
        actor_obs_normalization=normalize,
        critic_obs_normalization=normalize,
        actor_hidden_dims=hidden_dims,
        critic_hidden_dims=hidden_dims if critic is None else critic,
        activation="elu",
    )


def ppo(**changes: Any) -> RslRlPpoAlgorithmCfg:
    """Give the parameters of PPO that most tasks are learned with, some of them changed."""
    values: dict[str, Any] = {
        "value_loss_coef": 1.0,
        "use_clipped_value_loss": True,
        "clip_param": 0.2,
        "entropy_coef": 0.005,
        "num_learning_epochs": 5,
        "num_mini_batches": 4,
        "learning_rate": 1.0e-3,
        "schedule": "adaptive",
        "gamma": 0.99,
        "lam": 0.95,
        "desired_kl": 0.01,
        "max_grad_norm": 1.0,
    }
    return RslRlPpoAlgorithmCfg(**{**values, **changes})
