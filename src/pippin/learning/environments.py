"""What the wrappers for learning libraries ask of an environment."""

from __future__ import annotations

from typing import Any

_NEEDED = ("num_envs", "device", "max_episode_length", "episode_length_buf", "step", "reset")


def require_environment(env: Any) -> Any:
    """Check that an environment can be trained in by one agent, and return it.

    Any environment with batched tensors will do; it need not derive from a class of Pippin. One with several agents is
    returned as :func:`~pippin.envs.multi_agent_to_single_agent` sees it, without Gymnasium's wrappers.

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
            "Wrap a ManagerBasedRLEnv, a DirectRLEnv or a DirectMARLEnv."
        )
    if hasattr(unwrapped, "possible_agents"):
        from pippin.envs import multi_agent_to_single_agent  # learning is imported without simulating

        return multi_agent_to_single_agent(unwrapped)
    return env


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
