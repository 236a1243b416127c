"""Version 2's wrapper for Stable-Baselines3."""

from __future__ import annotations

from typing import Any

from pippin.learning import sb3


class Sb3VecEnvWrapper(sb3.Sb3VecEnvWrapper):
    """:class:`pippin.learning.sb3.Sb3VecEnvWrapper` whose actions without limits lie between -100 and 100.

    Args:
        env: Manager-based or direct environment, or a Gymnasium wrapper around one. Several agents are seen as one.
        fast_variant: Whether only returns, lengths and time limits are told, and only for episodes that ended.

    Raises:
        ValueError: The environment cannot be trained in.
    """

    def __init__(self, env: Any, fast_variant: bool = True) -> None:
        super().__init__(env, fast_variant, action_bounds=(-100.0, 100.0))
