"""What the wrappers for learning libraries ask of an environment."""

from __future__ import annotations

from typing import Any

_NEEDED = ("num_envs", "device", "max_episode_length", "episode_length_buf", "step", "reset")


def require_environment(env: Any) -> Any:
    """Return the environment below all Gymnasium wrappers, after a check that it can be trained in.

    Any environment with batched tensors will do; it need not derive from a class of Pippin.

    Args:
        env: Environment, or a Gymnasium wrapper around one.

    Raises:
        ValueError: The environment lacks what a wrapper needs.
    """
    unwrapped = getattr(env, "unwrapped", env)
    missing = [name for name in _NEEDED if not hasattr(unwrapped, name)]
    if missing:
        raise ValueError(
            f"Environment '{type(unwrapped).__name__}' cannot be wrapped for learning: it lacks {', '.join(missing)}. "
            "Wrap a ManagerBasedRLEnv or a DirectRLEnv; turn a DirectMARLEnv into one by multi_agent_to_single_agent."
        )
    return unwrapped


class WrappedEnvironment:
    """What all wrappers for learning libraries have.

    Attributes:
        env: What is wrapped: an environment, or a Gymnasium wrapper around one.
    """

    env: Any

    @classmethod
    def class_name(cls) -> str:
        """Give the name of the class."""
        return cls.__name__

    @property
    def unwrapped(self) -> Any:
        """The environment below all wrappers."""
        return self.env.unwrapped
